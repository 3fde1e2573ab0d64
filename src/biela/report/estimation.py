"""The page of a filtered log: estimates with their intervals, innovations, and a verdict in words."""

from __future__ import annotations

import html

import numpy as np
from numpy.typing import NDArray

from biela.estimate.consistency import Health
from biela.estimate.estimator import Track
from biela.estimate.model import Model
from biela.estimate.observability import Observability
from biela.report.shell import fill

Array = NDArray[np.float64]


def page(model: Model, track: Track, verdict: Health, seen: Observability, title: str = "") -> str:
    """The report as text; it needs no network."""
    shown = html.escape(title or model.mechanism.name)
    units = units_of(model)
    plots = []
    for i, name in enumerate(track.names):
        if np.isfinite(track.mean[:, i]).any():
            plots.append(_plot(f"{name} [{units[i]}]", track.t, track.mean[:, i], track.spread[:, i]))
    for j, name in enumerate(track.readings):
        zero = np.zeros(len(track.t))
        plots.append(_plot(f"{name}: innovation [{model.channels[j].unit}]", track.t, zero, track.expected_spread[:, j],
                           dots=track.innovation[:, j]))  # fmt: skip
    words = "".join(f"<li>{html.escape(c)}</li>" for c in verdict.complaints)
    state = "healthy" if verdict.healthy else "not healthy"
    rows = "".join(
        f"<tr><td>{html.escape(n)}</td><td>{track.mean[-1, i]:.6g}</td><td>{1.96 * track.spread[-1, i]:.3g}</td>"
        f"<td>{units[i]}</td><td>{seen.gain[i]:.3g}</td></tr>"
        for i, n in enumerate(track.names)
    )
    duration = track.t[-1] - track.t[0]
    return fill("estimate.html", {
        "title": shown, "facts": f"{len(track.t)} samples over {duration:.3g} s of {html.escape(', '.join(track.readings))}.",
        "mood": "good" if verdict.healthy else "", "state": state, "complaints": words, "rows": rows, "plots": "".join(plots),
    })  # fmt: skip


def units_of(model: Model) -> list[str]:
    """Unit of each entry that a filter estimates."""
    k = model.k
    units = []
    for i in range(model.n):
        if i < 2 * k:
            base = "rad" if model.angles[i % k] or model.tangent[i % k] else "m"
            units.append(base if i < k else f"{base}/s")
        elif i >= model.n - len(model.estimated):
            parameters = list(model.mechanism.parameters.values())
            units.append(parameters[model.estimated[i - model.n + len(model.estimated)]].unit)
        else:
            units.append("")
    return units


def _plot(
    title: str, t: Array, y: Array, sigma: Array, dots: Array | None = None, width: int = 900, height: int = 190
) -> str:
    """A line with its band as SVG; at most a thousand points."""
    every = max(1, len(t) // 1000)
    t, y, sigma = t[::every], y[::every], 1.96 * sigma[::every]
    body = slice(len(t) // 20, None)  # a band that begins wide does not flatten the rest
    low, high = float(np.nanmin((y - sigma)[body])), float(np.nanmax((y + sigma)[body]))
    shown = None if dots is None else dots[::every]
    if shown is not None and np.isfinite(shown).any():
        low, high = min(low, float(np.nanmin(shown))), max(high, float(np.nanmax(shown)))
    span = max(high - low, 1e-12)
    low, high = low - 0.05 * span, high + 0.05 * span

    def X(v: Array) -> Array:
        return np.asarray(70 + (width - 85) * (v - t[0]) / max(t[-1] - t[0], 1e-12))

    def Y(v: Array) -> Array:
        return np.asarray(np.clip(25 + (height - 50) * (high - v) / (high - low), 20, height - 20))

    def path(xs: Array, ys: Array) -> str:
        return " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(xs, ys, strict=True))

    band = path(np.concatenate([X(t), X(t)[::-1]]), np.concatenate([Y(y + sigma), Y(y - sigma)[::-1]]))
    marks = ""
    if shown is not None:
        keep = np.isfinite(shown)
        marks = "".join(
            f'<circle cx="{a:.1f}" cy="{b:.1f}" r="1.4" fill="#555"/>'
            for a, b in zip(X(t[keep]), Y(shown[keep]), strict=True)
        )
    ticks = "".join(
        f'<text x="64" y="{float(Y(np.array(v))) + 4:.1f}" text-anchor="end" font-size="11" fill="#555">{v:.4g}</text>'
        for v in np.linspace(low + 0.05 * span, high - 0.05 * span, 3)
    )
    times = "".join(
        f'<text x="{float(X(np.array(v))):.1f}" y="{height - 5}" text-anchor="middle" font-size="11" fill="#555">{v:.3g} s</text>'
        for v in np.linspace(t[0], t[-1], 5)
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img"><title>{html.escape(title)}</title>'
        f'<text x="70" y="15" font-size="13" font-weight="600">{html.escape(title)}</text>'
        f'<polygon points="{band}" fill="#1668b8" opacity=".18"/>'
        f'<polyline points="{path(X(t), Y(y))}" fill="none" stroke="#1668b8" stroke-width="1.5"/>{marks}{ticks}{times}</svg>'
    )
