"""Many machines at once: SIMD lanes × threads, no Python inside."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.base.array import Array
from biela.base.checked import Named, checked, fitting, guard, place, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, SimulationError, StepTooLarge, UnknownName, nearest, unknown, warn
from biela.base.memory import refuse_too_large
from biela.equations.layout import layout_of
from biela.integrate.driver import CRAWL
from biela.integrate.outcome import Outcome
from biela.integrate.system import ATOL, RTOL, Formulation, Status
from biela.mechanism.foreign import refuse_fmus
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import note_of_light_body
from biela.simulation import watch
from biela.simulation.accuracy import Accuracy, estimate_some, is_suspect
from biela.simulation.audit import doubts, lost_motion, tolerances
from biela.simulation.companion import Repeatable
from biela.simulation.history import History
from biela.simulation.pieces import integrate_batch_pieces, integrate_pieces
from biela.simulation.plan import Plan, plan_run, request_run
from biela.simulation.settings import Settings
from biela.simulation.singular import STUCK, as_asked, is_unwatched, look_closer, note_of_passage, note_of_penalty
from biela.simulation.stability import refuse_unstable_run
from biela.simulation.start import event_actions, refuse_inconsistent, watching
from biela.simulation.watch import WatchWarning
from biela.state.assemble import assemble
from biela.state.functions import MachineFunctions, parameter_values, split_inputs
from biela.state.state import LEVELS, State, signal_names

SAMPLED_OUTPUTS = 9
"""Number of outputs of each machine at which its energy is evaluated."""
CHECKED_MACHINES = 8
"""Number of machines whose fixed step is checked against the networks first."""
ENDED = {
    Status.STOPPED_BY_EVENT: "stopped by a component", Status.CLOSURE_LOST: "the loops could not be closed again",
    Status.STEP_TOO_SMALL: "the tolerance could not be met", Status.NOT_FINITE: "the motion exploded",
    Status.SINGULAR: "the loops are singular",
}  # fmt: skip
"""Reason why a machine ended early, in words."""
STATUS_NAMES = {status: status.name.lower() for status in Status}


class BatchWarning(WatchWarning):
    """Machines of a batch are not done, doubtful or refused, or their components warn."""


@dataclass
class Batch(Named):
    """Results of N machines: `batch["A.angle"]` has shape (n_outputs, N).

    Attributes
    ----------
    t : (n,) times [s]
    x : (n, N, n_x) states
    status : for each machine "done", or why it ended early; "refused" where a single run would be an error, "doubtful" where it
        would be marked
    reasons : for each machine, why it is not "done", with the time; else empty
    notes : remarks on all of them
    """

    mechanism: Mechanism
    functions: MachineFunctions = field(repr=False)
    t: Array
    x: Array
    u: Array
    p: Array
    status: list[str]
    steps: NDArray[np.int64]
    closure_error: Array
    wall_time: float
    reasons: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _levels: dict[int, Array] = field(default_factory=dict, repr=False)
    _again: Repeatable | str = field(default="nothing was integrated.", repr=False)
    _estimates: dict[int, Accuracy] = field(default_factory=dict, repr=False)

    @property
    def accuracy(self) -> Array:
        """Estimated error of each machine, as part of an amplitude; NaN if not known, or not estimated since machines like it are
        certain. See `history(k).accuracy`."""
        if not self._estimates:
            done = _with_status(self, {"done"})
            _estimate(self, done, np.zeros(len(done)))
        known = {k: a.error for k, a in self._estimates.items() if a.error is not None}
        return np.array([known.get(k, np.nan) for k in range(len(self))])

    @property
    def names(self) -> list[str]:
        """All signal names."""
        return list(signal_names(self.functions))

    def __getitem__(self, name: str) -> Array:
        table = signal_names(self.functions)
        if not isinstance(name, str) or name not in table:
            raise unknown("signal", name, list(table))
        level, entry, _ = table[name]
        if level not in self._levels:
            n, N = self.x.shape[:2]
            own = self.functions[LEVELS[level]]
            columns = 1 + self.x.shape[2] + self.u.shape[1] + self.p.shape[1] + int(sum(own.out_sizes))
            what = f"{name!r}, with all signals computed with it, of {N} machines at {n} outputs"
            refuse_too_large(8 * n * N * columns, what, "look at fewer machines or outputs, or at batch.x.")
            u, p = np.tile(self.u, (n, 1)), np.tile(self.p, (n, 1))
            values = np.asarray(own.batch(np.repeat(self.t, N)[:, None], self.x.reshape(n * N, -1), u, p))
            self._levels[level] = values.reshape(n, N, -1)
        return self._levels[level][:, :, entry]

    def __len__(self) -> int:
        return int(self.x.shape[1])

    @checked
    def state(self, machine: int, index: int = -1) -> State:
        """Return the state of one machine at an output, the last by default."""
        place(machine, len(self), "number of a machine")
        place(index, len(self.t), "index of an output")
        x, t = self.x[index, machine].copy(), float(self.t[index])
        return State(self.mechanism, x, t, self.u[machine], self.p[machine], self.functions.laws)

    @checked
    def history(self, machine: int) -> History:
        """Return the run of one machine, up to its end."""
        place(machine, len(self), "number of a machine")
        arrived = np.isfinite(self.x[:, machine]).all(axis=1)
        return History(
            self.mechanism, self.functions, self.t[arrived], self.x[arrived, machine], self.u[machine], self.p[machine],
            self.status[machine], int(self.steps[machine]), closure_error=float(self.closure_error[machine]),
            notes=[reason for reason in self.reasons[machine : machine + 1] if reason],
            _again=self._again if isinstance(self._again, str) else self._again.one(machine),
            _accuracy=self._estimates.get(machine),
        )  # fmt: skip

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<Batch of {len(self)} × {self.mechanism.name!r}: {done} done, {len(self.t)} outputs, {self.wall_time:.3g} s>"


# long: the signature and its description
def simulate_batch(
    mechanism: Mechanism,
    start: State | Sequence[State] | Mapping[str, Any] | ArrayLike | None = None,
    duration: float = 10.0,
    *,
    parameters: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Any] | None = None,
    method: str = "dormand-prince",
    step: float | None = None,
    rtol: float = RTOL,
    atol: float = ATOL,
    output_step: float | None = None,
    outputs: Sequence[float] | None = None,
    formulation: Any = "projected",
    max_step: float | None = None,
    substeps: int | None = None,
    threads: int | None = None,
) -> Batch:
    """Integrate N machines that differ in start state, free parameters or constant inputs.

    Each machine is computed exactly as if it were alone: results do not depend, to the last bit, on N, on the place in
    the batch or on the number of threads.

    Parameters
    ----------
    start : one state for all, a sequence of N states (with their own parameters and inputs), an array (N, n_x), or
        coordinates, assembled for each set of parameters
    parameters : free parameter → one value, or N values
    inputs : actuator → one value, N values, or a law (the same for all)
    outputs : times of the outputs, besides start and end [s]
    threads : as many as processors if omitted
    """
    fitting(simulate_batch, locals(), own=("formulation",))
    method = "dormand-prince" if method == "automatic" else method
    settings = Settings(method, step, rtol, atol, formulation, duration, output_step, max_step, substeps, outputs)
    settings.integrator  # noqa: B018 (refuses what is unknown)
    if settings.compliant:
        raise DescriptionError(
            f"formulation {formulation!r} is not available in a batch: use 'projected', 'independent', 'baumgarte', "
            "'augmented-lagrangian' or 'penalty'."
        )
    if method.startswith("cvode"):
        raise DescriptionError(f"method {method!r} runs one machine at a time: use 'dormand-prince' or 'rosenbrock' in a batch.")
    t0, X, U, P, laws = _starts(mechanism, start, inputs, parameters)
    refuse_fmus(mechanism, "a batch")
    request = request_run(mechanism, settings, laws, t0, (), len(X))
    corners = request.corners(P[0])
    refuse_inconsistent(request.functions, t0, X, U, P)
    watch.refuse_bad_starts(request.functions, t0, X, U, P)
    plan = plan_run(request, X[0], U[0], P[0], lanes=True, smooth=not corners)
    closer, every = look_closer(plan)
    began = time.perf_counter()
    go = partial(_integrate, threads=threads)
    seen = go(closer, X, U, P)
    wall, outcome = time.perf_counter() - began, as_asked(seen, every)
    batch = Batch(
        mechanism, plan.functions, plan.times, outcome.x, U, P, list(map(STATUS_NAMES.__getitem__, outcome.status)),
        np.asarray(outcome.steps), np.asarray(outcome.max_residual), wall, notes=corners,
    )  # fmt: skip
    batch._again = Repeatable(plan, X, U, P, go, plan.times, outcome.x, np.asarray(outcome.t_end), np.asarray(outcome.steps))
    _look_back(plan, seen, batch, threads)
    return batch


def _integrate(plan: Plan, X: Array, U: Array, P: Array, threads: int | None) -> Outcome:
    """Integrate a planned batch; machines at a singular position are led across it one by one."""
    one_at_a_time = threading.Lock()

    def change_mode(machine: int, index: int, t: float, x: Array) -> Array | None:
        with one_at_a_time:
            return event_actions(plan.functions, plan.events, U[machine], P[machine])(index, t, x, 0)

    outcome = integrate_batch_pieces(
        plan, X, U, P, threads=threads, crawl=0.0 if plan.passing is None else CRAWL, directions=plan.directions,
        terminal=plan.terminal, on_event=change_mode if plan.events else None,
    )  # fmt: skip
    if plan.passing is None:
        return outcome
    thrown = lost_motion(plan.functions, outcome.x, outcome.moved)
    statuses = list(outcome.status)
    for k, status in enumerate(statuses):
        if status not in STUCK and not thrown[k]:
            continue
        one = integrate_pieces(plan, plan.t0, X[k], U[k], P[k], plan.times, **watching(plan, U[k], P[k]))
        outcome.x[:, k], statuses[k] = one.x, one.status[0]
        for name in ("reached", "t_end", "steps", "rejected", "max_residual", "moved"):
            getattr(outcome, name)[k] = getattr(one, name)[0]
        outcome.x_end[k] = one.x_end
    outcome.status = tuple(statuses)
    return outcome


def _look_back(plan: Plan, outcome: Outcome, batch: Batch, threads: int | None) -> None:
    """Give each machine the status and reason of a single run that is refused or marked, and warn with their numbers."""
    stepped, reasons = plan.method.fixed_step is not None, [""] * len(batch)
    for k, (s, t) in enumerate(zip(outcome.status, outcome.t_end, strict=True)) if not outcome.done else ():
        if s is not Status.DONE:
            reasons[k] = f"{ENDED.get(s, s.name.lower().replace('_', ' '))} at t = {t:.6g} s"
    batch.reasons = reasons
    _blame(plan, outcome, batch)
    if plan.kept is Formulation.PROJECTED and not batch.notes:  # at a corner of a prescribed motion velocities must change
        _refuse(batch, lost_motion(plan.functions, batch.x, outcome.moved), "doubtful" if stepped else "refused")
    if is_unwatched(plan):
        _look_at_passages(plan, outcome, batch)
    if stepped and plan.machine.networks:
        _refuse(batch, _unstable(plan, batch))
    done = _with_status(batch, {"done"})
    sampled = np.unique(np.linspace(0, len(batch.t) - 1, SAMPLED_OUTPUTS).astype(int))
    asked = tolerances(plan.settings, stepped)
    found, parts = doubts(
        plan.functions, batch.t[sampled], batch.x[np.ix_(sampled, done)], batch.u[done], batch.p[done], batch.steps[done],
        batch.closure_error[done], asked, threads,
    ) if len(done) else ([], np.zeros(0))  # fmt: skip
    for k, doubt in zip(done, found, strict=True) if any(found) else ():
        if doubt:
            batch.status[k], batch.reasons[k] = "doubtful", doubt
    if len(done) and is_suspect(batch._again, float(parts.max())):
        _estimate(batch, done, parts)
    if note := note_of_light_body(plan.machine):
        batch.notes.append(note)
    known = len(batch.notes)  # corners have been warned of
    batch.notes += watch.happened_in_many(plan.functions, batch.t, batch.x, batch.u, batch.p)
    bad = _with_status(batch, set(batch.status) - {"done", "interrupted"})
    if len(bad):
        kinds = Counter(batch.status[k].replace("_", " ") for k in bad)
        counted = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        first = f"the first is machine {bad[0]}: {batch.reasons[bad[0]]}"
        batch.notes.append(f"{len(bad)} of {len(batch)} machines are not done ({counted}); {first}")
    for note in batch.notes[known:]:
        warn(f"{plan.machine.name!r}: {note}", BatchWarning)


def _estimate(batch: Batch, done: NDArray[np.intp], parts: Array) -> None:
    """Estimate errors of a batch, and mark the machines that are off by too much."""
    if isinstance(batch._again, str) or not len(done):
        return
    batch._estimates = estimate_some(batch._again, done, parts)
    for k, accuracy in batch._estimates.items():
        if accuracy.marked and batch.status[k] == "done":
            batch.status[k], batch.reasons[k] = "doubtful", accuracy.text


def _with_status(batch: Batch, wanted: set[str]) -> NDArray[np.intp]:
    """Return places of the machines with one of these statuses; all or none of them in most batches."""
    present = set(batch.status)
    if present <= wanted:
        return np.arange(len(batch))
    return np.array([k for k, s in enumerate(batch.status) if s in wanted] if present & wanted else [], np.intp)


def _blame(plan: Plan, outcome: Outcome, batch: Batch) -> None:
    """Name the law, load or input that is not finite where machines broke down, for the first of them."""
    kinds = {STATUS_NAMES[s] for s in (Status.NOT_FINITE, Status.STEP_TOO_SMALL, Status.TOO_MANY_STEPS)}
    for k in _with_status(batch, kinds)[:CHECKED_MACHINES]:
        from biela.simulation.diagnose import culprits  # symbols are needed only here

        if blamed := culprits(plan.functions, float(outcome.t_end[k]), outcome.x_end[k], batch.u[k], batch.p[k]):
            batch.reasons[k] += f": {'; '.join(blamed)}"


def _refuse(batch: Batch, messages: list[str], status: str = "refused") -> None:
    """Mark runs; those refused give no numbers."""
    for k, message in enumerate(messages) if any(messages) else ():
        if message and batch.status[k] == "done":
            batch.status[k], batch.reasons[k] = status, message
            if status == "refused":
                batch.x[1:, k] = np.nan


def _look_at_passages(plan: Plan, outcome: Outcome, batch: Batch) -> None:
    """Refuse machines whose loops came through a singular position where nothing kept their branch, mark those that came through a
    dead point, and note those that lost digits."""
    refused, dead, notes = [""] * len(batch), [""] * len(batch), dict[int, str]()
    for k in range(len(batch)):
        if batch.status[k] == "done":
            try:
                passage, dead[k] = note_of_passage(plan, outcome.t, outcome.x[:, k], batch.u[k], batch.p[k])
                if passage:
                    notes[k] = passage
            except SimulationError as error:
                refused[k] = str(error)
    _refuse(batch, refused)
    _refuse(batch, dead, "doubtful")
    if note := note_of_penalty(plan):
        batch.notes.append(note)
    if notes:
        first = min(notes)
        batch.notes.append(f"{len(notes)} of {len(batch)} machines; the first is machine {first}: {notes[first]}")


def _unstable(plan: Plan, batch: Batch) -> list[str]:
    """Return for each machine a message if its fixed step was too large for its networks; some are checked, and all if one was."""
    found, step = [""] * len(batch), float(plan.method.fixed_step)
    some = set(np.linspace(0, len(batch) - 1, CHECKED_MACHINES).astype(int).tolist())
    for machines in (sorted(some), [k for k in range(len(batch)) if k not in some]):
        for k in machines:
            if batch.status[k] == "done":
                try:
                    refuse_unstable_run(plan.functions, plan.settings.method, step, batch.history(k), plan.substeps)
                except StepTooLarge as error:
                    found[k] = str(error)
        if not any(found):
            break
    return found


def _starts(
    mechanism: Mechanism, start: Any, inputs: Mapping[str, Any] | None, parameters: Mapping[str, ArrayLike] | None
) -> tuple[float, Array, Array, Array, dict[str, Any]]:
    """Return start time; states, inputs and parameters of N machines, one per row; laws of inputs."""
    u, laws = split_inputs(mechanism, {k: v for k, v in (inputs or {}).items() if np.ndim(v) == 0})
    many = {k: v for k, v in (inputs or {}).items() if np.ndim(v) > 0}
    P = _columns(parameter_values(mechanism, None), parameters, list(mechanism.parameters), "parameter")
    U = _columns(u, many, list(mechanism.actuators), "input")
    t0, X, own_U, own_P = _states(mechanism, start, P)
    U = own_U if own_U is not None and not inputs else U
    P = own_P if own_P is not None and not parameters else P
    N = max(len(X), len(P), len(U))
    for count, what in ((len(X), "start states"), (len(P), "parameter values"), (len(U), "input values")):
        if count not in (1, N):
            raise DescriptionError(f"the batch has {N} machines but {count} {what}: give one for all, or one for each.")
    columns = X.shape[1] + U.shape[1] + P.shape[1]
    refuse_too_large(8 * N * columns, f"the start of {N} machines", "run fewer machines at once.")
    X, U, P = (np.repeat(a, N, axis=0) if len(a) == 1 else a for a in (X, U, P))
    return t0, X, U, P, laws


def _states(mechanism: Mechanism, start: Any, P: Array) -> tuple[float, Array, Array | None, Array | None]:
    """Return start time and states (N, n_x), assembled for each set of parameters if not given; their inputs and parameters."""
    if start is None or isinstance(start, Mapping):
        names = list(mechanism.parameters)
        assembled = [assemble(mechanism, start, parameters=dict(zip(names, row, strict=True))).x for row in P]
        return 0.0, np.array(assembled), None, None
    states = [start] if isinstance(start, State) else start
    if isinstance(states, Sequence) and len(states) and all(isinstance(s, State) for s in states):
        times = {s.t for s in states}
        if len(times) != 1 or any(s.mechanism is not mechanism for s in states):
            raise DescriptionError("start states of a batch must be states of the same machine at the same time.")
        own_U = np.array([s.arguments()[2] for s in states]) if any(s.u is not None for s in states) else None
        own_P = np.array([s.arguments()[3] for s in states]) if any(s.p is not None for s in states) else None
        return times.pop(), np.array([s.x for s in states]), own_U, own_P
    try:
        X = np.atleast_2d(real_array(start, "start", finite=False))
    except DescriptionError:
        raise DescriptionError("start of a batch: give states, coordinates, or an array with one state per row.") from None
    n_x = layout_of(mechanism).n_x
    if X.shape[1] != n_x or not np.all(np.isfinite(X)):
        raise DescriptionError(f"start states must be finite and of shape (N, {n_x}), not {X.shape}.")
    return 0.0, X, None, None


def _columns(nominal: Array, given: Mapping[str, ArrayLike] | None, names: list[str], what: str) -> Array:
    """Return values (N, n) from values given by name, nominal elsewhere."""
    if given is not None and not isinstance(given, Mapping):
        raise DescriptionError(f"{what}s are {given!r}: give a mapping of names to numbers, one for each machine.")
    given = dict(given or {})
    for name, value in given.items():
        if name not in names:
            raise UnknownName(f"no {what} {name!r}.{nearest(name, names)}")
        if not np.all(np.isfinite(np.asarray(value, float))):
            raise DescriptionError(f"{what} {name!r} contains NaN or infinite values.")
    count = max((np.size(v) for v in given.values()), default=1)
    out = np.repeat(nominal[None, :], count, axis=0)
    for name, value in given.items():
        if np.size(value) not in (1, count):
            raise DescriptionError(f"{what} {name!r} has {np.size(value)} values, not 1 or {count}.")
        out[:, names.index(name)] = np.ravel(np.asarray(value, float))
    return out


guard(__name__)
