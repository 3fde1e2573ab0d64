"""Known kinks as events: adaptive steps end where a law is not smooth, however narrow it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from biela.dataclass import dataclass
from biela.equations.canonical import curves_in
from biela.mechanism.kink import Kinks, pieces_passed
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.motion.pieces import curves_met
from biela.mechanism.session import derived
from biela.network.element.storage import Storage
from biela.simulation.event import Event
from biela.simulation.integrator.outcome import WHOLE


@dataclass(frozen=True)
class Kink(Event):
    """Values of a quantity at which a law is not smooth, as the touch of a stop: a step ends there, and nothing else happens."""

    values: tuple[float, ...] = ()

    @property
    def sign(self) -> int:
        return WHOLE


def kink_events(mechanism: Mechanism, laws: Mapping[str, Any]) -> list[Kink]:
    """Return the known kinks of a machine and of the laws of its inputs."""
    return [*_own_kinks(mechanism), *(kink for name, law in laws.items() for kink in _law_kinks(name, law))]


@derived
def _own_kinks(mechanism: Mechanism) -> list[Kink]:
    """Return the kinks of loads, couplings and storages of networks; kept, so that they are compiled once."""
    elements: list[Any] = [*mechanism.loads.values(), *mechanism.couplings.values()]
    return [
        *(_kink(element.name, kinks) for element in elements for kinks in element.kinks(mechanism)),
        *(kink for load in mechanism.loads.values() for law in load.functions for kink in _law_kinks(load.name, law)),
        *_storage_kinks(mechanism),
    ]


def _kink(name: str, kinks: Kinks) -> Kink:
    quantity, values = kinks
    return Kink(name, lambda s: pieces_passed(quantity(s), values), values=values)


def _law_kinks(name: str, law: Any) -> list[Kink]:
    """Return the knots of the curves that a user's law of signals calls."""
    if isinstance(law, Motion) or takes_time(law):
        return []

    def argument(place: int) -> Callable[[Any], Any]:
        def quantity(signals: Any) -> Any:
            with curves_met() as met:
                law(signals)
            return met[place][0]

        return quantity

    return [_kink(name, Kinks(argument(k), knots)) for k, knots in enumerate(curves_in(law))]


def _storage_kinks(mechanism: Mechanism) -> list[Kink]:
    """Return the knots of the laws of storages in networks, in the quantity that each stores."""

    def signal(name: str) -> Callable[[Any], Any]:
        return lambda s: s[name]

    found = []
    for attached in mechanism.networks.values():
        for node in attached.graph.nodes:
            if isinstance(node.element, Storage) and node.element.knots:
                path = f"{attached.prefix}{node.path}"
                found.append(_kink(path, Kinks(signal(f"{path}.{node.element.quantity}"), node.element.knots)))
    return found
