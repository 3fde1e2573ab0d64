"""A load: two magnets on a line."""

from typing import Any

from biela.element import data, element
from biela.mechanism.load import Effort, LineLoad, LineView


@element("pole_magnet")
class PoleMagnet(LineLoad):
    """Two magnets on a line attract each other: T = strength / l²; energy −strength / l."""

    strength: float = data("N*m^2", bound="positive", linear=True, about="force times distance squared")

    stores = True
    look = "rod"

    def act(self, at: LineView, signals: Any) -> Effort:
        return Effort(self.strength / at.length**2, energy=-self.strength / at.length, power=0.0)
