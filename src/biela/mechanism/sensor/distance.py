"""Distance between two points."""

from __future__ import annotations

from typing import ClassVar

from biela.element.declaration import element
from biela.mechanism.attached import Between
from biela.mechanism.sensor.base import POSITION, VELOCITY, Output, Sensor

LENGTH = (
    Output("length", "m", POSITION, lambda line: line.length),
    Output("length_rate", "m/s", VELOCITY, lambda line: line.rate),
)


@element("distance_sensor", noun="sensor")
class DistanceSensor(Sensor, Between):
    """Distance between two points and its rate; the distance is measured (a cable, a laser)."""

    view: ClassVar[str] = "line"
    outputs = LENGTH

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.length",)
