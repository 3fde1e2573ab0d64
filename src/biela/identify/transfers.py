"""Transfers of inertia that no effort shows: the rules, joint by joint and body by body, in exact numbers.

The Lagrangian of a body, about a point A of it, is

    L = (½ v_A² + g·r_A) m + (g + v_A × ω)·d + ½ ωᵀ I ω

Moving a monopole, dipole or quadrupole from one body to its neighbour changes nothing that can be measured if it changes L by a
constant at most. For two bodies that move as shown against each other:

| relative motion | monopole | dipole | quadrupole |
|---|---|---|---|
| turn about an axis (revolute) | at a point of the axis | along it | along it |
| turn about a point (spherical, universal) | at the point | | |
| slide (prismatic) | | all, if the body turns about the direction of sliding only | all six |
| turn about a direction and slide (cylindrical, helical, planar) | | | along it |
| none (weld) | yes | all | all six |

and against the ground, where what is moved is lost:

| motion of the body | monopole | dipole | quadrupole |
|---|---|---|---|
| about a fixed axis | on the axis | along it; all of constant weight | all but the moment about it |
| about a fixed direction | | along it; all of constant weight, if it slides along it only | the same five |
| screw, no gravity along it | with −p² of moment about it | | |
| about a fixed point | at the point | all of constant weight | |
| without turning | | all | all six |

(A dipole has constant weight if g·d does not change: without gravity, or about an axis parallel to it.)

What counts is the motion that *occurs* (`observed_motion`): a ball in a planar linkage is a hinge. Each rule yields a vector t with
W t = 0 for every motion; the span of all t is what cannot be identified. Combinations that no local rule sees (gears, cones of
angular velocity) are found by the multi-precision rank, which judges completeness: see `biela.identify.structure`.

What they add to the ten parameters of a body, in its own axes, about its own origin:

    mass μ at r            m += μ      d += μ r      I += μ (rᵀr 1 − r rᵀ)                       (1)
    dipole along u at r                d += u        I += 2 (rᵀu) 1 − r uᵀ − u rᵀ                (2)
    quadrupole along u                               I += uᵀu 1 − u uᵀ                           (3)
    tensor q                                         I += q                                      (4)

Two opposite masses close to each other are a dipole, two dipoles a quadrupole: (2) and (3) are the derivatives of (1) along u.

References: Ros, Iriarte & Mata (2012), "3D inertia transfer concept and symbolic determination of the base inertial parameters";
Chen & Beale (2003); Khalil & Dombre (2002), ch. 9 for the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.equations.regressor import TEN
from biela.identify.columns import joint_label
from biela.identify.exact import Element, Numbers, decimal
from biela.identify.observed_motion import NOTHING, ObservedMotion, RelativeMotion
from biela.identify.regressor import Regressor
from biela.lie.se3 import Pose
from biela.mechanism.parameter import nominal
from biela.mechanism.parts import Joint

Vector = list[Element]
Matrix = list[list[Element]]
Thing = Element | Vector | Matrix
"""Quantity that is transferred: a monopole (one), a direction of a dipole or an axial quadrupole, or a tensor."""
SAMPLES = 24
"""States at which the motion that occurs is observed."""
PLACES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""Entries of the tensor in the order of the ten parameters."""


@dataclass(frozen=True)
class Transfer:
    """One thing that can be moved unseen.

    Attributes
    ----------
    kind : `monopole`, `dipole`, `quadrupole`, or `combination` for one that was found by numbers
    source, target : bodies; the target may be the ground, where it is lost
    where : joint at which it happens, or why
    vector : column → coefficient; W · vector = 0
    """

    kind: str
    source: str
    target: str
    where: str
    vector: dict[str, Element]

    def __str__(self) -> str:
        return f"{self.kind}: {self.source} → {self.target} at {self.where}"


@dataclass(frozen=True)
class _Seat:
    """A joint frame on a body, in exact numbers and in floats."""

    body: str
    joint: str
    r: Vector
    R: Matrix
    pose: Pose

    @property
    def axis(self) -> Vector:
        return [row[2] for row in self.R]


class TransferRules:
    """Applies the rules to a machine."""

    def __init__(self, regressor: Regressor, numbers: Numbers):
        self.regressor, self.numbers = regressor, numbers
        self.mechanism = regressor.mechanism
        self.zero, self.one = numbers.rational(0), numbers.rational(1)
        motion = regressor.random_motion(SAMPLES, seed=7, spread=0.5)
        self.observed = ObservedMotion(regressor.functions, motion, regressor.functions.parameters)
        self.moving = set(regressor.request.bodies)

        values = {name: p.value for name, p in self.mechanism.parameters.items()}
        self.gravity = np.array([nominal(g) if not hasattr(g, "evaluate") else g.evaluate(values) for g in self.mechanism.gravity])
        self.seats: dict[str, list[_Seat]] = {name: [] for name in self.mechanism.bodies}
        self.joints: list[tuple[Joint, _Seat, _Seat]] = []
        for joint in self.mechanism.joints.values():
            if joint.elastic:
                continue
            for frame in (joint.parent, joint.child):
                pose = Pose(frame.rotation, np.array([nominal(x) for x in frame.position], float))
                r, R = numbers.vector(frame.position), numbers.rotation(frame.rotation)
                self.seats[frame.body.name].append(_Seat(frame.body.name, joint.name, r, R, pose))
            parent, child = (self.seats[frame.body.name][-1] for frame in (joint.parent, joint.child))
            self.joints.append((joint, parent, child))

    def all(self) -> list[Transfer]:
        """Return every transfer of the rules, at joints first; some may follow from others."""
        return [
            *(t for _, parent, child in self.joints for t in self._between(parent, child)),
            *(t for body in self.mechanism.bodies if body in self.moving for t in self._to_ground(body)),
            *self._motor_inertias(),
        ]

    def _between(self, parent: _Seat, child: _Seat) -> Iterator[Transfer]:
        """Yield transfers between two moving bodies, through a joint."""
        if "ground" in (parent.body, child.body) or not {parent.body, child.body} <= self.moving:
            return
        free = self.observed.relative(parent.body, child.body, child.pose)
        u = None if free.axis is None else self._recognised(free.axis)
        if free.none:
            yield from self._moved("monopole", parent, child, [self.one])
            yield from self._moved("dipole", parent, child, self._units())
            yield from self._moved("quadrupole", parent, child, _unit_tensors(self.zero, self.one))
        elif free.turning == 0:
            yield from self._moved("quadrupole", parent, child, _unit_tensors(self.zero, self.one))
            if self._turns_about_slide(child, free):
                yield from self._moved("dipole", parent, child, self._units())
        else:
            if free.point_at_rest:
                yield from self._moved("monopole", parent, child, [self.one])
                if u is not None:
                    yield from self._moved("dipole", parent, child, [u])
            if u is not None:
                yield from self._moved("axial", parent, child, [u])

    def _to_ground(self, body: str) -> Iterator[Transfer]:
        """Yield what a body may lose unseen."""
        seats = sorted(self.seats[body], key=lambda seat: not self._grounded(seat))
        if not seats:
            return
        free = [self.observed.relative("ground", body, seat.pose) for seat in seats]
        resting = next((seat for seat, f in zip(seats, free, strict=True) if f.point_at_rest), None)
        if free[0].turning == 0:
            yield from self._lost("dipole", seats[0], self._units())
            yield from self._lost("quadrupole", seats[0], _unit_tensors(self.zero, self.one))
        if resting:
            yield from self._lost("monopole", resting, [self.one])
        if free[0].turning == 1:
            seat = resting or next((s for s, f in zip(seats, free, strict=True) if self._slides_along(f)), seats[0])
            f = free[seats.index(seat)]
            assert f.axis is not None
            u = self._recognised(f.axis)
            yield from self._lost("dipole", seat, [u])
            yield from self._lost("quadrupole", seat, _without_moment(u, self.zero, self.one))
            if resting or self._slides_along(f):
                yield from self._lost("dipole", seat, self._weightless(seat))
            if not resting and self._slides_along(f):
                yield from self._screw(body, seat, f, u)
        elif resting and free[0].turning:
            yield from self._lost("dipole", resting, self._weightless(resting))

    def _screw(self, body: str, seat: _Seat, free: RelativeMotion, u: Vector) -> Iterator[Transfer]:
        """Yield mass for moment of inertia / p² where nothing weighs along the axis of a screw: ½ m (p ω)² + ½ I ω²."""
        assert free.axis is not None
        joint = self.mechanism.joints[seat.joint]
        if joint.type.lead is None or not self._grounded(seat):
            return
        direction = self.observed.rotation[body][0] @ np.asarray(seat.pose.rotation) @ free.axis
        if abs(direction @ self.gravity) > NOTHING * max(float(np.linalg.norm(self.gravity)), 1e-300):
            return
        p = self.numbers.number(joint.type.lead)
        square = _dot(u, u)
        q = [[-(p * p) * u[i] * u[j] / square for j in range(3)] for i in range(3)]
        mass, moment = _monopole(seat.r, self.zero, self.one), _tensor(_rotated(seat.R, q), self.zero)
        ten = [a + b for a, b in zip(mass, moment, strict=True)]
        yield Transfer("monopole", body, body, f"screw {seat.joint}", self._vector({body: ten}))

    def _motor_inertias(self) -> Iterator[Transfer]:
        """Yield motor inertias of joints at the ground: the motor turns, or slides, as its body does."""
        for name, _ in self.regressor.request.motor_inertias:
            kind = self.mechanism.joints[name].type
            weighs = kind.slides and np.any(self.gravity)
            ends = [pair for joint, p, c in self.joints if joint.name == name for pair in ((p, c), (c, p))]
            for seat, other in ends if kind.n_v == 1 and kind.axial and not weighs else ():
                if other.body != "ground" or seat.body not in self.moving:
                    continue
                u, label = seat.axis, joint_label(self.mechanism, name, 0, "motor_inertia")
                square = _dot(u, u)
                # of a screw that counts metres, ½ M ż² = ½ (M p²) ω²: the motor's mass is a moment of inertia
                screw_in_metres = not kind.slides and kind.rates[0].unit == "m/s"
                p = self.numbers.number(kind.lead) if screw_in_metres else self.one
                about = [[p * p * u[a] * u[b] / square for b in range(3)] for a in range(3)]
                ten = _monopole(seat.r, self.zero, self.one) if kind.slides else _tensor(about, self.zero)
                vector = self._vector({seat.body: [-x for x in ten]}) | {label: self.one}
                yield Transfer("quadrupole", label, seat.body, name, vector)

    def _moved(self, kind: str, parent: _Seat, child: _Seat, things: Sequence[Thing]) -> Iterator[Transfer]:
        """Yield things moved from the child to the parent, in the axes of the joint's frame on the child, at its origin. A thing is
        a direction (dipole; axial quadrupole) or a tensor (quadrupole); a monopole needs none."""
        # a joint that moves less than it could may have frames that stay apart, or turned against each other
        R_PC, d = self.observed.pose(parent.body, parent.pose, child.body, child.pose)
        if not self.mechanism.joints[child.joint].type.slides and np.abs(d).max() > NOTHING * self.observed.size:
            shift = _times(parent.R, [self.numbers.rational(decimal(float(f"{x:.12g}"))) for x in d])
            parent = replace(parent, r=[a + b for a, b in zip(parent.r, shift, strict=True)])
        aligned = np.abs(R_PC - np.eye(3)).max() < 1e-12
        for thing in things:
            there = thing if kind == "monopole" or aligned else self._turned(kind, thing, R_PC)
            less = [-x for x in self._ten(kind, child, thing)]
            vector = self._vector({child.body: less, parent.body: self._ten(kind, parent, there)})
            yield Transfer("quadrupole" if kind == "axial" else kind, child.body, parent.body, child.joint, vector)

    def _turned(self, kind: str, thing: Thing, R_PC: Array) -> Thing:
        """Return a direction or a tensor in the axes of the frame on the parent."""
        if kind not in ("dipole", "axial"):
            return _rotated(self.numbers.rotation(R_PC), thing)
        own = np.array([float(self.numbers.value(x)) for x in thing])
        there = R_PC @ own
        if np.abs(there - own).max() < 1e-12 * np.abs(own).max():
            return thing
        found = self._recognised(there)
        rounded = [float(self.numbers.value(x)) for x in found]
        factor = float(np.linalg.norm(own) / np.linalg.norm(rounded)) * float(np.sign(there @ rounded))
        ratio = Fraction(factor).limit_denominator(1000)
        if abs(float(ratio) - factor) > 1e-9:
            self.numbers.exact = False
            ratio = decimal(float(f"{factor:.12g}"))
        return [x * self.numbers.rational(ratio) for x in found]

    def _lost(self, kind: str, seat: _Seat, things: Sequence[Thing]) -> Iterator[Transfer]:
        for thing in things:
            yield Transfer(kind, seat.body, "ground", seat.joint, self._vector({seat.body: self._ten(kind, seat, thing)}))

    def _ten(self, kind: str, seat: _Seat, thing: Thing) -> Vector:
        """Return ten parameters, in the body's axes, of a thing given in those of a joint frame on it."""
        if kind == "monopole":
            return _monopole(seat.r, self.zero, self.one)
        if kind == "quadrupole":
            return _tensor(_rotated(seat.R, thing), self.zero)
        r, u = seat.r, _times(seat.R, thing)
        if kind == "dipole":  # (2)
            trace = _dot(r, u) + _dot(r, u)
            return [self.zero, *u, *((trace if i == j else self.zero) - r[i] * u[j] - u[i] * r[j] for i, j in PLACES)]
        trace = _dot(u, u)  # (3)
        return [self.zero] * 4 + [(trace if i == j else self.zero) - u[i] * u[j] for i, j in PLACES]

    def _vector(self, parts: dict[str, Vector]) -> dict[str, Element]:
        entries = {f"{body}.{e}": x for body, ten in parts.items() for e, x in zip(TEN, ten, strict=True)}
        return {name: x for name, x in entries.items() if x != self.zero}

    def _units(self) -> list[Vector]:
        return [[self.one if i == k else self.zero for i in range(3)] for k in range(3)]

    def _recognised(self, direction: Array) -> Vector:
        """Return a direction in simple fractions if it has them; else in as many digits as it was measured."""
        scaled = np.asarray(direction, float) / direction[int(np.abs(direction).argmax())]
        fractions = [Fraction(float(x)).limit_denominator(1000) for x in scaled]
        if np.abs(np.array(fractions, float) - scaled).max() > 1e-7:
            self.numbers.exact = False
            fractions = [decimal(float(f"{x:.12g}")) for x in scaled]
        return [self.numbers.rational(f) for f in fractions]

    def _turns_about_slide(self, seat: _Seat, free: RelativeMotion) -> bool:
        if free.slide is None:
            return False
        w = self.observed.angular(seat.body) @ np.asarray(seat.pose.rotation, float)  # in the axes of the joint frame
        across = w - np.outer(w @ free.slide, free.slide)
        return bool(np.abs(across).max() <= NOTHING * max(float(np.abs(w).max()), 1e-300))

    def _slides_along(self, free: RelativeMotion) -> bool:
        """Tell whether a frame that turns about one direction slides along that direction only."""
        return bool(free.slide is not None and free.axis is not None and abs(abs(free.slide @ free.axis) - 1.0) < 1e-9)

    def _weightless(self, seat: _Seat) -> list[Vector]:
        """Return directions d, in the axes of a joint frame, along which a dipole has constant weight: g·(R d) does not change."""
        R = self.observed.rotation[seat.body] @ np.asarray(seat.pose.rotation, float)
        weight = np.einsum("nji,j->ni", R, self.gravity)
        weight = weight - weight.mean(axis=0)
        _, s, Vt = np.linalg.svd(weight)
        changing = int(np.sum(s > NOTHING * max(float(np.linalg.norm(self.gravity)), 1e-300)))
        if changing == 0:
            return self._units()
        null = Vt[changing:]
        if changing == 1:  # two directions: in echelon form they are readable
            k = int(np.abs(Vt[0]).argmax())
            others = [i for i in range(3) if i != k]
            null = np.eye(3)[others] - np.outer(Vt[0][others] / Vt[0][k], np.eye(3)[k])
        return [self._recognised(direction) for direction in null]

    def _grounded(self, seat: _Seat) -> bool:
        joint = self.mechanism.joints[seat.joint]
        return "ground" in (joint.parent.body.name, joint.child.body.name)


def _monopole(r: Vector, zero: Element, one: Element) -> list[Element]:
    """Return a unit mass at r (1)."""
    square = _dot(r, r)
    return [one, *r, *((square if i == j else zero) - r[i] * r[j] for i, j in PLACES)]


def _tensor(q: Matrix, zero: Element) -> list[Element]:
    """Return a symmetric tensor (4)."""
    return [zero] * 4 + [q[i][j] for i, j in PLACES]


def _unit_tensors(zero: Element, one: Element) -> list[Matrix]:
    """Return the six symmetric tensors with a one in one place (and its mirror)."""
    return [[[one if {i, j} == {a, b} else zero for b in range(3)] for a in range(3)] for i, j in PLACES]


def _without_moment(u: Vector, zero: Element, one: Element) -> list[Matrix]:
    """Return five tensors q with uᵀ q u = 0: what a body that turns about u alone does not feel."""
    k = next(i for i in range(3) if u[i] != zero)
    tensors = dict(zip(PLACES, _unit_tensors(zero, one), strict=True))
    del tensors[k, k]
    for (i, j), q in tensors.items():
        moment = u[i] * u[j] if i == j else u[i] * u[j] + u[i] * u[j]
        q[k][k] = q[k][k] - moment / (u[k] * u[k])
    return list(tensors.values())


def _rotated(R: Matrix, q: Matrix) -> Matrix:
    """Return R q Rᵀ."""
    left = [[_dot(row, [q[k][j] for k in range(3)]) for j in range(3)] for row in R]
    return [[_dot(left[i], R[j]) for j in range(3)] for i in range(3)]


def _times(R: Matrix, u: Vector) -> Vector:
    """Return R u."""
    return [_dot(row, u) for row in R]


def _dot(a: Vector, b: Vector) -> Element:
    """Return aᵀ b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
