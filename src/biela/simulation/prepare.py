"""A run made ready, for one machine or for many: settings, start, events, functions; then loops, compiled and loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, InconsistentStart, SimulationError, count
from biela.base.locks import cached_property
from biela.base.memory import refuse_too_large
from biela.equations.network_facts import network_facts
from biela.equations.stabilisation import Penalised
from biela.integrate.system import Formulation, system_of
from biela.integrate.tolerance import base_tolerance, with_tolerances
from biela.mechanism.mechanism import Mechanism
from biela.simulation.choice import choose_method, output_times, refuse_one_rate
from biela.simulation.event import Event
from biela.simulation.formulation import is_compliant, refuse_unknown, stabilisation
from biela.simulation.kink_events import kink_events
from biela.simulation.mode import mode_events
from biela.simulation.pieces import breakpoints, is_law
from biela.state.closing import accepted_gap
from biela.state.functions import MachineFunctions, functions_of
from biela.state.redundancy import rows_repeat, stages_disagree
from biela.state.state import State

Vector = NDArray[np.float64]

CONSISTENT = 1e-6
"""Largest gap of loops and prescribed motions at a start, of positions and of velocities alike [m, rad, m/s, rad/s]."""


LOST_MOTION = 0.05
"""Closing loops may tidy up after a step, but must not change the velocities by more than this part of 1 + the largest."""


FINE = 1e-7
"""Tolerance below which a linearly implicit method gets a part of it."""
OUTPUTS = 100
"""Outputs that a run is taken to have, at least, where their distance bounds steps and samples."""
CAREFUL = 0.2
"""Part of the tolerances that a linearly implicit method gets where they are finer than that: on linkages that it could step over
with long steps it errs by up to 260 times what is asked for, and with this part by less than 100 times."""
LOWER = 0.1
"""Part of the tolerances that a linearly implicit method gets where it errs by more than it estimates: where every stage is closed,
of which its Jacobian knows nothing, and where compliant joints vibrate."""
FEW = 32
"""Machines of a batch that does not wait for compiled code: it begins interpreted, as a single run does, to the same digits."""


@dataclass(frozen=True)
class Settings:
    """How to integrate; see `biela.simulate`."""

    method: str
    step: float | None
    rtol: float
    atol: float | Mapping[str, float]
    formulation: Any
    duration: float
    output_step: float | None
    max_step: float | None
    substeps: int | None
    outputs: Any = None

    @cached_property
    def chosen(self) -> tuple[Any, list[str]]:
        """The integrator and the kernels it needs besides the rates; anything unknown is refused."""
        found = choose_method(self.method, self.step, self.rtol, base_tolerance(self.atol), self.max_step, self.substeps)
        refuse_unknown(self.formulation)
        return found

    def about(self, events: Sequence[Event]) -> dict[str, Any]:
        """What a result keeps of them."""
        own = {**self.__dict__, "formulation": str(self.formulation), "duration": float(self.duration)}
        own["atol"] = dict(self.atol) if isinstance(self.atol, Mapping) else self.atol
        own.pop("chosen", None)
        own["outputs"] = None if self.outputs is None else [float(t) for t in self.outputs]
        return {**own, "events": [event.about() for event in events]}


class PreparedRun:
    """What loops need. Made in two steps, so that a bad start is refused before anything is compiled.

    Parameters
    ----------
    laws : inputs that are functions of time or signals
    machines : how many are run at once
    events, stopping : what to look out for, besides the modes of networks; `stopping` ends the run and does not shorten steps
    """

    def __init__(
        self, machine: Mechanism, settings: Settings, laws: dict[str, Any], t0: float, events: Sequence[Event] = (),
        stopping: Sequence[Event] = (), machines: int = 1,
    ):  # fmt: skip
        self.machine, self.settings, self.t0, self.machines = machine, settings, t0, machines
        method, self._needs = settings.chosen
        refuse_one_rate(settings.method, machine)
        self.asked, events = events, [*mode_events(machine), *events]
        self.times, method = output_times(t0, settings.duration, method, settings.output_step, settings.outputs)
        self.method = _watchful(method, machine, laws, events, self.times)
        self.stopping, self.kinks = stopping, kink_events(machine, laws)
        kinks = self.kinks if self.method.fixed_step is None else []
        self.events = [*events, *stopping, *kinks]
        self.terminal = [*(e.action == "stop" for e in [*events, *stopping]), *(None for _ in kinks)] or None
        expressions = tuple(event.expression() for event in self.events)
        self.functions = functions_of(machine, laws, stabilisation(settings.formulation), expressions)
        self._refuse_too_large(machines)
        longest = getattr(self.method, "max_step", np.inf)
        adaptive = self.method.fixed_step is None and np.isfinite(longest)
        self.breaks = breakpoints(machine, laws, (t0, float(self.times[-1]), longest) if adaptive else None)
        self.directions = [event.sign for event in self.events] or None
        self.yielded: float | None = None
        """When another method has taken over [s]."""

    def _refuse_too_large(self, machines: int) -> None:
        """The states, and the copies that are made while they are checked, must fit into memory."""
        n, n_x = len(self.times), self.functions.layout.n_x
        what = f"a run of {count(machines, 'machine')} with {n} outputs of {n_x} states"
        refuse_too_large(24 * machines * n * n_x, what, "increase output_step, or run fewer machines at once.")

    @property
    def substeps(self) -> int:
        """Steps of the networks in one of the mechanism."""
        return int(getattr(self.method, "substeps", 1))

    def about(self) -> dict[str, Any]:
        """What a result keeps of the settings; a run in which nothing changed was one of dormand-prince."""
        own = self.settings.about(self.asked)  # without those that the machine brings itself: modes, watches, kinks
        return own if self.settings.method != "automatic" or not self.method.yields else {**own, "method": "dormand-prince"}

    def corners(self, p: Vector) -> list[str]:
        """What is to be said of prescribed motions whose velocity jumps; those whose value jumps are refused."""
        from biela.mechanism.motion import warn_of_jumps

        values = dict(zip(self.machine.parameters, map(float, p), strict=True))
        span = self.t0, float(self.times[-1])
        drives = self.machine.drives.values()
        return [text for d in drives for text in warn_of_jumps(d.motion, f"motion of drive {d.name!r}", *span, values)]

    def load(self, x: Vector, u: Vector, p: Vector, *, lanes: bool = False, smooth: bool = True) -> None:
        """Decide how loops are kept closed from a start, and compile: before any clock starts.

        Prescribed velocities that jump are not `smooth`.
        """
        from biela.integrate.plan import make_plan

        self._lanes, self._smooth, stepped = lanes, smooth, self.method.fixed_step is not None
        self.kept = keep_closed(self.functions, self.settings.formulation, self.method, self.t0, x, u, p)
        # steps that may be placed by hand, and must not throw velocities about; see `singular.py`
        watched = self.kept is Formulation.PROJECTED or (not self.method.routines and self.functions.n_rows > 0)
        self.passing = self.functions if not stepped and smooth and watched else None
        self.closure = self.method.closure if self.passing is None else replace(self.method.closure, jump=LOST_MOTION)
        if gap := accepted_gap(self.machine).size:  # what no joint can close stays, and may grow a little on the way
            self.closure = replace(self.closure, position=max(self.closure.position, 3.0 * gap))
        rough = self.kept is Formulation.EVERY_STAGE or is_compliant(self.settings.formulation)
        if hasattr(self.method, "table") and not stepped:
            part = LOWER if rough else CAREFUL if self.settings.rtol < FINE else 1.0
            self.method = replace(self.method, rtol=part * self.settings.chosen[0].rtol, atol=part * self.settings.chosen[0].atol)
        needs = list(self._needs)
        if self.kept is Formulation.INDEPENDENT:
            needs += ["reconstruct", "constraint_jacobian"]
        needs += ["events"] if self.events else []
        system = system_of(self.functions, needs, lanes=lanes, quick=self.machines <= FEW)
        self.system = with_tolerances(system, self.machine, self.settings.atol)
        if self.method.routines:
            times = self.times if not stepped else np.array([self.t0 + self.method.step])
            plan = make_plan(self.system, self.method, self.t0, times, self.kept, self.closure, self.directions)
            plan.loop.call  # noqa: B018 (loads it)

    def adaptive(self, rtol: float, times: Vector, X: Vector, U: Vector, P: Vector) -> PreparedRun:
        """The same run with adaptive steps, which see known kinks and what acts between outputs; of some of its machines."""
        stiff = bool(self.machine.networks) or hasattr(self.method, "table")
        method = "rosenbrock" if stiff else "dormand-prince" if self._lanes else "automatic"
        settings = replace(
            self.settings, method=method, step=None, rtol=rtol, atol=0.01 * rtol, output_step=None, max_step=None, substeps=None,
            outputs=times[1:-1],
        )  # fmt: skip
        laws = self.functions.laws
        ready = PreparedRun(self.machine, settings, laws, self.t0, self.asked, self.stopping, len(X))
        ready.load(X[0], U[0], P[0], lanes=self._lanes, smooth=self._smooth)
        return ready

    def change_method(self, name: str, x: Vector, u: Vector, p: Vector) -> None:
        """Go on with another adaptive method, which compiles what it needs."""
        longest = getattr(self.method, "max_step", np.inf)
        own = replace(self.settings, method=name, max_step=longest if np.isfinite(longest) else None)
        method, self._needs = own.chosen
        self.method = replace(method, sampling=self.method.sampling)
        self.load(x, u, p, smooth=self._smooth)


def keep_closed(
    functions: MachineFunctions, formulation: Any, method: Any, t: float, x: Vector, u: Vector, p: Vector
) -> Formulation:
    """How the loop keeps this machine closed; see `stages_disagree` for why a projected one may close every stage."""
    stabilised, fixed = functions.stabilisation, method.fixed_step is not None
    if not functions.n_rows:
        return Formulation.PLAIN
    if stabilised is not None and not stabilised.projected:
        if fixed and isinstance(stabilised, Penalised) and stages_disagree(functions, t, x, u, p):
            raise DescriptionError(
                f"a penalty would lock {functions.mechanism.name!r}: where its loops gape, as between fixed steps, rows that "
                "repeat each other contradict each other. Use formulation='augmented-lagrangian', which closes every stage, or "
                "an adaptive method."
            )
        return Formulation.PLAIN
    if stabilised is not None:
        every_stage = method.needs.stage_closure and rows_repeat(functions, t, x, u, p)
        return Formulation.EVERY_STAGE if every_stage else Formulation.PROJECTED
    if stages_disagree(functions, t, x, u, p):
        return Formulation.INDEPENDENT if method.needs.stage_closure else Formulation.EVERY_STAGE
    return Formulation.INDEPENDENT if formulation == "independent" and method.routines else Formulation.PROJECTED


def _watchful(method: Any, machine: Mechanism, laws: Mapping[str, Any], events: Sequence[Event], times: Vector) -> Any:
    """An adaptive method that inspects its long steps, and takes none longer than the outputs are apart where something may happen
    that its error estimate cannot foresee: events, inputs and loads that depend on time or are written by users, prescribed
    motions. A method with a loop of its own cannot inspect: it takes steps as short as the samples are apart."""
    if not hasattr(method, "max_step") or method.fixed_step is not None:
        return method
    apart = float(times[-1] - times[0]) / max(len(times) - 1, OUTPUTS)
    sampling = apart / 2
    if not method.routines:
        return replace(method, max_step=min(method.max_step, sampling))
    surprising = bool(events) or bool(laws) or bool(machine.drives) or any(is_law(x) for x in machine.loads.values())
    surprising = surprising or network_facts(machine).timed
    longest = min(method.max_step, apart) if surprising else method.max_step
    return replace(method, max_step=longest, sampling=sampling)


# ----------------------------------------------------------------------------------------------------------------- starts


def refuse_inconsistent(functions: MachineFunctions, t: float, X: Vector, U: Vector, P: Vector) -> None:
    """Starts that contradict loops or prescribed motions are errors, not something to repair silently.

    One state, or one per row with its inputs and parameters.
    """
    X, U, P = np.atleast_2d(X, U, P)
    finite = np.isfinite(X).all(axis=1)
    if not finite.all():
        raise InconsistentStart(f"{_whose(int(finite.argmin()), len(X))}the start state contains NaN or infinite values.")
    if not functions.n_rows:
        return
    if len(X) == 1:
        residual, rate, *_ = functions.evaluate("closure", t, X[0], U[0], P[0])
    else:
        residual, rate, *_ = functions["closure"].batch(np.array([t]), X, U, P)
    allowed = accepted_gap(functions.mechanism).size
    for values, what in ((residual, "position"), (rate, "velocity")):
        gaps = np.abs(np.asarray(values)).reshape(len(X), -1)
        k, worst = divmod(int(gaps.argmax()), gaps.shape[1])
        if gaps[k, worst] > max(CONSISTENT, 1.01 * allowed * (what == "position")):
            row = functions.dynamics.all_rows[worst]
            remedy = " Start from coordinates, or from one state for each set of parameters." if len(X) > 1 else ""
            raise InconsistentStart(
                f"{_whose(k, len(X))}the start {what} contradicts {row.owner!r} by {gaps[k, worst]:.3g} ({row.label}): "
                f"start from m.assemble(…), which meets loops and prescribed motions.{remedy}"
            )


def _whose(machine: int, count: int) -> str:
    return f"machine {machine} of the batch: " if count > 1 else ""


def event_actions(
    functions: MachineFunctions, events: Sequence[Event], u: Vector, p: Vector
) -> Callable[[int, float, Vector, int], Vector | None]:
    """What the integrator calls at an event: the state that its action returns, checked and with the work it does."""
    machine, layout = functions.mechanism, functions.layout

    def act(index: int, t: float, x: Vector, lane: int = 0) -> Vector | None:
        action, name = events[index].action, events[index].name
        changed = action(State(machine, x, t, u, p, functions.laws)) if callable(action) else None
        if changed is None:
            return None
        if not isinstance(changed, State) or changed.mechanism is not machine:
            raise SimulationError(f"event {name!r} must return a state of the machine, or None.")
        try:
            refuse_inconsistent(functions, t, changed.x, u, p)
        except InconsistentStart as error:
            raise SimulationError(
                f"event {name!r} returned a state that opens the loops: {str(error).replace('the start ', 'its ')} "
                "Change rates with state.with_rates(…), positions with m.assemble(…, guess=state)."
            ) from None
        for old, new, what in ((u, changed.u, "inputs"), (p, changed.p, "parameters")):
            if new is not None and not np.array_equal(old, new):
                raise SimulationError(f"event {name!r} changes {what}: stop the run there, and go on with another one.")
        after = np.array(changed.x)
        # what the action puts into the machine is work done on it
        before, now = (State(machine, y, t, u, p, functions.laws)["machine.energy"] for y in (x, after))
        after[layout.work] = x[layout.work] + now - before
        return after

    return act
