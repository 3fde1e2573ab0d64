"""Covariance of a least-squares estimate whose residuals are coloured: their spectrum where the regressor has its own.

With residuals e of spectral density S, channels together, and the cosine transform Ŵ of the regressor,

    Var x = B M B,    B = (Wᵀ W)⁻¹,    M = Σ_k Ŵ_kᵀ S_k Ŵ_k                                                      (1)

White noise of variance σ² gives σ² B. Residuals that oscillate count by what they have at the frequencies of the motion, so that
nothing cancels as in a sum of autocorrelations. S is the smoothed square of the residuals. Bins count by the share h of the fit
that they have, all channels together: errors of an encoder repeat with a periodic motion, and lie where its lines are. The fit has
taken from the residuals what it could, the part h_c of channel c, so that their squares are divided by the mean of 1 − h_c.

    S_cd = ⟨h ê_c ê_d⟩ / √(⟨h (1 − h_c)⟩ ⟨h (1 − h_d)⟩),    h_c = (Ŵ_k B Ŵ_kᵀ)_cc,    h = Σ_c h_c                     (2)

A mean over neighbouring bins lies far below the spectrum of slow noise at the lowest ones, where weights and offsets are. So
residuals are divided by the root of the density (5) before they are smoothed, and multiplied by it afterwards.

A variance of (1) is a sum Σ_k ê_kᵀ G_k ê_k over the bins of all channels. It has the degrees of freedom of a multiple of χ² of the
same mean and variance (Satterthwaite), each parameter its own:

    ν = (Σ tr G S)² / Σ tr (G S)²                                                                                (3)

S here is that of the residuals. It is taken for the smoothed square also where the fit has taken a part, which makes ν smaller, and
the scatter of the density that residuals are divided by is not counted, which makes it larger; only bins that the fit has emptied
count less. An offset may be such a bin, and its neighbours alone show its noise.

(1) takes errors for stationary. Those of an encoder are not: they are large where the motion turns round, and repeat with it. Where
the law of errors is known (`rounding.py`), so is their variance C in the values, and what (1) finds of it on average, C̄, is
replaced by it:

    Var x_p = max(C_p, (B M B)_pp − C̄_p + C_p)                                                                    (4)

*Density of slow noise* from a few seconds of residuals, in cosines e_k = Σ_n e(n) cos(π k (n + ½) / N), normalised: for a walk with
steps of variance q and free ends these are exactly independent for k > 0, with variances q / (2 − 2 cos(π k / N)): cosines are the
eigenvectors of second differences (Strang 1999). A Fourier series takes the difference of its ends for a jump. For stationary noise
they are independent as far as the Fourier series is. White noise with a slow part, a walk (c = 0) or noise that forgets
(first-order, corner c), has

    S(k) = s (1 + r / (k² + c²))                                                                                 (5)

with k and c in half periods per record. The level s follows from the residuals; r and c from their likelihood (Whittle), in which
a bin counts by the part 1 − h that the fit has left of it. Ten seconds cannot tell a walk from noise that forgets within seconds,
and the lowest bin, where weights and offsets are, is often taken by the fit altogether: only (5) tells its noise. So no single r
and c is chosen: all of a grid count with their probability, half of which white noise has beforehand. For each c, log S is the mean
over r: a mean of S itself would count twice how little is known of a level, since quantiles of Student's distribution, which are
used with S, allow for it (a level known with ν degrees of freedom would be ν/(ν − 2) times too large). They do not allow for the
kind of noise, so that S is the mean over white noise and all c.

References: Newey & West (1987), Econometrica 55, 703-708; Brillinger (1981), Time Series, ch. 5; MacKinnon & White (1985) for (2);
Andrews & Monahan (1992), Econometrica 60, 953-966, for whitening first; Satterthwaite (1946), Biometrics 2, 110-114, for (3);
Whittle (1953), Ark. Mat. 2, 423-434; Strang (1999), SIAM Review 41, 135-147; Harville (1977), J. Am. Stat. Assoc. 72,
320-338, for 1 − h; Hoeting et al. (1999), Statistical Science 14, 382-401, for the mean over models

Samples are taken for equally far apart, and several experiments for one that goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from biela.base.array import Array

HALF_WIDTH = 6
"""Bins to each side over which squares are smoothed, with weights that fall linearly."""
LEAST_LEFT = 1e-3
"""Smallest mean of 1 − h_c that is divided by: what a bin that the fit has emptied leaves to its neighbours."""
EMPTY = 0.1
"""1 − h_c below which a bin adds less to the degrees of freedom, in proportion."""
EVEN = 1e-3
"""Part of the largest share of the fit that every bin counts with at least where squares are smoothed."""
SEEN = 1e-6
"""Part of the largest share of the fit below which a bin says nothing."""
TINY = 1e-24
"""Least density, relative to the mean square of the residuals."""
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


def coloured_covariance(W: Array, residuals: Array, bread: Array, known: Iterable[Array] | None = None) -> tuple[Array, Array]:
    """Return Var x of (1) from W (n, channels, parameters), residuals (n, channels) and B, all of the same weights; and ν of (3).

    Parameters
    ----------
    known : errors whose law is known, one array (draws, n, channels) for each source: (4)
    """
    transform, spectrum = cosines(W), cosines(residuals)
    taken = np.einsum("kcp,pq,kcq->kc", transform, bread, transform)
    top = min(len(W), max(reach_of(own, SEEN) for own in taken.T) + HALF_WIDTH)  # what follows adds nothing to (1)
    least = max(TINY * float(np.mean(spectrum**2)), float(np.finfo(float).tiny))  # residuals may be zero
    power = np.maximum(spectrum[:top] ** 2, least)
    form = _Form(transform[:top], bread, taken[:top], noise_density(power, taken[:top]))
    seen = form.smoothed(_squares(spectrum[None, :top]))
    covariance, dof = form.covariance(seen), form.dof(seen)
    if known is None:
        return covariance, dof
    # (4), scaled so that the variances are right; what is known has no degrees of freedom to lose
    squares, own = np.zeros((top, transform.shape[1], transform.shape[1])), np.zeros(len(covariance))
    for errors in known:
        spectrum = cosines(errors.swapaxes(0, 1)).swapaxes(0, 1)
        values = np.einsum("pq,kcq,rkc->rp", form.bread, transform, spectrum, optimize=True)
        own += np.mean(values**2, axis=0)
        squares += _squares(spectrum[:, :top] - np.einsum("kcp,rp->rkc", form.W, values))
    before = np.maximum(np.diag(covariance), 1e-300)
    ratio = np.maximum(before - np.diag(form.covariance(form.smoothed(squares))) + own, own) / before
    root = np.sqrt(ratio)
    return root[:, None] * covariance * root, np.maximum(dof * ratio**2, 1.0)


def _squares(spectra: Array) -> Array:
    """Return (bins, channels, channels): mean over draws of the products of channels."""
    return np.asarray(np.einsum("rkc,rkd->kcd", spectra, spectra) / len(spectra))


class _Form:
    """(1) and (3) as a form of the squares of residuals in bins, which are whitened with their density.

    root : (bins, channels) root of the density
    share, around : (bins,) h, and its smoothed values
    shown : (bins, channels) root of what a bin adds to the degrees of freedom: one, or less if the fit has emptied it
    U : (bins, parameters, channels) B Ŵᵀ, with what turns smoothed squares into those of the noise, (2)
    """

    def __init__(self, W: Array, bread: Array, taken: Array, density: Array):
        share = taken.sum(axis=1)
        self.W, self.bread, self.root = W, bread, np.sqrt(density)
        self.share = np.maximum(share, EVEN * share.max(initial=0.0))
        self.around = _smoothed(self.share)
        kept = np.maximum(1.0 - taken, 0.0)
        left = np.maximum(_smoothed(self.share[:, None] * kept) / self.around[:, None], LEAST_LEFT)
        self.shown = np.sqrt(np.minimum(kept / EMPTY, 1.0))
        self.U = np.einsum("pq,kcq->kpc", bread, W) * (self.root / np.sqrt(left))[:, None, :]

    def smoothed(self, squares: Array) -> Array:
        """Return squares of whitened residuals, smoothed with the weights of (2)."""
        white = squares / (self.root[:, :, None] * self.root[:, None, :])
        return np.asarray(_smoothed(self.share[:, None, None] * white) / self.around[:, None, None])

    def covariance(self, seen: Array) -> Array:
        """Return (1) of smoothed squares."""
        return np.asarray(np.einsum("kpc,kcd,kqd->pq", self.U, seen, self.U, optimize=True))

    def dof(self, seen: Array) -> Array:
        """Return (3) of smoothed squares."""
        weight, around, U = self.share[:, None, None], self.around[:, None, None], self.U
        S = seen * self.shown[:, :, None] * self.shown[:, None, :]
        dof = np.empty(U.shape[1])
        for p in range(len(dof)):
            GS = weight * _smoothed(U[:, p, :, None] * U[:, p, None, :] / around) @ S
            spread = float(np.einsum("kcd,kdc->", GS, GS))
            dof[p] = float(np.einsum("kcc->", GS)) ** 2 / max(spread, 1e-300)
        return np.maximum(dof, 1.0)


def _smoothed(values: Array) -> Array:
    """Return the mean over neighbouring bins; the spectrum is even at both ends."""
    width = min(HALF_WIDTH, max((len(values) - 1) // 2, 0))
    weights = 1.0 - np.abs(np.arange(-width, width + 1)) / (width + 1)
    padded = np.concatenate([values[1 : width + 1][::-1], values, values[-width - 1 : -1][::-1]]) if width else values
    out = sum(w * padded[k : k + len(values)] for k, w in enumerate(weights))
    return np.asarray(out / weights.sum(), np.float64)


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
    """Yield (r, bins): S of (5) for s = 1, of white noise, then of each c; one after the other, since records may be long."""
    k = np.arange(bins, dtype=np.float64)
    yield np.ones((1, bins))
    for c in CORNERS:
        yield 1.0 + SLOW[:, None] / (np.maximum(k, LOWEST_BIN) ** 2 if c == 0.0 else k**2 + c**2)
