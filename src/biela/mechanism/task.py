"""Outputs that a task prescribes: coordinates of joints, points, orientations."""

from __future__ import annotations

from typing import ClassVar

from biela.base.dataclass import dataclass
from biela.mechanism.frame import Frame


@dataclass(frozen=True)
class JointOutput:
    """A coordinate of a joint [rad, m]."""

    joint: str
    coordinate: int
    size: ClassVar[int] = 1
    rows: ClassVar[int] = 1


@dataclass(frozen=True)
class PointOutput:
    """A component of the position of a frame's origin [m], in the axes of another frame."""

    frame: Frame
    axis: int
    seen_from: Frame
    size: ClassVar[int] = 1
    rows: ClassVar[int] = 1


@dataclass(frozen=True)
class OrientationOutput:
    """Rotation of a frame, seen from another: nine numbers, column by column; its rate is ω in the axes of the frame."""

    frame: Frame
    seen_from: Frame
    size: ClassVar[int] = 9
    rows: ClassVar[int] = 3


Output = JointOutput | PointOutput | OrientationOutput
