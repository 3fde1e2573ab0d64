"""Random machines: trees and loops of all joints, in space and in a plane, with mass ratios up to 10¹², without mass, near
singular positions; and how far the package is from the independent equations of `newton_euler`."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from newton_euler import Extended, Maximal, Motion, Solution

from biela.base.errors import BielaError
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import EPS, lightest, note_of_light_body
from sample_machines import GRAVITY, KINDS, TYPES, Equations, Vector, add_joint, random_coordinates, random_pose, random_rotation

WRONG = 1e-8
"""Relative error from which an acceleration is wrong."""
FREEDOMS = {kind: TYPES[kind].n_v for kind in KINDS}
STYLES = ("tree", "loop", "planar loop", "light", "massless", "near singular")


@dataclass
class Sample:
    """A machine, and coordinates of all its joints at which it is closed."""

    machine: Mechanism
    coordinates: Vector
    style: str


def random_machine(seed: int) -> Sample:
    """A machine that depends on the seed alone; its style goes round."""
    rng, style = np.random.default_rng(seed), STYLES[seed % len(STYLES)]
    planar = style == "planar loop" or (style in ("light", "massless") and rng.random() < 0.3)
    loop = style != "tree" and (planar or style != "light" or rng.random() < 0.7)
    m = Mechanism("random", gravity=GRAVITY)
    kinds = _kinds(rng, loop, planar)
    bodies = [m.ground, *(_body(m, f"body_{i}", rng, style) for i in range(len(kinds) - loop))]
    if loop:
        bodies.append(m.ground)
    coordinates, X_WB = [], Pose.identity()
    for i, kind in enumerate(kinds):
        q = random_coordinates(TYPES[kind], rng)
        if style == "near singular":
            q[: len(q)] = q if TYPES[kind].quaternion is not None else q * 10 ** rng.uniform(-9, 0)
        inner = i if loop or rng.random() < 0.5 else int(rng.integers(i + 1))
        X_inner, X_outer = (_flat_pose(rng, kind) if planar else random_pose(rng) for _ in range(2))
        X_WB = X_WB @ X_inner @ TYPES[kind].pose(q)
        if bodies[i + 1] is m.ground:
            X_outer = X_WB
        else:
            X_WB = X_WB @ X_outer.inverse()
        add_joint(m, kind, f"joint_{i}", bodies[inner], bodies[i + 1], (X_inner, X_outer))
        coordinates.append(q)
    return Sample(m, np.concatenate(coordinates) if coordinates else np.zeros(0), style)


def _kinds(rng: np.random.Generator, loop: bool, planar: bool) -> list[str]:
    if planar:
        return ["revolute", *rng.choice(["revolute", "revolute", "prismatic"], size=rng.integers(2, 5)), "revolute"]
    some = [str(kind) for kind in rng.choice([k for k in KINDS if k != "free"], size=rng.integers(2, 5))]
    while loop and sum(FREEDOMS[kind] for kind in some) < 7:
        some.append(str(rng.choice(["spherical", "cylindrical", "universal", "revolute", "planar"])))
    return some if loop or rng.random() < 0.7 else [*some, "free"]


def _flat_pose(rng: np.random.Generator, kind: str) -> Pose:
    """A frame in the plane x-y: revolutes turn about z, prismatics slide in the plane."""
    turn = np.asarray(so3.rotation_z(float(rng.uniform(-3, 3))), float)
    return Pose(
        turn if kind != "prismatic" else turn @ np.asarray(so3.rotation_y(np.pi / 2), float),
        np.array([*rng.uniform(-0.4, 0.4, 2), 0.0]),
    )


def _body(m: Mechanism, name: str, rng: np.random.Generator, style: str) -> Any:
    if style == "massless" and rng.random() < 0.4:
        return m.body(name)
    size = 10 ** rng.uniform(-12, 0) if style == "light" and rng.random() < 0.6 else 1.0
    a, b, c = size * rng.uniform(0.02, 0.2, 3)
    return m.body(
        name, mass=size * rng.uniform(0.5, 2.0), com=rng.uniform(-0.3, 0.3, 3), inertia=(b + c, a + c, a + b),
        principal_axes=random_rotation(rng),
    )  # fmt: skip


@dataclass
class Comparison:
    """One position of one machine.

    error : largest difference of the accelerations of the bodies' origins, over their size; counted from what rounding of the
        positions alone changes, which a light body at the end of a heavy one multiplies by the ratio of their masses
    force : the same of the forces in the joints, where these are unique, over the largest; counted from what rounding of the
        weights and inertia forces leaves
    told : what the package says instead of an answer, or notes about it: a note about a light body tells of errors of the size
        that it names
    """

    style: str
    error: float
    force: float
    told: str
    solution: Solution | None


def compared(sample: Sample, states: int, seed: int) -> list[Comparison]:
    """The package against the independent equations at some velocities; what it refuses is told."""
    m, rng = sample.machine, np.random.default_rng(seed)
    try:
        equations = Equations(m)
        if not equations.n_v:
            return []
        x = equations.state_of(sample.coordinates)
        return [_one(sample, equations, equations.moving(x, rng, speed=0.5 * k)) for k in range(states)]
    except BielaError as error:
        return [Comparison(sample.style, 0.0, 0.0, f"{type(error).__name__}: {error}", None)]


def _one(sample: Sample, equations: Equations, x: Vector) -> Comparison:
    m = sample.machine
    signals = equations.values(_wanted(m), x)
    problem = Maximal(m, _motions(m, signals))
    solution = problem.solve()
    own = np.array([[signals[f"{body}.acceleration_{k}"] for k in "xyz"] for body in problem.bodies])
    theirs = solution.accelerations.reshape(-1, 6)[:, :3].astype(float)
    if not np.all(np.isfinite(theirs)):
        return Comparison(sample.style, 0.0, 0.0, "undetermined", solution)
    error = float(np.abs(own - theirs).max() / (10.0 + np.abs(theirs).max())) if np.all(np.isfinite(own)) else np.inf
    if 1e-9 < error < np.inf:
        rng, shaken = np.random.default_rng(1), _motions(m, signals)
        for motion in shaken.values():
            motion.p, motion.v, motion.w = (x * (1 + 2e-16 * rng.normal(size=3)) for x in (motion.p, motion.v, motion.w))
            motion.R = motion.R * (1 + 2e-16 * rng.normal(size=(3, 3)))
        moved = Maximal(m, shaken).solve().accelerations - solution.accelerations
        error = max(0.0, error - 30 * float(np.abs(moved).max() / (10.0 + np.abs(theirs).max())))
    force = 0.0
    if not solution.redundant:
        forces = {name: np.zeros(3, Extended) for name in m.joints}
        for row, multiplier in solution.multipliers.items():
            joint = m.joints[problem.owner[row]]
            body, sign = (joint.child.body.name, -1) if joint.child.body.name != "ground" else (joint.parent.body.name, 1)
            at = problem.place[body]
            forces[joint.name] += sign * multiplier * problem.rows.G[row][at : at + 3]
        sizes = {name: float(np.linalg.norm(f.astype(float))) for name, f in forces.items()}
        largest = 1e-9 + max(sizes.values(), default=0.0)
        masses = np.array([float(m.bodies[body].mass) for body in problem.bodies])
        rounding = 100 * EPS * float(masses @ (10.0 + np.abs(theirs).max(axis=1)))  # in free fall nothing else is left
        force = max((max(0.0, abs(sizes[j] - signals[f"{j}.force"]) - rounding) / largest for j in sizes), default=0.0)
    (_, _, ratio), note = lightest(m), note_of_light_body(m)
    told = note if WRONG < error < 100 * EPS / ratio else ""
    return Comparison(sample.style, error, force, told, solution)


_MOTION = (("roll", "pitch", "yaw"), "xyz", ("rate_x", "rate_y", "rate_z"), ("velocity_x", "velocity_y", "velocity_z"))
"""How a body stands and moves, in signals."""


def _wanted(m: Mechanism) -> list[str]:
    bodies = [
        f"{name}.{key}"
        for name in m.bodies
        if name != "ground"
        for key in (*(k for keys in _MOTION for k in keys), *(f"acceleration_{k}" for k in "xyz"))
    ]
    return [*bodies, *(f"{joint}.force" for joint in m.joints)]


def _motions(m: Mechanism, signals: dict[str, float]) -> dict[str, Motion]:
    out = {}
    for name in m.bodies:
        if name != "ground":
            angles, p, w, v = (np.array([signals[f"{name}.{k}"] for k in keys], Extended) for keys in _MOTION)
            out[name] = Motion(np.asarray(so3.from_roll_pitch_yaw(angles.astype(float)), Extended), p, w, v)
    return out
