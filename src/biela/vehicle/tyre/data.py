"""Data of a tyre, as the four wheels of a car share them."""

from __future__ import annotations

from typing import Literal

from biela.element import choice, data
from biela.errors import DescriptionError
from biela.mechanism.parameter import Scalar, nominal
from biela.vehicle.part import Part, one_of, part
from biela.vehicle.tyre.exponential import ExponentialFriction
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw
from biela.vehicle.tyre.magic_formula import MagicFormula1987


@part
class TyreData(Part):
    """Data that all tyres share; see `biela.vehicle.tyre.contact` for the equations.

    `combined` slip is "independent" (κ and α do not affect each other) or "ellipse" (both forces are scaled back to the friction
    ellipse). The coupling of the exponential law is a setting of that law.
    """

    noun = "the tyres"
    radius: Scalar = data("m", bound="positive", about="unloaded radius R₀")
    rolling_radius: Scalar = data("m", bound="positive", about="effective radius R_e")
    stiffness: Scalar = data("N/m", bound="positive", about="vertical stiffness k")
    damping: Scalar = data("N*s/m", default=100.0, bound="nonnegative", about="vertical damping c")
    longitudinal: LongitudinalLaw = data(one_of(LongitudinalLaw.section, "law"), default=ExponentialFriction())
    lateral: LateralLaw = data(one_of(LateralLaw.section, "law"), default=MagicFormula1987())
    combined: Literal["independent", "ellipse"] = data(choice("independent", "ellipse"), default="independent")
    rolling_resistance: Scalar = data("1", default=0.013, bound="nonnegative", about="f₀")
    rolling_resistance_speed: Scalar = data("s^2/m^2", default=6.5e-6, bound="nonnegative", about="k_v")
    relaxation_length: Scalar = data("m", default=0.1, bound="positive", about="σ")
    standing_damping: Scalar = data("1", default=0.7, bound="nonnegative", about="damping ratio of the standing patch")

    def __post_init__(self) -> None:
        super().__post_init__()
        if nominal(self.rolling_radius) > 1.1 * nominal(self.radius):
            raise DescriptionError(
                f"rolling radius of {self.called} is {nominal(self.rolling_radius):g} m, its radius {nominal(self.radius):g} m: "
                "the rolling radius is a little smaller than the radius."
            )
