"""Sensitivity of measures to what varies, by Sobol' indices and Morris screening; convergence of all numbers with more samples.

Sobol' indices share the variance of a measure among what varies (Saltelli et al., *Comput. Phys. Commun.* 181, 2010): S1 is the
part that one quantity causes alone, ST the part in which it takes any part. Morris' elementary effects (*Technometrics* 33, 1991)
need fewer runs: µ* is the mean size of the change of a measure over the central 99 % of a quantity, σ its spread, large where the
quantity acts in a nonlinear way or together with others.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from biela.base.array import Array, Flags
from biela.base.dataclass import dataclass
from biela.base.surface import setting
from biela.estimate.statistics import wilson_interval
from biela.study.result import NORMAL_95, Sweep, order_of, quantile_interval
from biela.study.samples import DESIGNS, LEVELS, MIN_GROUPS, REPLICATES, unit_design, unit_problem
from biela.study.vary import Json, StudyError

MIN_SAMPLES = 8
"""Minimum number of samples of a point."""
QUANTILES = (0.05, 0.5, 0.95)
Point: TypeAlias = tuple[int, float, float, float]
"""Samples, value, and the ends of its 95 % interval."""


@dataclass(frozen=True)
class Effect:
    """Effect of one quantity on a measure; each value with the half-width of its 95 % interval.

    first, total : of Sobol' indices S1 and ST; of Morris screening µ and µ*
    spread : σ of Morris screening; zero otherwise
    """

    name: str
    first: float
    first_interval: float
    total: float
    total_interval: float
    spread: float = 0.0


def sensitivity(sweep: Sweep, measure: str, seed: int = 1, values: Array | None = None) -> list[Effect]:
    """Return the effects on a measure, the largest first. The study must have been drawn with sampling "saltelli" or "morris".

    A run that failed takes its whole group (the runs that differ from it in one quantity) out of the analysis; `values` replaces
    those of the measure.
    """
    about = dict(sweep.study.samples.about or {})
    kind = about.get("sampling")
    if kind not in DESIGNS:
        wanted = " or ".join(setting("sampling", design) for design in DESIGNS)
        raise StudyError(f"the samples were drawn with {kind!r}: sensitivities need {wanted}.")
    y = sweep[measure] if values is None else values
    return effects(kind, list(about["vary"]), int(about["samples"]), int(about["seed"]), y, seed)


def effects(kind: str, names: list[str], samples: int, seed: int, y: Array, bootstrap: int = 1) -> list[Effect]:
    """Return the effects from the values of a measure at the points of `unit_design`."""
    d, group = len(names), len(names) + (2 if kind == "saltelli" else 1)
    groups = np.asarray(y, float).reshape(-1, group)
    good = np.isfinite(groups).all(axis=1)
    if good.sum() < MIN_GROUPS:
        raise StudyError(f"only {good.sum()} of {len(good)} groups of runs are complete: draw more samples, or narrow the ranges.")
    y = groups[good].ravel()
    if np.ptp(y) == 0.0:
        return [Effect(name, 0.0, 0.0, 0.0, 0.0) for name in names]
    if kind == "saltelli":
        S1, ST = _sobol(groups, good)
        rows = zip(names, S1[0], S1[1], ST[0], ST[1], np.zeros(d), strict=True)
    else:
        from SALib.analyze.morris import analyze

        u = unit_design(kind, d, samples, seed).reshape(-1, group, d)[good].reshape(-1, d)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = analyze(unit_problem(d), u, y, num_levels=LEVELS, seed=bootstrap)
        rows = zip(names, found["mu"], np.zeros(d), found["mu_star"], found["mu_star_conf"], found["sigma"], strict=True)
    return sorted((Effect(name, *map(float, numbers)) for name, *numbers in rows), key=lambda e: -e.total)


def _sobol(groups: Array, good: Flags) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return (S1, half-width), (ST, half-width) of all quantities from f(A), f(A with column i of B) …, f(B).

    S1ᵢ = mean f_B (f_ABᵢ − f_A) / V, STᵢ = mean (f_A − f_ABᵢ)² / 2V, in each replicate; V from all of them together. Intervals by
    Student's t over the replicates.
    """
    from scipy.stats import t

    y = groups - groups[good].mean()
    V = y[good][:, [0, -1]].var()
    parts = np.array_split(np.arange(len(y)), REPLICATES)
    parts = [p[good[p]] for p in parts if good[p].any()]
    first = np.array([(y[p, -1:] * (y[p, 1:-1] - y[p, :1])).mean(axis=0) for p in parts]) / V
    total = np.array([((y[p, :1] - y[p, 1:-1]) ** 2).mean(axis=0) for p in parts]) / (2 * V)
    wide = float(t.ppf(0.975, len(parts) - 1)) / np.sqrt(len(parts)) if len(parts) > 1 else np.inf
    return tuple((x.mean(axis=0), wide * x.std(axis=0, ddof=1)) for x in (first, total))  # type: ignore[return-value]


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
        half = NORMAL_95 * s / np.sqrt(n)
        mean.append((n, m, m - half, m + half))
        # the variance of s² is (µ₄ − s⁴)/n, that of s a quarter of it over s²
        spread = np.sqrt(max(float(((part - m) ** 4).mean()) / s**4 - 1.0, 0.0) / (4 * n)) if s > 0 else 0.0
        deviation.append((n, s, s * (1 - NORMAL_95 * spread), s * (1 + NORMAL_95 * spread)))
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
