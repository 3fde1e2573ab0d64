"""The fluid: density, viscosity, compressibility, and the stiffness of what contains it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from biela.errors import DescriptionError
from biela.mechanism.parameter import nominal, scalar
from biela.network.registry import record

CRITICAL_REYNOLDS = 2400.0
"""Reynolds number at which the flow through an orifice or pipe becomes turbulent."""
ADIABATIC = 1.4
"""Exponent of air."""
SOFTENING = 3e3
"""Vapour gives way at this cost: a fall of the pressure by it doubles the volume [Pa]."""
ONSET = 2e4
"""Over which the pressure falls from the onset of cavitation until vapour gives way fully [Pa]."""


def vapour_softness(pressure: Any, onset: Any) -> Any:
    """dV/(V dp) of the space that vapour and released air fill below the onset of cavitation [1/Pa]: g/w, with g = s² (3 − 2 s)."""
    s = ca.fmin(ca.fmax((onset - pressure) / ONSET, 0.0), 1.0)
    return s * s * (3 - 2 * s) / SOFTENING


@dataclass(frozen=True)
class Fluid:
    """A liquid with constant properties.

    Parameters
    ----------
    density : [kg/m³]
    viscosity : kinematic [m²/s]; 1 mm²/s (cSt) is 1e-6
    bulk_modulus : B = −V dp/dV [Pa]
    cavitation : absolute pressure at which vapour and released air begin to fill the space [Pa]; None lets pressures fall
        without end, as the equations of an ideal liquid do
    air : share of free air in the volume at 1 bar; it is compressed along p V^1.4 and softens the fluid at low pressure

    The default is a mineral oil HLP 32 near 40 °C.
    """

    density: Any = 870.0
    viscosity: Any = 32e-6
    bulk_modulus: Any = 1.86e9
    cavitation: float | None = 3e4
    air: Any = 0.0

    def __post_init__(self) -> None:
        for name in ("density", "viscosity", "bulk_modulus"):
            scalar(getattr(self, name), f"{name} of the fluid", positive=True)
        scalar(self.air, "air in the fluid", nonnegative=True)
        if nominal(self.air) >= 0.2:
            raise DescriptionError(
                f"air in the fluid is {nominal(self.air):g}: it is a share of the volume at 1 bar, seldom above 0.05."
            )
        if isinstance(self.viscosity, int | float) and self.viscosity > 0.1:
            raise DescriptionError(
                f"viscosity of the fluid is {self.viscosity:g} m²/s, a million times that of oil: give the kinematic viscosity "
                "in m²/s (32 mm²/s is 32e-6)."
            )

    @property
    def dynamic_viscosity(self) -> Any:
        """μ = ρ ν [Pa·s]."""
        return self.density * self.viscosity

    def air_softness(self, pressure: Any) -> Any:
        """−dV_air/(V dp) = (x/κ) (p₀/p)^{1/κ} / p of the share x of free air at p₀ = 1 bar [1/Pa]."""
        p = ca.fmax(pressure, 1e3)
        return self.air / ADIABATIC * (1e5 / p) ** (1 / ADIABATIC) / p

    def capacity(self, parts: Sequence[tuple[Any, Any]], pressure: Any) -> Any:
        """Hydraulic capacity C of C ṗ = Q − V̇ [m³/Pa]: fluid in containers that give way.

            C = V/B₀ + Σ Vᵢ/Bᵢ = V/B_e,     V = Σ Vᵢ

        and, below the onset of cavitation, the growth of vapour: C_v = V g/w with g from 0 to 1 as p falls.

        Parameters
        ----------
        parts : (volume Vᵢ, bulk modulus Bᵢ of its container, None if rigid)
        """
        volume: Any = 0
        total: Any = 0
        for V, B in parts:
            volume = volume + V
            if B is not None:
                total = total + V / B
        total = total + volume / self.bulk_modulus
        if nominal(self.air) > 0:
            total = total + volume * self.air_softness(pressure)
        if self.cavitation is None:
            return total
        return total + volume * vapour_softness(pressure, self.cavitation)


OIL = Fluid()
"""The fluid of components that are given none."""
FLUID = record(Fluid, density="kg/m^3", viscosity="m^2/s", bulk_modulus="Pa", cavitation="Pa", air="1")
"""How a fluid is written in files."""


def effective_bulk_modulus(fluid: Fluid, parts: Sequence[tuple[Any, Any]]) -> Any:
    """B_e of fluid and containers, 1/B_e = 1/B₀ + Σ (Vᵢ/V) / Bᵢ [Pa]; `parts` as in `Fluid.capacity`.

    Reference: Merritt (1967), *Hydraulic Control Systems*, §2.5
    """
    volume = sum(V for V, _ in parts)
    softness = 1 / fluid.bulk_modulus
    for V, B in parts:
        if B is not None:
            softness = softness + V / volume / B
    return 1 / softness


def wall_bulk_modulus(diameter: float, thickness: float, *, young: float = 210e9) -> float:
    """B_c ≈ t E / d of a thin metal wall [Pa]."""
    return thickness * young / diameter


def circle(diameter: Any) -> Any:
    """Area of a circle [m²]."""
    return math.pi / 4 * diameter * diameter
