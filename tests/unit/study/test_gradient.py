"""Slopes of measures against differences of fourth order between runs, and against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from study_machine import FILE

from biela import files, library
from biela.study.definition import Study, study_of
from biela.study.gradient import exact_slopes
from biela.study.samples import Samples
from biela.study.tolerance import gradients

MEASURES = [
    "final(D.angle)", "max(abs(D.rate))", "initial(D.angle)", "rms(A.rate)", "A.angle at 0.11s", "mean(C.force)",
    "max(C.force)/mean(C.force)", "crossing(A.rate, -1)", "spectrum(D.rate, 5 Hz)", "crank_length*final(A.rate)",
]  # fmt: skip
VALUES = {"crank_length": 0.4, "density": 1.0, "rocker_length": 0.8}


def study(values: dict[str, list[float]], **settings: float) -> Study:
    columns = {name: np.array(x, float) for name, x in values.items()}
    return study_of(
        library.get("four-bar"), Samples(columns, (), {}), MEASURES, duration=0.2, settings={"output_step": 0.01, **settings}
    )  # fmt: skip


def test_slopes_of_a_closed_loop() -> None:
    """Against (8 (y₁ − y₋₁) − (y₂ − y₋₂))/12h over 2e-4 of each value, runs at 1e-11."""
    found = exact_slopes(study({k: [x] for k, x in VALUES.items()}), {k: 1e-2 * x for k, x in VALUES.items()})
    assert found is not None
    steps = {name: 1e-4 * x for name, x in VALUES.items()}
    table = {
        name: [x + (k * steps[name] if name == moved else 0.0) for moved in VALUES for k in (1, -1, 2, -2)]
        for name, x in VALUES.items()
    }
    y = study(table, rtol=1e-11).compute(0, 12).measures.reshape(3, 4, -1)
    h = np.array(list(steps.values()))[:, None]
    wanted = (8 * (y[:, 0] - y[:, 1]) - (y[:, 2] - y[:, 3])) / (12 * h)
    assert np.abs(found - wanted).max(axis=0) == pytest.approx(0.0, abs=1e-6 * np.abs(wanted).max())
    assert found[1, 0] == pytest.approx(0.0, abs=1e-7)  # masses alone change no motion under gravity


def test_starts_and_inputs_have_slopes() -> None:
    """A rod at rest under a moment: ∂(initial acceleration)/∂M = 3/(m L²)."""
    case = files.loads(FILE)
    names = ["simulation.inputs.motor", "start.coordinates.A", "length"]
    a, x = gradients(case, names, ["a = initial(A.acceleration)", "x = initial(tip.x)"], duration=1e-3)
    m, L, phi, g = 2.0, 0.5, np.radians(-80), 9.81
    assert a.exact and x.exact
    assert a.slopes["simulation.inputs.motor"] == pytest.approx(3 / (m * L**2), rel=1e-8)
    assert a.slopes["start.coordinates.A"] == pytest.approx(1.5 * g / L * np.sin(phi), rel=1e-8)
    assert x.slopes["length"] == pytest.approx(np.cos(phi), rel=1e-9) and x.value == pytest.approx(L * np.cos(phi))


def test_where_there_are_none_differences_serve() -> None:
    (found,) = gradients(files.loads(FILE), ["length"], ["final(A.angle)"], method="rosenbrock", duration=0.1)
    (exact,) = gradients(files.loads(FILE), ["length"], ["final(A.angle)"], duration=0.1)
    assert not found.exact and exact.exact
    assert found.slopes["length"] == pytest.approx(exact.slopes["length"], rel=1e-4)
