"""Data with which the reader of a report runs the machine again: its module, and its inputs as levers."""

from __future__ import annotations

import base64
import zlib
from dataclasses import asdict
from typing import Any

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size
from biela.report.levers import levers_of
from biela.simulation.history import History


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
