"""What networks ask a run to look out for: the end of a stroke, cavitation, a command that is cut off.

A watch that stops the run is an event, found exactly. One that warns is looked at in the outputs after the run, so that
it costs nothing on the way, and is reported once, with the time and the component.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import InconsistentStart, warn
from biela.base.session import derived
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size
from biela.simulation.event import Event
from biela.state.functions import MachineFunctions, functions_of
from biela.state.samples import Samples, frame_pose, frame_poses

if TYPE_CHECKING:
    from biela.simulation.history import History

NOTHING = 1e-6
"""A normal force below this is none [N]."""
MEETING = 1e-9
"""Pins nearer than this part of the machine's size coincide."""


class WatchWarning(UserWarning):
    """Something that a component watches for happened: cavitation, the end of a stroke, a command cut off."""


@dataclass(frozen=True)
class Watched:
    """A watch of a network, as an event of the machine."""

    event: Event
    place: str
    text: str

    @property
    def stops(self) -> bool:
        return self.event.action == "stop"

    def message(self, t: float) -> str:
        return self.text.replace("{path}", repr(self.place)).replace("{t:.6g}", f"{t:.6g}")


@derived
def watches(mechanism: Mechanism) -> list[Watched]:
    """All watches of a machine; kept, so that they are compiled once."""
    from biela.network.element import Watch

    found = []
    for attachment in mechanism.networks.values():
        for node in attachment.graph.nodes:
            if isinstance(node.element, Watch):
                name = f"{attachment.prefix}{node.path}"
                action = "stop" if node.element.action == "stop" else "record"
                event = Event(name, f"{name}.margin", "falling", action)  # type: ignore[arg-type]
                place = f"{attachment.prefix}{node.scope[:-1]}" if node.scope else attachment.name
                found.append(Watched(event, place, node.element.message))
    return found + [_lifting(name) for name, c in mechanism.couplings.items() if "normal_force" in c.outputs]


def _lifting(name: str) -> Watched:
    """A wheel that the plane would have to pull."""
    event = Event(name, lambda s: s[f"{name}.normal_force"] + NOTHING, "falling", "record")
    text = (
        "the normal force of {path} turns negative at t = {t:.6g} s: it holds both ways, so the plane pulls the wheel down where a "
        "real one would lift off. Drive more slowly, put more weight on it, or let a contact carry it (m.footing, a tyre)."
    )
    return Watched(event, name, text)


def stopping(mechanism: Mechanism) -> list[Event]:
    """The watches that end a run."""
    return [w.event for w in watches(mechanism) if w.stops]


def _margins(functions: MachineFunctions, chosen: list[Watched], t: Any, x: Any, u: Any, p: Any) -> Any:
    """(samples, watches) margins; below zero where something is wrong."""
    kernel = functions_of(
        functions.mechanism, functions.laws, functions.stabilisation, tuple(w.event.expression() for w in chosen)
    )["events"]
    return np.asarray(kernel.batch(np.reshape(t, (-1, 1)), x, u, p, threads=1)).reshape(len(x), len(chosen))


def refuse_bad_starts(functions: MachineFunctions, t: float, X: Any, U: Any, P: Any) -> None:
    """The same of many machines, one per row: all are looked at together, and one that is suspect alone."""
    mechanism, chosen = functions.mechanism, [w for w in watches(functions.mechanism) if w.stops]
    good = np.ones(len(X), bool)
    if lines := _lines(mechanism):
        samples, least = (Samples(mechanism, functions, np.full(len(X), t), X, U, P), 2 * MEETING * machine_size(mechanism))
        for _, port in lines:
            between = frame_pose(samples, port.a)[1] - frame_pose(samples, port.b)[1]
            good &= np.linalg.norm(between, axis=1) > least
    if chosen:
        good &= (_margins(functions, chosen, np.full(len(X), t), X, U, P) >= 0).all(axis=1)
    for k in np.flatnonzero(~good):
        try:
            refuse_bad_start(functions, t, X[k], U[k], P[k])
        except InconsistentStart as error:
            raise InconsistentStart(f"machine {k} of the batch: {error}") from None


def refuse_bad_start(functions: MachineFunctions, t: float, x: Any, u: Any, p: Any) -> None:
    """A start at which a stopping watch has already happened is an error: the piston is beyond its stroke."""
    _refuse_lines_without_length(functions, t, x, u, p)
    chosen = [w for w in watches(functions.mechanism) if w.stops]
    if not chosen:
        return
    margin = _margins(functions, chosen, np.array([t]), np.asarray(x)[None], u, p)[0]
    for value, watched in zip(margin, chosen, strict=True):
        if not value >= 0:
            beyond = f" (by {-value:.4g} m)" if np.isfinite(value) else ""
            raise InconsistentStart(
                f"at the start already{beyond}: {watched.message(t)} Start from another position, or correct its dead length."
            )


def _lines(mechanism: Mechanism) -> list[tuple[Any, Any]]:
    """Ports of networks between two points, each with its network."""
    from biela.mechanism.port import LinePort

    return [(a, port) for a in mechanism.networks.values() for port in a.ports if isinstance(port, LinePort)]


def _refuse_lines_without_length(functions: MachineFunctions, t: float, x: Any, u: Any, p: Any) -> None:
    """A cylinder whose pins coincide pushes in no direction."""
    mechanism = functions.mechanism
    lines = _lines(mechanism)
    if not lines:
        return
    pose = frame_poses(functions, t, x, u, p)
    for attachment, port in lines:
        length = float(np.linalg.norm(pose(port.a)[1] - pose(port.b)[1]))
        if length <= MEETING * machine_size(mechanism):
            raise InconsistentStart(
                f"the pins of port {port.name!r} of network {attachment.name!r} (a cylinder between {port.a.body.name!r} and "
                f"{port.b.body.name!r}) coincide at the start: its force has no direction there. Put the pins apart, or start from "
                "another position."
            )


def report(history: History) -> None:
    """Say, once each, what happened in a run."""
    found = []
    for happening in history.events:
        for watched in watches(history.mechanism):
            if watched.stops and watched.event.name == happening.name:
                found.append(watched.message(happening.time))
    chosen = [w for w in watches(history.mechanism) if not w.stops]
    if chosen:
        margin = _margins(history.functions, chosen, history.t, history.x, history.u, history.p)
        for k, watched in enumerate(chosen):
            below = np.flatnonzero(margin[:, k] < 0)
            if len(below):
                found.append(watched.message(_crossing(history.t, margin[:, k], int(below[0]))))
    for text in found:
        history.notes.append(text)
        warn(f"{history.mechanism.name!r}: {text}", WatchWarning)


def happened_in_many(functions: MachineFunctions, t: Any, x: Any, U: Any, P: Any) -> list[str]:
    """What components warn of in runs of many machines, x of shape (n, N, n_x): each once, with the number of machines."""
    chosen, (n, N) = [w for w in watches(functions.mechanism) if not w.stops], x.shape[:2]
    if not chosen:
        return []
    flat = np.repeat(t, N), x.reshape(n * N, -1), np.tile(U, (n, 1)), np.tile(P, (n, 1))
    below = _margins(functions, chosen, *flat).reshape(n, N, len(chosen)) < 0
    found = []
    for k, watched in enumerate(chosen):
        machines = np.flatnonzero(below[:, :, k].any(axis=0))
        if len(machines):
            first = float(t[below[:, machines[0], k].argmax()])
            found.append(f"{len(machines)} of {N} machines, first machine {machines[0]}: {watched.message(first)}")
    return found


def _crossing(t: Any, margin: Any, first: int) -> float:
    """Time of the passage through zero before an output, by a straight line."""
    if first == 0:
        return float(t[0])
    a, b = margin[first - 1], margin[first]
    return float(t[first - 1] + (t[first] - t[first - 1]) * a / (a - b))
