"""Definition of a study: machine, samples, measures and settings, as one object that travels as text."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from biela import __version__
from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.files.document import read_document
from biela.files.machine import read
from biela.simulation.case import Case
from biela.study.block import Block, block_size, compute_block
from biela.study.measure import Measure, measure, refuse_unknown, unit_of
from biela.study.own_function import OwnFunction
from biela.study.reading import readings_of
from biela.study.samples import Samples
from biela.study.template import MACHINE, StudyPlan, Template, plan, unit_at
from biela.study.vary import Json, Settings, StudyError

FORMAT = 1
"""Version of the text of a study."""


@checked(positive=("duration",), nonnegative=("seed",), own=("points",))
@dataclass(frozen=True)
class Study:
    """Study of many machines that differ.

    Attributes
    ----------
    text : machine file
    samples : table of samples
    measures : numbers that each run is reduced to
    series : signals that are kept over time, at `points` times
    settings, duration : settings of the runs, where they differ from the machine's own
    machines : machine files by name, where the machine itself varies
    seed : seed of the errors of sensors
    """

    text: str
    samples: Samples
    measures: tuple[Measure, ...] = ()
    series: tuple[str, ...] = ()
    points: int = 101
    settings: Settings = field(default_factory=dict)
    duration: float | None = None
    machines: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    _templates: dict[tuple[Any, ...], Template] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.measures and not self.series:
            series = f"{setting('series', 'A.angle')} to keep a signal over time"
            raise StudyError(f"nothing is measured: give {setting('measures', 'max(A.rate)')}, or {series}.")
        if not isinstance(self.points, int) or self.points < 2:
            raise StudyError(f"points is {self.points!r}: give two or more times for a series.")
        try:
            json.dumps(dict(self.settings))
        except TypeError:
            raise StudyError(f"settings {dict(self.settings)}: a study takes names and numbers, not objects.") from None
        signals, machine, columns = self.first.signals, self.first.mechanism, self.samples.columns
        single = [*columns, *self.first.event_names]
        refuse_unknown(self.measures, signals, single, list(readings_of(machine.sensors)), [*columns, *self.series])
        read = {sensor for sensor, _ in self.readings.values()}
        for target, (sensor, _, _) in self.plan.errors.items():
            if sensor not in read:  # its errors would change nothing
                own = any(m.tree is None for m in self.measures)
                why = "a function of one's own sees true signals" if own else f"no measure uses what {sensor!r} reads"
                raise StudyError(f"{setting('vary', {target: None})}: {why}. Measure its readings: rms(read({sensor})).")
        for target, name in self.plan.inputs.items():
            if name not in machine.actuators:
                raise UnknownName(f"{setting('vary', {target: None})}: no input {name!r}.{nearest(name, list(machine.actuators))}")
        if strange := [name for name in self.series if name not in signals]:
            raise UnknownName(f"series: no signal {strange[0]!r}.{nearest(strange[0], list(signals))}")
        end = self.first.duration
        late = [(m.text, t) for m in self.measures for t in m.times() if not 0 <= t <= end * (1 + 1e-12)]
        if late:  # they would be NaN for every sample
            why = f"the run ends at {end:g} s, so it has no value at {late[0][1]:g} s"
            raise StudyError(f"measure {late[0][0]!r}: {why}. Give {setting('duration')}.")

    def __len__(self) -> int:
        return len(self.samples)

    def impossible(self) -> list[str]:
        """Return in words which values that vary leave the physical range, and in how many samples."""
        template, total = self.first, len(self)
        values = dict(zip(template.mechanism.parameters, template.parameters(self.samples.columns, total).T, strict=True))
        said: dict[tuple[str, bytes], str] = {}
        for bound in dict.fromkeys(template.bounds):
            broken = np.flatnonzero(np.broadcast_to(bound.broken(values), total))
            if not broken.size:
                continue
            names = {p.name for p in bound.expression.parameters()}
            mine = ", ".join(t for t, name in self.plan.parameters.items() if name in names)
            reason = bound.reason({name: float(x[broken[0]]) for name, x in values.items()})
            words = f"{mine} leaves the physical range in {broken.size} of {total} samples: {reason}"
            said.setdefault((mine, broken.tobytes()), words)  # one density makes all masses negative
        return list(said.values())

    @cached_property
    def readings(self) -> dict[str, tuple[str, int]]:
        """Return readings that measures need → sensor and place there."""
        known, wanted = readings_of(self.first.mechanism.sensors), {name for m in self.measures for name in m.readings()}
        return {name: known[name] for name in sorted(wanted) if name in known}

    @cached_property
    def plan(self) -> StudyPlan:
        """Return the places where the values of each sample go."""
        return plan(self._text, self.samples.columns, self.samples.variations)

    @property
    def _text(self) -> str:
        """Return the machine file, or the first of several."""
        return next(iter(self.machines.values()), self.text)

    @property
    def structure(self) -> tuple[str, ...]:
        """Return the quantities whose every value makes a machine of its own."""
        return self.plan.structure

    @cached_property
    def first(self) -> Template:
        """Return the machine of the first sample."""
        return self.template(tuple(self.samples.columns[name][0] for name in self.structure))

    def template(self, values: tuple[Any, ...]) -> Template:
        """Return the machine with given values of its structure; recent ones are cached."""
        with _LOCK:
            if values not in self._templates:
                chosen = dict(zip(self.structure, values, strict=True))
                text = self.machines[str(chosen.pop(MACHINE))] if MACHINE in chosen else self.text
                while len(self._templates) >= CACHED_MACHINES:
                    self._templates.pop(next(iter(self._templates)))
                watched = {name for m in self.measures for name in m.signals()}
                self._templates[values] = Template(text, self.plan, chosen, self.settings, self.duration, watched)
            return self._templates[values]

    def compute(self, first: int, last: int, threads: int | None = 1) -> Block:
        """Compute the samples first … last − 1. Each depends on its own numbers alone."""
        return compute_block(self, first, last, threads)

    @checked(positive=("workers",))
    def block_size(self, workers: int) -> int:
        """Return the samples of a block; the machine is compiled on the way."""
        return block_size(self, workers)

    @cached_property
    def signals(self) -> frozenset[str]:
        """Return the signals that measures and series need."""
        named = {name for m in self.measures for name in m.signals()}
        sensors = self.first.mechanism.sensors
        named |= {signal for sensor, _ in self.readings.values() for signal in sensors[sensor].readings}
        return frozenset({*self.series, *named} - {*self.samples.columns, *self.first.event_names})

    @cached_property
    def series_times(self) -> Array:
        """Return the times of the series [s]."""
        return np.linspace(0.0, self.first.duration, self.points)

    def outputs(self, template: Template) -> Json:
        """Return settings that make the times of measures and series outputs of the run."""
        wanted = {t for m in self.measures for t in m.times()} | (set(self.series_times.tolist()) if self.series else set())
        if not wanted:
            return {}
        end, step = template.duration, template.settings.get("output_step") or template.duration / 200
        for parts in range(1, 11):  # equal steps are cheaper, where they meet all times
            counts = np.array([*wanted, end]) * parts / step
            if np.abs(counts - np.round(counts)).max() < 1e-9 * max(counts.max(), 1.0):
                return {"output_step": step / parts, "outputs": None}
        regular = np.arange(0.0, end, step)
        return {"outputs": sorted({t for t in (*regular.tolist(), *wanted) if 0 < t < end}), "output_step": None}

    @cached_property
    def units(self) -> dict[str, str]:
        """Return measure or series → unit, where it has one."""
        signals, sensors = self.first.signals, self.first.mechanism.sensors
        known = signals | {label: signals.get(sensors[sensor].readings[k], "") for label, (sensor, k) in self.readings.items()}
        return {m.name: unit_of(m, known, self.first.event_names) for m in self.measures} | {s: signals[s] for s in self.series}

    @cached_property
    def varied_units(self) -> dict[str, str]:
        """Return names of numbers that vary → SI unit, where they have one."""
        document, known = read_document(self._text, "machine file"), {v.target: v for v in self.samples.variations}
        return {name: unit_at(document, name, known.get(name)) for name in self.samples.columns}

    def about(self) -> Json:
        """Return all that identifies the study, to be compared; numbers of the samples by their digest."""
        functions = {m.name: hashlib.sha256(m.source.encode()).hexdigest()[:16] for m in self.measures if m.source}
        return {
            "format": FORMAT, "biela": __version__, "machine": self.text, "machines": dict(self.machines),
            "samples": len(self), "columns": list(self.samples.columns), "drawn": dict(self.samples.about or {}),
            "samples_digest": self.samples_digest, "measures": {m.name: m.text for m in self.measures}, "series": list(self.series),
            "points": self.points, "settings": dict(sorted(self.settings.items())), "duration": self.duration,
            **({"functions": functions} if functions else {}), **({"seed": self.seed} if self.readings else {}),
        }  # fmt: skip

    @cached_property
    def samples_digest(self) -> str:
        """Return the digest of names and values of the samples."""
        digest = hashlib.sha256()
        for name, x in self.samples.columns.items():
            digest.update(name.encode() + b"\0")
            digest.update("\0".join(map(str, x)).encode() if x.dtype == object else np.ascontiguousarray(x, float).tobytes())
        return digest.hexdigest()

    def to_text(self) -> str:
        """Return the whole study as text, which travels to workers."""
        columns: Json = {}
        for name, x in self.samples.columns.items():
            columns[name] = [*map(str, x)] if x.dtype == object else base64.b64encode(np.asarray(x, "<f8").tobytes()).decode()
        own = {
            "text": self.text, "columns": columns,
            "measures": [m.definition for m in self.measures], "sources": [m.source for m in self.measures],
            "series": self.series, "points": self.points, "settings": dict(self.settings), "duration": self.duration,
            "machines": dict(self.machines), "seed": self.seed,
        }  # fmt: skip
        return json.dumps(own)

    @staticmethod
    def of_text(text: str, *, run_code: bool = False) -> Study:
        """Return a study from its text, whose functions may be evaluated only if it may run code."""
        try:
            own = json.loads(text)
            columns = own.pop("columns")
            for name, x in columns.items():
                columns[name] = np.array(x, object) if isinstance(x, list) else np.frombuffer(base64.b64decode(x), "<f8")
            pairs = list(zip(own.pop("measures"), own.pop("sources"), strict=True))
            series = tuple(own.pop("series"))
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise StudyError(f"this is not the text of a study: {type(error).__name__}: {error}.") from None
        measures = tuple(measure(m, not run_code, source) for m, source in pairs)
        return Study(samples=Samples(columns), measures=measures, series=series, **own)


_LOCK = threading.RLock()
CACHED_MACHINES = 64
"""Number of machines that a process caches for each study."""


def study_of(
    case: Case | None, samples: Samples, measures: Sequence[str | OwnFunction] = (), series: Sequence[str] = (), **more: Any
) -> Study:
    """Return the study of a case, with measures as text, or as functions that can be imported."""
    machines = {}
    for name in dict.fromkeys(map(str, samples.columns.get(MACHINE, ()))):
        from biela import library

        path = Path(name)
        machines[name] = (read(path) if path.suffix or len(path.parts) > 1 else library.get(name)).machine_file()
    if case is None and MACHINE not in samples.columns:
        raise StudyError(f"there is no machine: give one, or vary {MACHINE!r} over machines.")
    text = "" if case is None else case.machine_file()
    seed = int((samples.about or {}).get("seed") or 0)
    return Study(text, samples, tuple(map(measure, measures)), tuple(series), machines=machines, seed=seed, **more)


guard(__name__)
