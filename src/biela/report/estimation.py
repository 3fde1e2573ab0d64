"""A filtered log: estimates with their intervals, innovations, a verdict in words; as a page, a table and an object.

`estimate_log` is what the command `biela estimate MACHINE LOG` does.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.atomic import write_whole
from biela.errors import DescriptionError
from biela.estimate.consistency import Health, health
from biela.estimate.estimator import Track
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.named import make_filter
from biela.estimate.noise import ProcessNoise
from biela.estimate.observability import Observability, observability
from biela.estimate.prior import About
from biela.mechanism.mechanism import Mechanism
from biela.report.folder import to_json
from biela.report.page import fill
from biela.state.state import State

Array = NDArray[np.float64]


def estimate_log(
    mechanism: Mechanism,
    start: State,
    log: Log,
    *,
    filter: str = "extended",
    noise: float = 0.5,
    spread: Mapping[str, float] | None = None,
    estimate: Sequence[str] = (),
    sensors: Sequence[str] | None = None,
    particles: int = 1000,
    step: float = 0.01,
    seed: int = 0,
    integrator: str = "rk4",
) -> tuple[Model, Track, Health, Observability]:
    """Filter a recorded log.

    Parameters
    ----------
    noise : process noise on accelerations [rad/s^1.5]
    spread : {entry: standard deviation} at the start; 0.2 rad, 0.2 rad/s, a tenth of the value of states and parameters if omitted
    """
    names = sensors if sensors is not None else _sensors_in(mechanism, log)
    model = Model(mechanism, start, sensors=names, estimate=estimate)
    values = model.values(start.x)
    sigma = {}
    for i, name in enumerate(model.names):
        angular = i < 2 * model.k and (model.angles[i % model.k] > 0 or bool(model.tangent[i % model.k]))
        sigma[name] = 0.2 if angular else 0.05 if i < 2 * model.k else 0.1 * max(abs(values[i]), 1e-3)
    sigma |= {name: float(value) for name, value in (spread or {}).items()}
    walks = {name: 0.02 * sigma[name] for name in model.names[2 * model.k :]}
    k, n_s = 2 * model.k, len(model.chart.states)
    process = ProcessNoise(
        noise,
        states={n: walks[n] for n in model.names[k : k + n_s]},
        parameters={n: walks[n] for n in model.names[k + n_s :]},
    )
    options: dict[str, Any] = {"step": step, "integrator": integrator, "t": min(0.0, float(log.t[0]))}
    if filter == "particle":
        options |= {"particles": particles, "seed": seed}
    made = make_filter(filter, model, About(start, sigma), process, **options)
    seen = observability(
        model, start, sigma, duration=min(1.0, float(log.t[-1] - log.t[0])) or 0.1, step=step, integrator=integrator
    )
    track = made.run(log)
    return model, track, health(track), seen


def _sensors_in(mechanism: Mechanism, log: Log) -> list[str]:
    """Sensors of which the log has readings."""
    owners = {name.partition(".")[0] for name in log.names}
    found = [s.name for s in mechanism.sensors.values() if s.name in owners]
    if not found:
        known = ", ".join(mechanism.sensors) or "none"
        raise DescriptionError(
            f"no column of the log ({', '.join(log.names)}) is a sensor of the machine (it has: {known})."
        )
    return found


def numbers(words: Sequence[str]) -> dict[str, float]:
    """`A=0.1` as {"A": 0.1}."""
    out: dict[str, float] = {}
    for word in words:
        name, equals, value = word.partition("=")
        try:
            out[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise DescriptionError(f"{word!r}: write ENTRY=NUMBER, such as A=0.1.")
    return out


def show(model: Model, track: Track, verdict: Health, seen: Observability, *, files: Sequence[Path]) -> None:
    """The result in words."""
    width = max(len(n) for n in track.names)
    print(
        f"{model.mechanism.name}: {len(track.t)} samples over {track.t[-1] - track.t[0]:.4g} s of {', '.join(track.readings)}"
    )
    for i, (name, unit) in enumerate(zip(track.names, _units(model), strict=True)):
        print(f"  {name.ljust(width)}  {track.mean[-1, i]:12.6g} ± {1.96 * track.spread[-1, i]:.3g} {unit}")
    for direction in seen.unseen:
        print("not seen by these sensors: " + " ".join(f"{share:+.2f}·{name}" for name, share in direction.items()))
    print("the filter is healthy" if verdict.healthy else "the filter is NOT healthy: " + "; ".join(verdict.complaints))
    for file in files:
        print(f"wrote {file}")


def summary(model: Model, track: Track, verdict: Health, seen: Observability) -> dict[str, Any]:
    """The result as one object."""
    final = {
        name: {"value": float(track.mean[-1, i]), "sigma": float(track.spread[-1, i])}
        for i, name in enumerate(track.names)
    }
    return {
        "machine": model.mechanism.name, "samples": len(track.t), "duration": float(track.t[-1] - track.t[0]), "final": final,
        "healthy": verdict.healthy, "complaints": list(verdict.complaints), "nis": verdict.nis,
        "observable": seen.complete, "unseen": list(seen.unseen),
    }  # fmt: skip


def write_estimation(
    folder: Path, model: Model, track: Track, verdict: Health, seen: Observability, title: str = ""
) -> list[Path]:
    """`estimates.csv`, `report.html` and `summary.json`."""
    head = [
        "time",
        *(f"{n}{part}" for n in track.names for part in ("", "_sigma")),
        *(f"{r}_innovation" for r in track.readings),
    ]
    columns = [track.t]
    for i in range(len(track.names)):
        columns += [track.mean[:, i], track.spread[:, i]]
    columns += list(track.innovation.T)
    rows = [",".join(head)]
    for row in np.column_stack(columns):
        rows.append(",".join("" if np.isnan(v) else f"{v:.9g}" for v in row))
    files = [write_whole(folder / "estimates.csv", ("\n".join(rows) + "\n").encode())]
    files.append(write_whole(folder / "report.html", page(model, track, verdict, seen, title).encode()))
    files.append(write_whole(folder / "summary.json", (to_json(summary(model, track, verdict, seen)) + "\n").encode()))
    return files


# --------------------------------------------------------------------------------------------------------------- page


def page(model: Model, track: Track, verdict: Health, seen: Observability, title: str = "") -> str:
    """The report as text; it needs no network."""
    shown = html.escape(title or model.mechanism.name)
    units = _units(model)
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


def _units(model: Model) -> list[str]:
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
