"""What each element says about its variables, in the causality it was given: definitions, states, stored energies.

Signs: `port` gives effort, flow along the arrow, and +1 where the arrow points into the element; power into it is
into · e · f.
"""

from __future__ import annotations

import inspect
from typing import Any

import casadi as ca
import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import evaluate
from biela.network.element import (
    GY,
    TF,
    CField,
    Command,
    Compression,
    Elastic,
    I,
    IField,
    Integrator,
    MatrixTF,
    Output,
    Position,
    R,
    RField,
    Sensor,
    Source,
    Storage,
    Watch,
    is_function,
)
from biela.network.flat import HEAD, Node, Outside
from biela.network.solve import eliminate
from biela.network.variables import Variables


def define(w: Variables, node: Node) -> None:
    """Put the definitions of one element."""
    match node.element:
        case Compression():
            _compression(w, node, node.element)
        case Storage():
            _storage(w, node, node.element)
        case Elastic() as element:
            e, _, _ = w.port(node)
            w.put(e, w.scalar(node, lambda: element.effort(w.view(node))), node.path)
            w.storages[node.path] = (None, w.scalar(node, lambda: element.energy(w.view(node))))
        case IField() | CField():
            _field(w, node, node.element)
        case R():
            _resistance(w, node, node.element)
        case RField():
            _r_field(w, node, node.element)
        case Source():
            e, f, into = w.port(node)
            value = _source(w, node, node.element)
            w.put(e, value, node.path) if node.kind == "Se" else w.put(f, -into * value, node.path)
        case Outside():
            _, f, _ = w.port(node)
            w.put(f, w.context.flows[node.path], node.path)
        case Sensor():
            _sensor(w, node, node.element)
        case TF() | GY():
            _two_port(w, node, node.element)
        case MatrixTF():
            _matrix(w, node, node.element)
        case Integrator() | Output():
            _signal(w, node, node.element)
        case Command():
            w.extra[f"{node.path}.value"] = (w.context.inputs[node.path], node.element.unit)
        case Watch() as watch:
            margin = ca.SX.sym(f"{node.path}.margin")
            w.put(margin, w.scalar(node, lambda: watch.margin(w.view(node))), node.path)
            w.extra[f"{node.path}.margin"] = (margin, watch.unit)
        case _:
            _junction(w, node)


def _source(w: Variables, node: Node, element: Source) -> Any:
    """Value of a source; the flow of a source is delivered, the effort acts along its bond."""
    if element.value is None:
        return w.context.inputs[node.path]
    value = ca.SX(w.value(node, element.value, "value"))
    if value.numel() == element.size:
        return value[node.component] if element.size > 1 else value
    if value.numel() != 1:
        raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {element.size}.")
    return value


def _junction(w: Variables, node: Node) -> None:
    strong = w.strong(node)
    one = node.kind == "1-junction"
    common, summed = (w.f, w.e) if one else (w.e, w.f)
    total: Any = 0
    sign = 0.0
    for i, end in zip(node.bonds, node.ends, strict=True):
        s = 1.0 if end == HEAD else -1.0
        if i == strong:
            sign = s
        else:
            total = total + s * summed[i]
            w.put(common[i], common[strong], node.path)
    w.put(summed[strong], -sign * total, node.path)


def _two_port(w: Variables, node: Node, element: Any) -> None:
    e_a, f_a, into_a = w.port(node, 0)
    e_b, f_b, into_b = w.port(node, 1)
    m = w.value(node, element.ratio, "ratio")
    turn = -into_a * into_b  # flow in at a along the arrow ↔ flow out at b along the arrow
    if isinstance(element, TF):
        if w.gives(node, 0):
            w.put(e_a, m * e_b, node.path)
            w.put(f_b, turn * m * f_a, node.path)
        else:
            w.put(e_b, e_a / m, node.path)
            w.put(f_a, turn * f_b / m, node.path)
    elif w.gives(node, 0):
        w.put(e_a, m * (-into_b * f_b), node.path)
        w.put(e_b, m * (into_a * f_a), node.path)
    else:
        w.put(f_b, -into_b * e_a / m, node.path)
        w.put(f_a, into_a * e_b / m, node.path)


def _matrix(w: Variables, node: Node, element: MatrixTF) -> None:
    n_b, n_a = element.shape  # type: ignore[misc]
    T = (
        ca.SX(w.value(node, element.matrix))
        if is_function(element.matrix)
        else ca.SX(evaluate(element.matrix, w.context.values))
    )
    if T.shape != (n_b, n_a):
        raise DescriptionError(f"law of {node!r} returned shape {T.shape}: it must return {(n_b, n_a)}.")
    ports = [w.port(node, p) for p in range(n_a + n_b)]
    a, b = ports[:n_a], ports[n_a:]
    for source, target, M, effort in ((a, b, T, False), (b, a, T.T, True)):
        if not w.gives(node, 0):  # backwards: the inverse is the transpose
            source, target, M = target, source, M.T
        for r, (e, f, into) in enumerate(target):
            terms = []
            for c, (e_s, f_s, into_s) in enumerate(source):
                if not M[r, c].is_zero():
                    terms.append(M[r, c] * (e_s if effort else -into * into_s * f_s))
            w.put(e if effort else f, sum(terms[1:], terms[0]) if terms else 0, node.path)


def _storage(w: Variables, node: Node, element: Storage) -> None:
    e, f, into = w.port(node)
    inertia = isinstance(element, I)
    inflow, output = (e, into * f) if inertia else (into * f, e)  # rate of the stored quantity; what the law gives
    coefficient = (
        None
        if element.coefficient is None
        else w.value(node, element.coefficient, "inertia" if inertia else "capacity")
    )

    def law(s: Any) -> Any:
        if coefficient is not None:
            return s / coefficient
        if element.law is not None:
            return w.scalar(node, lambda: call(element.law, s, w.context.values))  # type: ignore[arg-type]
        y = ca.SX.sym("stored")
        H = w.scalar(node, lambda: element.energy(y))  # type: ignore[misc]
        return ca.substitute(ca.jacobian(H, y), y, ca.SX(s))

    def energy(s: Any) -> Any:
        if coefficient is not None:
            return 0.5 * s * s / coefficient
        return w.scalar(node, lambda: element.energy(s)) if element.energy is not None else None  # type: ignore[misc]

    target, sign = (f, into) if inertia else (e, 1.0)
    if w.own[id(node)]:
        (s,) = w.own[id(node)]
        w.put(target, sign * law(s), node.path)
        w.set_rate(s, inflow)
        stored = s
    else:
        _, stored, _ = w.derived[id(node), 0]
        if coefficient is not None:
            w.put(stored, coefficient * output, node.path)
        else:
            w.unknowns.append((stored, law(stored) - output, node.path))
        z = ca.SX.sym(f"z_{node.path}")
        w.dependents.append((z, stored, node))
        given, way = (e, 1.0) if inertia else (f, into)
        w.put(given, way * z, node.path)
    H = energy(stored)
    w.storages[node.path] = (stored, H if H is not None else w.account(node, "energy", e * into * f))


def _compression(w: Variables, node: Node, element: Compression) -> None:
    e, f, into = w.port(node)
    law = element.capacity
    capacity = (
        w.scalar(node, lambda: law(e, w.view(node)))
        if is_function(law) and _arguments(law) >= 2
        else w.value(node, law, "capacity")
    )
    if not w.causality.is_derivative(node):
        (s,) = w.own[id(node)]
        w.put(e, s, node.path)
        w.set_rate(s, into * f / capacity)
    else:  # another compression, or a source, dictates the effort: f = C ė
        z = ca.SX.sym(f"z_{node.path}")
        w.dependents.append((z, e, node))
        w.put(f, into * capacity * z, node.path)
    w.compressed.append((node, e * into * f))


def _field(w: Variables, node: Node, element: Any) -> None:
    """Each port by itself in integral or derivative causality: there the stored quantity follows from the given output."""
    inertia = isinstance(element, IField)
    states = iter(w.own[id(node)])
    derived = [w.derived.get((id(node), port)) for port in range(element.size)]
    s = ca.vertcat(*(next(states) if d is None else d[1] for d in derived))
    if element.matrix is not None:
        M = ca.SX(evaluate(np.array(element.matrix, dtype=object), w.context.values))
        output = ca.vertcat(*eliminate(M, s, lambda i: repr(node))) if inertia else M @ s
        H = 0.5 * ca.dot(s, output)
    elif element.energy is not None:
        H = w.scalar(node, lambda: element.energy(s))
        output = ca.gradient(H, s)
    else:
        output = w.call(node, lambda: element.law(s))
        H = None
    if output.numel() != element.size:
        raise DescriptionError(f"law of {node!r} returned {output.numel()} numbers, not {element.size}.")
    power: Any = 0
    for port in range(element.size):
        e, f, into = w.port(node, port)
        power = power + into * e * f
        target, sign, rate = (f, into, e) if inertia else (e, 1.0, into * f)
        if derived[port] is None:
            w.put(target, sign * output[port], node.path)
            w.set_rate(s[port], rate)
        else:
            z = ca.SX.sym(f"z_{node.path}_{port + 1}")
            w.unknowns.append((s[port], output[port] - sign * target, node.path))
            w.dependents.append((z, s[port], node))
            w.put(e if inertia else f, z if inertia else into * z, node.path)
    w.storages[node.path] = (s, H if H is not None else w.account(node, "energy", power))


def _resistance(w: Variables, node: Node, element: R) -> None:
    e, f, into = w.port(node)
    gives = w.gives(node)
    if element.resistance is not None:
        r = w.value(node, element.resistance, "resistance")
        if not gives and isinstance(r, int | float) and r == 0:
            raise DescriptionError(
                f"{node!r} has no resistance, and its effort is dictated: its flow would be infinite. Leave it out, or give "
                "it a small resistance."
            )
        w.put(e, r * into * f, node.path) if gives else w.put(f, into * e / r, node.path)
        return
    law, argument = (element.effort, into * f) if element.effort is not None else (element.flow, e)

    def value(x: Any) -> Any:
        return w.scalar(node, lambda: _two_arguments(law, x, w.view(node), w.context.values))

    if id(node) not in w.backwards:
        w.put(e, value(argument), node.path) if gives else w.put(f, into * value(argument), node.path)
        return
    y = ca.SX.sym(f"{node.path}.{'flow' if element.effort is not None else 'effort'}")
    given = e if element.effort is not None else into * f
    w.unknowns.append((y, value(y) - given, node.path))
    w.put(f, into * y, node.path) if element.effort is not None else w.put(e, y, node.path)


def _r_field(w: Variables, node: Node, element: RField) -> None:
    n = element.size
    ports = [w.port(node, p) for p in range(n)]
    backwards = [p for p in range(n) if not w.gives(node, p)]
    flows = [into * f for _, f, into in ports]
    unknown = []
    for p in backwards:
        y = ca.SX.sym(f"{node.path}.flow_{p + 1}")
        flows[p] = y
        unknown.append(y)
    vector = ca.vertcat(*flows)
    if element.matrix is not None:
        output = ca.SX(evaluate(np.array(element.matrix, dtype=object), w.context.values)) @ vector
    else:
        output = w.call(node, lambda: element.law(vector))
    if output.numel() != n:
        raise DescriptionError(f"law of {node!r} returned {output.numel()} numbers, not {n}.")
    for p, (e, f, into) in enumerate(ports):
        if p in backwards:
            y = unknown[backwards.index(p)]
            w.unknowns.append((y, output[p] - e, node.path))
            w.put(f, into * y, node.path)
        else:
            w.put(e, output[p], node.path)


def _sensor(w: Variables, node: Node, element: Sensor) -> None:
    e, f, into = w.port(node)
    measured = e if element.takes_effort else into * f
    w.put(f if element.takes_effort else e, 0, node.path)
    outside = w.measured_outside(node)
    if outside is not None:
        assert isinstance(element, Position)
        w.extra[f"{node.path}.value"] = (outside + w.value(node, element.offset), w.domain(node).unit("displacement"))
    elif id(node) in w.own:
        w.set_rate(w.own[id(node)][0], measured)
    else:
        w.extra[f"{node.path}.value"] = (measured, w.domain(node).unit(element.measures))


def _signal(w: Variables, node: Node, element: Any) -> None:
    law = element.rate if isinstance(element, Integrator) else element.law
    value = w.value(node, law)
    value = ca.SX(value)
    if isinstance(element, Output):
        for k in range(value.numel()):
            mark = "" if value.numel() == 1 else f"_{k + 1}"
            symbol = ca.SX.sym(f"{node.path}.value{mark}")
            w.put(symbol, value[k], node.path)
            w.extra[f"{node.path}.value{mark}"] = (symbol, element.unit)
        return
    if value.numel() != element.size:
        raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {element.size}.")
    for k, x in enumerate(w.own[id(node)]):
        w.set_rate(x, value[k])
    for k, rule in enumerate(getattr(element, "rules", ()), start=1):
        also = [(f"set_{k}_{j}", law) for j, (_, law) in enumerate(rule.sets, start=1)]
        for what, own in ((f"when_{k}", rule.when), (f"to_{k}", rule.to), *also):
            symbol = ca.SX.sym(f"{node.path}.{what}")
            w.put(symbol, w.value(node, own), node.path)
            w.extra[f"{node.path}.{what}"] = (symbol, "1")


def energy_accounts(w: Variables) -> None:
    """Energy of compressions; with an audit also what every source delivers, every resistance dissipates, every port passes."""
    if w.graph.audit:
        for node, power in w.compressed:
            w.storages[node.path] = (None, w.account(node, "energy", power))
    elif w.compressed:
        symbol = w.state("compressions", "energy", "J", 0.0)
        w.set_rate(symbol, sum((power for _, power in w.compressed), ca.SX(0)))
        w.storages["compressions"] = (None, symbol)
    if w.graph.audit:
        for node in w.graph.nodes:
            match node.element:
                case R() | RField() | Outside():
                    w.account(node, "energy", w.power_into(node))
                case Source():
                    w.account(node, "energy", -w.power_into(node))


def _two_arguments(law: Any, x: Any, view: Any, values: Any) -> Any:
    """A law of one variable, or of one variable and the signals."""
    if is_motion(law):
        return call(law, x, values)
    return law(x, view) if _arguments(law) >= 2 else law(x)


def _arguments(law: Any) -> int:
    """How many arguments a law takes."""
    if is_motion(law):
        return 1
    try:
        return len(inspect.signature(law).parameters)
    except (TypeError, ValueError):
        return 1
