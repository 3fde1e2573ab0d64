"""Loads: what they see of the machine, and what they answer.

| base class | sees | answers |
|---|---|---|
| `CoordinateLoad` | a coordinate of a joint and its rate | effort on the joint |
| `LineLoad` | the line between two points | tension: positive pulls them together |
| `PairLoad` | relative pose and twist of two frames | wrench on b, in its axes |
| `FrameLoad` | pose and velocity of a frame, in ground axes | force and moment on its body |

Each load gives, besides its force, the energy U that it stores and the power that it feeds into the machine beyond −dU/dt.
The equations offer these views and add up the answers; they know no single load.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import Element, MakeSymbol, family
from biela.element.role import data, place
from biela.element.units import check_unit
from biela.lie.array import Matrix3, Operand, Vector3, Vector6
from biela.mechanism.attached import Between, Machine, OnJoint, Signals
from biela.mechanism.frame import Frame
from biela.mechanism.kink import Kinks
from biela.mechanism.parameter import Scalar


class CoordinateView(NamedTuple):
    """A coordinate of a joint; None where the joint has a quaternion in its place."""

    position: Operand
    rate: Operand


class LineView(Protocol):
    """The line from a to b."""

    length: Operand
    rate: Operand  # dl/dt
    vector: Vector3  # from a to b, in the axes of b
    velocity: Vector3  # of b relative to a, in the axes of b


class PairView(Protocol):
    """Frame b seen from frame a: R = R_ab, d the position of b from a in the axes of b, V = [ω; v] its twist there."""

    R: Matrix3
    d: Vector3
    twist: Vector6

    def gradient(self, energy: Callable[[Matrix3, Vector3], Operand]) -> Vector6:
        """∂U: the covector whose product with the twist is the rate of an energy U(R, d)."""


@dataclass(frozen=True)
class FrameMotion:
    """Pose and velocity of a frame, in ground axes."""

    rotation: Matrix3  # R_GF, 3×3
    position: Vector3  # of its origin [m]
    angular_velocity: Vector3  # ω [rad/s]
    velocity: Vector3  # of its origin [m/s]


@dataclass(frozen=True)
class Effort:
    """Action of a load on a coordinate (effort), on a line (tension) or between two frames (wrench on b, in its axes).

    Attributes
    ----------
    value : effort, tension or wrench
    energy : stored [J], counted in the machine's energy; None if the load stores none
    power : fed into the machine besides what is stored [W]; if None, all that the value does, plus dU/dt of the energy: zero
        for a load whose value derives from its energy
    pull : of a line: force on b, in its axes, where it is not −value · direction
    outputs : values of the further signals that the load declares
    """

    value: Operand
    energy: Operand | None = None
    power: Operand | None = None
    pull: Operand | None = None
    outputs: Mapping[str, Operand] = field(default_factory=dict)


@dataclass(frozen=True)
class Action:
    """Action of a load on its body, at the origin of its frame, in ground axes or in those of the frame."""

    force: Vector3  # [N]
    moment: Vector3  # [N·m]
    energy: Operand | None = None  # stored [J]; None if the load stores none
    energy_rate: Operand | None = None  # [W]; derived from the energy if None
    outputs: Mapping[str, Operand] = field(default_factory=dict)  # values of the signals that the load declares
    axes: Literal["ground", "frame"] = "ground"


def parts_of(action: Effort | Action, symbol: MakeSymbol) -> list[Operand]:
    """Return all expressions of an answer, for the cache."""
    named = {f.name: getattr(action, f.name) for f in fields(action)}
    outputs, axes = named.pop("outputs"), named.pop("axes", "")
    return [symbol(f"{axes} {sorted(outputs)}"), *named.values(), *(outputs[key] for key in sorted(outputs))]


@family
class Load(Element, ABC):
    """Force law that acts on a machine.

    Attributes
    ----------
    view : what it sees: "coordinate", "line", "pair" or "frame"
    stores : true gives it a signal `energy` where `act` gives no energy; an energy that `act` gives is stored in any case
    shown : whether its wrench is a signal, `force_x` … and `moment_x` …
    outputs : further signals, name → unit
    """

    section: ClassVar[str] = "loads"
    home: ClassVar[str] = "biela.mechanism.mechanism"
    view: ClassVar[str] = ""
    stores: ClassVar[bool] = False
    shown: ClassVar[bool] = True
    outputs: ClassVar[Mapping[str, str]] = {}

    def flaws(self) -> list[str]:
        units = ((f"unit of output {name!r}", check_unit(unit)) for name, unit in self.outputs.items())
        return [f"{what}: {wrong}" for what, wrong in units if wrong]

    @property
    def functions(self) -> tuple[Any, ...]:
        """Functions of time or of signals in it that a user wrote: it then depends on more than the state."""
        return ()

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        """Quantities and their values at which its law is not smooth, such as the touch of a stop: adaptive steps end there."""
        return ()

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[Operand] | None:
        return parts_of(self.act(self.traced_view(symbol), signals), symbol)

    @abstractmethod
    def traced_view(self, symbol: MakeSymbol) -> Operand:
        """Return its view of the machine, as symbols."""

    @abstractmethod
    def act(self, at: Any, signals: Signals) -> Operand:
        """Return its force, effort or wrench; see the derived classes."""

    @property
    def smooth(self) -> bool:
        """True if the force of a load on a line vanishes smoothly where both ends meet."""
        return False


@family
class CoordinateLoad(Load, OnJoint):
    """A load on one coordinate of a joint. Signals `name.effort`, `name.power`."""

    view: ClassVar[str] = "coordinate"

    @property
    def limits(self) -> tuple[Scalar | None, Scalar | None]:
        """Lowest and highest position that it allows; None where it sets no limit."""
        return None, None

    def traced_view(self, symbol: MakeSymbol) -> CoordinateView:
        return CoordinateView(symbol("x"), symbol("v"))

    @abstractmethod
    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        """Effort on the joint. Called once, with symbols; `signals["A.angle"]` as in laws of users."""


@family
class LineLoad(Load, Between):
    """A load on the line between two points. Signals `name.force`, `name.length`, `name.length_rate`, `name.power`."""

    view: ClassVar[str] = "line"

    def traced_view(self, symbol: MakeSymbol) -> Operand:
        return SimpleNamespace(length=symbol("l"), rate=symbol("v"), vector=symbol("d", 3), velocity=symbol("w", 3))

    @abstractmethod
    def act(self, at: LineView, signals: Signals) -> Effort:
        """Tension; positive pulls both points together."""


@family
class PairLoad(Load, Between):
    """A load between two frames. Signals `name.moment_x` …, `name.force_x` …, `name.length`, `name.power`."""

    view: ClassVar[str] = "pair"

    def traced_view(self, symbol: MakeSymbol) -> Operand:
        R, d, V = symbol("R", 3, 3), symbol("d", 3), symbol("V", 6)
        # what stands for the gradient changes whenever the energy does
        return SimpleNamespace(R=R, d=d, twist=V, gradient=lambda energy: energy(R, d) + 0 * V)

    @abstractmethod
    def act(self, at: PairView, signals: Signals) -> Effort:
        """Wrench [moment; force] on b, in its axes."""


@family
class FrameLoad(Load):
    """A load on a body at a frame."""

    frame: Frame = data(place(), argument="at")

    view: ClassVar[str] = "frame"

    def traced_view(self, symbol: MakeSymbol) -> FrameMotion:
        return FrameMotion(symbol("R", 3, 3), symbol("p", 3), symbol("w", 3), symbol("v", 3))

    @abstractmethod
    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        """Force and moment on the body. Called once, with symbols; `signals["A.angle"]` as in laws of users."""


def on_ground(surface: Frame, what: str) -> None:
    """Refuse a surface that is not on the ground."""
    if not surface.body.is_ground:
        raise DescriptionError(f"surface of {what} is on body {surface.body.name!r}: it must be on the ground.")
