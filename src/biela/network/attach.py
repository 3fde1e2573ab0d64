"""Networks on a mechanism: exposed ports find their place on it, open sources become its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.base.errors import DescriptionError, DuplicateName, UnknownName, nearest
from biela.base.session import derived
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.port import Attachment, NetworkInput, domains, resolve
from biela.network.direction import check_directions
from biela.network.network import Network


def attach(
    network: Network, mechanism: Mechanism, ports: Mapping[str, Any] | None, name: str | None, prefix: str | None
) -> Attachment:
    """Resolve the ports and add network, inputs and free parameters to the mechanism; see `Mechanism.attach`."""
    own, given = name or network.name, dict(ports or {})
    what = f"network {own!r}"
    resolved = []
    for port, where in given.items():
        if port not in network.exposed:
            raise UnknownName(f"{what} has no port {port!r}.{nearest(port, list(network.exposed))}")
        resolved.append(resolve(mechanism, port, where, f"port {port!r} of {what}"))
        wanted, found = len(network.exposed[port].ends), resolved[-1].size
        if wanted != found:
            raise DescriptionError(f"port {port!r} of {what} has {wanted} components, what it is attached to has {found}.")
    for port, exposed in network.exposed.items():
        if exposed.required and port not in given:
            raise DescriptionError(f"required port {port!r} of {what} is not attached: say where, attach(net, {{{port!r}: …}}).")
    for parameter in network.all_parameters().values():
        if mechanism.parameters.get(parameter.name, parameter) is not parameter:
            raise DuplicateName(f"{what} and {mechanism.name!r} both have a parameter {parameter.name!r}: rename one.")
    places = tuple(domains(mechanism, port) for port in resolved)
    attachment = Attachment(own, network, tuple(resolved), f"{own}/" if prefix is None else prefix, places)
    check_directions(attachment.graph)
    if any(bond.domain.name == "hydraulic" for bond in attachment.graph.bonds):
        from biela.network.hydraulic.check import check_circuit

        check_circuit(attachment.graph)
    mechanism._add(mechanism.networks, attachment)
    mechanism.parameters.update(network.all_parameters())
    for path, unit in attachment.graph.inputs().items():
        label = f"{attachment.prefix}{path}"
        mechanism.actuators[label] = NetworkInput(label, own, path, unit)  # type: ignore[assignment]
    return attachment


@derived
def alone(network: Network) -> Mechanism:
    """Return a machine that is nothing but a network; signals carry no prefix."""
    machine = Mechanism(network.name)
    machine.attach(network, prefix="")
    return machine
