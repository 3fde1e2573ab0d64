"""Sensors at a frame: position, angular velocity, acceleration; and the distance of two."""

from __future__ import annotations

from typing import ClassVar, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element, family
from biela.element.role import data, place, text
from biela.mechanism.attached import Between, Machine
from biela.mechanism.frame import Frame
from biela.mechanism.sensor.base import DYNAMICS, POSITION, VELOCITY, Output, Sensor

POINT = (
    Output("", "m", POSITION, lambda frame: frame.position, vector=True),
    Output("velocity_", "m/s", VELOCITY, lambda frame: frame.velocity, vector=True),
    Output("acceleration_", "m/s²", DYNAMICS, lambda frame: frame.acceleration, vector=True),
)
RATES = Output("rate_", "rad/s", VELOCITY, lambda frame: frame.own_angular_velocity, vector=True)
SPECIFIC_FORCE = Output("acceleration_", "m/s²", DYNAMICS, lambda frame: frame.own_acceleration - frame.own_gravity, vector=True)
LENGTH = (Output("length", "m", POSITION, lambda line: line.length), Output("length_rate", "m/s", VELOCITY, lambda line: line.rate))


@family
class FrameSensor(Sensor):
    """Sensor at a frame, which reads along some of its `axes`."""

    frame: Frame = data(place(), argument="at")
    axes: str = data(text(), default="xyz", about="which of x, y, z it reads")

    view: ClassVar[str] = "frame"
    measured: ClassVar[tuple[str, ...] | None] = None
    """Quantities that it reads, all if None; the others are signals only."""

    def checked(self, machine: Machine) -> Self:
        axes = self.axes
        if not axes or any(a not in "xyz" for a in axes) or len(set(axes)) != len(axes):
            raise DescriptionError(f"axes of sensor {self.name!r} are {axes!r}: give some of 'xyz', such as 'z'.")
        return super().checked(machine)

    @property
    def marks(self) -> tuple[Frame, ...]:
        return (self.frame,)

    @property
    def readings(self) -> tuple[str, ...]:
        kinds = {output.name: output.vector for output in self.outputs}
        read = kinds if self.measured is None else self.measured
        return tuple(f"{self.name}.{name}{axis}" for name in read for axis in (self.axes if kinds.get(name) else ("",)))


@element("point_sensor", noun="sensor")
class PointSensor(FrameSensor):
    """Position, velocity and acceleration of a point, in ground axes; the position is what it measures."""

    measured: ClassVar[tuple[str, ...] | None] = ("",)
    outputs = POINT


@element("position_sensor", noun="sensor")
class PositionSensor(FrameSensor):
    """Position of a point in ground axes, as satellites or a camera give it."""

    measured: ClassVar[tuple[str, ...] | None] = ("",)
    outputs = POINT


@element("gyroscope", noun="sensor")
class Gyroscope(FrameSensor):
    """Angular velocity in the axes of the frame."""

    outputs = (RATES,)


@element("accelerometer", noun="sensor")
class Accelerometer(FrameSensor):
    """Specific force, acceleration minus gravity, in the axes of the frame."""

    outputs = (SPECIFIC_FORCE,)


@element("imu", noun="sensor")
class Imu(FrameSensor):
    """Gyroscope and accelerometer in one: rates first, then accelerations; errors have one entry for all, or for each."""

    outputs = RATES, SPECIFIC_FORCE


@element("distance_sensor", noun="sensor")
class DistanceSensor(Sensor, Between):
    """Distance between two points and its rate; the distance is measured (a cable, a laser)."""

    view: ClassVar[str] = "line"
    outputs = LENGTH

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.length",)
