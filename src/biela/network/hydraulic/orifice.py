"""Restrictions: orifice, throttle, laminar gap, and what valves are made of. Pressure falls from a to b for a flow from a to b.

    p_a ──> Q ──┤ ├── p_b          Q = u C_v φ(p_a − p_b),     power lost: (p_a − p_b) Q ≥ 0

Pressures open throttles, as in check, counterbalance, reducing and flow-control valves:

      a ──> Q ──┤ h ├── b          Q = h(x) C_v φ(p_a − p_b),      h = s² (3 − 2 s),  s = x between 0 and 1
              ↑
              x : the balance of pressures on the spool over the pressure that opens it fully

Since h is never negative, power is only taken, whatever x is made of. h has no corner: neither where it begins to open nor
where it is fully open, so that implicit methods keep their order. The edges of such valves are sharp: their flow turns
turbulent at Re = 100 already.

Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3 and 5
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from biela.base.checked import MIN_MAGNITUDE
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import HYDRAULIC, Command, Law, Network, Output, R, Sensor
from biela.network.context import NetworkSignals
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid, circle
from biela.network.hydraulic.volume import add_lines, add_path, whole_number
from biela.network.registry import component, number, signal
from biela.network.value import Value, add_outputs, clip, is_constant, step, value_of

FlowLaw = Callable[[Operand, NetworkSignals], Operand]
"""Flow of a restriction [m³/s] as a law of the drop over it [Pa] and of signals."""
DISCHARGE = 0.62
"""Discharge coefficient of a sharp-edged orifice."""
SHARP = 100.0
"""Reynolds number at which the flow over a sharp metering edge becomes turbulent."""
LIFT = 1e4
"""Pressure over which a piston that only pushes comes to bear [Pa]."""
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
        if value is not None and nominal(value) < MIN_MAGNITUDE:
            never = f"{label} of {what} is {nominal(value):g}: nothing would ever flow"
            out = f"Leave {what} out (what it joins is then separate)"
            raise DescriptionError(f"{never}. {out}, or give it the size of the smallest gap.")
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
        wrong = f"opening of {what} is {nominal(opening):g}"
        raise DescriptionError(f"{wrong}: it must lie above 0 (closed: leave it out) and up to 1 (fully open).")
    net = Network(name)
    changing = opening is None or not is_constant(opening)
    if changing:
        net.add(Command("opening") if opening is None else Output("opening", lambda s: value_of(opening, s)))

    def flow(dp: Operand, s: NetworkSignals) -> Operand:
        u = clip(s["opening.value"]) if changing else opening
        return count * C_v * u * turbulent(dp, transition)

    return two_port(net, R("restriction", flow=flow, domain=HYDRAULIC))


@component("hydraulic.laminar_restrictor", conductance="m^3/s/Pa > 0", fluid=FLUID, length="m > 0", bore="m > 0")
def laminar_restrictor(
    name: str, *, conductance: Scalar | None = None, fluid: Fluid | None = None, length: Scalar | None = None,
    bore: Scalar | None = None,
) -> Network:  # fmt: skip
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
    net.publish(**{name: f"{restriction.name}.{own}" for name, own in (("flow", "flow"), ("drop", "effort"), ("loss", "power"))})
    return net


def add_throttle(
    net: Network, name: str, tail: str, head: str, share: Law, C_v: Scalar, transition: Scalar, kind: type[R] = ClosingRestriction
) -> None:
    """Add a throttle from line to line: Q = share(signals) C_v φ(Δp)."""
    add_flow(net, name, tail, head, lambda dp, s: share(s) * C_v * turbulent(dp, transition), kind)


def add_flow(net: Network, name: str, tail: str, head: str, flow: FlowLaw, kind: type[R] = R) -> None:
    """Add a resistance from line to line: flow(Δp, signals)."""
    add_path(net, f"through_{name}", tail, head, kind(name, flow=flow, domain=HYDRAULIC))


def add_sensed(net: Network, *ports: str) -> None:
    """Add lines behind ports that take no flow: what is connected there is only felt."""
    add_lines(net, *ports)
    for port in ports:
        net.add_at(f"line_{port}", Sensor(f"{port}_gauge", "effort"))


def publish_flow(net: Network, *paths: tuple[str, int]) -> None:
    """Publish `flow` (Σ sign · flow of the paths) and `loss` (of all of them)."""
    add_outputs(net, flow=(lambda s: sum(sign * s[f"{path}.flow"] for path, sign in paths), "m³/s"))
    add_outputs(net, loss=(lost_in(path for path, _ in paths), "W"))


def lost_in(paths: Iterable[str]) -> Law:
    """Return the power that these paths take [W], as a law of signals."""
    own = tuple(paths)
    return lambda s: sum(s[f"{path}.flow"] * s[f"{path}.effort"] for path in own)


def compensating(line: str, load: str, margin: Scalar, band: Scalar) -> Law:
    """Return the opening that keeps a line a margin above a load, h(½ + (p_load + margin − p)/band), as a law of signals."""
    return lambda s: step(0.5 + (s[f"{load}.effort"] + margin - s[f"{line}.effort"]) / band)


def checking(tail: str, head: str, cracking: Scalar) -> Law:
    """Return the opening of a check valve, which is full at three times its cracking pressure, as a law of signals."""
    return lambda s: step((s[f"{tail}.effort"] - s[f"{head}.effort"] - cracking) / (2 * cracking))
