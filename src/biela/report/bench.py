"""How fast machines run on this computer."""

from __future__ import annotations

from typing import Any


def measure(machine: Any, repeats: int = 3) -> dict[str, Any]:
    """The best of a few runs of a machine, as one row."""
    mechanism = machine.build()
    start = machine.start(mechanism)
    runs = [machine.simulate(start=start) for _ in range(repeats)]
    best = min(runs, key=lambda run: run.wall_time)
    return {
        "machine": machine.name,
        "bodies": len(mechanism.bodies) - 1,
        "duration": machine.duration,
        "steps": best.steps,
        "wall_time": best.wall_time,
        "microseconds_per_step": 1e6 * best.wall_time / max(best.steps, 1),
        "real_time_factor": best.real_time_factor,
        "closure_error": best.closure_error,
        "energy_error": best.energy_error,
    }


def print_bench(rows: list[dict[str, Any]]) -> None:
    """The rows as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="dim", pad_edge=False)
    for head in ("machine", "bodies", "simulated", "steps", "wall time", "per step", "× real time"):
        table.add_column(head, justify="left" if head == "machine" else "right")
    for r in rows:
        table.add_row(
            r["machine"], str(r["bodies"]), f"{r['duration']:g} s", str(r["steps"]), f"{1e3 * r['wall_time']:.3g} ms",
            f"{r['microseconds_per_step']:.3g} µs", f"{r['real_time_factor']:,.0f}".replace(",", " "),
        )  # fmt: skip
    Console(highlight=False).print(table)
