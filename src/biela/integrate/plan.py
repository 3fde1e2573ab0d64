"""Preparation of a run: the loop, the routines it needs, the options, and the place of the outputs."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.integrate.access import Routine
from biela.integrate.closure import choose_dependent, close, measure, normalise
from biela.integrate.method.base import Adaptive, Method
from biela.integrate.outcome import WHOLE
from biela.integrate.run_record import Floats, Integers, Record, at, make_record, reset
from biela.integrate.system import Closure, Formulation, System


@dataclass(frozen=True)
class LoopPlan:
    """Method prepared for a system and a list of output times."""

    system: System
    method: Method
    closure: Closure
    t0: float
    times: Floats  # (n_out,) outputs [s]
    grid: Integers  # (n_out,) outputs in steps from t0, for a fixed step
    loop: Routine
    addresses: dict[int, int]  # routines by field, and the kernel that corrects a state
    directions: Integers

    def make_record(self) -> Record:
        """Allocate memory for runs of this plan, one after the other."""
        record, method = make_record(self.system, self.method.needs, self.closure), self.method
        method.prepare(record, self.system)
        for field, address in self.addresses.items():
            record[field] = address
        record.bind(at.TIMES, self.times)
        record.bind(at.GRID, self.grid)
        record[at.N_OUT], record[at.T_END] = len(self.times), self.times[-1]
        record[at.ASKED], record[at.T0] = self.directions, self.t0
        record[at.STEP_SIZE] = method.fixed_step or 0.0
        if isinstance(method, Adaptive):
            options: dict[int, Any] = {
                at.RTOL: method.rtol, at.ATOL: method.atol, at.MIN_STEP: 1e-15 * (self.times[-1] - self.t0),
                at.MAX_STEP: method.max_step, at.MAX_STEPS: method.max_steps, at.SAFETY: method.safety,
                at.EXPONENT: method.exponent, at.MEMORY: method.memory, at.STIFF_LIMIT: method.stiff_limit,
                at.ERROR_ORDER: method.order, at.WEIGHT: method.error_weights(self.system)[:, None], at.YIELDS: 1.0 * method.yields,
                at.FIRST_STEP: method.first_step or 0.0, at.SAMPLING: method.sampling, at.STAGE_GAP: method.stage_gap,
                at.NOMINAL: 1.0 if self.system.nominal is None else np.asarray(self.system.nominal)[:, None],
            }  # fmt: skip
            for field, value in options.items():
                record[field] = value
        return record

    def start(self, record: Record, x: Floats, u: Floats, p: Floats, table: Floats) -> None:
        """Begin a run at x, (n_x, lanes); its outputs go to the table, of shape (n_out, lanes, n_x)."""
        reset(record, self.t0, x, u, p)
        record.bind(at.OUT, table.reshape(-1, table.shape[2]))
        record[at.ALL_LANES] = table.shape[1]
        record[at.DIRECTION], record[at.H] = self.directions[:, None], record[at.FIRST_STEP]


def make_plan(
    system: System, method: Method, t0: float, times: Floats, formulation: Formulation, closure: Closure,
    directions: Sequence[int] | None = None,
) -> LoopPlan:  # fmt: skip
    """Choose the loop and the routines, and put the outputs of a fixed step on its grid. Events need `directions` to be watched."""
    loop, routines = chosen_routines(system, method, formulation, directions)
    addresses = {field: routine.address for field, routine in routines.items()}
    addresses |= {field: getattr(system, name) for field, name in chosen_kernels(system, method, formulation).items()}
    wanted = np.zeros(system.n_g, np.int64) if directions is None else np.array(directions, np.int64)
    return LoopPlan(system, method, closure, t0, times, output_grid(t0, times, method.fixed_step), loop, addresses, wanted)


def chosen_routines(
    system: System, method: Method, formulation: Formulation, directions: Sequence[int] | None = None
) -> tuple[Routine, dict[int, Routine]]:
    """Return the loop, and the routines that it calls by the field of the record."""
    if method.fixed_step is not None:
        from biela.integrate.fixed import ROUTINES as parts
        from biela.integrate.fixed import fixed_loop as loop
    else:
        from biela.integrate.adaptive import ROUTINES as parts
        from biela.integrate.adaptive import adaptive_loop as loop
    chosen = {
        **parts, **method.routines, **constraint_routines(system, formulation, method.needs.stage_closure),
        **event_routines(system, directions),
    }  # fmt: skip
    if isinstance(method, Adaptive) and method.fixed_step is None and method.sampling > 0.0:
        from biela.integrate.defect import inspect

        chosen[at.DO_INSPECT] = inspect
    together = system.fused and at.FUSED in chosen_kernels(system, method, formulation)
    if directions is not None or not together:  # every step needs more than a sprint does
        chosen.pop(at.DO_SPRINT, None)
    return loop, chosen


def chosen_kernels(system: System, method: Method, formulation: Formulation) -> dict[int, str]:
    """Choose kernels whose use depends on the run: which one corrects a state, and rates and residual in one where that pays."""
    found: dict[int, str] = {at.CORRECTION: "reconstruct" if formulation is Formulation.INDEPENDENT else "project"}
    if method.fixed_step is not None and formulation is Formulation.PROJECTED:
        found[at.FUSED] = "fused"
    return found


def constraint_routines(system: System, formulation: Formulation, every_stage: bool) -> dict[int, Routine]:
    """Choose the routines that keep the machine closed, and its quaternions of unit length."""
    if formulation is Formulation.INDEPENDENT:
        system.require("the independent formulation", "residual", "reconstruct", "constraint_jacobian")
        stage: dict[int, Routine] = {at.DO_CLOSE_STAGE: close} if every_stage else {}
        return {at.DO_CORRECT: close, at.DO_CHOOSE: choose_dependent, **stage}
    projected = formulation in (Formulation.PROJECTED, Formulation.EVERY_STAGE)
    if projected and system.m:
        system.require("the projected formulation of a machine with constraints", "residual", "project")
    if projected and system.residual and system.project:
        stage = {at.DO_CLOSE_STAGE: close} if formulation is Formulation.EVERY_STAGE else {}
        return {at.DO_CORRECT: close, **stage}
    if system.project and system.has_quaternions:
        return {at.DO_CORRECT: normalise}
    return {at.DO_CORRECT: measure} if system.residual else {}


def event_routines(system: System, directions: Sequence[int] | None) -> dict[int, Routine]:
    """Choose the routines that find events, if they are watched."""
    if directions is None:
        return {}
    system.require("watching events", "events")
    if len(directions) != system.n_g or not set(directions) <= {-1, 0, 1, WHOLE}:
        raise ValueError(f"directions need −1, 0, 1 or {WHOLE} for each of the {system.n_g} event functions")
    from biela.integrate.event import detect, locate, settle, watch

    return {at.DO_WATCH: watch, at.DO_DETECT: detect, at.DO_LOCATE: locate, at.DO_SETTLE: settle}


def output_grid(t0: float, times: Floats, h: float | None) -> Integers:
    """Return the outputs in whole steps from t0."""
    if h is None:
        return np.zeros(0, np.int64)
    steps = (times - t0) / h
    near = np.rint(steps)
    off = np.abs(steps - near)
    if off.max() > 1e-6:
        raise ValueError(
            f"output time {times[off.argmax()]} s is not a whole number of steps of {h} s after {t0} s: "
            "change the step or the outputs, or use an adaptive method"
        )
    if (near[1:] - near[:-1] < 1.0).any():
        raise ValueError(f"outputs are closer together than the step of {h} s")
    return np.append(near, -1).astype(np.int64)


def check_outputs(t0: float, outputs: Floats) -> Floats:
    """Return output times as a contiguous array; `ValueError` if they are not increasing from t0 on."""
    times = np.array(outputs, dtype=float)
    if times.ndim != 1 or times.size == 0 or not np.isfinite(times).all() or not isfinite(t0):
        raise ValueError("output times must be a list of finite numbers, at least one")
    if times[0] < t0 or (times[1:] <= times[:-1]).any():
        raise ValueError(f"output times must increase, from the initial time {t0} s on")
    return times


def columns(values: Floats, size: int, lanes: int, name: str) -> Floats:
    """Return values as (size, lanes): one column for all lanes, or one for each."""
    array = np.asarray(values, dtype=float)
    if array.ndim == 1:
        array = array[:, None].copy() if lanes == 1 else np.repeat(array[:, None], lanes, axis=1)
    if array.shape != (size, lanes):
        raise ValueError(f"{name} has shape {np.shape(values)}, not ({size},) or ({size}, {lanes})")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains NaN or infinite values")
    return array
