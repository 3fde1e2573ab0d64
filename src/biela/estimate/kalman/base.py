"""What the Kalman filters have in common on the Python side: memory, tables, logs, live steps."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError
from biela.estimate import record as at
from biela.estimate.cloud import Cloud, choose_integrator
from biela.estimate.estimator import Estimate, EstimationError, Estimator, IncompatibleReading, Track
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import Prior
from biela.kernel.routine import Routine

from . import record as ka
from .update import BAD_COVARIANCE

Array = NDArray[np.float64]


class KalmanFilter(Estimator):
    """A Gaussian belief: mean state of the machine, covariance of its independent coordinates, rates, states and parameters.

    Parameters
    ----------
    model, prior, noise : see `Model`, `About`, `ProcessNoise`
    step : longest step of the integrator [s]
    gate : leave out readings farther than this many standard deviations from what is expected; None: use all
    likelihood_scale : factor on the standard deviation of the readings
    integrator : "rk4", or "implicit" for stiff machines such as those with hydraulics
    """

    points: ClassVar[bool] = False
    """Whether the filter spreads sigma points (and then has no use for Jacobians)."""
    routine: ClassVar[Routine]

    def __init__(
        self,
        model: Model,
        prior: Prior,
        noise: ProcessNoise | None = None,
        *,
        step: float = 0.01,
        gate: float | None = None,
        likelihood_scale: float = 1.0,
        integrator: str = "rk4",
        t: float = 0.0,
        memory: float = 0.0,
    ):
        super().__init__(model, t, memory)
        if not step > 0 or not likelihood_scale > 0 or (gate is not None and not gate > 0):
            raise DescriptionError("step, likelihood_scale and gate must be positive.")
        self.prior, self.noise, self.max_step = prior, noise or ProcessNoise(), float(step)
        self.scale = float(likelihood_scale)
        x, P = prior.gaussian(model)
        self.cloud = Cloud(model, 2 * model.n + 1, threads=1) if self.points else Cloud(model, 1, threads=1, lanes=1)
        choose_integrator(self.cloud, integrator)
        self._allocate(likelihood_scale, gate)
        self._mean[: model.n_x], self._mean[model.n_x :] = x, model.p
        self._covariance[:] = P
        self.cloud.set_states(np.repeat(x[None, :], self.cloud.N, axis=0))
        self._fill_signs(x)
        self._tables_for = (0, 0.0)

    # ------------------------------------------------------------------------------------------------------------ memory

    def _allocate(self, scale: float, gate: float | None) -> None:
        model, cloud = self.model, self.cloud
        n, m = model.n, len(model.channels)
        big = max(n, m, 1)
        self._mean, self._covariance = np.zeros(model.n_x + model.p.size), np.zeros((n, n))
        own: dict[int, Any] = {
            ka.MEAN: self._mean, ka.COVARIANCE: self._covariance, ka.Q: np.zeros((n, n)),
            ka.R: model.covariance * scale**2, ka.Y: np.zeros(m), ka.D: np.zeros((big + 1) * cloud.W),
            ka.NU: np.zeros(m), ka.CHOSEN: np.zeros(m, np.int64), ka.S: np.zeros((m, m)), ka.C: np.zeros((n, m)),
            ka.GAIN: np.zeros((n, m)), ka.GATE: np.array([0.0 if gate is None else float(gate) ** 2]),
            ka.A: np.zeros(n * n), ka.H: np.zeros(n * m), ka.F: np.zeros(n * n), ka.POINTS: np.zeros((2 * n + 1) * (n + m)),
            ka.ROOT: np.zeros((n, n)), ka.KAPPA: np.array([max(0.0, 3.0 - n)]),
        }  # fmt: skip
        for place in (ka.K1, ka.K2, ka.K3, ka.T1, ka.T2):
            own[place] = np.zeros(big * big + big)
        for place, array in own.items():
            cloud._keep(place, array)
        table = cloud.table
        if self.points:
            cloud.kernels["difference"] = model.kernel("difference")
            table[ka.DIFFERENCE] = cloud.address("difference")
            origin = np.zeros(model.n_x * cloud.W)
            arguments = cloud._own[0][1][at.ARG].copy()
            arguments[4] = origin.ctypes.data
            result = np.array([own[ka.D].ctypes.data], np.int64)
            self._kept: tuple[Any, ...] = (origin, arguments, result)
            table[ka.ARG_DIFFERENCE], table[ka.RES_DIFFERENCE] = arguments.ctypes.data, result.ctypes.data
            self._more_work(["difference"])
            return
        for name in ("linear", "measure_linear"):
            cloud.kernels[name] = model.kernel(name)
        table[ka.LINEAR], table[ka.MEASURE_LINEAR] = cloud.address("linear"), cloud.address("measure_linear")
        result_a = np.array([own[ka.A].ctypes.data], np.int64)
        result_h = np.array([own[ka.Y].ctypes.data, own[ka.H].ctypes.data], np.int64)
        self._kept = (result_a, result_h)
        table[ka.RES_LINEAR], table[ka.RES_MEASURE_LINEAR] = result_a.ctypes.data, result_h.ctypes.data
        self._more_work(["linear", "measure_linear"])

    def _more_work(self, names: list[str]) -> None:
        """Scratch memory large enough for further kernels."""
        size = max(
            self.cloud.kernels[name].work_size for name in (*names, "rates", "stage", "close", "move", "measure")
        )
        self.cloud._keep(at.WORK, np.zeros(size * self.cloud.W + 1))

    def _fill_signs(self, x: Array) -> None:
        _, _, signs = self.model.closed(x, self.t)
        if signs.size:
            self.cloud._fill(at.SIGN, np.repeat(signs[None, :], self.cloud.N, axis=0))

    # ----------------------------------------------------------------------------------------------------------- filtering

    def _predict(self, t: float) -> None:
        self._go(np.array([t]), np.full((1, len(self.model.channels)), np.nan), t - self.t, update=False)

    def _update(self, z: Array) -> None:
        self._go(np.array([self.t]), z[None, :], 0.0, update=True)

    def _advance(self, t: float, z: Array) -> None:
        """Prediction and update in one call."""
        if not t > self.t:
            super()._advance(t, z)
            return
        self._go(np.array([t]), z[None, :], t - self.t, update=True)
        self.t = t

    def run(self, log: Log) -> Track:
        """Filter a log in one compiled call for each stretch of equal steps."""
        z, t = log.columns(self.model.readings), log.t
        parts = []
        for part, h in self._stretches(log):
            self._go(t[part], z[part], h, update=True)
            self.t = float(t[part][-1])
            places = (at.OUT_MEAN, at.OUT_SPREAD, ka.OUT_PREDICTED, ka.OUT_INNOVATION, ka.OUT_EXPECTED, ka.OUT_NIS, ka.OUT_COUNT,
                      ka.OUT_COVARIANCE)  # fmt: skip
            parts.append([self.cloud.arrays[place].copy() for place in places])
        mean, spread, predicted, innovation, expected, nis, count, covariance = (
            np.concatenate(c) for c in zip(*parts, strict=True)
        )
        return Track(
            self.model.names,
            self.model.readings,
            t,
            mean,
            spread,
            predicted,
            innovation,
            expected,
            nis,
            count,
            covariance,
            scale=self.scale,
        )

    def _go(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        cloud, table = self.cloud, self.cloud.table
        h = float(f"{h:.12g}")  # differences of times that are equal but for rounding
        if self._tables_for != (t.size, h):
            self._make_room(t.size, h)
        cloud.arrays[at.TIMES][:] = t
        cloud.arrays[at.READINGS][:] = z
        table[at.STEPS], table[at.DO_ADVANCE], table[at.DO_UPDATE], table[at.STATUS] = (
            t.size,
            int(h > 0),
            int(update),
            at.GOOD,
        )
        self.routine.call(table.ctypes.data)
        if table[at.STATUS] != at.GOOD:
            self._fail(int(table[at.STATUS]), float(t[int(table[at.STEP])]))

    def _make_room(self, steps: int, h: float) -> None:
        """Arrays for a number of steps, and what depends on their length."""
        cloud, n, m = self.cloud, self.model.n, len(self.model.channels)
        if self._tables_for[0] != steps:
            cloud.outputs(steps)
            for place, shape in ((ka.OUT_COVARIANCE, (steps, n, n)), (ka.OUT_PREDICTED, (steps, m)),
                                 (ka.OUT_INNOVATION, (steps, m)),
                                 (ka.OUT_EXPECTED, (steps, m)), (ka.OUT_NIS, (steps,)), (at.TIMES, (steps,)),
                                 (at.READINGS, (steps, m))):  # fmt: skip
                cloud._keep(place, np.zeros(shape))
            cloud._keep(ka.OUT_COUNT, np.zeros(steps, np.int64))
        cloud.arrays[ka.Q][:] = self.noise.covariance(self.model, h) if h > 0 else 0.0
        cloud.table[at.SUBSTEPS] = max(1, int(np.ceil(h / self.max_step - 1e-9))) if h > 0 else 1
        cloud.option[at.STEP_SIZE] = h
        self._tables_for = (steps, h)

    def _fail(self, status: int, t: float) -> None:
        if status == BAD_COVARIANCE:
            raise IncompatibleReading(
                f"the covariance of the {self.name} filter is no longer positive at {t:g} s: its model and its readings do not fit "
                "together. Raise the process noise, or start nearer to the truth."
            )
        raise EstimationError(
            f"the mean of the {self.name} filter cannot be put together at {t:g} s (a singular position, or a correction out of "
            "reach). Choose other independent coordinates, raise the noise of the readings, or use particles."
        )

    # ------------------------------------------------------------------------------------------------------------ estimate

    def estimate(self) -> Estimate:
        model, n_x = self.model, self.model.n_x
        x, p = self._mean[:n_x].copy(), self._mean[n_x:].copy()
        return Estimate(
            self.t,
            model.names,
            model.values(x, p),
            self._covariance.copy(),
            model.state(x, self.t, p, self.u),
            model.angles > 0,
        )

    def snapshot(self) -> Any:
        return self.t, self._mean.copy(), self._covariance.copy(), self.u.copy()

    def restore(self, snapshot: Any) -> None:
        self.t, self._mean[:], self._covariance[:], self.u[:] = snapshot
        self._inputs_changed()

    def _inputs_changed(self) -> None:
        self.cloud.set_inputs(self.u)
