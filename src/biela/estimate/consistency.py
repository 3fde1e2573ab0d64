"""Consistency of a filter: normalised errors against their distribution.

    NEES = eᵀ P⁻¹ e          e = truth − mean, averaged over runs:  M · mean NEES ~ χ²(M n)
    NIS  = νᵀ S⁻¹ ν          ν = reading − prediction:              Σ NIS ~ χ²(Σ readings)

A filter whose normalised error lies above its band is over-confident, below it too cautious.

Reference: Bar-Shalom, Li & Kirubarajan (2001), Estimation with Applications to Tracking and Navigation, §5.4
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from biela.base.array import Array, Flags
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import count

from .estimator import Track
from .statistics import wrapped


@dataclass(frozen=True)
class Consistency:
    """Averages of a normalised error and its band.

    Attributes
    ----------
    average : (S,) over the runs
    band : interval that holds the average of a consistent filter with the given probability
    inside : part of the times at which it does
    time_average : over runs and times; the number of dimensions for a consistent filter
    dimensions : n
    """

    average: Array
    band: tuple[float, float]
    inside: float
    time_average: float
    dimensions: int


def nees(error: Array, covariance: Array, angles: Flags | None = None) -> Array:
    """Return eᵀ P⁻¹ e of errors (…, n) with covariances (…, n, n); angles are wrapped."""
    e = np.array(error, float)
    if angles is not None:
        e[..., angles] = wrapped(e[..., angles])
    return np.asarray(np.einsum("...i,...i->...", e, np.linalg.solve(covariance, e[..., None])[..., 0]))


def consistency(values: Array, dimensions: int, level: float = 0.95) -> Consistency:
    """Compare normalised errors (runs, S) of a filter with χ²."""
    from scipy.stats import chi2

    runs = values.shape[0]
    average = values.mean(axis=0)
    low, high = (float(chi2.ppf(q, runs * dimensions)) / runs for q in (0.5 * (1 - level), 0.5 * (1 + level)))
    inside = float(np.mean((average >= low) & (average <= high)))
    return Consistency(average, (low, high), inside, float(average.mean()), dimensions)


GATED = 0.05
"""Share of readings left out by a gate from which it is not single faults that it leaves out."""


@dataclass(frozen=True)
class Health:
    """Verdict on a filtered log.

    Attributes
    ----------
    healthy : whether no complaint was found
    complaints : what is wrong, in words, by reading
    nis : mean normalised innovation per reading; one for a consistent filter
    """

    healthy: bool
    complaints: tuple[str, ...]
    nis: dict[str, float]

    def with_complaints(self, more: Sequence[str]) -> Health:
        """Add complaints to the verdict."""
        return Health(self.healthy and not more, (*self.complaints, *more), self.nis) if more else self

    def __str__(self) -> str:
        if not self.healthy:
            return "\n".join(["the filter is NOT healthy", *(f"  - {text}" for text in self.complaints)])
        sizes = ", ".join(f"{name} {np.sqrt(value):.2f}" for name, value in self.nis.items())
        return f"the filter is healthy: innovations no larger than expected ({sizes} times as large), and without a pattern"


def health(track: Track, level: float = 0.999, gate: float | None = None, cautious: Collection[str] = ()) -> Health:
    """Judge the innovations of a log: too large, too small, biased, correlated in time, missing.

    The first tenth of the log, in which a filter settles, is left out.

    A filter with a likelihood scale m > 1 takes the readings to err by m σ, more than they do. With an exact model it corrects too
    little on purpose, so its innovations are smaller than it expects (down to 1/m of that) and follow each other; neither is a
    fault. So innovations count as too small below 0.7/m² of what is expected, and their correlation is judged by its size against
    the *expected* variance,

        ρ = mean(ν_k ν_k+1 / (s_k s_k+1)),     s² = Var y + m² R,

    which for m = 1 is the usual one. A slow error well within m σ is tolerated; a model that misses more than that is found.

    gate : of the filter: readings beyond it were left out and are not judged, unless they are more than a twentieth
    cautious : readings that are taken to err more than they do, however much more: as with a large m
    """
    first, complaints, nis = len(track.t) // 10, [], {}
    for name, nu, spread in zip(track.readings, track.innovation[first:].T, track.expected_spread[first:].T, strict=True):
        if gate is not None:
            beyond = np.abs(nu / spread) > gate
            nu = np.where(beyond, np.nan, nu)
            if float(np.mean(beyond)) > GATED:
                complaints.append(f"{name}: the gate leaves {100 * float(np.mean(beyond)):.0f} % of its readings out")
        white = (nu / spread)[np.isfinite(nu)]
        nis[name] = float(np.mean(white**2)) if white.size >= 10 else float("nan")
        complaints += [f"{name}: {text}" for text in _complaints(white, nu, np.inf if name in cautious else track.scale, level)]
    if not np.all(np.isfinite(track.mean)):
        complaints.append("the estimate is not finite")
    return Health(not complaints, tuple(complaints), nis)


def _complaints(white: Array, nu: Array, scale: float, level: float) -> Iterator[str]:
    """Yield what is wrong with a reading, from its normalised innovations and the innovations ν themselves (NaN: missing)."""
    from scipy.stats import chi2, norm

    n, z = white.size, float(norm.ppf(0.5 * (1 + level)))
    if n < 10:
        yield f"{count(n, 'sample')} only"
        return
    nis, size = float(np.mean(white**2)), f"innovations {np.sqrt(np.mean(white**2)):.2f} times as large as expected"
    low, high = (float(chi2.ppf(0.5 * (1 + side * level), n)) / n for side in (-1, 1))
    if nis > max(high, 1.3):
        yield f"{size} (over-confident filter, or a faulty sensor)"
    elif nis < min(low, 0.7) / max(scale, 1.0) ** 2:
        yield f"{size} (its noise is set too large)"
    bias = float(white.mean())
    if abs(bias) * np.sqrt(n) > z and abs(bias) > 0.1:
        yield f"biased by {np.nanmean(nu):.3g} (z = {bias * np.sqrt(n):.1f})"
    centred = white - bias
    variance = float(np.mean(centred**2))
    rho = float(np.mean(centred[:-1] * centred[1:])) / (max(variance, 1.0) if scale > 1 else variance)
    if abs(rho) * np.sqrt(n) > z and rho > 0.2:
        yield f"innovations are correlated in time ({rho:.2f}): the model misses something slow"
    elif abs(rho) * np.sqrt(n) > z and rho < -0.4:
        yield f"innovations alternate ({rho:.2f}): the process noise is set too large"
    gaps = np.isnan(nu).mean()
    if gaps > 0.98:
        yield f"{100 * gaps:.0f} % of its samples are missing"


guard(__name__)
