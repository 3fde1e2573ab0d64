"""Numbers as readers expect them: as many digits as are known."""

from __future__ import annotations

import pytest

from biela.report.shell import number, with_doubt


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (1.423994, 0.01512, "1.424 ± 0.015"),
        (-0.35851, 0.00855, "−0.3585 ± 0.0086"),
        (12345.6, 210.0, "12350 ± 210"),
        (3.0e-5, 2.1e-6, "(3.00 ± 0.21)e−5"),
        (2.1e7, 3.0e5, "(2.100 ± 0.030)e7"),
        (1.0, 0.0, "1 ± 0"),
        (float("nan"), 0.1, "nan ± 0.1"),
    ],
)
def test_a_value_has_the_digits_of_its_interval(value: float, half: float, text: str) -> None:
    assert with_doubt(value, half) == text


def test_numbers_have_a_real_minus() -> None:
    assert number(-1.5e-7) == "−1.5e−07"
