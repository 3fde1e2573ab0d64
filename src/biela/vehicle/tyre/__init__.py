"""Tyres: laws of slip, one file each, and the contact that applies them to a wheel. Knows roads and what elements have in common;
knows no car."""

from biela.base.checked import guard
from biela.vehicle.tyre.contact import Tyre, TyreData, add_tyre
from biela.vehicle.tyre.exponential import ExponentialFriction
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw
from biela.vehicle.tyre.linear import LinearSlip, LinearSlipAngle
from biela.vehicle.tyre.magic_formula import MagicFormula1987
from biela.vehicle.tyre.pacejka import MagicFormulaLateral, MagicFormulaLongitudinal

__all__ = [
    "ExponentialFriction", "LateralLaw", "LinearSlip", "LinearSlipAngle", "LongitudinalLaw", "MagicFormula1987",
    "MagicFormulaLateral",    "MagicFormulaLongitudinal", "Tyre", "TyreData", "add_tyre",
]  # fmt: skip

guard(__name__)
