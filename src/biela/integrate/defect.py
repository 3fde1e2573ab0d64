"""Defect control: the continuous extension of a long step is compared with the equations between its stages.

The error estimate of a step knows the equations only at its stages. A force that acts between them, such as that of a detent which
the motion passes, stays unseen, and the step leaps over it. So a step whose stages are farther apart than the sampling distance is
inspected at every sample inside it: there the defect of its continuous extension x(θ),

    δ = ẋ(θ) − f(t + θh, x(θ)),

is small where nothing was missed, of the order of the error estimate. h‖δ‖ is an upper bound of what a missed force contributes to
the step. A candidate whose defect is beyond `MISSED` tolerances is rejected, and so is one inside which an event function is beyond
its zero at a sample and back at the end. Steps whose stages are nearer to each other need no samples: a force that acts for at
least the sampling distance is seen by a stage.

References
----------
Enright (1989), SIAM Journal on Numerical Analysis 26, 588-599 (control of the defect)
"""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, go, integers, reals, routine
from biela.integrate.adaptive import forget_events, norm
from biela.integrate.event import first_fired
from biela.integrate.loop import TOO_LARGE, stage_time
from biela.integrate.run_record import at
from biela.integrate.system import Status

MISSED = 100.0  # defect, in tolerances, beyond which a step has missed something. Where it has not, a step has a few tolerances
HALF = 0.5  # part of its size with which a step is repeated where an event function went through zero and back


@compiled
def restore(run: Pointer) -> None:
    """Let X be the start of the step again and XS, at TS, its candidate, with the event functions there."""
    x, xo, xs = floats(run, at.X, at.XO, at.XS)
    for i in range(run[at.N]):
        xs[i] = x[i]
        x[i] = xo[i]
    stage_time(run, 1.0)
    if run[at.DO_DETECT]:
        forget_events(run)
        call_kernel(run, at.EVENTS, at.ARG, at.TO_G)


@compiled
def next_samples(run: Pointer) -> bool:
    """Put TS and THETA to the next sample in each lane that is DUE; return whether there is any."""
    W, option, some = run[at.LANES], reals(run), False
    t, ts, h, theta = floats(run, at.T, at.TS, at.HS, at.THETA)
    live, due, sample = integers(run, at.LIVE, at.DUE, at.SAMPLE)
    for lane in range(W):
        fraction = 0.0
        if due[lane] != 0:
            ts[lane] = option[at.T0] + option[at.SAMPLING] * sample[lane]
            sample[lane] += 1
            due[lane] = live[lane] != 0 and ts[lane] < t[lane] + h[lane]
            some = some or due[lane] != 0
            fraction = (ts[lane] - t[lane]) / h[lane]
        for i in range(lane, run[at.N], W):
            theta[i] = fraction
    return some


@routine
def inspect(run: Pointer) -> None:
    """Reject the LIVE candidates that missed something between their stages."""
    W, option, some = run[at.LANES], reals(run), False
    t, h, error, x, xo, xs = floats(run, at.T, at.HS, at.ERROR, at.X, at.XO, at.XS)
    live, due, sample, failed, lost = integers(run, at.LIVE, at.DUE, at.SAMPLE, at.FAILED, at.LOST)
    for lane in range(W):
        due[lane] = live[lane] != 0 and option[at.STAGE_GAP] * h[lane] > option[at.SAMPLING]
        sample[lane] = int((t[lane] - option[at.T0]) / option[at.SAMPLING]) + 1
        some = some or due[lane] != 0
    if not some:
        return
    go(run, at.DO_FINISH)  # the rates at the end
    for i in range(run[at.N]):  # X and XS are the end of the step and XO its start, as interpolation reads them
        xo[i] = x[i]
        x[i] = xs[i]
    while next_samples(run):
        go(run, at.DO_INTERPOLATE)
        go(run, at.DO_CLOSE_STAGE)
        call_kernel(run, at.RATES, at.ARG, at.TO_XN)
        run[at.EVALUATIONS] += 1
        go(run, at.DO_DEFECT)
        if run[at.DO_DETECT]:
            call_kernel(run, at.EVENTS, at.ARG, at.TO_G)
        for lane in range(W):
            if due[lane] == 0:
                continue
            missed = norm(run, lane, at.E, at.XO) / MISSED
            if lost[lane] != 0:
                failed[lane] = Status.CLOSURE_LOST
            elif not missed < TOO_LARGE:
                failed[lane] = Status.NOT_FINITE
            elif missed > 1.0:
                failed[lane] = Status.STEP_TOO_SMALL
                error[lane] = missed
            elif run[at.DO_DETECT] and first_fired(run, lane, at.G) >= 0:
                failed[lane] = Status.STEP_TOO_SMALL
                error[lane] = (option[at.SAFETY] / HALF) ** (1.0 / option[at.EXPONENT])
            else:
                continue
            live[lane] = 0
    restore(run)
