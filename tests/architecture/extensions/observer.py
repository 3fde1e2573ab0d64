"""A filter: the extended Kalman filter with a constant gain after its first corrections."""

from typing import Any

import numpy as np

from biela import estimate


@estimate.filter("constant-gain")
class ConstantGainFilter(estimate.Estimator):
    """Runs the extended filter and keeps its covariance once `settle` corrections were made."""

    def __init__(
        self,
        model: Any,
        prior: Any,
        noise: Any = None,
        *,
        settle: int = 20,
        step: float = 0.01,
        t: float = 0.0,
        memory: float = 0.0,
    ):
        super().__init__(model, t, memory)
        self.inner = estimate.ExtendedKalmanFilter(model, prior, noise, step=step, t=t)
        self.left = settle

    def propagate(self, t: float) -> None:
        kept = self.inner.covariance.copy()
        self.inner.predict(t)
        if self.left <= 0:
            self.inner.covariance[:] = kept

    def correct(self, z: Any) -> None:
        self.left -= 1
        self.inner.correct(np.asarray(z))

    def estimate(self) -> Any:
        return self.inner.estimate()
