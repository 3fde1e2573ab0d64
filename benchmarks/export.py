"""Machines in other tools: FMUs of ready machines, run by FMPy, against biela's own runs; the C export's time for a step.

For every machine and both versions of the standard: problems that `fmpy.validate_fmu` finds; the largest difference of the main
signals between co-simulation and biela's own run with the same method, and between model exchange (CVODE at 1e-8, the first
second) and an accurate run, and what CVODE alone errs by there (`_peers/importer.py`); that of the directional derivatives of all
rates from the complex step; CPU time and size of the export.
Then the memory that instances leave behind, and the time of a step of the four-bar in C against that of biela's compiled loop.

With libcosim (pip install libcosimpy), a second importer runs the co-simulation of FMI 2, too. A machine that has no form in C is
listed with what it says. Needs the extra `fmi`.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.validation import validate_fmu

from _common import arguments, print_summary, print_table
from _peers import importer
from biela import library
from biela.base.errors import BielaError
from biela.export.fmu import fmu
from biela.export.folder import c_files
from biela.export.prepared import Export, prepare
from biela.kernel.arithmetic import NUMPY, Arithmetic, common
from biela.kernel.tape import evaluate, read_tape
from biela.simulation.history import History

COLUMNS = ("machine", "FMI", "problems", "co-simulation", "exchange", "importer alone", "derivatives", "libcosim", "export", "size")
SECOND = 1.0
TOLERANCE = 1e-8
"""Of the importer, in model exchange."""
MOVED = 0.3
"""Where derivatives are compared, in parts of the case: many machines start on a kink, with bodies at rest and valves centred."""
COMPLEX: dict[str, Callable[..., Any]] = {
    "fma": lambda a, b, c: a * b + c, "fms": lambda a, b, c: a * b - c, "fnma": lambda a, b, c: c - a * b,
    "fabs": lambda a: a if a.real >= 0 else -a, "lt": lambda a, b: 1.0 * (a.real < b.real),
    "le": lambda a, b: 1.0 * (a.real <= b.real), "eq": lambda a, b: 1.0 * (a.real == b.real),
    "ne": lambda a, b: 1.0 * (a.real != b.real), "fmin": lambda a, b: a if a.real <= b.real else b,
    "fmax": lambda a, b: a if a.real >= b.real else b, "sign": lambda a: float(np.sign(a.real)),
    "if_else_zero": lambda a, b: b if a.real != 0 else 0.0,
    "atan2": lambda a, b: complex(np.arctan2(a.real, b.real), (a.imag * b.real - b.imag * a.real) / (a.real**2 + b.real**2)),
}  # fmt: skip
"""Operations on real numbers with a small imaginary part: it never decides, and a sign never takes it away."""
QUICK = ("pendulum", "four-bar", "coupled-pendulums")
TIMER = """
#include <stdio.h>
#include <time.h>
#include "machine.h"
static Machine m;
int main(void)
{
    double best = 1e9;
    for (int k = 0; k < 5; k++) {
        machine_start(&m, 0, 10);
        const clock_t began = clock();
        machine_advance(&m, 10);
        const double spent = (double)(clock() - began) / CLOCKS_PER_SEC;
        if (spent < best) best = spent;
    }
    printf("%.9g", best);
    return 0;
}
"""


def co_simulation_error(path: Path, export: Export) -> float:
    """Largest difference of a main signal to biela's own run, relative to its range where that is above one."""
    case = export.case
    history = case.simulate()
    names, step = export.main_signals, float(history.t[1] - history.t[0])
    span = {"start_time": float(history.t[0]), "stop_time": float(history.t[-1]), "output_interval": step}
    got = fmpy.simulate_fmu(str(path), fmi_type="CoSimulation", output=names, **span)
    n = min(len(got), len(history.t))
    return max(float(np.abs(got[s][:n] - history[s][:n]).max() / max(1.0, np.abs(history[s]).max())) for s in names)


def spent() -> float:
    """CPU time of this process and of the compilers it has called [s]."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


def accurate(export: Export) -> History:
    """The first second, or all of a shorter case, at a hundred times and as accurately as the method can."""
    span = min(SECOND, export.case.duration)
    tight: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13} if export.ready.method.fixed_step is None else {}
    return export.case.simulate(span, output_step=span / 100, **tight)


def largest_error(got: Any, history: History, names: list[str]) -> float:
    """Largest difference of signals at the same times, relative to their range where that is above one."""
    return max(float(np.abs(got[s] - history[s]).max() / max(1.0, np.abs(history[s]).max())) for s in names)


def exchange_error(path: Path, export: Export) -> float:
    """The same for model exchange, where the importer integrates, against an accurate run. One row for each output: those that FMPy
    adds before events are left out."""
    history = accurate(export)
    got = fmpy.simulate_fmu(
        str(path), fmi_type="ModelExchange", output=export.main_signals, start_time=float(history.t[0]),
        stop_time=float(history.t[-1]), output_interval=float(history.t[1] - history.t[0]), relative_tolerance=TOLERANCE,
        record_events=False,
    )  # fmt: skip
    if got["time"].shape != history.t.shape or np.abs(got["time"] - history.t).max() > 1e-9:
        raise ValueError(f"{len(got)} rows at other times than the {len(history.t)} asked for")
    return largest_error(got, history, export.main_signals)


def importer_error(export: Export) -> float:
    """What the importer's integrator errs by on the same machine with loops that never open."""
    history = accurate(export)
    return largest_error(importer.run(export, history.t, TOLERANCE), history, export.main_signals)


def directions(n: int) -> list[np.ndarray]:
    """Directions of the state, most of which open the loops."""
    return [np.cos(np.arange(n) * (k + 1.0)) for k in range(4)]


def derivative_error(path: Path, export: Export) -> float:
    """Largest difference of a directional derivative of the rates from the complex step, over the largest of them."""
    n, t0 = len(export.states), export.ready.t0
    plain = read_tape(export.ready.functions._function("rates"))
    complex_numbers = Arithmetic(complex, common(complex) | NUMPY | COMPLEX, complex)
    states, rates = list(range(1, n + 1)), list(range(n + 1, 2 * n + 1))
    with tempfile.TemporaryDirectory() as folder:
        unpacked = fmpy.extract(str(path), folder)
        description = fmpy.read_model_description(unpacked)
        one = fmpy.instantiate_fmu(unpacked, description, "CoSimulation")
        if description.fmiVersion == "2.0":
            one.setupExperiment(startTime=t0)
            one.enterInitializationMode()
        else:
            one.enterInitializationMode(startTime=t0)
        one.exitInitializationMode()
        step = MOVED * export.case.duration
        one.doStep(currentCommunicationPoint=t0, communicationStepSize=step)
        x = np.array((one.getReal if description.fmiVersion == "2.0" else one.getFloat64)(states))
        worst = 0.0
        for seed in directions(n):
            got = np.array(one.getDirectionalDerivative(rates, states, list(seed)))
            moved: list[Any] = [[t0 + step], x + 1e-30j * seed, export.u, export.p]
            exact = np.asarray(evaluate(plain, moved, complex_numbers)[0]).imag / 1e-30
            worst = max(worst, float(np.abs(got - exact).max() / max(1.0, np.abs(exact).max())))
        one.freeInstance()
    return worst


def other_importer(path: Path, export: Export) -> str:
    """`co_simulation_error` by libcosim, in a process of its own, since it logs all that it does."""
    if importlib.util.find_spec("libcosimpy") is None:
        return ""
    history = export.case.simulate()
    step, rows = float(history.t[1] - history.t[0]), min(len(history.t) - 1, 100)
    given = [sys.executable, str(Path(__file__).parent / "_peers" / "libcosim_run.py"), str(path), repr(step), str(rows)]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if not found:
        return f"exit code {done.returncode}"
    result = json.loads(found[0].removeprefix("RESULT "))
    off = [
        np.abs(np.array(column) - history[name][1 : rows + 1]).max() / max(1.0, np.abs(history[name]).max())
        for name, column in result.items()
    ]
    return f"{max(off):.1e}"


def attempt(function: Callable[..., Any], *given: Any) -> str:
    """A figure, or why there is none."""
    try:
        found = function(*given)
    except Exception as error:  # one machine must not end the others
        return f"{type(error).__name__}: {error}"[:60]
    return found if isinstance(found, str) else f"{found:.1e}"


def instances(path: Path, count: int, steps: int) -> float:
    """Memory that `count` instances leave behind after they were freed, and `steps` steps of one [MB]."""
    with tempfile.TemporaryDirectory() as folder:
        unpacked = fmpy.extract(str(path), folder)
        description = fmpy.read_model_description(unpacked)
        one = fmpy.instantiate_fmu(unpacked, description, "CoSimulation")
        one.setupExperiment(startTime=0.0)
        one.enterInitializationMode()
        one.exitInitializationMode()
        spent = []
        for _ in range(2):  # what the first round takes, the second must find again
            many = [one.fmi2Instantiate(b"it", 1, description.guid.encode(), b"", one.callbacks, 0, 0) for _ in range(count)]
            assert all(many)
            for other in many:
                one.fmi2FreeInstance(other)
            spent.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        for k in range(steps):
            one.doStep(currentCommunicationPoint=k * 1e-3, communicationStepSize=1e-3)
        spent.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        one.terminate()
        one.freeInstance()
    return spent[-1] - spent[0]


def step_time() -> tuple[float, float]:
    """Time of a step of the four-bar, RK4 at 1 ms: in C, and in biela's loop [µs]."""
    case = library.get("four-bar")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in c_files(prepare(case, method="rk4", step=1e-3)).items():
            (Path(folder) / name).write_text(text)
        (Path(folder) / "timer.c").write_text(TIMER)
        build = ["cc", "-std=c99", "-O3", "-march=native", "machine.c", "timer.c", "-lm", "-o", "timer"]
        subprocess.run(build, cwd=folder, check=True)
        c = float(subprocess.run([f"{folder}/timer"], capture_output=True, text=True, check=True).stdout)
    own = min(case.simulate(method="rk4", step=1e-3, output_step=1.0).wall_time for _ in range(5))
    return c * 1e6 / 10_000, own * 1e6 / 10_000


def main() -> None:
    """Print the tables."""
    parser = arguments(__doc__)
    parser.add_argument("--fmus", action="store_true", help="the table of FMUs alone")
    parser.add_argument("machines", nargs="*", help="ready machines; all of them if omitted")
    options = parser.parse_args()
    names = options.machines or (QUICK if options.quick else library.names())
    rows: list[tuple[str, ...]] = []
    worst, problems, exported = 0.0, 0, 0
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "machine.fmu"
        for name in names:
            try:
                ready = prepare(library.get(name))
            except BielaError as error:
                rows.append((name, "", str(error)))
                print(*rows[-1], flush=True)
                continue
            for version in (2, 3):
                began = spent()
                try:
                    image = fmu(ready, version)
                except BielaError as error:
                    rows.append((name, f"{version}", str(error)))
                    print(*rows[-1], flush=True)
                    break
                path.write_bytes(image)
                took = spent() - began
                found, error_ = validate_fmu(str(path)), co_simulation_error(path, ready)
                problems, worst, exported = problems + len(found), max(worst, error_), exported + 1
                row = (
                    name, f"{version}", f"{len(found)}", f"{error_:.1e}", attempt(exchange_error, path, ready),
                    attempt(importer_error, ready) if version == 2 else "", attempt(derivative_error, path, ready),
                    attempt(other_importer, path, ready) if version == 2 else "",
                    f"{took:.1f} s", f"{len(image) / 1e6:.2f} MB",
                )  # fmt: skip
                rows.append(row)
                print(*row, flush=True)
        full = [row for row in rows if len(row) == len(COLUMNS)]
        print_table("FMUs", COLUMNS, full)
        for name, *_, why in (row for row in rows if len(row) < len(COLUMNS)):
            print(f"{name}: {why}")
        if options.fmus:
            return
        path.write_bytes(fmu(prepare(library.get("four-bar"), method="rk4", step=1e-3)))
        left = instances(path, 1000, 10_000 if options.quick else 1_000_000)
    c, own = step_time()
    print(f"\n1000 instances and many steps leave {left:.1f} MB; a step of the four-bar: C {c:.3f} µs, biela {own:.3f} µs")
    print_summary("export", fmus=exported, problems=problems, co_simulation=worst, left_mb=left, step_c=c, step_ratio=c / own)


if __name__ == "__main__":
    main()
