"""Many machines at once: SIMD lanes × threads, no Python inside."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.errors import DescriptionError, InconsistentStart, UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.simulation.choice import choose_method, output_times, refuse_one_rate
from biela.simulation.mode import mode_events
from biela.state.functions import MachineFunctions, functions_of, parameter_values, split_inputs
from biela.state.state import LEVELS, State, signal_names

Array = NDArray[np.float64]


@dataclass
class Batch:
    """Results of N machines: `batch["A.angle"]` has shape (n_outputs, N).

    Attributes
    ----------
    t : (n,) times [s]
    x : (n, N, n_x) states
    status : for each machine "done", or why it ended early
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
    _levels: dict[int, Array] = field(default_factory=dict, repr=False)

    def __getitem__(self, name: str) -> Array:
        table = signal_names(self.functions)
        if name not in table:
            raise UnknownName(f"no signal {name!r}.{nearest(name, list(table))}")
        level, entry, _ = table[name]
        if level not in self._levels:
            n, N = self.x.shape[:2]
            flat = (
                np.repeat(self.t, N)[:, None],
                self.x.reshape(n * N, -1),
                np.tile(self.u, (n, 1)),
                np.tile(self.p, (n, 1)),
            )
            values = np.asarray(self.functions[LEVELS[level]].batch(*flat))
            self._levels[level] = values.reshape(n, N, -1)
        return self._levels[level][:, :, entry]

    def __len__(self) -> int:
        return int(self.x.shape[1])

    def state(self, machine: int, index: int = -1) -> State:
        """State of one machine at an output, the last by default."""
        return State(
            self.mechanism, self.x[index, machine].copy(), float(self.t[index]), self.u[machine], self.p[machine],
            self.functions.laws,
        )  # fmt: skip

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<Batch of {len(self)} × {self.mechanism.name!r}: {done} done, {len(self.t)} outputs, {self.wall_time:.3g} s>"


def simulate_batch(
    mechanism: Mechanism,
    start: State | Sequence[State] | Mapping[str, Any] | ArrayLike | None = None,
    duration: float = 10.0,
    *,
    parameters: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Any] | None = None,
    method: str = "dormand-prince",
    step: float | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    output_step: float | None = None,
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
    threads : as many as processors if omitted
    """
    from biela.runtime.system import Formulation, system_of
    from biela.runtime.tolerance import with_tolerances
    from biela.simulation.formulation import Compliant, refuse_unknown, stabilisation
    from biela.simulation.pieces import breakpoints, integrate_batch_pieces
    from biela.simulation.run import keep_closed, load_loops, watchful

    refuse_unknown(formulation)
    if formulation == "compliant" or isinstance(formulation, Compliant):
        raise DescriptionError(
            f"formulation {formulation!r} is not available in a batch: use 'projected', 'independent', 'baumgarte', "
            "'augmented-lagrangian' or 'penalty'."
        )
    if method.startswith("cvode"):
        raise DescriptionError(
            f"method {method!r} runs one machine at a time: use 'dormand-prince' or 'rosenbrock' in a batch."
        )
    method_object, needs = choose_method(method, step, rtol, atol, max_step, substeps)
    refuse_one_rate(method, mechanism)
    constants = {k: v for k, v in (inputs or {}).items() if np.ndim(v) == 0}
    u, laws = split_inputs(mechanism, constants)
    many = {k: v for k, v in (inputs or {}).items() if np.ndim(v) > 0}
    P = _columns(parameter_values(mechanism, None), parameters, list(mechanism.parameters), "parameter")
    U = _columns(u, many, list(mechanism.actuators), "input")
    t0, X, U, P = _starts(mechanism, start, U, P, bool(parameters), bool(inputs))
    N = max(len(X), len(P), len(U))
    for count, what in ((len(X), "start states"), (len(P), "parameter values"), (len(U), "input values")):
        if count not in (1, N):
            raise DescriptionError(f"the batch has {N} machines but {count} {what}: give one for all, or one for each.")
    X, P, U = (np.repeat(a, N, axis=0) if len(a) == 1 else a for a in (X, P, U))

    events = mode_events(mechanism)
    expressions = tuple(event.expression() for event in events)
    functions = functions_of(mechanism, laws, stabilisation(formulation), expressions)
    _refuse_inconsistent_starts(functions, t0, X, U, P)
    kept = keep_closed(functions, formulation, method_object.fixed_step is not None, t0, X[0], U[0], P[0])
    if kept is Formulation.INDEPENDENT:
        needs = [*needs, "reconstruct", "constraint_jacobian"]
    system = with_tolerances(system_of(functions, [*needs, "events"] if events else needs, lanes=True), mechanism, atol)
    times, method_object = output_times(t0, duration, method_object, output_step)
    method_object = watchful(method_object, mechanism, laws, events, times)
    directions = [event.sign for event in events] if events else None
    load_loops(system, method_object, t0, times, kept, directions)
    began = time.perf_counter()
    outcome = integrate_batch_pieces(
        system, method_object, t0, X, U, P, times, breakpoints(mechanism, laws), formulation=kept, threads=threads,
        directions=directions,
        on_event=_mode_changes(functions, events, U, P) if events else None,
    )  # fmt: skip
    wall = time.perf_counter() - began
    return Batch(
        mechanism, functions, times, outcome.x, U, P, [s.name.lower() for s in outcome.status],
        np.asarray(outcome.steps), np.asarray(outcome.max_residual), wall,
    )  # fmt: skip


def _mode_changes(functions: MachineFunctions, events: list[Any], U: Array, P: Array) -> Any:
    """What a machine of the batch does at an event of one of its modes; one machine at a time."""
    from biela.simulation.run import event_actions

    one_at_a_time = threading.Lock()

    def change(machine: int, index: int, t: float, x: Array) -> Array | None:
        with one_at_a_time:
            return event_actions(functions, events, U[machine], P[machine])(index, t, x, 0)

    return change


def _starts(
    mechanism: Mechanism, start: Any, U: Array, P: Array, parameters_given: bool, inputs_given: bool
) -> tuple[float, Array, Array, Array]:
    """Start time, states (N, n_x), inputs and parameters; states bring their own unless others are given.

    Coordinates, or nothing, are assembled for each set of parameters.
    """
    from biela.state.assemble import assemble

    if start is None or isinstance(start, Mapping):
        names = list(mechanism.parameters)
        assembled = [assemble(mechanism, start, parameters=dict(zip(names, row, strict=True))).x for row in P]
        return 0.0, np.array(assembled), U, P
    states = [start] if isinstance(start, State) else start
    if isinstance(states, Sequence) and len(states) and all(isinstance(s, State) for s in states):
        times = {s.t for s in states}
        if len(times) != 1 or any(s.mechanism is not mechanism for s in states):
            raise DescriptionError("start states of a batch must be states of the same machine at the same time.")
        if not parameters_given and any(s.p is not None for s in states):
            P = np.array([s.arguments()[3] for s in states])
        if not inputs_given and any(s.u is not None for s in states):
            U = np.array([s.arguments()[2] for s in states])
        return times.pop(), np.array([s.x for s in states]), U, P
    try:
        X = np.atleast_2d(np.asarray(start, float))
    except (TypeError, ValueError):
        raise DescriptionError(
            "start of a batch: give states, coordinates, or an array with one state a row."
        ) from None
    n_x = functions_of(mechanism).layout.n_x
    if X.shape[1] != n_x or not np.all(np.isfinite(X)):
        raise DescriptionError(f"start states must be finite and of shape (N, {n_x}), not {X.shape}.")
    return 0.0, X, U, P


def _refuse_inconsistent_starts(functions: MachineFunctions, t0: float, X: Array, U: Array, P: Array) -> None:
    """Every machine must start with its loops closed, as a single run must."""
    from biela.simulation.run import refuse_inconsistent

    if not functions.n_rows:
        return
    residual, rate, _, _ = functions["closure"].batch(np.array([t0]), X, U, P)
    worst = np.maximum(np.abs(residual).reshape(len(X), -1).max(axis=1), np.abs(rate).reshape(len(X), -1).max(axis=1))
    bad = int(worst.argmax())
    if worst[bad] > 1e-6:
        try:
            refuse_inconsistent(functions, t0, X[bad], U[bad], P[bad])
        except InconsistentStart as error:
            raise InconsistentStart(
                f"machine {bad} of the batch: {error} Start from coordinates, or from one state for each set of parameters."
            ) from None


def _columns(nominal: Array, given: Mapping[str, ArrayLike] | None, names: list[str], what: str) -> Array:
    """Values (N, n) from values given by name, nominal elsewhere."""
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
