"""Closure of all loops with some coordinates held, as a least-squares problem on the configuration manifold.

Lengths are measured in machine sizes (`biela.mechanism.size`), angles in radians: then a linkage of a micrometre and one
of a hundred kilometres are the same problem, rows of both kinds weigh alike, and one tolerance serves both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, InconsistentStart, UnknownName, nearest
from biela.base.levenberg_marquardt import levenberg_marquardt
from biela.base.rank import least_solution
from biela.base.session import derived
from biela.base.surface import setting
from biela.mechanism.gear_train import trains
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import call
from biela.mechanism.rows import row_facts
from biela.mechanism.size import machine_size
from biela.state.functions import MachineFunctions
from biela.state.held import Held

MORE = "coordinates: {!r} depends on more than the position; it cannot be held there."
CLOSED = 1e-12
"""Residual at which a search for a closed loop ends [rad, machine sizes]."""
ROUNDED = 1e-9
"""Largest residual that counts as rounding of the data [rad, machine sizes]: no machine is built so exactly."""


@dataclass(frozen=True)
class Attempt:
    """End of a search: the state, and the largest of its residuals [rad, machine sizes]."""

    x: Array
    residual: float


class ClosureProblem:
    """Closure of all loops with some coordinates held; `solve` looks for it from a start.

    Parameters
    ----------
    t, p : time, for prescribed motions, and values of the free parameters
    held : coordinates that are given
    tolerance : largest residual of a closed loop [rad, machine sizes]
    """

    def __init__(self, functions: MachineFunctions, t: float, p: Array, held: Held | None = None, tolerance: float = ROUNDED):
        self.functions, self.t, self.p, self.tolerance = functions, t, p, tolerance
        self.mechanism = functions.mechanism
        self.held = held = Held(self.mechanism, {}, "coordinates") if held is None else held
        self.u = np.zeros(len(self.mechanism.actuators))
        self.targets = np.array([*held.values, *held.signals.values()])
        self.layout, self.n_v = functions.layout, functions.layout.n_v
        self.moving = np.ones(self.n_v)
        """One for entries of v along which a search moves, zero for those that it leaves where they are."""
        self._last: tuple[bytes, tuple[Any, ...]] = (b"", ())
        self._place_joints()
        self._measure()

    def _measure(self) -> None:
        """Set the units of residuals and steps: the size of the machine for lengths, else one."""
        m, at = self.mechanism, self.joint_at
        strokes = [abs(value) for i, value in self.wanted.items() if at[i][0].type.coordinates[at[i][1]].unit == "m"]
        self.size = max([machine_size(m), *strokes])
        facts = row_facts(m)
        units = [row.unit for row in facts]
        self.holonomic = np.array([float(row.holonomic) for row in facts])
        held = [self.joint_at[place] for place in self.held.places]
        units += [joint.type.coordinates[k].unit for joint, k in held]
        self.signal_places: list[tuple[int, int, str]] = []  # level, place among the signals of that level, and unit
        if self.held.signals:
            from biela.state.state import signal_names

            table = signal_names(self.functions)
            for name in self.held.signals:
                if name not in table:
                    raise UnknownName(f"coordinates: no joint and no signal {name!r}.{nearest(name, list(table))}")
                if table[name][0] > 1:
                    raise DescriptionError(MORE.format(name))
                self.signal_places.append(table[name])
        units += [unit for *_, unit in self.signal_places]
        self.row_unit = np.array([self.size if unit == "m" else 1.0 for unit in units])
        self.step_unit = self.layout.rate_lengths(self.size)

    def refuse_other_signals(self, x: Array) -> None:
        """Refuse held signals that the position alone does not determine."""
        if not self.held.signals:
            return
        moving = x.copy()
        moving[self.layout.v] = np.random.default_rng(4).normal(size=self.n_v)
        change = self._signals(x[None])[0] - self._signals(moving[None], still=False)[0]
        for name, value in zip(self.held.signals, change, strict=True):
            if value != 0.0:
                raise DescriptionError(MORE.format(name))

    def _signals(self, X: Array, still: bool = True) -> Array:
        """Evaluate held signals at states, one row each; at rest by default."""
        n = len(X)
        X = self.layout.at_rest(X) if still else X
        arguments = np.full((n, 1), self.t), X, np.repeat(self.u[None], n, 0), np.repeat(self.p[None], n, 0)
        kernels = {level: ("position", "velocity")[level] for level, *_ in self.signal_places}
        values = {level: np.asarray(self.functions[k].batch(*arguments)).reshape(n, -1) for level, k in kernels.items()}
        return np.stack([values[level][:, place] for level, place, _ in self.signal_places], axis=1)

    def _slopes(self, of: Callable[[Array], Any], x: Array, h: float = 1e-6) -> Array:
        """Differentiate a function of states (one row each) along the tangent, by central differences."""
        steps = h * np.diag(self.step_unit)
        ahead, behind = np.split(of(np.array([self.moved(x, step) for step in (*steps, *-steps)])), 2)
        return np.asarray((ahead - behind).T / (2 * h * self.step_unit))

    def _place_joints(self) -> None:
        """Find the places of the coordinates of all joints, in the tree and among the turn hints."""
        joints = self.mechanism.joints.values()
        self.joint_at = [(joint, k) for joint in joints for k in range(joint.type.n_q)]  # for each place
        # where a screw or a gear counts turns, one more turn of a joint is another position
        screws = any(joint.type.lead is not None for joint in joints)
        self.turns_matter = screws or any(c.terms for c in self.mechanism.couplings.values())
        self.hint_places, self.hints, first = self.layout.hint_places, self.layout.hints, self.layout.coordinates
        self.driven: dict[int, tuple[str, float]] = {}  # place → drive, and its value at the time
        values = dict(zip(self.mechanism.parameters, self.p, strict=True))
        for d in self.mechanism.drives.values():
            value = np.asarray(call(d.motion, self.t, values), dtype=np.float64)
            if value.size != 1:
                raise DescriptionError(f"motion of drive {d.name!r} returned shape {value.shape}: it must return one number.")
            self.driven[first[d.joint].start + d.coordinate] = d.name, float(value.ravel()[0])
        self.given = dict(zip(self.held.places, self.held.values, strict=True))
        self.wanted = {place: at for place, (_, at) in self.driven.items()} | self.given

    def refuse_contradiction(self) -> None:
        """Refuse coordinates that contradict a prescribed motion."""
        for place, value, label in zip(self.held.places, self.held.values, self.held.labels, strict=True):
            if place in self.driven and abs(self.driven[place][1] - value) > 1e-9 * (1.0 + abs(value)):
                name, prescribed = self.driven[place]
                raise InconsistentStart(
                    f"{label} = {value:.6g} contradicts the prescribed motion {name!r}, which has it at {prescribed:.6g} at "
                    f"t = {self.t:g} s. Leave it out, or assemble at another time with assemble(t=…)."
                )

    def coordinates(self, x: Array) -> Array:
        """Return the coordinates of all joints."""
        return np.asarray(self._coordinates(x)[0])

    def _coordinates(self, x: Array) -> tuple[Any, ...]:
        """Evaluate coordinates and their Jacobian; cached, since each step does so twice at the same point."""
        place, last = x.tobytes(), self._last
        if place != last[0]:
            self._last = last = place, self.functions.evaluate("coordinates", self.t, x, self.u, self.p)
        return last[1]

    def wound(self, x: Array) -> Array:
        """Add whole turns to angles of x that are given or prescribed, so that they are less than a turn from there.

        With screws or gears every turn moves something, and they are left to be wound.
        """
        if not self.wanted or self.turns_matter:
            return x
        x, q = x.copy(), self.coordinates(x)
        for place, value in self.wanted.items():
            joint, k = self.joint_at[place]
            turns = 2 * np.pi * np.round((value - q[place]) / (2 * np.pi))
            if joint.type.coordinates[k].unit != "rad" or turns == 0.0:
                continue
            link = self.mechanism.topology.link_of(joint.name)
            x[self.hints.start + self.hint_places.index(place) if link is None else link.q.start + k] += turns
        return x

    def residual(self, x: Array, targets: Array) -> tuple[Array, Array]:
        """Return residuals, closure rows first, and their Jacobian on the tangent."""
        arguments = (self.t, x, self.u, self.p)
        rows, jacobian = np.zeros(0), np.zeros((0, self.n_v))
        if self.functions.constrained:
            rows, _, jacobian, _ = self.functions.evaluate("closure", *arguments)
            jacobian = jacobian * self.holonomic[:, None]  # what rolls may be put anywhere
        if not self.held.places and not self.held.signals:
            return rows, jacobian
        q, _, J = self._coordinates(x)
        extra, extra_rows, slopes, n = [], [], None, len(self.held.places)
        for place, target, is_angle in zip(self.held.places, targets[:n], self.held.angles, strict=True):
            joint, k = self.joint_at[place]
            if joint.type.quaternion is None:
                row = J[self.layout.rates[joint.name].start + k]
            else:
                if slopes is None:
                    slopes = self._slopes(lambda X: np.array([self.coordinates(y) for y in X]), x)
                row = slopes[place]
                if joint.type.quaternion <= k < joint.type.quaternion + 4:  # q and −q are one: take the nearer, as far as given
                    first = place - k + joint.type.quaternion
                    target *= 1.0 if sum(q[i] * self.given.get(i, 0.0) for i in range(first, first + 4)) >= 0 else -1.0
            gap = q[place] - target
            if is_angle and not self.turns_matter and place in self.hint_places:
                gap = np.arctan2(np.sin(gap), np.cos(gap))  # turns of a cut joint are set at the end
            extra.append(gap)
            extra_rows.append(row)
        if self.held.signals:
            extra += list(self._signals(x[None])[0] - targets[n:])
            extra_rows += list(self._slopes(self._signals, x))
        return np.concatenate([rows, extra]), np.vstack([jacobian, extra_rows])

    def moved(self, x: Array, xi: Array) -> Array:
        """Move the configuration of x along the tangent, by less than half a turn."""
        out = x.copy()
        out[self.layout.q] = self.functions.evaluate("retract", self.t, x, self.u, self.p, xi)[0]
        if self.hint_places:  # turns are counted on the way
            found = self._coordinates(out)
            out[self.hints] = found[0][self.hint_places]
            self._last = out.tobytes(), found  # a turn that is counted stays as it is
        return out

    def solve(
        self, start: Array, targets: Array | None = None, iterations: int = 200, patient: bool = True, open_by: Array | float = 0.0
    ) -> Attempt:
        """Find the closed position near a start, or the one with the smallest gaps; see `levenberg_marquardt`.

        `open_by` are residuals wanted instead of zero, on the way from an open position to a closed one.
        """
        targets, unit = self.targets if targets is None else targets, self.step_unit * self.moving

        def measure(x: Array) -> tuple[Array, Array]:
            r, J = self.residual(x, targets)
            return (r - open_by) / self.row_unit, J * unit / self.row_unit[:, None]

        def move(x: Array, step: Array) -> Array:
            return self.moved(x, unit * step)

        least = 0.01 * min(self.tolerance, CLOSED)
        x, r = levenberg_marquardt(measure, move, start.copy(), least, iterations, patient)
        return Attempt(x, float(np.abs(r).max()) if r.size else 0.0)

    def best_of(self, best: Attempt, starts: Sequence[Array]) -> Attempt:
        """Return the best of an attempt and of those from other starts; to its last digits where none closes."""
        found = min([best, *(self.solve(start, patient=False) for start in starts)], key=lambda a: a.residual)
        if found is best or found.residual <= self.tolerance:
            return found
        return min(found, self.solve(found.x), key=lambda a: a.residual)

    def lead(self, start: Array, steps: int = 40) -> Attempt:
        """Lead the held coordinates from where the start has them to their targets, closing the loops on the way."""
        if not self.targets.size:
            return self.solve(start)
        free = ClosureProblem(self.functions, self.t, self.p, tolerance=self.tolerance).solve(start)
        origin = self.coordinates(free.x)[self.held.places]
        if self.held.signals:
            origin = np.concatenate([origin, self._signals(free.x[None])[0]])
        attempt, x = free, free.x
        for fraction in np.linspace(0.0, 1.0, steps + 1)[1:]:
            attempt = self.solve(x, origin + fraction * (self.targets - origin), 50)
            if attempt.residual > 1e-6:
                break
            x = attempt.x
        return self.solve(attempt.x)

    def other_starts(self, origin: Array, count: int = 24, seed: int = 1) -> list[Array]:
        """Return starts spread around: reproducible, the held coordinates of tree joints already in place."""
        rng = np.random.default_rng(seed)
        spread = [self.step_unit * rng.uniform(-np.pi, np.pi, self.n_v) * rng.uniform(0.1, 1.0) for _ in range(count)]
        return [self.wound(self.moved(origin, xi)) for xi in spread]

    def nearby(self, x: Array, rng: np.random.Generator, count: int) -> list[Array]:
        """Return closed positions a small random step away: those that were found."""
        attempts = [self.solve(self.moved(x, rng.normal(0.0, 0.02, self.n_v))) for _ in range(count)]
        return [attempt.x for attempt in attempts if attempt.residual <= 1e-9]

    def gap(self, x: Array) -> tuple[str, int, str, str, float]:
        """Return the row with the largest gap: owner, place and label; its gap as text, and as a number [m, rad]."""
        rows = self.functions.dynamics.all_rows
        gaps = np.abs(self.functions.evaluate("closure", self.t, x, self.u, self.p)[0])
        worst = int(gaps.argmax())
        row, size = rows[worst], float(gaps[worst])
        return row.owner, worst, row.label, length_text(size) if row.unit == "m" else f"{size:.3g} {row.unit}", size

    def with_hints(self, x: Array) -> Array:
        """Return x with the turns of given coordinates of cut joints as they were given."""
        return with_turns(self.functions, self.t, x, self.p, self.given)

    def shape(self, x: Array) -> Array:
        """Return the configuration with angles as points of the circle, to compare assemblies."""
        parts = []
        for link in self.mechanism.topology.links:
            for value, quantity in zip(x[link.q], link.joint.type.coordinates, strict=True):
                if quantity.unit == "rad":
                    parts += [np.cos(value), np.sin(value)]
                elif quantity.unit != "1":
                    parts.append(value / self.size)
            if link.joint.type.quaternion is not None:  # q and −q are the same rotation
                q = x[link.q][link.joint.type.quaternion :][:4]
                parts += list(np.outer(q, q).ravel())
        return np.array(parts)

    def same(self, a: Array, b: Array) -> bool:
        return bool(np.abs(self.shape(a) - self.shape(b)).max(initial=0.0) < 1e-6)

    def explain(self, attempt: Attempt) -> tuple[str, str]:
        """Name the loop that stays open, by how much and where; and what to try."""
        given = [*zip(self.held.labels, self.held.values, strict=True), *self.held.signals.items()]
        asked = ", ".join(f"{label} = {value:.6g}" for label, value in given)
        where = f" at {asked}" if asked else ""
        if not self.functions.dynamics.all_rows:
            return f"the coordinates asked for cannot be reached{where}.", ""
        owner, worst, label, amount, _ = self.gap(attempt.x)
        digits = 10.0 ** np.floor(np.log10(max(attempt.residual, ROUNDED)))
        allow = setting("tolerance", float(f"{np.ceil(1.01 * attempt.residual / digits) * digits:.1g}"))
        if not self.functions.dynamics.active[worst]:
            return (
                f"loop {owner!r} stays open by {amount} along {label!r}, and no joint of the loop can close it: "
                "the bodies lie in different planes, or an axis is misaligned."
            ), f"Check the points and axes of its joints; if they are rounded, allow it with {allow}."
        values = dict(zip(self.mechanism.parameters, self.p, strict=True))
        train = next((t for t in trains(self.mechanism.couplings, values) if owner in t.couplings), None)
        if train is not None and (train.contradictory or train.locked):
            names, turning = ", ".join(map(repr, train.couplings)), ", ".join(map(repr, train.joints))
            return (
                f"couplings {names} cannot hold together{where}: {owner!r} is missed by {amount}. Going round {turning}, the "
                "ratios must give one and the offsets must add up."
            ), ""
        kind = "loop" if owner in self.mechanism.joints else "constraint"
        driven = ", ".join(repr(name) for name, _ in self.driven.values())
        remedy = "Try other coordinates" + (f" (or another time: {driven} prescribe some at t = {self.t:g} s)" if driven else "")
        cause = f"{kind} {owner!r} stays open by {amount} ({label}){where}: the links are too short or too long to meet there."
        return cause, f"{remedy}, or another start with {setting('guess')}; if the data are rounded, allow the gap with {allow}."


class AcceptedGap:
    """Largest gap with which loops of a machine were assembled [m, rad], which its runs accept too, and a note of it."""

    size, note = 0.0, ""

    def add(self, problem: ClosureProblem, x: Array) -> None:
        """Keep the gap of an assembly, if it is larger than those before."""
        owner, _, label, amount, size = problem.gap(x)
        if size > self.size:
            self.size = size
            self.note = f"loop {owner!r} is closed but for {amount} ({label}), which is taken for rounding of the data."


@derived
def accepted_gap(mechanism: Mechanism) -> AcceptedGap:
    """Return the largest gap that assemblies of this machine have accepted so far."""
    return AcceptedGap()


def close_positions(functions: MachineFunctions, t: float, x: Array, p: Array, iterations: int = 200) -> Attempt:
    """Find the position near a state that meets all loops, couplings and prescribed motions; turns are counted on the way."""
    return ClosureProblem(functions, t, p).solve(x, iterations=iterations)


def close_velocities(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array, held: Held | None = None) -> Array:
    """Give x the smallest velocities that meet all constraints and the given rates: G v = −Φ_t, v_held as given."""
    layout, moving = functions.layout, functions.layout.at_rest(x)
    A, b = np.zeros((0, layout.n_v)), np.zeros(0)
    if functions.constrained:
        _, offset, A, _ = functions.evaluate("closure", t, moving, u, p)
        b = -offset
    if held is not None and held.places:
        J = functions.evaluate("coordinates", t, moving, u, p)[2]
        A, b = np.vstack([A, J[held.places]]), np.concatenate([b, held.values])
    if b.size and np.any(b):
        moving[layout.v] = least_solution(A, b)
    gap = np.abs(A @ moving[layout.v] - b)
    if b.size and gap.max() > 1e-9 * (1.0 + np.abs(b).max()):
        labels = [] if held is None else held.labels
        worst, rows = int(gap.argmax()), len(b) - len(labels)
        culprit = labels[worst - rows] if worst >= rows else functions.dynamics.all_rows[worst].owner
        raise InconsistentStart(
            f"the rates asked for contradict the loops or a prescribed motion: {culprit!r} is missed by {gap[worst]:.3g}. "
            "Give rates for independent joints only."
        )
    return moving


def with_turns(functions: MachineFunctions, t: float, x: Array, p: Array, given: Mapping[int, float]) -> Array:
    """Return x with the hints of joints that close loops as measured, nearest to the given values (place among all coordinates →
    value), else to the hints of x."""
    layout = functions.layout
    if not layout.hint_places:
        return x
    x, u = x.copy(), np.zeros(len(functions.mechanism.actuators))
    x[layout.hints] = [given.get(at, hint) for at, hint in zip(layout.hint_places, x[layout.hints], strict=True)]
    x[layout.hints] = functions.evaluate("coordinates", t, x, u, p)[0][layout.hint_places]
    return x


def length_text(length: float) -> str:
    """Return a length in the unit that suits it: 3.2 mm, 0.41 µm, 1.7 m."""
    for limit, factor, unit in ((1e-7, 1e9, "nm"), (1e-4, 1e6, "µm"), (0.1, 1e3, "mm")):
        if abs(length) < limit:
            return f"{length * factor:.3g} {unit}"
    return f"{length:.3g} m"
