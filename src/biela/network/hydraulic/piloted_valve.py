"""Valves that hold a load until a pilot pressure lets it go: pilot-operated check valve and counterbalance valve.

       pilot x                          b : the cylinder's side, where the load presses
         ┊                              a : the directional valve's side
a ──────>o│──────> b    free flow       Q positive from a to b
a <──────[/]────── b    only with the pilot
"""

from __future__ import annotations

from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar
from biela.network.context import NetworkSignals
from biela.network.hydraulic.fluid import OIL, Fluid
from biela.network.hydraulic.opening import LIFT, SHARP, add_sensed, add_throttle, checking, publish_flow
from biela.network.hydraulic.orifice import DISCHARGE, SIZE, resolve
from biela.network.hydraulic.volume import ATMOSPHERE, add_lines
from biela.network.network import Network
from biela.network.registry import component
from biela.network.smooth import ramp, step
from biela.network.value import following


@component("hydraulic.pilot_check_valve", **SIZE, cracking="Pa > 0", ratio="1 > 0", band="Pa > 0", lag="s > 0")
def pilot_check_valve(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, cracking: Scalar = 2e5, ratio: Scalar = 3.0, band: Scalar = 2e5, lag: Scalar | None = None,
    critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pilot-operated check valve; ports `a` → `b` free, b → a where the pressure at `pilot` lifts the poppet.

        Q = h(x/band) C_v φ(p_a − p_b),      x = (p_a − p_b) + ratio · max(0, p_x − p_a) − p_c

    It holds p_b without a drop lost until p_x − p_a > (p_b − p_a + p_c)/ratio.

    Parameters
    ----------
    coefficient, area, diameter : of the open seat, as in `orifice`
    cracking : p_c, of the spring [Pa];  band : pressure beyond it that opens fully [Pa]
    ratio : area of the pilot piston over that of the seat
    lag : time constant of the poppet [s]; at once by default

    Signals: `flow` (a to b), `opening`, `loss`.
    """
    what = f"pilot check valve {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)
    net = Network(name)
    add_lines(net, "a", "b")
    add_sensed(net, "pilot")

    def wanted(s: NetworkSignals) -> Operand:
        p_a, p_b, p_x = (s[f"line_{port}.effort"] for port in ("a", "b", "pilot"))
        return step((p_a - p_b + ratio * ramp(p_x - p_a, LIFT) - cracking) / band)

    net.add(following("opening", wanted, lag))
    add_throttle(net, "seat", "line_a", "line_b", lambda s: s["opening.value"], C_v, transition)
    publish_flow(net, ("seat", 1))
    net.publish("opening", "opening.value")
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
