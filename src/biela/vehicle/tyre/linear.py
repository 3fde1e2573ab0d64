"""Linear laws: for teaching, and as an oracle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biela.lie import array as xp
from biela.mechanism.parameter import scalar

TINY = 1e-6
"""Force [N] below which a smooth limit falls in proportion."""


@dataclass(frozen=True)
class LinearSlip:
    """F_x = c κ F_z, up to ± limit · F_z."""

    coefficient: float = 40.0  # [1]
    limit: float = 1e9  # largest friction [1]

    def __post_init__(self) -> None:
        scalar(self.coefficient, "slip stiffness of a linear tyre", positive=True)
        scalar(self.limit, "friction limit of a linear tyre", positive=True)

    def force(self, slip: Any, slip_angle: Any, load: Any) -> Any:
        return _limited(self.coefficient * slip, self.limit) * load

    def stiffness(self, load: Any) -> Any:
        return self.coefficient * load

    def peak(self, load: Any) -> Any:
        return self.limit * load


@dataclass(frozen=True)
class LinearSlipAngle:
    """F_y = c α F_z, or F_y = stiffness · α whatever the load is; up to ± limit · F_z.

    With a stiffness the limit is approached smoothly, F_y = limit F_z tanh(stiffness α / (limit F_z)): a wheel in the air does
    not push. Without a limit (the default is beyond all friction) this is linear as soon as there is a load at all.
    """

    coefficient: float | None = None  # [1/rad]
    cornering_stiffness: float | None = None  # [N/rad]
    limit: float = 1e9

    def __post_init__(self) -> None:
        if (self.coefficient is None) == (self.cornering_stiffness is None):
            from biela.errors import DescriptionError

            raise DescriptionError("linear tyre: give either a coefficient [1/rad] or a cornering stiffness [N/rad].")
        given = self.coefficient if self.cornering_stiffness is None else self.cornering_stiffness
        scalar(given, "cornering stiffness of a linear tyre", positive=True)
        scalar(self.limit, "friction limit of a linear tyre", positive=True)

    def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
        if self.coefficient is None:
            most = xp.fmax(self.limit * load, TINY)
            return xp.fmin(self.limit * load / TINY, 1.0) * most * xp.tanh(self.cornering_stiffness * slip_angle / most)
        return _limited(self.coefficient * slip_angle, self.limit) * load

    def stiffness(self, load: Any) -> Any:
        return self.cornering_stiffness + 0.0 * load if self.coefficient is None else self.coefficient * load

    def peak(self, load: Any) -> Any:
        return self.limit * load


def _limited(x: Any, limit: float) -> Any:
    return xp.fmin(xp.fmax(x, -limit), limit)
