"""Couplings: constraints that are not joints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar, evaluate
from biela.mechanism.primitive import Angular, Linear


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

    @property
    def units(self) -> tuple[str, ...]:
        """Of the residuals."""
        return ("m",) * len(self.rows)

    @property
    def holonomic(self) -> tuple[bool, ...]:
        """Which rows have a residual; those that have none come last, with a covector each (see `biela.mechanism.rolling`)."""
        return (True,) * len(self.rows)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        raise NotImplementedError

    def covectors(self, R: Any, d: Any) -> list[list[Any]]:
        """c of the rows cᵀ V = 0 without a residual, V = [ω; v] the twist of b against a, in b."""
        return []


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
class LinearClosure(PairCoupling):
    """Linear primitive: along a direction fixed in b, b stays level with a (see `biela.mechanism.primitive`)."""

    direction: tuple[float, ...] = (1.0, 0.0, 0.0)

    @property
    def rows(self) -> tuple[str, ...]:
        return ("along",)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        return [Linear(self.direction).residual(R, d)]


@dataclass(frozen=True)
class AngularClosure(PairCoupling):
    """Angular primitive: a direction fixed in a and one fixed in b stay at right angles."""

    a_direction: tuple[float, ...] = (0.0, 0.0, 1.0)
    b_direction: tuple[float, ...] = (1.0, 0.0, 0.0)

    @property
    def rows(self) -> tuple[str, ...]:
        return ("angle",)

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad",)

    def residuals(self, R: Any, d: Any) -> list[Any]:
        return [Angular(self.a_direction, self.b_direction).residual(R, d)]


@dataclass(frozen=True)
class LinearCoupling:
    """Σ cᵢ qᵢ = offset over coordinates of joints: gear pairs, rack and pinion, differentials."""

    name: str
    terms: tuple[tuple[str, int, Scalar], ...]  # joint, coordinate, factor
    offset: Scalar = 0.0

    @property
    def rows(self) -> tuple[str, ...]:
        return ("ratio",)


@dataclass(frozen=True)
class Train:
    """Linear couplings that share coordinates: a gear train.

    Attributes
    ----------
    couplings, joints : their names
    locked : the ratios leave no motion to any joint of it
    contradictory : ratios and offsets cannot hold together anywhere
    """

    couplings: tuple[str, ...]
    joints: tuple[str, ...]
    locked: bool
    contradictory: bool


def trains(couplings: Mapping[str, Any], values: Mapping[str, float] | None = None) -> list[Train]:
    """Gear trains among the couplings of a machine, at given (or the nominal) parameters."""
    linear = {name: c for name, c in couplings.items() if isinstance(c, LinearCoupling)}
    groups: list[set[str]] = []
    for name, coupling in linear.items():
        own = {(joint, k) for joint, k, _ in coupling.terms}
        touching = [g for g in groups if any(own & {(j, k) for j, k, _ in linear[other].terms} for other in g)]
        groups = [g for g in groups if g not in touching] + [{name}.union(*touching)]
    return [_train([linear[name] for name in linear if name in group], values) for group in groups]


def _train(couplings: list[LinearCoupling], values: Mapping[str, float] | None) -> Train:
    """Σ factor · coordinate = offset for all of them: the rank tells what is left."""
    places = list(dict.fromkeys((joint, k) for c in couplings for joint, k, _ in c.terms))
    A, b = np.zeros((len(couplings), len(places))), np.zeros((len(couplings), 1))
    for i, coupling in enumerate(couplings):
        b[i] = evaluate(coupling.offset, values)
        for joint, k, factor in coupling.terms:
            A[i, places.index((joint, k))] += evaluate(factor, values)
    rank = int(np.linalg.matrix_rank(A, tol=1e-9 * max(float(np.abs(A).max()), 1e-300)))
    gap = float(np.abs(A @ np.linalg.lstsq(A, b, rcond=1e-9)[0] - b).max())
    joints = tuple(dict.fromkeys(joint for joint, _ in places))
    return Train(
        tuple(c.name for c in couplings), joints, rank == len(places), gap > 1e-9 * (1.0 + float(np.abs(b).max()))
    )
