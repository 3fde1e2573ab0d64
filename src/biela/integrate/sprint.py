"""Steps without incident, all in one compiled function: most steps of a fixed size.

A method says how it gets from one state to the next. What else belongs to a step stands around it here, so that nothing is called
through an address but the kernels of the machine. Where a candidate is not finite or not closed, the loop
(`fixed.py`) resumes that step where it is; the results do not depend on which of them has taken a step.
"""

from __future__ import annotations

from typing import Any

from biela.integrate.access import Pointer, Routine, call_kernel, floats, integers, reals, routine
from biela.integrate.loop import TOO_FAST, store
from biela.integrate.run_record import MEASURED, NONE, TRIED, at
from biela.integrate.system import Status


def sprint(ready: Any, advance: Any) -> Routine:
    """Make a routine that takes up to LEFT steps in all lanes, until one needs more than this, or a lane has arrived.

    It begins where the loop has closed a step: CARRIED, and XS is X.

    ready(run)   : true if `advance` can begin
    advance(run) : with the rates at XS in CARRY, moves that state to X and the next candidate, at TS, to XS; the sum of |XS|
    """

    @routine
    def run_on(run: Pointer) -> None:
        """Take step after step; see `sprint`."""
        W, option = run[at.LANES], reals(run)
        t0, h0 = option[at.T0], option[at.STEP_SIZE]
        t, h, x, xs, r, r_max = floats(run, at.T, at.HS, at.X, at.XS, at.R, at.R_MAX)
        status, k, taken, following, grid = integers(run, at.STATUS, at.STEP, at.TAKEN, at.NEXT, at.GRID)
        going = ready(run)
        for lane in range(W):
            going = going and h[lane] == h0
        if not going:
            return
        while going and run[at.LEFT] > 0:
            size = advance(run)
            run[at.TRIAL] = TRIED
            if not size < TOO_FAST:
                return
            call_kernel(run, at.FUSED, at.ARG, at.TO_CARRY)
            run[at.EVALUATIONS] += 1
            run[at.TRIAL] = MEASURED
            for lane in range(W):
                if not (r[lane] <= option[at.TOL_Q] and r[W + lane] <= option[at.TOL_V]):
                    return
            run[at.TRIAL] = NONE
            run[at.LEFT] -= 1
            for lane in range(W):
                r_max[lane] = max(r_max[lane], r[lane])
                taken[lane] += 1
                k[lane] += 1
                t[lane] = t0 + k[lane] * h0
                if k[lane] == grid[following[lane]]:
                    if store(run, lane, at.XS):
                        status[lane] = Status.DONE
                        going = False
        for i in range(run[at.N]):
            x[i] = xs[i]

    return run_on
