"""Known kinks: adaptive steps end where a law is not smooth, at events if it is a law of signals, at known times if of time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.equations.canonical import curves_in, signals_of
from biela.integrate.outcome import WHOLE
from biela.mechanism.kink import Kinks, pieces_passed
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.motion.base import sampled
from biela.mechanism.motion.pieces import curves_met
from biela.mechanism.sensor.signal import UserSensor
from biela.network.element.resistance import R
from biela.network.element.storage import Storage
from biela.network.made import time_functions
from biela.simulation.event import Event

SAMPLES, SAMPLES_PER_STEP = 20_000, 8
"""Times at which a user's function is sampled in search of pulses, and least number of them in each step."""
SHARP, RARE, MOST_PULSES = 0.01, 20.0, 100
"""A pulse exceeds `SHARP` times the function's range and `RARE` times the median of all steps. A function with more pulses than
`MOST_PULSES` is a fast one."""


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


def breakpoints(machine: Mechanism, laws: Mapping[str, Any], span: tuple[float, float, float] | None = None) -> Array:
    """Return times at which a function of time among inputs, loads, networks and prescribed motions is not smooth; with a span, its
    beginning, end and longest step, also those of pulses that steps may miss."""
    functions = [*laws.values(), *(drive.motion for drive in machine.drives.values())]
    for load in machine.loads.values():
        functions += load.functions
    functions += (f for attached in machine.networks.values() for f in time_functions(attached.network))
    times: set[float] = set()
    for f in functions:
        if isinstance(f, Motion):
            times |= set(f.breaks)
        elif span is not None and takes_time(f):
            times |= set(pulses(f, *span))
    return np.array(sorted(times))


def pulses(f: Any, begin: float, end: float, longest: float) -> list[float]:
    """Return beginning, peak and end of pulses of a user's function of time that are shorter than the longest step: its stages may
    all miss them. A pulse shorter than the samples are apart stays hidden."""
    steps = min(int(np.ceil((end - begin) / longest)), SAMPLES // SAMPLES_PER_STEP)
    t = np.linspace(begin, end, steps * max(SAMPLES_PER_STEP, SAMPLES // steps) + 1)
    try:
        x = sampled(f, t)[0]
    except Exception:  # a user's function, of a vector for instance, may raise anything when called with an array of times
        return []
    if x.shape != t.shape or not np.all(np.isfinite(x)):
        return []
    # in each step, what is left beyond the straight line from its beginning to its end
    inside = (len(t) - 1) // steps
    rows = x[np.arange(steps)[:, None] * inside + np.arange(inside + 1)]
    line = rows[:, :1] + (rows[:, -1:] - rows[:, :1]) * np.linspace(0, 1, inside + 1)
    beyond = np.abs(rows - line)
    largest = beyond.max(axis=1)
    found = np.flatnonzero((largest > SHARP * np.ptp(x)) & (largest > RARE * np.median(largest)))
    if not 0 < found.size <= MOST_PULSES:
        return []
    places: list[int] = []
    for k in found:
        own = np.flatnonzero(beyond[k] > 1e-3 * largest[k]) + k * inside
        places += [int(own[0]) - 1, int(beyond[k].argmax()) + int(k) * inside, int(own[-1]) + 1]
    return [float(t[i]) for i in sorted(set(places)) if 0 < i < len(t) - 1]
