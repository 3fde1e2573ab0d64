"""Identified coefficients of networks in the machine again: diameters, leakage, displacement, viscous friction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from biela.identify.feasibility import FeasibleEstimate
from biela.identify.least_squares import Estimate
from biela.identify.network_rows import Networks, Part, add_friction, friction_name
from biela.mechanism.mechanism import Mechanism
from biela.network.rebuilt import rebuilt

Found = Mapping[str, Estimate]
Damping = Mapping[str, float]


def damping_at_ports(networks: Networks, feasible: FeasibleEstimate) -> dict[str, float]:
    """Port → identified viscous friction, of ports whose component has one of its own, or none at all."""
    values = dict(zip(feasible.names, feasible.values, strict=True))
    return {
        port: float(values[name])
        for port in networks.actuators
        if (name := f"{friction_name(port)}.damping") in values and friction_name(port) not in networks.machine.loads
    }


def with_coefficients(machine: Mechanism, networks: Networks, found: Found, damping: Damping) -> Mechanism:
    """An open machine with the identified coefficients in its networks.

    Viscous friction that a component cannot hold becomes a load `PORT_friction` of the machine, which exerts the same.
    """
    for part, (arguments, cannot) in _written(networks, found, damping):
        attachment = machine.networks[part.network]
        if arguments:
            changed = rebuilt(attachment.network, part.own, arguments)
            machine.networks[part.network] = replace(attachment, network=changed)
        if part.port is not None and "viscous" in cannot and damping[part.port.name] > 0.0:
            add_friction(machine, part.port, damping[part.port.name])
    return machine


def unwritten(networks: Networks, found: Found, damping: Damping) -> Iterator[str]:
    """What the description cannot hold, in words."""
    for part, (_, cannot) in _written(networks, found, damping):
        for name, why in cannot.items():
            if name == "viscous" and part.port is not None:
                if damping[part.port.name] > 0.0:
                    yield f"viscous friction of {part.path} is a load {friction_name(part.port.name)!r} of the machine file: {why}"
            else:
                yield f"{part.path}.{name} is not in the machine file: {why}"


def _written(networks: Networks, found: Found, damping: Damping) -> Iterator[tuple[Part, tuple[dict[str, Any], dict[str, str]]]]:
    """Every part with new arguments of its component, and what they cannot say."""
    for part in networks.parts:
        own = found.get(part.path)
        values = {} if own is None else {n.removeprefix(f"{part.path}."): own[n] for n in own.names if n not in own.unknown}
        if part.port is not None and part.port.name in damping:
            values["viscous"] = damping[part.port.name]
        if values:
            yield part, part.linear.written(values)
