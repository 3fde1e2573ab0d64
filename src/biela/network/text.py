"""State equations in readable form: values by the names of their elements, infix, few brackets."""

from __future__ import annotations

import casadi as ca

from biela.lie.array import Operand
from biela.network.equations import Context, NetworkEquations
from biela.network.network import Network

_INFIX = {ca.OP_ADD: ("+", 1), ca.OP_SUB: ("−", 1), ca.OP_MUL: ("·", 2), ca.OP_DIV: ("/", 2), ca.OP_POW: ("^", 4)}
_CALLS = {
    ca.OP_SIN: "sin", ca.OP_COS: "cos", ca.OP_TAN: "tan", ca.OP_ASIN: "asin", ca.OP_ACOS: "acos", ca.OP_ATAN: "atan",
    ca.OP_TANH: "tanh", ca.OP_SINH: "sinh", ca.OP_COSH: "cosh", ca.OP_EXP: "exp", ca.OP_LOG: "log", ca.OP_SQRT: "sqrt",
    ca.OP_FABS: "abs", ca.OP_SIGN: "sign", ca.OP_ATAN2: "atan2", ca.OP_FMIN: "min", ca.OP_FMAX: "max", ca.OP_FLOOR: "floor",
    ca.OP_CONSTPOW: "pow", ca.OP_LT: "less", ca.OP_LE: "at_most", ca.OP_NOT: "not", ca.OP_IF_ELSE_ZERO: "if",
    ca.OP_AND: "and", ca.OP_OR: "or", ca.OP_EQ: "equal", ca.OP_NE: "unequal",
}  # fmt: skip
ATOM = 9


def equations(network: Network) -> str:
    """Return one line for each state: d/dt state = … in states, inputs and values of elements."""
    derived, _, _ = standalone(network, name_values=True)
    rates = zip(derived.states, ca.vertsplit(derived.xdot), strict=True)
    return "\n".join(f"d/dt {state.name} = {infix(rate)}" for state, rate in rates if state.quantity != "energy")


def standalone(network: Network, name_values: bool = False) -> tuple[NetworkEquations, Operand, Operand]:
    """Return the equations of a network on its own, with the symbols of its inputs and free parameters."""
    parameters = network.all_parameters()
    p, inputs = ca.SX.sym("p", len(parameters)), list(network.graph.inputs())
    u = [ca.SX.sym(path) for path in inputs]
    values = {name: p[k] for k, name in enumerate(parameters)}
    context = Context(values=values, inputs=dict(zip(inputs, u, strict=True)), name_values=name_values)
    return NetworkEquations(network.causality, context), ca.vertcat(*u) if u else ca.SX(0, 1), p


def infix(expression: Operand) -> str:
    """Return an SX scalar as text."""
    symbols = ca.symvar(expression)
    f = ca.Function("text", symbols, [ca.SX(expression)])
    memory: dict[int, tuple[str, int]] = {}
    result = "0"
    for k in range(f.n_instructions()):
        operation, places, target = f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)
        if operation == ca.OP_OUTPUT:
            result = memory[places[0]][0]
        elif operation == ca.OP_INPUT:
            memory[target[0]] = (symbols[places[0]].name(), ATOM)
        elif operation == ca.OP_CONST:
            value = f.instruction_constant(k)
            memory[target[0]] = (f"{value:g}".replace("-", "−"), ATOM if value >= 0 else 2)
        else:
            memory[target[0]] = _combine(operation, [memory[i] for i in places])
    return result


def _combine(operation: int, terms: list[tuple[str, int]]) -> tuple[str, int]:
    if operation in _INFIX:
        sign, level = _INFIX[operation]
        (a, p), (b, q) = terms
        left = a if p >= level else f"({a})"
        tight = level + 1 if sign in ("−", "/", "^") else level
        right = b if q >= tight and not b.startswith("−") else f"({b})"
        return f"{left} {sign} {right}" if sign in "+−/" else f"{left}{sign}{right}", level
    text, level = terms[0]
    if operation == ca.OP_NEG:
        return f"−{text if level >= 2 else f'({text})'}", 2
    if operation == ca.OP_INV:
        return f"1 / {text if level > 2 else f'({text})'}", 2
    if operation in (ca.OP_SQ, ca.OP_TWICE):
        atom = text if level == ATOM else f"({text})"
        return (f"{atom}²", 3) if operation == ca.OP_SQ else (f"2·{atom}", 2)
    if operation == ca.OP_ASSIGN:
        return terms[0]
    name = _CALLS.get(operation, f"operation{operation}")
    return f"{name}({', '.join(t for t, _ in terms)})", ATOM
