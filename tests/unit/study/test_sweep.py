"""Studies: every sample is what a single run gives, whoever computes it; failures are results; folders can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from study_machine import FILE

import biela
from biela import files
from biela.base.errors import UnknownName
from biela.cli import main
from biela.study.block import compute_block
from biela.study.definition import Study, study_of
from biela.study.result import Sweep, open_sweep
from biela.study.run import sweep
from biela.study.samples import draw
from biela.study.vary import StudyError

MEASURES = ["peak = max(abs(A.rate))", "A.angle at 0.2s", "final(tip.x)"]
SHORT = ["peak = max(abs(A.rate))", "final(tip.x)"]
VARY = {
    "length": "0.4 m, 0.6 m", "rod.mass": "~normal(2 kg, 0.2 kg)", "start.coordinates.A": "-80 deg, -60 deg",
    "simulation.inputs.motor": "0, 1",
}  # fmt: skip


@pytest.fixture(scope="module")
def case() -> biela.Case:
    return files.loads(FILE)


@pytest.fixture(scope="module")
def done(case: biela.Case) -> Sweep:
    return sweep(case, VARY, MEASURES, 10, series=["A.angle"], points=5)


def test_one_machine_serves_all_samples(done: Sweep) -> None:
    assert len(done) == 80 and done.counts == {"done": 80}
    assert done.study.structure == () and len(done.study._templates) == 1


def test_samples_are_single_runs(done: Sweep) -> None:
    """Parameters, values inside bodies, starts and inputs, against the machine file changed by hand."""
    for k in (0, 27, 79):
        run = done.case(k).simulate(**done.study.outputs(done.study.first))
        assert done["peak"][k] == pytest.approx(np.abs(run["A.rate"]).max(), rel=1e-9)
        assert done["A.angle at 0.2s"][k] == pytest.approx(run.at(0.2)["A.angle"], rel=1e-9)
        assert done["final(tip.x)"][k] == pytest.approx(run["tip.x"][-1], rel=1e-9)
        assert done["A.angle"][k] == pytest.approx(np.interp(done.t, run.t, run["A.angle"]), abs=1e-9)
    assert done.study.units == {"peak": "rad/s", "A.angle at 0.2s": "rad", "final(tip.x)": "m", "A.angle": "rad"}


def test_a_sample_does_not_depend_on_its_block(done: Sweep) -> None:
    whole = compute_block(done.study, 0, 80)
    travelled = Study.of_text(done.study.to_text())
    for first, last in ((0, 1), (13, 41), (79, 80)):
        assert np.array_equal(compute_block(travelled, first, last).measures, whole.measures[first:last])


def test_structure_makes_machines_of_its_own(case: biela.Case) -> None:
    found = sweep(case, {"simulation.method": "rk4, dormand-prince, cvode-bdf", "length": "0.5, 0.7"}, MEASURES[:1], step=None)
    assert found.study.structure == ("simulation.method",)
    assert found.counts["refused"] == 2 and "step" in found.reasons[0]  # rk4 has no step
    assert found["peak"][2:4] == pytest.approx(found["peak"][4:6], rel=1e-5)


def test_machines_may_vary(tmp_path: Path) -> None:
    (tmp_path / "heavy.yaml").write_text(FILE.replace("mass: 2 kg", "mass: 5 kg"))
    (tmp_path / "light.yaml").write_text(FILE.replace("mass: 2 kg", "mass: 1 kg"))
    found = sweep(None, {"machine": [str(tmp_path / n) for n in ("heavy.yaml", "light.yaml")]}, ["final(A.angle)"])
    heavy, light = found["final(A.angle)"]
    single = files.read(tmp_path / "heavy.yaml").simulate()["A.angle"][-1]
    assert heavy == pytest.approx(single, rel=1e-9) and heavy != light


def test_start_values_that_depend_on_parameters_follow_them() -> None:
    text = FILE.replace("mass: 2 kg}", "mass: 2 kg, begin: -80 deg}").replace("A: -80 deg", "A: begin/2")
    found = sweep(files.loads(text), {"begin": "-80 deg, -40 deg"}, ["initial(A.angle)"])
    assert found["initial(A.angle)"] == pytest.approx(np.radians([-40, -20]), abs=1e-15)


def test_failures_of_single_samples_are_results() -> None:
    found = sweep("four-bar", {"crank_length": "0.4, 9, -1, 0.41"}, ["max(abs(D.rate))"], duration=0.05)
    assert found.status == ["done", "not assembled", "not assembled", "done"] and found.failed == 2
    assert list(np.isfinite(found["max(abs(D.rate))"])) == [True, False, False, True]
    assert "stays open" in found.reasons[1] and "mass is negative" in found.reasons[2]


def test_reasons_have_the_names_of_the_user() -> None:
    """A value inside a body is a parameter of its own in the compiled machine; nobody hears of it, and it has a name of its own."""
    own = files.loads(FILE.replace("parameters: {length: 0.5 m,", "parameters: {varied_1: 0.5 m, length: varied_1,"))
    found = sweep(own, {"rod.mass": [2.0, -1.0]}, ["final(tip.x)"], duration=0.01)
    assert found.counts == {"done": 1, "not assembled": 1} and "at rod.mass = -1" in found.reasons[1]
    assert "varied" not in found.reasons[1]
    plain = sweep(files.loads(FILE), {"rod.mass": [2.0]}, ["final(tip.x)"], duration=0.01)
    assert found["final(tip.x)"][0] == pytest.approx(plain["final(tip.x)"][0], rel=1e-12)


def test_a_function_that_fails_with_a_machine_is_its_result(case: biela.Case, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "def end(batch):\n    return batch['A.angle'][-1]\n\n\ndef picky(batch):\n"
        "    if (batch.p[:, 0] > 0.55).any():\n        raise ValueError('too long')\n    return end(batch)\n"
    )
    found = sweep(case, {"length": [0.4, 0.5, 0.6]}, [f"all = {file}:end", f"some = {file}:picky"], duration=0.1)
    assert found.counts == {"done": 2, "refused": 1}
    assert np.array_equal(found["some"][:2], found["all"][:2]) and np.isnan([found["all"][2], found["some"][2]]).all()
    assert found.reasons == {2: f"measure 'some': ValueError: too long ({file}, line 7)"}
    with pytest.raises(StudyError, match="has no function 'pick'. Did you mean 'picky'"):
        sweep(case, {"length": [0.4]}, [f"{file}:pick"])


def test_answers(case: biela.Case) -> None:
    found = sweep(case, {"length": "~uniform(0.4, 0.6)"}, ["x = initial(tip.x)"], 400, duration=1e-3)
    exact = found["length"] * np.cos(np.radians(80))
    assert found["x"] == pytest.approx(exact, rel=1e-12)
    s = found.summary("x")
    assert (
        s.count == 400
        and s.mean == pytest.approx(exact.mean())
        and s.uncertainty == pytest.approx(1.96 * exact.std(ddof=1) / 20, rel=1e-3)
    )
    share, low, high = found.probability("x > 0.5*cos(80 deg)")
    assert share == np.mean(found["length"] > 0.5) and low < share < high
    assert found.convergence("x")[-1] == (400, pytest.approx(s.mean), pytest.approx(s.uncertainty))
    with pytest.raises(UnknownName, match="no measure 'y'"):
        found.probability("y > 1")


def test_intervals_of_quantiles_cover() -> None:
    """95 % intervals of a 90 % quantile over 1 000 seeds: the deviation of the coverage is 0.7 %."""
    from biela.study.result import quantile_interval

    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(1000):
        low, high = quantile_interval(np.sort(rng.random(300)), 0.9)
        hits += low <= 0.9 <= high
    assert 0.93 < hits / 1000 < 0.98


class TestFolder:
    @pytest.fixture
    def study(self, case: biela.Case) -> Study:
        return study_of(case, draw({"length": "0.4..0.6:200"}), SHORT, ["A.angle"], points=3, duration=0.05)

    def run(self, study: Study, folder: Path, block: int = 64) -> Sweep:
        from biela.study.run import run_embedded
        from biela.study.store import blocks_of, open_folder

        store = open_folder(study, folder, block)
        todo = [k for k in range(len(blocks_of(len(study), store.block))) if k not in store.done()]
        self.todo = todo
        run_embedded(study, store, todo)
        return Sweep(study, store)

    def test_goes_on_where_it_stopped(self, study: Study, tmp_path: Path) -> None:
        whole = self.run(study, tmp_path / "a")
        again = self.run(study, tmp_path / "b", 50)
        assert np.array_equal(whole["peak"], again["peak"])  # whatever the blocks
        (tmp_path / "a" / "blocks" / "1.json").unlink()
        (tmp_path / "a" / "blocks" / "2.json").write_text('{"block": 2')  # torn
        same = self.run(study, tmp_path / "a")
        assert self.todo == [1, 2] and np.array_equal(same["peak"], again["peak"])
        read = open_sweep(tmp_path / "a")
        assert np.array_equal(read["A.angle"], again["A.angle"]) and read.counts == {"done": 200}
        assert np.array_equal(read.store.array("A.angle", 7), again["A.angle"][::7])

    def test_damaged_numbers_are_computed_again(self, study: Study, tmp_path: Path) -> None:
        whole = self.run(study, tmp_path)["peak"].copy()
        chunk = tmp_path / "results.zarr" / "peak" / "c" / "1"
        content = bytearray(chunk.read_bytes())
        content[len(content) // 2] ^= 1
        chunk.write_bytes(bytes(content))
        again = self.run(study, tmp_path)
        assert self.todo == [1] and np.array_equal(again["peak"], whole)

    def test_another_study_is_refused_or_begins_anew(self, study: Study, case: biela.Case, tmp_path: Path) -> None:
        self.run(study, tmp_path)
        with pytest.raises(StudyError, match=r"(?s)differs in .*duration: 0.05 was, 0.06 is asked for.*again=True"):
            sweep(case, {"length": "0.4..0.6:200"}, SHORT, series=["A.angle"], points=3, duration=0.06, out=tmp_path)
        sweep(case, {"length": "0.4, 0.6"}, SHORT, duration=0.05, out=tmp_path, again=True)
        assert len(open_sweep(tmp_path)) == 2 and len(open_sweep(tmp_path / "generations" / "1")) == 200

    def test_xarray_and_pandas_open_it(self, study: Study, tmp_path: Path) -> None:
        import pandas
        import xarray

        done = self.run(study, tmp_path)
        with xarray.open_zarr(tmp_path / "results.zarr", consolidated=False) as data:
            assert np.array_equal(data["peak"], done["peak"]) and data["final_tip_x"].attrs["units"] == "m"
            assert data["A_angle"].dims == ("sample", "time")
        assert np.array_equal(pandas.read_parquet(tmp_path / "samples.parquet")["length"], done["length"])
        assert np.array_equal(done.frame()["peak"], done["peak"]) and done.dataset()["A.angle"].shape == (200, 3)


@pytest.mark.parametrize(
    ("vary", "measures", "message"),
    [
        ({"lenght": "1, 2"}, MEASURES, "Did you mean 'length'"),
        ({"length": "1 kg, 2 kg"}, MEASURES, r"it is a mass \[kg\], where a length \[m\] is needed"),
        ({"gravity": "1, 2"}, MEASURES, "it has several values; say which, such as gravity.0"),
        ({"length": "1, 2"}, [], "nothing is measured"),
        ({"length": "1, 2"}, ["A.angle at 9s"], "the run ends at 0.4 s"),
        ({"length": "1, 2"}, ["max(A.rate)", "max(A.rate)"], "stands twice"),
        ({"name": "a, b"}, MEASURES, "a study varies"),
    ],
)
def test_bad_studies_are_refused_before_anything_runs(case: biela.Case, vary: dict, measures: list[str], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        sweep(case, vary, measures)


STUDY = """
study:
  vary: {length: "~uniform(0.4, 0.6)", mass: "~normal(2, 0.1)"}
  measures: ["x = initial(tip.x)"]
  limits: ["x > 0.09"]
  samples: 128
  sampling: saltelli
"""


def test_command_line_and_study_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = tmp_path / "rod.yaml"
    machine.write_text(FILE + STUDY)
    main(["sweep", str(machine), "--duration", "0.001", "--out", str(tmp_path / "out"), "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert summary["samples"] == 128 * 4 and summary["status"] == {"done": 512}
    effects = {e["name"]: e["total"] for e in summary["sensitivity"]["x"]}
    assert effects["length"] == pytest.approx(1.0, abs=0.1) and effects["mass"] == pytest.approx(0.0, abs=1e-12)
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    for said in (
        "All 512 samples were computed.",
        "Sensitivity of x",
        "Probabilities",
        'id="linked"',
        '"kind": "study"',
        "Content-Security-Policy",
    ):
        assert said in page
    grid = ["--vary", "length=0.4..0.6:3", "--measure", "final(tip.x)", "--duration", "0.001"]
    main(["sweep", str(machine), *grid, "--out", str(tmp_path / "grid"), "--json"])  # the file's draws go with what it varies
    assert json.loads(capsys.readouterr().out)["status"] == {"done": 3}
    main(["sweep", str(machine), "--tolerance", "length=1mm", "--measure", "initial(tip.x)", "--out", str(tmp_path / "t")])
    assert "worst case" in capsys.readouterr().out


def test_an_input_that_does_not_exist_is_refused_before_anything_runs():
    with pytest.raises(UnknownName, match="no input 'motor'"):
        biela.sweep("four-bar", {"simulation.inputs.motor": "1..2:2"}, ["max(A.rate)"], duration=0.1)
