"""Many machines at once: SIMD lanes × threads, no Python inside."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.errors import DescriptionError, UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.simulate.compiled import Compiled, compiled, parameter_values, split_inputs
from biela.simulate.redundancy import stages_disagree
from biela.simulate.state import LEVELS, State, signal_names

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
    functions: Compiled = field(repr=False)
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
    start: State | Sequence[State] | ArrayLike | None = None,
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
    threads: int | None = None,
) -> Batch:
    """Integrate N machines that differ in start state, free parameters or constant inputs.

    Each machine is computed exactly as if it were alone: results do not depend, to the last bit, on N, on the place in
    the batch or on the number of threads.

    Parameters
    ----------
    start : one state for all, a sequence of N states, or an array (N, n_x)
    parameters : free parameter → one value, or N values
    inputs : actuator → one value, N values, or a law (the same for all)
    threads : as many as processors if omitted
    """
    from biela.simulate.assemble import assemble
    from biela.simulate.integrator.batch import integrate_batch
    from biela.simulate.integrator.system import Formulation
    from biela.simulate.run import choose_method, output_times

    if formulation not in ("projected", "independent", "baumgarte"):
        raise DescriptionError(
            f"formulation {formulation!r} is not available in a batch: use 'projected', 'independent' or 'baumgarte'."
        )
    start = assemble(mechanism) if start is None else start
    t0, X = _starts(mechanism, start)
    constants = {k: v for k, v in (inputs or {}).items() if np.ndim(v) == 0}
    u, laws = split_inputs(mechanism, constants)
    P, p_count = _columns(parameter_values(mechanism, None), parameters, list(mechanism.parameters), "parameter")
    U, u_count = _columns(
        u, {k: v for k, v in (inputs or {}).items() if np.ndim(v) > 0}, list(mechanism.actuators), "input"
    )
    N = max(len(X), p_count, u_count)
    for count, what in ((len(X), "start states"), (p_count, "parameter values"), (u_count, "input values")):
        if count not in (1, N):
            raise DescriptionError(f"the batch has {N} machines but {count} {what}: give one for all, or one for each.")
    X, P, U = (np.repeat(a, N, axis=0) if len(a) == 1 else a for a in (X, P, U))

    from biela.simulate.formulation import Baumgarte

    functions = compiled(mechanism, laws, Baumgarte() if formulation == "baumgarte" else None)
    method_object, needs = choose_method(method, step, rtol, atol, duration, output_step)
    independent = formulation == "independent" or (
        formulation == "projected" and stages_disagree(functions, t0, X[0], U[0], P[0])
    )
    if independent:
        needs = [*needs, "reconstruct", "constraint_jacobian"]
    system = functions.system(needs, lanes=True)
    times, method_object = output_times(t0, duration, method_object, output_step)
    kept = Formulation.INDEPENDENT if independent and functions.n_rows else Formulation.PROJECTED
    if formulation == "baumgarte" or not functions.n_rows:
        kept = Formulation.PLAIN
    began = time.perf_counter()
    outcome = integrate_batch(system, method_object, t0, X, U, P, times, formulation=kept, threads=threads)
    wall = time.perf_counter() - began
    return Batch(
        mechanism, functions, times, outcome.x, U, P, [s.name.lower() for s in outcome.status],
        np.asarray(outcome.steps), np.asarray(outcome.max_residual), wall,
    )  # fmt: skip


def _starts(mechanism: Mechanism, start: Any) -> tuple[float, Array]:
    """Start time and states (N, n_x)."""
    if isinstance(start, State):
        return start.t, start.x[None, :]
    if isinstance(start, Sequence) and start and all(isinstance(s, State) for s in start):
        times = {s.t for s in start}
        if len(times) != 1 or any(s.mechanism is not mechanism for s in start):
            raise DescriptionError("start states of a batch must be states of the same machine at the same time.")
        return times.pop(), np.array([s.x for s in start])
    X = np.atleast_2d(np.asarray(start, float))
    n_x = compiled(mechanism).sizes.n_x
    if X.shape[1] != n_x or not np.all(np.isfinite(X)):
        raise DescriptionError(f"start states must be finite and of shape (N, {n_x}), not {X.shape}.")
    return 0.0, X


def _columns(nominal: Array, given: Mapping[str, ArrayLike] | None, names: list[str], what: str) -> tuple[Array, int]:
    """Values (N, n) from values given by name, nominal elsewhere; and N."""
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
    return out, count
