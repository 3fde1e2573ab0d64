"""Choosing an integration method by name, and the times of the outputs."""

from __future__ import annotations

from dataclasses import fields, replace
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.errors import DescriptionError, ToleranceNotReached
from biela.base.memory import refuse_too_large
from biela.integrate.method.base import FixedStep, Method, method_named
from biela.integrate.tolerance import ATOL, RTOL
from biela.mechanism.mechanism import Mechanism

Vector = NDArray[np.float64]
EVEN = 1e-9
"""Intervals that differ by less than this part are equal."""
LARGEST_RTOL = 0.1
"""Relative tolerance beyond which no digit of a state is right."""
MOST_STEPS = 1e10
"""Steps of one run: hours of computing."""


def choose_method(
    name: str, step: float | None = None, rtol: float = RTOL, atol: float = ATOL, max_step: float | None = None,
    substeps: int | None = None,
) -> Method:  # fmt: skip
    """Choose an integrator by its name, and give it its options."""
    for value, label in ((step, "step"), (max_step, "max_step")):
        if value is not None and not (is_number(value) and value > 0):
            raise DescriptionError(f"{label} is {value!r}: give a positive number of seconds.")
    for value, label in ((rtol, "rtol"), (atol, "atol")):
        if not (is_number(value) and value >= 0) or rtol + atol <= 0:
            raise DescriptionError(f"{label} is {value!r}: tolerances are positive numbers.")
    if rtol > LARGEST_RTOL:
        raise DescriptionError(f"rtol is {rtol:g}, a tolerance relative to the states: give {LARGEST_RTOL:g} or less.")
    if substeps is not None and (isinstance(substeps, bool) or not isinstance(substeps, Integral) or substeps < 1):
        raise DescriptionError(f"substeps is {substeps!r}: give a whole number of steps of the networks in one of the mechanism.")
    kind, options = method_named(name)
    accepted = {f.name for f in fields(kind)}
    if substeps is not None and "substeps" not in accepted:
        raise DescriptionError(f"method {name!r} has one step for all: leave out substeps, or use method='multi-rate'.")
    if issubclass(kind, FixedStep) and step is None:
        raise DescriptionError(f"method {name!r} needs a step: simulate(…, method={name!r}, step=1e-3).")
    if step is not None and "step" not in accepted:
        raise DescriptionError(f"method {name!r} chooses its own steps: leave out step={step:g}, or use 'rk4'.")
    if step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            "Use rtol of 1e-13 or more."
        )
    given = {"step": step, "rtol": rtol, "atol": atol, "max_step": max_step, "substeps": substeps}
    wanted = {key: value for key, value in given.items() if key in accepted and value is not None}
    return kind(**{**wanted, **options})


def refuse_one_rate(name: str, mechanism: Mechanism) -> None:
    """Two rates need two sides: a mechanism that moves, and networks with states."""
    if not method_named(name)[0].takes_networks_apart:
        return
    from biela.equations.layout import layout_of

    if not mechanism.networks:
        missing, instead = "has no networks", "'dormand-prince', or 'rosenbrock' if it is stiff"
    elif not mechanism.topology.n_v:
        missing, instead = "is a network without a mechanism", "'rosenbrock'"
    elif not layout_of(mechanism).network_states:
        missing, instead = "has networks without states", "'dormand-prince', or 'rosenbrock' if it is stiff"
    else:
        return
    raise DescriptionError(
        f"method {name!r} steps a mechanism and its networks apart, but {mechanism.name!r} {missing}: use method={instead}."
    )


def output_times(t0: float, duration: float, method: Any, output_step: float | None, outputs: Any = None) -> tuple[Vector, Any]:
    """Times of the outputs, start and end among them. Fixed steps are shortened, if need be, so that outputs fall on steps; where
    outputs are not equally spaced, `pieces.py` does so from one to the next."""
    h = method.fixed_step if hasattr(method, "fixed_step") else None
    if not (is_number(duration) and duration > 0):
        raise DescriptionError(f"duration is {duration!r}: give a positive number of seconds.")
    if output_step is not None and not (is_number(output_step) and output_step > 0):
        raise DescriptionError(f"output_step is {output_step!r}: give a positive number of seconds.")
    refuse_too_many(duration, "step", h)
    if h is not None and h > duration * (1 + EVEN):
        raise DescriptionError(f"step is {h:g} s, longer than the run of {duration:g} s: give a shorter step.")
    refuse_too_many(duration, "max_step", getattr(method, "max_step", None))
    if outputs is not None:
        if output_step is not None:
            raise DescriptionError("give outputs or output_step, not both.")
        return _given_times(t0, duration, outputs), method
    if output_step is not None:
        _refuse_many(duration / output_step)
        count = max(1, round(duration / output_step))
        if abs(count * output_step - duration) > EVEN * duration:
            whole = int(np.floor(duration / output_step))
            return np.append(t0 + output_step * np.arange(whole + 1), t0 + duration), method
    elif h is not None and duration / h <= 2000:
        count = max(1, round(duration / h))
    else:
        count = 1000
    if h is not None:
        method = replace(method, step=whole_steps(duration / count, h))
    return t0 + duration * np.arange(count + 1) / count, method


def _refuse_many(outputs: float) -> None:
    """Times alone, and the copies that are made of them, must fit into memory."""
    refuse_too_large(24 * outputs, f"a run with {outputs:.3g} outputs", "increase output_step.")


def refuse_too_many(duration: float, name: str, step: float | None) -> None:
    """Refuse a step of which there would be more than a computer can bear."""
    if step is not None and not duration / MOST_STEPS < step:
        raise DescriptionError(
            f"{name} is {step:g} s: a run of {duration:g} s would have {duration / step:.3g} steps, more than {MOST_STEPS:g}. "
            f"Give a longer {name} or a shorter duration."
        )


def whole_steps(interval: float, longest: float) -> float:
    """The longest step, up to a given one, of which there is a whole number in an interval."""
    return interval / max(1, int(np.ceil(interval / longest - EVEN)))


def _given_times(t0: float, duration: float, outputs: Any) -> Vector:
    """The start, the times given, and the end."""
    try:
        given = np.array(outputs, float)
        good = given.ndim == 1 and bool(np.all(np.isfinite(given)) and np.all(np.diff(given) > 0))
    except (TypeError, ValueError):
        good = False
    if not good:
        raise DescriptionError(f"outputs are {outputs!r}: give a list of times, each later than the one before [s].")
    t_end = t0 + duration
    outside = given[(given < t0) | (given > t_end * (1 + EVEN))]
    if outside.size:
        raise DescriptionError(
            f"outputs contain {outside[0]:g} s, but the run goes from {t0:g} to {t_end:g} s: give times within it, or another "
            "duration."
        )
    inside = given[(given > t0) & (given < t_end - EVEN * duration)]
    return np.concatenate([[t0], inside, [t_end]])


def is_number(x: Any) -> bool:
    """A finite real number."""
    return isinstance(x, Real) and bool(np.isfinite(float(x)))
