"""Valves that pressures open.

      a ──>o│──> b                check: from a to b alone, once p_a − p_b exceeds the cracking pressure
      a ──[/]──> b                relief: opens where p_a − p_b exceeds its setting
      a ──>o<──  b                shuttle: the higher of both is joined to out
           │out
      a ──┤ h ├──> b ┄┄ p_b       reducing: closes as the pressure behind it reaches the setting
      a ┄┄┤ h ├──> b    p_a       sequence: opens as the pressure before it reaches the setting
         pilot x                  pilot-operated check valve and counterbalance valve hold a load until a pilot lets it go
           ┊                      b : the cylinder's side, where the load presses
    a ──────>o│──────> b          a : the directional valve's side, from where the flow is free
    a <──────[/]────── b          only with the pilot

All take power: they open only in the direction of the fall of pressure.
"""

from __future__ import annotations

from collections.abc import Callable

from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import HYDRAULIC, Law, Network, Output
from biela.network.context import NetworkSignals
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid
from biela.network.hydraulic.orifice import (
    DISCHARGE,
    LIFT,
    SHARP,
    SIZE,
    ClosingRestriction,
    add_flow,
    add_sensed,
    add_throttle,
    checking,
    compensating,
    publish_flow,
    resolve,
    turbulent,
    two_port,
)
from biela.network.hydraulic.volume import ATMOSPHERE, add_lines
from biela.network.registry import component, number
from biela.network.value import add_outputs, following, positive, ramp, step


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


@component("hydraulic.reducing_valve", **SIZE, setting="Pa > 0", band="Pa > 0", lag="s > 0")
def reducing_valve(
    name: str, fluid: Fluid = OIL, *, setting: Scalar, coefficient: Scalar | None = None, area: Scalar | None = None,
    diameter: Scalar | None = None, discharge: Scalar = DISCHARGE, band: Scalar = 5e5, relieving: bool = False,
    lag: Scalar | None = None, critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pressure-reducing valve; ports `a` → `b`, and `t` where it relieves: b stays at its setting, however high a is.

        Q = h((p_set − p_b)/band) C_v φ(p_a − p_b)

    Without flow b reaches p_set; at a flow Q it lies below, by band · h⁻¹(Q/(C_v √Δp)).

    setting : p_set, absolute [Pa];  band : below it, over which the valve closes [Pa]
    coefficient, area, diameter : of the fully open edge, as in `orifice`
    relieving : three ways: oil pushed back into b leaves by `t`, h((p_b − p_set)/band) C_v φ(p_b − p_t)
    lag : time constant of the spool [s]; at once by default

    Signals: `flow` (a to b), `opening`, `loss`.
    """
    C_v, transition = resolve(f"reducing valve {name!r}", fluid, coefficient, area, diameter, discharge, critical_reynolds)
    net = _one_edge(name, lambda s: step((setting - s["line_b.effort"]) / band), lag, C_v, transition, start=1.0)
    if relieving:
        add_lines(net, "t")
        net.add(following("relief", lambda s: step((s["line_b.effort"] - setting) / band), lag))
        add_throttle(net, "outlet", "line_b", "line_t", lambda s: s["relief.value"], C_v, transition)
    publish_flow(net, ("edge", 1), *([("outlet", 0)] if relieving else []))
    return net


@component("hydraulic.sequence_valve", **SIZE, setting="Pa > 0", band="Pa > 0", lag="s > 0")
def sequence_valve(
    name: str, fluid: Fluid = OIL, *, setting: Scalar, coefficient: Scalar | None = None, area: Scalar | None = None,
    diameter: Scalar | None = None, discharge: Scalar = DISCHARGE, band: Scalar = 5e5, lag: Scalar | None = None,
    critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Sequence valve; ports `a` → `b`: opens to b once a has its setting, whatever the pressure at b.

        Q = h((p_a − p_set)/band) C_v φ(p_a − p_b)

    setting : p_set, absolute [Pa];  band : above it, over which the valve opens [Pa]
    coefficient, area, diameter : of the fully open edge, as in `orifice`
    lag : time constant of the spool [s]; at once by default

    Signals: `flow` (a to b), `opening`, `loss`.
    """
    C_v, transition = resolve(f"sequence valve {name!r}", fluid, coefficient, area, diameter, discharge, critical_reynolds)
    net = _one_edge(name, lambda s: step((s["line_a.effort"] - setting) / band), lag, C_v, transition, start=0.0)
    publish_flow(net, ("edge", 1))
    return net


@component("hydraulic.compensator", **SIZE, margin="Pa > 0", band="Pa > 0", lag="s > 0")
def compensator(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, margin: Scalar = 7e5, band: Scalar = 2e5, lag: Scalar | None = None,
    critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pressure compensator (hydrostat); ports `a` → `b`, `load`: keeps b a margin above the load pressure.

        Q = h(½ + (p_load + margin − p_b)/band) C_v φ(p_a − p_b)

    Before a metering edge from b to the load it keeps the drop over that edge, and so the flow, whatever the pressures.

    coefficient, area, diameter : of the fully open edge, as in `orifice`
    margin : p_b − p_load at which it is half open [Pa];  band : from fully open to closed [Pa]
    lag : time constant of the spool [s]; at once by default

    Signals: `flow` (a to b), `opening`, `loss`.
    """
    C_v, transition = resolve(f"compensator {name!r}", fluid, coefficient, area, diameter, discharge, critical_reynolds)
    wanted = compensating("line_b", "line_load", margin, band)
    net = _one_edge(name, wanted, lag, C_v, transition, start=1.0, sensed=("load",))
    publish_flow(net, ("edge", 1))
    return net


def _one_edge(
    name: str, wanted: Law, lag: Scalar | None, C_v: Scalar, transition: Scalar, *, start: float, sensed: tuple[str, ...] = ()
) -> Network:
    """Make one edge between a and b that pressures open and close."""
    net = Network(name)
    add_lines(net, "a", "b")
    add_sensed(net, *sensed)
    net.add(following("opening", wanted, lag, initial=start))
    add_throttle(net, "edge", "line_a", "line_b", lambda s: s["opening.value"], C_v, transition)
    net.publish("opening", "opening.value")
    return net


@component("hydraulic.pilot_check_valve", **SIZE, cracking="Pa > 0", ratio="1 > 0", band="Pa > 0", lag="s > 0")
def pilot_check_valve(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, cracking: Scalar = 2e5, ratio: Scalar = 3.0, band: Scalar = 2e5, lag: Scalar | None = None,
    critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pilot-operated check valve; ports `a` → `b` free, b → a where the pressure at `pilot` lifts the poppet.

        Q = h(x/band) C_v φ(p_a − p_b),      x = (p_a − p_b) + ratio · max(0, p_x − p_a) − p_c

    It holds p_b without a drop lost until p_x − p_a > (p_b − p_a + p_c)/ratio.

    coefficient, area, diameter : of the open seat, as in `orifice`
    cracking : p_c, of the spring [Pa];  band : pressure beyond it that opens fully [Pa]
    ratio : area of the pilot piston over that of the seat
    lag : time constant of the poppet [s]; at once by default

    Signals: `flow` (a to b), `opening`, `loss`.
    """
    what = f"pilot check valve {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)

    def wanted(s: NetworkSignals) -> Operand:
        p_a, p_b, p_x = (s[f"line_{port}.effort"] for port in ("a", "b", "pilot"))
        return step((p_a - p_b + ratio * ramp(p_x - p_a, LIFT) - cracking) / band)

    net = _one_edge(name, wanted, lag, C_v, transition, start=0.0, sensed=("pilot",))
    publish_flow(net, ("edge", 1))
    return net


@component(
    "hydraulic.counterbalance_valve", **SIZE, setting="Pa > 0", ratio="1 > 0", band="Pa > 0", cracking="Pa > 0",
    lag="s > 0",
)  # fmt: skip
def counterbalance_valve(
    name: str, fluid: Fluid = OIL, *, setting: Scalar, ratio: Scalar, coefficient: Scalar | None = None, area: Scalar | None = None,
    diameter: Scalar | None = None, discharge: Scalar = DISCHARGE, band: Scalar = 4e6, cracking: Scalar = 1e5, vented: bool = False,
    lag: Scalar | None = None, critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Counterbalance (overcentre) valve; ports `a` (valve side), `b` (load side), `pilot` (the other side of the cylinder).

        b → a   h(x/band) C_v φ(p_b − p_a),      x = (p_b − p_a) + ratio (p_x − p_a) − p_set
        a → b   a check valve with the same C_v

    The load goes down only as fast as the pilot side is filled: if it runs ahead, p_x falls and the valve closes. A cylinder
    of areas A₁ (load side), A₂ that carries p_L = F/A₁ comes down with p_x = (p_set + x − p_L)/(ratio + A₂/A₁) above the
    tank. Usual: p_set = 1.3 times the largest p_L. A large ratio saves power, but a heavy load swings up where
    ∂Q/∂p_x / ∂Q/∂p_b > (A₁/A₂) (C_x/C_b), with C_x, C_b the capacities of both sides: a soft hose on the pilot side helps.

    Parameters
    ----------
    setting : p_set, that opens it without a pilot [Pa]
    ratio : area of the pilot over that of the relief, 1 … 10
    coefficient, area, diameter : of the fully open edge, as in `orifice`
    band : beyond the setting that opens fully [Pa]
    cracking : of the check valve [Pa]; it is fully open at three times that
    vented : the spring side is open to the atmosphere, and the pressure at a has no part in x; else it raises the setting by
        (1 + ratio) p_a
    lag : time constant of the spool [s]; at once by default

    Signals: `flow` (a to b), `opening` (b to a), `loss`.

    Reference: Ritelli & Vacca (2013), *Energetic and dynamic impact of counterbalance valves in fluid power machines*, Energy
    Conversion and Management 76
    """
    what = f"counterbalance valve {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)
    net = Network(name)
    add_lines(net, "a", "b")
    add_sensed(net, "pilot")

    def wanted(s: NetworkSignals) -> Operand:
        back = ATMOSPHERE if vented else s["line_a.effort"]
        p_b, p_x = s["line_b.effort"], s["line_pilot.effort"]
        return step((p_b - back + ratio * (p_x - back) - setting) / band)

    net.add(following("opening", wanted, lag))
    add_throttle(net, "spool", "line_b", "line_a", lambda s: s["opening.value"], C_v, transition)
    add_throttle(net, "check", "line_a", "line_b", checking("line_a", "line_b", cracking), C_v, transition)
    publish_flow(net, ("check", 1), ("spool", -1))
    net.publish("opening", "opening.value")
    return net
