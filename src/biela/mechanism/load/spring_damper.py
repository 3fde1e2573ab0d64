"""Spring-dampers: between two points, and on a joint coordinate.

P o──> T    T <──o Q      tension T > 0 pulls P and Q together
  |<───── l ─────>|       power into the element = T · dl/dt
"""

from __future__ import annotations

from typing import ClassVar, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import Figure, element
from biela.element.role import Datum, curve, data
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.kink import Kinks, coordinate_signal, knots
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort, LineLoad, LineView
from biela.mechanism.motion import Function, call
from biela.mechanism.parameter import Scalar, nominal

COINCIDENT = 1e-15
"""Points nearer than this coincide: the line between them has no direction [m]."""


def spring_law(spring: LineSpring | JointSpring, way: xp.Operand, rate: xp.Operand) -> tuple[xp.Operand, xp.Operand, xp.Operand]:
    """Elastic tension preload + k x, its energy preload x + ½ k x² [J], and the tension c ẋ + curve(x), for x = `way` from rest.

    Damping and a user's curve are counted as power taken from the machine, −T ẋ.
    """
    elastic = spring.preload + spring.stiffness * way
    energy = spring.preload * way + 0.5 * spring.stiffness * way**2
    return elastic, energy, spring.damping * rate + (0.0 if spring.curve is None else call(spring.curve, way))


@element("spring")
class LineSpring(LineLoad):
    """Spring-damper between two points: T = preload + k (l − l₀) + c dl/dt, or T = curve(l − l₀) + c dl/dt.

    A spring without free length and preload pulls with −k d − c (ḋ·d) d/|d|², which is smooth where its ends meet.
    """

    stiffness: Scalar = data("N/m >= 0", default=0.0, about="k", linear=True)
    damping: Scalar = data("N*s/m >= 0", default=0.0, about="c", linear=True)
    free_length: Scalar = data("m", default=0.0, about="l₀", label="rest position", assumed=True)
    preload: Scalar = data("N", default=0.0, about="tension at the free length", linear=True)
    curve: Function | None = data(curve(), default=None, about="tension against elongation: a function of x")

    stores: ClassVar[bool] = True

    @property
    def look(self) -> str:  # type: ignore[override]
        return _look(self)

    def linear(self, datum: Datum) -> bool:
        return self.curve is None or datum.field == "damping"

    def depends_on(self, datum: Datum) -> bool:
        return datum.field != "free_length" or self.curve is not None or nominal(self.stiffness) != 0

    @property
    def smooth(self) -> bool:
        return self.curve is None and nominal(self.free_length) == 0 and nominal(self.preload) == 0

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        return knots(self.curve, lambda s: s[f"{self.name}.length"] - self.free_length)

    def act(self, at: LineView, signals: Signals) -> Effort:
        if self.curve is not None or not all(isinstance(x, int | float) and x == 0 for x in (self.free_length, self.preload)):
            elastic, energy, other = spring_law(self, at.length - self.free_length, at.rate)
            return Effort(elastic + other, energy, -other * at.rate)
        # f = −k d − c (ḋ·d) d/|d|²: smooth where both ends meet (there without damping)
        k, c, d = self.stiffness, self.damping, at.vector
        square = xp.dot(d, d)
        closing = xp.dot(d, at.velocity) / xp.fmax(square, COINCIDENT**2)
        value = (k + c * closing) * xp.sqrt(square)
        return Effort(value, 0.5 * k * square, -c * closing * closing * square, pull=-(k + c * closing) * d)


@element("joint_spring", noun="spring")
class JointSpring(CoordinateLoad):
    """Spring-damper on a joint coordinate: effort = −[preload + k (x − rest) + c ẋ]."""

    stiffness: Scalar = data("f/q >= 0", default=0.0, about="k", linear=True)
    damping: Scalar = data("f*s/q >= 0", default=0.0, about="c", linear=True)
    rest: Scalar = data("q", default=0.0, about="coordinate without deflection", label="rest position")
    preload: Scalar = data("f", default=0.0, about="at the rest position", linear=True)
    curve: Function | None = data(curve(), default=None, about="effort against deflection: a function of x")

    stores: ClassVar[bool] = True

    @property
    def look(self) -> str:  # type: ignore[override]
        return _look(self)

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("coil", self.joint),)

    def checked(self, machine: Machine) -> Self:
        kind = machine.joints[self.joint].type
        if kind.quaternion is not None and (self.stiffness != 0 or self.preload != 0 or self.curve is not None):
            raise DescriptionError(
                f"spring {self.name!r}: joint {self.joint!r} is {kind.kind}; use m.bushing for a rotational spring there."
            )
        return self

    def linear(self, datum: Datum) -> bool:
        return self.curve is None or datum.field == "damping"

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        name = coordinate_signal(machine, self.joint, self.coordinate)
        return knots(self.curve, lambda s: s[name] - self.rest)

    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        x, rate = at
        if x is None:  # a quaternion has no coordinate to stretch: damping only
            return Effort(-self.damping * rate)
        elastic, energy, other = spring_law(self, x - self.rest, rate)
        return Effort(-elastic - other, energy, -other * rate)


def _look(spring: LineSpring | JointSpring) -> str:
    """Return a coil, a dashpot, or a coil about a dashpot."""
    springs, damps = spring.curve is not None or nominal(spring.stiffness) != 0, nominal(spring.damping) != 0
    return "strut" if springs and damps else "damper" if damps else "spring"
