"""Throttles that pressures open: what check, counterbalance, reducing and flow-control valves are made of.

      a ──> Q ──┤ h ├── b          Q = h(x) C_v φ(p_a − p_b),      h = s² (3 − 2 s),  s = x between 0 and 1
              ↑
              x : the balance of pressures on the spool over the pressure that opens it fully

Since h is never negative, power is only taken, whatever x is made of. h has no corner: neither where it begins to open nor
where it is fully open, so that implicit methods keep their order. The edges of such valves are sharp: their flow turns
turbulent at Re = 100 already.

Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3 and 5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.network.domain import HYDRAULIC
from biela.network.element import One, Output, R, Sensor, Zero
from biela.network.hydraulic.fluid import FLUID
from biela.network.hydraulic.orifice import Closing, turbulent
from biela.network.network import Network
from biela.network.registry import number
from biela.network.smooth import ramp, step
from biela.network.value import following

SHARP = 100.0
"""Reynolds number at which the flow over a sharp metering edge becomes turbulent."""
LIFT = 1e4
"""Over which pressure a piston that only pushes comes to bear [Pa]."""
REYNOLDS = number("1 > 0", "critical Reynolds number")
SIZE: dict[str, Any] = {
    "fluid": FLUID, "coefficient": "m^3/s/Pa^0.5", "area": "m^2", "diameter": "m", "discharge": "1 > 0",
    "critical_reynolds": REYNOLDS,
}  # fmt: skip
"""How the size of a fully open edge is written in files; see `orifice.resolve`."""


def opening(x: Any) -> Any:
    """h(x): 0 below 0, 1 above 1, s² (3 − 2 s) between; ½ at ½."""
    return step(x)


def pushing(x: Any, width: float = LIFT) -> Any:
    """max(x, 0) without its corner: x²/2w up to w, then x − w/2."""
    return ramp(x, width)


def add_opening(net: Network, name: str, wanted: Callable[[Any], Any], lag: Any, *, start: float) -> None:
    """A signal `name.value`: the opening that pressures ask for, at once or with a lag [s], from `start`."""
    net.add(following(name, wanted, lag, initial=start))


def add_throttle(net: Network, name: str, tail: str, head: str, share: Callable[[Any], Any], C_v: Any, transition: Any) -> None:
    """A throttle from line to line: Q = share(signals) C_v φ(Δp)."""
    add_path(net, name, tail, head, lambda dp, s: share(s) * C_v * turbulent(dp, transition), kind=Closing)


def add_path(net: Network, name: str, tail: str, head: str, flow: Callable[[Any, Any], Any], kind: type[R] = R) -> None:
    """A resistance from line to line: flow(Δp, signals)."""
    net.add(One(f"through_{name}", domain=HYDRAULIC))
    net.connect(tail, f"through_{name}", head)
    net.add_at(f"through_{name}", kind(name, flow=flow, domain=HYDRAULIC))


def add_lines(net: Network, *ports: str) -> None:
    """Lines `line_…`, each behind a port."""
    for port in ports:
        net.add(Zero(f"line_{port}", domain=HYDRAULIC))
        net.expose(port, f"line_{port}")


def add_sensed(net: Network, *ports: str) -> None:
    """Lines behind ports that take no flow: what is connected there is only felt."""
    add_lines(net, *ports)
    for port in ports:
        net.add_at(f"line_{port}", Sensor(f"{port}_gauge", "effort"))


def publish_flow(net: Network, *paths: tuple[str, int]) -> None:
    """Signals `flow` (Σ sign · flow of the paths) and `loss` (of all of them)."""
    net.add(
        Output("flow", lambda s: sum(sign * s[f"{path}.flow"] for path, sign in paths), unit="m³/s"),
        Output("loss", lambda s: sum(s[f"{path}.flow"] * s[f"{path}.effort"] for path, _ in paths), unit="W"),
    )
    net.publish(flow="flow.value", loss="loss.value")
