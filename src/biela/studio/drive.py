"""A machine at the levers: its inputs are moved by hand while it runs, in real time.

The page asks for a moment more, a few hundredths of a second, with the levers where they are now; the machine is integrated that
far from where it was, and answers where it is. Between two answers levers do not move, as between two readings of a joystick.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

from biela.dataclass import dataclass
from biela.errors import BielaError
from biela.mechanism.motion import is_motion
from biela.mechanism.parameter import nominal

if TYPE_CHECKING:
    from biela.simulation.history import History
    from biela.state.state import State
    from biela.studio.model import Bench

LONGEST = 0.25
"""Most that is integrated for one request [s]: after a pause the machine does not leap."""
GRAVITY = 9.81
"""[m/s²], by which the usual force of a lever is guessed"""


class NotDrivable(BielaError):
    """Levers that a machine does not have, or values that are none."""


@dataclass(frozen=True)
class Lever:
    """An input that a hand moves, and the range offered for it: the machine's own where it has one (−1 … 1 of a valve), else a
    force or torque of the order of its weight."""

    name: str
    unit: str
    limit: float
    rest: float = 0.0


class Drive:
    """A machine that runs while its inputs are moved; `Bench` holds its lock."""

    def __init__(self, bench: Bench):
        self.bench = bench
        self.laws = dict(bench.case.inputs)
        self.levers = self._levers()
        self.state: State | None = None
        """Where the machine is; None while it is not driven."""

    def _levers(self) -> list[Lever]:
        mechanism, size = self.bench.mechanism, self.bench.scene.size
        weight = GRAVITY * sum(float(nominal(body.mass)) for body in mechanism.bodies.values())
        usual = {"N": 0.5 * weight, "N·m": 0.1 * weight * size}
        found = []
        for name, actuator in mechanism.actuators.items():
            given = self.laws.get(name, 0.0)
            rest = 0.0 if callable(given) or is_motion(given) else float(given)
            limit = _round(max(usual.get(actuator.unit, 1.0), 2 * abs(rest)))
            found.append(Lever(name, actuator.unit, limit, rest))
        return found

    def park(self) -> None:
        """The next request begins anew from where the machine stands."""
        self.state = None

    def advance(self, wanted: Any, seconds: Any) -> dict[str, Any]:
        """Run on for some seconds with levers at given values; levers not named are at rest."""
        inputs = {lever.name: lever.rest for lever in self.levers}
        for name, value in (wanted if isinstance(wanted, dict) else {}).items():
            if name not in inputs:
                raise NotDrivable(f"there is no lever {name!r}.")
            inputs[name] = self._finite(value, name)
        span = min(max(self._finite(seconds, "time"), 1e-3), LONGEST)
        begin = self.bench.standing() if self.state is None else self.state
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            history = self.bench.case.simulate(span, start=begin, inputs=inputs or None, output_step=span)
        self.state = history.final
        return {**self.bench.drawn(history), "time": self.state.t, **self._readings(history, said)}

    def _readings(self, history: History, said: list[Any]) -> dict[str, Any]:
        names = [name for name in self.bench.case.signals if name in history]
        return {
            "signals": {name: {"unit": history.unit(name), "value": float(history[name][-1])} for name in names},
            "warnings": sorted({str(warning.message) for warning in said}),
        }

    @staticmethod
    def _finite(value: Any, what: str) -> float:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise NotDrivable(f"{what} cannot be {value!r}.")
        return float(value)


def _round(x: float) -> float:
    """1, 2 or 5 times a power of ten, not below x."""
    power = 10.0 ** math.floor(math.log10(x)) if x > 0 else 1.0
    return next(k * power for k in (1.0, 2.0, 5.0, 10.0) if k * power >= x * (1 - 1e-9)) if x > 0 else 1.0
