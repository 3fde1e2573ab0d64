"""Numbers for people."""

from __future__ import annotations

import pytest

from biela.cli.run import count_text, time_text


@pytest.mark.parametrize(("x", "text"), [(0.5, "0.5"), (21.44, "21.4"), (999.4, "999"), (5372.6, "5 373"), (1.2e6, "1 200 000")])
def test_large_factors_are_readable(x: float, text: str) -> None:
    assert count_text(x) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.00186, "1.86 ms"), (0.466, "466 ms"), (7.81, "7.81 s")])
def test_times_have_a_fitting_unit(seconds: float, text: str) -> None:
    assert time_text(seconds) == text
