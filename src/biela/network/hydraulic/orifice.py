"""Restrictions: orifice, throttle, laminar gap. Pressure falls from a to b for a positive flow from a to b.

p_a ──> Q ──┤ ├── p_b          Q = u C_v φ(p_a − p_b),     power lost: (p_a − p_b) Q ≥ 0
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from biela.base.checked import SMALLEST
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network.context import NetworkSignals
from biela.network.domain import HYDRAULIC
from biela.network.element import Command, Output, R
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid, circle
from biela.network.hydraulic.volume import add_lines, add_path, whole_number
from biela.network.network import Network
from biela.network.registry import component, number, signal
from biela.network.smooth import clip
from biela.network.value import Value, is_constant, value_of

FlowLaw = Callable[[Operand, NetworkSignals], Operand]
"""Flow of a restriction [m³/s] as a law of the drop over it [Pa] and of signals."""
DISCHARGE = 0.62
"""Discharge coefficient of a sharp-edged orifice."""
SIZE: dict[str, Any] = {
    "fluid": FLUID, "coefficient": "m^3/s/Pa^0.5", "area": "m^2", "diameter": "m", "discharge": "1 > 0",
    "critical_reynolds": number("1 > 0", "critical Reynolds number"),
}  # fmt: skip
"""Roles of the arguments of `resolve`: the size of a fully open edge."""


class ClosingRestriction(R):
    """Restriction that may close and then passes nothing: alone it leaves the pressure of a line open."""


def turbulent(dp: Operand, transition: Scalar) -> Operand:
    """Return φ(Δp) [√Pa]: the signed square root, with a cubic in place of its infinite slope at zero.

        φ = sgn(Δp) √|Δp|                          beyond ±Δp_c
        φ = √Δp_c (s + ½ s² − ½ s³) sgn(Δp)        within, s = |Δp|/Δp_c

    continuous with its slope; at zero the slope is that of the chord, 1/√Δp_c. Written without a branch, and odd, so
    that its derivative at exactly zero is right too.
    """
    a = xp.fabs(dp)
    s = xp.fmin(a / transition, 1.0)
    return dp / xp.sqrt(xp.fmax(a, transition)) * (1 + 0.5 * s * (1 - s))


def transition_pressure(coefficient: Operand, diameter: Operand, fluid: Fluid, reynolds: float = CRITICAL_REYNOLDS) -> Operand:
    """Return Δp_c = (Q_c/C_v)², Q_c = ¼ π D ν Re: where the flow through an orifice becomes turbulent [Pa]."""
    Q_c = math.pi / 4 * diameter * fluid.viscosity * reynolds
    return (Q_c / coefficient) ** 2


def flow_coefficient(area: Scalar, fluid: Fluid, discharge: Scalar = DISCHARGE) -> Operand:
    """Return C_v = C_d A √(2/ρ) [m³/(s √Pa)]."""
    return discharge * area * (2.0 / fluid.density) ** 0.5


def resolve(
    what: str, fluid: Fluid, coefficient: Scalar | None, area: Scalar | None, diameter: Scalar | None, discharge: Scalar,
    reynolds: float,
) -> tuple[Operand, Operand]:  # fmt: skip
    """Return (C_v, Δp_c) from what was given: a coefficient, or an area, or the diameter of the hole."""
    if (coefficient is None) == (area is None) and not (coefficient is None and diameter is not None):
        raise DescriptionError(f"{what}: give either the coefficient C_v, or the area, or the diameter of the hole.")
    for value, label in ((coefficient, "coefficient"), (area, "area"), (diameter, "diameter")):
        if value is not None and nominal(value) < SMALLEST:
            raise DescriptionError(
                f"{label} of {what} is {nominal(value):g}: nothing would ever flow. Leave the orifice out (what it joins is "
                "then separate), or give it the size of the smallest gap."
            )
    if coefficient is not None:
        size: Operand = coefficient / flow_coefficient(1.0, fluid, discharge)
    else:
        size = circle(diameter) if area is None else area
        coefficient = flow_coefficient(size, fluid, discharge)
    width: Operand = (4 / math.pi * size) ** 0.5 if diameter is None else diameter
    return coefficient, transition_pressure(coefficient, width, fluid, reynolds)


@component("hydraulic.orifice", **SIZE, opening=signal("1"))
def orifice(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, opening: Value = 1.0, critical_reynolds: float = CRITICAL_REYNOLDS, count: int = 1,
) -> Network:  # fmt: skip
    """Orifice, or throttle where `opening` changes; ports `a`, `b`.

        Q = u C_v φ(p_a − p_b),     C_v = C_d A √(2/ρ)

    The opening u multiplies the whole characteristic of the fully open orifice, its laminar part included.

    Parameters
    ----------
    coefficient, area, diameter : C_v [m³/(s √Pa)], or the area [m²], or the bore [m]; with C_v, the diameter (else that of a
        hole of this C_v) sets the transition at Re = 2400
    opening : 0 … 1: a number, a function of time, a law, a signal's name, or None for an input of the machine
    count : equal ones in parallel

    Signals: `name.flow`, `name.drop`, `name.loss`.

    Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3
    """
    what = f"orifice {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)
    whole_number(count, f"count of {what}")
    if is_constant(opening) and opening is not None and not 0 < nominal(opening) <= 1:
        raise DescriptionError(
            f"opening of {what} is {nominal(opening):g}: it must lie above 0 (closed: leave it out) and up to 1 (fully open)."
        )
    net = Network(name)
    changing = opening is None or not is_constant(opening)
    if opening is None:
        net.add(Command("opening"))
    elif changing:
        net.add(Output("opening", lambda s: value_of(opening, s)))

    def flow(dp: Operand, s: NetworkSignals) -> Operand:
        u = clip(s["opening.value"]) if changing else opening
        return count * C_v * u * turbulent(dp, transition)

    return two_port(net, R("restriction", flow=flow, domain=HYDRAULIC))


@component("hydraulic.laminar_restrictor", conductance="m^3/s/Pa > 0", fluid=FLUID, length="m > 0", bore="m > 0")
def laminar_restrictor(
    name: str,
    *,
    conductance: Scalar | None = None,
    fluid: Fluid | None = None,
    length: Scalar | None = None,
    bore: Scalar | None = None,
) -> Network:
    """Laminar restriction, Q = G (p_a − p_b); ports `a`, `b`.

    conductance : G [m³/(s Pa)], or of a capillary of given length and bore [m], G = π d⁴ / (128 μ l) (Hagen-Poiseuille)
    """
    if conductance is None:
        if fluid is None or length is None or bore is None:
            raise DescriptionError(f"laminar restrictor {name!r}: give the conductance, or fluid, length and bore.")
        conductance = math.pi * bore**4 / (128 * fluid.dynamic_viscosity * length)
    return two_port(Network(name), R("restriction", 1.0 / conductance, domain=HYDRAULIC))


def two_port(net: Network, restriction: R) -> Network:
    """Put a restriction between two lines `a` and `b`; published: flow, drop and loss."""
    add_lines(net, "a", "b")
    add_path(net, "through", "line_a", "line_b", restriction)
    own = restriction.name
    net.publish(flow=f"{own}.flow", drop=f"{own}.effort", loss=f"{own}.power")
    return net
