"""The integral form: mean efforts over windows, for which no acceleration is needed.

The regressor is linear in the accelerations, W = A(q) v̇ + c(q, v). Its mean over a window of length T, by parts, is

    1/T ∫ W dt = [A v] / T + 1/T ∫ (c − Ȧ v) dt                                                               (1)

with [A v] the change of momentum over the window and Ȧ v the derivative of A v along the motion, v held. Rates are enough:
measured ones, or positions differentiated once. Efforts are averaged over the same windows. An error of the motion at the angular
frequency ω counts 2/ωT of what it counts in the equations of motion at most, so noise of high frequency matters less.

Reference: Gautier & Khalil (1988), IEEE Conf. Decision and Control, 2264-2269, who integrate the power instead: one equation
"""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.errors import count
from biela.files.logs.table import DataError
from biela.identify.observation import Observation
from biela.identify.regressor import Regressor

LONGEST_STEP = 1e-4
"""Largest step of a coordinate in a derivative along the motion [rad, m]: its square is the error."""


def integral_observation(regressor: Regressor, q: Array, v: Array, t: Array, efforts: Array, half: int) -> Observation:
    """Return means over windows from `half` samples before to `half` samples after each sample; the first and last `half` are zero.

    q, v : (N, F) coordinates and rates, at equal intervals
    efforts : (N, F) of the channels
    """
    if len(t) < 2 * half + 2:
        lacking = f"{count(len(t), 'sample')} hold no window of {2 * half} intervals"
        raise DataError(f"{lacking}, which the integral form needs: measure longer.")
    momentum, known_momentum = _momentum(regressor, q, v, t)
    rest, known_rest = regressor.model(regressor.motion(q, v, np.zeros_like(v), t))  # c, at no acceleration
    step = LONGEST_STEP / max(float(np.abs(v).max()), 1e-300)
    ahead, behind = (_momentum(regressor, q + sign * step * v, v, t) for sign in (1.0, -1.0))
    rest = rest - (ahead[0] - behind[0]) / (2 * step)
    known_rest = known_rest - (ahead[1] - behind[1]) / (2 * step)
    W = window_change(momentum, t, half) + window_mean(rest, t, half)
    known = window_change(known_momentum, t, half) + window_mean(known_rest, t, half)
    measured = window_mean(efforts, t, half)
    channels, units = tuple(regressor.channels), tuple(regressor.units)
    return Observation(W, measured + known, tuple(regressor.names), channels, units, measured, t, passive=regressor.passive)


def _momentum(regressor: Regressor, q: Array, v: Array, t: Array) -> tuple[Array, Array]:
    """Return A v of the parameters, (N, F, parameters), and of what is known, (N, F): what the acceleration v adds at rest."""
    still = np.zeros_like(v)
    (W, known), (W_0, known_0) = (regressor.model(regressor.motion(q, still, a, t)) for a in (v, still))
    return W - W_0, known - known_0


def window_mean(values: Array, t: Array, half: int) -> Array:
    """Return 1/T ∫ over the window of each sample, of a cubic spline through the samples."""
    from scipy.interpolate import CubicSpline

    return window_change(np.asarray(CubicSpline(t, values).antiderivative()(t)), t, half)


def window_change(values: Array, t: Array, half: int) -> Array:
    """Return the change over the window of each sample, per T."""
    out = np.zeros_like(values)
    length = (t[2 * half :] - t[: -2 * half]).reshape(-1, *[1] * (values.ndim - 1))
    out[half:-half] = (values[2 * half :] - values[: -2 * half]) / length
    return out
