"""Closing the loops of many machines in compiled code: Gauss-Newton steps of least norm, in all lanes at once.

A lane is moved only while it needs it itself, so that its result never depends on its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array, Flags
from biela.kernel.pointers import call_kernel, floats, integers
from biela.kernel.routine import Pointer, compiled, routine
from biela.state.closing import CLOSED
from biela.state.functions import MachineFunctions

STEPS = 12
"""Number of Gauss-Newton steps."""
MAX_MOVEMENT = 0.5
"""Largest movement of a machine [rad, machine sizes]."""
DAMPING = 1e-13
"""Part of the mean diagonal of A Aᵀ that is added to it, so that it is regular with redundant rows."""
MISSED = 1e-9
"""Largest error of velocities, as part of the largest rate."""

# fmt: off
(CLOSURE, COORDINATES, RETRACT,                       # addresses of kernels; 0 where there is nothing to ask them
 LANES, GROUPS, SAMPLES, N_X, N_P, N_V, N_Q,
 Q_AT, V_AT, HINTS_AT,                                # where positions, velocities and turns begin in a state
 ROWS, HELD, SPEEDS, HINTS, N_J,                      # constraints, coordinates and rates that are held, turns; rows of J
 ARG, CLOSURE_RES, COORDINATES_RES, RETRACT_RES, WORK,
 PARAMETERS, TARGETS, RATES,                          # of all machines, one row each
 HELD_AT, HELD_J, SPEED_J, HINT_AT,                   # places of coordinates, and of rows of J
 HOLONOMIC, ROW_UNIT, STEP_UNIT, START,
 X, P, XI, PHI, OFFSET, G, Q, J, MOVED_Q,             # arguments and results of the kernels
 A, R, K, Y, SIZE, MOVED, BUSY, CLOSED_LANE,
 STATES, DONE,                                        # results
 LENGTH) = range(54)
# fmt: on


@compiled
def _load(run: Pointer, group: int) -> None:
    """Put the machines of a group at the common start; the last group is filled up with copies of the last machine."""
    lanes, n_p = run[LANES], run[N_P]
    x, start, p, given = floats(run[X]), floats(run[START]), floats(run[P]), floats(run[PARAMETERS])
    moved, busy, closed = floats(run[MOVED]), integers(run[BUSY]), integers(run[CLOSED_LANE])
    for i in range(run[N_X]):
        for lane in range(lanes):
            x[i * lanes + lane] = start[i]
    for lane in range(lanes):
        sample = min(group * lanes + lane, run[SAMPLES] - 1)
        for i in range(n_p):
            p[i * lanes + lane] = given[sample * n_p + i]
        moved[lane], busy[lane], closed[lane] = 0.0, 1, 0


@compiled
def _residual(run: Pointer, group: int) -> Any:
    """Fill R and A = ∂R/∂ξ in units of the problem, closure rows first; return their number of rows."""
    lanes, n, rows, held, n_j = run[LANES], run[N_V], run[ROWS], run[HELD], run[N_J]
    a, r, unit, step = floats(run[A]), floats(run[R]), floats(run[ROW_UNIT]), floats(run[STEP_UNIT])
    phi, g, holonomic = floats(run[PHI]), floats(run[G]), floats(run[HOLONOMIC])
    for i in range(rows):
        for lane in range(lanes):
            r[i * lanes + lane] = phi[i * lanes + lane] / unit[i]
        for j in range(n):
            factor = holonomic[i] * step[j] / unit[i]
            for lane in range(lanes):
                a[(i * n + j) * lanes + lane] = g[(j * rows + i) * lanes + lane] * factor
    q, jacobian, targets = floats(run[Q]), floats(run[J]), floats(run[TARGETS])
    at, of = integers(run[HELD_AT]), integers(run[HELD_J])
    for k in range(held):
        i = rows + k
        for lane in range(lanes):
            sample = min(group * lanes + lane, run[SAMPLES] - 1)
            r[i * lanes + lane] = (q[at[k] * lanes + lane] - targets[sample * held + k]) / unit[i]
        for j in range(n):
            factor = step[j] / unit[i]
            for lane in range(lanes):
                a[(i * n + j) * lanes + lane] = jacobian[(j * n_j + of[k]) * lanes + lane] * factor
    return rows + held


@compiled
def _largest(values: Pointer, count: int, lanes: int, size: Pointer) -> None:
    """Find the largest magnitude in each lane; NaN where there is one."""
    for lane in range(lanes):
        size[lane] = 0.0
    for i in range(count):
        for lane in range(lanes):
            value = abs(values[i * lanes + lane])
            if value > size[lane] or value != value:
                size[lane] = value


@compiled
def _still_open(run: Pointer, m: int, last: bool) -> int:
    """Mark the lanes that are closed, and those that are given up; return the number of others."""
    lanes, busy, closed = run[LANES], integers(run[BUSY]), integers(run[CLOSED_LANE])
    size, moved = floats(run[SIZE]), floats(run[MOVED])
    _largest(floats(run[R]), m, lanes, size)
    limit, count = CLOSED if last else 0.01 * CLOSED, 0
    for lane in range(lanes):
        if busy[lane] != 0:
            if size[lane] <= limit:
                busy[lane], closed[lane] = 0, 1
            elif last or not moved[lane] < MAX_MOVEMENT or not size[lane] < math.inf:
                busy[lane] = 0
            else:
                count += 1
    return count


@compiled
def _factorise(run: Pointer, m: int) -> None:
    """Factorise K = A Aᵀ + δ I = L Lᵀ, for A with m rows; NaN where it is not positive.

    Aᵀ A may be smaller, but where coordinates are left free it is singular, and rounding would move them.
    """
    lanes, n = run[LANES], run[N_V]
    a, k = floats(run[A]), floats(run[K])
    for i in range(m):
        for j in range(i + 1):
            at = (i * m + j) * lanes
            for lane in range(lanes):
                k[at + lane] = 0.0
            for q in range(n):
                first, second = (i * n + q) * lanes, (j * n + q) * lanes
                for lane in range(lanes):
                    k[at + lane] += a[first + lane] * a[second + lane]
    for lane in range(lanes):
        trace = 0.0
        for i in range(m):
            trace += k[(i * m + i) * lanes + lane]
        damping = DAMPING * max(trace / m, 1e-300)
        for i in range(m):
            k[(i * m + i) * lanes + lane] += damping
    for i in range(m):
        for j in range(i + 1):
            at = (i * m + j) * lanes
            for q in range(j):
                first, second = (i * m + q) * lanes, (j * m + q) * lanes
                for lane in range(lanes):
                    k[at + lane] -= k[first + lane] * k[second + lane]
            pivot = (j * m + j) * lanes
            for lane in range(lanes):
                k[at + lane] = math.sqrt(k[at + lane]) if i == j else k[at + lane] / k[pivot + lane]


@compiled
def _shortest(run: Pointer, m: int, right: Pointer, found: Pointer) -> None:
    """Find the shortest solution of A x = right: x = Aᵀ (A Aᵀ + δ I)⁻¹ right."""
    lanes, n = run[LANES], run[N_V]
    a, k, y = floats(run[A]), floats(run[K]), floats(run[Y])
    for i in range(m):
        for lane in range(lanes):
            y[i * lanes + lane] = right[i * lanes + lane]
        for j in range(i):
            for lane in range(lanes):
                y[i * lanes + lane] -= k[(i * m + j) * lanes + lane] * y[j * lanes + lane]
        for lane in range(lanes):
            y[i * lanes + lane] /= k[(i * m + i) * lanes + lane]
    for back in range(m):
        i = m - 1 - back
        for j in range(i + 1, m):
            for lane in range(lanes):
                y[i * lanes + lane] -= k[(j * m + i) * lanes + lane] * y[j * lanes + lane]
        for lane in range(lanes):
            y[i * lanes + lane] /= k[(i * m + i) * lanes + lane]
    for j in range(n):
        for lane in range(lanes):
            found[j * lanes + lane] = 0.0
        for i in range(m):
            for lane in range(lanes):
                found[j * lanes + lane] += a[(i * n + j) * lanes + lane] * y[i * lanes + lane]


@compiled
def _move(run: Pointer, m: int) -> None:
    """Step the lanes that are open: positions by the retraction, turns as they are measured there."""
    lanes, n, busy = run[LANES], run[N_V], integers(run[BUSY])
    r, xi, unit = floats(run[R]), floats(run[XI]), floats(run[STEP_UNIT])
    size, moved, x = floats(run[SIZE]), floats(run[MOVED]), floats(run[X])
    for i in range(m * lanes):
        r[i] = -r[i]
    _factorise(run, m)
    _shortest(run, m, r, xi)
    _largest(xi, n, lanes, size)
    for lane in range(lanes):
        if busy[lane] != 0:
            moved[lane] += size[lane]
    for j in range(n):
        for lane in range(lanes):
            xi[j * lanes + lane] *= unit[j]
    call_kernel(run[RETRACT], run[ARG], run[RETRACT_RES], run[WORK])
    new, first = floats(run[MOVED_Q]), run[Q_AT]
    for i in range(run[N_Q]):
        for lane in range(lanes):
            if busy[lane] != 0:
                x[(first + i) * lanes + lane] = new[i * lanes + lane]
    if run[HINTS] != 0:
        call_kernel(run[COORDINATES], run[ARG], run[COORDINATES_RES], run[WORK])
        q, at, first = floats(run[Q]), integers(run[HINT_AT]), run[HINTS_AT]
        for i in range(run[HINTS]):
            for lane in range(lanes):
                if busy[lane] != 0:
                    x[(first + i) * lanes + lane] = q[at[i] * lanes + lane]


@compiled
def _rates(run: Pointer, group: int) -> None:
    """Find the smallest velocities that meet constraints and given rates; a lane where there are none is not closed."""
    lanes, n, rows, speeds, n_j = run[LANES], run[N_V], run[ROWS], run[SPEEDS], run[N_J]
    m = rows + speeds
    a, b, closed = floats(run[A]), floats(run[R]), integers(run[CLOSED_LANE])
    g, offset, jacobian = floats(run[G]), floats(run[OFFSET]), floats(run[J])
    of, rates, v, x = integers(run[SPEED_J]), floats(run[RATES]), floats(run[XI]), floats(run[X])
    for i in range(rows):
        for lane in range(lanes):
            b[i * lanes + lane] = -offset[i * lanes + lane]
        for j in range(n):
            for lane in range(lanes):
                a[(i * n + j) * lanes + lane] = g[(j * rows + i) * lanes + lane]
    for k in range(speeds):
        i = rows + k
        for lane in range(lanes):
            b[i * lanes + lane] = rates[min(group * lanes + lane, run[SAMPLES] - 1) * speeds + k]
        for j in range(n):
            for lane in range(lanes):
                a[(i * n + j) * lanes + lane] = jacobian[(j * n_j + of[k]) * lanes + lane]
    largest, gap, first = floats(run[MOVED]), floats(run[SIZE]), run[V_AT]
    _largest(b, m, lanes, largest)
    asked = False
    for lane in range(lanes):
        asked |= largest[lane] != 0.0
    if not asked:  # at rest
        return
    _factorise(run, m)
    for _ in range(2):  # once more with what is left
        _shortest(run, m, b, v)
        for j in range(n):
            for lane in range(lanes):
                if largest[lane] != 0.0:
                    x[(first + j) * lanes + lane] += v[j * lanes + lane]
        for i in range(m):
            for j in range(n):
                for lane in range(lanes):
                    b[i * lanes + lane] -= a[(i * n + j) * lanes + lane] * v[j * lanes + lane]
    _largest(b, m, lanes, gap)
    for lane in range(lanes):
        if largest[lane] != 0.0 and not gap[lane] <= MISSED * (1.0 + largest[lane]):
            closed[lane] = 0


@routine
def close_groups(run: Pointer) -> None:
    """Close all groups of machines; DONE is 1 where that succeeded near the start."""
    lanes, n_x = run[LANES], run[N_X]
    x, states = floats(run[X]), floats(run[STATES])
    closed, moved, done = integers(run[CLOSED_LANE]), floats(run[MOVED]), integers(run[DONE])
    for group in range(run[GROUPS]):
        _load(run, group)
        for step in range(STEPS + 1):
            if run[CLOSURE] != 0:
                call_kernel(run[CLOSURE], run[ARG], run[CLOSURE_RES], run[WORK])
            if run[COORDINATES] != 0:
                call_kernel(run[COORDINATES], run[ARG], run[COORDINATES_RES], run[WORK])
            m = _residual(run, group)
            if _still_open(run, m, step == STEPS) == 0:
                break
            _move(run, m)
        for lane in range(lanes):
            if not moved[lane] < MAX_MOVEMENT:
                closed[lane] = 0
        _rates(run, group)
        for lane in range(min(lanes, run[SAMPLES] - group * lanes)):
            sample = group * lanes + lane
            done[sample] = closed[lane]
            for i in range(n_x):
                states[sample * n_x + i] = x[i * lanes + lane]


class Closing:
    """Closing of many machines: held coordinates and rates, and units of gaps and steps.

    Parameters
    ----------
    held, speeds : places of coordinates, and of rates, among those of all joints; held_rates : rates of the held coordinates
    holonomic : (rows,) one for constraints of the position, zero for others
    row_unit, step_unit : units of residuals and of steps
    """

    def __init__(
        self, functions: MachineFunctions, held: Sequence[int], held_rates: Sequence[int], speeds: Sequence[int], holonomic: Array,
        row_unit: Array, step_unit: Array,
    ):  # fmt: skip
        self.functions, self.layout = functions, functions.layout
        self.held, self.held_rates, self.speeds = held, held_rates, speeds
        self.holonomic, self.row_unit, self.step_unit = holonomic, row_unit, step_unit
        asked = held or speeds or self.layout.hint_places
        names = [*(["closure"] if functions.constrained else []), *(["coordinates"] if asked else []), "retract"]
        self.kernels = {name: functions[name] for name in names}

    def close(self, t: float, start: Array, parameters: Array, targets: Array, rates: Array) -> tuple[Array, Flags]:
        """Return states of N machines, and which of them are closed; all of them begin at one state, at rest.

        parameters, targets, rates : (N, …) of the machines, of coordinates and rates that are held
        """
        n, lanes = len(parameters), self.kernels["retract"].lanes
        states, done = np.empty((n, self.layout.n_x)), np.zeros(n, np.int64)
        memory, groups = _Memory(lanes), -(-n // lanes)
        memory.numbers(LANES, lanes, groups, n, self.layout.n_x, parameters.shape[1], self.layout.n_v)
        memory.point(STATES, states)
        memory.point(DONE, done)
        given = {
            PARAMETERS: parameters, TARGETS: targets, RATES: rates, START: self.layout.at_rest(start), HOLONOMIC: self.holonomic,
            ROW_UNIT: self.row_unit, STEP_UNIT: self.step_unit,
        }  # fmt: skip
        for at, values in given.items():
            memory.point(at, np.ascontiguousarray(values, float))
        self._lay_out(memory, t, parameters.shape[1], groups)
        close_groups.call(memory.table.ctypes.data)
        return states, done == 1

    def _lay_out(self, memory: _Memory, t: float, n_p: int, groups: int) -> None:
        """Fill in sizes, places, kernels, and their arguments and results."""
        layout, kernels = self.layout, self.kernels
        rows = kernels["closure"].out_sizes[0] if "closure" in kernels else 0
        n_j = kernels["coordinates"].out_shapes[2][0] if "coordinates" in kernels else 0
        memory.numbers(N_Q, layout.q.stop - layout.q.start, layout.q.start, layout.v.start, layout.hints.start)
        memory.numbers(ROWS, rows, len(self.held), len(self.speeds), len(layout.hint_places), n_j)
        places = {HELD_AT: self.held, HELD_J: self.held_rates, SPEED_J: self.speeds, HINT_AT: layout.hint_places}
        for at, numbers in places.items():
            memory.point(at, np.array(numbers, np.int64))
        m, n_v = rows + max(len(self.held), len(self.speeds)), layout.n_v
        vectors = {
            X: layout.n_x, P: n_p, XI: n_v, A: m * n_v, R: m, K: m * m, Y: m, SIZE: 1, MOVED: 1, BUSY: 1,
            CLOSED_LANE: 1, WORK: max(k.work_size for k in kernels.values()),
        }  # fmt: skip
        for at, size in vectors.items():
            memory.table[at] = memory.made(size).ctypes.data
        time, inputs = memory.made(1), memory.made(len(self.functions.mechanism.actuators))
        time[:] = t
        arguments = [time.ctypes.data, memory.table[X], inputs.ctypes.data, memory.table[P], memory.table[XI]]
        memory.point(ARG, np.array(arguments, np.int64))
        results = (("closure", (PHI, OFFSET, G)), ("coordinates", (Q, None, J)), ("retract", (MOVED_Q,)))
        for number, (name, read) in enumerate(results):
            if name in kernels:
                found = [memory.made(size).ctypes.data for size in kernels[name].out_sizes]
                memory.numbers(CLOSURE + number, kernels[name].address_for(kernels[name].lanes, groups))
                memory.point(CLOSURE_RES + number, np.array(found, np.int64))
                for field, address in zip(read, found, strict=False):
                    if field is not None:
                        memory.numbers(field, address)


class _Memory:
    """The table of a run, and the arrays it points to."""

    def __init__(self, lanes: int):
        self.lanes, self.table = lanes, np.zeros(LENGTH, np.int64)
        self._kept: list[NDArray[Any]] = []

    def numbers(self, at: int, *values: int) -> None:
        """Enter consecutive numbers."""
        self.table[at : at + len(values)] = values

    def made(self, size: int) -> Array:
        """Return a new vector in lanes, of one entry at least, so that it has an address."""
        self._kept.append(np.zeros(max(size, 1) * self.lanes))
        return self._kept[-1]

    def point(self, at: int, values: NDArray[Any]) -> None:
        """Point to a contiguous array."""
        self._kept.append(values if values.size else np.zeros(1, values.dtype))
        self.table[at] = self._kept[-1].ctypes.data
