"""A machine file, a study, a result or a store never runs code unless a person allowed it: every verb, reader and request is
given files that try, each in one way. See docs/files/trust.md."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from ways_in import LIBRARY, MARKS, MODULE, PRINCIPAL, PYTHON, READERS, Way, asked_of_the_studio, hostile, read_all, walk

from biela import files
from biela.base.errors import BielaError
from biela.cli.registry import names
from biela.cli.studio import commands
from biela.element import uses
from command_line import biela_command

pytest.importorskip("fmpy")
pytest.importorskip("zarr")
pytest.importorskip("starlette")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Way]:
    return hostile(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def ways(made: list[Way], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Way]]:
    """Commands run in the folder of the files, from which Python would import, and nothing is allowed."""
    folder = made[0].folder
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    monkeypatch.setattr(uses, "_USED", {})
    (folder / MARKS).unlink(missing_ok=True)
    yield made
    for name in [name for name in sys.modules if name.startswith((MODULE, "biela_elements_", "_biela_measures_"))]:
        del sys.modules[name]


def way(ways: list[Way], name: str) -> Way:
    return next(one for one in ways if one.name == name)


# --------------------------------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize("verb", names())
def test_no_verb_runs_code_of_a_file(ways: list[Way], verb: str) -> None:
    tried, found = walk(ways, [verb])
    assert tried >= len(ways) and not found, "\n".join(found)


def test_no_verb_runs_code_in_the_ways_that_once_were_open(ways: list[Way]) -> None:
    quick = [verb for verb in names() if verb not in ("identify", "plot", "film", "compare")]
    tried, found = walk([way(ways, name) for name in PRINCIPAL], quick)
    assert tried > 100 and not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "words", "ran"),
    [
        ("machine file: uses", ["check", "FILE", "--uses", PYTHON], "python"),
        ("machine file: measure of a file", ["sweep", "FILE", "--uses", PYTHON, "--out", "allowed"], "python"),
        ("machine file: uses", ["sweep", "pendulum", "--vary", "simulation.rtol=1e-6, 1e-7", "--measure", f"{PYTHON}:go",
                                "--duration", "0.1", "--out", "given"], "python"),
        ("machine file: uses", ["sweep", "pendulum", "--vary", "simulation.rtol=1e-6, 1e-7", "--measure", f"{MODULE}:go",
                                "--duration", "0.1", "--out", "given_module"], "module"),
        ("machine file: FMU", ["run", "FILE", "--uses", LIBRARY, "--out", "run"], "library"),
        ("result: FMU", ["run", "FILE", "--uses", f"result_FMU/{LIBRARY}", "--out", "run"], "library"),
    ],
)  # fmt: skip
def test_what_a_person_allows_on_the_command_line_runs(ways: list[Way], name: str, words: list[str], ran: str) -> None:
    """The same files do leave their marks: the walk above would see it."""
    one = way(ways, name)
    beside = one.file.parent / LIBRARY
    beside.exists() or beside.write_bytes((one.folder / LIBRARY).read_bytes())
    biela_command(*(word.replace("FILE", str(one.file)) for word in words))
    assert ran in one.marks


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("machine file: uses", ["run"], "a machine file alone never runs code: allow it with --uses evil.py"),
        ("machine file: measure of a file", ["sweep"], "allow it with --uses evil.py, or give the measure yourself."),
        ("machine file: measure of a module", ["sweep"], "If you trust its maker, give the measure yourself."),
        ("machine file: FMU", ["run"], "FMU 'net/motor' would run code from 'FOLDER/evil.fmu', which nobody has allowed"),
        ("machine file: FMU", ["run"], "allow it with --uses FOLDER/evil.fmu."),
        ("machine file: FMU", ["check"], "note: a run loads the FMU 'FOLDER/evil.fmu' ('net/motor'), a program: allow it with"),
    ],
)  # fmt: skip
def test_a_refusal_names_what_would_run_and_how_to_allow_it(ways: list[Way], name: str, words: list[str], said: str) -> None:
    one = way(ways, name)
    called = biela_command(*words, one.file)
    assert said.replace("FOLDER", str(one.folder)) in " ".join(called.stderr.split()).replace("- ", "-")
    assert (called.exit_code == 0) == (words == ["check"])


def test_another_file_of_the_same_name_is_not_allowed(ways: list[Way], tmp_path: Path) -> None:
    for name in (PYTHON, LIBRARY):
        (tmp_path / name).write_bytes(b"" if name == PYTHON else (ways[0].folder / LIBRARY).read_bytes())
    allowed = ["--uses", tmp_path / PYTHON, "--uses", tmp_path / LIBRARY, "--out", "out"]
    assert biela_command("sweep", way(ways, "machine file: measure of a file").file, *allowed).exit_code == 1
    assert biela_command("run", way(ways, "machine file: FMU").file, *allowed).exit_code == 1
    assert not ways[0].marks


# ----------------------------------------------------------------------------------------------------------------- Python


@pytest.mark.parametrize("reader", list(READERS))
def test_no_reader_in_python_runs_code_of_a_file(ways: list[Way], reader: str) -> None:
    tried, found = read_all(ways, [reader])
    assert tried == len(ways) and not found, "\n".join(found)


def test_what_a_person_allows_in_python_runs(ways: list[Way]) -> None:
    one = way(ways, "machine file: FMU")
    case = files.read(one.file, uses=[LIBRARY])
    with pytest.raises(BielaError, match="FMU 'net/motor'"):  # it is loaded, and has no functions
        case.simulate()
    assert one.marks == ["library"]


# ----------------------------------------------------------------------------------------------------------------- studio


STUDIO = ("uses", "measure of a file", "measure of a module", "FMU and measure", "YAML tag")


@pytest.mark.parametrize("name", ["FMU and measure", *STUDIO])
def test_no_request_of_the_studio_runs_code_of_a_file(ways: list[Way], name: str) -> None:
    one = way(ways, f"machine file: {name}")
    *_, typed = asked_of_the_studio(one, [])
    assert not one.marks
    assert not typed["ok"] and "would run code from 'evil.py'" in typed["message"]


def test_what_the_studio_was_started_with_runs(ways: list[Way]) -> None:
    one = way(ways, "machine file: FMU and measure")
    asked_of_the_studio(one, [str(one.folder / PYTHON), str(one.folder / LIBRARY)])
    assert {"python", "library"} <= set(one.marks)


@pytest.mark.parametrize("option", ["uses", "cluster", "slurm", "pbs", "out"])
def test_the_studio_takes_no_option_that_leads_to_other_code(ways: list[Way], option: str) -> None:
    """Dask runs what its scheduler sends, and queueing systems run lines of their job's script."""
    from biela.studio.project.folder import Project
    from biela.studio.project.jobs import Jobs

    jobs = Jobs(Project(ways[0].folder), commands(), [], lambda news: None)
    for command in ("sweep", "run"):
        with pytest.raises(BielaError, match="has no field"):
            asyncio.run(jobs.start(command, "uses.yaml", "", {option: "x"}))


def allowing(one: Way, change: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """The studio's dialogue: what it shows, the answer to the permission that was given, and what the next picture says."""
    from biela.studio.project.folder import Project
    from biela.studio.project.hub import Hub

    async def asking() -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        hub = Hub(Project(one.folder), commands(), [])
        file = {"file": one.file.name}
        try:
            await hub.answer({"do": "open", **file})
            shown = await hub.answer({"do": "code", **file})
            assert not one.marks
            given = [{"file": c["file"], "digest": c["digest"], **change} for c in shown["code"]]
            done = await hub.answer({"do": "allow", "code": given, **file})
            await asyncio.gather(*(each.looking for each in hub.open.values() if each.looking))
            picture = hub.open[one.file.name].picture or {}
            return shown, done, [problem["message"] for problem in picture["problems"]]
        finally:
            await hub.end()

    return asyncio.run(asking())


def test_the_dialogue_of_the_studio_names_what_would_run(ways: list[Way]) -> None:
    one = way(ways, "machine file: uses")
    shown, done, problems = allowing(one, {})
    content = (one.folder / PYTHON).read_bytes()
    assert shown["code"] == [
        {"file": PYTHON, "what": "elements", "size": len(content), "digest": sha256(content).hexdigest(), "refused": ""}
    ]
    assert done["ok"] and not problems and set(one.marks) == {"python"}


@pytest.mark.parametrize("change", [{"digest": "0" * 64}, {"file": f"{MODULE}.py"}, {"file": "../evil.py"}, {"file": "fmu.yaml"}])
def test_a_permission_is_for_the_file_that_was_shown(ways: list[Way], change: dict[str, str]) -> None:
    one = way(ways, "machine file: uses")
    _, done, problems = allowing(one, change)
    assert not done["ok"] and "is not the file that was shown" in done["message"]
    assert "the machine needs elements from 'evil.py'" in problems[0] and not one.marks


def test_files_outside_the_folder_are_named_and_cannot_be_allowed(ways: list[Way], tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / PYTHON).write_text("")
    file = tmp_path / "inside" / "m.yaml"
    file.write_text(ways[0].file.read_text("utf-8").replace("uses: evil.py", "uses: [../evil.py, /tmp/evil.py]"), "utf-8")
    shown, done, _ = allowing(Way("outside", file, file.parent), {})
    assert [code["file"] for code in shown["code"]] == ["../evil.py", "/tmp/evil.py"]
    assert all("is not the name of a file in this folder" in code["refused"] for code in shown["code"]) and not done["ok"]
