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

from biela.integrate.access import Pointer, call_kernel, compiled, floats, part
from biela.integrate.linearly_implicit import linear_stages
from biela.integrate.run_record import END, STAGE, START, at
from biela.integrate.tableau import Linear, moment_function

TABLE = Linear(
    gamma=0.5, a=((0.0,), (2.0, 0.0), (2.0, 0.0, 1.0)), C=((4.0,), (1.0, -1.0), (1.0, -1.0, -8.0 / 3.0)),
    b=(2.0, 0.0, 1.0, 1.0), c=(0.0, 0.0, 1.0, 1.0), d=(0.5, 1.5, 0.0, 0.0),
)  # fmt: skip
moment = compiled(moment_function(TABLE))


@compiled
def look(run: Pointer, theta: float) -> None:
    """Find y and ẏ at the part θ of the mechanism's step: cubic through values and rates at both of its ends."""
    W, h = run[at.LANES], floats(run, at.HS)
    y0, y1, y = part(run, at.Y, START), part(run, at.Y, END), part(run, at.Y, STAGE)
    rate0, rate1, rate = part(run, at.Y_RATE, START), part(run, at.Y_RATE, END), part(run, at.Y_RATE, STAGE)
    a = theta * theta * (3.0 - 2.0 * theta)
    b, c = theta * (1.0 - theta) ** 2, theta * theta * (theta - 1.0)
    da, db, dc = 6.0 * theta * (1.0 - theta), (1.0 - theta) * (1.0 - 3.0 * theta), theta * (3.0 * theta - 2.0)
    for i in range(run[at.SEEN]):
        for lane in range(W):
            j, step = i * W + lane, h[lane]
            rise = y1[j] - y0[j]
            y[j] = y0[j] + a * rise + step * (b * rate0[j] + c * rate1[j])
            per_step = rise / step if step > 0.0 else 0.0
            rate[j] = da * per_step + db * rate0[j] + dc * rate1[j]


@compiled
def place(run: Pointer, net: Pointer, c: float) -> None:
    """Put time and interface at the part c of the present small step."""
    t, h, ts = floats(run, at.T), floats(run, at.HS), floats(net, at.TS)
    theta = (net[at.SUBSTEP] + c) / run[at.SUBSTEPS]
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane] + h[lane] * theta
    look(run, theta)


@compiled
def evaluate(run: Pointer, net: Pointer, stage: int, c: float) -> None:
    """Find the rates of the networks at the part c of the present small step."""
    place(run, net, c)
    call_kernel(net, at.RATES, at.ARG, at.TO_K, stage)


small_step = linear_stages(TABLE, evaluate)


@compiled
def advance_networks(run: Pointer, net: Pointer) -> None:
    """Take all small steps within one step of the mechanism: X of the networks' record, from the states in X of the machine's."""
    n, W, count = net[at.N], run[at.LANES], run[at.SUBSTEPS]
    first, h = run[at.N] - n, floats(run, at.HS)
    k1, k2, k3, k4 = part(net, at.K, 0), part(net, at.K, 1), part(net, at.K, 2), part(net, at.K, 3)
    x = floats(run, at.X)
    xs, z, hx, mean, lean = floats(net, at.XS, at.X, at.HX, at.MEAN, at.LEAN)
    for i in range(net[at.N_X]):
        for lane in range(W):
            hx[i * W + lane] = h[lane] / count
    for i in range(n):
        z[i] = x[first + i]
        mean[i] = 0.0
        lean[i] = 0.0
    for step in range(count):
        net[at.SUBSTEP] = step
        place(run, net, 0.0)
        for i in range(n):
            xs[i] = z[i]
        call_kernel(net, at.JACOBIAN, at.ARG, at.TO_JACOBIAN)
        small_step(run, net)
        before, after = 2.0 * step / count - 1.0, 2.0 * (step + 1) / count - 1.0
        for i in range(n):
            mean[i] += moment(1.0 / count, 1.0, 1.0, 0.0, z[i], k1[i], k2[i], k3[i], k4[i])
            lean[i] += 3.0 * moment(1.0 / count, before, after, 2.0, z[i], k1[i], k2[i], k3[i], k4[i])
            z[i] = xs[i]
