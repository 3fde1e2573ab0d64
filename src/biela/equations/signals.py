"""Signals: every quantity of a machine by name, `object.quantity`, with its unit.

Signals have a level: what they need to be computed. Laws written by users may use levels 0 and 1; events and user
sensors, which act on nothing, may use all.

    0  position   needs q
    1  velocity   needs q, v
    2  dynamics   needs accelerations and constraint forces
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import casadi as ca

from biela.equations.kinematics import Pair
from biela.equations.loads import law_value, measured_line
from biela.equations.model import GROUND
from biela.errors import DescriptionError, UnknownName, nearest
from biela.lie import so3, twist
from biela.mechanism.actuator import JointActuator, LineActuator
from biela.mechanism.canonical import signals_of
from biela.mechanism.coupling import LinearCoupling, PairCoupling
from biela.mechanism.frame import Frame
from biela.mechanism.joint import JointType, Quantity
from biela.mechanism.load import (
    AppliedWrench,
    Bushing,
    Contact,
    Friction,
    JointSpring,
    Spring,
    Stop,
    UserEffort,
    UserForce,
)
from biela.mechanism.port import NetworkInput
from biela.mechanism.sensor import DistanceSensor, FrameSensor, UserSensor
from biela.mechanism.verbs.parts import Joint

if TYPE_CHECKING:
    from biela.equations.dynamics import Dynamics

POSITION, VELOCITY, DYNAMICS = 0, 1, 2
MOMENT, FORCE = slice(0, 3), slice(3, 6)


@dataclass(frozen=True)
class Signal:
    """A named scalar; `value()` derives its expression."""

    unit: str
    level: int
    value: Callable[[], Any]


class SignalView:
    """The signals as a user's law sees them: `s["A.angle"]`, `s.time`, `s.parameter("k")`."""

    def __init__(self, dynamics: Dynamics, highest: int = VELOCITY):
        self._dynamics, self._highest = dynamics, highest
        # what is being derived, the same list for all views of a machine
        self._asked = dynamics.asked_signals

    @property
    def time(self) -> Any:
        """Time [s]."""
        return self._dynamics.model.t

    def parameter(self, name: str) -> Any:
        """A free parameter."""
        values = self._dynamics.model.values
        if name not in values:
            raise UnknownName(f"no parameter {name!r}.{nearest(name, list(values))}")
        return values[name]

    def __getitem__(self, name: str) -> Any:
        table = self._dynamics.signals
        if name not in table:
            raise UnknownName(f"no signal {name!r}.{nearest(name, list(table))}")
        if table[name].level > self._highest:
            raise DescriptionError(
                f"signal {name!r} depends on accelerations or forces, so a law that uses it would depend on itself. "
                "Use positions and velocities."
            )
        if name in self._asked:
            raise DescriptionError(f"signal {name!r} depends on itself: {' → '.join([*self._asked, name])}.")
        self._asked.append(name)
        try:
            return table[name].value()
        finally:
            self._asked.pop()


def signal_table(dynamics: Dynamics) -> dict[str, Signal]:
    """All signals of a machine; nothing is derived until a value is asked for."""
    table: dict[str, Signal] = {}
    for joint in dynamics.model.mechanism.joints.values():
        table |= _joint_signals(dynamics, joint)
    for i, link in enumerate(dynamics.model.links):
        table |= _body_signals(dynamics, i, link.name)
    table |= _load_signals(dynamics)
    for sensor in dynamics.model.mechanism.sensors.values():
        match sensor:
            case FrameSensor(kind="point" | "position"):
                table |= _point_signals(dynamics, sensor.name, sensor.frame)
            case FrameSensor():
                table |= _inertial_signals(dynamics, sensor)
            case DistanceSensor():
                table |= _distance_signals(dynamics, sensor.name, sensor.a, sensor.b)
    for name, (unit, level, value) in dynamics.networks.signals(VELOCITY, DYNAMICS).items():
        table[name] = Signal(unit, level, value)
    table |= _machine_signals(dynamics)
    return table | _user_sensors(dynamics, table)


def _user_sensors(dynamics: Dynamics, known: dict[str, Signal]) -> dict[str, Signal]:
    """Signals written by users; their level is that of the highest signal they use."""
    sensors = {f"{s.name}.value": s for s in dynamics.model.mechanism.sensors.values() if isinstance(s, UserSensor)}
    levels: dict[str, int] = {}

    def level(name: str) -> int:
        if name in known or name not in sensors:
            return known[name].level if name in known else VELOCITY
        if name not in levels:
            levels[name] = VELOCITY  # also the answer to a sensor that uses itself, which is refused when derived
            levels[name] = max([VELOCITY, *(level(other) for other in signals_of(sensors[name].law))])
        return levels[name]

    def value(sensor: UserSensor, highest: int) -> Any:
        return law_value(dynamics.model, sensor.law, SignalView(dynamics, highest), f"sensor {sensor.name!r}")

    return {name: Signal(s.unit, level(name), partial(value, s, level(name))) for name, s in sensors.items()}


def _joint_signals(dynamics: Dynamics, joint: Joint) -> dict[str, Signal]:
    """Coordinates (turns counted), rates, accelerations, efforts and the wrench the joint transmits."""
    model, name, kind = dynamics.model, joint.name, joint.type
    link = model.topology.link_of(name)

    def coordinates() -> Any:
        return model.q[link.q] if link is not None else dynamics.cut[name].coordinates

    def rates() -> Any:
        return model.v[link.v] if link is not None else dynamics.cut[name].rates

    def acceleration(k: int) -> Any:
        if link is not None:
            return dynamics.vdot[link.v.start + k]
        row, bias = dynamics.cut[name].acceleration_row(k)
        return sum((value * dynamics.vdot[i] for i, value in row.items()), bias)

    def effort(k: int) -> Any:
        return dynamics.reactions.joint_efforts[name][k]

    def wrench(part: slice, k: int) -> Any:
        return dynamics.reactions.joint_wrenches[name][part][k]

    def size(part: slice) -> Any:
        return ca.norm_2(dynamics.reactions.joint_wrenches[name][part])

    table: dict[str, Signal] = {}
    for k, c in enumerate(kind.coordinates):
        table[f"{name}.{c.name}"] = Signal(c.unit, POSITION, partial(lambda k: coordinates()[k], k))
    for k, rate in enumerate(kind.rates):
        slope, force = _acceleration_name(rate, kind), kind.efforts[k]
        table[f"{name}.{rate.name}"] = Signal(rate.unit, VELOCITY, partial(lambda k: rates()[k], k))
        table[f"{name}.{slope.name}"] = Signal(slope.unit, DYNAMICS, partial(acceleration, k))
        table[f"{name}.{force.name}"] = Signal(force.unit, DYNAMICS, partial(effort, k))
    for k, axis in enumerate("xyz"):
        table[f"{name}.moment_on_child_{axis}"] = Signal("N·m", DYNAMICS, partial(wrench, MOMENT, k))
        table[f"{name}.force_on_child_{axis}"] = Signal("N", DYNAMICS, partial(wrench, FORCE, k))
    table[f"{name}.force"] = Signal("N", DYNAMICS, partial(size, FORCE))
    table[f"{name}.moment"] = Signal("N·m", DYNAMICS, partial(size, MOMENT))
    return table


def _acceleration_name(rate: Quantity, kind: JointType) -> Quantity:
    """Of a rate `rate_x` or `velocity_x`: `acceleration_x`; angular ones say so in a joint that has both."""
    both = any("velocity" in r.name for r in kind.rates)
    angular = "angular_acceleration" if both else "acceleration"
    name = rate.name.replace("rate", angular).replace("velocity", "acceleration")
    return Quantity(name, rate.unit + "²")


def _vector(name: str, quantity: str, unit: str, level: int, value: Callable[[], Any]) -> dict[str, Signal]:
    """Three components of a vector that is derived once."""
    memo: list[Any] = []

    def component(k: int) -> Any:
        if not memo:
            memo.append(value())
        return memo[0][k]

    return {f"{name}.{quantity}{axis}": Signal(unit, level, partial(component, k)) for k, axis in enumerate("xyz")}


def _point_signals(dynamics: Dynamics, name: str, frame: Frame) -> dict[str, Signal]:
    """Position, velocity and acceleration of a point in ground axes."""
    model, kinematics = dynamics.model, dynamics.kinematics
    link = model.body_index(frame)
    X = model.frame_pose(frame)

    def position() -> Any:
        return ca.SX((kinematics.pose(link) @ X).position)

    def velocity() -> Any:
        V = twist.to_child(X, kinematics.twist(link))
        return ca.SX((kinematics.pose(link) @ X).rotation) @ V[3:]

    def acceleration() -> Any:
        return ca.SX((kinematics.pose(link) @ X).rotation) @ _classical(dynamics, link, X)

    return (
        _vector(name, "", "m", POSITION, position)
        | _vector(name, "velocity_", "m/s", VELOCITY, velocity)
        | _vector(name, "acceleration_", "m/s²", DYNAMICS, acceleration)
    )


def _classical(dynamics: Dynamics, link: int, X: Any) -> Any:
    """Acceleration of a frame's origin in the frame's own axes: linear part of A plus ω × v."""
    if link == GROUND:
        return ca.SX.zeros(3)
    V = twist.to_child(X, dynamics.kinematics.twist(link))
    A = twist.to_child(X, dynamics.link_accelerations[link])
    return A[3:] + ca.cross(V[:3], V[3:])


def _inertial_signals(dynamics: Dynamics, sensor: FrameSensor) -> dict[str, Signal]:
    """Gyroscope and accelerometer, in the axes of their frame."""
    model, kinematics = dynamics.model, dynamics.kinematics
    link, X = model.body_index(sensor.frame), model.frame_pose(sensor.frame)
    rates = _vector(sensor.name, "rate_", "rad/s", VELOCITY, lambda: twist.to_child(X, kinematics.twist(link))[:3])
    if sensor.kind == "gyroscope":
        return rates

    def specific_force() -> Any:
        R_WF = ca.SX((kinematics.pose(link) @ X).rotation)
        return _classical(dynamics, link, X) - R_WF.T @ model.gravity

    accelerations = _vector(sensor.name, "acceleration_", "m/s²", DYNAMICS, specific_force)
    return accelerations if sensor.kind == "accelerometer" else rates | accelerations


def _distance_signals(dynamics: Dynamics, name: str, a: Frame, b: Frame) -> dict[str, Signal]:
    pair = Pair(dynamics.kinematics, a, b)
    return {
        f"{name}.length": Signal("m", POSITION, lambda: measured_line(pair)[0]),
        f"{name}.length_rate": Signal("m/s", VELOCITY, lambda: measured_line(pair)[1]),
    }


def _body_signals(dynamics: Dynamics, link: int, name: str) -> dict[str, Signal]:
    """Pose and velocity of the body frame the user drew, in ground axes."""
    model, kinematics = dynamics.model, dynamics.kinematics
    body = model.mechanism.bodies[name]
    table = _point_signals(dynamics, name, body.origin)

    def rotation() -> Any:
        return (kinematics.pose(link) @ model.links[link].X_BJ.inverse()).rotation

    def angular_velocity() -> Any:
        return ca.SX(kinematics.pose(link).rotation) @ kinematics.twist(link)[:3]

    table |= _vector(name, "rate_", "rad/s", VELOCITY, angular_velocity)

    def angle(k: int) -> Any:
        return so3.roll_pitch_yaw(ca.SX(rotation()))[k]

    for k, axis in enumerate(("roll", "pitch", "yaw")):
        table[f"{name}.{axis}"] = Signal("rad", POSITION, partial(angle, k))
    return table


def _load_signals(dynamics: Dynamics) -> dict[str, Signal]:
    """Force or effort, power and stored energy of each load; length of line elements."""
    mechanism = dynamics.model.mechanism

    def derived(quantity: str, name: str) -> Any:
        return getattr(dynamics.load_builder.derived(name), quantity).get(name, ca.SX(0))

    table: dict[str, Signal] = {}
    for name, load in {**mechanism.loads, **mechanism.actuators}.items():
        match load:
            case NetworkInput():
                continue  # an input of a network: its signals are the network's
            case Bushing():
                table |= _vector(name, "moment_", "N·m", VELOCITY, partial(derived, "single", name))
                table |= _vector(name, "force_", "N", VELOCITY, partial(lambda n: derived("single", n)[FORCE], name))
            case AppliedWrench():
                pass
            case Contact():
                table |= _vector(name, "moment_", "N·m", VELOCITY, partial(derived, "single", name))
                table |= _vector(name, "force_", "N", VELOCITY, partial(lambda n: derived("single", n)[FORCE], name))
                for output, unit in load.outputs.items():
                    table[f"{name}.{output}"] = Signal(
                        unit, VELOCITY, partial(lambda n, o: derived("outputs", n)[o], name, output)
                    )
            case JointSpring() | Friction() | Stop() | UserEffort() | JointActuator():
                unit = mechanism.joints[load.joint].type.efforts[load.coordinate].unit
                table[f"{name}.effort"] = Signal(unit, VELOCITY, partial(derived, "tensions", name))
            case _:
                table[f"{name}.force"] = Signal("N", VELOCITY, partial(derived, "tensions", name))
        if isinstance(load, Spring | Bushing | UserForce | LineActuator):
            table |= _distance_signals(dynamics, name, load.a, load.b)
        table[f"{name}.power"] = Signal("W", VELOCITY, partial(derived, "powers", name))
        if isinstance(load, Spring | JointSpring | Bushing | Stop | Contact):
            table[f"{name}.energy"] = Signal("J", VELOCITY, partial(derived, "energies", name))
    return table | _constraint_signals(dynamics)


def _constraint_signals(dynamics: Dynamics) -> dict[str, Signal]:
    """Efforts of drives and of couplings of coordinates, on their first coordinate; forces of other couplings, on b."""
    mechanism = dynamics.model.mechanism
    tied = {name: (drive.joint, drive.coordinate) for name, drive in mechanism.drives.items()}
    tied |= {name: c.terms[0][:2] for name, c in mechanism.couplings.items() if isinstance(c, LinearCoupling)}
    table: dict[str, Signal] = {}
    for name, (joint, k) in tied.items():
        unit = mechanism.joints[joint].type.efforts[k].unit
        table[f"{name}.effort"] = Signal(unit, DYNAMICS, partial(lambda n: dynamics.reactions.drive_efforts[n], name))

    def part(name: str, which: slice) -> Any:
        return dynamics.reactions.constraint_wrenches.get(name, ca.SX.zeros(6))[which]

    def size(name: str, which: slice) -> Any:
        return ca.norm_2(part(name, which))

    for name, coupling in mechanism.couplings.items():
        if not isinstance(coupling, PairCoupling):
            continue
        kinds = [("force", "N", FORCE)] if "m" in coupling.units else []
        kinds += [("moment", "N·m", MOMENT)] if "rad" in coupling.units else []
        for quantity, unit, which in kinds:
            table[f"{name}.{quantity}"] = Signal(unit, DYNAMICS, partial(size, name, which))
            table |= _vector(name, f"{quantity}_", unit, DYNAMICS, partial(part, name, which))
    return table


def _machine_signals(dynamics: Dynamics) -> dict[str, Signal]:
    """Energies, momentum and closure of the whole machine."""

    def closure() -> Any:
        worst: Any = ca.SX(0)
        for row in dynamics.all_rows:
            worst = ca.fmax(worst, ca.fabs(row.residual))
        return worst

    def energy() -> Any:
        return dynamics.kinetic_energy + dynamics.gravity_energy + stored()

    def stored() -> Any:
        return dynamics.load_builder.stored_energy() + dynamics.networks.stored

    table = {
        "machine.kinetic_energy": Signal("J", VELOCITY, lambda: dynamics.kinetic_energy),
        "machine.gravity_energy": Signal("J", POSITION, lambda: dynamics.gravity_energy),
        "machine.stored_energy": Signal("J", VELOCITY, stored),
        "machine.energy": Signal("J", VELOCITY, energy),
        "machine.work": Signal("J", VELOCITY, lambda: dynamics.model.s_work),
        "machine.power": Signal("W", DYNAMICS, lambda: dynamics.power),
        "machine.closure_error": Signal("1", POSITION, closure),
    }
    table |= _vector("machine", "angular_momentum_", "N·m·s", VELOCITY, lambda: dynamics.momentum[MOMENT])
    table |= _vector("machine", "momentum_", "N·s", VELOCITY, lambda: dynamics.momentum[FORCE])
    return table
