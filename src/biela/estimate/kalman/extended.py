"""Extended Kalman filter on independent coordinates, with exact Jacobians along the constraint manifold.

Prediction: the mean by Runge-Kutta 4 in independent coordinates, the transition F by the same method on Ḟ = A(x) F,

    K₁ = A₁,  K₂ = A₂ (1 + h/2 K₁),  K₃ = A₃ (1 + h/2 K₂),  K₄ = A₄ (1 + h K₃),   F = 1 + h/6 (K₁ + 2 K₂ + 2 K₃ + K₄)

which is the derivative of the discrete step itself, not of the differential equation. A is taken along the manifold: when an
independent coordinate moves, the dependent ones follow (`biela.equations.reduced`).

    P ← F P Fᵀ + Q;     S = H P Hᵀ + R,  K = P Hᵀ S⁻¹,  x ← x ⊕ K ν,  P ← P − K S Kᵀ

Joints with quaternions have no coordinates to be extended: use the error-state filter there.

Reference: Bar-Shalom, Li & Kirubarajan (2001), Estimation with Applications to Tracking and Navigation, §10.3
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.base.surface import setting
from biela.estimate.implicit import integrate_controlled, load_one
from biela.estimate.lanes import copy, fill, load
from biela.estimate.propagate import integrate_explicit
from biela.estimate.record import at
from biela.estimate.registry import filter
from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers
from biela.kernel.linear_algebra import multiply, multiply_transposed, symmetrise

from .base import KalmanFilter
from .update import absorb, move_mean, spread_mean, steps


@compiled
def time_update(run: Pointer) -> bool:
    """Predict x = f(x), P = F P Fᵀ + Q."""
    n, d = run[at.N_D], floats(run, at.D)
    P, F, Q, product = floats(run, at.COVARIANCE), floats(run, at.F), floats(run, at.Q), floats(run, at.PRODUCT)
    spread_mean(run, 0)
    load(run, 0)
    load_one(run, 0, 0)
    if run[at.IMPLICIT]:
        integrate_controlled(run, 0, True)
    else:
        integrate_explicit(run, True)
    copy(floats(run, at.MEAN), floats(run, at.X), run[at.N_X])
    fill(d, 0.0, n)
    if not move_mean(run):  # closes what the last stage left open
        return False
    multiply(F, P, product, n, n, n)
    multiply_transposed(product, F, P, n, n, n)
    for i in range(n * n):
        P[i] += Q[i]
    symmetrise(P, n)
    return True


@compiled
def reading_update(run: Pointer) -> bool:
    """Use the readings of the step: C = P Hᵀ, S = H C + R, then gain and covariance; H is kept transposed."""
    n, n_y, P, H = run[at.N_D], run[at.N_Y], floats(run, at.COVARIANCE), floats(run, at.H)
    S, C, R = floats(run, at.S), floats(run, at.C), floats(run, at.R)
    spread_mean(run, 0)
    load_one(run, 0, 0)
    floats(run, at.T_ONE)[0] = floats(run, at.TIMES)[run[at.STEP]]
    call_kernel(run, at.MEASURE_LINEAR, at.ARG_ONE, at.TO_H)
    multiply(P, H, C, n, n, n_y)
    for i in range(n_y):
        for j in range(n_y):
            total = R[i * n_y + j]
            for q in range(n):
                total += H[q * n_y + i] * C[q * n_y + j]
            S[i * n_y + j] = total
    if not absorb(run):
        return False
    if run[at.N_ROTATIONS] and integers(run, at.OUT_COUNT)[run[at.STEP]] > 0:
        reset(run)
    return True


@compiled
def reset(run: Pointer) -> None:
    """Count the error from the new mean after x ⊕ δ: P ← G P Gᵀ, G = 1 − ½ [δθ]× in the entries of each rotation."""
    n, d, first = run[at.N_D], floats(run, at.D), integers(run, at.ROTATIONS)
    P, G, product = floats(run, at.COVARIANCE), floats(run, at.SQUARE), floats(run, at.PRODUCT)
    fill(G, 0.0, n * n)
    for i in range(n):
        G[i * n + i] = 1.0
    for k in range(run[at.N_ROTATIONS]):
        i = first[k]
        for axis in range(3):
            j, m = i + (axis + 1) % 3, i + (axis + 2) % 3
            G[j * n + m] = 0.5 * d[i + axis]
            G[m * n + j] = -0.5 * d[i + axis]
    multiply(G, P, product, n, n, n)
    multiply_transposed(product, G, P, n, n, n)


@filter("extended")
class ExtendedKalmanFilter(KalmanFilter):
    """Extended Kalman filter: exact Jacobians along the closed loops; the quickest."""

    routine = steps(time_update, reading_update)
    kernels = ("linear", "measure_linear")
    rotates: ClassVar[bool] = False
    """True if the filter follows rotations without coordinates."""

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        turning = [name for name, turns in zip(self.model.names, self.model.tangent, strict=True) if turns]
        if turning and not self.rotates:
            what, remedy = "belongs to a rotation without coordinates", f"use {setting('filter', 'error-state')}"
            raise DescriptionError(f"{turning[0]!r} {what}: {remedy}.")

    @property
    def transition(self) -> Array:
        """F = ∂ξ(t + h)/∂ξ(t) of the last step."""
        return np.array(self.cloud.record[at.F])
