"""A point that stands on compliant ground: a corner of a track, a foot, an outrigger.

    sinkage δ below a plane with normal n, speed δ̇ = −n·v, sliding speed u = v − (n·v) n

    N = k δ (1 + (3/2) e δ̇)  (never negative)          along n          (Hunt & Crossley 1975, linear contact)
    F = −μ N u / √(u² + v₀²)                            along the plane

N vanishes at δ = 0 whatever the speed, and the ground never pulls. Energy ½ k δ² is stored; what damping and friction take
is never negative. Friction is that of Coulomb but for speeds below v₀: a machine that is pushed with the part s of its grip
creeps at s v₀/√(1 − s²).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from biela.element.declaration import Figure, element
from biela.element.role import data, place
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.frame import Frame
from biela.mechanism.kink import Kinks
from biela.mechanism.load.base import on_ground
from biela.mechanism.load.blade import above
from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.parameter import Scalar


@element("footing")
class Footing(Contact):
    """A point that stands on compliant ground: spring and damper that only push, and friction.

    For equations see `biela.mechanism.load.footing`.

    Signals besides those of every contact: `load` N [N], `grip` |F| [N], `sinkage` δ [m].
    """

    stiffness: Scalar = data("N/m > 0", kw_only=True, about="k")
    damping: Scalar = data("s/m >= 0", default=0.0, kw_only=True, about="e of k δ (1 + 3/2 e δ̇)")
    friction: Scalar = data("1 >= 0", default=0.0, kw_only=True, about="μ")
    smoothing: Scalar = data("m/s > 0", default=1e-3, kw_only=True, about="sliding speed v₀ below which friction is viscous")
    surface: Frame = data(
        place(), default="ground", kw_only=True, about="frame on the ground: origin on the plane, z axis normal to it"
    )

    outputs: ClassVar[Mapping[str, str]] = {"load": "N", "grip": "N", "sinkage": "m"}

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("foot", self.frame),)

    def checked(self, machine: Machine) -> Self:
        on_ground(self.surface, f"footing {self.name!r}")
        return self

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        return (Kinks(lambda s: s[f"{self.name}.sinkage"], (0.0,)),)

    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        height, normal = above(self.surface, motion.position)
        v = motion.velocity
        rate = -xp.dot(normal, v)
        depth = xp.fmax(-height, 0)
        elastic = self.stiffness * depth
        load = elastic * xp.fmax(1 + 1.5 * self.damping * rate, 0)
        slide = v + rate * normal
        square = xp.dot(slide, slide)
        grip = self.friction * load / xp.sqrt(square + self.smoothing**2)
        force = load * normal - grip * slide
        outputs = {"load": load, "grip": grip * xp.sqrt(square), "sinkage": -height}
        return Action(force, 0 * force, 0.5 * elastic * depth, elastic * rate, outputs)
