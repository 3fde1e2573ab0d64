"""Rolling and skating: constraints on velocities that no position satisfies or violates (non-holonomic).

A wheel that rolls can be brought anywhere on its plane, in any direction, but moves only as it points. Such a row has no residual,

    Φ̇ = c(R, d)ᵀ V = 0,

only a covector c of the relative pose and twist V = [ω; v] of the two frames (see `biela.equations.constraints`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from biela.mechanism.coupling import PairCoupling
from biela.mechanism.parameter import Scalar

Grip = Literal["both", "along", "across"]


@dataclass(frozen=True)
class Rolling(PairCoupling):
    """A thin round wheel on the plane z = 0 of frame a; its centre is the origin of b, its axis is fixed in b.

    With n the normal of the plane, α the axis and s = |n − (n·α) α| (one while the wheel stands upright),

        e = −(n − (n·α) α)/s           from the centre to the point of contact, times the radius r
        n·d = r s                       it touches the plane
        t·(v + ω × r e) = 0             along (t = α × n/s) and across (n × t) the point of contact does not slide

    grip : "both"; "along" for the rollers of a track, which may slide sideways; "across" for a wheel that spins freely
    supported : whether the wheel keeps its height; False where something else does
    """

    radius: Scalar = 1.0
    axis: tuple[float, ...] = (0.0, 1.0, 0.0)
    grip: Grip = "both"
    supported: bool = True

    @property
    def rows(self) -> tuple[str, ...]:
        gripped = ("along", "across") if self.grip == "both" else (self.grip,)
        return (*(("height",) if self.supported else ()), *gripped)

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return tuple(row == "height" for row in self.rows)

    def _down(self, n: Any) -> tuple[Any, Any]:
        """(direction from the centre to the contact, s)."""
        lean = _dot(n, self.axis)
        flat = [n[k] - lean * self.axis[k] for k in range(3)]
        s = _dot(flat, flat) ** 0.5
        return [-x / s for x in flat], s

    def residuals(self, R: Any, d: Any) -> list[Any]:
        n = _normal(R)
        return [_dot(n, d) - self.radius * self._down(n)[1]] if self.supported else []

    def covectors(self, R: Any, d: Any) -> list[list[Any]]:
        n = _normal(R)
        down, s = self._down(n)
        along = [x / s for x in _cross(self.axis, n)]
        arm = [self.radius * x for x in down]
        ways = {"along": along, "across": _cross(n, along)}
        return [[*_cross(arm, t), *t] for t in (ways[row] for row in self.rows if row != "height")]


@dataclass(frozen=True)
class Skate(PairCoupling):
    """A blade on the plane of frame a: the origin of b moves along a direction fixed in b, never across it.

    t·v = 0,   t = n × direction / |n × direction|
    """

    direction: tuple[float, ...] = (1.0, 0.0, 0.0)

    @property
    def rows(self) -> tuple[str, ...]:
        return ("across",)

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return (False,)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        return []

    def covectors(self, R: Any, d: Any) -> list[list[Any]]:
        across = _cross(_normal(R), self.direction)
        size = _dot(across, across) ** 0.5
        return [[0.0, 0.0, 0.0, *(x / size for x in across)]]


def _normal(R: Any) -> list[Any]:
    """z axis of a, in the axes of b."""
    return [R[2, k] for k in range(3)]


def _dot(a: Any, b: Any) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Any, b: Any) -> list[Any]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
