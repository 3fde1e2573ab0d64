"""Machines whose kernels are written by hand, for any number of lanes: closed forms to test the time loops against.

A kernel is `void k(const double *const *arg, double *const *res, double *work)`, arg = [t, x, u, p, e1, e2], with
entry i of lane l at index i·lanes + l.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, sin

import numpy as np

from biela.integrate.system import System
from biela.kernel import native
from biela.kernel.routine import ENTRY
from biela.kernel.routine_to_llvm import routine_text
from biela.kernel.routine_value import REALS, TABLE


def kernel(body: Callable[..., None], lanes: int) -> native.LinkedCode:
    """C function that applies `body(arg, res, i, W)` to every lane i of W."""

    def compiled(arg, res, work):  # type: ignore[no-untyped-def]
        for i in range(lanes):
            body(arg, res, i, lanes)

    text = routine_text(compiled, kinds=(TABLE, TABLE, REALS))
    return native.LinkedCode([native.compile_module(text, effort=native.LOOPS)])


def _with_rates(jacobian: Callable[..., None], rates: Callable[..., None]) -> Callable[..., None]:
    """Both in one, as kernels of machines have it."""

    def body(arg, res, i, W):  # type: ignore[no-untyped-def]
        jacobian(arg, res, i, W)
        rates(arg, (res[2],), i, W)

    return body


def system(sizes: dict[str, int], lanes: int, **bodies: Callable[..., None]) -> System:
    """System of the given kernels, which it keeps alive. The derivatives of the rates come with the rates."""
    if "jacobian" in bodies:
        bodies["jacobian"] = _with_rates(bodies["jacobian"], bodies["rates"])
    functions = {name: kernel(body, lanes) for name, body in bodies.items()}
    addresses = {name: function.address(ENTRY) for name, function in functions.items()}
    return System(**sizes, **addresses, lanes=lanes, owner=functions)


# -- oscillator: q̈ = −ω² q, with ω² the parameter, and s the integral of q; events: q, and t − 1.25 -----------------


def _oscillator_rates(arg, res, i, W):  # type: ignore[no-untyped-def]
    x, p, f = arg[1], arg[3], res[0]
    f[i] = x[W + i]
    f[W + i] = -p[i] * x[i]
    f[2 * W + i] = x[i]


def _oscillator_jacobian(arg, res, i, W):  # type: ignore[no-untyped-def]
    p, a, f_t = arg[3], res[0], res[1]
    for j in range(9):
        a[j * W + i] = 0.0
    a[3 * W + i] = 1.0
    a[1 * W + i] = -p[i]
    a[2 * W + i] = 1.0
    for j in range(3):
        f_t[j * W + i] = 0.0


def _oscillator_events(arg, res, i, W):  # type: ignore[no-untyped-def]
    t, x, g = arg[0], arg[1], res[0]
    g[i] = x[i]
    g[W + i] = t[i] - 1.25


@cache
def oscillator(lanes: int = 1) -> System:
    """q = cos ωt from q = 1 at rest."""
    sizes = {"n_q": 1, "n_v": 1, "n_s": 1, "n_p": 1, "n_g": 2}
    return system(
        sizes, lanes, rates=_oscillator_rates, jacobian=_oscillator_jacobian, events=_oscillator_events
    )  # fmt: skip


def _oscillator_factors(arg, res, i, W):  # type: ignore[no-untyped-def]
    p, d, factors, margin = arg[3], arg[5], res[0], res[1]
    trusted = i % 2 == 0
    factors[i] = d[i] if trusted else np.nan
    factors[W + i] = p[i] if trusted else np.nan
    margin[i] = 1.0 if trusted else -1.0


def _oscillator_solution(arg, res, i, W):  # type: ignore[no-untyped-def]
    factors, b, k = arg[4], arg[5], res[0]
    d, p = factors[i], factors[W + i]
    k[W + i] = (b[W + i] - p * b[i] / d) / (d + p / d)
    k[i] = (b[i] + k[W + i]) / d
    k[2 * W + i] = (b[2 * W + i] + k[i]) / d


@cache
def half_trusted_oscillator(lanes: int) -> System:
    """The same, with factors of its own; those of every second lane are not to be trusted."""
    return system(
        {"n_q": 1, "n_v": 1, "n_s": 1, "n_p": 1, "n_factors": 2}, lanes, rates=_oscillator_rates,
        jacobian=_oscillator_jacobian, factors=_oscillator_factors, solution=_oscillator_solution,
    )  # fmt: skip


# -- forced oscillator: depends on time, and is not linear: q̈ = −sin q − v/10 + cos t --------------------------------


def _forced_rates(arg, res, i, W):  # type: ignore[no-untyped-def]
    t, x, f = arg[0], arg[1], res[0]
    f[i] = x[W + i]
    f[W + i] = -sin(x[i]) - 0.1 * x[W + i] + cos(t[i])


def _forced_jacobian(arg, res, i, W):  # type: ignore[no-untyped-def]
    t, x, a, f_t = arg[0], arg[1], res[0], res[1]
    a[i], a[W + i], a[2 * W + i], a[3 * W + i] = 0.0, -cos(x[i]), 1.0, -0.1
    f_t[i], f_t[W + i] = 0.0, -sin(t[i])


@cache
def forced(lanes: int = 1) -> System:
    return system({"n_q": 1, "n_v": 1}, lanes, rates=_forced_rates, jacobian=_forced_jacobian)


# -- pendulum in Cartesian coordinates: unit mass on a unit rod, Φ = (x² + y² − 1)/2, gravity 9.81 along −y ----------


def _pendulum_rates(arg, res, i, W):  # type: ignore[no-untyped-def]
    """Index-1 accelerations: a = g − λ q, with qᵀ a + vᵀ v = 0."""
    z, f = arg[1], res[0]
    x, y, u, v = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    multiplier = (u * u + v * v - 9.81 * y) / (x * x + y * y)
    f[i], f[W + i] = u, v
    f[2 * W + i], f[3 * W + i] = -multiplier * x, -multiplier * y - 9.81


def _pendulum_residual(arg, res, i, W):  # type: ignore[no-untyped-def]
    z, r = arg[1], res[0]
    x, y, u, v = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    r[i] = abs(0.5 * (x * x + y * y - 1.0))
    r[W + i] = abs(x * u + y * v)


def _pendulum_project(arg, res, i, W):  # type: ignore[no-untyped-def]
    """One Newton step of position, then of velocity, along the gradient."""
    z, o = arg[1], res[0]
    x, y, u, v = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    move = 0.5 * (x * x + y * y - 1.0) / (x * x + y * y)
    x, y = x - move * x, y - move * y
    turn = (x * u + y * v) / (x * x + y * y)
    o[i], o[W + i], o[2 * W + i], o[3 * W + i] = x, y, u - turn * x, v - turn * y


def _pendulum_reconstruct(arg, res, i, W):  # type: ignore[no-untyped-def]
    """The same, moving the dependent coordinate alone."""
    z, mask, o = arg[1], arg[4], res[0]
    x, y, u, v = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    gap = 0.5 * (x * x + y * y - 1.0)
    if mask[i] > 0.5:
        x -= gap / x
        u = -y * v / x
    else:
        y -= gap / y
        v = -x * u / y
    o[i], o[W + i], o[2 * W + i], o[3 * W + i] = x, y, u, v


def _pendulum_constraint(arg, res, i, W):  # type: ignore[no-untyped-def]
    z, g = arg[1], res[0]
    g[i], g[W + i] = z[i], z[W + i]


def _pendulum_jacobian(arg, res, i, W):  # type: ignore[no-untyped-def]
    z, a, f_t = arg[1], res[0], res[1]
    x, y, u, v = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    s = x * x + y * y
    m = (u * u + v * v - 9.81 * y) / s
    m_x, m_y, m_u, m_v = -2.0 * x * m / s, (-9.81 - 2.0 * y * m) / s, 2.0 * u / s, 2.0 * v / s
    for j in range(16):
        a[j * W + i] = 0.0
    a[8 * W + i] = 1.0  # ∂ẋ/∂u
    a[13 * W + i] = 1.0  # ∂ẏ/∂v
    a[2 * W + i], a[6 * W + i], a[10 * W + i], a[14 * W + i] = -m_x * x - m, -m_y * x, -m_u * x, -m_v * x
    a[3 * W + i], a[7 * W + i], a[11 * W + i], a[15 * W + i] = -m_x * y, -m_y * y - m, -m_u * y, -m_v * y
    for j in range(4):
        f_t[j * W + i] = 0.0


def _pendulum_events(arg, res, i, W):  # type: ignore[no-untyped-def]
    res[0][i] = arg[1][i]


@cache
def pendulum(lanes: int = 1) -> System:
    return system(
        {"n_q": 2, "n_v": 2, "m": 1, "n_g": 1},
        lanes,
        rates=_pendulum_rates,
        residual=_pendulum_residual,
        project=_pendulum_project,
        reconstruct=_pendulum_reconstruct,
        constraint_jacobian=_pendulum_constraint,
        jacobian=_pendulum_jacobian,
        events=_pendulum_events,
    )


def pendulum_start(angle: float) -> np.ndarray:
    """At rest, at an angle from the vertical."""
    return np.array([np.sin(angle), -np.cos(angle), 0.0, 0.0])


# -- Van der Pol's oscillator, μ the parameter: q̈ = μ (1 − q²) q̇ − q ----------------------------------------------


def _van_der_pol_rates(arg, res, i, W):  # type: ignore[no-untyped-def]
    x, p, f = arg[1], arg[3], res[0]
    f[i] = x[W + i]
    f[W + i] = p[i] * (1.0 - x[i] ** 2) * x[W + i] - x[i]


def _van_der_pol_jacobian(arg, res, i, W):  # type: ignore[no-untyped-def]
    x, p, a, f_t = arg[1], arg[3], res[0], res[1]
    a[i], a[W + i] = 0.0, -2.0 * p[i] * x[i] * x[W + i] - 1.0
    a[2 * W + i], a[3 * W + i] = 1.0, p[i] * (1.0 - x[i] ** 2)
    f_t[i], f_t[W + i] = 0.0, 0.0


@cache
def van_der_pol(lanes: int = 1) -> System:
    sizes = {"n_q": 1, "n_v": 1, "n_p": 1}
    return system(sizes, lanes, rates=_van_der_pol_rates, jacobian=_van_der_pol_jacobian)


# -- free rigid body: unit quaternion (w, x, y, z), body rates; inertias 1, 2, 3 kg·m² -------------------------------


def _body_rates(arg, res, i, W):  # type: ignore[no-untyped-def]
    z, f = arg[1], res[0]
    w, x, y, q = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    a, b, c = z[4 * W + i], z[5 * W + i], z[6 * W + i]
    f[i] = 0.5 * (-x * a - y * b - q * c)
    f[W + i] = 0.5 * (w * a + y * c - q * b)
    f[2 * W + i] = 0.5 * (w * b + q * a - x * c)
    f[3 * W + i] = 0.5 * (w * c + x * b - y * a)
    f[4 * W + i], f[5 * W + i], f[6 * W + i] = -b * c, a * c, -a * b / 3.0


def _body_project(arg, res, i, W):  # type: ignore[no-untyped-def]
    z, o = arg[1], res[0]
    norm = (z[i] ** 2 + z[W + i] ** 2 + z[2 * W + i] ** 2 + z[3 * W + i] ** 2) ** 0.5
    for j in range(7):
        o[j * W + i] = z[j * W + i] / norm if j < 4 else z[j * W + i]


def _body_retract(arg, res, i, W):  # type: ignore[no-untyped-def]
    """q ∘ exp(ξ): rotation vector ξ in the body frame."""
    z, xi, o = arg[1], arg[4], res[0]
    w, x, y, q = z[i], z[W + i], z[2 * W + i], z[3 * W + i]
    a, b, c = xi[i], xi[W + i], xi[2 * W + i]
    angle = (a * a + b * b + c * c) ** 0.5
    half = 0.5 * angle
    share = sin(half) / angle if angle > 1e-8 else 0.5
    r, a, b, c = cos(half), share * a, share * b, share * c
    o[i] = w * r - x * a - y * b - q * c
    o[W + i] = w * a + x * r + y * c - q * b
    o[2 * W + i] = w * b + y * r + q * a - x * c
    o[3 * W + i] = w * c + q * r + x * b - y * a


def _body_tangent_rate(arg, res, i, W):  # type: ignore[no-untyped-def]
    """dexp⁻¹ of the right Jacobian: η + ξ×η/2 + (1/θ² − (1 + cos θ)/(2 θ sin θ)) ξ×(ξ×η)."""
    xi, eta, o = arg[4], arg[5], res[0]
    a, b, c = xi[i], xi[W + i], xi[2 * W + i]
    d, e, f = eta[i], eta[W + i], eta[2 * W + i]
    u, v, w = b * f - c * e, c * d - a * f, a * e - b * d
    angle2 = a * a + b * b + c * c
    angle = angle2**0.5
    share = 1.0 / angle2 - (1.0 + cos(angle)) / (2.0 * angle * sin(angle)) if angle > 1e-3 else 1.0 / 12.0
    o[i] = d + 0.5 * u + share * (b * w - c * v)
    o[W + i] = e + 0.5 * v + share * (c * u - a * w)
    o[2 * W + i] = f + 0.5 * w + share * (a * v - b * u)


@cache
def free_body(lanes: int = 1) -> System:
    return system(
        {"n_q": 4, "n_v": 3},
        lanes,
        rates=_body_rates,
        project=_body_project,
        retract=_body_retract,
        tangent_rate=_body_tangent_rate,
    )
