"""Closure of all loops with some coordinates held, as a least-squares problem on the configuration manifold.

Lengths are measured in machine sizes (`biela.mechanism.size`), angles in radians: then a linkage of a micrometre and one
of a hundred kilometres are the same problem, rows of both kinds weigh alike, and one tolerance serves both.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.equations.layout import layout_of
from biela.errors import DescriptionError, InconsistentStart, UnknownName, nearest
from biela.mechanism.actuator import Drive
from biela.mechanism.coupling import trains
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import call
from biela.mechanism.parts import Joint
from biela.mechanism.rows import row_facts
from biela.mechanism.size import machine_size
from biela.state.functions import MachineFunctions

Vector = NDArray[np.float64]

MORE = "coordinates: {!r} depends on more than the position; it cannot be held there."
CLOSED = 1e-12
"""Residual at which a loop counts as closed [rad, machine sizes]."""


class Held:
    """Coordinates (or rates) given by name: their places among the coordinates of all joints, and values.

    Among coordinates other signals of the position may be given too, such as the extension of a cylinder: `signals`.
    """

    def __init__(self, mechanism: Mechanism, given: Mapping[str, Any], what: str):
        self.places: list[int] = []
        self.values: list[float] = []
        self.angles: list[bool] = []
        self.labels: list[str] = []
        self.signals: dict[str, float] = {}
        layout = layout_of(mechanism)
        at = layout.coordinates if what == "coordinates" else layout.rates
        for name, value in given.items():
            base, _, rest = name.partition(".")
            if what == "coordinates" and rest and base not in mechanism.joints:
                self.signals[name] = self._number(name, value)
                continue
            joint, quantities = self.find(mechanism, name, what)
            numbers = np.atleast_1d(np.asarray(value, float))
            if numbers.shape != (len(quantities),):
                raise DescriptionError(f"{what} of {name!r}: give {len(quantities)} numbers, not {numbers.size}.")
            if not np.all(np.isfinite(numbers)):
                raise DescriptionError(f"{what} of {name!r}: {value!r} is not finite.")
            for (k, quantity), number in zip(quantities, numbers, strict=True):
                self.places.append(at[joint.name].start + k)
                self.values.append(float(number))
                self.angles.append(quantity.unit == "rad")
                self.labels.append(name)

    @staticmethod
    def _number(name: str, value: Any) -> float:
        number = np.asarray(value, float)
        if number.size != 1 or not np.all(np.isfinite(number)):
            raise DescriptionError(f"coordinates: {name!r} is {value!r}; give one finite number.")
        return float(number.ravel()[0])

    def also(self, other: Held) -> Held:
        """These, and those of the other that are not among them."""
        both = copy.deepcopy(self)
        both.signals = {**other.signals, **self.signals}
        for place, value, angle, label in zip(other.places, other.values, other.angles, other.labels, strict=True):
            if place not in self.places:
                both.places.append(place)
                both.values.append(value)
                both.angles.append(angle)
                both.labels.append(label)
        return both

    @staticmethod
    def find(mechanism: Mechanism, name: str, what: str) -> tuple[Joint, list[tuple[int, Any]]]:
        base, _, label = name.partition(".")
        if base not in mechanism.joints:
            raise UnknownName(f"{what}: no joint {base!r}.{nearest(base, list(mechanism.joints))}")
        joint = mechanism.joints[base]
        quantities = list(enumerate(joint.type.coordinates if what == "coordinates" else joint.type.rates))
        if label:
            names = [q.name for _, q in quantities]
            if label not in names:
                raise UnknownName(f"{what}: joint {base!r} has no {label!r}.{nearest(label, names)}")
            quantities = [quantities[names.index(label)]]
        return joint, quantities


@dataclass(frozen=True)
class Attempt:
    """Where a search ended."""

    x: Vector
    residual: float
    """Largest of all residuals [rad, machine sizes]."""
    rows: Vector
    """Residuals of the closure rows, as they are [rad, m]."""


class ClosureProblem:
    """Closure of all loops with some coordinates held; `solve` looks for it from a start.

    Parameters
    ----------
    held : coordinates that are given
    t, p : time, for prescribed motions, and values of the free parameters
    tolerance : largest residual of a closed loop [rad, machine sizes]
    """

    def __init__(self, functions: MachineFunctions, held: Held, t: float, p: Vector, tolerance: float):
        self.functions, self.held, self.t, self.p, self.tolerance = functions, held, t, p, tolerance
        self.mechanism = functions.mechanism
        self.u = np.zeros(len(self.mechanism.actuators))
        self.targets = np.array([*held.values, *held.signals.values()])
        self.layout, self.n_v = functions.layout, functions.layout.n_v
        topology = self.mechanism.topology
        self.constrained = bool(topology.cut or self.mechanism.couplings or self.mechanism.drives)
        self._place_joints()
        self._measure()

    def _measure(self) -> None:
        """What residuals are divided by and what steps are multiplied by: the size of the machine for lengths, else one."""
        m = self.mechanism
        wanted = {place: value for place, (_, value) in self.driven.items()}
        wanted |= dict(zip(self.held.places, self.held.values, strict=True))
        at = self.joint_at
        strokes = [abs(value) for i, value in wanted.items() if at[i][0].type.coordinates[at[i][1]].unit == "m"]
        self.size = max([machine_size(m), *strokes])
        facts = row_facts(m)
        units = [row.unit for row in facts]
        self.holonomic = np.array([float(row.holonomic) for row in facts])
        held = [self.joint_at[place] for place in self.held.places]
        units += [joint.type.coordinates[k].unit for joint, k in held]
        self.signal_places = self._find_signals()
        units += [unit for *_, unit in self.signal_places]
        self.row_unit = np.array([self.size if unit == "m" else 1.0 for unit in units])
        self.step_unit = self.layout.rate_lengths(self.size)

    def _find_signals(self) -> list[tuple[int, int, str]]:
        """Level, place among the signals of that level, and unit of each signal that is held."""
        if not self.held.signals:
            return []
        from biela.state.state import signal_names

        table = signal_names(self.functions)
        for name in self.held.signals:
            if name not in table:
                raise UnknownName(f"coordinates: no joint and no signal {name!r}.{nearest(name, list(table))}")
            if table[name][0] > 1:
                raise DescriptionError(MORE.format(name))
        return [table[name] for name in self.held.signals]

    def refuse_other_signals(self, x: Vector) -> None:
        """What is held must be determined by the position alone."""
        if not self.held.signals:
            return
        moving = x.copy()
        moving[self.layout.v] = np.random.default_rng(4).normal(size=self.n_v)
        change = self._signals(x[None])[0] - self._signals(moving[None], still=False)[0]
        for name, value in zip(self.held.signals, change, strict=True):
            if value != 0.0:
                raise DescriptionError(MORE.format(name))

    def _signals(self, X: NDArray[np.float64], still: bool = True) -> NDArray[np.float64]:
        """Held signals at states, one row each; at rest unless told otherwise."""
        n = len(X)
        X = self.layout.at_rest(X) if still else X
        arguments = np.full((n, 1), self.t), X, np.repeat(self.u[None], n, 0), np.repeat(self.p[None], n, 0)
        kernels = {level: ("position", "velocity")[level] for level, *_ in self.signal_places}
        values = {level: np.asarray(self.functions[k].batch(*arguments)).reshape(n, -1) for level, k in kernels.items()}
        return np.stack([values[level][:, place] for level, place, _ in self.signal_places], axis=1)

    def _signal_rows(self, x: Vector, h: float = 1e-6) -> NDArray[np.float64]:
        """Derivatives of the held signals along the tangent, by central differences."""
        steps = h * np.diag(self.step_unit)
        moved = np.array([self.moved(x, step) for step in (*steps, *-steps)])
        ahead, behind = np.split(self._signals(moved), 2)
        return (ahead - behind).T / (2 * h * self.step_unit)

    def _place_joints(self) -> None:
        """Where the coordinates of all joints are, among each other, in the tree and among the turn hints."""
        self.joint_at: list[tuple[Joint, int]] = []  # joint and its coordinate, for each place
        self.rate_row: dict[int, int] = {}  # rate with the same derivative, for coordinates that are no quaternion's
        for joint in self.mechanism.joints.values():
            for k in range(joint.type.n_q):
                if joint.type.quaternion is None:
                    self.rate_row[len(self.joint_at)] = self.layout.rates[joint.name].start + k
                self.joint_at.append((joint, k))
        # where a screw or a gear counts turns, one more turn of a joint is another position
        screws = any(joint.type.kind == "helical" for joint in self.mechanism.joints.values())
        self.turns_matter = screws or any(c.terms for c in self.mechanism.couplings.values())
        self.hint_places, self.hints, first = self.layout.hint_places, self.layout.hints, self.layout.coordinates
        self.driven = {
            first[d.joint].start + d.coordinate: (d.name, self._prescribed(d)) for d in self.mechanism.drives.values()
        }

    def _prescribed(self, drive: Drive) -> float:
        """Value of a prescribed motion at the time."""
        values = dict(zip(self.mechanism.parameters, self.p, strict=True))
        motion: Any = drive.motion
        value = np.asarray(call(motion, self.t, values), dtype=np.float64)
        if value.size != 1:
            raise DescriptionError(
                f"motion of drive {drive.name!r} returned shape {value.shape}: it must return one number."
            )
        return float(value.ravel()[0])

    def refuse_contradiction(self) -> None:
        """A coordinate that is asked for and prescribed must be the same."""
        for place, value, label in zip(self.held.places, self.held.values, self.held.labels, strict=True):
            if place in self.driven and abs(self.driven[place][1] - value) > 1e-9 * (1.0 + abs(value)):
                name, prescribed = self.driven[place]
                raise InconsistentStart(
                    f"{label} = {value:.6g} contradicts the prescribed motion {name!r}, which has it at {prescribed:.6g} at "
                    f"t = {self.t:g} s. Leave it out, or assemble at another time with assemble(t=…)."
                )

    def coordinates(self, x: Vector) -> Vector:
        """Coordinates of all joints."""
        return np.asarray(self.functions.evaluate("coordinates", self.t, x, self.u, self.p)[0])

    def wound(self, x: Vector) -> Vector:
        """x with whole turns added to angles that are given or prescribed, so that they are less than a turn from there.

        With screws or gears every turn moves something, and they are left to be wound.
        """
        wanted = {place: value for place, (_, value) in self.driven.items()}
        wanted |= dict(zip(self.held.places, self.held.values, strict=True))
        if not wanted or self.turns_matter:
            return x
        x, q = x.copy(), self.coordinates(x)
        for place, value in wanted.items():
            joint, k = self.joint_at[place]
            turns = 2 * np.pi * np.round((value - q[place]) / (2 * np.pi))
            if joint.type.coordinates[k].unit != "rad" or turns == 0.0:
                continue
            link = self.mechanism.topology.link_of(joint.name)
            x[self.hints.start + self.hint_places.index(place) if link is None else link.q.start + k] += turns
        return x

    def residual(self, x: Vector, targets: Vector) -> tuple[Vector, NDArray[np.float64], Vector]:
        """Residuals, their Jacobian on the tangent, and the closure rows alone."""
        arguments = (self.t, x, self.u, self.p)
        rows, jacobian = np.zeros(0), np.zeros((0, self.n_v))
        if self.constrained:
            rows, _, jacobian, _ = self.functions.evaluate("closure", *arguments)
            jacobian = jacobian * self.holonomic[:, None]  # what rolls may be put anywhere
        if not self.held.places and not self.held.signals:
            return rows, jacobian, rows
        q, _, J = self.functions.evaluate("coordinates", *arguments)
        extra, extra_rows = [], []
        slopes = None
        n = len(self.held.places)
        for place, target, is_angle in zip(self.held.places, targets[:n], self.held.angles, strict=True):
            joint, k = self.joint_at[place]
            if joint.type.quaternion is None:
                row = J[self.rate_row[place]]
            else:
                slopes = self._slopes(x) if slopes is None else slopes
                row = slopes[place]
            if joint.type.quaternion is not None and joint.type.quaternion <= k < joint.type.quaternion + 4:
                target = target * self._quaternion_sign(q, place - k + joint.type.quaternion)
            gap = q[place] - target
            if is_angle and not self.turns_matter and place in self.hint_places:
                gap = np.arctan2(np.sin(gap), np.cos(gap))  # turns of a cut joint are set at the end
            extra.append(gap)
            extra_rows.append(row)
        if self.held.signals:
            extra += list(self._signals(x[None])[0] - targets[n:])
            extra_rows += list(self._signal_rows(x))
        return np.concatenate([rows, extra]), np.vstack([jacobian, extra_rows]), rows

    def _slopes(self, x: Vector, h: float = 1e-6) -> NDArray[np.float64]:
        """Derivatives of all coordinates along the tangent, by central differences: for joints with quaternions."""
        steps = h * np.diag(self.step_unit)
        columns = [self.coordinates(self.moved(x, step)) - self.coordinates(self.moved(x, -step)) for step in steps]
        return np.array(columns).T / (2 * h * self.step_unit)

    def _quaternion_sign(self, q: Vector, first: int) -> float:
        """Sign with which a given quaternion (or as much of it as was given) is nearest to the present one."""
        targets = dict(zip(self.held.places, self.held.values, strict=True))
        return 1.0 if sum(q[i] * targets.get(i, 0.0) for i in range(first, first + 4)) >= 0 else -1.0

    def moved(self, x: Vector, xi: Vector) -> Vector:
        """x with its configuration moved along the tangent, by less than half a turn."""
        out = x.copy()
        out[self.layout.q] = self.functions.evaluate("retract", self.t, x, self.u, self.p, xi)[0]
        if self.hint_places:  # turns are counted on the way
            out[self.hints] = self.coordinates(out)[self.hint_places]
        return out

    def solve(self, start: Vector, targets: Vector | None = None, iterations: int = 200) -> Attempt:
        """Levenberg-Marquardt from a start; quadratic near the solution, also where rows are redundant."""
        targets = self.targets if targets is None else targets
        x = start.copy()
        r, J, rows = self._measured(x, targets)
        damping = 1e-3
        far = float(np.abs(r).max(initial=0.0))
        for _ in range(iterations + int(min(8 * far, 2000))):  # a step is half a radian, or half a size, at most
            worst = float(np.abs(r).max()) if r.size else 0.0
            if worst <= 0.01 * self.tolerance:
                break
            improved = False
            for _ in range(12):
                step = damped_step(J, r, damping * min(1.0, worst))
                norm = float(np.abs(step).max())
                step *= min(1.0, 0.5 / norm) if norm > 0 else 1.0
                trial = self.moved(x, self.step_unit * step)
                r_new, J_new, rows_new = self._measured(trial, targets)
                if np.all(np.isfinite(r_new)) and r_new @ r_new < r @ r:
                    x, r, J, rows, improved = trial, r_new, J_new, rows_new, True
                    damping = max(damping / 10, 1e-12)
                    break
                damping = max(damping * 10, 1e-9)
            if not improved:
                break
        return Attempt(x, float(np.abs(r).max()) if r.size else 0.0, rows)

    def _measured(self, x: Vector, targets: Vector) -> tuple[Vector, NDArray[np.float64], Vector]:
        """`residual` with lengths in machine sizes."""
        r, J, rows = self.residual(x, targets)
        return r / self.row_unit, J * self.step_unit / self.row_unit[:, None], rows

    def lead(self, start: Vector, steps: int = 40) -> Attempt:
        """Lead the held coordinates from where the start has them to their targets, closing the loops on the way."""
        attempt = self.solve(start, None) if not self.targets.size else None
        if attempt is not None:
            return attempt
        free = ClosureProblem(
            self.functions, Held(self.mechanism, {}, "coordinates"), self.t, self.p, self.tolerance
        ).solve(start)
        q = self.functions.evaluate("coordinates", self.t, free.x, self.u, self.p)[0]
        origin = np.array([q[place] for place in self.held.places])
        if self.held.signals:
            origin = np.concatenate([origin, self._signals(free.x[None])[0]])
        x = free.x
        attempt = free
        for fraction in np.linspace(0.0, 1.0, steps + 1)[1:]:
            attempt = self.solve(x, origin + fraction * (self.targets - origin), 50)
            if attempt.residual > 1e-6:
                break
            x = attempt.x
        return self.solve(attempt.x)

    def other_starts(self, origin: Vector, count: int = 24, seed: int = 1) -> list[Vector]:
        """Starts spread around: reproducible, the held coordinates of tree joints already in place."""
        rng = np.random.default_rng(seed)
        spread = [self.step_unit * rng.uniform(-np.pi, np.pi, self.n_v) * rng.uniform(0.1, 1.0) for _ in range(count)]
        return [self.wound(self.moved(origin, xi)) for xi in spread]

    def with_hints(self, x: Vector) -> Vector:
        """x with the turns of given coordinates of cut joints as they were given."""
        given = dict(zip(self.held.places, self.held.values, strict=True))
        if not self.hint_places:
            return x
        x = x.copy()
        x[self.hints] = [given.get(place, value) for place, value in zip(self.hint_places, x[self.hints], strict=True)]
        x[self.hints] = self.coordinates(x)[self.hint_places]
        return x

    def shape(self, x: Vector) -> Vector:
        """Configuration with angles as points of the circle, to compare assemblies."""
        parts = []
        for link in self.mechanism.topology.links:
            for value, quantity in zip(x[link.q], link.joint.type.coordinates, strict=True):
                parts += (
                    [np.cos(value), np.sin(value)]
                    if quantity.unit == "rad"
                    else [value / self.size]
                    if quantity.unit != "1"
                    else []
                )
            if link.joint.type.quaternion is not None:  # q and −q are the same rotation
                q = x[link.q][link.joint.type.quaternion :][:4]
                parts += list(np.outer(q, q).ravel())
        return np.array(parts)

    def same(self, a: Vector, b: Vector) -> bool:
        return bool(np.abs(self.shape(a) - self.shape(b)).max() < 1e-6)

    def explain(self, attempt: Attempt) -> str:
        """Which loop stays open, by how much, where, and what to try."""
        from biela.equations.constraints import Row

        rows: list[Row] = self.functions.dynamics.all_rows
        worst = int(np.abs(attempt.rows).argmax()) if attempt.rows.size else 0
        given = [*zip(self.held.labels, self.held.values, strict=True), *self.held.signals.items()]
        asked = ", ".join(f"{label} = {value:.6g}" for label, value in given)
        where = f" at {asked}" if asked else ""
        if not rows:
            return f"the coordinates asked for cannot be reached{where}."
        row = rows[worst]
        size = abs(float(attempt.rows[worst]))
        unit = row.unit
        amount = length_text(size) if unit == "m" else f"{size:.3g} {unit}"
        if not self.functions.dynamics.active[worst]:
            return (
                f"loop {row.owner!r} stays open by {amount} along {row.label!r}, and no joint of the loop can close it: "
                "the bodies lie in different planes, or an axis is misaligned. Check the points and axes of its joints."
            )
        values = dict(zip(self.mechanism.parameters, self.p, strict=True))
        train = next((t for t in trains(self.mechanism.couplings, values) if row.owner in t.couplings), None)
        if train is not None and (train.contradictory or train.locked):
            names, turning = ", ".join(map(repr, train.couplings)), ", ".join(map(repr, train.joints))
            return (
                f"couplings {names} cannot hold together{where}: {row.owner!r} is missed by {amount}. Going round {turning}, the "
                "ratios must give one and the offsets must add up."
            )
        kind = "loop" if row.owner in self.mechanism.joints else "constraint"
        driven = ", ".join(repr(name) for name, _ in self.driven.values())
        remedy = "Try other coordinates" + (
            f" (or another time: {driven} prescribe some at t = {self.t:g} s)" if driven else ""
        )
        return (
            f"{kind} {row.owner!r} stays open by {amount} ({row.label}){where}: the links are too short or too long to "
            f"meet there. {remedy}, or another start with assemble(guess=…)."
        )


def damped_step(J: NDArray[np.float64], r: Vector, damping: float) -> Vector:
    """Minimum-norm Levenberg-Marquardt step through the singular values, so that redundant rows do no harm."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    cutoff = 1e-9 * (s[0] if s.size else 1.0)
    gain = np.where(s > cutoff, s / (s**2 + damping * damping), 0.0)
    return -(Vt.T @ (gain * (U.T @ r)))


def length_text(length: float) -> str:
    """A length in the unit that suits it: 3.2 mm, 0.41 µm, 1.7 m."""
    for limit, factor, unit in ((1e-7, 1e9, "nm"), (1e-4, 1e6, "µm"), (0.1, 1e3, "mm")):
        if abs(length) < limit:
            return f"{length * factor:.3g} {unit}"
    return f"{length:.3g} m"
