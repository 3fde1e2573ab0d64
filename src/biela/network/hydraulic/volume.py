"""Volumes of fluid: fixed ones, lines and hoses, accumulators. Each keeps its pressure as a state.

Q_a ──>┌─────────┐<── Q_b         C ṗ = Q_a + Q_b + …,     C = V/B_e
       │  p , V  │                energy stored: ∫ p Σ Q dt
       └─────────┘
"""

from __future__ import annotations

from collections.abc import Callable

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network import HYDRAULIC, Compression, Network, One, R, Watch, Zero
from biela.network.context import NetworkSignals
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, Parts, circle
from biela.network.registry import CheckedRecord, component, data, record
from biela.network.value import add_outputs

ATMOSPHERE = 1e5
"""Absolute pressure of a tank, unless said otherwise [Pa]."""
RUNAWAY = 1.5e8
"""Pressure that no hydraulic component bears, at which a run warns [Pa]."""


@family
class Line(CheckedRecord):
    """Hose or pipe as a volume that gives way."""

    noun = "a line"
    length: Scalar = data("m > 0")
    bore: Scalar = data("m > 0")
    modulus: Scalar | None = data(
        "Pa > 0", default=None, label="bulk modulus of the wall",
        about="bulk modulus of its wall; rigid if omitted. Hoses: 200 to 1000 MPa",
    )  # fmt: skip

    @property
    def volume(self) -> Operand:
        """Volume [m³]."""
        return circle(self.bore) * self.length


LINE = record(Line)


@component("hydraulic.volume", volume="m^3", fluid=FLUID, pressure="Pa", modulus="Pa > 0")
def volume(
    name: str, volume: Scalar, fluid: Fluid = OIL, *, pressure: Scalar = ATMOSPHERE, modulus: Scalar | None = None
) -> Network:
    """Fixed volume [m³] of fluid; port `port`.

    pressure : at the start, absolute [Pa]
    modulus : bulk modulus of the container [Pa]; None if rigid

    Signals: `name.pressure`, `name.inflow`.
    """
    require_volume(volume, f"volume {name!r}")
    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    add_oil(net, "oil", "line", fluid, [(volume, modulus)], pressure, f"volume {name!r}")
    net.expose("port", "line")
    net.publish(pressure="oil.effort", inflow="oil.flow")
    return net


@component("hydraulic.hose", fluid=FLUID, length="m", bore="m", modulus="Pa", pressure="Pa")
def hose(
    name: str, fluid: Fluid = OIL, *, length: Scalar, bore: Scalar, modulus: Scalar | None = 350e6, pressure: Scalar = ATMOSPHERE,
    count: int = 1,
) -> Network:  # fmt: skip
    """Hose (or pipe, with a stiffer `modulus`) as one volume without loss; ports `a`, `b`. Equal ones in parallel: `count`.

    Signals: `name.pressure`.
    """
    line = Line(length, bore, modulus)
    whole_number(count, f"count of hose {name!r}")
    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    add_oil(net, "oil", "line", fluid, [(count * line.volume, modulus)], pressure, f"hose {name!r}")
    net.expose("a", "line")
    net.expose("b", "line", required=False)
    net.publish("pressure", "oil.effort")
    return net


def add_oil(
    net: Network, name: str, line: str, fluid: Fluid, parts: Parts | Callable[[NetworkSignals], Parts], pressure: Scalar, what: str
) -> None:  # fmt: skip
    """Put the compression of a volume at a 0-junction, and watch it for cavitation. `parts` are (volume, modulus) of what contains
    the fluid, or a law of signals that returns them."""
    require_pressure(pressure, f"initial pressure of {what}")

    def capacity(e: Operand, s: NetworkSignals) -> Operand:
        return fluid.capacity(parts(s) if callable(parts) else parts, e)

    net.add_at(line, Compression(name, capacity, initial=pressure, domain=HYDRAULIC))
    said = (
        f"the pressure in {what} (at {{path}}) runs away: it passes {RUNAWAY / 1e6:g} MPa at t = {{t:.6g}} s. Something delivers "
        "into it, or pushes on it, with no way out: open a valve, or add a relief valve to the tank."
    )
    net.add(Watch(f"{name}_pressure", lambda s: (RUNAWAY - s[f"{name}.effort"]) / RUNAWAY, message=said))
    if fluid.cavitation is not None:
        remedy = "The fluid is drawn out faster than it can follow: open the supply further, slow the motion, or add make-up."
        net.add(cavitating(f"{name}_cavitation", name, fluid.cavitation, what, remedy))


def cavitating(name: str, oil: str, floor: Scalar, what: str, remedy: str) -> Watch:
    """Return the watch of a compression for pressures at which its fluid cavitates."""
    said = f"cavitation in {what} (at {{path}}): its pressure falls below {nominal(floor):g} Pa at t = {{t:.6g}} s. {remedy}"
    return Watch(name, lambda s: (s[f"{oil}.effort"] - floor) / 1e5, message=said)


def add_lines(net: Network, *ports: str) -> None:
    """Add lines `line_…`, each behind a port."""
    for port in ports:
        net.add(Zero(f"line_{port}", domain=HYDRAULIC))
        net.expose(port, f"line_{port}")


def add_path(net: Network, through: str, tail: str, head: str, restriction: R) -> None:
    """Put a restriction between two lines; `through` is the junction with its flow."""
    net.add(One(through, domain=HYDRAULIC))
    net.connect(tail, through, head)
    net.add_at(through, restriction)


def add_leakage(net: Network, tail: str, head: str, conductance: Scalar) -> None:
    """Add a laminar way from line to line, called `leakage`."""
    add_path(net, "leak_flow", tail, head, R("leakage", 1.0 / conductance, domain=HYDRAULIC))


def require_pressure(pressure: Scalar, what: str) -> None:
    """Refuse pressures below zero: they are absolute."""
    scalar(pressure, what)
    if nominal(pressure) < 0:
        why = "pressures are absolute, and a liquid bears no tension"
        raise DescriptionError(f"{what} is {nominal(pressure):g} Pa: {why}. Give at least that of the surroundings, 1e5 Pa.")


def require_volume(volume: Scalar, what: str) -> None:
    scalar(volume, what if "volume" in what else f"volume of {what}")
    if nominal(volume) <= 0:
        why = "a volume without extent has no pressure of its own"
        raise DescriptionError(
            f"{what} has {nominal(volume):g} m³: {why}. Give it a positive size, or leave it out and connect its neighbours."
        )


def whole_number(count: object, what: str) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise DescriptionError(f"{what} is {count!r}: give a whole number of at least 1.")


@component(
    "hydraulic.accumulator", volume="m^3", precharge="Pa > 0", exponent="1", pressure="Pa", fluid=FLUID,
    dead_volume="m^3 >= 0",
)  # fmt: skip
def accumulator(
    name: str, *, volume: Scalar, precharge: Scalar, exponent: Scalar = 1.2, pressure: Scalar | None = None, fluid: Fluid = OIL,
    dead_volume: Scalar | None = None,
) -> Network:  # fmt: skip
    """Bladder, diaphragm or piston accumulator with a polytropic gas; port `port`.

        ┌───────┐  p V_gⁿ = p₀ V₀ⁿ         V_g : gas volume, V₀ at the precharge p₀
        │  gas  │
        ├~~~~~~~┤  oil volume V₀ − V_g
        │  oil  │
        └───┬───┘
            │<── Q        C(p) ṗ = Q,   C = V_g/(n p) above the precharge

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
