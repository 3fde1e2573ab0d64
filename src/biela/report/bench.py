"""Page of a bench: how fast machines run on this computer, and whether their runs are to be believed."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from biela.report.shell import Answer, section, shell, table
from biela.report.sweep import bars

Run: TypeAlias = Mapping[str, Any]
"""Row of `biela.app.bench.bench`."""
HEAD = ("machine", "bodies", "simulated", "steps", "computing time", "per step", "× real time", "energy error", "closure error")


def page(rows: Sequence[Run], cores: int) -> str:
    """Return the page as text."""
    body = section("Runs", table(HEAD, [line(r) for r in rows]))
    steps = section("Computing time of a step [µs]", _bars(rows, "microseconds_per_step", "computing times"))
    factors = section("Times as fast as real time", _bars(rows, "real_time_factor", "speeds"))
    body += f'<div class="two">{steps}{factors}</div>'
    cpu = Path("/proc/cpuinfo")
    known = cpu.read_text("utf-8").splitlines() if cpu.is_file() else []
    named = next((line.partition(":")[2].strip() for line in known if line.startswith("model name")), "")
    processor = escape(named or platform.processor() or platform.machine() or "unknown")
    return shell(
        "plain", "Speed on this computer", {}, subtitle="the best of three runs of each machine", answer=_answer(rows),
        facts=[("machines", str(len(rows))), ("processor", processor), ("cores", str(cores))], body=body,
    )  # fmt: skip


def line(r: Run) -> tuple[str, ...]:
    """Return a row of the table, as text."""
    return (
        r["machine"], str(r["bodies"]), f"{r['duration']:g} s", str(r["steps"]), f"{1e3 * r['wall_time']:.3g} ms",
        f"{r['microseconds_per_step']:.3g} µs", _factor(r), f"{r['energy_error']:.1e} J", f"{r['closure_error']:.1e}",
    )  # fmt: skip


def _factor(r: Run) -> str:
    """Return the speed relative to real time: whole numbers in groups of three, three digits below ten."""
    factor = float(r["real_time_factor"])
    return f"{factor:,.0f}".replace(",", " ") if factor >= 10.0 else f"{factor:.3g}"


def _answer(rows: Sequence[Run]) -> Answer:
    """Return the slowest machine relative to real time, and the runs that failed their audit."""
    slowest = min(rows, key=lambda r: float(r["real_time_factor"]))
    wrong = [f"{r['machine']}: {r['status'].replace('_', ' ')}" for r in rows if r["status"] != "done"]
    reasons = wrong or ["Energy and loop closure of every run are within what its tolerances explain."]
    fast = slowest["real_time_factor"] >= 1.0
    factor = f"{_factor(slowest)} times as fast"
    text = f"{slowest['machine']} runs slower than real time: {factor}."
    if fast:
        text = f"Every machine runs faster than real time; the slowest, {slowest['machine']}, {factor}."
    return Answer("bad" if wrong else "good" if fast else "doubt", text, reasons)


def _bars(rows: Sequence[Run], key: str, name: str) -> str:
    return bars([(r["machine"], float(r[key]), 0.0) for r in sorted(rows, key=lambda r: -float(r[key]))], name)
