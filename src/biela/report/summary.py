"""The outcome of a run in a few numbers: for scripts as one object, for people as a few lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.analysis.check import Check
    from biela.simulation.history import History


def summarise(history: History, machine: str) -> dict[str, Any]:
    """What `biela run --json` prints. Scripts rely on it: keys are added, never renamed.

    | key | meaning |
    |---|---|
    | machine | its name on the command line |
    | duration | simulated time [s] |
    | status | `done`, or why the run ended early |
    | final | signal → last value, SI |
    | energy_error | largest |energy − initial energy − work of loads and inputs| [J] |
    | closure_error | largest residual of the loops after any step [m or rad] |
    | steps | taken by the integrator |
    | wall_time | of the integration [s] |
    | real_time_factor | duration / wall_time |
    | method, formulation, step | settings of the run |
    | notes | remarks, such as a suspicion of stiffness |
    | files | paths written |
    | results | of a car's manoeuvre: name → value, unit |
    | networks | of machines with power networks: energies by network and element, see `energy_audit` |
    """
    summary = history.summary()
    final = {name: float(history[name][-1]) for name in history.names}
    settings = {key: history.settings.get(key) for key in ("method", "formulation", "step")}
    whole = {**summary, "machine": machine, "final": final, **settings, "files": []}
    if history.mechanism.networks:
        from biela.report.energy_audit import energy_audit

        whole["networks"] = {audit.name: audit.as_dict() for audit in energy_audit(history)}
    return whole


def check_object(report: Check) -> dict[str, Any]:
    """What `biela check --json` prints: keys are added, never renamed."""
    m = report.mobility
    return {
        "machine": report.machine, "ok": report.ok, "bodies": report.bodies, "joints": report.joints,
        "mobility": None if m is None else m.measured, "counted_mobility": None if m is None else m.counted, "loops": report.loops,
        "redundant": [] if m is None else list(m.redundant), "problems": report.problems, "warnings": report.warnings,
    }  # fmt: skip


def print_summary(history: History, signals: Sequence[str], summary: dict[str, Any], files: Sequence[Path]) -> None:
    """A compact table: last values of the main signals, energy balance, closure, work and time, files."""
    from rich.console import Console
    from rich.table import Table

    from biela.report.plot import coordinates

    console = Console(highlight=False)
    console.print(
        f"[bold]{summary['machine']}[/]  {summary['duration']:.6g} s, {summary['method']}, {summary['formulation']}"
    )
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column()
    for name in signals or coordinates(history)[:8]:
        unit = history.unit(name)
        table.add_row(name, f"{history[name][-1]:.8g}", "" if unit == "1" else unit)
    for k, (name, result) in enumerate(summary.get("results", {}).items()):
        if k == 0:
            table.add_row("[bold]results of the manoeuvre[/]")
        table.add_row(name.replace("_", " "), result_text(result["value"]), result["unit"])
    table.add_row("energy balance", f"{summary['energy_error']:.2g}", "J   largest |energy − start − work|")
    for name, audit in summary.get("networks", {}).items():
        if not any(account["energy"] for account in audit["elements"].values()):
            continue  # signals only, or at rest: nothing to balance
        said = f"J   of {audit['supplied']:.4g} supplied: {audit['dissipated']:.4g} lost, {audit['delivered']:.4g} to the mechanism"
        table.add_row(f"network {name}", f"{audit['closure_error']:.2g}", said)
    if history.functions.n_rows:
        table.add_row("loop closure", f"{summary['closure_error']:.2g}", "m, rad   largest after any step")
    speed = _count(summary["real_time_factor"])
    table.add_row("steps", f"{summary['steps']}", f"in {_time(summary['wall_time'])}: {speed} × real time")
    console.print(table)
    console.print(f"[dim]files in {files[0].parent}:[/] " + ", ".join(file.name for file in files), soft_wrap=True)


def result_text(value: float) -> str:
    """A result of a manoeuvre; a dash where there is none."""
    return f"{value:.5g}" if math.isfinite(value) else "–"


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _count(x: float) -> str:
    """Three digits for small numbers, whole thousands apart for large ones."""
    return f"{x:.3g}" if x < 1000 else f"{x:,.0f}".replace(",", " ")
