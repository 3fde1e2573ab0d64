"""Small implicit steps of networks along a given motion of their mechanism, and the mean of their states over all of them.

Rodas3, order 3, L-stable and stiffly accurate: with γ = 1/2 and z the states of the networks, along y(t),

    (2/h − J) k₁ = f(t, z) + h/2 ḟ
    (2/h − J) k₂ = f(t, z) + 3h/2 ḟ + 4 k₁/h
    (2/h − J) k₃ = f(t + h, z + 2 k₁) + (k₁ − k₂)/h
    (2/h − J) k₄ = f(t + h, z + 2 k₁ + k₃) + (k₁ − k₂ − 8/3 k₃)/h
    z⁺ = z + 2 k₁ + k₃ + k₄

where J = ∂f/∂z and ḟ = ∂f/∂t + ∂f/∂y ẏ are exact at the start of the step.

What the mechanism needs of the networks is not a value here and there, but the impulse they give: with θ the part of the
mechanism's step that has passed,

    mean = ∫₀¹ z dθ,      lean = 3 ∫₀¹ (2θ − 1) z dθ

are those of the straight line z(θ) ≈ mean + lean (2θ − 1) with the same two integrals as z. They are states with the
derivatives z and 3 (2θ − 1) z: the same formulas hold for them, and nothing must be solved for.

References
----------
Sandu et al. (1997), Benchmarking stiff ODE solvers for atmospheric chemistry problems II, Atmospheric Environment 31,
3459-3472 (Rodas3)
"""

from __future__ import annotations

from biela.kernel.call import call_kernel

from . import record as at
from .compiled import Pointer, compiled, floats
from .implicit import factor_lanes, solve_lanes

STAGES = 4
MEAN, LEAN, RATES = 4, 5, 6
"""Places among the stages of the networks' record, behind the stages themselves."""


@compiled
def look(run: Pointer, theta: float) -> None:
    """y and ẏ at the part θ of the mechanism's step: cubic through values and rates at both of its ends."""
    W = run[at.LANES]
    n = run[at.SEEN] * W
    h, y = floats(run[at.HS]), floats(run[at.Y])
    a = theta * theta * (3.0 - 2.0 * theta)
    b, c = theta * (1.0 - theta) ** 2, theta * theta * (theta - 1.0)
    da, db, dc = 6.0 * theta * (1.0 - theta), (1.0 - theta) * (1.0 - 3.0 * theta), theta * (3.0 * theta - 2.0)
    for i in range(run[at.SEEN]):
        for lane in range(W):
            j = i * W + lane
            step = h[lane]
            rise = y[2 * n + j] - y[j]
            y[4 * n + j] = y[j] + a * rise + step * (b * y[n + j] + c * y[3 * n + j])
            per_step = rise / step if step > 0.0 else 0.0
            y[5 * n + j] = da * per_step + db * y[n + j] + dc * y[3 * n + j]


@compiled
def advance_networks(run: Pointer, net: Pointer) -> None:
    """All small steps within one step of the mechanism: XS of the networks' record, from the states in X of the machine's."""
    n, W, count = net[at.N], run[at.LANES], run[at.SUBSTEPS]
    first = run[at.N] - n
    t, h = floats(run[at.T]), floats(run[at.HS])
    x, xs, z = floats(run[at.X]), floats(net[at.XS]), floats(net[at.X])
    ts, d, hx = floats(net[at.TS]), floats(net[at.D]), floats(net[at.HX])
    b, slope, f = floats(net[at.B]), floats(net[at.F_T]), floats(net[at.K] + 8 * n * RATES)
    k1, k2 = floats(net[at.K]), floats(net[at.K] + 8 * n)
    k3, k4 = floats(net[at.K] + 16 * n), floats(net[at.K] + 24 * n)
    mean, lean = floats(net[at.K] + 8 * n * MEAN), floats(net[at.K] + 8 * n * LEAN)
    for lane in range(W):
        d[lane] = 2.0 * count / h[lane] if h[lane] > 0.0 else 1.0  # one for a lane that stands still
    for i in range(net[at.N_X]):
        for lane in range(W):
            hx[i * W + lane] = h[lane] / count
    for i in range(n):
        z[i] = x[first + i]
        mean[i] = 0.0
        lean[i] = 0.0
    look(run, 0.0)
    for step in range(count):
        for lane in range(W):
            ts[lane] = t[lane] + h[lane] * step / count
        for i in range(n):
            xs[i] = z[i]
        call_kernel(net[at.JACOBIAN], net[at.ARG], net[at.TO_JACOBIAN], net[at.WORK])
        factor_lanes(net)
        for i in range(n):
            b[i] = f[i] + 0.5 * hx[i] * slope[i]
        solve_lanes(net, 0)
        for i in range(n):
            b[i] = f[i] + 1.5 * hx[i] * slope[i] + 4.0 * k1[i] / hx[i]
            xs[i] = z[i] + 2.0 * k1[i]
        solve_lanes(net, 1)
        for lane in range(W):
            ts[lane] = t[lane] + h[lane] * (step + 1) / count
        look(run, (step + 1) / count)
        call_kernel(net[at.RATES], net[at.ARG], net[at.TO_K] + 8 * RATES, net[at.WORK])
        for i in range(n):
            b[i] = f[i] + (k1[i] - k2[i]) / hx[i]
        solve_lanes(net, 2)
        for i in range(n):
            xs[i] = z[i] + 2.0 * k1[i] + k3[i]
        call_kernel(net[at.RATES], net[at.ARG], net[at.TO_K] + 8 * RATES, net[at.WORK])
        for i in range(n):
            b[i] = f[i] + (k1[i] - k2[i] - 8.0 / 3.0 * k3[i]) / hx[i]
        solve_lanes(net, 3)
        before, after = 2.0 * step / count - 1.0, 2.0 * (step + 1) / count - 1.0
        for i in range(n):
            mean[i] += moment(1.0 / count, 1.0, 1.0, 0.0, z[i], k1[i], k2[i], k3[i], k4[i])
            lean[i] += 3.0 * moment(1.0 / count, before, after, 2.0, z[i], k1[i], k2[i], k3[i], k4[i])
            z[i] += 2.0 * k1[i] + k3[i] + k4[i]
    for i in range(n):
        xs[i] = z[i]


@compiled
def moment(h: float, w0: float, w1: float, rate: float, z: float, k1: float, k2: float, k3: float, k4: float) -> float:
    """∫ w z over a step h of Rodas3, for a weight w that goes from w0 to w1 at this rate."""
    m1 = 0.5 * h * (w0 * (z + k1) + 0.5 * h * rate * z)
    m2 = 0.5 * h * (w0 * (z + k2) + 1.5 * h * rate * z) + 2.0 * m1
    m3 = 0.5 * h * (w1 * (z + 2.0 * k1) + w0 * k3) + 0.5 * (m1 - m2)
    m4 = 0.5 * h * (w1 * (z + 2.0 * k1 + k3) + w0 * k4) + 0.5 * (m1 - m2 - 8.0 / 3.0 * m3)
    return 2.0 * m1 + m3 + m4
