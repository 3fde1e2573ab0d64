"""A blade or bucket that cuts soil: what the ground does to its edge.

The strength of soil follows from the fundamental equation of earth moving. A blade of width w cuts at depth d, its face leans
back by the rake angle α from the direction of travel. In front of it a wedge of soil slides up a plane at the angle β:

                ____________________ surface
         \\      |  wedge         ╱
       b  \\     |             ╱           e  direction of travel (level)
           \\ α  |         ╱ β             b  up the blade
            \\___|____╱_____               P  on the blade, at the angle δ to its normal
             edge                ──> e

Weight, surcharge, cohesion on the plane, adhesion on the blade, and the force that sets the soil in motion balance in

    P / w = γ d² N_γ + q d N_q + c d N_c + c_a d N_ca + ρ v² d N_a                                    (1)

    D    = cos(α + δ) + sin(α + δ) cot(β + φ)
    N_γ  = (cot α + cot β) / (2 D)            N_q = 2 N_γ
    N_c  = (1 + cot β cot(β + φ)) / D         N_ca = (1 − cot α cot(β + φ)) / D
    N_a  = (tan β + cot(β + φ)) / (D (1 + tan β cot α))                                               (2)

The soil fails where N_γ is least. dN_γ/dβ = 0 is a quadratic equation in cot β, and its root

    cot β = (√(sin(α + δ) sin(φ + δ) / (sin α sin φ)) − cos(α + δ + φ)) / sin(α + δ + φ)              (3)

For an upright smooth blade (α = 90°, δ = 0) these are Rankine's: β = 45° − φ/2, 2 N_γ = K_p, N_c = 2 √K_p.

An edge of thickness t is pressed into the ground as a strip footing: with the factors of Prandtl and Reissner

    p = c N_c' + (γ d + q) N_q',    N_q' = exp(π tan φ) tan²(45° + φ/2),   N_c' = (N_q' − 1) cot φ     (4)

With the frame of the element at the middle of the edge,

                                               e = y × n   direction of travel, level with the surface
        x  along the blade, out of the edge    n           normal of the surface
        y  along the edge                      d           depth of the edge below the surface
        z  out of the face that pushes         α           rake: sin α = −x·n, cos α = x·e

With P of (1) the soil pushes the blade with

    r = −(P sin(α + δ) + c_a d w cot α) e − (P cos(α + δ) − c_a d w) n                                (5)

as long as the blade moves against it, and the edge is held back along its own direction:

    f = r s(−r·v/|r|) − p t w x s(x·v),        s(u) = 1 − exp(−(u/v₀)²) for u > 0, otherwise 0         (6)

Each part is zero unless its own power is negative: f·v ≤ 0 in every state. Above ground d = 0 and all is zero; where the edge
enters, d counts as d (1 − exp(−(d/t)²)), so that nothing jumps. A blade that rests does not feel the soil; one that is pressed
creeps at a small part of v₀.

The rake is kept between 15° and 160° − φ − δ: a flatter blade does not cut, before a steeper one a wedge of soil takes its
place. A blade whose edge points up (sin α < 0) cuts nothing, and where it points up by 15° it breaks out freely.

Left out: the sides of the cut (a blade much wider than deep has none), the back of the blade, a surface that changes with
the cut. On a sloped surface weight is taken along its normal.

References
----------
Reece (1965), *The fundamental equation of earth-moving mechanics*, Proc. Inst. Mech. Eng. 179 (3F); McKyes (1985), *Soil
Cutting and Tillage*, ch. 3 (N factors, failure angle, speed); Prandtl (1920), Reissner (1924) (bearing capacity)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import data, place
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.frame import Frame
from biela.mechanism.load.base import on_ground
from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.parameter import Scalar, nominal

SMALLEST_RAKE, MARGIN = math.radians(15.0), math.radians(20.0)
"""Smallest rake that cuts [rad]; margin of α + δ + φ below 180°, where no plane of failure is left."""
BAND = math.radians(2.0)
"""Half of the band in which a limit of the rake sets in [rad]."""


@element("blade")
class Blade(Contact):
    """A blade or bucket that cuts soil (fundamental equation of earth moving).

    For equations and signs see `biela.mechanism.load.blade`.

    Signals besides those of every contact: `depth` below the surface, negative above it [m], `rake` and `failure_angle` [rad],
    `cutting_force` |r| s and `edge_force` [N], `swept_rate` w d v·e [m³/s]: what the blade cuts loose.
    """

    frame: Frame = data(
        place(), argument="at", about="middle of the cutting edge: x out of the edge, y along it, z out of the face"
    )
    width: Scalar = data("m > 0", kw_only=True, about="of the edge")
    density: Scalar = data("kg/m^3 > 0", kw_only=True, about="ρ of the soil")
    cohesion: Scalar = data("Pa >= 0", kw_only=True, about="c of the soil")
    friction_angle: Scalar = data("rad > 0", kw_only=True, about="φ of the soil")
    tool_friction: Scalar = data("rad >= 0", kw_only=True, about="angle of friction δ between soil and blade")
    adhesion: Scalar = data("Pa >= 0", default=0.0, kw_only=True, about="c_a between soil and blade")
    surcharge: Scalar = data("Pa >= 0", default=0.0, kw_only=True, about="q on the surface")
    thickness: Scalar = data("m > 0", default=0.02, kw_only=True, about="of the edge")
    gravity: Scalar = data("m/s^2 >= 0", default=9.81, kw_only=True, about="that makes the soil heavy")
    smoothing: Scalar = data("m/s > 0", default=0.01, kw_only=True, about="speed v₀ at which the soil resists nearly in full")
    surface: Frame = data(
        place(), default="ground", kw_only=True, about="frame on the ground: origin on the surface, z axis normal to it"
    )

    outputs: ClassVar[Mapping[str, str]] = {
        "depth": "m", "rake": "rad", "failure_angle": "rad", "cutting_force": "N", "edge_force": "N", "swept_rate": "m³/s",
    }  # fmt: skip

    def checked(self, machine: Machine) -> Self:
        what = f"blade {self.name!r}"
        on_ground(self.surface, what)
        for key in ("friction_angle", "tool_friction"):
            angle = nominal(getattr(self, key))
            if angle > math.pi / 3:
                remedy = "soils have less than 60°. Multiply degrees by biela.deg."
                raise DescriptionError(f"{key} of {what} is {angle:g} rad: {remedy}")
        return self

    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        x, y, v = motion.rotation[:, 0], motion.rotation[:, 1], motion.velocity
        height, normal = above(self.surface, motion.position)
        sunk = xp.fmax(-height, 0)
        entered = 1 - xp.exp(-((sunk / self.thickness) ** 2))
        depth = sunk * entered
        across = xp.cross(y, normal)
        forward = across / xp.sqrt(xp.dot(across, across) + 1e-12)
        steep = -xp.dot(x, normal)  # sin α
        rake = xp.atan2(steep, xp.dot(x, forward))
        ahead = _risen(steep / math.sin(SMALLEST_RAKE))  # 0 where the edge points up, 1 beyond the shallowest rake
        pointing = _risen(1 + steep / math.sin(SMALLEST_RAKE))  # 1 where it does not point up, 0 where it does by as much

        phi, delta = self.friction_angle, self.tool_friction
        a = -_at_least(-_at_least(rake, SMALLEST_RAKE), phi + delta + MARGIN - math.pi)
        N = factors(a, phi, delta)
        gamma, w = self.density * self.gravity, self.width
        advance = xp.fmax(xp.dot(forward, v), 0)
        P = w * (
            gamma * depth**2 * N.weight
            + depth * (self.surcharge * N.surcharge + self.cohesion * N.cohesion + self.adhesion * N.adhesion)
            + self.density * advance**2 * depth * N.inertia
        )
        P, stick = xp.fmax(P, 0), self.adhesion * depth * w
        along = P * xp.sin(a + delta) + stick * xp.cos(a) / xp.sin(a)
        down = P * xp.cos(a + delta) - stick
        r = -ahead * (along * forward + down * normal)  # (5)
        size = xp.sqrt(xp.dot(r, r) + 1e-6)
        cutting = self._moving(-xp.dot(r, v) / size)

        N_c, N_q = bearing_factors(phi)
        bearing = self.cohesion * N_c + (gamma * depth + self.surcharge) * N_q
        edge = bearing * self.thickness * w * entered * pointing * self._moving(xp.dot(x, v))
        force = r * cutting - edge * x  # (6)
        failure = xp.atan2(1, failure_cotangent(a, phi, delta))
        values = (-height, rake, failure, size * cutting, edge, w * depth * advance * ahead)
        return Action(force, 0 * force, outputs=dict(zip(self.outputs, values, strict=True)))

    def _moving(self, u: xp.Operand) -> xp.Operand:
        """s of (6)."""
        return 1 - xp.exp(-((xp.fmax(u, 0) / self.smoothing) ** 2))


def above(surface: Frame, position: xp.Operand) -> tuple[xp.Operand, xp.Operand]:
    """Height of a point above the plane of a frame on the ground, and the normal of that plane: its z axis."""
    normal = xp.vector([row[2] for row in surface.rotation])
    height = sum(normal[i] * (position[i] - surface.position[i]) for i in range(3))
    return height, normal


def _risen(u: xp.Operand) -> xp.Operand:
    """From 0 at u = 0 to 1 at u = 1, with level ends."""
    u = xp.fmin(xp.fmax(u, 0), 1)
    return u * u * (3 - 2 * u)


def _at_least(x: xp.Operand, low: xp.Operand) -> xp.Operand:
    """max(x, low), rounded by a parabola within a band: C¹, and exact outside of it."""
    u = xp.fmin(xp.fmax(x - low, -BAND), BAND) + BAND
    return low + u * u / (4 * BAND) + xp.fmax(x - low - BAND, 0)


class Factors(NamedTuple):
    """N factors of (2), for numbers or symbols."""

    weight: xp.Operand  # N_γ
    surcharge: xp.Operand  # N_q
    cohesion: xp.Operand  # N_c
    adhesion: xp.Operand  # N_ca
    inertia: xp.Operand  # N_a


def failure_cotangent(rake: xp.Operand, friction: xp.Operand, tool_friction: xp.Operand) -> xp.Operand:
    """cot β of the plane on which the soil fails, (3). Angles in radians; the sum of all three stays below 180°."""
    a, f, d = rake, friction, tool_friction
    root = xp.sqrt(xp.sin(a + d) * xp.sin(f + d) / (xp.sin(a) * xp.sin(f)))
    return (root - xp.cos(a + d + f)) / xp.sin(a + d + f)


def factors(rake: xp.Operand, friction: xp.Operand, tool_friction: xp.Operand, cot_failure: xp.Operand = None) -> Factors:
    """Return the N factors (2), on the plane of failure (3) or on another one."""
    x = failure_cotangent(rake, friction, tool_friction) if cot_failure is None else cot_failure
    cot_a = xp.cos(rake) / xp.sin(rake)
    k = xp.cos(friction) / xp.sin(friction)
    cot_bf = (x * k - 1) / (x + k)  # cot(β + φ)
    D = xp.cos(rake + tool_friction) + xp.sin(rake + tool_friction) * cot_bf
    top, plane = cot_a + x, 1 + x * cot_bf  # N_a of (2) times cot β above and below
    return Factors(top / (2 * D), top / D, plane / D, (1 - cot_a * cot_bf) / D, plane / (D * top))


def bearing_factors(friction: xp.Operand) -> tuple[xp.Operand, xp.Operand]:
    """N_c' and N_q' of (4)."""
    s, c = xp.sin(friction), xp.cos(friction)
    N_q = xp.exp(math.pi * s / c) * (1 + s) / (1 - s)
    return (N_q - 1) * c / s, N_q
