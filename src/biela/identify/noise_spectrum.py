"""Spectrum of slow noise from a few seconds of residuals: drift, coloured noise and white noise, each as likely as the data say.

Residuals are looked at in cosines, e_k = Σ_n e(n) cos(π k (n + ½) / N), normalised. For a walk that goes on where the record ends,
these are exactly independent, with variances q / (2 − 2 cos(π k / N)) (Strang 1999), while a Fourier series takes the difference of
its ends for a jump. For stationary noise they are independent as far as the Fourier series is. White noise with a slow part, a
walk (c = 0) or noise that forgets (first-order, corner c), has

    S(k) = s (1 + r / (k² + c²))                                                                                 (1)

with k and c in half periods per record. The level s follows from the residuals; r and c from their likelihood (Whittle), in which
a bin counts by the part 1 − h that the fit has left of it. Ten seconds cannot tell a walk from noise that forgets within seconds,
and the lowest bin, where weights and offsets are, is often taken by the fit altogether: only (1) tells its noise. So no single r
and c is chosen: all of a grid count with their probability, half of which white noise has beforehand. For each c, log S is the mean
over r: a mean of S itself would count twice how little is known of a level, since quantiles of Student's distribution, which are
used with S, allow for it (a level known with ν degrees of freedom would be ν/(ν − 2) times too large). They do not allow for the
kind of noise, so that S is the mean over white noise and all c.

References: Whittle (1953), Ark. Mat. 2, 423-434; Strang (1999), SIAM Review 41, 135-147; Harville (1977), J. Am. Stat. Assoc. 72,
320-338, for 1 − h; Hoeting et al. (1999), Statistical Science 14, 382-401, for the mean over models
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SLOW = 10.0 ** np.arange(-2.0, 7.1, 0.25)
"""r that are tried."""
CORNERS = (0.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""c that are tried: a corner below two periods per record looks like a walk."""
LOWEST = np.sqrt(3.0) / np.pi
"""k of the bin 0 of a walk: one that begins at zero has π²/3 times the variance of the bin 1 in its mean."""
WHITE = 0.5
"""Probability of white noise before the residuals are seen."""
BAND = 1e-3
"""Part of the largest share of the fit at the upper end of the band that shows S."""
LEAST_LEFT = 3.0
"""Bins, after the fit has taken its part, that show more than a level."""


def cosines(values: Array) -> Array:
    """Orthonormal cosine transform over the first axis."""
    from scipy.fft import dct

    return np.asarray(dct(values, axis=0, norm="ortho"), np.float64)


def reach_of(taken: Array, part: float) -> int:
    """Bins up to the last one in which the fit takes more than this part of the most that it takes."""
    above = np.flatnonzero(taken > part * taken.max(initial=0.0))
    return int(above[-1]) + 1 if above.size else len(taken)


def noise_density(power: Array, taken: Array, bands: list[int]) -> Array:
    """(bins, channels): S, from squares of residuals and h, each channel with the bins of its band."""
    shapes = _shapes(len(power))
    logs = np.log(shapes)
    prior = np.full(len(shapes), (1.0 - WHITE) / (len(shapes) - 1))
    prior[0] = WHITE
    starts = 1 + len(SLOW) * np.arange(len(CORNERS))  # white noise, then all r of each c
    density = np.empty_like(power)
    for c, band in enumerate(bands):
        left, own = np.maximum(1.0 - taken[:band, c], 0.0), power[:band, c]
        if left.sum() < LEAST_LEFT:  # the level alone
            density[:, c] = power[:, c].sum() / max(float(np.maximum(1.0 - taken[:, c], 0.0).sum()), 1.0)
            continue
        levels = (own / shapes[:, :band]).sum(axis=1) / left.sum()
        cost = left.sum() * np.log(levels) + logs[:, :band] @ left - 2.0 * np.log(prior)
        weights = np.exp(-0.5 * (cost - cost.min()))
        kinds = np.split(weights / weights.sum(), starts)
        own_logs = np.split(np.log(levels)[:, None] + logs, starts)
        parts = zip(kinds, own_logs, strict=True)
        density[:, c] = sum(w.sum() * np.exp(w @ values / max(float(w.sum()), 1e-300)) for w, values in parts)
    return density


def _shapes(bins: int) -> Array:
    """(shapes, bins): S of (1) for s = 1, white noise first."""
    k = np.arange(bins, dtype=np.float64)
    squares = np.array([np.maximum(k, LOWEST) ** 2 if c == 0.0 else k**2 + c**2 for c in CORNERS])
    slow = 1.0 + (SLOW[None, :, None] / squares[:, None, :]).reshape(-1, bins)
    return np.concatenate([np.ones((1, bins)), slow])
