"""Studies: an experiment repeated over values of something (particles, noise, step, sensors), with seeds, intervals and a file.

The file is a table of finished trials, one line each, written whole after every batch: a study that was interrupted goes on where
it stopped, and ends with the table that an uninterrupted one has, to the last digit (times apart).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from biela.atomic import write_whole
from biela.dataclass import dataclass
from biela.errors import DescriptionError
from biela.intake import MEGABYTE, Unreadable, text

from .experiment import Experiment, Trial
from .statistics import wilson_interval

LARGEST = 100 * MEGABYTE
"""Bytes of a file of trials."""
BATCH = 50
"""Trials between two looks at the file."""


@dataclass(frozen=True)
class Row:
    """One finished trial, as the file keeps it."""

    value: float
    number: int
    linear: bool
    circular: bool
    final_error: float
    rmse: float
    time_to_convergence: float
    true_branch: float
    spread: float
    resamplings: int
    mean_ess: float
    mean_nis: float
    mean_nees: float
    cpu: float

    @staticmethod
    def of(value: float, trial: Trial) -> Row:
        ess, nis, nees = (float(np.mean(x)) if np.size(x) else float("nan") for x in (trial.ess, trial.nis, trial.nees))
        return Row(
            float(value), trial.number, trial.converged_as_published, trial.converged(), float(trial.final[0]), trial.rmse(),
            trial.time_to_convergence(), float(trial.true_branch), float(trial.spread[-1, 0]), trial.resamplings, ess, nis, nees,
            trial.cpu,
        )  # fmt: skip


@dataclass(frozen=True)
class Summary:
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
class Study:
    """What is varied, how often, and where it is kept.

    Attributes
    ----------
    make : function of a value that returns the `Experiment` for it
    values : values of the varied quantity
    tries, seed : trials per value
    name : name of the varied quantity, for tables and plots
    file : where finished trials are kept; None: nowhere
    """

    make: Callable[[float], Experiment]
    values: Sequence[float]
    tries: int = 100
    seed: int = 0
    name: str = "value"
    file: str | Path | None = None

    def run(self, threads: int | None = None, on_batch: Callable[[float, int], None] | None = None) -> list[Row]:
        """All trials that are not in the file yet; all rows, in order."""
        rows = self._read()
        done = {(row.value, row.number) for row in rows}
        for index, value in enumerate(self.values):
            missing = [k for k in range(self.tries) if (float(value), k) not in done]
            experiment = self.make(value) if missing else None
            for first in range(0, len(missing), BATCH):
                assert experiment is not None
                trials = experiment.run(missing[first : first + BATCH], seed=self.seed + 7919 * index, threads=threads)
                rows += [Row.of(value, trial) for trial in trials]
                self._write(rows)
                if on_batch is not None:
                    on_batch(float(value), min(first + BATCH, len(missing)))
        order = {float(value): k for k, value in enumerate(self.values)}
        mine = [row for row in rows if row.value in order and row.number < self.tries]
        return sorted(mine, key=lambda row: (order[row.value], row.number))

    @property
    def _header(self) -> dict[str, Any]:
        return {"study": self.name, "seed": self.seed, "values": [float(v) for v in self.values]}

    def _read(self) -> list[Row]:
        path = None if self.file is None else Path(self.file)
        if path is None or not path.exists():
            return []
        try:
            lines = [json.loads(line) for line in text(path, LARGEST).splitlines() if line.strip()]
            header, rows = lines[0], [Row(**line) for line in lines[1:]]
            if not all(isinstance(value, int | float) for row in rows for value in asdict(row).values()):
                raise TypeError
        except (ValueError, TypeError, IndexError, RecursionError, Unreadable):
            raise DescriptionError(
                f"{str(path)!r} is not the file of a study: give another name, or remove it."
            ) from None
        if header != self._header:
            raise DescriptionError(
                f"{str(path)!r} belongs to another study ({header}): give another name, or remove it."
            )
        return rows

    def _write(self, rows: Sequence[Row]) -> None:
        if self.file is not None:
            lines = [json.dumps(self._header), *(json.dumps(asdict(row)) for row in rows)]
            write_whole(Path(self.file), "\n".join(lines) + "\n")


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """One summary per value."""
    out = []
    for value in dict.fromkeys(row.value for row in rows):
        mine = [row for row in rows if row.value == value]
        n, linear, circular = len(mine), sum(row.linear for row in mine), sum(row.circular for row in mine)
        over: dict[str, Any] = {f.name: np.array([getattr(row, f.name) for row in mine]) for f in fields(Row)}
        out.append(Summary(
            value, n, linear / n, wilson_interval(linear, n), circular / n, wilson_interval(circular, n),
            float(np.median(np.abs(over["final_error"]))), float(np.median(over["rmse"])), float(np.mean(over["true_branch"])),
            float(np.median(over["spread"])), float(np.mean(over["resamplings"])), float(np.median(over["time_to_convergence"])),
            float(np.sum(over["cpu"])),
        ))  # fmt: skip
    return out


def table(rows: Sequence[Row], name: str = "value") -> str:
    """Summaries as text."""
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
