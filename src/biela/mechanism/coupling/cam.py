"""Cam: the coordinate of one joint as a function of that of another."""

from __future__ import annotations

from biela.element.declaration import MakeSymbol, element
from biela.element.role import curve, data, joint
from biela.lie.array import Operand
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.coupling.gear import CoordinateCoupling
from biela.mechanism.kink import Kinks, coordinate_signal, knots
from biela.mechanism.motion import Function, call
from biela.mechanism.parameter import Scalar


@element("cam")
class Cam(CoordinateCoupling):
    """Coordinate of `driven` = curve(coordinate of `driver`): a cam and its follower, a drawn transmission.

    Signal `name.effort`: what it exerts on the driven joint.
    """

    driver: str = data(joint())
    driven: str = data(joint())
    curve: Function = data(curve(), about="coordinate of the driven joint, a function of x, that of the driver")

    curved = True

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.driven, 0, 1.0), (self.driver, 0, 0.0)

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        name = coordinate_signal(machine, self.driver)
        return knots(self.curve, lambda s: s[name])

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[Operand] | None:
        return [call(self.curve, symbol("x"))]
