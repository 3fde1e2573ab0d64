"""Where an element is attached: between two frames, or on a coordinate of a joint."""

from __future__ import annotations

from biela.element.declaration import Element, family
from biela.element.role import coordinate, data, joint, place
from biela.mechanism.frame import Frame


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
