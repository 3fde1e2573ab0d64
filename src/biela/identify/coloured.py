"""Covariance of a least-squares estimate whose residuals are coloured: their spectrum where the regressor has its own.

With residuals e of spectral density S(f), channels together, and the Fourier transform Ŵ(f) of the regressor,

    Var x = B M B,    B = (Wᵀ W)⁻¹,    M = 1/n Σ_f Ŵ(f)ᴴ S(f) Ŵ(f)                                              (1)

which is exact for stationary noise; white noise of variance σ² gives σ² B. Residuals that oscillate count by what they have at the
frequencies of the motion, so that nothing cancels as in a sum of autocorrelations. S is the smoothed periodogram of the residuals.
The fit has taken from them what it could, at each frequency the part h(f), so that it is divided by the mean of 1 − h:

    S(f) = ⟨ê êᴴ⟩ / ⟨1 − h⟩,    h(f) = 1/n Ŵ(f)ᴴ B Ŵ(f)                                                         (2)

References: Newey & West (1987), Econometrica 55, 703-708; Brillinger (1981), Time Series, ch. 5; MacKinnon & White (1985) for (2)
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


def coloured_covariance(W: Array, residuals: Array, bread: Array) -> tuple[Array, float]:
    """Var x of (1) from W (n, channels, parameters), residuals (n, channels) and B, all of the same weights.

    Also the degrees of freedom with which it is known: those of one smoothed bin for every width of the band of the motion.
    """
    n = len(W)
    transform, spectrum = np.fft.rfft(W, axis=0), np.fft.rfft(residuals, axis=0)
    taken = np.einsum("fcp,pq,fcq->fc", transform.conj(), bread, transform).real / n
    left = np.sqrt(np.maximum(_smoothed(1.0 - taken), LEAST_LEFT))
    density = _smoothed(spectrum[:, :, None] * spectrum[:, None, :].conj() / n) / (left[:, :, None] * left[:, None, :])
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
