"""Cushions of a cylinder: before the end of its stroke a spear closes the port of a chamber, and the oil leaves by a bleed hole.

    chamber ──┬──┤ bleed  C_b ├──┬── port          Q = [C_b + o C_p] φ(Δp),     Δp = p_chamber − p_port
              └──┤ open  o C_p├──┘                 o = h((s − l)/e + 1): from 1 at the beginning of the cushion to 0

s is the way left to the end, l the length of the cushion and e that of the spear's taper, over which it closes. Where oil flows
back into the chamber a check valve opens, o = 1: the piston starts at full speed. With incompressible oil and a port without
pressure a mass m that runs into the cushion of a piston area A slows down as

    v = v₀ exp(−A³ (s₀ − s)/(m C_b²))

Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3 (orifices); Findeisen (2015), *Ölhydraulik*, ch. 5 (cushions)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.mechanism.parameter import nominal
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, Fluid, circle
from biela.network.hydraulic.opening import LIFT, add_path, opening
from biela.network.hydraulic.orifice import flow_coefficient, transition_pressure, turbulent
from biela.network.network import Network
from biela.network.registry import Record, data, record


@family
class Cushion(Record):
    """What slows the piston down before one end of its stroke; see `biela.network.hydraulic.cushion`."""

    noun = "a cushion"
    length: Any = data("m > 0", about="l, of the stroke, from where the spear begins to close the port")
    diameter: Any = data("m > 0", about="of the bleed hole, through which the oil leaves then")
    port: Any = data("m > 0", default=None, about="diameter of the open port; a quarter of the bore if omitted")
    taper: Any = data("1 > 0", default=0.2, about="part of the length over which the spear closes the port")


CUSHION = record(Cushion)


def add_cushion(
    net: Network, name: str, chamber: str, port: str, cushion: Cushion, fluid: Fluid, bore: Any, count: int,
    left: Callable[[Any], Any],
) -> None:  # fmt: skip
    """The ways from a chamber to its port; `left` is the way to the end of the stroke, as a law of signals."""
    hole, wide = cushion.diameter, 0.25 * bore if cushion.port is None else cushion.port
    (C_b, turns_b), (C_p, turns_p) = (_orifice(d, fluid) for d in (hole, wide))
    taper = cushion.taper * cushion.length

    def flow(dp: Any, s: Any) -> Any:
        closing = opening((left(s) - cushion.length) / taper + 1)
        free = xp.fmax(closing, opening(-dp / LIFT))
        return count * (C_b * turbulent(dp, turns_b) + free * C_p * turbulent(dp, turns_p))

    add_path(net, name, chamber, port, flow)


def _orifice(diameter: Any, fluid: Fluid) -> tuple[Any, Any]:
    """C_v of a hole, and where its flow becomes turbulent."""
    C_v = flow_coefficient(circle(diameter), fluid)
    return C_v, transition_pressure(C_v, diameter, fluid, CRITICAL_REYNOLDS)


def check_cushions(what: str, stroke: Any, cushions: dict[str, Cushion | None]) -> None:
    """A cushion lies within the stroke."""
    for side, cushion in cushions.items():
        if cushion is not None and nominal(cushion.length) >= nominal(stroke):
            raise DescriptionError(
                f"{side} cushion of {what} is {nominal(cushion.length):g} m long, and its stroke {nominal(stroke):g} m: a cushion "
                "is the last part of the stroke, usually a tenth of it."
            )
