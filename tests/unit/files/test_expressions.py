"""The evaluator: what it computes, which units it accepts, and what it refuses."""

from __future__ import annotations

import math

import pytest

from biela.element.units import UNITS, symbol
from biela.files.expression import ExpressionError, UnitValue
from biela.files.parser import dimension_of, evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8 1/s", 8.0), ("2 1/mm", 2000.0),
        ("12 mm", 0.012), ("30 deg", math.pi / 6), ("1200 rpm", 40 * math.pi), ("36 MPa", 36e6), ("9.81 m/s^2", 9.81),
        ("9.81 m/s²", 9.81), ("3 kN·m", 3e3), ("2.5e-3 kg*m^2", 2.5e-3), ("72 km/h", 20.0), ("5 min", 300.0), ("20 N/mm", 2e4),
        ("1+2*3", 7.0), ("-2**2", -4.0), ("2**3**2", 512.0), ("2^-1", 0.5), ("(1+2)*3", 9.0), ("8/4/2", 1.0), ("1 - 2 - 3", -4.0),
        ("2*pi", 2 * math.pi), ("sqrt(9 m^2)", 3.0), ("atan2(1, 1)", math.pi / 4), ("min(3, 1, 2)", 1.0), ("max(2 mm, 1 m)", 1.0),
        ("abs(-3)", 3.0), ("exp(log(2))", 2.0), ("asin(1)+acos(1)", math.pi / 2), ("sin(90 deg)*cos(0)*tan(45°)", 1.0),
        ("r/2", 0.25), ("2 m*r", 1.0), ("sign(-3 m)", -1.0), ("tanh(0)+atan(1)", math.pi / 4), ("1 m − 20 cm", 0.8),
    ],
)  # fmt: skip
def test_values(text: str, value: float) -> None:
    assert evaluate(text, {"r": UnitValue(0.5)}.__getitem__).value == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_reads_back_in_its_si_unit(unit: str) -> None:
    dimension = UNITS[unit].dimension
    assert dimension_of(symbol(dimension)) == dimension
    assert evaluate(f"1 {unit}").value == UNITS[unit].factor


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the expression is empty"),
        ("1 +", "the expression ends too early"),
        ("(1 + 2", "a parenthesis is not closed"),
        ("1 + 2)", "a parenthesis is closed that was never opened"),
        ("2 r", "'r' is not a unit that biela knows"),
        ("12 mmm", "Did you mean 'mm'"),
        ("r r", "follows without an operator between"),
        ("1/0", "it divides by zero"),
        ("1e999", "the number is too large"),
        ("10**400", "the result is too large for a number"),
        ("9**9**9**9", "the result is too large for a number"),
        ("(-8)**0.5", "is not a real number"),
        ("sqrt(-1)", "sqrt(-1) is not a number"),
        ("asin(2)", "asin(2) is not a number"),
        ("3 m + 2 kg", "it adds a length [m] with a mass [kg]"),
        ("sin(3 m)", "sin(…) takes a number or an angle, not a length [m]"),
        ("2**(1 m)", "an exponent is a number, not a length [m]"),
        ("max(1 m, 1 s)", "compares a length [m] with a time [s]"),
        ("atan2(1)", "atan2(…) takes 2 arguments, not 1"),
        ("__import__('os').system('true')", "there is no text and no indexing"),
        ("__import__(os)", "__import__(…) is not a function of machine files"),
        ("open(r)", "open(…) is not a function of machine files: they are sqrt"),
        ("eval(1)", "eval(…) is not a function"),
        ("r.__class__", "an expression reaches parameters and signals, nothing else"),
        ("r.real()", "r.real(…) is not a function"),
        ("[1][0]", "no indexing"),
        ("lambda: 1", "':' has no meaning"),
        ("1 if r else 2", "is not a unit"),
        ("r = 3", "'=' has no meaning"),
        ("(" * 100 + "1" + ")" * 100, "nested more than 60 deep"),
        ("-" * 100 + "1", "nested more than 60 deep"),
        ("1+" * 20_000 + "1", "at most 10000 are read"),
        ("1 m^99", "small number"),
        ("5 m/r2", "no parameter"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    def lookup(name: str) -> UnitValue:
        if name != "r":
            raise ExpressionError("no parameter")
        return UnitValue(0.5)

    with pytest.raises(ExpressionError) as caught:
        evaluate(text, lookup, {"r"})
    assert message in str(caught.value)


def test_parameter_that_is_also_a_unit_is_told_apart_or_refused() -> None:
    lookup = {"m": UnitValue(3.0)}.__getitem__
    assert evaluate("2*m", lookup, {"m"}).value == 6.0
    assert evaluate("2 m", lookup, {"m"}).value == 2.0
    with pytest.raises(ExpressionError, match="'m' is a unit and also a parameter here"):
        evaluate("2 N/m", lookup, {"m"})


def test_plain_factors_keep_units_and_odd_ones_leave_them_open() -> None:
    assert evaluate("2*3 m/4").dimension == dimension_of("m")
    assert evaluate("0.151*3 m^2").dimension is None  # 0.151 may be a mass whose unit was left out
    assert evaluate("pi*(2 m)**2").dimension == dimension_of("m^2")


def test_long_sums_need_no_depth() -> None:
    assert evaluate("+".join(["1"] * 4000)).value == 4000.0
