"""Engines that compute blocks. The default: this process, with SIMD lanes and one thread per core."""

from __future__ import annotations

import os
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

from biela.study.block import Block, Work
from biela.study.store import Store, blocks_of


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
