"""Random machines of all joint types, and numbers out of their equations, for the tests by physics.

Bodies have mass, an offset centre and rotated principal axes; joints sit on random frames, forwards or backwards. The
equations are evaluated by CasADi's interpreter: these tests are about formulas, and compile nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

import biela
from biela.equations.dynamics import Dynamics
from biela.equations.functions import function
from biela.lie import quaternion
from biela.lie.se3 import Pose
from biela.mechanism import Body, law
from biela.mechanism import joint as joints
from biela.mechanism.joint import JointType
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import Joint

Vector = NDArray[np.float64]

LEAD = 0.13
TYPES: dict[str, JointType] = {
    "revolute": joints.Revolute(), "prismatic": joints.Prismatic(), "cylindrical": joints.Cylindrical(),
    "universal": joints.Universal(), "spherical": joints.Spherical(), "helical": joints.Helical(LEAD),
    "planar": joints.Planar(), "free": joints.Free(), "fixed": joints.Fixed(),
}  # fmt: skip
KINDS = tuple(TYPES)
GRAVITY = (1.1, -8.7, 3.9)


def random_rotation(rng: np.random.Generator) -> Vector:
    """A rotation anywhere."""
    q = rng.normal(size=4)
    return np.asarray(quaternion.to_matrix(q / np.linalg.norm(q)))


def random_pose(rng: np.random.Generator, size: float = 0.4) -> Pose:
    """A frame anywhere within `size` metres."""
    return Pose(random_rotation(rng), rng.uniform(-size, size, 3))


def add_body(m: Mechanism, name: str, rng: np.random.Generator) -> Body:
    """A body with every number of its inertia different from zero."""
    a, b, c = rng.uniform(0.02, 0.2, 3)
    return m.body(
        name, mass=rng.uniform(0.5, 2.0), com=rng.uniform(-0.3, 0.3, 3), inertia=(b + c, a + c, a + b),
        principal_axes=random_rotation(rng),
    )  # fmt: skip


def random_coordinates(kind: JointType, rng: np.random.Generator) -> Vector:
    """Coordinates of a joint, well away from zero; a quaternion has unit length."""
    q = rng.uniform(-1.2, 1.2, kind.n_q)
    for k, quantity in enumerate(kind.coordinates):
        if quantity.unit == "m":
            q[k] *= 0.4
    if kind.quaternion is not None:
        at = slice(kind.quaternion, kind.quaternion + 4)
        q[at] = rng.normal(size=4)
        q[at] /= np.linalg.norm(q[at])
    return q


def add_joint(
    m: Mechanism, kind: str | JointType, name: str, inner: Any, outer: Any, poses: tuple[Pose, Pose], *,
    backwards: bool = False, cut: bool | None = None,
) -> Joint:  # fmt: skip
    """A joint at given frames on the inner and the outer body; backwards, the outer body is its parent."""
    X_inner, X_outer = poses
    inner = inner.frame(f"{name}_inner", X_inner.position, X_inner.rotation)
    outer = outer.frame(f"{name}_outer", X_outer.position, X_outer.rotation)
    parent, child = (outer, inner) if backwards else (inner, outer)
    return m.joint(name, TYPES[kind] if isinstance(kind, str) else kind, parent, child, cut=cut)


def random_tree(kinds: Sequence[str], seed: int, *, backwards: bool | None = None, chain: bool = False) -> Mechanism:
    """One body for each kind of joint, hung on a body before it (the last one, in a chain) or on the ground.

    `backwards` turns all joints around, or none; None leaves it to chance.
    """
    rng = np.random.default_rng(seed)
    m = Mechanism("tree", gravity=GRAVITY)
    bodies = [m.ground]
    for i, kind in enumerate(kinds):
        body = add_body(m, f"body_{i}", rng)
        inner = bodies[-1] if chain else bodies[rng.integers(len(bodies))]
        turned = bool(rng.integers(2)) if backwards is None else backwards
        add_joint(m, kind, f"{kind}_{i}", inner, body, (random_pose(rng), random_pose(rng)), backwards=turned)
        bodies.append(body)
    return m


@dataclass
class Loop:
    """A closed loop ground – body – … – ground, with coordinates of all joints at which it is closed."""

    mechanism: Mechanism
    coordinates: Vector  # of all joints, in the order of the description

    def __getitem__(self, name: str) -> float:
        """One coordinate, `joint.coordinate`."""
        names = [f"{j.name}.{c.name}" for j in self.mechanism.joints.values() for c in j.type.coordinates]
        return float(self.coordinates[names.index(name)])


def random_loop(
    kinds: Sequence[str], seed: int, *, cut: int | None = None, backwards: Sequence[int] = (), scene: Pose | None = None
) -> Loop:
    """A loop of joints of the given kinds through the ground; joint number `cut` closes it.

    The geometry depends on the seed alone, so that the same machine can be had with another joint cut, or with some
    joints turned around (`backwards`; their coordinates then differ). `scene` moves everything, gravity included.
    """
    rng = np.random.default_rng(seed)
    scene = scene or Pose.identity()
    m = Mechanism("loop", gravity=scene.rotation @ np.array(GRAVITY))
    bodies = [m.ground, *(add_body(m, f"body_{i}", rng) for i in range(len(kinds) - 1)), m.ground]
    X_WB = Pose.identity()  # in the scene before it was moved
    coordinates = []
    for i, kind in enumerate(kinds):
        q, X_inner, X_outer = random_coordinates(TYPES[kind], rng), random_pose(rng), random_pose(rng)
        X = TYPES[kind].pose(q)
        X_WB = X_WB @ X_inner @ (X.inverse() if i in backwards else X)
        if bodies[i + 1] is m.ground:
            X_outer = scene @ X_WB
        else:
            X_WB = X_WB @ X_outer.inverse()
        if i == 0:
            X_inner = scene @ X_inner
        coordinates.append(q)
        wanted = None if cut is None else i == cut
        add_joint(m, kind, f"{kind}_{i}", bodies[i], bodies[i + 1], (X_inner, X_outer), backwards=i in backwards, cut=wanted)
    return Loop(m, np.concatenate(coordinates))


def idler_train(inertia: float = 1e-12) -> Mechanism:
    """A gear a turns a gear b of the same inertia through an idler."""
    m = Mechanism("idler train")
    for k, (name, value) in enumerate([("a", 1.0), ("b", 1.0), ("idler", inertia)]):
        body = m.body(name, inertia=(value, value, value), position=(k, 0, 0))
        m.revolute(f"turn_{name}", m.ground, body, point=(k, 0, 0), axis=(0, 0, 1))
    m.gear("one", "turn_idler", "turn_a", 1.0)
    m.gear("two", "turn_idler", "turn_b", 1.0)
    m.motor("motor", "turn_a")
    return m


class Equations:
    """Numbers from the symbolic equations of a machine."""

    def __init__(self, mechanism: Mechanism, laws: dict[str, Any] | None = None, u: Any = None, p: Any = None):
        self.mechanism = mechanism
        self.dynamics = Dynamics(mechanism, laws)
        self.model = self.dynamics.model
        self.u = np.zeros(len(mechanism.actuators)) if u is None else np.asarray(u, float)
        self.p = np.array([q.value for q in mechanism.parameters.values()]) if p is None else np.asarray(p, float)
        self._functions: dict[str, Any] = {}

    def __call__(self, name: str, x: Vector, *extras: Any, t: float = 0.0) -> list[Vector]:
        """Outputs of one of the functions of `biela.equations.functions`; columns as vectors."""
        if name not in self._functions:
            self._functions[name] = function(self.dynamics, name)
        out = self._functions[name](t, x, self.u, self.p, *extras)
        return [_plain(value) for value in (out if isinstance(out, tuple | list) else (out,))]

    def value(self, expression: Any, x: Vector, t: float = 0.0) -> Vector:
        """Any expression of the model's symbols."""
        m = self.model
        return _plain(ca.Function("value", [m.t, m.x, m.u, m.p], [ca.SX(expression)])(t, x, self.u, self.p))

    def signals(self, x: Vector, t: float = 0.0, level: int = 2) -> dict[str, float]:
        """All signals up to a level."""
        out: dict[str, float] = {}
        for k, kernel in enumerate(("position", "velocity", "dynamics")[: level + 1]):
            names = [name for name, signal in self.dynamics.signals.items() if signal.level == k]
            out |= dict(zip(names, np.atleast_1d(self(kernel, x, t=t)[0]), strict=True))
        return out

    def values(self, names: Sequence[str], x: Vector, t: float = 0.0) -> dict[str, float]:
        """Some signals; the others are not derived."""
        key = ":".join(names)
        if key not in self._functions:
            m, signals = self.model, self.dynamics.signals
            wanted = ca.vertcat(*(signals[name].value() for name in names))
            self._functions[key] = ca.Function("values", [m.t, m.x, m.u, m.p], [wanted])
        found = _plain(self._functions[key](t, x, self.u, self.p))
        return dict(zip(names, np.atleast_1d(found).tolist(), strict=True))

    def time_derivative(self, expression: Any, x: Vector, t: float = 0.0) -> Vector:
        """d/dt of an expression of (t, x) along the motion."""
        m = self.model
        slope = ca.jtimes(ca.SX(expression), m.x, self.dynamics.rates) + ca.jacobian(ca.SX(expression), m.t)
        return self.value(slope, x, t)

    # ------------------------------------------------------------------------------------------------------ states

    @cached_property
    def n_q(self) -> int:
        return self.model.n_q

    @cached_property
    def n_v(self) -> int:
        return self.model.n_v

    def random_state(self, rng: np.random.Generator, *, speed: float = 1.0) -> Vector:
        """A state anywhere: loops are open, hints count the turns of the coordinates as they are."""
        x = np.zeros(self.n_q + self.n_v + self.model.s.numel())
        for link in self.model.links:
            x[link.q] = random_coordinates(link.type, rng)
        x[self.n_q : self.n_q + self.n_v] = speed * rng.normal(size=self.n_v)
        return self.with_hints(x)

    def with_hints(self, x: Vector, coordinates: Vector | None = None) -> Vector:
        """x with the turn hints of cut joints at given coordinates of all joints, or at the measured ones."""
        x = x.copy()
        places, at = {}, 0
        for joint in self.mechanism.joints.values():
            places[joint.name] = at
            at += joint.type.n_q
        start = self.n_q + self.n_v
        wanted = [places[j.name] + entry for j in self.mechanism.topology.cut for entry in j.type.hinted]
        if not wanted:
            return x
        if coordinates is None:
            neutral = [j.type.neutral()[entry] for j in self.mechanism.topology.cut for entry in j.type.hinted]
            x[start : start + len(wanted)] = neutral
            coordinates = np.atleast_1d(self("coordinates", x)[0])
        x[start : start + len(wanted)] = np.asarray(coordinates)[wanted]
        return x

    def state_of(self, coordinates: Vector, rates: Vector | None = None) -> Vector:
        """The state at which all joints, tree and cut, have given coordinates and rates."""
        x = np.zeros(self.n_q + self.n_v + self.model.s.numel())
        q = v = 0
        for joint in self.mechanism.joints.values():
            link = self.mechanism.topology.link_of(joint.name)
            if link is not None:
                x[link.q] = coordinates[q : q + joint.type.n_q]
                if rates is not None:
                    x[self.n_q + link.v.start : self.n_q + link.v.stop] = rates[v : v + joint.type.n_v]
            q, v = q + joint.type.n_q, v + joint.type.n_v
        return self.with_hints(x, coordinates)

    def moving(self, x: Vector, rng: np.random.Generator, *, speed: float = 1.0, t: float = 0.0) -> Vector:
        """x with a random velocity that satisfies the constraints."""
        x = x.copy()
        v = slice(self.n_q, self.n_q + self.n_v)
        x[v] = 0.0
        _, offset, G, _ = self("closure", x, t=t)
        G, offset = np.reshape(G, (-1, self.n_v)), np.atleast_1d(offset)
        free = speed * rng.normal(size=self.n_v)
        x[v] = free - np.linalg.lstsq(G, G @ free + offset, rcond=1e-10)[0] if offset.size else free
        return x

    def moved(self, x: Vector, xi: Vector) -> Vector:
        """x with its configuration moved along a tangent vector."""
        out = x.copy()
        out[: self.n_q] = self("retract", x, xi)[0]
        return out


def _plain(value: Any) -> Vector:
    array = np.array(ca.DM(value))
    return array[:, 0] if array.shape[1] == 1 else array


def chain_pose(joint: Joint, q: Vector) -> Pose:
    """X_PC of a joint at given coordinates, between the frames of its two bodies."""
    return joint.parent.pose @ joint.type.pose(q) @ joint.child.pose.inverse()


def add_joint_loads(m: Mechanism, joint: str, coordinate: str | None = None, *, scale: float = 1.0) -> None:
    """Every load that acts on a joint coordinate: spring with preload, curve, friction, stop in contact, law, motor."""
    tag = f"{joint}_{coordinate or 'q'}"
    m.joint_spring(
        f"{tag}_spring", joint, stiffness=3.1 * scale, damping=0.7 * scale, rest=0.3, preload=0.9 * scale,
        coordinate=coordinate,
    )  # fmt: skip
    m.joint_spring(f"{tag}_curve", joint, rest=-0.2, curve=lambda x: scale * (2 * x + x**3), coordinate=coordinate)
    m.friction(
        f"{tag}_friction", joint, viscous=0.4 * scale, coulomb=1.2 * scale, static=1.9 * scale, stribeck_speed=0.3,
        smoothing=0.2, coordinate=coordinate,
    )  # fmt: skip
    m.stop(
        f"{tag}_stop", joint, lower=-0.1, upper=0.1, stiffness=20.0 * scale, damping=0.15, coordinate=coordinate
    )  # fmt: skip
    rate = f"{joint}.{rate_name(m, joint, coordinate)}"
    m.user_effort(f"{tag}_law", joint, lambda s: -0.3 * scale * s[rate] ** 3 + ca.sin(s.time), coordinate)
    m.motor(f"{tag}_motor", joint, coordinate)


def rate_name(m: Mechanism, joint: str, coordinate: str | None) -> str:
    """Name of the rate of a joint coordinate."""
    return m.joints[joint].type.rates[m.joints[joint].coordinate(coordinate, "test")].name


def add_body_loads(m: Mechanism, a: Body, b: Body, rng: np.random.Generator) -> None:
    """Every load that acts between two bodies, or on one."""
    frames = []
    for i in range(2):
        X, Y = random_pose(rng), random_pose(rng)
        frames.append(
            (a.frame(f"load_{b.name}_{i}", X.position, X.rotation), b.frame(f"load_{a.name}_{i}", Y.position, Y.rotation))
        )
    (c, d), (e, f) = frames
    tag = f"{a.name}_{b.name}"
    m.spring(f"{tag}_spring", c, d, stiffness=40.0, damping=3.0, free_length=0.4, preload=2.0)
    m.spring(f"{tag}_curve", e, d, free_length=0.2, curve=biela.table((-1, 0, 0.5, 2), (-3, 0, 4, 5)))
    m.bushing(f"{tag}_bushing", c, f, (3, 4, 5, 30, 40, 50), (0.3, 0.2, 0.1, 3, 2, 1))
    m.user_force(f"{tag}_law", d, e, lambda s: 2.0 + 0.3 * s[f"{tag}_spring.length"] * s[f"{tag}_spring.length_rate"])
    m.thruster(f"{tag}_thruster", c, f)
    m.wrench(f"{tag}_push", d, force=(1.0, lambda t: ca.cos(t), 2.0), moment=(0.3, -0.4, 0.5), axes="frame")
    lift = law(lambda s: -0.7 * s[f"{b.name}.velocity_z"])
    m.wrench(f"{tag}_wind", f, force=(0.5, -1.0, lift), moment=(lambda t: t, 0.1, -0.2), axes="ground")
