"""The noise that a log itself shows: the level of process noise at which its innovations are most likely, and, where these do not
fit the described noise of the sensors, factors on that.

    ln L(σ) = −½ Σ_k Σ_j (ln S_jj + ν_j²/S_jj)         innovations ν of the error-state filter with the noise σ, their variances S

Correlations between the readings of one sample are left out. Too small a σ makes innovations larger than S says, too large a one
makes S larger than they are: the likelihood punishes both. The first tenth of the log, in which a filter settles, does not count.

Where innovations do not fit the described noise of the sensors, factors on that are found with σ, within limits, at which the
innovations are most likely.

Reference: Mehra (1970), IEEE Trans. Automatic Control 15, 175-184
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.surface import setting

from .estimator import EstimationError, Track
from .kalman.error_state import ErrorStateKalmanFilter
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .prior import Prior

LEVELS = 1e-4, 10.0
"""Limits of the level [rad/s^1.5, m/s^1.5]: no sensor shows less, and with more the model says nothing."""
SAMPLES = 1000
"""Samples of the log that are looked at."""
QUIETER, LOUDER = 1 / 30, 3.0
"""Limits of the factor on the noise of a sensor: a louder one is faulty."""
LEAST_INNOVATIONS = 30
"""Innovations that say something about a sensor."""
FITS = (0.75, 1.25)
"""Squares of normalised innovations, on average, with which the described noise of a sensor is left alone."""


def likelihood(track: Track, gate: float | None = None) -> float:
    """Return ln L of the innovations of a filtered log; missing readings do not count, those beyond a gate count as on it."""
    first = len(track.t) // 10
    nu, s = track.innovation[first:], track.expected_spread[first:]
    squares = np.minimum((nu / s) ** 2, np.inf if gate is None else gate**2)
    return float(-0.5 * np.nansum(2.0 * np.log(np.maximum(s, 1e-300)) + squares - np.where(np.isnan(nu), np.nan, 0.0)))


def noise_of(
    model: Model, prior: Prior, log: Log, *, step: float = 0.01, integrator: str = "rk4", t: float = 0.0,
    states: Mapping[str, float] | float | None = None, parameters: Mapping[str, float] | None = None,
    gate: float | None = None,
) -> float:  # fmt: skip
    """Return the most likely process noise on accelerations [rad/s^1.5], within `LEVELS`.

    Parameters
    ----------
    states, parameters : random walks of networks' states and of parameters, held
    gate : leave out readings this many standard deviations off, as the filter will

    Raises
    ------
    EstimationError : no level lets the filter follow the log
    """
    return _Trial(model, prior, log, step, integrator, t, states or {}, parameters or {}, gate).level()


def noise_levels(
    model: Model, prior: Prior, log: Log, *, step: float = 0.01, integrator: str = "rk4", t: float = 0.0,
    states: Mapping[str, float] | float | None = None, parameters: Mapping[str, float] | None = None,
    gate: float | None = None,
) -> tuple[float, dict[str, float]]:  # fmt: skip
    """Return the process noise, and factors on the noise of all sensors where the log contradicts the described one of some.

    The covariance of the model's readings is changed by the factors.
    """
    from scipy.optimize import minimize

    trial = _Trial(model, prior, log, step, integrator, t, states or {}, parameters or {}, gate)
    level = trial.level()
    squares = trial.squares(level)
    if all(FITS[0] <= ratio <= FITS[1] for ratio in squares.values() if np.isfinite(ratio)):
        return level, {}
    low, high = np.log10([list(LEVELS), *[(QUIETER, LOUDER)] * len(model.by_sensor)]).T

    def loss(z: Array) -> float:
        inside = np.clip(z, low, high)
        return trial.loss(inside[0], inside[1:]) + 1e3 * float(np.abs(z - inside).sum())

    guess = 0.5 * np.log10(np.clip(list(squares.values()), QUIETER**2, LOUDER**2))
    first = np.concatenate([[np.log10(level)], np.nan_to_num(guess)])
    corners = np.vstack([first, first + np.diag(np.where(first - 0.5 > low, -0.5, 0.5))])
    found = minimize(loss, first, method="Nelder-Mead", options={
        "initial_simplex": corners, "xatol": 0.02, "fatol": 0.2, "maxfev": 60 * len(first)
    })  # fmt: skip
    best = np.clip(found.x, low, high)
    factors = {name: float(10.0**x) for name, x in zip(model.by_sensor, best[1:], strict=True)}
    model.covariance = trial.covariance(best[1:])
    return float(10.0 ** best[0]), factors


class _Trial:
    """Filter runs over the first samples of a log, with other levels of noise; exponents of ten."""

    def __init__(
        self, model: Model, prior: Prior, log: Log, step: float, integrator: str, t: float, states: Mapping[str, float] | float,
        parameters: Mapping[str, float], gate: float | None,
    ):  # fmt: skip
        self.model, self.prior, self.log, self.gate = model, prior, log.rows(slice(0, SAMPLES)), gate
        self.how: dict[str, Any] = {"step": step, "integrator": integrator, "t": t, "gate": gate}
        self.walks: dict[str, Any] = {"states": states, "parameters": parameters}
        self.described = model.covariance.copy()

    def level(self) -> float:
        """Search the most likely level of process noise."""
        from scipy.optimize import minimize_scalar

        grid = np.linspace(np.log10(LEVELS[0]), np.log10(LEVELS[1]), 11)
        losses = [self.loss(x) for x in grid]
        best = int(np.argmin(losses))
        if not np.isfinite(losses[best]):
            raise EstimationError(
                f"no process noise lets the filter follow the log: give {setting('noise')}, raise {setting('sigma')}, or start "
                "nearer to the truth."
            )
        around = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        found = minimize_scalar(self.loss, bounds=around, method="bounded", options={"xatol": 0.02, "maxiter": 12})
        return float(10.0 ** (found.x if found.fun < losses[best] else grid[best]))

    def covariance(self, factors: Array) -> Array:
        """Return the covariance of the readings with factors on the described noise of the sensors."""
        root = np.ones(len(self.model.channels))
        for rows, factor in zip(self.model.by_sensor.values(), factors, strict=True):
            root[rows] = 10.0**factor
        return np.asarray(root[:, None] * self.described * root)

    def track(self, level: float) -> Track:
        """Return the log filtered with a level of process noise."""
        noise = ProcessNoise(level, **self.walks)
        return ErrorStateKalmanFilter(self.model, self.prior, noise, **self.how).run(self.log)

    def loss(self, exponent: float, factors: Array | None = None) -> float:
        """Return −ln L; infinite where the filter cannot follow."""
        if factors is not None:
            self.model.covariance = self.covariance(factors)
        try:
            value = -likelihood(self.track(10.0**exponent), self.gate)
        except EstimationError:
            return np.inf
        finally:
            self.model.covariance = self.described
        return value if np.isfinite(value) else np.inf

    def squares(self, level: float) -> dict[str, float]:
        """Return the mean square of the normalised innovations of each sensor; NaN where it has few."""
        track = self.track(level)
        first = len(track.t) // 10
        ratio = (track.innovation[first:] / track.expected_spread[first:]) ** 2
        if self.gate is not None:
            ratio[ratio > self.gate**2] = np.nan
        return {
            name: float(np.nanmean(ratio[:, rows])) if np.isfinite(ratio[:, rows]).sum() >= LEAST_INNOVATIONS else float("nan")
            for name, rows in self.model.by_sensor.items()
        }


guard(__name__)
