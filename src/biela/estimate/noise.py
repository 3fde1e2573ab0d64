"""Process noise: what the equations of motion leave out, as a random walk along the machine's own motions.

`acceleration` (default)
    white noise on the accelerations of the independent coordinates, of spectral density σ² [(rad/s²)²/Hz]. Over a step h

        cov [δa; δb] = σ² ⎡ h³/3  h²/2 ⎤
                          ⎣ h²/2   h   ⎦

    so that the same σ [rad/s^1.5] means the same whatever the step. σ√h is the random change of the rate in a step.
`angle_per_step`
    independent noise of σ [rad] on the coordinates in every step, however long; rates stay. It grows with the number of steps, not
    with time: kept to repeat a published filter.

States of networks and parameters walk with their own density [unit/√s]. One number stands for all states of networks: the part of
its own value by which each walks in a second. Pressures need some: relief valves and square roots are not known to a thousandth,
and without a walk a filter trusts its linear model of them beyond all measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError

from .model import Model

LEAST_VALUE = 1e-3
"""Value of a state below which its walk does not shrink [its unit]."""


@dataclass(frozen=True)
class ProcessNoise:
    """Spread of a filter's particles, or of its covariance, between readings.

    Attributes
    ----------
    sigma : number for all independent coordinates, {name: number}, or a covariance matrix (k, k) of their noise
    model : "acceleration" or "angle_per_step", see above
    states, parameters : {name: density} of random walks [unit/√s]; for states also a number, over their values where the model is
    """

    sigma: Mapping[str, float] | ArrayLike = 0.0
    model: Literal["acceleration", "angle_per_step"] = "acceleration"
    states: Mapping[str, float] | float = field(default_factory=dict)
    parameters: Mapping[str, float] = field(default_factory=dict)

    def matrix(self, model: Model, h: float) -> Array:
        """Return (n, number of normal numbers): δ = matrix · n over a step h."""
        L = self._root(model)
        L = L[:, np.abs(L).sum(axis=0) > 0]
        none, rest = np.zeros_like(L), np.zeros((model.n - 2 * model.k, L.shape[1]))
        if self.model == "angle_per_step":
            moved = np.vstack([L, none, rest])
        else:  # Cholesky factor of [[h³/3, h²/2], [h²/2, h]]
            first = np.vstack([L * np.sqrt(h**3 / 3), L * np.sqrt(0.75 * h), rest])
            moved = np.stack([first, np.vstack([none, L * np.sqrt(0.25 * h), rest])], axis=2).reshape(model.n, -1)
        return np.column_stack([moved, *(column * np.sqrt(h) for column in self._walk_columns(model))])

    def _walk_columns(self, model: Model) -> list[Array]:
        """Return the density of each state and parameter that walks, in its place of (n,)."""
        columns, states = [], self.states
        if not isinstance(states, Mapping):
            share, values, k = magnitude(states, "noise of states"), model.values(model.about.x), 2 * model.k
            walking = zip(model.names[k : k + len(model.chart.states)], values[k:], strict=False)
            states = {name: share * max(abs(value), LEAST_VALUE) for name, value in walking}
        for what, given in (("state", states), ("parameter", self.parameters)):
            for name, density in given.items():
                i = model.entry(name)
                if i < 2 * model.k:
                    raise DescriptionError(f"{name!r} is a coordinate, not a {what}: give its noise in `sigma`.")
                column = np.zeros(model.n)
                column[i] = magnitude(density, f"noise of {name!r}")
                columns.append(column)
        return columns

    def covariance(self, model: Model, h: float) -> Array:
        """Return the covariance (n, n) over a step h."""
        a, b, c, d = self.growth(model)
        return np.asarray(a + h * (b + h * (c + h * d)))

    def growth(self, model: Model) -> Array:
        """Return (4, n, n): coefficients, from h⁰ to h³, of the covariance over a step h, a polynomial in h."""
        k, n = model.k, model.n
        a, b = slice(0, k), slice(k, 2 * k)
        out = np.zeros((4, n, n))
        L = self._root(model)
        density = L @ L.T
        if self.model == "angle_per_step":
            out[0][a, a] = density
        else:
            out[3][a, a], out[1][b, b] = density / 3, density
            out[2][a, b] = out[2][b, a] = density / 2
        for column in self._walk_columns(model):
            out[1] += np.outer(column, column)
        return out

    def _root(self, model: Model) -> Array:
        """Return a square root of the covariance of the noise on the independent coordinates."""
        if self.model not in ("acceleration", "angle_per_step"):
            raise DescriptionError(f"no process noise {self.model!r}: it is 'acceleration' or 'angle_per_step'.")
        k = model.k
        if isinstance(self.sigma, Mapping):
            sizes = np.zeros(k)
            for name, value in self.sigma.items():
                i = model.entry(name)
                if i >= k:
                    known = ", ".join(model.names[:k])
                    raise DescriptionError(f"process noise on {name!r}: name an independent coordinate: {known}.")
                sizes[i] = magnitude(value, f"process noise of {name!r}")
            return np.diag(sizes)
        sigma = np.asarray(self.sigma, float)
        if sigma.ndim == 0:
            return magnitude(float(sigma), "process noise") * np.eye(k)
        if sigma.shape != (k, k):
            raise DescriptionError(f"process noise has shape {sigma.shape}: there are {k} independent coordinates.")
        return root(sigma, "covariance of the process noise", semidefinite=True)


def magnitude(value: float, what: str) -> float:
    """Return a finite number that is not negative; others are refused by name."""
    number = float(value)
    if not np.isfinite(number) or number < 0:
        raise DescriptionError(f"{what} is {number}: give a finite number that is not negative.")
    return number


def root(covariance: Array, what: str, semidefinite: bool = False) -> Array:
    """Return a square root L of a covariance, L Lᵀ; a matrix that is not a covariance is refused by name."""
    matrix = np.asarray(covariance, float)
    if not np.all(np.isfinite(matrix)) or not np.allclose(matrix, matrix.T, rtol=1e-8, atol=1e-300):
        raise DescriptionError(f"{what} is not symmetric and finite.")
    values, vectors = np.linalg.eigh(matrix)
    smallest = float(values[0]) if values.size else 1.0
    if smallest < -1e-12 * float(np.abs(values).max(initial=0.0)) or (not semidefinite and smallest <= 0.0):
        raise DescriptionError(f"{what} is not positive definite: its smallest eigenvalue is {smallest:.3g}.")
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))
