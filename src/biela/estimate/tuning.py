"""The process noise that a log itself shows: the level at which its innovations are most likely.

    ln L(σ) = −½ Σ_k Σ_j (ln S_jj + ν_j²/S_jj)         innovations ν of the error-state filter with the noise σ, their variances S

Correlations between the readings of one sample are left out. Too small a σ makes innovations larger than S says, too large a one
makes S larger than they are: the likelihood punishes both. The first tenth of the log, in which a filter settles, does not count.

Reference: Mehra (1970), IEEE Trans. Automatic Control 15, 175-184
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .estimator import EstimationError, Track
from .kalman.error_state import ErrorStateKalmanFilter
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .prior import Prior

LEAST, MOST = 1e-4, 10.0
"""Limits of the level [rad/s^1.5, m/s^1.5]: no sensor shows less, and with more the model says nothing."""
SAMPLES = 1000
"""Samples of the log that are looked at."""


def likelihood(track: Track) -> float:
    """ln L of the innovations of a filtered log; missing readings do not count."""
    first = len(track.t) // 10
    nu, s = track.innovation[first:], track.expected_spread[first:]
    return float(
        -0.5 * np.nansum(2.0 * np.log(np.maximum(s, 1e-300)) + (nu / s) ** 2 - np.where(np.isnan(nu), np.nan, 0.0))
    )


def noise_of(
    model: Model, prior: Prior, log: Log, *, step: float = 0.01, integrator: str = "rk4", t: float = 0.0,
    states: Mapping[str, float] | None = None, parameters: Mapping[str, float] | None = None,
) -> float:  # fmt: skip
    """The most likely process noise on accelerations [rad/s^1.5], between `LEAST` and `MOST`.

    Parameters
    ----------
    states, parameters : random walks of networks' states and of parameters, held

    Raises
    ------
    EstimationError : no level lets the filter follow the log
    """
    from scipy.optimize import minimize_scalar

    part = Log(log.t[:SAMPLES], log.names, log.values[:SAMPLES])

    def loss(exponent: float) -> float:
        noise = ProcessNoise(10.0**exponent, states=states or {}, parameters=parameters or {})
        try:
            track = ErrorStateKalmanFilter(model, prior, noise, step=step, integrator=integrator, t=t).run(part)
        except EstimationError:
            return np.inf
        value = -likelihood(track)
        return value if np.isfinite(value) else np.inf

    grid = np.linspace(np.log10(LEAST), np.log10(MOST), 11)
    losses = [loss(x) for x in grid]
    best = int(np.argmin(losses))
    if not np.isfinite(losses[best]):
        raise EstimationError(
            "no process noise lets the filter follow the log: give --noise, or start nearer to the truth."
        )
    around = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    found = minimize_scalar(loss, bounds=around, method="bounded", options={"xatol": 0.02, "maxiter": 12})
    return float(10.0 ** (found.x if found.fun < losses[best] else grid[best]))
