"""Runs one FMU for another process: a program of its own, which `unit.py` starts and may end, since an FMU can crash or hang.

Reads requests and writes answers, a line of JSON each. It imports nothing of biela, so that it starts quickly, and keeps what the
FMU prints away from its answers.

Inputs over a step are polynomials of the time since its beginning, [c₀, c₁, c₂] each, in the units of the FMU.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import Any

import numpy as np

DISCARD = 2
"""Status of a step that an FMU refuses."""
TYPES = {"Enumeration": "Integer"}, {"Enumeration": "Int64"}
"""Types whose functions have another name, in FMI 2 and 3."""
STIFF_EVALUATIONS = 1000
"""Evaluations within a step after which an FMU counts as stiff."""
EVENT_ITERATIONS = 100
"""Limit of the repetitions of an event."""
Path = list[list[float]]
Message = dict[str, Any]
"""Request or answer: what a line of JSON holds."""


class Refusal(Exception):
    """Refusal of a step by the FMU."""


def value(polynomial: list[float], tau: float) -> float:
    """Return the value of a polynomial at a time."""
    a, b, c = polynomial
    return a + tau * (b + tau * c)


def mean(polynomial: list[float], begin: float, end: float) -> float:
    """Return the mean of a polynomial between two times."""
    a, b, c = polynomial
    return a + b * (begin + end) / 2 + c * (begin * begin + begin * end + end * end) / 3


class HostedFmu:
    """FMU for co-simulation, from its loading to its end."""

    kind = "CoSimulation"

    def __init__(self, file: str, folder: str, given: Message):
        import fmpy
        from fmpy.simulation import instantiate_fmu

        self.messages: list[str] = []
        self.about = fmpy.read_model_description(file, validate=False)
        self.three = str(self.about.fmiVersion).startswith("3")
        self.variables = {v.name: v for v in self.about.modelVariables}
        self.inputs, self.outputs = given["inputs"], given["outputs"]
        self.interface = self.about.coSimulation if self.kind == "CoSimulation" else self.about.modelExchange
        self.rollback = bool(self.interface.canGetAndSetFMUstate)
        self.interpolates = bool(getattr(self.interface, "canInterpolateInputs", False)) and not self.three
        fmpy.extract(file, folder)
        self.fmu = instantiate_fmu(folder, self.about, self.kind, logger=self._hear)
        self.kept: Any = None
        self.t = given["start"]
        self.put(given["parameters"])
        experiment = {"tolerance": given["tolerance"], "startTime": given["start"], "stopTime": given["stop"]}
        if self.three:
            self.fmu.enterInitializationMode(**experiment)
        else:
            self.fmu.setupExperiment(**experiment)
            self.fmu.enterInitializationMode()

    def _hear(self, *said: Any) -> None:
        """Keep the last lines that the FMU says, for errors."""
        text = said[-1]
        self.messages.append(text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text))
        del self.messages[:-20]

    def _function(self, verb: str, type: str) -> Any:
        return getattr(self.fmu, verb + TYPES[self.three].get(type, type))

    def put(self, values: Message) -> None:
        """Set variables, each by the function of its type."""
        groups: dict[str, list[tuple[int, Any]]] = {}
        for name, x in values.items():
            v = self.variables[name]
            whole = v.type not in ("Real", "Float32", "Float64", "String")
            x = bool(round(x)) if v.type == "Boolean" else int(round(x)) if whole else x
            groups.setdefault(v.type, []).append((v.valueReference, x))
        for type, pairs in groups.items():
            self._function("set", type)([r for r, _ in pairs], [x for _, x in pairs])

    def get(self) -> list[float]:
        """Return all outputs, in the order in which they were asked for."""
        groups: dict[str, list[str]] = {}
        for name in self.outputs:
            groups.setdefault(self.variables[name].type, []).append(name)
        found: dict[str, float] = {}
        for type, names in groups.items():
            got = self._function("get", type)([self.variables[n].valueReference for n in names])
            found |= {n: float(x) for n, x in zip(names, got, strict=True)}
        return [found[n] for n in self.outputs]

    def feed(self, values: list[float]) -> None:
        """Set the inputs."""
        self.put(dict(zip(self.inputs, values, strict=True)))

    def look(self, inputs: list[float]) -> Message:
        """Return the outputs at the present time with these inputs."""
        self.feed(inputs)
        return {"outputs": self.get()}

    def begin(self, inputs: list[float]) -> Message:
        """End the initialisation."""
        self.feed(inputs)
        self.fmu.exitInitializationMode()
        self.settle()
        return {"outputs": self.get()}

    def settle(self) -> None:
        """Do what follows the initialisation."""

    def keep(self) -> Message:
        """Remember the state."""
        if self.rollback:
            if self.kept is not None:
                self._state("free", self.kept[1])
            self.kept = self.t, self._state("get")
        return {}

    def _state(self, verb: str, *given: Any) -> Any:
        return getattr(self.fmu, verb + ("FMUState" if self.three else "FMUstate"))(*given)

    def restore(self) -> Message:
        """Go back to the state that was remembered."""
        self.t, state = self.kept
        self._state("set", state)
        return {}

    def step(self, length: float, parts: int, path: Path, last: list[float]) -> Message:
        """Advance in this many equal parts; return the outputs at the end of each of them, by rows."""
        t0, rows = self.t, []
        for k in range(parts):
            begin, end = length * k / parts, length * (k + 1) / parts
            self.advance(t0, begin, end, path)
            self.t = t0 + end
            self.feed(last if k + 1 == parts else [value(c, end) for c in path])
            rows.append(self.get())
        return {"rows": rows}

    def advance(self, t0: float, begin: float, end: float, path: Path) -> None:
        """Advance by one part, with the mean of each input, or its value and slope where the FMU interpolates."""
        if self.interpolates and self.inputs:
            self.feed([value(c, begin) for c in path])
            smooth = [(self.variables[n], c) for n, c in zip(self.inputs, path, strict=True) if self.variables[n].type == "Real"]
            slopes = [(value(c, end) - value(c, begin)) / (end - begin) for _, c in smooth]
            self.fmu.setRealInputDerivatives([v.valueReference for v, _ in smooth], [1] * len(smooth), slopes)
        else:
            self.feed([mean(c, begin, end) for c in path])
        done = self.fmu.doStep(
            currentCommunicationPoint=t0 + begin, communicationStepSize=end - begin,
            noSetFMUStatePriorToCurrentPoint=not self.rollback,
        )  # fmt: skip
        if done is not None and done[1]:
            raise Refusal("it asked for the end of the simulation")
        if done is not None and done[3] < t0 + end - 1e-9 * max(1.0, abs(t0 + end)):
            raise Refusal(f"its step ended early, at t = {done[3]:.9g} s")

    def close(self) -> Message:
        """End the FMU in order."""
        self.fmu.terminate()
        self.fmu.freeInstance()
        return {}


class HostedModelExchange(HostedFmu):
    """FMU for model exchange: integrated here, with its events; by an implicit method where it is stiff."""

    kind = "ModelExchange"

    def __init__(self, file: str, folder: str, given: Message):
        super().__init__(file, folder, given)
        self.tolerance = given["tolerance"]
        self.n = len(self.about.derivatives) if not self.three else self.fmu.getNumberOfContinuousStates()
        self.n_g = self.about.numberOfEventIndicators if not self.three else self.fmu.getNumberOfEventIndicators()
        self.x, self.g = np.zeros(self.n), np.zeros(self.n_g)
        self.next = float("inf")
        self.happened = self.stiff = False

    def _read(self, name: str, array: Any) -> Any:
        """Fill an array by a function of the standard."""
        if array.size:
            getattr(self.fmu, name)(array.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), array.size)
        return array

    def _place(self, t: float, x: Any) -> None:
        self.fmu.setTime(t)
        if self.n:
            self._read("setContinuousStates", x)

    def settle(self) -> None:
        """Repeat in event mode until nothing changes, then return to continuous time."""
        for _ in range(EVENT_ITERATIONS):
            more, ends, _, _, timed, when = (self.fmu.updateDiscreteStates if self.three else self.fmu.newDiscreteStates)()
            if ends:
                raise Refusal("it asked for the end of the simulation")
            if not more:
                break
        else:
            raise Refusal(f"its event at t = {self.t:.9g} s does not end")
        self.fmu.enterContinuousTimeMode()
        self.next = when if timed else float("inf")
        self._read("getContinuousStates", self.x)
        self._read("getEventIndicators", self.g)

    def keep(self) -> Message:
        super().keep()
        self.mine = self.t, self.x.copy(), self.g.copy(), self.next
        self.happened = False
        return {}

    def restore(self) -> Message:
        if self.rollback:
            super().restore()
        elif self.happened:
            raise Refusal("an event happened, and it cannot go back to before it (canGetAndSetFMUstate is false)")
        self.t, x, g, self.next = self.mine
        self.x[:], self.g[:] = x, g
        self._place(self.t, self.x)
        self.happened = False
        return {}

    def step(self, length: float, parts: int, path: Path, last: list[float]) -> Message:
        """Advance as for co-simulation; the integration runs through all parts, since inputs are smooth over the step."""
        t0, t, stop = self.t, self.t, self.t + length
        nodes = [t0 + length * (k + 1) / parts for k in range(parts)]
        smooth = [k for k, n in enumerate(self.inputs) if self.variables[n].type in ("Real", "Float32", "Float64")]
        if len(smooth) < len(self.inputs):  # inputs that are not continuous change in event mode only
            self.fmu.enterEventMode()
            self.feed(last)
            self.settle()
        rows: list[list[float]] = []

        def place(time: float, x: Any) -> None:
            self._place(time, np.ascontiguousarray(x))
            self.put({self.inputs[k]: value(path[k], time - t0) for k in smooth})

        def look(reached: float, where: Any) -> None:
            while len(rows) < parts and nodes[len(rows)] <= reached:
                place(nodes[len(rows)], where(nodes[len(rows)]))
                rows.append(self.get())

        while t < stop:
            goal = min(stop, self.next) if self.next > t else stop
            t, event = self._integrate(t, goal, place, look)
            self.t = t
            place(t, self.x)
            if event or t >= self.next - 1e-12 * max(1.0, abs(t)):
                self.happened = True
                self.fmu.enterEventMode()
                self.settle()
        self.feed(last)
        rows[len(rows) - 1 :] = [self.get()] * (parts - len(rows) + 1)
        return {"rows": rows}

    def _integrate(self, t: float, goal: float, place: Any, look: Any) -> tuple[float, bool]:
        """Integrate to a time, or to the first event before it; return the time reached, and True for an event."""
        from scipy.integrate import RK45, Radau

        if not self.n:
            look(goal, lambda time: self.x)
            place(goal, self.x)
            return goal, self._crossed()

        def rates(time: float, x: Any) -> Any:
            place(time, x)
            name = "getContinuousStateDerivatives" if self.three else "getDerivatives"
            return self._read(name, np.empty(self.n))

        method = Radau if self.stiff else RK45
        solver = method(rates, t, self.x.copy(), goal, rtol=self.tolerance, atol=1e-3 * self.tolerance)
        while solver.status == "running":
            said = solver.step()
            if solver.status == "failed":
                raise Refusal(f"its integration failed at t = {solver.t:.9g} s: {said}")
            if not self.stiff and solver.nfev > STIFF_EVALUATIONS:  # stability holds the steps of an explicit method back
                self.stiff = True
                here, self.x[:] = solver.t, solver.y
                look(here, solver.dense_output())
                return self._integrate(here, goal, place, look) if here < goal else (here, False)
            place(solver.t, solver.y)
            if self._crossed():
                when, self.x[:] = self._located(solver, place)
                look(when, solver.dense_output())
                return when, True
            asked, ends = self.fmu.completedIntegratorStep()
            if ends:
                raise Refusal("it asked for the end of the simulation")
            look(solver.t, solver.dense_output())
            if asked:
                self.x[:] = solver.y
                return solver.t, True
        self.x[:] = solver.y
        return goal, False

    def _crossed(self) -> bool:
        """Return True where an event indicator has changed its sign since the last event."""
        return bool(self.n_g) and bool(np.any((self._read("getEventIndicators", np.empty(self.n_g)) > 0) != (self.g > 0)))

    def _located(self, solver: Any, place: Any) -> tuple[float, Any]:
        """Return time and state just past the first change of a sign within the last step, by bisection."""
        between = solver.dense_output()
        a, b = solver.t_old, solver.t
        for _ in range(60):
            middle = (a + b) / 2
            if not a < middle < b:
                break
            place(middle, between(middle))
            a, b = (a, middle) if self._crossed() else (middle, b)
        return b, between(b)


def answer(unit: HostedFmu | None, request: Message) -> tuple[HostedFmu | None, Message]:
    """Do what is asked for."""
    do, given = request.pop("do"), request
    if do == "open":
        kind = HostedFmu if given.pop("kind") == "co-simulation" else HostedModelExchange
        return kind(given.pop("file"), given.pop("folder"), given), {}
    assert unit is not None
    return unit, getattr(unit, do)(**given)


def main() -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the FMU prints
    unit: HostedFmu | None = None
    for line in sys.stdin:
        request = json.loads(line)
        do = request["do"]
        try:
            unit, said = answer(unit, request)
        except Refusal as refusal:
            said = {"refused": str(refusal)}
        except Exception as error:
            function, status = getattr(error, "function", ""), getattr(error, "status", None)
            last = unit.messages[-1] if unit is not None and unit.messages else ""
            said = {"refused" if status == DISCARD else "failed": str(error), "function": function, "said": last}
        out.write(json.dumps(said) + "\n")
        out.flush()
        if do == "close":
            return


if __name__ == "__main__":
    main()
