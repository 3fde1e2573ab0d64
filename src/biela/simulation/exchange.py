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
from biela.mechanism.foreign import Placed, fmus
from biela.network.fmi.component import SAMPLED
from biela.network.fmi.description import FmuError
from biela.network.fmi.standard import MODEL_EXCHANGE
from biela.network.fmi.unit import FmuProcess, StepRefused
from biela.simulation.audit import DoubtWarning
from biela.simulation.history import History
from biela.simulation.pieces import Completed, integrate_pieces
from biela.simulation.plan import Plan, with_method
from biela.simulation.stability import decays_within
from biela.state.network_start import state_place
from biela.state.state import LEVELS, signal_names

MOST_ROUNDS = 12
"""Largest number of repetitions of a step."""
LEAST_STEP = 2.0**-12
"""Smallest step that is halved, as part of the requested one: below it an output jumps."""
FIRST_STEP = 0.1
"""First step of a run, as part of the requested one."""
SAME_TIME = 1e-9
"""Largest difference of times that are equal, as part of a step."""
CREATED = 0.01
"""Largest energy that the exchange may create, as part of the energy through a port; beyond it a run is doubtful."""
REFINED_EVERY, MOST_PARTS = 10, 256
"""Number of steps after which the parts in which an FMU takes a step are counted anew, and their largest number."""
STIFF_AFTER = 20
"""Number of steps after which `automatic` judges whether the machine is stiff."""
MEMORY = 5
"""Number of earlier tries in Anderson acceleration."""


class DependencyWarning(UserWarning):
    """An FMU depends at once on an input that it does not declare."""


class Partner:
    """An FMU in a run: its process, its places in the state of the machine, and its last outputs."""

    def __init__(self, placed: Placed, plan: Plan, unit: FmuProcess):
        self.placed, self.coupling, self.unit = placed, placed.coupling, unit
        machine, start = plan.machine, plan.functions.layout.networks.start
        scope, c = placed.scope, placed.coupling

        def place(element: str, quantity: str = "value") -> int:
            return int(start) + state_place(machine, f"{scope}{element}.{quantity}")

        self.places = np.array([[place(o.element, f"value_{k}") for k in (1, 2, 3)] for o in c.outputs], int)
        self.signals = [f"{scope}{i.element}.value" for i in c.inputs]
        self.energy = [(place(f"{b.name}_energy"), place(f"{b.name}_created")) for b in c.borders]
        self.sampled = c.exchange == SAMPLED
        self.y = np.array([o.variable.start for o in c.outputs])
        self.size = np.array([abs(o.variable.nominal) or 1e-6 for o in c.outputs])
        self.slope = np.zeros((len(c.outputs), 2))
        self.flown = [0.0] * len(c.borders)
        self.u: Array = np.zeros(len(c.inputs))
        self.taken, self.due = 0, 0.0
        self.parts = 2 * ((c.parts + 1) // 2)
        self.seen: dict[int, float] = {}
        self.exact = c.kind == MODEL_EXCHANGE or c.description.interpolates

    @property
    def scale(self) -> Array:
        """Tolerances of its outputs."""
        self.size = np.maximum(self.size, np.abs(self.y))
        return np.asarray(self.coupling.tolerance * self.size)

    def read(self, signals: dict[str, float]) -> Array:
        """Return its inputs, in its own units."""
        pairs = zip(self.coupling.inputs, self.signals, strict=True)
        return np.array([i.variable.from_si(signals[name]) for i, name in pairs])

    def write(self, x: Array, y: Array, slope: Array, bend: Array) -> None:
        """Write parabolas into the state of the machine, in SI units: value, slope and bend of each output."""
        for k, o in enumerate(self.coupling.outputs):
            f = o.variable.factor
            x[self.places[k]] = o.variable.to_si(y[k]), f * slope[k], f * bend[k]

    def account(self, x: Array, before: Array, path: Array, rows: Array, h: float) -> None:
        """Add to the energy that the exchange has created: the energy that the machine saw less that which the FMU gave.

        path : inputs as (n, 3) coefficients; rows : outputs at the beginning and at the end of each part
        """
        parts = len(rows) - 1
        d, edges = h / parts, h * np.arange(parts + 1) / parts
        for (energy, created), border, n in zip(self.energy, self.coupling.borders, range(len(self.flown)), strict=True):
            y = np.array([self.coupling.outputs[border.output].variable.to_si(v) for v in rows[:, border.output]])
            bend = (y[0] - 2 * y[parts // 2] + y[-1]) * 2 / h**2 if parts > 1 else 0.0
            variable, c = self.coupling.inputs[border.input].variable, path[border.input]
            a, b = edges[:-1], edges[1:]
            u = variable.to_si(c[0] + c[1] * (a + b) / 2 + c[2] * (a * a + a * b + b * b) / 3)
            given = border.sign * float(np.sum(u * (d * (y[:-1] + y[1:]) / 2 - bend * d**3 / 6)))
            seen = float(x[energy] - before[energy])
            x[created] = before[created] + seen - given
            self.flown[n] += abs(seen)


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

    def run(self, x: Array) -> Completed:
        """Open all FMUs, run, and close them whatever happens."""
        plan = self.plan
        with ExitStack() as stack:
            for placed in fmus(plan.machine):
                c = placed.coupling
                refuse_unallowed(c.description.file, f"FMU {placed.name!r}")
                inner = {
                    v: value if isinstance(value, str | bool) else c.description.variables[v].from_si(float(value))
                    for v, value in c.parameters.items()
                }
                unit = FmuProcess(
                    c.description, c.kind, placed.name, [i.variable.name for i in c.inputs],
                    [o.variable.name for o in c.outputs], inner, (plan.t0, float(plan.times[-1])), 0.01 * c.tolerance, c.patience,
                )  # fmt: skip
                self.partners.append(Partner(placed, plan, stack.enter_context(unit)))
            x = self._begin(np.array(x))
            try:
                self._loop(x)
            except BielaError as error:
                if self.total is None:
                    raise
                self.broken = error  # what was computed before is kept
        assert self.total is not None
        table = np.full((len(plan.times), plan.functions.layout.n_x), np.nan)
        table[: len(self.rows)] = self.rows
        outcome = replace(self.total, t=plan.times, x=table, reached=np.array([len(self.rows) - 1]))
        return Completed(outcome, self.plan, self.yielded)

    def signals(self, t: float, x: Array) -> dict[str, float]:
        """Return the signals of the machine that FMUs are given."""
        functions, names = self.plan.functions, [name for each in self.partners for name in each.signals]
        table = signal_names(functions)
        values = {k: np.ravel(functions[LEVELS[k]](t, x, self.u, self.p)) for k in {table[name][0] for name in names}}
        return {name: float(values[level][place]) for name in names for level, place, _ in (table[name],)}

    def _begin(self, x: Array) -> Array:
        """Initialise the FMUs with the machine at its start: outputs may depend on inputs at once, and these on the outputs."""
        t, tries = self.plan.t0, list[tuple[Array, Array]]()
        ends = np.cumsum([len(each.y) for each in self.partners])[:-1]
        for _ in range(50):
            self._hold(x)
            given = self.signals(t, x)
            new = [each.unit.look(each.read(given)) for each in self.partners]
            old, got = np.concatenate([each.y for each in self.partners]), np.concatenate(new)
            for each, y in zip(self.partners, new, strict=True):
                each.size = np.maximum(each.size, np.abs(y))
            scale = np.concatenate([each.scale for each in self.partners])
            settled = bool(np.all(np.abs(got - old) <= 1e-3 * scale))
            tries.append((old, got))
            parts = np.split(got if settled else accelerated(tries, scale), ends)
            for each, y in zip(self.partners, parts, strict=True):
                each.y = y.copy()
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
        """Hold all outputs constant."""
        for each in self.partners:
            each.write(x, each.y, 0 * each.y, 0 * each.y)

    def _listed(self) -> str:
        return ", ".join(repr(each.placed.name) for each in self.partners)

    def _look_for_lies(self, each: Partner) -> None:
        """Change one input after the other, and warn of outputs that follow at once against the description."""
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

    def _loop(self, x: Array) -> None:
        """Advance from exchange to exchange, to the end of the run."""
        t, end = self.plan.t0, float(self.plan.times[-1])
        if self.plan.times[0] <= t:
            self.rows.append(x.copy())
        smooth = [each for each in self.partners if not each.sampled]
        longest = min((each.coupling.step for each in smooth), default=end - t)
        h = FIRST_STEP * longest if smooth else longest
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
            # results at an exchange show the values from then on, whatever the rounding of the two times
            same = SAME_TIME * min(each.coupling.step for each in self.partners)
            for k in range(int(np.searchsorted(self.plan.times, t - same)), len(self.rows)):
                self.rows[k] = x.copy()
            self._change_stiff_method(t, x)

    def _goal(self, t: float, h: float, end: float) -> float:
        """Return the end of a step: not beyond the next sample, and exactly at the end or an output that is within rounding."""
        stops = [each.due for each in self.partners if each.sampled] + [end]
        goal = min(t + h, *stops)
        near = (s for s in (*stops, *self._outputs(t, goal + SAME_TIME * h)) if abs(s - goal) <= SAME_TIME * h)
        goal = next(near, goal)
        return end if end - goal <= SAME_TIME * h else goal

    def _outputs(self, t: float, t1: float) -> Array:
        times = self.plan.times
        return np.asarray(times[(times > t) & (times <= t1)])

    def _advance(self, t: float, x: Array, t1: float, more: list[float]) -> tuple[Outcome, Array]:
        """Integrate the machine alone, with its outputs and further ones."""
        own = self._outputs(t, t1)
        gap = 1e-12 * max(abs(t1), t1 - t)
        extra = [s for s in (*more, t1) if not own.size or np.abs(own - s).min() > gap]
        times = np.array(sorted([*own, *extra]))
        piece = integrate_pieces(self.plan, t, x, self.u, self.p, times, **self.options)
        return piece, np.array(piece.x_end)

    def _smooth_step(
        self, t: float, x: Array, t1: float, smooth: list[Partner], longest: float
    ) -> tuple[float, Array, Outcome, float]:
        """Take a step on which machine and FMUs agree; return its end, the state there, the outcome, and the next length."""
        able = all(each.unit.rollback for each in smooth)
        for each in smooth if able else ():
            each.unit.keep()
        while True:
            h, last = t1 - t, (t1 - t) / 2 < LEAST_STEP * longest
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
            each.write(x1, each.y, each.slope[:, 0], 2 * each.slope[:, 1])
        self.steps += 1
        grow = float(np.clip(0.9 * max(error, 1e-9) ** (-1 / 3), 0.2, 2.0)) if able else 2.0
        return t1, x1, piece, min(longest, h * grow)

    def _agreed(
        self, t: float, x: Array, t1: float, smooth: list[Partner], able: bool
    ) -> tuple[Outcome, Array, list[Array], float] | None:
        """Repeat a step until both sides agree; return the outcome of the machine, its end, outputs within the step, and their
        distance from the parabola in tolerances; None if they do not agree."""
        h, middle = t1 - t, (t + t1) / 2
        scale = np.concatenate([np.tile(each.scale, 2) for each in smooth])
        guesses = [each.y + tau * (each.slope[:, 0] + tau * each.slope[:, 1]) for each in smooth for tau in (h / 2, h)]
        wanted, ends = np.concatenate(guesses), np.cumsum([len(guess) for guess in guesses])[:-1]
        begin, tries = self.signals(t, x), list[tuple[Array, Array]]()
        for round_ in range(MOST_ROUNDS if able else 1):
            for each in smooth if round_ else ():
                each.unit.restore()
            start, values = x.copy(), np.split(wanted, ends)
            for each, half, end in zip(smooth, values[::2], values[1::2], strict=True):
                c = parabola(each.y, half, end, h)
                each.write(start, c[:, 0], c[:, 1], 2 * c[:, 2])
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
                if able and self.steps % REFINED_EVERY == 0:
                    rows = [self._refined(*one, h) for one in zip(smooth, paths, rows, strict=True)]
                for each, path, row in zip(smooth, paths, rows, strict=True):
                    each.account(x1, x, path, row, h)
                return piece, x1, rows, self._error(rows, smooth, h)
            tries.append((wanted, got))
            wanted = accelerated(tries, scale)
        return None

    @staticmethod
    def _refined(each: Partner, path: Array, row: Array, h: float) -> Array:
        """Repeat the step of an FMU in twice as many parts, and keep them if that makes a difference: an FMU that does not
        interpolate its inputs has constant ones in each part."""
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
    def _error(rows: list[Array], smooth: list[Partner], h: float) -> float:
        """Return the largest distance of outputs inside a step from the parabola, in tolerances."""
        worst = 0.0
        for each, row in zip(smooth, rows, strict=True):
            c = parabola(row[0], row[len(row) // 2], row[-1], h)
            off = [np.abs(y - along(c, h * k / (len(row) - 1))) / each.scale for k, y in enumerate(row)]
            worst = max(worst, float(np.max(off[1:-1], initial=0.0)))
        return worst

    def _sample(self, t: float, x: Array, end: float) -> None:
        """Step FMUs whose sample is due with the inputs at its beginning, then read the machine."""
        due = [each for each in self.partners if each.sampled and abs(each.due - t) <= SAME_TIME * each.coupling.step]
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
        """Judge once for `automatic` whether the machine is stiff: steps between two exchanges are too few to show it."""
        plan = self.plan
        if not getattr(plan.method, "yields", False) or self.steps != STIFF_AFTER or self.total is None:
            return
        mean = (t - plan.t0) / max(int(self.total.steps[0]), 1)
        if decays_within(plan.functions, t, x, self.u, self.p, mean):
            self.plan, self.yielded = with_method(plan, "rosenbrock", x, self.u, self.p), t
        else:
            self.plan = replace(plan, method=replace(plan.method, yields=False))

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

    def report(self, history: History) -> None:
        """Note the number of exchanges, and the energy at the ports."""
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
                    warn(f"{history.mechanism.name!r}: {text} Give the FMU a shorter step.", DoubtWarning)


def parabola(y0: Array, middle: Array, end: Array, h: float) -> Array:
    """Return coefficients (n, 3) of the parabolas through values at 0, h/2 and h."""
    return np.stack([y0, (4 * middle - 3 * y0 - end) / h, 2 * (y0 - 2 * middle + end) / h**2], axis=1)


def along(c: Array, tau: float) -> Array:
    """Evaluate parabolas at a time."""
    return np.asarray(c[:, 0] + tau * (c[:, 1] + tau * c[:, 2]))


def accelerated(tries: list[tuple[Array, Array]], scale: Array) -> Array:
    """Return the next y of g(y) = y by Anderson acceleration: of the last tries (y, g), the combination whose g − y cancel best."""
    F = np.array([(g - y) / scale for y, g in tries[-MEMORY - 1 :]])
    G = np.array([g for _, g in tries[-MEMORY - 1 :]])
    weights, *_ = np.linalg.lstsq(np.diff(F, axis=0).T, F[-1], rcond=1e-10)
    mixed = G[-1] - np.diff(G, axis=0).T @ weights
    return np.asarray(mixed if len(tries) > 1 and np.all(np.isfinite(mixed)) else G[-1])
