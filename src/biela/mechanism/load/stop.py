"""Compliant end stops of a joint coordinate."""

from __future__ import annotations

from typing import ClassVar, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import data
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.kink import Kinks, coordinate_signal
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort
from biela.mechanism.parameter import Scalar, nominal


@element("stop")
class Stop(CoordinateLoad):
    """Compliant end stops of a joint coordinate.

    Beyond `lower` or `upper`, with penetration δ ≥ 0 and its rate δ̇, the stop pushes back with

        F = k δ (1 + (3/2) e δ̇) bounded below by zero        (Hunt & Crossley 1975, linear contact)

    F vanishes at δ = 0 whatever the speed, so there is no force jump, and the bound keeps the stop from pulling. Energy ½ k δ²
    is stored; the rest is dissipated.
    """

    lower: Scalar | None = data("q", default=None, label="lower limit")
    upper: Scalar | None = data("q", default=None, label="upper limit")
    stiffness: Scalar = data("f/q > 0", kw_only=True, about="k")
    damping: Scalar = data("s/q >= 0", default=0.0, kw_only=True, about="damping factor e")

    stores: ClassVar[bool] = True

    def checked(self, machine: Machine) -> Self:
        lower, upper = self.lower, self.upper
        if lower is None and upper is None:
            raise DescriptionError(f"stop {self.name!r} has no limit: give lower, upper or both.")
        if lower is not None and upper is not None and nominal(lower) >= nominal(upper):
            limits = f"lower limit {nominal(lower):g} is not below the upper one {nominal(upper):g}"
            raise DescriptionError(f"stop {self.name!r}: {limits}.")
        return self

    @property
    def limits(self) -> tuple[Scalar | None, Scalar | None]:
        return self.lower, self.upper

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        name = coordinate_signal(machine, self.joint, self.coordinate)
        limits = [limit for limit in self.limits if limit is not None]
        return tuple(Kinks(lambda s, limit=limit: s[name] - limit, (0.0,)) for limit in limits)  # type: ignore[misc]

    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        other = self.other(at.position, at.rate)
        return Effort(self.conservative(at.position) + other, self.energy(at.position), other * at.rate)

    def energy(self, x: xp.Operand) -> xp.Operand:
        """Stored energy [J]."""
        return sum(0.5 * self.stiffness * depth**2 for depth, _ in self._penetrations(x))

    def conservative(self, x: xp.Operand) -> xp.Operand:
        """Effort on the joint that derives from the stored energy."""
        return sum(-side * self.stiffness * depth for depth, side in self._penetrations(x))

    def other(self, x: xp.Operand, v: xp.Operand) -> xp.Operand:
        """Effort on the joint of the damping term."""
        total: xp.Operand = 0.0
        for depth, side in self._penetrations(x):
            loss = xp.fmax(1.5 * self.damping * side * v, -1.0)  # F never falls below zero
            total = total - side * self.stiffness * depth * loss
        return total

    def _penetrations(self, x: xp.Operand) -> list[tuple[xp.Operand, float]]:
        below = [] if self.lower is None else [(xp.fmax(self.lower - x, 0.0), -1.0)]
        return below if self.upper is None else [*below, (xp.fmax(x - self.upper, 0.0), 1.0)]
