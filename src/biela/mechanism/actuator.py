"""Actuators: inputs of the machine."""

from __future__ import annotations

from dataclasses import dataclass

from biela.mechanism.frame import Frame


@dataclass(frozen=True)
class JointActuator:
    """Effort on one coordinate of a joint [N·m or N]; positive drives the coordinate up."""

    name: str
    joint: str
    coordinate: int
    unit: str


@dataclass(frozen=True)
class LineActuator:
    """Thrust between two points [N]; positive pushes them apart (a cylinder that extends)."""

    name: str
    a: Frame
    b: Frame
    unit: str = "N"


Actuator = JointActuator | LineActuator


@dataclass(frozen=True)
class Drive:
    """Prescribed motion: one coordinate of a joint follows a function of time; the driving effort is an output."""

    name: str
    joint: str
    coordinate: int
    motion: object
