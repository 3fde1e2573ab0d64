"""Tolerance analysis: deviations of measures that follow from those of dimensions, in three ways side by side.

| way | what it assumes |
|---|---|
| worst case | every dimension at the worst end of its tolerance |
| linear | Σ |∂m/∂xᵢ| tᵢ for the worst case; √Σ (∂m/∂xᵢ σᵢ)² for the deviation, with σᵢ = tᵢ/3 |
| Monte-Carlo | independent normal dimensions, σᵢ = tᵢ/3, cut at the tolerance |

Derivatives come from the equations where they can (`biela.study.gradient`); elsewhere they are central differences over a
thousandth of each tolerance, all computed in the same batch, with which the former are compared too.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from biela.base.array import Array, Flags
from biela.base.dataclass import dataclass
from biela.files.document import read_document
from biela.simulation.case import Case
from biela.study.definition import Study
from biela.study.gradient import exact_slopes
from biela.study.run import sweep
from biela.study.samples import Samples, draw
from biela.study.template import nominal_value
from biela.study.vary import Settings, StudyError, variation

DIFFERENCE_STEP = 1e-3
"""Part of a tolerance over which central differences are taken."""
MAX_CORNER_DIMENSIONS = 10
"""Maximum number of dimensions of which all corners are tried; beyond, the two that the derivatives point to."""
MAX_DISAGREEMENT = 0.02
"""Maximum difference of exact slopes from central differences, as part of all slopes; beyond, the motion is not smooth."""


@dataclass(frozen=True)
class Tolerance:
    """Deviations of a measure that follow from tolerances.

    nominal : value with all dimensions as drawn
    slopes, sizes : dimension → ∂measure/∂dimension; its tolerance
    exact : whether the slopes come from the equations
    worst : smallest and largest value over the corners
    linear_worst, linear_deviation : range and standard deviation by the derivatives
    deviation, interval : standard deviation, 2.5 % and 97.5 % quantiles of the Monte-Carlo samples
    failed : samples of the Monte-Carlo part that could not be computed
    unit, units : unit of the measure, where it has one; of each dimension
    """

    measure: str
    nominal: float
    slopes: Mapping[str, float]
    sizes: Mapping[str, float]
    worst: tuple[float, float]
    linear_worst: tuple[float, float]
    linear_deviation: float
    deviation: float
    interval: tuple[float, float]
    failed: int
    exact: bool = False
    unit: str = ""
    units: Mapping[str, str] = field(default_factory=dict)


def tolerance_analysis(
    case: Case, tolerances: Settings, measures: Sequence[str], samples: int = 2000, *, seed: int = 0, **options: Any
) -> list[Tolerance]:
    """Compare worst case, linear and Monte-Carlo tolerances of measures.

    tolerances : parameter or path → tolerance to either side of its value in the machine file: {"crank": "0.1 mm"}
    samples, seed : of the Monte-Carlo part
    options : as those of `biela.sweep`
    """
    names, d = list(tolerances), len(tolerances)
    sizes = np.zeros(d)
    for k, (name, given) in enumerate(tolerances.items()):
        values = variation(name, str(given).removeprefix("±").strip() if isinstance(given, str) else [given]).values
        if values is None or len(values) != 1 or values.dtype == object or not values[0] > 0:
            raise StudyError(f"tolerance of {name!r} is {given!r}: give one size above zero, such as 0.1 mm.")
        sizes[k] = values[0]
    nominal = np.array([_nominal(case, name) for name in names])
    signs = _steps(d)
    every_corner = d <= MAX_CORNER_DIMENSIONS
    corners = np.array(list(itertools.product((-1.0, 1.0), repeat=d))) if every_corner else np.zeros((0, d))
    drawn = draw(dict.fromkeys(names, "~normal(0, 0.333333333333333315, -1, 1)"), samples, seed=seed)
    cloud = np.stack([drawn.columns[name] for name in names], axis=1)
    rows = np.vstack([signs, corners, cloud])
    study, found = _run(case, names, nominal + rows * sizes, measures, options)
    every, exact = _chosen(study, names, found[: len(signs)], sizes)
    out = []
    if not every_corner:
        pointed = np.vstack([np.sign(every[:, k]) * side for k in range(every.shape[1]) for side in (-1, 1)])
        _, ends = _run(case, names, nominal + pointed * sizes, measures, options)
    for k, name in enumerate(measures):
        y, slopes = found[:, k], every[:, k]
        edge = y[len(signs) : len(signs) + len(corners)] if every_corner else ends[2 * k : 2 * k + 2, k]
        mc = y[len(signs) + len(corners) :]
        good = mc[np.isfinite(mc)]
        if not np.isfinite(y[0]) or len(good) < 2:
            raise StudyError(f"measure {name!r} has no value at the nominal dimensions, or at hardly any others.")
        reach = float(np.abs(slopes * sizes).sum())
        out.append(Tolerance(
            name, float(y[0]), dict(zip(names, slopes.tolist(), strict=True)), dict(zip(names, sizes.tolist(), strict=True)),
            (float(np.nanmin([*edge, y[0]])), float(np.nanmax([*edge, y[0]]))), (float(y[0]) - reach, float(y[0]) + reach),
            float(np.sqrt(((slopes * sizes / 3) ** 2).sum())), float(good.std(ddof=1)),
            (float(np.quantile(good, 0.025)), float(np.quantile(good, 0.975))), int(len(mc) - len(good)), bool(exact[k]),
            study.units.get(study.measures[k].name, ""), {n: study.varied_units.get(n, "") for n in names},
        ))  # fmt: skip
    return out


def _steps(d: int) -> Array:
    """Return the rows of central differences: the middle, a step ahead and a step behind in each dimension."""
    return np.vstack([np.zeros(d), np.eye(d) * DIFFERENCE_STEP, -np.eye(d) * DIFFERENCE_STEP])


def _chosen(study: Study, names: Sequence[str], y: Array, sizes: Array) -> tuple[Array, Flags]:
    """Return ∂measure/∂dimension, (dimensions, measures), from the equations or by differences; of which measures the former.

    y : (1 + 2 dimensions, measures) at the rows of `_steps`
    """
    d = len(names)
    rough = (y[1 : 1 + d] - y[1 + d : 1 + 2 * d]) / 2 / (DIFFERENCE_STEP * sizes)[:, None]
    found = exact_slopes(study, dict(zip(names, sizes.tolist(), strict=True)))
    if found is None:
        return rough, np.zeros(rough.shape[1], bool)
    apart = (np.abs(found - rough) * sizes[:, None]).sum(axis=0)
    exact = apart <= MAX_DISAGREEMENT * (np.abs(rough) * sizes[:, None]).sum(axis=0) + 1e-12
    return np.where(exact, found, rough), exact


def _run(case: Case, names: Sequence[str], values: Array, measures: Sequence[Any], options: Settings) -> tuple[Study, Array]:
    """Measure the machines with these values of the dimensions, (rows, measures)."""
    table = Samples({name: values[:, k] for k, name in enumerate(names)}, (), {"vary": dict.fromkeys(names, "tolerance")})
    result = sweep(case, table, list(measures), **options)
    return result.study, np.stack([result[m.name] for m in result.study.measures], axis=1)


@dataclass(frozen=True)
class Gradient:
    """Slopes of a measure at the machine's own values: quantity → ∂measure/∂quantity.

    exact : whether they come from the equations; otherwise they are central differences over a thousandth of each value
    """

    measure: str
    value: float
    slopes: Mapping[str, float]
    exact: bool


def gradients(case: Case, names: Sequence[str], measures: Sequence[Any], **options: Any) -> list[Gradient]:
    """Return slopes of measures with respect to parameters, start values and inputs, at their values in the machine file.

    names : parameters or paths, as what varies in a study
    options : as those of `biela.sweep`
    """
    nominal = np.array([_nominal(case, name) for name in names])
    sizes = np.where(nominal == 0.0, 1.0, np.abs(nominal))
    study, found = _run(case, names, nominal + _steps(len(names)) * sizes, measures, options)
    every, exact = _chosen(study, names, found, sizes)
    slopes = [dict(zip(names, own, strict=True)) for own in every.T.tolist()]
    return [Gradient(m.name, float(found[0, k]), slopes[k], bool(exact[k])) for k, m in enumerate(study.measures)]


def _nominal(case: Case, name: str) -> float:
    return nominal_value(read_document(case.machine_file(), "machine file"), name)
