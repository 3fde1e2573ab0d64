"""Valves whose flow follows their setting, whatever the pressures: a compensator keeps the drop over the metering edge.

a ──┤ compensator ├── m ──┤ orifice u ├──> b         Q = u C φ(p_m − p_b),   p_m − p_b ≈ margin
           ↑┄┄┄┄┄┄┄┄┄┄┘               ┊
           ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘

A section for load sensing is a 4/3 valve behind its own compensator, which tells the pump the pressure of its load:

       A     B
     ┌─┴─────┴─┐
u ──>│  spool  ├──── ls      the load pressure: that of A for u > 0, of B for u < 0, of T at rest
     └─┬─────┬─┘
       m     T               p_m = p_ls + margin, held by the compensator
    ┌──┴──┐
    │  ╳  │<┄┄┄ ls           the compensator passes from P to m alone: a load does not fall while the pump is low
    └──┬──┘
       P
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import HYDRAULIC, Network, Output, Zero
from biela.network.context import NetworkSignals
from biela.network.hydraulic.directional_valve import SPOOL, Spool, directional_valve, require_parts
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.orifice import (
    DISCHARGE,
    LIFT,
    SHARP,
    SIZE,
    ClosingRestriction,
    add_flow,
    add_throttle,
    checking,
    compensating,
    lost_in,
    publish_flow,
    resolve,
    turbulent,
)
from biela.network.hydraulic.volume import ATMOSPHERE, add_lines, add_oil, require_volume
from biela.network.registry import component, signal
from biela.network.value import Value, add_outputs, clip, following, is_constant, or_input, ramp, step, value_of

SENSED = 0.02
"""Opening of the spool at which the way from the load to the ls line is fully open: well before the metering edge passes much."""


@component(
    "hydraulic.flow_control_valve", fluid=FLUID, flow="m^3/s > 0", margin="Pa > 0", setting=signal("1"), band="Pa > 0",
    size="1 > 0", lag="s > 0", volume="m^3", pressure="Pa", cracking="Pa > 0",
    critical_reynolds=SIZE["critical_reynolds"],
)  # fmt: skip
def flow_control_valve(
    name: str, fluid: Fluid = OIL, *, flow: Scalar, margin: Scalar = 7e5, setting: Value = 1.0, band: Scalar = 1e5,
    size: Scalar = 3.0, bypass: bool = False, cracking: Scalar = 1e5, lag: Scalar | None = None, volume: Scalar = 1e-5,
    pressure: Scalar = ATMOSPHERE, critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pressure-compensated flow control; ports `a` → `b`: its flow, whatever the pressures, once Δp is above the least drop.

        metering orifice   Q = u C φ(p_m − p_b),                                   C = Q₀/√margin
        compensator        Q = h(½ + (margin − (p_m − p_b))/band) size C φ(p_a − p_m)

    The flow stays within C √(margin ± band/2). The least drop is about margin (1 + 1/size²). Backwards it is not
    compensated; a `bypass` lets the oil return freely.

    Parameters
    ----------
    flow : Q₀ at full setting [m³/s];  margin : drop over the metering orifice [Pa]
    setting : u, 0 … 1: a number, a function of time, a law, a signal's name, or None for an input
    band : over which the compensator closes [Pa];  size : its C_v, as a multiple of C
    bypass : a check valve from b to a, as large as the compensator, with that `cracking` pressure [Pa], fully open at three times
        that
    lag : time constant of the compensator [s]; at once by default
    volume : of oil between the two [m³], and its `pressure` at the start [Pa]

    Signals: `flow` (a to b), `opening` (of the compensator), `drop` (over the orifice), `loss`.
    """
    what = f"flow control valve {name!r}"
    require_volume(volume, f"volume of {what}")
    if nominal(band) > 2 * nominal(margin):
        wide = f"band of {what} is {nominal(band):g} Pa, more than twice its margin of {nominal(margin):g} Pa"
        raise DescriptionError(f"{wide}: it would not keep its flow. Give a tenth of it.")
    C, transition = resolve(what, fluid, flow / margin**0.5, None, None, DISCHARGE, critical_reynolds)
    net = Network(name)
    add_lines(net, "a", "b")
    if setting is not None and is_constant(setting) and not 0 < nominal(setting) <= 1:
        raise DescriptionError(f"setting of {what} is {nominal(setting):g}: it lies above 0 and up to 1.")
    given = or_input(net, "input", setting)
    net.add(Output("setting", lambda s: clip(value_of(given, s))))
    net.add(Zero("line_m", domain=HYDRAULIC))
    add_oil(net, "chamber", "line_m", fluid, [(volume, None)], pressure, what)
    net.add(following("opening", compensating("line_m", "line_b", margin, band), lag, initial=1.0))
    add_throttle(net, "compensator", "line_a", "line_m", lambda s: s["opening.value"], size * C, transition)
    add_throttle(net, "orifice", "line_m", "line_b", lambda s: s["setting.value"], C, transition)
    paths = [("orifice", 1), ("compensator", 0)]
    if bypass:
        add_throttle(net, "bypass", "line_b", "line_a", checking("line_b", "line_a", cracking), size * C, transition)
        paths.append(("bypass", -1))
    publish_flow(net, *paths)
    net.publish(opening="opening.value", drop="orifice.effort")
    return net


# long: half of it is the signature and the documentation of its data
@component(
    "hydraulic.compensated_valve", **SIZE, command=signal("1"), overlap="1", dead_band="1", spool=SPOOL,
    margin="Pa > 0", band="Pa > 0", size="1 > 0", lag="s > 0", sensing="m^3/s/Pa > 0", volume="m^3", pressure="Pa",
)  # fmt: skip
def compensated_valve(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, command: Value = None, overlap: Scalar = 0.0, dead_band: Scalar = 0.0,
    spool: Spool | None = None, margin: Scalar = 7e5, band: Scalar = 2e5, size: Scalar = 3.0, lag: Scalar | None = None,
    sensing: Scalar = 1e-10, volume: Scalar = 2e-5, pressure: Scalar = ATMOSPHERE, critical_reynolds: float = SHARP,
) -> Network:  # fmt: skip
    """Pre-compensated 4/3 valve; ports `p`, `a`, `b`, `t` and `ls`: its flow follows the command, whatever the loads.

        spool         Q = a(u) C_v φ(p_m − p_load)                    edges as in `directional_valve`, closed centre
        compensator   Q = h(½ + (p_ls + margin − p_m)/band) size C_v φ(max(0, p_p − p_m))
        ls            G [w_A (p_a − p_ls) + w_B (p_b − p_ls)] to the line, G (1 − w_A − w_B) (p_ls − p_t) from it,
                      w_A = h(u/0.02), w_B = h(−u/0.02)

    So Q ≈ a(u) C_v √margin as long as the pump has margin (1 + 1/size²) more than the load; join the `ls` of all sections by
    shuttle valves, and let the pump follow: `pump(load_pressure="shuttle.pressure")`, with a small bleed from that line to
    the tank.

    Parameters
    ----------
    coefficient, area, diameter : of one fully open edge of the spool, as in `orifice`
    command, overlap, dead_band, spool : as in `directional_valve`; the command is cut off at ±1
    margin : drop over the metering edge that the compensator keeps [Pa];  band : over which it closes [Pa]
    size : C_v of the compensator, as a multiple of that of an edge;  lag : its time constant [s]
    sensing : G of the way to the ls line [m³/(s Pa)]
    volume : of oil between compensator and spool, and in the ls line [m³], and its `pressure` at the start [Pa]

    Signals: `opening` (u of the spool), `compensator` (its opening), `flow` (from p), `load_pressure`, `loss`.

    Reference: Backé & Murrenhoff (1994), *Grundlagen der Ölhydraulik*
    """
    what = f"compensated valve {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)
    require_volume(volume, f"volume of {what}")
    require_parts(what, overlap=overlap, dead_band=dead_band)
    if command is not None and is_constant(command) and abs(nominal(command)) > 1:
        raise DescriptionError(f"command of {what} is {nominal(command):g}, outside −1 … 1.")
    net = Network(name)
    add_lines(net, "p", "a", "b", "t", "ls")
    net.add(Zero("line_m", domain=HYDRAULIC))
    add_oil(net, "chamber", "line_m", fluid, [(volume, None)], pressure, what)
    add_oil(net, "sensed", "line_ls", fluid, [(volume, None)], pressure, what)
    net.add(
        directional_valve(
            "spool", fluid, coefficient=coefficient, area=area, diameter=diameter, discharge=discharge, command=command,
            overlap=overlap, dead_band=dead_band, spool=spool, critical_reynolds=critical_reynolds,
        )
    )  # fmt: skip
    for line, port in (("line_m", "p"), ("line_a", "a"), ("line_b", "b"), ("line_t", "t")):
        net.connect(line, f"spool.{port}")

    def compensated(dp: Operand, s: NetworkSignals) -> Operand:
        return s["compensator_opening.value"] * size * C_v * turbulent(ramp(dp, LIFT), transition)

    net.add(following("compensator_opening", compensating("line_m", "line_ls", margin, band), lag, initial=1.0))
    add_flow(net, "compensator", "line_p", "line_m", compensated, ClosingRestriction)
    _add_sensing(net, sensing)
    net.publish(opening="spool.opening", compensator="compensator_opening.value", flow="compensator.flow")
    lost = lost_in(("compensator", "sense_a", "sense_b", "vent"))
    add_outputs(net, loss=(lambda s: s["spool.loss"] + lost(s), "W"), load_pressure=(lambda s: s["line_ls.effort"], "Pa"))
    return net


def _add_sensing(net: Network, G: Scalar) -> None:
    """Add the ways from A and B to the ls line, and from it to T at rest: the spool opens one of the three."""

    def chosen(s: NetworkSignals, side: str) -> Operand:
        return step((1.0 if side == "a" else -1.0) * s["spool.opening"] / SENSED)

    add_flow(net, "sense_a", "line_a", "line_ls", lambda dp, s: G * chosen(s, "a") * dp)
    add_flow(net, "sense_b", "line_b", "line_ls", lambda dp, s: G * chosen(s, "b") * dp)
    add_flow(net, "vent", "line_ls", "line_t", lambda dp, s: G * (1 - chosen(s, "a") - chosen(s, "b")) * dp)
