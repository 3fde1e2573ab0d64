"""`biela.sweep`: run many machines that differ, and measure them: in this process, with SIMD lanes and one thread per core, or on a
cluster (`biela.study.cluster`)."""

from __future__ import annotations

import os
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from biela.base.blas import one_thread
from biela.base.checked import checked, reporter
from biela.base.errors import warn
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from biela.study.block import Block, Work
from biela.study.definition import Study, study_of
from biela.study.place import Place
from biela.study.result import Sweep
from biela.study.samples import Samples, Sampling, draw
from biela.study.store import FolderStore, MemoryStore, Store, blocks_of, open_folder
from biela.study.vary import StudyError

if TYPE_CHECKING:
    from biela.study.cluster import Cluster


class Progress(NamedTuple):
    """Progress of a study: samples done, in total and failed; time since it began [s]."""

    done: int
    total: int
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Return the samples per second."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def remaining(self) -> float:
        """Return the time until the end [s]."""
        return (self.total - self.done) / self.rate if self.rate > 0 else float("inf")


Report = Callable[[Progress], None]


# long: two thirds of it are the signature and the documentation of its arguments
@one_thread()
@checked(positive=("points", "samples", "threads", "duration"), nonnegative=("seed",))
def sweep(
    case: Case | Mechanism | str | None, vary: Mapping[str, Any] | Samples | None = None, measures: Sequence[Any] | str = (),
    samples: int | None = None, *, series: Sequence[str] = (), points: int = 101, sampling: Sampling = "random", seed: int = 0,
    correlate: Mapping[tuple[str, str], float] | None = None, table: str | Path | Mapping[str, Any] | None = None,
    duration: float | None = None, out: str | Path | None = None, again: bool = False, threads: int | None = None,
    cluster: Cluster | None = None, progress: Report | None = None, **settings: Any,
) -> Sweep:  # fmt: skip
    """Run a machine many times with other values, and reduce each run to measures.

        biela.sweep("four-bar", {"crank_length": "35cm..45cm:11"}, ["max(D.rate)"], duration=2)

    Parameters
    ----------
    case : a case, a machine, or the name of a ready machine; None where `machine` itself varies over files
    vary : what varies → text (`40mm..60mm:25`, `~normal(1, 0.1)`), values, or a `scipy.stats` distribution. What varies is a
        parameter or the path of a value in the machine file: `crank`, `rod.mass`, `start.coordinates.A`, `simulation.inputs.motor`,
        `simulation.rtol`, `machine`
    measures : such as `max(C.force)`, `A.angle at 2s`, `peak = max(abs(D.rate))`; see `biela.study.measure`. Functions that can be
        imported, or `file.py:function`, take a `Batch` and return one number per machine
    samples : random draws for each point of the grid
    series : signals that are kept over time, at `points` times
    sampling, seed, correlate, table : see `biela.study.samples.draw`
    out : folder for the results, or a place of an object store that fsspec knows (`s3://bucket/study`); a study that is there is
        resumed. In memory if omitted
    again : move another study's results away and begin anew
    threads : of this process; one per core by default
    cluster : workers of a Dask cluster; see `biela.study.cluster`
    settings : of the runs: method, step, rtol, output_step, …

    Raises
    ------
    StudyError : what cannot be varied or measured, before anything runs
    """
    if isinstance(case, str):
        from biela import library

        case = library.get(case)
    if isinstance(case, Mechanism):
        case = Case.of(case)
    if case is not None and not isinstance(case, Case):
        raise StudyError(f"case is {case!r}: give a case, a machine, or the name of a ready machine.")
    if not isinstance(vary, Samples):
        vary = draw(vary or {}, samples, sampling=sampling, seed=seed, correlate=correlate, table=table)
    wanted = [measures] if isinstance(measures, str) else measures
    study = study_of(case, vary, wanted, series, points=points, settings=settings, duration=duration)
    return run_study(study, out, again=again, threads=threads, cluster=cluster, progress=progress)


class StudyWarning(UserWarning):
    """Warning that samples of a study will fail, whatever is done."""


def run_study(study: Study, folder: str | Path | Place | None = None, **how: Any) -> Sweep:
    """Compute what of a study is not there yet; `how` are further arguments of `complete`."""
    for said in study.impossible():
        warn(f"{said} Such samples fail, the others count; give limits that hold.", StudyWarning)
    return Sweep(study, complete(study, folder, **how))


def complete(
    study: Work, folder: str | Path | Place | None = None, *, again: bool = False, threads: int | None = None,
    cluster: Cluster | None = None, progress: Report | None = None,
) -> Store:  # fmt: skip
    """Return the store of a study, with all blocks; those that are not there yet are computed."""
    report = reporter(progress, "progress")
    workers = cluster.workers if cluster is not None else threads or os.cpu_count() or 1
    new = folder is None or again or FolderStore.about(folder) is None
    size = study.block_size(workers) if new else 1
    store = MemoryStore(study, size) if folder is None else open_folder(study, folder, size, again)
    todo = sorted(set(range(len(blocks_of(len(study), store.block)))) - store.done())
    if todo and cluster is not None:
        cluster.run(study, store, todo, report)
    elif todo:
        run_embedded(study, store, todo, report, threads)
    return store


class Meter:
    """Counter of finished samples, which reports each block."""

    def __init__(self, study: Work, store: Store, todo: Sequence[int], report: Report | None):
        ranges = blocks_of(len(study), store.block)
        self.total = sum(ranges[k][1] - ranges[k][0] for k in todo)
        self.report, self.began, self.done, self.failed = report, time.perf_counter(), 0, 0

    def count(self, entry: Mapping[str, Any]) -> None:
        """Count a block that is done."""
        self.done, self.failed = self.done + entry["samples"], self.failed + entry["failed"]
        if self.report is not None:
            self.report(Progress(self.done, self.total, self.failed, time.perf_counter() - self.began))


def run_embedded(study: Work, store: Store, todo: Sequence[int], report: Report | None = None, threads: int | None = None) -> None:
    """Compute blocks in this process. An interruption ends after the blocks that are under way; the rest is left for later."""
    workers = threads or os.cpu_count() or 1
    ranges, meter, waiting = blocks_of(len(study), store.block), Meter(study, store, todo, report), deque(todo)
    inner, outer = (1, workers) if len(todo) >= workers else (workers, 1)  # threads of a block, blocks at once
    running: dict[Future[Block], int] = {}
    with warnings.catch_warnings(), ThreadPoolExecutor(outer) as pool:
        warnings.simplefilter("ignore")
        try:
            while waiting or running:
                while waiting and len(running) < outer + 1:
                    number = waiting.popleft()
                    running[pool.submit(study.compute, *ranges[number], inner)] = number
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    meter.count(store.write(running[future], future.result()))
                    del running[future]
        except BaseException:  # what is under way is finished and kept
            for future in [future for future in running if not future.cancel()]:
                if future.exception() is None:
                    store.write(running[future], future.result())
            raise
