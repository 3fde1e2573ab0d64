"""The variables of a network: effort and flow of every bond, states, and what each is called.

Each causal end of a bond defines one variable (`put`); definitions may refer to any other variable, in any order. Which
definition an element gives is stated by its class; how they are solved in `biela.network.equations`.
"""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca

from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.lie.array import Operand
from biela.lie.symbol import as_symbol
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import evaluate, resolving
from biela.network.causality import Causality
from biela.network.context import Context, NetworkSignals, StateEntry
from biela.network.element import GY, TF, Integrator, MatrixTF, Position, Sensor, Signal, Zero, is_function
from biela.network.flat import HEAD, Graph, Node, outwards, port_beside


class Variables:
    """Symbols and definitions of a causal graph, before they are solved.

    e, f : effort and flow of each bond, along its arrow
    states, state_symbols, rates : what the states are, their symbols, their rates
    symbols, definitions, labels : variables, what defines each, and the path of the element that does
    unknowns : (symbol, residual, path) of laws that are solved for the other variable
    dependents : (symbol of the rate, stored quantity, element) of each storage in derivative causality
    storages : path → (stored quantity, energy)
    own : states of an element, by its identity
    derived : stored quantity of a port in derivative causality, by (identity of the element, port)
    extra : signals of sensors and outputs, name → (expression, unit)
    """

    def __init__(self, causality: Causality, context: Context):
        self.causality, self.context = causality, context
        self.graph: Graph = causality.graph
        self.e = [ca.SX.sym(f"e{i}") for i in range(len(self.graph.bonds))]
        self.f = [ca.SX.sym(f"f{i}") for i in range(len(self.graph.bonds))]
        self.states: list[StateEntry] = []
        self.state_symbols: list[Operand] = []
        self.rates: list[Operand] = []
        self.symbols: list[Operand] = []
        self.definitions: list[Operand] = []
        self.labels: list[str] = []
        self.unknowns: list[tuple[Operand, Operand, str]] = []
        self.dependents: list[tuple[Operand, Operand, Node]] = []
        self.storages: dict[str, tuple[Operand, Operand]] = {}
        self.own: dict[int, list[Operand]] = {}
        self.derived: dict[tuple[int, int], tuple[str, Operand, str]] = {}  # its name, symbol and unit
        self.extra: dict[str, tuple[Operand, str]] = {}
        self.compressed: list[tuple[Node, Operand]] = []  # compressions, and the power into each
        self.named: dict[str, Operand] = {}  # symbols of values, for printed equations
        self.backwards = {id(n) for n in causality.backwards}
        self._places: dict[int, int] = {}  # of the states
        self._defined: set[int] = set()
        self._open_states()

    @staticmethod
    def symbol(name: str) -> Operand:
        """Return a new symbol."""
        return ca.SX.sym(name)

    def port(self, node: Node, port: int = 0) -> tuple[Operand, Operand, float]:
        """Return effort, flow along the arrow, and +1 where the arrow points into the element."""
        i = node.bonds[port]
        return self.e[i], self.f[i], 1.0 if node.ends[port] == HEAD else -1.0

    def define(self, node: Node) -> None:
        """Put the definitions of an element, once."""
        if id(node) not in self._defined:
            self._defined.add(id(node))
            node.element.define(self, node)

    def signal(self, node: Node, quantity: str, value: Operand, unit: str) -> None:
        """Add a signal of an element, as a variable of its own."""
        symbol = ca.SX.sym(f"{node.path}.{quantity}")
        self.put(symbol, value, node.path)
        self.extra[f"{node.path}.{quantity}"] = (symbol, unit)

    def gives(self, node: Node, port: int = 0) -> bool:
        return self.causality.gives_effort(node, port)

    def put(self, symbol: Operand, definition: Operand, label: str) -> None:
        self.symbols.append(symbol)
        self.definitions.append(as_symbol(definition))
        self.labels.append(label)

    def state(self, path: str, quantity: str, unit: str, initial: Operand, entry: int | None = None) -> Operand:
        """Add a state."""
        symbol = ca.SX.sym(f"{path}.{quantity}")
        self._places[symbol.element_hash()] = len(self.states)
        self.states.append(StateEntry(path, quantity, unit, initial, entry))
        self.state_symbols.append(symbol)
        self.rates.append(ca.SX(0))
        return symbol

    def _open_states(self) -> None:
        """Add the states of storages, integrators and integrating sensors, before anything refers to them."""
        for node in self.graph.nodes:
            starts = node.element.starts(node.component)
            if not starts or self.measured_outside(node) is not None:
                continue
            element = node.element
            quantity = getattr(element, "quantity", "value")
            if isinstance(element, Sensor | Integrator):
                unit = element.unit if isinstance(element, Integrator) else self.domain(node).unit(element.measures)
            else:
                unit = self.domain(node).unit(quantity)
            labels = [quantity] if len(starts) == 1 else [f"{quantity}_{k + 1}" for k in range(len(starts))]
            self.own[id(node)] = []
            for port, (label, start) in enumerate(zip(labels, starts, strict=True)):
                if self.causality.is_derivative(node, port):
                    self.derived[id(node), port] = (label, ca.SX.sym(f"{node.path}.{label}"), unit)
                else:
                    self.own[id(node)].append(self.state(node.path, label, unit, start, port))

    def measured_outside(self, node: Node) -> Operand:
        """Return the displacement that a `Position` reads from the machine; None if it must integrate (or is another element)."""
        if not isinstance(node.element, Position):
            return None
        outside = port_beside(self.graph, node)
        return None if outside is None else self.context.displacements.get(outside.path)

    def domain(self, node: Node, port: int = 0) -> Operand:
        return self.graph.bonds[node.bonds[port]].domain

    def index(self, symbol: Operand) -> int:
        """Return the place of a state."""
        return self._places[symbol.element_hash()]

    def set_rate(self, symbol: Operand, rate: Operand) -> None:
        self.rates[self.index(symbol)] = as_symbol(rate)

    def value(self, node: Node, x: Operand, label: str = "") -> Operand:
        """Return the value of a number, an expression of parameters, a function of time or a law of signals."""
        if not is_function(x):
            if self.context.name_values and label:
                return self.named.setdefault(f"{node.path}.{label}", ca.SX.sym(f"{node.path}.{label}"))
            return evaluate(x, self.context.values)
        if is_motion(x) or takes_time(x):
            return self.call(node, lambda: call(x, self.context.t, self.context.values))
        return self.call(node, lambda: x(self.view(node)))

    def matrix(self, node: Node, x: Operand, label: str = "") -> Operand:
        """Return a value as a symbolic matrix."""
        return as_symbol(self.value(node, x, label))

    def call(self, node: Node, law: Callable[[], Operand]) -> Operand:
        try:
            with resolving(self.context.values):  # free parameters inside the law become symbols
                value = evaluate(law(), self.context.values)
            return as_symbol(value)
        except UnknownName as error:
            raise UnknownName(f"law of {node!r}: {error}") from None
        except (NotImplementedError, TypeError, ValueError, RuntimeError) as error:
            if isinstance(error, DescriptionError):
                raise
            remedy = "Use arithmetic and casadi functions of what it is given"
            raise DescriptionError(f"law of {node!r} did not return an expression: {error}. {remedy}.") from error

    def scalar(self, node: Node, law: Callable[[], Operand]) -> Operand:
        value = self.call(node, law)
        if value.shape != (1, 1):
            raise DescriptionError(f"law of {node!r} returned shape {value.shape}: it must return one number.")
        return value

    def view(self, node: Node | None) -> NetworkSignals:
        """Return the signals as a law of that element sees them."""
        return NetworkSignals(self, node.scope if node is not None else "", f"law of {node!r}")

    def lookup(self, scope: str, name: str, who: str) -> Operand:
        """Return a variable by `element.quantity`: in the network of the law, then in those around it, then outside."""
        path, _, quantity = name.rpartition(".")
        node = self.graph.find(scope, path)
        if node is not None:
            return self.quantity(node, quantity)
        alias = outwards(self.graph.published, scope, name)
        if alias is not None:
            return self.lookup(*alias, who)
        if self.context.signals is not None:
            return self.context.signals(name, who)
        raise UnknownName(f"no signal {name!r}.{nearest(path, list(self.graph.by_path))}")

    def quantity(self, node: Node, quantity: str) -> Operand:
        for x in self.own.get(id(node), []):  # a state is there before the laws that change it
            if self.states[self.index(x)].quantity == quantity:
                return x
        table = self.quantities(node)
        if quantity not in table:
            raise UnknownName(f"{node!r} has no signal {quantity!r}.{nearest(quantity, list(table))}")
        return table[quantity][0]

    def quantities(self, node: Node) -> dict[str, tuple[Operand, str]]:
        """Return the signals of one element, as expressions of bond variables and states."""
        element = node.element
        states = [(x, self.states[self.index(x)]) for x in self.own.get(id(node), [])]
        own = {state.quantity: (x, state.unit) for x, state in states}
        if isinstance(element, Signal | Sensor):
            self.define(node)  # a law may read a signal that is added later
            return own | {k.rpartition(".")[2]: v for k, v in self.extra.items() if k.rpartition(".")[0] == node.path}
        if node.is_junction:
            i = self.strong(node)
            domain = self.graph.bonds[i].domain
            return {"effort": (self.e[i], domain.effort)} if isinstance(element, Zero) else {"flow": (self.f[i], domain.flow)}
        table = own | {name: (x, unit) for (i, _), (name, x, unit) in self.derived.items() if i == id(node)}
        several = len(node.bonds) > 1
        for port in range(len(node.bonds)):
            e, f, into = self.port(node, port)
            two = several and len(element.ports) == 2 and not isinstance(element, MatrixTF)
            mark = f"_{element.ports[port]}" if two else f"_{port + 1}" if several else ""
            out = isinstance(element, TF | GY) and port == 1  # power counts out of port b
            domain = self.domain(node, port)
            table[f"effort{mark}"] = (e, domain.effort)
            table[f"flow{mark}"] = ((-into if out else into) * f, domain.flow)
        return table

    def power_into(self, node: Node) -> Operand:
        """Return the power into an element, all its ports."""
        return sum((into * e * f for e, f, into in (self.port(node, p) for p in range(len(node.bonds)))), ca.SX(0))

    def strong(self, node: Node) -> int:
        """Return the bond that dictates the common variable of a junction."""
        one = node.kind == "1-junction"
        return next(i for p, i in enumerate(node.bonds) if (self.graph.bonds[i].effort_by == node.ends[p]) == one)

    def account(self, node: Node, what: str, power: Operand) -> Operand:
        """Add a state that integrates a power."""
        symbol = self.state(node.path, what, "J", 0.0)
        self.set_rate(symbol, power)
        return symbol

    def energy_accounts(self) -> None:
        """Add the energy of compressions; with an audit also that of every source, resistance and port."""
        if self.graph.audit:
            for node, power in self.compressed:
                self.storages[node.path] = (None, self.account(node, "energy", power))
            for node in self.graph.nodes:
                if node.element.accounted:
                    self.account(node, "energy", node.element.accounted * self.power_into(node))
        elif self.compressed:
            symbol = self.state("compressions", "energy", "J", 0.0)
            self.set_rate(symbol, sum((power for _, power in self.compressed), ca.SX(0)))
            self.storages["compressions"] = (None, symbol)
