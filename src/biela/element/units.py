"""Units: `12 mm`, `36 MPa`, `9.81 m/s^2` → SI numbers that know what they measure.

A dimension is the tuple of exponents of kg, m, s, A, K and cycle. Angles are numbers, as in SI. A cycle is not: `20 Hz` is
20 cycles a second and never silently 20 rad/s.
"""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import math
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from biela.base.errors import nearest

Dimension = tuple[float, ...]
BASE = ("kg", "m", "s", "A", "K", "cycle")
NUMBER: Dimension = (0.0,) * len(BASE)
ANGLES = ("rad", "mrad", "deg", "°", "rev", "rpm")
"""Units that count turns, although an angle is a number."""
DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
"""Superscripts → digits."""
LARGEST_POWER = 9
"""Largest exponent of a word in a unit that is read."""
_WORD = re.compile(r"\s*([^\s*·.⋅/^]+?)(?:\^?\(?(-?\d+)\)?)?\s*$")


class Unit(NamedTuple):
    """factor · SI unit of a dimension; of several words also the power of angles in it, 1 for `rad/s`."""

    factor: float
    dimension: Dimension
    angle: int = 0


def _dimension(**exponents: float) -> Dimension:
    return tuple(float(exponents.get(name, 0.0)) for name in BASE)


_KG, _M, _S = _dimension(kg=1), _dimension(m=1), _dimension(s=1)
_N, _J, _W = _dimension(kg=1, m=1, s=-2), _dimension(kg=1, m=2, s=-2), _dimension(kg=1, m=2, s=-3)
_PA = _dimension(kg=1, m=-1, s=-2)
_DEGREE = math.pi / 180

# fmt: off
UNITS: dict[str, Unit] = {
    "rad": Unit(1.0, NUMBER), "mrad": Unit(1e-3, NUMBER), "deg": Unit(_DEGREE, NUMBER), "°": Unit(_DEGREE, NUMBER),
    "rev": Unit(2 * math.pi, NUMBER), "percent": Unit(0.01, NUMBER), "%": Unit(0.01, NUMBER),
    "m": Unit(1.0, _M), "km": Unit(1e3, _M), "dm": Unit(0.1, _M), "cm": Unit(0.01, _M), "mm": Unit(1e-3, _M),
    "um": Unit(1e-6, _M), "µm": Unit(1e-6, _M), "inch": Unit(0.0254, _M), "ft": Unit(0.3048, _M),
    "kg": Unit(1.0, _KG), "g": Unit(1e-3, _KG), "mg": Unit(1e-6, _KG), "t": Unit(1e3, _KG), "lb": Unit(0.45359237, _KG),
    "s": Unit(1.0, _S), "ms": Unit(1e-3, _S), "us": Unit(1e-6, _S), "µs": Unit(1e-6, _S), "min": Unit(60.0, _S), "h": Unit(3600.0, _S),
    "Hz": Unit(1.0, _dimension(cycle=1, s=-1)), "kHz": Unit(1e3, _dimension(cycle=1, s=-1)), "rpm": Unit(2 * math.pi / 60, _dimension(s=-1)),
    "N": Unit(1.0, _N), "mN": Unit(1e-3, _N), "kN": Unit(1e3, _N), "MN": Unit(1e6, _N), "lbf": Unit(4.4482216152605, _N),
    "J": Unit(1.0, _J), "kJ": Unit(1e3, _J), "MJ": Unit(1e6, _J), "W": Unit(1.0, _W), "kW": Unit(1e3, _W), "MW": Unit(1e6, _W),
    "Nm": Unit(1.0, _J), "kNm": Unit(1e3, _J), "hp": Unit(745.6998715822702, _W),
    "Pa": Unit(1.0, _PA), "kPa": Unit(1e3, _PA), "MPa": Unit(1e6, _PA), "GPa": Unit(1e9, _PA), "bar": Unit(1e5, _PA), "psi": Unit(6894.757293168361, _PA),
    "l": Unit(1e-3, _dimension(m=3)), "L": Unit(1e-3, _dimension(m=3)), "cc": Unit(1e-6, _dimension(m=3)),
    "K": Unit(1.0, _dimension(K=1)), "A": Unit(1.0, _dimension(A=1)), "mA": Unit(1e-3, _dimension(A=1)), "V": Unit(1.0, _dimension(kg=1, m=2, s=-3, A=-1)),
    "mV": Unit(1e-3, _dimension(kg=1, m=2, s=-3, A=-1)), "kV": Unit(1e3, _dimension(kg=1, m=2, s=-3, A=-1)), "kohm": Unit(1e3, _dimension(kg=1, m=2, s=-3, A=-2)),
    "mH": Unit(1e-3, _dimension(kg=1, m=2, s=-2, A=-2)), "uH": Unit(1e-6, _dimension(kg=1, m=2, s=-2, A=-2)),
    "mF": Unit(1e-3, _dimension(kg=-1, m=-2, s=4, A=2)), "uF": Unit(1e-6, _dimension(kg=-1, m=-2, s=4, A=2)), "nF": Unit(1e-9, _dimension(kg=-1, m=-2, s=4, A=2)),
    "ohm": Unit(1.0, _dimension(kg=1, m=2, s=-3, A=-2)), "H": Unit(1.0, _dimension(kg=1, m=2, s=-2, A=-2)), "F": Unit(1.0, _dimension(kg=-1, m=-2, s=4, A=2)),
}
_NAMES = {  # what a dimension measures, and units to write it in
    _KG: ("a mass", "kg, g, t or lb"), _M: ("a length", "m, cm, mm, inch or ft"), _S: ("a time", "s, ms, min or h"),
    NUMBER: ("a number or an angle", "rad, deg or rev"), _dimension(s=-1): ("a rate", "rad/s, deg/s or rpm (or 1/s)"),
    _dimension(cycle=1, s=-1): ("a frequency", "Hz or kHz"),
    _N: ("a force", "N or kN"), _J: ("a torque or an energy", "N*m or J"), _W: ("a power", "W or kW"), _PA: ("a pressure", "Pa, bar or MPa"),
    _dimension(m=1, s=-1): ("a speed", "m/s, mm/s or km/h"), _dimension(m=1, s=-2): ("an acceleration", "m/s^2"),
    _dimension(kg=1, s=-2): ("a stiffness", "N/m or N/mm"), _dimension(kg=1, s=-1): ("a damping", "N*s/m"),
    _dimension(kg=1, m=2): ("a moment of inertia", "kg*m^2"), _dimension(kg=1, m=-3): ("a density", "kg/m^3"),
    _dimension(kg=1, m=-1): ("a mass per length", "kg/m"), _dimension(m=2): ("an area", "m^2"), _dimension(m=3): ("a volume", "m^3 or l"),
    _dimension(kg=1, m=2, s=-1): ("a rotational damping", "N*m*s"), _dimension(A=1): ("a current", "A or mA"),
    _dimension(kg=1, m=2, s=-3, A=-1): ("a voltage", "V, mV or kV"), _dimension(kg=1, m=2, s=-3, A=-2): ("a resistance", "ohm or kohm"),
    _dimension(kg=1, m=2, s=-2, A=-2): ("an inductance", "H, mH or uH"), _dimension(kg=-1, m=-2, s=4, A=2): ("a capacitance", "F, uF or nF"),
    _dimension(m=3, s=-1): ("a volume flow", "m^3/s or l/min"),
}
# fmt: on


def symbol(dimension: Dimension) -> str:
    """SI unit of a dimension as a file would write it: `kg*m^2/s^2`."""

    def power(name: str, exponent: float) -> str:
        return name if exponent == 1 else f"{name}^{exponent:g}"

    short = {_N: "N", _J: "N*m", _W: "W", _PA: "Pa", _dimension(cycle=1, s=-1): "Hz", _dimension(kg=1, s=-2): "N/m",
             _dimension(kg=1, s=-1): "N*s/m", _dimension(kg=1, m=2, s=-1): "N*m*s", NUMBER: "1"}  # fmt: skip
    if dimension in short:
        return short[dimension]
    above = [power(n, e) for n, e in zip(BASE, dimension, strict=True) if e > 0]
    below = [power(n, -e) for n, e in zip(BASE, dimension, strict=True) if e < 0]
    return "/".join(["*".join(above) or "rad", *below])


def meaning(dimension: Dimension) -> str:
    """`a length [m]`, for messages."""
    name = _NAMES.get(dimension, ("a quantity", ""))[0]
    return f"{name} [{symbol(dimension)}]" if dimension != NUMBER else name


def remedy(dimension: Dimension) -> str:
    """Return a sentence with the units to write instead."""
    return f"Write it in {_NAMES[dimension][1]}." if dimension in _NAMES else f"Write it in {symbol(dimension)}."


def printed(unit: str) -> str:
    """Return a unit as pages print it: `N·m²` for `N*m^2`."""
    return unit.replace("*", "·").replace("^2", "²").replace("^3", "³")


def typed(unit: str) -> str:
    """Return a unit as files write it: `N*m^2` for `N·m²`."""
    return unit.replace("·", "*").replace("²", "^2").replace("³", "^3")


def unknown_unit(name: str) -> str:
    """Message for a word that is not a unit."""
    same = [unit for unit in UNITS if unit.lower() == name.lower()]
    hint = f" Did you mean {' or '.join(map(repr, same))}? Capitals count." if same else nearest(name, sorted(UNITS))
    return f"{name!r} is not a unit that biela knows.{hint}"


def check_unit(unit: str, *more: str) -> str:
    """Return the first fault in the words of a unit, such as `N*m/rad`; nothing if biela knows all, or they are in `more`."""
    words = re.findall(r"[^\W\d_²³⁴⁵⁶⁷⁸⁹⁰¹]+|[°%]", unit)
    return next((unknown_unit(word) for word in words if word not in UNITS and word not in more), "")


def parse_unit(text: str, spellings: Mapping[str, str] = MappingProxyType({})) -> Unit | None:
    """Read a unit that stands alone: `N·m/rad`, `m^3/s`, `rad s⁻²`, `1/s`; all that follows a stroke divides.

    Returns None if it is not made of known words; `spellings` maps further words to known ones. Units inside expressions of
    machine files are read by `biela.files.parser`, from left to right.
    """
    factor, dimension, angle = 1.0, NUMBER, 0
    for k, side in enumerate(text.translate(DIGITS).split("/")):
        sign = -1 if k else 1
        for word in re.split(r"\s*[*·⋅.]\s*|(?<=[^\W_])\s+(?=[^\W\d_])", side.strip().strip("()")):
            if word.isdecimal() and int(word):
                factor *= float(word) ** sign
                continue
            found = _WORD.match(word)
            name = spellings.get(found[1], found[1]) if found else ""
            if found is None or name not in UNITS or abs(power := sign * int(found[2] or 1)) > LARGEST_POWER:
                return None
            factor *= UNITS[name].factor ** power
            dimension = tuple(a + power * b for a, b in zip(dimension, UNITS[name].dimension, strict=True))
            angle += power * (name in ANGLES)
    return Unit(factor, dimension, angle)
