"""Mechanism and networks in one machine: the only place where they meet.

Each attached network is derived once, with symbols in place of what it gets from the mechanism: the flows φ of its
ports and the signals σ its laws ask for, and their rates. The states of networks are extra states of the machine,
x = [q; v; hints, networks, work]; the efforts of ports become loads.

A network with an inertia that is rigidly tied to a port (derivative causality) answers with e = e₀ + E φ̇. With the
accelerations of the mechanism linear in the efforts, φ̇ = a₀ + W e, both are solved together:

    (1 − E W) e = e₀ + E a₀

so that the reflected inertia acts without being entered in any mass matrix.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import casadi as ca

from biela.base.errors import DescriptionError, UnknownName
from biela.base.locks import cached_property
from biela.base.session import derived
from biela.equations.constraints import coordinate
from biela.equations.kinematics import Pair
from biela.equations.loads import LineOf, LoadBuilder
from biela.equations.model import column
from biela.equations.signals import MachineSignal, SignalView
from biela.lie import twist, wrench
from biela.lie.se3 import Pose
from biela.lie.symbol import as_symbol
from biela.mechanism.load.base import Effort
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.port import Attachment, BodyPort, JointPort, LinePort, NetworkInput
from biela.mechanism.sensor import DYNAMICS, VELOCITY

if TYPE_CHECKING:
    from biela.equations.dynamics import Dynamics
    from biela.network.equations import NetworkEquations

PARTS = {"all": slice(0, 6), "angular": slice(0, 3), "linear": slice(3, 6)}
"""Entries of a twist, or of a wrench, that a port on a body has."""


class AttachedNetwork:
    """Equations of an attached network, with symbols for what comes from the mechanism."""

    def __init__(self, mechanism: Mechanism, attachment: Attachment):
        from biela.network.element import Position
        from biela.network.equations import Context, NetworkEquations
        from biela.network.flat import port_beside

        self.attachment, self.graph, self.prefix = attachment, attachment.graph, attachment.prefix
        self.nodes = [node for nodes in self.graph.ports.values() for node in nodes]
        self.flows = {node.path: ca.SX.sym(f"flow_{node.path}") for node in self.nodes}
        self.flow_rates = {path: ca.SX.sym(f"rate_{path}") for path in self.flows}
        ports = [p for p in attachment.ports if isinstance(p, JointPort | LinePort)]  # those with a displacement
        beside = [port_beside(self.graph, node) for node in self.graph.nodes if isinstance(node.element, Position)]
        measured = {port.path for port in beside if port is not None} & {n.path for p in ports for n in self.graph.ports[p.name]}
        self.displacements = {path: ca.SX.sym(f"displacement_{path}") for path in self.flows if path in measured}
        self.asked: dict[str, tuple[ca.SX, ca.SX]] = {}  # signal of the machine → its symbol, and that of its rate
        self.askers: dict[str, str] = {}  # signal of the machine → which law asks for it
        self.p = ca.SX.sym("p", len(mechanism.parameters))
        values = {name: self.p[i] for i, name in enumerate(mechanism.parameters)}
        inputs = [a for a in mechanism.actuators.values() if isinstance(a, NetworkInput) and a.network == attachment.name]
        self.inputs = {a.path: ca.SX.sym(a.name) for a in inputs}
        self.input_rates = {path: ca.SX.sym(f"rate_{path}") for path in self.inputs}
        self._clocks: list[tuple[ca.SX, ca.SX]] = [
            *((self.inputs[path], self.input_rates[path]) for path in self.inputs),
            *((self.flows[path], self.flow_rates[path]) for path in self.flows),
            *((self.displacements[path], self.flows[path]) for path in self.displacements),
        ]
        context = Context(
            values=values, inputs=self.inputs, flows=self.flows, displacements=self.displacements,
            signals=self._ask, clocks=self._clocks,
        )  # fmt: skip
        self.t = context.t
        self.equations: NetworkEquations = NetworkEquations(self.graph.causality, context)
        rates = self.rate_symbols
        self.efforts = column(self.equations.efforts[node.path] for node in self.nodes)
        everything = ca.vertcat(self.equations.xdot, self.efforts, self.equations.variables)
        self.rated = bool(rates) and everything.numel() > 0 and bool(ca.depends_on(everything, ca.vertcat(*rates)))

    @property
    def timed(self) -> bool:
        """True if it follows a function of time."""
        return bool(ca.depends_on(ca.vertcat(self.equations.xdot, self.efforts), self.t))

    def _ask(self, name: str, who: str) -> ca.SX:
        if name not in self.asked:
            self.askers[name] = who
            self.asked[name] = ca.SX.sym(name), ca.SX.sym(f"rate of {name}")
            self._clocks.append(self.asked[name])
        return self.asked[name][0]

    @cached_property
    def asking(self) -> set[str]:
        """Signals of the network that need what it asks the machine for."""
        names = list(self.equations.signals)
        if not self.asked or not names:
            return set()
        values = ca.vertcat(*self.equations.signals.values())
        needs = ca.jacobian_sparsity(values, ca.vertcat(*(symbol for symbol, _ in self.asked.values())))
        return {names[row] for row in needs.row()}

    @property
    def placeholders(self) -> list[ca.SX]:
        """All symbols that the machine replaces, apart from those of rates."""
        from_ports = [*self.displacements.values(), *self.inputs.values(), *self.flows.values()]
        return [self.t, self.equations.x, self.p, *from_ports, *(symbol for symbol, _ in self.asked.values())]

    @property
    def rate_symbols(self) -> list[ca.SX]:
        """Rates of inputs, flows and asked signals, as the machine must give them."""
        return [*self.input_rates.values(), *self.flow_rates.values(), *(rate for _, rate in self.asked.values())]

    @cached_property
    def guesses(self) -> ca.SX:
        """Solutions of the implicit equations, from the guesses among the states, with nothing coming from outside."""
        solution = ca.vertcat(*(self.equations.inlined(symbol) for _, symbol in self.equations.guesses))
        still = [*self.placeholders[3:], *self.rate_symbols]
        return ca.substitute([solution], still, [ca.SX.zeros(symbol.shape) for symbol in still])[0]


@derived
def attached(mechanism: Mechanism) -> list[AttachedNetwork]:
    """Derive the networks of a mechanism."""
    mechanism.topology  # noqa: B018 (freezes the mechanism)
    return [AttachedNetwork(mechanism, a) for a in mechanism.networks.values()]


class AttachedNetworks:
    """All networks of a machine in the symbols of its equations."""

    def __init__(self, dynamics: Dynamics, port_efforts: dict[str, ca.SX] | None = None):
        self.dynamics = dynamics
        self.attached = attached(dynamics.model.mechanism)
        self._given = port_efforts  # symbols instead of the efforts of ports, to see what they do
        self.asked: dict[str, Any] = {}  # signals of the machine that networks ask for, derived
        self._inputs: dict[str, list[ca.SX]] = {}
        self._signals: dict[str, dict[str, ca.SX]] = {}

    def _port_flow(self, port: Any) -> Any:
        """Return the flow of a port: vector of its components."""
        d = self.dynamics
        match port:
            case JointPort():
                return ca.SX(coordinate(d.kinematics, d.cut, port.joint, port.coordinate)[1])
            case LinePort():
                return ca.SX(LineOf(Pair(d.kinematics, port.a, port.b)).rate)
            case BodyPort():
                link, X = self._place(port)
                return twist.to_child(X, d.kinematics.twist(link))[PARTS[port.part]]

    def _port_displacement(self, port: Any) -> ca.SX:
        """Return the length of a line or the coordinate of a joint."""
        d = self.dynamics
        if isinstance(port, JointPort):
            value = coordinate(d.kinematics, d.cut, port.joint, port.coordinate)[0]
            if value is None:
                raise DescriptionError(f"port {port.name!r}: joint {port.joint!r} has no coordinate to measure there.")
            return ca.SX(value)
        return ca.SX(LineOf(Pair(d.kinematics, port.a, port.b)).length)

    def _place(self, port: BodyPort) -> tuple[int, Pose]:
        """Link and pose, in it, of a frame at the port's point with the axes the port is given in."""
        model = self.dynamics.model
        link, X = model.body_index(port.frame), model.frame_pose(port.frame)
        if port.axes == "frame" or link < 0:
            return link, X
        R_LW = ca.SX(self.dynamics.kinematics.pose(link).rotation).T
        return link, Pose(R_LW, X.position)

    def _replacements(self, a: AttachedNetwork, needed: set[int] | None = None) -> list[ca.SX]:
        """Return the actual expressions for `a.placeholders`; of asked signals only those needed (by the hash of their symbols)."""
        symbols = ((name, s, needed is None or s.element_hash() in needed) for name, (s, _) in a.asked.items())
        return [*self.given_anyway(a), *(self.ask(name) if wanted else symbol for name, symbol, wanted in symbols)]

    def ask(self, name: str) -> Any:
        """Derive a signal that a network asks the machine for. It may be one of another network, which asks this one for others."""
        if name not in self.asked:
            try:
                self.asked[name] = ca.SX(SignalView(self.dynamics)[name])
            except UnknownName as error:
                who = next(a.askers[name] for a in self.attached if name in a.askers)
                raise UnknownName(f"{who}: {error}") from None
        return self.asked[name]

    def given_anyway(self, a: AttachedNetwork) -> list[ca.SX]:
        """Return the time, states, parameters, displacements and flows of ports, and inputs of a network."""
        if a.attachment.name not in self._inputs:
            model = self.dynamics.model
            flows: dict[str, ca.SX] = {}
            displacements: dict[str, ca.SX] = {}
            for port in a.attachment.ports:
                flow = self._port_flow(port)
                for k, node in enumerate(a.graph.ports[port.name]):
                    flows[node.path] = flow[k]
                    if node.path in a.displacements:
                        displacements[node.path] = self._port_displacement(port)
            self._inputs[a.attachment.name] = [
                model.t, self._own(a), model.p, *(displacements[path] for path in a.displacements),
                *(self._input(a, path) for path in a.inputs), *(flows[path] for path in a.flows),
            ]  # fmt: skip
        return self._inputs[a.attachment.name]

    def _input(self, a: AttachedNetwork, path: str) -> Any:
        model, name = self.dynamics.model, f"{a.prefix}{path}"
        if name in model.laws:
            return self.dynamics.load_builder.signals.value(model.laws[name], f"law of {name!r}")
        return model.u[list(model.mechanism.actuators).index(name)]

    def _own(self, a: AttachedNetwork) -> ca.SX:
        """Return the states of a network among those of the machine."""
        first = sum(len(other.equations.states) for other in self.attached[: self.attached.index(a)])
        return self.dynamics.model.s_network[first : first + len(a.equations.states)]

    def in_machine(self, a: AttachedNetwork, expressions: list[ca.SX], rates: bool = True) -> list[ca.SX]:
        """Write expressions of a network in the symbols of the machine."""
        out = [as_symbol(e) for e in expressions]
        needed = {symbol.element_hash() for symbol in ca.symvar(ca.veccat(*out))} if a.asked else set()
        symbols, values = a.placeholders, self._replacements(a, needed)
        if rates and a.rated:
            symbols, values = [*symbols, *a.rate_symbols], [*values, *self._solved[1][a.attachment.name]]
        return list(ca.substitute(out, symbols, [as_symbol(v) for v in values]))

    def _rates_in(self, a: AttachedNetwork, vdot: ca.SX) -> ca.SX:
        """Return d/dt of the inputs, flows and asked signals of a network, stacked; zero of a constant input."""
        changing, s = ca.vertcat(*self._replacements(a)[3 + len(a.displacements) :]), self.dynamics.model.s_network
        if s.numel() and ca.depends_on(changing, s):
            raise DescriptionError(
                "a network needs the rate of a signal that depends on states of networks. Read that signal inside the network, "
                "or put a compliance or inertia between what depends on it."
            )
        return self.dynamics.kinematics.rate(changing, vdot)

    @cached_property
    def _solved(self) -> tuple[dict[str, ca.SX], dict[str, list[ca.SX]]]:
        """Efforts of ports and rates of flows, by network, solved together with the accelerations of the mechanism."""
        from biela.equations.dynamics import Dynamics
        from biela.network.solve import eliminate

        own = self.dynamics
        rated = [a for a in self.attached if a.rated]
        plain = {a.attachment.name: self.in_machine(a, [a.efforts], rates=False)[0] for a in self.attached if not a.rated}
        symbols = {a.attachment.name: ca.SX.sym(f"e_{a.attachment.name}", a.efforts.numel()) for a in rated}
        e = ca.vertcat(*symbols.values())
        probe = Dynamics(own.model.mechanism, own.model.laws, own.stabilisation)
        ours, theirs = own.model.arguments, probe.model.arguments
        probe.networks = AttachedNetworks(probe, symbols | {n: ca.substitute(e, ours, theirs) for n, e in plain.items()})
        vdot = ca.substitute(probe.vdot, theirs, ours)
        psi_dot = ca.vertcat(*(self._rates_in(a, vdot) for a in rated))
        W = ca.jacobian(psi_dot, e)
        a_0 = ca.substitute(psi_dot, e, ca.SX.zeros(e.shape))
        rates = ca.vertcat(*(ca.vertcat(*a.rate_symbols) for a in rated))
        given = {a: [as_symbol(v) for v in self._replacements(a)] for a in rated}
        answers = ca.vertcat(*(ca.substitute([a.efforts], a.placeholders, given[a])[0] for a in rated))
        E = ca.jacobian(answers, rates)
        if ca.depends_on(E, rates):
            who = f"network {rated[0].attachment.name!r}"
            raise DescriptionError(f"{who}: its efforts are not linear in accelerations; put a compliance between.")
        e_0 = ca.substitute(answers, rates, ca.SX.zeros(rates.shape))
        A = ca.SX.eye(e.numel()) - E @ W
        reflected = "the inertia reflected to a port"
        solution: Any = ca.vertcat(*eliminate(ca.sparsify(A), e_0 + E @ a_0, lambda i: reflected)) if e.numel() else e
        psi = a_0 + W @ solution
        efforts, rates_of, at_e, at_r = dict(plain), {}, 0, 0
        for a in rated:
            n, m, name = a.efforts.numel(), len(a.rate_symbols), a.attachment.name
            efforts[name], rates_of[name] = solution[at_e : at_e + n], [psi[at_r + k] for k in range(m)]
            at_e, at_r = at_e + n, at_r + m
        return efforts, rates_of

    def efforts(self, a: AttachedNetwork) -> Any:
        """Return the efforts on the mechanism at the ports of a network."""
        if self._given is not None:
            return self._given[a.attachment.name]
        if any(other.rated for other in self.attached):
            return self._solved[0][a.attachment.name]
        return self.in_machine(a, [a.efforts])[0]

    def apply(self, builder: LoadBuilder) -> None:
        """Put the efforts of all ports on the mechanism; count what sources and resistances do as power."""
        for a in self.attached:
            efforts = self.efforts(a)
            at = 0
            for port in a.attachment.ports:
                e = efforts[at : at + port.size]
                at += port.size
                label = f"{a.prefix}{port.name}"
                match port:
                    case JointPort():
                        named = JointPort(label, port.joint, port.coordinate)
                        builder.on_coordinate(named, lambda view, e=e: Effort(e, power=ca.SX(0)))  # type: ignore[misc]
                    case LinePort():
                        line = LinePort(label, port.a, port.b)
                        builder.on_line(line, lambda view, e=e: Effort(-e, power=ca.SX(0)))  # type: ignore[misc]
                    case BodyPort():
                        link, X = self._place(port)
                        F = ca.SX.zeros(6)
                        F[PARTS[port.part]] = e
                        builder.add(builder.loads.on_link, link, wrench.to_parent(X, F))
            if self._given is None:
                supplied, dissipated = self.in_machine(a, [a.equations.supplied, a.equations.dissipated])
                builder.loads.powers[a.attachment.name] = supplied - dissipated

    @property
    def guesses(self) -> ca.SX:
        """Solutions of the implicit equations of all networks at time 0, each alone; see `AttachedNetwork.guesses`."""
        model = self.dynamics.model
        return column(
            ca.substitute([a.guesses], [a.t, a.equations.x, a.p], [model.t, self._own(a), model.p])[0]
            for a in self.attached if a.equations.guesses
        )  # fmt: skip

    @cached_property
    def rates(self) -> ca.SX:
        """ṡ of all networks."""
        if self._given is not None:
            return ca.SX.zeros(sum(len(a.equations.states) for a in self.attached))
        return column(self.in_machine(a, [a.equations.xdot])[0] for a in self.attached)

    @cached_property
    def stored(self) -> ca.SX:
        """Energy stored in all networks [J]."""
        return sum((self.in_machine(a, [a.equations.stored], rates=False)[0] for a in self.attached), ca.SX(0))

    def signals(self) -> dict[str, MachineSignal]:
        """Return the signals of all networks."""
        table: dict[str, MachineSignal] = {}
        for a in self.attached:
            level = DYNAMICS if a.rated else VELOCITY
            states = {s.name for s in a.equations.states}
            for name, unit in a.equations.signal_units.items():
                own = VELOCITY if name in states else level
                label = f"{a.prefix}{name}" if "." in name else f"{a.attachment.name}.{name}"  # the network's own name
                table[label] = MachineSignal(unit, own, partial(self._signal, a, name, name in states))
            for label, unit in (("stored_energy", "J"), ("supplied_power", "W"), ("dissipated_power", "W")):
                own = VELOCITY if label == "stored_energy" else level
                table[f"{a.attachment.name}.{label}"] = MachineSignal(unit, own, partial(self._total, a, label))
        return table

    def _signal(self, a: AttachedNetwork, name: str, is_state: bool) -> Any:
        if is_state:
            return self._own(a)[[s.name for s in a.equations.states].index(name)]
        known = self._signals.setdefault(a.attachment.name, {})
        if not known:  # together, but for those that need asked signals: networks may ask each other
            named = {n: value for n, value in a.equations.signals.items() if n not in a.asking}
            values = self.in_machine(a, [ca.vertcat(*named.values())])[0]
            known |= zip(named, ca.vertsplit(values), strict=True)
        if name not in known:
            known[name] = self.in_machine(a, [a.equations.signals[name]])[0]
        return known[name]

    def _total(self, a: AttachedNetwork, label: str) -> ca.SX:
        value = getattr(a.equations, label.partition("_")[0])  # stored, supplied, dissipated
        return self.in_machine(a, [value], rates=label != "stored_energy")[0]
