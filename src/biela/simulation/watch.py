"""Events that networks bring into a run: changes of modes, and watches for the end of a stroke, cavitation, a command cut off.

Each rule of a mode is an event that changes its value. A watch that stops the run is an event too, found exactly. One that warns is
evaluated at the outputs after the run, so that it costs nothing on the way, and is reported once, with the time and the component.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import InconsistentStart, warn
from biela.base.session import derived
from biela.equations.layout import layout_of
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size
from biela.simulation.event import Event
from biela.state.functions import MachineFunctions, functions_of
from biela.state.network_start import state_place
from biela.state.samples import Samples, frame_pose, frame_poses
from biela.state.state import State

if TYPE_CHECKING:
    from biela.simulation.history import History

NO_FORCE = 1e-6
"""Largest normal force that counts as none [N]."""
MEETING = 1e-9
"""Largest distance of pins that coincide [machine sizes]."""


class WatchWarning(UserWarning):
    """A component reports cavitation, the end of a stroke, or a command cut off."""


@derived
def mode_events(mechanism: Mechanism) -> list[Event]:
    """Return the rules of all modes as events, in the order of the description; cached, so that they are compiled once."""
    from biela.network.element import Mode

    events = []
    for attachment in mechanism.networks.values():
        for node in attachment.graph.nodes:
            if isinstance(node.element, Mode):
                name = f"{attachment.prefix}{node.path}"
                for k, rule in enumerate(node.element.rules, start=1):
                    label = name if len(node.element.rules) == 1 else f"{name}.{k}"
                    also = ((other, f"{name}.set_{k}_{j}") for j, (other, _) in enumerate(rule.sets, start=1))
                    change = Change(((name, f"{name}.to_{k}"), *also))
                    events.append(Event(label, f"{name}.when_{k}", rule.direction, change))
    return events


@dataclass(frozen=True)
class Change:
    """Action of a rule that comes true: states take the values of signals."""

    sets: tuple[tuple[str, str], ...]
    """State of a network → signal with its new value."""

    def __call__(self, state: State) -> State:
        return state.with_states({name: state[signal] for name, signal in self.sets})

    def places(self, mechanism: Mechanism) -> list[tuple[int, str]]:
        """Return entry of x → signal with its new value."""
        first = layout_of(mechanism).networks.start
        return [(first + state_place(mechanism, name), signal) for name, signal in self.sets]


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
    """Return all watches of a machine; cached, so that they are compiled once."""
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
    lifting = (
        "the normal force of {path} turns negative at t = {t:.6g} s: it holds both ways, so the plane pulls the wheel down where a "
        "real one would lift off. Drive more slowly, put more weight on it, or let a contact carry it (m.footing, a tyre)."
    )
    for name in (name for name, c in mechanism.couplings.items() if "normal_force" in c.outputs):
        when = partial(lambda name, s: s[f"{name}.normal_force"] + NO_FORCE, name)
        found.append(Watched(Event(name, when, "falling", "record"), name, lifting))
    return found


def stopping(mechanism: Mechanism) -> list[Event]:
    """Return the watches that end a run."""
    return [w.event for w in watches(mechanism) if w.stops]


def _margins(functions: MachineFunctions, chosen: list[Watched], t: Any, x: Any, u: Any, p: Any) -> Any:
    """Return (samples, watches) margins; below zero where something is wrong."""
    kernel = functions_of(functions.mechanism, functions.laws, functions.stabilisation, tuple(w.event.expression for w in chosen))[
        "events"
    ]
    return np.asarray(kernel.batch(np.reshape(t, (-1, 1)), x, u, p, threads=1)).reshape(len(x), len(chosen))


def refuse_bad_starts(functions: MachineFunctions, t: float, X: Any, U: Any, P: Any) -> None:
    """Refuse bad starts of many machines, one per row: all are checked together, and a suspect one by itself."""
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
    """Refuse a start at which a stopping watch has already happened, such as a piston beyond its stroke."""
    mechanism = functions.mechanism
    pose = frame_poses(functions, t, x, u, p) if (lines := _lines(mechanism)) else None
    for attachment, port in lines:
        assert pose is not None
        if float(np.linalg.norm(pose(port.a)[1] - pose(port.b)[1])) <= MEETING * machine_size(mechanism):
            raise InconsistentStart(
                f"the pins of port {port.name!r} of network {attachment.name!r} (a cylinder between {port.a.body.name!r} and "
                f"{port.b.body.name!r}) coincide at the start: its force has no direction there. Put the pins apart, or start from "
                "another position."
            )
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
    """Return ports of networks between two points, each with its network."""
    from biela.mechanism.port import LinePort

    return [(a, port) for a in mechanism.networks.values() for port in a.ports if isinstance(port, LinePort)]


def report(history: History) -> None:
    """Note and warn of what happened in a run, once each."""
    stops = {w.event.name: w for w in watches(history.mechanism) if w.stops}
    found = [stops[happening.name].message(happening.time) for happening in history.events if happening.name in stops]
    chosen = [w for w in watches(history.mechanism) if not w.stops]
    if chosen:
        margin = _margins(history.functions, chosen, history.t, history.x, history.u, history.p)
        for k, watched in enumerate(chosen):
            below = np.flatnonzero(margin[:, k] < 0)
            if len(below):
                around = slice(max(int(below[0]) - 1, 0), int(below[0]) + 1)  # the passage through zero
                found.append(watched.message(float(np.interp(0.0, margin[around, k][::-1], history.t[around][::-1]))))
    for text in found:
        history.notes.append(text)
        warn(f"{history.mechanism.name!r}: {text}", WatchWarning)


def happened_in_many(functions: MachineFunctions, t: Any, x: Any, U: Any, P: Any) -> list[str]:
    """Return the warnings of components in runs of many machines, x (n, N, n_x): each once, with the number of machines."""
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
