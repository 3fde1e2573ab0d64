"""Manoeuvres with their standard outputs: what a test driver does, and the numbers that are reported of it.

    result = run_manoeuvre(car, "standing-start")
    result.outputs["time_to_100_kmh"], result.history["front_left.slip"]

A manoeuvre is a driver, a start and a rule to read the results; it knows nothing of a particular car.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from biela import deg, rpm
from biela.errors import DescriptionError, SimulationError, UnknownName, nearest
from biela.mechanism.motion import Table
from biela.simulate.event import Event
from biela.simulate.history import History
from biela.vehicle.car import WHEELS, Car
from biela.vehicle.driver import Driver, PathFollower, Shifting, SpeedControl
from biela.vehicle.road import FLAT, Road

KMH = 1 / 3.6
ROLLED_OVER = 60 * deg
"""Roll angle at which a car counts as rolled over."""

Outputs = dict[str, tuple[float, str]]


@dataclass(frozen=True)
class Manoeuvre:
    """A driver, a start and what is reported.

    Attributes
    ----------
    driver : for a car and options, what its driver does
    outputs : for a car and a history, name → (value, unit)
    speed, gear : at the start [m/s]; None: standing
    duration : [s]
    signals : to look at first
    """

    name: str
    description: str
    driver: Callable[[Car, dict[str, Any]], Driver]
    outputs: Callable[[Car, History], Outputs]
    duration: float
    speed: float = 0.0
    gear: int = 0
    signals: tuple[str, ...] = ("speed.value",)
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ManoeuvreResult:
    """What a car did: the history, and its numbers."""

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


def roll_over() -> Event:
    """Ends a run when the car lies on its side."""
    return Event("roll-over", lambda s: s["chassis.roll"] ** 2 - ROLLED_OVER**2, "rising", "stop")


def run_manoeuvre(
    car: Car, name: str, *, duration: float | None = None, road: Road = FLAT, step: float = 1e-3, output_step: float = 0.02,
    progress: Any = None, **options: Any,
) -> ManoeuvreResult:  # fmt: skip
    """Drive a manoeuvre.

    Parameters
    ----------
    name : one of `MANOEUVRES`
    step : fixed step of the integration [s]
    options : of the manoeuvre, such as `speed=20.0` [m/s], `angle=0.02` [rad], `shift_time=0.3` [s]

    A car that rolls over ends its run there, and says so (`result.history.status` is "stopped_by_event").
    """
    if name not in MANOEUVRES:
        raise UnknownName(f"no manoeuvre {name!r}.{nearest(name, list(MANOEUVRES))}")
    manoeuvre = MANOEUVRES[name]
    for option in options:
        if option not in manoeuvre.options:
            raise UnknownName(f"manoeuvre {name!r} has no option {option!r}.{nearest(option, list(manoeuvre.options))}")
    values = {**manoeuvre.options, **options}
    driver = manoeuvre.driver(car, values)
    m = car.build(driver, road)
    speed = float(values.get("speed", manoeuvre.speed))
    start = car.start(m, speed, driver.gear if speed else None, road)
    events = [roll_over()]
    history = m.simulate(
        start, duration or manoeuvre.duration, method="rk4", step=step, output_step=output_step, events=events,
        progress=progress,
    )  # fmt: skip
    found = manoeuvre.outputs(car, history)
    rolled = [e.time for e in history.events if e.name == "roll-over"]
    if rolled:
        found["rolled_over_at"] = (rolled[0], "s")
        history.notes.append(f"the car rolled over at {rolled[0]:.3g} s: the run ends there.")
    return ManoeuvreResult(manoeuvre, car, history, found)


# ---------------------------------------------------------------------------------------------------------- straight on


def _standing_start(car: Car, o: dict[str, Any]) -> Driver:
    shifting = Shifting(up=o["shift_speed"], down=900 * rpm, time=o["shift_time"])
    return Driver(throttle=1.0, gear=1, launch=o["launch"], shifting=shifting)


def _accelerated(car: Car, run: History) -> Outputs:
    v, x, t = run["speed.value"], run["chassis.x"] - run["chassis.x"][0], run.t
    fastest = {"top_speed": (top_speed(run), "m/s")} if run.status == "done" and v[-1] > 1.0 else {}
    return {
        **fastest,
        "time_to_100_kmh": (_when(t, v, 100 * KMH), "s"),
        "time_to_400_m": (_when(t, x, 400.0), "s"),
        "time_to_1000_m": (_when(t, x, 1000.0), "s"),
        "final_speed": (float(v[-1]), "m/s"),
        "largest_slip": (float(max(run[f"{w}.slip"].max() for w in WHEELS)), ""),
        "largest_pitch": (float(np.abs(run["chassis.pitch"]).max()), "rad"),
    }


def top_speed(history: History, *, longest: float = 200.0) -> float:
    """Speed [m/s] towards which a run at full throttle tends: it goes on until the speed no longer changes.

    Raises `SimulationError` if it still changes after `longest` seconds.
    """
    m = history.mechanism
    state = history.state(-1)
    speed = float(state["speed.value"])
    for _ in range(int(longest / 20.0)):
        run = m.simulate(state, 20.0, method="rk4", step=1e-3, output_step=1.0)
        before, speed, state = speed, float(run["speed.value"][-1]), run.state(-1)
        if abs(speed - before) < 2e-3:
            return speed
    raise SimulationError(
        f"the speed still changes after {longest:g} s ({speed:.4g} m/s): give top_speed a longer time, or check the driver."
    )


def _coast_down(car: Car, o: dict[str, Any]) -> Driver:
    return Driver(gear=0)


def _coasted(car: Car, run: History) -> Outputs:
    v, t = run["speed.value"], run.t
    a = -np.gradient(v, t)
    at = {
        f"deceleration_at_{k}_kmh": (_at(-v, a, -k * KMH), "m/s²")
        for k in (100, 80, 60, 40, 20)
        if v[0] > k * KMH > v[-1]
    }
    return {
        "final_speed": (float(v[-1]), "m/s"),
        "distance": (float(run["chassis.x"][-1] - run["chassis.x"][0]), "m"),
        **at,
    }


def _braking(car: Car, o: dict[str, Any]) -> Driver:
    return Driver(brake=Table((0.0, 0.2, 0.2 + o["rise"]), (0.0, 0.0, o["pedal"])), gear=0)


def _braked(car: Car, run: History) -> Outputs:
    v, x, t = run["speed.value"], run["chassis.x"], run.t
    stopped = np.flatnonzero(v < 0.01)
    end = int(stopped[0]) if stopped.size else len(t) - 1
    begin = int(np.argmax(run["driver/brake.value"] > 0))
    spins = [run[f"{w}_spin.rate"] for w in WHEELS]
    locked = any(np.any((s < 0.05 * v / car.tyre.rolling_radius) & (v > 1.0)) for s in spins)
    return {
        "stopping_distance": (float(x[end] - x[begin]) if stopped.size else math.nan, "m"),
        "stopping_time": (float(t[end] - t[begin]) if stopped.size else math.nan, "s"),
        "mean_deceleration": (float((v[begin] - v[end]) / (t[end] - t[begin])), "m/s²"),
        "speed_at_the_end": (float(np.abs(v[-1])), "m/s"),
        "a_wheel_locked": (float(locked), ""),
    }


# --------------------------------------------------------------------------------------------------------------- curves


def _steered(profile: Callable[[float], tuple[tuple[float, ...], tuple[float, ...]]]) -> Any:
    def driver(car: Car, o: dict[str, Any]) -> Driver:
        times, angles = profile(o["angle"])
        hold = SpeedControl(o["speed"], initial=car.cruising_pedal(o["speed"], o["gear"]))
        return Driver(speed=hold, gear=o["gear"], steering=_law(times, angles, o["smooth"]))

    return driver


def _law(times: tuple[float, ...], angles: tuple[float, ...], smooth: bool) -> Any:
    """Straight lines between the points, their corners rounded; or half cosines."""
    import casadi as ca

    w = 0.01 * min(b - a for a, b in zip(times, times[1:], strict=False))
    slopes = [(z - y) / (b - a) for a, b, y, z in zip(times, times[1:], angles, angles[1:], strict=False)]

    def corner(x: Any) -> Any:
        """0 before, x after; a parabola from −w to w."""
        inside = ca.fmin(ca.fmax(x + w, 0), 2 * w)
        return inside * inside / (4 * w) + ca.fmax(x - w, 0)

    def law(t: Any) -> Any:
        total: Any = angles[0]
        if not smooth:
            for k, (a, before, after) in enumerate(zip(times, [0.0, *slopes], [*slopes, 0.0], strict=True)):
                total = total + (after - before) * corner(t - a - (w if k == 0 else 0.0))
            return total
        for a, b, y, z in zip(times, times[1:], angles, angles[1:], strict=False):
            s = ca.fmin(ca.fmax((t - a) / (b - a), 0), 1)
            total = total + (z - y) * 0.5 * (1 - ca.cos(math.pi * s))
        return total

    return law


def _curved(car: Car, run: History) -> Outputs:
    slip = {
        axle: 0.5 * (run[f"{axle}_left.slip_angle"] + run[f"{axle}_right.slip_angle"]) for axle in ("front", "rear")
    }
    sideways = run["car.rate_z"] * run["speed.value"]
    return {
        "final_yaw": (float(np.unwrap(run["chassis.yaw"])[-1]), "rad"),
        "largest_yaw_rate": (float(np.abs(run["car.rate_z"]).max()), "rad/s"),
        "largest_front_slip_angle": (float(np.abs(slip["front"]).max()), "rad"),
        "largest_rear_slip_angle": (float(np.abs(slip["rear"]).max()), "rad"),
        "largest_lateral_acceleration": (float(np.abs(sideways).max()), "m/s²"),
        "largest_roll": (float(np.abs(run["chassis.roll"]).max()), "rad"),
        "final_x": (float(run["chassis.x"][-1]), "m"),
        "final_y": (float(run["chassis.y"][-1]), "m"),
    }


def _circled(car: Car, run: History) -> Outputs:
    """The steer rises slowly, so that the car passes through steady circles: δ = L/R + K a_y gives K."""
    late = run.t > 2.0
    v, rate = run["speed.value"][late], run["car.rate_z"][late]
    delta = run["front_left_slide.angle"][late]
    a_y = v * rate
    small = np.abs(a_y) < 4.0
    excess = delta - car.wheelbase * rate / v
    gradient = float(np.polyfit(a_y[small], excess[small], 1)[0]) if small.sum() > 10 else math.nan
    return {
        "understeer_gradient": (gradient * 9.81 / deg, "°/g"),
        "largest_lateral_acceleration": (float(np.abs(a_y).max()), "m/s²"),
        "final_yaw_rate": (float(rate[-1]), "rad/s"),
    }


def _stepped(car: Car, run: History) -> Outputs:
    rate, t = run["car.rate_z"], run.t
    final = float(rate[-50:].mean())
    begin = 0.5
    rise = _when(t, np.sign(final) * rate, 0.9 * abs(final)) - begin
    return {
        "steady_yaw_rate": (final, "rad/s"),
        "rise_time": (rise, "s"),
        "overshoot": (float((np.sign(final) * rate).max() / abs(final) - 1.0), ""),
        "yaw_rate_gain": (final / float(run["front_left_slide.angle"][-1]), "1/s"),
        "largest_lateral_acceleration": (float(np.abs(rate * run["speed.value"]).max()), "m/s²"),
    }


def _followed(car: Car, run: History) -> Outputs:
    """How far the car left its path, and where."""
    follower = run.mechanism.__dict__["_path"]
    off = run["chassis.y"] - np.interp(run["chassis.x"], follower.x, follower.y)
    worst = int(np.abs(off).argmax())
    return {
        "largest_deviation": (float(abs(off[worst])), "m"),
        "deviation_at_x": (float(run["chassis.x"][worst]), "m"),
        "deviation_at_time": (float(run.t[worst]), "s"),
        **_curved(car, run),
    }


def _when(t: Any, values: Any, level: float) -> float:
    """First time at which rising values reach a level; NaN if they do not."""
    above = np.flatnonzero(values >= level)
    if not above.size:
        return math.nan
    k = int(above[0])
    if k == 0:
        return float(t[0])
    return float(t[k - 1] + (t[k] - t[k - 1]) * (level - values[k - 1]) / (values[k] - values[k - 1]))


def _at(x: Any, y: Any, level: float) -> float:
    return float(np.interp(level, x, y))


_CURVES = {"speed": 65 * KMH, "gear": 3, "angle": 1 * deg, "smooth": False}
_STRAIGHT = (
    "speed.value",
    "driveline/flywheel.flow",
    "chassis.pitch",
    "front_left.slip",
    "front_left.load",
    "rear_left.load",
)
_LATERAL = (
    "chassis.yaw",
    "chassis.y",
    "front_left.slip_angle",
    "rear_left.slip_angle",
    "front_left.load",
    "front_right.load",
)

MANOEUVRES = {
    m.name: m
    for m in (
        Manoeuvre(
            "standing-start", "full throttle from standstill, through the gears", _standing_start, _accelerated, 40.0,
            signals=_STRAIGHT, options={"launch": 2500 * rpm, "shift_speed": 5500 * rpm, "shift_time": 0.0},
        ),
        Manoeuvre(
            "coast-down", "rolling out in neutral", _coast_down, _coasted, 60.0, signals=("speed.value", "air.drag"),
            options={"speed": 120 * KMH},
        ),
        Manoeuvre(
            "braking", "straight-line braking to standstill", _braking, _braked, 10.0,
            signals=("speed.value", "front_left.slip", "rear_left.slip", "chassis.pitch", "front_left.load"),
            options={"speed": 100 * KMH, "pedal": 0.7, "rise": 0.2},
        ),
        Manoeuvre(
            "curve", "steer up in 10 s and back in 5 s, in third gear",
            _steered(lambda a: ((0.0, 10.0, 15.0, 20.0), (0.0, a, 0.0, 0.0))), _curved, 20.0, signals=_LATERAL, options=_CURVES,
        ),
        Manoeuvre(
            "zig-zag", "steer to one side, to the other and back, in third gear",
            _steered(lambda a: ((0.0, 10.0, 20.0, 25.0, 30.0), (0.0, a, -a, 0.0, 0.0))), _curved, 30.0, signals=_LATERAL,
            options=_CURVES,
        ),
        Manoeuvre(
            "steady-circle", "steer slowly more and more at constant speed: understeer gradient",
            _steered(lambda a: ((0.0, 2.0, 62.0), (0.0, 0.0, a))), _circled, 62.0, signals=_LATERAL,
            options={**_CURVES, "angle": 2.5 * deg},
        ),
        Manoeuvre(
            "step-steer", "sudden steer, then held: rise time and overshoot",
            _steered(lambda a: ((0.0, 0.5, 0.6, 8.0), (0.0, 0.0, a, a))), _stepped, 8.0, signals=_LATERAL,
            options={**_CURVES, "smooth": True},
        ),
    )
}  # fmt: skip


def follow_path(
    car: Car, follower: PathFollower, speed: float, *, gear: int = 3, duration: float | None = None, road: Road = FLAT,
    step: float = 1e-3,
) -> ManoeuvreResult:  # fmt: skip
    """Drive along a path at a speed [m/s]; the outputs say where the car left it most, and by how much."""
    if not speed > 0:
        raise DescriptionError(f"speed along a path is {speed!r}: give a positive number of m/s.")
    manoeuvre = Manoeuvre("path", "along a path", lambda c, o: Driver(), _followed, 10.0, signals=_LATERAL)
    hold = SpeedControl(speed, initial=car.cruising_pedal(speed, gear))
    m = car.build(Driver(speed=hold, gear=gear, steering=follower), road)
    m.__dict__["_path"] = follower
    length = follower.x[-1] - follower.x[0]
    events = [roll_over()]
    history = m.simulate(
        car.start(m, speed, gear), round(duration or length / speed, 3), method="rk4", step=step, output_step=0.02,
        events=events,
    )  # fmt: skip
    return ManoeuvreResult(manoeuvre, car, history, _followed(car, history))
