"""Contact of a body with its surroundings: a force law that sees how a frame stands and moves in the ground.

Tyres, feet, hulls and shovels differ in their laws only; the equations ask every one of them the same question:

    frame F on a body:  R_GF, p (where it is), ω, v (how it moves), all in ground axes
    answer:             force f and moment m on the body at the origin of F, in ground axes

    d/dt U = dU_dt            energy stored in the contact [J], and its rate [W]
    power into the machine besides what is stored:  f·v + m·ω + dU_dt

A law with memory (a bristle, a relaxation length) keeps its states in a network attached beside it and reads them as
signals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from biela.mechanism.frame import Frame


@dataclass(frozen=True)
class FrameMotion:
    """How a frame stands and moves, in ground axes."""

    rotation: Any  # R_GF, 3×3
    position: Any  # of its origin [m]
    angular_velocity: Any  # ω [rad/s]
    velocity: Any  # of its origin [m/s]


@dataclass(frozen=True)
class Action:
    """What a contact does to the body, at the origin of its frame, in ground axes."""

    force: Any  # [N]
    moment: Any  # [N·m]
    energy: Any = 0.0  # stored in the contact [J]
    energy_rate: Any = 0.0  # [W]
    outputs: Mapping[str, Any] = field(default_factory=dict)  # values of the signals the contact declares


@dataclass(frozen=True)
class Contact(ABC):
    """A law of contact. A subclass is a frozen dataclass with its own data; see `biela.mechanism.load.contact`.

    Signals of a contact named `tyre`: `tyre.force_x`, …, `tyre.moment_x`, …, `tyre.power`, `tyre.energy`, and its
    `outputs`.
    """

    name: str
    frame: Frame

    outputs: ClassVar[Mapping[str, str]] = {}
    """Signals it gives: name → unit."""

    @abstractmethod
    def act(self, motion: FrameMotion, signals: Any) -> Action:
        """Force and moment on the body. Called once, with symbols; `signals` as in laws of users: `signals["A.angle"]`."""
