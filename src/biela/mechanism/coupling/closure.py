"""The two primitive rows that joints are made of, as couplings of their own."""

from __future__ import annotations

from biela.element.declaration import element
from biela.element.role import data, direction
from biela.lie import array as xp
from biela.mechanism.coupling.base import PairCoupling


@element("linear_closure", noun="coupling")
class LinearClosure(PairCoupling):
    """Along a direction fixed in b, b stays level with a: one of the two rows that all joints are made of."""

    direction: tuple[float, ...] = data(direction(), about="fixed in b; along it b stays level with a")

    rows = ("along",)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        return [sum(self.direction[k] * d[k] for k in range(3))]


@element("angular_closure", noun="coupling")
class AngularClosure(PairCoupling):
    """A direction fixed in a and one fixed in b stay at right angles: the other row that joints are made of."""

    a_direction: tuple[float, ...] = data(direction(), about="fixed in a; stays at right angles to b_direction")
    b_direction: tuple[float, ...] = data(direction(), about="fixed in b")

    rows = ("angle",)
    units = ("rad",)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        u, w = self.a_direction, self.b_direction
        return [sum(u[i] * R[i, k] * w[k] for i in range(3) for k in range(3))]
