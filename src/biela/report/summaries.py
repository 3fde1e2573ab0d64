"""Page of several summaries side by side: every number that two of them have, those that differ first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.report.markup import section, table
from biela.report.shell import Answer, shell

ALIKE = 1e-9
"""Difference, as part of the larger value, below which two numbers count as equal."""
MAX_ENTRIES = 24
"""Maximum number of entries of a list that are shown."""


def numbers(summary: Any, path: str = "") -> dict[str, float]:
    """Return all numbers of a summary by their place, `values.crank.mass`."""
    if isinstance(summary, bool) or summary is None or isinstance(summary, str):
        return {}
    if isinstance(summary, int | float):
        return {path: float(summary)}
    parts = summary.items() if isinstance(summary, Mapping) else enumerate(summary[:MAX_ENTRIES])
    return {k: v for key, part in parts for k, v in numbers(part, f"{path}.{key}" if path else str(key)).items()}


def page(summaries: Mapping[str, Any]) -> str:
    """Return a page with a row for each number that at least two summaries have."""
    found = {name: numbers(summary) for name, summary in summaries.items()}
    shared = [k for k in dict.fromkeys(k for one in found.values() for k in one) if sum(k in o for o in found.values()) > 1]
    apart = {k: _apart([one[k] for one in found.values() if k in one]) for k in shared}
    rows = [
        [k, *(f"{one[k]:.6g}" if k in one else "" for one in found.values()), f"{100 * apart[k]:.3g} %" if apart[k] else "0"]
        for k in sorted(shared, key=lambda k: -apart[k])
    ]  # fmt: skip
    differ = sum(part > 0 for part in apart.values())
    text = f"{len(shared)} numbers in common, {differ} differ." if shared else "These results have no number in common."
    body = section("Numbers, the largest differences first", table(["number", *found, "apart by"], rows))
    answer = Answer("doubt" if differ or not shared else "good", text)
    return shell("plain", "Comparison", {}, subtitle=", ".join(found), answer=answer, body=body)


def _apart(values: list[float]) -> float:
    """Return the largest difference as part of the largest value; zero where it is rounding."""
    size = max(map(abs, values))
    part = (max(values) - min(values)) / size if size else 0.0
    return part if part > ALIKE else 0.0
