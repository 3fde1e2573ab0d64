"""Couplings: constraints that are not joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar


@dataclass(frozen=True)
class PairCoupling:
    """A constraint between two frames a and b; its residuals depend on their relative pose.

    `residuals(R, d)` receives R_ab and the position of b from a *in the axes of b*, and returns lengths or angles that
    vanish when the coupling holds.
    """

    name: str
    a: Frame
    b: Frame

    @property
    def rows(self) -> tuple[str, ...]:
        return ("distance",)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        raise NotImplementedError


@dataclass(frozen=True)
class Rod(PairCoupling):
    """Massless rod: the points a and b keep the distance L. Φ = (|d|² − L²) / 2L, a length to first order."""

    length: Scalar = 1.0

    def residuals(self, R: Any, d: Any) -> list[Any]:
        return [(d[0] ** 2 + d[1] ** 2 + d[2] ** 2 - self.length**2) / (2 * self.length)]


@dataclass(frozen=True)
class PointOnLine(PairCoupling):
    """Point b stays on the z axis of frame a."""

    @property
    def rows(self) -> tuple[str, ...]:
        return ("x", "y")

    def residuals(self, R: Any, d: Any) -> list[Any]:
        r = R @ d
        return [r[0], r[1]]


@dataclass(frozen=True)
class PointOnSurface(PairCoupling):
    """Point b stays on a surface f(x, y, z) = 0 of constant shape drawn in frame a.

    Give f as a length (a signed distance is best). The plane z = 0 is the default.
    """

    surface: Callable[[Any, Any, Any], Any] | None = None

    @property
    def rows(self) -> tuple[str, ...]:
        return ("off surface",)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        r = R @ d
        return [r[2] if self.surface is None else self.surface(r[0], r[1], r[2])]


@dataclass(frozen=True)
class PointOnCurve(PairCoupling):
    """Point b stays on the curve where two surfaces f = 0 and g = 0, drawn in frame a, meet."""

    surfaces: tuple[Callable[[Any, Any, Any], Any], Callable[[Any, Any, Any], Any]] | None = None

    @property
    def rows(self) -> tuple[str, ...]:
        return ("off first surface", "off second surface")

    def residuals(self, R: Any, d: Any) -> list[Any]:
        assert self.surfaces is not None
        r = R @ d
        return [f(r[0], r[1], r[2]) for f in self.surfaces]


@dataclass(frozen=True)
class LinearCoupling:
    """Σ cᵢ qᵢ = offset over coordinates of joints: gear pairs, rack and pinion, differentials."""

    name: str
    terms: tuple[tuple[str, int, Scalar], ...]  # joint, coordinate, factor
    offset: Scalar = 0.0

    @property
    def rows(self) -> tuple[str, ...]:
        return ("ratio",)
