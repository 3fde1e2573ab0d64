"""Choosing an integration method by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from numbers import Integral, Real
from typing import Any

import numpy as np

from biela.base.errors import DescriptionError, ToleranceNotReached
from biela.base.surface import setting
from biela.integrate.method.base import FixedStep, Method, method_named
from biela.integrate.tolerance import ATOL, RTOL, base_tolerance

LARGEST_RTOL = 0.1
"""Relative tolerance beyond which no digit of a state is right."""


def choose_method(
    name: str, step: float | None = None, rtol: float = RTOL, atol: float | Mapping[str, float] = ATOL,
    max_step: float | None = None, substeps: int | None = None,
) -> Method:  # fmt: skip
    """Choose an integrator by its name, and give it its options; anything unknown is refused."""
    atol = base_tolerance(atol)
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
        raise DescriptionError(
            f"method {name!r} has one step for all: leave out {setting('substeps')}, or use {setting('method', 'multi-rate')}."
        )
    if issubclass(kind, FixedStep) and step is None:
        raise DescriptionError(f"method {name!r} needs a step: give {setting('step', 1e-3)}.")
    if step is not None and "step" not in accepted:
        raise DescriptionError(
            f"method {name!r} chooses its own steps: leave out {setting('step', step)}, or use {setting('method', 'rk4')}."
        )
    if step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            f"Use {setting('rtol', 1e-13)} or more."
        )
    given = {"step": step, "rtol": rtol, "atol": atol, "max_step": max_step, "substeps": substeps}
    wanted = {key: value for key, value in given.items() if key in accepted and value is not None}
    return kind(**{**wanted, **options})


def is_number(x: Any) -> bool:
    """A finite real number."""
    return isinstance(x, Real) and bool(np.isfinite(float(x)))
