"""The command line as a user types it: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

import biela
from biela import library
from biela.cli import terminal
from biela.simulation.case import Case
from command_line import Called as Result
from command_line import biela_command

KEYS = {
    "machine", "duration", "final", "energy_error", "closure_error", "steps", "wall_time", "real_time_factor", "files",
}  # fmt: skip
"""Keys of `run --json` that scripts rely on."""
TIMES = {"wall_time", "real_time_factor"}
"""Those that differ from run to run."""


def call(*arguments: Any) -> Result:
    """`biela arguments…`."""
    return biela_command(*arguments)


@pytest.fixture(scope="module")
def four_bar(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    """10 s of the four-bar, RK4 at 1 ms, with all its files."""
    folder = tmp_path_factory.mktemp("four_bar")
    return call("run", "four-bar", "--method", "rk4", "--step", 1e-3, "--out", folder, "--json", "--pictures"), folder


def test_list_names_every_machine_with_its_description() -> None:
    result = call("list")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == library.names()
    assert all(library.get(line.split()[0]).description in line for line in lines)


def test_check_tells_mobility_and_redundancy_in_plain_words() -> None:
    result = call("check", "four-bar")
    assert result.exit_code == 0
    assert "mobility 1" in result.stdout
    assert "3 redundant closure rows" in result.stdout


def test_check_fails_on_a_machine_that_cannot_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def massless() -> biela.Mechanism:
        m = biela.Mechanism("ghost")
        m.revolute("hinge", m.ground, m.body("nothing"))
        return m

    monkeypatch.setattr(library, "get", lambda name: _stand_in(massless))
    result = call("check", "ghost")
    assert result.exit_code == 1
    assert "nothing with inertia resists hinge" in result.stdout


def test_json_has_the_documented_keys_and_the_published_end(four_bar: tuple[Result, Path]) -> None:
    result, _ = four_bar
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary.keys() >= KEYS
    assert summary["machine"] == "four-bar"
    assert summary["duration"] == pytest.approx(10.0, abs=1e-9)
    assert summary["steps"] == 10_000
    # the end of B that the library gives with its source, from an independent integration to 1e-13
    assert summary["final"]["coupler.x"] == pytest.approx(0.36408574, abs=1e-7)
    assert summary["final"]["coupler.y"] == pytest.approx(-0.16565498, abs=1e-7)
    assert 0 < summary["closure_error"] < 1e-10
    assert summary["real_time_factor"] == pytest.approx(summary["duration"] / summary["wall_time"])


def test_wall_time_of_a_fresh_process_is_that_of_the_integration(tmp_path: Path) -> None:
    # 10 s of the four-bar take milliseconds of a process that takes a hundred times as long: loading does not count
    command = [sys.executable, "-c", "from biela.cli import main; main()", "run", "four-bar", "--json", "--out", tmp_path]
    begun = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["wall_time"] < 0.5 * (time.perf_counter() - begun)


def test_all_files_are_written_and_named_in_the_summary(four_bar: tuple[Result, Path]) -> None:
    result, folder = four_bar
    summary = json.loads(result.stdout)
    assert {Path(file).name for file in summary["files"]} == {"result.nc", "report.html", "plots.png", "motion.png", "summary.json"}
    assert {file.name for file in folder.iterdir()} == {Path(file).name for file in summary["files"]}
    assert json.loads((folder / "summary.json").read_text()) == summary
    for picture in ("plots.png", "motion.png"):
        assert (folder / picture).read_bytes().startswith(b"\x89PNG")


def test_result_carries_units_and_the_energy_balance_of_the_summary(four_bar: tuple[Result, Path]) -> None:
    result, folder = four_bar
    summary = json.loads(result.stdout)
    with xarray.open_dataset(folder / "result.nc", engine="h5netcdf") as data:
        assert data["A.angle"].attrs["units"] == "rad"
        assert data["C.force"].attrs["units"] == "N"
        assert data["time"].attrs["units"] == "s"
        balance = (data["machine.energy"] - data["machine.work"]).values
        for name, value in summary["final"].items():
            assert float(data[name][-1]) == value
    assert summary["energy_error"] == pytest.approx(np.abs(balance - balance[0]).max(), rel=1e-12)


def test_same_command_gives_the_same_numbers(four_bar: tuple[Result, Path], tmp_path: Path) -> None:
    again = call("run", "four-bar", "--method", "rk4", "--step", 1e-3, "--out", tmp_path, "--json")
    first, second = json.loads(four_bar[0].stdout), json.loads(again.stdout)
    assert {k: v for k, v in first.items() if k not in TIMES | {"files"}} == {
        k: v for k, v in second.items() if k not in TIMES | {"files"}
    }


def test_summary_for_people(tmp_path: Path) -> None:
    result = call("run", "pendulum", "--duration", 2, "--out", tmp_path)
    assert result.exit_code == 0
    assert "pendulum  2 s, dormand-prince, projected" in result.stdout
    for word in ("pivot.angle", "rad", "energy balance", "steps", "× real time", "result.nc", "report.html"):
        assert word in result.stdout
    assert "loop closure" not in result.stdout  # it has none


def test_default_folder_is_out_and_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("run", "pendulum", "--duration", 0.5).exit_code == 0
    assert (tmp_path / "out" / "pendulum" / "summary.json").exists()


@pytest.mark.parametrize("formulation", ["independent", "baumgarte", "augmented-lagrangian", "penalty", "compliant"])
def test_formulations_agree(formulation: str, four_bar: tuple[Result, Path], tmp_path: Path) -> None:
    arguments = ("run", "four-bar", "--duration", 0.2, "--out", tmp_path, "--json")
    expected = json.loads(call(*arguments).stdout)["final"]["A.angle"]
    result = call(*arguments, "--formulation", formulation)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["final"]["A.angle"] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("run", "fuor-bar"), 1, ("no machine 'fuor-bar'", "Did you mean", "four-bar")),
        (("check", "fuor-bar"), 1, ("no machine 'fuor-bar'",)),
        (("run", "four-bar", "--method", "rk5"), 1, ("method 'rk5' is unknown", "rk4")),
        (("run", "four-bar", "--method", "rk4"), 1, ("needs a step",)),
        (("run", "four-bar", "--formulation", "magic"), 1, ("formulation 'magic' is unknown", "projected")),
        (("run", "four-bar", "--duration", "-1"), 2, ("--duration", "not a positive number")),
        (("run", "four-bar", "--duration", "nan"), 2, ("--duration",)),
        (("run", "four-bar", "--step", "0"), 2, ("--step",)),
        (("run",), 2, ("MACHINE",)),
        (
            ("run", "four-bar", "--set", "crank_length=3 kg"),
            1,
            ("--set 'crank_length=3 kg'", "it is a mass [kg], where a length [m] is needed"),
        ),
        (("run", "four-bar", "--set", "crank_lenth=3"), 1, ("nothing is called 'crank_lenth'", "Did you mean 'crank_length'")),
        (("run", "missing.yaml"), 3, ("missing.yaml", "there is no such file")),
        (("show", "missing.yaml"), 3, ("there is no such file",)),
        (("new", "four-bar", "my.txt"), 1, ("machine files end in .yaml",)),
        (("new", "fuor-bar", "my.yaml"), 1, ("no machine 'fuor-bar'",)),
        (("export", "four-bar", "my.xls"), 1, ("the ending selects the format",)),
        (("export", "four-bar", "my.csv"), 1, ("run the machine first",)),
        (("plot", "missing.nc"), 1, ("no file 'missing.nc'",)),
        (("dance",), 2, ("dance",)),
        (("compare",), 2, ("arguments are required: RESULT",)),
    ],
)
def test_errors_have_a_message_a_code_and_no_traceback(
    arguments: tuple[str, ...], code: int, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr
    assert not list(tmp_path.iterdir())


def test_exploding_run_names_the_step_and_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = call("run", "double-pendulum", "--method", "rk4", "--step", 2, "--duration", 2000, "--out", out)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert "step" in result.stderr
    assert not out.exists()


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    result = call("run", "pendulum", "--duration", 0.5, "--out", tmp_path / "file" / "out")
    assert result.exit_code == 4
    assert "not a folder, so no results can be written into it" in result.stderr
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    assert (tmp_path / "file").read_text() == "not a folder"


def test_without_matplotlib_the_rest_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = call("run", "pendulum", "--duration", 0.5, "--out", tmp_path, "--json", "--pictures")
    assert result.exit_code == 0
    assert "pip install 'biela[report]'" in result.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"result.nc", "report.html", "summary.json"}
    assert {Path(file).name for file in json.loads(result.stdout)["files"]} == {"result.nc", "report.html", "summary.json"}


def test_machine_in_space_has_no_picture_of_its_motion(tmp_path: Path) -> None:
    assert call("run", "spinning-body", "--duration", 5, "--out", tmp_path, "--pictures").exit_code == 0
    assert {file.name for file in tmp_path.iterdir()} == {"result.nc", "report.html", "plots.png", "summary.json"}


def test_interrupted_run_keeps_what_was_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def impatient(seconds: float) -> Iterator[Callable[[float, int], None]]:
        def show(t: float, steps: int) -> None:
            if t > 1.0:
                raise KeyboardInterrupt

        yield show

    monkeypatch.setattr(terminal, "bar", impatient)
    result = call("run", "pendulum", "--duration", 1000, "--out", tmp_path, "--json")
    assert result.exit_code == 130
    assert "interrupted at" in result.stderr
    summary = json.loads(result.stdout)
    assert summary["status"] == "interrupted"
    assert 1.0 < summary["duration"] < 1000
    assert json.loads((tmp_path / "summary.json").read_text()) == summary
    with xarray.open_dataset(tmp_path / "result.nc", engine="h5netcdf") as data:
        assert float(data["time"][-1]) == pytest.approx(summary["duration"])
        # what was kept is right: the pendulum's energy is that of its start
        assert abs(data["machine.energy"].values - data["machine.energy"].values[0]).max() < 1e-4


def test_interrupted_before_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def build() -> biela.Mechanism:
        raise KeyboardInterrupt

    monkeypatch.setattr(library, "get", lambda name: _stand_in(build))
    out = tmp_path / "out"
    result = call("run", "pendulum", "--out", out)
    assert result.exit_code == 130
    assert "nothing was computed" in result.stderr
    assert not out.exists()


def test_stiffness_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stiff() -> biela.Mechanism:
        m = biela.Mechanism("stiff", gravity=(0, 0, -9.81))
        m.prismatic("rail", m.ground, m.body("mass", mass=1.0), axis=(0, 0, 1))
        m.joint_spring("spring", "rail", stiffness=100.0, damping=1e5)
        return m

    monkeypatch.setattr(library, "get", lambda name: _stand_in(stiff, signals=("rail.position",)))
    result = call("run", "stiff", "--duration", 1, "--out", tmp_path)
    assert result.exit_code == 0
    assert "note: the machine is stiff" in result.stderr
    assert "rosenbrock" in result.stderr


def test_version() -> None:
    result = call("--version")
    assert result.exit_code == 0
    assert result.stdout.strip() == f"biela {biela.__version__}"


def test_help_and_list_load_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "casadi", "llvmlite", "xarray", "matplotlib", "sksundae")
    code = (
        "import sys; from biela import cli\n"
        "try: cli.main(['list'])\n"
        "except SystemExit as end: assert not end.code\n"
        f"print('heavy:', [m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"


# ------------------------------------------------------------------------------------------------- files, the user's way


def test_new_edit_check_run_in_the_order_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new", "five-bar", "my.yaml").exit_code == 0
    text = Path("my.yaml").read_text("utf-8")
    Path("my.yaml").write_text(text.replace("crank: 0.04 m", "crank: 50 mm").replace("coupler: 0.1 m", "coupler: 90 mm"), "utf-8")
    checked = call("check", "my.yaml")
    assert checked.exit_code == 0 and "mobility 2" in checked.stdout
    done = call("run", "my.yaml", "--duration", 1, "--json")
    assert done.exit_code == 0, done.stderr
    assert {p.name for p in Path("out/my").iterdir()} == {"result.nc", "report.html", "summary.json"}
    # the tip stays on both circles of 90 mm about the elbows: the edited lengths are the ones that ran
    final = json.loads(done.stdout)["final"]
    tip, elbow = (np.array([final["tip.x"], final["tip.y"]]), np.array([final["left_coupler.x"], final["left_coupler.y"]]))
    assert np.linalg.norm(tip - elbow) == pytest.approx(0.09, abs=1e-9)
    assert np.linalg.norm(elbow) == pytest.approx(0.05, abs=1e-9)


def test_the_same_file_twice_gives_the_same_digits(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    assert call("new", "bennett", file).exit_code == 0
    runs = [json.loads(call("run", file, "--duration", 0.2, "--out", tmp_path / str(k), "--json").stdout) for k in (1, 2)]
    assert runs[0]["final"] == runs[1]["final"] and len(runs[0]["final"]) > 50
    assert {k: v for k, v in runs[0].items() if k not in TIMES | {"files"}} == {
        k: v for k, v in runs[1].items() if k not in TIMES | {"files"}
    }


def test_new_replaces_no_file_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text("mine")
    refused = call("new", "four-bar", file)
    assert refused.exit_code == 1 and "exists already" in refused.stderr
    assert file.read_text() == "mine"
    assert call("new", "four-bar", file, "--force").exit_code == 0
    assert "biela: 1" in file.read_text("utf-8")


def test_set_changes_ready_machines_and_files(tmp_path: Path) -> None:
    result = call("run", "pendulum", "--set", "length=250 mm", "--set", "simulation.duration=1 s", "--out", tmp_path, "--json")
    assert result.exit_code == 0, result.stderr
    final = json.loads(result.stdout)
    assert final["duration"] == pytest.approx(1.0)
    assert np.hypot(final["final"]["bob.x"], final["final"]["bob.y"]) == pytest.approx(0.25)


def test_broken_file_shows_all_its_problems_and_code_3(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("biela: 1\nname: bad\nbodies:\n  rod: {mass: 3 m}\n  bar: {mas: 1}\njoints:\n  A: {type: revolut}\n")
    for command in (("check", file), ("run", file), ("show", file), ("export", file, tmp_path / "x.yaml")):
        result = call(*command)
        assert result.exit_code == 3
        assert "3 problems" in result.stderr and "line 4: bodies.rod.mass: 3 m" in result.stderr
        assert "Traceback" not in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["bad.yaml"]


def test_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setattr(os, "access", lambda path, mode: False)
    result = call("run", "pendulum", "--out", tmp_path / "out")
    assert result.exit_code == 4
    assert "error: no permission to write results into this folder" in result.stderr
    assert "Choose another folder with --out" in result.stderr
    assert not (tmp_path / "out").exists()


def test_full_disk_leaves_the_old_files_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("run", "pendulum", "--duration", 0.5, "--out", tmp_path).exit_code == 0
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}

    def full(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    result = call("run", "pendulum", "--duration", 0.6, "--out", tmp_path)
    assert result.exit_code == 4
    said = f"error: No space left on device; this file was not written: {tmp_path / 'result.nc'}. Make room and run again"
    assert said in result.stderr
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_port_that_is_taken(tmp_path: Path) -> None:
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = call("show", "pendulum", "--port", port, "--no-browser")
    assert result.exit_code == 4
    assert f"port {port}: it is already taken; choose another with --port, or any free one with --port 0" in result.stderr


def test_a_result_runs_again_from_itself_to_the_last_digit(four_bar: tuple[Result, Path], tmp_path: Path) -> None:
    result, folder = four_bar
    again = call("run", folder / "result.nc", "--out", tmp_path, "--json")
    assert again.exit_code == 0, again.stderr
    assert json.loads(again.stdout)["final"] == json.loads(result.stdout)["final"]
    with (
        xarray.open_dataset(tmp_path / "result.nc", engine="h5netcdf") as new,
        xarray.open_dataset(folder / "result.nc", engine="h5netcdf") as old,
    ):
        assert np.array_equal(new["state"].values, old["state"].values)
        assert "biela: 1" in old.attrs["machine_file"] and old.attrs["biela_version"] == biela.__version__
        assert json.loads(old.attrs["settings"])["method"] == "rk4"


def test_plot_and_export(four_bar: tuple[Result, Path], tmp_path: Path) -> None:
    import pandas

    _, folder = four_bar
    assert call("plot", folder, "A.angle", "C.force", "--out", tmp_path / "a.svg").exit_code == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()
    wrong = call("plot", folder, "A.angel")
    assert wrong.exit_code == 1 and "Did you mean 'A.angle'" in wrong.stderr
    for ending in ("csv", "yaml", "json", "html"):
        done = call("export", folder / "result.nc", tmp_path / f"x.{ending}")
        assert done.exit_code == 0, done.stderr
    table = pandas.read_csv(tmp_path / "x.csv", comment="#", index_col="time", float_precision="round_trip")
    with xarray.open_dataset(folder / "result.nc", engine="h5netcdf") as data:
        assert np.array_equal(table["A.angle"].values, data["A.angle"].values)  # all digits
    assert "# unit of A.angle: rad" in (tmp_path / "x.csv").read_text("utf-8")
    assert call("check", tmp_path / "x.yaml").exit_code == 0
    assert call("export", "five-bar", tmp_path / "five.json").exit_code == 0
    assert json.loads((tmp_path / "five.json").read_text("utf-8"))["name"] == "five-bar"


def test_schema_is_json_and_knows_every_type(tmp_path: Path) -> None:
    schema = json.loads(call("schema").stdout)
    assert schema["title"] == "biela machine file"
    text = json.dumps(schema)
    for word in ("revolute", "user_effort", "point_on_curve", "gyroscope", "FreeParameter", "kg*m^2"):
        assert word in text
    assert "@" not in "".join(d.get("title", "") for d in schema["$defs"].values())
    assert call("schema", "--out", tmp_path / "s.json").exit_code == 0


def test_bench_and_check_speak_json() -> None:
    rows = json.loads(call("bench", "pendulum", "--json").stdout)["runs"]
    assert rows[0]["machine"] == "pendulum" and rows[0]["real_time_factor"] > 1
    assert "× real time" in call("bench", "pendulum").stdout
    found = json.loads(call("check", "four-bar", "--json").stdout)
    assert found["ok"] and found["mobility"] == 1 and found["loops"] == {"C": found["loops"]["C"]} and len(found["redundant"]) == 3


def _stand_in(build: Callable[[], biela.Mechanism], signals: tuple[str, ...] = ()) -> Case:
    """Stands for a ready machine."""
    return Case("stand-in", build, lambda mechanism: mechanism.assemble(), 1.0, signals=signals)


def test_a_file_whose_name_begins_with_a_dash_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert biela_command("new", "pendulum", "--", "-x.yaml").exit_code == 0
    for words in (["check", "-x.yaml"], ["check", "--json", "-x.yaml"], ["check", "--", "-x.yaml"]):
        assert biela_command(*words).exit_code == 0, words
    assert biela_command("run", "-x.yaml", "--duration", "0.1", "--set", "gravity=[0, -1, 0]").exit_code == 0
    (tmp_path / "out" / "-x" / "result.nc").rename("-r.nc")
    assert biela_command("compare", "-r.nc", "-r.nc", "--out", "both.html").exit_code == 0


def test_options_stay_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a file has the name of one."""
    monkeypatch.chdir(tmp_path)
    Path("--json").write_text("no machine")
    assert biela_command("check", "pendulum", "--json").stdout.startswith("{")
    missing = biela_command("check", "-y.yaml")
    assert missing.exit_code == 2 and "there is no option -y.yaml, and no file of this name." in missing.stderr
    assert "Did you mean '--json'" in biela_command("check", "pendulum", "--jsn").stderr
