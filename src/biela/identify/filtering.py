"""Filters: the frequency that a measured motion reaches, its noise, and the cut-off that follows.

A coordinate is differentiated twice, which multiplies its noise at the frequency f by (2πf)²: without a filter the accelerations
are noise. The spectrum of each column tells motion from noise:

- *noise*: white noise is the level of the upper half of the spectrum (its median, which single lines do not move). Readings that
  are multiples of a quantum Δ have the error of rounding besides, of variance Δ²/12. It is a sawtooth that repeats with every step
  of the reading, so it fills the spectrum up to about the rate of these steps, not up to half the sampling rate: its level is

      N = w + Δ²/12 · max(1, f_s / 2r)        r: steps per second, f_s: sampling rate                       (1)

- *motion*: bins of 30 N or more. It reaches to the frequency below which lie 99.9 % of the energy of its velocity, so that a single
  line far away (mains hum, a resonance) does not count.
- *cut-off* of efforts and regressor: four times the reach of the fastest coordinate, since efforts are quadratic in rates.
- *cut-off of the coordinates*: what of a coordinate lies above its motion is noise alone, and draws the parameters towards zero.
  So they are filtered at 1.6 times the highest frequency at which one of them rises above its noise, up to the cut-off. The filter
  takes 5e-4 there.

Nothing is filtered only where the noise of the differences is below a thousandth of the acceleration.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.surface import setting
from biela.identify.dataset import Dataset

REACH = 4.0
"""Cut-off over the highest frequency of the motion."""
ABOVE = 30.0
"""A bin of the spectrum this many times above the noise is motion: noise alone exceeds that once in 1e13 bins."""
ENERGY = 0.999
"""Part of the energy of the velocity that lies below the reach."""
BEYOND = 1.6
"""Cut-off of the coordinates over the highest frequency at which they rise above their noise."""
HIGHEST_CUTOFF = 0.3
"""Largest cut-off times sampling interval: differences of fourth order are good to 5 % there."""
NEGLIGIBLE = 1e-3
"""Noise of an acceleration, relative to it, that needs no filter."""
MAX_ACCELERATION_NOISE = 0.3
"""Noise of a filtered acceleration, relative to it, beyond which it is not worth the name."""
REPEATED = 20
"""Readings per different one from which these are the levels of an encoder, however few they are."""
LEAST_SAMPLES = 64
"""Samples that make a spectrum."""


@dataclass(frozen=True)
class Spectrum:
    """Spectrum of a measured coordinate.

    Attributes
    ----------
    frequency, power : [Hz] and [unit²]: white noise of variance σ² has the mean power σ²
    noise : N of (1) [unit²]
    quantum : Δ, of which all readings are multiples; 0 where there is none
    reach : highest frequency of the motion [Hz]
    top : highest frequency, up to the cut-off that follows, at which the motion rises above the noise [Hz]
    """

    column: str
    frequency: Array
    power: Array
    noise: float
    quantum: float
    reach: float
    top: float

    def acceleration_noise(self, cutoff: float | None = None, order: int = 2) -> float:
        """Return noise of the second derivative, or of that of another order, up to a cut-off, relative to that of the motion."""
        f, factor = self.frequency, (2 * np.pi * self.frequency) ** (2 * order)
        passed = f <= (f[-1] if cutoff is None else cutoff)
        motion = float(np.sum(factor * np.where((f <= self.reach) & passed, np.maximum(self.power - self.noise, 0.0), 0.0)))
        return float(np.sqrt(self.noise * np.sum(factor[passed]) / max(motion, 1e-300)))


@dataclass(frozen=True)
class Filtering:
    """The cut-off of an experiment [Hz], None for no filter, and why; `motion` is that of its coordinates."""

    cutoff: float | None
    reason: str
    spectra: tuple[Spectrum, ...] = ()
    motion: float | None = None

    @property
    def coordinates(self) -> float | None:
        """Cut-off of the coordinates [Hz]."""
        return self.cutoff if self.motion is None else self.motion


def spectrum_of(data: Dataset, name: str) -> Spectrum:
    """Return the spectrum of a column, its noise and how far its motion reaches."""
    values, n = data[name], len(data)
    window = np.hanning(n)
    level = values - np.linspace(values[0], values[-1], n)
    power = np.abs(np.fft.rfft((level - np.average(level, weights=window)) * window)) ** 2 / np.sum(window**2)
    frequency = np.asarray(np.fft.rfftfreq(n, data.step), np.float64)
    quantum = quantum_of(values)
    noise = float(np.median(power[len(power) // 2 :])) / np.log(2.0)  # the median of squares of a normal pair is ln 2 of their mean
    noise = max(noise + rounding_noise(values, quantum), 1e-30 * float(power.max(initial=0.0)))
    energy = np.cumsum(frequency**2 * np.where(power > ABOVE * noise, power, 0.0))
    reach = float(frequency[np.searchsorted(energy, ENERGY * energy[-1])]) if energy[-1] > 0 else 0.0
    above = frequency[(power > ABOVE * noise) & (frequency <= REACH * reach)]
    return Spectrum(name, frequency, power, noise, quantum, reach, float(above.max(initial=reach)))


def rounding_noise(values: Array, quantum: float) -> float:
    """Return the level of the error of rounding in the spectrum, the second term of (1), as the variance of white noise."""
    if quantum == 0.0:
        return 0.0
    steps = max(float(np.abs(np.diff(values)).sum()) / quantum, 1.0)
    return quantum**2 / 12 * max(1.0, len(values) / (2 * steps))


def quantum_of(values: Array) -> float:
    """Return the step of which all readings are multiples, to a tenth of it (they may be printed with few digits); 0: none."""
    gaps = np.diff(np.unique(values))
    gaps = gaps[gaps > 1e-12 * max(float(np.abs(values).max(initial=0.0)), 1e-300)]
    if not gaps.size:
        return 0.0
    step = float(np.median(gaps[gaps < 1.5 * gaps.min()]))
    near = gaps[gaps < 3.5 * step] / step
    if near.size < 8 and values.size > REPEATED * (gaps.size + 1):  # few levels, read again and again: all of them count
        near = gaps / step
    elif near.size < 8:
        return 0.0
    return step if float(np.mean(np.abs(near - np.round(near)) < 0.1)) > 0.98 else 0.0


def automatic_filter(data: Dataset, names: Sequence[str]) -> Filtering:
    """Choose the cut-off for coordinates that are to be differentiated, from their noise."""
    if len(data) < LEAST_SAMPLES:
        return Filtering(None, f"no filter: {len(data)} samples show no spectrum")
    spectra = tuple(spectrum_of(data, name) for name in names)
    moving = [s for s in spectra if s.reach > 0.0]
    lowest = 10.0 / (data.step * len(data))
    if not moving:
        return Filtering(lowest, f"low-pass at {lowest:.3g} Hz: no motion rises above the noise", spectra)
    if all(s.acceleration_noise() < NEGLIGIBLE for s in moving):
        return Filtering(None, f"no filter: the noise is below {100 * NEGLIGIBLE:g} % of the accelerations", spectra)
    reach, rounded = max(s.reach for s in moving), max(s.quantum for s in spectra)
    wanted = max(REACH * reach, lowest)
    cutoff = min(wanted, HIGHEST_CUTOFF / data.step)
    reason = f"low-pass at {cutoff:.3g} Hz: the motion reaches to {reach:.3g} Hz"
    if rounded > 0.0:
        reason += f", readings are multiples of {rounded:.3g}"
    if wanted > cutoff:
        reason += f". Sampled at {1 / data.step:.3g} Hz, that is too fast to be differentiated well: sample faster"
    motion = min(max(BEYOND * max(s.top for s in moving), lowest), cutoff)
    reason += f" (coordinates at {motion:.3g} Hz)" if motion < cutoff else ""
    return Filtering(cutoff, reason, spectra, motion)


def lost_accelerations(filtering: Filtering, order: int = 2) -> list[str]:
    """Name coordinates whose acceleration is noise even after the filter; order 1: whose rate is, in the integral form."""
    out, what, remedy = [], "rate", "Measure it"
    if order == 2:
        forms = " or ".join(setting("form", form) for form in ("integral", "output-error"))
        what, remedy = "acceleration", f"Identify without it ({forms}), measure it"
    remedy += f", move faster, or repeat a periodic motion and give {setting('period')}"
    for s in filtering.spectra:
        share = s.acceleration_noise(filtering.coordinates, order)
        if s.reach == 0.0 or share > MAX_ACCELERATION_NOISE:
            size = "its motion does not rise above its noise" if s.reach == 0.0 else f"noise is {100 * share:.0f} % of it"
            out.append(f"the {what} of {s.column!r} cannot be recovered from its readings: {size}. {remedy}")
    return out


guard(__name__)
