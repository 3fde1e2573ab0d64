"""Gas-charged accumulator.

┌───────┐  p V_gⁿ = p₀ V₀ⁿ         V_g : gas volume, V₀ at the precharge p₀
│  gas  │
├~~~~~~~┤  oil volume V₀ − V_g
│  oil  │
└───┬───┘
    │<── Q        C(p) ṗ = Q,   C = V_g/(n p) above the precharge
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network.context import NetworkSignals
from biela.network.domain import HYDRAULIC
from biela.network.element import Compression, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.volume import require_pressure, require_volume
from biela.network.network import Network
from biela.network.registry import component
from biela.network.value import add_outputs


@component(
    "hydraulic.accumulator", volume="m^3", precharge="Pa > 0", exponent="1", pressure="Pa", fluid=FLUID,
    dead_volume="m^3 >= 0",
)  # fmt: skip
def accumulator(
    name: str, *, volume: Scalar, precharge: Scalar, exponent: Scalar = 1.2, pressure: Scalar | None = None, fluid: Fluid = OIL,
    dead_volume: Scalar | None = None,
) -> Network:  # fmt: skip
    """Bladder, diaphragm or piston accumulator with a polytropic gas; port `port`.

    Parameters
    ----------
    volume : of the gas at the precharge, V₀ [m³]
    precharge : p₀, absolute [Pa]: below it the accumulator is empty, and only its dead volume of oil gives way
    exponent : n, 1 for slow (isothermal), 1.4 for fast (adiabatic) changes
    pressure : at the start [Pa]; the precharge if omitted
    dead_volume : oil that stays in it [m³]; a hundredth of the volume if omitted

    Signals: `pressure`, `oil_volume`, `gas_volume`, `inflow`.
    """
    what = f"accumulator {name!r}"
    require_volume(volume, what)
    if not 1 <= nominal(exponent) <= 1.7:
        raise DescriptionError(f"exponent of {what} is {nominal(exponent):g}: a gas has 1 (isothermal) to 1.67.")
    start = precharge if pressure is None else pressure
    require_pressure(start, f"initial pressure of {what}")
    rest = volume / 100 if dead_volume is None else dead_volume
    width = 1e-3 * nominal(precharge)  # over which the bladder lifts off [Pa]

    def gas(p: Operand) -> Operand:
        return volume * (precharge / xp.fmax(p, precharge)) ** (1 / exponent)

    def capacity(p: Operand, s: NetworkSignals) -> Operand:
        lifted = 0.5 * (1 + xp.tanh((p - precharge) / width))
        return fluid.capacity([(rest, None)], p) + lifted * gas(p) / (exponent * xp.fmax(p, precharge))

    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    net.add_at("line", Compression("gas", capacity, initial=start, domain=HYDRAULIC))
    net.expose("port", "line")
    net.publish(pressure="gas.effort", inflow="gas.flow")
    add_outputs(net, gas_volume=(lambda s: gas(s["gas.effort"]), "m³"), oil_volume=(lambda s: volume - gas(s["gas.effort"]), "m³"))
    return net
