"""Valves that keep or wait for a pressure: reducing and sequence valve, and the compensator of a metering edge.

a ──┤ h ├──> b ┄┄ p_b           reducing: closes as the pressure behind it reaches the setting
a ┄┄┤ h ├──> b    p_a           sequence: opens as the pressure before it reaches the setting
"""

from __future__ import annotations

from biela.mechanism.parameter import Scalar
from biela.network.element import Law
from biela.network.hydraulic.fluid import OIL, Fluid
from biela.network.hydraulic.opening import SHARP, add_sensed, add_throttle, compensating, publish_flow
from biela.network.hydraulic.orifice import DISCHARGE, SIZE, resolve
from biela.network.hydraulic.volume import add_lines
from biela.network.network import Network
from biela.network.registry import component
from biela.network.smooth import step
from biela.network.value import following


@component("hydraulic.reducing_valve", **SIZE, setting="Pa > 0", band="Pa > 0", lag="s > 0")
def reducing_valve(
    name: str, fluid: Fluid = OIL, *, setting: Scalar, coefficient: Scalar | None = None, area: Scalar | None = None,
    diameter: Scalar | None = None, discharge: Scalar = DISCHARGE, band: Scalar = 5e5, relieving: bool = False,
    lag: Scalar | None = None, critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pressure-reducing valve; ports `a` → `b`, and `t` where it relieves: b stays at its setting, however high a is.

        Q = h((p_set − p_b)/band) C_v φ(p_a − p_b)

    Without flow b reaches p_set; at a flow Q it lies below, by band · h⁻¹(Q/(C_v √Δp)).

    Parameters
    ----------
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

    Parameters
    ----------
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

    Parameters
    ----------
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
