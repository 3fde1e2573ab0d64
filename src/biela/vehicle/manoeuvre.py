"""Manoeuvres with their standard outputs: what a test driver does, and the numbers that are reported of it.

    case = drive(car, "standing-start")          # see `driven`
    case.outputs(case.simulate())

A manoeuvre is a driver, a start and a rule to read the results; it knows nothing of a particular car.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from biela import deg, rpm
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, SimulationError, UnknownName, nearest, unknown
from biela.element.role import count, flag, number
from biela.lie.array import Operand
from biela.mechanism.motion import Table
from biela.mechanism.parameter import scalar
from biela.network.value import clip
from biela.simulation.case import Outputs
from biela.simulation.event import Event
from biela.simulation.history import History
from biela.simulation.run import StiffWarning
from biela.vehicle.car import Car
from biela.vehicle.driver import Driver, PathFollower, Shifting, SpeedControl
from biela.vehicle.suspension import WHEELS

KMH = 1 / 3.6
ROLLED_OVER = 60 * deg
"""Roll angle at which a car counts as rolled over."""
ROLL_OVER = Event("roll-over", lambda s: s["chassis.roll"] ** 2 - ROLLED_OVER**2, "rising", "stop")
"""Event that ends a run when the car lies on its side."""
OPTIONS = {
    "speed": number("m/s > 0"), "gear": count(), "angle": number("rad"), "smooth": flag(),
    "launch": number("rad/s > 0"), "shift_speed": number("rad/s > 0"), "shift_time": number("s >= 0"),
    "pedal": number("1 >= 0"), "rise": number("s > 0"),
}  # fmt: skip
"""Roles of the options of manoeuvres, by name."""


@dataclass(frozen=True)
class Manoeuvre:
    """Manoeuvre: a driver, a start and what is reported.

    driver : for a car and options, what its driver does
    outputs : for a car and a history, name → (value, unit)
    duration : [s]
    signals : to look at first
    options : name → default. `speed` [m/s] is also that of the start; without it the car stands
    steered : whether its outputs need an angle other than zero
    """

    name: str
    description: str
    driver: Callable[[Car, dict[str, Any]], Driver]
    outputs: Callable[[Car, History], Outputs]
    duration: float
    signals: tuple[str, ...] = ("speed.value",)
    options: dict[str, Any] = field(default_factory=dict)
    steered: bool = False

    def values(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return all options, those that are not given at their defaults; impossible ones are refused by name."""
        for option, value in options.items():
            if option not in self.options:
                raise UnknownName(f"manoeuvre {self.name!r} has no option {option!r}.{nearest(option, list(self.options))}")
            self.check(option, value)
        return {**self.options, **options}

    def check(self, option: str, value: Any) -> None:
        """Refuse a value that no car can drive."""
        if option not in OPTIONS:
            raise unknown("option of a manoeuvre", option, list(OPTIONS))
        what, role = f"option {option!r} of manoeuvre {self.name!r}", OPTIONS[option]
        if role.kind != "flag":
            scalar(value, what, positive=role.bound == "positive", nonnegative=role.bound == "nonnegative")
        if role.kind == "count" and (value != int(value) or value < 1):
            raise DescriptionError(f"{what} is {value!r}: the engine holds the speed in a forward gear. Give 1, 2, …")
        if option == "angle" and value == 0 and self.steered:
            raise DescriptionError(f"{what} is 0: a car that is not steered has no answer to it. Give an angle, or drive 'curve'.")


def read_outputs(manoeuvre: Manoeuvre, car: Car, history: History) -> Outputs:
    """Return the numbers of a run; a car that rolled over says when, also in the notes of the history."""
    found = manoeuvre.outputs(car, history)
    rolled = [e.time for e in history.events if e.name == "roll-over"]
    if rolled:
        found["rolled_over_at"] = (rolled[0], "s")
        history.notes.append(f"the car rolled over at {rolled[0]:.3g} s: the run ends there.")
    return found


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
        "largest_pitch": (_largest(run["chassis.pitch"]), "rad"),
    }


@checked(positive=("longest",))
def top_speed(history: History, *, longest: float = 200.0) -> float:
    """Return the speed [m/s] towards which a run at full throttle tends: it goes on until the speed no longer changes. NaN if it
    still changes after `longest` seconds, or if the run cannot go on; the history's notes then say why."""
    state = history.state(-1)
    speed = float(state["speed.value"])
    for _ in range(int(longest / 20.0)):
        try:
            with warnings.catch_warnings():  # steps limited by stability: a stiff method would have to be derived first
                warnings.simplefilter("ignore", StiffWarning)
                run = history.mechanism.simulate(state, 20.0, method="dormand-prince", output_step=1.0)
        except SimulationError as error:
            history.notes.append(f"no top speed: the run could not be continued beyond {speed:.4g} m/s: {error}")
            return math.nan
        before, speed, state = speed, float(run["speed.value"][-1]), run.state(-1)
        if abs(speed - before) < 2e-3:
            return speed
    history.notes.append(
        f"no top speed: the speed still changes after {float(longest):g} more seconds ({speed:.4g} m/s). Give `top_speed` a longer "
        "time, or check the gears and the engine: the car may shift up and down for ever."
    )
    return math.nan


def _coasted(car: Car, run: History) -> Outputs:
    v, t = run["speed.value"], run.t
    a = -np.gradient(v, t)
    passed = [k for k in (100, 80, 60, 40, 20) if v[0] > k * KMH > v[-1]]
    return {
        "final_speed": (float(v[-1]), "m/s"),
        "distance": (float(run["chassis.x"][-1] - run["chassis.x"][0]), "m"),
        **{f"deceleration_at_{k}_kmh": (float(np.interp(-k * KMH, -v, a)), "m/s²") for k in passed},
    }


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


def _cruising(car: Car, o: dict[str, Any], steering: Any) -> Driver:
    """Return a driver that holds speed and gear."""
    hold = SpeedControl(o["speed"], initial=car.cruising_pedal(o["speed"], o["gear"]))
    return Driver(speed=hold, gear=o["gear"], steering=steering)


def _steered(*profile: tuple[float, float]) -> Callable[[Car, dict[str, Any]], Driver]:
    """Return a driver that steers through points (time [s], part of the option `angle`) at a constant speed."""
    times = tuple(t for t, _ in profile)
    return lambda car, o: _cruising(car, o, _law(times, tuple(part * o["angle"] for _, part in profile), o["smooth"]))


def _law(times: tuple[float, ...], angles: tuple[float, ...], smooth: bool) -> Operand:
    """Return straight lines between the points, their corners rounded; or half cosines."""
    import casadi as ca

    pieces = list(zip(pairwise(times), pairwise(angles), strict=True))
    w = 0.01 * min(b - a for (a, b), _ in pieces)
    slopes = [(z - y) / (b - a) for (a, b), (y, z) in pieces]

    def start(x: Operand) -> Operand:
        """Return 0 at rest at 0, x from 2 w on; a cubic between, so that what follows is neither late nor shifted."""
        u = clip(x / (2 * w))
        return ca.if_else(x < 2 * w, 2 * w * u * u * (2 - u), x)

    def corner(x: Operand) -> Operand:
        """Return 0 before, x after; a parabola from −w to w."""
        inside = clip(x + w, 0.0, 2 * w)
        return inside * inside / (4 * w) + ca.fmax(x - w, 0)

    def law(t: Operand) -> Operand:
        total: Any = angles[0]
        if not smooth:
            total = total + slopes[0] * start(t - times[0])
            for a, before, after in zip(times[1:], slopes, [*slopes[1:], 0.0], strict=True):
                total = total + (after - before) * corner(t - a)
            return total
        for (a, b), (y, z) in pieces:
            total = total + (z - y) * 0.5 * (1 - ca.cos(math.pi * clip((t - a) / (b - a))))
        return total

    return law


def _curved(car: Car, run: History) -> Outputs:
    front, rear = (0.5 * (run[f"{a}_left.slip_angle"] + run[f"{a}_right.slip_angle"]) for a in ("front", "rear"))
    return {
        "final_yaw": (float(np.unwrap(run["chassis.yaw"])[-1]), "rad"),
        "largest_yaw_rate": (_largest(run["car.rate_z"]), "rad/s"),
        "largest_front_slip_angle": (_largest(front), "rad"),
        "largest_rear_slip_angle": (_largest(rear), "rad"),
        "largest_lateral_acceleration": (_largest(run["car.rate_z"] * run["speed.value"]), "m/s²"),
        "largest_roll": (_largest(run["chassis.roll"]), "rad"),
        "final_x": (float(run["chassis.x"][-1]), "m"),
        "final_y": (float(run["chassis.y"][-1]), "m"),
    }


def _circled(car: Car, run: History) -> Outputs:
    """Return the numbers of a slowly rising steer, where the car passes through steady circles: δ = L/R + K a_y gives K."""
    late = run.t > 2.0
    v, rate = run["speed.value"][late], run["car.rate_z"][late]
    a_y, excess = v * rate, _steer(run)[late] - car.wheelbase * rate / v
    small = np.abs(a_y) < 4.0
    gradient = float(np.polyfit(a_y[small], excess[small], 1)[0]) if small.sum() > 10 else math.nan
    return {
        "understeer_gradient": (gradient * 9.81 / deg, "°/g"),
        "largest_lateral_acceleration": (_largest(a_y), "m/s²"),
        "final_yaw_rate": (float(rate[-1]), "rad/s"),
    }


def _stepped(car: Car, run: History) -> Outputs:
    rate, begin = run["car.rate_z"], 0.5
    final = float(rate[-50:].mean())
    towards = np.sign(final) * rate
    return {
        "steady_yaw_rate": (final, "rad/s"),
        "rise_time": (_when(run.t, towards, 0.9 * abs(final)) - begin, "s"),
        "overshoot": (float(towards.max() / abs(final) - 1.0), ""),
        "yaw_rate_gain": (final / float(_steer(run)[-1]), "1/s"),
        "largest_lateral_acceleration": (_largest(rate * run["speed.value"]), "m/s²"),
    }


def _steer(run: History) -> Operand:
    """Return the mean angle of front wheels [rad]: alike to the left and to the right, also where the inner wheel turns more."""
    return 0.5 * (run["front_left_slide.angle"] + run["front_right_slide.angle"])


def _followed(follower: PathFollower, car: Car, run: History) -> Outputs:
    """Return the largest deviation of the car from its path, and its place."""
    off = run["chassis.y"] - np.interp(run["chassis.x"], follower.x, follower.y)
    worst = int(np.abs(off).argmax())
    return {
        "largest_deviation": (float(abs(off[worst])), "m"),
        "deviation_at_x": (float(run["chassis.x"][worst]), "m"),
        "deviation_at_time": (float(run.t[worst]), "s"),
        **_curved(car, run),
    }


def _largest(values: Any) -> float:
    return float(np.abs(values).max())


def _when(t: Operand, values: Any, level: float) -> float:
    """Return the first time at which rising values reach a level; NaN if they do not."""
    above = np.flatnonzero(values >= level)
    k = int(above[0]) if above.size else -1
    if k <= 0:
        return float(t[0]) if k == 0 else math.nan
    return float(t[k - 1] + (t[k] - t[k - 1]) * (level - values[k - 1]) / (values[k] - values[k - 1]))


_CURVES = {"speed": 65 * KMH, "gear": 3, "angle": 1 * deg, "smooth": False}
_STRAIGHT = (
    "speed.value", "driveline/flywheel.flow", "chassis.pitch", "front_left.slip", "front_left.load", "rear_left.load",
)  # fmt: skip
_LATERAL = (
    "chassis.yaw", "chassis.y", "front_left.slip_angle", "rear_left.slip_angle", "front_left.load", "front_right.load",
)  # fmt: skip

MANOEUVRES = {
    m.name: m
    for m in (
        Manoeuvre("standing-start", "full throttle from standstill, through the gears",
                  lambda car, o: Driver(throttle=1.0, gear=1, launch=o["launch"],
                                        shifting=Shifting(o["shift_speed"], 900 * rpm, o["shift_time"])),
                  _accelerated, 40.0, signals=_STRAIGHT,
                  options={"launch": 2500 * rpm, "shift_speed": 5500 * rpm, "shift_time": 0.0}),
        Manoeuvre("coast-down", "rolling out in neutral", lambda car, o: Driver(gear=0), _coasted, 60.0,
                  signals=("speed.value", "air.drag"), options={"speed": 120 * KMH}),
        Manoeuvre("braking", "straight-line braking to standstill",
                  lambda car, o: Driver(brake=Table((0.0, 0.2, 0.2 + o["rise"]), (0.0, 0.0, o["pedal"])), gear=0), _braked, 10.0,
                  signals=("speed.value", "front_left.slip", "rear_left.slip", "chassis.pitch", "front_left.load"),
                  options={"speed": 100 * KMH, "pedal": 0.7, "rise": 0.2}),
        Manoeuvre("curve", "steer up in 10 s and back in 5 s, in third gear",
                  _steered((0.0, 0.0), (10.0, 1.0), (15.0, 0.0), (20.0, 0.0)), _curved, 20.0, _LATERAL, _CURVES),
        Manoeuvre("zig-zag", "steer to one side, to the other and back, in third gear",
                  _steered((0.0, 0.0), (10.0, 1.0), (20.0, -1.0), (25.0, 0.0), (30.0, 0.0)), _curved, 30.0, _LATERAL, _CURVES),
        Manoeuvre("steady-circle", "steer slowly more and more at constant speed: understeer gradient",
                  _steered((0.0, 0.0), (2.0, 0.0), (62.0, 1.0)), _circled, 62.0, _LATERAL,
                  {**_CURVES, "angle": 2.5 * deg}, steered=True),
        Manoeuvre("step-steer", "sudden steer, then held: rise time and overshoot",
                  _steered((0.0, 0.0), (0.5, 0.0), (0.6, 1.0), (8.0, 1.0)), _stepped, 8.0, _LATERAL,
                  {**_CURVES, "smooth": True}, steered=True),
    )
}  # fmt: skip


def path_manoeuvre(follower: PathFollower, speed: float, gear: int) -> Manoeuvre:
    """Return the manoeuvre along a path at a speed [m/s]; its outputs say where the car left it most, and by how much."""
    needed = round((follower.x[-1] - follower.x[0]) / speed, 3)
    return Manoeuvre(
        "path", "along a path", partial(_cruising, steering=follower), partial(_followed, follower), needed, signals=_LATERAL,
        options={"speed": speed, "gear": gear},
    )  # fmt: skip


guard(__name__)
