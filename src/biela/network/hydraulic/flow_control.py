"""Two-way flow control: a compensator keeps the drop over a metering orifice.

a ──┤ compensator ├── m ──┤ orifice u ├──> b         Q = u C φ(p_m − p_b),   p_m − p_b ≈ margin
           ↑┄┄┄┄┄┄┄┄┄┄┘               ┊
           ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.mechanism.parameter import Scalar, nominal
from biela.network.domain import HYDRAULIC
from biela.network.element import Output, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.orifice import DISCHARGE, SHARP, SIZE, add_throttle, checking, compensating, publish_flow, resolve
from biela.network.hydraulic.volume import ATMOSPHERE, add_lines, add_oil, require_volume
from biela.network.network import Network
from biela.network.registry import component, signal
from biela.network.smooth import clip
from biela.network.value import Value, following, is_constant, or_input, value_of


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
        raise DescriptionError(
            f"band of {what} is {nominal(band):g} Pa, more than twice its margin of {nominal(margin):g} Pa: it would not keep its "
            "flow. Give a tenth of it."
        )
    C, transition = resolve(what, fluid, flow / margin**0.5, None, None, DISCHARGE, critical_reynolds)
    net = Network(name)
    add_lines(net, "a", "b")
    _add_setting(net, what, setting)
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


def _add_setting(net: Network, what: str, setting: Value) -> None:
    """Add the signal `setting.value`, between 0 and 1."""
    if setting is not None and is_constant(setting) and not 0 < nominal(setting) <= 1:
        raise DescriptionError(f"setting of {what} is {nominal(setting):g}: it lies above 0 and up to 1.")
    given = or_input(net, "input", setting)
    net.add(Output("setting", lambda s: clip(value_of(given, s))))
