"""Compiled routines on disk are never older than the code they are made from."""

from __future__ import annotations

import numpy as np
import pytest

from biela.simulate.integrator import closure, event, loop, record, rk4
from biela.simulate.integrator.compiled import Routine, fingerprint


def test_fingerprint_repeats() -> None:
    assert fingerprint(event.locate.function) == fingerprint(event.locate.function)
    assert fingerprint(event.locate.function) != fingerprint(event.detect.function)


def test_fingerprint_notices_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(closure.choose_dependent.function)
    monkeypatch.setattr(closure, "WORSE", 0.3)
    assert fingerprint(closure.choose_dependent.function) != before


def test_fingerprint_notices_the_layout_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(rk4.rk4_step.function)
    monkeypatch.setattr(record, "HX", record.HX + 1)
    assert fingerprint(rk4.rk4_step.function) != before


def test_fingerprint_notices_a_helper_in_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(event.locate.function)
    helper = loop.spread_step.py_func
    monkeypatch.setattr(helper, "__code__", helper.__code__.replace(co_consts=(*helper.__code__.co_consts, 7)))
    assert fingerprint(event.locate.function) != before


def test_a_routine_runs_on_the_address_of_a_record() -> None:
    def count(run):  # type: ignore[no-untyped-def]
        run[0] += run[1]

    values = np.array([1, 41])
    Routine(count).call(values.ctypes.data)
    assert values[0] == 42
