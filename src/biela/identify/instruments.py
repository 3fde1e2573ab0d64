"""Instrumental variables: the regressor of a simulated machine, which knows nothing of the noise in the measured motion.

Least squares is drawn towards zero by noise in W. With instruments Z that follow W but not its noise, the estimate is consistent:

    x = (Zᵀ W)⁻¹ Zᵀ τ                                                                                         (1)

Z is the regressor of the machine as identified so far, driven by the measured efforts τ and held by a controller of frequency ω to
a reference q, the measured motion without all that is faster than ω:

    M(q) (ë + 2 ζ ω ė + ω² e) = τ − (M q̈ + h),     q_s = q + e                                                (2)

(2) is the simulation to first order in the distance e from the reference. Its motion is that of the machine, and lacks nearly all
of the noise that differences make of the readings. Simulation and (1) are repeated until the values rest. The
covariance is that of `coloured.py`, with Z in place of W.

Reference: Janot, Vandanjon & Gautier (2014), IEEE Trans. Control Systems Technology 22, 132-145
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.base.surface import setting
from biela.identify.base_set import BaseSet
from biela.identify.coloured import coloured_covariance
from biela.identify.dataset import Dataset, zero_phase
from biela.identify.filtering import spectrum_of
from biela.identify.integral_form import integral_observation
from biela.identify.least_squares import Estimate, among_all, estimate
from biela.identify.measurement import ORDER, Preparation, measured_motion, used_columns
from biela.identify.observation import Observation, observe
from biela.identify.regressor import Regressor
from biela.identify.validation import mass_matrices

DAMPING = 0.9
"""ζ"""
ABOVE = 2.0
"""ω/2π over the highest frequency of the motion."""
ROUNDS, REST = 6, 1e-3
"""Repetitions, and the change of the predicted efforts, relative to them, at which they end."""


def instrumental_estimate(
    regressor: Regressor, experiments: Sequence[Dataset], how: Preparation, base: BaseSet, own: Observation,
    values: Array, samples: slice,
) -> Estimate:  # fmt: skip
    """Estimate base parameters by (1).

    Parameters
    ----------
    own : the observation in base parameters that least squares would use
    values : of all parameters, physical, from which the first simulation starts
    samples : those of all experiments that belong to `own`
    """
    if how.form == "output-error":
        why = "the output-error form simulates the machine itself and needs no instruments"
        raise DescriptionError(f"{why}: give another {setting('estimator')} or {setting('form')}.")
    found = estimate(own, "weighted")
    weights, known = 1.0 / found.noise, found.known
    W, tau = own.weighted(weights).W[:, :, known], own.tau * weights
    full, shift = np.asarray(values, float), base.combine(values)
    x, label = found.completed(shift).values, "instrumental variables from the simulated machine"
    for _ in range(ROUNDS):
        parts = [_simulated(regressor, experiment, how, full) for experiment in experiments]
        Z = base.columns(np.concatenate(parts))[samples][:, :, known] * weights[None, :, None]
        flat, reg = Z.reshape(-1, Z.shape[2]), W.reshape(-1, W.shape[2])
        new = x.copy()
        new[known] = np.linalg.solve(flat.T @ reg, flat.T @ tau.ravel())
        moved = float(np.linalg.norm(reg @ (new - x)[known]) / max(float(np.linalg.norm(tau)), 1e-300))
        full, x, shift = full + base.spread(new - shift), new, new
        if moved < REST:
            break
    residuals = own.tau - own.W @ x
    square: Array = flat.T @ flat
    mixed = Z @ np.linalg.inv(flat.T @ reg).T @ square  # so that (ZᵀZ)⁻¹ times it, transposed, is (ZᵀW)⁻¹ Zᵀ
    covariance, dof = coloured_covariance(mixed, residuals * weights, np.asarray(np.linalg.inv(square), np.float64))
    covariance, dof = among_all(known, covariance, dof)
    return replace(found, method=label, values=x, covariance=covariance, residuals=residuals, dof=dof)


def _simulated(regressor: Regressor, data: Dataset, how: Preparation, parameters: Array) -> Array:
    """Return Z of one experiment, filtered, or averaged over windows, and kept like W."""
    from scipy.signal import cont2discrete

    chosen = how.selection(regressor, data)
    reach = max(spectrum_of(data, column).reach for column in used_columns(regressor, data)[: regressor.dof])
    slow = min(max(ABOVE * reach, 5.0 / (data.step * len(data))), 0.4 / data.step)
    motion, efforts = measured_motion(regressor, data, replace(how, cutoff=slow, factor=1.0), chosen.every)
    left = observe(regressor, motion, zero_phase(efforts, slow, chosen.step, ORDER))
    q, v, a = regressor.independent(motion)
    M = mass_matrices(regressor, q, parameters)
    push: Array = np.asarray(np.linalg.solve(M, (left.tau - left.W @ parameters)[:, :, None]), np.float64)[:, :, 0]
    # (2) from rest, exactly for a push that is linear between samples
    omega = 2 * np.pi * slow
    A = np.array([[0.0, 1.0], [-(omega**2), -2 * DAMPING * omega]])
    system = (A, np.array([[0.0], [1.0]]), np.eye(2), np.zeros((2, 1)))
    Ad, Bd, Cd, Dd, _ = cont2discrete(system, chosen.step, method="foh")
    z, out = np.zeros((2, push.shape[1])), np.empty((len(push), 2, push.shape[1]))
    for k, u in enumerate(push):
        out[k] = Cd @ z + Dd * u
        z = Ad @ z + Bd * u
    e, de = out[:, 0], out[:, 1]
    dde = push - 2 * DAMPING * omega * de - omega**2 * e
    if how.form == "integral":
        return integral_observation(regressor, q + e, v + de, motion.t, efforts, chosen.half).W[chosen.keep]
    return chosen.filtered(regressor.matrix(regressor.motion(q + e, v + de, a + dde, motion.t)))
