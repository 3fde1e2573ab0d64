"""Estimate the hidden state of a machine from recorded readings: a table, a page with a verdict, an object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from biela.app.folder import Outcome, numbers, refuse_unwritable, write_summary, writing
from biela.atomic import write_whole
from biela.dataclass import dataclass
from biela.errors import DescriptionError
from biela.estimate.consistency import Health, health
from biela.estimate.estimator import Track
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.observability import Observability, observability
from biela.estimate.prior import About
from biela.estimate.registry import filter_class, make_filter, options_of
from biela.estimate.tuning import noise_of
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case

WIDE = 0.5
"""Process noise of particles unless one is given [rad/s^1.5]."""


@dataclass(frozen=True)
class Estimation:
    """A filtered log: the model of the filter, what it estimated, whether it is healthy, and what the sensors can see."""

    model: Model
    track: Track
    health: Health
    observability: Observability
    noise: float
    found_noise: bool
    """Whether the process noise comes from the log."""


def estimate(
    case: Case,
    folder: str | Path,
    log: Log | Path,
    *,
    filter: str = "extended",
    noise: float | None = None,
    spread: Sequence[str] = (),
    parameters: Sequence[str] = (),
    sensors: Sequence[str] | None = None,
    particles: int = 1000,
    step: float = 0.01,
    seed: int = 0,
    integrator: str = "rk4",
) -> Outcome[Estimation]:
    """Filter a recorded log and write the results.

    Parameters
    ----------
    noise : process noise on accelerations [rad/s^1.5]; the one that makes the innovations most likely if omitted. Particles need
        more, so that enough of them survive an accurate reading: `WIDE` if omitted
    spread : `ENTRY=NUMBER`, standard deviations at the start; see `_spreads` for the defaults
    parameters : free parameters of the machine to estimate with its state
    sensors : those of the machine that have a column in the log by default
    step : longest step of the integrator [s]
    """
    folder = refuse_unwritable(folder)
    log = Log.read(log) if isinstance(log, Path) else log
    mechanism = case.build()
    start = case.start(mechanism)
    names = sensors if sensors is not None else _sensors_in(mechanism, log)
    model = Model(mechanism, start, sensors=names, estimate=parameters)
    sigma = _spreads(model, start.x, numbers(spread, "--spread", "A=0.1"))
    k, n_s = 2 * model.k, len(model.chart.states)
    walks: dict[str, Any] = {
        "states": {n: 0.02 * sigma[n] for n in model.names[k : k + n_s]},
        "parameters": {n: 0.02 * sigma[n] for n in model.names[k + n_s :]},
    }
    how: dict[str, Any] = {"step": step, "integrator": integrator, "t": min(0.0, float(log.t[0]))}
    prior = About(start, sigma)
    known = options_of(filter_class(filter))
    search = noise is None and "particles" not in known
    level = noise_of(model, prior, log, **how, **walks) if search else WIDE if noise is None else noise
    process = ProcessNoise(level, **walks)
    wanted = how | {"particles": particles, "seed": seed}
    options = {name: value for name, value in wanted.items() if name in known}
    made = make_filter(filter, model, prior, process, **options)
    span = min(1.0, float(log.t[-1] - log.t[0])) or 0.1
    seen = observability(model, start, sigma, duration=span, step=step, integrator=integrator)
    track = made.run(log)
    found = Estimation(model, track, health(track), seen, level, search)
    with writing(folder):
        summary = summarise(found)
        files = _write(found, folder, case.name, summary)
    return Outcome(found, summary, files)


def _spreads(model: Model, x: Any, given: Mapping[str, float]) -> dict[str, float]:
    """Standard deviations at the start: 0.2 rad and 0.2 rad/s, 0.05 m and 0.05 m/s, a tenth of the value of states and
    parameters, unless given."""
    values, sigma = model.values(x), {}
    for i, name in enumerate(model.names):
        angular = i < 2 * model.k and (model.angles[i % model.k] > 0 or bool(model.tangent[i % model.k]))
        sigma[name] = 0.2 if angular else 0.05 if i < 2 * model.k else 0.1 * max(abs(values[i]), 1e-3)
    return {**sigma, **given}


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


def summarise(found: Estimation) -> dict[str, Any]:
    """What `biela estimate --json` prints: keys are added, never renamed."""
    track, seen = found.track, found.observability
    final = {
        name: {"value": float(track.mean[-1, i]), "sigma": float(track.spread[-1, i])}
        for i, name in enumerate(track.names)
    }
    return {
        "machine": found.model.mechanism.name, "samples": len(track.t), "duration": float(track.t[-1] - track.t[0]),
        "final": final, "healthy": found.health.healthy, "complaints": list(found.health.complaints), "nis": found.health.nis,
        "process_noise": found.noise, "observable": seen.complete, "unseen": list(seen.unseen), "files": [],
    }  # fmt: skip


def _write(found: Estimation, folder: Path, title: str, summary: dict[str, Any]) -> list[Path]:
    from biela.report.estimation import page

    track = found.track
    head = [
        "time",
        *(f"{n}{part}" for n in track.names for part in ("", "_sigma")),
        *(f"{r}_innovation" for r in track.readings),
    ]
    pairs = np.stack([track.mean, track.spread], axis=2).reshape(len(track.t), -1)
    rows = [",".join(head)]
    for row in np.column_stack([track.t, pairs, track.innovation]):
        rows.append(",".join("" if np.isnan(v) else f"{v:.9g}" for v in row))
    text = page(found.model, track, found.health, found.observability, title)
    files = [write_whole(folder / "estimates.csv", "\n".join(rows) + "\n"), write_whole(folder / "report.html", text)]
    return write_summary(folder, summary, files)
