"""Tyres: laws of slip, and the contact that applies them to a wheel."""

from biela.vehicle.tyre.contact import Tyre, add_tyre
from biela.vehicle.tyre.exponential import ExponentialFriction
from biela.vehicle.tyre.linear import LinearSlip, LinearSlipAngle
from biela.vehicle.tyre.magic_formula import MagicFormula1987

__all__ = ["ExponentialFriction", "LinearSlip", "LinearSlipAngle", "MagicFormula1987", "Tyre", "add_tyre"]
