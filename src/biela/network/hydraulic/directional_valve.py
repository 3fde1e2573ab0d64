"""Proportional directional valve, four ports and three positions (4/3).

       A     B              u > 0:  P → A,  B → T      (extends a cylinder with A at its head)
     ┌─┴─────┴─┐            u < 0:  P → B,  A → T
u ──>│ ╳ │ ┴┬ │ ║ │         Q = a(u) C_v φ(Δp) over each of the four edges
     └─┬─────┬─┘
       P     T
"""

from __future__ import annotations

from typing import Literal, get_args

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import HYDRAULIC, Integrator, Law, Network, Output, R, Watch, Zero
from biela.network.context import NetworkSignals
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, OIL, Fluid
from biela.network.hydraulic.orifice import DISCHARGE, SIZE, ClosingRestriction, add_throttle, lost_in, resolve
from biela.network.hydraulic.volume import whole_number
from biela.network.registry import CheckedRecord, choice, component, data, record, signal
from biela.network.value import Value, add_outputs, clip, is_constant, or_input, positive, value_of

Centre = Literal["closed", "open", "tandem", "float"]
EDGES = {"pa": ("p", "a", 1), "bt": ("b", "t", 1), "pb": ("p", "b", -1), "at": ("a", "t", -1)}
"""Edges of the valve: from, to, and the direction of the spool that opens them."""
SPOOL_LIMIT_RATE = 20.0
"""Multiple of a spool's own frequency with which it stops gaining speed at its limit."""


@family
class Spool(CheckedRecord):
    """Dynamics of a spool that follows its command: first order (`time_constant`) or second (`frequency`, `damping`)."""

    noun = "a spool"
    time_constant: Scalar | None = data("s > 0", default=None)
    frequency: Scalar | None = data("rad/s > 0", default=None, about="natural frequency")
    damping: Scalar = data("1 > 0", default=0.8)
    rate: Scalar | None = data("1/s > 0", default=None, about="largest speed, in full openings per second; none by default")

    def __post_init__(self) -> None:
        if (self.time_constant is None) == (self.frequency is None):
            raise DescriptionError("spool: give either its time constant [s] or its natural frequency [rad/s].")
        super().__post_init__()


SPOOL = record(Spool)


@component(
    "hydraulic.directional_valve", **SIZE, command=signal("1"), limit="1 > 0", centre=choice(*get_args(Centre)), overlap="1",
    underlap="1", dead_band="1", spool=SPOOL,
)  # fmt: skip
def directional_valve(
    name: str, fluid: Fluid = OIL, *, coefficient: Scalar | None = None, area: Scalar | None = None, diameter: Scalar | None = None,
    discharge: Scalar = DISCHARGE, command: Value = None, limit: float | None = 1.0, centre: Centre = "closed",
    overlap: Scalar = 0.0, underlap: Scalar = 0.05, dead_band: Scalar = 0.0, spool: Spool | None = None,
    critical_reynolds: float = CRITICAL_REYNOLDS, count: int = 1,
) -> Network:  # fmt: skip
    """4/3 proportional valve; ports `p` (supply), `a`, `b` (consumer), `t` (tank).

    Each of the four edges is an orifice whose opening a(u) multiplies its fully open characteristic:

        Q = a(u) C_v φ(Δp),     a = max(0, (±u − o) / (1 − o)),     o = overlap (negative where the centre is open)

    Parameters
    ----------
    coefficient, area, diameter : of one fully open edge, as in `orifice`
    command : u, −1 … 1: a number, a function of time, a law, a signal's name; None makes an input `…/command`
    limit : where the command is cut off; None for a valve that follows any command, opening beyond full
    centre : "closed" (all blocked), "open" (all joined), "tandem" (P to T), "float" (A and B to T)
    overlap : part of the stroke before an edge opens
    underlap : of the edges that are open at the centre of the other types
    dead_band : part of the command without effect, before the spool moves
    spool : its dynamics; it follows at once by default
    count : equal valves in parallel

    Signals: `name.opening` (u after limit, dead band and spool), `name.flow_a` (out of A), `name.flow_b` (into B), `name.loss`.
    """
    what = f"directional valve {name!r}"
    C_v, transition = resolve(what, fluid, coefficient, area, diameter, discharge, critical_reynolds)
    whole_number(count, f"count of {what}")
    _check(what, command, limit, centre, overlap, underlap, dead_band)
    net = Network(name)
    _add_spool(net, what, command, limit, dead_band, spool)
    net.add(*(Zero(port, domain=HYDRAULIC) for port in "pabt"))
    opened = {"closed": (), "tandem": (), "open": tuple(EDGES), "float": ("at", "bt")}[centre]
    for edge, (tail, head, sign) in EDGES.items():
        kind = ClosingRestriction if centre == "closed" or (centre == "float" and tail == "p") else R
        opening = _opening(sign, -underlap if edge in opened else overlap)
        add_throttle(net, edge, tail, head, opening, count * C_v, transition, kind)
    edges = list(EDGES)
    if centre == "tandem":

        def bypass(s: NetworkSignals) -> Operand:
            return positive(1 - xp.fabs(s["opening.value"]) / underlap)

        add_throttle(net, "pt", "p", "t", bypass, count * C_v, transition, R)
        edges.append("pt")
    for port in "pabt":
        net.expose(port, port)
    add_outputs(
        net, flow_a=(lambda s: s["pa.flow"] - s["at.flow"], "m³/s"), flow_b=(lambda s: s["bt.flow"] - s["pb.flow"], "m³/s"),
        loss=(lost_in(edges), "W"),
    )  # fmt: skip
    return net


def require_parts(what: str, **values: Scalar) -> None:
    """Refuse parts of the stroke that are not from 0 to below 1; they are called by their names."""
    for name, value in values.items():
        if not 0 <= nominal(value) < 1:
            label = name.replace("_", " ")
            raise DescriptionError(f"{label} of {what} is {nominal(value):g}: it is a part of the stroke, from 0 to 1.")


def _check(
    what: str, command: Value, limit: float | None, centre: str, overlap: Scalar, underlap: Scalar, dead_band: Scalar
) -> None:
    if centre not in get_args(Centre):
        raise DescriptionError(f"{what}: its centre is 'closed', 'open', 'tandem' or 'float', not {centre!r}.")
    require_parts(what, overlap=overlap, dead_band=dead_band, underlap=underlap)
    if centre != "closed" and nominal(underlap) == 0:
        raise DescriptionError(f"{what}: the centre is {centre!r}, so it needs an underlap: the part of the stroke it is open for.")
    if limit is not None and command is not None and is_constant(command) and abs(nominal(command)) > limit:
        wrong = f"command of {what} is {nominal(command):g}, outside −{limit:g} … {limit:g}"
        raise DescriptionError(f"{wrong}. Give an opening within it, or limit=None for a valve that opens further.")


def _opening(sign: int, lap: Scalar) -> Law:
    if isinstance(lap, int | float) and lap == 0:
        return lambda s: positive(sign * s["opening.value"])
    return lambda s: positive((sign * s["opening.value"] - lap) / (1 - lap))


def _add_spool(net: Network, what: str, command: Value, limit: float | None, dead_band: Scalar, spool: Spool | None) -> None:
    """Add the signals from the command to the opening."""
    command = or_input(net, "command", command)

    def wanted(s: NetworkSignals) -> Operand:
        u = value_of(command, s)
        if limit is not None:
            u = clip(u, -limit, limit)
        if not (isinstance(dead_band, int | float) and dead_band == 0):
            u = xp.sign(u) * positive(xp.fabs(u) - dead_band) / (1 - dead_band)
        return u

    if limit is not None and not is_constant(command):
        said = (
            f"the command of {what} (at {{path}}) leaves −{limit:g} … {limit:g} at t = {{t:.6g}} s and is cut off there. Lower the "
            "gain, slow the reference, or say limit=None for a valve that opens further."
        )
        net.add(Watch("limit", lambda s: 1 - xp.fabs(value_of(command, s)) / limit + 1e-9, message=said))
    net.publish("opening", "opening.value")
    if spool is None:
        net.add(Output("opening", wanted))
    elif spool.frequency is None:
        T, fastest = spool.time_constant, spool.rate

        def following(s: NetworkSignals) -> Operand:
            rate = (wanted(s) - s["opening.value"]) / T
            return rate if fastest is None else clip(rate, -fastest, fastest)

        net.add(Integrator("opening", following))
    else:
        w, z = spool.frequency, spool.damping

        def acceleration(s: NetworkSignals) -> Operand:
            speed = s["spool_speed.value"]
            free = w * w * (wanted(s) - s["opening.value"]) - 2 * z * w * speed
            if spool.rate is None:
                return free
            # what would pass the limit is taken back at once, so that the speed itself never does
            return clip(free, -SPOOL_LIMIT_RATE * w * (speed + spool.rate), SPOOL_LIMIT_RATE * w * (spool.rate - speed))

        net.add(Integrator("spool_speed", acceleration), Integrator("opening", lambda s: s["spool_speed.value"]))
