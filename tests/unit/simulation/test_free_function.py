"""`biela.simulate(machine, …)` is a function, also after the package of the same name was imported."""

from __future__ import annotations

import pytest

import biela
import biela.simulation.run


def test_free_function_equals_the_method() -> None:
    m = biela.library.get("pendulum").build()
    start = m.assemble()
    assert biela.simulate(m, start, 0.5).x[-1] == pytest.approx(m.simulate(start, 0.5).x[-1], abs=0.0)
