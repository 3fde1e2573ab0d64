"""Couplings of joint coordinates: Σ factor · coordinate = offset. Gear pairs, rack and pinion, differentials."""

from __future__ import annotations

from typing import Any

from biela.element.declaration import element, family
from biela.element.role import Role, data, joint
from biela.errors import DescriptionError
from biela.mechanism.coupling.base import Coupling
from biela.mechanism.parameter import Scalar


@family
class CoordinateCoupling(Coupling):
    """Σ factor · coordinate = offset over coordinates of joints.

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    single = True  # whether its joints must have a single coordinate
    offset = 0.0
    curved = False  # whether the coordinates are tied by a curve instead of by constant factors

    rows = ("ratio",)

    def checked(self, machine: Any) -> Any:
        for name, _, _ in self.terms:
            J = machine.joints[name]
            what = f"{type(self).word.replace('_', ' ')} {self.name!r}"  # type: ignore[attr-defined]
            if J.type.quaternion is not None:
                raise DescriptionError(f"{what}: joint {name!r} is {J.type.kind}; it has no single angle to couple.")
            if self.single:
                J.coordinate(None, what)
        return self


@element("coupling")
class LinearCoupling(CoordinateCoupling):
    """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor).

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    terms: tuple[tuple[str, int, Scalar], ...] = data(  # type: ignore[misc]
        Role("terms", "any"), about="list of {joint, coordinate, factor}; the coordinate where a joint has several"
    )
    offset: Scalar = data("any", default=0.0)  # type: ignore[assignment]

    single = False


@element("gear")
class Gear(CoordinateCoupling):
    """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears).

    Signal `name.effort`: what the pair exerts on the driven joint [N·m].
    """

    driver: str = data(joint())
    driven: str = data(joint())
    ratio: Scalar = data("1")
    offset: Scalar = data("rad", default=0.0)  # type: ignore[assignment]

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.driven, 0, 1.0), (self.driver, 0, -self.ratio)


@element("rack_and_pinion")
class RackAndPinion(CoordinateCoupling):
    """Rack and pinion: position of the rack = radius · angle of the pinion + offset.

    Signal `name.effort`: force on the rack [N].
    """

    pinion: str = data(joint())
    rack: str = data(joint())
    radius: Scalar = data("m")
    offset: Scalar = data("m", default=0.0)  # type: ignore[assignment]

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.rack, 0, 1.0), (self.pinion, 0, -self.radius)
