"""Strength of soil against a blade: the fundamental equation of earth moving.

A blade of width w cuts at depth d, its face leans back by the rake angle α from the direction of travel. In front of it a
wedge of soil slides up a plane at the angle β:

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

References
----------
Reece (1965), *The fundamental equation of earth-moving mechanics*, Proc. Inst. Mech. Eng. 179 (3F); McKyes (1985), *Soil
Cutting and Tillage*, ch. 3 (N factors, failure angle, speed); Prandtl (1920), Reissner (1924) (bearing capacity)
"""

from __future__ import annotations

import math
from typing import Any

from biela.base.dataclass import dataclass
from biela.lie import array as xp


@dataclass(frozen=True)
class Factors:
    """N factors of (2), for numbers or symbols."""

    weight: Any  # N_γ
    surcharge: Any  # N_q
    cohesion: Any  # N_c
    adhesion: Any  # N_ca
    inertia: Any  # N_a


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
    return Factors(
        (cot_a + x) / (2 * D),
        (cot_a + x) / D,
        (1 + x * cot_bf) / D,
        (1 - cot_a * cot_bf) / D,
        (1 + x * cot_bf) / (D * (x + cot_a)),  # (2) times cot β above and below
    )


def bearing_factors(friction: xp.Operand) -> tuple[xp.Operand, xp.Operand]:
    """N_c' and N_q' of (4)."""
    s, c = xp.sin(friction), xp.cos(friction)
    N_q = xp.exp(math.pi * s / c) * (1 + s) / (1 - s)
    return (N_q - 1) * c / s, N_q
