"""The page of several results of one machine: curves over each other, and where they differ most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.dataclass import dataclass
from biela.element.display import SI, System, choice_of
from biela.report.curves import curves_data
from biela.report.markup import section, table
from biela.report.page import CURVES, MOST_NUMBERS
from biela.report.plot import arrange, label
from biela.report.shell import Answer, shell

if TYPE_CHECKING:
    from biela.simulation.history import Saved

ALIKE = 1e-6
"""Difference, as part of the largest value of a signal, below which two runs count as equal."""

DUST = 1e-9
"""Part of the largest value with the same unit below which a signal is rounding."""


@dataclass(frozen=True)
class Difference:
    """How far a signal of two results is apart: the largest difference, when, and as part of its largest value."""

    signal: str
    largest: float
    time: float
    part: float


def differences(first: Saved, second: Saved, names: Sequence[str]) -> list[Difference]:
    """Differences over the time that both results have, the largest part first."""
    t = first.t[(first.t >= second.t[0]) & (first.t <= second.t[-1])]
    sizes: dict[str, float] = {}
    for name in names:
        sizes[_kind(first, name)] = max(sizes.get(_kind(first, name), 0.0), float(np.abs(first[name]).max()))
    energies = [n for n in first if n.startswith("machine.") and n.endswith("energy")]
    moved = max(
        (float(np.abs(saved[n]).max()) for saved in (first, second) for n in energies if n in saved), default=0.0
    )
    found = []
    for name in names:
        if name.endswith("_error"):  # what rounding makes of it
            continue
        a, b = np.interp(t, first.t, first[name]), np.interp(t, second.t, second[name])
        k = int(np.abs(a - b).argmax())
        size = max(float(np.abs(a).max()), float(np.abs(b).max()))
        if name in energies:  # their zero is a matter of choice, so the largest of them is the measure
            size = max(size, moved)
        largest = float(np.abs(a - b)[k])
        found.append(
            Difference(name, largest, float(t[k]), largest / size if size > DUST * sizes[_kind(first, name)] else 0.0)
        )
    return sorted(found, key=lambda d: -d.part)


def _kind(saved: Saved, name: str) -> str:
    """Unit of a signal; moments and energies are of one kind, so that moments which are all rounding are seen to be small."""
    unit = saved.unit(name)
    return "J" if unit == "N·m" else unit


def page(results: dict[str, Saved], main: Sequence[str], units: System = SI) -> str:
    """The page as text. `results` are named as in the legend, the first one drawn solid; `main` are the signals to show."""
    (first_name, first), *rest = results.items()
    names = [n for n in first if first[n].shape == first.t.shape and all(n in other for _, other in rest)]
    kept = [n for n in dict.fromkeys([*main, *names]) if n in names]
    plots = [{"title": _title(part), "signals": part, "group": "Main signals"}
             for panel in arrange(first, [n for n in main if n in names])
             for part in (panel[k : k + CURVES] for k in range(0, len(panel), CURVES))]  # fmt: skip

    def data(saved: Saved, shown: Sequence[Any]) -> dict[str, Any]:
        few = kept[: max(len(main), MOST_NUMBERS // len(results) // max(len(saved.t), 1))]
        return curves_data(saved.t - saved.t[0], {n: (saved[n], saved.unit(n)) for n in few}, shown)

    others = [{**data(saved, []), "title": name, "kind": "report"} for name, saved in rest]
    found = {name: differences(first, saved, kept) for name, saved in rest}
    worst = max((d for rows in found.values() for d in rows), key=lambda d: d.part)
    answer = (
        Answer("good", f"The results agree: no signal differs by more than {worst.part:.0e} of its largest value.")
        if worst.part <= ALIKE
        else Answer("doubt", f"The results differ: {worst.signal} most, by {100 * worst.part:.3g} % of its largest value.")
    )  # fmt: skip
    tables = "".join(
        section(
            f"Where {name} differs from {first_name}",
            table(("signal", "largest difference", "unit", "at [s]", "part of its largest value"),
                  [(d.signal, f"{d.largest:.4g}", first.unit(d.signal), f"{d.time:.5g}", f"{100 * d.part:.3g} %")
                   for d in rows[:30]]),
        )
        for name, rows in found.items()
    )  # fmt: skip
    return shell(
        "report", str(first.data.attrs.get("machine", first_name)), {**data(first, plots), "others": others, **choice_of(units)},
        subtitle=f"{first_name} (solid) and {', '.join(name for name, _ in rest)} (dashed)", answer=answer, body=tables,
        facts=[("signals in common", f"{len(names)}"), ("results", f"{len(results)}")],
    )  # fmt: skip


def _title(signals: list[str]) -> str:
    return label("", signals).replace("\n", " ") or signals[0].partition(".")[0]
