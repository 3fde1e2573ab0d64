"""Common part of the Kalman filters in Python: memory, logs, live steps."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked
from biela.base.surface import setting
from biela.estimate.cloud import Cloud, Integrator
from biela.estimate.estimator import CompiledFilter, Estimate, EstimationError, IncompatibleReading, Snapshot, Track
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import Prior
from biela.estimate.record import BAD_COVARIANCE, GOOD, at
from biela.kernel.routine import Routine


class KalmanFilter(CompiledFilter):
    """A Gaussian belief: mean state of the machine, covariance of its independent coordinates, rates, states and parameters.

    Parameters
    ----------
    model, prior, noise : see `Model`, `About`, `ProcessNoise`
    step : longest step of the integrator [s]
    gate : leave out readings farther than this many standard deviations from what is expected; None: use all
    likelihood_scale : factor on the standard deviation of the readings
    integrator : "rk4", or "implicit" for stiff machines such as those with hydraulics
    t : time of the prior [s]
    memory : how late a sample may come [s]
    """

    routine: ClassVar[Routine]
    """The loop over the samples, see `steps` in `update.py`."""
    kernels: ClassVar[tuple[str, ...]] = ()
    """Kernels that it needs besides those of every filter."""
    points: ClassVar[int] = 0
    """Points that the filter spreads along each axis of its covariance, besides the one in the middle."""
    outputs: ClassVar[dict[int, tuple[str, ...]]] = {
        at.OUT_MEAN: ("n_d",), at.OUT_SPREAD: ("n_d",), at.OUT_Y: ("n_y",), at.OUT_YVAR: ("n_y",), at.OUT_NIS: (),
        at.OUT_COUNT: (), at.OUT_COVARIANCE: ("n_d", "n_d"),
    }  # fmt: skip

    @checked(positive=("step", "gate", "likelihood_scale"))
    def __init__(
        self, model: Model, prior: Prior, noise: ProcessNoise | None = None, *, step: float = 0.01,
        gate: float | None = None, likelihood_scale: float = 1.0, integrator: Integrator = "rk4", t: float = 0.0,
        memory: float = 0.0,
    ):  # fmt: skip
        super().__init__(model, prior, noise, step, likelihood_scale, t, memory)
        x, P = prior.gaussian(model)
        count, lanes = (self.points * model.n + 1, None) if self.points else (1, 1)
        kernels, points = self.kernels, self.points > 0
        self.cloud = Cloud(model, count, integrator=integrator, threads=1, lanes=lanes, kernels=kernels, points=points)
        r = self.cloud.record
        self.mean, self.covariance = r[at.MEAN], r[at.COVARIANCE]
        self.mean[:], self.covariance[:] = np.concatenate([x, model.p]), P
        r[at.R], r[at.GATE] = model.covariance * self.scale**2, float(gate or 0.0) ** 2
        r[at.KAPPA] = max(0.0, 3.0 - model.n)
        self.cloud.set_states(np.repeat(x[None, :], count, axis=0))
        r[at.SIGN] = model.closed(x, self.t)[2][:, None]

    def _set_noise(self, h: float) -> None:
        self.cloud.record[at.Q] = self.noise.covariance(self.model, h)

    def _go(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        r = self.cloud.record
        self._prepare(t, z, h, update=update)
        r[at.STEPS], r[at.STATUS] = t.size, GOOD
        self.routine.call(r.address)
        if r[at.STATUS] == GOOD:
            return
        when = f"{t[r[at.STEP]]:g} s"
        if r[at.STATUS] == BAD_COVARIANCE:
            raise IncompatibleReading(
                f"the covariance of the {self.name} filter is no longer positive at {when}: its model and its readings do not fit "
                f"together. Raise {setting('noise')} or {setting('sigma')}, or start nearer to the truth."
            )
        raise EstimationError(
            f"the mean of the {self.name} filter cannot be assembled at {when} (a singular position, or a correction out of "
            f"reach). Choose other independent coordinates, raise {setting('likelihood_scale')}, or use "
            f"{setting('filter', 'particle')}."
        )

    @one_thread()
    @checked
    def run(self, log: Log) -> Track:
        """Filter a log in one compiled call for each stretch of equal steps."""
        z, t, parts = log.columns(self.model.readings), log.t, []
        for part, h in self._stretches(log):
            self._go(t[part], z[part], h, update=True)
            self.t = float(t[part][-1])
            parts.append(self._recorded(t[part].size))
        return self._track(t, z, [np.concatenate(column) for column in zip(*parts, strict=True)])

    def estimate(self) -> Estimate:
        model, n_x = self.model, self.model.n_x
        x, p = self.mean[:n_x], self.mean[n_x:]
        state = model.state(x, self.t, p, self.u)
        return Estimate(self.t, model.names, model.values(x, p), self.covariance.copy(), state, model.angles > 0)

    def snapshot(self) -> Snapshot:
        return self.t, self.mean.copy(), self.covariance.copy(), self.u.copy()

    def restore(self, snapshot: Snapshot) -> None:
        self.t, self.mean[:], self.covariance[:], self.u[:] = snapshot
        self.inputs_changed()
