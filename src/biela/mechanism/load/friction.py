"""Friction on a joint coordinate."""

from __future__ import annotations

from typing import Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import Datum, data
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort
from biela.mechanism.parameter import Scalar, nominal


@element("friction")
class JointFriction(CoordinateLoad):
    """Viscous, smooth Coulomb and Stribeck friction on a joint coordinate.

        τ = −c v − [F_c + (F_s − F_c) exp(−(v/v_s)²)] tanh(v/v₀)

    Always dissipative: τ v ≤ 0.
    """

    viscous: Scalar = data("f*s/q >= 0", default=0.0, label="viscous coefficient", about="c", linear=True)
    coulomb: Scalar = data("f >= 0", default=0.0, label="coulomb coefficient", about="kinetic friction F_c", linear=True)
    static: Scalar | None = data(
        "f >= 0", default=None, label="static coefficient", about="static friction F_s; F_c if omitted",
        linear=True,
    )  # fmt: skip
    stribeck_speed: Scalar = data("q/s > 0", default=0.1, about="v_s")
    smoothing: Scalar = data("q/s > 0", default=1e-3, about="width v₀ of the smooth sign function")

    def checked(self, machine: Machine) -> Self:
        if self.static is not None and nominal(self.static) < nominal(self.coulomb):
            raise DescriptionError(
                f"static friction of {self.name!r} is {nominal(self.static):g}, below its Coulomb friction of "
                f"{nominal(self.coulomb):g}: breaking loose takes at least as much as sliding. Exchange them, or omit static."
            )
        return self

    def depends_on(self, datum: Datum) -> bool:
        if datum.field == "stribeck_speed":
            return self.static is not None
        return datum.field != "smoothing" or self.static is not None or nominal(self.coulomb) != 0

    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        return Effort(self.effort(at.rate))

    def effort(self, v: xp.Operand) -> xp.Operand:
        """Effort on the joint at rate v."""
        level = self.coulomb
        if self.static is not None:
            level = level + (self.static - self.coulomb) * xp.exp(-((v / self.stribeck_speed) ** 2))
        return -self.viscous * v - level * xp.tanh(v / self.smoothing)
