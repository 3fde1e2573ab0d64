"""Valves that the pressure itself opens: check and relief valves, and their relatives.

      a ──>o│──> b     check: from a to b alone, once p_a − p_b exceeds the cracking pressure
      a ──[/]──> b     relief: opens where p_a − p_b exceeds its setting

All take power: they open only in the direction of the fall of pressure.
"""

from __future__ import annotations

from typing import Any

from biela.errors import DescriptionError
from biela.mechanism.parameter import nominal, scalar
from biela.network.domain import HYDRAULIC
from biela.network.element import One, Output, R, Zero
from biela.network.hydraulic.directional_valve import positive
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.orifice import resolve, turbulent, two_port
from biela.network.network import Network
from biela.network.registry import component


@component(
    "hydraulic.check_valve",
    fluid=FLUID,
    cracking="Pa",
    conductance="m^3/s/Pa",
    coefficient="m^3/s/Pa^0.5",
    diameter="m",
)
def check_valve(
    name: str,
    fluid: Fluid = OIL,
    *,
    cracking: Any = 0.0,
    conductance: Any = None,
    coefficient: Any = None,
    diameter: Any = None,
) -> Network:
    """Check valve: Q = G max(0, Δp − p_c), or C_v φ(max(0, Δp − p_c)); ports `a` → `b`.

    cracking : p_c, of the spring [Pa]
    conductance : G [m³/(s Pa)], or `coefficient` C_v [m³/(s √Pa)] (with the `diameter` of the seat) beyond cracking
    """
    what = f"check valve {name!r}"
    scalar(cracking, f"cracking pressure of {what}", nonnegative=True)
    law = _through(what, fluid, conductance, coefficient, diameter)
    return two_port(Network(name), R("restriction", flow=lambda dp, s: law(positive(dp - cracking)), domain=HYDRAULIC))


@component("hydraulic.relief_valve", setting="Pa", gradient="m^3/s/Pa")
def relief_valve(name: str, *, setting: Any, gradient: Any) -> Network:
    """Direct relief valve: Q = K max(0, p_a − p_b − p_set); ports `a` (guarded) → `b` (usually the tank).

    setting : p_set, pressure above that of b at which it opens [Pa]
    gradient : K [m³/(s Pa)]; at the flow Q the pressure is held at p_set + Q/K
    """
    what = f"relief valve {name!r}"
    scalar(setting, f"setting of {what}", positive=True)
    scalar(gradient, f"gradient of {what}", positive=True)
    return two_port(
        Network(name), R("restriction", flow=lambda dp, s: gradient * positive(dp - setting), domain=HYDRAULIC)
    )


@component("hydraulic.reducing_valve", setting="Pa", gradient="m^3/s/Pa")
def reducing_valve(name: str, *, setting: Any, gradient: Any) -> Network:
    """Pressure-reducing valve: passes from `a` to `b` as long as b is below its setting (absolute).

        Q = min(K max(0, p_set − p_b), K (p_a − p_b)) for p_a > p_b

    It closes where b reaches the setting, and does not pass backwards.
    """
    import casadi as ca

    what = f"reducing valve {name!r}"
    scalar(setting, f"setting of {what}", positive=True)
    scalar(gradient, f"gradient of {what}", positive=True)

    def flow(dp: Any, s: Any) -> Any:
        return gradient * ca.fmin(positive(setting - s["line_b.effort"]), positive(dp))

    return two_port(Network(name), R("restriction", flow=flow, domain=HYDRAULIC))


@component("hydraulic.flow_control_valve", flow="m^3/s", drop="Pa")
def flow_control_valve(name: str, *, flow: Any, drop: Any = 5e5) -> Network:
    """Pressure-compensated flow control: `flow` [m³/s] from a to b, whatever the pressures, once Δp exceeds `drop`.

    Q = Q₀ tanh(Δp/Δp₀) for Δp > 0; backwards it is a check valve with the same slope at zero
    """
    import casadi as ca

    what = f"flow control valve {name!r}"
    scalar(flow, f"flow of {what}", positive=True)
    scalar(drop, f"drop of {what}", positive=True)

    def law(dp: Any, s: Any) -> Any:
        return flow * (ca.tanh(positive(dp) / drop) - positive(-dp) / drop)

    return two_port(Network(name), R("restriction", flow=law, domain=HYDRAULIC))


@component("hydraulic.pilot_check_valve", cracking="Pa", ratio="1", conductance="m^3/s/Pa")
def pilot_check_valve(name: str, *, conductance: Any, cracking: Any = 2e5, ratio: Any = 3.0) -> Network:
    """Pilot-operated check valve; ports `a` → `b` free, b → a only where the pressure at `pilot` opens it.

        opening pressure x = (p_a − p_b) + ratio (p_pilot − p_a)      where the pilot pushes
        Q = G (p_a − p_b) · h(x − p_c),     h from 0 to 1 over the cracking pressure

    It holds a load in b until the pilot has p_pilot > p_a + (p_b − p_a + p_c)/ratio.
    """
    import casadi as ca

    what = f"pilot check valve {name!r}"
    scalar(conductance, f"conductance of {what}", positive=True)
    scalar(cracking, f"cracking pressure of {what}", positive=True)
    scalar(ratio, f"ratio of {what}", positive=True)

    def flow(dp: Any, s: Any) -> Any:
        x = dp + ratio * positive(s["pilot.effort"] - s["line_a.effort"])
        lift = ca.fmin(positive(x - cracking) / cracking, 1.0)
        return conductance * dp * lift

    net = two_port(Network(name), R("restriction", flow=flow, domain=HYDRAULIC))
    net.add(Zero("pilot", domain=HYDRAULIC))
    _blind(net, "pilot")
    net.expose("pilot", "pilot")
    return net


@component("hydraulic.counterbalance_valve", setting="Pa", ratio="1", gradient="m^3/s/Pa", free_conductance="m^3/s/Pa")
def counterbalance_valve(name: str, *, setting: Any, ratio: Any, gradient: Any, free_conductance: Any) -> Network:
    """Counterbalance (overcentre) valve; ports `a` (valve side), `b` (load side), `pilot`.

        b → a:  Q = K max(0, p_b − p_a + ratio (p_pilot − p_a) − p_set)
        a → b:  a check valve of conductance G

    A lowering load is held until the pilot asks for it: it cannot run away. Set p_set above the largest load pressure.
    """
    what = f"counterbalance valve {name!r}"
    for value, label in (
        (setting, "setting"),
        (ratio, "ratio"),
        (gradient, "gradient"),
        (free_conductance, "conductance"),
    ):
        scalar(value, f"{label} of {what}", positive=True)

    def flow(dp: Any, s: Any) -> Any:  # dp = p_a − p_b, flow from a to b
        import casadi as ca

        pilot = ratio * positive(s["pilot.effort"] - s["line_a.effort"])
        back = ca.if_else(dp < 0, positive(-dp + pilot - setting), 0.0)
        return free_conductance * positive(dp) - gradient * ca.fmin(back, positive(-dp))

    net = two_port(Network(name), R("restriction", flow=flow, domain=HYDRAULIC))
    net.add(Zero("pilot", domain=HYDRAULIC))
    _blind(net, "pilot")
    net.expose("pilot", "pilot")
    return net


@component("hydraulic.shuttle_valve", conductance="m^3/s/Pa")
def shuttle_valve(name: str, *, conductance: Any) -> Network:
    """Shuttle valve: port `out` is joined to the higher of `a` and `b`, each through a check valve of conductance G."""
    what = f"shuttle valve {name!r}"
    scalar(conductance, f"conductance of {what}", positive=True)
    net = Network(name)
    net.add(*(Zero(line, domain=HYDRAULIC) for line in ("line_a", "line_b", "line_out")))
    for side, other in (("a", "b"), ("b", "a")):

        def flow(dp: Any, s: Any, side: str = side, other: str = other) -> Any:
            import casadi as ca

            higher = s[f"line_{side}.effort"] - s[f"line_{other}.effort"]
            return conductance * dp * 0.5 * (1 + ca.tanh(higher / 1e4))

        net.add(One(f"through_{side}", domain=HYDRAULIC), R(side, flow=flow, domain=HYDRAULIC))
        net.connect(f"line_{side}", f"through_{side}", "line_out")
        net.connect(f"through_{side}", side)
        net.expose(side, f"line_{side}")
    net.expose("out", "line_out")
    net.add(Output("pressure", lambda s: s["line_out.effort"], unit="Pa"))
    net.publish("pressure", "pressure.value")
    return net


def _through(what: str, fluid: Fluid, conductance: Any, coefficient: Any, diameter: Any) -> Any:
    """Flow as a law of the pressure beyond opening."""
    if (conductance is None) == (coefficient is None):
        raise DescriptionError(f"{what}: give either a conductance or a coefficient.")
    if conductance is not None:
        scalar(conductance, f"conductance of {what}")
        if nominal(conductance) <= 0:
            raise DescriptionError(f"conductance of {what} is {nominal(conductance):g}: nothing would ever flow.")
        return lambda dp: conductance * dp
    C_v, transition = resolve(what, fluid, coefficient, None, diameter, 0.62, 2400.0)
    return lambda dp: C_v * turbulent(dp, transition)


def _blind(net: Network, line: str) -> None:
    """A line that takes no flow: what is connected there is only sensed."""
    from biela.network.element import Sensor

    net.add(Sensor(f"{line}_gauge", "effort"))
    net.connect(line, f"{line}_gauge")
