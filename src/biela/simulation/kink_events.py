"""Known kinks as events: adaptive steps end where a law is not smooth, however narrow it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.equations.canonical import curves_in, signals_of
from biela.integrate.outcome import WHOLE
from biela.mechanism.kink import Kinks, pieces_passed
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.motion.pieces import curves_met
from biela.mechanism.sensor.signal import UserSensor
from biela.network.element.resistance import R
from biela.network.element.storage import Storage
from biela.simulation.event import Event


@dataclass(frozen=True)
class Kink(Event):
    """Values of a quantity at which a law is not smooth, as the touch of a stop: a step ends there, and nothing else happens."""

    values: tuple[float, ...] = ()

    @property
    def sign(self) -> int:
        return WHOLE


def kink_events(mechanism: Mechanism, laws: Mapping[str, Any]) -> list[Kink]:
    """Return the known kinks of a machine and of the laws of its inputs."""
    own = [*_own_kinks(mechanism), *(kink for name, law in laws.items() for kink in _law_kinks(name, law))]
    sensors = _sensor_kinks(mechanism)
    return [*own, *(kink for name in _sensors_read(mechanism, laws) for kink in sensors[name])] if sensors else own


@derived
def _own_kinks(mechanism: Mechanism) -> list[Kink]:
    """Return the kinks of loads, couplings and elements of networks; kept, so that they are compiled once."""
    elements: list[Any] = [*mechanism.loads.values(), *mechanism.couplings.values()]
    return [
        *(_kink(element.name, kinks) for element in elements for kinks in element.kinks(mechanism)),
        *(kink for load in mechanism.loads.values() for law in load.functions for kink in _law_kinks(load.name, law)),
        *_network_kinks(mechanism),
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


@derived
def _sensor_kinks(mechanism: Mechanism) -> dict[str, list[Kink]]:
    """Return the knots of the curves in the laws of users' sensors, by sensor; kept, so that they are compiled once."""
    sensors = [sensor for sensor in mechanism.sensors.values() if isinstance(sensor, UserSensor)]
    found = {sensor.name: _law_kinks(sensor.name, sensor.law) for sensor in sensors}
    return {name: kinks for name, kinks in found.items() if kinks}


def _sensors_read(mechanism: Mechanism, laws: Mapping[str, Any]) -> list[str]:
    """Return the sensors with knots that a law reads, itself or through another sensor; any of them, where there are networks."""
    kinked, sensors = _sensor_kinks(mechanism), mechanism.sensors
    if mechanism.networks:
        return list(kinked)
    asked = [law for load in mechanism.loads.values() for law in load.functions] + list(laws.values())
    read: dict[str, None] = {}
    while asked:
        law = asked.pop()
        for name in signals_of(law, law) if callable(law) else ():
            sensor = sensors.get(name.removesuffix(".value"))
            if isinstance(sensor, UserSensor) and sensor.name not in read:
                read[sensor.name] = None
                asked.append(sensor.law)
    return [name for name in kinked if name in read]


def _network_kinks(mechanism: Mechanism) -> list[Kink]:
    """Return the knots of the laws of storages and resistances in networks, in the quantity that each is a function of."""

    def signal(name: str) -> Callable[[Any], Any]:
        return lambda s: s[name]

    found = []
    for attached in mechanism.networks.values():
        for node in attached.graph.nodes:
            if isinstance(node.element, Storage | R) and node.element.knots:
                path = f"{attached.prefix}{node.path}"
                found.append(_kink(path, Kinks(signal(f"{path}.{node.element.quantity}"), node.element.knots)))
    return found
