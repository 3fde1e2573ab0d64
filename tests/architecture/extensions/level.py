"""A coupling: two frames at the same height."""

from typing import Any

from biela.element import data, element, place
from biela.mechanism.coupling import PairCoupling


@element("same_height")
class SameHeight(PairCoupling):
    """The origin of b stays in the x-y plane of a, at a distance."""

    a: Any = data(place(), about="z is the normal of the plane")
    b: Any = data(place())
    gap: float = data("m", default=0.0, about="height of b above the plane")

    def residuals(self, R: Any, d: Any) -> list[Any]:
        return [(R @ d)[2] - self.gap]
