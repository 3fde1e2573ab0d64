"""What every engine hands back: one outcome for each method it tried on a machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan

from _common import Timing

from .machines import Machine, Vector


@dataclass(frozen=True)
class Outcome:
    """Cost and error of one method of one engine on one machine."""

    engine: str
    method: str
    step_time: Timing  # of one integration step [s]
    error: float  # at the end of the run [m, or J for the energy drift]; nan: the run failed
    settings: str = ""
    note: str = ""

    @property
    def failed(self) -> bool:
        return not isfinite(self.error)

    def merge(self, other: Outcome) -> Outcome:
        """The same run timed again: keep the better times (the error repeats itself)."""
        return replace(self, step_time=self.step_time.best(other.step_time))


def judge(
    engine: str, method: str, machine: Machine, timing: Timing, steps: int, angles: Vector, rates: Vector, settings: str
) -> Outcome:
    """The outcome of a run that took `steps` steps and ended at these absolute angles [rad] and rates [rad/s]."""
    return Outcome(engine, method, timing.per(steps), machine.error(angles, rates), settings)


def failure(engine: str, method: str, reason: str) -> Outcome:
    return Outcome(engine, method, Timing(nan, nan), nan, note=reason)
