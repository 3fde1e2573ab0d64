"""Sensors: named signals of points and frames. Joints and loads give their own signals without being asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from biela.mechanism.frame import Frame


@dataclass(frozen=True)
class FrameSensor:
    """What a sensor at a frame reads.

    - point: position, velocity and acceleration of the origin, in ground axes [m, m/s, m/s²]
    - gyroscope: angular velocity in the axes of the frame [rad/s]
    - accelerometer: specific force (acceleration minus gravity) in the axes of the frame [m/s²]
    """

    name: str
    frame: Frame
    kind: Literal["point", "gyroscope", "accelerometer"]


@dataclass(frozen=True)
class DistanceSensor:
    """Distance between two points [m] and its rate [m/s]."""

    name: str
    a: Frame
    b: Frame


@dataclass(frozen=True)
class UserSensor:
    """Any expression of signals, with a unit."""

    name: str
    law: object
    unit: str = ""


Sensor = FrameSensor | DistanceSensor | UserSensor
