"""Signals: every quantity of a machine by name, `object.quantity`, with its unit.

Signals have a level: what they need to be computed. Laws written by users may use levels 0 and 1; events and user
sensors, which act on nothing, may use all.

    0  position   needs q
    1  velocity   needs q, v
    2  dynamics   needs accelerations and constraint forces
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import casadi as ca

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest, unknown
from biela.element.uses import who
from biela.equations.answer import output_of
from biela.equations.canonical import signals_of, stores
from biela.equations.constraints import coordinate, largest_residual
from biela.equations.kinematics import Pair
from biela.equations.loads import MeasuredLine, law_value
from biela.equations.model import GROUND
from biela.lie import so3, twist
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.frame import Frame
from biela.mechanism.motion.pieces import curves_met
from biela.mechanism.parts import Joint
from biela.mechanism.sensor import DYNAMICS, POSITION, VELOCITY, Output, Sensor
from biela.mechanism.sensor.frame import LENGTH, POINT

if TYPE_CHECKING:
    from biela.equations.dynamics import Dynamics

MOMENT, FORCE = slice(0, 3), slice(3, 6)


@dataclass(frozen=True)
class MachineSignal:
    """Named scalar; `value()` derives its expression."""

    unit: str
    level: int
    value: Callable[[], ca.SX]


class SignalView:
    """Signals as a user's law sees them: `s["A.angle"]`, `s.time`, `s.parameter("k")`."""

    def __init__(self, dynamics: Dynamics, highest: int = VELOCITY):
        self._dynamics, self._highest = dynamics, highest
        self._asked = dynamics.asked_signals  # what is being derived, one list for all views of a machine

    @property
    def time(self) -> ca.SX:
        """Time [s]."""
        return self._dynamics.model.t

    def parameter(self, name: str) -> ca.SX:
        """Return a free parameter."""
        values = self._dynamics.model.values
        if name not in values:
            raise UnknownName(f"no parameter {name!r}.{nearest(name, list(values))}")
        return values[name]

    def value(self, law: Any, what: str) -> ca.SX:
        """Evaluate a number, an expression of parameters, or a user's function of time or of signals."""
        return law_value(self._dynamics.model, law, self, what)

    def __getitem__(self, name: str) -> Any:
        with curves_met():  # curves that the signals meet are not of the law that asks for one
            table = self._dynamics.signals
        if name not in table:
            raise unknown("signal", name, list(table))
        if table[name].level > self._highest:
            raise DescriptionError(
                f"signal {name!r} depends on accelerations or forces, so a law that uses it would depend on itself. "
                "Use positions and velocities."
            )
        if name in self._asked:
            raise DescriptionError(f"signal {name!r} depends on itself: {' → '.join([*self._asked, name])}.")
        self._asked.append(name)
        try:
            with curves_met():
                return table[name].value()
        finally:
            self._asked.pop()


def signal_table(dynamics: Dynamics) -> dict[str, MachineSignal]:
    """List all signals of a machine; nothing is derived until a value is asked for."""
    table: dict[str, MachineSignal] = {}
    for joint in dynamics.model.mechanism.joints.values():
        table |= _joint_signals(dynamics, joint)
    for i, link in enumerate(dynamics.model.links):
        table |= _body_signals(dynamics, i, link.name)
    table |= _load_signals(dynamics)
    for sensor in dynamics.model.mechanism.sensors.values():
        if sensor.view != "signals":
            table |= _output_signals(sensor.name, sensor.outputs, _view(dynamics, sensor), sensor)
    table |= dynamics.networks.signals() | _machine_signals(dynamics)
    return table | _sensors_of_signals(dynamics, table)


def _sensors_of_signals(dynamics: Dynamics, known: dict[str, MachineSignal]) -> dict[str, MachineSignal]:
    """Return the signals of sensors that use other signals; where they state no level, it is the highest of what they use."""
    sensors = {
        f"{s.name}.{output.name}": (s, output)
        for s in dynamics.model.mechanism.sensors.values() if s.view == "signals" for output in s.outputs
    }  # fmt: skip
    levels: dict[str, int] = {}

    def level(name: str) -> int:
        if name in known or name not in sensors:
            return known[name].level if name in known else VELOCITY
        if name not in levels:
            sensor, output = sensors[name]
            levels[name] = VELOCITY  # also the answer to a sensor that uses itself, which is refused when derived
            used = signals_of(output.value, getattr(sensor, "law", None)) if output.level is None else []
            levels[name] = max([VELOCITY if output.level is None else output.level, *map(level, used)])
        return levels[name]

    def value(sensor: Sensor, output: Output, highest: int) -> Any:
        return output_of(sensor, output, SignalView(dynamics, highest))

    return {n: MachineSignal(o.unit, level(n), partial(value, s, o, level(n))) for n, (s, o) in sensors.items()}


def _view(dynamics: Dynamics, sensor: Sensor) -> Any:
    """Return the view of a sensor: a frame, a line, or a frame relative to another."""
    thing: Any = sensor
    if sensor.view == "frame":
        return FrameView(dynamics, thing.frame)
    if sensor.view == "relative":
        return RelativeView(*(FrameView(dynamics, frame) for frame in (thing.a, thing.b, thing.axes)))
    return MeasuredLine(Pair(dynamics.kinematics, thing.a, thing.b))


def _output_signals(name: str, outputs: tuple[Output, ...], view: Any, sensor: Sensor | None = None) -> dict[str, MachineSignal]:
    """Return the signals of a sensor, or of anything that gives the same."""
    table: dict[str, MachineSignal] = {}
    for output in outputs:
        value = partial(output.value, view) if sensor is None else partial(output_of, sensor, output, view)
        assert output.level is not None
        if output.vector:
            table |= _vector(name, output.name, output.unit, output.level, value)
        else:
            table[f"{name}.{output.name}"] = MachineSignal(output.unit, output.level, value)
    return table


class FrameView:
    """Frame as a sensor sees it; quantities are derived when they are asked for. `own_…` are in the axes of the frame, the
    others in those of the ground."""

    def __init__(self, dynamics: Dynamics, frame: Frame):
        self._dynamics, self._kinematics = dynamics, dynamics.kinematics
        self._link, self._X = dynamics.model.body_index(frame), dynamics.model.frame_pose(frame)

    @property
    def rotation(self) -> ca.SX:
        """R_GF."""
        return ca.SX((self._kinematics.pose(self._link) @ self._X).rotation)

    @property
    def position(self) -> ca.SX:
        """Position of its origin [m]."""
        return ca.SX((self._kinematics.pose(self._link) @ self._X).position)

    @property
    def own_gravity(self) -> ca.SX:
        """Acceleration of gravity [m/s²]."""
        return self.rotation.T @ self._dynamics.model.gravity

    def __getattr__(self, quantity: str) -> Any:
        """Return velocity or acceleration of its origin, angular_velocity or angular_acceleration [m, rad, s]."""
        V = twist.to_child(self._X, self._kinematics.twist(self._link))
        A = ca.SX.zeros(6)
        if "acceleration" in quantity and self._link != GROUND:
            A = twist.to_child(self._X, self._dynamics.link_accelerations[self._link])
        match quantity.removeprefix("own_"):
            case "angular_velocity":
                own = V[:3]
            case "velocity":
                own = V[3:]
            case "angular_acceleration":
                own = A[:3]
            case "acceleration":
                own = A[3:] + ca.cross(V[:3], V[3:])
            case _:
                raise AttributeError(f"a frame has no attribute {quantity!r}")
        return own if quantity.startswith("own_") else self.rotation @ own


class RelativeView:
    """Frame b as seen from frame a; vectors are in the axes of a third frame."""

    def __init__(self, a: FrameView, b: FrameView, axes: FrameView):
        self._a, self._b, self._axes = a, b, axes

    @property
    def rotation(self) -> ca.SX:
        """R_ab."""
        return self._a.rotation.T @ self._b.rotation

    def __getattr__(self, quantity: str) -> Any:
        """Return position, velocity, acceleration, angular_velocity or angular_acceleration: of b minus that of a."""
        return self._axes.rotation.T @ (getattr(self._b, quantity) - getattr(self._a, quantity))


def _joint_signals(dynamics: Dynamics, joint: Joint) -> dict[str, MachineSignal]:
    """Return the coordinates (turns counted), rates, accelerations, efforts and the wrench the joint transmits."""
    name, kind = joint.name, joint.type

    def motion(which: int, k: int) -> ca.SX:
        return dynamics.joint_motion(name)[which][k]

    def acceleration(k: int) -> ca.SX:
        *_, row, bias = coordinate(dynamics.kinematics, dynamics.cut, name, k)
        return sum((value * dynamics.vdot[i] for i, value in row.items()), bias)

    def effort(k: int) -> ca.SX:
        return dynamics.reactions.joint_efforts[name][k]

    def transmitted(part: slice) -> Any:
        return dynamics.reactions.joint_wrenches[name][part]

    table: dict[str, MachineSignal] = {}
    for k, c in enumerate(kind.coordinates):
        table[f"{name}.{c.name}"] = MachineSignal(c.unit, POSITION, partial(motion, 0, k))
    angular = "angular_acceleration" if any("velocity" in rate.name for rate in kind.rates) else "acceleration"
    for k, rate in enumerate(kind.rates):
        slope, force = rate.name.replace("rate", angular).replace("velocity", "acceleration"), kind.efforts[k]
        table[f"{name}.{rate.name}"] = MachineSignal(rate.unit, VELOCITY, partial(motion, 1, k))
        table[f"{name}.{slope}"] = MachineSignal(rate.unit + "²", DYNAMICS, partial(acceleration, k))
        table[f"{name}.{force.name}"] = MachineSignal(force.unit, DYNAMICS, partial(effort, k))
    for k, axis in enumerate("xyz"):
        table[f"{name}.moment_on_child_{axis}"] = MachineSignal("N·m", DYNAMICS, partial(lambda k: transmitted(MOMENT)[k], k))
        table[f"{name}.force_on_child_{axis}"] = MachineSignal("N", DYNAMICS, partial(lambda k: transmitted(FORCE)[k], k))
    table[f"{name}.force"] = MachineSignal("N", DYNAMICS, lambda: ca.norm_2(transmitted(FORCE)))
    table[f"{name}.moment"] = MachineSignal("N·m", DYNAMICS, lambda: ca.norm_2(transmitted(MOMENT)))
    return table


def _vector(name: str, quantity: str, unit: str, level: int, value: Callable[[], ca.SX]) -> dict[str, MachineSignal]:
    """Return three components of a vector that is derived once."""
    memo: list[ca.SX] = []

    def component(k: int) -> ca.SX:
        if not memo:
            memo.append(value())
        return memo[0][k]

    return {f"{name}.{quantity}{axis}": MachineSignal(unit, level, partial(component, k)) for k, axis in enumerate("xyz")}


def _body_signals(dynamics: Dynamics, link: int, name: str) -> dict[str, MachineSignal]:
    """Return the pose and velocity of the body frame the user drew, in ground axes."""
    model, kinematics = dynamics.model, dynamics.kinematics
    table = _output_signals(name, POINT, FrameView(dynamics, model.mechanism.bodies[name].origin))

    def angular_velocity() -> ca.SX:
        return ca.SX(kinematics.pose(link).rotation) @ kinematics.twist(link)[:3]

    def angle(k: int) -> Any:
        return so3.roll_pitch_yaw(ca.SX((kinematics.pose(link) @ model.links[link].X_BJ.inverse()).rotation))[k]

    table |= _vector(name, "rate_", "rad/s", VELOCITY, angular_velocity)
    for k, axis in enumerate(("roll", "pitch", "yaw")):
        table[f"{name}.{axis}"] = MachineSignal("rad", POSITION, partial(angle, k))
    return table


def _load_signals(dynamics: Dynamics) -> dict[str, MachineSignal]:
    """Return the force or effort, power and stored energy of each load; length of line elements."""
    mechanism = dynamics.model.mechanism

    def derived(quantity: str, name: str, part: Any = None) -> Any:
        found = getattr(dynamics.load_builder.derived(name), quantity).get(name, ca.SX(0))
        return found if part is None else found[part]

    table: dict[str, MachineSignal] = {}
    things: dict[str, Any] = {**mechanism.loads, **mechanism.actuators}
    for name, load in things.items():
        view = getattr(load, "view", None)
        if view is None:
            continue  # an input of a network: its signals are the network's
        if view == "inertia":
            table |= _rotor_signals(dynamics, load)
            continue
        if view == "coordinate":
            unit = mechanism.joints[load.joint].type.efforts[load.coordinate].unit
            table[f"{name}.effort"] = MachineSignal(unit, VELOCITY, partial(derived, "tensions", name))
        elif view == "line":
            table[f"{name}.force"] = MachineSignal("N", VELOCITY, partial(derived, "tensions", name))
        elif load.shown:
            table |= _vector(name, "moment_", "N·m", VELOCITY, partial(derived, "single", name))
            table |= _vector(name, "force_", "N", VELOCITY, partial(derived, "single", name, FORCE))
        if load.ends:
            table |= _output_signals(name, LENGTH, MeasuredLine(Pair(dynamics.kinematics, *load.ends)))
        table[f"{name}.power"] = MachineSignal("W", VELOCITY, partial(derived, "powers", name))
        if stores(load):
            table[f"{name}.energy"] = MachineSignal("J", VELOCITY, partial(derived, "energies", name))
        for output, unit in load.outputs.items():
            if f"{name}.{output}" in table:
                raise DescriptionError(f"{who(load)}: every such load has a signal {output!r}; name the output otherwise.")
            table[f"{name}.{output}"] = MachineSignal(unit, VELOCITY, partial(derived, "outputs", name, output))
    return table | _constraint_signals(dynamics)


def _rotor_signals(dynamics: Dynamics, rotor: Any) -> dict[str, MachineSignal]:
    """Return the signals of a rotor: the effort of its inertia on its joint."""
    model = dynamics.model
    unit = model.mechanism.joints[rotor.joint].type.efforts[rotor.coordinate].unit

    def place() -> int:
        return model.topology.link_of(rotor.joint).v.start + rotor.coordinate  # type: ignore[union-attr,no-any-return]

    def effort() -> ca.SX:
        return -ca.SX(model.resolve(rotor).inertia) * dynamics.vdot[place()]

    table = {f"{rotor.name}.effort": MachineSignal(unit, DYNAMICS, effort)}
    return table | {f"{rotor.name}.power": MachineSignal("W", DYNAMICS, lambda: effort() * model.v[place()])}


def _constraint_signals(dynamics: Dynamics) -> dict[str, MachineSignal]:
    """Return the efforts of drives and of couplings of coordinates, on their first coordinate; forces of other couplings, on b."""
    mechanism = dynamics.model.mechanism
    tied = {name: (drive.joint, drive.coordinate) for name, drive in mechanism.drives.items()}
    tied |= {name: c.terms[0][:2] for name, c in mechanism.couplings.items() if c.terms}
    table: dict[str, MachineSignal] = {}
    for name, (joint, k) in tied.items():
        unit = mechanism.joints[joint].type.efforts[k].unit
        table[f"{name}.effort"] = MachineSignal(unit, DYNAMICS, partial(lambda n: dynamics.reactions.drive_efforts[n], name))

    def part(name: str, which: slice) -> Any:
        return dynamics.reactions.constraint_wrenches.get(name, ca.SX.zeros(6))[which]

    def pushed(name: str, coupling: PairCoupling) -> Any:
        R = Pair(dynamics.kinematics, coupling.a, coupling.b).R
        return ca.dot(ca.vertcat(*coupling.normal(R)), part(name, FORCE))

    for name, coupling in mechanism.couplings.items():
        if not isinstance(coupling, PairCoupling):
            continue
        kinds = [("force", "N", FORCE)] if "m" in coupling.units else []
        kinds += [("moment", "N·m", MOMENT)] if "rad" in coupling.units else []
        for quantity, unit, which in kinds:
            table[f"{name}.{quantity}"] = MachineSignal(unit, DYNAMICS, partial(lambda *of: ca.norm_2(part(*of)), name, which))
            table |= _vector(name, f"{quantity}_", unit, DYNAMICS, partial(part, name, which))
        if "normal_force" in coupling.outputs:
            table[f"{name}.normal_force"] = MachineSignal("N", DYNAMICS, partial(pushed, name, coupling))
    return table


def _machine_signals(dynamics: Dynamics) -> dict[str, MachineSignal]:
    """Return the energies, momentum and closure of the whole machine."""

    def energy() -> ca.SX:
        return dynamics.kinetic_energy + dynamics.gravity_energy + stored()

    def stored() -> ca.SX:
        return dynamics.load_builder.stored_energy() + dynamics.networks.stored

    table = {
        "machine.kinetic_energy": MachineSignal("J", VELOCITY, lambda: dynamics.kinetic_energy),
        "machine.gravity_energy": MachineSignal("J", POSITION, lambda: dynamics.gravity_energy),
        "machine.stored_energy": MachineSignal("J", VELOCITY, stored),
        "machine.energy": MachineSignal("J", VELOCITY, energy),
        "machine.work": MachineSignal("J", VELOCITY, lambda: dynamics.model.s_work),
        "machine.power": MachineSignal("W", DYNAMICS, lambda: dynamics.power),
        "machine.closure_error": MachineSignal("1", POSITION, lambda: largest_residual(dynamics.all_rows)),
    }
    table |= _vector("machine", "angular_momentum_", "N·m·s", VELOCITY, lambda: dynamics.momentum[MOMENT])
    table |= _vector("machine", "momentum_", "N·s", VELOCITY, lambda: dynamics.momentum[FORCE])
    return table
