"""Double-acting cylinder with one rod, coupled to a mechanism along a line or a prismatic joint.

              head              rod side
       Q_h ──>│                   │<── Q_r
         ┌────┴──────────┬────────┴─────┐
    o════╡     p_h, A₁   ▌═══ p_r, A₂ ══╪═══════o──> F, v
         └───────────────┴──────────────┘
    │<─ dead length ─>│<── x ──>│
    C_h ṗ_h = Q_h − A₁ v           V_h = V_line + A₁ x
    C_r ṗ_r = Q_r + A₂ v           V_r = V_line + A₂ (h − x)
    F = A₁ p_h − A₂ p_r − F_μ − F_stop

Positive x and v extend; F pushes the pins apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network import HYDRAULIC, TF, TRANSLATION, Elastic, Law, Network, Output, Position, R, Watch, Zero
from biela.network.balance import Balance, BalanceCoefficient, Given, LinearBalances, Signals, balances
from biela.network.context import NetworkSignals
from biela.network.direction import Outward
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, Parts, circle
from biela.network.hydraulic.friction import FRICTION, EfficiencyFriction, FrictionLaw
from biela.network.hydraulic.orifice import LIFT, add_flow, flow_coefficient, transition_pressure, turbulent
from biela.network.hydraulic.volume import ATMOSPHERE, LINE, Line, add_leakage, add_oil, whole_number
from biela.network.registry import CheckedRecord, assuming, component, data, numbers, record
from biela.network.value import step


@family
class EndStops(CheckedRecord):
    """Stiff springs at both ends of the stroke, which dissipate on the way in and out, and never pull.

    F = k δ max(0, 1 + d δ̇),      δ : distance beyond the end
    """

    noun = "end stops"
    stiffness: Scalar = data("N/m > 0", default=2e8, about="k, of one cylinder")
    damping: Scalar = data("s/m >= 0", default=5.0, about="d")


@family
class Cushion(CheckedRecord):
    """Cushion: before the end of the stroke a spear closes the port of a chamber, and the oil leaves by a bleed hole.

        chamber ──┬──┤ bleed  C_b ├──┬── port      Q = [C_b + o C_p] φ(Δp),     Δp = p_chamber − p_port
                  └──┤ open  o C_p├──┘             o = h((s − l)/e + 1): from 1 at the beginning of the cushion to 0

    s is the remaining stroke, l the length of the cushion and e that of the spear's taper, over which it closes. Where oil flows
    back into the chamber a check valve opens, o = 1: the piston starts at full speed. With incompressible oil and a port without
    pressure a mass m that runs into the cushion of a piston area A slows down as v = v₀ exp(−A³ (s₀ − s)/(m C_b²)).

    Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3 (orifices); Findeisen (2015), *Ölhydraulik*, ch. 5 (cushions)
    """

    noun = "a cushion"
    length: Scalar = data("m > 0", about="l, of the stroke, from where the spear begins to close the port")
    diameter: Scalar = data("m > 0", about="of the bleed hole, through which the oil leaves then")
    port: Scalar | None = data("m > 0", default=None, about="diameter of the open port; a quarter of the bore if omitted")
    taper: Scalar = data("1 > 0", default=0.2, about="part of the length over which the spear closes the port")


STOPS, CUSHION = record(EndStops), record(Cushion)
X = "position.value"
"""Signal of the extension, inside the network of a cylinder."""
WELL_SEALED = EfficiencyFriction(0.9)


# long: two thirds of it are the signature and the documentation of its data
@component(
    "hydraulic.cylinder", fluid=FLUID, bore="m > 0", rod="m >= 0", stroke="m > 0",
    dead_length=assuming("m >= 0", "the stroke"), head_line=LINE, rod_line=LINE, wall_modulus="Pa > 0", friction=FRICTION,
    leakage="m^3/s/Pa >= 0", end_stops=STOPS, head_pressure="Pa", rod_pressure="Pa", extension="m >= 0",
    dead_volume=numbers("m^3"), head_cushion=CUSHION, rod_cushion=CUSHION,
)  # fmt: skip
def cylinder(
    name: str, fluid: Fluid = OIL, *, bore: Scalar, rod: Scalar, stroke: Scalar, dead_length: Scalar | None = None, count: int = 1,
    head_line: Line | None = None, rod_line: Line | None = None, wall_modulus: Scalar | None = None,
    friction: FrictionLaw | None = WELL_SEALED, leakage: Scalar = 0.0, end_stops: EndStops | None = None,
    head_pressure: Scalar = ATMOSPHERE, rod_pressure: Scalar = ATMOSPHERE, extension: Scalar | None = None,
    dead_volume: Any = None, head_cushion: Cushion | None = None, rod_cushion: Cushion | None = None,
) -> Network:  # fmt: skip
    """Differential cylinder; ports `head`, `rod_side` (hydraulic) and `rod` (mechanical).

    Attach it between two points: `net.expose("boom", "boom.rod")`, `m.attach(net, {"boom": (base_pin, rod_pin)})`. The
    extension is then the length of the line minus `dead_length`, never an integral.

    Parameters
    ----------
    bore, rod : diameters of piston and rod [m]
    stroke : largest extension h [m]
    dead_length : distance of the pins when retracted [m]; the stroke if omitted
    count : equal cylinders side by side, fed together: areas, volumes, leakage, friction and force are theirs together
    head_line, rod_line : hose or pipe that belongs to a chamber (of each cylinder)
    wall_modulus : bulk modulus of the cylinder wall, t E/d [Pa]; None if rigid
    friction : law, see `friction`; None for none
    leakage : from head to rod side, of each cylinder [m³/(s Pa)]
    end_stops : None stops the run with a message where the piston reaches an end
    head_pressure, rod_pressure : at the start [Pa]
    extension : at the start [m], where the rod is not on a line or joint of a mechanism; half the stroke if omitted
    dead_volume : oil that the piston never displaces [m³]: (head, rod side), or one number for both; a thousandth of the swept
        volume if omitted and there is no line
    head_cushion, rod_cushion : what slows the piston down before it is fully in, or fully out; none by default. The line of a
        chamber with a cushion lies beyond it, at the port

    Signals: `extension`, `speed`, `head_pressure`, `rod_pressure`, `net_force`, `friction`, `force` (the last three of each
    cylinder), `head_volume`, `rod_volume` (together).
    """
    what = f"cylinder {name!r}"
    cushions = {"head": head_cushion, "rod_side": rod_cushion}
    _check(what, bore, rod, stroke, extension, count, cushions)
    dead_length = stroke if dead_length is None else dead_length
    dead = _dead_volumes(dead_volume, what)
    piston = Piston(bore, rod, stroke, count, friction, wall_modulus)
    start = 0.5 * stroke if extension is None else extension
    net = Network(name)
    net.add(Zero("head", domain=HYDRAULIC), Zero("rod_side", domain=HYDRAULIC), Outward("speed", domain=TRANSLATION))
    net.add(TF("head_piston", 1.0 / piston.head_area, domain=HYDRAULIC, domain_b=TRANSLATION))
    net.add(TF("rod_piston", piston.rod_area, domain=TRANSLATION, domain_b=HYDRAULIC))
    at = {side: side if cushion is None else f"{side}_chamber" for side, cushion in cushions.items()}
    for line_inside in (line for side, line in at.items() if line != side):
        net.add(Zero(line_inside, domain=HYDRAULIC))
    net.connect(at["head"], "head_piston", "speed", "rod_piston", at["rod_side"])
    net.add_at("speed", Position("position", initial=start, offset=-dead_length))

    head = Chamber(piston, False, head_line if head_cushion is None else None, dead[0])
    rod_side = Chamber(piston, True, rod_line if rod_cushion is None else None, dead[1])
    add_oil(net, "head_oil", at["head"], fluid, lambda s: head.parts(s[X]), head_pressure, f"the head chamber of {what}")
    add_oil(net, "rod_oil", at["rod_side"], fluid, lambda s: rod_side.parts(s[X]), rod_pressure, f"the rod chamber of {what}")
    for side, chamber, line, pressure in (
        ("head", head, head_line, head_pressure), ("rod_side", rod_side, rod_line, rod_pressure),
    ):  # fmt: skip
        cushion = cushions[side]
        if cushion is not None:
            _add_cushion(net, side, at[side], cushion, fluid, chamber)
            beyond = [(chamber.fixed, None)] if line is None else [(count * line.volume, line.modulus)]
            add_oil(net, f"{side}_line", side, fluid, beyond, pressure, f"the {side} line of {what}")

    def net_force(s: NetworkSignals) -> Operand:
        return piston.net_force(s["head_oil.effort"], s["rod_oil.effort"])

    if friction is not None:
        net.add_at("speed", R("friction", effort=lambda v, s: piston.rubbing(v, net_force(s)), domain=TRANSLATION))
    if nominal(leakage) > 0:
        add_leakage(net, at["head"], at["rod_side"], count * leakage)
    if end_stops is not None:
        _add_stops(net, end_stops, stroke, count)
    else:
        said = (
            f"{what} (at {{path}}) reaches the end of its stroke of {nominal(stroke):g} m at t = {{t:.6g}} s. Keep the motion "
            "within the stroke, or give it end_stops=EndStops()."
        )
        net.add(Watch("stroke", lambda s: xp.fmin(s[X], stroke - s[X]), action="stop", unit="m", message=said))
    _publish(net, net_force, friction, end_stops, head, rod_side)
    return net


@dataclass(frozen=True)
class Piston:
    """Pistons of `count` equal cylinders side by side: areas and forces of all of them together."""

    bore: Scalar
    rod: Scalar
    stroke: Scalar
    count: int = 1
    friction: FrictionLaw | None = None
    wall_modulus: Scalar | None = None

    @property
    def head_area(self) -> Operand:
        """A₁ [m²]."""
        return self.count * circle(self.bore)

    @property
    def rod_area(self) -> Operand:
        """A₂ [m²]."""
        return self.count * (circle(self.bore) - circle(self.rod))

    def net_force(self, head: Operand, rod: Operand) -> Operand:
        """Return A₁ p_h − A₂ p_r [N]."""
        return self.head_area * head - self.rod_area * rod

    def rubbing(self, v: Operand, net: Operand) -> Operand:
        """Return the force of friction against the motion [N] at a speed and a net force of the pressures."""
        return 0.0 * v if self.friction is None else self.count * self.friction.force(v, net / self.count)


@dataclass(frozen=True)
class Chamber:
    """One side of the piston: its parts as (volume, modulus), as a function of the extension."""

    piston: Piston
    is_rod_side: bool
    line: Line | None
    dead: Scalar | None

    @property
    def area(self) -> Operand:
        """Area of the piston at this side [m²]."""
        return self.piston.rod_area if self.is_rod_side else self.piston.head_area

    @property
    def fixed(self) -> Operand:
        """Oil that the piston never displaces, besides the line [m³]."""
        if self.dead is not None:
            return self.piston.count * self.dead
        return 0.0 if self.line is not None else 1e-3 * self.area * self.piston.stroke

    def left(self, x: Operand) -> Operand:
        """Return the remaining stroke at this side [m]."""
        return self.piston.stroke - x if self.is_rod_side else x

    def parts(self, x: Operand) -> Parts:
        """Return (volume, modulus) of what contains the oil; a little stays at the end, so that the pressure is defined."""
        least = 1e-4 * self.area * self.piston.stroke
        own = (xp.fmax(self.area * self.left(x) + self.fixed, least), self.piston.wall_modulus)
        return [own] if self.line is None else [own, (self.piston.count * self.line.volume, self.line.modulus)]

    def volume(self, x: Operand) -> Operand:
        """Return the volume of its oil [m³]."""
        return sum(V for V, _ in self.parts(x))


def _add_stops(net: Network, stops: EndStops, stroke: Scalar, count: int) -> None:
    k, d = count * stops.stiffness, stops.damping

    def beyond(s: NetworkSignals) -> tuple[Operand, Operand]:
        """Return the ways of the piston beyond the extended and the retracted end [m]."""
        return xp.fmax(s[X] - stroke, 0.0), xp.fmax(-s[X], 0.0)

    def elastic(s: NetworkSignals) -> Operand:
        out, back = beyond(s)
        return k * (out - back)

    def energy(s: NetworkSignals) -> Operand:
        out, back = beyond(s)
        return 0.5 * k * (out**2 + back**2)

    def damping(v: Operand, s: NetworkSignals) -> Operand:
        out, back = beyond(s)
        return k * (out * xp.fmax(d * v, -1.0) + back * xp.fmin(d * v, 1.0))

    stop = Elastic("stop", elastic, energy, domain=TRANSLATION)
    net.add_at("speed", stop, R("stop_damping", effort=damping, domain=TRANSLATION))


def _add_cushion(net: Network, side: str, at: str, cushion: Cushion, fluid: Fluid, chamber: Chamber) -> None:
    """Add the ways from a chamber to its port."""
    piston, taper = chamber.piston, cushion.taper * cushion.length
    wide = 0.25 * piston.bore if cushion.port is None else cushion.port
    C_b, C_p = (flow_coefficient(circle(d), fluid) for d in (cushion.diameter, wide))
    turns_b, turns_p = transition_pressure(C_b, cushion.diameter, fluid), transition_pressure(C_p, wide, fluid)

    def flow(dp: Operand, s: NetworkSignals) -> Operand:
        closing = step((chamber.left(s[X]) - cushion.length) / taper + 1)
        free = xp.fmax(closing, step(-dp / LIFT))
        return piston.count * (C_b * turbulent(dp, turns_b) + free * C_p * turbulent(dp, turns_p))

    add_flow(net, f"{side}_cushion", at, side, flow)


def _publish(
    net: Network, net_force: Law, friction: FrictionLaw | None, stops: EndStops | None, head: Chamber, rod_side: Chamber
) -> None:
    count = head.piston.count

    def rubbing(s: NetworkSignals) -> Operand:
        return s["friction.effort"] if friction is not None else 0.0

    def force(s: NetworkSignals) -> Operand:
        stopping = s["stop.effort"] + s["stop_damping.effort"] if stops is not None else 0.0
        return (net_force(s) - rubbing(s) - stopping) / count

    net.add(
        Output("net_force", lambda s: net_force(s) / count, unit="N"),
        Output("friction_force", lambda s: rubbing(s) / count, unit="N"),
        Output("force", force, unit="N"),
        Output("head_volume", lambda s: head.volume(s[X]), unit="m³"),
        Output("rod_volume", lambda s: rod_side.volume(s[X]), unit="m³"),
    )
    for port, inside in (("head", "head"), ("rod_side", "rod_side"), ("rod", "speed")):
        net.expose(port, inside)
    net.publish(
        extension=X, speed="speed.flow", head_pressure="head_oil.effort", rod_pressure="rod_oil.effort",
        net_force="net_force.value", friction="friction_force.value", force="force.value", head_volume="head_volume.value",
        rod_volume="rod_volume.value",
    )  # fmt: skip


@balances("hydraulic.cylinder")
def of_cylinder(given: Given) -> LinearBalances:
    """Q_h and Q_r of the head of this file, with leakage; F without viscous friction. All of `count` cylinders together. The
    softness of a chamber is its capacity C over that of the description: bulk moduli enter through it."""
    fluid, count, friction = given["fluid"], given["count"], given["friction"]
    piston = Piston(given["bore"], given["rod"], given["stroke"], count, friction, given["wall_modulus"])
    dead = _dead_volumes(given["dead_volume"], "the cylinder")
    chambers = (Chamber(piston, False, given["head_line"], dead[0]), Chamber(piston, True, given["rod_line"], dead[1]))

    def stored(chamber: Chamber, pressure: str) -> Callable[[Signals], Operand]:
        """Return C ṗ."""
        return lambda s: fluid.capacity(chamber.parts(s["extension"]), s[pressure]) * s[f"{pressure}.rate"]

    def drop(s: Signals) -> Operand:
        return s["head_pressure"] - s["rod_pressure"]

    def dry(s: Signals) -> Operand:
        return viscous * s["speed"] - piston.rubbing(s["speed"], piston.net_force(s["head_pressure"], s["rod_pressure"]))

    viscous = count * nominal(getattr(friction, "viscous", 0.0))
    pressures = ("head_pressure", "rod_pressure")
    head = {"head_area": lambda s: s["speed"], "leakage": drop, "head_softness": stored(chambers[0], pressures[0])}
    rod = {"rod_area": lambda s: -s["speed"], "leakage": lambda s: -drop(s), "rod_softness": stored(chambers[1], pressures[1])}
    force = {"head_area": lambda s: s["head_pressure"], "rod_area": lambda s: -s["rod_pressure"]}
    coefficients = {
        "head_area": BalanceCoefficient(piston.head_area, "m²"),
        "rod_area": BalanceCoefficient(piston.rod_area, "m²"),
        "leakage": BalanceCoefficient(count * given["leakage"], "m³/(s·Pa)"),
        **dict.fromkeys(("head_softness", "rod_softness"), BalanceCoefficient(1.0, "of that described")),
    }
    flows = tuple(
        Balance(f"{side}_flow", "m³/s", own, lambda s: 0.0 * s["speed"], pressures) for side, own in (("head", head), ("rod", rod))
    )
    return LinearBalances(
        coefficients, flows, port="rod", effort=Balance("force", "N", force, dry, pressures), viscous=viscous,
        offset=nominal(given["stroke"] if given["dead_length"] is None else given["dead_length"]),
        units={"head_pressure": "Pa", "rod_pressure": "Pa", "head_flow": "m³/s", "rod_flow": "m³/s"},
        fixed="how softness depends on pressure, cushions, end stops and dry friction",
        written=lambda values: _written(given, values),
    )  # fmt: skip


def _written(given: Given, values: Mapping[str, float]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return diameters of identified areas, leakage and viscous friction of one cylinder; what cannot be described, with why."""
    count, friction = given["count"], given["friction"]
    out: dict[str, Any] = {}
    shared = "bulk moduli, walls, hoses and dead volumes share it; change those of them that are in doubt"
    cannot = {name: shared for name in ("head_softness", "rod_softness") if name in values}
    bore = nominal(given["bore"])
    if "head_area" in values:
        bore = out["bore"] = math.sqrt(max(values["head_area"], 0.0) * 4 / math.pi / count)
    if "rod_area" in values:
        left = bore**2 - values["rod_area"] * 4 / math.pi / count
        if left >= 0.0:
            out["rod"] = math.sqrt(left)
        else:
            cannot["rod_area"] = "it would be larger than the head side"
    if out.get("bore", bore) <= out.get("rod", nominal(given["rod"])):
        cannot.update({name: "the rod would not fit into the bore" for name in ("head_area", "rod_area") if name in values})
        out = {}
    if values.get("leakage", 0.0) < 0.0:
        cannot["leakage"] = "it is negative"
    elif "leakage" in values:
        out["leakage"] = values["leakage"] / count
    if "viscous" in values and hasattr(friction, "viscous"):
        out["friction"] = replace(friction, viscous=values["viscous"] / count)
    elif "viscous" in values:
        cannot["viscous"] = "its law of friction has no viscous part"
    return out, cannot


def _dead_volumes(given: Any, what: str) -> tuple[Scalar | None, Scalar | None]:
    """Return the dead volumes of the head and the rod side."""
    both = tuple(given) if isinstance(given, tuple | list) else (given, given)
    if len(both) != 2:
        raise DescriptionError(f"dead volume of {what} has {len(both)} entries: give one for both sides, or (head, rod side).")
    for value in both:
        if value is not None:
            scalar(value, f"dead volume of {what}", nonnegative=True)
    return both


def _check(
    what: str, bore: Scalar, rod: Scalar, stroke: Scalar, extension: Scalar | None, count: int, cushions: dict[str, Cushion | None]
) -> None:
    if nominal(rod) >= nominal(bore):
        sizes = f"its rod of {nominal(rod):g} m does not fit into its bore of {nominal(bore):g} m"
        raise DescriptionError(f"{what}: {sizes}. Give diameters, rod below bore.")
    whole_number(count, f"count of {what}")
    if extension is not None and nominal(extension) > nominal(stroke):
        start = f"extension of {what} at the start is {nominal(extension):g} m"
        raise DescriptionError(f"{start}, beyond its stroke of {nominal(stroke):g} m.")
    for side, cushion in cushions.items():
        if cushion is not None and nominal(cushion.length) >= nominal(stroke):
            raise DescriptionError(
                f"{side.removesuffix('_side')} cushion of {what} is {nominal(cushion.length):g} m long, and its stroke "
                f"{nominal(stroke):g} m: a cushion is the last part of the stroke, usually a tenth of it."
            )
