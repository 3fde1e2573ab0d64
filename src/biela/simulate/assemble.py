"""Assembly: positions, velocities and accelerations at which every loop is closed."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, InconsistentStart, LoopNotClosed, UnknownName, nearest
from biela.mechanism.actuator import Drive
from biela.mechanism.coupling import LinearCoupling, trains
from biela.mechanism.mechanism import Joint, Mechanism
from biela.mechanism.motion import call
from biela.simulate.compiled import Compiled, compiled, parameter_values
from biela.simulate.state import State

Vector = NDArray[np.float64]

CLOSED = 1e-12
"""Residual at which a loop counts as closed [m, rad], for a machine of the size of a metre or less."""


def assemble(
    mechanism: Mechanism,
    coordinates: Mapping[str, Any] | None = None,
    *,
    rates: Mapping[str, float] | None = None,
    guess: State | Mapping[str, Any] | None = None,
    t: float = 0.0,
    parameters: Mapping[str, float] | None = None,
    tolerance: float = CLOSED,
) -> State:
    """A state with every loop closed, every coupling and prescribed motion met.

    The given coordinates are held; the others start from the guess and move as little as they must (Levenberg-Marquardt
    steps in joint space). If that fails, the given coordinates are led there in small steps from the guess, which keeps
    the branch; then several other starts are tried.

    Parameters
    ----------
    coordinates : joint name (or `joint.coordinate`) → value [rad, m]; any joint, also one that closes a loop
    rates : joint name (or `joint.rate`) → value [rad/s, m/s]; the rest follows, or is zero
    guess : where to start: a state, or coordinates; zero (the drawing pose) if omitted. It chooses the branch
    t : time, for prescribed motions [s]
    parameters : values of free parameters, nominal if omitted

    Raises
    ------
    LoopNotClosed : with the loop, how far it stays open, and what was asked
    """
    functions = compiled(mechanism)
    p = parameter_values(mechanism, parameters)
    held = Held(mechanism, coordinates or {}, "coordinates")
    start = _guess(functions, guess, t, p)
    problem = _Problem(functions, held, t, p, tolerance)
    problem.refuse_contradiction()

    start = problem.wound(start)
    near = start
    if guess is not None and not isinstance(guess, State):
        # the guess as far as loops and given coordinates allow: it counts for joints that close a loop too
        wished = held.also(Held(mechanism, guess, "coordinates"))
        near = _Problem(functions, wished, t, p, tolerance).solve(start).x
    best = problem.solve(near)
    if best.residual > tolerance and near is not start:
        best = min(best, problem.solve(start), key=lambda a: a.residual)
    if best.residual > tolerance:
        best = min(best, problem.lead(near), key=lambda a: a.residual)
    if best.residual > tolerance:
        best = min([best, *(problem.solve(other) for other in problem.other_starts(start))], key=lambda a: a.residual)
    if best.residual > tolerance:
        raise LoopNotClosed(problem.explain(best))
    state = State(mechanism, problem.with_hints(best.x), t, None, p if parameters else None)
    return solve_velocities(state, rates or {})


def branches(
    mechanism: Mechanism,
    coordinates: Mapping[str, Any] | None = None,
    *,
    starts: int = 60,
    seed: int = 1,
    t: float = 0.0,
) -> list[State]:
    """Assemblies that differ, found from many starts: the branches that a machine can be put together in.

    Sorted by how far they are from the drawing pose. More `starts` find rarer branches; none is guaranteed to be found.
    """
    functions = compiled(mechanism)
    held = Held(mechanism, coordinates or {}, "coordinates")
    problem = _Problem(functions, held, t, functions.parameters, CLOSED)
    problem.refuse_contradiction()
    origin = problem.wound(_guess(functions, None, t, functions.parameters))
    found: list[Vector] = []
    for start in [origin, *problem.other_starts(origin, starts, seed)]:
        result = problem.solve(start)
        if result.residual <= CLOSED and not any(problem.same(result.x, x) for x in found):
            found.append(result.x)
    found.sort(key=lambda x: float(np.linalg.norm(problem.shape(x) - problem.shape(origin))))
    return [solve_velocities(State(mechanism, problem.with_hints(x), t), {}) for x in found]


class Held:
    """Coordinates (or rates) given by name: their places among the coordinates of all joints, and values."""

    def __init__(self, mechanism: Mechanism, given: Mapping[str, Any], what: str):
        self.places: list[int] = []
        self.values: list[float] = []
        self.angles: list[bool] = []
        self.labels: list[str] = []
        offset, at = 0, {}
        for joint in mechanism.joints.values():
            at[joint.name] = offset
            offset += joint.type.n_q if what == "coordinates" else joint.type.n_v
        for name, value in given.items():
            joint, quantities = self._find(mechanism, name, what)
            numbers = np.atleast_1d(np.asarray(value, float))
            if numbers.shape != (len(quantities),):
                raise DescriptionError(f"{what} of {name!r}: give {len(quantities)} numbers, not {numbers.size}.")
            if not np.all(np.isfinite(numbers)):
                raise DescriptionError(f"{what} of {name!r}: {value!r} is not finite.")
            for (k, quantity), number in zip(quantities, numbers, strict=True):
                self.places.append(at[joint.name] + k)
                self.values.append(float(number))
                self.angles.append(quantity.unit == "rad")
                self.labels.append(name)

    def also(self, other: Held) -> Held:
        """These, and those of the other that are not among them."""
        both = copy.deepcopy(self)
        for place, value, angle, label in zip(other.places, other.values, other.angles, other.labels, strict=True):
            if place not in self.places:
                both.places.append(place)
                both.values.append(value)
                both.angles.append(angle)
                both.labels.append(label)
        return both

    @staticmethod
    def _find(mechanism: Mechanism, name: str, what: str) -> tuple[Joint, list[tuple[int, Any]]]:
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


class _Attempt:
    def __init__(self, x: Vector, residual: float, rows: Vector):
        self.x, self.residual, self.rows = x, residual, rows


class _Problem:
    """Closure of all loops with some coordinates held, as a least-squares problem on the configuration manifold."""

    def __init__(self, functions: Compiled, held: Held, t: float, p: Vector, tolerance: float):
        self.functions, self.held, self.t, self.p, self.tolerance = functions, held, t, p, tolerance
        self.mechanism = functions.mechanism
        self.u = np.zeros(len(self.mechanism.actuators))
        self.targets = np.array(held.values)
        self.n_q, self.n_v = functions.sizes.n_q, functions.sizes.n_v
        topology = self.mechanism.topology
        self.constrained = bool(topology.cut or self.mechanism.couplings or self.mechanism.drives)
        self._place_joints()

    def _place_joints(self) -> None:
        """Where the coordinates of all joints are, among each other, in the tree and among the turn hints."""
        self.joint_at: list[tuple[Joint, int]] = []  # joint and its coordinate, for each place
        self.rate_row: dict[int, int] = {}  # rate with the same derivative, for coordinates that are no quaternion's
        first: dict[str, int] = {}
        rates = 0
        for joint in self.mechanism.joints.values():
            first[joint.name] = len(self.joint_at)
            for k in range(joint.type.n_q):
                if joint.type.quaternion is None:
                    self.rate_row[len(self.joint_at)] = rates + k
                self.joint_at.append((joint, k))
            rates += joint.type.n_v
        # where a screw or a gear counts turns, one more turn of a joint is another position
        screws = any(joint.type.kind == "helical" for joint in self.mechanism.joints.values())
        self.turns_matter = screws or any(isinstance(c, LinearCoupling) for c in self.mechanism.couplings.values())
        cut = self.mechanism.topology.cut
        self.hint_places = [first[joint.name] + entry for joint in cut for entry in joint.type.hinted]
        self.hints = slice(self.n_q + self.n_v, self.n_q + self.n_v + len(self.hint_places))
        self.driven = {
            first[d.joint] + d.coordinate: (d.name, self._prescribed(d)) for d in self.mechanism.drives.values()
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
        if not self.held.places:
            return rows, jacobian, rows
        q, _, J = self.functions.evaluate("coordinates", *arguments)
        extra, extra_rows = [], []
        slopes = None
        for place, target, is_angle in zip(self.held.places, targets, self.held.angles, strict=True):
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
        return np.concatenate([rows, extra]), np.vstack([jacobian, extra_rows]), rows

    def _slopes(self, x: Vector, h: float = 1e-6) -> NDArray[np.float64]:
        """Derivatives of all coordinates along the tangent, by central differences: for joints with quaternions."""
        steps = h * np.eye(self.n_v)
        columns = [self.coordinates(self.moved(x, step)) - self.coordinates(self.moved(x, -step)) for step in steps]
        return np.array(columns).T / (2 * h)

    def _quaternion_sign(self, q: Vector, first: int) -> float:
        """Sign with which a given quaternion (or as much of it as was given) is nearest to the present one."""
        targets = dict(zip(self.held.places, self.held.values, strict=True))
        return 1.0 if sum(q[i] * targets.get(i, 0.0) for i in range(first, first + 4)) >= 0 else -1.0

    def moved(self, x: Vector, xi: Vector) -> Vector:
        """x with its configuration moved along the tangent, by less than half a turn."""
        out = x.copy()
        out[: self.n_q] = self.functions.evaluate("retract", self.t, x, self.u, self.p, xi)[0]
        if self.hint_places:  # turns are counted on the way
            out[self.hints] = self.coordinates(out)[self.hint_places]
        return out

    def solve(self, start: Vector, targets: Vector | None = None, iterations: int = 200) -> _Attempt:
        """Levenberg-Marquardt from a start; quadratic near the solution, also where rows are redundant."""
        targets = self.targets if targets is None else targets
        x = start.copy()
        r, J, rows = self.residual(x, targets)
        damping = 1e-3
        far = float(np.abs(r).max(initial=0.0))
        for _ in range(iterations + int(min(8 * far, 2000))):  # a step is half a radian, or half a metre, at most
            worst = float(np.abs(r).max()) if r.size else 0.0
            if worst <= 0.01 * self.tolerance:
                break
            improved = False
            for _ in range(12):
                step = _damped_step(J, r, damping * min(1.0, worst))
                norm = float(np.abs(step).max())
                step *= min(1.0, 0.5 / norm) if norm > 0 else 1.0
                trial = self.moved(x, step)
                r_new, J_new, rows_new = self.residual(trial, targets)
                if np.all(np.isfinite(r_new)) and r_new @ r_new < r @ r:
                    x, r, J, rows, improved = trial, r_new, J_new, rows_new, True
                    damping = max(damping / 10, 1e-12)
                    break
                damping = max(damping * 10, 1e-9)
            if not improved:
                break
        return _Attempt(x, float(np.abs(r).max()) if r.size else 0.0, rows)

    def lead(self, start: Vector, steps: int = 40) -> _Attempt:
        """Lead the held coordinates from where the start has them to their targets, closing the loops on the way."""
        attempt = self.solve(start, None) if not self.held.places else None
        if attempt is not None:
            return attempt
        free = _Problem(self.functions, Held(self.mechanism, {}, "coordinates"), self.t, self.p, self.tolerance).solve(
            start
        )
        q = self.functions.evaluate("coordinates", self.t, free.x, self.u, self.p)[0]
        origin = np.array([q[place] for place in self.held.places])
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
        spread = [rng.uniform(-np.pi, np.pi, self.n_v) * rng.uniform(0.1, 1.0) for _ in range(count)]
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
                    else [value]
                    if quantity.unit != "1"
                    else []
                )
            if link.joint.type.quaternion is not None:  # q and −q are the same rotation
                q = x[link.q][link.joint.type.quaternion :][:4]
                parts += list(np.outer(q, q).ravel())
        return np.array(parts)

    def same(self, a: Vector, b: Vector) -> bool:
        return bool(np.abs(self.shape(a) - self.shape(b)).max() < 1e-6)

    def explain(self, attempt: _Attempt) -> str:
        """Which loop stays open, by how much, where, and what to try."""
        from biela.equations.constraints import Row

        rows: list[Row] = self.functions.dynamics.all_rows
        worst = int(np.abs(attempt.rows).argmax()) if attempt.rows.size else 0
        asked = ", ".join(
            f"{label} = {value:.6g}" for label, value in zip(self.held.labels, self.held.values, strict=True)
        )
        where = f" at {asked}" if asked else ""
        if not rows:
            return f"the coordinates asked for cannot be reached{where}."
        row = rows[worst]
        size = abs(float(attempt.rows[worst]))
        unit = row.unit
        amount = f"{size * 1e3:.3g} mm" if unit == "m" and size < 0.1 else f"{size:.3g} {unit}"
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


def with_hints(functions: Compiled, x: Vector, t: float, held: Mapping[int, float], p: Vector | None = None) -> Vector:
    """x with the turn hints of cut joints set: to the held value where one was given, else to the measured angle.

    `held` maps places among the coordinates of all joints to values.
    """
    mechanism, sizes = functions.mechanism, functions.sizes
    offsets, offset = {}, 0
    for joint in mechanism.joints.values():
        offsets[joint.name] = offset
        offset += joint.type.n_q
    places = [offsets[joint.name] + entry for joint in mechanism.topology.cut for entry in joint.type.hinted]
    if not places:
        return x
    x = x.copy()
    hints = slice(sizes.n_q + sizes.n_v, sizes.n_q + sizes.n_v + len(places))
    neutral = [joint.type.neutral()[entry] for joint in mechanism.topology.cut for entry in joint.type.hinted]
    x[hints] = [held.get(place, start) for place, start in zip(places, neutral, strict=True)]
    u = np.zeros(len(mechanism.actuators))
    x[hints] = functions.evaluate("coordinates", t, x, u, functions.parameters if p is None else p)[0][places]
    return x


def solve_velocities(state: State, rates: Mapping[str, float]) -> State:
    """Velocities with the given joint rates and every constraint satisfied; what is left free is as small as possible."""
    functions = compiled(state.mechanism)
    t, x, u, p = state.arguments()
    held = Held(state.mechanism, rates, "rates")
    n_q, n_v = functions.sizes.n_q, functions.sizes.n_v
    still = x.copy()
    still[n_q : n_q + n_v] = 0.0
    topology = state.mechanism.topology
    A, b = np.zeros((0, n_v)), np.zeros(0)
    if topology.cut or state.mechanism.couplings or state.mechanism.drives:
        _, offset, A, _ = functions.evaluate("closure", t, still, u, p)
        b = -offset
    if held.places:
        J = functions.evaluate("coordinates", t, still, u, p)[2]
        A, b = np.vstack([A, J[held.places]]), np.concatenate([b, held.values])
    v = np.linalg.lstsq(A, b, rcond=1e-11)[0] if b.size and np.any(b) else np.zeros(n_v)
    gap = np.abs(A @ v - b)
    if b.size and gap.max() > 1e-9 * (1.0 + np.abs(b).max()):
        rows = len(b) - len(held.places)
        worst = int(gap.argmax())
        culprit = held.labels[worst - rows] if worst >= rows else functions.dynamics.all_rows[worst].owner
        raise InconsistentStart(
            f"the rates asked for contradict the loops or a prescribed motion: {culprit!r} is missed by {gap[worst]:.3g}. "
            "Give rates for independent joints only."
        )
    moving = still
    moving[n_q : n_q + n_v] = v
    return replace(state, x=moving)


def accelerations(state: State) -> Vector:
    """v̇ of the tree joints at a state."""
    return np.array(compiled(state.mechanism).evaluate("accelerations", *state.arguments())[0])


def _damped_step(J: NDArray[np.float64], r: Vector, damping: float) -> Vector:
    """Minimum-norm Levenberg-Marquardt step through the singular values, so that redundant rows do no harm."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    cutoff = 1e-9 * (s[0] if s.size else 1.0)
    gain = np.where(s > cutoff, s / (s**2 + damping * damping), 0.0)
    return -(Vt.T @ (gain * (U.T @ r)))


def _guess(functions: Compiled, guess: State | Mapping[str, Any] | None, t: float, p: Vector) -> Vector:
    """A start configuration from a state, from coordinates, or from the drawing pose."""
    mechanism, sizes = functions.mechanism, functions.sizes
    if isinstance(guess, State):
        if guess.mechanism is not mechanism:
            raise DescriptionError(f"the guess is a state of {guess.mechanism.name!r}, not of {mechanism.name!r}.")
        return guess.x.copy()
    x = np.zeros(sizes.n_x)
    at_s = sizes.n_q + sizes.n_v
    for joint in mechanism.topology.cut:
        neutral = joint.type.neutral()
        for entry in joint.type.hinted:
            x[at_s] = neutral[entry]
            at_s += 1
    for link in mechanism.topology.links:
        x[link.q] = link.joint.type.neutral()
    if mechanism.networks:
        from biela.equations.machine import network_start

        x[at_s:-1] = network_start(mechanism, dict(zip(mechanism.parameters, p, strict=True)))
    for name, value in (guess or {}).items():
        joint, quantities = Held._find(mechanism, name, "coordinates")
        link_of = mechanism.topology.link_of(joint.name)
        if link_of is None:
            continue  # of a joint that closes a loop: see below
        numbers = np.atleast_1d(np.asarray(value, float))
        if numbers.shape != (len(quantities),):
            raise DescriptionError(f"guess of {name!r}: give {len(quantities)} numbers, not {numbers.size}.")
        for (k, _), number in zip(quantities, numbers, strict=True):
            x[link_of.q.start + k] = number
    if any(mechanism.topology.link_of(name.partition(".")[0]) is None for name in guess or {}):
        # a joint that closes a loop has no coordinate of its own: go where all of the guess is met best
        x = _Problem(functions, Held(mechanism, dict(guess or {}), "coordinates"), t, p, CLOSED).solve(x).x
    return x
