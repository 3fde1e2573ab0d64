"""One block of a study: its machines started, run in lanes, and reduced to measures. A failure of one machine is a result."""

from __future__ import annotations

import time
import warnings
from collections.abc import Collection, Iterator
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array, Indices
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.simulation.batch import Batch, simulate_batch
from biela.simulation.run import simulate
from biela.state.state import LEVELS, State, signal_names
from biela.study.measure import value_at
from biela.study.reading import read_many
from biela.study.template import Template
from biela.study.vary import Columns, Settings, StudyError

if TYPE_CHECKING:
    from biela.study.definition import Study
    from biela.study.trials import Trials

Work: TypeAlias = "Study | Trials"
"""Samples that engines compute and stores keep, with numbers (`measures`) and values over time (`series`) of each."""
NOT_ASSEMBLED = "not assembled"
STATUSES = (
    "missing", "done", "doubtful", NOT_ASSEMBLED, "refused", "stopped_by_event", "closure_lost", "step_too_small", "not_finite",
    "singular", "interrupted", "other",
)  # fmt: skip
"""Status of a sample; its place is the number that is stored."""
GOOD = ("done", "doubtful", "stopped_by_event")
"""Status of samples that have numbers."""
CODES = {name: code for code, name in enumerate(STATUSES)}
CACHED_INPUTS = 2e6
"""Bytes of inputs, besides states, with which signals are evaluated at once."""
SINGLE_METHODS = ("cvode", "multi")
"""Methods that run one machine at a time."""
LANES = 64
"""Machines that run together come in multiples of this, so that SIMD lanes are full."""
BATCH_BYTES = 16e6
"""Bytes of outputs of the machines that run together: a larger batch allocates fresh memory each time, which is slow."""
BLOCK_SECONDS = 1.0
"""Time that a block should last [s]."""
BLOCK_BYTES = 200e6
"""Maximum size of the outputs of a block [bytes]."""
SHORT_RUN, LONG_RUN = 8, 256
"""Numbers of samples of the two runs whose difference gives the time of a sample."""
TRIALS = 3
"""Repetitions of each measurement: the shortest counts, since other programs only make it longer."""


@dataclass
class Block:
    """Results of consecutive samples.

    measures : (N, m); NaN where a machine has none
    series : signal → (N, n)
    status : (N,) of each machine, its place in `STATUSES`
    reasons : machine → why it has no numbers, or doubtful ones
    first : number of its first sample
    """

    measures: Array
    series: dict[str, Array]
    status: NDArray[np.int8]
    reasons: dict[int, str]
    first: int = 0

    def fail(self, machine: int, status: str, reason: str) -> None:
        """Record the status of a machine, and why it has no numbers."""
        self.status[machine] = CODES.get(status, CODES["other"])
        if reason:
            self.reasons[machine] = reason

    @property
    def failed(self) -> int:
        """Count the machines without numbers."""
        return int((~np.isin(self.status, [CODES[name] for name in GOOD])).sum())


def compute_block(study: Study, first: int, last: int, threads: int | None = 1) -> Block:
    """Compute the samples first … last − 1. Each depends on its own numbers alone."""
    n, times = last - first, study.series_times
    for m in study.measures:
        m.refuse_unallowed()
    series = {s: np.full((n, len(times)), np.nan) for s in study.series}
    block = Block(np.full((n, len(study.measures)), np.nan), series, np.zeros(n, np.int8), {}, first)
    columns = {name: np.asarray(x[first:last]) for name, x in study.samples.columns.items()}
    for values, at in _groups(columns, study.structure, n):
        own = {name: x[at] for name, x in columns.items()}
        try:
            template = study.template(values)
            P = template.parameters(own, len(at))
            X, reasons = template.starts(own, P)
            for k, reason in reasons.items():
                block.fail(int(at[k]), NOT_ASSEMBLED, reason)
            good = np.delete(np.arange(len(at)), list(reasons))
            lanes = 1 if alone(template) else max(LANES, int(BATCH_BYTES / bytes_of_outputs(study, template)) // LANES * LANES)
            for begin in range(0, len(good), lanes):
                _simulate(study, template, own, P, X, good[begin : begin + lanes], at, block, threads)
        except BielaError as error:  # no machine at all for this structure
            for k in at.tolist():
                block.fail(k, "refused", str(error))
    block.reasons = {k: study.plan.in_words(reason) for k, reason in block.reasons.items()}
    return block


def _groups(columns: Columns, structure: tuple[str, ...], n: int) -> Iterator[tuple[Any, Indices]]:
    """Yield the values of the structure, and the samples that have them."""
    if not structure:
        yield (), np.arange(n)
        return
    places = [np.unique(columns[name], return_inverse=True)[1] for name in structure]
    _, firsts, group = np.unique(np.stack(places), axis=1, return_index=True, return_inverse=True)
    for number, first in enumerate(firsts):
        yield tuple(columns[name][first] for name in structure), np.flatnonzero(group.ravel() == number)


def bytes_of_outputs(study: Study, template: Template) -> float:
    """Return the bytes of the states and signals of one machine at all its outputs."""
    chosen = {**template.settings, **study.outputs(template)}
    step = chosen.get("output_step")
    length = len(chosen["outputs"]) if chosen.get("outputs") else template.duration / step if step else 400
    return float(8.0 * max(length, 1) * (2 * template.near.x.size + len(study.signals)))


def _simulate(
    study: Study, template: Template, columns: Columns, P: Array, X: Array, chosen: Indices,
    at: Indices, block: Block, threads: int | None,
) -> None:  # fmt: skip
    """Run the chosen machines together; a batch that is refused is halved until the machine at fault is alone."""
    own, here = {name: x[chosen] for name, x in columns.items()}, at[chosen]
    settings = {**template.settings, **study.outputs(template)}
    try:
        batch, happened = _batch(template, X[chosen], P[chosen], template.own_inputs(own), settings, threads)
        measures, series, unmeasured = _reduce(study, template, batch, own | happened, block.first + here)
    except BielaError as error:
        if len(chosen) == 1:
            block.fail(int(here[0]), "refused", str(error))
            return
        for part in np.array_split(chosen, 2):
            _simulate(study, template, columns, P, X, part, at, block, threads)
        return
    block.measures[here] = measures
    for name, values in series.items():
        block.series[name][here] = values
    block.status[here] = CODES["done"]
    for k, reason in unmeasured.items():
        block.fail(int(here[k]), "refused", reason)
    for k in _not_done(batch):
        block.fail(int(here[k]), batch.status[k], batch.reasons[k])


def _not_done(batch: Batch) -> list[int]:
    """Return the machines whose status is not "done"."""
    if batch.status.count("done") == len(batch):  # most batches, and much faster
        return []
    return [k for k, status in enumerate(batch.status) if status != "done"]


def alone(template: Template) -> bool:
    """Return whether machines only run one at a time, because of their method, formulation or events."""
    method, formulation = (template.settings.get(key, "") for key in ("method", "formulation"))
    return bool(template.events) or str(method).startswith(SINGLE_METHODS) or formulation == "compliant"


def _batch(
    template: Template, X: Array, P: Array, inputs: Settings, settings: Settings, threads: int | None
) -> tuple[Batch, dict[str, Array]]:
    """Run machines; return the runs, and when events first happened in them."""
    mechanism, duration = template.mechanism, template.duration
    if not alone(template):
        values = dict(zip(mechanism.parameters, P.T, strict=True))
        many = simulate_batch(mechanism, X, duration, parameters=values, inputs=dict(inputs) or None, threads=threads, **settings)
        return many, {}
    own = {name: float(x[0]) if isinstance(x, np.ndarray) else x for name, x in inputs.items()}
    start = State(mechanism, X[0], 0.0, None, P[0] if mechanism.parameters else None)
    run = simulate(mechanism, start, duration, inputs=own or None, events=template.events, **settings)
    happened = {e.name: np.array([np.nan]) for e in template.events}
    happened |= {e.name: np.array([e.time]) for e in reversed(run.events) if e.name in happened}
    # the moments of events are outputs too
    t, places = np.unique([*run.t, *(e.time for e in run.events)], return_index=True)
    x = np.array([*run.x, *(e.state.x for e in run.events)])[places]
    return Batch(
        mechanism, run.functions, t, x[:, None], run.u[None], run.p[None], [run.status], np.array([run.steps]),
        np.array([run.closure_error]), run.wall_time, reasons=["" if run.status == "done" else "; ".join(run.notes)],
    ), happened  # fmt: skip


def _signals(batch: Batch, names: Collection[str]) -> dict[str, Array]:
    """Return signals (n, N) by name, evaluated some outputs at a time to stay in the processor's cache; states are not copied."""
    table, (n, N) = signal_names(batch.functions), batch.x.shape[:2]
    found = {name: np.empty((n, N)) for name in names}
    rows = min(n, max(1, int(CACHED_INPUTS / (8 * N * (1 + batch.u.shape[1] + batch.p.shape[1])))))
    u, p = (np.tile(a, (rows, 1)) for a in (batch.u, batch.p))
    for level in {table[name][0] for name in names}:
        mine = sorted((table[name][1], name) for name in names if table[name][0] == level)
        kernel = batch.functions.part(LEVELS[level], [place for place, _ in mine])
        for first in range(0, n, rows):
            at = slice(first, min(first + rows, n))
            x = batch.x[at].reshape((at.stop - first) * N, -1)
            t = np.repeat(batch.t[at], N)[:, None]
            values = np.asarray(kernel.batch(t, x, u[: len(x)], p[: len(x)], threads=1)).reshape(-1, N, len(mine))
            for k, (_, name) in enumerate(mine):
                found[name][at] = values[:, :, k]
    return found


def _reduce(
    study: Study, template: Template, batch: Batch, single: Columns, numbers: Indices
) -> tuple[Array, dict[str, Array], dict[int, str]]:
    """Return measures and series of a batch, NaN for machines that failed; and machine → why it has no measures.

    single : what has one value per machine; numbers : of the samples, from which errors of sensors are drawn
    """
    signals = _signals(batch, study.signals)
    sensors = template.mechanism.sensors
    signals |= read_many(sensors, study.readings, study.plan.errors, single, batch.t, signals, study.seed, numbers)

    def lookup(name: str) -> Array:
        return np.asarray(single[name], float) if name in single else signals[name]

    found, unmeasured = np.empty((len(batch), len(study.measures))), dict[int, str]()
    for k, m in enumerate(study.measures):
        try:
            found[:, k] = m.evaluate(batch.t, lookup, batch)
        except StudyError:  # a function that fails with one machine is asked about each of them
            for machine in range(len(batch)):
                try:
                    found[machine, k] = m.evaluate(batch.t, lookup, _one(batch, machine))[0]
                except StudyError as error:
                    unmeasured.setdefault(machine, str(error))
    found[list(unmeasured)] = np.nan
    found[[k for k in _not_done(batch) if batch.status[k] not in GOOD]] = np.nan
    series = {name: np.stack([value_at(batch.t, signals[name], t) for t in study.series_times], axis=1) for name in study.series}
    return found, series, unmeasured


def _one(batch: Batch, k: int) -> Batch:
    """Return a batch of one of the machines."""
    at = slice(k, k + 1)
    return replace(
        batch, x=batch.x[:, at], u=batch.u[at], p=batch.p[at], status=batch.status[at], steps=batch.steps[at],
        closure_error=batch.closure_error[at], reasons=batch.reasons[at], _levels={},
    )  # fmt: skip


def block_size(study: Study, workers: int) -> int:
    """Return the number of samples that take about a second, fit in memory, and leave work for all workers. The machine is compiled
    on the way. Results do not depend on the size."""
    count, template = len(study), study.first
    least, most = 1 if alone(template) else LANES, max(count / (2 * workers), 1.0)
    short, long = min(SHORT_RUN, count), min(LONG_RUN, count)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if any(m.tree is None for m in study.measures):
            _refuse_broken_functions(study, compute_block(study, 0, short))
        if most < 2 * least:  # too few samples for larger blocks, however fast they are
            return least
        compute_block(study, 0, short)
        begin, whole = _seconds(study, short), _seconds(study, long)
    each = max(whole / long if long <= SHORT_RUN else (whole - begin) / (long - SHORT_RUN), 1e-9)
    size = min(BLOCK_SECONDS / each, BLOCK_BYTES / bytes_of_outputs(study, template), most)
    rounds = ceil(count / (workers * size))  # so that all workers end together
    return max(least, -(-count // (rounds * workers * least)) * least)


def _refuse_broken_functions(study: Study, block: Block) -> None:
    """Refuse a user's function that fails with each of the first samples: it would fail with all of them, hours later."""
    for measure in study.measures:
        begin = f"measure {measure.name!r}"
        said = [reason for reason in block.reasons.values() if reason.startswith(begin)]
        if measure.tree is None and len(said) == len(block.status):
            fails = f"It fails with each of the first {len(said)} samples: mend the function, or omit the measure"
            raise StudyError(f"{said[0].rstrip('.')}. {fails}. Nothing was computed.")


def _seconds(study: Study, samples: int) -> float:
    """Return the shortest of several computing times of the first samples."""
    shortest = BLOCK_SECONDS
    for _ in range(TRIALS):
        began = time.perf_counter()
        compute_block(study, 0, samples)
        elapsed = time.perf_counter() - began
        if elapsed > BLOCK_SECONDS / TRIALS:  # long enough that nothing disturbs it much
            return elapsed
        shortest = min(shortest, elapsed)
    return shortest
