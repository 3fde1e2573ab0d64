"""Cushions of a cylinder: before the end of its stroke a spear closes the port of a chamber, and the oil leaves by a bleed hole.

    chamber ──┬──┤ bleed  C_b ├──┬── port          Q = [C_b + o C_p] φ(Δp),     Δp = p_chamber − p_port
              └──┤ open  o C_p├──┘                 o = h((s − l)/e + 1): from 1 at the beginning of the cushion to 0

s is the remaining stroke, l the length of the cushion and e that of the spear's taper, over which it closes. Where oil flows
back into the chamber a check valve opens, o = 1: the piston starts at full speed. With incompressible oil and a port without
pressure a mass m that runs into the cushion of a piston area A slows down as

    v = v₀ exp(−A³ (s₀ − s)/(m C_b²))

Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3 (orifices); Findeisen (2015), *Ölhydraulik*, ch. 5 (cushions)
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network.context import NetworkSignals
from biela.network.element import Law
from biela.network.hydraulic.fluid import Fluid, circle
from biela.network.hydraulic.opening import LIFT, add_flow
from biela.network.hydraulic.orifice import flow_coefficient, transition_pressure, turbulent
from biela.network.network import Network
from biela.network.registry import CheckedRecord, data, record
from biela.network.smooth import step


@family
class Cushion(CheckedRecord):
    """Cushion that slows the piston down before one end of its stroke; see `biela.network.hydraulic.cushion`."""

    noun = "a cushion"
    length: Scalar = data("m > 0", about="l, of the stroke, from where the spear begins to close the port")
    diameter: Scalar = data("m > 0", about="of the bleed hole, through which the oil leaves then")
    port: Scalar | None = data("m > 0", default=None, about="diameter of the open port; a quarter of the bore if omitted")
    taper: Scalar = data("1 > 0", default=0.2, about="part of the length over which the spear closes the port")


CUSHION = record(Cushion)


def add_cushion(
    net: Network, name: str, chamber: str, port: str, cushion: Cushion, fluid: Fluid, bore: Scalar, count: int,
    left: Law,
) -> None:  # fmt: skip
    """Add the ways from a chamber to its port; `left` is the remaining stroke, as a law of signals."""
    hole, wide = cushion.diameter, 0.25 * bore if cushion.port is None else cushion.port
    (C_b, turns_b), (C_p, turns_p) = (_hole(d, fluid) for d in (hole, wide))
    taper = cushion.taper * cushion.length

    def flow(dp: Operand, s: NetworkSignals) -> Operand:
        closing = step((left(s) - cushion.length) / taper + 1)
        free = xp.fmax(closing, step(-dp / LIFT))
        return count * (C_b * turbulent(dp, turns_b) + free * C_p * turbulent(dp, turns_p))

    add_flow(net, name, chamber, port, flow)


def _hole(diameter: Scalar, fluid: Fluid) -> tuple[Operand, Operand]:
    """Return C_v of a hole, and the drop at which its flow becomes turbulent [Pa]."""
    C_v = flow_coefficient(circle(diameter), fluid)
    return C_v, transition_pressure(C_v, diameter, fluid)


def check_cushions(what: str, stroke: Scalar, cushions: dict[str, Cushion | None]) -> None:
    """Refuse a cushion that is longer than the stroke."""
    for side, cushion in cushions.items():
        if cushion is not None and nominal(cushion.length) >= nominal(stroke):
            raise DescriptionError(
                f"{side} cushion of {what} is {nominal(cushion.length):g} m long, and its stroke {nominal(stroke):g} m: a cushion "
                "is the last part of the stroke, usually a tenth of it."
            )
