"""How cost grows with size: open chains whose hinge axes are alternately z and y.

Measures CPU time per step (RK4) and per body from 10 to 500 links, compilation, and how long a new process needs from
description to callable kernel when the cache is warm.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

import numpy as np

import biela
from _common import arguments, measure, print_summary, print_table
from biela.runtime.system import Formulation, system_of
from biela.simulation.integrator.driver import integrate
from biela.simulation.integrator.rk4 import RK4
from biela.state.functions import functions_of

SIZES = (10, 20, 50, 100, 200, 500)

WARM = """
import sys
from time import perf_counter
sys.path.insert(0, {folder!r})
import biela, casadi, numba
from biela.state.functions import functions_of
from scaling import chain
began = perf_counter()
functions_of(chain({links}))["rates"].address
print(perf_counter() - began)
"""


def chain(links: int) -> biela.Mechanism:
    """Rods of 1 m and 1 kg, hinged end to end."""
    m = biela.Mechanism(f"chain of {links}", gravity=(0, -9.81, 0))
    inner = m.ground
    for i in range(links):
        rod = m.body(f"rod_{i}", mass=1.0, com=(0.5, 0, 0), inertia=biela.cylinder(1.0, 0.02, 1.0, axis="x"))
        m.revolute(
            f"hinge_{i}",
            inner,
            rod,
            parent_point=(1.0 if i else 0.0, 0, 0),
            axis=(0, 0, 1) if i % 2 == 0 else (0, 1, 0),
        )
        inner = rod
    return m


def cost(links: int, steps: int, repeats: int) -> tuple[float, float, float, int]:
    """CPU time of a step [s], derivation and compilation time [s], instructions."""
    began = perf_counter()
    functions = functions_of(chain(links))
    instructions = functions["rates"].instructions
    derived = perf_counter()
    system = system_of(functions, [])
    ready = perf_counter()
    start = biela.assemble(functions.mechanism)
    empty, end = np.zeros(0), np.array([steps * 1e-4])

    def work(_: None) -> object:
        return integrate(system, RK4(1e-4), 0.0, start.x, empty, empty, end, formulation=Formulation.PLAIN)

    work(None)
    timing, _ = measure(lambda: None, work, repeats)
    return timing.cpu / steps, derived - began, ready - derived, instructions


def warm_start(links: int) -> float:
    """In a new process, imports apart: from description to callable kernel [s]."""
    code = WARM.format(folder=os.path.dirname(os.path.abspath(__file__)), links=links)
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    best = min(float(run.stdout) for run in runs)
    return best


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    sizes = tuple(n for n in SIZES if n <= 200) if quick else SIZES
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BIELA_CACHE_DIR"] = folder  # so that compilation is measured, not the cache
        rows, per_body, compile_100 = [], {}, 0.0
        for links in sizes:
            step, derive, build, instructions = cost(links, max(20, 20_000 // links), 3 if quick else 7)
            per_body[links] = step / links
            if links == 100:
                compile_100 = derive + build
            times = [f"{derive:.2f}", f"{build:.2f}", f"{step * 1e6:.2f}", f"{step / links * 1e9:.1f}"]
            rows.append([str(links), str(instructions), *times])
        warm = warm_start(100)
    header = ["links", "instructions", "derive [s]", "compile [s]", "RK4 step, CPU [µs]", "per body [ns]"]
    print_table("Open chain, hinge axes alternately z and y", header, rows)
    flatness = max(per_body.values()) / min(per_body.values())
    print(f"\n100 links, new process, warm cache: {warm * 1e3:.0f} ms from description to callable kernel")
    print_summary("scaling", flatness=flatness, compile_100_s=compile_100, warm_100_s=warm)


if __name__ == "__main__":
    main()
