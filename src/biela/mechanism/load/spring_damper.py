"""Spring-dampers: between two points, and on a joint coordinate.

P o──> T    T <──o Q      tension T > 0 pulls P and Q together
  |<───── l ─────>|       power into the element = T · dl/dt
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biela.mechanism.frame import Frame
from biela.mechanism.motion import Function, call
from biela.mechanism.parameter import Scalar


@dataclass(frozen=True)
class Law:
    """T = preload + k (x − x₀) + c ẋ, or T = curve(x − x₀) + c ẋ.

    The part that depends on x alone stores the energy U = preload (x − x₀) + ½ k (x − x₀)²; damping and a user's
    curve are counted as power taken from the machine, −T ẋ.
    """

    stiffness: Scalar = 0.0
    damping: Scalar = 0.0
    rest: Scalar = 0.0
    preload: Scalar = 0.0
    curve: Function | None = None

    def conservative(self, x: Any) -> Any:
        """Tension that derives from the stored energy."""
        return self.preload + self.stiffness * (x - self.rest)

    def energy(self, x: Any) -> Any:
        """Stored energy U [J]."""
        return self.preload * (x - self.rest) + 0.5 * self.stiffness * (x - self.rest) ** 2

    def other(self, x: Any, rate: Any) -> Any:
        """Tension of damping and curve."""
        return self.damping * rate + (0.0 if self.curve is None else call(self.curve, x - self.rest))


@dataclass(frozen=True)
class Spring:
    """Spring-damper along the line between two points; `law.rest` is the free length [m]."""

    name: str
    a: Frame
    b: Frame
    law: Law


@dataclass(frozen=True)
class JointSpring:
    """Spring-damper on one coordinate of a joint: effort on the joint = −T(x, ẋ)."""

    name: str
    joint: str
    coordinate: int
    law: Law
