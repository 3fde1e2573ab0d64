"""Actuators: inputs of the machine. And prescribed motions of joints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field, replace
from typing import Any, ClassVar, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import Element, MakeSymbol, element, family
from biela.element.role import data, motion
from biela.lie.array import Operand
from biela.mechanism.attached import Between, Machine, OnJoint, Signals
from biela.mechanism.load.base import Effort, parts_of


@family
class Actuator(Element, ABC):
    """An input of the machine, in `unit`. Like a load it sees a coordinate or a line."""

    section: ClassVar[str] = "actuators"
    home: ClassVar[str] = "biela.mechanism.mechanism"
    view: ClassVar[str] = ""
    stores: ClassVar[bool] = False
    outputs: ClassVar[dict[str, str]] = {}
    smooth: ClassVar[bool] = False
    unit: str = field(default="", kw_only=True)

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[Operand] | None:
        return parts_of(self.act(symbol("value")), symbol)

    @abstractmethod
    def act(self, value: Operand) -> Effort:
        """Return its effort on a coordinate, or its tension along a line, for a value of the input."""

    def respond(self, value: Operand, at: Any) -> Effort:
        """Return the same where it depends on the motion, too, through a `CoordinateView` or a `LineView`."""
        return self.act(value)


@element("motor")
class JointActuator(Actuator, OnJoint):
    """An input: effort on a joint coordinate [N·m or N]; positive drives the coordinate up."""

    view: ClassVar[str] = "coordinate"

    def checked(self, machine: Machine) -> Self:
        return replace(self, unit=machine.joints[self.joint].type.efforts[self.coordinate].unit)

    def act(self, value: Operand) -> Effort:
        return Effort(value)


@element("thruster")
class LineActuator(Actuator, Between):
    """An input: thrust between two points [N]; positive pushes them apart (a cylinder that extends)."""

    unit: str = field(default="N", kw_only=True)

    view: ClassVar[str] = "line"
    look: ClassVar[str] = "cylinder"

    def act(self, value: Operand) -> Effort:
        return Effort(-value)


@element("drive")
class PrescribedMotion(OnJoint):
    """Prescribed motion: one coordinate of a joint follows a function of time.

    The driving effort is the signal `name.effort`.
    """

    motion: Any = data(motion("q"), about="function of time: a number, an expression of t, or {sine: …}, {spline: …} and others")

    section: ClassVar[str] = "drives"

    def checked(self, machine: Machine) -> Self:
        kind = machine.joints[self.joint].type
        if kind.quaternion is not None:
            raise DescriptionError(f"drive of joint {self.joint!r}: a {kind.kind} joint has no single coordinate to prescribe.")
        if any(d.joint == self.joint and d.coordinate == self.coordinate for d in machine.drives.values()):
            raise DescriptionError(f"joint {self.joint!r} is driven twice: remove one drive.")
        return self
