"""Forward dynamics of a machine of which only base parameters are known, at many samples at once.

The regressor is linear in the accelerations, so that base parameters x suffice to simulate:

    W(q, v, v̇) x − τ_known = M(q, x) v̇ + h(q, v, x),     v̇ = M⁻¹ (τ − h)                                     (1)

With ρ(q, v, v̇, x) = W x − τ_known − τ, which is zero along the motion, the derivatives are

    ∂v̇/∂(q, v) = −M⁻¹ ∂ρ/∂(q, v),     ∂v̇/∂x = −M⁻¹ W                                                         (2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.identify.base_set import BaseSet
from biela.identify.regressor import Regressor
from biela.state.consistent_motion import ConsistentMotion

DIFFERENCE_STEP = 1e-5
"""Step of central differences along coordinates [rad, m] and rates [per s]; (1) is smooth."""
SINGULAR = 1e-12
"""Ratio of eigenvalues of M from which it counts as singular."""


class NotAMassMatrix(BielaError):
    """Base parameters that no machine has: its mass matrix is not positive definite."""


@dataclass(frozen=True)
class Rates:
    """ż of z = (q, v) at N samples.

    Attributes
    ----------
    f : (N, 2F)
    by_state : (N, 2F, 2F) ∂f/∂z
    by_parameters : (N, 2F, r) ∂f/∂x
    by_efforts : (N, F, F) ∂v̇/∂τ = M⁻¹
    """

    f: Array
    by_state: Array
    by_parameters: Array
    by_efforts: Array


def base_rates(regressor: Regressor, base: BaseSet, z: Array, t: Array, efforts: Mapping[str, Array], x: Array) -> Rates:
    """Return (1) and (2) at states z (N, 2F) with measured efforts by source, or by coordinate, (N,) each.

    regressor : of efforts on the coordinates (`Regressor.of_coordinates`)
    """
    F, n = regressor.dof, len(z)
    q, v = z[:, :F], z[:, F:]
    still = np.zeros_like(v)
    rest = regressor.motion(q, v, still, t)

    def residual(motion: ConsistentMotion) -> tuple[Array, Array]:  # W in base parameters (N, F, r), and ρ (N, F)
        W, known = regressor.model(motion)
        columns = base.columns(W)
        return columns, columns @ x - known - efforts_of(regressor, motion, efforts)

    W, rho = residual(rest)
    unit = [residual(replace(rest, vdot=rest.vdot + rest.basis[:, :, k])) for k in range(F)]
    M = np.stack([own - rho for _, own in unit], axis=2)
    eigenvalues = np.linalg.eigvalsh((M + M.swapaxes(1, 2)) / 2)
    if not np.all(eigenvalues[:, 0] > SINGULAR * eigenvalues[:, -1]):
        raise NotAMassMatrix("the mass matrix is not positive definite everywhere.")
    a = _solved(M, -rho[:, :, None])[:, :, 0]
    full = W + sum((own - W) * a[:, k, None, None] for k, (own, _) in enumerate(unit))  # W is linear in v̇

    by_state, by_parameters = np.zeros((n, 2 * F, 2 * F)), np.zeros((n, 2 * F, full.shape[2]))
    slopes = np.empty((n, F, 2 * F))
    for k, step in enumerate(DIFFERENCE_STEP * np.eye(2 * F)):
        ahead, behind = (residual(regressor.motion(s[:, :F], s[:, F:], a, t))[1] for s in (z + step, z - step))
        slopes[:, :, k] = (ahead - behind) / (2 * DIFFERENCE_STEP)
    by_state[:, :F, F:] = np.eye(F)
    by_state[:, F:] = -_solved(M, slopes)
    by_parameters[:, F:] = -_solved(M, full)
    return Rates(np.hstack([v, a]), by_state, by_parameters, np.asarray(np.linalg.inv(M), np.float64))


def efforts_of(regressor: Regressor, motion: ConsistentMotion, efforts: Mapping[str, Array]) -> Array:
    """Return (N, F): efforts of the channels, from those of sources, or on the coordinates from themselves."""
    if regressor.channel_places is None and set(efforts) == set(regressor.coordinates):
        return np.column_stack([efforts[name] for name in regressor.coordinates])
    return regressor.efforts(motion, efforts)


def _solved(M: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(M, right), np.float64)
