"""Measures against what they mean, on signals that are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biela.base.errors import UnknownName
from biela.study.measure import formula, measure, refuse_unknown
from biela.study.vary import StudyError

T = np.linspace(0, 2, 2001)
SIGNALS = {"A.angle": np.stack([np.sin(2 * np.pi * T), 3 * np.cos(2 * np.pi * T) + 1], axis=1), "B.x": np.stack([T, T**2], axis=1)}


class Two:
    def __len__(self) -> int:
        return 2


def value(text: str) -> np.ndarray:
    return measure(text).evaluate(T, lambda name: SIGNALS[name], Two())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("max(A.angle)", [1, 4]),
        ("min(A.angle)", [-1, -2]),
        ("range(A.angle)", [2, 6]),
        ("mean(A.angle)", [0, 1]),
        ("rms(A.angle)", [np.sqrt(0.5), np.sqrt(5.5)]),
        ("std(A.angle)", [np.sqrt(0.5), np.sqrt(4.5)]),
        ("initial(A.angle)", [0, 4]),
        ("final(B.x)", [2, 4]),
        ("integral(B.x)", [2, 8 / 3]),
        ("B.x at 0.5s", [0.5, 0.25]),
        ("at(B.x, 0.5)", [0.5, 0.25]),
        ("peak_time(A.angle)", [0.25, 0.0]),
        ("crossing(B.x, 0.36)", [0.36, 0.6]),
        ("at_crossing(A.angle, B.x, 0.25)", [1, 3 * np.cos(np.pi) + 1]),
        ("spectrum(A.angle, 1 Hz)", [1, 3]),
        ("max(abs(A.angle - B.x))", [np.abs(SIGNALS["A.angle"] - SIGNALS["B.x"])[:, k].max() for k in (0, 1)]),
        ("2*max(A.angle) - min(A.angle)/2", [2.5, 9]),
        ("max(max(A.angle), 2)", [2, 4]),
        ("max(A.angle) > 2", [0, 1]),
        ("sqrt(final(B.x)**2)", [2, 4]),
    ],
)
def test_reductions(text: str, wanted: list[float]) -> None:
    assert np.allclose(value(text), wanted, atol=2e-6)


def test_what_never_happens_is_no_number() -> None:
    assert np.isnan(value("crossing(B.x, 3)")[0]) and value("crossing(B.x, 3)")[1] == pytest.approx(np.sqrt(3), abs=1e-6)


def test_times_that_are_asked_for_become_outputs() -> None:
    assert measure("A.angle at 250ms").times() == {0.25} and measure("max(A.angle)").times() == set()


def test_names_and_formulas() -> None:
    m = measure("peak = max(A.angle)")
    assert (m.name, m.text) == ("peak", "max(A.angle)")
    f = formula("max(A.angle) > 3*crank", ["max(A.angle)", "crank"])
    assert f.signals() == {"max(A.angle)", "crank"}
    found = f.evaluate(T, lambda n: {"max(A.angle)": np.array([1.0, 4.0]), "crank": np.array([1.0, 1.0])}[n], Two())
    assert list(found) == [0, 1]


def test_functions_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def wear(batch):\n    return [7.0] * len(batch)\ndef wrong(batch):\n    return 3.0\n")
    assert list(value(f"{file}:wear")) == [7, 7]
    with pytest.raises(StudyError, match="one number for each of 2 machines"):
        value(f"{file}:wrong")
    with pytest.raises(StudyError, match="there is no file"):
        measure("nowhere.py:wear")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A.angle", "has a value at every time. Reduce it: max"),
        ("maximum(A.angle)", "is not a reduction: they are max"),
        ("spectrum(A.angle)", "takes 2 arguments"),
        ("max(A.angle", "not closed"),
        ("", "give text"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        measure(text)


def test_unknown_signals_are_refused_before_the_study() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'A.angle'"):
        refuse_unknown([measure("max(A.angel)")], {"A.angle": "rad"}, [])
