"""The driver: pedals, clutch, gear and steering as laws of signals, compiled with the car.

Pedals follow functions of time, or a speed controller

    u = k (v_ref − v) + k/T ∫ (v_ref − v) dt,      accelerator = u where u > 0,  brake = −u where u < 0

whose integral waits while a pedal is at its end. The gear is a mode: rules change it at an engine speed. To start, the
clutch slips so that the engine keeps its launch speed until both sides turn alike; during a shift of some length the
clutch opens, the accelerator is released, and the gear changes half-way.
"""

from __future__ import annotations

from dataclasses import field, replace
from itertools import pairwise
from typing import Any

import casadi as ca
import numpy as np

from biela import rpm
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element import data, family, flag, numbers
from biela.equations.signals import SignalView
from biela.lie.array import Operand
from biela.mechanism.motion import Table, call, function, is_motion
from biela.network import Integrator, Law, Mode, Network, Output, Rule
from biela.network.context import NetworkSignals
from biela.network.value import clip
from biela.vehicle.driveline import Clutch, Engine, Gearbox
from biela.vehicle.part import Part

NAME = "driver"
Wishes = tuple[Law, Law]
NEVER = 1e6
"""Time [s] that no run reaches."""
AFTER_LAUNCH = 0.01
"""Smallest time between the end of a launch and the first shift [s]."""


@family
class SpeedControl(Part):
    """Controller that holds a speed [m/s], a number or a function of time, by accelerator and brake."""

    noun = "the speed control"
    target: Any
    gain: float = data("s/m", default=0.5, bound="positive")
    integral_time: float = data("s", default=2.0, bound="positive")
    initial: float = data("1", default=0.0, about="accelerator at the start, when the speed is right")
    brake_share: float = data("1", default=0.3, about="brake pedal for each unit of negative demand")


@family
class Shifting(Part):
    """Rule for changing gear.

    If it is `matched`, a shift that takes no time sets the engine to the speed of the new gear; otherwise the clutch does it,
    slipping, and the surplus momentum of the engine pushes the car. Judged by the road, engine speeds are those that the car's
    speed and the gear demand: spinning wheels change no gear.
    """

    noun = "a shift"
    up: float = data("rad/s", default=5500 * rpm, bound="positive", label="engine speed of shifting up")
    down: float = data("rad/s", default=1200 * rpm, bound="nonnegative", label="engine speed of shifting down")
    time: float = data("s", default=0.0, bound="nonnegative", about="length of a shift")
    matched: bool = data(flag(), default=True)
    by_road: bool = data(flag(), default=False, about="judge the engine speed by the car's")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.down < self.up:
            raise DescriptionError("shifting: the engine speed of shifting down must be below that of shifting up.")


@family
class PathFollower(Part):
    """Follower that steers towards a point of the path y(x) that lies `preview` seconds ahead.

    With e the lateral distance of that point from the car's own axis and l how far it is, δ = 2 L e / l² (pure pursuit).
    """

    noun = "the path"
    x: tuple[float, ...] = data(numbers("m"), about="increasing")
    y: tuple[float, ...] = data(numbers("m"), about="one for each x")
    preview: float = data("s", default=0.6)
    least: float = data("m", default=5.0, about="shortest distance of the point")
    limit: float = data("rad", default=0.5, about="largest steering angle")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.x) < 2 or len(self.x) != len(self.y) or any(b <= a for a, b in pairwise(self.x)):
            raise DescriptionError("path: give at least two points, x increasing, and one y for each.")

    def angle(self, s: SignalView, body: str, wheelbase: float) -> Operand:
        """Return the steering angle of the front wheels [rad]."""
        x, y, yaw = s[f"{body}.x"], s[f"{body}.y"], s[f"{body}.yaw"]
        speed = ca.sqrt(s[f"{body}.velocity_x"] ** 2 + s[f"{body}.velocity_y"] ** 2 + 1e-6)
        ahead = ca.fmax(self.preview * speed, self.least)
        x_target = x + ahead * ca.cos(yaw)
        y_target = Table(self.x, self.y)(x_target)
        across = -ca.sin(yaw) * (x_target - x) + ca.cos(yaw) * (y_target - y)
        delta = ca.atan(2 * wheelbase * across / (ahead * ahead))
        return clip(delta, -self.limit, self.limit)


@dataclass(frozen=True)
class Driver:
    """Driver: what becomes of pedals, gear and steering.

    Parameters
    ----------
    throttle, brake, hand_brake : 0…1, numbers or functions of time
    speed : a `SpeedControl` instead of throttle and brake
    gear : engaged at the start: −1 (reverse), 0 (neutral), 1, …
    shifting : when to change gear; None keeps it
    launch : engine speed that the slipping clutch holds from standstill [rad/s]; None with the clutch closed
    steering : angle of the front wheels [rad], a number or a function of time, or a `PathFollower`
    """

    throttle: Any = 0.0
    brake: Any = 0.0
    hand_brake: Any = 0.0
    speed: SpeedControl | None = None
    gear: int = 1
    shifting: Shifting | None = None
    launch: float | None = None
    steering: Any = 0.0

    pedals: dict[str, Any] = field(init=False, repr=False, default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for name in ("throttle", "brake", "hand_brake"):
            self.pedals[name] = value = function(getattr(self, name), f"{name} of the driver")
            times = np.asarray(getattr(value, "x", np.linspace(0.0, 60.0, 601)), float) if is_motion(value) else ()
            outside = [x for x in (float(call(value, t)) for t in times) if not 0 <= x <= 1]
            if outside:
                raise DescriptionError(f"{name} of the driver is {outside[0]:g}: a pedal goes from 0 (released) to 1 (pressed).")
        if self.speed is not None and (self.throttle != 0.0 or self.brake != 0.0):
            raise DescriptionError("driver: give either throttle and brake, or a speed to hold, not both.")


def driver_network(driver: Driver, engine: Engine, gearbox: Gearbox, clutch: Clutch, speed: str, radius: Any) -> Network:
    """Return the driver as a network of signals: `driver/throttle.value`, `brake`, `hand_brake`, `clutch`, `gear`.

    speed : name of the signal of the car's speed [m/s]
    radius : rolling radius of the wheels [m]
    """
    gearbox.check(driver.gear, "gear of the driver")
    net = Network(NAME)
    throttle, brake = _pedals(net, driver, speed)
    shift, launch = driver.shifting, driver.launch
    wishes = None if shift is None else _shift_wishes(shift, gearbox, launch is not None, lambda s: s[speed] / radius)
    net.add(_gear(driver, gearbox, engine, wishes))
    if shift is not None and wishes is not None and shift.time > 0:
        net.add(*_shift_memory(shift, wishes))
    if launch is not None:
        slip_ends = Rule(lambda s: ca.fmin(-s["driveline/clutch.flow"], 1e3 * (s["launching.value"] - 0.5)), 0.0)
        net.add(Mode("launching", initial=1.0, rules=(slip_ends,)))
        if shift is not None:
            net.add(Mode("launch_end", initial=NEVER, rules=(replace(slip_ends, to=lambda s: s.time),)))

    def window(s: NetworkSignals) -> Operand:
        """Return 1 while a shift lasts, 0 before and after, with short ramps."""
        if shift is None or shift.time == 0:
            return 0.0
        x, ramp = (s.time - s["shift_start.value"]) / shift.time, 0.1
        return clip(ca.fmin(x / ramp, (1.0 - x) / ramp))

    def closed(s: NetworkSignals) -> Operand:
        """Return the part of the capacity of the clutch: while it slips, that with which the engine keeps its launch speed."""
        if launch is None:
            return 1.0 - window(s)
        held = engine.full(launch) + 0.8 * (s["driveline/flywheel.flow"] - launch)
        return (1.0 - window(s)) * ca.if_else(s["launching.value"] > 0.5, clip(held / clutch.capacity), 1.0)

    net.add(Output("throttle", lambda s: throttle(s) * (1.0 - window(s))), Output("brake", brake))
    net.add(Output("hand_brake", lambda s: call(driver.pedals["hand_brake"], s.time)), Output("clutch", closed))
    return net


def wish(name: str) -> Law:
    """Return the position of a pedal, the clutch or the gear, as a law of signals for other networks."""
    return lambda s: s[f"{NAME}/{name}.value"]


def _pedals(net: Network, driver: Driver, speed: str) -> tuple[Law, Law]:
    control = driver.speed
    if control is None:
        return (lambda s: call(driver.pedals["throttle"], s.time), lambda s: call(driver.pedals["brake"], s.time))
    target = function(control.target, "target of the speed control")

    def error(s: NetworkSignals) -> Operand:
        return call(target, s.time) - s[speed]

    def demand(s: NetworkSignals) -> Operand:
        return control.gain * error(s) + s["integral.value"]

    def rate(s: NetworkSignals) -> Operand:
        u, e = demand(s), error(s)
        pushing_out = ca.logic_or(ca.logic_and(u > 1, e > 0), ca.logic_and(u < -1, e < 0))
        return ca.if_else(pushing_out, 0.0, control.gain * e / control.integral_time)

    net.add(Integrator("integral", rate, initial=control.initial))
    return lambda s: clip(demand(s)), lambda s: clip(-control.brake_share * demand(s))


def _gear(driver: Driver, gearbox: Gearbox, engine: Engine, wishes: Wishes | None) -> Mode:
    shift, start = driver.shifting, float(driver.gear)
    if shift is None or wishes is None:
        return Mode("gear", initial=start)
    if shift.time > 0:
        half = 0.5 * shift.time
        change = Rule(lambda s: s.time - s["shift_start.value"] - half, lambda s: s["gear.value"] + s["shift_sense.value"])
        return Mode("gear", initial=start, rules=(change,))
    rules = []
    for wish, sense in zip(wishes, (1.0, -1.0), strict=True):

        def new(s: NetworkSignals, sense: float = sense) -> Operand:
            return s["gear.value"] + sense

        def momentum(s: NetworkSignals, new: Any = new) -> Operand:
            return engine.inertia * gearbox.ratio(new(s)) * s["driveline/shaft.flow"]

        rules.append(Rule(wish, new, sets={"driveline/flywheel": momentum} if shift.matched else {}))
    return Mode("gear", initial=start, rules=tuple(rules))


def _shift_wishes(shift: Shifting, gearbox: Gearbox, launches: bool, spin: Law) -> Wishes:
    """Return functions that rise through zero when a higher, a lower gear is wanted and there is one; never while launching, and
    `AFTER_LAUNCH` later if the engine then turns that fast. `spin` is the rate of wheels that roll without slip [rad/s]."""
    top = len(gearbox.ratios)

    def crank(s: NetworkSignals) -> Operand:
        if shift.by_road:
            return spin(s) * gearbox.final * gearbox.ratio(s["gear.value"])
        return s["driveline/flywheel.flow"]

    def ready(s: NetworkSignals, wish: Operand) -> Operand:
        return ca.fmin(wish, 1e3 * (s.time - s["launch_end.value"] - AFTER_LAUNCH)) if launches else wish

    def up(s: NetworkSignals) -> Operand:
        return ready(s, ca.fmin(crank(s) - shift.up, 1e3 * (top - 0.5 - s["gear.value"])))

    def down(s: NetworkSignals) -> Operand:
        return ready(s, ca.fmin(shift.down - crank(s), 1e3 * (s["gear.value"] - 1.5)))

    return up, down


def _shift_memory(shift: Shifting, wishes: Wishes) -> tuple[Mode, Mode]:
    """Return modes that keep when the last shift began, and its sense: up (1) or down (−1)."""

    def rule(wish: Law, to: Law | float) -> Rule:
        return Rule(lambda s: ca.fmin(wish(s), 1e3 * (s.time - s["shift_start.value"] - shift.time)), to)

    begins = tuple(rule(wish, lambda s: s.time) for wish in wishes)
    senses = tuple(rule(wish, sense) for wish, sense in zip(wishes, (1.0, -1.0), strict=True))
    return Mode("shift_start", initial=-NEVER, rules=begins), Mode("shift_sense", initial=1.0, rules=senses)


guard(__name__)
