"""Inputs of a machine as levers, and the module with which the reader of a report runs it again."""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from biela.base.dataclass import dataclass
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import is_motion
from biela.mechanism.parameter import nominal
from biela.mechanism.size import machine_size
from biela.simulation.history import History

LIMITS = ("input_lower", "input_upper")
"""Limits that an input may have of its own."""
GRAVITY = 9.81
"""Acceleration by which the usual force of a lever is guessed [m/s²]."""


@dataclass(frozen=True)
class Lever:
    """Input that a hand moves, and the range offered for it: the machine's own where it has one (−1 … 1 of a valve), else a
    force or torque of the order of its weight."""

    name: str
    unit: str
    limit: float
    rest: float = 0.0


def levers_of(mechanism: Mechanism, inputs: Mapping[str, Any], size: float) -> list[Lever]:
    """Return a lever for each input; those that follow a law begin at zero.

    size : of the machine [m]
    """
    weight = GRAVITY * sum(float(nominal(body.mass)) for body in mechanism.bodies.values())
    usual = {"N": 0.5 * weight, "N·m": 0.1 * weight * size}
    found = []
    for name, actuator in mechanism.actuators.items():
        given = inputs.get(name, 0.0)
        rest = 0.0 if callable(given) or is_motion(given) else float(given)
        own = [abs(float(nominal(x))) for x in (getattr(actuator, k, None) for k in LIMITS) if x is not None]
        limit = max(own) if own and max(own) > 0 else rounded(max(usual.get(actuator.unit, 1.0), 2 * abs(rest)))
        found.append(Lever(name, actuator.unit, limit, rest))
    return found


def rounded(x: float) -> float:
    """Return 1, 2 or 5 times a power of ten, not below x."""
    if x <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(x))
    return next(k * power for k in (1.0, 2.0, 5.0, 10.0) if k * power >= x * (1 - 1e-9))


def live_data(history: History, module: bytes) -> dict[str, Any]:
    """Return the module as text, the place among its links of every body that is drawn, and the levers."""
    machine = history.mechanism
    constant = {name: float(u) for name, u in zip(machine.actuators, history.u, strict=True)}
    levers = levers_of(machine, constant, machine_size(machine))
    free = [asdict(lever) for lever in levers if lever.name not in history.functions.laws]
    return {**module_data(machine, module), "levers": free}


def module_data(machine: Mechanism, module: bytes) -> dict[str, Any]:
    """Return a module as text, and the place among its links of every body that is drawn."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = squeezed.compress(module) + squeezed.flush()
    places = {link.body.name: k for k, link in enumerate(machine.topology.links)}
    return {"module": base64.b64encode(content).decode(), "links": [places[name] for name in machine.bodies if name in places]}
