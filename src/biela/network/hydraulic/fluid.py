"""The fluid: density, viscosity, compressibility, entrained air, and the stiffness of what contains it.

One fluid fills a share σ(p) of the space it had at p₀ = 1 bar: the liquid along its modulus, air along its polytropic,

    σ(p) = (1 − x) exp(−(p − p₀)/B₀) + x θ(p) (p₀/p)^{1/n},      1/B(p) = −σ'(p)/σ(p)

so that a closed chamber has V σ(p₁) = V₁ σ(p), and what is stored in it is the integral of p dV, whatever way it went.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from biela.base.checked import checked
from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network.registry import CheckedRecord, data, record
from biela.network.value import clip, step

Parts = Sequence[tuple[Scalar, Scalar | None]]
"""Volumes that belong together: each with the bulk modulus of its container, None if that is rigid."""
CRITICAL_REYNOLDS = 2400.0
"""Reynolds number at which the flow through an orifice becomes turbulent."""
ADIABATIC = 1.4
"""Exponent of air that is compressed too fast to give off heat."""
REFERENCE = 1e5
"""Pressure p₀ at which the share of air is given [Pa]."""
AIR_FLOOR = 1e3
"""Pressure below which air gives way no further [Pa]."""
SOFTENING = 3e3
"""Fall of the pressure by which vapour doubles its volume [Pa]."""
ONSET = 2e4
"""Fall of the pressure from the onset of cavitation until vapour gives way fully [Pa]."""


def vapour_softness(pressure: Operand, onset: Operand) -> Operand:
    """Return dV/(V dp) of the space that vapour fills below the onset of cavitation [1/Pa]: g/w, with g = s² (3 − 2 s)."""
    return step((onset - pressure) / ONSET) / SOFTENING


@family
class Fluid(CheckedRecord):
    """Liquid with constant properties.

    The default is a mineral oil HLP 32 near 40 °C, without air. Between 1 bar and the pressure `dissolving` the free share of the
    air falls along θ = 1 − s³ (10 − 15 s + 6 s²), s = (p − p₀)/(p_d − p₀): Henry's straight line with its corners rounded,
    always in equilibrium (real air takes seconds to dissolve).

    Reference: Gholizadeh, Burton & Schoenau (2011), *Fluid bulk modulus: a literature survey*, Int. J. Fluid Power 12(3)
    """

    noun = "the fluid"
    density: Scalar = data("kg/m^3 > 0", default=870.0)
    viscosity: Scalar = data("m^2/s > 0", default=32e-6, about="kinematic; 1 mm²/s (cSt) is 1e-6")
    bulk_modulus: Scalar = data("Pa > 0", default=1.86e9, about="B = −V dp/dV")
    cavitation: float | None = data(
        "Pa >= 0", default=3e4, label="cavitation pressure of the fluid (absolute)",
        about="absolute pressure at which vapour and released air begin to fill the space; null lets pressures fall without end, "
        "as the equations of an ideal liquid do", assumed=False,
    )  # fmt: skip
    air: Scalar = data("1 >= 0", default=0.0, label="air in the fluid", about="share x of free air in the volume at 1 bar")
    air_exponent: Scalar = data(
        "1", default=ADIABATIC, label="exponent of the air in the fluid", about="n of p Vⁿ: 1 if slow, 1.4 if fast (adiabatic)",
        assumed=False,
    )  # fmt: skip
    dissolving: Scalar | None = data(
        "Pa > 0", default=None, label="pressure at which the air in the fluid is dissolved",
        about="absolute pressure at which all air has gone into solution; free if omitted",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if (share := nominal(self.air)) >= 0.2:
            raise DescriptionError(f"air in the fluid is {share:g}: it is a share of the volume at 1 bar, seldom above 0.05.")
        if not 1 <= (n := nominal(self.air_exponent)) <= 1.7:
            raise DescriptionError(f"exponent of the air in the fluid is {n:g}: a gas has 1 (isothermal) to 1.67.")
        if self.dissolving is not None and nominal(self.dissolving) <= 2 * REFERENCE:
            low = f"air in the fluid is dissolved at {nominal(self.dissolving):g} Pa: its share holds at 1 bar"
            raise DescriptionError(f"{low}, so give an absolute pressure well above (30e5 is usual), or none to keep it free.")
        if isinstance(self.viscosity, int | float) and self.viscosity > 0.1:
            large = f"viscosity of the fluid is {self.viscosity:g} m²/s, a million times that of oil"
            raise DescriptionError(f"{large}: give the kinematic viscosity in m²/s (32 mm²/s is 32e-6).")

    @property
    def dynamic_viscosity(self) -> Operand:
        """μ = ρ ν [Pa·s]."""
        return self.density * self.viscosity

    def filled(self, pressure: Operand) -> Operand:
        """Return σ(p): the space that what filled 1 at 1 bar takes at this pressure, vapour apart."""
        p = xp.fmax(pressure, AIR_FLOOR)
        return self._liquid(p) + self.air * self._free(p)[0] * self._thin(p)

    def softness(self, pressure: Operand) -> Operand:
        """Return 1/B(p) = −σ'/σ of liquid and air together [1/Pa]; 1/B₀ exactly where there is no air. −σ' = (1 − x) e^{−(p −
        p₀)/B₀}/B₀ + x (p₀/p)^{1/n} (θ/(n p) − θ')."""
        if nominal(self.air) == 0:
            return 1 / self.bulk_modulus
        p = xp.fmax(pressure, AIR_FLOOR)
        free, slope = self._free(p)
        air = self.air * self._thin(p)
        rate = self._liquid(p) / self.bulk_modulus + air * (free / (self.air_exponent * p) - slope)
        return rate / (self._liquid(p) + air * free)

    def modulus(self, pressure: Operand) -> Operand:
        """Return B(p) of liquid and air together [Pa], rigidly enclosed."""
        return 1 / self.softness(pressure)

    def _liquid(self, p: Operand) -> Operand:
        rarer = xp.fmin((REFERENCE - p) / self.bulk_modulus, 1.0)  # finite for any modulus, far beyond what can be
        return (1 - self.air) * xp.exp(rarer)

    def _thin(self, p: Operand) -> Operand:
        return (REFERENCE / p) ** (1 / self.air_exponent)

    def _free(self, p: Operand) -> tuple[Operand, Operand]:
        """Return the share θ of the air that is not dissolved, and its slope [1/Pa]."""
        if self.dissolving is None:
            return 1.0, 0.0
        width = self.dissolving - REFERENCE
        s = clip((p - REFERENCE) / width)
        return 1 - s**3 * (10 - 15 * s + 6 * s * s), -30 * (s * (1 - s)) ** 2 / width

    def capacity(self, parts: Parts, pressure: Operand) -> Operand:
        """Return the hydraulic capacity C of C ṗ = Q − V̇ [m³/Pa]: fluid in containers that give way.

            C = V/B(p) + Σ Vᵢ/Bᵢ = V/B_e,     V = Σ Vᵢ

        and, below the onset of cavitation, the growth of vapour: C_v = V g/w with g from 0 to 1 as p falls.

        parts : (volume Vᵢ, bulk modulus Bᵢ of its container, None if rigid)
        """
        volume: Operand = sum(V for V, _ in parts)
        total: Operand = sum(V / B for V, B in parts if B is not None)
        total = total + (volume / self.bulk_modulus if nominal(self.air) == 0 else volume * self.softness(pressure))
        return total if self.cavitation is None else total + volume * vapour_softness(pressure, self.cavitation)


OIL = Fluid()
"""The fluid of components that are given none."""
FLUID = record(Fluid)
"""Role of a fluid, as files write it."""


def effective_bulk_modulus(fluid: Fluid, parts: Parts, pressure: Operand | None = None) -> Operand:
    """Return B_e of fluid and containers, 1/B_e = 1/B + Σ (Vᵢ/V) / Bᵢ [Pa]; `parts` as in `Fluid.capacity`.

    pressure : at which the air in the fluid is taken into account [Pa]; None for the liquid alone

    Reference: Merritt (1967), *Hydraulic Control Systems*, §2.5
    """
    for V, B in parts:
        scalar(V, "volume of a part", nonnegative=True)
        if B is not None:
            scalar(B, "bulk modulus of a container", positive=True)
    volume = scalar(sum(V for V, _ in parts), "volume of all parts", positive=True)
    softness = 1 / fluid.bulk_modulus if pressure is None else fluid.softness(pressure)
    return 1 / sum((V / volume / B for V, B in parts if B is not None), softness)


@checked(positive=("diameter", "thickness", "young"))
def wall_bulk_modulus(diameter: float, thickness: float, *, young: float = 210e9) -> float:
    """Return B_c ≈ t E / d of a thin metal wall [Pa]."""
    return thickness * young / diameter


def circle(diameter: Operand) -> Operand:
    """Return the area of a circle [m²]."""
    return math.pi / 4 * diameter * diameter
