"""Planetary gear set: sun, ring and carrier, by Willis' equation."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import data, place
from biela.mechanism.attached import Machine
from biela.mechanism.coupling.gear import CoordinateCoupling
from biela.mechanism.coupling.turning import Terms, total, turn
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar


@element("planetary", noun="planetary gear")
class Planetary(CoordinateCoupling):
    """Planetary gear set: (ω_sun − ω_carrier) + k (ω_ring − ω_carrier) = 0, with k = teeth of the ring / teeth of the sun.

    Sun, ring and carrier are bodies on joints with parallel axes; a ring that stands still is `ground`, or the housing. The angles
    follow from the joints between them, whatever body these are on. The planets are not bodies of their own: add their mass to the
    carrier, or, where their spin matters, describe each of them with a `gear` that has a carrier.

    Signal `name.effort`: what the set exerts on the joint of the sun [N·m].

    References
    ----------
    Müller (1982), Epicyclic drive trains, ch. 2 (Willis' equation)
    """

    sun: Frame = data(place(), about="body of the sun wheel")
    ring: Frame = data(place(), about="body of the ring wheel; ground where it stands still")
    carrier: Frame = data(place(), about="body that carries the planets")
    ratio: Scalar = data("1 > 0", about="k, teeth of the ring over teeth of the sun")
    offset: Scalar = data("rad", default=0.0)  # type: ignore[assignment]
    resolved: Terms = field(default=(), kw_only=True, repr=False)

    @property
    def terms(self) -> Terms:
        return self.resolved

    def checked(self, machine: Machine) -> Self:
        what, carrier = f"planetary gear {self.name!r}", self.carrier.body.name
        bodies = {role: getattr(self, role).body.name for role in ("sun", "ring", "carrier")}
        if len(set(bodies.values())) < 3:
            raise DescriptionError(f"{what}: sun, ring and carrier are three bodies, not {', '.join(bodies.values())}.")
        sun = turn(machine, carrier, bodies["sun"])
        ring = None if sun is None else turn(machine, carrier, bodies["ring"], sun[0])
        if sun is None or ring is None:
            lost = "sun" if sun is None else "ring"
            raise DescriptionError(
                f"{what}: {lost} {bodies[lost]!r} and carrier {carrier!r} are not connected by joints that turn about the axis of "
                "the set. Put sun, ring and carrier on revolute joints with parallel axes."
            )
        own = sun[1][-1][:2]  # the joint of the sun comes first
        terms = total((1.0, sun[1]), (self.ratio, ring[1]))
        ordered = tuple(sorted(terms, key=lambda term: term[:2] != own))
        return replace(self, resolved=ordered)
