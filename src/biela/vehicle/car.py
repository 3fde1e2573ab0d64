"""A car from its parts: chassis, four corners, tyres, driveline, brakes, air and a driver.

The drawing pose is the car standing on level ground: springs and tyres carry their static loads there, so that a car
that is built stands still. Axes: x forward, y left, z up; the origin is on the ground below the chassis' centre of mass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import casadi as ca
import numpy as np

from biela.base.checked import checked, guard
from biela.base.errors import DescriptionError, unknown
from biela.element import choice, data, family, flag, numbers, record
from biela.equations.signals import SignalView
from biela.lie import quaternion
from biela.lie.array import Operand
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import call, function
from biela.mechanism.parameter import nominal
from biela.mechanism.shape import Box, Prism, Tube
from biela.network.context import NetworkSignals
from biela.network.network import Network
from biela.state.state import State
from biela.vehicle.aerodynamics import Aerodynamics
from biela.vehicle.driveline import Brakes, Clutch, Differential, Engine, Gearbox, brake_network, driveline
from biela.vehicle.driver import Driver, PathFollower, driver_network, wish
from biela.vehicle.part import Part
from biela.vehicle.road import FLAT, Road
from biela.vehicle.suspension import WHEELS, Corner, SuspensionSpring, anti_roll_bar, guided_corner
from biela.vehicle.tyre import Tyre, TyreData, add_tyre

STEERING_STIFFNESS, STEERING_DAMPING = 2e4, 200.0
"""Stiffness and damping of the servo that turns the wheels where a law steers them [N·m/rad, N·m·s/rad]."""


@family
class Chassis(Part):
    """Sprung mass of a car."""

    noun = "the chassis"
    mass: float = data("kg", bound="positive")
    inertia: tuple[float, float, float] = data(numbers("kg*m^2", 3), about="roll, pitch and yaw, about its centre of mass")
    height: float = data("m", bound="positive", label="height of the chassis' centre of mass", about="above the ground")


@family
class Axle(Part):
    """Pair of corners. Hub and wheel together are the unsprung mass of one corner."""

    noun = "an axle"
    distance: float = data("m", bound="positive", about="from the chassis' centre of mass, along the car")
    track: float = data("m", bound="positive", about="between the wheels' centres")
    spring: SuspensionSpring = data(record(SuspensionSpring), about="of one corner; its preload follows from the load")
    hub_mass: float = data("kg", bound="positive")
    wheel_mass: float = data("kg", bound="positive")
    wheel_inertia: float = data("kg*m^2", bound="positive", about="about the axle")
    anti_roll: float = data("N/m", default=0.0, bound="nonnegative", about="stiffness of an anti-roll bar at the wheels")


@family
class Car(Part):
    """Car from its parts. `Car.build()` makes the machine, `Car.start()` a state of it."""

    noun = "car"
    name: str
    chassis: Chassis = data(record(Chassis))
    front: Axle = data(record(Axle), about="front axle")
    rear: Axle = data(record(Axle), about="rear axle")
    tyre: TyreData = data(record(TyreData))
    engine: Engine = data(record(Engine))
    gearbox: Gearbox = data(record(Gearbox))
    clutch: Clutch = data(record(Clutch), default=Clutch())
    brakes: Brakes = data(record(Brakes), default=Brakes())
    drive: Literal["front", "rear", "all"] = data(choice("front", "rear", "all"), default="front", label="drive")
    differential: Differential = data(choice("open", "locked"), default="open", label="differential")
    drag_area: float = data("m^2", default=0.0, bound="nonnegative")
    lift_area: float = data("m^2", default=0.0)
    side_area: float = data("m^2", default=0.0, bound="nonnegative")
    air_density: float = data("kg/m^3", default=1.225, bound="nonnegative")
    wind: tuple[float, float, float] = data(numbers("m/s", 3), default=(0.0, 0.0, 0.0), about="in ground axes")
    pressure_height: float = data("m", default=0.0, about="of the point where the air acts, above the ground")
    ackermann: bool = data(flag(), default=False, about="the inner wheel turns more")
    gravity: float = data("m/s^2", default=9.81, bound="nonnegative")

    def __post_init__(self) -> None:
        super().__post_init__()
        load = max(float(nominal(self.load(wheel))) for wheel in WHEELS)
        radius, stiffness = (float(nominal(x)) for x in (self.tyre.radius, self.tyre.stiffness))
        if not load / stiffness < 0.5 * radius:  # the rim would be on the road before
            raise DescriptionError(
                f"{self.called}: its tyres of {stiffness:g} N/m would sink {load / stiffness:.3g} m of their {radius:g} m radius "
                f"under {load:.4g} N. Give a stiffness of at least {2 * load / radius:.4g} N/m, or check the mass."
            )
        for name, law in (("longitudinal", self.tyre.longitudinal), ("lateral", self.tyre.lateral)):
            what, limit, (low, high) = f"{self.called}: the {name} law of its tyres", law.largest_load, law.measured_loads
            if not low <= load <= high:
                raise DescriptionError(
                    f"{what} was measured from {low:.4g} to {high:.4g} N, and a wheel carries {load:.4g} N at rest. Take a tyre "
                    "file for this load, or check the masses; FZMIN and FZMAX say the range."
                )
            if limit is not None and limit < 2.0 * load:  # what a wheel carries when its partner lifts
                raise DescriptionError(
                    f"{what} has no grip left above {limit:.4g} N, and a wheel may carry {2.0 * load:.4g} N, twice its static "
                    f"load. Check the coefficients of {type(law).__name__}, and their units."
                )

    @property
    def wheelbase(self) -> float:
        return self.front.distance + self.rear.distance

    def axle(self, wheel: str) -> Axle:
        """Return the axle of a wheel: `front_left`, `front_right`, `rear_left` or `rear_right`."""
        if wheel not in WHEELS:
            raise unknown("wheel", wheel, list(WHEELS))
        return self.front if wheel.startswith("front") else self.rear

    def sprung_load(self, wheel: str) -> float:
        """Return the load of the spring of a corner [N]."""
        other = self.rear if self.axle(wheel) is self.front else self.front
        return 0.5 * self.chassis.mass * self.gravity * other.distance / self.wheelbase

    def load(self, wheel: str) -> float:
        """Return the load of the tyre of a corner [N]."""
        axle = self.axle(wheel)
        return self.sprung_load(wheel) + (axle.hub_mass + axle.wheel_mass) * self.gravity

    def centre(self, wheel: str) -> tuple[float, float, float]:
        """Return the centre of a wheel, standing still [m]."""
        axle = self.axle(wheel)
        x = axle.distance if wheel.startswith("front") else -axle.distance
        y = 0.5 * axle.track if wheel.endswith("left") else -0.5 * axle.track
        return x, y, self.tyre.radius - self.load(wheel) / self.tyre.stiffness

    @property
    def mass(self) -> float:
        """Mass of the whole car [kg]."""
        return self.chassis.mass + 2 * sum(a.hub_mass + a.wheel_mass for a in (self.front, self.rear))

    @checked(positive=("speed",))
    def cruising_pedal(self, speed: float, gear: int) -> float:
        """Return the accelerator that holds a speed on level ground, about [1]: drag and rolling resistance against (10)."""
        if self.gearbox.check(gear) < 1:
            raise DescriptionError(f"car {self.name!r}: gear {gear} cannot hold a speed. Give a forward gear: 1, 2, …")
        tyre = self.tyre
        resistance = float(nominal(tyre.rolling_resistance + tyre.rolling_resistance_speed * speed**2))
        force = resistance * self.mass * self.gravity + 0.5 * self.air_density * self.drag_area * speed**2
        ratio = self.gearbox.ratio(gear) * self.gearbox.final
        torque = force * tyre.rolling_radius / (ratio * float(nominal(self.gearbox.efficiency)))
        engine = speed / tyre.rolling_radius * ratio
        full, drag = float(self.engine.full(engine)), float(self.engine.resisting(engine))
        return float(min(max((torque - drag) / (full - drag), 0.0), 1.0))

    def build(self, driver: Driver | None = None, road: Road = FLAT) -> Mechanism:
        """Return the car as a machine, with what its driver does.

        Signals: `speed.value` [m/s], `distance.value` [m], `chassis.pitch`, `front_left.load`, `front_left.slip`,
        `driveline/flywheel.flow` (engine speed [rad/s]), `driver/gear.value`, …
        """
        driver = driver or Driver(gear=0)
        m = Mechanism(self.name, gravity=(0, 0, -self.gravity))
        chassis = m.body("chassis", mass=self.chassis.mass, inertia=self.chassis.inertia, position=(0, 0, self.chassis.height))
        m.free("car", m.ground, chassis)
        corners = {wheel: self._corner(m, chassis, wheel) for wheel in WHEELS}
        for wheel, corner in corners.items():
            add_tyre(m, Tyre(wheel, corner.wheel.origin, road=road, **vars(self.tyre)))
        pressure = chassis.point("pressure_centre", (0, 0, self.pressure_height - self.chassis.height))
        m.contact(self.air(pressure))
        for axle, name in ((self.front, "front"), (self.rear, "rear")):
            if axle.anti_roll:
                left, right = (corners[f"{name}_{side}"].travel for side in ("left", "right"))
                anti_roll_bar(m, f"{name}_anti_roll_bar", left, right, axle.anti_roll)
        m.user_sensor("speed", forward_speed, "m/s")
        self._steer(m, corners, driver)
        for net in self.power(driver, driver.launch or self.engine.idle):
            m.attach(net, {f"{w}_hub": corners[w].spin for w in WHEELS if f"{w}_hub" in net.exposed})
        _draw(m, self)
        return m

    def air(self, frame: Any) -> Aerodynamics:
        """Return the load of the air at a frame of the chassis."""
        return Aerodynamics(
            "air", frame, drag_area=self.drag_area, lift_area=self.lift_area, side_area=self.side_area,
            density=self.air_density, wind=self.wind,
        )  # fmt: skip

    def _corner(self, m: Mechanism, chassis: Any, wheel: str) -> Corner:
        axle = self.axle(wheel)
        return guided_corner(
            m, chassis, wheel, self.centre(wheel), replace(axle.spring, preload=self.sprung_load(wheel)),
            hub_mass=axle.hub_mass, wheel_mass=axle.wheel_mass, wheel_inertia=axle.wheel_inertia,
            steered=wheel.startswith("front"),
        )  # fmt: skip

    def _steer(self, m: Mechanism, corners: dict[str, Corner], driver: Driver) -> None:
        for side, sign in (("left", 1.0), ("right", -1.0)):
            joint = corners[f"front_{side}"].steer
            assert joint is not None
            if isinstance(driver.steering, PathFollower):
                self._servo(m, joint[0], driver.steering, sign)
                continue
            motion = function(driver.steering, "steering of the driver")
            m.drive(joint[0], self.wheel_angle(motion, sign), coordinate="angle", name=f"steering_{side}")

    def wheel_angle(self, motion: Any, sign: float) -> Operand:
        """Return the law of the left (+1) or right (−1) wheel."""
        if not self.ackermann:
            return motion
        return lambda t: _inner(call(motion, t), self.wheelbase, sign * 0.5 * self.front.track)

    def _servo(self, m: Mechanism, joint: str, follower: PathFollower, sign: float) -> None:
        """Add a stiff spring and damper, which turn the wheel to where the follower wants it."""
        rate = next(r.name for r in m.joints[joint].type.rates if r.unit == "rad/s")

        def effort(s: SignalView) -> Operand:
            wanted = follower.angle(s, "chassis", self.wheelbase)
            if self.ackermann:
                wanted = _inner(wanted, self.wheelbase, sign * 0.5 * self.front.track)
            return STEERING_STIFFNESS * (wanted - s[f"{joint}.angle"]) - STEERING_DAMPING * s[f"{joint}.{rate}"]

        m.user_effort(f"{joint}_servo", joint, effort, coordinate="angle")

    def power(self, driver: Driver, start_speed: float) -> tuple[Network, Network, Network]:
        """Return the networks of driver, driveline and brakes, the engine turning at a speed [rad/s]; ports `front_left_hub`, …"""
        axles: dict[str, Differential] = {axle: self.differential for axle in ("front", "rear") if self.drive in (axle, "all")}
        line = driveline(
            self.engine, self.gearbox, self.clutch, axles, pedal=wish("throttle"), engaged=wish("clutch"), gear=wish("gear"),
            start_speed=start_speed,
        )  # fmt: skip
        hands = driver_network(driver, self.engine, self.gearbox, self.clutch, "speed.value", self.tyre.rolling_radius)
        return hands, line, brake_network(self.brakes, WHEELS, pedal=wish("brake"), hand=wish("hand_brake"))

    def start(self, m: Mechanism, speed: float = 0.0, gear: int | None = None, road: Road = FLAT) -> State:
        """Return the car on the road at the origin, standing or rolling straight on at a speed [m/s]; the engine turns as the gear
        demands. On a slope it is normal to the ground."""
        R = _square_to(road)
        position = R @ np.array([0.0, 0.0, self.chassis.height]) + np.array([0.0, 0.0, float(road.height(0.0, 0.0))])
        start = m.assemble({"car": (*quaternion.from_matrix(R), *position)})
        if speed == 0.0:
            return start
        spin = speed / self.tyre.rolling_radius
        rates: dict[str, Any] = {f"{wheel}_spin": spin for wheel in WHEELS}
        rates["car"] = (0.0, 0.0, 0.0, speed, 0.0, 0.0)
        start = start.with_rates(rates)
        if gear:
            crank = spin * self.gearbox.final * self.gearbox.ratio(gear)
            start = start.with_states({"driveline/flywheel": float(nominal(self.engine.inertia)) * crank})
        return start


def _square_to(road: Road) -> Operand:
    """Return the rotation of a car that stands on the road at the origin, heading along x."""
    h = 1e-4
    slopes = [(road.height(dx, dy) - road.height(-dx, -dy)) / (2 * h) for dx, dy in ((h, 0.0), (0.0, h))]
    up = np.array([-float(slopes[0]), -float(slopes[1]), 1.0])
    up /= np.linalg.norm(up)
    forward = np.cross([0.0, 1.0, 0.0], up)
    forward /= np.linalg.norm(forward)
    return np.column_stack([forward, np.cross(up, forward), up])


def forward_speed(s: SignalView | NetworkSignals) -> Operand:
    """Return the speed along the car [m/s]."""
    yaw = s["chassis.yaw"]
    return ca.cos(yaw) * s["chassis.velocity_x"] + ca.sin(yaw) * s["chassis.velocity_y"]


def _inner(delta: Operand, wheelbase: float, side: float) -> Operand:
    """Return the angle of a wheel at a distance `side` to the left of the middle, so that all axles meet in one point."""
    return ca.atan(wheelbase * ca.tan(delta) / (wheelbase - side * ca.tan(delta)))


def _draw(m: Mechanism, car: Car) -> None:
    """Draw a hatchback: sides as outlines in x and z, wheels with rims."""
    width, low = 0.92 * car.front.track, 0.16 - car.chassis.height
    nose, front, rear = car.front.distance + 0.62, car.front.distance, -car.rear.distance
    tail, sill, belt, roof = rear - 0.42, low, low + 0.62, low + 1.20
    tyre = float(nominal(car.tyre.radius))
    radius = 1.12 * tyre
    arch = 0.30 * radius
    over = sill + arch + 0.12
    body = [(tail, sill + 0.1)]
    for axle in (rear, front):  # the sill, with an arch over each wheel
        body += [(axle - radius, sill), (axle - 0.75 * radius, over), (axle + 0.75 * radius, over), (axle + radius, sill)]
    body += [(nose, sill + 0.08), (nose + 0.02, sill + 0.38), (nose - 0.12, belt - 0.08), (front - 0.25, belt + 0.04)]
    body += [(tail + 0.02, belt + 0.06), (tail - 0.02, sill + 0.35)]
    cabin = [
        (front - 0.22, belt + 0.03), (front - 0.85, roof - 0.02), (front - 1.2, roof + 0.02), (rear - 0.1, roof - 0.04),
        (tail + 0.08, belt + 0.06),
    ]  # fmt: skip
    m.draw(
        "chassis",
        Prism(body, width, colour="#b3262e"),
        Prism(cabin, 0.86 * width, colour="#2c3a47"),
        Box((0.5 * (front + rear - 0.95), 0, roof + 0.01), (0.72 * (front - 0.85 - rear), 0.84 * width, 0.04), colour="#b3262e"),
        *(Box((nose - 0.02, y, sill + 0.42), (0.06, 0.22, 0.12), colour="#f4f1d0") for y in (-0.36 * width, 0.36 * width)),
    )
    for wheel in WHEELS:
        half = 0.0725
        m.draw(
            f"{wheel}_wheel",
            Tube((0, -half, 0), (0, half, 0), tyre, colour="#1d1f22"),
            Tube((0, -1.04 * half, 0), (0, 1.04 * half, 0), 0.62 * tyre, colour="#b9c0c8"),
            Box((0, 0, 0), (1.1 * tyre, 2.14 * half, 0.035), colour="#6f7780"),
            Box((0, 0, 0), (0.035, 2.14 * half, 1.1 * tyre), colour="#6f7780"),
        )
        inward = -1.0 if wheel.endswith("left") else 1.0
        m.draw(f"{wheel}_hub", Tube((0, 0, 0), (0, inward * 0.18, 0), 0.04, colour="#565d66"))


guard(__name__)
