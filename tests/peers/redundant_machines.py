"""Loops with more closure equations than they need: planar, spherical and other linkages of special dimensions.

Each is built in convenient axes, then every body, the ground included, is described in a random frame of its own, so
that no zero survives in the numbers by which an engine could recognise the plane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from machine_data import GROUND, Array, BodyData, JointData, MachineData, X, Y, Z, pose, turn
from random_peer_machines import close, random_body, random_coordinates, random_pose, random_rotation

ALONG_X = pose(turn(Y, np.pi / 2))
"""A joint frame whose axis is the x axis of the body."""


def planar_loop(rng: np.random.Generator, closing: str) -> MachineData:
    """A plane chain of hinges and one slider, closed by any joint; the closing frame has its axis normal to the plane.

    In the plane a hinge or ball leaves 2 independent rows of 5 or 3, a weld 3 of 6, a planar joint none of 3.
    """
    machine = _chain(rng, [_in_plane(rng) for _ in range(5)], ["revolute", "revolute", "prismatic", "revolute", "revolute"])
    q = random_coordinates(rng, closing)
    X_closing = _in_plane(rng)
    if closing == "prismatic":
        X_closing = X_closing @ ALONG_X
    if closing == "universal":  # second axis normal to the plane: the first one lies in it and cannot turn
        X_closing = X_closing @ pose(turn(X, -np.pi / 2))
        q[0] = 0.0
    if closing in ("spherical", "free"):  # the last body stays in the plane whatever its axes are called
        X_closing = X_closing @ pose(random_rotation(rng))
    if closing == "free":
        q[4:7] = X_closing[:3, :3].T @ np.array([0.2, -0.1, 0.0])
    return _redrawn(rng, close(machine, "closing", closing, "body_4", GROUND, q, X_closing, lead=0.1))


def planar_grid(rng: np.random.Generator) -> MachineData:
    """Three plane loops that share bodies, hinges throughout."""
    machine = _chain(rng, [_in_plane(rng) for _ in range(8)], ["revolute"] * 8)
    for i, (a, b) in enumerate([("body_3", GROUND), ("body_5", "body_1"), ("body_2", "body_7")]):
        machine = close(machine, f"closing_{i}", "revolute", a, b, rng.uniform(-3, 3, 1), _in_plane(rng))
    return _redrawn(rng, machine)


def spherical_loop(rng: np.random.Generator) -> MachineData:
    """Five hinges whose axes meet in one point: 3 independent rows of 5 at most."""
    machine = _chain(rng, [pose(random_rotation(rng)) for _ in range(4)], ["revolute"] * 4)
    return _redrawn(rng, close(machine, "closing", "revolute", "body_3", GROUND, rng.uniform(-3, 3, 1), pose(random_rotation(rng))))


def sliding_loop(rng: np.random.Generator) -> MachineData:
    """Five sliders in space: nothing ever turns, 2 independent rows of 5."""
    machine = _chain(rng, [random_pose(rng) for _ in range(4)], ["prismatic"] * 4)
    return _redrawn(rng, close(machine, "closing", "prismatic", "body_3", GROUND, rng.uniform(-0.5, 0.5, 1), random_pose(rng)))


def bennett(rng: np.random.Generator) -> MachineData:
    """Bennett's linkage: four hinges in space that move although Grübler counts −2.

    Opposite links are equal, with lengths a, b and twists α, β that obey a/sin α = b/sin β. Angles of neighbouring
    hinges obey tan θ₁/2 · tan θ₂/2 = sin((β + α)/2) / sin((β − α)/2), those of opposite ones are θ and −θ.
    Reference: Bennett (1903), *A new mechanism*, Engineering 76.
    """
    alpha, beta, a = 0.7, 1.3, 0.5
    b = a * np.sin(beta) / np.sin(alpha)
    first = rng.uniform(0.5, 2.0)
    second = 2 * np.arctan(np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2) / np.tan(first / 2))
    angles = [first, second, -first]
    links = [pose(turn(X, twist), length * X) for length, twist in ((a, alpha), (b, beta), (a, alpha))]
    machine = _chain(rng, [pose(), *links[:2]], ["revolute"] * 3)
    machine = replace(machine, q={f"joint_{i}": np.array([angle]) for i, angle in enumerate(angles)})
    return _redrawn(rng, close(machine, "closing", "revolute", "body_2", GROUND, np.array([-second]), links[2]))


def parallel_cranks(rng: np.random.Generator) -> MachineData:
    """A coupler on three equal parallel cranks: one crank too many, even in the plane."""
    angle, length = rng.uniform(0.5, 2.5), 0.4
    feet = [pose(None, x * X) for x in (0.0, 0.5, 1.1)]
    bodies = {name: random_body(rng, name) for name in ("coupler", "crank_0", "crank_1", "crank_2")}
    tip = pose(None, length * X)
    joints = [JointData(f"foot_{i}", "revolute", GROUND, f"crank_{i}", foot, np.eye(4)) for i, foot in enumerate(feet)]
    joints.append(JointData("tip_0", "revolute", "crank_0", "coupler", tip, np.eye(4)))
    q = {f"foot_{i}": np.array([angle]) for i in range(3)} | {"tip_0": np.array([-angle])}
    machine = MachineData(rng.uniform(-10, 10, 3), bodies, joints, q)
    for i in (1, 2):
        machine = close(machine, f"tip_{i}", "revolute", f"crank_{i}", "coupler", np.array([-angle]), tip)
    return _redrawn(rng, machine)


def door(rng: np.random.Generator) -> MachineData:
    """A door on two hinges and a sleeve, with an arm on it: every closure row is redundant."""
    machine = _chain(rng, [pose(), random_pose(rng)], ["revolute", "spherical"])
    hinge = pose(None, 0.8 * Z)
    machine = close(machine, "upper_hinge", "revolute", GROUND, "body_0", machine.q["joint_0"], hinge)
    return _redrawn(
        rng, close(machine, "sleeve", "cylindrical", GROUND, "body_0", np.array([machine.q["joint_0"][0], 0.3]), pose())
    )


def double_weld(rng: np.random.Generator) -> MachineData:
    """A spatial loop of hinges and a ball closed by a weld, and by a second weld between the same bodies."""
    machine = _chain(rng, [random_pose(rng) for _ in range(5)], ["revolute", "spherical", "universal", "helical", "cylindrical"])
    machine = close(machine, "weld", "fixed", "body_4", GROUND, np.zeros(0), random_pose(rng))
    return _redrawn(rng, close(machine, "second_weld", "fixed", GROUND, "body_4", np.zeros(0), random_pose(rng)))


REDUNDANT: dict[str, Callable[[np.random.Generator], MachineData]] = {
    "planar grid": planar_grid, "spherical": spherical_loop, "sliding": sliding_loop, "Bennett": bennett,
    "parallel cranks": parallel_cranks, "door": door, "double weld": double_weld,
}  # fmt: skip


def _chain(rng: np.random.Generator, frames: list[Array], kinds: list[str]) -> MachineData:
    """Links in a row, each on the one before; `frames` stand on the inner body, the outer one's is its body frame."""
    bodies: dict[str, BodyData] = {}
    joints: list[JointData] = []
    for i, (frame, kind) in enumerate(zip(frames, kinds, strict=True)):
        bodies[f"body_{i}"] = random_body(rng, f"body_{i}")
        inner = f"body_{i - 1}" if i else GROUND
        across = ALONG_X if kind == "prismatic" else np.eye(4)
        joints.append(JointData(f"joint_{i}", kind, inner, f"body_{i}", frame @ across, across, 0.1))
    q = {joint.name: random_coordinates(rng, joint.kind) for joint in joints}
    return MachineData(rng.uniform(-10, 10, 3), bodies, joints, q)


def _in_plane(rng: np.random.Generator) -> Array:
    """A frame in the x-y plane, turned about its normal."""
    return pose(turn(Z, rng.uniform(-3, 3)), np.array([*rng.uniform(-0.6, 0.6, 2), 0.0]))


def _redrawn(rng: np.random.Generator, machine: MachineData) -> MachineData:
    """The same machine with every body, and the ground, described in a new random frame."""
    new = {name: random_pose(rng) for name in [GROUND, *machine.bodies]}
    bodies = {
        body.name: replace(body, com=(new[body.name] @ [*body.com, 1.0])[:3], axes=new[body.name][:3, :3] @ body.axes)
        for body in machine.bodies.values()
    }
    joints = [
        replace(joint, X_parent=new[joint.parent] @ joint.X_parent, X_child=new[joint.child] @ joint.X_child)
        for joint in machine.joints
    ]
    return replace(machine, bodies=bodies, joints=joints)
