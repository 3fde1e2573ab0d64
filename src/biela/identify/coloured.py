"""Covariance of a least-squares estimate whose residuals are coloured: their spectrum where the regressor has its own.

With residuals e of spectral density S(f), channels together, and the Fourier transform Ŵ(f) of the regressor,

    Var x = B M B,    B = (Wᵀ W)⁻¹,    M = 1/n Σ_f Ŵ(f)ᴴ S(f) Ŵ(f)                                              (1)

which is exact for stationary noise; white noise of variance σ² gives σ² B. Residuals that oscillate count by what they have at the
frequencies of the motion, so that nothing cancels as in a sum of autocorrelations. S is the smoothed periodogram of the residuals.
The fit has taken from them what it could, at each frequency the part h(f), so that it is divided by the mean of 1 − h:

    S(f) = ⟨ê êᴴ⟩ / ⟨1 − h⟩,    h(f) = 1/n Ŵ(f)ᴴ B Ŵ(f)                                                         (2)

Slow drift has a spectrum that falls as 1/f²: a mean over neighbouring bins lies far below it at the lowest ones, where weights and
offsets are. So the periodogram of each channel is divided by the shape 1 + r/f² before it is smoothed, and multiplied by it
afterwards; r is the one that makes the residuals most likely (Whittle), and 0 where there is no drift.

References: Newey & West (1987), Econometrica 55, 703-708; Brillinger (1981), Time Series, ch. 5; MacKinnon & White (1985) for (2);
Andrews & Monahan (1992), Econometrica 60, 953-966, for whitening first
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
HALF_WIDTH = 3
"""Bins to each side over which the periodogram is smoothed, with weights that fall linearly."""
LEAST_LEFT = 0.1
"""Smallest ⟨1 − h⟩ that is divided by."""
DRIFTS = np.append(0.0, 10.0 ** np.arange(-2.0, 6.1, 0.25))
"""r, with f in bins, that are tried."""
LOWEST = 0.39
"""f of the lowest bin in 1 + r/f²: a walk that begins at zero has 6.6 times the power of the first bin in its mean."""
BAND = 1e-3
"""Part of the largest power of the regressor at the upper end of the band that shows r."""


def coloured_covariance(W: Array, residuals: Array, bread: Array) -> tuple[Array, float]:
    """Var x of (1) from W (n, channels, parameters), residuals (n, channels) and B, all of the same weights.

    Also the degrees of freedom with which it is known: those of one smoothed bin for every width of the band of the motion.
    """
    n = len(W)
    transform, spectrum = np.fft.rfft(W, axis=0), np.fft.rfft(residuals, axis=0)
    taken = np.einsum("fcp,pq,fcq->fc", transform.conj(), bread, transform).real / n
    left = np.sqrt(np.maximum(_smoothed(1.0 - taken), LEAST_LEFT))
    scale = np.sqrt(_drift(np.abs(spectrum) ** 2 / n / np.maximum(1.0 - taken, LEAST_LEFT), taken))
    white, back = spectrum / scale, scale / left
    density = _smoothed(white[:, :, None] * white[:, None, :].conj() / n) * back[:, :, None] * back[:, None, :]
    twice = np.full(len(transform), 2.0)  # frequencies below zero
    twice[0] = 1.0
    if n % 2 == 0:
        twice[-1] = 1.0
    meat = np.einsum("f,fcp,fcd,fdq->pq", twice, transform.conj(), density, transform, optimize=True).real / n
    share = twice * np.einsum("fc,fcc->f", taken, density).real
    bins = float(share.sum() ** 2 / max(float((share**2).sum()), 1e-300))  # over which the variance is spread
    weights = _weights(HALF_WIDTH)
    of_one = 2.0 * float(weights.sum() ** 2 / (weights**2).sum())
    return np.asarray(bread @ meat @ bread), of_one * max(1.0, bins / len(weights))


def _drift(power: Array, taken: Array) -> Array:
    """(bins, channels): 1 + r/f², with the r of each channel."""
    bins = np.maximum(np.arange(len(power)), LOWEST)
    shapes = 1.0 + DRIFTS[:, None] / bins**2
    out = np.ones_like(power)
    for c in range(power.shape[1]):
        reach = np.flatnonzero(taken[:, c] > BAND * taken[:, c].max(initial=0.0))
        band = slice(0, int(reach[-1]) + 1 if reach.size else 0)
        if reach.size and reach[-1] > 2 * HALF_WIDTH and power[band, c].max() > 0.0:
            levels = np.mean(power[band, c] / shapes[:, band], axis=1)
            cost = np.log(levels) + np.mean(np.log(shapes[:, band]), axis=1)
            out[:, c] = shapes[int(np.argmin(cost))]
    return out


def _weights(width: int) -> Array:
    return np.asarray(1.0 - np.abs(np.arange(-width, width + 1)) / (width + 1))


def _smoothed(values: Any) -> Any:
    """Mean over neighbouring bins; the spectrum is even at both ends."""
    width = min(HALF_WIDTH, max((len(values) - 1) // 2, 0))
    weights = _weights(width)
    below, above = np.conj(values[1 : width + 1][::-1]), np.conj(values[-width - 1 : -1][::-1])
    padded = np.concatenate([below, values, above]) if width else values
    out = sum(w * padded[k : k + len(values)] for k, w in enumerate(weights))
    return np.asarray(out / weights.sum())
