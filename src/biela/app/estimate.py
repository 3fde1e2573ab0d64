"""Estimate the hidden state of a machine from recorded readings: a table, a page with a verdict, an object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from biela.app.folder import Json, Outcome, assignments, intervals, numbers, refuse_unwritable, write_summary, writing
from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, count
from biela.base.surface import command, setting
from biela.estimate.agreement import cloud_complaints, runaway_complaints, start_complaints
from biela.estimate.consistency import Health, health
from biela.estimate.estimator import EstimationError, Estimator, Track
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.observability import Observability, observability
from biela.estimate.prior import About, Prior, Uniform
from biela.estimate.recorded import log_of, start_time, units_of_readings
from biela.estimate.registry import filter_class, make_filter, options_of
from biela.estimate.tuning import QUIETER, noise_levels
from biela.files.logs.record import LogRecord, read_record
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from biela.state.state import State

UNKNOWN_PROCESS_NOISE = 0.5
"""Process noise of particles about which little is known [rad/s^1.5]."""
LEAST_FOR_PARTICLES = 0.05
"""Process noise below which particles do not survive an accurate reading [rad/s^1.5]."""
TURNS = 4 * np.pi
"""Movement of a reading without a unit that may be degrees [rad]."""
WALK = 0.05
"""Part of its value by which a state of a network walks in a second, unmodelled [1/√s]."""
CREEP = 0.02
"""Part of its spread at the start by which a parameter walks in a second [1/√s]."""


@dataclass(frozen=True)
class Estimation:
    """A filtered log: the model of the filter, what it estimated, whether it is healthy, and what the sensors can see."""

    model: Model
    track: Track
    health: Health
    observability: Observability
    noise: float
    found_noise: bool
    """True if the process noise comes from the log."""
    sensor_noise: Mapping[str, float] = field(default_factory=dict)
    """Factors on the described noise of sensors, found from the log."""
    branches: Mapping[tuple[int, ...], float] = field(default_factory=dict)
    """Probability of each assembly branch at the end, where it was not known."""
    notes: tuple[str, ...] = ()


# long: half of it is the signature and the documentation of its options
def estimate(
    case: Case, folder: str | Path, log: Log | Path, *, filter: str = "extended", noise: float | None = None,
    spread: Sequence[str] = (), parameters: Sequence[str] = (), sensors: Sequence[str] | None = None,
    particles: int = 1000, step: float = 0.01, seed: int = 0, integrator: str = "rk4", units: Sequence[str] = (),
    columns: Sequence[str] = (), prior: str = "start", ranges: Sequence[str] = (), gate: float | None = None,
    scale: float = 1.0, restart: bool = False, start: float | None = None,
) -> Outcome[Estimation]:  # fmt: skip
    """Filter a recorded log and write the results.

    noise : process noise on accelerations [rad/s^1.5]; the one that makes the innovations most likely if omitted. Particles need
        more, so that enough of them survive an accurate reading
    spread : `ENTRY=NUMBER`, standard deviations at the start; see `spreads` for the defaults
    parameters : free parameters of the machine to estimate with its state
    sensors : those of the machine that have a column in the log by default
    step : longest step of the integrator [s]
    units, columns : `COLUMN=UNIT` and `NAME=COLUMN`, for files; see `biela.files.logs.record`
    prior : "start", about the start of the case, or "uniform", anywhere within `ranges` on any assembly branch
    ranges : `COORDINATE=LOW:HIGH` [rad, m] of the uniform prior; a whole turn for angles by default
    gate : leave out readings farther than this many standard deviations from what is expected
    scale : likelihood scale, a factor on the described noise of the readings
    restart : draw particles anew where none explains the readings
    start : time of the log at which the machine is at its start; see `start_time` for the default
    """
    folder = refuse_unwritable(folder)
    if ranges and prior != "uniform":
        near = f"near its start, the machine is within {setting('spread')}"
        raise BielaError(f"{setting('ranges')} needs {setting('prior', 'uniform')}; {near}.")
    if prior not in ("start", "uniform"):
        raise BielaError(f"{setting('prior', prior)}: it is start or uniform.")
    mechanism = case.build()
    begin = case.start(mechanism)
    given = assignments(units, setting("units"), "gyro=deg/s"), assignments(columns, setting("columns"), "gyro=ch3")
    record = (
        read_record(log, *given)
        if isinstance(log, Path)
        else LogRecord(log.t, {**{n: log[n] for n in log.names}, **log.inputs}, "log")
    )
    log, names, notes = log_of(record, mechanism, sensors)
    if start is not None and start > log.t[0]:
        begins = f"the log begins before, at {log.t[0]:g} s. Cut it there, or give a time up to its first sample"
        raise BielaError(f"{setting('start', start)}: {begins}.")
    inputs = {name: value for name, value in case.inputs.items() if name not in log.inputs}
    model = Model(mechanism, begin, sensors=names, estimate=parameters, inputs=inputs)
    sigma = spreads(model, begin.x, numbers(spread, setting("spread"), "A=0.1"))
    walks = random_walks(model, sigma)
    how: dict[str, Any] = {"step": step, "integrator": integrator, "t": start_time(log) if start is None else start}
    known = options_of(filter_class(filter))
    asked = {"gate": gate is not None, "scale": scale != 1.0, "restart": restart}
    keys = {"gate": "gate", "scale": "likelihood_scale", "restart": "reinitialise"}
    notes += [f"{setting(name)} does not concern the filter {filter!r}" for name in keys if asked[name] and keys[name] not in known]
    about: Prior = About(begin, sigma)
    factors: dict[str, float] = {}
    search = noise is None and prior == "start"
    level = UNKNOWN_PROCESS_NOISE if noise is None else noise
    wanted = how | {"particles": particles, "seed": seed, "gate": gate, "likelihood_scale": scale, "reinitialise": restart}
    options = {name: value for name, value in wanted.items() if name in known}

    def make(prior: Prior, **others: Any) -> Estimator:
        return make_filter(filter, model, prior, ProcessNoise(level, **walks), **options | others)

    try:
        if prior == "uniform":
            model, about = _anywhere(model, begin, sigma, ranges, names, parameters, inputs)
        if search:
            level, factors = noise_levels(model, about, log, gate=gate, **how, **walks)
            level = max(level, LEAST_FOR_PARTICLES) if "particles" in known else level
        made = make(about)
        track = made.run(log)
    except EstimationError as error:
        error.args = ("".join([str(error), *(f" The {hint}." for hint in _in_degrees(record, log, mechanism))]),)
        raise
    used = gate if "gate" in known else None
    least = [name for name, factor in factors.items() if factor < 1.05 * QUIETER]
    cautious = [track.readings[k] for name in least for k in model.by_sensor[name]]
    verdict = health(track, gate=used, cautious=cautious)
    if isinstance(about, About) and "gate" in known:
        verdict = verdict.with_complaints(start_complaints(model, about, log, track, make, seed=seed))
        verdict = verdict.with_complaints(runaway_complaints(model, about, track, ProcessNoise(level, **walks)))
    if "seed" in known:
        verdict = verdict.with_complaints(cloud_complaints(model, log, track, make(about, seed=seed + 1)))
    span = min(1.0, float(log.t[-1] - log.t[0])) or 0.1
    seen = observability(model, begin, sigma, duration=span, step=step, integrator=integrator)
    branches = made.estimate().branches if prior == "uniform" else {}
    notes += [*_more_notes(made, factors), *_gated(track, used)]
    notes += [] if verdict.healthy else _in_degrees(record, log, mechanism)
    found = Estimation(model, track, verdict, seen, level, search, factors, branches, tuple(notes))
    with writing(folder):
        summary = summarise(found)
        files = _write(found, folder, case.name, summary)
    return Outcome(found, summary, files, notes)


def _more_notes(made: Estimator, factors: Mapping[str, float]) -> list[str]:
    """Noise that differs from the description, and starts from the prior."""
    notes = [
        f"noise of {name}: {f:.2g} times as large as described, found from the log"
        + (", or less: the deviations are cautious. Describe it" if f < 1.05 * QUIETER else "")
        for name, f in factors.items()
    ]
    restarts = int(getattr(made, "restarts", 0))
    return [*notes, *([f"particles were drawn anew {restarts} times"] if restarts else [])]


def _gated(track: Track, gate: float | None) -> list[str]:
    """Readings that a gate left out, with the times of the first of them."""
    notes = []
    for name, nu, spread in zip(track.readings, track.innovation.T, track.expected_spread.T, strict=True):
        times = track.t[np.abs(nu / spread) > gate] if gate is not None else track.t[:0]
        if times.size:
            first = ", ".join(f"{t:g}" for t in times[:5]) + (" …" if times.size > 5 else "")
            notes.append(f"{name}: {count(times.size, 'reading')} left out by the gate, at t = {first} s")
            if times[0] == track.t[0]:
                notes[-1] += f": the start does not fit it. Say how well it is known ({setting('spread')})"
    return notes


def _in_degrees(record: LogRecord, log: Log, mechanism: Mechanism) -> list[str]:
    """Readings of angles without a unit that move over several turns, as those in degrees do."""
    units = units_of_readings(mechanism)
    angles = [name for name in log.names if units[name] == "rad" and not record.units.get(name)]
    spans = {name: float(np.nanmax(log[name]) - np.nanmin(log[name])) for name in angles}
    return [
        f"column {name!r} has no unit and moves by {span:.3g}: if it is in degrees, say so ({setting('units', {name: 'deg'})})"
        for name, span in spans.items()
        if span > TURNS
    ]


def _anywhere(
    model: Model, start: State, sigma: Mapping[str, float], ranges: Sequence[str], sensors: Sequence[str],
    parameters: Sequence[str], inputs: Mapping[str, Any],
) -> tuple[Model, Uniform]:  # fmt: skip
    """Allow any position within the ranges, on any assembly branch; and the model about all of these branches."""
    from biela.state.branches import branches

    coordinates, given = model.names[: model.k], intervals(ranges, setting("ranges"), "A=-0.5:0.5")
    for name in given:
        model.entry(name)
    values = model.values(start.x)
    limits = {}
    for i, name in enumerate(coordinates):
        if name not in given and not model.angles[i]:
            range_of = setting("ranges", {name: "LOW:HIGH"})
            raise DescriptionError(f"{setting('prior', 'uniform')} needs a range for {name!r}: add {range_of} (m).")
        limits[name] = given.get(name, (values[i] - np.pi, values[i] + np.pi))
    others = {n: (values[i] - 2 * sigma[n], values[i] + 2 * sigma[n]) for i, n in enumerate(model.names) if i >= model.k}
    anchors = branches(model.mechanism, {n: sum(limits[n]) / 2 for n in coordinates})
    model = Model(model.mechanism, anchors, sensors=sensors, independent=coordinates, estimate=parameters, inputs=inputs)
    return model, Uniform({**limits, **others, **given}, anchors)


def summarise(found: Estimation) -> dict[str, Any]:
    """Return one object for scripts: keys are added, never renamed."""
    track, seen = found.track, found.observability
    final = {name: {"value": float(track.mean[-1, i]), "sigma": float(track.spread[-1, i])} for i, name in enumerate(track.names)}
    return {
        "machine": found.model.mechanism.name, "samples": len(track.t), "duration": float(track.t[-1] - track.t[0]),
        "final": final, "healthy": found.health.healthy, "complaints": list(found.health.complaints), "nis": found.health.nis,
        "process_noise": found.noise, "observable": seen.complete, "unseen": list(seen.unseen), "files": [],
        "sensor_noise": dict(found.sensor_noise), "notes": list(found.notes), "remedies": remedies(found),
        "branches": [{"signs": list(k), "probability": p} for k, p in found.branches.items()],
    }  # fmt: skip


def remedies(found: Estimation) -> list[str]:
    """Return a remedy for each complaint."""
    noise, scale, step = setting("noise"), setting("scale"), setting("step")
    words = {
        "over-confident": f"raise {noise}, or {scale}; leave faulty readings out with {setting('gate', 4)}",
        "set too large": f"lower {scale}"
        if found.found_noise
        else f"leave out {noise} (it is found from the log), or lower {scale}",
        "biased": f"check the sensor's offset and its unit ({setting('units')})",
        "correlated in time": f"raise {noise}, or estimate what is not known well ({setting('parameters')})",
        "alternate": f"lower {noise}",
        "too few particles": f"raise {setting('particles')}",
        "not finite": f"shorten {step}, or use {setting('integrator', 'implicit')}",
    }
    return [remedy for sign, remedy in words.items() if any(sign in text for text in found.health.complaints)]


def _write(found: Estimation, folder: Path, title: str, summary: dict[str, Any]) -> list[Path]:
    from biela.report.estimation import page

    track = found.track
    head = ["time", *(f"{n}{part}" for n in track.names for part in ("", "_sigma")), *(f"{r}_innovation" for r in track.readings)]
    pairs = np.stack([track.mean, track.spread], axis=2).reshape(len(track.t), -1)
    rows = [",".join(head)]
    for row in np.column_stack([track.t, pairs, track.innovation]):
        rows.append(",".join("" if np.isnan(v) else f"{v:.9g}" for v in row))
    text = page(found.model, track, found.health, found.observability, title)
    files = [write_whole(folder / "estimates.csv", "\n".join(rows) + "\n"), write_whole(folder / "report.html", text)]
    return write_summary(folder, summary, files)


def spreads(model: Model, x: Array, given: Mapping[str, float]) -> dict[str, float]:
    """Return standard deviations at the start: 0.2 rad and 0.2 rad/s, 0.05 m and 0.05 m/s, a tenth of the value of states and
    parameters, unless given."""
    values, sigma = model.values(x), {}
    for i, name in enumerate(model.names):
        angular = i < 2 * model.k and (model.angles[i % model.k] > 0 or bool(model.tangent[i % model.k]))
        sigma[name] = 0.2 if angular else 0.05 if i < 2 * model.k else 0.1 * max(abs(values[i]), 1e-3)
    return {**sigma, **given}


def random_walks(model: Model, sigma: Mapping[str, float]) -> Json:
    """Return the random walks of networks' states and of parameters, as `ProcessNoise` takes them."""
    first = 2 * model.k + len(model.chart.states)
    return {"states": WALK, "parameters": {name: CREEP * sigma[name] for name in model.names[first:]}}


def configured_filter(
    case: Case, filter: str, *, noise: float | None = None, spread: Sequence[str] = (), parameters: Sequence[str] = (),
    sensors: Sequence[str] | None = None, longest_step: float = 0.01, integrator: str = "rk4", gate: float | None = None,
    scale: float = 1.0,
) -> Estimator:  # fmt: skip
    """Return the filter of a machine before its first sample; see `estimate`, whose `step` is the `longest_step`."""
    if noise is None:
        finds = f"{command('estimate', 'biela.app.estimate.estimate(…)')} finds what fits a log"
        raise BielaError(f"a filter needs {setting('noise')}, the process noise on accelerations [rad/s^1.5]; {finds}.")
    mechanism = case.build()
    begin = case.start(mechanism)
    model = Model(mechanism, begin, sensors=sensors, estimate=parameters, inputs=case.inputs)
    sigma = spreads(model, begin.x, numbers(spread, setting("spread"), "A=0.1"))
    wanted = {"step": longest_step, "integrator": integrator, "t": begin.t, "gate": gate, "likelihood_scale": scale}
    options = {name: value for name, value in wanted.items() if name in options_of(filter_class(filter))}
    return make_filter(filter, model, About(begin, sigma), ProcessNoise(noise, **random_walks(model, sigma)), **options)
