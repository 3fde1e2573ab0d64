"""A car with a manoeuvre as a case, which runs as every other machine does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from biela.base.checked import checked, guard, reporter
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, unknown
from biela.base.surface import setting
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import scalar
from biela.simulation.case import Case, Outputs
from biela.simulation.history import History
from biela.state.state import State
from biela.vehicle.car import Car
from biela.vehicle.driver import Driver, PathFollower
from biela.vehicle.manoeuvre import MANOEUVRES, ROLL_OVER, Manoeuvre, path_manoeuvre, read_outputs
from biela.vehicle.road import FLAT, Road
from biela.vehicle.suspension import WHEELS

SETTINGS = {"method": "rk4", "step": 1e-3, "output_step": 0.02}
"""Settings of a run: a car has no fast parts, so fixed steps are quickest."""


@dataclass(frozen=True)
class Ride:
    """Ride: a car, its manoeuvre and its road; the subject of a car's case."""

    car: Car
    manoeuvre: Manoeuvre
    road: Road = FLAT
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, Any]:
        """All options of the manoeuvre, with their defaults."""
        return self.manoeuvre.values(dict(self.options))

    @property
    def driver(self) -> Driver:
        return self.manoeuvre.driver(self.car, self.values)

    def build(self) -> Mechanism:
        return self.car.build(self.driver, self.road)

    def start(self, mechanism: Mechanism) -> State:
        """Return the start: standing, or rolling at the manoeuvre's speed."""
        speed = float(self.values.get("speed", 0.0))
        return self.car.start(mechanism, speed, self.driver.gear if speed else None, self.road)


@checked
def drive(car: Car, manoeuvre: Manoeuvre | str, *, road: Road = FLAT, **options: Any) -> Case:
    """Return the case of a car that drives a manoeuvre, given by its name or itself; `options` are those of the manoeuvre."""
    chosen = _manoeuvre(manoeuvre) if isinstance(manoeuvre, str) else manoeuvre
    chosen.values(options)  # refuses impossible ones
    ride = Ride(car, chosen, road, options)
    return Case(
        car.name, ride.build, ride.start, chosen.duration, SETTINGS, events=(ROLL_OVER,), plots=PLOTS.get(chosen.name, ()),
        signals=chosen.signals, outputs=lambda history: read_outputs(chosen, car, history),
        description=f"{car.name}, {chosen.name}: {chosen.description}", subject=ride,
    )  # fmt: skip


def driven(case: Case, manoeuvre: str) -> Case:
    """Return the case of the same car and road with another manoeuvre; the case itself, options and all, if that is its manoeuvre.

    Settings of the integration stay. Options and duration belong to their manoeuvre: with another one they are dropped,
    and the notes say so.
    """
    ride = case.subject
    if not isinstance(ride, Ride):
        raise DescriptionError(f"{case.name!r} is not a car: it has no manoeuvres. Omit {setting('manoeuvre')}.")
    if _manoeuvre(manoeuvre) is ride.manoeuvre:
        return case
    other = drive(ride.car, manoeuvre, road=ride.road)
    dropped = list(ride.options) + ["duration"] * (case.duration != ride.manoeuvre.duration)
    note = (
        f"{', '.join(dropped)}: dropped, since {'they belong' if len(dropped) > 1 else 'it belongs'} to manoeuvre "
        f"{ride.manoeuvre.name!r}, not to {manoeuvre!r}. Put `manoeuvre: {manoeuvre}` and its options into the file."
    )
    return replace(other, settings=case.settings, source=case.source, notes=[note] if dropped else [])


def _manoeuvre(name: str) -> Manoeuvre:
    if name not in MANOEUVRES:
        raise unknown("manoeuvre", name, list(MANOEUVRES))
    return MANOEUVRES[name]


@dataclass(frozen=True)
class ManoeuvreResult:
    """Result of a manoeuvre: the history, and its numbers."""

    manoeuvre: Manoeuvre
    car: Car
    history: History
    values: Outputs

    @property
    def outputs(self) -> dict[str, float]:
        """Name → value, SI units."""
        return {name: value for name, (value, _) in self.values.items()}

    def __repr__(self) -> str:
        lines = [f"{name}: {value:.4g} {unit}".rstrip() for name, (value, unit) in self.values.items()]
        return f"<{self.manoeuvre.name} of {self.car.name!r}: {', '.join(lines)}>"


@checked(positive=("step", "output_step"))
def run_manoeuvre(
    car: Car, name: str, *, duration: float | None = None, road: Road = FLAT, step: float = 1e-3, output_step: float = 0.02,
    progress: Callable[..., Any] | None = None, **options: Any,
) -> ManoeuvreResult:  # fmt: skip
    """Drive a manoeuvre.

    name : one of `MANOEUVRES`
    step : fixed step of the integration [s]
    options : options of the manoeuvre, such as `speed=20.0` [m/s], `angle=0.02` [rad], `shift_time=0.3` [s]

    A car that rolls over ends its run there, and says so (`result.history.status` is "stopped_by_event").
    """
    case = drive(car, name, road=road, **options)
    report = None if progress is None else reporter(progress, "progress")
    return _run(case, duration, step=step, output_step=output_step, progress=report)


@checked(positive=("step",))
def follow_path(
    car: Car, follower: PathFollower, speed: float, *, gear: int = 3, duration: float | None = None, road: Road = FLAT,
    step: float = 1e-3,
) -> ManoeuvreResult:  # fmt: skip
    """Drive along a path at a speed [m/s]; the outputs say where the car left it most, and by how much. A car that rolls over ends
    its run there, as in `run_manoeuvre`."""
    scalar(speed, "speed along a path", positive=True)
    return _run(drive(car, path_manoeuvre(follower, speed, gear), road=road), duration, step=step)


def _run(case: Case, duration: float | None, **settings: Any) -> ManoeuvreResult:
    ride: Ride = case.subject
    if duration is not None:
        scalar(duration, f"duration of manoeuvre {ride.manoeuvre.name!r}", positive=True)
    history = case.simulate(duration, **settings)
    return ManoeuvreResult(ride.manoeuvre, ride.car, history, read_outputs(ride.manoeuvre, ride.car, history))


_LOADS = ("tyre loads", tuple(f"{wheel}.load" for wheel in WHEELS))
_SIDE = (
    ("heading and yaw rate", ("chassis.yaw", "car.rate_z")), ("slip angles", tuple(f"{wheel}.slip_angle" for wheel in WHEELS)),
    ("path", ("chassis.x", "chassis.y")), ("roll", ("chassis.roll",)), _LOADS,
    ("steering", ("front_left_slide.angle", "front_right_slide.angle")), ("speed", ("speed.value",)),
)  # fmt: skip
_STRAIGHT = (
    ("speed", ("speed.value",)), ("engine speed", ("driveline/flywheel.flow",)), ("gear", ("driver/gear.value",)),
    ("slip of the tyres", ("front_left.slip", "rear_left.slip")), _LOADS, ("pitch", ("chassis.pitch",)),
    ("clutch", ("driveline/clutch.effort", "driveline/clutch.flow")),
    ("tyre forces", ("front_left.longitudinal_force", "rear_left.longitudinal_force", "air.drag")),
)  # fmt: skip
PLOTS = {
    **dict.fromkeys(("standing-start", "coast-down", "braking"), _STRAIGHT),
    **dict.fromkeys(("curve", "zig-zag", "steady-circle", "step-steer"), _SIDE),
}
"""Plots of each manoeuvre in its report: (title, signals)."""

guard(__name__)
