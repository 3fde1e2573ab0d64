"""Many machines at once: SIMD lanes × threads, no Python inside."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.dataclass import dataclass
from biela.equations.layout import layout_of
from biela.errors import DescriptionError, UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.simulation.formulation import Compliant
from biela.simulation.pieces import integrate_batch_pieces
from biela.simulation.prepare import PreparedRun, Settings, event_actions, refuse_inconsistent
from biela.state.assemble import assemble
from biela.state.functions import MachineFunctions, parameter_values, split_inputs
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
                np.repeat(self.t, N)[:, None], self.x.reshape(n * N, -1), np.tile(self.u, (n, 1)), np.tile(self.p, (n, 1)),
            )  # fmt: skip
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
    settings = Settings(method, step, rtol, atol, formulation, duration, output_step, max_step, substeps)
    settings.chosen  # noqa: B018 (refuses what is unknown)
    _refuse_single(settings)
    t0, X, U, P, laws = _starts(mechanism, start, inputs, parameters)
    ready = PreparedRun(mechanism, settings, laws, t0)
    refuse_inconsistent(ready.functions, t0, X, U, P)
    ready.load(X[0], U[0], P[0], lanes=True)
    began = time.perf_counter()
    outcome = integrate_batch_pieces(
        ready.system, ready.method, t0, X, U, P, ready.times, ready.breaks, formulation=ready.kept, threads=threads,
        directions=ready.directions, on_event=_mode_changes(ready, U, P) if ready.events else None,
    )  # fmt: skip
    wall = time.perf_counter() - began
    return Batch(
        mechanism, ready.functions, ready.times, outcome.x, U, P, [s.name.lower() for s in outcome.status],
        np.asarray(outcome.steps), np.asarray(outcome.max_residual), wall,
    )  # fmt: skip


def _refuse_single(settings: Settings) -> None:
    """What runs one machine at a time."""
    if settings.formulation == "compliant" or isinstance(settings.formulation, Compliant):
        raise DescriptionError(
            f"formulation {settings.formulation!r} is not available in a batch: use 'projected', 'independent', 'baumgarte', "
            "'augmented-lagrangian' or 'penalty'."
        )
    if settings.method.startswith("cvode"):
        raise DescriptionError(
            f"method {settings.method!r} runs one machine at a time: use 'dormand-prince' or 'rosenbrock' in a batch."
        )


def _mode_changes(ready: PreparedRun, U: Array, P: Array) -> Any:
    """What a machine of the batch does at an event of one of its modes; one machine at a time."""
    one_at_a_time = threading.Lock()

    def change(machine: int, index: int, t: float, x: Array) -> Array | None:
        with one_at_a_time:
            return event_actions(ready.functions, ready.events, U[machine], P[machine])(index, t, x, 0)

    return change


def _starts(
    mechanism: Mechanism, start: Any, inputs: Mapping[str, Any] | None, parameters: Mapping[str, ArrayLike] | None
) -> tuple[float, Array, Array, Array, dict[str, Any]]:
    """Start time; states, inputs and parameters of N machines, one per row; laws of inputs."""
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
    X, U, P = (np.repeat(a, N, axis=0) if len(a) == 1 else a for a in (X, U, P))
    return t0, X, U, P, laws


def _states(mechanism: Mechanism, start: Any, P: Array) -> tuple[float, Array, Array | None, Array | None]:
    """Start time and states (N, n_x), with the inputs and parameters that states bring.

    Coordinates, or nothing, are assembled for each set of parameters.
    """
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
        X = np.atleast_2d(np.asarray(start, float))
    except (TypeError, ValueError):
        raise DescriptionError(
            "start of a batch: give states, coordinates, or an array with one state per row."
        ) from None
    n_x = layout_of(mechanism).n_x
    if X.shape[1] != n_x or not np.all(np.isfinite(X)):
        raise DescriptionError(f"start states must be finite and of shape (N, {n_x}), not {X.shape}.")
    return 0.0, X, None, None


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
