"""Pages of several results: curves of one machine over each other, or the numbers of summaries, those that differ most first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import tau
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.element.display import SI, System, choice_of
from biela.files.results.load import Saved
from biela.report.curves import curves_data
from biela.report.page import CURVES, MAX_NUMBERS
from biela.report.plot import arrange, label
from biela.report.shell import Answer, PageData, section, shell, table

ALIKE = 1e-6
"""Difference, as part of the largest value of a signal, below which two runs count as equal."""
ROUNDING = 1e-9
"""Part of the largest value with the same unit below which a signal is rounding."""
ALIKE_NUMBERS = 1e-9
"""Difference, as part of the larger value, below which two numbers of summaries count as equal."""
MAX_ENTRIES = 24
"""Maximum number of entries of a list that are shown."""


@dataclass(frozen=True)
class Difference:
    """Difference of a signal of two results: the largest one, its time, and its part of the largest value.

    explained : the outputs are at other times, and reading between them explains the difference
    """

    signal: str
    largest: float
    time: float
    part: float
    explained: bool = False


def differences(first: Saved, second: Saved, names: Sequence[str]) -> list[Difference]:
    """Return differences over the time that both results have, the largest part first; those that are explained come last."""
    t = first.t[(first.t >= second.t[0]) & (first.t <= second.t[-1])]
    sizes: dict[str, float] = {}
    for name in names:
        sizes[_kind(first, name)] = max(sizes.get(_kind(first, name), 0.0), float(np.abs(first[name]).max()))
    energies = [n for n in first if n.startswith("machine.") and n.endswith("energy")]
    moved = max((float(np.abs(saved[n]).max()) for saved in (first, second) for n in energies if n in saved), default=0.0)
    found = []
    for name in names:
        if name.endswith("_error"):  # what rounding makes of it
            continue
        a, b = np.interp(t, first.t, first[name]), second[name]
        turns = first.unit(name) == "rad" and max(np.abs(a).max(), np.abs(b).max()) <= np.pi * (1 + 1e-9)  # known up to turns
        apart, doubt = _apart(a, t, np.unwrap(b) if turns else b, second.t, tau if turns else None)
        k = int(apart.argmax())
        size = max(float(np.abs(a).max()), float(np.abs(b).max()))
        if name in energies:  # their zero is a matter of choice, so the largest of them is the measure
            size = max(size, moved)
        largest = float(apart[k])
        part = largest / size if size > ROUNDING * sizes[_kind(first, name)] else 0.0
        found.append(Difference(name, largest, float(t[k]), part, 0.0 < largest <= doubt))
    return sorted(found, key=lambda d: (d.explained, -d.part))


def _apart(a: Array, t: Array, b: Array, other: Array, period: float | None) -> tuple[Array, float]:
    """Return the distance of a at t from b, whose outputs are at other times, and the part that interpolation explains.

    Between outputs b is read along lines and along a cubic spline; the nearer one counts, since lines cut peaks and splines swing
    behind jumps. A spline through every second output misses the others by 16 times as much as one through all misses what is
    between them where the signal is smooth, and by twice as much where it has a kink; half of the former is allowed.
    """
    from scipy.interpolate import CubicSpline

    read = [np.interp(t, other, b)]
    doubt = 0.0
    if len(other) > 8 and np.all(np.diff(other) > 0) and not np.isin(t, other).all():
        read.append(CubicSpline(other, b)(t))
        missed = np.abs(CubicSpline(other[::2], b[::2])(other[1:-1:2]) - b[1:-1:2])
        doubt = float(missed.max()) / 2
    gaps = [a - r for r in read]
    if period is not None:
        gaps = [g - period * np.round(g / period) for g in gaps]
    return np.min(np.abs(gaps), axis=0), doubt


def _kind(saved: Saved, name: str) -> str:
    """Return the unit of a signal; moments and energies are of one kind, so that moments which are all rounding are small."""
    unit = saved.unit(name)
    return "J" if unit == "N·m" else unit


def page(results: dict[str, Saved], main: Sequence[str], units: System = SI) -> str:
    """Return the page as text. `results` are named as in the legend, the first one drawn solid; `main` are the signals shown."""
    (first_name, first), *rest = results.items()
    names = [n for n in first if first[n].shape == first.t.shape and all(n in other for _, other in rest)]
    kept = [n for n in dict.fromkeys([*main, *names]) if n in names]
    plots = [{"title": label("", part).replace("\n", " ") or part[0].partition(".")[0], "signals": part, "group": "Main signals"}
             for panel in arrange(first, [n for n in main if n in names])
             for part in (panel[k : k + CURVES] for k in range(0, len(panel), CURVES))]  # fmt: skip

    def data(saved: Saved, shown: Sequence[Any]) -> PageData:
        few = kept[: max(len(main), MAX_NUMBERS // len(results) // max(len(saved.t), 1))]
        return curves_data(saved.t - saved.t[0], {n: (saved[n], saved.unit(n)) for n in few}, shown)

    others = [{**data(saved, []), "title": name, "kind": "report"} for name, saved in rest]
    found = {name: differences(first, saved, kept) for name, saved in rest}
    tables = "".join(
        section(
            f"Where {name} differs from {first_name}",
            table(("signal", "largest difference", "unit", "at [s]", "of its largest value", ""),
                  [(d.signal, f"{d.largest:.4g}", first.unit(d.signal), f"{d.time:.5g}", f"{100 * d.part:.3g} %",
                    "outputs at other times explain it" if d.explained else "")
                   for d in [d for d in rows if d.part][:30]]) or "<p>No signal differs.</p>",
        )
        for name, rows in found.items()
    )  # fmt: skip
    drawn = {**data(first, plots), "label": first_name, "others": others, **choice_of(units)}
    return shell(
        "report", str(first.data.attrs.get("machine", first_name)), drawn, answer=_answer(results, found), body=tables,
        subtitle=f"{first_name} and {', '.join(name for name, _ in rest)} over each other",
        facts=[("signals in common", f"{len(names)}"), ("results", f"{len(results)}")],
    )  # fmt: skip


def _answer(results: Mapping[str, Saved], found: Mapping[str, list[Difference]]) -> Answer:
    """Return whether the results agree, and what was not compared."""
    rows = [d for each in found.values() for d in each]
    counted = [d for d in rows if not d.explained]
    ends = {name: float(saved.t[-1]) for name, saved in results.items()}
    reasons = []
    if max(ends.values()) - min(ends.values()) > 1e-9 * max(ends.values()):
        said = ", ".join(f"{name} at {end:.5g} s" for name, end in ends.items())
        reasons.append(f"They end at different times ({said}); the time that they have in common is compared.")
    if explained := len(rows) - len(counted):
        verb = "differs" if explained == 1 else "differ"
        reasons.append(f"{_count(explained)} {verb} no more than reading between outputs at other times explains.")
    worst = max(counted, key=lambda d: d.part, default=None)
    if worst is None or worst.part <= ALIKE:
        limit = f" more than {worst.part:.0e} of its largest value" if worst is not None and worst.part else ""
        return Answer("good", f"The results agree: no signal differs{' by' * bool(limit)}{limit}.", reasons)
    differ = sum(d.part > ALIKE for d in counted)
    reasons.insert(0, f"{_count(differ)} of {len(rows)} differ by more than {ALIKE:.0e} of the largest value.")
    return Answer("doubt", f"The results differ: {worst.signal} most, by {100 * worst.part:.3g} % of its largest value.", reasons)


def _count(n: int) -> str:
    return "One signal" if n == 1 else f"{n} signals"


def numbers(summary: Any, path: str = "") -> dict[str, float]:
    """Return all numbers of a summary by their place, `values.crank.mass`."""
    if isinstance(summary, bool) or summary is None or isinstance(summary, str):
        return {}
    if isinstance(summary, int | float):
        return {path: float(summary)}
    parts = summary.items() if isinstance(summary, Mapping) else enumerate(summary[:MAX_ENTRIES])
    return {k: v for key, part in parts for k, v in numbers(part, f"{path}.{key}" if path else str(key)).items()}


def summaries_page(summaries: Mapping[str, Any]) -> str:
    """Return a page with a row for each number that at least two summaries have."""
    found = {name: numbers(summary) for name, summary in summaries.items()}
    shared = [k for k in dict.fromkeys(k for one in found.values() for k in one) if sum(k in o for o in found.values()) > 1]
    ends = {k: np.array([one[k] for one in found.values() if k in one]) for k in shared}
    apart = {k: float(np.ptp(x)) / (float(np.abs(x).max()) or 1.0) for k, x in ends.items()}
    apart = {k: part if part > ALIKE_NUMBERS else 0.0 for k, part in apart.items()}
    rows = [
        [k, *(f"{one[k]:.6g}" if k in one else "" for one in found.values()), f"{100 * apart[k]:.3g} %" if apart[k] else "0"]
        for k in sorted(shared, key=lambda k: -apart[k])
    ]  # fmt: skip
    differ = sum(part > 0 for part in apart.values())
    text = f"{len(shared)} numbers in common, {differ} differ." if shared else "These results have no number in common."
    body = section("Numbers, the largest differences first", table(["number", *found, "apart by"], rows))
    answer = Answer("doubt" if differ or not shared else "good", text)
    return shell("plain", "Comparison", {}, subtitle=", ".join(found), answer=answer, body=body)
