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
from typing import Any, ClassVar

from biela.base.dataclass import dataclass
from biela.element.declaration import element
from biela.element.role import data, signal_law
from biela.lie import array as xp
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort, LineLoad, LineView
from biela.mechanism.load.spring_damper import COINCIDENT

Law = Callable[[Any], Any]
HOW_TO_WRITE_A_LAW = (
    "Use arithmetic, NumPy or CasADi functions (not math), no branches on values. An argument called t or time receives the "
    "time; any other name receives the signals: lambda s: -2 * s['A.rate']."
)


@element("user_effort", noun="effort")
class UserEffort(CoordinateLoad):
    """Effort on a joint coordinate, any expression of the signals: `lambda s: -k * s["A.angle"] ** 3`.

    A function whose argument is called `t` or `time` receives the time instead.
    """

    law: Law = data(signal_law(), key="effort", about="expression of signals and t, such as -k*A.angle**3")

    @property
    def functions(self) -> tuple[Any, ...]:
        return (self.law,)

    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        return Effort(signals.value(self.law, f"law of {self.name!r}"))


@element("user_force", noun="force")
class UserForce(LineLoad):
    """Tension between two points, any expression of the signals; positive pulls them together.

    The points may meet where the tension is zero. A function whose argument is called `t` or `time` receives the time instead.
    """

    law: Law = data(signal_law(), key="force", about="tension, an expression of signals and t")

    look: ClassVar[str] = "rod"

    @property
    def functions(self) -> tuple[Any, ...]:
        return (self.law,)

    def act(self, at: LineView, signals: Signals) -> Effort:
        tension = signals.value(self.law, f"law of {self.name!r}")
        # where both ends meet, a tension of zero pulls with nothing, and any other has no direction (0 · ∞); its slope there is
        # not known, and √l makes it no number rather than zero
        vanishes = (at.length <= COINCIDENT) * (tension == 0)
        pull = -tension / xp.where(vanishes, 1.0 + xp.sqrt(at.length), at.length) * at.vector
        return Effort(tension, power=xp.dot(pull, at.velocity), pull=pull)


@dataclass(frozen=True)
class SignalLaw:
    """Marks a function of signals where a function of time would be possible too."""

    function: Law

    def __call__(self, signals: Signals) -> xp.Operand:
        return self.function(signals)


law = SignalLaw
"""Mark a function of signals, whatever its argument is called."""


def takes_time(function: Any) -> bool:
    """Return whether a plain function is one of time: its argument is called `t` or `time`. Any other receives the signals."""
    if isinstance(function, SignalLaw):
        return False
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return False
    return names[:1] in (["t"], ["time"])
