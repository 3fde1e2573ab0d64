"""A cloud of states in memory as the compiled loops want it, and the record through which they are called."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import numpy as np

from biela.base.array import Array, Integers
from biela.base.memory import refuse_too_large
from biela.integrate.record import Field, Record, size_of
from biela.integrate.tableau import RK4
from biela.kernel.routine import Routine

from .implicit import prepare_implicit
from .model import Model
from .propagate import advance_groups, jitter_groups, move_groups
from .random import normals_kernel
from .record import GOOD, at
from .weighting import run_steps, weigh_once

Integrator = Literal["rk4", "implicit"]
"""Methods with which filters go on in time: Runge-Kutta 4, or ROS2 for stiff machines."""
ANGLE_REACH = 0.1
"""Largest piece of a perturbation [rad]; of lengths, over the machine's size."""
GROUPS_CHECKED = 1000
"""Groups from which the memory of a cloud is checked before it is allocated."""
WORTH_A_THREAD = 300_000.0
"""Kernel instructions from which a second thread pays: starting it takes some tens of microseconds."""
OF_ONE_STATE = ("linear", "measure_linear")
"""Kernels that are called for a single state, whatever the number of lanes."""
SHARED = [field for field in at.fields.values() if field.declared.kind in ("number", "real", "outside")]
"""Fields that the main thread sets and the others take over."""
COUNTED = [at.RECOVERED, at.FAILED]
"""Fields that every thread counts."""


class Cloud:
    """N states with parameters and log-weights, in groups of lanes.

    The state of particle i is `cloud.states()[i]`; everything else is moved by the routines.

    Parameters
    ----------
    count : N
    integrator : "rk4", or "implicit" for stiff machines
    threads : defaults to as many as pay
    lanes : particles per group; defaults to the width of the vector instructions
    kernels : names of further kernels that the filter needs
    points : whether the particles are sigma points
    """

    def __init__(
        self, model: Model, count: int, *, integrator: Integrator = "rk4", threads: int | None = None, lanes: int | None = None,
        kernels: Sequence[str] = (), points: bool = False,
    ):  # fmt: skip
        self.model, self.N = model, int(count)
        names = {"rates", "stage", "close", "move", "measure", *kernels, *(["linear"] if integrator == "implicit" else [])}
        self.kernels = {name: model.kernel(name) for name in sorted(names)} | {"normals": normals_kernel()}
        stage = self.kernels["stage"]
        self.W = W = lanes or stage.lanes
        self.groups = groups = -(-self.N // W)
        sizes = {
            "lanes": W, "groups": groups, "count": self.N, "n_points": self.N if points else 0, "stages": RK4.stages,
            "n_x": model.n_x, "n_p": model.p.size, "n_u": model.u.size, "n_y": len(model.channels), "n_d": model.n,
            "n_k": model.k, "n_r": int(self.kernels["measure"].out_sizes[0]), "n_e": len(model.estimated),
            "n_c": len(model.curved), "n_b": int(self.kernels["close"].out_sizes[2]),
            "work_size": max(kernel.work_size for kernel in self.kernels.values()),
        }  # fmt: skip
        single = self.kernels if W == 1 else OF_ONE_STATE
        address = {name: k.address if name in single else k.lane_address for name, k in self.kernels.items()}
        worth = 5 * stage.instructions * groups // WORTH_A_THREAD
        self._threads = max(1, min(threads or os.cpu_count() or 1, groups, groups if threads else int(worth)))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._refuse_many(sizes)
        self.record = Record(at, sizes, address)
        self.records = [self.record, *(Record(at, sizes, address, of=self.record) for _ in range(1, self._threads))]
        self._fill_constants(integrator)
        self.set_inputs(model.u)
        self.set_parameters(np.repeat(model.p[None, :], self.N, axis=0))
        self.record[at.P_ONE] = model.p
        for record in self.records:
            record[at.P] = model.p[:, None]
        self.set_equal_weights()

    def _refuse_many(self, sizes: dict[str, int]) -> None:
        """Refuse a cloud beyond the memory, which grows evenly with the groups. States are copied while they move."""
        most, half = GROUPS_CHECKED, GROUPS_CHECKED // 2
        if self.groups < most:
            return
        some, more = (size_of(at, sizes | {"groups": k, "count": k * self.W, "n_points": 0}) for k in (half, most))
        copies = 8 * self.N * (4 * self.model.n_x + 3 * self.model.n + 2 * self.model.p.size)
        size = more + (more - some) / (most - half) * (self.groups - most) + copies
        refuse_too_large(size, f"a cloud of {self.N} particles", "use fewer particles.")

    def _fill_constants(self, integrator: str) -> None:
        """Set what does not change while a filter runs."""
        r, model, k = self.record, self.model, self.model.k
        r[at.PLACES], r[at.P_PLACES] = model.places, model.estimated
        r[at.ANGLE], r[at.PERIOD] = model.angles, model.periods
        if model.curved:
            r[at.C_Q], r[at.C_V] = np.array(model.curved).T
        reach = np.where((model.angles > 0) | model.tangent, ANGLE_REACH, ANGLE_REACH * max(model.size, 1e-3))
        r[at.REACH][:k] = reach[:k]
        r[at.TOLERANCE], r[at.FARTHEST], r[at.SUBSTEPS], r[at.REMAINING] = model.tolerance, np.inf, 1, 1.0
        r[at.IMPLICIT] = int(integrator == "implicit")
        r[at.DO_GROUPS], r[at.DO_JITTER] = advance_groups.address, jitter_groups.address
        if integrator == "implicit":
            r[at.DO_FACTORS] = prepare_implicit.address

    def _rows(self, field: int, places: Integers | slice = slice(None)) -> Array:
        """Return (N, n) of a vector of all particles, or of some of its entries; a copy."""
        values = self.record[field][:, places]
        return np.array(values.transpose(0, 2, 1).reshape(self.groups * self.W, values.shape[1])[: self.N])

    def fill(self, field: int, rows: Array) -> None:
        """Set a vector of all particles, from (N, n)."""
        padded = rows[np.minimum(np.arange(self.groups * self.W), self.N - 1)]
        self.record[field] = padded.reshape(self.groups, self.W, rows.shape[1]).transpose(0, 2, 1)

    def states(self) -> Array:
        """Return (N, n_x), a copy."""
        return self._rows(at.STATES)

    def set_states(self, X: Array) -> None:
        """Replace all particles; each stays on the branch where it is."""
        self.fill(at.STATES, np.asarray(X, float))
        self.record[at.SIGN] = 0.0
        self.record[at.LOST] = 0

    def parameters(self) -> Array:
        """Return (N, n_p), a copy."""
        return self._rows(at.PARAMETERS)

    def set_parameters(self, P: Array) -> None:
        """Set the parameters of all particles."""
        self.fill(at.PARAMETERS, P)

    def values(self) -> Array:
        """Return (N, n) estimated entries."""
        states = self._rows(at.STATES, self.model.places)
        if not self.model.estimated:
            return states
        return np.hstack([states, self._rows(at.PARAMETERS, np.array(self.model.estimated, np.int64))])

    def one(self, i: int) -> tuple[Array, Array]:
        """Return the state and parameters of a particle, copies."""
        group, lane = divmod(i, self.W)
        return self.record[at.STATES][group, :, lane].copy(), self.record[at.PARAMETERS][group, :, lane].copy()

    def signs(self) -> Array:
        """Return (N, blocks) signs of the branches."""
        return self._rows(at.SIGN)

    def predictions(self) -> Array:
        """Return (N, readings) as last predicted."""
        return self._rows(at.Y)[:, : len(self.model.channels)]

    @property
    def log_weights(self) -> Array:
        return np.asarray(self.record[at.LOGW].reshape(-1)[: self.N])

    @property
    def weights(self) -> Array:
        """As the last step left them; they sum to one."""
        return np.asarray(self.record[at.WEIGHT].reshape(-1)[: self.N])

    def set_equal_weights(self) -> None:
        """Give all particles the same weight."""
        self.record[at.LOGW] = -np.inf
        self.log_weights[:] = 0.0
        self.weights[:] = 1.0 / self.N
        self.record[at.LOG_SUM] = np.log(self.N)

    def set_inputs(self, u: Array) -> None:
        """Set constant inputs of all particles."""
        self.record[at.U_ONE] = u
        for record in self.records:
            record[at.U] = u[:, None]

    def give(self, field: Field, numbers: Array | None) -> None:
        """Use random numbers from outside; None: they are drawn again."""
        if numbers is None:
            self.record.table[field] = 0
        else:
            self.record.bind(field, np.ascontiguousarray(numbers, float))

    def spread_out(self, routine: Routine) -> None:
        """Run a loop over groups, on as many threads as are worth it."""
        first = self.record
        edges = np.linspace(0, self.groups, self._threads + 1).astype(int)
        for k, record in enumerate(self.records):
            if k:
                record.table[SHARED] = first.table[SHARED]
                record.table[COUNTED] = 0
            record[at.FIRST], record[at.LAST] = edges[k], edges[k + 1]
        if self._pool is None:
            routine.call(first.address)
            return
        list(self._pool.map(lambda record: routine.call(record.address), self.records))
        for record in self.records[1:]:
            first.table[COUNTED] += record.table[COUNTED]

    def move(self, delta: Array, t: float = 0.0) -> None:
        """Move every particle by its row of (N, n), along the manifold, on its branch."""
        self.give(at.GIVEN_NOISE, delta)
        self.record.bind(at.TIMES, np.array([t]))
        self.record[at.STEP] = 0
        self.spread_out(move_groups)
        self.give(at.GIVEN_NOISE, None)

    def advance(self, step: int) -> None:
        """Take all groups through one of the steps."""
        self.record[at.STEP] = step
        if self.record[at.IMPLICIT] and self.record[at.DO_ADVANCE]:
            prepare_implicit.call(self.record.address)
        self.spread_out(advance_groups)

    def run(self, steps: int) -> None:
        """Do steps of a filter, on one thread in one call, or on several step by step."""
        r = self.record
        r[at.STEPS], r[at.STATUS] = steps, GOOD
        if self._pool is None:
            run_steps.call(r.address)
            return
        for step in range(steps):
            moves = r[at.DO_ADVANCE]
            while True:
                self.advance(step)
                weigh_once.call(r.address)
                if r[at.JITTER_DUE]:
                    self.spread_out(jitter_groups)
                if not r[at.SWEEP]:
                    break
                r[at.DO_ADVANCE] = 0  # a sweep uses the same readings once more
                r[at.COUNTER] += 1
            r[at.DO_ADVANCE] = moves
            if r[at.STATUS] != GOOD:
                return
            r[at.COUNTER] += 1
