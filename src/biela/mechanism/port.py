"""Power ports of a mechanism: where a network is attached. Flow comes from the mechanism, effort from the network.

    joint   rate of a coordinate [rad/s, m/s]          effort on it [N·m, N]
    line    rate of the length between two points      thrust: positive pushes them apart [N]
    body    twist of a frame [rad/s, m/s]              wrench on it [N·m, N]

Effort × flow is the power into the mechanism.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.base.locks import cached_property
from biela.mechanism.attached import Machine
from biela.mechanism.frame import Frame


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
        words = isinstance(self.axes, str) and isinstance(self.part, str)
        if not words or self.axes not in ("frame", "ground") or self.part not in ("all", "angular", "linear"):
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
    network: Any
    ports: tuple[Port, ...]
    prefix: str
    domains: tuple[tuple[str, ...], ...] = ()  # of the components of each port

    @cached_property
    def graph(self) -> Any:
        """The flat graph of the network with its attached ports connected."""
        return self.network.flat({p.name: d for p, d in zip(self.ports, self.domains, strict=True)})


@dataclass(frozen=True)
class NetworkInput:
    """An input of the machine: a source of a network that was given no value."""

    name: str
    network: str
    path: str
    unit: str


def resolve(mechanism: Machine, port: str, where: Any, what: str) -> Port:
    """Return the port that a user means by a joint, a pair of points, a frame or a port."""
    if isinstance(where, BodyPort | JointPort | LinePort):
        return replace(where, name=port)
    pair = isinstance(where, tuple) and len(where) == 2
    if pair and isinstance(where[1], str | int) and str(where[1]).partition(".")[0] not in mechanism.bodies:
        joint, coordinate = mechanism._coordinate(where[0], where[1], what)
        return JointPort(port, joint.name, coordinate)
    if pair:
        return LinePort(port, *mechanism._pair(where[0], where[1], what))
    if isinstance(where, str) and where in mechanism.joints or type(where).__name__ == "Joint":
        joint, coordinate = mechanism._coordinate(where, None, what)
        return JointPort(port, joint.name, coordinate)
    return BodyPort(port, mechanism._frame(where, what))


def domains(mechanism: Machine, port: Port) -> tuple[str, ...]:
    """Domain of each component of a port."""
    match port:
        case JointPort():
            unit = mechanism.joints[port.joint].type.efforts[port.coordinate].unit
            return ("rotation" if unit == "N·m" else "translation",)
        case LinePort():
            return ("translation",)
        case BodyPort():
            halves = {"angular": ("rotation",) * 3, "linear": ("translation",) * 3}
            return halves.get(port.part) or halves["angular"] + halves["linear"]


guard(__name__)
