"""Base parameters from numbers: null columns, singular values, rank-revealing QR; and how far such a rank can be trusted.

    W = U S Vᵀ,   V = [V_1 V_2],   W V_2 = 0,     P ᵀ V_2 = [V_21; V_22],     β = −V_21 V_22⁻¹            (1)
    W P = Q [R_1 R_2; 0 0],                                                   β = R_1⁻¹ R_2              (2)

Singular values of a machine of low mobility fall without a gap down to rounding errors: then the rank depends on the
tolerance, and the report says so instead of choosing silently. Scaling changes singular values: nothing is scaled unless it
is asked for.

References: Gautier (1991), "Numerical calculation of the base inertial parameters of robots".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked, guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.identify.base_set import BaseSet, InvalidBaseSet

BAND = 1e3
"""A rank is clear if it stays the same while the tolerance grows and shrinks by this factor,"""
CLEAR = 1e6
"""or if it stays while the tolerance grows, and singular values fall by this factor after it."""


@dataclass(frozen=True)
class RankReport:
    """The numerical rank of a matrix, and whether it can be trusted.

    Attributes
    ----------
    singular_values : in decreasing order
    tolerance : below it they count as zero
    rank : by that tolerance
    lowest, highest : ranks with the tolerance 1000 times larger and smaller; equal where a gap settles it
    gap : ratio of the last singular value that counts to the next one
    """

    singular_values: Array
    tolerance: float
    rank: int
    lowest: int
    highest: int
    gap: float

    @property
    def ambiguous(self) -> bool:
        """True if another reasonable tolerance gives another rank."""
        return self.lowest != self.highest

    def __str__(self) -> str:
        text = f"rank {self.rank} by the tolerance {self.tolerance:.2g} (largest singular value {self.singular_values[0]:.3g})"
        if self.ambiguous:
            span = f"between {self.lowest} and {self.highest} if the tolerance is moved by a factor 1000 either way"
            return f"{text}; AMBIGUOUS: no gap, {span}. Decide by the structure: biela.identify.base_parameters."
        return f"{text}; clear: the singular values fall by {self.gap:.1e} after it"


@checked(ndim={"W": (2, 3)})
def null_columns(W: Array, names: Sequence[str], tolerance: float = 1e-10) -> list[str]:
    """Return columns whose largest entry is below `tolerance` times that of the matrix, in columns' own units."""
    largest = np.abs(_flat(W)).max(axis=0)
    if len(names) != len(largest):
        raise DescriptionError(f"W has {len(largest)} columns and {len(names)} names: give one for each.")
    return [name for name, x in zip(names, largest, strict=True) if x <= tolerance * largest.max()]


@one_thread("scipy.linalg")
@checked(ndim={"W": (2, 3)})
def rank_report(W: Array, tolerance: float | None = None, precision: type[np.float64 | np.float32] = np.float64) -> RankReport:
    """Judge the rank by singular values above a tolerance, s_1 · columns · ε unless given; in single precision with np.float32."""
    A: Any = _flat(W).astype(precision)
    s = np.linalg.svd(A, compute_uv=False).astype(float)
    if tolerance is None:
        tolerance = float(s[0]) * A.shape[1] * float(np.finfo(precision).eps)
    lowest, rank, highest = (int(np.sum(s > factor * tolerance)) for factor in (BAND, 1.0, 1 / BAND))
    gap = float(s[rank - 1] / s[rank]) if 0 < rank < len(s) and s[rank] > 0 else np.inf
    if gap > CLEAR and lowest == rank:
        highest = rank
    return RankReport(s, tolerance, rank, lowest, highest, gap)


@dataclass(frozen=True)
class NumericBase:
    """A base set from numbers, with what it rests on.

    Attributes
    ----------
    condition : one over the smallest singular value of V_22 (or condition of R_1 scaled by its columns): digits lost in β
    """

    base: BaseSet
    rank: RankReport
    condition: float


@one_thread("scipy.linalg")
@checked(ndim={"W": (2, 3)})
def numeric_base(
    W: Array, names: Sequence[str], method: Literal["svd", "qr"] = "svd", *, rank: int | None = None,
    dependent: Sequence[str] | None = None, forced: bool = False,
) -> NumericBase:  # fmt: skip
    """Find base parameters of an observation matrix.

    Parameters
    ----------
    W : (N, F, P) or (rows, P)
    rank : number of base parameters, where it is known better than by the tolerance
    dependent : these parameters are the dependent ones; chosen for the best condition if omitted
    forced : accept a `dependent` that is (almost) singular: useful only to show the consequences
    """
    A = _flat(W)
    null = null_columns(A, names)
    live = [k for k, name in enumerate(names) if name not in set(null)]
    A = A[:, live]
    report = rank_report(A)
    r = report.rank if rank is None else rank
    if not 0 < r <= len(live):
        raise DescriptionError(f"rank {r} of {len(live)} columns: give one between 1 and {len(live)}.")
    own = [names[k] for k in live]
    chosen = None if dependent is None else [own.index(name) for name in dependent if name in own]
    if chosen is not None and len(chosen) != len(live) - r:
        raise InvalidBaseSet(f"{len(chosen)} dependent parameters for {len(live)} columns of rank {r}: name {len(live) - r}.")
    keep, rest, beta, condition = _by_singular_values(A, r, chosen, forced) if method == "svd" else _by_qr(A, r, chosen)
    seen = np.argwhere(np.abs(beta) > 1e-9 * np.abs(beta).max(axis=0, initial=0.0))
    entries = {(own[keep[i]], own[rest[j]]): float(beta[i, j]) for i, j in seen}
    independent, grouped = (tuple(own[k] for k in places) for places in (keep, rest))
    return NumericBase(BaseSet(tuple(names), independent, grouped, tuple(null), entries, forced=forced), report, condition)


def _by_singular_values(A: Array, r: int, chosen: list[int] | None, forced: bool) -> tuple[list[int], list[int], Array, float]:
    """Return independent and dependent columns, β and its condition by (1)."""
    V2 = np.linalg.svd(A)[2][r:].T
    rest = _pivots(V2.T, len(V2) - r) if chosen is None else chosen
    keep = _others(rest, len(V2))
    if not rest:
        return keep, rest, np.zeros((r, 0)), 1.0
    # V₂ has orthonormal columns: the smallest singular value of V₂₂ alone tells how much β is amplified
    condition = 1.0 / max(float(np.linalg.svd(V2[rest], compute_uv=False)[-1]), 1e-300)
    if condition > 1e12 and not forced:
        wrong = f"these dependent parameters leave V₂₂ (almost) singular: condition {condition:.1e}"
        raise InvalidBaseSet(f"{wrong}. Choose others, or force it.")
    return keep, rest, -V2[keep] @ np.linalg.inv(V2[rest]), condition


def _by_qr(A: Array, r: int, chosen: list[int] | None) -> tuple[list[int], list[int], Array, float]:
    """Return them by (2), columns scaled to length one."""
    scale = np.linalg.norm(A, axis=0)
    keep = sorted(_pivots(A / scale, r)) if chosen is None else _others(chosen, A.shape[1])
    rest = _others(keep, A.shape[1]) if chosen is None else chosen
    Q, R1 = np.linalg.qr(A[:, keep] / scale[keep])
    return keep, rest, np.linalg.solve(R1, Q.T @ A[:, rest]) / scale[keep][:, None], float(np.linalg.cond(R1))


def _others(places: list[int], n: int) -> list[int]:
    return [k for k in range(n) if k not in set(places)]


def _pivots(A: Array, count: int) -> list[int]:
    """Return columns that a QR factorisation with column pivoting takes first."""
    from scipy.linalg import qr

    return [int(k) for k in qr(A, pivoting=True, mode="r")[1][:count]]


def _flat(W: Array) -> Array:
    W = real_array(W, "W")
    return W.reshape(-1, W.shape[-1])


guard(__name__)
