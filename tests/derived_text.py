"""Machines and networks as text in which two ways to write one law are the same: expressions as CasADi derives them."""

from __future__ import annotations

import casadi as ca

from biela.equations.canonical import _parts, _text, casadi_text
from biela.equations.machine import AttachedNetwork, attached
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import resolving


def machine_text(mechanism: Mechanism) -> str:
    """Everything that shapes the equations of a machine."""
    with resolving({}, mechanism.parameters):
        ports = [_text(port) for a in mechanism.networks.values() for port in a.ports]
        return "\n".join([*_parts(mechanism, casadi_text), *ports, network_text(mechanism)])


def network_text(mechanism: Mechanism) -> str:
    """Everything that the networks of a machine add to its equations: the same text for the same expressions."""
    return "".join(map(_equations, attached(mechanism)))


def _equations(a: AttachedNetwork) -> str:
    equations = a.equations
    outputs = [equations.xdot, a.efforts, equations.stored, equations.supplied, equations.dissipated]
    f = ca.Function("network", [*a.placeholders, *a.rate_symbols], [*outputs, *equations.signals.values()])
    ports = "".join(f"{p.name}{type(p).__name__}" for p in a.attachment.ports)
    states = ",".join(s.name for s in equations.states)
    names = f"{list(a.asked)} {list(equations.signals)}"
    return f"network {a.attachment.name} {a.prefix} {ports} {states} {names} {f.serialize()}"
