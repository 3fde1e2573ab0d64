"""Answer of the page of inverse dynamics: the efforts that a motion takes, and whether they are to be believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.report.shell import Answer, number

DEAD_POINT = 1e-3
"""Conditioning below which small errors of the motion become large efforts: near a dead point."""
BALANCED = 1e-4
"""Energy error, as part of the energy that passed, up to which the energy balance is good."""
NAMED_ACTUATORS = 4
"""Number of actuators in the answer; the table and the plots have them all."""


def inverse_answer(summary: Mapping[str, Any]) -> Answer:
    """Return the largest effort of each actuator, energy balance and conditioning of the solution."""
    efforts, powers = summary["efforts"], summary["powers"]
    named = sorted(efforts, key=lambda name: -abs(efforts[name]["largest"]))[:NAMED_ACTUATORS]
    parts = [f"{n} {number(efforts[n]['largest'])} {efforts[n]['unit']} at {efforts[n]['time']:.3g} s" for n in named]
    rest = f"; {len(efforts) - NAMED_ACTUATORS} more in the plots" if len(efforts) > NAMED_ACTUATORS else ""
    text = f"Largest efforts of the motion: {', '.join(parts)}{rest}."
    passed = sum(p["passed"] for p in powers.values())
    error, weak = summary["energy_error"], summary["conditioning"]
    part = f" ({error / passed:.0e} of the energy that passed through the actuators)" if passed > 0 else ""
    reasons = [f"Energy balanced to {error:.2g} J{part}; loops closed to {summary['closure_error']:.0e} m or rad."]
    near = weak["smallest"] < DEAD_POINT
    reasons.append(
        f"Conditioning at least {weak['smallest']:.2g}, at {weak['time']:.3g} s (0 at a dead point, 1 at best)"
        + (": close to a dead point, where efforts are not reliable." if near else ".")
    )
    wrong = passed > 0 and error > BALANCED * passed
    return Answer("bad" if wrong else "doubt" if near else "good", text, [*reasons, *summary["notes"][:4]])


def inverse_facts(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the facts next to the title."""
    return [
        ("motion", f"{summary['duration']:.4g} s"), ("samples", str(summary["samples"])),
        ("work done", f"{number(sum(p['work'] for p in summary['powers'].values()))} J"),
        ("energy balance", f"{summary['energy_error']:.1e} J"), ("loop closure", f"{summary['closure_error']:.1e}"),
    ]  # fmt: skip
