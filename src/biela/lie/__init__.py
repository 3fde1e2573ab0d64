"""Rotations, poses, twists, wrenches and spatial inertia.

Knows: geometry and rigid-body inertia, on numbers (numpy) and on CasADi `SX` alike; twists and wrenches are [angular; linear].
Must not know: machines. No body, joint or state appears here.
"""

from biela.lie import inertia, quaternion, se3, so3, twist, wrench
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose

__all__ = ["Pose", "SpatialInertia", "inertia", "quaternion", "se3", "so3", "twist", "wrench"]
