"""Restrictions: orifice, throttle, laminar gap. Pressure falls from a to b for a positive flow from a to b.

p_a ──> Q ──┤ ├── p_b          Q = u C_v φ(p_a − p_b),     power lost: (p_a − p_b) Q ≥ 0
"""

from __future__ import annotations

import math
from typing import Any

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import SMALLEST, nominal
from biela.network.domain import HYDRAULIC
from biela.network.element import Command, One, Output, R, Zero
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid, circle
from biela.network.hydraulic.volume import whole_number
from biela.network.network import Network
from biela.network.registry import component, number, signal
from biela.network.value import Value, is_constant, value_of

DISCHARGE = 0.62
"""Coefficient of a sharp-edged orifice."""


class Closing(R):
    """A restriction that may close and then passes nothing: alone it leaves the pressure of a line open."""


def turbulent(dp: Any, transition: Any) -> Any:
    """φ(Δp) [√Pa]: the signed square root, with a cubic in place of its infinite slope at zero.

        φ = sgn(Δp) √|Δp|                          beyond ±Δp_c
        φ = √Δp_c (s + ½ s² − ½ s³) sgn(Δp)        within, s = |Δp|/Δp_c

    continuous with its slope; at zero the slope is that of the chord, 1/√Δp_c. Written without a branch, and odd, so
    that its derivative at exactly zero is right too.
    """
    a = xp.fabs(dp)
    s = xp.fmin(a / transition, 1.0)
    return dp / xp.sqrt(xp.fmax(a, transition)) * (1 + 0.5 * s * (1 - s))


def transition_pressure(coefficient: Any, diameter: Any, fluid: Fluid, reynolds: float = CRITICAL_REYNOLDS) -> Any:
    """Δp_c = (Q_c/C_v)², Q_c = ¼ π D ν Re: where the flow through an orifice becomes turbulent [Pa]."""
    Q_c = math.pi / 4 * diameter * fluid.viscosity * reynolds
    return (Q_c / coefficient) ** 2


def flow_coefficient(area: Any, fluid: Fluid, discharge: Any = DISCHARGE) -> Any:
    """C_v = C_d A √(2/ρ) [m³/(s √Pa)]."""
    return discharge * area * (2.0 / fluid.density) ** 0.5


def resolve(
    what: str, fluid: Fluid, coefficient: Any, area: Any, diameter: Any, discharge: Any, reynolds: float
) -> tuple[Any, Any]:
    """(C_v, Δp_c) from what was given: a coefficient, or an area, or the diameter of the hole."""
    if (coefficient is None) == (area is None) and not (coefficient is None and diameter is not None):
        raise DescriptionError(f"{what}: give either the coefficient C_v, or the area, or the diameter of the hole.")
    for value, label in ((coefficient, "coefficient"), (area, "area"), (diameter, "diameter")):
        if value is not None and nominal(value) < SMALLEST:
            raise DescriptionError(
                f"{label} of {what} is {nominal(value):g}: nothing would ever flow. Leave the orifice out (what it joins is "
                "then separate), or give it the size of the smallest gap."
            )
    if coefficient is None:
        area = circle(diameter) if area is None else area
        coefficient = flow_coefficient(area, fluid, discharge)
    elif diameter is None:
        area = coefficient / flow_coefficient(1.0, fluid, discharge)
    if diameter is None:
        diameter = (4 / math.pi * area) ** 0.5
    return coefficient, transition_pressure(coefficient, diameter, fluid, reynolds)


@component(
    "hydraulic.orifice", fluid=FLUID, coefficient="m^3/s/Pa^0.5", area="m^2", diameter="m", discharge="1 > 0",
    opening=signal("1"), critical_reynolds=number("1 > 0", "critical Reynolds number"),
)  # fmt: skip
def orifice(
    name: str, fluid: Fluid = OIL, *, coefficient: Any = None, area: Any = None, diameter: Any = None,
    discharge: Any = DISCHARGE, opening: Value = 1.0, critical_reynolds: float = CRITICAL_REYNOLDS, count: int = 1,
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
    if opening is None:
        net.add(Command("opening"))
        opening = "opening.value"
    elif not is_constant(opening):
        net.add(Output("opening", lambda s: value_of(opening, s)))
    clip = not is_constant(opening)
    law = "opening.value" if clip else opening

    def flow(dp: Any, s: Any) -> Any:
        u = value_of(law, s)
        u = xp.fmin(xp.fmax(u, 0.0), 1.0) if clip else u
        return count * C_v * u * turbulent(dp, transition)

    return two_port(net, R("restriction", flow=flow, domain=HYDRAULIC))


@component("hydraulic.laminar_restrictor", conductance="m^3/s/Pa > 0", fluid=FLUID, length="m > 0", bore="m > 0")
def laminar_restrictor(
    name: str, *, conductance: Any = None, fluid: Fluid | None = None, length: Any = None, bore: Any = None
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
    """A restriction between two lines `a` and `b`; published: flow, drop and loss."""
    net.add(Zero("line_a", domain=HYDRAULIC), Zero("line_b", domain=HYDRAULIC), One("through", domain=HYDRAULIC))
    net.connect("line_a", "through", "line_b")
    net.add_at("through", restriction)
    net.expose("a", "line_a")
    net.expose("b", "line_b")
    own = restriction.name
    net.publish(flow=f"{own}.flow", drop=f"{own}.effort", loss=f"{own}.power")
    return net
