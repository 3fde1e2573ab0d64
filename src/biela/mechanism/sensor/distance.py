"""Distance between two points."""

from __future__ import annotations

from typing import ClassVar

from biela.element.declaration import element
from biela.element.role import data, place
from biela.mechanism.frame import Frame
from biela.mechanism.sensor.base import POSITION, VELOCITY, Output, Sensor

LENGTH = (
    Output("length", "m", POSITION, lambda line: line.length),
    Output("length_rate", "m/s", VELOCITY, lambda line: line.rate),
)


@element("distance_sensor", noun="sensor")
class DistanceSensor(Sensor):
    """Distance between two points and its rate; the distance is measured (a cable, a laser)."""

    a: Frame = data(place())
    b: Frame = data(place())

    view: ClassVar[str] = "line"

    @property
    def ends(self) -> tuple[Frame, ...]:
        return self.a, self.b

    @property
    def outputs(self) -> tuple[Output, ...]:
        return LENGTH

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.length",)
