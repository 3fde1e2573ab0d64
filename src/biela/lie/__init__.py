"""Rotations, poses, twists, wrenches and inertia: geometry that knows nothing of machines.

Everything here works on numbers (numpy) and on CasADi `SX` alike; twists and wrenches are [angular; linear].
"""

from biela.lie import inertia, quaternion, se3, so3, twist, wrench
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose

__all__ = ["Pose", "SpatialInertia", "inertia", "quaternion", "se3", "so3", "twist", "wrench"]
