"""Outliers: single spikes in the columns, and estimation that bounds the influence of samples that do not fit.

*Spikes* are found before anything is filtered: samples far from the median of their neighbours, by many times what is usual and by
a good part of the column's own movement. They are interpolated, and listed with their time.

*Reweighting*. Residuals u, in units of the robust deviation 1.4826 · median |u| of their channel, get weights, and least squares is
repeated until the weights rest:

| loss | weight | |
|---|---|---|
| `huber` | min(1, k/|u|), k = 1.345 | 95 % as good as least squares for normal noise |
| `student` | (ν + 1)/(ν + u²), ν = 4 | noise with heavy tails; far outliers count for nothing |

References: Huber (1981), Robust Statistics, ch. 7; Lange, Little & Taylor (1989), J. Am. Stat. Assoc. 84, 881-896; Davies & Gather
(1993), J. Am. Stat. Assoc. 88, 782-792 (median of neighbours)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from biela.base.array import Array, Flags
from biela.base.errors import count
from biela.base.surface import setting
from biela.identify.dataset import Dataset
from biela.identify.observation import Observation

Loss = Literal["huber", "student"]
NORMAL = 1.4826
"""Standard deviation over median absolute deviation of normal noise."""
HUBER, STUDENT = 1.345, 4.0
"""k and ν."""
NEIGHBOURS = 7
"""Samples whose median a spike is compared with; up to three in a row are found."""
SPIKE, PART = 12.0, 0.2
"""A spike differs by this many usual deviations, and by this fraction of the range of the column."""
OUTLYING = 6.0
"""Robust deviations from which a residual is an outlier: normal noise reaches that once in 5e8 samples."""
MATTERS = 0.05
"""An outlier is at least this part of the channel's effort, in the mean square: ends of filters are not."""
SHOWN = 5
"""Times that a list of outliers names."""


def without_spikes(data: Dataset) -> Dataset:
    """Interpolate single spikes, and note their times."""
    columns, notes = dict(data.columns), list(data.notes)
    for name, values in data.columns.items():
        spikes = spikes_of(values)
        if spikes.any():
            columns[name] = np.where(spikes, np.interp(data.t, data.t[~spikes], values[~spikes]), values)
            notes.append(f"{name}: {count(int(spikes.sum()), 'outlier')} at {times(data.t[spikes])} left out")
    return replace(data, columns=columns, notes=tuple(notes))


def spikes_of(values: Array) -> Flags:
    """Mark samples that are spikes."""
    from scipy.ndimage import median_filter

    if len(values) < 3 * NEIGHBOURS:
        return np.zeros(len(values), bool)
    away = np.abs(values - median_filter(values, NEIGHBOURS, mode="nearest"))
    low, high = np.percentile(values, [2.0, 98.0])
    usual = max(NORMAL * float(np.median(away)), float(np.percentile(away, 90.0)))
    spikes = (away > SPIKE * usual) & (away > PART * (high - low)) & (away > 0.0)
    return spikes if spikes.mean() < 0.02 else np.zeros(len(values), bool)


def times(t: Array) -> str:
    """Return times in words, the first few of many."""
    shown = ", ".join(f"{x:.6g}" for x in t[:SHOWN])
    return f"t = {shown} s" + (f" and {len(t) - SHOWN} more" if len(t) > SHOWN else "")


def robust_scale(residuals: Array) -> Array:
    """Return the deviation of each channel that outliers do not move."""
    return NORMAL * np.median(np.abs(residuals - np.median(residuals, axis=0)), axis=0)


def outlying(observation: Observation, residuals: Array) -> Flags:
    """Return (N, F): residuals that normal noise does not explain, and that matter relative to the efforts."""
    size = np.sqrt(np.mean(observation.reference**2, axis=0))
    far = np.maximum(OUTLYING * robust_scale(residuals), MATTERS * size)
    return np.asarray(np.abs(residuals) > np.where(far > 0, far, np.inf))


def sample_weights(residuals: Array, loss: Loss) -> Array:
    """Return (N, F): weights of the squares."""
    scale = robust_scale(residuals)
    u = np.abs(residuals) / np.where(scale > 0, scale, 1.0)
    if loss == "huber":
        return np.minimum(1.0, HUBER / np.maximum(u, 1e-300))
    return np.asarray((STUDENT + 1.0) / (STUDENT + u**2))


def outlier_findings(observation: Observation, residuals: Array, channels: Sequence[str]) -> Iterator[str]:
    """Name outliers of each channel, with their times."""
    otherwise = f"unless you give {setting('estimator', 'weighted')}"
    for channel, far in zip(channels, outlying(observation, residuals).T, strict=True):
        if far.any():
            where = times(observation.t[far]) if observation.t is not None else f"{int(far.sum())} samples"
            yield f"residuals of {channel!r} are far from all others at {where}: they count less ({otherwise})"
