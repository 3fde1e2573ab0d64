"""The excavator's ten seconds under control, beside scipy's stiff solvers on the same kernels; and 200 of them at once.

Twice: as published (constant pump pressure, printed friction, swing inactive), and improved (limited pumps and valves, end
stops, two-line swing). Errors are the largest over the run against biela at rtol 1e-10: extensions in mm, pressures as a
share of each chamber's largest. Everything is compiled before any clock starts.
"""

from __future__ import annotations

import warnings
from time import perf_counter, process_time
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from _common import Timing, arguments, print_summary, print_table
from biela.library import excavator
from biela.library.excavator import data
from biela.state.functions import functions_of

DURATION, OUTPUT = 10.0, 0.01
RTOL, ATOL = 1e-6, 1e-8
PARTS = ("boom", "arm", "bucket")
EXTENSIONS = [f"{part}_cylinder.extension" for part in PARTS]


def main() -> None:
    warnings.simplefilter("ignore")  # the improved machine's valves reach their ends, and say so
    quick = arguments(__doc__).parse_args().quick
    repeats, machines = 3 if quick else 7, 200
    rows, least, worst = [], np.inf, [0.0, 0.0]
    for label, m in (
        ("published", excavator.published(swing=False)),
        ("improved, swing", excavator.improved(work=False, bucket_load=0.0)),
    ):
        state = excavator.pose(m)
        reference = m.simulate(state, DURATION, method="rosenbrock", rtol=1e-10, atol=1e-12, output_step=OUTPUT)
        chambers = [n for n in pressures(m) if n in reference]

        def errors(get: Any, reference: Any = reference, chambers: Any = chambers) -> list[float]:
            mm = max(np.abs(get(n) - reference[n]).max() for n in EXTENSIONS) * 1e3
            share = max(np.abs(get(n) - reference[n]).max() / np.abs(reference[n]).max() for n in chambers)
            return [float(mm), float(share)]

        options = {"method": "rosenbrock", "rtol": RTOL, "atol": ATOL, "output_step": OUTPUT}
        timing, run = timed(lambda m=m, state=state, options=options: m.simulate(state, DURATION, **options), repeats)
        own = errors(lambda n, run=run: run[n])
        rows.append(row(label, "biela, rosenbrock", timing, own, run.steps))
        least, worst = min(least, DURATION / timing.cpu), [max(a, b) for a, b in zip(worst, own, strict=True)]
        inner = run.wall_time
        rows.append([label, "  integration alone", "", f"{1e3 * inner:.1f}", f"{DURATION / inner:.0f}", "", "", ""])
        for method in ("Radau", "LSODA"):
            timing, found = timed(lambda m=m, state=state, method=method: peer(m, state, method), 1)
            rows.append(row(label, f"scipy {method}", timing, errors(signals(m, state, found)), found.nfev))
    head = ["machine", "solver", "CPU ms", "wall ms", "× real time", "mm", "pressure", "steps or calls"]
    print_table(f"excavator, {DURATION:g} s closed loop, rtol {RTOL:g}", head, rows)
    ratio, inner_ratio, one, many = batch(machines, repeats)
    print_table(
        f"{machines} excavators with other loads and gains, published manoeuvre, one thread",
        ["how", "", "CPU ms per machine", "integration ms", "part of a single run"],
        [["one by one", "rosenbrock", f"{1e3 * one[0]:.1f}", f"{1e3 * one[1]:.1f}", ""],
         ["in one batch", "rosenbrock", f"{1e3 * many[0]:.1f}", f"{1e3 * many[1]:.1f}", f"{ratio:.3f}"]],
    )  # fmt: skip
    print_summary(
        "excavator", real_time=least, error_mm=worst[0], error_pressure=worst[1], batch_part=ratio, batch_part_inner=inner_ratio,
    )  # fmt: skip


def pressures(m: Any) -> list[str]:
    names = [f"{p}_{x}" for p in PARTS for x in ("hose.pressure", "cylinder.head_pressure", "cylinder.rod_pressure")]
    return [*names, "swing_drive.pressure_a", "swing_drive.pressure_b"]


def timed(work: Any, repeats: int) -> tuple[Timing, Any]:
    """Best CPU and wall time of some runs, after one that pays for what is made once.

    Each begins when the results of the one before are gone: the operating system takes long over memory that is used for the first
    time, above all in a virtual machine, and single runs need little.
    """
    result = work()
    best = Timing(np.inf, np.inf)
    for _ in range(repeats):
        result = None
        cpu, wall = process_time(), perf_counter()
        result = work()
        best = best.best(Timing(process_time() - cpu, perf_counter() - wall))
    return best, result


def row(label: str, solver: str, timing: Timing, errors: list[float], steps: int) -> list[str]:
    speed = DURATION / timing.cpu
    return [label, solver, f"{1e3 * timing.cpu:.1f}", f"{1e3 * timing.wall:.1f}", f"{speed:.0f}", f"{errors[0]:.1e}",
            f"{errors[1]:.1e}", str(steps)]  # fmt: skip


def peer(m: Any, state: Any, method: str) -> Any:
    """scipy on biela's kernels of ẋ and ∂ẋ/∂x, with the same tolerances; pressures in their own size."""
    functions = functions_of(m)
    t, x, u, p = state.arguments()
    rates, slopes = functions["rates"], functions["jacobian"]
    nominal, counts = functions_of(m).layout.weights or (np.ones(len(x)), np.ones(len(x)))
    atol = np.where(counts > 0, ATOL * nominal, 1e30)
    times = np.linspace(0, DURATION, round(DURATION / OUTPUT) + 1)
    return solve_ivp(
        lambda t, x: np.ravel(rates(t, x, u, p)), (0, DURATION), x, method, times, rtol=RTOL, atol=atol, max_step=OUTPUT * 10,
        jac=lambda t, x: np.asarray(slopes(t, x, u, p)[0]).reshape(len(x), len(x)),
    )  # fmt: skip


def signals(m: Any, state: Any, found: Any) -> Any:
    """Read signals from states that scipy found."""
    from biela.state.state import LEVELS, signal_names

    functions = functions_of(m)
    _, _, u, p = state.arguments()
    table = signal_names(functions)
    levels = {k: np.asarray(functions[LEVELS[k]].batch(found.t[:, None], found.y.T.copy(), u, p)) for k in (0, 1)}
    return lambda name: levels[table[name][0]].reshape(len(found.t), -1)[:, table[name][1]]


def batch(count: int, repeats: int) -> tuple[float, float, tuple[float, float], tuple[float, float]]:
    """CPU time for each machine of a batch against a single run: whole call, and integration alone."""
    m = excavator.published(swing=False, friction="absolute", load=None, tunable=True, bucket_load=True)
    rng = np.random.default_rng(3)
    gains = {f"{p}_{k}": data.CYLINDERS[f"{p}_cylinder"].gains[i] for p in PARTS for i, k in enumerate(("kp", "kd"))}
    values: dict[str, Any] = {name: g * rng.uniform(0.6, 1.0, count) for name, g in gains.items()}
    values["bucket_load"] = rng.uniform(0, 1500, count)
    state = excavator.pose(m)
    options: dict[str, Any] = {"method": "rosenbrock", "rtol": RTOL, "atol": ATOL, "output_step": OUTPUT}
    picks = rng.choice(count, 8, replace=False)

    def alone() -> list[Any]:
        return [m.simulate(state, DURATION, parameters={k: float(v[i]) for k, v in values.items()}, **options) for i in picks]

    def together() -> Any:
        return m.simulate_batch(state, DURATION, parameters=values, threads=1, **options)

    one, runs = timed(alone, repeats)
    many, result = timed(together, repeats)
    assert all(s == "done" for s in result.status)
    for k, i in enumerate(picks):
        for name in EXTENSIONS:
            assert np.abs(result[name][:, i] - runs[k][name]).max() < 1e-4, "batch and single runs differ"
    single = (one.cpu / len(picks), float(np.mean([r.wall_time for r in runs])))
    each = (many.cpu / count, result.wall_time / count)
    return each[0] / single[0], each[1] / single[1], single, each


if __name__ == "__main__":
    main()
