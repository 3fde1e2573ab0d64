"""What a million excavators cost on 10, 100 and 1 000 workers: costs measured here, a cluster simulated from them.

Measured: the time of a sample, of storing a block and each of its bytes, of a Dask task that does nothing and of a byte that it
returns, and of deriving and compiling the machine.
Simulated: a scheduler that serves one task after the other, workers that compile first, and a store that takes some writes at once.
"""

from __future__ import annotations

import heapq
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from _common import arguments, print_summary, print_table
from biela import library
from biela.study.block import Block, compute_block
from biela.study.definition import Study, study_of
from biela.study.samples import draw
from biela.study.store import open_folder

SAMPLES = 1_000_000
WORKERS = (10, 100, 1_000, 10_000)
WRITERS = 16
"""Blocks that a shared file system takes at once."""
SERIES, POINTS = "boom_cylinder.force", 20_001
"""What is also kept over time, and at how many times, where the cost of a byte is measured."""
LARGE = 20_000_000
"""Bytes that a task returns there."""


def simulate(workers: int, blocks: int, block: float, task: float, write: float, compile_: float, seed: int = 0) -> float:
    """Time until the last block is stored [s]; blocks take their mean time, spread by 10 %."""
    rng = np.random.default_rng(seed)
    free = [(compile_ * (1 + 0.1 * rng.random()), k) for k in range(workers)]
    heapq.heapify(free)
    store = [0.0] * WRITERS
    scheduler = end = 0.0
    for _ in range(blocks):
        ready, worker = heapq.heappop(free)
        scheduler = max(scheduler, ready) + task  # one task at a time
        computed = scheduler + block * (1 + 0.1 * rng.standard_normal())
        begun = max(computed, heapq.heappop(store))
        heapq.heappush(store, begun + write)
        heapq.heappush(free, (begun + write, worker))
        end = max(end, begun + write)
    return end


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    count = 64 if quick else 256
    began = process_time()
    study = study_of(
        library.get("excavator"), draw({"bucket_load": "~uniform(400, 1200)"}, count), ["max(boom_cylinder.force)"], duration=5.0
    )
    compute_block(study, 0, 8)
    compile_ = process_time() - began
    began = process_time()
    result = compute_block(study, 0, count)
    sample = (process_time() - began) / count
    size = max(64, round(1.0 / sample / 64) * 64)
    write, size_on_disk = _write_cost(study, result)
    kept = replace(study, series=(SERIES,), points=POINTS)
    more = replace(result, series={SERIES: np.random.default_rng(0).standard_normal((count, POINTS))})
    byte = max(_write_cost(kept, more)[0] - write, 0.0) / (8 * count * POINTS)
    task, sent = _task_cost(200 if quick else 1_000)
    rows, times = [], {}
    blocks = -(-SAMPLES // size)
    for workers in WORKERS:
        times[workers] = simulate(workers, blocks, size * sample, task, write, compile_)
        ideal = SAMPLES * sample / workers
        rows.append([
            f"{workers}", f"{times[workers]:.0f}", f"{ideal / times[workers]:.2f}", f"{workers * times[workers] / 3600:.1f}",
            f"{blocks * task:.0f}",
        ])  # fmt: skip
    print_table(
        f"{SAMPLES} excavators, 5 s each, blocks of {size}",
        ["workers", "time [s]", "efficiency", "core hours", "scheduler alone [s]"],
        rows,
    )
    print_summary(
        "scale", sample_ms=1e3 * sample, block_s=size * sample, task_ms=1e3 * task, write_ms=1e3 * write, compile_s=compile_,
        stored_ns_per_byte=1e9 * byte, sent_ns_per_byte=1e9 * sent,
        bytes_per_block=size_on_disk, hours_10=times[10] / 3600, minutes_100=times[100] / 60, minutes_1000=times[1_000] / 60,
    )  # fmt: skip


def _write_cost(study: Study, block: Block) -> tuple[float, int]:
    """Time that storing a block takes [s], the shortest of ten, and its bytes on disk."""
    with tempfile.TemporaryDirectory() as folder:
        store, times = open_folder(study, Path(folder), len(study)), []
        for _ in range(10):
            began = perf_counter()
            store.write(0, block)
            times.append(perf_counter() - began)
        return min(times), sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())


def _nothing(k: int, size: int = 0) -> bytes:
    return bytes(size)


def _task_cost(count: int) -> tuple[float, float]:
    """Time that a Dask scheduler and a worker spend on a task that does nothing, and on a byte that it returns [s]."""
    from distributed import Client, LocalCluster

    with LocalCluster(1, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        client.gather(client.map(_nothing, range(10), pure=False))
        began = perf_counter()
        client.gather(client.map(_nothing, range(count), pure=False))
        task = (perf_counter() - began) / count
        times = []
        for size in (0, LARGE):
            began = perf_counter()
            for k in range(10):
                client.submit(_nothing, k, size, pure=False).result()
            times.append((perf_counter() - began) / 10)
        return task, max(times[1] - times[0], 0.0) / LARGE


if __name__ == "__main__":
    main()
