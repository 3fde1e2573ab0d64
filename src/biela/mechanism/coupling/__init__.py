"""Couplings: constraints that are not joints, one subject to a file."""

from biela.mechanism.coupling import cam, closure, constant_velocity, planetary, point, rod, rolling  # noqa: F401 (in this order)
from biela.mechanism.coupling.base import Coupling, PairCoupling
from biela.mechanism.coupling.cam import Cam
from biela.mechanism.coupling.gear import CoordinateCoupling
from biela.mechanism.coupling.rod import Rod

__all__ = ["Cam", "CoordinateCoupling", "Coupling", "PairCoupling", "Rod"]
