"""Many machines at once: mechanism-steps per second of four-bars stepped together, RK4 with projection.

Beside it the same machines one after the other, in the same run.
"""

from __future__ import annotations

import os
from time import perf_counter, process_time

import numpy as np

import biela
from _common import arguments, print_summary, print_table
from biela import library

STEP = 1e-3


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    N, duration, repeats = (10_000, 0.1, 3) if quick else (10_000, 0.5, 5)
    m = library.get("four-bar").build()
    starts = [m.assemble({"A": angle}, guess={"A": angle, "D": 1.2}) for angle in np.linspace(0.3, 1.2, 50)]
    X = np.array([starts[i % len(starts)].x for i in range(N)])
    options = {"method": "rk4", "step": STEP, "output_step": duration}
    steps = N * round(duration / STEP)

    biela.simulate_batch(m, X[:64], STEP, **{**options, "output_step": STEP})
    rows, rates = [], {}
    for threads in (1, os.cpu_count() or 1):
        best = (np.inf, np.inf)
        for _ in range(repeats):
            wall, cpu = perf_counter(), process_time()
            batch = biela.simulate_batch(m, X, duration, threads=threads, **options)
            best = min(best, (perf_counter() - wall, process_time() - cpu))
        assert all(status == "done" for status in batch.status)
        rates[threads] = steps / best[0]
        cost = [f"{steps / best[0] / 1e6:.2f}", f"{best[1] / steps * 1e9:.0f}"]
        rows.append([f"batch, {threads} thread(s)", "RK4, projected", *cost])
    alone = 200
    single = biela.simulate(m, starts[0], 10.0, method="rk4", step=STEP, output_step=10.0)
    wall, cpu = perf_counter(), process_time()
    for k in range(alone):
        single = biela.simulate(m, starts[k % len(starts)], 10.0, method="rk4", step=STEP, output_step=10.0)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    count = alone * single.steps
    rows.append(["one by one, 10 s each", "RK4, projected", f"{count / wall / 1e6:.2f}", f"{cpu / count * 1e9:.0f}"])
    print_table(f"{N} four-bars, {duration} s at {STEP * 1e3:g} ms", ["how", "method", "million steps/s", "CPU ns/step"], rows)
    many = rates[max(rates)]
    print_summary("batch", million_steps_per_s=many / 1e6, single_thread=rates[1] / 1e6, gain=many / (count / wall))


if __name__ == "__main__":
    main()
