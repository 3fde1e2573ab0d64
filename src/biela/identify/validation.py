"""Validation: errors of prediction on data that were not used, and physical sense.

    E_p = Σ_channels ‖τ_measured − τ_predicted‖ / ‖τ_measured‖ · 100 %

channel by channel, so that newtons and newton metres never meet in a norm. Where no effort acts, as on a rope, errors are relative
to the terms that cancel there. The literature on closed-loop mechanisms quotes the sum over channels; the mean is given as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked, guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.identify.observation import Observation
from biela.identify.regressor import Regressor


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


@checked(ndim={"measured": (1, 2), "predicted": (1, 2)})
def prediction_error(
    measured: ArrayLike, predicted: ArrayLike, channels: Sequence[str] = (), terms: ArrayLike | None = None
) -> PredictionError:
    """Return E_p of efforts (N, F); `terms`, (N, F), are the sizes to which errors of channels without effort are relative."""
    tau, hat = np.asarray(measured, float), np.asarray(predicted, float)
    if tau.shape != hat.shape:
        raise DescriptionError(f"measured efforts have the shape {tau.shape}, predicted ones {hat.shape}: give the same.")
    size = np.linalg.norm(tau, axis=0)
    if terms is not None:
        if np.shape(terms) != tau.shape:
            raise DescriptionError(f"terms have the shape {np.shape(terms)}, efforts {tau.shape}: give the same.")
        size = np.where(size == 0.0, np.linalg.norm(np.asarray(terms, float), axis=0), size)
    each = 100.0 * np.linalg.norm(tau - hat, axis=0) / np.maximum(size, 1e-300)
    return PredictionError(tuple(channels) or tuple(f"channel {k + 1}" for k in range(len(each))), each)


@one_thread("scipy.linalg")
@checked(ndim={"values": (1,)})
def validate(observation: Observation, names: Sequence[str], values: ArrayLike) -> PredictionError:
    """Return E_p of parameters on an observation; parameters that are not named are zero."""
    if len(names) != len(np.asarray(values)):
        raise DescriptionError(f"validate: {len(names)} names and {len(np.asarray(values))} values: give equally many.")
    W, x = observation.only(names).W, np.asarray(values, float)
    known = observation.tau - observation.reference
    terms = np.abs(W) @ np.abs(x) + np.abs(known)
    return prediction_error(observation.reference, W @ x - known, observation.channels, terms)


@dataclass(frozen=True)
class MassMatrixCheck:
    """Judgement of the mass matrix of a set of parameters, over random poses."""

    poses: int
    indefinite: int
    smallest: float  # smallest eigenvalue over all poses, relative to the largest of its pose

    def __str__(self) -> str:
        verdict = "positive definite" if not self.indefinite else f"indefinite in {self.indefinite}"
        return f"mass matrix at {self.poses} poses: {verdict}, smallest relative eigenvalue {self.smallest:.2g}"


def mass_matrices(regressor: Regressor, q: Array, parameters: ArrayLike) -> Array:
    """Return (N, F, F): mass matrices in the independent coordinates: efforts of unit accelerations at rest, less those of none."""
    still, values = np.zeros((len(q), regressor.dof)), np.asarray(parameters, float)
    accelerations = np.eye(regressor.dof + 1, regressor.dof, k=-1)  # none, then one after the other
    none, *each = (regressor.matrix(regressor.motion(q, still, still + a)) @ values for a in accelerations)
    return np.stack([efforts - none for efforts in each], axis=2)


@one_thread("scipy.linalg")
@checked(positive=("poses",), nonnegative=("seed",), most={"poses": 1e8})
def check_mass_matrix(
    regressor: Regressor, parameters: ArrayLike, lower: ArrayLike, upper: ArrayLike, poses: int = 10_000, seed: int = 3
) -> MassMatrixCheck:
    """Check the mass matrix at random poses between limits of the independent coordinates."""
    low, high = (real_array(x, f"check_mass_matrix: {name}") for x, name in ((lower, "lower"), (upper, "upper")))
    if not {low.shape, high.shape} <= {(), (regressor.dof,)} or not np.all(low <= high):
        names = ", ".join(regressor.coordinates)
        raise DescriptionError(f"check_mass_matrix: give lower and upper limits for {names}, lower ones first.")
    if np.shape(parameters) != (len(regressor.columns),):
        wrong = f"check_mass_matrix: parameters have the shape {np.shape(parameters)}"
        raise DescriptionError(f"{wrong}: give one for each of the {len(regressor.columns)} columns of the regressor.")
    q = np.random.default_rng(seed).uniform(low, high, (poses, regressor.dof))
    M = mass_matrices(regressor, q, parameters)
    eigenvalues = np.linalg.eigvalsh((M + M.swapaxes(1, 2)) / 2)
    relative = eigenvalues[:, 0] / np.abs(eigenvalues).max(axis=1)
    return MassMatrixCheck(poses, int(np.sum(eigenvalues[:, 0] <= 0.0)), float(relative.min()))


guard(__name__)
