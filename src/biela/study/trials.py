"""Seeded trials of something other than a machine: a filter that observes one, an identification from noisy data.

Trials are repeated for each value of a quantity. They run on the engines of studies and are kept in their store: cut into blocks,
resumable, the same to the last digit whoever computes them (times apart).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela import __version__
from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.locks import cached_property
from biela.study.block import CODES, Block
from biela.study.measure import Measure
from biela.study.run import Report, complete
from biela.study.samples import Samples
from biela.study.vary import Json, StudyError

if TYPE_CHECKING:
    from pandas import DataFrame

    from biela.study.cluster import Cluster

Run = Callable[[float, Sequence[int], int, "int | None"], Mapping[str, Sequence[float]]]
TRIALS_PER_BLOCK = 50
"""Trials of a block, whoever computes it: which of them run together is part of the study."""
SEED_STEP = 7919
"""Difference between the seeds of two neighbouring values."""


@dataclass(frozen=True)
class Trials:
    """Experiments, repeated for each value of a quantity.

    Attributes
    ----------
    run : called as run(value, numbers, seed, threads) for the trials with these numbers; returns one number per trial under each
        name. A trial may depend on value, seed and its own number alone
    gives : names of those numbers
    values : values of the quantity that varies
    tries : trials for each value
    name : name of the quantity
    """

    run: Run
    gives: Sequence[str]
    values: Sequence[float]
    tries: int = 100
    seed: int = 0
    name: str = "value"
    series: tuple[str, ...] = field(default=(), init=False)
    points: int = field(default=0, init=False)
    series_times: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False)
    units: Mapping[str, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if not len(self.values) or not isinstance(self.tries, int) or self.tries < 1:
            raise StudyError(f"{len(self.values)} values and {self.tries!r} tries: give one or more of both.")
        if len({float(v) for v in self.values}) != len(self.values):
            raise StudyError(f"values of {self.name!r} stand twice: {list(self.values)}.")

    def __len__(self) -> int:
        return len(self.values) * self.tries

    @cached_property
    def samples(self) -> Samples:
        """Return value and number of each trial."""
        values = np.repeat(np.asarray(self.values, float), self.tries)
        return Samples({self.name: values, "trial": np.tile(np.arange(float(self.tries)), len(self.values))})

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the numbers that a trial gives."""
        return tuple(Measure(name, name, None) for name in self.gives)

    def about(self) -> Json:
        """Return all that identifies the study, to be compared."""
        values, gives = [float(v) for v in self.values], list(self.gives)
        own = {"values": values, "tries": self.tries, "seed": self.seed, "gives": gives}
        return {"biela": __version__, "trials of": self.name, **own}

    def block_size(self, workers: int) -> int:
        """Return the trials of a block."""
        return TRIALS_PER_BLOCK

    def compute(self, first: int, last: int, threads: int | None = 1) -> Block:
        """Compute the trials first … last − 1. One that fails is a result with a reason."""
        block = Block(np.full((last - first, len(self.gives)), np.nan), {}, np.full(last - first, CODES["done"], np.int8), {})
        for index in range(first // self.tries, (last - 1) // self.tries + 1):
            begin = index * self.tries
            numbers = range(max(first - begin, 0), min(last - begin, self.tries))
            self._tried(block, index, list(numbers), begin - first, threads)
        return block

    def _tried(self, block: Block, index: int, numbers: list[int], shift: int, threads: int | None) -> None:
        try:
            found = self.run(float(self.values[index]), numbers, self.seed + SEED_STEP * index, threads)
            block.measures[np.array(numbers) + shift] = np.transpose([np.asarray(found[name], float) for name in self.gives])
        except BielaError as error:
            if len(numbers) == 1:
                block.fail(numbers[0] + shift, "refused", str(error))
            for number in numbers if len(numbers) > 1 else ():
                self._tried(block, index, [number], shift, threads)


def each(trial: Callable[[float, np.random.Generator], Mapping[str, float]]) -> Run:
    """Return a function that runs trials one by one; `trial` takes a value and its own random numbers, and returns its numbers."""

    def run(value: float, numbers: Sequence[int], seed: int, threads: int | None) -> dict[str, list[float]]:
        rows = [trial(value, np.random.default_rng([seed, number])) for number in numbers]
        return {name: [float(row[name]) for row in rows] for name in rows[0]}

    return run


@checked(positive=("threads",))
def run_trials(
    trials: Trials, folder: str | Path | None = None, *, threads: int | None = None, cluster: Cluster | None = None,
    progress: Report | None = None,
) -> tuple[DataFrame, dict[int, str]]:  # fmt: skip
    """Run what of the trials is not in the folder yet.

    Returns
    -------
    A pandas table with one row per trial; trial → why it failed
    """
    import pandas

    store = complete(trials, folder, threads=threads, cluster=cluster, progress=progress)
    columns = {**trials.samples.columns, **{name: store.array(name) for name in trials.gives}}
    return pandas.DataFrame(columns), store.failures()


class MadeOnce:
    """Function whose result is made once for each value, and kept for the next block."""

    def __init__(self, make: Callable[[float], Any]):
        self.make = make
        self._kept: dict[float, Any] = {}
        self._lock = threading.Lock()

    def __call__(self, value: float) -> Any:
        with self._lock:
            if value not in self._kept:
                self._kept[value] = self.make(value)
            return self._kept[value]

    def __reduce__(self) -> tuple[type[MadeOnce], tuple[Callable[[float], Any]]]:
        return MadeOnce, (self.make,)


guard(__name__)
