"""Studies of filters: an experiment repeated over values of something (particles, noise, step, sensors), with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.estimate.experiment import Experiment, Trial
from biela.estimate.statistics import wilson_interval
from biela.study.run import Report, complete
from biela.study.trials import MadeOnce, Trials

if TYPE_CHECKING:
    from biela.study.cluster import Cluster


@dataclass(frozen=True)
class FilterRow:
    """Finished trial of a filter; one that failed has converged nowhere, and has no other numbers."""

    value: float
    number: int
    linear: bool
    circular: bool
    final_error: float
    rmse: float
    time_to_convergence: float
    true_branch: float
    spread: float
    resamplings: float
    mean_ess: float
    mean_nis: float
    mean_nees: float
    cpu: float


GIVES = tuple(f.name for f in fields(FilterRow))[2:]
"""Numbers that a trial gives."""


def _numbers(trial: Trial) -> tuple[float, ...]:
    ess, nis, nees = (float(np.mean(x)) if np.size(x) else np.nan for x in (trial.ess, trial.nis, trial.nees))
    return (
        trial.converged_as_published, trial.converged(), float(trial.final[0]), trial.rmse(), trial.time_to_convergence(),
        float(trial.true_branch), float(trial.spread[-1, 0]), trial.resamplings, ess, nis, nees, trial.cpu,
    )  # fmt: skip


@dataclass(frozen=True)
class FilterSummary:
    """Trials of one value: proportions with their 95 % intervals, medians of error and spread, means of the rest."""

    value: float
    tries: int
    linear: float
    linear_interval: tuple[float, float]
    circular: float
    circular_interval: tuple[float, float]
    median_error: float
    median_rmse: float
    true_branch: float
    spread: float
    resamplings: float
    time_to_convergence: float
    cpu: float


@dataclass(frozen=True)
class FilterStudy:
    """Study of a filter over values of a quantity, with repeated trials of each.

    Attributes
    ----------
    make : function of a value that returns the `Experiment` for it
    values : values of the varied quantity
    tries, seed : number of trials per value, and their seed
    name : name of the varied quantity, for tables and plots
    folder : folder of finished trials, as those of any study; None keeps them in memory
    """

    make: Callable[[float], Experiment]
    values: Sequence[float]
    tries: int = 100
    seed: int = 0
    name: str = "value"
    folder: str | Path | None = None

    @checked(positive=("threads",))
    def run(self, threads: int | None = None, *, cluster: Cluster | None = None, progress: Report | None = None) -> list[FilterRow]:
        """Run all trials that are not in the folder yet; return all rows, in order."""
        trials = Trials(partial(_run, MadeOnce(self.make)), GIVES, self.values, self.tries, self.seed, self.name)
        store = complete(trials, self.folder, threads=threads, cluster=cluster, progress=progress)
        columns = [*trials.samples.columns.values(), *(store.array(name) for name in GIVES)]
        rows = zip(*(x.tolist() for x in columns), strict=True)
        return [FilterRow(value, int(k), one == 1.0, other == 1.0, *rest) for value, k, one, other, *rest in rows]


def _run(made: MadeOnce, value: float, numbers: Sequence[int], seed: int, threads: int | None) -> dict[str, Any]:
    """Run trials of the experiment of a value."""
    rows = [_numbers(trial) for trial in made(value).run(numbers, seed=seed, threads=threads)]
    return dict(zip(GIVES, zip(*rows, strict=True), strict=True))


def summaries(rows: Sequence[FilterRow]) -> list[FilterSummary]:
    """Return one summary per value."""
    out = []
    for value in dict.fromkeys(row.value for row in rows):
        mine = [row for row in rows if row.value == value]
        n, linear, circular = len(mine), sum(row.linear for row in mine), sum(row.circular for row in mine)
        over: dict[str, Any] = {f.name: np.array([getattr(row, f.name) for row in mine]) for f in fields(FilterRow)}
        ran = np.isfinite(over["final_error"])
        over = {name: x[ran] if ran.any() else x for name, x in over.items()}
        out.append(FilterSummary(
            value, n, linear / n, wilson_interval(linear, n), circular / n, wilson_interval(circular, n),
            float(np.median(np.abs(over["final_error"]))), float(np.median(over["rmse"])), float(np.mean(over["true_branch"])),
            float(np.median(over["spread"])), float(np.mean(over["resamplings"])), float(np.median(over["time_to_convergence"])),
            float(np.sum(over["cpu"])),
        ))  # fmt: skip
    return out


def table(rows: Sequence[FilterRow], name: str = "value") -> str:
    """Return the summaries as text."""
    lines = [[
        name, "tries", "linear %", "95 %", "circular %", "95 %", "median error °", "true branch", "spread °", "resamplings",
        "CPU s",
    ]]  # fmt: skip
    for s in summaries(rows):
        lines.append([
            f"{s.value:g}", f"{s.tries}", f"{100 * s.linear:.1f}", "{:.0f}-{:.0f}".format(*(100 * x for x in s.linear_interval)),
            f"{100 * s.circular:.1f}", "{:.0f}-{:.0f}".format(*(100 * x for x in s.circular_interval)),
            f"{np.degrees(s.median_error):.2f}", f"{s.true_branch:.3f}", f"{np.degrees(s.spread):.2f}", f"{s.resamplings:.1f}",
            f"{s.cpu:.2f}",
        ])  # fmt: skip
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in lines)


guard(__name__)
