"""Rolling and skating: constraints on velocities that no position satisfies or violates (non-holonomic).

A wheel that rolls can be brought anywhere on its plane, in any direction, but moves only as it points. Such a row has no residual,

    Φ̇ = c(R, d)ᵀ V = 0,

only a covector c of the relative pose and twist V = [ω; v] of the two frames (see `biela.equations.constraints`).
"""

from __future__ import annotations

from typing import Literal

from biela.element.declaration import Figure, element
from biela.element.role import choice, data, direction, flag, place
from biela.lie import array as xp
from biela.mechanism.coupling.base import PairCoupling
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar

Grip = Literal["both", "along", "across"]


@element("rolling")
class Rolling(PairCoupling):
    """A wheel rolls on the x-y plane of a frame without sliding; its centre is the point `wheel`, its axis fixed there.

    Turning forwards about its axis it moves along axis × normal. The constraint is one of velocities: every place and
    direction on the plane can be reached, none of them sideways. Signals `name.force_x` …: force of the plane on the wheel, in
    the wheel's axes [N], and `name.normal_force`, along n. A wheel that is `supported` is held both ways: where the normal force
    turns negative a real one would lift off, and a run notes it.

    With n the normal of the plane, α the axis and s = |n − (n·α) α| (one while the wheel stands upright),

        e = −(n − (n·α) α)/s           from the centre to the point of contact, times the radius r
        n·d = r s                       it touches the plane
        t·(v + ω × r e) = 0             along (t = α × n/s) and across (n × t) the point of contact does not slide
    """

    a: Frame = data(place(), argument="plane", about="the x-y plane of this frame")
    b: Frame = data(place(), argument="wheel", about="its centre")
    radius: Scalar = data("m > 0")
    axis: tuple[float, ...] = data(direction(), default=(0.0, 1.0, 0.0), kw_only=True, about="of the wheel, fixed in its body")
    grip: Grip = data(
        choice("both", "along", "across"), default="both", kw_only=True,
        about="`along` where it may slide sideways (rollers of a track), `across` where it may spin",
    )  # fmt: skip
    supported: bool = data(flag(), default=True, kw_only=True, about="false where something else keeps its height")

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("wheel", self.b, radius=self.radius, axis=self.axis),)

    @property  # type: ignore[override]
    def rows(self) -> tuple[str, ...]:
        gripped = ("along", "across") if self.grip == "both" else (self.grip,)
        return (*(("height",) if self.supported else ()), *gripped)

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return tuple(row == "height" for row in self.rows)

    @property
    def remark(self) -> str:
        if not self.supported:
            return ""
        return (
            f"rolling {self.name!r} holds both ways: the plane pulls the wheel down where a real one would lift off. A run notes "
            f"where {self.name}.normal_force turns negative"
        )

    @property
    def outputs(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("normal_force",) if self.supported else ()

    def normal(self, R: xp.Matrix3) -> list[xp.Operand]:
        return _normal(R)

    def _down(self, n: xp.Operand) -> tuple[xp.Operand, xp.Operand]:
        """(direction from the centre to the contact, s)."""
        lean = _dot(n, self.axis)
        flat = [n[k] - lean * self.axis[k] for k in range(3)]
        s = _dot(flat, flat) ** 0.5
        return [-x / s for x in flat], s

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        n = _normal(R)
        return [_dot(n, d) - self.radius * self._down(n)[1]] if self.supported else []

    def covectors(self, R: xp.Matrix3, d: xp.Vector3) -> list[list[xp.Operand]]:
        n = _normal(R)
        down, s = self._down(n)
        along = [x / s for x in _cross(self.axis, n)]
        arm = [self.radius * x for x in down]
        ways = {"along": along, "across": _cross(n, along)}
        return [[*_cross(arm, t), *t] for t in (ways[row] for row in self.rows if row != "height")]


@element("skate")
class Skate(PairCoupling):
    """A blade, or the middle of a track: a point moves along a direction fixed in its body, never across it.

        t·v = 0,   t = n × direction / |n × direction|

    Signals `name.force_x` …: force of the plane on the blade, in its own axes [N].
    """

    a: Frame = data(place(), argument="plane", about="the x-y plane of this frame")
    b: Frame = data(place(), argument="blade")
    direction: tuple[float, ...] = data(direction(), default=(1.0, 0.0, 0.0), about="in which it moves, fixed in its body")

    rows = ("across",)
    holonomic = (False,)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        return []

    def covectors(self, R: xp.Matrix3, d: xp.Vector3) -> list[list[xp.Operand]]:
        across = _cross(_normal(R), self.direction)
        size = _dot(across, across) ** 0.5
        return [[0.0, 0.0, 0.0, *(x / size for x in across)]]


def _normal(R: xp.Matrix3) -> list[xp.Operand]:
    """z axis of a, in the axes of b."""
    return [R[2, k] for k in range(3)]


def _dot(a: xp.Operand, b: xp.Operand) -> xp.Operand:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: xp.Operand, b: xp.Operand) -> list[xp.Operand]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
