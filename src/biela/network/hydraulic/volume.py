"""Volumes of fluid: fixed ones, lines and hoses. Each keeps its pressure as a state.

Q_a ──>┌─────────┐<── Q_b         C ṗ = Q_a + Q_b + …,     C = V/B_e
       │  p , V  │                energy stored: ∫ p Σ Q dt
       └─────────┘
"""

from __future__ import annotations

from typing import Any

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.mechanism.parameter import nominal, scalar
from biela.network.domain import HYDRAULIC
from biela.network.element import Compression, One, R, Watch, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, circle
from biela.network.network import Network
from biela.network.registry import Record, component, data, record

ATMOSPHERE = 1e5
"""Pressures are absolute; a tank is at 1 bar unless said otherwise [Pa]."""
RUNAWAY = 1.5e8
"""No hydraulic component bears this; a run warns there [Pa]."""


@family
class Line(Record):
    """A hose or pipe as a volume that gives way."""

    noun = "a line"
    length: Any = data("m > 0")
    bore: Any = data("m > 0")
    modulus: Any = data("Pa > 0", default=None, about="bulk modulus of its wall; rigid if omitted. Hoses: 200 to 1000 MPa",
                        label="bulk modulus of the wall")  # fmt: skip

    @property
    def volume(self) -> Any:
        """[m³]"""
        return circle(self.bore) * self.length


LINE = record(Line)


@component("hydraulic.volume", volume="m^3", fluid=FLUID, pressure="Pa", modulus="Pa > 0")
def volume(name: str, volume: Any, fluid: Fluid = OIL, *, pressure: Any = ATMOSPHERE, modulus: Any = None) -> Network:
    """A fixed volume [m³] of fluid; port `port`.

    Parameters
    ----------
    pressure : at the start, absolute [Pa]
    modulus : bulk modulus of the container [Pa]; None if rigid

    Signals: `name.pressure`, `name.inflow`.
    """
    require_volume(volume, f"volume {name!r}")
    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    add_oil(net, "oil", "line", fluid, lambda s: [(volume, modulus)], pressure, f"volume {name!r}")
    net.expose("port", "line")
    net.publish(pressure="oil.effort", inflow="oil.flow")
    return net


@component("hydraulic.hose", fluid=FLUID, length="m", bore="m", modulus="Pa", pressure="Pa")
def hose(
    name: str, fluid: Fluid = OIL, *, length: Any, bore: Any, modulus: Any = 350e6, pressure: Any = ATMOSPHERE,
    count: int = 1,
) -> Network:  # fmt: skip
    """A hose (or pipe, with a stiffer `modulus`) as one volume without loss; ports `a`, `b`. Equal ones in parallel: `count`.

    Signals: `name.pressure`.
    """
    line = Line(length, bore, modulus)
    whole_number(count, f"count of hose {name!r}")
    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    parts = [(count * line.volume, modulus)]
    add_oil(net, "oil", "line", fluid, lambda s: parts, pressure, f"hose {name!r}")
    net.expose("a", "line")
    net.expose("b", "line", required=False)
    net.publish("pressure", "oil.effort")
    return net


def add_oil(net: Network, name: str, line: str, fluid: Fluid, parts: Any, pressure: Any, what: str) -> None:
    """Put the compression of a volume at a 0-junction, and watch it for cavitation.

    parts : law of signals → (volume, modulus) of what contains the fluid
    """
    require_pressure(pressure, f"initial pressure of {what}")
    oil = Compression(name, lambda e, s: fluid.capacity(parts(s), e), initial=pressure, domain=HYDRAULIC)
    net.add_at(line, oil)
    net.add(
        Watch(
            f"{name}_pressure",
            lambda s: (RUNAWAY - s[f"{name}.effort"]) / RUNAWAY,
            message=f"the pressure in {what} (at {{path}}) runs away: it passes {RUNAWAY / 1e6:g} MPa at t = {{t:.6g}} s. "
            "Something delivers into it, or pushes on it, with no way out: open a valve, or add a relief valve to the tank.",
        )
    )
    if fluid.cavitation is not None:
        floor = fluid.cavitation
        net.add(
            Watch(
                f"{name}_cavitation",
                lambda s: (s[f"{name}.effort"] - floor) / 1e5,
                message=f"cavitation in {what} (at {{path}}): its pressure falls below {floor:g} Pa at t = {{t:.6g}} s. The fluid "
                "is drawn out faster than it can follow: open the supply further, slow the motion, or add make-up.",
            )
        )


def add_leakage(net: Network, tail: str, head: str, conductance: Any) -> None:
    """A laminar way from line to line, called `leakage`."""
    net.add(One("leak_flow", domain=HYDRAULIC))
    net.connect(tail, "leak_flow", head)
    net.add_at("leak_flow", R("leakage", 1.0 / conductance, domain=HYDRAULIC))


def require_pressure(pressure: Any, what: str) -> None:
    """Pressures are absolute: none is below zero."""
    scalar(pressure, what)
    if nominal(pressure) < 0:
        raise DescriptionError(
            f"{what} is {nominal(pressure):g} Pa: pressures are absolute, and a liquid bears no tension. Give at least that of the "
            "surroundings, 1e5 Pa."
        )


def require_volume(volume: Any, what: str) -> None:
    scalar(volume, what if "volume" in what else f"volume of {what}")
    if nominal(volume) <= 0:
        raise DescriptionError(
            f"{what} has {nominal(volume):g} m³: a volume without extent has no pressure of its own. Give it a positive size, or "
            "leave it out and connect its neighbours."
        )


def whole_number(count: Any, what: str) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise DescriptionError(f"{what} is {count!r}: give a whole number of at least 1.")
