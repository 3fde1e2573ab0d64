"""Pieces that loops and methods share."""

from __future__ import annotations

from enum import IntEnum

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part, routine
from biela.integrate.closure import rates
from biela.integrate.run_record import at
from biela.integrate.system import Status

TOO_FAST = 1e12  # velocity beyond which the motion counts as an explosion [rad/s, m/s]
TOO_LARGE = 1e300  # bound of other states, and of errors
EPSILON = 2.0**-52  # relative spacing of doubles


class Reason(IntEnum):
    """Reason for which a loop returned: all lanes ended; the block of steps is used up; an event happened."""

    FINISHED, PAUSED, STOPPED = range(3)


@routine
def first_stage(run: Pointer) -> None:
    """Find k₁ = f(t, x)."""
    rates_at_start(run, 0)


@compiled
def stage_at_start(run: Pointer) -> None:
    """Put the stage (TS, XS) at (t, x)."""
    t, ts, x, xs = floats(run, at.T, at.TS, at.X, at.XS)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane]
    for i in range(run[at.N]):
        xs[i] = x[i]


@compiled
def stage_time(run: Pointer, c: float) -> None:
    """Put TS at the part c of the step of each lane."""
    t, h, ts = floats(run, at.T, at.HS, at.TS)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane] + c * h[lane]


@compiled
def rates_at_start(run: Pointer, stage: int) -> None:
    """Put f(t, x) to the rates of a stage; carried over from the closure of the step before where that has found it."""
    if run[at.CARRIED] == 0:
        stage_at_start(run)
        if run[at.FUSED] == 0:
            rates(run, stage)
            return
        # the same kernel as in `close`: a run must not depend, to the last bit, on where its rates were found
        call_kernel(run, at.FUSED, at.ARG, at.TO_CARRY)
        run[at.EVALUATIONS] += 1
    k, carry = part(run, at.K, stage), floats(run, at.CARRY)
    for i in range(run[at.N]):
        k[i] = carry[i]


@compiled
def retract(run: Pointer) -> None:
    """Put q ⊕ XI to the configuration part of XS, from the configuration q of X; without quaternions that is a sum."""
    n = run[at.N_Q] * run[at.LANES]
    x, xs, xn, xi = floats(run, at.X, at.XS, at.XN, at.XI)
    if run[at.RETRACT]:
        for i in range(n):
            xs[i] = x[i]
        call_kernel(run, at.RETRACT, at.ARG_TANGENT, at.TO_XN)
        for i in range(n):
            xs[i] = xn[i]
    else:
        for i in range(n):
            xs[i] = x[i] + xi[i]


@compiled
def tangent_rate(run: Pointer, stage: int) -> None:
    """Put dexp⁻¹_XI ETA to a stage of KAPPA: the rate of ξ with which q ⊕ ξ moves at the velocity ETA."""
    n = run[at.N_V] * run[at.LANES]
    if run[at.TANGENT_RATE]:
        call_kernel(run, at.TANGENT_RATE, at.ARG_TANGENT, at.TO_KAPPA, stage)
    else:
        eta, kappa = floats(run, at.ETA), part(run, at.KAPPA, stage)
        for i in range(n):
            kappa[i] = eta[i]


@compiled
def spread_step(run: Pointer) -> None:
    """Put the step of each lane to HX, repeated for every entry of the state."""
    W = run[at.LANES]
    h, hx = floats(run, at.HS, at.HX)
    for i in range(run[at.N_X]):
        for lane in range(W):
            hx[i * W + lane] = h[lane]


@compiled
def is_finite(run: Pointer, lane: int) -> bool:
    """Return whether the candidate XS of a lane is a state at all. A bad configuration shows in the velocities a step later."""
    W, xs, good = run[at.LANES], floats(run, at.XS), True
    for i in range(run[at.N_Q], run[at.EXTRA]):
        good &= abs(xs[i * W + lane]) < TOO_FAST
    for i in range(run[at.EXTRA], run[at.N_X]):
        good &= abs(xs[i * W + lane]) < TOO_LARGE
    return good


@compiled
def copy_lane(run: Pointer, lane: int, source: int, target: int) -> None:
    """Copy one lane of a state-sized vector to another."""
    W = run[at.LANES]
    a, b = floats(run, source, target)
    for i in range(run[at.N_X]):
        b[i * W + lane] = a[i * W + lane]


@compiled
def store(run: Pointer, lane: int, source: int) -> bool:
    """Write one lane of a state-sized vector as its next output; return whether it was the last one."""
    W, following = run[at.LANES], integers(run, at.NEXT)
    if lane < run[at.OUT_LANES]:
        a = floats(run, source)
        out = part(run, at.OUT, following[lane] * run[at.ALL_LANES] + run[at.FIRST_LANE] + lane)
        for i in range(run[at.N_X]):
            out[i] = a[i * W + lane]
    following[lane] += 1
    last: bool = following[lane] == run[at.N_OUT]
    return last


@compiled
def running_lanes(run: Pointer) -> int:
    status, count = integers(run, at.STATUS), 0
    for lane in range(run[at.LANES]):
        count += status[lane] == Status.RUNNING
    return count
