"""Couplings of joint coordinates: Σ factor · coordinate = offset. Gear pairs, rack and pinion, differentials."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element, family
from biela.element.role import Role, data, joint, place
from biela.mechanism.attached import Machine
from biela.mechanism.coupling.base import Coupling
from biela.mechanism.coupling.turning import Terms, total, wheel_angle
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar


@family
class CoordinateCoupling(Coupling):
    """Σ factor · coordinate = offset over coordinates of joints.

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    single = True  # whether its joints must have a single coordinate
    offset = 0.0
    curved = False  # whether the coordinates are tied by a curve instead of by constant factors

    rows = ("ratio",)

    def checked(self, machine: Machine) -> Self:
        for name, _, _ in self.terms:
            J = machine.joints[name]
            what = f"{type(self).word.replace('_', ' ')} {self.name!r}"  # type: ignore[attr-defined]
            if J.type.quaternion is not None:
                raise DescriptionError(f"{what}: joint {name!r} is {J.type.kind}; it has no single angle to couple.")
            if self.single:
                J.coordinate(None, what)
        return self


@element("coupling")
class LinearCoupling(CoordinateCoupling):
    """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor).

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    terms: tuple[tuple[str, int, Scalar], ...] = data(  # type: ignore[misc]
        Role("terms", "any"), about="list of {joint, coordinate, factor}; the coordinate where a joint has several"
    )
    offset: Scalar = data("any", default=0.0)  # type: ignore[assignment]

    single = False


@element("gear")
class Gear(CoordinateCoupling):
    """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears).

    The angles are the coordinates of the two joints, and so relative to the bodies that these are on. Wheels that mesh on an arm
    that turns itself need it as `carrier`: both angles are then relative to it, whatever bodies the joints are on. A planet on an
    arm and a sun on the ground:

        m.gear("mesh", driver="sun_joint", driven="planet_joint", ratio=-z_sun / z_planet, carrier="arm")

    Signal `name.effort`: what the pair exerts on the driven joint [N·m].
    """

    driver: str = data(joint())
    driven: str = data(joint())
    ratio: Scalar = data("1")
    offset: Scalar = data("rad", default=0.0)  # type: ignore[assignment]
    carrier: Frame | None = data(place(), default=None, kw_only=True, about="body that carries both wheels, where it turns itself")
    resolved: Terms = field(default=(), kw_only=True, repr=False)

    @property
    def terms(self) -> Terms:
        return self.resolved or ((self.driven, 0, 1.0), (self.driver, 0, -self.ratio))

    def checked(self, machine: Machine) -> Self:
        super().checked(machine)
        if self.carrier is None:
            return self
        what, carrier = f"gear {self.name!r}", self.carrier.body.name
        driven, driver = (wheel_angle(machine, name, carrier, what) for name in (self.driven, self.driver))
        return replace(self, resolved=total((1.0, driven), (-self.ratio, driver)))

    def doubt(self, machine: Machine) -> str:
        if self.carrier is not None or _shared(machine, self.driver, self.driven):
            return ""
        bodies = [repr(machine.joints[name].parent.body.name) for name in (self.driver, self.driven)]
        return (
            f"gear {self.name!r} ties the angles of joints {self.driver!r} and {self.driven!r}, which are measured from different "
            f"bodies, {' and '.join(bodies)}. Wheels that mesh turn relative to the body that carries both: give it as carrier."
        )


@element("rack_and_pinion")
class RackAndPinion(CoordinateCoupling):
    """Rack and pinion: position of the rack = radius · angle of the pinion + offset.

    Signal `name.effort`: force on the rack [N].
    """

    pinion: str = data(joint())
    rack: str = data(joint())
    radius: Scalar = data("m")
    offset: Scalar = data("m", default=0.0)  # type: ignore[assignment]

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.rack, 0, 1.0), (self.pinion, 0, -self.radius)


def _shared(machine: Machine, *joints: str) -> set[str]:
    """Bodies that all of the joints are on; bodies that are welded together count as one."""
    one = {name: {name} for name in machine.bodies}
    for weld in (j for j in machine.joints.values() if not j.type.n_q):
        both = one[weld.parent.body.name] | one[weld.child.body.name]
        one |= dict.fromkeys(both, both)
    ends = [machine.joints[name] for name in joints]
    return set.intersection(*(one[J.parent.body.name] | one[J.child.body.name] for J in ends))
