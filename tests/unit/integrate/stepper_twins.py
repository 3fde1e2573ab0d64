"""Every stepper once more, in plain NumPy, as the textbook has it: to read, and to hold the compiled ones against.

A function f(t, x) gives the rates. Steps are single ones, from x at t to t + h.
"""

from __future__ import annotations

import numpy as np

from biela.integrate.tableau import square


def rk4(f, t, x, h):  # type: ignore[no-untyped-def]
    """Kutta (1901)."""
    k1 = f(t, x)
    k2 = f(t + h / 2, x + h / 2 * k1)
    k3 = f(t + h / 2, x + h / 2 * k2)
    k4 = f(t + h, x + h * k3)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def dormand_prince(f, t, x, h):  # type: ignore[no-untyped-def]
    """Hairer, Nørsett & Wanner (1993), table II.5.2 and §II.6: result of order 5, error estimate, state at a part θ of the step."""
    k1 = f(t, x)
    k2 = f(t + h / 5, x + h * (k1 / 5))
    k3 = f(t + 3 * h / 10, x + h * (3 / 40 * k1 + 9 / 40 * k2))
    k4 = f(t + 4 * h / 5, x + h * (44 / 45 * k1 - 56 / 15 * k2 + 32 / 9 * k3))
    k5 = f(t + 8 * h / 9, x + h * (19372 / 6561 * k1 - 25360 / 2187 * k2 + 64448 / 6561 * k3 - 212 / 729 * k4))
    k6 = f(t + h, x + h * (9017 / 3168 * k1 - 355 / 33 * k2 + 46732 / 5247 * k3 + 49 / 176 * k4 - 5103 / 18656 * k5))
    fifth = x + h * (35 / 384 * k1 + 500 / 1113 * k3 + 125 / 192 * k4 - 2187 / 6784 * k5 + 11 / 84 * k6)
    k7 = f(t + h, fifth)
    fourth = x + h * (
        5179 / 57600 * k1 + 7571 / 16695 * k3 + 393 / 640 * k4 - 92097 / 339200 * k5 + 187 / 2100 * k6 + k7 / 40
    )  # fmt: skip
    bump = h * (
        -12715105075 / 11282082432 * k1 + 87487479700 / 32700410799 * k3 - 10690763975 / 1880347072 * k4
        + 701980252875 / 199316789632 * k5 - 1453857185 / 822651844 * k6 + 69997945 / 29380423 * k7
    )  # fmt: skip

    def inside(theta):  # type: ignore[no-untyped-def]
        """The cubic through both ends with their rates, and a quartic bump."""
        hermite = (
            (1 - theta) * x + theta * fifth
            + theta * (theta - 1) * ((1 - 2 * theta) * (fifth - x) + (theta - 1) * h * k1 + theta * h * k7)
        )  # fmt: skip
        return hermite + theta**2 * (1 - theta) ** 2 * bump

    return fifth, fifth - fourth, inside


def adams_bashforth(f, t, x, h, steps):  # type: ignore[no-untyped-def]
    """Hairer, Nørsett & Wanner (1993), §III.1, started by three steps of RK4."""
    past = []
    for k in range(steps):
        past = [f(t + k * h, x), *past[:3]]
        if len(past) < 4:
            x = rk4(f, t + k * h, x, h)
        else:
            x = x + h / 24 * (55 * past[0] - 59 * past[1] + 37 * past[2] - 9 * past[3])
    return x


def semi_implicit_euler(f, t, x, h, n):  # type: ignore[no-untyped-def]
    """Hairer, Lubich & Wanner (2006), §I.1.2, for x = [q; v] with n coordinates."""
    v = x[n:] + h * f(t, x)[n:]
    return np.concatenate([x[:n] + h * v, v])


def munthe_kaas(accelerations, quaternion, rates, h):  # type: ignore[no-untyped-def]
    """Munthe-Kaas (1998) on unit quaternions: RK4 for ξ̇ = dexp⁻¹_ξ ω, ω̇ = a(q ⊕ ξ, ω)."""

    def f(t, y):  # type: ignore[no-untyped-def]
        xi, omega = y[:3], y[3:]
        return np.concatenate([inverse_dexp(xi) @ omega, accelerations(turned(quaternion, xi), omega)])

    y = rk4(f, 0.0, np.concatenate([np.zeros(3), rates]), h)
    return turned(quaternion, y[:3]), y[3:]


def turned(q, xi):  # type: ignore[no-untyped-def]
    """q exp(ξ/2), ξ a rotation vector in the body frame."""
    angle = np.linalg.norm(xi)
    w, x, y, z = q
    a, b, c = np.sinc(angle / 2 / np.pi) / 2 * xi
    r = np.cos(angle / 2)
    return np.array(
        [w * r - x * a - y * b - z * c, w * a + x * r + y * c - z * b, w * b + y * r + z * a - x * c,
         w * c + z * r + x * b - y * a]
    )  # fmt: skip


def inverse_dexp(xi):  # type: ignore[no-untyped-def]
    """1 + ξ̂/2 + (1/θ² − (1 + cos θ)/(2 θ sin θ)) ξ̂², the inverse of the right Jacobian."""
    a, b, c = xi
    hat = np.array([[0, -c, b], [c, 0, -a], [-b, a, 0]])
    angle = np.linalg.norm(xi)
    share = 1 / 12 if angle < 1e-3 else 1 / angle**2 - (1 + np.cos(angle)) / (2 * angle * np.sin(angle))
    return np.eye(3) + hat / 2 + share * hat @ hat


def rosenbrock(f, J, f_t, t, x, h, table):  # type: ignore[no-untyped-def]
    """Hairer & Wanner (1996), §IV.7, in the form of definition 7.1: result, error estimate.

        (1 − hγ J) kᵢ = h f(t + αᵢ h, x + Σ αᵢⱼ kⱼ) + h J Σ γᵢⱼ kⱼ + h² γᵢ f_t

    The table has the transformed coefficients; with Γ = (γᵢⱼ), C = diag(1/γ) − Γ⁻¹, A = α Γ⁻¹, m = b Γ⁻¹.
    """
    n = table.stages
    gamma = np.linalg.inv(np.eye(n) / table.gamma - square(table.C))
    alpha, b, e = square(table.a) @ gamma, np.array(table.b) @ gamma, np.array(table.error or [0.0] * n) @ gamma
    M, k = np.eye(len(x)) - h * table.gamma * J, []
    for i in range(n):
        state = x + sum(alpha[i, j] * k[j] for j in range(i))
        coupling = sum((gamma[i, j] * k[j] for j in range(i)), np.zeros_like(x))
        right = h * f(t + alpha[i].sum() * h, state) + h * J @ coupling + h**2 * gamma[i].sum() * f_t
        k.append(np.linalg.solve(M, right))
    return x + b @ k, e @ k


def multi_rate(machine, t, x, H, substeps, passes, table):  # type: ignore[no-untyped-def]
    """Two rates, as `MultiRate` tells it, for a machine without quaternions; its functions by name.

    x = [q; v; z] with z the states of the networks and the work.
    """
    n_v, slow = machine.n_v, len(x) - machine.n_z
    start_rate = machine.motion(t, x)
    y0, y0_rate = machine.interface(t, x, start_rate[n_v : 2 * n_v])
    # the end of the step if the accelerations stay
    q, v, a = x[:n_v], x[n_v : 2 * n_v], start_rate[n_v : 2 * n_v]
    end = np.concatenate([q + H * (v + H / 2 * a), x[n_v:] + H * start_rate[n_v:]])
    end_acceleration = a
    for sweep in range(passes):
        if sweep:
            end_acceleration = machine.motion(t + H, end)[n_v : 2 * n_v]
        y1, y1_rate = machine.interface(t + H, end, end_acceleration)

        def seen(theta, y1=y1, y1_rate=y1_rate):  # type: ignore[no-untyped-def]
            """y and ẏ: Hermite's cubic."""
            y = (
                (1 + 2 * theta) * (1 - theta) ** 2 * y0 + theta**2 * (3 - 2 * theta) * y1
                + H * theta * (1 - theta) ** 2 * y0_rate + H * theta**2 * (theta - 1) * y1_rate
            )  # fmt: skip
            rate = (
                6 * theta * (1 - theta) * (y1 - y0) / H
                + (1 - theta) * (1 - 3 * theta) * y0_rate + theta * (3 * theta - 2) * y1_rate
            )  # fmt: skip
            return y, rate

        # networks, with their mean and first moment as further states: quadratures of z
        z, n = x[slow:], machine.n_z
        w = np.concatenate([z, np.zeros(2 * n)])

        def networks(s, w, seen=seen):  # type: ignore[no-untyped-def]
            y, rate = seen(s)
            return np.concatenate([H * machine.networks(t + s * H, w[:n], y, rate), w[:n], 3 * (2 * s - 1) * w[:n]])

        for k in range(substeps):
            s = k / substeps
            J, f_t = np.zeros((3 * n, 3 * n)), np.zeros(3 * n)
            J[:n, :n], f_t[:n] = machine.network_jacobian(t + s * H, w[:n], *seen(s))
            J[:n, :n], f_t[:n] = H * J[:n, :n], H * H * f_t[:n]
            J[n : 2 * n, :n], J[2 * n :, :n] = np.eye(n), 3 * (2 * s - 1) * np.eye(n)
            f_t[2 * n :] = 6 * w[:n]
            w, _ = rosenbrock(networks, J, f_t, s, w, 1 / substeps, table)
        z_end, mean, lean = w[:n], w[n : 2 * n], w[2 * n :]

        # the mechanism, under the efforts along the mean line
        def mechanism(t_, x_, mean=mean, lean=lean):  # type: ignore[no-untyped-def]
            line = mean + (2 * (t_ - t) / H - 1) * lean
            return machine.motion(t_, np.concatenate([x_[:slow], line]))

        end = rk4(mechanism, t, x, H)
        own_work = end[-1]
        end = np.concatenate([end[:slow], z_end[:-1], [own_work]])
    end[-1] += z_end[-1] - x[-1]
    return end
