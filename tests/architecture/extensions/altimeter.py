"""A sensor: height of a point above the ground."""

from biela.element import element
from biela.mechanism.sensor import POSITION, FrameSensor, Output


@element("altimeter", noun="sensor")
class Altimeter(FrameSensor):
    """Height of a point [m]."""

    @property
    def outputs(self) -> tuple[Output, ...]:
        return (Output("height", "m", POSITION, lambda f: f.position[2]),)

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.height",)
