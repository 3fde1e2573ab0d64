"""The car as one bond graph: bodies, suspensions, tyres, air and driveline from network elements alone.

    driver ┄┄▶ driveline ──▶ 1 axle ──▶ 0 ──▶ 1 wheel ──▶ I spin, R rolling          one corner, four times
                             │          ▲     └──▶ TF R_e ──▶ 0 ──▶ R grip along
                           brakes       │                     ▲
    air ◀── chassis (rigid body) ───────┤          MTF contact ──▶ R grip across, C and R of the tyre
                                        │               ▲
                                   suspension ──▶ hub (rigid body)

Five rigid bodies with their gyrator rings, as in the source: the chassis and, at each corner, hub and wheel together. What a
wheel adds by turning is one inertia about the axle and one gyrator between tilt and turn of the hub, h = J ω its modulus;
torques of shafts and brakes react on the chassis. The
suspension is an elastic joint: stiff but for its stroke, which has the spring and the damper; a source of flow turns the joints
of the front wheels. Each tyre is a modulated transformer T from the motion of the hub to the flows of the contact,

    [−v_x, −v_y, δ̇] = T [ω; v],      force and moment on the hub = −Tᵀ [F_x, F_y, F_z]                        (1)

so that the contact neither makes nor loses power. The data, the laws of slip and the driver are those of `Car`, which builds the
same car from a tree of bodies with exact joints: both agree as far as the elastic joints give.

Source: a study of the Renault Clio RL 1.1 by bond graphs, which models the car in this way
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from biela.base.checked import checked, guard
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.motion import call, function
from biela.mechanism.parameter import nominal
from biela.network import GY, TF, C, I, Integrator, MatrixTF, Network, One, Output, R, Se, Sf, Zero, spatial
from biela.network.context import NetworkSignals
from biela.network.domain import ROTATION, TRANSLATION
from biela.network.spatial.frame import rotation_of
from biela.network.value import add_outputs
from biela.vehicle.car import Car, forward_speed
from biela.vehicle.driver import Driver, PathFollower
from biela.vehicle.suspension import HUB_SPREAD, WHEELS
from biela.vehicle.tyre import TyreData

STIFFNESS, DAMPING, LENGTH = 1e7, 1e4, 0.2
"""Elastic joints of the suspensions: translation [N/m, N·s/m]; rotations have the square of the length [m] times as much."""
GRIP = ("longitudinal_force", "lateral_force", "slip", "slip_angle")
"""Signals of the patch of a tyre; the rates of its two deflections follow."""


@checked(positive=("stiffness",), nonnegative=("damping",))
def bond_graph(
    car: Car, driver: Driver | None = None, *, speed: float = 0.0, stiffness: float = STIFFNESS, damping: float = DAMPING
) -> Network:  # fmt: skip
    """Return the car with its driver on level ground, standing or rolling straight on at a speed [m/s].

    Signals: `speed.value`, `chassis.x`, `chassis.yaw`, `front_left.load`, `front_left.slip`, `driveline/flywheel.flow`, … as
    those of the machine that `Car.build` makes; `front_left.gap` is by how much the elastic joint gives [m].

    stiffness, damping : of the elastic joints [N/m, N·s/m]
    """
    driver, height, what = driver or Driver(gear=0), car.chassis.height, f"bond graph of car {car.name!r}"
    if isinstance(driver.steering, PathFollower):
        raise DescriptionError(f"{what}: steering is a function of time here. Use Car.build to follow a path.")
    for axle in (car.front, car.rear):
        spring = axle.spring
        if axle.anti_roll or spring.damper_curve is not None or spring.bump is not None or spring.rebound is not None:
            raise DescriptionError(f"{what}: its suspensions are springs and dampers. Use Car.build for stops, bars and curves.")
    net = Network("car")
    net.add(
        spatial.body(
            "chassis", car.chassis.mass, car.chassis.inertia, gravity=(0, 0, -car.gravity), position=(0, 0, height),
            velocity=(speed, 0, 0), points={w: (x, y, z - height) for w in WHEELS for x, y, z in (car.centre(w),)},
        ),
        spatial.point("to_pressure", (0.0, 0.0, car.pressure_height - height)),
        _air(car),
        Output("speed", forward_speed, unit="m/s"),
    )  # fmt: skip
    net.connect("chassis.local", "to_pressure.a")
    net.connect("to_pressure.b", "air.motion")
    steering = function(driver.steering, "steering of the driver")
    for wheel in WHEELS:
        law = car.wheel_angle(steering, 1.0 if wheel.endswith("left") else -1.0) if wheel.startswith("front") else None
        net.add(_corner(car, wheel, speed, law, (stiffness, damping)))
        net.connect(f"chassis.{wheel}", f"{wheel}.chassis")
        net.connect("chassis.local2", f"{wheel}.reaction")
    _add_power(net, car, driver, speed)
    return net


def _air(car: Car) -> Network:
    """Return drag, side force and lift in axes of the chassis; port `motion` (6)."""
    net = Network("air")
    net.add(Se("no_moment", 0.0, size=3, domain=ROTATION), One("velocity", size=3, domain=TRANSLATION))
    air = car.air(None)

    def law(k: int, sign: float) -> Operand:
        def effort(v: Operand, s: NetworkSignals) -> Operand:
            wind = ca.SX(rotation_of(s, "chassis/frame/attitude")).T @ ca.vertcat(*(ca.SX(x) for x in car.wind))
            return sign * air.forces(s.vector("velocity.flow") - wind)[k]

        return effort

    for axis, k, sign in (("x", 0, 1.0), ("y", 1, -1.0), ("z", 2, -1.0)):
        net.add_at(f"velocity.{axis}", R(f"force_{axis}", effort=law(k, sign)))
    net.expose("motion", "no_moment", "velocity")
    return net


def _corner(car: Car, wheel: str, speed: float, steering: Any, guide: tuple[float, float]) -> Network:
    """Return hub, suspension, wheel and tyre. Ports `chassis` (6, ground axes), `axle`: the wheel's spin relative to the
    chassis, and `reaction`: where the chassis takes the torque of that axle."""
    axle, centre = car.axle(wheel), car.centre(wheel)
    J, compact = axle.wheel_inertia, HUB_SPREAD * axle.hub_mass
    angle = 0.0 if steering is None else float(call(steering, 0.0))
    net = Network(wheel)
    net.add(
        spatial.body(
            "hub", axle.hub_mass + axle.wheel_mass, (compact + 0.5 * J, compact, compact + 0.5 * J),
            gravity=(0, 0, -car.gravity), position=centre, rotation=(0.0, 0.0, angle), velocity=(speed, 0, 0),
        ),
        One("wheel", domain=ROTATION), I("spin", J, initial=J * speed / car.tyre.rolling_radius),
        One("axle", domain=ROTATION), Zero("torque", domain=ROTATION),
        GY("gyroscope", lambda s: s["spin.momentum"], domain=ROTATION, domain_b=ROTATION),
    )  # fmt: skip
    net.connect("wheel", "spin")
    net.connect("axle", "torque", "wheel")
    net.connect("hub.local3", "gyroscope", "hub.local1")
    _add_suspension(net, car, wheel, steering, guide)
    _add_tyre(net, car.tyre, nominal(car.tyre.radius) - centre[2])
    net.expose("axle", "axle")
    net.expose("reaction", "torque")
    return net


def _add_suspension(net: Network, car: Car, wheel: str, steering: Any, guide: tuple[float, float]) -> None:
    """Add an elastic joint with the spring along its z axis; steered, a source of flow turns it about z."""
    spring = car.axle(wheel).spring
    turns = [steering is None] * 3 if steering is None else [True, True, False]
    k, b = ([x * LENGTH**2 * stiff for stiff in turns] + [x, x] for x in guide)
    preload = [0.0] * 5 + [car.sprung_load(wheel)]
    net.add(spatial.elastic_joint("suspension", [*k, spring.stiffness], [*b, spring.damping], between=True, preload=preload))
    net.connect("hub.centre", "suspension.child")
    net.expose("chassis", "suspension.parent")
    net.add(Output("gap", lambda s: ca.norm_2(s.vector("suspension/gap.value")[:2]), unit="m"))
    net.publish(stroke="suspension/gap.value_3", give="gap.value")
    if steering is None:
        return
    t = ca.SX.sym("t")
    turning = ca.Function("turning", [t], [ca.densify(-ca.jacobian(ca.SX(call(steering, t)), t))])  # minus the rate of the angle
    net.add(Zero("kingpin", domain=ROTATION), Sf("steering", lambda s: turning(s.time)), One("twist", domain=ROTATION))
    net.add_at("twist", C("steering_gear", 1.0 / (guide[0] * LENGTH**2)), R("steering_damper", guide[1] * LENGTH**2))
    net.connect("suspension.turn", "kingpin", "twist")
    net.connect("steering", "kingpin")


def _add_tyre(net: Network, tyre: TyreData, deflection: float) -> None:
    """Add the contact (1), the vertical spring and damper, the grip of the patch with its two deflections, rolling resistance."""
    k, c = tyre.stiffness, tyre.damping
    net.add(MatrixTF("contact", lambda s: _contact(s, tyre)[0], shape=(3, 6)), One("sinking", domain=TRANSLATION))
    net.add(C("tyre_spring", energy=lambda q: 0.5 * k * ca.fmax(q, 0) ** 2, initial=deflection, domain=TRANSLATION))

    def damping(rate: Operand, s: NetworkSignals) -> Operand:
        """Return the damping; the tyre never pulls: spring and damper together are not below zero."""
        elastic = s["tyre_spring.effort"]
        return ca.if_else(s["tyre_spring.displacement"] > 0, ca.fmax(elastic + c * rate, 0) - elastic, 0)

    def grip(s: NetworkSignals) -> Operand:
        _, v_x, v_y = _contact(s, tyre)
        deflection = s["longitudinal.value"], s["lateral.value"]
        found = tyre.grip(v_x, v_y, s["wheel.flow"] * tyre.rolling_radius, s["load.value"], deflection)
        return ca.vertcat(*found[:4], *found.rates)

    add_outputs(net, load=(lambda s: s["tyre_spring.effort"] + s["tyre_damper.effort"], "N"))
    net.add(Output("grip", grip), Zero("along", domain=TRANSLATION))
    net.add(TF("rolling_radius", tyre.rolling_radius, domain=ROTATION, domain_b=TRANSLATION))
    net.add(Integrator("longitudinal", lambda s: s["grip.value_5"], unit="m"))
    net.add(Integrator("lateral", lambda s: s["grip.value_6"], unit="m"))
    net.connect("hub.centre", "contact.a")
    net.connect("contact.b1", "along")
    net.connect("wheel", "rolling_radius", "along")
    net.connect("contact.b3", "sinking", "tyre_spring")
    net.add_at("sinking", R("tyre_damper", effort=damping))
    net.add_at("along", R("grip_along", effort=lambda v, s: s["grip.value_1"]))
    net.add_at("contact.b2", R("grip_across", effort=lambda v, s: s["grip.value_2"]))
    rolling = R("rolling", effort=lambda w, s: tyre.resistance(_contact(s, tyre)[1], w, s["load.value"]), domain=ROTATION)
    net.add_at("wheel", rolling)
    net.publish(**{name: f"grip.value_{i}" for i, name in enumerate(GRIP, start=1)})


def _contact(s: NetworkSignals, tyre: TyreData) -> tuple[Any, Any, Any]:
    """Return T of (1), and the velocities along and across the wheel [m/s], on level ground; see `biela.vehicle.tyre.contact`."""
    axle, n, z = ca.SX(rotation_of(s, "hub/frame/attitude"))[:, 1], ca.SX([0, 0, 1]), s["hub.z"]
    forward = ca.cross(axle, n) / ca.norm_2(ca.cross(axle, n))
    left = ca.cross(n, forward)
    upright = n - ca.dot(n, axle) * axle
    lowest, foot = -tyre.radius * upright / ca.norm_2(upright), -z * n
    across = ca.vertcat(ca.cross(foot, left), left)
    T = -ca.horzcat(ca.vertcat(ca.SX.zeros(3), forward), across, ca.vertcat(ca.cross(lowest, n), n)).T
    v, w = s.vector("hub/velocity.flow"), s.vector("hub/rate.flow")
    return T, ca.dot(forward, v), ca.dot(across, ca.vertcat(w, v))


def _add_power(net: Network, car: Car, driver: Driver, speed: float) -> None:
    """Add driver, driveline and brakes; the engine turns as the gear demands."""
    crank = driver.launch or car.engine.idle
    if speed and driver.gear:
        crank = speed / car.tyre.rolling_radius * car.gearbox.final * car.gearbox.ratio(driver.gear)
    hand, line, brakes = car.power(driver, float(nominal(crank)))
    net.add(hand, line, brakes)
    for wheel in WHEELS:
        if f"{wheel}_hub" in line.exposed:
            net.connect(f"{line.name}.{wheel}_hub", f"{wheel}.axle")
        net.connect(f"{wheel}.axle", f"{brakes.name}.{wheel}_hub")


guard(__name__)
