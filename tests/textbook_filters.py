"""The filters as a textbook writes them, in NumPy: a reading copy, and an oracle for the compiled ones.

A belief is a state x of the machine, its parameters p and the covariance P of the estimated entries ξ. The machine is known by
the functions of `Machine`: its flow, the Jacobians of flow and readings, x ⊕ δ and x₁ ⊖ x₀. Nothing here is fast.

References
----------
Bar-Shalom, Li & Kirubarajan (2001), §10.3 (extended); Julier & Uhlmann (2004) (unscented); Solà (2017), §6 (error state);
Arulampalam et al. (2002) (particles); Verwer et al. (1999) (implicit steps)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biela.estimate import Model

Array = NDArray[np.float64]
GAMMA = 1 - np.sqrt(0.5)


@dataclass(frozen=True)
class Belief:
    """What a Kalman filter knows: x and p of the mean, covariance P of ξ."""

    x: Array
    p: Array
    P: Array


class Machine:
    """A model in plain functions; x is a state, p its parameters, δ a change of the estimated entries."""

    def __init__(self, model: Model):
        self.model, self.n, self.n_p = model, model.n, len(model.estimated)

    def call(self, name: str, t: float, x: Array, p: Array, *more: Array) -> Array | list[Array]:
        return self.model.kernel(name)(t, x, self.model.u, p, *more)  # type: ignore[no-any-return]

    def close(self, t: float, x: Array, p: Array) -> Array:
        """Dependent coordinates and rates from the independent ones."""
        return self.model.closed(x, t, p, iterations=20)[0]

    def rates(self, t: float, x: Array, p: Array) -> Array:
        """ẋ at the closed state."""
        return np.ravel(self.call("rates", t, self.close(t, x, p), p))

    def entry_rates(self, t: float, x: Array, p: Array) -> Array:
        """ξ̇ = [rates; accelerations; rates of network states; 0]."""
        k, places, x = self.model.k, self.model.places, self.close(t, x, p)
        xdot = self.rates(t, x, p)
        return np.concatenate([x[places[k : 2 * k]], xdot[places[k : self.n - self.n_p]], np.zeros(self.n_p)])

    def jacobian(self, t: float, x: Array, p: Array) -> Array:
        """A = ∂ξ̇/∂ξ along the manifold."""
        return np.asarray(self.call("linear", t, self.close(t, x, p), p)).reshape(self.n, self.n)

    def readings(self, t: float, x: Array, p: Array) -> Array:
        return self.model.measured(x, t, p)

    def readings_jacobian(self, t: float, x: Array, p: Array) -> Array:
        """H = ∂y/∂ξ along the manifold."""
        return np.asarray(self.call("measure_linear", t, x, p)[1]).reshape(len(self.model.channels), self.n)

    def add(self, t: float, x: Array, p: Array, delta: Array) -> tuple[Array, Array]:
        """x ⊕ δ, closed on the branch of x."""
        p = p.copy()
        p[list(self.model.estimated)] += delta[self.n - self.n_p :]
        return self.close(t, np.ravel(self.call("move", t, x, p, delta[: self.n - self.n_p])), p), p

    def subtract(self, t: float, x: Array, p: Array, x0: Array, p0: Array) -> Array:
        """δ = x ⊖ x₀."""
        own = list(self.model.estimated)
        return np.concatenate([np.ravel(self.call("difference", t, x, p, x0)), (p - p0)[own]])

    # ------------------------------------------------------------------------------------------------------- steps in time

    def rk4(self, t: float, x: Array, p: Array, h: float) -> tuple[Array, Array]:
        """x after a Runge-Kutta step from t, and F = ∂ξ(t + h)/∂ξ(t), the derivative of that step."""
        one = np.eye(self.n)
        x1 = x
        k1, K1 = self.rates(t, x1, p), self.jacobian(t, x1, p)
        x2 = x + h / 2 * k1
        k2, K2 = self.rates(t + h / 2, x2, p), self.jacobian(t + h / 2, x2, p) @ (one + h / 2 * K1)
        x3 = x + h / 2 * k2
        k3, K3 = self.rates(t + h / 2, x3, p), self.jacobian(t + h / 2, x3, p) @ (one + h / 2 * K2)
        x4 = x + h * k3
        k4, K4 = self.rates(t + h, x4, p), self.jacobian(t + h, x4, p) @ (one + h * K3)
        end = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return self.close(t + h, end, p), one + h / 6 * (K1 + 2 * K2 + 2 * K3 + K4)

    def ros2(self, t: float, x: Array, p: Array, h: float, A: Array) -> tuple[Array, Array]:
        """The same by Verwer's ROS2 with a matrix A of an earlier time."""
        one, f = np.eye(self.n), self.entry_rates
        inverse = np.linalg.inv(one - GAMMA * h * A)
        k1 = inverse @ f(t, x, p)
        k2 = inverse @ (f(t + h, self.add(t, x, p, h * k1)[0], p) - 2 * k1)
        K1 = inverse @ A
        K2 = inverse @ (A @ (one + h * K1) - 2 * K1)
        return self.add(t + h, x, p, h / 2 * (3 * k1 + k2))[0], one + h / 2 * (3 * K1 + K2)

    def flow(self, t: float, x: Array, p: Array, h: float, parts: int = 1, implicit: Array | None = None) -> tuple[Array, Array]:
        """`parts` steps, h in all; `implicit` is the matrix of implicit ones."""
        F, part = np.eye(self.n), h / parts
        for k in range(parts):
            now = t + k * part
            x, step = self.rk4(now, x, p, part) if implicit is None else self.ros2(now, x, p, part, implicit)
            F = step @ F
        return x, F

    def controlled_flow(self, t: float, b: Belief, h: float, parts: int) -> tuple[Array, Array]:
        """Implicit steps of `h / parts` at most, as short as their error over a fifth of the deviations asks for."""
        x, F, longest, left = b.x, np.eye(self.n), h / parts, h
        step = longest
        while left > 0:
            step = left if left < 1.01 * step else min(step, left / 2) if left < 2 * step else step
            now, A = t + h - left, self.jacobian(t + h - left, x, b.p)
            inverse = np.linalg.inv(np.eye(self.n) - GAMMA * step * A)
            k1 = inverse @ self.entry_rates(now, x, b.p)
            k2 = inverse @ (self.entry_rates(now + step, self.add(now, x, b.p, step * k1)[0], b.p) - 2 * k1)
            allowed = 0.2 * (np.sqrt(np.diag(b.P)) + 1e-5 * np.abs(self.model.values(x, b.p)))
            error = np.max(np.abs(inverse @ (step / 2 * (k1 + k2))) / (allowed + 1e-12))
            if error <= 1 or step <= longest / 256:
                x, part = self.ros2(now, x, b.p, step, A)
                F, left = part @ F, left - step
            step = min(longest, max(longest / 256, step * min(4, max(0.2, 0.9 / np.sqrt(max(error, 1e-6))))))
        return x, F

    def innovation(self, z: Array, y: Array) -> Array:
        """ν = z − y, of angles the short way round."""
        nu, turns = z - y, self.model.periods > 0
        nu[turns] -= self.model.periods[turns] * np.floor(nu[turns] / self.model.periods[turns] + 0.5)
        return nu


# ------------------------------------------------------------------------------------------------------------- Kalman


def extended_predict(machine: Machine, b: Belief, t: float, h: float, Q: Array, parts: int = 1, implicit: bool = False) -> Belief:
    """x = f(x),  P = F P Fᵀ + Q."""
    x, F = machine.controlled_flow(t, b, h, parts) if implicit else machine.flow(t, b.x, b.p, h, parts)
    return Belief(x, b.p, F @ b.P @ F.T + Q)


def extended_update(machine: Machine, b: Belief, t: float, z: Array, R: Array) -> Belief:
    """Readings z at time t; NaN where one is missing."""
    there = np.isfinite(z)
    nu = machine.innovation(z, machine.readings(t, b.x, b.p))[there]  # ν = z − h(x)
    H = machine.readings_jacobian(t, b.x, b.p)[there]
    S = H @ b.P @ H.T + R[np.ix_(there, there)]  # S = H P Hᵀ + R
    K = b.P @ H.T @ np.linalg.inv(S)  # K = P Hᵀ S⁻¹
    x, p = machine.add(t, b.x, b.p, K @ nu)  # x ← x ⊕ K ν
    return Belief(x, p, b.P - K @ S @ K.T)  # P ← P − K S Kᵀ


def error_state_update(machine: Machine, b: Belief, t: float, z: Array, R: Array, rotations: list[int]) -> Belief:
    """The extended update, after which errors of rotations are counted from the new mean: P ← G P Gᵀ, G = 1 − ½ [δθ]×."""
    after = extended_update(machine, b, t, z, R)
    delta = machine.subtract(t, after.x, after.p, b.x, b.p)
    G = np.eye(machine.n)
    for i in rotations:
        a, b_, c = delta[i : i + 3]
        G[i : i + 3, i : i + 3] -= 0.5 * np.array([[0, -c, b_], [c, 0, -a], [-b_, a, 0]])
    return Belief(after.x, after.p, G @ after.P @ G.T)


def sigma_points(machine: Machine, b: Belief, t: float) -> tuple[list[tuple[Array, Array]], Array]:
    """x, x ⊕ lᵢ, x ⊖ lᵢ with (n + κ) P = L Lᵀ; and their weights."""
    n = machine.n
    kappa = max(0.0, 3.0 - n)
    L = np.linalg.cholesky((n + kappa) * b.P)
    steps = [np.zeros(n), *L.T, *-L.T]
    weights = np.array([kappa / (n + kappa), *[0.5 / (n + kappa)] * (2 * n)])
    return [machine.add(t, b.x, b.p, step) for step in steps], weights


def unscented_predict(machine: Machine, b: Belief, t: float, h: float, Q: Array, parts: int = 1) -> Belief:
    """The moments of the points after the flow."""
    points, w = sigma_points(machine, b, t + h)
    points = [(machine.flow(t, x, p, h, parts)[0], p) for x, p in points]
    x0, p0 = points[0]
    d = np.array([machine.subtract(t + h, x, p, x0, p0) for x, p in points])  # dᵢ = xᵢ ⊖ x₀
    mean = w @ d
    x, p = machine.add(t + h, x0, p0, mean)  # x ← x₀ ⊕ Σ wᵢ dᵢ
    return Belief(x, p, (w[:, None] * (d - mean)).T @ (d - mean) + Q)  # P = Σ wᵢ (dᵢ − d̄)(dᵢ − d̄)ᵀ + Q


def unscented_update(machine: Machine, b: Belief, t: float, z: Array, R: Array) -> Belief:
    """The same gain from the moments of the points."""
    there = np.isfinite(z)
    points, w = sigma_points(machine, b, t)
    d = np.array([machine.subtract(t, x, p, *points[0]) for x, p in points])
    y = np.array([machine.readings(t, x, p) for x, p in points])[:, there]
    mean_d, mean_y = w @ d, w @ y
    S = (w[:, None] * (y - mean_y)).T @ (y - mean_y) + R[np.ix_(there, there)]  # S = P_yy + R
    C = (w[:, None] * (d - mean_d)).T @ (y - mean_y)  # C = P_xy
    K = C @ np.linalg.inv(S)  # K = C S⁻¹
    full = np.full(z.shape, np.nan)
    full[there] = mean_y
    x, p = machine.add(t, b.x, b.p, K @ machine.innovation(z, full)[there])  # x ← x ⊕ K ν
    return Belief(x, p, b.P - K @ S @ K.T)  # P ← P − K S Kᵀ


def axis_points(machine: Machine, b: Belief, t: float) -> tuple[list[tuple[Array, Array]], Array]:
    """x, then x ⊕ a_q lᵢ on each axis with P = L Lᵀ; and the weights w_q of Gauss and Hermite."""
    a, w = np.polynomial.hermite_e.hermegauss(6)
    steps = [np.zeros(machine.n), *(size * axis for axis in np.linalg.cholesky(b.P).T for size in a)]
    return [machine.add(t, b.x, b.p, step) for step in steps], w / w.sum()


def axis_sums(first: Array, second: Array, w: Array) -> tuple[Array, Array]:
    """The mean of what is known at the points, and its covariance with something else there: sums over the axes."""
    one, other = (v[1:].reshape(-1, len(w), v.shape[1]) - v[0] for v in (first, second))
    means, means_of_other = w @ one, w @ other
    covariance = np.einsum("q,iqa,iqb->ab", w, one - means[:, None], other - means_of_other[:, None])
    return first[0] + means.sum(axis=0), covariance


def gauss_hermite_predict(machine: Machine, b: Belief, t: float, h: float, Q: Array, parts: int = 1) -> Belief:
    """The moments of the points after the flow."""
    points, w = axis_points(machine, b, t + h)
    points = [(machine.flow(t, x, p, h, parts)[0], p) for x, p in points]
    d = np.array([machine.subtract(t + h, x, p, *points[0]) for x, p in points])
    mean, P = axis_sums(d, d, w)
    x, p = machine.add(t + h, *points[0], mean)
    return Belief(x, p, P + Q)


def gauss_hermite_update(machine: Machine, b: Belief, t: float, z: Array, R: Array) -> Belief:
    """The same gain from the moments of the points."""
    there = np.isfinite(z)
    points, w = axis_points(machine, b, t)
    d = np.array([machine.subtract(t, x, p, *points[0]) for x, p in points])
    y = np.array([machine.readings(t, x, p) for x, p in points])[:, there]
    mean_y, P_yy = axis_sums(y, y, w)
    S, C = P_yy + R[np.ix_(there, there)], axis_sums(d, y, w)[1]
    K = C @ np.linalg.inv(S)
    full = np.full(z.shape, np.nan)
    full[there] = mean_y
    x, p = machine.add(t, b.x, b.p, K @ machine.innovation(z, full)[there])
    return Belief(x, p, b.P - K @ S @ K.T)


# ---------------------------------------------------------------------------------------------------------- particles


def particle_step(
    machine: Machine, X: list[tuple[Array, Array]], log_weights: Array, t: float, h: float, z: Array, R: Array,
    noise: Array, normals: Array, implicit: Array | None = None,
) -> tuple[list[tuple[Array, Array]], Array]:  # fmt: skip
    """xⁱ ← f(xⁱ) ⊕ noise nⁱ,   log wⁱ ← log wⁱ − ½ νᵀ R⁻¹ ν, the largest then 0."""
    moved = []
    for (x, p), n in zip(X, normals, strict=True):
        flown = machine.flow(t, x, p, h, 1, implicit)[0]
        moved.append(machine.add(t + h, flown, p, noise @ n))
    nu = np.array([machine.innovation(z, machine.readings(t + h, x, p)) for x, p in moved])
    log_weights = log_weights - 0.5 * np.einsum("ij,jk,ik->i", nu, np.linalg.inv(R), nu)
    return moved, log_weights - log_weights.max()


def effective_part(log_weights: Array) -> float:
    """(Σ w)²/(N Σ w²)."""
    w = np.exp(log_weights)
    return float(w.sum() ** 2 / (w.size * (w**2).sum()))


def systematic(log_weights: Array, uniform: float) -> NDArray[np.int64]:
    """The first j with (i + υ)/N ≤ w₁ + … + w_j."""
    w, N = np.exp(log_weights), log_weights.size
    return np.searchsorted(np.cumsum(w) / w.sum(), (np.arange(N) + uniform) / N)
