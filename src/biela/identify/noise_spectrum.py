"""Spectrum of slow noise from a few seconds of residuals: drift, coloured noise and white noise, each as likely as the data say.

Residuals are looked at in cosines, e_k = Σ_n e(n) cos(π k (n + ½) / N), normalised. For a walk with steps of variance q and free
ends these are exactly independent for k > 0, with variances q / (2 − 2 cos(π k / N)): cosines are the eigenvectors of second
differences (Strang 1999). A Fourier series takes the difference of its ends for a jump. For stationary noise they are independent
as far as the Fourier series is. White noise with a slow part, a walk (c = 0) or noise that forgets (first-order, corner c), has

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

from collections.abc import Iterator

import numpy as np

from biela.base.array import Array

SLOW = 10.0 ** np.arange(-2.0, 7.1, 0.25)
"""r that are tried."""
CORNERS = (0.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""c that are tried: a corner below two periods per record looks like a walk."""
LOWEST_BIN = np.sqrt(3.0) / np.pi
"""k of the bin 0 of a walk: if it begins at zero, that bin has the variance q N²/3, π²/3 times that of the bin 1, q N²/π²."""
WHITE = 0.5
"""Probability of white noise before the residuals are seen."""
BAND = 1e-3
"""Part of the largest share of the fit at the upper end of the band that shows S."""
LEAST_BINS = 3.0
"""Bins, less what the fit has taken of them, that show more than a level."""


def cosines(values: Array) -> Array:
    """Apply the orthonormal cosine transform over the first axis."""
    from scipy.fft import dct

    return np.asarray(dct(values, axis=0, norm="ortho"), np.float64)


def reach_of(taken: Array, part: float) -> int:
    """Count bins up to the last one in which the fit takes more than this part of the most that it takes."""
    above = np.flatnonzero(taken > part * taken.max(initial=0.0))
    return int(above[-1]) + 1 if above.size else 0


def noise_density(power: Array, taken: Array) -> Array:
    """Return (bins, channels): S, from squares of residuals and the part h that the fit has taken of each."""
    density = np.empty_like(power)
    for c in range(power.shape[1]):
        left, band = np.maximum(1.0 - taken[:, c], 0.0), reach_of(taken[:, c], BAND)
        if left[:band].sum() < LEAST_BINS:  # the level alone
            density[:, c] = power[:, c].sum() / max(float(left.sum()), 1.0)
        else:
            density[:, c] = _mean_density(power[:band, c], left[:band], len(power))
    return density


def _mean_density(power: Array, left: Array, bins: int) -> Array:
    """Return S of one channel at more bins than those of its band: the mean over kinds of noise of the geometric mean over r."""
    each = (1.0 - WHITE) / (len(SLOW) * len(CORNERS))
    priors = [np.full(1, WHITE), *(np.full(len(SLOW), each) for _ in CORNERS)]
    costs, levels = [], []
    for shapes, prior in zip(_kinds(len(power)), priors, strict=True):
        levels.append((power / shapes).sum(axis=1) / left.sum())  # s, where the likelihood is largest
        costs.append(left.sum() * np.log(levels[-1]) + np.log(shapes) @ left - 2.0 * np.log(prior))
    least = min(float(cost.min()) for cost in costs)
    weights = [np.exp(-0.5 * (cost - least)) for cost in costs]
    total = sum(float(w.sum()) for w in weights)
    density = np.zeros(bins)
    for shapes, w, s in zip(_kinds(bins), weights, levels, strict=True):
        probability = float(w.sum())
        if probability > 0.0:
            density += probability / total * np.exp(w @ (np.log(s)[:, None] + np.log(shapes)) / probability)
    return density


def _kinds(bins: int) -> Iterator[Array]:
    """Yield (r, bins): S of (1) for s = 1, of white noise, then of each c; one after the other, since records may be long."""
    k = np.arange(bins, dtype=np.float64)
    yield np.ones((1, bins))
    for c in CORNERS:
        yield 1.0 + SLOW[:, None] / (np.maximum(k, LOWEST_BIN) ** 2 if c == 0.0 else k**2 + c**2)
