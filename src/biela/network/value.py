"""Values that components take: numbers, functions of time, laws of signals, or names of signals; and signals that follow them.

u ──>[ 1/(1 + T s) ]──> y          T ẏ = u − y
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.network.element import Integrator, Output, is_function

Value = Any
"""A number or expression of parameters; a function of time (`biela.step(…)`, `lambda t: …`); a law (`lambda s: …`); the
name of a signal."""


def is_constant(x: Value) -> bool:
    """A number or an expression of free parameters: what does not change in a run."""
    return not is_function(x) and not isinstance(x, str)


def value_of(x: Value, s: Any) -> Any:
    """The value as a law with signals `s` sees it."""
    if isinstance(x, str):
        return s[x]
    if not is_function(x):
        return x
    return call(x, s.time) if is_motion(x) or takes_time(x) else x(s)


def following(
    name: str, wanted: Callable[[Any], Any], time_constant: Any, *, initial: Any = 0.0, unit: str = "1"
) -> Output | Integrator:
    """A signal `name.value` that follows a law of signals: at once where `time_constant` is None, else with that lag [s], from
    `initial`."""
    if time_constant is None:
        return Output(name, wanted, unit=unit)
    return Integrator(name, lambda s: (wanted(s) - s[f"{name}.value"]) / time_constant, initial=initial, unit=unit)
