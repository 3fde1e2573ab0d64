"""What a case is, its machine file says: inputs, events and settings are never left out silently; nor in a sweep of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.study.result import open_sweep
from biela.study.store import keys_of
from biela.study.vary import StudyError


def pendulum() -> biela.Mechanism:
    m = biela.Mechanism("rod", gravity=(0, -9.81, 0))
    m.revolute("A", m.ground, m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1)))
    m.motor("motor", "A")
    return m


INPUTS: dict[str, Any] = {
    "a number": 5.0, "a motion": biela.sine(3.0, 1.0), "a function of time": lambda t: 2 * t, "a law": lambda s: -0.5 * s["A.rate"],
}  # fmt: skip


@pytest.mark.parametrize("kind", INPUTS)
def test_the_file_and_the_sweep_of_a_case_have_its_inputs(kind: str, tmp_path: Path) -> None:
    stop = biela.Event("low", lambda s: s["A.angle"] + 0.4, direction="falling", action="stop")
    about = {"description": "a rod", "source": "a book", "events": [stop], "settings": {"rtol": 1e-9}}
    case = biela.Case.of(pendulum(), {"A": 0.0}, 0.3, inputs={"motor": INPUTS[kind]}, **about)
    run = case.simulate()
    again = biela.read(case.save(tmp_path / "m.yaml"))
    assert (again.description, again.source, again.settings["rtol"]) == ("a rod", "a book", 1e-9)
    twin = again.simulate()
    assert twin.status == run.status and np.abs(twin["A.angle"][-1] - run["A.angle"][-1]) < 1e-12
    sweep = biela.sweep(case, {"simulation.rtol": [1e-9]}, "final(A.angle)")
    assert sweep["final(A.angle)"][0] == pytest.approx(run["A.angle"][-1], abs=1e-9)


def test_a_case_from_a_file_that_was_changed_is_written_anew() -> None:
    text = biela.library.get("pendulum").machine_file()
    case = biela.loads(text)
    assert case.machine_file() == text
    short = replace(case, duration=1.0)
    assert "duration: 1 s" in short.machine_file()
    sweep = biela.sweep(short, {"simulation.rtol": [1e-9]}, "final(pivot.angle)")
    assert sweep["final(pivot.angle)"][0] == pytest.approx(short.simulate(rtol=1e-9)["pivot.angle"][-1], abs=1e-9)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"settings": {"formulation": biela.Baumgarte(10.0)}}, "a machine file cannot say formulation = Baumgarte"),
        ({"settings": {"atol": {"": 1e-9}}}, "a machine file cannot say atol = {'': 1e-09}"),
        ({"settings": {"outputs": [0.1, 0.2]}}, r"a machine file cannot say outputs = \[0.1, 0.2\]"),
        ({"events": [biela.Event("kick", "A.angle", action=lambda s: None)]}, "event 'kick' calls a Python function"),
        ({"inputs": {"motor": lambda s: str(s["A.rate"])}}, "input 'motor' cannot be written as an expression"),
    ],
)
def test_what_a_file_cannot_say_is_refused_by_name(more: dict[str, Any], message: str) -> None:
    case = biela.Case.of(pendulum(), {"A": 0.0}, 0.3, **more)
    with pytest.raises(DescriptionError, match=message):
        case.machine_file()
    with pytest.raises(DescriptionError, match=message):
        biela.sweep(case, {"simulation.rtol": [1e-9]}, "final(A.angle)")


# ------------------------------------------------------------------------------------------------------------ names of measures


@pytest.mark.parametrize("name", ["status", "time", "simulation.rtol"])
def test_a_measure_does_not_take_the_name_of_another_column(name: str) -> None:
    case = biela.Case.of(pendulum(), {"A": 0.0}, 0.3)
    vary = {"simulation.rtol": [1e-9]}
    if "." in name:
        with pytest.raises(StudyError):
            biela.sweep(case, vary, f"{name} = final(A.angle)")
    else:
        with pytest.raises(StudyError, match=f"'{name}' is another column of the results"):
            biela.sweep(case, vary, f"{name} = final(A.angle)")


def test_every_measure_has_an_array_of_its_own() -> None:
    names = ["a", "A", "max(x.y)", "max( x.y )", "status", "Time", "../x", "é" * 300, "é" * 301, "()"]
    keys = list(keys_of(names).values())
    assert len({key.casefold() for key in keys}) == len(keys) == len(names)
    assert all(key.isidentifier() and len(key.encode()) < 250 for key in keys)


def test_arrays_of_another_encoding_are_not_decoded(tmp_path: Path) -> None:
    """Whoever wrote a folder chose how its numbers are encoded: only the way biela writes them is read."""
    import zarr

    case = biela.Case.of(pendulum(), {"A": 0.0}, 0.01)
    biela.sweep(case, {"simulation.rtol": [1e-9]}, "peak = final(A.angle)", out=tmp_path)
    assert np.isfinite(open_sweep(tmp_path)["peak"]).all()
    group = zarr.open_group(tmp_path / "results.zarr", mode="a")
    for change in ({"compressors": None}, {"chunks": (10**9,)}, {"dtype": "float32"}):
        shape = {"shape": (1,), "chunks": (1,), "dtype": "float64", "fill_value": np.nan, **change}
        group.create_array("peak", overwrite=True, **shape)
        with pytest.raises(StudyError, match=r"is damaged \('peak' has (another|numbers)"):
            open_sweep(tmp_path)["peak"]
