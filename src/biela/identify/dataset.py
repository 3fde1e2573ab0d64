"""Measurements: named columns over time, in SI units, of one experiment.

    data = read_data("run_1.csv", units={"left_shoulder": "deg"})
    data = data.filled().lowpass(8.0).decimated(5)

Columns are called like the machine's objects: `A` or `A.angle` (a coordinate), `A.rate`, `A.acceleration`, `motor` or
`motor.effort` (an actuator, or the effort on a coordinate: `A.effort`). A unit may
stand in brackets after a column's name, `A [deg]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.dataclass import dataclass
from biela.errors import BielaError, UnknownName, count, nearest
from biela.intake import MEGABYTE, MISSING, Unreadable, regular

Array = NDArray[np.float64]

DEGREE = np.pi / 180
UNITS = {
    "": ("", 1.0), "1": ("", 1.0), "s": ("s", 1.0), "ms": ("s", 1e-3), "rad": ("rad", 1.0), "deg": ("rad", DEGREE),
    "°": ("rad", DEGREE), "rev": ("rad", 2 * np.pi), "m": ("m", 1.0), "mm": ("m", 1e-3), "cm": ("m", 1e-2),
    "rad/s": ("rad/s", 1.0), "deg/s": ("rad/s", DEGREE), "rpm": ("rad/s", np.pi / 30), "m/s": ("m/s", 1.0), "mm/s": ("m/s", 1e-3),
    "rad/s²": ("rad/s²", 1.0), "rad/s^2": ("rad/s²", 1.0), "deg/s²": ("rad/s²", DEGREE), "deg/s^2": ("rad/s²", DEGREE),
    "m/s²": ("m/s²", 1.0), "m/s^2": ("m/s²", 1.0), "N": ("N", 1.0), "kN": ("N", 1e3), "N·m": ("N·m", 1.0), "N*m": ("N·m", 1.0),
    "Nm": ("N·m", 1.0), "kN·m": ("N·m", 1e3), "kNm": ("N·m", 1e3), "mN·m": ("N·m", 1e-3),
}  # fmt: skip
"""Units of columns: the SI unit that each becomes, and the factor."""


LARGEST = 500 * MEGABYTE
"""Bytes of a data file."""
NOT_PERIODIC = 0.1
"""Part of a column's movement that a Fourier series may leave out before its period counts as wrong."""


class DataError(BielaError, ValueError):
    """Measured data that cannot be used as they are."""


@dataclass(frozen=True)
class Dataset:
    """One experiment: time [s] and columns in SI units.

    Attributes
    ----------
    t : (N,) increasing
    columns : name → (N,); missing values are NaN
    name : of the experiment
    units : SI unit of each column, where it is known
    """

    t: Array
    columns: Mapping[str, Array]
    name: str = "data"
    notes: tuple[str, ...] = field(default=())
    units: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        t = np.asarray(self.t, float)
        if t.ndim != 1 or len(t) < 2:
            raise DataError(f"{self.name}: {count(t.size, 'sample')}: at least two are needed.")
        if not np.all(np.isfinite(t)):
            raise DataError(f"{self.name}: the time of sample {int(np.argmax(~np.isfinite(t)))} is missing.")
        steps = np.diff(t)
        if np.any(steps <= 0):
            k = int(np.argmax(steps <= 0))
            raise DataError(
                f"{self.name}: time does not increase from sample {k} ({t[k]:g} s) to {k + 1} ({t[k + 1]:g} s)."
            )
        for label, values in self.columns.items():
            if len(values) != len(t):
                raise DataError(f"{self.name}: column {label!r} has {len(values)} samples, time has {len(t)}.")
        object.__setattr__(self, "t", t)
        object.__setattr__(self, "columns", {k: np.asarray(v, float) for k, v in self.columns.items()})

    def __len__(self) -> int:
        return len(self.t)

    def __contains__(self, name: str) -> bool:
        return name in self.columns

    def __getitem__(self, name: str) -> Array:
        if name not in self.columns:
            raise UnknownName(f"{self.name} has no column {name!r}.{nearest(name, list(self.columns))}")
        return self.columns[name]

    @property
    def step(self) -> float:
        """Sampling interval; refused where it varies."""
        steps = np.diff(self.t)
        if np.ptp(steps) > 1e-3 * steps.mean():
            raise DataError(
                f"{self.name}: the sampling interval varies between {steps.min():.3g} and {steps.max():.3g} s: "
                f"resample first (resampled(step))."
            )
        return float(steps.mean())

    def require_unit(self, name: str, unit: str) -> None:
        """Refuse a column that was read in a unit of another kind; one without a unit is taken as SI."""
        own = self.units.get(name, "")
        if own and own != unit:
            raise DataError(
                f"{self.name}: column {name!r} was read in a unit of {own}, but it is measured in {unit}: correct its unit, in the "
                "file's head or with --unit."
            )

    # ------------------------------------------------------------------------------------------------- preparation

    def filled(self, longest: int = 5) -> Dataset:
        """Missing samples interpolated by cubic splines, where at most `longest` follow each other."""
        from scipy.interpolate import CubicSpline

        out, notes = {}, list(self.notes)
        for name, values in self.columns.items():
            missing = ~np.isfinite(values)
            if not missing.any():
                out[name] = values
                continue
            if missing.all():
                raise DataError(f"{self.name}: column {name!r} is empty.")
            run = _longest_run(missing)
            if run > longest or missing[0] or missing[-1]:
                where = int(np.argmax(missing))
                raise DataError(
                    f"{self.name}: column {name!r} lacks {run} samples in a row, first at t = {self.t[where]:g} s: too many to "
                    f"interpolate (limit {longest}). Cut the data there (between(t0, t1)), or raise the limit."
                )
            good = ~missing
            out[name] = np.where(missing, CubicSpline(self.t[good], values[good])(self.t), values)
            notes.append(f"{name}: {count(int(missing.sum()), 'missing sample')} interpolated")
        return replace(self, columns=out, notes=tuple(notes))

    def between(self, start: float, end: float) -> Dataset:
        """A part of the experiment."""
        inside = (self.t >= start) & (self.t <= end)
        if inside.sum() < 2:
            raise DataError(
                f"{self.name}: no samples between {start:g} and {end:g} s (it lasts from {self.t[0]:g} to {self.t[-1]:g} s)."
            )
        return replace(self, t=self.t[inside], columns={k: v[inside] for k, v in self.columns.items()})

    def resampled(self, step: float) -> Dataset:
        """Equal intervals, by cubic splines through the samples."""
        from scipy.interpolate import CubicSpline

        self._refuse_missing()
        if not step > 0:
            raise DataError(f"sampling interval {step!r}: give a number above zero.")
        t = np.arange(self.t[0], self.t[-1] + 1e-9 * step, step)
        return replace(self, t=t, columns={k: CubicSpline(self.t, v)(t) for k, v in self.columns.items()})

    def lowpass(self, frequency: float, names: Sequence[str] | None = None, order: int = 4) -> Dataset:
        """Zero-phase Butterworth filter, forwards and backwards, so that nothing is delayed."""
        self._refuse_missing()
        nyquist = 0.5 / self.step
        if not 0 < frequency < nyquist:
            raise DataError(f"cut-off {frequency:g} Hz: give one between 0 and half the sampling rate, {nyquist:g} Hz.")
        columns = {
            k: zero_phase(v, frequency, self.step, order) if names is None or k in names else v
            for k, v in self.columns.items()
        }
        return replace(self, columns=columns)

    def decimated(self, factor: int) -> Dataset:
        """Every `factor`-th sample, after a zero-phase low-pass at 0.8 of the new Nyquist frequency (the parallel filter of
        identification)."""
        if factor < 1:
            raise DataError(f"decimation by {factor}: give a whole number of one or more.")
        if factor == 1:
            return self
        smooth = self.lowpass(0.8 * 0.5 / (self.step * factor))
        return replace(smooth, t=self.t[::factor], columns={k: v[::factor] for k, v in smooth.columns.items()})

    def averaged(self, period: float) -> Dataset:
        """The mean of all whole periods of a periodic experiment; noise falls with the root of their number."""
        self._refuse_missing()
        cut = self._periods(period)
        columns = {name: values.mean(axis=0) for name, values in cut.items()}
        whole, per = next(iter(cut.values())).shape
        note = f"mean of {count(whole, 'period')}"
        return replace(self, t=self.t[:per], columns=columns, notes=(*self.notes, note))

    def scatter(self, period: float) -> dict[str, float]:
        """Standard deviation between periods, column by column: the noise of the measurement itself."""
        cut = self._periods(period)
        if any(len(values) < 2 for values in cut.values()):
            raise DataError(f"{self.name}: two periods at least are needed to see their scatter.")
        return {name: float(np.sqrt(values.var(axis=0, ddof=1).mean())) for name, values in cut.items()}

    def _periods(self, period: float) -> dict[str, Array]:
        """Columns cut into whole periods, one row each."""
        per = round(period / self.step)
        whole = len(self) // per if per else 0
        if abs(per * self.step - period) > 1e-3 * self.step * max(per, 1):
            raise DataError(
                f"a period of {period:g} s is not a whole number of sampling intervals of {self.step:g} s: resample first."
            )
        if whole < 1:
            raise DataError(
                f"{self.name} lasts {self.t[-1] - self.t[0] + self.step:g} s: less than a period of {period:g} s."
            )
        return {name: values[: whole * per].reshape(whole, per) for name, values in self.columns.items()}

    def differentiated(self, name: str, period: float | None = None, harmonics: int = 20) -> tuple[Array, Array, Array]:
        """Value, first and second derivative of a column.

        With a period: a Fourier series of the given number of harmonics is fitted, its derivatives are exact. Without: central
        differences of fourth order, without phase; filter first.
        """
        self._refuse_missing()
        values = self[name]
        if period is not None:
            return self._series(name, period, harmonics)
        return values, central(values, self.step), central(central(values, self.step), self.step)

    def _series(self, name: str, period: float, harmonics: int) -> tuple[Array, Array, Array]:
        """Fourier series of a column and its derivatives; refused where the column does not repeat with the period."""
        interval = (self.t[-1] - self.t[0]) / (len(self) - 1)
        lasts, values = len(self) * interval, self[name]
        if not 2.0 * interval < period < lasts * (1 + 1e-6):
            raise DataError(
                f"{self.name}: a period of {period:g} s does not fit data of {lasts:g} s with a sample every {interval:g} s: "
                "give the period of the motion, or none."
            )
        fit = fourier_fit(self.t, values, period, min(harmonics, max(1, int(0.5 * period / interval - 1e-9))))
        moves = float(np.std(values))
        left = float(np.std(values - fit[0]))
        if left > NOT_PERIODIC * moves:
            raise DataError(
                f"{self.name}: {name!r} does not repeat every {period:g} s: a Fourier series of that period leaves "
                f"{100 * left / moves:.0f} % of its movement. Give the true period, or none (then filter: --cutoff)."
            )
        return fit

    def _refuse_missing(self) -> None:
        for name, values in self.columns.items():
            bad = ~np.isfinite(values)
            if bad.any():
                k = int(np.argmax(bad))
                raise DataError(
                    f"{self.name}: column {name!r} is missing at sample {k} (t = {self.t[k]:g} s): fill it first (filled())."
                )


def zero_phase(values: Array, frequency: float, step: float, order: int) -> Array:
    """Butterworth low-pass over the first axis, forwards and backwards."""
    from scipy.signal import butter, sosfiltfilt

    sos = butter(order, frequency / (0.5 / step), output="sos")
    return np.asarray(sosfiltfilt(sos, values, axis=0, padlen=min(len(values) - 1, int(3 / frequency / step))))


def central(values: Array, step: float) -> Array:
    """First derivative by central differences of fourth order; of second order at the ends."""
    out = np.gradient(values, step, edge_order=2)
    if len(values) >= 5:
        out[2:-2] = (values[:-4] - 8 * values[1:-3] + 8 * values[3:-1] - values[4:]) / (12 * step)
    return np.asarray(out)


def fourier_fit(t: Array, values: Array, period: float, harmonics: int) -> tuple[Array, Array, Array]:
    """Least-squares Fourier series and its two derivatives at the same times."""
    from biela.identify.trajectory import Fourier

    harmonics = max(1, min(harmonics, (len(t) - 1) // 2))
    Q, V, A = Fourier(harmonics, 1.0 / period).basis(t)
    c, *_ = np.linalg.lstsq(Q, values, rcond=None)
    return Q @ c, V @ c, A @ c


def read_data(path: str | Path, units: Mapping[str, str] | None = None) -> Dataset:
    """Measurements from a CSV, Parquet or netCDF file; `units` by column name, where they are not in the file.

    The first column called `time` or `t` is the time.
    """
    path = Path(path)
    try:
        regular(path, LARGEST, "data files")
    except Unreadable as error:
        raise DataError(f"no file {str(path)!r}." if str(error) == MISSING else f"{str(path)!r}: {error}") from None
    frame, own = _read(path)
    given = dict(units or {})
    columns: dict[str, Array] = {}
    kinds: dict[str, str] = {}
    time: Array | None = None
    for label in frame.columns:
        name, unit = _name_and_unit(str(label))
        unit = given.pop(name, "") or unit or own.get(str(label), "")
        if unit not in UNITS:
            raise DataError(
                f"{path.name}: column {name!r} has the unit {unit!r}, which is unknown.{nearest(unit, list(UNITS))}"
            )
        si, factor = UNITS[unit]
        try:
            values = np.asarray(frame[label], dtype=float) * factor
        except (TypeError, ValueError, OverflowError):
            raise DataError(f"{path.name}: column {name!r} holds something that is not a number.") from None
        if name in ("time", "t"):
            time = values
            if si not in ("", "s"):
                raise DataError(f"{path.name}: the time is in {unit!r}: give it in s or ms.")
        else:
            columns[name], kinds[name] = values, si
    if time is None:
        raise DataError(f"{path.name} has no column 'time': its columns are {', '.join(map(str, frame.columns))}.")
    if given:
        wrong = next(iter(given))
        raise DataError(
            f"{path.name}: a unit was given for {wrong!r}, which is not a column.{nearest(wrong, list(columns))}"
        )
    return Dataset(time, columns, path.name, units=kinds)


def _read(path: Path) -> tuple[Any, dict[str, str]]:
    import pandas as pd

    suffix = path.suffix.lower()
    try:
        if suffix == ".csv":
            return pd.read_csv(path, comment="#"), {}
        if suffix == ".parquet":
            return pd.read_parquet(path), {}
        if suffix in (".nc", ".h5"):
            import xarray as xr

            with xr.open_dataset(path, engine="h5netcdf") as content:
                time = next((content[name] for name in ("time", "t") if name in content.variables), None)
                over = ("time",) if time is None else time.dims  # what has other dimensions is not a column
                columns = {str(k): v for k, v in content.variables.items() if v.dims == over}
                own = {k: str(v.attrs.get("units", "")) for k, v in columns.items()}
                return pd.DataFrame({k: v.values for k, v in columns.items()}), {
                    k: u for k, u in own.items() if u in UNITS
                }
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise DataError(f"{path.name} is not UTF-8 text (byte 0x{byte:02x}): save it as UTF-8.") from None
    except (OSError, ValueError, ImportError) as error:
        raise DataError(
            f"{path.name} could not be read: {(str(error) or type(error).__name__).splitlines()[0]}"
        ) from None
    raise DataError(f"{path.name}: data files end in .csv, .parquet or .nc.")


def _name_and_unit(label: str) -> tuple[str, str]:
    """`A [deg]` → A, deg."""
    name, bracket, rest = label.partition("[")
    return name.strip(), rest.rstrip("] ").strip() if bracket else ""


def _longest_run(flags: NDArray[np.bool_]) -> int:
    longest = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest
