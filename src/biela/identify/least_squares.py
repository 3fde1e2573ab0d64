"""Estimation of parameters by least squares, and what is known about the estimate.

| method | solves | useful for |
|---|---|---|
| `ordinary` | min ‖W x − τ‖², by QR, nothing cut off | equal noise in all channels |
| `weighted` | channels divided by the standard deviation of their residual, until it no longer changes | the usual case |
| `truncated` | the same with singular values below `cut` times the largest left out | to see what an automatic cut-off hides |
| `ridge` | min ‖W x − τ‖² + λ ‖(x − x₀)/s‖² | few data, good drawings: stays near x₀ where the data say nothing |
| `huber`, `student` | weighted, and samples that do not fit count less (`robust.py`) | outliers |
| `total` | total least squares: errors in W as well | motion as noisy as the efforts |

The statistics hold for noise in τ alone, equal within a channel:

    σ² = ‖τ − W x‖² / (n − r),     Var x = σ² (Wᵀ W)⁻¹,     %σ_j = 100 σ_j / |x_j|,     Var τ̂ = W Var x Wᵀ

Where residuals are not white (`whiteness`: filtered data, noise in the motion, something the model lacks), Var x follows from
their spectrum at the frequencies of the motion (`coloured.py`). Noise in W, from positions differentiated twice, also draws the
values towards zero, which no deviation shows: filter, give the period, or use instruments.

The deviations mean nothing when W is hopelessly conditioned: relative deviations are always given with the condition number.
An upper bound of the error is ‖δx‖ / ‖x‖ ≤ κ(W) ‖ε‖ / ‖τ‖.

References: Gautier (1997) for the weights; Golub & Van Loan (2013), ch. 5 and 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array, Flags
from biela.base.blas import one_thread
from biela.base.checked import Named, checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, count, unknown
from biela.identify.coloured import coloured_covariance
from biela.identify.observation import Observation, PoorData, check
from biela.identify.robust import HUBER, STUDENT, Loss, robust_scale, sample_weights

Method = Literal["ordinary", "weighted", "huber", "student", "truncated", "ridge", "total"]
NOT_WHITE = 1e-3
"""Probability (`whiteness`) below which residuals count as correlated."""
NOTHING = 1e-100
"""Efforts below this are none, and rounding at most: a joint that stands still where nothing acts on it."""
NOT_KNOWN = "not known"
"""Printed in place of the value of a parameter that a motion does not show."""
HOPELESS = 1e8
"""Condition number of the scaled matrix above which statistics of single parameters mean nothing."""


@dataclass(frozen=True)
class Estimate(Named):
    """Estimated parameters.

    Attributes
    ----------
    method : how, in words
    names, values : of the parameters
    covariance : of the values
    noise : standard deviation of the residual of each channel, in its own unit
    residuals : (N, F) τ − W x
    condition, scaled_condition : of W as it was solved, and with columns of length one
    bound : condition-number bound of the relative error of the values
    findings : what the data lack, in plain words
    correlation : c, how many samples count as one: variances over those of white residuals, in the geometric mean
    dof : degrees of freedom of the variances, one for all or one for each
    unknown : names of parameters that the motion does not show. Their values are zero, or those described, and mean nothing:
        deviations are infinite, and `estimate[name]` is NaN
    """

    method: str
    names: tuple[str, ...]
    values: Array
    covariance: Array = field(repr=False)
    noise: Array = field(repr=False)
    residuals: Array = field(repr=False)
    condition: float
    scaled_condition: float
    bound: float
    channels: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    correlation: float = 1.0
    dof: float | Array = 1.0
    unknown: tuple[str, ...] = ()

    @property
    def known(self) -> Flags:
        """Flags of the values that the motion shows."""
        return np.array([name not in self.unknown for name in self.names], bool)

    @property
    def deviations(self) -> Array:
        """Standard deviations of the values."""
        return np.where(self.known, np.sqrt(np.clip(np.diag(self.covariance), 0.0, None)), np.inf)

    @property
    def relative_deviations(self) -> Array:
        """%σ; read with `scaled_condition`."""
        with np.errstate(divide="ignore", invalid="ignore"):
            relative: Array = np.where(self.values != 0.0, 100.0 * self.deviations / np.abs(self.values), np.inf)
        return relative

    def completed(self, described: Array) -> Estimate:
        """Return the estimate with described values where the motion shows nothing."""
        return replace(self, values=np.where(self.known, self.values, described)) if self.unknown else self

    def interval(self, confidence: float = 0.95) -> Array:
        """Return (parameters, 2): confidence intervals of the values."""
        from scipy.stats import t

        half = t.ppf(0.5 + confidence / 2, self.dof) * self.deviations
        return np.column_stack([self.values - half, self.values + half])

    def predict(self, observation: Observation) -> Array:
        """Return (N, F): W x at other samples."""
        return observation.only(self.names).W @ self.values

    def prediction_deviation(self, observation: Observation) -> Array:
        """Return (N, F): standard deviation of the predicted efforts; infinite where they depend on what is not known."""
        W = observation.only(self.names).W
        deviation = np.sqrt(np.clip(np.einsum("nfp,pq,nfq->nf", W, self.covariance, W), 0.0, None))
        return np.where(np.any(W[:, :, ~self.known], axis=2), np.inf, deviation)

    def __getitem__(self, name: str) -> float:
        if name not in self:
            raise unknown("parameter", name, list(self.names))
        return np.nan if name in self.unknown else float(self.values[self.names.index(name)])

    def table(self, reference: Sequence[float] | None = None, labels: Mapping[str, str] | None = None) -> str:
        """Return values, deviations and reference values, with the condition number; labels are shown in place of names."""
        if reference is not None and len(reference) != len(self.names):
            raise DescriptionError(f"table: there are {len(self.names)} parameters and {len(reference)} reference values.")
        doubt = ": too large for the deviations to mean anything" if self.scaled_condition > HOPELESS else ""
        lines = [f"{self.method}; condition number {self.condition:.2g} (columns scaled: {self.scaled_condition:.2g}){doubt}"]
        for k, name in enumerate(self.names):
            known = "" if reference is None else f"  {reference[k]:12.5g}"
            own = f"{self.values[k]:12.5g}  ± {self.deviations[k]:9.2g}  ({self.relative_deviations[k]:.2g} %)"
            own = f"{NOT_KNOWN:>12s}" if name in self.unknown else own
            lines.append(f"  {(labels or {}).get(name, name):32s}{known}  {own}")
        return "\n".join(lines)


@one_thread("scipy.linalg")
@checked
def estimate(
    observation: Observation, method: Method = "ordinary", *, cut: float = 1e-8, reference: ArrayLike | None = None,
    scale: ArrayLike | None = None, strength: float | None = None, known: Callable[[], Iterable[Array]] | None = None,
) -> Estimate:  # fmt: skip
    """Estimate parameters of an observation by least squares; see the module's text for the methods.

    Parameters
    ----------
    cut : of `truncated`: singular values below this part of the largest are left out
    reference, scale, strength : of `ridge`: x₀, s and λ. Without a strength it is taken where the generalised cross-validation is
        smallest; without a scale it is the size of the reference, parameter by parameter, or a tenth of the median where that is 0
    known : gives errors of the efforts whose law is known, (draws, N, F) for each source, one after the other. The variances
        count them as they are
    """
    findings = tuple(check(observation))
    if silent := observation.silent:
        given = {"cut": cut, "reference": reference, "scale": scale, "strength": strength, "known": known}
        return replace(_without(observation, silent, method, given), findings=findings)
    if method == "weighted":
        found = _by_channel(observation)
    elif method == "huber" or method == "student":
        found = _reweighted(observation, method)
    elif method == "ridge":
        found = _towards(observation, reference, scale, strength)
    elif method == "truncated":
        found = _truncated(*observation.stacked, cut)
    else:
        found = (_ordinary if method == "ordinary" else _total)(*observation.stacked)
    values, weights = found.values, np.ones(len(observation.channels)) if found.weights is None else found.weights
    residuals = observation.tau - observation.W @ values
    n, r = residuals.size, len(values)
    covariance = found.covariance
    if found.weights is None:
        covariance = covariance * (residuals**2).sum() / max(n - r, 1)
    counted = observation if found.samples is None else observation.reweighted(found.samples)
    scaled = weights if found.samples is None else weights * np.sqrt(found.samples)
    errors = None if known is None else _drawn(known, scaled, residuals.shape)
    covariance, correlation, dof = _with_colour(counted.weighted(weights).W, residuals * scaled, covariance, errors)
    size = max(float(np.linalg.norm(observation.tau * weights)), 1e-300)
    return Estimate(
        found.label, observation.names, values, covariance, _deviation(residuals, r), residuals,
        found.condition, observation.weighted(weights).condition(scaled=True),
        found.condition * float(np.linalg.norm(residuals * weights)) / size, observation.channels, observation.units,
        findings, correlation, dof,
    )  # fmt: skip


def _without(observation: Observation, silent: tuple[str, ...], method: Method, given: dict[str, Any]) -> Estimate:
    """Return the estimate of what the motion shows, together with parameters that it does not show."""
    names = observation.names
    shown = np.array([name not in silent for name in names])
    if not shown.any():
        raise PoorData("this motion shows none of the parameters: move the machine, or identify others.")
    values = np.zeros(len(names))
    for key in ("reference", "scale"):
        if given[key] is not None:
            given[key] = np.broadcast_to(np.asarray(given[key], float), shown.shape)
            values = np.array(given["reference"]) if method == "ridge" and key == "reference" else values
            given[key] = given[key][shown]
    found = estimate(observation.only([n for n in names if n not in silent]), method, **given)
    values[shown] = found.values
    covariance, dof = among_all(shown, found.covariance, found.dof)
    return replace(found, names=names, values=values, covariance=covariance, dof=dof, unknown=silent)


def among_all(shown: Flags, covariance: Array, dof: float | Array) -> tuple[Array, Array]:
    """Return the covariance and degrees of freedom of shown parameters among all: zero and one for the others."""
    whole, each = np.zeros((len(shown), len(shown))), np.ones(len(shown))
    whole[np.ix_(shown, shown)], each[shown] = covariance, dof
    return whole, each


def _drawn(known: Callable[[], Iterable[Array]], scaled: Array, shape: tuple[int, ...]) -> Iterator[Array]:
    """Yield errors that a function gives, source by source, with the weights of their samples and channels."""
    try:
        for own in known():
            if np.ndim(own) != 3 or np.shape(own)[1:] != shape:
                raise DescriptionError(f"known gives errors of the shape {np.shape(own)}: give (draws, {shape[0]}, {shape[1]}).")
            yield np.asarray(own, float) * scaled
    except BielaError:
        raise
    except Exception as error:
        raise DescriptionError(f"your function known fails: {type(error).__name__}: {error}.") from error


@dataclass(frozen=True)
class _Solution:
    """Result of a method. The covariance is that of unit noise, unless channels have weights: then it is complete."""

    label: str
    values: Array
    covariance: Array
    condition: float
    weights: Array | None = None
    samples: Array | None = None


def _deviation(residuals: Array, parameters: int) -> Array:
    """Return the standard deviation of each channel's residual; the parameters take their share of its degrees of freedom."""
    n = residuals.size
    return np.asarray(np.sqrt((residuals**2).sum(axis=0) / (len(residuals) * max(n - parameters, 1) / n)))


def _ordinary(W: Array, tau: Array) -> _Solution:
    """Solve by QR without pivoting or cut-off, columns scaled by powers of two (which changes no digit of the result)."""
    from scipy.linalg import solve_triangular

    norms = np.linalg.norm(W, axis=0)
    scale = 2.0 ** -np.round(np.log2(np.where(norms > 0.0, np.maximum(norms, 1e-300), 1.0)))
    Q, R = np.linalg.qr(W * scale)
    singular, right = bool(np.any(np.diag(R) == 0.0)), Q.T @ tau  # columns that depend on each other
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(R) if singular else np.linalg.inv(R)
    values = scale * (inverse @ right if singular else np.asarray(solve_triangular(R, right, check_finite=False)))
    covariance = (scale[:, None] * inverse) @ (scale[:, None] * inverse).T
    s = np.linalg.svd(W, compute_uv=False)
    condition = float(s[0] / s[-1]) if s[-1] > 0 else float("inf")
    return _Solution("ordinary least squares, nothing cut off", values, covariance, condition)


def _by_channel(observation: Observation) -> _Solution:
    """Solve with the weights of `channel_weights`."""
    if observation.samples <= len(observation.names):
        few = f"{count(observation.samples, 'sample')} of each channel for {count(len(observation.names), 'parameter')}"
        why = "one channel alone can be met exactly, and the weights say nothing"
        raise PoorData(f"{few}: {why}. Measure longer, or identify fewer parameters.")
    return _iterated(observation)[0]


def channel_weights(observation: Observation) -> Array:
    """Return one over the standard deviation of each channel's residual."""
    return _iterated(observation)[1]


def _iterated(observation: Observation) -> tuple[_Solution, Array]:
    """Find values and weights in turn, until the weights no longer change."""
    weights = _inverse(observation.tau.std(axis=0))
    for _ in range(30):
        found = _ordinary(*observation.weighted(weights).stacked)
        residuals = observation.tau - observation.W @ found.values
        deviation = _deviation(residuals, len(found.values))
        terms = np.abs(observation.W) @ np.abs(found.values)  # which may cancel: a passive joint has no effort
        deviation = np.maximum(deviation, 1e-12 * np.maximum(np.abs(observation.tau), terms).max(axis=0))
        before, weights = weights, _inverse(deviation)
        if np.all(np.abs(weights - before) <= 1e-6 * weights):
            break
    return replace(found, label="least squares weighted by channel", weights=weights), weights


def _inverse(deviation: Array) -> Array:
    """Return weights of channels; one where there is no effort."""
    return 1.0 / np.where(deviation > NOTHING, deviation, 1.0)


def _reweighted(observation: Observation, loss: Loss) -> _Solution:
    """Find weights of samples and values in turn; the covariance is that of an M-estimate (Huber 1981, 7.6)."""
    found = _by_channel(observation)
    for _ in range(50):
        residuals = observation.tau - observation.W @ found.values
        scale = robust_scale(residuals)
        weights = 1.0 / np.where(scale > 0, scale, 1.0)
        samples = sample_weights(residuals, loss)
        before, found = found.values, _ordinary(*observation.reweighted(samples).weighted(weights).stacked)
        if np.linalg.norm(found.values - before) <= 1e-8 * np.linalg.norm(found.values):
            break
    u = np.abs(residuals * weights)
    slope = np.where(u < HUBER, 1.0, 0.0)
    if loss == "student":
        slope = (STUDENT + 1) * (STUDENT - u**2) / (STUDENT + u**2) ** 2
    factor = float(np.mean(samples**2 * u**2) * np.mean(samples) / max(float(np.mean(slope)), 0.1) ** 2)
    factor *= u.size / max(u.size - len(found.values), 1)
    label = f"least squares weighted by channel, samples by {loss.capitalize()}'s loss"
    return replace(found, label=label, weights=weights, samples=samples, covariance=factor * found.covariance)


def _truncated(W: Array, tau: Array, cut: float) -> _Solution:
    U, s, Vt = np.linalg.svd(W, full_matrices=False)
    kept = int(np.sum(s > cut * s[0]))
    values = Vt[:kept].T @ ((U[:, :kept].T @ tau) / s[:kept])
    covariance = (Vt[:kept].T / s[:kept] ** 2) @ Vt[:kept]
    label = f"truncated least squares, {kept} of {len(values)} singular values above {cut:.0e} of the largest"
    return _Solution(label, values, covariance, float(s[0] / s[kept - 1]))


def _towards(observation: Observation, reference: ArrayLike | None, scale: ArrayLike | None, strength: float | None) -> _Solution:
    """Solve by ridge. In z = (x − x₀)/s: (Aᵀ A + λ) z = Aᵀ b through the singular values of A = W s."""
    if reference is None:
        raise DescriptionError("ridge estimation needs reference values: give reference=, such as those of the drawings.")
    x0 = np.asarray(reference, float)
    s = np.abs(x0) if scale is None else np.asarray(scale, float)
    if scale is None:
        s = np.where(s > 0, s, 0.1 * np.median(s[s > 0]) if np.any(s > 0) else 0.1)
    weights = channel_weights(observation)
    W, tau = observation.weighted(weights).stacked
    A, b = W * s, tau - W @ x0
    U, sigma, Vt = np.linalg.svd(A, full_matrices=False)
    c = U.T @ b
    outside = float(b @ b - c @ c)

    if strength is None:  # generalised cross-validation
        grid = 10.0 ** (np.linspace(-14, 6, 201) + 2 * np.log10(sigma[0]))[:, None]
        left = grid / (sigma**2 + grid)
        scores = (((left * c) ** 2).sum(axis=1) + max(outside, 0.0)) / (len(b) - len(sigma) + left.sum(axis=1)) ** 2
        strength = float(grid[np.argmin(scores), 0])
    gain = sigma / (sigma**2 + strength)
    values = x0 + s * (Vt.T @ (gain * c))
    spread = (s[:, None] * Vt.T) * gain
    condition = float(np.sqrt((sigma[0] ** 2 + strength) / (sigma[-1] ** 2 + strength)))
    return _Solution(f"ridge towards the reference, strength {strength:.2g}", values, spread @ spread.T, condition, weights)


def _total(W: Array, tau: Array) -> _Solution:
    """Take the smallest singular value of [W τ] away (Golub & Van Loan 6.3), columns scaled to one."""
    norms = np.append(np.linalg.norm(W, axis=0), np.linalg.norm(tau))
    _, s, Vt = np.linalg.svd(np.column_stack([W, tau]) / norms, full_matrices=False)
    v = Vt[-1]
    if abs(v[-1]) < 1e-12:
        raise DescriptionError("total least squares has no solution here: the efforts do not depend on the parameters.")
    values = -v[:-1] / v[-1] * norms[-1] / norms[:-1]
    return _Solution("total least squares", values, _ordinary(W, tau).covariance, float(s[0] / s[-2]))


def _with_colour(
    W: Array, residuals: Array, covariance: Array, known: Iterable[Array] | None
) -> tuple[Array, float, float | Array]:
    """Return covariance, samples that count as one, degrees of freedom; unchanged where all residuals are white."""
    n, r = residuals.size, W.shape[2]
    white = known is None and not np.any(whiteness(residuals) < NOT_WHITE)
    if len(residuals) < 20 or white:  # too few to tell, or white
        return covariance, 1.0, max(float(n - r), 1.0)
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(np.linalg.qr(W.reshape(-1, r), mode="r"))
    bread = inverse @ inverse.T
    coloured, dof = coloured_covariance(W, residuals, bread, known)
    even = np.diag(bread) * (residuals**2).sum() / max(n - r, 1)
    ratio = np.maximum(np.diag(coloured) / np.maximum(even, 1e-300), 1e-300)
    root, correlation = np.sqrt(ratio), float(np.exp(np.mean(np.log(ratio))))
    return root[:, None] * covariance * root, correlation, np.minimum(dof, max(float(n - r), 1.0))


@checked(positive=("lags",), ndim={"residuals": (2,)})
def whiteness(residuals: Array, lags: int = 20) -> Array:
    """Return Ljung-Box probability, channel by channel, that residuals this correlated come from white noise.

    Near zero: the model leaves something out (friction, elasticity), the data were filtered, or the noise of the motion,
    differentiated, is in the regressor.
    """
    from scipy.stats import chi2

    residuals = np.asarray(residuals, float)
    e = residuals - residuals.mean(axis=0)
    n, power = len(e), np.maximum((e**2).sum(axis=0), 1e-300)
    lags = min(lags, n // 4)
    q = np.zeros(e.shape[1])
    for lag in range(1, lags + 1):
        rho = (e[lag:] * e[:-lag]).sum(axis=0) / power
        q += n * (n + 2) * rho**2 / (n - lag)
    return np.asarray(chi2.sf(q, lags))


guard(__name__)
