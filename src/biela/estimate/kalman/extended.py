"""Extended Kalman filter on independent coordinates, with exact Jacobians along the constraint manifold.

Prediction: the mean by Runge-Kutta 4 in independent coordinates, the transition F by the same method on Ḟ = A(x) F,

    K₁ = A₁,  K₂ = A₂ (1 + h/2 K₁),  K₃ = A₃ (1 + h/2 K₂),  K₄ = A₄ (1 + h K₃),   F = 1 + h/6 (K₁ + 2 K₂ + 2 K₃ + K₄)

which is the derivative of the discrete step itself, not of the differential equation. A is taken along the manifold: when an
independent coordinate moves, the dependent ones follow (`biela.equations.reduced`).

    P ← F P Fᵀ + Q;     S = H P Hᵀ + R,  K = P Hᵀ S⁻¹,  x ← x ⊕ K ν,  P ← P − K S Kᵀ

Joints with quaternions have no coordinates to be extended: use the error-state filter there.
"""

from __future__ import annotations

from typing import Any

from biela.errors import DescriptionError
from biela.estimate import record as at
from biela.estimate.implicit import solve_lanes
from biela.estimate.propagate import SIXTH, bend, integrate, load, stage
from biela.kernel.call import call_kernel, floats, integers
from biela.kernel.linear_algebra import multiply, multiply_transposed, symmetrise
from biela.kernel.routine import Pointer, compiled, routine
from biela.simulation.integrator.compiled import go

from . import record as ka
from .base import KalmanFilter
from .update import LEFT_THE_CHART, absorb, move_mean, record_mean, spread_mean


@routine
def extended_steps(run: Pointer) -> None:
    """STEPS steps of the filter."""
    n, n_x = run[at.N_D], run[at.N_X]
    mean, xb, d = floats(run[ka.MEAN]), floats(run[at.XB]), floats(run[ka.D])
    for step in range(run[at.STEPS]):
        run[at.STEP] = step
        if run[at.DO_ADVANCE]:
            spread_mean(run, 0)
            load(run, 0)
            if run[at.IMPLICIT]:
                go(integers(run[at.LANES_I] + 16)[3], run)
                implicit_transition(run)
                integrate(run)
            else:
                integrate_linear(run)
            for i in range(n_x):
                mean[i] = xb[i]
            for i in range(n):
                d[i] = 0.0
            if not move_mean(run):  # closes what the last stage left open
                run[at.STATUS] = LEFT_THE_CHART
                return
            propagate_covariance(run)
        floats(run[ka.OUT_NIS])[step] = 0.0
        integers(run[ka.OUT_COUNT])[step] = 0
        if run[at.DO_UPDATE] and not update(run):
            return
        record_mean(run)


@compiled
def integrate_linear(run: Pointer) -> None:
    """XB and the transition F over a step."""
    n, n_x, count = run[at.N_D], run[at.N_X], run[at.SUBSTEPS]
    t, xb, xs, xn = floats(run[at.TL]), floats(run[at.XB]), floats(run[at.XS]), floats(run[at.XN])
    k1, k2 = floats(run[at.K]), floats(run[at.K] + 8 * n_x)
    k3, k4 = floats(run[at.K] + 16 * n_x), floats(run[at.K] + 24 * n_x)
    F, total, product = floats(run[ka.F]), floats(run[ka.T1]), floats(run[ka.T2])
    h = floats(run[at.OPTION])[at.STEP_SIZE] / count
    t0 = floats(run[at.TIMES])[run[at.STEP]] - h * count
    for i in range(n * n):
        F[i] = 0.0
    for i in range(n):
        F[i * n + i] = 1.0
    for s in range(count):
        now = t0 + s * h
        for i in range(n_x):
            xs[i] = xb[i]
        t[0] = now
        stage(run, 0)
        if s > 0:
            for i in range(n_x):
                xb[i] = xn[i]
        slope(run, ka.K1, 0, 0.0)
        t[0] = now + 0.5 * h
        for i in range(n_x):
            xs[i] = xb[i] + 0.5 * h * k1[i]
        bend(run, 0.125 * h * h)
        stage(run, 1)
        slope(run, ka.K2, ka.K1, 0.5 * h)
        for i in range(n_x):
            xs[i] = xb[i] + 0.5 * h * k2[i]
        bend(run, -0.125 * h * h)
        stage(run, 2)
        slope(run, ka.K3, ka.K2, 0.5 * h)
        t[0] = now + h
        for i in range(n_x):
            xs[i] = xb[i] + h * k3[i]
        stage(run, 3)
        slope(run, ka.T2, ka.K3, h)
        for i in range(n_x):
            xb[i] = xb[i] + h * SIXTH * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])
        a, b, c, e = floats(run[ka.K1]), floats(run[ka.K2]), floats(run[ka.K3]), floats(run[ka.T2])
        for i in range(n * n):
            total[i] = h * SIXTH * (a[i] + 2.0 * (b[i] + c[i]) + e[i])
        for i in range(n):
            total[i * n + i] += 1.0
        multiply(total, F, product, n, n, n)
        for i in range(n * n):
            F[i] = product[i]


@compiled
def implicit_transition(run: Pointer) -> None:
    """F of the implicit step with the matrix of its beginning, repeated for its parts.

    (1 − γhA) K₁ = A,  (1 − γhA) K₂ = A (1 + h K₁) − 2 K₁,  F = (1 + h (3 K₁ + K₂)/2)^SUBSTEPS
    """
    n, count = run[at.N_D], run[at.SUBSTEPS]
    A, F, one = floats(run[at.A_ONE]), floats(run[ka.F]), floats(run[ka.T1])
    k1, k2, product = floats(run[ka.K1]), floats(run[ka.K2]), floats(run[ka.T2])
    h = floats(run[at.OPTION])[at.STEP_SIZE] / count
    for i in range(n):
        for j in range(n):
            k1[i * n + j] = A[j * n + i]
            F[i * n + j] = 1.0 if i == j else 0.0
    solve_lanes(run, k1, n)
    for i in range(n):
        for j in range(n):
            total = A[j * n + i]
            for q in range(n):
                total += h * A[q * n + i] * k1[q * n + j]
            k2[i * n + j] = total - 2.0 * k1[i * n + j]
    solve_lanes(run, k2, n)
    for i in range(n * n):
        one[i] = 0.5 * h * (3.0 * k1[i] + k2[i])
    for i in range(n):
        one[i * n + i] += 1.0
    for _ in range(count):
        multiply(one, F, product, n, n, n)
        for i in range(n * n):
            F[i] = product[i]


@compiled
def slope(run: Pointer, target: int, before: int, share: float) -> None:
    """A(x) (1 + share · before) at the closed state of the last stage; the kernel's result is column by column."""
    n, n_x = run[at.N_D], run[at.N_X]
    xs, xn, a, out = floats(run[at.XS]), floats(run[at.XN]), floats(run[ka.A]), floats(run[target])
    for i in range(n_x):
        xs[i] = xn[i]
    call_kernel(run[ka.LINEAR], run[at.ARG], run[ka.RES_LINEAR], run[at.WORK])
    if before == 0:
        for i in range(n):
            for j in range(n):
                out[i * n + j] = a[j * n + i]
        return
    last = floats(run[before])
    for i in range(n):
        for j in range(n):
            total = 0.0
            for q in range(n):
                total += a[q * n + i] * last[q * n + j]
            out[i * n + j] = a[j * n + i] + share * total


@compiled
def propagate_covariance(run: Pointer) -> None:
    """P = F P Fᵀ + Q."""
    n = run[at.N_D]
    P, F, Q, product = floats(run[ka.COVARIANCE]), floats(run[ka.F]), floats(run[ka.Q]), floats(run[ka.T1])
    multiply(F, P, product, n, n, n)
    multiply_transposed(product, F, P, n, n, n)
    for i in range(n * n):
        P[i] += Q[i]
    symmetrise(P, n)


@compiled
def update(run: Pointer) -> bool:
    """The readings of the step."""
    n, n_y = run[at.N_D], run[at.N_Y]
    spread_mean(run, 0)
    load(run, 0)
    call_kernel(run[ka.MEASURE_LINEAR], run[at.ARG], run[ka.RES_MEASURE_LINEAR], run[at.WORK])
    P, H, S, C, R = (
        floats(run[ka.COVARIANCE]),
        floats(run[ka.H]),
        floats(run[ka.S]),
        floats(run[ka.C]),
        floats(run[ka.R]),
    )
    for i in range(n):
        for j in range(n_y):
            total = 0.0
            for q in range(n):
                total += P[i * n + q] * H[q * n_y + j]
            C[i * n_y + j] = total
    for i in range(n_y):
        for j in range(n_y):
            total = R[i * n_y + j]
            for q in range(n):
                total += H[q * n_y + i] * C[q * n_y + j]
            S[i * n_y + j] = total
    count = absorb(run)
    if count > 0 and run[ka.TURNING]:
        reset(run)
    return count >= 0  # type: ignore[no-any-return]


@compiled
def reset(run: Pointer) -> None:
    """After x ⊕ δ the error is counted from the new mean: P ← G P Gᵀ, G = 1 − ½ [δθ]× in the entries of each rotation.

    TURNING is the address of the list of first entries of rotations, ended by −1.
    """
    n = run[at.N_D]
    P, d, G, product = floats(run[ka.COVARIANCE]), floats(run[ka.D]), floats(run[ka.T1]), floats(run[ka.T2])
    first = integers(run[ka.TURNING])
    for i in range(n * n):
        G[i] = 0.0
    for i in range(n):
        G[i * n + i] = 1.0
    k = 0
    while first[k] >= 0:
        i = first[k]
        G[i * n + i + 1] = 0.5 * d[i + 2]
        G[i * n + i + 2] = -0.5 * d[i + 1]
        G[(i + 1) * n + i] = -0.5 * d[i + 2]
        G[(i + 1) * n + i + 2] = 0.5 * d[i]
        G[(i + 2) * n + i] = 0.5 * d[i + 1]
        G[(i + 2) * n + i + 1] = -0.5 * d[i]
        k += 1
    multiply(G, P, product, n, n, n)
    multiply_transposed(product, G, P, n, n, n)


class ExtendedKalmanFilter(KalmanFilter):
    """Extended Kalman filter; see the top of this file, and `KalmanFilter` for its arguments."""

    name = "extended"
    routine = extended_steps

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        if self.model.tangent.any() and self.name == "extended":
            turning = [name for name, turns in zip(self.model.names, self.model.tangent, strict=True) if turns]
            raise DescriptionError(
                f"{turning[0]!r} belongs to a rotation without coordinates: use the error-state filter."
            )
