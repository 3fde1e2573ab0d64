"""Convergence of every number of a study as samples are added: value and 95 % interval from the first 8, 16, 32 … and from all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from biela.base.array import Array
from biela.estimate.statistics import wilson_interval
from biela.study.result import WIDE, Sweep, order_of, quantile_interval
from biela.study.samples import DESIGNS, REPLICATES
from biela.study.sensitivity import sensitivity
from biela.study.vary import Json, StudyError

MIN_SAMPLES = 8
"""Minimum number of samples of a point."""
QUANTILES = (0.05, 0.5, 0.95)
Point: TypeAlias = tuple[int, float, float, float]
"""Samples, value, and the ends of its 95 % interval."""


class Settling(NamedTuple):
    """Convergence of a number, such as "mean", "95 % quantile" or "total effect of crank", of a measure or condition."""

    number: str
    of: str
    points: list[Point]


def settling(result: Sweep, limits: Sequence[str] = ()) -> list[Settling]:
    """Return the convergence of mean, deviation and quantiles of every measure, of probabilities and of sensitivities."""
    found: list[Settling] = []
    order = order_of(result.study.samples)
    for m in result.study.measures:
        x = result[m.name][order]
        found += _of_measure(m.name, x[np.isfinite(x)])
        if (result.study.samples.about or {}).get("sampling") in DESIGNS:
            found += _of_effects(result, m.name)
    for limit in limits:
        hits = result.evaluate(limit)[order]
        hits = hits[np.isfinite(hits)] != 0
        points = [(n, float(hits[:n].mean()), *wilson_interval(int(hits[:n].sum()), n)) for n in _counts(len(hits))]
        found.append(Settling("probability", limit, points))
    return found


def _counts(total: int) -> list[int]:
    return [2**k for k in range(3, 40) if MIN_SAMPLES <= 2**k < total] + ([total] if total >= MIN_SAMPLES else [])


def _of_measure(name: str, x: Array) -> list[Settling]:
    mean, deviation = [], []
    quantiles: dict[float, list[Point]] = {p: [] for p in QUANTILES}
    for n in _counts(len(x)):
        part = np.sort(x[:n])
        m, s = float(part.mean()), float(part.std(ddof=1))
        half = WIDE * s / np.sqrt(n)
        mean.append((n, m, m - half, m + half))
        # the variance of s² is (µ₄ − s⁴)/n, that of s a quarter of it over s²
        spread = np.sqrt(max(float(((part - m) ** 4).mean()) / s**4 - 1.0, 0.0) / (4 * n)) if s > 0 else 0.0
        deviation.append((n, s, s * (1 - WIDE * spread), s * (1 + WIDE * spread)))
        for p, points in quantiles.items():
            points.append((n, float(np.quantile(part, p)), *quantile_interval(part, p)))
    named = [(f"{100 * p:g} % quantile" if p != 0.5 else "median", points) for p, points in quantiles.items()]
    return [Settling(what, name, points) for what, points in (("mean", mean), ("deviation", deviation), *named) if points]


def _of_effects(result: Sweep, name: str) -> list[Settling]:
    """Return total effects from the first groups of runs; of Sobol' indices the first ones of each of their sequences."""
    about: Json = dict(result.study.samples.about or {})
    size = len(about["vary"]) + (2 if about["sampling"] == "saltelli" else 1)
    y = result[name].reshape(-1, size)
    found: dict[str, list[Point]] = {}
    place = np.arange(len(y))
    if about["sampling"] == "saltelli":
        each = len(y) // REPLICATES
        place = (place % max(each, 1)) * REPLICATES + place // max(each, 1)
    for n in _counts(len(y)):
        try:
            effects = sensitivity(result, name, values=np.where((place < n)[:, None], y, np.nan).ravel())
        except StudyError:  # too few groups are complete
            continue
        for e in effects:
            point = (n * size, e.total, e.total - e.total_interval, e.total + e.total_interval)
            if np.isfinite(point).all():
                found.setdefault(f"total effect of {e.name}", []).append(point)
    return [Settling(what, name, points) for what, points in found.items()]
