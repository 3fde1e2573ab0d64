"""Machines in WebAssembly against native runs: size of the module, time of a run, and how often a crank can be dragged.

Native is the same run in this process, without lanes, as always for one machine. WebAssembly runs in Node, whose engine is
Chromium's. The best of several runs counts on both sides, so that compilation is not in it; a page pays it once, in its worker.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import warnings
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from _common import arguments, print_summary, print_table
from biela import library
from biela.export.live import live_module

HOST = Path(__file__).parents[1] / "tests" / "live_run.mjs"
QUICK = ("four-bar", "bricard", "stewart-gough", "excavator")
ALL = (
    "pendulum", *QUICK, "double-four-bar", "five-bar", "andrews-squeezer", "wishbone-suspension", "quarter-car", "hydraulic-crane",
    "coupled-pendulums", "renault-clio", "excavator-published", "excavator-levers", "excavator-digging",
)  # fmt: skip


def in_node(module: bytes, **request: Any) -> dict[str, Any]:
    """What a run in Node gives."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "machine.wasm"
        path.write_bytes(module)
        done = subprocess.run(["node", str(HOST), str(path), json.dumps(request)], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(name: str, repeat: int) -> dict[str, Any]:
    """Times of one machine [ms], bytes of its module, and the difference of its final state."""
    case = library.get(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runs = [case.simulate() for _ in range(repeat + 1)]
    history = runs[0]
    native = 1e3 * min(run.wall_time for run in runs[1:])
    module = live_module(history, case.settings, case.events, [s for s in case.signals if s in history]).module
    found = in_node(module, repeat=10 * repeat)  # short runs are over before the engine has compiled them well
    off = np.abs(np.array(found["x"]) - history.x[-1]) / (1 + np.abs(history.x).max(axis=0))
    return {
        "native": native, "wasm": found["best"], "size": len(module), "deflated": len(zlib.compress(module, 9)),
        "steps": (history.steps, found["steps"]), "off": float(off.max()),
    }  # fmt: skip


def dragged() -> float:
    """Positions per second of a four-bar whose crank is dragged, loops closed and bodies placed."""
    case = library.get("four-bar")
    history = case.simulate()
    module = live_module(history, case.settings).module
    angles = (history["A.angle"][0] + 0.4 * np.sin(np.linspace(0, 12, 2000))).tolist()
    return 1e3 / float(in_node(module, places=["A.angle", angles])["placing"])


def main() -> None:
    given = arguments(__doc__).parse_args()
    names = QUICK if given.quick else ALL
    rows, worst, largest = [], 0.0, 0
    for name in names:
        m = measured(name, 3)
        ratio = m["wasm"] / m["native"]
        worst, largest = max(worst, ratio), max(largest, m["size"])
        rows.append((
            name, f"{m['size'] / 1e3:.0f}", f"{m['deflated'] / 1e3:.0f}", f"{m['native']:.2f}", f"{m['wasm']:.2f}", f"{ratio:.2f}",
            f"{m['steps'][0]}", f"{m['steps'][1]}", f"{m['off']:.0e}",
        ))  # fmt: skip
    print_table(
        "machines in WebAssembly",
        ("machine", "kB", "deflated", "native ms", "wasm ms", "ratio", "steps", "in wasm", "difference"),
        rows,
    )
    rate = dragged()
    print(f"four-bar dragged by its crank: {rate:.0f} positions a second")
    print_summary("wasm", ratio=worst, largest=largest, dragged=rate)


if __name__ == "__main__":
    main()
