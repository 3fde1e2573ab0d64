"""Laws of slip. Longitudinal and lateral laws are chosen separately and may be mixed.

Slip κ > 0 drives the car forward; slip angle α > 0 pushes it to the left (+y):

    κ = (ω R − v_x) / max(|ω R|, |v_x|),      tan α = −v_y / |v_x|        at the wheel, in its own axes

All functions take numbers, arrays or symbols. A law is one class in one file, also in a file of a user:

    @element("saturating")
    class Saturating(LateralLaw):
        \"\"\"F_y = μ F_z tanh(c α).\"\"\"

        friction: float = data("1", default=0.9, bound="positive", about="largest friction μ")
        slope: float = data("1/rad", default=20.0, bound="positive", about="c")

        def force(self, slip_angle, slip, load):
            return self.friction * load * xp.tanh(self.slope * slip_angle)

        def stiffness(self, load):
            return self.friction * self.slope * load

        def peak(self, load):
            return self.friction * load

In Python it is an argument, `TyreData(…, lateral=Saturating())`; in a car file `lateral: {law: saturating, friction: 0.8}`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar

from biela.base.dataclass import dataclass
from biela.element import data
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.vehicle.part import Part


def coefficient(name: str, law: str, default: float, bound: str = "") -> Operand:
    """Declare a coefficient that has no name but its letter."""
    return data("1", default=default, bound=bound, label=f"coefficient {name} of {law}")


def arctan(x: Operand) -> Operand:
    """Return arctan x, of numbers and symbols."""
    return xp.atan2(x, 1.0 + 0.0 * x)


@dataclass(frozen=True)
class TyreLaw(Part, ABC):
    """Law of slip. If `cambered`, its force takes the camber γ [rad] too, positive where the wheel leans to the right."""

    cambered: ClassVar[bool] = False

    @abstractmethod
    def force(self, slip: Operand, other: Operand, load: Operand, /) -> Operand:
        """Return F [N] at the slip of this direction (κ, or α [rad]), that of the other, and the load F_z [N]."""

    @abstractmethod
    def stiffness(self, load: Operand) -> Operand:
        """Return ∂F/∂κ at rest [N], or ∂F/∂α [N/rad]."""

    @abstractmethod
    def peak(self, load: Operand) -> Operand:
        """Return the largest force [N]."""

    @property
    def largest_load(self) -> float | None:
        """Load [N] above which the law has no grip; None if there is none."""
        return None

    @property
    def measured_loads(self) -> tuple[float, float]:
        """Loads [N] between which the tyre was measured."""
        return 0.0, math.inf


@dataclass(frozen=True)
class LongitudinalLaw(TyreLaw):
    """Force F_x along the wheel: force(slip, slip_angle, load)."""

    section: ClassVar[str] = "longitudinal tyre laws"
    noun: ClassVar[str] = "the longitudinal tyre law"


@dataclass(frozen=True)
class LateralLaw(TyreLaw):
    """Force F_y across the wheel: force(slip_angle, slip, load)."""

    section: ClassVar[str] = "lateral tyre laws"
    noun: ClassVar[str] = "the lateral tyre law"
