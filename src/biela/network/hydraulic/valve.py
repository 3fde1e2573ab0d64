"""Valves that the pressure at their ends opens: check, relief and shuttle valve.

      a ──>o│──> b     check: from a to b alone, once p_a − p_b exceeds the cracking pressure
      a ──[/]──> b     relief: opens where p_a − p_b exceeds its setting
      a ──>o<──  b     shuttle: the higher of both is joined to out
           │out

All take power: they open only in the direction of the fall of pressure.
"""

from __future__ import annotations

from collections.abc import Callable

from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network.domain import HYDRAULIC
from biela.network.element import Output
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid
from biela.network.hydraulic.opening import add_flow, publish_flow
from biela.network.hydraulic.orifice import DISCHARGE, ClosingRestriction, resolve, turbulent, two_port
from biela.network.hydraulic.volume import add_lines
from biela.network.network import Network
from biela.network.registry import component, number
from biela.network.smooth import positive, step
from biela.network.value import add_outputs


@component(
    "hydraulic.check_valve", fluid=FLUID, cracking=number("Pa >= 0", "cracking pressure"), conductance="m^3/s/Pa",
    coefficient="m^3/s/Pa^0.5", diameter="m",
)  # fmt: skip
def check_valve(
    name: str, fluid: Fluid = OIL, *, cracking: Scalar = 0.0, conductance: Scalar | None = None, coefficient: Scalar | None = None,
    diameter: Scalar | None = None,
) -> Network:  # fmt: skip
    """Check valve: Q = G max(0, Δp − p_c), or C_v φ(max(0, Δp − p_c)); ports `a` → `b`.

    cracking : p_c, of the spring [Pa]
    conductance : G [m³/(s Pa)], or `coefficient` C_v [m³/(s √Pa)] (with the `diameter` of the seat) beyond cracking
    """
    what = f"check valve {name!r}"
    law = _through(what, fluid, conductance, coefficient, diameter)
    edge = ClosingRestriction("restriction", flow=lambda dp, s: law(positive(dp - cracking)), domain=HYDRAULIC)
    return two_port(Network(name), edge)


@component("hydraulic.relief_valve", setting="Pa > 0", gradient="m^3/s/Pa > 0")
def relief_valve(name: str, *, setting: Scalar, gradient: Scalar) -> Network:
    """Direct relief valve: Q = K max(0, p_a − p_b − p_set); ports `a` (guarded) → `b` (usually the tank).

    setting : p_set, pressure above that of b at which it opens [Pa]
    gradient : K [m³/(s Pa)]; at the flow Q the pressure is held at p_set + Q/K
    """
    edge = ClosingRestriction("restriction", flow=lambda dp, s: gradient * positive(dp - setting), domain=HYDRAULIC)
    return two_port(Network(name), edge)


@component("hydraulic.shuttle_valve", conductance="m^3/s/Pa > 0", changeover="Pa > 0")
def shuttle_valve(name: str, *, conductance: Scalar, changeover: Scalar = 2e4) -> Network:
    """Shuttle valve: port `out` is joined to the higher of `a` and `b`.

        a ──┤ h ├──┬──┤ 1 − h ├── b          Q_a = h G (p_a − p_out),      Q_b = (1 − h) G (p_b − p_out)
                  out                        h = s² (3 − 2 s),  s = ½ + (p_a − p_b)/changeover

    conductance : G of the open way [m³/(s Pa)]
    changeover : difference of the pressures over which the ball goes from one seat to the other [Pa]

    Signals: `pressure` (of out), `flow` (out), `opening` (h, of a), `loss`.
    """
    net = Network(name)
    add_lines(net, "a", "b", "out")
    net.add(Output("opening", lambda s: step(0.5 + (s["line_a.effort"] - s["line_b.effort"]) / changeover)))
    add_flow(net, "a", "line_a", "line_out", lambda dp, s: conductance * s["opening.value"] * dp)
    add_flow(net, "b", "line_b", "line_out", lambda dp, s: conductance * (1 - s["opening.value"]) * dp)
    add_outputs(net, pressure=(lambda s: s["line_out.effort"], "Pa"))
    net.publish(opening="opening.value")
    publish_flow(net, ("a", 1), ("b", 1))
    return net


def _through(
    what: str, fluid: Fluid, conductance: Scalar | None, coefficient: Scalar | None, diameter: Scalar | None
) -> Callable[[Operand], Operand]:
    """Return the flow as a law of the pressure beyond opening."""
    if (conductance is None) == (coefficient is None):
        raise DescriptionError(f"{what}: give either a conductance or a coefficient.")
    if conductance is not None:
        if nominal(conductance) <= 0:
            raise DescriptionError(f"conductance of {what} is {nominal(conductance):g}: nothing would ever flow.")
        return lambda dp: conductance * dp
    C_v, transition = resolve(what, fluid, coefficient, None, diameter, DISCHARGE, CRITICAL_REYNOLDS)
    return lambda dp: C_v * turbulent(dp, transition)
