"""Joint types, one file each."""

from biela.mechanism.joint.base import JointType, Quantity, Stage
from biela.mechanism.joint.cylindrical import Cylindrical
from biela.mechanism.joint.fixed import Fixed
from biela.mechanism.joint.free import Free
from biela.mechanism.joint.helical import Helical
from biela.mechanism.joint.planar import Planar
from biela.mechanism.joint.prismatic import Prismatic
from biela.mechanism.joint.revolute import Revolute
from biela.mechanism.joint.spherical import Spherical
from biela.mechanism.joint.universal import Universal

__all__ = [
    "Cylindrical", "Fixed", "Free", "Helical", "JointType", "Planar", "Prismatic", "Quantity", "Revolute", "Spherical", "Stage",
    "Universal",
]  # fmt: skip
