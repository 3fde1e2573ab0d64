"""Volumes of fluid: fixed ones, lines and hoses. Each keeps its pressure as a state.

Q_a ──>┌─────────┐<── Q_b         C ṗ = Q_a + Q_b + …,     C = V/B_e
       │  p , V  │                energy stored: ∫ p Σ Q dt
       └─────────┘
"""

from __future__ import annotations

from collections.abc import Callable

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network.context import NetworkSignals
from biela.network.domain import HYDRAULIC
from biela.network.element import Compression, One, R, Watch, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, Parts, circle
from biela.network.network import Network
from biela.network.registry import CheckedRecord, component, data, record

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
    """Put the compression of a volume at a 0-junction, and watch it for cavitation.

    parts : (volume, modulus) of what contains the fluid, or a law of signals that returns them
    """
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
        raise DescriptionError(
            f"{what} is {nominal(pressure):g} Pa: pressures are absolute, and a liquid bears no tension. Give at least that of the "
            "surroundings, 1e5 Pa."
        )


def require_volume(volume: Scalar, what: str) -> None:
    scalar(volume, what if "volume" in what else f"volume of {what}")
    if nominal(volume) <= 0:
        raise DescriptionError(
            f"{what} has {nominal(volume):g} m³: a volume without extent has no pressure of its own. Give it a positive size, or "
            "leave it out and connect its neighbours."
        )


def whole_number(count: object, what: str) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise DescriptionError(f"{what} is {count!r}: give a whole number of at least 1.")
