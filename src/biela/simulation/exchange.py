"""Runs of machines that contain FMUs: machine and FMUs advance from one exchange of values to the next.

Over a step of length h each output y of an FMU is a parabola through its values at the beginning, in the middle and at the end, and
so is each input u of the FMU, from the signals of the machine:

    machine:  y(τ) ↦ u_m, u_e          FMU:  u(τ) ↦ y_m, y_e

Both maps together are repeated from the same beginning (the FMU goes back to it) until y agrees with itself; Anderson acceleration
makes that quick, also where the two are stiff together. A step is halved where they do not agree, or where the outputs inside it
leave the parabola, and grows again up to the step that was asked for. An FMU that cannot go back is asked once, with extrapolated
outputs. Sampled outputs, as of a digital controller, are held from one exchange to the next; at an exchange, results show the new
value.

Energy: the machine integrates the power at each port as it sees it, y(τ)·(its own flow); the FMU works with what it is given. The
difference is what the exchange has created, `port_created`.

References
----------
Walker & Ni (2011), *Anderson acceleration for fixed-point iterations*; Sadjina, Kyllingstad, Skjong & Pedersen (2017), *Energy
conservation and power bonds in co-simulations*
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError, warn
from biela.element.uses import refuse_unallowed
from biela.integrate.outcome import Outcome, joined
from biela.integrate.system import Status
from biela.mechanism.foreign import fmus
from biela.network.fmi.description import FmuError
from biela.network.fmi.unit import FmuProcess, StepRefused
from biela.simulation.audit import DoubtWarning
from biela.simulation.history import History
from biela.simulation.partner import Anderson, Partner, along, parabola
from biela.simulation.pieces import integrate_pieces
from biela.simulation.plan import Plan, with_method
from biela.simulation.stability import decays_within
from biela.simulation.stiffness import Completed
from biela.state.state import LEVELS, signal_names

ROUNDS = 12
"""Repetitions of a step at most."""
SMALLEST = 2.0**-12
"""Part of the step that was asked for below which it is not halved any more: an output jumps there."""
FIRST = 0.1
"""Part of that step with which a run begins."""
SAME = 1e-9
"""Part of a step within which two times are one."""
CREATED = 0.01
"""Part of the energy that went through a port, above which what the exchange has created makes a run doubtful."""
CHECKED, MOST_PARTS = 10, 256
"""Steps after which the number of parts in which an FMU takes a step is looked at again, and how many there may be."""
EARLY = 20
"""Steps after which `automatic` looks whether the machine is stiff."""


class DependencyWarning(UserWarning):
    """An FMU depends on an input on which it says it does not."""


class Exchange:
    """A run with FMUs."""

    def __init__(self, plan: Plan, u: Array, p: Array, options: dict[str, Any]):
        self.plan, self.u, self.p, self.options = plan, u, p, options
        self.yielded: float | None = None
        self.partners: list[Partner] = []
        self.notes: list[str] = []
        self.total: Outcome | None = None
        self.broken: BielaError | None = None
        self.rows: list[Array] = []
        self.repeated = self.steps = 0
        self.names: list[str] = []

    def run(self, x: Array) -> Completed:
        """Open all FMUs, run, and close them whatever happens."""
        plan = self.plan
        with ExitStack() as stack:
            for placed in fmus(plan.machine):
                c = placed.coupling
                refuse_unallowed(c.description.file, f"FMU {placed.name!r}")
                inner = {v: _own_unit(c, v, value) for v, value in c.parameters.items()}
                unit = FmuProcess(
                    c.description, c.kind, placed.name, [i.variable.name for i in c.inputs],
                    [o.variable.name for o in c.outputs], inner, (plan.t0, float(plan.times[-1])), 0.01 * c.tolerance, c.patience,
                )  # fmt: skip
                self.partners.append(Partner(placed, plan, stack.enter_context(unit)))
            self.names = [name for each in self.partners for name in each.signals]
            x = self._begin(np.array(x))
            try:
                self._loop(x)
            except BielaError as error:
                if self.total is None:
                    raise
                self.broken = error  # what was computed before is kept
        return Completed(self._outcome(), self.plan, self.yielded)

    # ------------------------------------------------------------------------------------------------------------- start

    def signals(self, t: float, x: Array) -> dict[str, float]:
        """Signals of the machine that FMUs are given."""
        functions = self.plan.functions
        table, levels, found = signal_names(functions), {}, {}
        for name in self.names:
            level, place, _ = table[name]
            if level not in levels:
                levels[level] = np.ravel(functions[LEVELS[level]](t, x, self.u, self.p))
            found[name] = float(levels[level][place])
        return found

    def _begin(self, x: Array) -> Array:
        """Initialise the FMUs with the machine at its start: outputs may depend on inputs at once, and these on the outputs."""
        t = self.plan.t0
        mixed = Anderson()
        for _ in range(50):
            self._hold(x)
            given = self.signals(t, x)
            new = [each.unit.look(each.read(given)) for each in self.partners]
            old = np.concatenate([each.y for each in self.partners])
            got = np.concatenate(new)
            for each, y in zip(self.partners, new, strict=True):
                each.size = np.maximum(each.size, np.abs(y))
            scale = np.concatenate([each.scale for each in self.partners])
            settled = bool(np.all(np.abs(got - old) <= 1e-3 * scale))
            self._share(got if settled else mixed.next(old, got, scale))
            if settled:
                break
        else:
            raise FmuError(
                f"{self.plan.machine.name!r}: at the start the outputs of {self._listed()} and the signals that they depend on do "
                "not settle. Break the loop with a filter, or exchange signals that do not depend on the FMU at once."
            )
        self._hold(x)
        given = self.signals(t, x)
        for each in self.partners:
            each.u = each.read(given)
            each.y = each.unit.begin(each.u)
            each.due = t + each.coupling.step
            self._look_for_lies(each)
        self._hold(x)
        return x

    def _hold(self, x: Array) -> None:
        """Constant outputs."""
        for each in self.partners:
            each.write(x, each.y, 0 * each.y, 0 * each.y)

    def _share(self, values: Array) -> None:
        """Give each FMU its part of a vector of outputs."""
        first = 0
        for each in self.partners:
            each.y = values[first : first + len(each.y)].copy()
            first += len(each.y)

    def _listed(self) -> str:
        return ", ".join(repr(each.placed.name) for each in self.partners)

    def _look_for_lies(self, each: Partner) -> None:
        """Change one input after the other, and see which outputs follow at once."""
        declared = each.coupling.description.depends
        for k, i in enumerate(each.coupling.inputs):
            if not i.variable.is_number:
                continue
            changed = each.u.copy()
            changed[k] += 1e-3 * (1 + abs(changed[k]))
            got = each.unit.look(changed)
            moved = np.abs(got - each.y) > 1e-9 * (1 + np.abs(each.y))
            for n in np.flatnonzero(moved):
                name = each.coupling.outputs[n].variable.name
                if name in declared and i.variable.name not in declared[name]:
                    text = (
                        f"FMU {each.placed.name!r} says that its output {name!r} does not depend on its input {i.variable.name!r} "
                        "at once, but it does. biela goes by what it found; other tools may not: have it exported again."
                    )
                    self.notes.append(text)
                    warn(text, DependencyWarning)
        each.y = each.unit.look(each.u) if each.coupling.inputs else each.y

    # ------------------------------------------------------------------------------------------------------------- steps

    def _loop(self, x: Array) -> None:
        """From exchange to exchange, to the end of the run."""
        t, end = self.plan.t0, float(self.plan.times[-1])
        if self.plan.times[0] <= t:
            self.rows.append(x.copy())
        smooth = [each for each in self.partners if not each.sampled]
        longest = min((each.coupling.step for each in smooth), default=end - t)
        h = FIRST * longest if smooth else longest
        while t < end:
            goal = self._goal(t, min(h, longest), end)
            if smooth:
                t1, x1, piece, h = self._smooth_step(t, x, goal, smooth, longest)
            else:
                t1, piece, x1 = goal, *self._advance(t, x, goal, [])
            self._keep(piece, t1)
            if piece.status[0] is not Status.DONE:
                return
            x, t = x1, t1
            self._sample(t, x, end)
            self._renew(t, x)
            self._change_stiff_method(t, x)

    def _renew(self, t: float, x: Array) -> None:
        """Outputs at an exchange show what was exchanged, whatever the rounding of the two times: values from then on."""
        same = SAME * min(each.coupling.step for each in self.partners)
        for k in range(len(self.rows) - 1, -1, -1):
            if self.plan.times[k] < t - same:
                break
            self.rows[k] = x.copy()

    def _goal(self, t: float, h: float, end: float) -> float:
        """Where a step ends: not beyond the next sample, and at the end or an output if that is there anyway."""
        stops = [each.due for each in self.partners if each.sampled] + [end]
        goal = min(t + h, *stops)
        near = [s for s in (*stops, *self._outputs(t, goal + SAME * h)) if abs(s - goal) <= SAME * h]
        goal = near[0] if near else goal
        return end if end - goal <= SAME * h else goal

    def _outputs(self, t: float, t1: float) -> Array:
        times = self.plan.times
        return np.asarray(times[(times > t) & (times <= t1)])

    def _advance(self, t: float, x: Array, t1: float, more: list[float]) -> tuple[Outcome, Array]:
        """The machine alone, with its outputs and further ones."""
        own = self._outputs(t, t1)
        gap = 1e-12 * max(abs(t1), t1 - t)
        extra = [s for s in (*more, t1) if not own.size or np.abs(own - s).min() > gap]
        times = np.array(sorted([*own, *extra]))
        piece = integrate_pieces(self.plan, t, x, self.u, self.p, times, **self.options)
        return piece, np.array(piece.x_end)

    def _smooth_step(
        self, t: float, x: Array, t1: float, smooth: list[Partner], longest: float
    ) -> tuple[float, Array, Outcome, float]:
        """One step on which machine and FMUs agree: its end, the state there, what the machine did, and the next length."""
        able = all(each.unit.rollback for each in smooth)
        if able:
            for each in smooth:
                each.unit.keep()
        while True:
            h, last = t1 - t, (t1 - t) / 2 < SMALLEST * longest
            try:
                done = self._agreed(t, x, t1, smooth, able)
            except StepRefused:
                if not able or last:
                    raise
                done = None
            if done is not None and done[0] is not None and done[0].status[0] is not Status.DONE:
                return t1, x, done[0], h
            if done is not None and (done[3] <= 1.0 or not able or last):
                piece, x1, rows, error = done
                break
            if last:
                raise FmuError(
                    f"{self.plan.machine.name!r}: at t = {t:.6g} s machine and {self._listed()} do not agree, however short the "
                    f"step. Give a larger tolerance, or put a mass or a capacity between them."
                )
            self.repeated += 1
            t1 = t + h / 2
            for each in smooth:
                each.unit.restore()
        if error > 1.0 and able and not any("jumps" in note for note in self.notes):
            self.notes.append(f"an output of {self._listed()} jumps near t = {t1:.6g} s: steps of the exchange are short there.")
        for each, row in zip(smooth, rows, strict=True):
            each.slope = parabola(row[0], row[len(row) // 2], row[-1], h)[:, 1:]
            each.y = row[-1].copy()
            each.slope[:, 0] += 2 * h * each.slope[:, 1]
        self._hold_smooth(x1, smooth)
        self.steps += 1
        grow = float(np.clip(0.9 * max(error, 1e-9) ** (-1 / 3), 0.2, 2.0)) if able else 2.0
        return t1, x1, piece, min(longest, h * grow)

    def _hold_smooth(self, x: Array, smooth: list[Partner]) -> None:
        for each in smooth:
            each.write(x, each.y, each.slope[:, 0], 2 * each.slope[:, 1])

    def _agreed(
        self, t: float, x: Array, t1: float, smooth: list[Partner], able: bool
    ) -> tuple[Outcome, Array, list[Array], float] | None:
        """Repeat a step until both sides agree: what the machine did, its end, outputs within the step, and how far these leave
        the parabola, in tolerances; None if they do not agree."""
        h, middle = t1 - t, (t + t1) / 2
        scale = np.concatenate([np.tile(each.scale, 2) for each in smooth])
        wanted = np.concatenate(
            [each.y + tau * (each.slope[:, 0] + tau * each.slope[:, 1]) for each in smooth for tau in (h / 2, h)]
        )
        begin = self.signals(t, x)
        mixed = Anderson()
        for round_ in range(ROUNDS if able else 1):
            if round_:
                for each in smooth:
                    each.unit.restore()
            start = x.copy()
            self._write_guess(start, wanted, smooth, h)
            piece, x1 = self._advance(t, start, t1, [middle])
            if piece.status[0] is not Status.DONE:
                return piece, x1, [], 0.0
            between = piece.x[int(np.abs(piece.t - middle).argmin())]
            at_middle, at_end = self.signals(middle, between), self.signals(t1, x1)
            rows, paths = [], []
            for each in smooth:
                path = parabola(each.read(begin), each.read(at_middle), each.read(at_end), h)
                out = each.unit.step(h, each.parts, path, each.read(at_end))
                rows.append(np.array([each.y, *out]))
                paths.append(path)
            got = np.concatenate([row[k] for row in rows for k in (len(row) // 2, -1)])
            if not np.all(np.isfinite(got)):
                raise FmuError(f"an output of {self._listed()} is not finite at t = {t1:.6g} s.")
            if not able or np.all(np.abs(got - wanted) <= scale):
                if able and self.steps % CHECKED == 0:
                    rows = [self._refined(*one, h) for one in zip(smooth, paths, rows, strict=True)]
                for each, path, row in zip(smooth, paths, rows, strict=True):
                    each.account(x1, x, path, row, h)
                return piece, x1, rows, self._error(rows, smooth, h)
            wanted = mixed.next(wanted, got, scale)
        return None

    @staticmethod
    def _refined(each: Partner, path: Array, row: Array, h: float) -> Array:
        """The step of an FMU once more, in twice as many parts: where that makes a difference, it is so from now on. An FMU that
        does not interpolate its inputs has constant ones in each part."""
        if each.exact or not len(path):
            return row
        each.unit.restore()
        finer = np.array([each.y, *each.unit.step(h, 2 * each.parts, path, along(path, h))])
        off = float(np.max(np.abs(finer[-1] - row[-1]) / each.scale))
        if off > 1.0:
            each.parts = min(2 * each.parts, MOST_PARTS)
        elif off < 1 / 16:
            each.parts = max(each.parts // 2, 2 * ((each.coupling.parts + 1) // 2))
        return finer

    @staticmethod
    def _write_guess(x: Array, wanted: Array, smooth: list[Partner], h: float) -> None:
        """Outputs over a step as parabolas in the state of the machine."""
        first = 0
        for each in smooth:
            n = len(each.y)
            middle, end = wanted[first : first + n], wanted[first + n : first + 2 * n]
            c = parabola(each.y, middle, end, h)
            each.write(x, c[:, 0], c[:, 1], 2 * c[:, 2])
            first += 2 * n

    @staticmethod
    def _error(rows: list[Array], smooth: list[Partner], h: float) -> float:
        """How far the outputs inside a step leave the parabola, in tolerances."""
        worst = 0.0
        for each, row in zip(smooth, rows, strict=True):
            c = parabola(row[0], row[len(row) // 2], row[-1], h)
            for k in range(1, len(row) - 1):
                off = np.abs(row[k] - along(c, h * k / (len(row) - 1)))
                worst = max(worst, float(np.max(off / each.scale, initial=0.0)))
        return worst

    def _sample(self, t: float, x: Array, end: float) -> None:
        """FMUs whose sample is due: they take the step with what they were given at its beginning, then look at the machine."""
        due = [each for each in self.partners if each.sampled and abs(each.due - t) <= SAME * each.coupling.step]
        for each in due:
            h = t - each.unit.t
            path = np.stack([each.u, 0 * each.u, 0 * each.u], axis=1)
            rows = np.array([each.y, *each.unit.step(h, each.coupling.parts, path, each.u)])
            before = x.copy()
            for energy, _ in each.energy:
                before[energy] = each.seen.get(energy, 0.0)
            each.account(x, before, path, rows, h)
            each.seen = {energy: float(x[energy]) for energy, _ in each.energy}
        for each in due:
            each.u = each.read(self.signals(t, x))
            each.y = each.unit.look(each.u)
            each.write(x, each.y, 0 * each.y, 0 * each.y)
            each.taken += 1
            each.due = min(self.plan.t0 + (each.taken + 1) * each.coupling.step, max(end, t))
            self.steps += 1

    def _change_stiff_method(self, t: float, x: Array) -> None:
        """`automatic` looks once whether the machine is stiff: its steps are too few between two exchanges to show it."""
        plan = self.plan
        if not getattr(plan.method, "yields", False) or self.steps != EARLY or self.total is None:
            return
        mean = (t - plan.t0) / max(int(self.total.steps[0]), 1)
        if decays_within(plan.functions, t, x, self.u, self.p, mean):
            self.plan, self.yielded = with_method(plan, "rosenbrock", x, self.u, self.p), t
        else:
            self.plan = replace(plan, method=replace(plan.method, yields=False))

    # ----------------------------------------------------------------------------------------------------------- results

    def _keep(self, piece: Outcome, t1: float) -> None:
        """Keep the outputs of a piece, and join what it cost."""
        times = self.plan.times
        reached = int(piece.reached[0])
        while len(self.rows) < len(times) and times[len(self.rows)] <= t1:
            k = int(np.abs(piece.t - times[len(self.rows)]).argmin())
            if k > reached:
                break
            self.rows.append(np.array(piece.x[k]))
        empty = replace(piece, t=piece.t[:0], x=piece.x[:0], reached=np.array([-1]))
        self.total = empty if self.total is None else joined(self.total, empty)

    def _outcome(self) -> Outcome:
        assert self.total is not None
        n = len(self.rows)
        table = np.full((len(self.plan.times), self.plan.functions.layout.n_x), np.nan)
        table[:n] = self.rows
        return replace(self.total, t=self.plan.times, x=table, reached=np.array([n - 1]))

    def report(self, history: History) -> None:
        """Say what was exchanged, and what became of the energy at the ports."""
        history.notes += self.notes
        for each in self.partners:
            able = "" if each.sampled or each.unit.rollback else " It cannot go back, so that its outputs were extrapolated."
            repeats = f", {self.repeated} times halved" if self.repeated and not each.sampled else ""
            history.notes.append(f"FMU {each.placed.name!r}: {self.steps} exchanges{repeats}.{able}")
            for (energy, created), border, flown in zip(each.energy, each.coupling.borders, each.flown, strict=True):
                through, made = history.x[-1][energy], history.x[-1][created]
                share = abs(made) / flown if flown else 0.0
                text = (
                    f"port {border.name!r} of FMU {each.placed.name!r}: {through:.6g} J went into the machine; the exchange itself "
                    f"created {made:.2g} J, {share:.2g} of what went through."
                )
                history.notes.append(text)
                if share > CREATED:
                    history.status = "doubtful" if history.status == "done" else history.status
                    advice = f"{text} Give the FMU a shorter step."
                    warn(f"{history.mechanism.name!r}: {advice}", DoubtWarning)


def _own_unit(coupling: Any, name: str, value: Any) -> Any:
    """A parameter in the unit of the FMU."""
    if isinstance(value, str | bool):
        return value
    return coupling.description.variables[name].from_si(float(value))
