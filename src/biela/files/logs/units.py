"""Units of columns: `deg/s`, `N·m`, `rad/s²`, `l/min` → the SI unit and a factor.

A number before the unit says what one count of the column is: `0.0055 deg` for an encoder that counts, `12.5 N·m` for a motor
current of which one ampere is that torque, `-deg` for an angle that counts the other way.
"""

from __future__ import annotations

import re

from biela.element.units import BASE, NUMBER, Dimension, parse_unit, printed, symbol

_OTHER_WORDS = {
    "degree": "deg", "degrees": "deg", "radian": "rad", "radians": "rad", "sec": "s", "second": "s", "seconds": "s",
    "milliseconds": "ms", "millisecond": "ms", "microseconds": "us", "microsecond": "us", "nanoseconds": "ns", "minutes": "min",
    "minute": "min", "hours": "h", "hour": "h", "days": "24 h", "day": "24 h",
    "msec": "ms", "μs": "us", "meter": "m", "meters": "m", "metre": "m", "metres": "m", "Ω": "ohm", "RPM": "rpm", "-": "1",
    "1/min": "rpm", "U/min": "rpm", "r/min": "rpm", "min^-1": "rpm", "min-1": "rpm", "min⁻¹": "rpm",
}  # fmt: skip
_COUNT = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|-)\s*[*·⋅×]?\s*(?=[^\s\d/*·⋅.^-])")
"""A number, or a minus, before a unit."""
_NANOSECOND = 1e-9
SHARE = "1"
"""Unit of what was written as a share, such as `%`: it is never an angle, which a column without a unit may be."""


def to_si(unit: str) -> tuple[str, float] | None:
    """Return the SI unit, written as biela writes it, and the factor; None for a unit that is not known. No unit is SI."""
    text = _OTHER_WORDS.get(unit.strip(), unit.strip())
    count = _COUNT.match(text)
    if count is not None:
        one, rest = float(f"{count[1]}1" if count[1] == "-" else count[1]), to_si(text[count.end() :])
        return None if rest is None or not 0.0 < abs(one * rest[1]) < float("inf") else (rest[0], one * rest[1])
    if text in ("", "1"):
        return "", 1.0
    if text == "ns":
        return "s", _NANOSECOND
    found = parse_unit(text.replace("mNm", "mN·m"), _OTHER_WORDS)
    if found is None or not 0.0 < found.factor < float("inf"):
        return None
    return _written(found.dimension, found.angle, torque="N" in text and "m" in text) or SHARE, found.factor


def _written(dimension: Dimension, angle: int, torque: bool) -> str:
    """Return an SI unit as biela's signals write it; angles are named although they are numbers."""
    if angle == 1 and not any(dimension[i] for i, name in enumerate(BASE) if name != "s"):
        power = -int(dimension[BASE.index("s")])
        return "rad" + {0: "", 1: "/s", 2: "/s²"}.get(power, f"/s^{power}")
    text = "" if dimension == NUMBER else symbol(dimension)
    if text == "N*m" and not torque:
        return "J"
    return printed(text)
