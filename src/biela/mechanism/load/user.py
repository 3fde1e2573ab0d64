"""User laws: any symbolic expression of the machine's signals.

The law is a Python function that receives the signals and returns an expression,

    m.user_effort("damper", "A", lambda s: -0.3 * s["A.rate"] ** 3)

It is called once, with symbols, when the equations are derived; what it returns is compiled with them. The name of the
argument decides what it receives: the time where it is called `t` or `time`, the signals (`s["A.angle"]`, `s.time`)
where it is called anything else; `biela.mechanism.law` marks a function of signals whatever its argument is called. Parameters of
the machine may be used as they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from biela.mechanism.frame import Frame

Law = Callable[[Any], Any]
HOW_TO_WRITE_A_LAW = (
    "Use arithmetic, NumPy or CasADi functions (not math), no branches on values. An argument called t or time receives the "
    "time; any other name receives the signals: lambda s: -2 * s['A.rate']."
)


@dataclass(frozen=True)
class UserEffort:
    """Effort on one coordinate of a joint."""

    name: str
    joint: str
    coordinate: int
    law: Law


@dataclass(frozen=True)
class UserForce:
    """Tension on the line between two points: positive pulls them together."""

    name: str
    a: Frame
    b: Frame
    law: Law


@dataclass(frozen=True)
class SignalLaw:
    """Marks a function of signals where a function of time could stand as well."""

    function: Law

    def __call__(self, signals: Any) -> Any:
        return self.function(signals)


def law(function: Law) -> SignalLaw:
    """Mark a function of signals, whatever its argument is called."""
    return SignalLaw(function)


def takes_time(function: Any) -> bool:
    """Whether a plain function is one of time: its argument is called `t` or `time`. Any other receives the signals."""
    if isinstance(function, SignalLaw):
        return False
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return False
    return names[:1] in (["t"], ["time"])
