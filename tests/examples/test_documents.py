"""Every code block of the README and of the documentation runs, prints what it says, and every link leads somewhere.

In a page, the blocks marked `python` run one after the other, as if typed in one session, in an empty folder. A block
marked `text` right after one is what it prints, to the letter. Lines `$ biela …` of a block marked `console` are run.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from biela import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, *kinds: str) -> list[tuple[str, str]]:
    return [(kind, text) for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind in kinds]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=name)
def test_python_blocks_run_and_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {"__name__": "__main__"}
    printed = ""
    for kind, text in blocks(page, "python", "text"):
        if kind == "text":
            assert printed == text
            continue
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(text, name(page), "exec"), session)
        printed = out.getvalue()


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "console")], ids=name)
def test_commands_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for _, text in blocks(page, "console") for line in text.splitlines()]
    commands = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if line.startswith("$ biela ")]
    assert commands
    for _, *arguments in commands:
        result = CliRunner().invoke(cli.app, arguments)
        assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert not missing


def test_readme_lists_every_ready_machine_and_command() -> None:
    from biela import library

    text = (ROOT / "README.md").read_text("utf-8")
    assert not [machine for machine in library.names() if f"`{machine}`" not in text]
    assert not [command for command in ("list", "run", "check") if f"biela {command}" not in text]
