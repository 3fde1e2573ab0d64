"""Deviations σ of the errors of readings and inputs, from the readings, while parameters x are estimated from them too.

The deviations that make the readings most likely are too small: they take the parameters for known, which have followed the errors.
The restricted likelihood leaves x free (flat, and integrated out): with innovations ε of a filter (`linear_smoother.py`) at the
most likely x, their covariances S, and the information J about x,

    −2 ln L = Σ (ln |S| + εᵀ S⁻¹ ε) + ln |J|,     J = Σ (∂ε/∂x)ᵀ S⁻¹ (∂ε/∂x)                                      (1)

    ∂ ln L / ∂ ln σ = Σ (⟨e²⟩/σ² − 1)                                                                             (2)

⟨e²⟩ are the expected squares of the errors, given the readings, x being unknown (Fisher's identity). Of errors that others hide,
as coarse encoders hide those of efforts, a few slow frequencies are seen. Their likeliest σ is then often zero, and x would be
taken for better known than it is. So σ has a weak prior, half a Cauchy distribution: flat up to a size σ₀ that errors rarely
exceed. The most probable ln σ are taken:

    p(σ) ∝ 1 / (1 + σ²/σ₀²),     p(ln σ) = σ p(σ)                                                                 (3)

With k degrees of freedom this changes a small σ² by k/(k − 1), and a large one by k/(k + 1). What is known of σ decides how many
degrees of freedom an interval has, with the variance v of a parameter and the covariance C of the ln σ:

    ν = 2 v² / (gᵀ C g),     g = ∂v/∂ ln σ,     C = (−∂² ln L p(ln σ) / ∂ ln σ²)⁻¹                                 (4)

References: Patterson & Thompson (1971), Biometrika 58, 545-554; Harville (1977), J. American Statistical Association 72, 320-338;
Gelman (2006), Bayesian Analysis 1, 515-534, and Chung, Rabe-Hesketh, Dorie, Gelman & Liu (2013), Psychometrika 78, 685-709, for the
prior; Satterthwaite (1946), Biometrics Bulletin 2, 110-114, and Giesbrecht & Burns (1985), Biometrics 41, 477-486, for (4)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.identify.linear_smoother import LinearMotion, expected_squares, filtered

APART = 0.05
"""Step of ln σ in (4)."""
LEAST_KNOWN = 1.0
"""Least information about a ln σ, or a combination of them: the prior alone has 1 at its maximum."""
RARELY = 0.1
"""σ₀ of (3), relative to the movement or to the effort."""


@dataclass(frozen=True)
class Levels:
    """Deviations, and the limits they are looked for in.

    Attributes
    ----------
    e, w : of the readings and of the inputs
    least, most : (readings and inputs,); `most` are the movements and the sizes of the inputs
    """

    e: Array
    w: Array
    least: Array
    most: Array

    @property
    def logs(self) -> Array:
        return np.asarray(np.log(np.concatenate([self.e, self.w])))

    def at(self, logs: Array) -> Levels:
        """Return other deviations within the same limits."""
        e, w = np.split(np.exp(logs), [len(self.e)])
        return Levels(e, w, self.least, self.most)

    def prior(self) -> tuple[float, Array]:
        """Return ln p(ln σ) of (3), and its derivatives by the ln σ."""
        square = (np.exp(self.logs) / (RARELY * self.most)) ** 2
        return float((self.logs - np.log1p(square)).sum()), (1 - square) / (1 + square)


@dataclass(frozen=True)
class Restricted:
    """(1) and (2) of some deviations.

    Attributes
    ----------
    value, slope : −ln L p(ln σ) and its derivatives by the ln σ
    variances : of the parameters
    """

    value: float
    slope: Array
    variances: Array


def restricted_likelihood(linear: Sequence[LinearMotion], levels: Levels) -> Restricted:
    """Return (1) and (2) of all experiments together."""
    passes = [filtered(one, levels.e, levels.w) for one in linear]
    white = np.concatenate([own.white.reshape(-1, own.white.shape[2]) for own in passes])
    root, x, log_J = _information(white[:, :-1], white[:, -1])
    at = np.block([[root, x[:, None]], [np.zeros((1, len(x))), np.ones((1, 1))]])
    fresh = white @ at[:, -1]
    twice = float(fresh @ fresh) + log_J - sum(float(np.linalg.slogdet(own.inverse)[1].sum()) for own in passes)
    squares = [expected_squares(one, own, levels.w, at) for one, own in zip(linear, passes, strict=True)]
    e, w = (np.concatenate(kind) for kind in zip(*squares, strict=True))
    slope = np.concatenate([(1 - e / levels.e**2).sum(axis=0), (1 - w / levels.w**2).sum(axis=0)])
    prior, by_logs = levels.prior()
    return Restricted(twice / 2 - prior, slope - by_logs, np.asarray((root**2).sum(axis=1)))


def _information(X: Array, y: Array) -> tuple[Array, Array, float]:
    """Return the root of J⁻¹, the likeliest x of y + X x, and ln |J|."""
    if not X.shape[1]:
        return np.zeros((0, 0)), np.zeros(0), 0.0
    scale = np.maximum(np.linalg.norm(X, axis=0), 1e-300)
    R = np.asarray(np.linalg.qr(np.column_stack([X / scale, y]), mode="r"))
    own = R[:-1, :-1]
    root = np.linalg.inv(own) / scale[:, None]
    return np.asarray(root), np.asarray(-root @ R[:-1, -1]), 2 * float(np.log(np.abs(np.diag(own)) * scale).sum())


def likeliest_levels(linear: Sequence[LinearMotion], first: Levels) -> Levels:
    """Return the deviations for which (1), with the prior, is largest."""
    from scipy.optimize import minimize

    samples = sum(len(one.left) for one in linear)

    def unlikely(logs: Array) -> tuple[float, Array]:
        found = restricted_likelihood(linear, first.at(logs))
        return found.value / samples, found.slope / samples

    bounds = np.log(np.column_stack([first.least, first.most]))
    start, options = np.clip(first.logs, *bounds.T), {"ftol": 1e-9, "gtol": 1e-5}
    return first.at(minimize(unlikely, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x)


def degrees_of_freedom(linear: Sequence[LinearMotion], levels: Levels) -> Array:
    """Return (parameters,): ν of (4). Deviations at their limits count as known."""
    logs, limits = levels.logs, np.log([levels.least, levels.most])
    free = np.flatnonzero((logs - limits[0] > APART) & (limits[1] - logs > APART))
    steps = APART * np.eye(len(logs))[free]
    sides = [[restricted_likelihood(linear, levels.at(logs + sign * step)) for sign in (-1, 1)] for step in steps]
    v = restricted_likelihood(linear, levels).variances
    if not free.size:
        return np.full(len(v), np.inf)
    known = np.array([(above.slope - below.slope)[free] for below, above in sides]) / (2 * APART)
    values, vectors = np.linalg.eigh((known + known.T) / 2)
    g = np.array([above.variances - below.variances for below, above in sides]) / (2 * APART)
    spread = ((vectors.T @ g) ** 2 / np.maximum(values, LEAST_KNOWN)[:, None]).sum(axis=0)
    return np.asarray(2 * v**2 / np.maximum(spread, 1e-300))
