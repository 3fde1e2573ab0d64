"""Studies of many machines: a sample next to one of a plain batch, blocks on Dask, and statistics of known cases.

One million four-bars (a hundred thousand with --quick) over 0.5 s at 1 ms, four measures each. The plain batch computes as many, in
batches of 20 000, half of them before the study and half after it: a mean is compared with a mean. `over_best` compares the study
with the best of these batches, as if the processor had its best second all the time.

Dask and this process compute the same samples in turn, in blocks of the same size (about a second). `dask_over_embedded` is
the median of the ratios of their rates, `…_least` and `…_most` the smallest and the largest. Rates are those between the end of the
first blocks, when workers have started and compiled their machine (`dask_start_s` says how long that takes), and the end of
the last one. `dask_over_embedded_cpu` compares the CPU time of all processes, with scheduler and client, which other programs
disturb less.
"""

from __future__ import annotations

import os
import resource
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
import psutil

import biela
from _common import arguments, print_summary, print_table
from biela import library
from biela.study.cluster import Cluster
from biela.study.definition import Study, study_of
from biela.study.run import Progress, run_study
from biela.study.samples import Samples, draw, unit_design
from biela.study.sensitivity import effects
from biela.study.store import open_folder

STEP, DURATION, BATCH = 1e-3, 0.5, 20_000
MEASURES = ["max(A.rate)", "min(A.rate)", "rms(D.rate)", "A.angle at 0.25s"]


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    count = 100_000 if quick else 1_000_000
    settings = {"method": "rk4", "step": STEP, "output_step": 0.02}
    case = library.get("four-bar")
    rows = []

    samples = draw({"crank_length": "~normal(0.4, 0.01)", "density": "~normal(1, 0.05)"}, count, seed=1)
    study = study_of(case, samples, MEASURES, duration=DURATION, settings=settings)
    steps = count * round(DURATION / STEP)
    batches = _plain_batches(study, count // 2)
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = perf_counter(), process_time()
        done = run_study(study, Path(folder) / "embedded")
        wall, cpu = perf_counter() - wall, process_time() - cpu
        assert done.counts == {"done": count}
        embedded = steps / wall
        batches = np.vstack([batches, _plain_batches(study, count // 2)])
        each = BATCH * round(DURATION / STEP)
        plain, best = each / batches[:, 0].mean(), each / batches[:, 0].min()
        plain_cpu = batches[:, 1].mean() / BATCH
        rows.append(["plain batches of the same machines", f"{count}", f"{plain / 1e6:.2f}", f"{plain_cpu * 1e6:.1f}"])
        study_cpu = cpu / count
        rows.append(["study, embedded", f"{count}", f"{embedded / 1e6:.2f}", f"{study_cpu * 1e6:.1f}"])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    workers, pairs = os.cpu_count() or 1, 2 if quick else 5
    part = study_of(case, _first(samples, count // pairs), MEASURES, duration=DURATION, settings=settings)
    turns = [_turn(part, part.block_size(workers), workers) for _ in range(pairs)]
    for name, k in (("in turn: embedded", 0), (f"in turn: {workers} Dask workers", 1)):
        rate, spent = (float(np.median([getattr(turn[k], what) for turn in turns])) for what in ("rate", "cpu"))
        rows.append([name, f"{pairs} × {len(part)}", f"{rate * DURATION / STEP / 1e6:.2f}", f"{spent * 1e6:.1f}"])
    ratios = [dask.rate / here.rate for here, dask in turns]
    cpu_ratios = [here.cpu / dask.cpu for here, dask in turns]
    heavy = 64 if quick else 10_000
    excavator = study_of(
        library.get("excavator"),
        draw({"bucket_load": "~uniform(400, 1200)"}, heavy, seed=1),
        ["max(boom_cylinder.force)"],
        duration=5.0,
    )
    excavator.first.near  # noqa: B018 (derived and compiled before it is timed)
    cpu, wall = process_time(), perf_counter()
    run_study(excavator)
    cpu, wall = (process_time() - cpu) / heavy, (perf_counter() - wall) / heavy
    rows.append(["excavator, 5 s", f"{heavy}", "", f"{cpu * 1e6:.0f}"])
    print_table("Studies", ["study", "samples", "million steps/s", "CPU µs/sample"], rows)
    error, coverage = _known_cases(50 if quick else 200)
    print_summary(
        "sweep", over_batch=embedded / plain, over_best=embedded / best, cpu_over_batch=plain_cpu / study_cpu,
        dask_over_embedded=np.median(ratios), dask_over_embedded_least=min(ratios), dask_over_embedded_most=max(ratios),
        dask_over_embedded_cpu=np.median(cpu_ratios), dask_start_s=np.median([dask.start for _, dask in turns]),
        memory_GB=memory, excavator_ms=1e3 * cpu, excavators_per_s=1 / wall, ishigami_error=error, coverage=coverage,
    )  # fmt: skip


class Turn(NamedTuple):
    """Samples per second, CPU time per sample of all processes [s], and the time until the first blocks were done [s]."""

    rate: float
    cpu: float
    start: float


def _first(samples: Samples, count: int) -> Samples:
    return replace(samples, columns={name: x[:count] for name, x in samples.columns.items()})


def _turn(study: Study, block: int, workers: int) -> tuple[Turn, Turn]:
    """A study in this process, then the same on Dask workers, with blocks of the same size."""
    found = []
    for cluster in (None, Cluster(workers)):
        marks: list[tuple[int, float, float]] = []

        def look(p: Progress, marks: list[tuple[int, float, float]] = marks) -> None:
            if p.done == p.total or p.done >= min(2 * workers * block, p.total // 2) and not marks:
                marks.append((p.done, perf_counter(), _cpu()))

        with tempfile.TemporaryDirectory() as folder:
            open_folder(study, Path(folder), block)
            began = perf_counter()
            run_study(study, Path(folder), cluster=cluster, progress=look)
        (first, start, spent), (last, end, spent_then) = marks[0], marks[-1]
        found.append(Turn((last - first) / (end - start), (spent_then - spent) / (last - first), start - began))
    return found[0], found[1]


def _cpu() -> float:
    """CPU time of this process and its children [s]."""
    process = psutil.Process()
    times = [p.cpu_times() for p in (process, *process.children(recursive=True))]
    return float(sum(t.user + t.system for t in times))


def _plain_batches(study: Study, count: int) -> np.ndarray:
    """(n, 2) wall and CPU time [s] of plain batches of the study's machines, on all cores, their loops closed beforehand."""
    machine, columns = study.first, {name: x[:BATCH] for name, x in study.samples.columns.items()}
    P = machine.parameters(columns, BATCH)
    X, _ = machine.starts(columns, P)
    values = dict(zip(machine.mechanism.parameters, P.T, strict=True))
    found = []
    for _ in range(1 + count // BATCH):  # the first compiles
        began, spent = perf_counter(), process_time()
        biela.simulate_batch(machine.mechanism, X, DURATION, parameters=values, method="rk4", step=STEP, output_step=DURATION)
        found.append((perf_counter() - began, process_time() - spent))
    return np.array(found[1:])


def _known_cases(seeds: int) -> tuple[float, float]:
    """Largest error of Ishigami's indices; share of 95 % intervals that hold the indices of a linear function."""
    u = unit_design("saltelli", 3, 16_384, 5)
    x = (2 * u - 1) * np.pi
    y = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    V = 49 / 8 + 0.1 * np.pi**4 / 5 + 0.01 * np.pi**8 / 18 + 0.5
    exact = {"a": 0.5 * (1 + 0.1 * np.pi**4 / 5) ** 2 / V, "b": 49 / 8 / V, "c": 0.0}
    both = 0.01 * np.pi**8 * (1 / 18 - 1 / 50) / V
    total = {"a": exact["a"] + both, "b": exact["b"], "c": both}
    found = effects("saltelli", ["a", "b", "c"], 16_384, 5, y)
    error = max(max(abs(e.first - exact[e.name]), abs(e.total - total[e.name])) for e in found)
    from scipy.stats import norm

    slopes, hits, total = np.array([1.0, 2.0, 3.0]), 0, 0
    shares = slopes**2 / (slopes**2).sum()
    for seed in range(seeds):
        u = unit_design("saltelli", 3, 512, seed + 1)
        for e in effects("saltelli", ["0", "1", "2"], 512, seed + 1, norm.ppf(u) @ slopes, seed + 1):
            hits += abs(e.first - shares[int(e.name)]) <= e.first_interval
            total += 1
    return error, hits / total


if __name__ == "__main__":
    main()
