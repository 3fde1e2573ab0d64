"""`python -m biela.kernel.ship`: compile all routines of biela for the usual levels of processors.

Only what is missing, or is not the file that was built, is compiled; what no routine needs any more is removed. The digests
of all files are then recorded in `built.py`, without which none is run. `--check` changes nothing and fails if there is
anything to do. One process per level: numba's code generator aims at one processor.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import biela
from biela.atomic import write_whole
from biela.kernel import shipped
from biela.kernel.built import BUILT
from biela.kernel.object_file import undefined_symbols
from biela.kernel.routine import Routine, stamp
from biela.kernel.wasm import target as wasm

TARGETS = {
    **{f"linux-x86-64-{v}": ("x86_64-unknown-linux-gnu", f"x86-64-{v}") for v in ("v2", "v3", "v4")},
    "linux-aarch64": ("aarch64-unknown-linux-gnu", "generic"),
    shipped.WASM: (wasm.TRIPLE, wasm.PROCESSOR),
}
"""Folder → LLVM's names of system and processor."""
MANIFEST = Path(__file__).with_name("built.py")
OPENING = '''BUILT = frozenset(
    """'''
"""Text before the digests in `built.py`."""
LIVE = ("biela.simulation.integrator.", "biela.runtime.")
"""Modules with routines of time integration."""


def routines() -> dict[str, Routine]:
    """Every routine of the package, by its stamp."""
    for module in pkgutil.walk_packages(biela.__path__, "biela."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {stamp(r.function): r for r in Routine.alive if r.function.__module__.startswith("biela.")}
    return {key: r for key, r in found.items() if key is not None}


def runs_in_page(routine: Routine) -> bool:
    """Whether a page needs a routine: those of time integration of one machine."""
    module = routine.function.__module__
    return module.startswith(LIVE) and not module.endswith(".groups")


def differences(folder: Path) -> tuple[dict[str, Routine], list[Path]]:
    """What is missing in a folder or is not the file that was built, and what nothing needs."""
    wanted = routines()
    if folder.name == shipped.WASM:
        wanted = {key: r for key, r in wanted.items() if runs_in_page(r)}
    present = {path.name.removesuffix(shipped.SUFFIX): path for path in folder.glob(f"*{shipped.SUFFIX}")}
    missing = {key: r for key, r in wanted.items() if key not in present or not recorded(present[key])}
    return missing, [path for key, path in present.items() if key not in wanted]


def recorded(path: Path) -> bool:
    """Return whether the digest of a file is in the source."""
    return shipped.digest(path.read_bytes()) in BUILT


def record() -> None:
    """Write the digests of all files into the source: each was recorded there before, or has just been compiled."""
    digests = sorted(shipped.digest(path.read_bytes()) for path in shipped.FOLDER.glob(f"*/*{shipped.SUFFIX}"))
    lines = "".join(f"    {digest}\n" for digest in digests)
    write_whole(MANIFEST, f'{MANIFEST.read_text("utf-8").partition(OPENING)[0]}{OPENING}\n{lines}    """.split()\n)\n')


def write(name: str) -> None:
    """Bring one folder up to date."""
    folder = shipped.FOLDER / name
    missing, unused = differences(folder)
    for path in unused:
        path.unlink()
    if not missing:
        return
    from biela.kernel import jit

    jit.aim(*TARGETS[name])
    folder.mkdir(parents=True, exist_ok=True)
    for key, routine in missing.items():
        entry, code = jit.object_code(routine.function)
        function = routine.function
        header = {
            "stamp": key,
            "routine": f"{function.__module__}.{function.__qualname__}",
            "processor": name,
            "entry": entry,
            "calls": sorted(undefined_symbols(code)),
        }
        write_whole(folder / f"{key}{shipped.SUFFIX}", shipped.pack(header, code))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if there is anything to do")
    parser.add_argument("--only", choices=TARGETS, help="of the levels, this one")
    given = parser.parse_args()
    if given.check:
        due = {name: sum(map(len, differences(shipped.FOLDER / name))) for name in TARGETS}
        due["digests"] = len(BUILT) - sum(1 for _ in shipped.FOLDER.glob(f"*/*{shipped.SUFFIX}"))
        if any(due.values()):
            raise SystemExit(f"{sum(due.values())} files of shipped loops differ from their source: run `make loops`.")
    elif given.only:
        write(given.only)
    else:
        command = [sys.executable, "-P", "-m", "biela.kernel.ship", "--only"]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda name: subprocess.run([*command, name], check=True), TARGETS))
        record()


if __name__ == "__main__":
    main()
