"""From a causal graph to state equations ẋ = f(t, x, u, p), symbolically.

Each causal end of a bond defines one variable; the definitions are sorted by what they need. Variables that need each other
(algebraic loops) are torn: linear groups are eliminated symbolically, the others get Newton steps inside the kernel, from
a guess that is a state of its own and follows the solution. A storage in derivative causality returns z = Ṗ, with P its
stored quantity as a function of the states; the total derivative

    z = ∂P/∂x ẋ(x, z) + ∂P/∂t + …

is linear in z as a rule and is solved likewise. So every well-posed graph ends as an explicit ODE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from biela.errors import DescriptionError, UnknownName, nearest
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import evaluate, resolving
from biela.network.causality import Causality
from biela.network.element import (
    GY,
    TF,
    C,
    CField,
    Element,
    I,
    IField,
    Integrator,
    MatrixTF,
    Output,
    R,
    RField,
    Sensor,
    Source,
    Storage,
    Zero,
    is_function,
)
from biela.network.flat import HEAD, TAIL, Graph, Node, Outside, initial_values
from biela.network.solve import is_linear, newton, solve_linear, strong_groups, tear, vanishes

RECOVERY = 10.0
"""Rate [1/s] at which the guess of a Newton iteration returns to the solution, should it ever leave it."""


@dataclass
class Context:
    """What the surroundings of a network give it.

    t : time
    values : symbols of free parameters by name
    inputs : symbols of sources without a value, by path
    flows : flows at ports, by path of their `Outside` node
    signals : signals from outside, for laws; raises UnknownName for what it does not know
    clocks : symbols from outside that change in time, with their rates
    name_values : the value of an element as a symbol of its own name instead of its number (for printing)
    """

    t: Any = field(default_factory=lambda: ca.SX.sym("t"))
    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    flows: Mapping[str, Any] = field(default_factory=dict)
    signals: Callable[[str], Any] | None = None
    clocks: Sequence[tuple[Any, Any]] = ()
    name_values: bool = False


@dataclass(frozen=True)
class StateEntry:
    """One state of a network: `spring.displacement`; what it starts from; its unit."""

    path: str
    quantity: str
    unit: str
    initial: Any

    @property
    def name(self) -> str:
        return f"{self.path}.{self.quantity}"


class NetworkEquations:
    """Symbolic equations of a network.

    Attributes
    ----------
    states : what the entries of x are
    x, xdot : state and its rate
    efforts : effort that the network exerts at each port, by path of the `Outside` node
    signals : name → (expression, unit)
    stored, supplied, dissipated : energy [J], powers [W]
    """

    def __init__(self, causality: Causality, context: Context):
        self.causality, self.context = causality, context
        self.graph: Graph = causality.graph
        self.e = [ca.SX.sym(f"e{i}") for i in range(len(self.graph.bonds))]
        self.f = [ca.SX.sym(f"f{i}") for i in range(len(self.graph.bonds))]
        self.states: list[StateEntry] = []
        self._x: list[Any] = []
        self._rates: list[Any] = []
        self._symbols: list[Any] = []  # variables in the order of their definitions
        self._definitions: list[Any] = []
        self._labels: list[str] = []
        self._z: list[tuple[Any, Any, Node]] = []  # symbol, stored quantity, storage
        self._extra: dict[str, tuple[Any, str]] = {}  # signals of sensors, integrators, outputs
        self._stored: dict[str, tuple[Any, Any]] = {}  # path → (state symbol, energy expression)
        self._named: dict[str, Any] = {}
        self._derivative = {id(n) for n in causality.derivative}
        self._backwards = {id(n) for n in causality.backwards}
        self.guesses: list[tuple[Any, Any]] = []  # state that holds the guess of an implicit equation, its unknown
        self._unknown: list[tuple[Any, Any, str]] = []  # symbol, residual, label: laws solved for the other variable
        self._open_states()
        for node in self.graph.nodes:
            self._define(node)
        self._energy_accounts()
        self._solve()

    # ----------------------------------------------------------------------------------------------------- variables

    def _port(self, node: Node, port: int = 0) -> tuple[Any, Any, float]:
        """Effort, flow along the arrow, and +1 where the arrow points into the element."""
        i = node.bonds[port]
        return self.e[i], self.f[i], 1.0 if node.ends[port] == HEAD else -1.0

    def _gives(self, node: Node, port: int = 0) -> bool:
        return self.causality.gives_effort(node, port)

    def _put(self, symbol: Any, definition: Any, label: str) -> None:
        self._symbols.append(symbol)
        self._definitions.append(ca.SX(definition))
        self._labels.append(label)

    def _state(self, node: Node | None, path: str, quantity: str, unit: str, initial: Any) -> Any:
        symbol = ca.SX.sym(f"{path}.{quantity}")
        self.states.append(StateEntry(path, quantity, unit, initial))
        self._x.append(symbol)
        self._rates.append(ca.SX(0))
        return symbol

    def _open_states(self) -> None:
        """States of storages, integrators and integrating sensors, before anything refers to them."""
        self._own: dict[int, list[Any]] = {}
        for node in self.graph.nodes:
            starts = initial_values(node)
            if not starts or id(node) in self._derivative:
                continue
            element = node.element
            quantity = getattr(element, "quantity", "value")
            if isinstance(element, Sensor | Integrator):
                unit = element.unit if isinstance(element, Integrator) else self._domain(node).unit(element.measures)
            else:
                unit = self._domain(node).unit(quantity)
            labels = [quantity] if len(starts) == 1 else [f"{quantity}_{k + 1}" for k in range(len(starts))]
            self._own[id(node)] = [
                self._state(node, node.path, q, unit, s) for q, s in zip(labels, starts, strict=True)
            ]

    def _domain(self, node: Node, port: int = 0) -> Any:
        return self.graph.bonds[node.bonds[port]].domain

    def _index(self, symbol: Any) -> int:
        if not hasattr(self, "_places"):
            self._places = {s.element_hash(): i for i, s in enumerate(self._x)}
        return self._places[symbol.element_hash()]

    def _set_rate(self, symbol: Any, rate: Any) -> None:
        self._rates[self._index(symbol)] = ca.SX(rate)

    # ---------------------------------------------------------------------------------------------------------- values

    def _value(self, node: Node, x: Any, label: str = "") -> Any:
        """A number, an expression of parameters, a function of time or a law of signals."""
        if not is_function(x):
            if self.context.name_values and label:
                return self._named.setdefault(f"{node.path}.{label}", ca.SX.sym(f"{node.path}.{label}"))
            return evaluate(x, self.context.values)
        if is_motion(x) or takes_time(x):
            return self._call(node, lambda: call(x, self.context.t, self.context.values))
        return self._call(node, lambda: x(self.view(node)))

    def _call(self, node: Node, law: Callable[[], Any]) -> Any:
        try:
            with resolving(self.context.values):  # free parameters inside the law become symbols
                value = evaluate(law(), self.context.values)
            return value if isinstance(value, ca.SX) else ca.SX(value)
        except UnknownName as error:
            raise UnknownName(f"law of {node!r}: {error}") from None
        except (NotImplementedError, TypeError, ValueError, RuntimeError) as error:
            if isinstance(error, DescriptionError):
                raise
            raise DescriptionError(
                f"law of {node!r} did not return an expression: {error}. Use arithmetic and casadi functions of what it is given."
            ) from error

    def _scalar(self, node: Node, law: Callable[[], Any]) -> Any:
        value = self._call(node, law)
        if value.shape != (1, 1):
            raise DescriptionError(f"law of {node!r} returned shape {value.shape}: it must return one number.")
        return value

    def view(self, node: Node | None) -> View:
        """Signals as a law of that element sees them."""
        return View(self, node.scope if node is not None else "")

    @cached_property
    def _by_path(self) -> dict[str, Node]:
        return self.graph.by_path

    def lookup(self, scope: str, name: str) -> Any:
        """A variable by `element.quantity`: in the network of the law, then in those around it, then outside."""
        path, _, quantity = name.rpartition(".")
        node = self.find(scope, path)
        if node is not None:
            return self._quantity(node, quantity)
        if self.context.signals is not None:
            return self.context.signals(name)
        raise UnknownName(f"no signal {name!r}.{nearest(path, list(self._by_path))}")

    def find(self, scope: str, path: str) -> Node | None:
        """An element by its path, as seen from inside a network: there first, then in those around it."""
        while True:
            node = self._by_path.get(scope + path)
            if node is not None or not scope:
                return node
            scope = scope.rstrip("/").rpartition("/")[0]
            scope += "/" if scope else ""

    def _quantity(self, node: Node, quantity: str) -> Any:
        table = self._quantities(node)
        if quantity not in table:
            raise UnknownName(f"{node!r} has no signal {quantity!r}.{nearest(quantity, list(table))}")
        return table[quantity][0]

    def _quantities(self, node: Node) -> dict[str, tuple[Any, str]]:
        """Signals of one element, as expressions of bond variables and states."""
        element = node.element
        own = {
            s.name.rpartition(".")[2]: (x, s.unit)
            for s, x in ((self.states[self._index(x)], x) for x in self._own.get(id(node), []))
        }
        if isinstance(element, Output | Integrator | Sensor):
            return own | {k.rpartition(".")[2]: v for k, v in self._extra.items() if k.rpartition(".")[0] == node.path}
        if node.is_junction:
            i = self._strong(node)
            domain = self.graph.bonds[i].domain
            return (
                {"effort": (self.e[i], domain.effort)}
                if isinstance(element, Zero)
                else {"flow": (self.f[i], domain.flow)}
            )
        table = dict(own)
        several = len(node.bonds) > 1
        for port in range(len(node.bonds)):
            e, f, into = self._port(node, port)
            two = several and len(element.ports) == 2 and not isinstance(element, MatrixTF)
            mark = f"_{element.ports[port]}" if two else f"_{port + 1}" if several else ""
            out = isinstance(element, TF | GY) and port == 1  # power counts out of port b
            domain = self._domain(node, port)
            table[f"effort{mark}"] = (e, domain.effort)
            table[f"flow{mark}"] = ((-into if out else into) * f, domain.flow)
        return table

    def power_into(self, node: Node) -> Any:
        """Power into an element, all its ports."""
        return sum((into * e * f for e, f, into in (self._port(node, p) for p in range(len(node.bonds)))), ca.SX(0))

    def _strong(self, node: Node) -> int:
        """The bond that dictates the common variable of a junction."""
        one = node.kind == "1-junction"
        for p, i in enumerate(node.bonds):
            if (self.graph.bonds[i].effort_by == node.ends[p]) == one:
                return i
        raise AssertionError(node)

    # ------------------------------------------------------------------------------------------------- element by element

    def _define(self, node: Node) -> None:
        match node.element:
            case Storage():
                self._storage(node, node.element)
            case IField() | CField():
                self._field(node, node.element)
            case R():
                self._resistance(node, node.element)
            case RField():
                self._r_field(node, node.element)
            case Source():
                e, f, into = self._port(node)
                value = self._source(node, node.element)
                self._put(e, value, node.path) if node.kind == "Se" else self._put(f, -into * value, node.path)
            case Outside():
                _, f, _ = self._port(node)
                self._put(f, self.context.flows[node.path], node.path)
            case Sensor():
                self._sensor(node, node.element)
            case TF() | GY():
                self._two_port(node, node.element)
            case MatrixTF():
                self._matrix(node, node.element)
            case Integrator() | Output():
                self._signal(node, node.element)
            case _:
                self._junction(node)

    def _source(self, node: Node, element: Source) -> Any:
        """Value of a source; the flow of a source is delivered, the effort acts along its bond."""
        if element.value is None:
            return self.context.inputs[node.path]
        value = ca.SX(self._value(node, element.value, "value"))
        if value.numel() == element.size:
            return value[node.component] if element.size > 1 else value
        if value.numel() != 1:
            raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {element.size}.")
        return value

    def _junction(self, node: Node) -> None:
        strong = self._strong(node)
        one = node.kind == "1-junction"
        common, summed = (self.f, self.e) if one else (self.e, self.f)
        total: Any = 0
        sign = 0.0
        for i, end in zip(node.bonds, node.ends, strict=True):
            s = 1.0 if end == HEAD else -1.0
            if i == strong:
                sign = s
            else:
                total = total + s * summed[i]
                self._put(common[i], common[strong], node.path)
        self._put(summed[strong], -sign * total, node.path)

    def _two_port(self, node: Node, element: Any) -> None:
        e_a, f_a, into_a = self._port(node, 0)
        e_b, f_b, into_b = self._port(node, 1)
        m = self._value(node, element.ratio, "ratio")
        turn = -into_a * into_b  # flow in at a along the arrow ↔ flow out at b along the arrow
        if isinstance(element, TF):
            if self._gives(node, 0):
                self._put(e_a, m * e_b, node.path)
                self._put(f_b, turn * m * f_a, node.path)
            else:
                self._put(e_b, e_a / m, node.path)
                self._put(f_a, turn * f_b / m, node.path)
        elif self._gives(node, 0):
            self._put(e_a, m * (-into_b * f_b), node.path)
            self._put(e_b, m * (into_a * f_a), node.path)
        else:
            self._put(f_b, -into_b * e_a / m, node.path)
            self._put(f_a, into_a * e_b / m, node.path)

    def _matrix(self, node: Node, element: MatrixTF) -> None:
        n_b, n_a = element.shape  # type: ignore[misc]
        T = (
            ca.SX(self._value(node, element.matrix))
            if is_function(element.matrix)
            else ca.SX(evaluate(element.matrix, self.context.values))
        )
        if T.shape != (n_b, n_a):
            raise DescriptionError(f"law of {node!r} returned shape {T.shape}: it must return {(n_b, n_a)}.")
        ports = [self._port(node, p) for p in range(n_a + n_b)]
        a, b = ports[:n_a], ports[n_a:]
        for source, target, M, effort in ((a, b, T, False), (b, a, T.T, True)):
            if not self._gives(node, 0):  # backwards: the inverse is the transpose
                source, target, M = target, source, M.T
            for r, (e, f, into) in enumerate(target):
                terms = []
                for c, (e_s, f_s, into_s) in enumerate(source):
                    if not M[r, c].is_zero():
                        terms.append(M[r, c] * (e_s if effort else -into * into_s * f_s))
                self._put(e if effort else f, sum(terms[1:], terms[0]) if terms else 0, node.path)

    def _storage(self, node: Node, element: Storage) -> None:
        e, f, into = self._port(node)
        inertia = isinstance(element, I)
        inflow, output = (e, into * f) if inertia else (into * f, e)  # rate of the stored quantity; what the law gives
        coefficient = (
            None
            if element.coefficient is None
            else self._value(node, element.coefficient, "inertia" if inertia else "capacity")
        )

        def law(s: Any) -> Any:
            if coefficient is not None:
                return s / coefficient
            if element.law is not None:
                return self._scalar(node, lambda: call(element.law, s, self.context.values))  # type: ignore[arg-type]
            y = ca.SX.sym("stored")
            H = self._scalar(node, lambda: element.energy(y))  # type: ignore[misc]
            return ca.substitute(ca.jacobian(H, y), y, ca.SX(s))

        def energy(s: Any) -> Any:
            if coefficient is not None:
                return 0.5 * s * s / coefficient
            return self._scalar(node, lambda: element.energy(s)) if element.energy is not None else None  # type: ignore[misc]

        target, sign = (f, into) if inertia else (e, 1.0)
        if id(node) not in self._derivative:
            (s,) = self._own[id(node)]
            self._put(target, sign * law(s), node.path)
            self._set_rate(s, inflow)
            stored = s
        else:
            if coefficient is not None:
                stored = coefficient * output
            else:
                stored = ca.SX.sym(f"{node.path}.{element.quantity}")
                self._unknown.append((stored, law(stored) - output, node.path))
            z = ca.SX.sym(f"z_{node.path}")
            self._z.append((z, stored, node))
            given, way = (e, 1.0) if inertia else (f, into)
            self._put(given, way * z, node.path)
        H = energy(stored)
        self._stored[node.path] = (stored, H if H is not None else self._account(node, "energy", e * into * f))

    def _field(self, node: Node, element: Any) -> None:
        own = self._own[id(node)]
        s = ca.vertcat(*own)
        inertia = isinstance(element, IField)
        if element.matrix is not None:
            M = ca.SX(evaluate(np.array(element.matrix, dtype=object), self.context.values))
            output = ca.vertcat(*eliminate_field(M, s)) if inertia else M @ s
            H = 0.5 * ca.dot(s, output)
        elif element.energy is not None:
            H = self._scalar(node, lambda: element.energy(s))
            output = ca.gradient(H, s)
        else:
            output = self._call(node, lambda: element.law(s))
            H = None
        power: Any = 0
        for port, x in enumerate(own):
            e, f, into = self._port(node, port)
            power = power + into * e * f
            self._put(f if inertia else e, (into if inertia else 1.0) * output[port], node.path)
            self._set_rate(x, e if inertia else into * f)
        self._stored[node.path] = (s, H if H is not None else self._account(node, "energy", power))

    def _resistance(self, node: Node, element: R) -> None:
        e, f, into = self._port(node)
        gives = self._gives(node)
        if element.resistance is not None:
            r = self._value(node, element.resistance, "resistance")
            if not gives and isinstance(r, int | float) and r == 0:
                raise DescriptionError(
                    f"{node!r} has no resistance, and its effort is dictated: its flow would be infinite. Leave it out, or give "
                    "it a small resistance."
                )
            self._put(e, r * into * f, node.path) if gives else self._put(f, into * e / r, node.path)
            return
        law, argument = (element.effort, into * f) if element.effort is not None else (element.flow, e)

        def value(x: Any) -> Any:
            return self._scalar(node, lambda: _two_arguments(law, x, self.view(node), self.context.values))

        if id(node) not in self._backwards:
            self._put(e, value(argument), node.path) if gives else self._put(f, into * value(argument), node.path)
            return
        y = ca.SX.sym(f"{node.path}.{'flow' if element.effort is not None else 'effort'}")
        given = e if element.effort is not None else into * f
        self._unknown.append((y, value(y) - given, node.path))
        self._put(f, into * y, node.path) if element.effort is not None else self._put(e, y, node.path)

    def _r_field(self, node: Node, element: RField) -> None:
        n = element.size
        ports = [self._port(node, p) for p in range(n)]
        backwards = [p for p in range(n) if not self._gives(node, p)]
        flows = [into * f for _, f, into in ports]
        unknown = []
        for p in backwards:
            y = ca.SX.sym(f"{node.path}.flow_{p + 1}")
            flows[p] = y
            unknown.append(y)
        vector = ca.vertcat(*flows)
        if element.matrix is not None:
            output = ca.SX(evaluate(np.array(element.matrix, dtype=object), self.context.values)) @ vector
        else:
            output = self._call(node, lambda: element.law(vector))
        if output.numel() != n:
            raise DescriptionError(f"law of {node!r} returned {output.numel()} numbers, not {n}.")
        for p, (e, f, into) in enumerate(ports):
            if p in backwards:
                y = unknown[backwards.index(p)]
                self._unknown.append((y, output[p] - e, node.path))
                self._put(f, into * y, node.path)
            else:
                self._put(e, output[p], node.path)

    def _sensor(self, node: Node, element: Sensor) -> None:
        e, f, into = self._port(node)
        measured = e if element.takes_effort else into * f
        self._put(f if element.takes_effort else e, 0, node.path)
        if id(node) in self._own:
            self._set_rate(self._own[id(node)][0], measured)
        else:
            self._extra[f"{node.path}.value"] = (measured, self._domain(node).unit(element.measures))

    def _signal(self, node: Node, element: Any) -> None:
        law = element.rate if isinstance(element, Integrator) else element.law
        value = self._value(node, law)
        value = ca.SX(value)
        if isinstance(element, Output):
            for k in range(value.numel()):
                mark = "" if value.numel() == 1 else f"_{k + 1}"
                symbol = ca.SX.sym(f"{node.path}.value{mark}")
                self._put(symbol, value[k], node.path)
                self._extra[f"{node.path}.value{mark}"] = (symbol, element.unit)
            return
        if value.numel() != element.size:
            raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {element.size}.")
        for k, x in enumerate(self._own[id(node)]):
            self._set_rate(x, value[k])

    def _account(self, node: Node, what: str, power: Any) -> Any:
        """A state that integrates a power."""
        symbol = self._state(node, node.path, what, "J", 0.0)
        self.__dict__.pop("_places", None)
        self._set_rate(symbol, power)
        self._own_energy = {**getattr(self, "_own_energy", {}), node.path: symbol}
        return symbol

    def _energy_accounts(self) -> None:
        """With an audit: energy delivered by every source, dissipated in every resistance, passed at every port."""
        if self.graph.audit:
            for node in self.graph.nodes:
                match node.element:
                    case R() | RField() | Outside():
                        self._account(node, "energy", self.power_into(node))
                    case Source():
                        self._account(node, "energy", -self.power_into(node))

    # -------------------------------------------------------------------------------------------------------- solution

    def _solve(self) -> None:
        for (
            symbol,
            residual,
            label,
        ) in self._unknown:  # a law used backwards: y = y + residual makes it a loop of its own
            self._put(symbol, symbol + residual, label)
        groups, depends = self._groups()
        preferred = self._preferred()
        symbols: list[Any] = []
        definitions: list[Any] = []
        for group in groups:
            if len(group) == 1 and group[0] not in depends[group[0]]:
                symbols.append(self._symbols[group[0]])
                definitions.append(self._definitions[group[0]])
                continue
            torn, order = tear(group, depends, preferred & set(group))
            for symbol, definition in self._loop(torn, order):
                symbols.append(symbol)
                definitions.append(definition)
        # everything in terms of states, inputs and z alone
        dependent = ca.vertcat(*(p for _, p, _ in self._z)) if self._z else ca.SX(0, 1)
        piggyback = [ca.vertcat(*self._rates) if self._rates else ca.SX(0, 1), dependent]
        values, (rates, dependent) = _inlined(symbols, definitions, piggyback)
        self.x = ca.vertcat(*self._x) if self._x else ca.SX(0, 1)
        self.xdot = rates
        self._symbol_list, self._value_list = symbols, values
        if self._z:
            self._solve_dependent(dependent)
        self._guess_rates()
        self.dependent = dependent

    def _groups(self) -> tuple[list[list[int]], list[list[int]]]:
        place = {s.element_hash(): i for i, s in enumerate(self._symbols)}
        if len(place) != len(self._symbols):
            raise AssertionError("a variable is defined twice")
        depends = [
            [place[s.element_hash()] for s in ca.symvar(d) if s.element_hash() in place] for d in self._definitions
        ]
        return strong_groups(depends), depends

    def _preferred(self) -> set[int]:
        """Variables to tear first: unknowns of laws used backwards, and what the freely chosen resistances compute."""
        chosen = set(self.causality.loops)
        paths = {n.path for n in self.graph.nodes if isinstance(n.element, R | RField)}
        unknown = {s.element_hash() for s, _, _ in self._unknown}
        solved = {label for _, _, label in self._unknown}
        return {
            i
            for i, (s, label) in enumerate(zip(self._symbols, self._labels, strict=True))
            if s.element_hash() in unknown or (label in chosen and label in paths and label not in solved)
        }

    def _loop(self, torn: list[int], order: list[int]) -> list[tuple[Any, Any]]:
        """Definitions, in order, of a group of variables that need each other."""
        inner = [self._symbols[i] for i in order]
        w = ca.vertcat(*(self._symbols[i] for i in torn))
        values, (targets,) = _inlined(
            inner, [self._definitions[i] for i in order], [ca.vertcat(*(self._definitions[i] for i in torn))]
        )
        residual = w - targets
        label = ", ".join(dict.fromkeys(repr(self._labels[i]) for i in [*torn, *order][:6]))

        def names(i: int) -> str:
            return f"the loop through {label}"

        if is_linear(residual, w):
            solution = solve_linear(residual, w, names)
        else:
            guess = [self._state(None, self._labels[i], f"guess_{k + 1}", "1", None) for k, i in enumerate(torn)]
            self.__dict__.pop("_places", None)
            result = newton(residual, w, ca.vertcat(*guess), names)
            solution = [result[k] for k in range(len(torn))]
            self.guesses += [(g, self._symbols[i]) for g, i in zip(guess, torn, strict=True)]
        return [
            *((self._symbols[i], x) for i, x in zip(torn, solution, strict=True)),
            *zip(inner, [self._definitions[i] for i in order], strict=True),
        ]

    def total_derivative(self, expression: Any, xdot: Any) -> Any:
        """d/dt along the motion."""
        total = ca.jtimes(expression, self.context.t, ca.SX(1))
        if self.x.numel():
            total = total + ca.jtimes(expression, self.x, xdot)
        for symbols, rates in self.context.clocks:
            if symbols.numel():
                total = total + ca.jtimes(expression, symbols, rates)
        return total

    def _solve_dependent(self, dependent: Any) -> None:
        z = ca.vertcat(*(s for s, _, _ in self._z))
        if ca.depends_on(dependent, z) and vanishes(ca.jacobian(dependent, z)):
            dependent = ca.substitute(dependent, z, ca.SX.zeros(z.shape))  # terms that cancel
        if ca.depends_on(dependent, z):
            culprits = ", ".join(repr(n) for _, _, n in self._z)
            raise DescriptionError(
                f"derivative causality of {culprits} feeds back on itself: its stored quantity depends on its own rate. Remove the "
                "preference for derivative causality, or put a compliance or inertia between."
            )
        residual = z - self.total_derivative(dependent, self.xdot)
        names = lambda i: f"{self._z[i][2]!r}"  # noqa: E731
        if is_linear(residual, z):
            solution = ca.vertcat(*solve_linear(residual, z, names))
        else:
            guess = [self._state(None, n.path, f"guess_{k + 1}", "1", None) for k, (_, _, n) in enumerate(self._z)]
            self.__dict__.pop("_places", None)
            solution = newton(residual, z, ca.vertcat(*guess), names)
            self.guesses += [(g, s) for g, (s, _, _) in zip(guess, self._z, strict=True)]
            self.x = ca.vertcat(*self._x)
            self.xdot = ca.vertcat(self.xdot, ca.SX.zeros(len(guess)))
        replaced = ca.substitute([self.xdot, ca.vertcat(*self._value_list)], [z], [solution])
        self.xdot = replaced[0]
        self._symbol_list = [*(s for s, _, _ in self._z), *self._symbol_list]
        self._value_list = [*ca.vertsplit(solution), *ca.vertsplit(replaced[1])]

    def _guess_rates(self) -> None:
        """A guess follows the solution, and returns to it."""
        guesses = self.guesses
        if not guesses:
            return
        self.x = ca.vertcat(*self._x)
        if self.xdot.numel() < self.x.numel():
            self.xdot = ca.vertcat(self.xdot, ca.SX.zeros(self.x.numel() - self.xdot.numel()))
        for guess, symbol in guesses:
            value = self.inlined(symbol)
            own = ca.vertcat(*(g for g, _ in guesses))
            rate = self.total_derivative(value, self.xdot) - ca.jtimes(
                value, own, self.xdot[[self._index(g) for g, _ in guesses]]
            )
            self.xdot[self._index(guess)] = rate + RECOVERY * (value - guess)

    def inlined(self, expression: Any) -> Any:
        """An expression of bond variables in terms of states, inputs, time and what comes from outside."""
        return self._inline([ca.SX(expression)])[0]

    def _inline(self, expressions: list[Any]) -> list[Any]:
        return (
            list(ca.substitute(expressions, [ca.vertcat(*self._symbol_list)], [ca.vertcat(*self._value_list)]))
            if self._symbol_list
            else expressions
        )

    # ---------------------------------------------------------------------------------------------------------- results

    @property
    def variables(self) -> Any:
        """Efforts and flows of all bonds, stacked."""
        return ca.vertcat(*self._value_list) if self._value_list else ca.SX(0, 1)

    @cached_property
    def efforts(self) -> dict[str, Any]:
        """Effort on the outside at each port, by path of its node."""
        ports = [n for nodes in self.graph.ports.values() for n in nodes]
        values = self._inline([ca.vertcat(*(self._port(n)[0] for n in ports))])[0] if ports else ca.SX(0, 1)
        return {n.path: values[k] for k, n in enumerate(ports)}

    @cached_property
    def stored(self) -> Any:
        """Energy stored in all I and C [J]."""
        return self.inlined(sum((H for _, H in self._stored.values()), ca.SX(0)))

    def _sum_power(self, kinds: type | tuple[type, ...]) -> Any:
        total = sum((self.power_into(n) for n in self.graph.nodes if isinstance(n.element, kinds)), ca.SX(0))
        return self.inlined(total)

    @cached_property
    def supplied(self) -> Any:
        """Power delivered by all sources [W]."""
        return -self._sum_power(Source)

    @cached_property
    def dissipated(self) -> Any:
        """Power taken by all resistances [W]."""
        return self._sum_power((R, RField))

    @cached_property
    def signal_units(self) -> dict[str, str]:
        """Names and units of all signals."""
        return {name: unit for name, (_, unit) in self._raw_signals.items()}

    @cached_property
    def _raw_signals(self) -> dict[str, tuple[Any, str]]:
        table: dict[str, tuple[Any, str]] = {}
        for node in self.graph.nodes:
            for quantity, (value, unit) in self._quantities(node).items():
                table[f"{node.path}.{quantity}"] = (value, unit)
            if not node.is_junction and node.bonds and not isinstance(node.element, Sensor):
                sign = -1.0 if isinstance(node.element, Source) else 1.0  # sources count what they deliver
                table[f"{node.path}.power"] = (sign * self.power_into(node), "W")
            if node.path in self._stored:
                table[f"{node.path}.energy"] = (self._stored[node.path][1], "J")
        for state, x in zip(self.states, self._x, strict=True):
            table.setdefault(state.name, (x, state.unit))
        return table

    @cached_property
    def signals(self) -> dict[str, Any]:
        """All signals as expressions, by name."""
        names = list(self._raw_signals)
        if not names:
            return {}
        values = self._inline([ca.vertcat(*(self._raw_signals[n][0] for n in names))])[0]
        return {name: values[k] for k, name in enumerate(names)}

    @cached_property
    def is_dynamic(self) -> bool:
        """Whether efforts and flows may depend on accelerations from outside (derivative causality)."""
        return bool(self._z)

    def initial_state(self, values: Mapping[str, float] | None = None, given: Mapping[str, float] | None = None) -> Any:
        """x at the start: initial values of the elements, or those given by `path` or `path.quantity`."""
        given = dict(given or {})

        def start(s: StateEntry) -> float:
            if s.initial is None:  # of a guess
                return 0.0
            value = given.pop(s.name, None)
            value = given.pop(s.path, None) if value is None and s.quantity != "energy" else value
            return float(evaluate(s.initial, values)) if value is None else float(value)

        x = [start(s) for s in self.states]
        if given:
            names = [s.name for s in self.states if s.initial is not None]
            raise UnknownName(f"no state {next(iter(given))!r}.{nearest(next(iter(given)), names)}")
        return x


class View:
    """Signals as a law sees them: `s["shaft.flow"]`, `s.time`, `s.parameter("k")`."""

    def __init__(self, equations: NetworkEquations, scope: str):
        self._equations, self._scope = equations, scope

    @property
    def time(self) -> Any:
        """Time [s]."""
        return self._equations.context.t

    def parameter(self, name: str) -> Any:
        """A free parameter."""
        values = self._equations.context.values
        if name not in values:
            raise UnknownName(f"no parameter {name!r}.{nearest(name, list(values))}")
        return values[name]

    def __getitem__(self, name: str) -> Any:
        return self._equations.lookup(self._scope, name)

    def vector(self, name: str, size: int = 3) -> Any:
        """Components of a vector: `force.effort` → `force_x.effort`, …; `pose.value` → `pose.value_1`, …"""
        path, _, quantity = name.rpartition(".")
        marks = "xyz" if size == 3 else [str(k + 1) for k in range(size)]
        if self._equations.find(self._scope, path) is not None:
            return ca.vertcat(*(self[f"{path}.{quantity}_{k + 1}"] for k in range(size)))
        return ca.vertcat(*(self[f"{path}_{mark}.{quantity}"] for mark in marks))


def eliminate_field(M: Any, s: Any) -> list[Any]:
    from biela.network.solve import eliminate

    return eliminate(M, s, lambda i: "an I-field")


def _two_arguments(law: Any, x: Any, view: Any, values: Any) -> Any:
    """A law of one variable, or of one variable and the signals."""
    import inspect

    if is_motion(law):
        return call(law, x, values)
    try:
        count = len(inspect.signature(law).parameters)
    except (TypeError, ValueError):
        count = 1
    return law(x, view) if count >= 2 else law(x)


def _inlined(symbols: list[Any], definitions: list[Any], others: list[Any]) -> tuple[list[Any], list[Any]]:
    """Definitions, each in terms of those before it, and other expressions, with all the symbols replaced."""
    if not symbols:
        return [], others
    values, rest = ca.substitute_inplace(list(symbols), list(definitions), list(others))
    return list(values), list(rest)


__all__ = ["HEAD", "TAIL", "C", "Context", "Element", "NetworkEquations", "StateEntry", "View"]
