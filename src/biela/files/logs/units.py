"""Units of columns: `deg/s`, `N·m`, `rad/s²`, `l/min` → the SI unit and a factor.

A number before the unit says what one count of the column is: `0.0055 deg` for an encoder that counts, `12.5 N·m` for a motor
current of which one ampere is that torque, `-deg` for an angle that counts the other way.
"""

from __future__ import annotations

import re

from biela.element.units import BASE, NUMBER, UNITS, Dimension, symbol

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_OTHER_WORDS = {
    "degree": "deg", "degrees": "deg", "radian": "rad", "radians": "rad", "sec": "s", "second": "s", "seconds": "s",
    "milliseconds": "ms", "millisecond": "ms", "microseconds": "us", "microsecond": "us", "nanoseconds": "ns", "minutes": "min",
    "minute": "min", "hours": "h", "hour": "h", "days": "24 h", "day": "24 h",
    "msec": "ms", "μs": "us", "meter": "m", "meters": "m", "metre": "m", "metres": "m", "Ω": "ohm", "RPM": "rpm", "-": "1",
    "1/min": "rpm", "U/min": "rpm", "r/min": "rpm", "min^-1": "rpm", "min-1": "rpm", "min⁻¹": "rpm",
}  # fmt: skip
_FACTOR = re.compile(r"\s*([^\s*·.⋅/^]+?)(?:\^?\(?(-?\d+)\)?)?\s*$")
_COUNT = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|-)\s*[*·⋅×]?\s*(?=[^\s\d/*·⋅.^-])")
"""A number, or a minus, before a unit."""
_NANOSECOND = 1e-9
SHARE = "1"
"""Unit of what was written as a share, such as `%`: it is never an angle, which a column without a unit may be."""


def to_si(unit: str) -> tuple[str, float] | None:
    """The SI unit, written as biela writes it, and the factor; None for a unit that is not known. No unit is SI."""
    text = _OTHER_WORDS.get(unit.strip(), unit.strip())
    count = _COUNT.match(text)
    if count is not None:
        one, rest = float(f"{count[1]}1" if count[1] == "-" else count[1]), to_si(text[count.end() :])
        return None if rest is None or not 0.0 < abs(one * rest[1]) < float("inf") else (rest[0], one * rest[1])
    if text in ("", "1"):
        return "", 1.0
    text = re.sub(r"(?<=[^\W_])\s+(?=[^\W\d_])", "*", text)  # `N m` and `m s-1`, as netCDF files have them
    if text == "ns":
        return "s", _NANOSECOND
    factor, dimension, angle, torque = 1.0, list(NUMBER), 0, "N" in text and "m" in text
    for k, side in enumerate(re.sub(r"mN[·⋅*.]?m", "Nm/1000", text).split("/")):
        for word in re.split(r"[*·⋅.]", side.strip().strip("()")):
            if word.strip().isdecimal():
                if not int(word):
                    return None
                factor *= float(word) ** (-1 if k else 1)
                continue
            found = _FACTOR.match(word.translate(_SUPERSCRIPTS))
            name = _OTHER_WORDS.get(found[1], found[1]) if found else ""
            if name not in UNITS:
                return None
            assert found is not None
            power = int(found[2] or 1) * (-1 if k else 1)
            own = UNITS[name]
            if abs(power) > 9:
                return None
            factor *= own.factor**power
            dimension = [a + power * b for a, b in zip(dimension, own.dimension, strict=True)]
            angle += power * (name in ("rad", "mrad", "deg", "°", "rev") or name == "rpm")
    written = _written(tuple(dimension), angle, torque) or SHARE
    return (written, factor) if 0.0 < factor < float("inf") else None


def _written(dimension: Dimension, angle: int, torque: bool) -> str:
    """An SI unit as biela's signals write it; angles are named although they are numbers."""
    if angle == 1 and not any(dimension[i] for i, name in enumerate(BASE) if name != "s"):
        power = -int(dimension[BASE.index("s")])
        return "rad" + {0: "", 1: "/s", 2: "/s²"}.get(power, f"/s^{power}")
    text = "" if dimension == NUMBER else symbol(dimension)
    if text == "N*m" and not torque:
        return "J"
    return text.replace("*", "·").replace("^2", "²").replace("^3", "³")
