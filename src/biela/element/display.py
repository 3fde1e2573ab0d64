"""In which units numbers are shown. Data stay SI; every picture, page and table converts by the tables made here.

A system of units is a table: SI unit of a signal → (unit shown, factor). `table("engineering")` shows bar, °, rpm, km/h, kN, mm,
l/min and kW; a mapping from quantities to units, as `units:` in a machine file has it, is a system, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from biela.base.errors import DescriptionError, nearest
from biela.element.units import UNITS, check_unit

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
_SUPERSCRIPTS = {"²": 2, "³": 3}


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
        si = QUANTITIES[quantity]
        found[si] = (str(unit), _factor(si) / _factor(_known(quantity, str(unit))))
    return found


def _known(quantity: str, unit: str) -> str:
    """A unit that can be used for a quantity."""
    wrong = check_unit(unit)
    if wrong:
        raise DescriptionError(f"unit of {quantity}: {wrong}")
    if _dimension(unit) != _dimension(QUANTITIES[quantity]):
        raise DescriptionError(f"unit of {quantity}: {unit!r} does not measure it; {QUANTITIES[quantity]!r} does.")
    return unit


def _parts(unit: str) -> list[tuple[str, int]]:
    """`m³/s` → m to the third, s to the minus first."""
    found = []
    for k, side in enumerate(unit.replace("*", "·").split("/")):
        for word in side.split("·"):
            power = _SUPERSCRIPTS.get(word[-1:], 1) if "^" not in word else int(word.partition("^")[2])
            found.append((word.partition("^")[0].rstrip("²³"), -power if k else power))
    return found


def _factor(unit: str) -> float:
    product = 1.0
    for name, power in _parts(unit):
        product *= UNITS[name].factor ** power
    return product


def _dimension(unit: str) -> tuple[float, ...]:
    parts = [(UNITS[name].dimension, power) for name, power in _parts(unit)]
    return tuple(sum(d[k] * power for d, power in parts) for k in range(len(parts[0][0])))


def choice_of(system: System = SI) -> dict[str, object]:
    """What a page offers: all systems by name, the machine's own among them, and the one it begins with."""
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
