"""Joints as chains of elementary motions, the way other engines know them.

A joint told from child to parent is the inverse motion: the chain backwards with every axis turned round, the inverse
rotation for a ball, the inverse pose for a body that flies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from machine_data import FREEDOMS, GROUND, Array, JointData, MachineData, X, Y, Z, inverse, joint_pose, twist_to_parent


class Motion(NamedTuple):
    """Turn, slide or screw along an axis by one coordinate of the joint; a ball or free flight takes all of them."""

    kind: str
    entry: int
    axis: Array


CHAINS = {
    "revolute": (Motion("turn", 0, Z),),
    "prismatic": (Motion("slide", 0, Z),),
    "cylindrical": (Motion("turn", 0, Z), Motion("slide", 1, Z)),
    "universal": (Motion("turn", 0, Z), Motion("turn", 1, Y)),
    "spherical": (Motion("ball", 0, Z),),
    "helical": (Motion("screw", 0, Z),),
    "planar": (Motion("slide", 0, X), Motion("slide", 1, Y), Motion("turn", 2, Z)),
    "free": (Motion("fly", 0, Z),),
    "fixed": (),
}


@dataclass(frozen=True)
class Step:
    """A body carried by another through a chain of motions; on a closing joint it is a part cut off its child."""

    joint: JointData
    inner: str
    outer: str
    outward: bool
    X_inner: Array  # start of the chain in the inner body
    X_outer: Array  # end of the chain in the outer body
    motions: tuple[Motion, ...]

    def pose(self, q: Array) -> Array:
        """End of the chain seen from its start."""
        X_PC = joint_pose(self.joint.kind, q, self.joint.lead)
        return X_PC if self.outward else inverse(X_PC)

    def twist_map(self, q: Array) -> Array:
        """For a ball or free flight: twist of the end in its own axes, from the joint's v. V' = −Ad(X_PC) V backwards.

        Its derivative adds nothing to the acceleration, since ad(V) V = 0.
        """
        n = FREEDOMS[self.joint.kind]
        return np.eye(n) if self.outward else -twist_to_parent(joint_pose(self.joint.kind, q, 0.0))[:n, :n]


def unrolled(machine: MachineData) -> list[Step]:
    """All steps from the ground outwards, branch after branch: Pinocchio takes joints of a subtree to be neighbours."""
    steps: list[Step] = []
    for joint in machine.joints:
        motions = CHAINS[joint.kind]
        if joint.closes:
            steps.append(Step(joint, joint.parent, part_name(joint), True, joint.X_parent, joint.X_child, motions))
        elif machine.outward(joint):
            steps.append(Step(joint, joint.parent, joint.child, True, joint.X_parent, joint.X_child, motions))
        else:
            back = tuple(Motion(m.kind, m.entry, -m.axis) for m in reversed(motions))
            steps.append(Step(joint, joint.child, joint.parent, False, joint.X_child, joint.X_parent, back))

    def branch(inner: str) -> list[Step]:
        return [later for step in steps if step.inner == inner for later in (step, *branch(step.outer))]

    return branch(GROUND)


def part_name(joint: JointData) -> str:
    """The part cut off the child of a closing joint."""
    return f"{joint.child}_at_{joint.name}"


def shares(machine: MachineData) -> dict[str, float]:
    """How the inertia of a body divides between itself and the parts cut off it."""
    cuts = {name: [part_name(joint) for joint in machine.closing if joint.child == name] for name in [GROUND, *machine.bodies]}
    return {part: 1 / (1 + len(parts)) for name, parts in cuts.items() for part in [name, *parts]}
