"""Loads: what acts on the machine, gathered as joint efforts and wrenches on links.

Each load states its stored energy and the power it feeds into the machine besides, so that

    d/dt (kinetic + gravity + Σ stored) = Σ power of loads + power of inputs + power of drives

holds at every instant; it is what the `work` state integrates and the energy audit checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from biela.equations.constraints import CutJoint, along_motion, coordinate
from biela.equations.kinematics import Kinematics, Pair
from biela.equations.model import Model
from biela.errors import DescriptionError
from biela.lie import twist, wrench
from biela.lie.array import stack
from biela.lie.se3 import Pose
from biela.mechanism.actuator import JointActuator
from biela.mechanism.load import (
    AppliedWrench,
    Bushing,
    Contact,
    FrameMotion,
    Friction,
    JointSpring,
    Spring,
    Stop,
    UserEffort,
    UserForce,
)
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import Expression, resolving
from biela.mechanism.port import NetworkInput


@dataclass
class Loads:
    """Everything that acts, summed."""

    efforts: list[Any]  # generalised, one for each entry of v
    wrenches: dict[int, Any] = field(default_factory=dict)  # on links, in their own frames
    cut_efforts: dict[str, list[Any]] = field(default_factory=dict)  # on coordinates of cut joints
    energy: Any = 0.0  # stored
    energies: dict[str, Any] = field(default_factory=dict)
    powers: dict[str, Any] = field(default_factory=dict)  # fed into the machine besides the stored energy
    tensions: dict[str, Any] = field(default_factory=dict)  # of line elements [N]; of joint elements their effort
    single: dict[str, Any] = field(
        default_factory=dict
    )  # wrench of a bushing on its b, of an applied wrench, in their axes; of a contact, in ground axes
    outputs: dict[str, dict[str, Any]] = field(default_factory=dict)  # further signals of contacts

    def on_link(self, link: int, F: Any) -> None:
        if link >= 0:
            self.wrenches[link] = self.wrenches[link] + F if link in self.wrenches else F

    def store(self, name: str, U: Any) -> None:
        self.energies[name] = U
        self.energy = self.energy + U


class LoadBuilder:
    """Walks through the loads and actuators of a machine; each one is derived once, when it is first asked for.

    A law may use the force of another load, whichever was described first; only a circle is refused.
    """

    def __init__(self, kinematics: Kinematics, cut: dict[str, CutJoint], signals: Any):
        self.kinematics, self.cut, self.signals = kinematics, cut, signals
        self.model = kinematics.model
        self.loads = Loads([ca.SX(0)] * self.model.n_v)
        self._begun: list[str] = []
        self._done: set[str] = set()

    def build(self) -> Loads:
        """All loads and inputs, summed."""
        for name in (*self.model.mechanism.loads, *self.model.mechanism.actuators):
            if not isinstance(self.model.mechanism.actuators.get(name), NetworkInput):  # those act inside their network
                self.derived(name)
        for name, efforts in self.loads.cut_efforts.items():
            joint = self.cut[name]
            for link, F in joint.pair.wrenches(joint.effort_wrench(ca.vertcat(*efforts))):
                self.loads.on_link(link, F)
        return self.loads

    def derived(self, name: str) -> Loads:
        """The sums with at least this load in them."""
        if name in self._done:
            return self.loads
        if name in self._begun:
            circle = " → ".join([*self._begun[self._begun.index(name) :], name])
            raise DescriptionError(f"law of {name!r} depends on its own force: {circle}. Use positions and velocities.")
        self._begun.append(name)
        mechanism = self.model.mechanism
        if name in mechanism.loads:
            self._load(self.model.resolve(mechanism.loads[name]))
        else:
            self._actuator(name)
        self._done.add(self._begun.pop())
        return self.loads

    def stored_energy(self) -> Any:
        """Energy stored in springs, bushings and stops; needs no law of a user."""
        storing = [
            n
            for n, load in self.model.mechanism.loads.items()
            if isinstance(load, Spring | JointSpring | Bushing | Stop | Contact)
        ]
        return sum((self.derived(name).energies.get(name, ca.SX(0)) for name in storing), ca.SX(0))

    def _load(self, load: Any) -> None:
        match load:
            case Spring():
                self._spring(load)
            case JointSpring():
                self._joint_spring(load)
            case Bushing():
                self._bushing(load)
            case Friction():
                _, rate, *_ = self._coordinate(load)
                self._effort(load, load.effort(rate), rate)
            case Stop():
                x, rate, *_ = self._coordinate(load)
                other = load.other(x, rate)
                self.loads.store(load.name, load.energy(x))
                self._effort(load, load.conservative(x) + other, rate, power=other * rate)
            case AppliedWrench():
                self._wrench(load)
            case Contact():
                self._contact(load)
            case UserEffort():
                _, rate, *_ = self._coordinate(load)
                self._effort(load, self._law(load.name, load.law), rate)
            case UserForce():
                self._line(
                    load.name, Pair(self.kinematics, load.a, load.b), lambda x, v: self._law(load.name, load.law)
                )

    def _actuator(self, name: str) -> None:
        model = self.model
        actuator = model.mechanism.actuators[name]
        i = list(model.mechanism.actuators).index(name)
        value = self._law(name, model.laws[name]) if name in model.laws else model.u[i]
        if isinstance(actuator, JointActuator):
            _, rate, *_ = self._coordinate(actuator)
            self._effort(actuator, value, rate)
        else:
            self._line(name, Pair(self.kinematics, actuator.a, actuator.b), lambda x, v: -value)
            self.loads.tensions[name] = value

    def _coordinate(self, load: Any) -> tuple[Any, Any, Any, Any]:
        return coordinate(self.kinematics, self.cut, load.joint, load.coordinate)

    def _effort(self, load: Any, effort: Any, rate: Any, power: Any = None) -> None:
        """Add an effort to a joint coordinate, in the tree or cut."""
        link = self.model.topology.link_of(load.joint)
        if link is not None:
            i = link.v.start + load.coordinate
            self.loads.efforts[i] = self.loads.efforts[i] + effort
        else:
            n = self.cut[load.joint].type.n_v
            self.loads.cut_efforts.setdefault(load.joint, [ca.SX(0)] * n)[load.coordinate] += effort
        self.loads.powers[load.name] = effort * rate if power is None else power
        self.loads.tensions[load.name] = effort

    def _joint_spring(self, load: JointSpring) -> None:
        x, rate, *_ = self._coordinate(load)
        if x is None:  # a quaternion has no coordinate to stretch: damping only
            self._effort(load, -load.law.damping * rate, rate)
            return
        other = load.law.other(x, rate)
        self.loads.store(load.name, load.law.energy(x))
        self._effort(load, -load.law.conservative(x) - other, rate, power=-other * rate)

    def _spring(self, load: Spring) -> None:
        pair, law = Pair(self.kinematics, load.a, load.b), load.law
        if law.curve is None and all(isinstance(x, int | float) and x == 0 for x in (law.rest, law.preload)):
            self._pull(load, pair)
            return
        length, rate, _ = line(pair)
        self.loads.store(load.name, law.energy(length))
        other = law.other(length, rate)
        self._line(load.name, pair, lambda x, v: law.conservative(length) + other, power=-other * rate)

    def _pull(self, load: Spring, pair: Pair) -> None:
        """A spring of no free length, f = −k d − c (ḋ·d) d/|d|²: smooth where its ends meet (there without damping)."""
        k, c, d = load.law.stiffness, load.law.damping, pair.d
        square = ca.dot(d, d)
        closing = ca.dot(d, pair.twist[3:]) / ca.fmax(square, COINCIDENT**2)
        for link, F in pair.wrenches(ca.vertcat(ca.SX.zeros(3), -(k + c * closing) * d)):
            self.loads.on_link(link, F)
        self.loads.store(load.name, 0.5 * k * square)
        self.loads.powers[load.name] = -c * closing * closing * square
        self.loads.tensions[load.name] = (k + c * closing) * ca.sqrt(square)

    def _line(self, name: str, pair: Pair, tension: Any, power: Any = None) -> None:
        """A force along the line between two points; positive tension pulls them together."""
        length, rate, direction = line(pair)
        T = tension(length, rate)
        for link, F in pair.wrenches(ca.vertcat(ca.SX.zeros(3), -T * direction)):
            self.loads.on_link(link, F)
        self.loads.powers[name] = -T * rate if power is None else power
        self.loads.tensions[name] = T

    def _bushing(self, load: Bushing) -> None:
        pair = Pair(self.kinematics, load.a, load.b)
        gradient, _ = along_motion(load.energy, pair)
        F = -gradient.T  # the elastic wrench is minus the gradient of the stored energy
        damping = load.damping_wrench(pair.twist, pair.R)
        self.loads.single[load.name] = F + damping
        for link, W in pair.wrenches(F + damping):
            self.loads.on_link(link, W)
        self.loads.store(load.name, load.energy(pair.R, pair.d))
        self.loads.powers[load.name] = wrench.power(pair.twist, damping)

    def _wrench(self, load: AppliedWrench) -> None:
        link = self.model.body_index(load.frame)
        X = self.model.frame_pose(load.frame)
        M, f = (stack(*(self._component(load.name, c) for c in part)) for part in (load.moment, load.force))
        if load.axes == "ground" and link >= 0:
            R_WF = (self.kinematics.pose(link) @ Pose(X.rotation, [0.0, 0.0, 0.0])).rotation
            M, f = ca.SX(R_WF).T @ M, ca.SX(R_WF).T @ f
        F = ca.vertcat(M, f)
        self.loads.single[load.name] = F
        self.loads.on_link(link, wrench.to_parent(X, F))
        moving = link >= 0
        self.loads.powers[load.name] = (
            wrench.power(twist.to_child(X, self.kinematics.twist(link)), F) if moving else ca.SX(0)
        )

    def _contact(self, load: Contact) -> None:
        link, X = self.model.body_index(load.frame), self.model.frame_pose(load.frame)
        X_GF = self.kinematics.pose(link) @ X
        R = ca.SX(X_GF.rotation)
        V = twist.to_child(X, self.kinematics.twist(link))
        motion = FrameMotion(R, ca.SX(X_GF.position), R @ V[:3], R @ V[3:])
        action = self._action(load, motion)
        M, f = ca.SX(action.moment), ca.SX(action.force)
        self.loads.single[load.name] = ca.vertcat(M, f)
        self.loads.outputs[load.name] = dict(action.outputs)
        self.loads.on_link(link, wrench.to_parent(X, ca.vertcat(R.T @ M, R.T @ f)))
        self.loads.store(load.name, ca.SX(action.energy))
        self.loads.powers[load.name] = (
            ca.dot(f, motion.velocity) + ca.dot(M, motion.angular_velocity) + ca.SX(action.energy_rate)
        )

    def _action(self, load: Contact, motion: FrameMotion) -> Any:
        with resolving(self.model.values, self.model.mechanism.parameters):
            action = load.act(motion, self.signals)
        if set(action.outputs) != set(load.outputs):
            raise DescriptionError(
                f"contact {load.name!r} declares the signals {sorted(load.outputs)} and gives {sorted(action.outputs)}: "
                "both must be the same."
            )
        return action

    def _component(self, name: str, c: Any) -> Any:
        if isinstance(c, Expression) or not callable(c):
            return ca.SX(self.model.resolve(c))
        return self._law(name, c)

    def _law(self, name: str, law: Any) -> Any:
        return law_value(self.model, law, self.signals, f"law of {name!r}")


def law_value(model: Model, law: Any, signals: Any, what: str) -> Any:
    """Value of a user's law: one number, from time (an argument called `t` or `time`) or from signals."""
    if is_motion(law) or takes_time(law):
        return model.number(lambda: call(law, model.t, model.values), what)
    return model.number(lambda: law(signals), what)


COINCIDENT = 1e-15
"""Points nearer than this coincide: the line between them has no direction [m]."""


def line(pair: Pair) -> tuple[Any, Any, Any]:
    """Length, length rate and unit direction (from a to b, in the axes of b) of the line between two points.

    Not a number where the points coincide: a force along such a line is undetermined.
    """
    d = pair.d
    length = ca.sqrt(ca.dot(d, d))
    direction = d / length
    return length, ca.dot(direction, pair.twist[3:]), direction


def measured_line(pair: Pair) -> tuple[Any, Any]:
    """Length and length rate as a sensor reads them; the rate is zero where the points coincide."""
    length = ca.sqrt(ca.dot(pair.d, pair.d))
    return length, ca.dot(pair.d, pair.twist[3:]) / ca.fmax(length, COINCIDENT)
