"""Kalman filter and smoother of a linear motion with unknown parameters, whose readings and inputs err.

    δz₊ = A δz + B δx + c + G w,     y = H δz + e,     e ~ N(0, σ_e²),  w ~ N(0, σ_w²)                            (1)

Gains do not depend on δx, so that one pass serves all columns: innovations, smoothed states and errors are linear in (δx, 1), and
their coefficients are the columns of what is computed here.

References: Bierman (1973), Int. J. Control 18, for the smoother (modified Bryson-Frazier); de Jong (1991), Annals of Statistics 19,
1073-1083, for parameters as columns
"""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass


@dataclass(frozen=True)
class LinearMotion:
    """(1) of an experiment of n samples; matrices are those of its n − 1 intervals.

    Attributes
    ----------
    A, B, c, G : (n − 1, states, states), (…, parameters), (n − 1, states), (…, inputs)
    left : (n, outputs) readings less what the motion shows for δz = 0
    outputs : places of the readings in z
    start : variance of the first state
    """

    A: Array
    B: Array
    c: Array
    G: Array
    left: Array
    outputs: list[int]
    start: Array

    @property
    def states(self) -> int:
        return int(self.A.shape[1])

    @property
    def H(self) -> Array:
        return np.asarray(np.eye(self.states)[self.outputs])


@dataclass(frozen=True)
class Filtered:
    """A Kalman filter over (1); the last axis of what has columns is (δx, 1).

    Attributes
    ----------
    Z : (n, states, columns) states predicted from the samples before
    P : (n, states, states) their covariance
    kept : (n, states, states) 1 − K H, with the gain K
    innovations : (n, outputs, columns)
    inverse : (n, outputs, outputs) S⁻¹, of the covariance of innovations
    """

    Z: Array
    P: Array
    kept: Array
    innovations: Array
    inverse: Array

    @property
    def white(self) -> Array:
        """(n, outputs, columns): innovations divided by their deviation."""
        return np.asarray(np.linalg.cholesky(self.inverse).swapaxes(1, 2) @ self.innovations)


def filtered(linear: LinearMotion, e: Array, w: Array) -> Filtered:
    """Run the filter with deviations e of the readings and w of the inputs."""
    n, H, A, eye = len(linear.left), linear.H, linear.A, np.eye(linear.states)
    R, G = np.diag(e**2), linear.G * w
    Q = G @ G.swapaxes(1, 2)
    P, inverse = np.empty((n, *eye.shape)), np.empty((n, len(H), len(H)))
    P_k = linear.start
    for k in range(n):  # covariances P of the predicted states
        P[k] = P_k
        PH = P_k[:, linear.outputs]
        inverse[k] = inverse_k = np.linalg.inv(PH[linear.outputs] + R)
        if k < n - 1:
            K = PH @ inverse_k
            noise = A[k] @ K
            own = A[k] - noise @ H  # Joseph's form: what is left of P stays positive
            P_k = own @ P_k @ own.T + (noise * e**2) @ noise.T + Q[k]
    gain = P[:, :, linear.outputs] @ inverse
    kept = eye - gain @ H
    right = np.concatenate([linear.B, linear.c[:, :, None]], axis=2)
    right[:, :, -1:] += A @ gain[:-1] @ linear.left[:-1, :, None]
    state = _run(A @ kept[:-1], right)
    innovations = -state[:, linear.outputs]
    innovations[:, :, -1] += linear.left
    return Filtered(state, P, kept, innovations, inverse)


def smoothed(linear: LinearMotion, own: Filtered, at: Array) -> tuple[Array, Array]:
    """Return (n, states, m) each: δz, and λ with δz = predicted − P λ, for m columns `at` of (δx, 1)."""
    push = -linear.H.T @ own.inverse @ (own.innovations @ at)
    lam = _run(_back(linear, own)[::-1], push[-2::-1], push[-1])[::-1]
    return own.Z @ at - own.P @ lam, lam


def expected_squares(linear: LinearMotion, own: Filtered, w: Array, at: Array) -> tuple[Array, Array]:
    """Return (n, outputs) and (n − 1, inputs): expected squares of e and w, given the readings.

    at : (r + 1, m) columns of (δx, 1): the root of the covariance of δx, if it is not known, then its mean
    """
    moves, lam = smoothed(linear, own, at)
    Lam, back = linear.H.T @ own.inverse @ linear.H, _back(linear, own)
    for k in range(len(Lam) - 2, -1, -1):  # Λ: the covariance of δz is P − P Λ P, δx being known
        Lam[k] += back[k] @ Lam[k + 1] @ back[k].T
    spread = np.einsum("nij,nji->ni", own.P, np.eye(linear.states) - Lam @ own.P)[:, linear.outputs]
    off = moves[:, linear.outputs]
    off[:, :, -1] -= linear.left
    pushed = (w**2)[:, None] * (linear.G.swapaxes(1, 2) @ lam[1:])
    known = np.einsum("nij,nij->nj", linear.G, Lam[1:] @ linear.G)
    return (off**2).sum(axis=2) + spread, (pushed**2).sum(axis=2) + w**2 - w**4 * known


def _back(linear: LinearMotion, own: Filtered) -> Array:
    """Return (n − 1, states, states): what carries λ from a sample to the one before."""
    return np.asarray(own.kept.swapaxes(1, 2)[:-1] @ linear.A.swapaxes(1, 2))


def _run(M: Array, right: Array, first: Array | None = None) -> Array:
    """Return (n + 1, …): s₊ = M s + right, from zero or from a first one."""
    out = np.zeros((len(M) + 1, *right.shape[1:]))
    out[0] = 0.0 if first is None else first
    for k in range(len(M)):
        out[k + 1] = M[k] @ out[k] + right[k]
    return out
