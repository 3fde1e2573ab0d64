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

from typing import Any

from biela.dataclass import dataclass
from biela.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import nominal, scalar
from biela.network.direction import Outward
from biela.network.domain import HYDRAULIC, TRANSLATION
from biela.network.element import TF, Elastic, One, Output, Position, R, Watch, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, circle
from biela.network.hydraulic.friction import FRICTION, EfficiencyFriction, Friction
from biela.network.hydraulic.volume import ATMOSPHERE, LINE, Line, add_oil, whole_number
from biela.network.network import Network
from biela.network.registry import component, record


@dataclass(frozen=True)
class EndStops:
    """What the piston meets at both ends: a stiff spring that dissipates on the way in and out, and never pulls.

        F = k δ max(0, 1 + d δ̇),      δ = how far beyond the end

    stiffness : k [N/m], of one cylinder
    damping : d [s/m]
    """

    stiffness: Any = 2e8
    damping: Any = 5.0

    def __post_init__(self) -> None:
        scalar(self.stiffness, "stiffness of end stops", positive=True)
        scalar(self.damping, "damping of end stops", nonnegative=True)


STOPS = record(EndStops, stiffness="N/m", damping="s/m")
WELL_SEALED = EfficiencyFriction(0.9)


# long: two thirds of it are the signature and the documentation of its data
@component(
    "hydraulic.cylinder", fluid=FLUID, bore="m", rod="m", stroke="m", dead_length="m", head_line=LINE, rod_line=LINE,
    wall_modulus="Pa", friction=FRICTION, leakage="m^3/s/Pa", end_stops=STOPS, head_pressure="Pa", rod_pressure="Pa",
    extension="m", dead_volume="m^3",
)  # fmt: skip
def cylinder(
    name: str,
    fluid: Fluid = OIL,
    *,
    bore: Any,
    rod: Any,
    stroke: Any,
    dead_length: Any = None,
    count: int = 1,
    head_line: Line | None = None,
    rod_line: Line | None = None,
    wall_modulus: Any = None,
    friction: Friction | None = WELL_SEALED,
    leakage: Any = 0.0,
    end_stops: EndStops | None = None,
    head_pressure: Any = ATMOSPHERE,
    rod_pressure: Any = ATMOSPHERE,
    extension: Any = None,
    dead_volume: Any = None,
) -> Network:
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
    dead_volume : oil in each chamber that the piston never displaces [m³]; a thousandth of the swept volume if omitted and
        there is no line

    Signals: `extension`, `speed`, `head_pressure`, `rod_pressure`, `net_force`, `friction`, `force` (the last three of each
    cylinder), `head_volume`, `rod_volume` (together).
    """
    what = f"cylinder {name!r}"
    _check(what, bore, rod, stroke, dead_length, leakage, count)
    _check_volumes(what, stroke, extension, wall_modulus, dead_volume)
    dead_length = stroke if dead_length is None else dead_length
    A_1, A_2 = count * circle(bore), count * (circle(bore) - circle(rod))
    start = 0.5 * stroke if extension is None else extension
    net = Network(name)
    net.add(Zero("head", domain=HYDRAULIC), Zero("rod_side", domain=HYDRAULIC), Outward("speed", domain=TRANSLATION))
    net.add(TF("head_piston", 1.0 / A_1, domain=HYDRAULIC, domain_b=TRANSLATION))
    net.add(TF("rod_piston", A_2, domain=TRANSLATION, domain_b=HYDRAULIC))
    net.connect("head", "head_piston", "speed", "rod_piston", "rod_side")
    net.add(Position("position", initial=start, offset=-dead_length))
    net.connect("speed", "position")

    head = Chamber(A_1, stroke, head_line, count, dead_volume, wall_modulus, False)
    rod_chamber = Chamber(A_2, stroke, rod_line, count, dead_volume, wall_modulus, True)
    add_oil(net, "head_oil", "head", fluid, head.parts, head_pressure, f"the head chamber of {what}")
    add_oil(net, "rod_oil", "rod_side", fluid, rod_chamber.parts, rod_pressure, f"the rod chamber of {what}")

    def net_force(s: Any) -> Any:
        return A_1 * s["head_oil.effort"] - A_2 * s["rod_oil.effort"]

    if friction is not None:
        net.add(R("friction", effort=lambda v, s: count * friction.force(v, net_force(s) / count), domain=TRANSLATION))
        net.connect("speed", "friction")
    if nominal(leakage) > 0:
        net.add(One("leak_flow", domain=HYDRAULIC), R("leakage", 1.0 / (count * leakage), domain=HYDRAULIC))
        net.connect("head", "leak_flow", "rod_side")
        net.connect("leak_flow", "leakage")
    if end_stops is not None:
        _add_stops(net, end_stops, stroke, count)
    else:
        net.add(
            Watch(
                "stroke",
                lambda s: xp.fmin(s["position.value"], stroke - s["position.value"]),
                action="stop",
                unit="m",
                message=f"{what} (at {{path}}) reaches the end of its stroke of {nominal(stroke):g} m at t = {{t:.6g}} s. Keep the "
                "motion within the stroke, or give it end_stops=EndStops().",
            )
        )
    _publish(net, net_force, friction, end_stops, count, head, rod_chamber)
    return net


@dataclass(frozen=True)
class Chamber:
    """One side of the piston: its parts as (volume, modulus), as a function of the extension."""

    area: Any
    stroke: Any
    line: Line | None
    count: int
    dead: Any
    modulus: Any
    is_rod_side: bool

    @property
    def least(self) -> Any:
        """Volume that stays, however far the piston goes: keeps the pressure defined [m³]."""
        return 1e-4 * self.area * self.stroke

    @property
    def fixed(self) -> Any:
        """Oil that the piston never displaces, besides the line [m³]."""
        if self.dead is not None:
            return self.count * self.dead
        return 0.0 if self.line is not None else 1e-3 * self.area * self.stroke

    def swept(self, s: Any) -> Any:
        x = s["position.value"]
        return xp.fmax(self.area * ((self.stroke - x) if self.is_rod_side else x) + self.fixed, self.least)

    def parts(self, s: Any) -> list[tuple[Any, Any]]:
        own = [(self.swept(s), self.modulus)]
        return own if self.line is None else [*own, (self.count * self.line.volume, self.line.modulus)]

    def volume(self, s: Any) -> Any:
        return sum(V for V, _ in self.parts(s))


def _add_stops(net: Network, stops: EndStops, stroke: Any, count: int) -> None:
    k, d = count * stops.stiffness, stops.damping

    def beyond(s: Any) -> tuple[Any, Any]:
        """How far the piston is beyond the extended and the retracted end."""
        x = s["position.value"]
        return xp.fmax(x - stroke, 0.0), xp.fmax(-x, 0.0)

    def elastic(s: Any) -> Any:
        out, back = beyond(s)
        return k * (out - back)

    def energy(s: Any) -> Any:
        out, back = beyond(s)
        return 0.5 * k * (out**2 + back**2)

    def damping(v: Any, s: Any) -> Any:
        out, back = beyond(s)
        return k * (out * xp.fmax(d * v, -1.0) + back * xp.fmin(d * v, 1.0))

    net.add(Elastic("stop", elastic, energy, domain=TRANSLATION), R("stop_damping", effort=damping, domain=TRANSLATION))
    net.connect("speed", "stop")
    net.connect("speed", "stop_damping")


def _publish(
    net: Network,
    net_force: Any,
    friction: Friction | None,
    stops: EndStops | None,
    count: int,
    head: Chamber,
    rod_chamber: Chamber,
) -> None:
    def friction_force(s: Any) -> Any:
        return s["friction.effort"] if friction is not None else 0.0

    def stop_force(s: Any) -> Any:
        return s["stop.effort"] + s["stop_damping.effort"] if stops is not None else 0.0

    net.add(
        Output("net_force", lambda s: net_force(s) / count, unit="N"),
        Output("friction_force", lambda s: friction_force(s) / count, unit="N"),
        Output("force", lambda s: (net_force(s) - friction_force(s) - stop_force(s)) / count, unit="N"),
        Output("head_volume", head.volume, unit="m³"),
        Output("rod_volume", rod_chamber.volume, unit="m³"),
    )
    net.expose("head", "head")
    net.expose("rod_side", "rod_side")
    net.expose("rod", "speed")
    net.publish("extension", "position.value")
    net.publish("speed", "speed.flow")
    net.publish("head_pressure", "head_oil.effort")
    net.publish("rod_pressure", "rod_oil.effort")
    for name, source in (("net_force", "net_force"), ("friction", "friction_force"), ("force", "force"),
                         ("head_volume", "head_volume"), ("rod_volume", "rod_volume")):  # fmt: skip
        net.publish(name, f"{source}.value")


def _check(what: str, bore: Any, rod: Any, stroke: Any, dead_length: Any, leakage: Any, count: int) -> None:
    for value, label in ((bore, "bore"), (stroke, "stroke")):
        scalar(value, f"{label} of {what}", positive=True)
    scalar(rod, f"rod of {what}", nonnegative=True)
    if nominal(rod) >= nominal(bore):
        raise DescriptionError(
            f"{what}: its rod of {nominal(rod):g} m does not fit into its bore of {nominal(bore):g} m. Give diameters, rod "
            "below bore."
        )
    if dead_length is not None:
        scalar(dead_length, f"dead length of {what}", nonnegative=True)
    scalar(leakage, f"leakage of {what}", nonnegative=True)
    whole_number(count, f"count of {what}")


def _check_volumes(what: str, stroke: Any, extension: Any, wall_modulus: Any, dead_volume: Any) -> None:
    if wall_modulus is not None:
        scalar(wall_modulus, f"wall modulus of {what}", positive=True)
    if dead_volume is not None:
        scalar(dead_volume, f"dead volume of {what}", nonnegative=True)
    if extension is not None:
        scalar(extension, f"extension of {what} at the start", nonnegative=True)
        if nominal(extension) > nominal(stroke):
            raise DescriptionError(
                f"extension of {what} at the start is {nominal(extension):g} m, beyond its stroke of {nominal(stroke):g} m."
            )
