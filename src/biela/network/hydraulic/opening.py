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

from collections.abc import Iterable

from biela.mechanism.parameter import Scalar
from biela.network.domain import HYDRAULIC
from biela.network.element import Law, R, Sensor
from biela.network.hydraulic.orifice import ClosingRestriction, FlowLaw, turbulent
from biela.network.hydraulic.volume import add_lines, add_path
from biela.network.network import Network
from biela.network.smooth import step
from biela.network.value import add_outputs

SHARP = 100.0
"""Reynolds number at which the flow over a sharp metering edge becomes turbulent."""
LIFT = 1e4
"""Pressure over which a piston that only pushes comes to bear [Pa]."""


def add_throttle(net: Network, name: str, tail: str, head: str, share: Law, C_v: Scalar, transition: Scalar) -> None:
    """Add a throttle from line to line: Q = share(signals) C_v φ(Δp)."""
    add_flow(net, name, tail, head, lambda dp, s: share(s) * C_v * turbulent(dp, transition), ClosingRestriction)


def add_flow(net: Network, name: str, tail: str, head: str, flow: FlowLaw, kind: type[R] = R) -> None:
    """Add a resistance from line to line: flow(Δp, signals)."""
    add_path(net, f"through_{name}", tail, head, kind(name, flow=flow, domain=HYDRAULIC))


def add_sensed(net: Network, *ports: str) -> None:
    """Add lines behind ports that take no flow: what is connected there is only felt."""
    add_lines(net, *ports)
    for port in ports:
        net.add_at(f"line_{port}", Sensor(f"{port}_gauge", "effort"))


def publish_flow(net: Network, *paths: tuple[str, int]) -> None:
    """Publish `flow` (Σ sign · flow of the paths) and `loss` (of all of them)."""
    add_outputs(
        net,
        flow=(lambda s: sum(sign * s[f"{path}.flow"] for path, sign in paths), "m³/s"),
        loss=(lost_in(path for path, _ in paths), "W"),
    )  # fmt: skip


def lost_in(paths: Iterable[str]) -> Law:
    """Return the power that these paths take [W], as a law of signals."""
    own = tuple(paths)
    return lambda s: sum(s[f"{path}.flow"] * s[f"{path}.effort"] for path in own)


def compensating(line: str, load: str, margin: Scalar, band: Scalar) -> Law:
    """Return the opening that keeps a line a margin above a load, h(½ + (p_load + margin − p)/band), as a law of signals."""
    return lambda s: step(0.5 + (s[f"{load}.effort"] + margin - s[f"{line}.effort"]) / band)


def checking(tail: str, head: str, cracking: Scalar) -> Law:
    """Return the opening of a check valve, which is full at three times its cracking pressure, as a law of signals."""
    return lambda s: step((s[f"{tail}.effort"] - s[f"{head}.effort"] - cracking) / (2 * cracking))
