"""Measurements: named columns over time, in SI units, of one experiment.

    data = read_data("run_1.csv", units={"left_shoulder": "deg"})
    data = data.filled().lowpass(8.0).decimated(5)

Columns are called like the machine's objects: `A` or `A.angle` (a coordinate), `A.rate`, `A.acceleration`, `motor` or
`motor.effort` (an actuator, or the effort on a coordinate: `A.effort`). `biela.files.logs.record` says how files are read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, count, nearest
from biela.base.surface import setting
from biela.files.logs.record import read_record
from biela.files.logs.table import DataError
from biela.identify.trajectory import Fourier

MODES_LAST = 12.0
"""Periods of a cut-off after which its slowest mode has died away (4e-7 of it is left for filters of order 8)."""
NEARLY = 0.01
"""Part of the largest singular value below which modes are nearly combinations of others."""
NOT_PERIODIC = 0.1
"""Part of a column's movement that a Fourier series may leave out before its period counts as wrong."""


@checked
@dataclass(frozen=True)
class Dataset:
    """One experiment: time [s] and columns in SI units.

    Attributes
    ----------
    t : (N,) increasing
    columns : name → (N,); missing values are NaN
    name : of the experiment
    units : SI unit of each column, where it is known
    unusable : columns that cannot be used, and why
    """

    t: Array
    columns: Mapping[str, Array]
    name: str = "data"
    notes: tuple[str, ...] = field(default=())
    units: Mapping[str, str] = field(default_factory=dict)
    unusable: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        t = np.asarray(self.t, float)
        if t.ndim != 1 or len(t) < 2:
            raise DataError(f"{self.name}: {count(t.size, 'sample')}: at least two are needed.")
        if not np.all(np.isfinite(t)):
            raise DataError(f"{self.name}: the time of sample {int(np.argmax(~np.isfinite(t)))} is missing.")
        steps = np.diff(t)
        if np.any(steps <= 0):
            k = int(np.argmax(steps <= 0))
            raise DataError(f"{self.name}: time does not increase from sample {k} ({t[k]:g} s) to {k + 1} ({t[k + 1]:g} s).")
        for label, values in self.columns.items():
            if np.ndim(values) != 1 or len(values) != len(t):
                raise DataError(f"{self.name}: column {label!r} has {np.size(values)} samples, time has {len(t)}.")
        object.__setattr__(self, "t", t)
        columns = {k: np.asarray(v, float) for k, v in self.columns.items()}
        if columns and all(np.isnan(values).all() for values in columns.values()):
            raise DataError(f"{self.name}: no column holds a number: {', '.join(columns)}.")
        object.__setattr__(self, "columns", columns)

    def __len__(self) -> int:
        return len(self.t)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.columns

    def __getitem__(self, name: str) -> Array:
        if isinstance(name, str):
            self.refuse_unusable(name)
        if not isinstance(name, str) or name not in self.columns:
            raise UnknownName(f"{self.name} has no column {name!r}.{nearest(name, list(self.columns))}")
        return self.columns[name]

    @property
    def step(self) -> float:
        """Sampling interval; refused where it varies."""
        steps = np.diff(self.t)
        if np.ptp(steps) > 1e-3 * steps.mean():
            span = f"{steps.min():.3g} and {steps.max():.3g} s"
            raise DataError(f"{self.name}: the sampling interval varies between {span}: resample first (resampled(step)).")
        return float(steps.mean())

    @checked
    def refuse_unusable(self, name: str) -> None:
        """Raise why a column cannot be used, if it cannot."""
        if name in self.unusable:
            raise DataError(f"{self.name}: column {name!r} {self.unusable[name]}.")

    @checked
    def only(self, names: Collection[str]) -> Dataset:
        """Return some of the columns."""
        return replace(self, columns={name: self[name] for name in names}, unusable={})

    @checked
    def require_unit(self, name: str, unit: str) -> None:
        """Refuse a column that was read in a unit of another kind; one without a unit is taken as SI."""
        own = self.units.get(name, "")
        if own and unit and own != unit:
            remedy = f"correct its unit, in the file's head or with {setting('units')}"
            if own == "A":
                example = setting("units", {name: f"12.5 {unit}"})
                remedy = f"give what one ampere exerts, torque constant times gear ratio: {example} (negative if reversed)"
            raise DataError(f"{self.name}: column {name!r} was read in a unit of {own}, but it is measured in {unit}: {remedy}.")

    @checked(positive=("longest",))
    def filled(self, longest: int = 5) -> Dataset:
        """Interpolate missing samples by cubic splines, where at most `longest` follow each other."""
        from scipy.interpolate import CubicSpline

        out, notes = {}, list(self.notes)
        for name, values in self.columns.items():
            missing = ~np.isfinite(values)
            if not missing.any():
                out[name] = values
                continue
            if missing.all():
                raise DataError(f"{self.name}: column {name!r} is empty.")
            edges = np.flatnonzero(np.diff(np.concatenate([[0], missing.view(np.int8), [0]])))
            run = int(np.diff(edges)[::2].max())
            if run > longest or missing[0] or missing[-1]:
                lacks = f"column {name!r} lacks {run} samples in a row, first at t = {self.t[missing][0]:g} s"
                remedy = "Cut the data there (between(t0, t1)), or raise the limit"
                raise DataError(f"{self.name}: {lacks}: too many to interpolate (limit {longest}). {remedy}.")
            out[name] = np.where(missing, CubicSpline(self.t[~missing], values[~missing])(self.t), values)
            notes.append(f"{name}: {count(int(missing.sum()), 'missing sample')} interpolated")
        return replace(self, columns=out, notes=tuple(notes))

    @checked
    def between(self, start: float, end: float) -> Dataset:
        """Return a part of the experiment."""
        inside = (self.t >= start) & (self.t <= end)
        if inside.sum() < 2:
            lasts = f"it lasts from {self.t[0]:g} to {self.t[-1]:g} s"
            raise DataError(f"{self.name}: no samples between {start:g} and {end:g} s ({lasts}).")
        return replace(self, t=self.t[inside], columns={k: v[inside] for k, v in self.columns.items()})

    @checked(positive=("step",))
    def resampled(self, step: float) -> Dataset:
        """Resample at equal intervals, by cubic splines through the samples."""
        from scipy.interpolate import CubicSpline

        self._refuse_missing()
        if (self.t[-1] - self.t[0]) / step > 1e8:
            raise DataError(f"sampling interval {step:g} s: that would be more than 1e8 samples. Give a longer one.")
        t = np.arange(self.t[0], self.t[-1] + 1e-9 * step, step)
        return replace(self, t=t, columns={k: CubicSpline(self.t, v)(t) for k, v in self.columns.items()})

    @checked(positive=("frequency", "order"), most={"order": 50})
    def lowpass(self, frequency: float, names: Sequence[str] | None = None, order: int = 4) -> Dataset:
        """Apply a zero-phase Butterworth filter, forwards and backwards, so that nothing is delayed."""
        self._refuse_missing()
        nyquist = 0.5 / self.step
        if not 0 < frequency < nyquist:
            raise DataError(f"cut-off {frequency:g} Hz: give one between 0 and half the sampling rate, {nyquist:g} Hz.")
        chosen = {k: v for k, v in self.columns.items() if names is None or k in names}
        return replace(self, columns={**self.columns, **{k: zero_phase(v, frequency, self.step, order) for k, v in chosen.items()}})

    @checked(positive=("frequency", "order"), most={"order": 50})
    def smoothed(self, frequency: float, names: Sequence[str], order: int = 4) -> Dataset:
        """Low-pass some columns as motions, up to their ends (`without_ringing`)."""
        smooth = self.lowpass(frequency, names, order)
        ends = {name: without_ringing(self[name], smooth[name], frequency, self.step, order) for name in names}
        return replace(smooth, columns={**smooth.columns, **ends})

    @checked(positive=("factor",))
    def decimated(self, factor: int) -> Dataset:
        """Keep every `factor`-th sample, after a zero-phase low-pass at 0.8 of the new Nyquist frequency."""
        if factor == 1:
            return self
        smooth = self.lowpass(0.8 * 0.5 / (self.step * factor))
        return replace(smooth, t=self.t[::factor], columns={k: v[::factor] for k, v in smooth.columns.items()})

    @checked(positive=("period",))
    def averaged(self, period: float) -> Dataset:
        """Average all whole periods of a periodic experiment; noise falls with the root of their number."""
        self._refuse_missing()
        cut = self._periods(period)
        whole, per = next(iter(cut.values())).shape
        columns = {name: values.mean(axis=0) for name, values in cut.items()}
        return replace(self, t=self.t[:per], columns=columns, notes=(*self.notes, f"mean of {count(whole, 'period')}"))

    @checked(positive=("period",))
    def scatter(self, period: float) -> dict[str, float]:
        """Return the standard deviation between periods, column by column: the noise of the measurement itself."""
        cut = self._periods(period)
        if any(len(values) < 2 for values in cut.values()):
            raise DataError(f"{self.name}: two periods at least are needed to see their scatter.")
        return {name: float(np.sqrt(values.var(axis=0, ddof=1).mean())) for name, values in cut.items()}

    def _periods(self, period: float) -> dict[str, Array]:
        """Return columns cut into whole periods, one row each."""
        per = round(period / self.step)
        whole = len(self) // per if per else 0
        if abs(per * self.step - period) > 1e-3 * self.step * max(per, 1):
            unlike = f"not a whole number of sampling intervals of {self.step:g} s"
            raise DataError(f"a period of {period:g} s is {unlike}: resample first.")
        if whole < 1:
            raise DataError(f"{self.name} lasts {self.t[-1] - self.t[0] + self.step:g} s: less than a period of {period:g} s.")
        return {name: values[: whole * per].reshape(whole, per) for name, values in self.columns.items()}

    @checked(positive=("harmonics",))
    def differentiated(self, name: str, period: float | None = None, harmonics: int = 20) -> tuple[Array, Array, Array]:
        """Return the value and the first and second derivative of a column.

        With a period: a Fourier series of the given number of harmonics is fitted, its derivatives are exact; refused where the
        column does not repeat with the period. Without: central differences of fourth order, without phase; filter first.
        """
        self._refuse_missing()
        values = self[name]
        if period is None:
            return values, central(values, self.step), central(central(values, self.step), self.step)
        interval = (self.t[-1] - self.t[0]) / (len(self) - 1)
        lasts = len(self) * interval
        if not 2.0 * interval < period < lasts * (1 + 1e-6):
            unfit = f"a period of {period:g} s does not fit data of {lasts:g} s with a sample every {interval:g} s"
            raise DataError(f"{self.name}: {unfit}: give the period of the motion, or none.")
        most = min(max(1, int(0.5 * period / interval - 1e-9)), (len(self) - 1) // 2)
        Q, V, A = Fourier(max(1, min(harmonics, most)), 1.0 / period).basis(self.t)
        c = np.linalg.lstsq(Q, values, rcond=None)[0]
        moves, left = float(np.std(values)), float(np.std(values - Q @ c))
        if left > NOT_PERIODIC * moves:
            leaves = f"a Fourier series of that period leaves {100 * left / moves:.0f} % of its movement"
            remedy = f"Give the true {setting('period')}, or none and filter ({setting('cutoff')})"
            raise DataError(f"{self.name}: {name!r} does not repeat every {period:g} s: {leaves}. {remedy}.")
        return Q @ c, V @ c, A @ c

    def _refuse_missing(self) -> None:
        for name, values in self.columns.items():
            bad = ~np.isfinite(values)
            if bad.any():
                at = f"sample {np.argmax(bad)} (t = {self.t[np.argmax(bad)]:g} s)"
                raise DataError(f"{self.name}: column {name!r} is missing at {at}: fill it first (filled()).")


def zero_phase(values: Array, frequency: float, step: float, order: int) -> Array:
    """Apply a Butterworth low-pass over the first axis, forwards and backwards."""
    from scipy.signal import butter, sosfiltfilt

    if frequency * step < 1e-9:
        raise DataError(f"the cut-off {frequency:g} Hz is too low for samples every {step:g} s: nothing would be left.")
    sos = butter(order, frequency / (0.5 / step), output="sos")
    return np.asarray(sosfiltfilt(sos, values, axis=0, padlen=min(len(values) - 1, int(3 / frequency / step))))


def without_ringing(values: Array, smooth: Array, frequency: float, step: float, order: int) -> Array:
    """Return a motion low-passed with `zero_phase`, without what the filter makes of the ends of the record.

    A filter needs values beyond an end, and continues a record with its mirror image, whose acceleration has the other sign.
    What wrong values there add inside the record is exactly a sum of the modes zⁿ of the filter, z its poles, that die away
    from the end. The record less the filtered one is such a sum and the noise that was filtered out, so the modes follow from
    it by least squares. What is nearly a combination of other modes is left out: it would add noise.
    """
    from scipy.signal import butter

    n = len(values)
    reach = min(n, int(MODES_LAST / frequency / step))
    _, poles, _ = butter(order, frequency / (0.5 / step), output="zpk")
    waves = poles[poles.imag >= 0.0][None, :] ** np.arange(reach)[:, None]
    modes = np.column_stack([waves.real, waves.imag])
    if 2 * reach > n:  # both ends reach the middle
        both = np.zeros((n, 2 * modes.shape[1]))
        both[:reach, : modes.shape[1]], both[n - reach :, modes.shape[1] :] = modes, modes[::-1]
        return smooth + _explained(both, values - smooth)
    out = smooth.copy()
    for ends in (slice(None), slice(None, None, -1)):
        out[ends][:reach] += _explained(modes, (values - smooth)[ends][:reach])
    return out


def _explained(modes: Array, values: Array) -> Array:
    """Return the part of values that modes explain."""
    U, s, _ = np.linalg.svd(modes, full_matrices=False)
    U = U[:, s > NEARLY * s[0]]
    return np.asarray(U @ (U.T @ values))


def central(values: Array, step: float) -> Array:
    """Return the first derivative over the first axis by central differences of fourth order; of second order at the ends."""
    out = np.gradient(values, step, axis=0, edge_order=2)
    if len(values) >= 5:
        out[2:-2] = (values[:-4] - 8 * values[1:-3] + 8 * values[3:-1] - values[4:]) / (12 * step)
    return np.asarray(out)


@checked
def read_data(path: str | Path, units: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None) -> Dataset:
    """Read measurements from a file; see `biela.files.logs.record` for kinds of files, units and names."""
    record = read_record(path, units, names)
    return Dataset(record.t, record.columns, record.name, record.notes, record.units, record.unusable)


guard(__name__)
