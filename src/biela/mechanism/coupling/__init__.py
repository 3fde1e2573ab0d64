"""Couplings: constraints that are not joints, one subject to a file."""

from biela.mechanism.coupling.base import Coupling, PairCoupling
from biela.mechanism.coupling.cam import Cam
from biela.mechanism.coupling.closure import AngularClosure, LinearClosure
from biela.mechanism.coupling.constant_velocity import ConstantVelocity
from biela.mechanism.coupling.gear import CoordinateCoupling, Gear, LinearCoupling, RackAndPinion
from biela.mechanism.coupling.planetary import Planetary
from biela.mechanism.coupling.point import PointOnCurve, PointOnLine, PointOnPlane, PointOnSurface
from biela.mechanism.coupling.rod import Rod
from biela.mechanism.coupling.rolling import Rolling, Skate

__all__ = [
    "AngularClosure", "Cam", "ConstantVelocity", "CoordinateCoupling", "Coupling", "Gear", "LinearClosure", "LinearCoupling",
    "PairCoupling", "Planetary", "PointOnCurve", "PointOnLine", "PointOnPlane", "PointOnSurface", "RackAndPinion", "Rod", "Rolling",
    "Skate",
]  # fmt: skip
