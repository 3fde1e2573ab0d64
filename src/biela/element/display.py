"""In which units numbers are shown. Data stay SI; every picture, page and table converts by the tables made here.

A system of units is a table: SI unit of a signal → (unit shown, factor). `table("engineering")` shows bar, °, rpm, km/h, kN, mm,
l/min and kW; a mapping from quantities to units, as `units:` in a machine file has it, is a system, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from biela.base.errors import DescriptionError, nearest
from biela.element.units import check_unit, parse_unit

Table = dict[str, tuple[str, float]]
System = str | Mapping[str, str]
SI, OWN = "SI", "machine"
QUANTITIES = {
    "length": "m", "angle": "rad", "speed": "m/s", "rotational_speed": "rad/s", "acceleration": "m/s²", "force": "N",
    "torque": "N·m", "pressure": "Pa", "flow": "m³/s", "volume": "m³", "power": "W", "energy": "J",
}  # fmt: skip
"""Quantity → SI unit of its signals."""
SYSTEMS: dict[str, dict[str, str]] = {
    SI: {},
    "engineering": {
        "length": "mm", "angle": "°", "speed": "km/h", "rotational_speed": "rpm", "force": "kN", "pressure": "bar",
        "flow": "l/min", "volume": "l", "power": "kW", "energy": "kJ",
    },
}  # fmt: skip


def table(system: System) -> Table:
    """Table of a system of units: its name, or quantity → unit."""
    if isinstance(system, str):
        if system not in SYSTEMS:
            known = " or ".join(map(repr, SYSTEMS))
            raise DescriptionError(f"units {system!r}: use {known}, or name them: {{pressure: bar}}.")
        system = SYSTEMS[system]
    found: Table = {}
    for quantity, unit in system.items():
        if quantity not in QUANTITIES:
            raise DescriptionError(f"{quantity!r} is not a quantity that has a unit.{nearest(quantity, list(QUANTITIES))}")
        if wrong := check_unit(str(unit)):
            raise DescriptionError(f"unit of {quantity}: {wrong}")
        shown, own = parse_unit(str(unit)), parse_unit(QUANTITIES[quantity])
        if shown is None or own is None or shown.dimension != own.dimension:
            raise DescriptionError(f"unit of {quantity}: {str(unit)!r} does not measure it; {QUANTITIES[quantity]!r} does.")
        found[QUANTITIES[quantity]] = (str(unit), 1.0 / shown.factor)
    return found


def choice_of(system: System = SI) -> dict[str, object]:
    """Return the systems of units that a page offers: all by name, the machine's own among them, and the one it begins with."""
    found = {name: table(name) for name in SYSTEMS}
    if isinstance(system, str):
        return {"display": found, "chosen": system if system in found else SI}
    return {"display": {**found, OWN: table(system)}, "chosen": OWN} if system else {"display": found, "chosen": SI}


def read_units(text: str) -> System:
    """Units as a user writes them on the command line: `engineering`, or `pressure=bar,length=mm`."""
    if "=" not in text:
        table(text)
        return text
    pairs = [part.partition("=") for part in text.replace(" ", "").split(",") if part]
    system = {quantity: unit for quantity, _, unit in pairs}
    table(system)
    return system
