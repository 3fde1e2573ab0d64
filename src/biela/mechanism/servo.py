"""Servos: inputs that are set points, with the gains, gears and limits of their drives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element, family
from biela.element.role import Role, data, text
from biela.lie import array as xp
from biela.mechanism.actuator import Actuator
from biela.mechanism.attached import Between, Machine, OnJoint
from biela.mechanism.load.base import Effort
from biela.mechanism.parameter import Scalar, nominal


@family
class ServoLaw(Actuator):
    """Force of a servo on a length or angle l, for an input u:

        F = gain u + offset − stiffness l − damping l̇                    u and F cut off at their limits

    A position servo has gain = stiffness = k_p and damping = k_v, a velocity servo gain = damping = k_v and no stiffness, a motor
    a gain alone.
    """

    gain: Scalar = data("any", default=1.0, kw_only=True, about="force per unit of the input")
    stiffness: Scalar = data("any", default=0.0, kw_only=True, about="force per unit of l")
    damping: Scalar = data("any", default=0.0, kw_only=True, about="force per unit of its rate")
    offset: Scalar = data("any", default=0.0, kw_only=True, about="force at rest without input")
    input_lower: Scalar | None = data("any", default=None, kw_only=True, about="smallest input; smaller ones count as it")
    input_upper: Scalar | None = data("any", default=None, kw_only=True, about="largest input")
    force_lower: Scalar | None = data("any", default=None, kw_only=True, about="smallest force")
    force_upper: Scalar | None = data("any", default=None, kw_only=True, about="largest force")
    unit: str = data(text(), default="", kw_only=True, about="of the input; follows from the gains if omitted")  # type: ignore[misc]

    def force(self, value: xp.Operand, length: xp.Operand, rate: xp.Operand) -> xp.Operand:
        """F at an input."""
        u = _cut(value, self.input_lower, self.input_upper)
        F = self.gain * u + self.offset - self.stiffness * length - self.damping * rate
        return _cut(F, self.force_lower, self.force_upper)

    def in_units(self, units: tuple[str, ...]) -> str:
        """Unit of the input: of a position, a rate or a force, whichever the gain belongs to."""
        gain, stiffness, damping = (float(nominal(x)) for x in (self.gain, self.stiffness, self.damping))
        if gain and gain in (stiffness, damping):
            return units[0] if gain == stiffness else units[1]
        return units[2] if gain == 1.0 else "1"

    def refuse_crossed(self) -> None:
        """Refuse limits that leave nothing between them."""
        for low, high, what in ((self.input_lower, self.input_upper, "input"), (self.force_lower, self.force_upper, "force")):
            if low is not None and high is not None and nominal(low) > nominal(high):
                limits = f"the smallest {what} {nominal(low):g} is above the largest one {nominal(high):g}"
                raise DescriptionError(f"servo {self.name!r}: {limits}.")

    def act(self, value: xp.Operand) -> Effort:
        """Without motion; see `respond`."""
        return Effort(self.force(value, 0.0, 0.0))


def _cut(x: xp.Operand, low: xp.Operand, high: xp.Operand) -> xp.Operand:
    x = x if low is None else xp.fmax(x, low)
    return x if high is None else xp.fmin(x, high)


@element("servo")
class JointServo(ServoLaw, OnJoint):
    """An input: set point of a servo on a joint coordinate q, or on several through a gear train or tendon.

        l = gear · q + Σ factor · q',     F = gain u + offset − stiffness l − damping l̇,     efforts gear · F and factor · F

    u and F are cut off at `input_lower` … `input_upper` and `force_lower` … `force_upper`. A position servo has
    gain = stiffness = k_p and damping = k_v, a velocity servo gain = damping = k_v, a geared motor a gain alone.
    """

    gear: Scalar = data("any", default=1.0, kw_only=True, about="of the coordinate: l = gear · q")
    also: tuple[tuple[str, int, Scalar], ...] | None = data(
        Role("terms", "any"), default=None, kw_only=True, about="further coordinates in l: list of {joint, coordinate, factor}"
    )

    view: ClassVar[str] = "coordinate"

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        """(joint, coordinate, factor) of all coordinates that it acts on."""
        return ((self.joint, self.coordinate, self.gear), *(self.also or ()))

    def checked(self, machine: Machine) -> Self:
        self.refuse_crossed()
        for name, k, _ in self.terms:
            if machine.joints[name].type.quaternion is not None:
                raise DescriptionError(f"servo {self.name!r}: joint {name!r} has no single coordinate {k} to act on.")
        kind = machine.joints[self.joint].type
        units = tuple(quantities[self.coordinate].unit for quantities in (kind.coordinates, kind.rates, kind.efforts))
        return replace(self, unit=self.unit or self.in_units(units))

    def respond(self, value: xp.Operand, at: Any) -> Effort:
        return Effort(self.force(value, at.position, at.rate))


@element("line_servo", noun="servo")
class LineServo(ServoLaw, Between):
    """An input: set point of a servo between two points; l is gear times their distance, and F > 0 pushes them apart.

    F = gain u + offset − stiffness l − damping l̇, with u and F cut off at their limits; gear · F acts on the points.
    """

    gear: Scalar = data("any", default=1.0, kw_only=True, about="l = gear · distance")

    view: ClassVar[str] = "line"
    look: ClassVar[str] = "cylinder"

    def checked(self, machine: Machine) -> Self:
        self.refuse_crossed()
        return replace(self, unit=self.unit or self.in_units(("m", "m/s", "N")))

    def respond(self, value: xp.Operand, at: Any) -> Effort:
        return Effort(-self.gear * self.force(value, self.gear * at.length, self.gear * at.rate))
