"""Proportional directional valve, four ports and three positions (4/3).

       A     B              u > 0:  P → A,  B → T      (extends a cylinder with A at its head)
     ┌─┴─────┴─┐            u < 0:  P → B,  A → T
u ──>│ ╳ │ ┴┬ │ ║ │         Q = a(u) C_v φ(Δp) over each of the four edges
     └─┬─────┬─┘
       P     T
"""

from __future__ import annotations

from typing import Any, Literal

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.mechanism.parameter import nominal
from biela.network.domain import HYDRAULIC
from biela.network.element import Command, Integrator, Output, R, Watch, Zero
from biela.network.hydraulic.fluid import CRITICAL_REYNOLDS, FLUID, OIL, Fluid
from biela.network.hydraulic.opening import add_path
from biela.network.hydraulic.orifice import DISCHARGE, Closing, resolve, turbulent
from biela.network.hydraulic.volume import whole_number
from biela.network.network import Network
from biela.network.registry import Record, choice, component, data, number, record, signal
from biela.network.value import Value, is_constant, value_of

Centre = Literal["closed", "open", "tandem", "float"]
EDGES = {"pa": ("p", "a", 1), "bt": ("b", "t", 1), "pb": ("p", "b", -1), "at": ("a", "t", -1)}
"""Edges of the valve: from, to, and the direction of the spool that opens them."""
QUICK = 20.0
"""How much quicker than its own frequency a spool stops gaining speed at the limit of it."""


@family
class Spool(Record):
    """How the spool follows its command: first order (`time_constant`) or second (`frequency`, `damping`)."""

    noun = "a spool"
    time_constant: Any = data("s > 0", default=None)
    frequency: Any = data("rad/s > 0", default=None, about="natural frequency")
    damping: Any = data("1 > 0", default=0.8)
    rate: Any = data("1/s > 0", default=None, about="largest speed, in full openings per second; none by default")

    def __post_init__(self) -> None:
        if (self.time_constant is None) == (self.frequency is None):
            raise DescriptionError("spool: give either its time constant [s] or its natural frequency [rad/s].")
        super().__post_init__()


def positive(x: Any) -> Any:
    """max(x, 0); its derivative at zero is the mean of both sides."""
    return 0.5 * (x + xp.fabs(x))


SPOOL = record(Spool)


@component(
    "hydraulic.directional_valve", fluid=FLUID, coefficient="m^3/s/Pa^0.5", area="m^2", diameter="m", discharge="1 > 0",
    critical_reynolds=number("1 > 0", "critical Reynolds number"), command=signal("1"), limit="1 > 0",
    centre=choice("closed", "open", "tandem", "float"), overlap="1", underlap="1", dead_band="1", spool=SPOOL,
)  # fmt: skip
def directional_valve(
    name: str, fluid: Fluid = OIL, *, coefficient: Any = None, area: Any = None, diameter: Any = None,
    discharge: Any = DISCHARGE, command: Value = None, limit: float | None = 1.0, centre: Centre = "closed",
    overlap: Any = 0.0, underlap: Any = 0.05, dead_band: Any = 0.0, spool: Spool | None = None,
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
    lap = _laps(centre, overlap, underlap)
    for edge, (tail, head, sign) in EDGES.items():
        kind = Closing if centre == "closed" or (centre == "float" and tail == "p") else R
        _add_edge(net, edge, tail, head, _opening(sign, lap[edge]), count * C_v, transition, kind)
    if centre == "tandem":
        _add_edge(net, "pt", "p", "t", lambda u: positive(1 - xp.fabs(u) / underlap), count * C_v, transition)
    edges = [*EDGES, *(["pt"] if centre == "tandem" else [])]
    net.add(
        Output("flow_a", lambda s: s["pa.flow"] - s["at.flow"], unit="m³/s"),
        Output("flow_b", lambda s: s["bt.flow"] - s["pb.flow"], unit="m³/s"),
        Output("loss", lambda s: sum(s[f"{e}.flow"] * s[f"{e}.effort"] for e in edges), unit="W"),
    )
    for port in "pabt":
        net.expose(port, port)
    net.publish(flow_a="flow_a.value", flow_b="flow_b.value", loss="loss.value")
    return net


def require_parts(what: str, **values: Any) -> None:
    """Parts of the stroke, from 0 to below 1, called by their names."""
    for name, value in values.items():
        if not 0 <= nominal(value) < 1:
            label = name.replace("_", " ")
            raise DescriptionError(f"{label} of {what} is {nominal(value):g}: it is a part of the stroke, from 0 to 1.")


def _check(what: str, command: Value, limit: float | None, centre: str, overlap: Any, underlap: Any, dead_band: Any) -> None:
    if centre not in ("closed", "open", "tandem", "float"):
        raise DescriptionError(f"{what}: its centre is 'closed', 'open', 'tandem' or 'float', not {centre!r}.")
    require_parts(what, overlap=overlap, dead_band=dead_band, underlap=underlap)
    if centre != "closed" and nominal(underlap) == 0:
        raise DescriptionError(f"{what}: the centre is {centre!r}, so it needs an underlap: the part of the stroke it is open for.")
    if limit is not None and command is not None and is_constant(command) and abs(nominal(command)) > limit:
        raise DescriptionError(
            f"command of {what} is {nominal(command):g}, outside −{limit:g} … {limit:g}. Give an opening within it, or "
            "limit=None for a valve that opens further."
        )


def _laps(centre: Centre, overlap: Any, underlap: Any) -> dict[str, Any]:
    opened = {"closed": (), "tandem": (), "open": tuple(EDGES), "float": ("at", "bt")}[centre]
    return {edge: -underlap if edge in opened else overlap for edge in EDGES}


def _opening(sign: int, lap: Any) -> Any:
    if isinstance(lap, int | float) and lap == 0:
        return lambda u: positive(sign * u)
    return lambda u: positive((sign * u - lap) / (1 - lap))


def _add_edge(net: Network, edge: str, tail: str, head: str, opening: Any, C_v: Any, transition: Any, kind: type[R] = R) -> None:
    def flow(dp: Any, s: Any) -> Any:
        return opening(s["opening.value"]) * C_v * turbulent(dp, transition)

    add_path(net, edge, tail, head, flow, kind)


def _add_spool(net: Network, what: str, command: Value, limit: float | None, dead_band: Any, spool: Spool | None) -> None:
    """Signals from the command to the opening."""
    if command is None:
        net.add(Command("command"))
        command = "command.value"

    def wanted(s: Any) -> Any:
        u = value_of(command, s)
        if limit is not None:
            u = xp.fmin(xp.fmax(u, -limit), limit)
        if not (isinstance(dead_band, int | float) and dead_band == 0):
            u = xp.sign(u) * positive(xp.fabs(u) - dead_band) / (1 - dead_band)
        return u

    if limit is not None and not is_constant(command):
        net.add(
            Watch(
                "limit",
                lambda s: 1 - xp.fabs(value_of(command, s)) / limit + 1e-9,
                message=f"the command of {what} (at {{path}}) leaves −{limit:g} … {limit:g} at t = {{t:.6g}} s and is cut "
                "off there. Lower the gain, slow the reference, or say limit=None for a valve that opens further.",
            )
        )
    if spool is None:
        net.add(Output("opening", wanted))
        net.publish("opening", "opening.value")
        return

    def rate_limited(rate: Any) -> Any:
        return rate if spool.rate is None else xp.fmin(xp.fmax(rate, -spool.rate), spool.rate)

    if spool.time_constant is not None:
        net.add(Integrator("opening", lambda s: rate_limited((wanted(s) - s["opening.value"]) / spool.time_constant)))
    else:
        w, z = spool.frequency, spool.damping

        def acceleration(s: Any) -> Any:
            speed = s["spool_speed.value"]
            free = w * w * (wanted(s) - s["opening.value"]) - 2 * z * w * speed
            if spool.rate is None:
                return free
            # what would pass the limit is taken back at once, so that the speed itself never does
            return xp.fmin(xp.fmax(free, -QUICK * w * (speed + spool.rate)), QUICK * w * (spool.rate - speed))

        net.add(Integrator("spool_speed", acceleration), Integrator("opening", lambda s: s["spool_speed.value"]))
    net.publish("opening", "opening.value")
