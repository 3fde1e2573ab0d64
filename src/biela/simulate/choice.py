"""Choosing an integration method by name, and the times of the outputs."""

from __future__ import annotations

import importlib
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, ToleranceNotReached, nearest

Vector = NDArray[np.float64]

FIXED = {
    "rk4": ("rk4", "RK4", ["fused"]),
    "adams-bashforth": ("adams_bashforth", "AdamsBashforth", ["fused"]),
    "semi-implicit-euler": ("semi_implicit_euler", "SemiImplicitEuler", ["retract", "fused"]),
    "munthe-kaas": ("munthe_kaas", "MuntheKaas", ["retract", "tangent_rate", "fused"]),
}
"""Methods of constant step: file, class, kernels needed besides the rates."""
ADAPTIVE = {
    "dormand-prince": ("dormand_prince", "DormandPrince", []),
    "rosenbrock": ("rosenbrock", "Rosenbrock", ["jacobian", "factors", "solution"]),
}
CVODE = {"cvode-bdf": ["jacobian"], "cvode-adams": []}
METHODS = ("dormand-prince", *FIXED, "rosenbrock", *CVODE)


def choose_method(
    name: str, step: float | None = None, rtol: float = 1e-8, atol: float = 1e-10, max_step: float | None = None
) -> tuple[Any, list[str]]:
    """The integrator and the kernels it needs besides the rates."""
    for value, label in ((step, "step"), (max_step, "max_step")):
        if value is not None and not (is_number(value) and value > 0):
            raise DescriptionError(f"{label} is {value!r}: give a positive number of seconds.")
    for value, label in ((rtol, "rtol"), (atol, "atol")):
        if not (is_number(value) and value >= 0) or rtol + atol <= 0:
            raise DescriptionError(f"{label} is {value!r}: tolerances are positive numbers.")
    if name in FIXED:
        if step is None:
            raise DescriptionError(f"method {name!r} needs a step: simulate(…, method={name!r}, step=1e-3).")
        module, label, needs = FIXED[name]
        return getattr(importlib.import_module(f"biela.simulate.integrator.{module}"), label)(step=step), needs
    if step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            "Use rtol of 1e-13 or more."
        )
    if name in ADAPTIVE:
        module, label, needs = ADAPTIVE[name]
        cls = getattr(importlib.import_module(f"biela.simulate.integrator.{module}"), label)
        return cls(rtol=rtol, atol=atol, step=step, max_step=np.inf if max_step is None else max_step), needs
    if name in CVODE:
        if step is not None:
            raise DescriptionError(f"method {name!r} chooses its own steps: leave out step={step:g}, or use 'rk4'.")
        cls = importlib.import_module("biela.simulate.integrator.cvode").CVODE
        return cls(rtol=rtol, atol=atol, kind=name.removeprefix("cvode-")), CVODE[name]
    raise DescriptionError(f"method {name!r} is unknown.{nearest(name, list(METHODS))}")


def output_times(t0: float, duration: float, method: Any, output_step: float | None) -> tuple[Vector, Any]:
    """Times of the outputs, the start among them. A fixed step is shortened, if need be, so that outputs fall on steps."""
    h = method.fixed_step if hasattr(method, "fixed_step") else None
    if not (is_number(duration) and duration > 0):
        raise DescriptionError(f"duration is {duration!r}: give a positive number of seconds.")
    if output_step is not None and not (is_number(output_step) and output_step > 0):
        raise DescriptionError(f"output_step is {output_step!r}: give a positive number of seconds.")
    if output_step is not None:
        count = max(1, round(duration / output_step))
    elif h is not None and duration / h <= 2000:
        count = max(1, round(duration / h))
    else:
        count = 1000
    if h is not None:
        interval = duration / count
        per_output = max(1, int(np.ceil(interval / h - 1e-9)))
        method = replace(method, step=interval / per_output)
    return t0 + duration * np.arange(count + 1) / count, method


def is_number(x: Any) -> bool:
    """A finite real number."""
    return isinstance(x, Real) and bool(np.isfinite(float(x)))
