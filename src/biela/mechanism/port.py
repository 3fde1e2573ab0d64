"""Power ports of a mechanism: where a network is attached. Flow comes from the mechanism, effort from the network.

    joint   rate of a coordinate [rad/s, m/s]          effort on it [N·m, N]
    line    rate of the length between two points      thrust: positive pushes them apart [N]
    body    twist of a frame [rad/s, m/s]              wrench on it [N·m, N]

Effort × flow is the power into the mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from biela.errors import DescriptionError
from biela.mechanism.frame import Frame

if TYPE_CHECKING:
    from biela.network.network import Network


@dataclass(frozen=True)
class JointPort:
    """One coordinate of a joint."""

    name: str
    joint: str
    coordinate: int
    size: int = 1


@dataclass(frozen=True)
class LinePort:
    """The line between two points."""

    name: str
    a: Frame
    b: Frame
    size: int = 1


@dataclass(frozen=True)
class BodyPort:
    """A frame on a body: twist [angular; linear] and wrench, or one half of them, in its own axes or in the ground's."""

    name: str
    frame: Frame
    axes: Literal["frame", "ground"] = "frame"
    part: Literal["all", "angular", "linear"] = "all"

    def __post_init__(self) -> None:
        if self.axes not in ("frame", "ground") or self.part not in ("all", "angular", "linear"):
            raise DescriptionError(
                f"port {self.name!r}: axes are 'frame' or 'ground', part is 'all', 'angular' or 'linear', not "
                f"{self.axes!r}, {self.part!r}."
            )

    @property
    def size(self) -> int:
        return 6 if self.part == "all" else 3


Port = JointPort | LinePort | BodyPort


@dataclass(frozen=True, eq=False)
class Attachment:
    """A network attached to a mechanism: exposed ports of the network and where they are on the mechanism."""

    name: str
    network: Network
    ports: tuple[Port, ...]
    prefix: str
    domains: tuple[tuple[str, ...], ...] = ()  # of the components of each port

    def port(self, name: str) -> Port:
        return next(p for p in self.ports if p.name == name)


@dataclass(frozen=True)
class NetworkInput:
    """An input of the machine: a source of a network that was given no value."""

    name: str
    network: str
    path: str
    unit: str


def attach(mechanism: Any, network: Network, ports: Any, name: str | None, prefix: str | None) -> Attachment:
    """Resolve the ports and add network, inputs and free parameters to the mechanism; see `Mechanism.attach`."""
    from biela.errors import DuplicateName, UnknownName, nearest

    own = name or network.name
    what = f"network {own!r}"
    resolved = []
    for port, where in dict(ports or {}).items():
        if port not in network.exposed:
            raise UnknownName(f"{what} has no port {port!r}.{nearest(port, list(network.exposed))}")
        resolved.append(_resolve(mechanism, port, where, f"port {port!r} of {what}"))
        wanted, given = len(network.exposed[port].ends), resolved[-1].size
        if wanted != given:
            raise DescriptionError(
                f"port {port!r} of {what} has {wanted} components, what it is attached to has {given}."
            )
    for port, exposed in network.exposed.items():
        if exposed.required and port not in dict(ports or {}):
            raise DescriptionError(
                f"required port {port!r} of {what} is not attached: say where, attach(net, {{{port!r}: …}})."
            )
    for parameter in network.all_parameters().values():
        if mechanism.parameters.get(parameter.name, parameter) is not parameter:
            raise DuplicateName(f"{what} and {mechanism.name!r} both have a parameter {parameter.name!r}: rename one.")
    domains = tuple(_domains(mechanism, port) for port in resolved)
    attachment = Attachment(own, network, tuple(resolved), f"{own}/" if prefix is None else prefix, domains)
    graph = attached_graph(attachment)
    from biela.network.direction import check_directions

    check_directions(graph)
    if any(bond.domain.name == "hydraulic" for bond in graph.bonds):
        from biela.network.hydraulic.check import check_circuit

        check_circuit(graph)
    mechanism._add(mechanism.networks, attachment)
    mechanism.parameters.update(network.all_parameters())
    from biela.network.linear import open_inputs

    for path in open_inputs(graph):
        node = graph.by_path[path]
        if node.kind == "command":
            unit = node.element.unit
        else:
            domain = graph.bonds[node.bonds[0]].domain
            unit = domain.effort if node.kind == "Se" else domain.flow
        label = f"{attachment.prefix}{path}"
        mechanism.actuators[label] = NetworkInput(label, own, path, unit)
    return attachment


def attached_graph(attachment: Attachment) -> Any:
    """The flat graph with the attached ports connected; kept with the attachment."""
    from biela.network.flat import flatten

    if "_graph" not in attachment.__dict__:
        attachment.network._frozen = True
        attachment.__dict__["_graph"] = flatten(
            attachment.network, {p.name: d for p, d in zip(attachment.ports, attachment.domains, strict=True)}
        )
    return attachment.__dict__["_graph"]


def _resolve(mechanism: Any, port: str, where: Any, what: str) -> Port:
    if isinstance(where, BodyPort | JointPort | LinePort):
        return replace(where, name=port)
    if (
        isinstance(where, tuple)
        and len(where) == 2
        and isinstance(where[1], str | int)
        and not _is_place(mechanism, where[1])
    ):
        joint, coordinate = mechanism._coordinate(where[0], where[1], what)
        return JointPort(port, joint.name, coordinate)
    if isinstance(where, tuple) and len(where) == 2:
        return LinePort(port, *mechanism._pair(where[0], where[1], what))
    if isinstance(where, str) and where in mechanism.joints or type(where).__name__ == "Joint":
        joint, coordinate = mechanism._coordinate(where, None, what)
        return JointPort(port, joint.name, coordinate)
    return BodyPort(port, mechanism._frame(where, what))


def _domains(mechanism: Any, port: Port) -> tuple[str, ...]:
    """Domain of each component of a port."""
    match port:
        case JointPort():
            unit = mechanism.joints[port.joint].type.efforts[port.coordinate].unit
            return ("rotation" if unit == "N·m" else "translation",)
        case LinePort():
            return ("translation",)
        case BodyPort():
            halves = {"angular": ("rotation",) * 3, "linear": ("translation",) * 3}
            return halves["angular"] + halves["linear"] if port.part == "all" else halves[port.part]


def _is_place(mechanism: Any, x: Any) -> bool:
    return isinstance(x, str) and x.partition(".")[0] in mechanism.bodies
