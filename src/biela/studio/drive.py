"""A machine at the levers: its inputs are moved by hand while it runs, in real time.

The page asks for a moment more, a few hundredths of a second, with the levers where they are now; the machine is integrated that
far from where it was, and answers where it is. Between two answers levers do not move, as between two readings of a joystick.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

from biela.app.folder import Json
from biela.base.errors import BielaError
from biela.report.levers import levers_of

if TYPE_CHECKING:
    from biela.state.state import State
    from biela.studio.model import Bench

SPAN = 0.25
"""Maximum time that is integrated for one request [s]: after a pause the machine does not leap."""


class NotDrivable(BielaError):
    """Levers that a machine does not have, or values that are none."""


class Drive:
    """Machine that runs while its inputs are moved; `Bench` holds its lock."""

    def __init__(self, bench: Bench):
        self.bench = bench
        self.laws = dict(bench.case.inputs)
        self.levers = levers_of(bench.mechanism, self.laws, bench.scene.size)
        self.state: State | None = None
        """Where the machine is; None while it is not driven."""

    def park(self) -> None:
        """Begin the next request anew from the machine's present position."""
        self.state = None

    def advance(self, wanted: object, seconds: object) -> Json:
        """Run on for some seconds with levers at given values; levers not named are at rest."""
        inputs = {lever.name: lever.rest for lever in self.levers}
        for name, value in (wanted if isinstance(wanted, dict) else {}).items():
            if name not in inputs:
                raise NotDrivable(f"there is no lever {name!r}.")
            inputs[name] = self._finite(value, name)
        span = min(max(self._finite(seconds, "time"), 1e-3), SPAN)
        begin = self.bench.standing() if self.state is None else self.state
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            history = self.bench.case.simulate(span, start=begin, inputs=inputs or None, output_step=span)
        self.state = history.final
        names = [name for name in self.bench.case.signals if name in history]
        return {
            **self.bench.drawn(history), "time": self.state.t, "warnings": sorted({str(warning.message) for warning in said}),
            "signals": {name: {"unit": history.unit(name), "value": float(history[name][-1])} for name in names},
        }  # fmt: skip

    @staticmethod
    def _finite(value: object, what: str) -> float:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise NotDrivable(f"{what} cannot be {value!r}.")
        return float(value)
