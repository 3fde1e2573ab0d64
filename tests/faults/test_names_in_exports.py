"""Names and descriptions of a machine in exported files stay texts: they never become code, markup or another machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import biela
from biela import files
from biela.app.export import export
from biela.export.program import c_string, identifier, remark

EVIL = (
    "*/ int evil = 1; /*", "a\n#error evil\n", "x */\\\n/ evil() /*", "</script><script>evil()</script>", '"; evil(); //',
    "@REAL@ @INDICES@ evil", "??/\n evil", "a\0b evil", "line\u2028evil\x85\x0b\x1b[31m", "'&<>]]> evil", "3-evil", "%s%n evil",
)  # fmt: skip


def _case(text: str, folder: Path) -> Path:
    """A pendulum whose name and description are a text, as a machine file."""
    case = biela.library.get("pendulum")
    m = case.build()
    m.name = text
    path = folder / "m.yaml"
    path.write_text(replace(biela.Case.of(m, duration=0.01), description=text, source=text).machine_file(), "utf-8")
    return path


def _without_remarks(c: str) -> str:
    return re.sub(r"/\*.*?\*/", "", c, flags=re.DOTALL)


@pytest.mark.parametrize("text", EVIL, ids=range(len(EVIL)))
def test_texts_in_exports_stay_texts(text: str, tmp_path: Path) -> None:
    source = _case(text, tmp_path)
    read = files.read(source)
    assert read.mechanism.name == text and read.description == text
    export(str(source), tmp_path / "c", c=True, method="rk4", step=0.01)
    for name in ("machine.h", "machine.c", "main.c"):
        assert "evil" not in _without_remarks((tmp_path / "c" / name).read_text("utf-8"))
    for ending in ("json", "yaml"):
        export(str(source), tmp_path / f"again.{ending}")
        assert files.read(tmp_path / f"again.{ending}").mechanism.name == text
    for ending in ("urdf", "xml"):
        export(str(source), tmp_path / f"robot.{ending}")
        root = ElementTree.parse(tmp_path / f"robot.{ending}").getroot()
        assert not [part for part in root.iter() if "evil" in part.tag]
    assert {path.name for path in tmp_path.iterdir()} == {"m.yaml", "c", "again.json", "again.yaml", "robot.urdf", "robot.xml"}


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_texts_in_c_compile(tmp_path: Path) -> None:
    export(str(_case(" ".join(EVIL), tmp_path)), tmp_path / "c", c=True, method="rk4", step=0.01)
    flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    command = ["cc", *flags, "machine.c", "main.c"]
    done = subprocess.run(command, cwd=tmp_path / "c", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_files_of_two_exports_do_not_compile(tmp_path: Path) -> None:
    """As an export that was killed between two files leaves them."""
    for name, step in (("old", 0.01), ("new", 0.02)):
        export("pendulum", tmp_path / name, c=True, method="rk4", step=step)
    compiled = ["cc", "-std=c99", "-fsyntax-only", "machine.c", "main.c"]
    subprocess.run(compiled, cwd=tmp_path / "old", check=True)
    shutil.copy(tmp_path / "new" / "machine.h", tmp_path / "old")
    done = subprocess.run(compiled, cwd=tmp_path / "old", capture_output=True, text=True, check=False)
    assert done.returncode and "these files are of two exports: export the machine again" in done.stderr


def test_texts_in_an_fmu_are_attributes(tmp_path: Path) -> None:
    text = "../" * 5 + "".join(EVIL) + "x" * 300
    export(str(_case(text, tmp_path)), tmp_path / "m.fmu", method="rk4", step=0.01, sources=True)
    with zipfile.ZipFile(tmp_path / "m.fmu") as archive:
        assert all(".." not in name and len(name) < 200 for name in archive.namelist())
        root = ElementTree.fromstring(archive.read("modelDescription.xml"))
    assert "evil" in root.get("description", "") and not [part for part in root.iter() if "evil" in part.tag]


def test_half_a_character_is_no_text_and_two_halves_are_one() -> None:
    """JSON writes 😀 as two halves; one alone cannot be written to any file."""
    text = biela.library.get("pendulum").machine_file()
    for given, found in (('"a \\ud83d\\ude00"', "a 😀"), ('"a \\ud83d"', None), ('"\\ude00\\ud83d"', None)):
        changed = text.replace("name: pendulum", f"name: {given}", 1)
        if found:
            assert biela.loads(changed).mechanism.name == found
        else:
            with pytest.raises(files.FileError, match=r"half a character \(.*\) is not text: write the whole one"):
                biela.loads(changed)
    with pytest.raises(biela.BielaError, match="is not a name of a mechanism: give some text"):
        biela.Mechanism("\ud800")


def test_a_string_of_c_holds_any_text() -> None:
    assert c_string('a"b\\c??/é\n') == "a\\042b\\134c\\077\\077/\\303\\251\\012"
    assert remark("*/*/ x\n*/") == "* / * / x * /" and identifier("3-rrr", set()) == "_3_rrr"
    assert identifier("", set()) == "_" and len(identifier("x" * 5000, set())) == 100
