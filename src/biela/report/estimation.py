"""Page of a filtered log: estimates with their intervals, innovations, and a verdict in words."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.estimate.consistency import Health
from biela.estimate.estimator import Track
from biela.estimate.model import Model
from biela.estimate.observability import Observability
from biela.report.curves import curves_data
from biela.report.shell import Answer, PageData, section, shell, table, with_doubt
from biela.simulation.history import History

NAMED = 4
"""Number of entries and readings in the answer."""


def page(model: Model, track: Track, verdict: Health, seen: Observability, title: str = "") -> str:
    """Return the report as text; it needs no network. The machine moves as it was estimated."""
    units = units_of(model)
    signals: dict[str, tuple[Array, str]] = {}
    plots: list[PageData] = []
    for i, name in enumerate(track.names):
        if np.isfinite(track.mean[:, i]).any():
            signals |= {name: (track.mean[:, i], units[i]), f"{name} ± 95 %": (1.96 * track.spread[:, i], units[i])}
            bands = {name: f"{name} ± 95 %"}
            plots.append({"title": name, "signals": [name], "bands": bands, "group": "Estimates with 95 % bands"})
    for j, reading in enumerate(track.readings):
        unit, zero, name = model.channels[j].unit, f"{reading} expected", f"{reading} innovation"
        band = f"{reading} expected ± 95 %"
        signals |= {name: (track.innovation[:, j], unit), zero: (np.zeros(len(track.t)), unit)}
        signals[band] = (1.96 * track.expected_spread[:, j], unit)
        plots.append({"title": name, "signals": [zero, name], "bands": {zero: band}, "dots": [name],
                      "group": "Innovations within the band that the filter expects"})  # fmt: skip
    rows = [
        (n, with_doubt(float(track.mean[-1, i]), float(1.96 * track.spread[-1, i])), units[i], f"{seen.gain[i]:.3g} × smaller")
        for i, n in enumerate(track.names)
    ]
    ends = [f"{n} {v}{f' {unit}' if unit else ''}" for n, v, unit, _ in rows[:NAMED]]
    found = [f"At the end: {', '.join(ends)} (95 %)." + (" The table has the rest." if len(rows) > NAMED else "")]
    sizes = ", ".join(f"{name} {np.sqrt(nis):.2f}" for name, nis in list(verdict.nis.items())[:NAMED])
    found += [f"Innovations relative to what the filter expects: {sizes} (1 for a consistent filter)."] if sizes else []
    answer = (
        Answer("good", "The filter is healthy: innovations are as large as it expects, and without a pattern.", found)
        if verdict.healthy
        else Answer("bad", "The filter is not healthy: do not rely on its intervals.", [*verdict.complaints, *found])
    )
    data = curves_data(track.t - track.t[0], signals, plots, machine=estimated_motion(model, track))
    head = ("entry", "estimate, 95 %", "unit", "uncertainty since the start")
    return shell(
        "report", title or model.mechanism.name, data, answer=answer,
        subtitle=f"estimated from {', '.join(track.readings)}",
        facts=[("samples", f"{len(track.t)}"), ("duration", f"{track.t[-1] - track.t[0]:.4g} s")],
        body=section("At the end", table(head, rows)),
    )  # fmt: skip


def estimated_motion(model: Model, track: Track) -> History | None:
    """Return the machine at the estimates, its loops closed; none where orientations are estimated, whose mean is not a state."""
    if model.tangent.any():
        return None
    count = len(model.places)
    x = model.about.x.copy()
    states = np.empty((len(track.t), len(x)))
    for k, mean in enumerate(track.mean):
        wanted = x.copy()
        wanted[model.places] = np.where(np.isfinite(mean[:count]), mean[:count], x[model.places])
        closed, gap, _ = model.closed(wanted, float(track.t[k]))
        x = closed if gap <= model.tolerance and np.isfinite(closed).all() else x  # a mean out of reach: as it stood
        states[k] = x
    return History(model.mechanism, model.functions, track.t, states, model.u, model.p)


def units_of(model: Model) -> list[str]:
    """Return the unit of each entry that a filter estimates: coordinates, rates, states of networks, parameters."""
    units = ["rad" if model.angles[i] or model.tangent[i] else "m" for i in range(model.k)]
    parameters = list(model.mechanism.parameters.values())
    others = [""] * (model.n - 2 * model.k - len(model.estimated))
    return [*units, *(f"{unit}/s" for unit in units), *others, *(parameters[i].unit for i in model.estimated)]
