"""How long a user waits: `import biela`, a script that prints a point, the command with all its files, the first run.

Every measurement is a process of its own, so that it pays for everything a user pays for. *Warm* processes find the
compiled kernels and loops on disk; the *first ever* run starts with empty caches (kernels and loops, matplotlib's
fonts). The best of several runs counts: it is the one least disturbed by other programs.

The last table says where the time of the warm script goes: seconds of importing, by package.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from _common import Timing, arguments, print_summary, print_table

IMPORT = "from time import perf_counter as now; a = now(); import biela; print(now() - a)"
SCRIPT = """
import biela

m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
crank, coupler, rocker = (
    m.body(name, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(mass=length, length=length))
    for name, length in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8))
)
m.revolute("A", m.ground, crank)
m.revolute("B", crank, coupler, parent_point=(0.4, 0, 0))
m.revolute("C", coupler, rocker, parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
m.revolute("D", m.ground, rocker, parent_point=(1.0, 0, 0))
start = m.assemble({"A": 60 * biela.deg}, guess={"A": 60 * biela.deg, "B": -35 * biela.deg, "D": 100 * biela.deg})
run = m.simulate(start, duration=10.0, method="rk4", step=1e-3)
print(run["coupler.x"][-1], run["coupler.y"][-1])
"""
END = (0.36408574, -0.16565498)  # of B [m]
COMMAND = "from biela.cli import main; main()"  # what the command `biela` does
FIRST = {"first": "four-bar", "first_excavator": "excavator", "first_car": "renault-clio", "first_platform": "stewart-gough"}
TARGETS = {"import": 0.3, "script": 0.5, "run": 0.6, "excavator": 1.0, "first": 2.0} | {
    "first_excavator": 4.0, "first_car": 4.0, "first_platform": 5.0,
}  # s of CPU  # fmt: skip
MEANING = {
    "import": "import biela",
    "script": "script: four-bar, 10 s at 1 ms, prints the end",
    "run": "biela run four-bar, with all its files",
    "excavator": "biela run excavator, with all its files: networks too",
    **{key: f"biela run {machine}, first ever: empty caches" for key, machine in FIRST.items()},
}


def spend(command: Sequence[str], environment: Mapping[str, str]) -> tuple[Timing, str]:
    """CPU and wall time of a process, and what it printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True)
    wall, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return Timing(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall), done.stdout


def best_of(repeats: int, command: Sequence[str], environment: Mapping[str, str]) -> tuple[Timing, str]:
    """The best of several processes, and what the last one printed."""
    best, printed = spend(command, environment)
    for _ in range(repeats - 1):
        timing, printed = spend(command, environment)
        best = best.best(timing)
    return best, printed


def import_time(repeats: int, environment: Mapping[str, str]) -> Timing:
    """Time of `import biela` inside a running interpreter."""
    seconds = min(float(spend(["-c", IMPORT], environment)[1]) for _ in range(repeats))
    return Timing(seconds, seconds)


def empty_caches(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with nothing ever compiled or drawn."""
    names = ("BIELA_CACHE_DIR", "MPLCONFIGDIR")
    for name in names:
        (folder / name).mkdir(parents=True)
    return {**environment, **{name: str(folder / name) for name in names}}


def best_first(repeats: int, machine: str, folder: Path, environment: Mapping[str, str]) -> Timing:
    """The best of several first runs of a machine, each with caches of its own."""
    command = ["-c", COMMAND, "run", machine, "--out", f"{folder}/{machine}"]
    places = [folder / f"first_{machine}_{k}" for k in range(repeats)]
    timings = [spend(command, empty_caches(place, environment))[0] for place in places]
    return min(timings, key=lambda timing: timing.cpu)


def imports(environment: Mapping[str, str]) -> Counter[str]:
    """Seconds the warm script spends importing each package."""
    done = subprocess.run([sys.executable, "-X", "importtime", "-c", SCRIPT], env=environment, capture_output=True, text=True)
    spent: Counter[str] = Counter()
    for own, module in re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)", done.stderr):
        package = module.partition(".")[0]
        known = package in sys.stdlib_module_names or package.startswith("_")
        spent["Python itself" if known else package] += int(own) * 1e-6  # type: ignore[assignment]
    return spent


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    many, few = (3, 1) if quick else (7, 3)
    # as a user runs Python: it keeps the bytecode it has compiled
    warm = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        run, excavator = (["-c", COMMAND, "run", name, "--out", f"{folder}/{name}"] for name in ("four-bar", "excavator"))
        for command in (["-c", SCRIPT], run, excavator):
            for _ in range(3):  # fill the caches: the second run compiles what the first one interpreted
                spend(command, warm)
        script, printed = best_of(many, ["-c", SCRIPT], warm)
        error = max(abs(float(got) - want) for got, want in zip(printed.split(), END, strict=True))
        firsts = {key: best_first(few, machine, Path(folder), warm) for key, machine in FIRST.items()}
        results = {
            "import": import_time(many, warm),
            "script": script,
            "run": best_of(many, run, warm)[0],
            "excavator": best_of(many, excavator, warm)[0],
            **firsts,
        }
    bare = best_of(many, ["-c", "pass"], warm)[0]
    rows = [
        [key, MEANING[key], f"{t.wall:.3f}", f"{t.cpu:.3f}", f"{TARGETS[key]:g}", "yes" if t.cpu < TARGETS[key] else "NO"]
        for key, t in results.items()
    ]
    print_table(
        f"start-up [s], end of B off by {error:.1e} m; python alone takes {bare.wall:.3f} s",
        ["", "what", "wall", "CPU", "target", "met"],
        rows,
    )
    spent = imports(warm)
    print_table(
        "imports of the warm script [s]",
        ["package", "", "time"],
        [[name, "", f"{seconds:.3f}"] for name, seconds in spent.most_common(8)],
    )
    cpu = {f"{key}_cpu": results[key].cpu for key in ("run", "excavator", *FIRST)}
    print_summary("startup", **{key: timing.wall for key, timing in results.items()}, **cpu)


if __name__ == "__main__":
    main()
