"""From a causal graph to state equations ẋ = f(t, x, u, p), symbolically.

Each causal end of a bond defines one variable; the definitions are sorted by what they need. Variables that need each other
(algebraic loops) are torn: linear groups are eliminated symbolically, the others get Newton steps inside the kernel, from
a guess that is a state of its own and follows the solution. A storage in derivative causality returns z = Ṗ, with P its
stored quantity as a function of the states; the total derivative

    z = ∂P/∂x ẋ(x, z) + ∂P/∂t + …

is linear in z as a rule and is solved likewise. So every well-posed graph ends as an explicit ODE.
"""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.base.locks import cached_property
from biela.lie.array import Operand
from biela.lie.symbol import as_symbol
from biela.mechanism.parameter import evaluate
from biela.network.causality import Causality
from biela.network.context import Context, NetworkSignals, StateEntry
from biela.network.element import R, RField, Sensor, Source
from biela.network.solve import is_linear, newton, solve_linear, strong_groups, tear, vanishes
from biela.network.variables import Variables

RECOVERY = 10.0
"""Rate [1/s] at which the guess of a Newton iteration returns to the solution, should it ever leave it."""


class NetworkEquations(Variables):
    """Symbolic equations of a network.

    states : what the entries of x are
    x, xdot : state and its rate
    efforts : effort that the network exerts at each port, by path of the `OutsidePort` node
    signals : name → (expression, unit)
    stored, supplied, dissipated : energy [J], powers [W]
    guesses : (state that holds the guess of an implicit equation, its unknown)
    """

    def __init__(self, causality: Causality, context: Context):
        super().__init__(causality, context)
        self.guesses: list[tuple[Operand, Operand]] = []
        for node in self.graph.nodes:
            self.define(node)
        self.energy_accounts()
        self._solve()

    def _solve(self) -> None:
        for symbol, residual, label in self.unknowns:
            self.put(symbol, symbol + residual, label)  # a law used backwards: y = y + residual is a loop of its own
        place = {s.element_hash(): i for i, s in enumerate(self.symbols)}
        if len(place) != len(self.symbols):
            raise AssertionError("a variable is defined twice")
        depends = [[place[s.element_hash()] for s in ca.symvar(d) if s.element_hash() in place] for d in self.definitions]
        preferred = self._preferred()
        solved: list[tuple[Operand, Operand]] = []  # variables with their definitions, in order
        for group in strong_groups(depends):
            if len(group) == 1 and group[0] not in depends[group[0]]:
                solved.append((self.symbols[group[0]], self.definitions[group[0]]))
            else:
                solved += self._loop(*tear(group, depends, preferred & set(group)))
        symbols, definitions = [symbol for symbol, _ in solved], [definition for _, definition in solved]
        # everything in terms of states, inputs and z alone
        others = [_column(self.rates), _column([p for _, p, _ in self.dependents])]
        self._value_list, (self.xdot, dependent) = _inlined(symbols, definitions, others)
        self.x, self._symbol_list = _column(self.state_symbols), symbols
        if self.dependents:
            self._solve_dependent(dependent)
        self._guess_rates()
        self.dependent = dependent

    def _preferred(self) -> set[int]:
        """Return the variables to tear first: unknowns of laws used backwards, and what the freely chosen resistances compute."""
        chosen = set(self.causality.loops)
        paths = {n.path for n in self.graph.nodes if isinstance(n.element, R | RField)}
        unknown = {s.element_hash() for s, _, _ in self.unknowns}
        solved = {label for _, _, label in self.unknowns}
        return {
            i
            for i, (s, label) in enumerate(zip(self.symbols, self.labels, strict=True))
            if s.element_hash() in unknown or (label in chosen and label in paths and label not in solved)
        }

    def _loop(self, torn: list[int], order: list[int]) -> list[tuple[Operand, Operand]]:
        """Return the definitions, in order, of a group of variables that need each other."""
        inner = [self.symbols[i] for i in order]
        w = ca.vertcat(*(self.symbols[i] for i in torn))
        values, (targets,) = _inlined(
            inner, [self.definitions[i] for i in order], [ca.vertcat(*(self.definitions[i] for i in torn))]
        )
        residual = w - targets
        label = "the loop through " + ", ".join(dict.fromkeys(repr(self.labels[i]) for i in [*torn, *order][:6]))
        if is_linear(residual, w):
            solution = solve_linear(residual, w, lambda i: label)
        else:
            guess = [self.state(self.labels[i], f"guess_{k + 1}", "1", None) for k, i in enumerate(torn)]
            result = newton(residual, w, ca.vertcat(*guess), lambda i: label)
            solution = [result[k] for k in range(len(torn))]
            self.guesses += [(g, self.symbols[i]) for g, i in zip(guess, torn, strict=True)]
        return [
            *((self.symbols[i], x) for i, x in zip(torn, solution, strict=True)),
            *zip(inner, [self.definitions[i] for i in order], strict=True),
        ]

    def total_derivative(self, expression: Operand, xdot: Operand) -> Operand:
        """Return d/dt along the motion."""
        total = ca.jtimes(expression, self.context.t, ca.SX(1))
        for symbols, rates in ((self.x, xdot), *self.context.clocks):
            if symbols.numel():
                total = total + ca.jtimes(expression, symbols, rates)
        return total

    def _solve_dependent(self, dependent: Operand) -> None:
        z = ca.vertcat(*(s for s, _, _ in self.dependents))
        if ca.depends_on(dependent, z) and vanishes(ca.jacobian(dependent, z)):
            dependent = ca.substitute(dependent, z, ca.SX.zeros(z.shape))  # terms that cancel
        if ca.depends_on(dependent, z):
            culprits = ", ".join(repr(n) for _, _, n in self.dependents)
            raise DescriptionError(
                f"derivative causality of {culprits} feeds back on itself: its stored quantity depends on its own rate. Do not "
                "prefer it there, or put a compliance or inertia between."
            )
        residual, names = z - self.total_derivative(dependent, self.xdot), [repr(n) for _, _, n in self.dependents]
        if is_linear(residual, z):
            solution = ca.vertcat(*solve_linear(residual, z, names.__getitem__))
        else:
            guess = [self.state(n.path, f"guess_{k + 1}", "1", None) for k, (_, _, n) in enumerate(self.dependents)]
            solution = newton(residual, z, ca.vertcat(*guess), names.__getitem__)
            self.guesses += [(g, s) for g, (s, _, _) in zip(guess, self.dependents, strict=True)]
            self.x, self.xdot = _column(self.state_symbols), ca.vertcat(self.xdot, ca.SX.zeros(len(guess)))
        replaced = ca.substitute([self.xdot, ca.vertcat(*self._value_list)], [z], [solution])
        self.xdot = replaced[0]
        self._symbol_list = [*(s for s, _, _ in self.dependents), *self._symbol_list]
        self._value_list = [*ca.vertsplit(solution), *ca.vertsplit(replaced[1])]

    def _guess_rates(self) -> None:
        """Let guesses follow the solution, and return to it."""
        guesses = self.guesses
        if not guesses:
            return
        self.x = _column(self.state_symbols)
        if self.xdot.numel() < self.x.numel():
            self.xdot = ca.vertcat(self.xdot, ca.SX.zeros(self.x.numel() - self.xdot.numel()))
        own = _column([g for g, _ in guesses])
        for guess, symbol in guesses:
            value = self.inlined(symbol)
            rate = self.total_derivative(value, self.xdot) - ca.jtimes(value, own, self.xdot[[self.index(g) for g, _ in guesses]])
            self.xdot[self.index(guess)] = rate + RECOVERY * (value - guess)

    def inlined(self, expression: Operand) -> Operand:
        """Return an expression of bond variables in terms of states, inputs, time and what comes from outside."""
        return self._inline([as_symbol(expression)])[0]

    def _inline(self, expressions: list[Operand]) -> list[Operand]:
        if not self._symbol_list:
            return expressions
        return list(ca.substitute(expressions, [_column(self._symbol_list)], [_column(self._value_list)]))

    @property
    def variables(self) -> Operand:
        """Efforts and flows of all bonds, stacked."""
        return _column(self._value_list)

    @cached_property
    def efforts(self) -> dict[str, Operand]:
        """Effort on the outside at each port, by path of its node."""
        ports = [n for nodes in self.graph.ports.values() for n in nodes]
        values = self._inline([_column([self.port(n)[0] for n in ports])])[0]
        return {n.path: values[k] for k, n in enumerate(ports)}

    @cached_property
    def stored(self) -> Operand:
        """Energy stored in all I and C [J]."""
        return self.inlined(sum((H for _, H in self.storages.values()), ca.SX(0)))

    def _sum_power(self, kinds: type | tuple[type, ...]) -> Operand:
        return self.inlined(sum((self.power_into(n) for n in self.graph.nodes if isinstance(n.element, kinds)), ca.SX(0)))

    @cached_property
    def supplied(self) -> Operand:
        """Power delivered by all sources [W]."""
        return -self._sum_power(Source)

    @cached_property
    def dissipated(self) -> Operand:
        """Power taken by all resistances [W]."""
        return self._sum_power((R, RField))

    @cached_property
    def signal_units(self) -> dict[str, str]:
        """Names and units of all signals."""
        return {name: unit for name, (_, unit) in self._raw_signals.items()}

    @cached_property
    def _raw_signals(self) -> dict[str, tuple[Operand, str]]:
        table: dict[str, tuple[Operand, str]] = {}
        for node in self.graph.nodes:
            for quantity, (value, unit) in self.quantities(node).items():
                table[f"{node.path}.{quantity}"] = (value, unit)
            if not node.is_junction and node.bonds and not isinstance(node.element, Sensor):
                sign = -1.0 if isinstance(node.element, Source) else 1.0  # sources count what they deliver
                table[f"{node.path}.power"] = (sign * self.power_into(node), "W")
            if node.path in self.storages:
                table[f"{node.path}.energy"] = (self.storages[node.path][1], "J")
        for state, x in zip(self.states, self.state_symbols, strict=True):
            table.setdefault(state.name, (x, state.unit))
        for name in self.graph.published:
            table.setdefault(name, table[self.graph.stands_for(name)])
        return table

    @cached_property
    def signals(self) -> dict[str, Operand]:
        """All signals as expressions, by name."""
        values = self._inline([_column([value for value, _ in self._raw_signals.values()])])[0]
        return {name: values[k] for k, name in enumerate(self._raw_signals)}

    def initial_state(self, values: Mapping[str, float] | None = None, given: Mapping[str, float] | None = None) -> Operand:
        """Return x at the start: initial values of the elements, or those given by `path` or `path.quantity`."""
        given = {self.graph.stands_for(name): value for name, value in (given or {}).items()}

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


def _column(entries: list[Operand]) -> Operand:
    return ca.vertcat(*entries) if entries else ca.SX(0, 1)


def _inlined(symbols: list[Operand], definitions: list[Operand], others: list[Operand]) -> tuple[list[Operand], list[Operand]]:
    """Return the definitions, and other expressions, with all the symbols replaced; each may use those before it."""
    if not symbols:
        return [], others
    values, rest = ca.substitute_inplace(symbols, definitions, others)
    return list(values), list(rest)


__all__ = ["Context", "NetworkEquations", "StateEntry", "NetworkSignals"]
