"""A point that stays on a line, a plane, a surface or a curve drawn in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.element.declaration import Figure, element
from biela.element.role import data, place, surface
from biela.lie import array as xp
from biela.mechanism.coupling.base import PairCoupling
from biela.mechanism.frame import Frame

Surface = Callable[[Any, Any, Any], Any]


@element("point_on_line", noun="coupling")
class PointOnLine(PairCoupling):
    """A point stays on the z axis of a frame."""

    a: Frame = data(place(), argument="line", about="the z axis of this frame")
    b: Frame = data(place(), argument="point")

    rows = ("x", "y")

    @property
    def figures(self) -> tuple[Figure, ...]:
        return Figure("rail", self.a, other=self.b), Figure("roller", self.b)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        r = R @ d
        return [r[0], r[1]]


@element("point_on_plane", noun="coupling")
class PointOnPlane(PairCoupling):
    """A point stays in the x-y plane of a frame."""

    a: Frame = data(place(), argument="plane", about="the x-y plane of this frame")
    b: Frame = data(place(), argument="point")

    rows = ("off surface",)

    @property
    def figures(self) -> tuple[Figure, ...]:
        return Figure("pad", self.a, other=self.b), Figure("roller", self.b)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        return [(R @ d)[2]]


@element("point_on_surface", noun="coupling")
class PointOnSurface(PairCoupling):
    """A point stays on the surface f(x, y, z) = 0 drawn in a frame; f should be a length, a signed distance at best."""

    a: Frame = data(place(), argument="frame")
    b: Frame = data(place(), argument="point")
    surface: Surface = data(surface(), about="expression of x, y, z that vanishes on the surface")

    rows = ("off surface",)

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("roller", self.b),)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        r = R @ d
        return [self.surface(r[0], r[1], r[2])]


@element("point_on_curve", noun="coupling")
class PointOnCurve(PairCoupling):
    """A point stays on the curve f = g = 0, where two surfaces drawn in a frame meet."""

    a: Frame = data(place(), argument="frame")
    b: Frame = data(place(), argument="point")
    first: Surface = data(surface(), about="the curve is where this and `second`, expressions of x, y, z, vanish")
    second: Surface = data(surface())

    rows = ("off first surface", "off second surface")

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("roller", self.b),)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        r = R @ d
        return [f(r[0], r[1], r[2]) for f in (self.first, self.second)]
