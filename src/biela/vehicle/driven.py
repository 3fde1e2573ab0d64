"""A car with a manoeuvre, in the form in which the command line runs machines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from biela import views
from biela.errors import UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.simulation.event import Event
from biela.simulation.history import History
from biela.state.state import State
from biela.vehicle.car import Car
from biela.vehicle.driver import Driver
from biela.vehicle.manoeuvre import MANOEUVRES, Manoeuvre, Outputs, read_outputs, roll_over
from biela.vehicle.road import FLAT, Road


@dataclass
class DrivenCar:
    """A car, what its driver does, and what is read off the run."""

    car: Car
    manoeuvre: Manoeuvre
    road: Road = FLAT
    options: dict[str, Any] = field(default_factory=dict)
    source: str = ""

    def __post_init__(self) -> None:
        self.name = self.car.name
        self.description = f"{self.car.name}, {self.manoeuvre.name}: {self.manoeuvre.description}"
        self.duration = self.manoeuvre.duration
        self.signals = self.manoeuvre.signals
        self.settings: dict[str, Any] = {"method": "rk4", "step": 1e-3, "output_step": 0.02}
        self.events: tuple[Event, ...] = (roll_over(),)
        self.inputs: dict[str, Any] = {}
        self.notes: list[str] = []
        self.plots = list(PLOTS.get(self.manoeuvre.name, ()))
        self.values = self.manoeuvre.values(self.options)

    @property
    def driver(self) -> Driver:
        return self.manoeuvre.driver(self.car, self.values)

    def build(self) -> Mechanism:
        """The car with its driver."""
        m = self.car.build(self.driver, self.road)
        m.file_text = self.text
        return m

    def text(self) -> str:
        """The car file that describes it."""
        return views.machine_file(self)[0]

    def driven(self, manoeuvre: str) -> DrivenCar:
        """The same car on the same road with another manoeuvre; itself, options and all, if it is the one it has.

        Settings of the integration stay. Options and duration belong to their manoeuvre: with another one they are dropped,
        and the notes say so.
        """
        if manoeuvre not in MANOEUVRES:
            raise UnknownName(f"no manoeuvre {manoeuvre!r}.{nearest(manoeuvre, list(MANOEUVRES))}")
        if manoeuvre == self.manoeuvre.name:
            return self
        other = DrivenCar(self.car, MANOEUVRES[manoeuvre], self.road, source=self.source)
        other.settings = dict(self.settings)
        dropped = list(self.options) + ["duration"] * (self.duration != self.manoeuvre.duration)
        if dropped:
            other.notes.append(
                f"{', '.join(dropped)}: dropped, since {'they belong' if len(dropped) > 1 else 'it belongs'} to manoeuvre "
                f"{self.manoeuvre.name!r}, not to {manoeuvre!r}. Put `manoeuvre: {manoeuvre}` and its options into the file."
            )
        return other

    def start(self, mechanism: Mechanism) -> State:
        """Standing, or rolling at the manoeuvre's speed."""
        speed = float(self.values.get("speed", 0.0))
        return self.car.start(mechanism, speed, self.driver.gear if speed else None, self.road)

    def outputs(self, history: History) -> Outputs:
        """Standard outputs of the manoeuvre: name → (value, unit)."""
        return read_outputs(self.manoeuvre, self.car, history)


def drive(car: Car, name: str, **options: Any) -> DrivenCar:
    """A car with a manoeuvre by name."""
    if name not in MANOEUVRES:
        raise UnknownName(f"no manoeuvre {name!r}.{nearest(name, list(MANOEUVRES))}")
    return DrivenCar(car, MANOEUVRES[name], options=options)


_LOADS = ("tyre loads", ("front_left.load", "front_right.load", "rear_left.load", "rear_right.load"))
_SIDE = (
    ("heading and yaw rate", ("chassis.yaw", "car.rate_z")),
    (
        "slip angles",
        ("front_left.slip_angle", "front_right.slip_angle", "rear_left.slip_angle", "rear_right.slip_angle"),
    ),
    ("path", ("chassis.x", "chassis.y")),
    ("roll", ("chassis.roll",)),
    _LOADS,
    ("steering", ("front_left_slide.angle", "front_right_slide.angle")),
    ("speed", ("speed.value",)),
)
_STRAIGHT = (
    ("speed", ("speed.value",)),
    ("engine speed", ("driveline/flywheel.flow",)),
    ("gear", ("driver/gear.value",)),
    ("slip of the tyres", ("front_left.slip", "rear_left.slip")),
    _LOADS,
    ("pitch", ("chassis.pitch",)),
    ("clutch", ("driveline/clutch.effort", "driveline/clutch.flow")),
    ("tyre forces", ("front_left.longitudinal_force", "rear_left.longitudinal_force", "air.drag")),
)
PLOTS = {
    "standing-start": _STRAIGHT,
    "coast-down": _STRAIGHT,
    "braking": _STRAIGHT,
    "curve": _SIDE,
    "zig-zag": _SIDE,
    "steady-circle": _SIDE,
    "step-steer": _SIDE,
}
"""What the report shows of each manoeuvre: (title, signals)."""
