"""Four-bar linkages: Grashof classes and the angles that the input link can reach, in closed form.

With ground g, input a, floating h and output b, and θ the angle of the input from the ray input pivot → output pivot,

    T₁ = g + h − a − b,   T₂ = g + b − a − h,   T₃ = h + b − g − a
    (g² + a² − (h + b)²)/(2 g a)  ≤  cos θ  ≤  (g² + a² − (h − b)²)/(2 g a)

The input turns full circles if and only if T₃ ≥ 0 and T₁ T₂ ≥ 0.

Reference: McCarthy & Soh (2010), Geometric Design of Linkages, 2nd ed., ch. 2
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from biela.base.errors import DescriptionError

CLASSES = {
    (-1, -1, 1): "crank-crank", (1, 1, 1): "crank-rocker", (1, -1, -1): "rocker-crank", (-1, 1, -1): "rocker-rocker",
    (-1, -1, -1): "0-rocker-0-rocker", (-1, 1, 1): "pi-rocker-pi-rocker", (1, -1, 1): "pi-rocker-0-rocker",
    (1, 1, -1): "0-rocker-pi-rocker",
}  # fmt: skip


@dataclass(frozen=True)
class Grashof:
    """Class of a four-bar.

    Attributes
    ----------
    name : input and output: crank (full turns), rocker (range without 0 and 180°), 0-rocker (with 0 only), pi-rocker (with 180°
        only); "folding" is added where the linkage has a change point (a term is zero)
    terms : T₁, T₂, T₃ [m]
    is_crank : whether the input turns full circles
    is_grashof : whether some link does
    change_point : whether all bars can come to lie in a line, where branches meet
    """

    name: str
    terms: tuple[float, float, float]
    is_crank: bool
    is_grashof: bool
    change_point: bool


def grashof(ground: float, input: float, floating: float, output: float, tolerance: float = 1e-9) -> Grashof:
    """Classify a four-bar by its lengths [m]; terms below `tolerance` of the total length count as zero."""
    g, a, h, b = _checked(ground, input, floating, output)
    terms = (g + h - a - b, g + b - a - h, h + b - g - a)
    size = tolerance * (g + a + h + b)
    signs = tuple(0 if abs(T) <= size else int(np.sign(T)) for T in terms)
    is_crank = signs[2] >= 0 and signs[0] * signs[1] >= 0
    shortest, longest = min(g, a, h, b), max(g, a, h, b)
    is_grashof = shortest + longest <= 0.5 * (g + a + h + b) + size
    if 0 not in signs:
        return Grashof(CLASSES[signs], terms, is_crank, is_grashof, False)  # type: ignore[index]
    # a change point: named by the motion of input and output themselves, which the limits of the angles give
    other = grashof_limits_kind(g, b, h, a)
    own = grashof_limits_kind(g, a, h, b)
    return Grashof(f"{own}-{other}, folding", terms, is_crank, is_grashof, True)


def grashof_limits_kind(g: float, a: float, h: float, b: float) -> str:
    """crank, rocker, 0-rocker or pi-rocker: by which of 0 and 180° the link a can pass through."""
    low, high = _cosines(g, a, h, b)
    at_zero, at_half_turn = high >= 1 - 1e-12, low <= -1 + 1e-12
    if at_zero and at_half_turn:
        return "crank"
    return "0-rocker" if at_zero else "pi-rocker" if at_half_turn else "rocker"


def input_limits(ground: float, input: float, floating: float, output: float) -> list[tuple[float, float]]:
    """Intervals of the input angle that can be assembled, within [−π, 2π): one for cranks (0, 2π), 0-rockers (−α, α) and pi-rockers
    (α, 2π − α), two for rockers, (α, β) and (−β, −α) [rad].

    Raises
    ------
    DescriptionError : the longest link exceeds the sum of the others: the linkage cannot be put together at all
    """
    g, a, h, b = _checked(ground, input, floating, output)
    low, high = _cosines(g, a, h, b)
    alpha = float(np.arccos(min(high, 1.0))) if high < 1 else 0.0
    beta = float(np.arccos(max(low, -1.0))) if low > -1 else np.pi
    if alpha == 0.0 and beta == np.pi:
        return [(0.0, 2 * np.pi)]
    if alpha == 0.0:
        return [(-beta, beta)]
    if beta == np.pi:
        return [(alpha, 2 * np.pi - alpha)]
    return [(alpha, beta), (-beta, -alpha)]


def _cosines(g: float, a: float, h: float, b: float) -> tuple[float, float]:
    return (g * g + a * a - (h + b) ** 2) / (2 * g * a), (g * g + a * a - (h - b) ** 2) / (2 * g * a)


def _checked(g: float, a: float, h: float, b: float) -> tuple[float, float, float, float]:
    lengths = tuple(float(x) for x in (g, a, h, b))
    if not all(np.isfinite(x) and x > 0 for x in lengths):
        raise DescriptionError(f"lengths of a four-bar are {lengths}: all four must be positive.")
    if 2 * max(lengths) > sum(lengths) * (1 + 1e-12):
        raise DescriptionError(f"a link of {max(lengths):g} m is longer than the other three together: this is no linkage.")
    return lengths  # type: ignore[return-value]
