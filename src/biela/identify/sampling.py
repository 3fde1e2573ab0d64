"""Equal intervals: a recorded experiment cut at its gaps, short ones filled, a trembling clock resampled.

Differences and filters need equal intervals without missing values. A gap of a few samples is interpolated; where more are missing
the experiment is cut in two. Columns that were sampled by clocks of their own, as in MDF files, are interpolated at the times
of the one that has most samples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from biela.base.errors import count
from biela.files.logs.table import DataError
from biela.identify.dataset import Dataset

LONGEST_GAP = 5
"""Missing samples in a row that are interpolated."""
SHORTEST_PART = 64
"""Samples of a part that is worth keeping."""
SATURATED, STILL = 0.01, 0.5
"""Part of the samples at the largest value from which a column is saturated, and from which it does not move."""
SLOWER = 6.0
"""Interval of a column, relative to the usual one, from which it has a clock of its own."""
EQUAL = 1e-3
"""Difference of intervals, relative to their mean, that counts as none."""


def even_parts(data: Dataset, names: Iterable[str]) -> list[Dataset]:
    """Cut an experiment into parts with equal intervals and all of the named columns."""
    data = _on_one_clock(data.only(tuple(names)))
    usual = float(np.median(np.diff(data.t)))
    there = np.all([np.isfinite(v) for v in data.columns.values()], axis=0) if data.columns else np.ones(len(data), bool)
    rows = np.flatnonzero(there)
    if rows.size < 2:
        raise DataError(f"{data.name}: {', '.join(data.columns)} do not overlap in time: nothing can be compared.")
    cuts = np.flatnonzero(np.diff(data.t[rows]) > (LONGEST_GAP + 1.5) * usual) + 1
    pieces = np.split(rows, cuts)
    kept = [piece for piece in pieces if len(piece) >= SHORTEST_PART] or [max(pieces, key=len)]
    out = []
    for k, piece in enumerate(kept):
        part = data.between(data.t[piece[0]], data.t[piece[-1]])
        name = data.name if len(kept) == 1 else f"{data.name}, part {k + 1}"
        out.append(_equal(replace(part, name=name, notes=part.notes if k == 0 else ()), usual))
    if len(pieces) > 1:
        lost = len(data) - sum(len(part) for part in out)
        note = f"cut at {count(len(pieces) - 1, 'gap')} into {count(len(out), 'part')}"
        note += f"; {count(lost, 'sample')} between or in short parts left out" if lost > 0 else ""
        out[0] = replace(out[0], notes=(*out[0].notes, note))
    return out


def _on_one_clock(data: Dataset) -> Dataset:
    """Interpolate columns with clocks of their own at the times of the one with most samples; missing in gaps of theirs."""
    from scipy.interpolate import CubicSpline

    rows = {name: np.flatnonzero(np.isfinite(v)) for name, v in data.columns.items()}
    if not rows or min(map(len, rows.values())) < 4:
        return data
    shared = np.all([np.isfinite(v) for v in data.columns.values()], axis=0)
    usual = float(np.median(np.diff(data.t)))
    intervals = {name: float(np.median(np.diff(data.t[own]))) for name, own in rows.items()}
    if max(intervals.values()) < SLOWER * usual and 2 * shared.sum() > min(map(len, rows.values())):
        return data
    lead = max(rows, key=lambda name: len(rows[name]))
    t = data.t[rows[lead]]
    columns, slow = {}, []
    for name, own in rows.items():
        at, values = data.t[own], data[name]
        if np.isin(rows[lead], own).all():
            columns[name] = values[rows[lead]]
            continue
        k = np.clip(np.searchsorted(at, t), 1, len(at) - 1)
        near = (at[0] <= t) & (t <= at[-1]) & (at[k] - at[k - 1] < (LONGEST_GAP + 1.5) * intervals[name])
        columns[name] = np.where(near, CubicSpline(at, values[own])(t), np.nan)
        slow.append(f"{name} (every {1e3 * intervals[name]:.3g} ms)")
    note = f"{', '.join(slow)}: clocks of their own, interpolated at the times of {lead} (every {1e3 * intervals[lead]:.3g} ms)"
    return replace(data, t=t, columns=columns, notes=(*data.notes, note))


def saturated(data: Dataset, names: Iterable[str]) -> Iterator[str]:
    """Name columns that stay at their largest or smallest value."""
    for name in names:
        values = data[name][np.isfinite(data[name])]
        if values.size < SHORTEST_PART or np.ptp(values) == 0.0:
            continue
        part = max(float(np.mean(values == values.max())), float(np.mean(values == values.min())))
        if SATURATED < part < STILL:
            stays = f"{name} stays at its largest or smallest value for {100 * part:.2g} % of the samples"
            why = "it seems to be saturated, and what it lacks there spoils the values"
            yield f"{stays}: {why}. Leave these parts out, or widen its range"


def _equal(part: Dataset, usual: float) -> Dataset:
    """Fill missing samples, and make intervals equal."""
    steps = np.diff(part.t)
    whole = part.filled(LONGEST_GAP + 1)
    if np.ptp(steps) <= EQUAL * steps.mean():
        return whole
    spread = float(np.std(steps[steps < 1.5 * usual])) / usual if np.any(steps < 1.5 * usual) else 0.0
    lost = int(np.sum(np.round(steps / usual) - 1))
    note = f"intervals vary by {100 * spread:.2g} % of {usual:.4g} s"
    if lost > 0:
        note = f"{count(lost, 'sample')} missing{f', {note}' if spread > EQUAL else ''}"
    step = float(part.t[-1] - part.t[0]) / max(round((part.t[-1] - part.t[0]) / usual), 1)
    return replace(whole.resampled(step), notes=(*whole.notes, f"{note}: resampled to equal ones"))
