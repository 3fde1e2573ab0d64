"""The Magic Formula with the coefficients of tyre property files (.tir): versions 5.2 and 6.x, pure and combined slip.

    df_z = (F_z − F_z0)/F_z0,     F(x) = D sin{C arctan[B x − E (B x − arctan B x)]} + S_V,     x = slip + S_H

| | longitudinal, slip κ | lateral, slip angle α |
|---|---|---|
| C | PCX1 | PCY1 |
| D / F_z | (PDX1 + PDX2 df_z)(1 − PDX3 γ²) | (PDY1 + PDY2 df_z)(1 − PDY3 γ²) |
| E | (PEX1 + PEX2 df_z + PEX3 df_z²)(1 − PEX4 sgn x) | (PEY1 + PEY2 df_z)[1 + PEY5 γ² − (PEY3 + PEY4 γ) sgn x] |
| B C D | F_z (PKX1 + PKX2 df_z) exp(PKX3 df_z) | PKY1 F_z0 (1 − PKY3 ∣γ∣) sin[PKY4 arctan(F_z / (s F_z0))], s = PKY2 + PKY5 γ² |
| S_H | PHX1 + PHX2 df_z | PHY1 + PHY2 df_z + PHY3 γ |
| S_V / F_z | PVX1 + PVX2 df_z | PVY1 + PVY2 df_z + (PVY3 + PVY4 df_z) γ |

γ is the camber, positive where the wheel leans to the right. A file of version 6.x gives PKY6 and PKY7, the force of camber
K_γ = F_z (PKY6 + PKY7 df_z), instead of PHY3: S_H then contains (K_γ γ − F_z (PVY3 + PVY4 df_z) γ) / (B C D). In combined
slip each force is weighted by

    G = cos{C arctan[B s − E (B s − arctan B s)]},      normalised to 1 where the other slip is zero (RBX…, RBY…)

and κ adds a lateral force (RVY…). PKY4 is 2 where a file has none: that is version 5.2. Scaling factors (LMUX, …) multiply what
they name. Pressure terms (PPX…, PPY…) count at the pressure INFLPRES of the file.

Slip, slip angle and load stay within the range that the file says it was measured in (KPUMAX, ALPMAX, FZMIN, FZMAX, …): beyond, the
law takes the value at its end. Below FZMIN forces fall in proportion to the load.

Files count slip angles as positive where the wheel slides to the left, so that PKY1 is negative; α here pushes to the left. A file
with positive PKY1 counts them as we do.

Reference: Pacejka (2012), *Tire and Vehicle Dynamics*, §4.3; MSC Software, "PAC2002" in *Using Adams/Tire* (5.2)
"""

from __future__ import annotations

import math
from typing import ClassVar

from biela.base.errors import DescriptionError
from biela.base.locks import cached_property
from biela.element import data, element, text
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.network.value import clip
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw, arctan

SCALES = "LFZO LCX LMUX LEX LKX LHX LVX LXAL LCY LMUY LEY LKY LHY LVY LYKA LVYKA".split()
"""Scaling factors: 1 where a file does not give them."""
NEEDED = {"x": ("FNOMIN", "PCX1", "PDX1", "PKX1"), "y": ("FNOMIN", "PCY1", "PDY1", "PKY1", "PKY2")}
USUAL = {"PKY4": 2.0, "KPUMIN": -1.5, "KPUMAX": 1.5, "ALPMIN": -1.5, "ALPMAX": 1.5, "FZMIN": 0.0, "FZMAX": math.inf,
         "CAMMIN": -0.6, "CAMMAX": 0.6}  # fmt: skip
"""Coefficients that have a value where a file does not give them; the others are zero."""


def _read(coefficients: str, direction: str, what: str) -> dict[str, float]:
    """Return the numbers of `PCX1=1.6 PDX1=1.1 …`."""
    found: dict[str, float] = {}
    for word in coefficients.split():
        name, equals, number = word.partition("=")
        try:
            found[name.upper()] = float(number) if equals else math.nan
        except ValueError:
            found[name.upper()] = math.nan
        if not math.isfinite(found[name.upper()]):
            raise DescriptionError(f"coefficients of {what}: {word!r} is not `NAME=number`.")
    missing = [name for name in NEEDED[direction] if name not in found]
    if missing:
        raise DescriptionError(f"coefficients of {what} lack {', '.join(missing)}: add them.")
    if found["FNOMIN"] <= 0:
        raise DescriptionError(f"nominal load FNOMIN of {what} is {found['FNOMIN']:g} N: it must be above zero.")
    low, high = found.get("FZMIN", 0.0), found.get("FZMAX", math.inf)
    if not 0 <= low < high:
        raise DescriptionError(f"loads of {what} go from FZMIN = {low:g} to FZMAX = {high:g}: the first must be smaller.")
    return found


class _Coefficients:
    """Coefficients by name, and the range in which they were measured, of both laws."""

    coefficients: str
    noun: ClassVar[str]
    direction: ClassVar[str]

    @cached_property
    def values(self) -> dict[str, float]:
        return _read(self.coefficients, self.direction, self.noun)

    cambered: ClassVar[bool] = True

    def c(self, name: str) -> float:
        return self.values.get(name, USUAL.get(name, 1.0 if name in SCALES else 0.0))

    @property
    def measured_loads(self) -> tuple[float, float]:
        """Loads between which the tyre was measured [N]."""
        return self.c("FZMIN"), self.c("FZMAX")

    def nominal_load(self) -> float:
        return self.c("FNOMIN") * self.c("LFZO")

    def load_within(self, load: Operand) -> Operand:
        """Return the load within the range of the measurement."""
        low, high = self.measured_loads
        load = xp.fmax(load, max(low, 1e-3 * self.c("FNOMIN")))
        return xp.fmin(load, high) if math.isfinite(high) else load

    def fading(self, load: Operand) -> Operand:
        """Return 1; below the least load, a factor proportional to the load."""
        least = max(self.measured_loads[0], 1e-3 * self.c("FNOMIN"))
        return xp.fmin(xp.fmax(load, 0.0) / least, 1.0)

    def _pure(self, load: Operand) -> tuple[Operand, Operand, Operand, Operand]:
        """Return D, B C D, S_H, S_V of pure slip at a load, in the file's sign convention."""
        raise NotImplementedError

    def stiffness(self, load: Operand) -> Operand:
        return xp.fabs(self._pure(self.load_within(load))[1]) * self.fading(load)

    def peak(self, load: Operand) -> Operand:
        return xp.fabs(self._pure(self.load_within(load))[0]) * self.fading(load)

    def within(self, name: str, x: Operand) -> Operand:
        """Return a slip (KPU), slip angle (ALP) or camber (CAM) within the range of the measurement."""
        return clip(x, self.c(f"{name}MIN"), self.c(f"{name}MAX"))

    def pressure(self, first: str, second: str) -> float:
        """Return 1 + p₁ dp + p₂ dp², with the pressure of the file relative to its nominal one."""
        nominal = self.c("NOMPRES")
        dp = (self.c("INFLPRES") - nominal) / nominal if nominal and self.c("INFLPRES") else 0.0
        return 1.0 + self.c(first) * dp + self.c(second) * dp * dp


def _formula(x: Operand, B: Operand, C: Operand, E: Operand) -> Operand:
    """Return C arctan[B x − E (B x − arctan B x)]."""
    return C * arctan(B * x - E * (B * x - arctan(B * x)))


@element("magic_formula", noun="law")
class MagicFormulaLongitudinal(_Coefficients, LongitudinalLaw):
    """Magic Formula 5.2 or 6.x for F_x, with the coefficients of a .tir file; see `biela.vehicle.tyre.pacejka`."""

    coefficients: str = data(text(), about="PCX1=1.6 PDX1=1.1 … as in a .tir file, with FNOMIN")
    direction: ClassVar[str] = "x"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.values  # noqa: B018 (refuses what cannot be read)

    def _pure(self, load: Operand) -> tuple[Operand, Operand, Operand, Operand]:
        c, Fz0 = self.c, self.nominal_load()
        df = (load - Fz0) / Fz0
        D = load * (c("PDX1") + c("PDX2") * df) * self.pressure("PPX3", "PPX4") * c("LMUX")
        K = load * (c("PKX1") + c("PKX2") * df) * xp.exp(c("PKX3") * df) * self.pressure("PPX1", "PPX2") * c("LKX")
        return D, K, (c("PHX1") + c("PHX2") * df) * c("LHX"), load * (c("PVX1") + c("PVX2") * df) * c("LVX") * c("LMUX")

    def force(self, slip: Operand, slip_angle: Operand, load: Operand, camber: Operand = 0.0) -> Operand:
        c, Fz, lean = self.c, self.load_within(load), self.within("CAM", camber)
        df = (Fz - self.nominal_load()) / self.nominal_load()
        slip, slip_angle = self.within("KPU", slip), self.within("ALP", slip_angle)
        D, K, S_H, S_V = self._pure(Fz)
        D = D * (1.0 - c("PDX3") * lean * lean)
        C, x = c("PCX1") * c("LCX"), slip + S_H
        E = (c("PEX1") + c("PEX2") * df + c("PEX3") * df * df) * (1.0 - c("PEX4") * xp.sign(x)) * c("LEX")
        pure = D * xp.sin(_formula(x, K / (C * D), C, xp.fmin(E, 1.0))) + S_V
        return pure * self._weight(slip, slip_angle, df, lean) * self.fading(load)

    def _weight(self, slip: Operand, slip_angle: Operand, df: Operand, lean: Operand) -> Operand:
        """Return G_xα, the share of the force that a slip angle leaves."""
        c = self.c
        if not c("RBX1"):
            return 1.0
        B = (c("RBX1") + c("RBX3") * lean * lean) * xp.cos(arctan(c("RBX2") * slip)) * c("LXAL")
        C, E, S_H = c("RCX1"), xp.fmin(c("REX1") + c("REX2") * df, 1.0), c("RHX1")
        return xp.cos(_formula(slip_angle + S_H, B, C, E)) / xp.cos(_formula(S_H + 0.0 * slip, B, C, E))


@element("magic_formula", noun="law")
class MagicFormulaLateral(_Coefficients, LateralLaw):
    """Magic Formula 5.2 or 6.x for F_y, with the coefficients of a .tir file; see `biela.vehicle.tyre.pacejka`."""

    coefficients: str = data(text(), about="PCY1=1.3 PDY1=1.0 … as in a .tir file, with FNOMIN")
    direction: ClassVar[str] = "y"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.c("PKY1") == 0 or self.c("PKY2") == 0:
            raise DescriptionError(f"PKY1 and PKY2 of {self.noun} must not be zero: they give the cornering stiffness.")

    @property
    def sense(self) -> float:
        """−1 where the file counts slip angles as positive that push to the right."""
        return math.copysign(1.0, self.c("PKY1") * math.sin(self.c("PKY4") * math.atan(1.0 / self.c("PKY2"))))

    def _pure(self, load: Operand, lean: Operand = 0.0) -> tuple[Operand, Operand, Operand, Operand]:
        c, Fz0 = self.c, self.nominal_load()
        df = (load - Fz0) / Fz0
        D = load * (c("PDY1") + c("PDY2") * df) * (1.0 - c("PDY3") * lean * lean) * self.pressure("PPY3", "PPY4") * c("LMUY")
        soft = (c("PKY2") + c("PKY5") * lean * lean) * self.pressure("PPY2", "")
        K = c("PKY1") * Fz0 * self.pressure("PPY1", "") * xp.sin(c("PKY4") * arctan(load / (soft * Fz0))) * c("LKY")
        K = K * (1.0 - c("PKY3") * xp.fabs(lean))
        thrust = load * (c("PVY3") + c("PVY4") * df) * lean * c("LMUY")
        shift = c("PHY3") * lean
        if c("PKY6") or c("PKY7"):  # version 6.x
            shift = (load * (c("PKY6") + c("PKY7") * df) * self.pressure("PPY5", "") * lean - thrust) / K
        S_V = load * (c("PVY1") + c("PVY2") * df) * c("LVY") * c("LMUY") + thrust
        return D, K, (c("PHY1") + c("PHY2") * df) * c("LHY") + shift, S_V

    def force(self, slip_angle: Operand, slip: Operand, load: Operand, camber: Operand = 0.0) -> Operand:
        c, Fz, lean = self.c, self.load_within(load), self.within("CAM", camber)
        df = (Fz - self.nominal_load()) / self.nominal_load()
        slip, angle = self.within("KPU", slip), self.within("ALP", self.sense * slip_angle)
        D, K, S_H, S_V = self._pure(Fz, lean)
        C, x = c("PCY1") * c("LCY"), angle + S_H
        E = (c("PEY1") + c("PEY2") * df) * (1.0 + c("PEY5") * lean * lean - (c("PEY3") + c("PEY4") * lean) * xp.sign(x))
        E = E * c("LEY")
        pure = D * xp.sin(_formula(x, K / (C * D), C, xp.fmin(E, 1.0))) + S_V
        return (pure * self._weight(slip, angle, df, lean) + self._from_slip(slip, angle, D, df, lean)) * self.fading(load)

    def _weight(self, slip: Operand, angle: Operand, df: Operand, lean: Operand) -> Operand:
        """Return G_yκ, the share of the force that slip leaves."""
        c = self.c
        if not c("RBY1"):
            return 1.0
        B = (c("RBY1") + c("RBY4") * lean * lean) * xp.cos(arctan(c("RBY2") * (angle - c("RBY3")))) * c("LYKA")
        C, E, S_H = c("RCY1"), xp.fmin(c("REY1") + c("REY2") * df, 1.0), c("RHY1") + c("RHY2") * df
        return xp.cos(_formula(slip + S_H, B, C, E)) / xp.cos(_formula(S_H + 0.0 * slip, B, C, E))

    def _from_slip(self, slip: Operand, angle: Operand, D: Operand, df: Operand, lean: Operand) -> Operand:
        """Return S_Vyκ, the lateral force that slip makes by itself."""
        c = self.c
        size = D * (c("RVY1") + c("RVY2") * df + c("RVY3") * lean) * xp.cos(arctan(c("RVY4") * angle))
        return size * xp.sin(c("RVY5") * arctan(c("RVY6") * slip)) * c("LVYKA")
