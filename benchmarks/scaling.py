"""How cost grows with size: chains and branching trees of hinged rods, and ladders: parallelograms in a row, each a closed loop.

Every machine is measured in a process of its own with an empty cache: seconds from description to equations (derive) and to
machine code (compile), CPU time of an RK4 step and of its part per body, and the largest memory of the process. *Flatness* is the
largest time per body of a family divided by the smallest: 1 where the cost is proportional to the size. Last, how long a new
process needs from description to callable kernel when the cache is warm.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from time import perf_counter

import numpy as np

import biela
from _common import arguments, measure, print_summary, print_table
from biela.integrate.driver import integrate
from biela.integrate.method.rk4 import RK4
from biela.integrate.system import Formulation, system_of
from biela.library import n_four_bar
from biela.state.functions import LargeMachineWarning, functions_of

SIZES = {"chain": (10, 20, 50, 100, 200, 500, 1000, 2000), "tree": (10, 100, 500, 2000), "ladder": (2, 5, 10, 20, 50, 100)}
QUICK = {"chain": 200, "tree": 100, "ladder": 20}
"""The largest machine of a quick run."""
WARM = """
import sys
from time import perf_counter
sys.path.insert(0, {folder!r})
import biela, casadi
from biela.state.functions import functions_of
from scaling import chain
began = perf_counter()
functions_of(chain({links}))["rates"].address
print(perf_counter() - began)
"""


def chain(links: int, branches: int = 1) -> biela.Mechanism:
    """Rods of 1 m and 1 kg, hinged end to end, hinge axes alternately z and y; with `branches` of them on the end of each."""
    m = biela.Mechanism(f"chain of {links}", gravity=(0, -9.81, 0))
    rods = [m.ground]
    for i in range(links):
        rod = m.body(f"rod_{i}", mass=1.0, com=(0.5, 0, 0), inertia=biela.cylinder(1.0, 0.02, 1.0, axis="x"))
        end, axis = (1.0 if i else 0.0, 0, 0), (0, 0, 1) if i % 2 == 0 else (0, 1, 0)
        inner = 0 if i == 0 else 1 + (i - 1) // branches
        m.revolute(f"hinge_{i}", rods[inner], rod, parent_point=end, axis=axis)
        rods.append(rod)
    return m


FAMILIES = {"chain": chain, "tree": lambda links: chain(links, branches=2), "ladder": n_four_bar.build}


def cost(family: str, size: int, repeats: int) -> dict[str, float]:
    """What one machine of a family costs."""
    warnings.simplefilter("ignore", LargeMachineWarning)
    m = FAMILIES[family](size)
    began = perf_counter()
    functions = functions_of(m)
    instructions = functions["rates"].instructions
    derived = perf_counter()
    system = system_of(functions, [])
    ready = perf_counter()
    start = n_four_bar.start(m) if family == "ladder" else biela.assemble(m)
    bodies, empty = len(m.topology.links), np.zeros(0)
    steps = max(20, 20_000 // bodies)
    formulation = Formulation.PROJECTED if family == "ladder" else Formulation.PLAIN

    def work(_: None) -> object:
        return integrate(system, RK4(1e-4), 0.0, start.x, empty, empty, np.array([steps * 1e-4]), formulation=formulation)

    work(None)
    step = measure(lambda: None, work, repeats)[0].cpu / steps
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"bodies": bodies, "instructions": instructions, "derive": derived - began, "compile": ready - derived,
            "step": step, "memory": memory}  # fmt: skip


def alone(family: str, size: int, repeats: int) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, os.path.abspath(__file__), "--one", family, str(size), str(repeats)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{family} of {size} failed:\n{done.stderr}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def warm_start(links: int) -> float:
    """In a new process, imports apart: from description to callable kernel [s]."""
    code = WARM.format(folder=os.path.dirname(os.path.abspath(__file__)), links=links)
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    return min(float(run.stdout) for run in runs)


def flatness(costs: dict[int, dict[str, float]], of: Callable[[dict[str, float]], float]) -> float:
    """Largest over smallest cost per body, from machines of 20 bodies on: below, a process's own start counts."""
    per_body = [of(c) / c["bodies"] for c in costs.values() if c["bodies"] >= 20]
    return max(per_body) / min(per_body)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--one", nargs=3, help="FAMILY SIZE REPEATS: what one machine costs, as JSON")
    options = parser.parse_args()
    if options.one:
        family, size, repeats = options.one
        print(json.dumps(cost(family, int(size), int(repeats))))
        return
    found: dict[str, dict[int, dict[str, float]]] = {family: {} for family in SIZES}
    warm = 0.0
    for family, size in ((family, size) for family, sizes in SIZES.items() for size in sizes):
        if options.quick and size > QUICK[family]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["BIELA_CACHE_DIR"] = folder  # so that compilation is measured, not the cache
            found[family][size] = alone(family, size, 3 if options.quick else 7)
            if (family, size) == ("chain", 100):
                warm = warm_start(size)
    rows = [
        [family, str(size), f"{c['instructions']}", f"{c['derive']:.2f}", f"{c['compile']:.2f}", f"{c['step'] * 1e6:.2f}",
         f"{c['step'] / c['bodies'] * 1e9:.1f}", f"{c['memory']:.0f}"]
        for family, costs in found.items() for size, c in costs.items()
    ]  # fmt: skip
    header = ["family", "size", "instructions", "derive [s]", "compile [s]", "RK4 step [µs]", "per body [ns]", "memory [MB]"]
    print_table("Cold, each in a process of its own; a ladder's size is its number of loops", header, rows)
    print(f"\n100 links, new process, warm cache: {warm * 1e3:.0f} ms from description to callable kernel")
    values = {
        f"compile_{n}_s": found["chain"][n]["derive"] + found["chain"][n]["compile"] for n in (100, 500) if n in found["chain"]
    }
    values |= {f"{family}_flatness": flatness(costs, lambda c: c["step"]) for family, costs in found.items()}
    values |= {f"{family}_ready_flatness": flatness(costs, lambda c: c["derive"] + c["compile"]) for family, costs in found.items()}
    print_summary("scaling", flatness=values["chain_flatness"], warm_100_s=warm, **values)


if __name__ == "__main__":
    main()
