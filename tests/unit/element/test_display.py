"""Units in which numbers are shown: each factor against one that a reader can check by hand."""

from __future__ import annotations

import math

import pytest

from biela.base.errors import DescriptionError
from biela.element.display import choice_of, read_units, table


@pytest.mark.parametrize(
    ("si", "value", "unit", "shown"),
    [
        ("Pa", 3.0e7, "bar", 300.0),
        ("rad", math.pi, "°", 180.0),
        ("rad/s", 2 * math.pi, "rpm", 60.0),
        ("m/s", 10.0, "km/h", 36.0),
        ("N", 1500.0, "kN", 1.5),
        ("m", 0.25, "mm", 250.0),
        ("m³/s", 1e-3, "l/min", 60.0),
        ("W", 2500.0, "kW", 2.5),
    ],
)
def test_engineering_units(si: str, value: float, unit: str, shown: float) -> None:
    name, factor = table("engineering")[si]
    assert name == unit
    assert value * factor == pytest.approx(shown, rel=1e-14)


def test_units_of_a_machine_are_a_system_of_their_own() -> None:
    assert table({"pressure": "MPa", "flow": "l/min"}) == {"Pa": ("MPa", 1e-6), "m³/s": ("l/min", pytest.approx(6e4))}
    offered = choice_of({"pressure": "MPa"})
    assert list(offered["display"]) == ["SI", "engineering", "machine"] and offered["chosen"] == "machine"  # type: ignore[call-overload]
    assert choice_of("engineering")["chosen"] == "engineering" and choice_of()["chosen"] == "SI"


def test_units_are_read_from_the_command_line() -> None:
    assert read_units("engineering") == "engineering"
    assert read_units("pressure=bar, angle=deg") == {"pressure": "bar", "angle": "deg"}
    with pytest.raises(DescriptionError, match="'colour' is not a quantity"):
        read_units("colour=red")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("metric", "use 'SI' or 'engineering'"),
        ({"presure": "bar"}, "'presure' is not a quantity.*pressure"),
        ({"pressure": "baar"}, "unit of pressure: 'baar' is not a unit"),
        ({"pressure": "mm"}, "'mm' does not measure it"),
    ],
)
def test_units_that_do_not_fit_are_refused(given: object, words: str) -> None:
    with pytest.raises(DescriptionError, match=words):
        table(given)  # type: ignore[arg-type]
