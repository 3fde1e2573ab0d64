"""Choosing an integration method by name, and the times of the outputs."""

from __future__ import annotations

import importlib
from dataclasses import replace
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, ToleranceNotReached, nearest
from biela.mechanism.mechanism import Mechanism

Vector = NDArray[np.float64]

FIXED = {
    "rk4": ("rk4", "RK4", ["fused"]),
    "adams-bashforth": ("adams_bashforth", "AdamsBashforth", ["fused"]),
    "semi-implicit-euler": ("semi_implicit_euler", "SemiImplicitEuler", ["retract", "fused"]),
    "munthe-kaas": ("munthe_kaas", "MuntheKaas", ["retract", "tangent_rate", "fused"]),
}
"""Methods of constant step: file, class, kernels needed besides the rates."""
MULTI_RATE = "multi-rate"
APART = ["retract", "motion", "interface", "network_rates"]
"""Kernels of a mechanism and its networks apart."""
ADAPTIVE = {
    "dormand-prince": ("dormand_prince", "DormandPrince", []),
    "rosenbrock": ("rosenbrock", "Rosenbrock", ["jacobian", "factors", "solution"]),
}
CVODE = {"cvode-bdf": ["jacobian"], "cvode-adams": []}
METHODS = ("dormand-prince", *FIXED, "rosenbrock", MULTI_RATE, *CVODE)


def choose_method(
    name: str,
    step: float | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    max_step: float | None = None,
    substeps: int | None = None,
) -> tuple[Any, list[str]]:
    """The integrator and the kernels it needs besides the rates."""
    for value, label in ((step, "step"), (max_step, "max_step")):
        if value is not None and not (is_number(value) and value > 0):
            raise DescriptionError(f"{label} is {value!r}: give a positive number of seconds.")
    for value, label in ((rtol, "rtol"), (atol, "atol")):
        if not (is_number(value) and value >= 0) or rtol + atol <= 0:
            raise DescriptionError(f"{label} is {value!r}: tolerances are positive numbers.")
    if substeps is not None and (isinstance(substeps, bool) or not isinstance(substeps, Integral) or substeps < 1):
        raise DescriptionError(
            f"substeps is {substeps!r}: give a whole number of steps of the networks in one of the mechanism."
        )
    if substeps is not None and name != MULTI_RATE:
        raise DescriptionError(
            f"method {name!r} has one step for all: leave out substeps, or use method={MULTI_RATE!r}."
        )
    if name in (*FIXED, MULTI_RATE) and step is None:
        raise DescriptionError(f"method {name!r} needs a step: simulate(…, method={name!r}, step=1e-3).")
    if name == MULTI_RATE:
        multi_rate = importlib.import_module("biela.simulation.integrator.multi_rate").MultiRate
        return multi_rate(step=step, **({} if substeps is None else {"substeps": int(substeps)})), APART
    if name in FIXED:
        module, label, needs = FIXED[name]
        return getattr(importlib.import_module(f"biela.simulation.integrator.{module}"), label)(step=step), needs
    if step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            "Use rtol of 1e-13 or more."
        )
    if name in ADAPTIVE:
        module, label, needs = ADAPTIVE[name]
        cls = getattr(importlib.import_module(f"biela.simulation.integrator.{module}"), label)
        return cls(rtol=rtol, atol=atol, step=step, max_step=np.inf if max_step is None else max_step), needs
    if name in CVODE:
        if step is not None:
            raise DescriptionError(f"method {name!r} chooses its own steps: leave out step={step:g}, or use 'rk4'.")
        cls = importlib.import_module("biela.simulation.integrator.cvode").CVODE
        return cls(rtol=rtol, atol=atol, kind=name.removeprefix("cvode-")), CVODE[name]
    raise DescriptionError(f"method {name!r} is unknown.{nearest(name, list(METHODS))}")


def refuse_one_rate(name: str, mechanism: Mechanism) -> None:
    """Two rates need two sides: a mechanism that moves, and networks with states."""
    if name != MULTI_RATE:
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
