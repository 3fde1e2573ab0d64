"""The loop over groups of lanes: machines of a batch, one group after the other, without Python in between.

Every group begins as a single run does (`record.reset`), at its rows of X0, U0 and P0, and leaves what it has come to in those
of X_END, ENDS and COUNTS.
"""

from __future__ import annotations

from biela.integrate.access import LENGTH, Pointer, compiled, floats, go, integer_part, integers, part, reals, routine
from biela.integrate.loop import FINISHED
from biela.integrate.run_record import COUNTERS, KEPT, SINGLE, ZEROED, at
from biela.integrate.system import Status

DONE = int(Status.DONE)


@compiled
def take_rows(run: Pointer, source: int, target: int, size: int) -> None:
    """A vector of every lane from the rows of its machine; spare lanes repeat the last machine."""
    W, to = run[at.LANES], floats(run, target)
    for lane in range(W):
        row = part(run, source, min(run[at.FIRST_LANE] + lane, run[at.ALL_LANES] - 1))
        for i in range(size):
            to[i * W + lane] = row[i]


@compiled
def begin_group(run: Pointer) -> None:
    """Start anew, each lane with its machine."""
    W, option = run[at.LANES], reals(run)
    t, ts, h, asked, direction = floats(run, at.T, at.TS, at.H, at.ASKED, at.DIRECTION)
    fresh, status = integers(run, at.FRESH, at.STATUS)
    run[at.OUT_LANES] = min(W, run[at.ALL_LANES] - run[at.FIRST_LANE])
    for number in SINGLE:
        run[number] = 0
    for field in COUNTERS:
        counts = integers(run, field)
        for lane in range(W):
            counts[lane] = 0
    for field in ZEROED:
        values = floats(run, field)
        for i in range(run[field + LENGTH]):
            values[i] = 0.0
    for i in range(run[at.N_G]):
        for lane in range(W):
            direction[i * W + lane] = asked[i]
    for lane in range(W):
        t[lane] = option[at.T0]
        ts[lane] = option[at.T0]
        h[lane] = option[at.FIRST_STEP]
        fresh[lane] = 1
        if lane >= run[at.OUT_LANES]:
            status[lane] = DONE
    take_rows(run, at.X0, at.X, run[at.N_X])
    take_rows(run, at.X0, at.XS, run[at.N_X])
    take_rows(run, at.U0, at.U, run[at.N_U])
    take_rows(run, at.P0, at.P, run[at.N_P])


@compiled
def end_group(run: Pointer) -> None:
    """Leave what the outcome needs of each machine."""
    W = run[at.LANES]
    x, t, r_max, moved = floats(run, at.X, at.T, at.R_MAX, at.MOVED)
    for lane in range(run[at.OUT_LANES]):
        machine = run[at.FIRST_LANE] + lane
        last, ends, counts = (
            part(run, at.X_END, machine), part(run, at.ENDS, machine), integer_part(run, at.COUNTS, machine),
        )  # fmt: skip
        for i in range(run[at.N_X]):
            last[i] = x[i * W + lane]
        ends[0] = t[lane]
        ends[1] = r_max[lane]
        ends[2] = moved[lane]
        place = 0
        for field in KEPT:
            counts[place] = integers(run, field)[lane]
            place += 1


@routine
def group_loop(run: Pointer) -> None:
    """Run the machines from FIRST_LANE to LAST_LANE; returns early where a group does, and then goes on with that group."""
    while run[at.FIRST_LANE] < run[at.LAST_LANE]:
        if run[at.BEGUN] == 0:
            begin_group(run)
            run[at.BEGUN] = 1
        go(run, at.DO_LOOP)
        if run[at.REASON] != FINISHED:
            return
        end_group(run)
        run[at.BEGUN] = 0
        run[at.FIRST_LANE] += run[at.LANES]
    run[at.REASON] = FINISHED
