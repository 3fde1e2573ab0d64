"""`python -m biela.kernel.ship`: compile the routines of biela for processors; the build of the package does it.

By default for this processor and for pages (WebAssembly), into the package; `--all` for every level of processors, `--into` for
another folder. The same source gives the same archives, to the last bit: `--check` compiles again, and fails if they differ.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import llvmlite.binding as llvm

from biela.base.atomic import write_whole
from biela.kernel import native, shipped
from biela.kernel.object_file import undefined_symbols
from biela.kernel.routine import Routine, fingerprint
from biela.kernel.routine_to_llvm import routine_text

TARGETS = {
    **{f"linux-x86-64-{v}": ("x86_64-unknown-linux-gnu", f"x86-64-{v}") for v in ("v2", "v3", "v4")},
    "linux-aarch64": ("aarch64-unknown-linux-gnu", "generic"),
    shipped.WASM: native.WASM,
}
"""Name of an archive → LLVM's names of system and processor."""
ROOMS = ("kernel", "integrate", "state", "simulation.trajectory", "estimate", "report.raster")
"""Rooms with routines, for which numpy and llvmlite are enough."""
LIVE = "biela.integrate."  # modules with routines that a page needs: time integration of one machine


def routines() -> dict[str, Routine]:
    """Return every routine of the package by its fingerprint, in their order."""
    for room in ROOMS:
        found = importlib.import_module(f"biela.{room}")
        for module in pkgutil.walk_packages(getattr(found, "__path__", []), f"biela.{room}."):
            importlib.import_module(module.name)
    own = {fingerprint(r.function): r for r in Routine.alive if r.function.__module__.startswith("biela.")}
    return {key: own[key] for key in sorted(own)}


def archive(name: str) -> bytes:
    """Compile the archive of one target."""
    triple, cpu = TARGETS[name]
    page = name == shipped.WASM
    effort = native.PAGES if page else native.LOOPS

    def compiled(routine: Routine) -> bytes:
        return native.compile_module(routine_text(routine.function), lambda: native.machine_for(triple, cpu), effort)

    wanted = routines()
    if page:
        rooms = {key: r.function.__module__ for key, r in wanted.items()}
        wanted = {key: r for key, r in wanted.items() if rooms[key].startswith(LIVE) and not rooms[key].endswith(".batch")}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = dict(zip(wanted, pool.map(compiled, wanted.values()), strict=True))
    manifest: shipped.Manifest = {
        "target": name, "triple": triple, "processor": cpu, "llvm": ".".join(map(str, llvm.llvm_version_info)),
        "routines": {
            key: {"routine": f"{r.function.__module__}.{r.function.__qualname__}", "calls": sorted(undefined_symbols(codes[key]))}
            for key, r in wanted.items()
        },
    }  # fmt: skip
    return shipped.packed(manifest, codes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="for every level of processors")
    parser.add_argument("--into", type=Path, default=shipped.FOLDER, help="the folder; that of the package if omitted")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if an archive is not what its source gives")
    given = parser.parse_args()
    here = [name for name in (shipped.host(), shipped.WASM) if name in TARGETS]
    names = list(TARGETS) if given.all else here
    if given.check:
        names = [path.stem for path in sorted(given.into.glob(f"*{shipped.SUFFIX}"))]
        differ = [n for n in names if (given.into / f"{n}{shipped.SUFFIX}").read_bytes() != archive(n)]
        if differ or not names:
            sys.exit(f"compiled loops differ from their source: {', '.join(differ) or 'there are none'}. Run `make loops`.")
        return
    given.into.mkdir(parents=True, exist_ok=True)
    for name in names:
        write_whole(given.into / f"{name}{shipped.SUFFIX}", archive(name))


if __name__ == "__main__":
    main()
