"""The record of a run: everything a compiled loop reads and writes, in one block of memory.

A loop receives one address, that of a table of integers: sizes, kernel addresses, tables of kernel arguments, and
addresses of the vectors below. So the loops are compiled once for all machines and lane counts, a call costs
nothing, and a run that returned to Python resumes where it was.

A vector of size n has n·lanes entries, entry i of lane l at i·lanes + l.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biela.runtime.system import Closure, Status, System

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# fmt: off
# -- sizes, modes
(N_Q, N_V, N_S, N_X, N_G, M, LANES, N, CORRECTION, ITERATIONS, N_OUT, OUT_STRIDE,
 OUT_LANES, MAX_STEPS, OUT, TIMES, GRID,
 # -- kernels
 RATES, FUSED, RESIDUAL, PROJECT, RECONSTRUCT, CONSTRAINT_JACOBIAN, RETRACT, TANGENT_RATE, JACOBIAN, FACTORS,
 SOLUTION, EVENTS, MOTION, INTERFACE,
 # -- networks with a step of their own: their record, steps of theirs in one of the mechanism, passes, size of y
 NETWORKS, SUBSTEPS, PASSES, SEEN,
 # -- routines; 0 where there is nothing to do
 DO_BEGIN,                       # evaluate at (t, x) what does not depend on the step's size, such as the first stage
 DO_STEP,                        # from (t, x) the candidate XS at TS = t + h, each lane with its h; its error in E
 DO_FINISH,                      # after acceptance, with XS = X: complete what interpolation and the next step need
 DO_INTERPOLATE,                 # XS inside the last accepted step, from XO to X, at the fractions THETA of it
 DO_CARRY_OVER,                  # in place of the next DO_BEGIN
 DO_START, DO_JUDGE, DO_CONTROL, DO_OUTPUTS,     # parts of the loops
 DO_CLOSE_STAGE, DO_CORRECT, DO_CHOOSE,          # constraints: of a stage, of a candidate, choice of coordinates
 DO_WATCH, DO_DETECT, DO_LOCATE, DO_SETTLE,      # events
 # -- results of routines
 BLOCK, REASON, CHANGED, HAPPENED, SOME, EVALUATIONS, READY,
 CARRIED,                        # CARRY holds the rates at the start of the next step
 NEWEST,                         # place among the rates that a multistep method keeps
 # -- tables of addresses: arguments at the stage; arguments with tangent vectors as extras; results
 ARG, ARG_TANGENT, ARG_FACTORS, ARG_SOLUTION,
 TO_XN, TO_R, TO_CARRY, TO_K, TO_G, TO_CONSTRAINT, TO_JACOBIAN, TO_XI_RATE, TO_FACTORS, TO_Y, WORK,
 # -- floats: options, then vectors (size in the comment)
 OPTION,                         # see below
 T, H, HS, TS, TO,               # (1) time, step proposed, step tried, stage time, time before the step
 ERROR, ERROR_BEFORE,            # (1) norm of the error, now and in the last accepted step
 R, R_MAX, R_LAST,               # (2) (1) (1) residual, its largest position part so far, residual/tolerance before
 MOVED,                          # (1) sum of the largest velocity corrections: what closing has done to the motion
 X, XS, XN, XO,                  # (n_x) state, stage or candidate, kernel result, state before the step
 HX, THETA, E, WEIGHT,           # (n_x) HS repeated per entry, fraction of the step, error, weight in the error norm
 NOMINAL,                        # (n_x) size of a state, in which its absolute tolerance counts
 U, P, MASK, XI, ETA,            # inputs, parameters, (n_v) dependent mask, tangent vectors
 CARRY,                          # (n_x) rates found while the residual was computed
 K, KAPPA,                       # (n_x · stages) stage rates; (n_v · stages) stage rates in the tangent
 G, G_START, G_LOW, G_HIGH,      # (n_g) event functions now, at the step's start, at the ends of the bracket
 FIRED, DIRECTION,               # (n_g) 1 where an event happened, wanted direction of its sign change
 LOW, HIGH, ROOM,                # (1) bracket of an event inside the step, and how narrow it must become
 CONSTRAINT, PIVOT,              # (m · n_v) constraint Jacobian; scratch for its factorisation
 HLAMBDA,                        # (1) estimate of |hλ| in the step tried
 JAC, F_T, D, B,                 # (n_x²), (n_x), (1), (n_x) Jacobian, ∂f/∂t, shift, right-hand side
 Y,                              # (6 · n_y) interface: y and ẏ at the start of the step, at its end, and at a stage of the networks
 SPARSE, MARGIN, LU,             # (as many as there are), (1), (n_x² + n_x) factors of the kernel, and dense ones with a vector
 # -- integers per lane
 STATUS, STEP, NEXT, TRIED, TAKEN, REJECTED, LIVE, LOST, EVENT, STIFF, FRESH, FAILED,
 PAST,                           # rates of earlier steps that a multistep method may use
 HELD, ACCEPTED,                 # the last try was rejected; the step was accepted
 PIVOTED,                        # the factors are dense ones, with row exchanges
 TODO, ROW, CHOSEN, ORDER,       # scratch: (1), (4, n_x), (n_v), (n_x + 1)
 LENGTH) = range(145)

(T0, T_END, STEP_SIZE, TOL_Q, TOL_V, ACCEPTABLE, RTOL, ATOL, MIN_STEP, MAX_STEP, SAFETY, EXPONENT, MEMORY, STIFF_LIMIT, ERROR_ORDER,
 OPTIONS) = range(16)
# fmt: on

ALIGNMENT = 64
"""Vectors start on a cache line, as vector instructions like it [bytes]."""


class Needs(NamedTuple):
    """Memory a method asks for."""

    stages: int
    jacobian: bool = False
    stage_closure: bool = True
    """In independent coordinates, close every stage and not only the step."""


@dataclass
class Record:
    """Memory of one run of a system with one method, and its table of addresses."""

    system: System
    run: Integers
    memory: Floats
    tables: list[Integers]
    option: Floats
    views: dict[int, Any]
    networks: Record | None = None
    """Of the networks alone, where they have a step of their own."""

    @property
    def address(self) -> int:
        return int(self.run.ctypes.data)

    def __getitem__(self, slot: int) -> Any:
        """The vector in a slot, as an array of shape (size, lanes) that shares its memory."""
        return self.views[slot]


def make_record(system: System, needs: Needs, closure: Closure) -> Record:
    """Allocate the memory of a run and fill in what does not change from run to run."""
    n_x, n_v, n_q, W = system.n_x, system.n_v, system.n_q, system.lanes
    sizes = {
        OPTION: OPTIONS,
        **dict.fromkeys((T, H, HS, TS, TO, ERROR, ERROR_BEFORE, R_MAX, R_LAST, MOVED, LOW, HIGH, ROOM, HLAMBDA), 1),
        R: 2,
        **dict.fromkeys((X, XS, XN, XO, HX, THETA, E, WEIGHT, NOMINAL, CARRY), n_x),
        **dict.fromkeys((MASK, XI, ETA), n_v),
        U: system.n_u,
        P: system.n_p,
        K: n_x * needs.stages,
        KAPPA: n_v * needs.stages,
        **dict.fromkeys((G, G_START, G_LOW, G_HIGH, FIRED, DIRECTION), system.n_g),
        CONSTRAINT: system.m * n_v,
        PIVOT: system.m * n_v,
        JAC: n_x * n_x if needs.jacobian else 0,
        F_T: n_x if needs.jacobian else 0,
        B: n_x if needs.jacobian else 0,
        Y: 6 * system.n_y,
        **dict.fromkeys((D, MARGIN), 1),
        SPARSE: system.n_factors,
        LU: n_x * (n_x + 1) if needs.jacobian else 0,
        WORK: system.work_size,
        **dict.fromkeys((STATUS, STEP, NEXT, TRIED, TAKEN, REJECTED, LIVE, LOST, EVENT, STIFF, FRESH, PAST), 1),
        **dict.fromkeys((FAILED, HELD, ACCEPTED, PIVOTED, TODO), 1),
        ROW: 4 * n_x if needs.jacobian else 0,
        CHOSEN: n_v,
        ORDER: n_x + 1 if needs.jacobian else 0,
    }
    line = ALIGNMENT // 8
    padded = {slot: -(-size * W // line) * line for slot, size in sizes.items()}
    memory = np.zeros(sum(padded.values()) + line)
    start = (-memory.ctypes.data % ALIGNMENT) // 8

    run = np.zeros(LENGTH, np.int64)
    views: dict[int, Any] = {}
    for slot, size in sizes.items():
        part = memory[start : start + size * W].reshape(size, W)
        views[slot] = part.view(np.int64) if slot >= STATUS else part
        run[slot] = memory.ctypes.data + 8 * start
        start += padded[slot]

    tables = [
        np.array(list(entries), np.int64)
        for entries in (
            [run[TS], run[XS], run[U], run[P], run[MASK], run[ETA]],
            [run[TS], run[XS], run[U], run[P], run[XI], run[ETA]],
            [run[TS], run[XS], run[U], run[P], run[JAC], run[D]],
            [run[TS], run[XS], run[U], run[P], run[SPARSE], run[B]],
            [run[XN]],
            [run[R]],
            [run[CARRY], run[R]],
            [run[K] + 8 * n_x * W * j for j in range(needs.stages)],
            [run[G]],
            [run[CONSTRAINT]],
            [run[JAC], run[F_T]],
            [run[KAPPA] + 8 * n_v * W * j for j in range(needs.stages)],
            [run[SPARSE], run[MARGIN]],
            [run[Y] + 8 * system.n_y * W * j for j in range(6)],
        )
    ]
    slots = (ARG, ARG_TANGENT, ARG_FACTORS, ARG_SOLUTION, TO_XN, TO_R, TO_CARRY, TO_K, TO_G, TO_CONSTRAINT, TO_JACOBIAN,
             TO_XI_RATE, TO_FACTORS, TO_Y)  # fmt: skip
    for slot, table in zip(slots, tables, strict=True):
        run[slot] = table.ctypes.data

    run[[N_Q, N_V, N_S, N_X, N_G, M]] = n_q, n_v, system.n_s, n_x, system.n_g, system.m
    run[[LANES, N, ITERATIONS]] = W, n_x * W, closure.iterations
    run[[RATES, RESIDUAL, PROJECT]] = system.rates, system.residual, system.project
    run[[RECONSTRUCT, CONSTRAINT_JACOBIAN]] = system.reconstruct, system.constraint_jacobian
    run[[RETRACT, TANGENT_RATE, EVENTS]] = system.retract, system.tangent_rate, system.events
    run[[JACOBIAN, FACTORS, SOLUTION]] = system.jacobian, system.factors, system.solution
    run[[MOTION, INTERFACE, SEEN]] = system.motion, system.interface, system.n_y
    option = memory_of(views[OPTION])
    option[[TOL_Q, TOL_V, ACCEPTABLE]] = closure.position, closure.velocity, closure.acceptable
    return Record(system, run, memory, tables, option, views)


def add_networks(record: Record, needs: Needs, closure: Closure) -> None:
    """Give the networks of a machine a record of their own, which sees the same inputs, lanes and interface."""
    system, run = record.system, record.run
    assert system.networks is not None
    inner = make_record(system.networks, needs, closure)
    stage = int(run[Y]) + 8 * 4 * system.n_y * system.lanes
    seen = [run[U], run[P], stage, stage + 8 * system.n_y * system.lanes]
    for table, extras in zip(inner.tables[:4], (seen, seen, seen[:2], seen[:2]), strict=True):
        table[2 : 2 + len(extras)] = extras
    # the third result of their Jacobian, the rates: to the last stage
    rates = inner.run[K] + 8 * inner.run[N] * (needs.stages - 1)
    inner.tables.append(np.array([inner.run[JAC], inner.run[F_T], rates], np.int64))
    inner.run[TO_JACOBIAN] = inner.tables[-1].ctypes.data
    inner.run[LIVE] = run[LIVE]
    record.networks = inner
    run[NETWORKS] = inner.address


def memory_of(view: Floats) -> Floats:
    """First lane of a vector: for values that all lanes share."""
    return view.reshape(-1)[: view.shape[0]]


def reset(record: Record, t0: float, x: Floats, u: Floats, p: Floats, used: int) -> None:
    """Start anew at (t0, x) on the first `used` lanes; the others are taken as done. A column per lane each."""
    for slot in (H, R_MAX, MOVED, MASK, FIRED):
        record[slot][:] = 0.0
    for slot in range(STATUS, ROW):
        record[slot][:] = 0
    for slot, value in ((T, t0), (TS, t0), (X, x), (XS, x), (U, u), (P, p)):
        record[slot][:] = value
    record[STATUS][0, used:] = Status.DONE
    record[FRESH][:] = 1
    record.option[T0] = t0
    record.run[[OUT_LANES, READY, CARRIED, NEWEST, EVALUATIONS]] = used, 0, 0, 0, 0
