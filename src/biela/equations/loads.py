"""Loads: what acts on the machine, gathered as joint efforts and wrenches on links.

Each load states its stored energy and the power it feeds into the machine besides, so that

    d/dt (kinetic + gravity + Σ stored) = Σ power of loads + power of inputs + power of drives

holds at every instant; it is what the `work` state integrates and the energy audit checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

import casadi as ca

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.uses import who
from biela.equations.answer import effort_of
from biela.equations.canonical import stores
from biela.equations.constraints import CutJoint, along_motion, coordinate
from biela.equations.kinematics import Kinematics, Pair
from biela.equations.model import MachineModel
from biela.lie import twist, wrench
from biela.mechanism.actuator import Actuator
from biela.mechanism.load import CoordinateView, Effort, FrameMotion
from biela.mechanism.load.spring_damper import COINCIDENT
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import Expression, resolving


@dataclass
class Loads:
    """Everything that acts, summed."""

    efforts: list[ca.SX]  # generalised, one for each entry of v
    wrenches: dict[int, ca.SX] = field(default_factory=dict)  # on links, in their own frames
    cut_efforts: dict[str, list[ca.SX]] = field(default_factory=dict)  # on coordinates of cut joints
    energies: dict[str, ca.SX] = field(default_factory=dict)  # stored
    powers: dict[str, ca.SX] = field(default_factory=dict)  # fed into the machine besides the stored energy
    tensions: dict[str, ca.SX] = field(default_factory=dict)  # of line elements [N]; of joint elements their effort
    single: dict[str, ca.SX] = field(default_factory=dict)
    """Wrenches: of a load between two frames on its b, in the axes of b; of a load on a frame in the axes it states."""
    outputs: dict[str, dict[str, ca.SX]] = field(default_factory=dict)  # further signals of loads

    def on_link(self, link: int, F: ca.SX) -> None:
        if link >= 0:
            self.wrenches[link] = self.wrenches[link] + F if link in self.wrenches else F

    def on_coordinate(self, i: int, effort: ca.SX) -> None:
        self.efforts[i] = self.efforts[i] + effort

    def on_cut(self, joint: CutJoint, k: int, effort: ca.SX) -> None:
        self.cut_efforts.setdefault(joint.joint.name, [ca.SX(0)] * joint.type.n_v)[k] += effort


class LoadBuilder:
    """Walks through the loads and actuators of a machine; each one is derived once, when it is first asked for.

    A law may use the force of another load, whichever was described first; only a circle is refused. Sums are made in the order of
    the description: they round alike, whatever was asked for first.
    """

    def __init__(self, kinematics: Kinematics, cut: dict[str, CutJoint], signals: Any):
        self.kinematics, self.cut, self.signals = kinematics, cut, signals
        self.model = kinematics.model
        self.loads = Loads([ca.SX(0)] * self.model.n_v)
        self._begun: list[str] = []
        self._done: set[str] = set()
        self._terms: dict[str, list[tuple[Any, ...]]] = {}  # what each load adds to the sums; "" is for all networks

    def build(self) -> Loads:
        """Sum all loads and inputs."""
        mechanism = self.model.mechanism
        inputs = [name for name, a in mechanism.actuators.items() if isinstance(a, Actuator)]
        names = dict.fromkeys((*mechanism.loads, *inputs))  # other inputs act inside their network
        for name in names:
            self.derived(name)
        for name in ("", *names):
            for add, *what in self._terms.get(name, ()):
                add(*what)
        powers = self.loads.powers
        of_networks = {name: power for name, power in powers.items() if name not in names}
        self.loads.powers = of_networks | {name: powers[name] for name in names if name in powers}
        for name, efforts in self.loads.cut_efforts.items():
            joint = self.cut[name]
            for link, F in joint.pair.wrenches(joint.effort_wrench(ca.vertcat(*efforts))):
                self.loads.on_link(link, F)
        return self.loads

    def add(self, to: Callable[..., None], *what: Any) -> None:
        """Add to a sum, in its turn, what the load that is being derived does; or a network, if none is."""
        self._terms.setdefault(self._begun[-1] if self._begun else "", []).append((to, *what))

    def derived(self, name: str) -> Loads:
        """Return the forces of single loads, of this one at least; the sums are made by `build`."""
        if name in self._done:
            return self.loads
        if name in self._begun:
            circle = " → ".join([*self._begun[self._begun.index(name) :], name])
            raise DescriptionError(f"law of {name!r} depends on its own force: {circle}. Use positions and velocities.")
        self._begun.append(name)
        mechanism = self.model.mechanism
        if name in mechanism.loads:
            load = self.model.resolve(mechanism.loads[name])
            self._answer(load, lambda view: load.act(view, self.signals))
        else:
            i = list(mechanism.actuators).index(name)
            value = self.signals.value(self.model.laws[name], f"law of {name!r}") if name in self.model.laws else self.model.u[i]
            actuator: Any = self.model.resolve(mechanism.actuators[name])
            self._answer(actuator, lambda view: actuator.respond(value, view))
            if actuator.view == "line":  # an actuator pushes where a load pulls
                self.loads.tensions[name] = -self.loads.tensions[name]
        self._done.add(self._begun.pop())
        return self.loads

    def stored_energy(self) -> ca.SX:
        """Return the energy stored in loads; needs no law of a user."""
        machine = self.model.mechanism
        storing = [name for name, x in {**machine.loads, **machine.actuators}.items() if stores(x)]
        return sum((self.derived(name).energies.get(name, ca.SX(0)) for name in storing), ca.SX(0))

    def _answer(self, load: Any, act: Callable[[Any], Any]) -> None:
        """Ask a load what it does in what it sees, and add it up. The inertia of a rotor is in the mass matrix."""

        def answer(view: Any) -> Any:
            with resolving(self.model.values, self.model.mechanism.parameters):
                action = effort_of(load, lambda: act(view))
            self.loads.outputs[load.name] = dict(action.outputs)
            return action

        if load.view != "inertia":
            getattr(self, f"on_{load.view}")(load, answer)

    def _keep(self, load: Any, energy: ca.SX | None, does: ca.SX, besides: ca.SX | None) -> None:
        """Count what a load stores, U, and the power that it feeds into the machine besides: what it does, plus dU/dt."""
        if energy is not None:
            if not stores(load):
                raise DescriptionError(f"{who(load)} stores energy in some machines only; write `stores = True` in its class.")
            U = ca.SX(energy)
            self.loads.energies[load.name] = U
            if besides is None:
                besides = does + self._rate(load, U)
        self.loads.powers[load.name] = does if besides is None else besides

    def _rate(self, load: Any, U: ca.SX) -> ca.SX:
        """Return dU/dt of an energy that depends on the configuration and on time."""
        m = self.model
        if ca.depends_on(U, ca.vertcat(m.v, m.u, m.s_network, m.s_work)):
            what, key = "its energy depends on more than the configuration", "energy_rate" if load.view == "frame" else "power"
            raise DescriptionError(f"{who(load)}: {what}, so its rate is not known; give {key} too.")
        return ca.jtimes(U, m.q, self.kinematics.position_rate()) + ca.jtimes(U, m.t, ca.SX(1))

    def on_coordinate(self, load: Any, act: Callable[[Any], Effort]) -> None:
        """Add an effort on a joint coordinate, in the tree or cut; or on a sum of several, each with its factor."""
        terms = getattr(load, "terms", ((load.joint, load.coordinate, None),))
        seen = [coordinate(self.kinematics, self.cut, joint, k)[:2] for joint, k, _ in terms]
        x, rate = seen[0]
        if terms[0][2] is not None:
            x, rate = (sum(factor * pair[i] for (*_, factor), pair in zip(terms, seen, strict=True)) for i in (0, 1))
        effort = act(CoordinateView(x, rate))
        for joint, k, factor in terms:
            value = effort.value if factor is None else factor * effort.value
            link = self.model.topology.link_of(joint)
            if link is not None:
                self.add(self.loads.on_coordinate, link.v.start + k, value)
            else:
                self.add(self.loads.on_cut, self.cut[joint], k, value)
        self.loads.tensions[load.name] = effort.value
        self._keep(load, effort.energy, effort.value * rate, effort.power)

    def on_line(self, load: Any, act: Callable[[Any], Effort]) -> None:
        """Add a force along the line between two points; positive tension pulls them together."""
        pair = Pair(self.kinematics, load.a, load.b)
        effort = act(line := LineOf(pair))
        pull = -effort.value * line.direction if effort.pull is None else effort.pull
        for link, F in pair.wrenches(ca.vertcat(ca.SX.zeros(3), pull)):
            self.add(self.loads.on_link, link, F)
        self.loads.tensions[load.name] = effort.value
        self._keep(load, effort.energy, -effort.value * line.rate, effort.power)

    def on_pair(self, load: Any, act: Callable[[Any], Effort]) -> None:
        """Add a wrench between two frames."""
        pair = Pair(self.kinematics, load.a, load.b)
        effort = act(PairOf(pair))
        for link, W in pair.wrenches(effort.value):
            self.add(self.loads.on_link, link, W)
        self.loads.single[load.name] = effort.value
        self._keep(load, effort.energy, wrench.power(pair.twist, effort.value), effort.power)

    def on_frame(self, load: Any, act: Callable[[Any], Any]) -> None:
        """Add a force and a moment on a body, at a frame."""
        link, X = self.model.body_index(load.frame), self.model.frame_pose(load.frame)
        X_GF = self.kinematics.pose(link) @ X
        R = ca.SX(X_GF.rotation)
        V = twist.to_child(X, self.kinematics.twist(link))
        motion = FrameMotion(R, ca.SX(X_GF.position), R @ V[:3], R @ V[3:])
        action = act(motion)
        M, f = ca.SX(action.moment), ca.SX(action.force)
        self.loads.single[load.name] = ca.vertcat(M, f)
        if action.axes == "frame":
            own, power = ca.vertcat(M, f), wrench.power(V, ca.vertcat(M, f))
        else:
            own = ca.vertcat(R.T @ M, R.T @ f)
            power = ca.dot(f, motion.velocity) + ca.dot(M, motion.angular_velocity)
        self.add(self.loads.on_link, link, wrench.to_parent(X, own))
        rate = action.energy_rate
        self._keep(load, action.energy, power, None if rate is None else power + ca.SX(rate))


def law_value(model: MachineModel, law: Any, signals: Any, what: str) -> ca.SX:
    """Evaluate a number, an expression of parameters, or a law: a function of time (an argument `t` or `time`) or of signals."""
    if isinstance(law, Expression) or not callable(law):
        return ca.SX(model.resolve(law))
    if is_motion(law) or takes_time(law):
        return model.number(lambda: call(law, model.t, model.values), what)
    return model.number(lambda: law(signals), what)


class LineOf:
    """Line between two points. Not a number where they coincide: a force along such a line is undetermined."""

    def __init__(self, pair: Pair):
        self.vector, self.velocity = pair.d, pair.twist[3:]
        self.length = ca.sqrt(ca.dot(self.vector, self.vector))
        self.direction = self.vector / self.length  # from a to b, in the axes of b
        self.rate = ca.dot(self.direction, self.velocity)


class MeasuredLine:
    """Line between two points as a sensor reads it; the rate is zero where the points coincide."""

    def __init__(self, pair: Pair):
        self.pair = pair

    @property
    def length(self) -> Any:
        return ca.sqrt(ca.dot(self.pair.d, self.pair.d))

    @property
    def rate(self) -> Any:
        return ca.dot(self.pair.d, self.pair.twist[3:]) / ca.fmax(self.length, COINCIDENT)


class PairOf:
    """Two frames as a load sees them."""

    def __init__(self, pair: Pair):
        self.pair, self.R, self.d, self.twist = pair, pair.R, pair.d, pair.twist

    def gradient(self, energy: Callable[[ca.SX, ca.SX], ca.SX]) -> ca.SX:
        """Return ∂U of an energy U(R, d), as a column."""
        return along_motion(energy, self.pair)[0].T
