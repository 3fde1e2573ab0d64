"""Hydrostatic drives: a pump of variable displacement feeds a motor in a closed circuit.

         ┌──────── line a (p_a) ───────┐
       ┌─┴─┐  relief ↑↓   make-up ↑  ┌─┴─┐
x ────>│ P │     charge p₀           │ M │──> shaft M, ω
       └─┬─┘  relief ↑↓   make-up ↓  └─┬─┘
         └──────── line b (p_b) ───────┘
"""

from __future__ import annotations

import math

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import HYDRAULIC, ROTATION, TF, Compression, Network, One, Output, R, Se, Sf, Zero
from biela.network.context import NetworkSignals
from biela.network.direction import Outward
from biela.network.hydraulic.fluid import vapour_softness
from biela.network.hydraulic.orifice import FlowLaw
from biela.network.hydraulic.volume import add_path, cavitating, require_pressure
from biela.network.registry import component, signal
from biela.network.value import Value, or_input, positive, value_of

LINE_MODULUS = 1.5e9
"""Effective bulk modulus by which the volume of a line is found from its capacity, C_h = V/B: oil in steel and hoses [Pa]. Only
the growth of vapour depends on it."""
PUBLISHED = {"flow": "flow.value", "torque": "torque.value", "rate": "shaft.flow"}


@component(
    "hydraulic.one_line_drive", "drive", capacity="m^3/Pa > 0", flow=signal("m^3/s"), displacement="m^3 > 0",
    low_pressure="Pa", setting="Pa > 0", gradient="m^3/s/Pa > 0", leakage="m^3/s/Pa >= 0", pressure="Pa",
)  # fmt: skip
def one_line_drive(
    name: str, *, capacity: Scalar, displacement: Scalar, low_pressure: Scalar, setting: Scalar, gradient: Scalar,
    flow: Value = None, leakage: Scalar = 0.0, pressure: Scalar | None = None,
) -> Network:  # fmt: skip
    """Hydrostatic drive with one line whose pressure changes; the other is held at p₀. Port `shaft` (outwards).

        C_h ṗ_h = Q − K max(0, p_h − p_set) − C_l (p_h − p₀) − V ω/2π,      M = (p_h − p₀) V/2π

    As in published crane and excavator models. While it brakes p_h falls below zero without end: for that use
    `closed_circuit`.

    Parameters
    ----------
    capacity : C_h of the high line [m³/Pa]
    flow : Q of the pump [m³/s], positive drives forward: number, function, law, signal's name, or None for an input
    displacement : V of the motor [m³ per revolution]
    low_pressure : p₀ [Pa];  setting, gradient : p_set [Pa] and K [m³/(s Pa)] of the relief valve
    leakage : C_l [m³/(s Pa)]
    pressure : p_h at the start [Pa]; p₀ if omitted

    Signals: `pressure`, `flow`, `torque`, `rate`, `relief_flow`.

    Reference: Sun & Kleeberger (2003), dynamic responses of hydraulic mobile crane with consideration of the drive system
    """
    what = f"drive {name!r}"
    require_pressure(low_pressure, f"low pressure of {what}")
    start = low_pressure if pressure is None else pressure
    require_pressure(start, f"initial pressure of {what}")
    _above(what, setting, low_pressure, "low pressure")
    D = displacement / (2 * math.pi)
    net = Network(name)
    net.add(Zero("high", domain=HYDRAULIC), Zero("low", domain=HYDRAULIC), Outward("shaft", domain=ROTATION))
    net.add_at("high", Compression("line", capacity, initial=start, domain=HYDRAULIC))
    net.add(Se("charge", low_pressure, domain=HYDRAULIC))
    net.connect("charge", "low")
    _add_pump(net, flow, "low", "high")
    _add_motor(net, D, "high", "low")
    _add_path(net, "relief", "high", "low", lambda dp, s: gradient * positive(dp - (setting - low_pressure)))
    if nominal(leakage) > 0:
        _add_path(net, "leakage", "high", "low", lambda dp, s: leakage * dp)
    net.add(Output("torque", lambda s: D * (s["high.effort"] - s["low.effort"]), unit="N·m"))
    net.expose("shaft", "shaft")
    net.publish(pressure="line.effort", relief_flow="relief.flow", **PUBLISHED)
    return net


# long: half of it is the signature and the documentation of its data
@component(
    "hydraulic.closed_circuit", "drive", capacity="m^3/Pa > 0", flow=signal("m^3/s"), displacement="m^3 > 0",
    charge_pressure="Pa", setting="Pa > 0", gradient="m^3/s/Pa > 0", make_up="m^3/s/Pa > 0", leakage="m^3/s/Pa >= 0",
    drain="m^3/s/Pa >= 0", pressures="Pa", cavitation="Pa",
)  # fmt: skip
def closed_circuit(
    name: str, *, capacity: Scalar, displacement: Scalar, charge_pressure: Scalar, setting: Scalar, gradient: Scalar,
    flow: Value = None, make_up: Scalar = 1e-8, leakage: Scalar = 0.0, drain: Scalar = 0.0, pressures: Scalar | None = None,
    cavitation: Scalar = 3e4,
) -> Network:  # fmt: skip
    """Hydrostatic drive with both lines; port `shaft` (outwards).

        C_h ṗ_a = Q − Q_m − Q_ab + Q_ba + Q_ca,      Q_m = V ω/2π
        C_h ṗ_b = Q_m − Q + Q_ab − Q_ba + Q_cb,      M = (p_a − p_b) V/2π
        relief   Q_ab = K max(0, p_a − p_set), and back
        make-up  Q_ca = G max(0, p₀ − p_a)

    Either line may be the high one, so it drives and brakes both ways; what relief and leakage take, the charge circuit
    makes up. Below the cavitation pressure vapour fills a line, and the run reports it.

    Parameters
    ----------
    capacity : C_h of each line [m³/Pa]
    flow : Q of the pump from b to a [m³/s]: number, function, law, signal's name, or None for an input
    displacement : V of the motor [m³ per revolution]
    charge_pressure : p₀ [Pa];  make_up : G of its check valves [m³/(s Pa)]
    setting, gradient : p_set (absolute) [Pa] and K [m³/(s Pa)] of the relief valves
    leakage : between the lines;  drain : from each line to the charge circuit [m³/(s Pa)]
    pressures : of both lines at the start [Pa]; p₀ if omitted

    Signals: `pressure_a`, `pressure_b`, `flow`, `torque`, `rate`, `make_up_a`, `make_up_b`.
    """
    what = f"drive {name!r}"
    require_pressure(charge_pressure, f"charge pressure of {what}")
    start = charge_pressure if pressures is None else pressures
    require_pressure(start, f"initial pressures of {what}")
    require_pressure(cavitation, f"cavitation pressure of {what}")
    _above(what, setting, charge_pressure, "charge pressure")
    D = displacement / (2 * math.pi)
    net = Network(name)
    net.add(*(Zero(line, domain=HYDRAULIC) for line in ("a", "b", "charge_line")), Outward("shaft", domain=ROTATION))
    net.add(Se("charge", charge_pressure, domain=HYDRAULIC))
    net.connect("charge", "charge_line")

    def growing(p: Operand, s: NetworkSignals) -> Operand:  # vapour, as in `Fluid.capacity`, with the volume that C_h stands for
        return capacity * (1 + LINE_MODULUS * vapour_softness(p, cavitation))

    for side, other in (("a", "b"), ("b", "a")):
        net.add_at(side, Compression(f"oil_{side}", growing, initial=start, domain=HYDRAULIC))

        def relief(dp: Operand, s: NetworkSignals, own: str = f"{side}.effort") -> Operand:
            return gradient * xp.fmin(positive(s[own] - setting), positive(dp))

        _add_path(net, f"relief_{side}", side, other, relief)  # where its pressure exceeds the setting, and the other's
        _add_path(net, f"make_up_{side}", "charge_line", side, lambda dp, s: make_up * positive(dp))
        if nominal(drain) > 0:
            _add_path(net, f"drain_{side}", side, "charge_line", lambda dp, s: drain * dp)
        remedy = "Raise the charge pressure or the make-up conductance, or brake more slowly."
        net.add(cavitating(f"cavitation_{side}", f"oil_{side}", cavitation, f"line {side} of {what}", remedy))
        net.publish(f"pressure_{side}", f"oil_{side}.effort")
        net.publish(f"make_up_{side}", f"make_up_{side}.flow")
    if nominal(leakage) > 0:
        _add_path(net, "leakage", "a", "b", lambda dp, s: leakage * dp)
    _add_pump(net, flow, "b", "a")
    _add_motor(net, D, "a", "b")
    net.add(Output("torque", lambda s: D * (s["a.effort"] - s["b.effort"]), unit="N·m"))
    net.expose("shaft", "shaft")
    net.publish(**PUBLISHED)
    return net


def _above(what: str, setting: Scalar, low: Scalar, label: str) -> None:
    """Refuse relief valves that would stand open at rest."""
    if nominal(setting) <= nominal(low):
        both = f"setting of {what} is {nominal(setting):g} Pa, not above its {label} of {nominal(low):g} Pa"
        raise DescriptionError(f"{both}: its relief valves would stand open. Pressures are absolute; give a higher setting.")


def _add_pump(net: Network, flow: Value, low: str, high: str) -> None:
    """Add a flow from one line to the other; the power it takes is Q Δp."""
    flow = or_input(net, "command", flow, "m³/s")
    net.add(Output("flow", lambda s: value_of(flow, s), unit="m³/s"))
    net.add(One("pump_flow", domain=HYDRAULIC), Sf("pump", lambda s: s["flow.value"], domain=HYDRAULIC))
    net.connect(low, "pump_flow", high)
    net.connect("pump", "pump_flow")


def _add_motor(net: Network, D: Scalar, high: str, low: str) -> None:
    net.add(One("motor_flow", domain=HYDRAULIC), TF("motor", D, domain=ROTATION, domain_b=HYDRAULIC))
    net.connect(high, "motor_flow", low)
    net.connect("motor_flow", "motor.b")
    net.connect("motor.a", "shaft")


def _add_path(net: Network, name: str, tail: str, head: str, flow: FlowLaw) -> None:
    add_path(net, f"{name}_flow", tail, head, R(name, flow=flow, domain=HYDRAULIC))
