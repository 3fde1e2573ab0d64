"""Engines that compute blocks. The default: this process, with SIMD lanes and one thread per core."""

from __future__ import annotations

import os
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

from biela.study.block import Block, alone, compute_block
from biela.study.definition import Study
from biela.study.store import Store, blocks_of

SECONDS = 1.0
"""Time that a block should last [s]."""
LARGEST = 200e6
"""Bytes that the outputs of a block may take."""
FEW, TRIED = 8, 256
"""Numbers of samples with which the time of one more is measured."""
LANES = 64
"""Samples of a block come in multiples of this, so that lanes are full."""


class Progress(NamedTuple):
    """How far a study is."""

    done: int
    total: int
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Samples per second."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def remaining(self) -> float:
        """Time until the end [s]."""
        return (self.total - self.done) / self.rate if self.rate > 0 else float("inf")


Report = Callable[[Progress], None]


class Meter:
    """Counts what is done and tells it."""

    def __init__(self, study: Study, store: Store, todo: Sequence[int], report: Report | None):
        ranges = blocks_of(len(study), store.block)
        self.total = sum(ranges[k][1] - ranges[k][0] for k in todo)
        self.report, self.began, self.done, self.failed = report, time.perf_counter(), 0, 0

    def count(self, entry: Mapping[str, Any]) -> None:
        """One more block."""
        self.done, self.failed = self.done + entry["samples"], self.failed + entry["failed"]
        if self.report is not None:
            self.report(Progress(self.done, self.total, self.failed, time.perf_counter() - self.began))


def block_size(study: Study, workers: int) -> int:
    """Samples of a block: as many as take about a second, fit in memory, and leave work for everyone.

    The machine is compiled on the way. Results do not depend on it.
    """
    count, template = len(study), study.first
    least, most = 1 if alone(template) else LANES, max(len(study) / (2 * workers), 1.0)
    if most < 2 * least:  # too few for larger blocks, however fast they are
        return least
    tried = min(TRIED, count)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compute_block(study, 0, min(FEW, count))
        few, many = (_seconds(study, min(number, count)) for number in (FEW, TRIED))
    each = max(many / tried if tried <= FEW else (many - few) / (tried - FEW), 1e-9)
    chosen = {**template.settings, **study.outputs(template)}
    step = chosen.get("output_step")
    length = len(chosen["outputs"]) if chosen.get("outputs") else template.duration / step if step else 400
    width = 2 * template.near.x.size + len(study.signals)
    size = min(SECONDS / each, LARGEST / (8.0 * length * width), most)
    return max(least, int(size) // least * least)


def _seconds(study: Study, samples: int) -> float:
    began = time.perf_counter()
    compute_block(study, 0, samples)
    return time.perf_counter() - began


def run_embedded(
    study: Study, store: Store, todo: Sequence[int], report: Report | None = None, threads: int | None = None
) -> None:
    """Compute blocks in this process. An interruption ends after the blocks that are under way; the rest is left for later."""
    workers = threads or os.cpu_count() or 1
    ranges = blocks_of(len(study), store.block)
    inner = 1 if len(todo) >= workers else workers
    outer = workers if inner == 1 else 1
    meter = Meter(study, store, todo, report)
    waiting = deque(todo)
    running: dict[Future[Block], int] = {}
    with warnings.catch_warnings(), ThreadPoolExecutor(outer) as pool:
        warnings.simplefilter("ignore")
        try:
            while waiting or running:
                while waiting and len(running) < outer + 1:
                    number = waiting.popleft()
                    running[pool.submit(compute_block, study, *ranges[number], inner)] = number
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    meter.count(store.write(running.pop(future), future.result()))
        except BaseException:
            for future in running:
                future.cancel()
            raise
