"""A cloud of states in memory as the compiled loops want it, and the table through which they are called."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError
from biela.kernel.routine import Routine

from . import record as at
from .implicit import prepare_implicit
from .model import Model
from .propagate import advance_groups, jitter_groups, move_groups
from .random import MOST, normals_kernel
from .settle import run_steps, settle_one

Array = NDArray[np.float64]
ANGLE_REACH = 0.1
"""A perturbation goes in pieces of this size [rad]; lengths in this part of the machine's size."""
SPARE = 64
"""Places of a table beyond those of the particle filter, for other filters."""
WORTH_A_THREAD = 300_000.0
"""Kernel instructions from which a second thread pays: starting it takes some tens of microseconds."""


class Cloud:
    """N states with parameters and log-weights, in groups of lanes.

    The state of particle i is `cloud.states()[i]`; everything else is moved by the routines.
    """

    def __init__(self, model: Model, count: int, threads: int | None = None, lanes: int | None = None):
        self.model, self.N = model, int(count)
        self._one: tuple[Array, ...] | None = None
        self._own: list[tuple[dict[int, Any], dict[int, Any], Array]] = []
        self.kernels = {name: model.kernel(name) for name in ("rates", "stage", "close", "move", "measure")}
        self.kernels["normals"] = normals_kernel()
        W = lanes or self.kernels["stage"].lanes
        self.W, self.groups = W, -(-self.N // W)
        n_x, n_p, n, n_b = model.n_x, model.p.size, model.n, model.n_signs
        n_r = int(self.kernels["measure"].out_sizes[0])
        self.arrays: dict[int, Any] = {}
        self._threads = max(1, min(threads or os.cpu_count() or 1, self.groups))
        cost = 5 * self.kernels["stage"].instructions * self.groups
        if threads is None:
            self._threads = max(1, min(self._threads, int(cost // WORTH_A_THREAD)))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None

        for place, size in (
            (at.X, n_x), (at.X_TO, n_x), (at.P, n_p), (at.P_TO, n_p), (at.SIGN, n_b), (at.SIGN_TO, n_b), (at.Y, n_r),
        ):  # fmt: skip
            self._keep(place, np.zeros((self.groups, max(size, 1), W)))
        padded = self.groups * W
        self._keep(at.LOGW, np.where(np.arange(padded) < self.N, 0.0, -np.inf))
        self._keep(at.WEIGHT, np.full(padded, 1.0 / self.N))
        self._keep(at.LOST, np.zeros(padded, np.int64))
        self._keep(at.DISTANCE, np.zeros(padded))
        self._keep(at.INDEX, np.zeros(self.N, np.int64))
        self._keep(at.CUMULATIVE, np.zeros(self.N))
        self._keep(at.P_PLACES, np.array([*model.estimated, 0], np.int64))
        self._keep(at.PLACES, model.places)
        curved = model.curved
        self._keep(at.C_Q, np.array([*(q for q, _ in curved), 0], np.int64))
        self._keep(at.C_V, np.array([*(v for _, v in curved), 0], np.int64))
        self._keep(at.ANGLE, model.angles)
        self._keep(at.PERIOD, np.append(model.periods, 0.0))
        self._keep(at.JITTER, np.zeros((n, n)))
        self._keep(at.MOMENTS, np.zeros(n * n + n))
        self._keep(at.REACH, self._reach())
        self._keep(at.NOISE_MAP, np.zeros((n, 1)))
        option = np.zeros(at.OPTIONS)
        option[at.TOLERANCE], option[at.LOG_SUM], option[at.FARTHEST] = model.tolerance, np.log(self.N), np.inf
        self._keep(at.OPTION, option)
        self.option = option
        self.sizes = {
            at.W: W, at.N: self.N, at.GROUPS: self.groups, at.N_X: n_x, at.N_P: n_p, at.N_Y: len(model.channels), at.N_R: n_r,
            at.N_D: n, at.N_W: 0, at.N_B: n_b, at.N_E: len(model.estimated), at.MOVES_P: int(bool(model.estimated)),
            at.SUBSTEPS: 1, at.STATUS: at.GOOD, at.N_C: len(curved),
        }  # fmt: skip
        self.tables = [self._table() for _ in range(self._threads)]
        self.table = self.tables[0]
        self.set_parameters(np.repeat(model.p[None, :], self.N, axis=0))
        self.outputs(1)

    # ---------------------------------------------------------------------------------------------------------- memory

    def _keep(self, place: int, array: Any) -> Any:
        self.arrays[place] = array
        for table in getattr(self, "tables", ()):
            table[place] = array.ctypes.data
        return array

    def _reach(self) -> Array:
        k = self.model.k
        reach = np.zeros(self.model.n)
        reach[:k] = np.where(self.model.angles[:k] > 0, ANGLE_REACH, ANGLE_REACH * max(self.model.size, 1e-3))
        reach[:k][self.model.tangent[:k]] = ANGLE_REACH
        return reach

    def _table(self) -> Any:
        """A table of the run with lanes of its own, for one thread."""
        W, model = self.W, self.model
        table = np.zeros(at.LENGTH + SPARE, np.int64)
        for place, value in self.sizes.items():
            table[place] = value
        for place, array in self.arrays.items():
            table[place] = array.ctypes.data
        n_x, n, n_y = model.n_x, model.n, self.sizes[at.N_R]
        work = max(kernel.work_size for kernel in self.kernels.values())
        own: dict[int, Any] = {
            at.TL: np.zeros(W), at.XB: np.zeros(n_x * W), at.XS: np.zeros(n_x * W), at.XN: np.zeros(n_x * W),
            at.K: np.zeros(4 * n_x * W), at.GAP: np.zeros(W), at.SIGNS: np.zeros((self.sizes[at.N_B] + 1) * W),
            at.DELTA: np.zeros((2 * n + 1) * W), at.YL: np.zeros((n_y + 1) * W), at.PL: np.zeros((model.p.size + 1) * W),
            at.UNIFORM: np.zeros(2 * W), at.NORMAL: np.zeros((MOST + 2) * W), at.LANES_I: np.zeros(2 * W + 4, np.int64),
            at.K_XI: np.zeros(2 * (n + 1) * W),
            at.LANES_F: np.zeros(2 * W), at.WORK: np.zeros(work * W + 1),
        }  # fmt: skip
        inputs = np.zeros((len(model.u) + 1) * W)
        address = {place: array.ctypes.data for place, array in own.items()}
        arg = np.array(
            [address[at.TL], address[at.XS], inputs.ctypes.data, address[at.PL], address[at.DELTA] + 8 * n * W],
            np.int64,
        )
        stages = [x for k in range(4) for x in (address[at.XN], address[at.K] + 8 * k * n_x * W, address[at.GAP])]
        tables = {
            at.ARG: arg, at.RES_RATES: np.array([address[at.K]], np.int64), at.RES_STAGE: np.array(stages, np.int64),
            at.RES_CLOSE: np.array([address[at.XN], address[at.GAP], address[at.SIGNS]], np.int64),
            at.RES_MOVE: np.array([address[at.XN]], np.int64), at.RES_MEASURE: np.array([address[at.YL]], np.int64),
            at.ARG_NORMALS: np.array([address[at.UNIFORM], address[at.UNIFORM] + 8 * W], np.int64),
            at.RES_NORMALS: np.array([address[at.LANES_F], address[at.LANES_F] + 8 * W], np.int64),
        }  # fmt: skip
        for place, where in address.items():
            table[place] = where
        for place, array in tables.items():
            table[place] = array.ctypes.data
        for place, name in (
            (at.RATES, "rates"),
            (at.STAGE, "stage"),
            (at.CLOSE, "close"),
            (at.MOVE, "move"),
            (at.MEASURE, "measure"),
            (at.NORMALS, "normals"),
        ):
            table[place] = self.address(name)
        own[at.PL][: model.p.size * W] = np.repeat(model.p, W)
        inputs[: len(model.u) * W] = np.repeat(model.u, W)
        own[at.LANES_I][2 * W :] = advance_groups.address, jitter_groups.address, model.k, prepare_implicit.address
        self._own.append((own, tables, inputs))
        return table

    def address(self, name: str) -> int:
        """Of a kernel, in the version for the lanes of this cloud."""
        kernel = self.kernels[name]
        return kernel.address if self.W == 1 else kernel.lane_address

    def set_inputs(self, u: Array) -> None:
        """Constant inputs of all particles."""
        for _, _, inputs in self._own:
            inputs[: u.size * self.W] = np.repeat(u, self.W)
        if self._one is not None:
            self._one[2][: u.size] = u

    def make_implicit(self) -> None:
        """Use implicit steps, for stiff machines."""
        model, n = self.model, self.model.n
        self.kernels["linear"] = kernel = model.kernel("linear")
        self._one = (np.zeros(1), np.zeros(model.n_x), np.append(model.u, 0.0), np.append(model.p, 0.0))
        arg = np.array([a.ctypes.data for a in self._one], np.int64)
        A = self._keep(at.A_ONE, np.zeros(n * n))
        result = np.array([A.ctypes.data], np.int64)
        work = np.zeros(kernel.work_size + 1)
        self._kept_one = (arg, result, work)
        self._keep(at.FACTORS, np.zeros(n * n))
        self._keep(at.PIVOTS, np.zeros(n, np.int64))
        for table in self.tables:
            table[at.LINEAR_ONE], table[at.ARG_ONE], table[at.RES_ONE] = (
                kernel.address,
                arg.ctypes.data,
                result.ctypes.data,
            )
            table[at.WORK_ONE], table[at.IMPLICIT] = work.ctypes.data, 1

    def outputs(self, steps: int) -> None:
        """Room for what is recorded of some steps."""
        n, n_y = self.model.n, len(self.model.channels)
        widths = {at.OUT_MEAN: n, at.OUT_SPREAD: n, at.OUT_LINEAR: n, at.OUT_Y: n_y, at.OUT_YVAR: n_y}
        for place, width in widths.items():
            self._keep(place, np.zeros((steps, width)))
        for place in (at.OUT_ESS, at.OUT_EVIDENCE):
            self._keep(place, np.zeros(steps))
        self._keep(at.OUT_RESAMPLED, np.zeros(steps, np.int64))

    # ---------------------------------------------------------------------------------------------------- in and out

    def _now(self, place: int) -> Array:
        """The array of a set that may have changed places with its twin."""
        twin = {at.X: at.X_TO, at.P: at.P_TO, at.SIGN: at.SIGN_TO}.get(place, place)
        for candidate in (place, twin):
            if self.arrays[candidate].ctypes.data == self.table[place]:
                return self.arrays[candidate]  # type: ignore[no-any-return]
        raise AssertionError

    def _rows(self, place: int, width: int) -> Array:
        values = self._now(place)[:, :width, :]
        return np.asarray(values.transpose(0, 2, 1).reshape(self.groups * self.W, width)[: self.N])

    def _fill(self, place: int, rows: Array) -> None:
        padded = rows[np.minimum(np.arange(self.groups * self.W), self.N - 1)]
        width = rows.shape[1]
        self._now(place)[:, :width, :] = padded.reshape(self.groups, self.W, width).transpose(0, 2, 1)

    def states(self) -> Array:
        """(N, n_x), a copy."""
        return self._rows(at.X, self.model.n_x).copy()

    def set_states(self, X: Array) -> None:
        """All particles anew, every one on whatever branch it is."""
        self._fill(at.X, np.asarray(X, float))
        self._now(at.SIGN)[:] = 0.0
        self.arrays[at.LOST][:] = 0

    def parameters(self) -> Array:
        """(N, n_p), a copy."""
        return self._rows(at.P, self.model.p.size).copy()

    def set_parameters(self, P: Array) -> None:
        """Parameters of all particles."""
        if P.shape[1]:
            self._fill(at.P, P)

    def signs(self) -> Array:
        """(N, blocks) signs of the branches."""
        return self._rows(at.SIGN, self.model.n_signs).copy()

    def predictions(self) -> Array:
        """(N, readings) as last predicted."""
        return self._rows(at.Y, len(self.model.channels)).copy()

    @property
    def log_weights(self) -> Array:
        return np.asarray(self.arrays[at.LOGW][: self.N])

    def set_equal_weights(self) -> None:
        """All alike."""
        self.log_weights[:] = 0.0
        self.arrays[at.WEIGHT][: self.N] = 1.0 / self.N
        self.option[at.LOG_SUM] = np.log(self.N)

    # ------------------------------------------------------------------------------------------------------------ calls

    def spread_out(self, routine: Routine) -> None:
        """A loop over groups, on as many threads as are worth it."""
        if self._pool is None:
            self.table[at.FIRST], self.table[at.LAST] = 0, self.groups
            routine.call(self.table.ctypes.data)
            return
        edges = np.linspace(0, self.groups, self._threads + 1).astype(int)
        first = self.table
        counted = (at.RECOVERED, at.FAILED)
        own = {at.K_XI, at.ARG, at.RES_RATES, at.RES_STAGE, at.RES_CLOSE, at.RES_MOVE, at.RES_MEASURE,
               at.ARG_NORMALS, at.RES_NORMALS, at.WORK,
               *range(at.TL, at.X)}  # fmt: skip
        shared = [i for i in range(at.LENGTH) if i not in own]
        for k, table in enumerate(self.tables):
            if k:
                table[shared] = first[shared]
                table[list(counted)] = 0
            table[at.FIRST], table[at.LAST] = edges[k], edges[k + 1]
        list(self._pool.map(lambda table: routine.call(table.ctypes.data), self.tables))
        for table in self.tables[1:]:
            for place in counted:
                first[place] += table[place]

    def move(self, delta: Array, t: float = 0.0) -> None:
        """Every particle by its row of (N, n), along the manifold, on its branch."""
        given = np.ascontiguousarray(delta, float)
        self.table[at.GIVEN_NOISE] = given.ctypes.data
        self._keep(at.TIMES, np.array([t]))
        self.table[at.STEP] = 0
        self.spread_out(move_groups)
        self.table[at.GIVEN_NOISE] = 0

    def run(self, steps: int) -> None:
        """Steps of a filter, on one thread in one call, or on several step by step."""
        self.table[at.STEPS] = steps
        if self._pool is None:
            run_steps.call(self.table.ctypes.data)
            return
        for step in range(steps):
            self.table[at.STEP] = step
            if self.table[at.IMPLICIT] and self.table[at.DO_ADVANCE]:
                prepare_implicit.call(self.table.ctypes.data)
            self.spread_out(advance_groups)
            settle_one.call(self.table.ctypes.data)
            if self.table[at.STATUS] != at.GOOD:
                return
            if self.table[at.RESAMPLINGS] < 0:
                self.table[at.RESAMPLINGS] *= -1
                self.spread_out(jitter_groups)
            self.table[at.COUNTER] += 1


def choose_integrator(cloud: Cloud, name: str) -> None:
    """By name: "rk4" or "implicit"."""
    if name not in ("rk4", "implicit"):
        raise DescriptionError(f"no integrator {name!r} for filters: 'rk4', or 'implicit' for stiff machines.")
    if name == "implicit":
        cloud.make_implicit()
