"""Validation: errors of prediction on data that were not used, physical sense, and repetition over noise.

    E_p = Σ_channels ‖τ_measured − τ_predicted‖ / ‖τ_measured‖ · 100 %

channel by channel, so that newtons and newton metres never meet in a norm. The sum over channels is what the literature on
closed-loop mechanisms quotes; the mean is given beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.identify.observation import Observation
from biela.identify.regressor import Regressor

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PredictionError:
    """Relative errors of predicted efforts, in percent, by channel."""

    channels: tuple[str, ...]
    each: Array

    @property
    def total(self) -> float:
        """E_p: the sum over channels [%]."""
        return float(self.each.sum())

    @property
    def mean(self) -> float:
        return float(self.each.mean())

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {value:.3g} %" for name, value in zip(self.channels, self.each, strict=True))
        return f"{self.total:.3g} % in all ({parts})"


def prediction_error(measured: ArrayLike, predicted: ArrayLike, channels: Sequence[str] = ()) -> PredictionError:
    """E_p of efforts (N, F)."""
    tau, hat = np.asarray(measured, float), np.asarray(predicted, float)
    each = 100.0 * np.linalg.norm(tau - hat, axis=0) / np.maximum(np.linalg.norm(tau, axis=0), 1e-300)
    return PredictionError(tuple(channels) or tuple(f"channel {k + 1}" for k in range(len(each))), each)


def validate(observation: Observation, names: Sequence[str], values: ArrayLike) -> PredictionError:
    """E_p of parameters on an observation; parameters that are not named are zero."""
    predicted = observation.only(names).W @ np.asarray(values, float)
    known = observation.tau - observation.reference
    return prediction_error(observation.reference, predicted - known, observation.channels)


@dataclass(frozen=True)
class MassMatrixCheck:
    """Whether the mass matrix of a set of parameters is one, over random poses."""

    poses: int
    indefinite: int
    smallest: float  # smallest eigenvalue over all poses, relative to the largest of its pose

    def __str__(self) -> str:
        verdict = "positive definite" if not self.indefinite else f"indefinite in {self.indefinite}"
        return f"mass matrix at {self.poses} poses: {verdict}, smallest relative eigenvalue {self.smallest:.2g}"


def mass_matrices(regressor: Regressor, q: Array, parameters: ArrayLike) -> Array:
    """(N, F, F): mass matrices in the independent coordinates: efforts of unit accelerations at rest, less those of none."""
    n, F = len(q), regressor.dof
    still = np.zeros((n, F))
    values = np.asarray(parameters, float)
    W0 = regressor.matrix(regressor.motion(q, still, still)) @ values
    columns = []
    for k in range(F):
        a = still.copy()
        a[:, k] = 1.0
        columns.append(regressor.matrix(regressor.motion(q, still, a)) @ values - W0)
    return np.stack(columns, axis=2)


def check_mass_matrix(
    regressor: Regressor, parameters: ArrayLike, lower: ArrayLike, upper: ArrayLike, poses: int = 10_000, seed: int = 3
) -> MassMatrixCheck:
    """Eigenvalues of the mass matrix at random poses between limits of the independent coordinates."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(np.asarray(lower, float), np.asarray(upper, float), (poses, regressor.dof))
    M = mass_matrices(regressor, q, parameters)
    eigenvalues = np.linalg.eigvalsh((M + M.swapaxes(1, 2)) / 2)
    relative = eigenvalues[:, 0] / np.abs(eigenvalues).max(axis=1)
    return MassMatrixCheck(poses, int(np.sum(eigenvalues[:, 0] <= 0.0)), float(relative.min()))


@dataclass(frozen=True)
class MonteCarlo:
    """Spread of estimates over repetitions: one row a repetition."""

    names: tuple[str, ...]
    values: Array

    @property
    def mean(self) -> Array:
        return np.asarray(self.values.mean(axis=0))

    @property
    def covariance(self) -> Array:
        return np.atleast_2d(np.cov(self.values.T))


def monte_carlo(
    run: Callable[[np.random.Generator], tuple[Sequence[str], ArrayLike]], repetitions: int, seed: int = 1
) -> MonteCarlo:
    """Repeat an estimation with its own stream of random numbers each time."""
    streams = np.random.SeedSequence(seed).spawn(repetitions)
    results = [run(np.random.default_rng(stream)) for stream in streams]
    return MonteCarlo(tuple(results[0][0]), np.array([np.asarray(values, float) for _, values in results]))


def force_error(efforts: Array, size: float, seed: int, kind: str = "uniform") -> Array:
    """Efforts with multiplicative errors: uniform within ± size, or normal with 3 σ = size."""
    rng = np.random.default_rng(seed)
    error = rng.uniform(-size, size, efforts.shape) if kind == "uniform" else rng.normal(0.0, size / 3, efforts.shape)
    return efforts * (1.0 + error)


def cad_error(values: Array, size: float, seed: int, additive: Array | None = None) -> Array:
    """Drawing values with uniform multiplicative errors; zeros stay zero unless typical sizes to be wrong by are given."""
    rng = np.random.default_rng(seed + 1_000_003)  # a stream of its own, apart from that of the forces
    out = values * (1.0 + rng.uniform(-size, size, values.shape))
    if additive is not None:
        out = out + np.where(values == 0.0, additive * rng.uniform(-size, size, values.shape), 0.0)
    return out


def comparison_table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """Models in rows, figures in columns."""
    columns = list(next(iter(rows.values())))
    width = max(len(name) for name in rows) + 2
    lines = [" " * width + "".join(f"{c:>16s}" for c in columns)]
    lines += [name.ljust(width) + "".join(f"{figures[c]:16.4g}" for c in columns) for name, figures in rows.items()]
    return "\n".join(lines)
