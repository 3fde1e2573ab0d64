"""Signals that follow others with a first-order lag: instruments, spools, filters.

u ──>[ 1/(1 + T s) ]──> y          T ẏ = u − y
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.mechanism.parameter import scalar
from biela.network.element import Integrator, Output


def following(
    name: str, wanted: Callable[[Any], Any], time_constant: Any, what: str, *, initial: Any = 0.0, unit: str = "1"
) -> Output | Integrator:
    """A signal `name.value` that follows a law of signals: at once where `time_constant` is None, else with that lag [s].

    what : name of the time constant in messages
    initial : y at the start, where there is a lag
    """
    if time_constant is None:
        return Output(name, wanted, unit=unit)
    scalar(time_constant, what, positive=True)
    scalar(initial, f"start of what follows with the {what}")
    return Integrator(name, lambda s: (wanted(s) - s[f"{name}.value"]) / time_constant, initial=initial, unit=unit)
