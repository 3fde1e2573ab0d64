"""How fast machines run on this computer."""

from __future__ import annotations

from typing import Any

from biela.simulation.case import Case

USUAL = ("pendulum", "four-bar", "five-bar", "andrews-squeezer", "chain")
"""Ready machines that are measured unless others are named."""


def bench(case: Case, repeats: int = 3) -> dict[str, Any]:
    """The best of a few runs of a case, as one row."""
    mechanism = case.build()
    start = case.start(mechanism)
    best = min((case.simulate(start=start) for _ in range(repeats)), key=lambda run: run.wall_time)
    return {
        "machine": case.name,
        "bodies": len(mechanism.bodies) - 1,
        "duration": case.duration,
        "steps": best.steps,
        "wall_time": best.wall_time,
        "microseconds_per_step": 1e6 * best.wall_time / max(best.steps, 1),
        "real_time_factor": best.real_time_factor,
        "closure_error": best.closure_error,
        "energy_error": best.energy_error,
    }
