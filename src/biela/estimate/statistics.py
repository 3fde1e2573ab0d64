"""Statistics of weighted clouds: circular means, modes, intervals, branches."""

from __future__ import annotations

from math import tau

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import guard, real_array
from biela.base.errors import DescriptionError


def wrapped(angle: ArrayLike) -> Array:
    """Wrap angles to (−π, π]."""
    a = np.asarray(angle, float)
    return np.asarray(a - tau * np.ceil((a - np.pi) / tau))


def to_turn(angle: ArrayLike) -> Array:
    """Wrap angles to [0, 2π): never 2π itself, whatever the rounding."""
    a = np.mod(np.asarray(angle, float), tau)
    return np.where(a >= tau, 0.0, a)


def circular_mean(angles: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Return the direction of the weighted sum of unit vectors."""
    a = np.asarray(angles, float)
    w = np.full(a.shape, 1.0 / a.size) if weights is None else np.asarray(weights, float)
    return float(np.arctan2(w @ np.sin(a), w @ np.cos(a)))


def linear_mean_of_wrapped(angles: ArrayLike, weights: ArrayLike) -> float:
    """Average angles wrapped to [0, 2π): wrong for a cloud that straddles zero; kept to repeat a published criterion."""
    return float(np.asarray(weights, float) @ to_turn(angles))


def branch_probabilities(signs: Array, weights: Array) -> dict[tuple[int, ...], float]:
    """Return the total weight of each assembly branch, by the signs that label it; the likeliest first."""
    if not signs.shape[1]:
        return {}
    code = (signs + 1.0) @ 3.0 ** np.arange(signs.shape[1])[::-1]  # one number for each label: sorting rows is slow
    if signs.shape[1] <= 8:
        totals = np.bincount(code.astype(np.int64), weights, minlength=1)
        first = {int(c): int(np.argmax(code == c)) for c in np.flatnonzero(np.bincount(code.astype(np.int64)))}
    else:
        _, where, which = np.unique(code, return_index=True, return_inverse=True)
        totals, first = np.bincount(which, weights), dict(enumerate(map(int, where)))
    order = sorted(first, key=lambda c: -totals[c])
    return {tuple(int(s) for s in signs[first[c]]): float(totals[c]) for c in order}


def on_the_turn_of(angle: ArrayLike, unwrapped: ArrayLike) -> Array:
    """Return an angle on the turn of another one that was never wrapped."""
    a = np.asarray(angle, float)
    return np.asarray(a + tau * np.round((np.asarray(unwrapped, float) - a) / tau))


def modes(values: ArrayLike, weights: ArrayLike, *, angle: bool = False, width: float | None = None) -> list[tuple[float, float]]:
    """Return peaks of the density of a cloud with the weight that belongs to each (its basin), the heaviest first.

    The density is a Gaussian kernel estimate of the given width (by default Silverman's, with the robust spread), on a grid of a
    fifth of the width; angles on the circle.
    """
    v, w = _cloud(values, weights)
    if angle:
        v = to_turn(v)
    span = (0.0, tau) if angle else (float(v.min()), float(v.max()))
    if width is None:
        width = _silverman(v, w, angle)
    width = max(float(width), 1e-4 * max(span[1] - span[0], 1e-12))
    count = int(np.clip(5 * (span[1] - span[0]) / width, 32, 4000))
    grid = np.linspace(*span, count, endpoint=not angle)
    d = grid[:, None] - v[None, :]
    if angle:
        d = wrapped(d)
    density = np.exp(-0.5 * (d / width) ** 2) @ w
    before, after = np.roll(density, 1), np.roll(density, -1)
    if not angle:
        before[0] = after[-1] = -np.inf
    peaks = np.flatnonzero((density > before) & (density >= after))
    distance = np.abs(wrapped(v[:, None] - grid[peaks]) if angle else v[:, None] - grid[peaks])
    share = np.bincount(distance.argmin(axis=1), w, minlength=peaks.size)
    order = np.argsort(-share)
    return [(float(grid[peaks[k]]), float(share[k])) for k in order]


def _cloud(values: ArrayLike, weights: ArrayLike) -> tuple[Array, Array]:
    """Return values of a cloud, and their weights with the sum one."""
    v, w = real_array(values, "values of a cloud"), real_array(weights, "weights of a cloud")
    if v.ndim != 1 or v.shape != w.shape or not v.size:
        raise DescriptionError(f"a cloud has shape {v.shape} and weights {w.shape}: give two lists, equally long.")
    if w.min() < 0.0 or not w.sum() > 0.0:
        raise DescriptionError("weights of a cloud: give numbers that are not negative, one above zero at least.")
    return v, w / w.sum()


def _silverman(v: Array, w: Array, angle: bool) -> float:
    """Return the width for one mode of a cloud: by the spread about the weighted median direction, at most 0.2 rad."""
    centre = circular_mean(v, w) if angle else float(w @ v)
    d = np.abs(wrapped(v - centre)) if angle else np.abs(v - centre)
    order = np.argsort(d)
    median = float(d[order][np.searchsorted(np.cumsum(w[order]), 0.5).clip(0, d.size - 1)])
    n_eff = 1.0 / float((w**2).sum())
    width = 0.9 * 1.4826 * median * n_eff ** (-0.2)
    return float(min(width, 0.2) if angle else width)


def credible_interval(values: ArrayLike, weights: ArrayLike, level: float = 0.95, *, angle: bool = False) -> tuple[float, float]:
    """Return the shortest interval that holds `level` of the weight. For an angle through zero, `low` is negative."""
    if not 0 < level <= 1:
        raise DescriptionError(f"level of a credible interval is {level}: give a probability such as 0.95.")
    v, w = _cloud(values, weights)
    if angle:
        v = circular_mean(v, w) + wrapped(v - circular_mean(v, w))
    order = np.argsort(v)
    v, w = v[order], w[order]
    if angle:  # once more round, so that an interval across the cut is found
        v, w = np.concatenate([v, v + tau]), np.concatenate([w, w])
    c = np.concatenate([[0.0], np.cumsum(w)])
    n = order.size
    last = np.searchsorted(c[1:], c[:n] + level - 1e-12)
    ok = last < v.size
    lengths = np.where(ok, v[np.minimum(last, v.size - 1)] - v[:n], np.inf)
    k = int(np.argmin(lengths))
    low, high = float(v[k]), float(v[min(last[k], v.size - 1)])
    if angle and low > np.pi:
        low, high = low - tau, high - tau
    return low, high


def wilson_interval(successes: int, tries: int, level: float = 0.95) -> tuple[float, float]:
    """Return the confidence interval of a proportion (Wilson 1927)."""
    from scipy.special import ndtri

    z = float(ndtri(0.5 + 0.5 * level))
    p = successes / tries
    centre = (p + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z * np.sqrt(p * (1 - p) / tries + z * z / (4 * tries**2)) / (1 + z * z / tries)
    return max(0.0, float(centre - half)), min(1.0, float(centre + half))


guard(__name__)
