"""From the columns of a dataset to a consistent motion, and to observations.

Only the independent coordinates come from the measurement; every other position, velocity and acceleration is solved from the
loops, so that noise cannot open them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from biela.base.array import Array, Indices
from biela.base.blas import one_thread
from biela.base.checked import checked, guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, count, nearest
from biela.base.surface import setting
from biela.files.logs.table import DataError
from biela.identify.base_dynamics import efforts_of
from biela.identify.dataset import Dataset, zero_phase
from biela.identify.filtering import HIGHEST_CUTOFF, REACH, Filtering, automatic_filter
from biela.identify.integral_form import integral_observation, window_mean
from biela.identify.observation import Observation, observe
from biela.identify.regressor import Regressor
from biela.state.consistent_motion import ConsistentMotion

Form = Literal["differential", "integral", "output-error"]
ORDER = 8
"""Order of the low-pass filters on the way to an observation."""
ENDS = 2.0
"""Periods of the cut-off of the coordinates that are dropped at each end, where a filter has no neighbours."""
PER_CUTOFF = 20.0
"""Minimum number of samples per period of the cut-off: efforts, products of up to four filtered factors, need five of them."""
WINDOW = 0.5
"""Window of the integral form times the highest frequency of the motion: 64 % of what moves at that frequency is left."""


@checked
@dataclass(frozen=True)
class Preparation:
    """Settings with which data become motions.

    Attributes
    ----------
    period : of a periodic experiment [s]: derivatives come from a Fourier series
    harmonics : of that series
    cutoff : of a zero-phase low-pass [Hz]. It filters the coordinates before they are differentiated, and then the efforts and
        every column of the regressor alike, so that their equation stays exact (the parallel filter); None: no filter. "auto":
        found from the noise of the coordinates (`filtering.py`), where they are differentiated without a period
    factor : on the cut-off, to see what it does to the parameters
    decimation : one sample in this many is used. Filtered data that were sampled far above the cut-off are thinned by themselves
        (`PER_CUTOFF`), which loses nothing
    trim : part of the samples dropped at each end, where filters and differences are poor; two periods of the cut-off at least
    form : "differential", the equations of motion at each sample; "integral", their means over windows, which need no
        accelerations (`integral_form.py`); or "output-error", from there to the simulated machine (`output_error.py`)
    """

    period: float | None = None
    harmonics: int = 20
    cutoff: float | Literal["auto"] | None = "auto"
    factor: float = 1.0
    decimation: int = 1
    trim: float = 0.02
    form: Form = "differential"

    def selection(self, regressor: Regressor, data: Dataset) -> Selection:
        """Return the samples of an experiment that are used, and the filter that they pass."""
        found = self.filtering(regressor, data)
        every = 1 if found.cutoff is None else max(1, int(1.0 / (PER_CUTOFF * found.cutoff * data.step)))
        step, n = every * data.step, -(-len(data) // every)
        reach = found.cutoff / REACH if found.cutoff is not None else max((s.reach for s in found.spectra), default=0.0)
        reach = reach or 10.0 / (data.step * len(data))
        half = max(1, round(0.5 * WINDOW / reach / step))
        cut = 0 if self.period is not None else int(self.trim * n)
        if found.coordinates is not None:
            cut = min(max(cut, int(ENDS / found.coordinates / step)), n // 4)
        if self.form != "differential":
            cut = max(cut, half)
            found = replace(found, reason=f"{found.reason}; efforts as means over {2 * half * step:.2g} s, without accelerations")
        keep = np.arange(cut, n - cut, max(1, self.decimation // every))
        if len(keep) < 1:
            raise DataError(f"{count(n, 'sample')} leave nothing after trimming and decimation.")
        return Selection(found, every, step, data.t[::every], half, keep)

    def filtering(self, regressor: Regressor, data: Dataset) -> Filtering:
        """Return the filter for an experiment, and why."""
        columns = [_Coordinate(regressor, data, name) for name in regressor.coordinates]
        if self.cutoff != "auto":
            text = "no filter, as asked for" if self.cutoff is None else f"low-pass at {self.cutoff:g} Hz, as asked for"
            found = Filtering(self.cutoff, text)
        elif self.period is not None:
            found = Filtering(None, f"no filter: a Fourier series of the period {self.period:g} s stands for the motion")
        elif all(c.acceleration for c in columns):
            found = Filtering(None, "no filter: the accelerations were measured")
        else:
            found = automatic_filter(data.filled(), [c.position for c in columns])
        if found.cutoff is None or self.factor == 1.0:
            return found
        most, motion = max(HIGHEST_CUTOFF / data.step, found.cutoff), found.motion
        if motion is not None:  # coordinates are not filtered further down: their motion would be lost, not their noise
            motion = min(max(self.factor, 1.0) * motion, most)
        return replace(found, cutoff=min(self.factor * found.cutoff, most), motion=motion)


@dataclass(frozen=True)
class Selection:
    """Samples of an experiment that an observation uses, and the filter that they pass.

    Attributes
    ----------
    filtering : the filter, and why
    every : one sample in this many is evaluated
    step, t : interval and times of the evaluated samples [s]
    half : evaluated samples on each side of one in its window of the integral form
    keep : evaluated samples that are used
    """

    filtering: Filtering
    every: int
    step: float
    t: Array
    half: int
    keep: Indices

    def filtered(self, values: Array) -> Array:
        """Return the samples that are used, of evaluated values that pass the filter."""
        cutoff, values = self.filtering.cutoff, self._evaluated(values)
        return values[self.keep] if cutoff is None else zero_phase(values, cutoff, self.step, ORDER)[self.keep]

    def averaged(self, values: Array) -> Array:
        """Return means over the windows of the integral form, at the samples that are used."""
        return window_mean(self._evaluated(values), self.t, self.half)[self.keep]

    def _evaluated(self, values: Array) -> Array:
        """Refuse values that are not those of the evaluated samples."""
        own = real_array(values, "values")
        if np.shape(own)[:1] != self.t.shape:
            raise DescriptionError(f"values have the shape {np.shape(own)}: give a row for each of {len(self.t)} samples.")
        return np.asarray(own, np.float64)


@one_thread("scipy.linalg")
@checked
def measured_observation(regressor: Regressor, data: Sequence[Dataset] | Dataset, how: Preparation | None = None) -> Observation:
    """Return observations of one or several experiments, joined."""
    experiments = [data] if isinstance(data, Dataset) else list(data)
    if not experiments:
        raise DataError("no data were given.")
    first, *others = (_observation(regressor, experiment, how or Preparation()) for experiment in experiments)
    return first.joined(*others) if others else first


def _observation(regressor: Regressor, data: Dataset, how: Preparation) -> Observation:
    """Return one experiment: all evaluated samples, filtered alike on both sides, then those that are used."""
    chosen = how.selection(regressor, data)
    motion, efforts = measured_motion(regressor, data, how, chosen.every, chosen.filtering)
    if how.form != "differential":
        q, v, _ = regressor.independent(motion)
        return integral_observation(regressor, q, v, motion.t, efforts, chosen.half).part(chosen.keep)
    if chosen.filtering.cutoff is None:
        return observe(regressor, motion[chosen.keep], efforts[chosen.keep])
    whole = observe(regressor, motion, efforts)
    W, tau, measured = map(chosen.filtered, (whole.W, whole.tau, whole.reference))
    return replace(whole, W=W, tau=tau, measured=measured, t=chosen.t[chosen.keep], x=motion.x[chosen.keep])


def measured_motion(
    regressor: Regressor, data: Dataset, how: Preparation | None = None, every: int = 1,
    found: Filtering | None = None,
) -> tuple[ConsistentMotion, Array]:  # fmt: skip
    """Return consistent motion and efforts of the channels (N, F) at one sample in `every`; `found` is the filter, if it is known.

    Coordinates are filtered and differentiated with all samples; efforts are filtered against aliases only.
    """
    data = data.filled()
    inputs = effort_inputs(regressor, data, every)
    motion = measured_coordinates(regressor, data, how or Preparation(), every, found)
    return motion, efforts_of(regressor, motion, inputs)


def effort_inputs(regressor: Regressor, data: Dataset, every: int = 1) -> dict[str, Array]:
    """Return measured efforts by source or coordinate, at one sample in `every`; filtered against aliases only."""
    sources = _effort_columns(regressor, data)
    for name, column in sources.items():
        data.require_unit(column, regressor.effort_unit(name))
    return {name: thinned(data[column], data.step, every) for name, column in sources.items()}


@checked(positive=("step", "every"))
def thinned(values: Array, step: float, every: int) -> Array:
    """Return one sample in `every`, filtered against aliases."""
    return values if every == 1 else zero_phase(values, 0.4 / (every * step), step, ORDER)[::every]


def measured_coordinates(
    regressor: Regressor, data: Dataset, how: Preparation, every: int = 1, found: Filtering | None = None
) -> ConsistentMotion:
    """Return consistent motion at one sample in `every`, from the columns of the independent coordinates."""
    cutoff = (found or how.filtering(regressor, data)).coordinates
    columns = [_Coordinate(regressor, data, name) for name in regressor.coordinates]
    if regressor.dof == 1:
        refuse_standstill(regressor, [data])
    if cutoff is not None:
        own = [name for c in columns for name in (c.position, c.rate) if name is not None]
        data = data.smoothed(cutoff, own, ORDER)
    parts = zip(*(c.derivatives(data, how) for c in columns), strict=True)
    q, v, a = (np.column_stack(part)[::every] for part in parts)
    return regressor.motion(q, v, a, data.t[::every])


def directions(regressor: Regressor, data: Dataset, how: Preparation) -> Array:
    """Return signs of the rates, filtered as the observation is: (samples that are used, coordinates)."""
    chosen, data = how.selection(regressor, data), data.filled()
    found = chosen.filtering
    columns = [_Coordinate(regressor, data, name) for name in regressor.coordinates]
    if found.coordinates is not None:
        data = data.smoothed(found.coordinates, [c.position for c in columns], ORDER)
    signs = np.sign(np.column_stack([c.derivatives(data, how)[1] for c in columns]))
    if how.form != "differential":
        return chosen.averaged(signs[:: chosen.every])
    smooth = signs if found.cutoff is None else zero_phase(signs, found.cutoff, data.step, ORDER)
    return np.asarray(smooth[:: chosen.every][chosen.keep])


def cutoff_finding(regressor: Regressor, data: Dataset, how: Preparation) -> list[str]:
    """Warn where the cut-off is too near to the motion."""
    if how.period is not None or not isinstance(how.cutoff, float | int):
        return []
    columns = [_Coordinate(regressor, data, name).position for name in regressor.coordinates]
    good = automatic_filter(data.filled(), columns).cutoff
    if good is None or how.cutoff > 0.8 * good:
        return []
    distorts = f"a cut-off of {how.cutoff:g} Hz distorts it by more than the deviations tell"
    remedy = f"Give {good:.2g} Hz, or none: it is then found from the noise"
    return [f"{data.name}: the motion reaches to {good / REACH:.2g} Hz: {distorts}. {remedy}"]


class _Coordinate:
    """The columns of an independent coordinate, `A`, `A.angle` or `A.position`, and of its derivatives if they were measured."""

    def __init__(self, regressor: Regressor, data: Dataset, name: str):
        joint, _, own = name.partition(".")
        kind = regressor.mechanism.joints[joint].type
        candidates = [name]
        if kind.n_v == 1:
            candidates += [f"{joint}.{kind.coordinates[0].name}", f"{joint}.position", f"{joint}.angle"]
        found = _first(data, candidates)
        if found is None:
            others = [column for column in data.columns if not column.startswith(f"{name}.")]  # not its efforts
            lacks = f"has no column for the coordinate {name!r} (looked for {', '.join(dict.fromkeys(candidates))})"
            known = f"its columns are {', '.join(data.columns) or 'none'}.{nearest(name, others)}"
            names, units = setting("names", {name: "COLUMN"}), setting("units", {name: "deg"})
            remedy = f"Name the one that holds it, {names}, and its unit, {units}, if the file does not say it"
            raise DataError(f"{data.name} {lacks}; {known} {remedy}.")
        self.position = found
        self.rate, self.acceleration = (_first(data, (f"{joint}.{x}", f"{name}_{x}")) for x in ("rate", "acceleration"))
        rates = [r.name for r in kind.rates]
        unit = "rad" if kind.efforts[rates.index(own) if own in rates else 0].unit == "N·m" else "m"
        for column, per in ((found, ""), (self.rate, "/s"), (self.acceleration, "/s²")):
            if column is not None:
                data.require_unit(column, unit + per)

    def derivatives(self, data: Dataset, how: Preparation) -> tuple[Array, Array, Array]:
        """Return q, v, a; measured rates and accelerations count where the motion is not a series."""
        q, v, a = data.differentiated(self.position, how.period, how.harmonics)
        if how.period is not None:
            return q, v, a
        return q, data[self.rate] if self.rate else v, data[self.acceleration] if self.acceleration else a


def _first(data: Dataset, names: Iterable[str]) -> str | None:
    for name in names:
        data.refuse_unusable(name)
        if name in data:
            return name
    return None


def used_columns(regressor: Regressor, data: Dataset) -> list[str]:
    """Return the columns of an experiment that an observation uses; those of the coordinates come first."""
    return [*motion_columns(regressor, data), *_effort_columns(regressor, data).values()]


def refuse_standstill(regressor: Regressor, data: Sequence[Dataset]) -> None:
    """Refuse experiments in none of which a coordinate changes."""
    columns = [motion_columns(regressor, experiment)[: regressor.dof] for experiment in data]
    if data and all(np.ptp(e[name]) == 0.0 for e, own in zip(data, columns, strict=True) for name in own):
        names, verb = ", ".join(map(repr, columns[0])), "is" if regressor.dof == 1 else "are"
        raise DataError(f"{data[0].name}: {names} {verb} constant: a machine that does not move shows its weight at best.")


def motion_columns(regressor: Regressor, data: Dataset) -> list[str]:
    """Return the columns of the coordinates, then those of their derivatives that were measured."""
    motion = [_Coordinate(regressor, data, name) for name in regressor.coordinates]
    own = [c.position for c in motion]
    return own + [column for c in motion for column in (c.rate, c.acceleration) if column is not None]


def differentiated_columns(regressor: Regressor, data: Dataset) -> dict[str, str]:
    """Return columns of the coordinates, by coordinate, of which accelerations are made by differences of readings."""
    motion = {name: _Coordinate(regressor, data, name) for name in regressor.coordinates}
    return {name: c.position for name, c in motion.items() if c.rate is None and c.acceleration is None}


def output_columns(regressor: Regressor, data: Dataset) -> dict[int, str]:
    """Return columns of what a simulated motion shows, by place in (q, v): all coordinates, and the rates that were measured."""
    motion = [_Coordinate(regressor, data, name) for name in regressor.coordinates]
    rates = {regressor.dof + k: c.rate for k, c in enumerate(motion) if c.rate is not None}
    return {**{k: c.position for k, c in enumerate(motion)}, **rates}


def _effort_columns(regressor: Regressor, data: Dataset) -> dict[str, str]:
    """Return the column of the effort of each source (actuator or parameter) or coordinate."""
    endings = {"source": ("", ".effort", ".force", ".torque"), "coordinate": (".effort", ".torque", ".force", "_effort")}
    found, by_joint = (
        {name: column for name in names if (column := _first(data, (name + end for end in endings[kind]))) is not None}
        for kind, names in (("source", regressor.sources), ("coordinate", regressor.coordinates))
    )
    if found and (regressor.channel_places is None or set(regressor.channels) <= set(found)):
        return found
    if len(by_joint) == regressor.dof and regressor.channel_places is None:
        return by_joint
    missing = [c for c in effort_names(regressor) if c not in data]
    remedy = f"give columns of that name (or of the actuators: {', '.join(regressor.sources) or 'none'})"
    known = f"Its columns are {', '.join(data.columns)}. Name one with {setting('names', {missing[0]: 'COLUMN'})}"
    raise DataError(f"{data.name} has no effort for {', '.join(missing)}: {remedy}. {known}.")


def effort_names(regressor: Regressor) -> list[str]:
    """Return names of the columns that hold the efforts of the channels."""
    if regressor.channel_places is not None:
        return list(regressor.channels)
    return [f"{name}.effort" for name in regressor.coordinates]


guard(__name__)
