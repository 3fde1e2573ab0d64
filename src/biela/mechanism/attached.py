"""Places where elements are attached, and what they see of the machine: two frames, a coordinate of a joint, signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from biela.element.declaration import Element, family
from biela.element.role import coordinate, data, joint, place
from biela.lie.array import Operand
from biela.mechanism.frame import Frame

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism

    Machine = Mechanism
else:
    Machine = Any  # which imports the elements


class Signals(Protocol):
    """Signals of the machine, as laws of users receive them: `signals["A.angle"]`."""

    def __getitem__(self, name: str, /) -> Operand: ...

    def value(self, law: Any, what: str) -> Operand:
        """Return the value of a number, an expression of parameters, or a function of time or of signals."""


@family
class Between(Element):
    """An element between two frames."""

    a: Frame = data(place())
    b: Frame = data(place())

    @property
    def ends(self) -> tuple[Frame, ...]:
        return self.a, self.b


@family
class OnJoint(Element):
    """An element on one coordinate of a joint."""

    joint: str = data(joint())
    coordinate: int = data(coordinate())
