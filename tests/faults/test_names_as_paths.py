"""Names in machine files and results never lead out of the folder of results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import biela
from biela.app.folder import usual_folder
from biela.base.atomic import file_name
from command_line import biela_command as call

NAMES = (
    "../../X", "/etc/passwd", "..", ".", "", "...", "a/b", "a\\b", "C:\\x", "CON", "nul.txt", "x\0y", "x\ny", "~root", "-rf",
    "ä" * 300, "x" * 5000, "\ud800", "/", "//", " . ", "out/../../y", "%2e%2e%2f", "four-bar", "Clio 1.2 (75)", "\u202e/..",
    "$(id)", "a;b|c",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_name_is_one_plain_file_name(name: str, tmp_path: Path) -> None:
    plain = file_name(name)
    assert plain and len(Path(plain).parts) == 1 and Path(plain).name == plain and plain not in (".", "..")
    assert not plain.startswith(".") and not set(plain) & set('/\\:*?"<>|\0\n;$~')
    (tmp_path / plain).write_text("")
    assert [path.parent for path in tmp_path.iterdir()] == [tmp_path]
    assert usual_folder(name, "-inverse").resolve().parent == Path("out").resolve()


def test_usual_names_stay() -> None:
    for name in (*biela.library.names(), "Clio 1.2 (75)", "Köln-Bahn_2"):
        assert file_name(name) == name


@pytest.mark.parametrize("ending", ["json", "nc"])
def test_a_file_cannot_write_outside_its_folder(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a" / "b"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)
    assert call("export", "pendulum", "p.json").exit_code == 0
    machine = json.loads(Path("p.json").read_text())
    Path("p.json").write_text(json.dumps({**machine, "name": "../../X"}))
    if ending == "nc":
        assert call("run", "p.json", "--duration", 0.1, "--out", "first").exit_code == 0
        source = "first/result.nc"
    else:
        source = "p.json"
    done = call("run", source, "--duration", 0.1)
    assert done.exit_code == 0, done.stderr
    assert (place / "out" / "_.._X" / "result.nc").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["a"] and [path.name for path in place.parent.iterdir()] == ["b"]
