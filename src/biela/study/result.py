"""Results of a study: its numbers, their statistics, and each sample as a machine of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.array import Array, Indices
from biela.base.checked import Named, checked, guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, UnknownName, nearest
from biela.estimate.statistics import wilson_interval
from biela.simulation.case import Case
from biela.study.block import GOOD, STATUSES
from biela.study.definition import Study
from biela.study.measure import formula, measure
from biela.study.place import place_of
from biela.study.samples import Samples
from biela.study.store import FolderStore, Store
from biela.study.template import MACHINE
from biela.study.vary import StudyError, Values

NORMAL_95 = 1.959964
"""Half-width of the 95 % interval of a normal variable, in standard deviations."""


@dataclass(frozen=True)
class Summary:
    """Statistics of a measure over all samples that have it.

    count : samples with a number
    mean, deviation : and the half-width of the 95 % interval of the mean, `uncertainty`
    quantiles : probability → value with its 95 % interval (order statistics)
    """

    count: int
    mean: float
    deviation: float
    uncertainty: float
    low: float
    high: float
    quantiles: Mapping[float, tuple[float, float, float]]


@dataclass
class Sweep(Named):
    """Results of a study: `sweep["max(A.rate)"]` has one number per sample."""

    study: Study
    store: Store = field(repr=False)
    _arrays: dict[str, Values] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.study)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} samples: {', '.join(f'{n} {kind}' for kind, n in self.counts.items())}>"

    @checked
    def __getitem__(self, name: str) -> Array:
        """Return a measure (N,), a series (N, n), or what varies (N,), by name."""
        if name in self.study.samples.columns:
            return np.asarray(self.study.samples.columns[name])
        if name not in self:
            raise UnknownName(f"no measure {name!r}.{nearest(name, self.names)}")
        return self._array(name)

    @property
    def names(self) -> list[str]:
        """Return the names of measures, series and what varies."""
        return [*(m.name for m in self.study.measures), *self.study.series, *self.study.samples.columns]

    def _array(self, name: str) -> Values:
        if name not in self._arrays:
            self._arrays[name] = self.store.array(name)
        return self._arrays[name]

    @property
    def t(self) -> Array:
        """Return the times of the series [s]."""
        return self.study.series_times

    @property
    def status(self) -> list[str]:
        """Return the status of each sample: "done", or what happened."""
        return [STATUSES[k] for k in self._array("status")]

    @property
    def counts(self) -> dict[str, int]:
        """Return status → number of samples."""
        counted = np.bincount(self._array("status"), minlength=len(STATUSES))
        return {STATUSES[k]: int(counted[k]) for k in np.argsort(-counted, kind="stable") if counted[k]}

    @property
    def reasons(self) -> dict[int, str]:
        """Return sample → why it failed, or is doubtful."""
        return self.store.failures()

    def frame(self) -> Any:
        """Return samples, measures and status as a pandas table."""
        import pandas

        measures = {m.name: self[m.name] for m in self.study.measures}
        return pandas.DataFrame({**self.study.samples.columns, **measures, "status": self.status})

    def dataset(self) -> Any:
        """Return samples, measures, series and status as an xarray data set."""
        import xarray

        data: dict[str, Any] = {m.name: ("sample", self[m.name], {"units": self.study.units[m.name]}) for m in self.study.measures}
        data |= {s: (("sample", "time"), self[s], {"units": self.study.units[s]}) for s in self.study.series}
        data["status"] = ("sample", np.array(self.status))
        coordinates: dict[str, Any] = {name: ("sample", x) for name, x in self.study.samples.columns.items()}
        if self.study.series:
            coordinates["time"] = ("time", self.t, {"units": "s"})
        return xarray.Dataset(data, coordinates)

    @checked
    def summary(self, name: str, quantiles: tuple[float, ...] = (0.05, 0.5, 0.95)) -> Summary:
        """Return mean, deviation and quantiles of a measure, with 95 % intervals. Intervals hold for independent draws; a Latin
        hypercube or a Sobol' sequence is usually better than they say."""
        if not all(0 <= p <= 1 for p in quantiles):
            raise StudyError(f"quantiles are {shown(quantiles)}: give probabilities from 0 to 1.")
        x = self[name]
        x = np.sort(x[np.isfinite(x)])
        n = len(x)
        if not n:
            raise StudyError(f"no sample has a value of {name!r}: {self.counts}.")
        spread = float(x.std(ddof=1)) if n > 1 else 0.0
        found = {p: (float(np.quantile(x, p)), *quantile_interval(x, p)) for p in quantiles}
        return Summary(n, float(x.mean()), spread, NORMAL_95 * spread / np.sqrt(n), float(x[0]), float(x[-1]), found)

    @checked
    def probability(self, condition: str) -> tuple[float, float, float]:
        """Return the share of the samples that meet a condition, such as `peak > 3`, and its 95 % interval (Wilson). The condition
        compares measures and what varies. Samples without a value count as neither."""
        found = self.evaluate(condition)
        known = np.isfinite(found)
        hits, n = int((found[known] != 0).sum()), int(known.sum())
        if not n:
            raise StudyError(f"no sample has a value of {condition!r}: {self.counts}.")
        return (hits / n, *wilson_interval(hits, n))

    @checked
    def evaluate(self, expression: str) -> Array:
        """Return an expression of measures and of what varies, for each sample; NaN where one of them has no value."""
        names = [*(m.name for m in self.study.measures), *self.study.samples.columns]
        tree = formula(expression, names)
        values, known = {}, np.ones(len(self), bool)
        for name in tree.signals():
            if name not in names:
                raise UnknownName(f"{expression!r}: no measure {name!r}.{nearest(name, names)}")
            values[name] = np.asarray(self[name], float)
            known &= np.isfinite(values[name])
        out = tree.evaluate(np.zeros(1), lambda name: values[name], self)
        return np.asarray(np.where(known, out, np.nan))

    @checked
    def convergence(self, name: str) -> list[tuple[int, float, float]]:
        """Return (samples, mean, half-width of its 95 % interval) of a measure, for the first 2, 4, 8 … samples, and all. Points of
        a grid are taken in a random order. `biela.study.sensitivity.settling` has all other numbers."""
        x = self[name][order_of(self.study.samples)]
        x = x[np.isfinite(x)]
        counts = [2**k for k in range(1, 40) if 2**k < len(x)] + [len(x)]
        return [(n, float(x[:n].mean()), float(NORMAL_95 * x[:n].std(ddof=1) / np.sqrt(n))) for n in counts if n > 1]

    @checked
    def case(self, sample: int, changes: Sequence[str] = ()) -> Case:
        """Return the machine of a sample, to run and look at; with further changes, `path=value`."""
        if not 0 <= sample < len(self):
            raise StudyError(f"there is no sample {sample}: they are 0 to {len(self) - 1}.")
        from biela.files.machine import loads

        row = {name: x[sample] for name, x in self.study.samples.columns.items()}
        text = self.study.machines[str(row.pop(MACHINE))] if MACHINE in row else self.study.text
        own = [f"{name}={value if isinstance(value, str) else repr(float(value))}" for name, value in row.items()]
        case = loads(text, f"sample {sample}", [*own, *changes])
        settings = {**case.settings, **self.study.settings}
        return replace(case, name=f"sample-{sample}", settings=settings, duration=self.study.duration or case.duration)

    @property
    def failed(self) -> int:
        """Count the samples without numbers."""
        return sum(n for kind, n in self.counts.items() if kind not in GOOD)


def order_of(samples: Samples) -> Indices:
    """Return the order in which samples count as added: as drawn; at random where a grid or a table has an order of its own."""
    n = len(samples)
    return np.arange(n) if set(samples.random) == set(samples.columns) else np.random.default_rng(0).permutation(n)


def quantile_interval(x: Array, p: float) -> tuple[float, float]:
    """Return the 95 % interval of a quantile from order statistics: ranks n p ± 1.96 √(n p (1−p))."""
    n, half = len(x), NORMAL_95 * np.sqrt(len(x) * p * (1 - p))
    low, high = (int(np.clip(np.round(rank), 0, n - 1)) for rank in (n * p - half - 1, n * p + half))
    return float(x[low]), float(x[high])


@checked
def open_sweep(folder: str | Path) -> Sweep:
    """Open the results of a study from its folder, or from a place of an object store (`s3://bucket/study`)."""
    place = place_of(folder)
    found = FolderStore.about(place)
    if found is None:
        raise StudyError(f"{str(place)!r} holds no study: there is no study.json.")
    if "machine" not in found["study"]:
        of = found["study"].get("trials of")
        raise StudyError(f"{str(place)!r} holds trials of {of!r}: open results.zarr with xarray.")
    try:
        study = _study(found["study"], place.opened("samples.parquet"))
        whole = study.samples_digest == found["study"]["samples_digest"]
    except BielaError:
        raise
    except Exception:  # whatever a damaged file leads to
        whole = False
    if not whole:
        raise StudyError(f"{str(place)!r} is damaged: study.json and samples.parquet do not fit together.")
    return Sweep(study, FolderStore(study, place, found["block"]))


def _study(about: Mapping[str, Any], samples: Any) -> Study:
    """Return the study that a folder describes."""
    import pyarrow.parquet as pq

    table, columns = pq.read_table(samples), {}
    for name in table.column_names:
        values = table.column(name).to_numpy()
        columns[name] = np.array(values, object) if values.dtype == object else np.asarray(values, float)
    measures = tuple(measure(f"{k} = {v}" if k != v else v, stored=True) for k, v in about["measures"].items())
    return Study(
        about["machine"], Samples(columns, (), about["drawn"]), measures, tuple(about["series"]), about["points"],
        about["settings"], about["duration"], about["machines"],
    )  # fmt: skip


guard(__name__)
