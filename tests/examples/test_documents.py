"""Every code block of the README and of the documentation runs, prints what it says, and every link leads somewhere.

In a page, the blocks marked `python` run one after the other, as if typed in one session, in an empty folder. A block
marked `text` right after one is what it prints, to the letter. Lines `$ biela …` of a block marked `console` are run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

from biela.cli.options import parse
from biela.cli.registry import find
from biela.studio import view
from biela.studio.project import application as studio
from command_line import biela_command

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.es.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, *kinds: str) -> list[tuple[str, str]]:
    return [(kind, text) for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind in kinds]


LONG_BLOCKS = ("docs/machines/excavator.md", "docs/theory/vehicles.md")
"""Pages whose Python simulates diggers and cars; the fixed set of tests only compiles it."""
WITH_PYTHON = [pytest.param(p, id=name(p)) for p in PAGES if blocks(p, "python")]


@pytest.mark.parametrize("page", WITH_PYTHON)
def test_python_blocks_run_and_print_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("page", LONG_BLOCKS)
def test_long_python_blocks_name_what_there_is(page: str) -> None:
    """They compile, and what they import or take from a module of ours exists."""
    trees = [ast.parse(text) for _, text in blocks(ROOT / page, "python")]
    assert trees
    session: dict[str, object] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([node], []), page, "exec"), session)
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = session.get(node.value.id)
            assert not isinstance(owner, ModuleType) or hasattr(owner, node.attr), ast.unparse(node)


def commands(page: Path) -> list[list[str]]:
    """The lines `$ biela …` of a page, in words, without `biela`."""
    lines = [line for _, text in blocks(page, "console") for line in text.splitlines()]
    return [shlex.split(line.removeprefix("$ "), comments=True)[1:] for line in lines if line.startswith("$ biela ")]


LONG = ("README.es.md", "docs/files/command_line.md", "docs/machines/excavator.md", "docs/start/first_study.md")
"""Pages whose commands simulate much, or what another page does; the fixed set of tests only understands them."""
WITH_COMMANDS = [pytest.param(p, id=name(p)) for p in PAGES if blocks(p, "console")]


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_commands_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    served: list[str] = []
    monkeypatch.setattr(view, "serve", lambda machine, *options: served.append(machine.name))  # the view would wait for Ctrl-C
    monkeypatch.setattr(studio, "serve", lambda folder, *options: served.append(str(folder)))
    assert commands(page)
    for arguments in commands(page):
        result = biela_command(*arguments)
        assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("page", LONG)
def test_long_commands_are_understood(page: str) -> None:
    """Every command, option and value of a page whose commands take long."""
    found = commands(ROOT / page)
    assert found
    for verb, *words in found:
        function = find(verb)
        assert function is not None, verb
        parse(verb, function, words)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert not missing


def test_readme_lists_every_ready_machine_and_command() -> None:
    from biela import library

    text = (ROOT / "README.md").read_text("utf-8")
    assert not [machine for machine in library.names() if f"`{machine}`" not in text]
    assert not [
        command
        for command in ("list", "new", "run", "check", "show", "plot", "export", "schema", "bench")
        if f"biela {command}" not in text
    ]


def test_spanish_readme_tells_the_same_story() -> None:
    english, spanish = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.es.md"))
    for kind, pattern in {
        "commands": r"^(?:\$ biela \w+|make \w+|source \S+)",
        "sections": r"^#+(?= )",
        "blocks": r"^```\w*$",
        "calls": r"\b(?:m|p)\.(\w+)\(",
        "links": r"\]\((?!README)([^)]+)\)",
        "machines": r"`([a-z-]+)`(?=[,.])",
        "rows of tables": r"^\|(?=.*\|)",
    }.items():
        found = [re.findall(pattern, text, re.MULTILINE) for text in (english, spanish)]
        assert found[0] == found[1], kind
    ours, theirs = (commands(ROOT / name) for name in ("README.md", "README.es.md"))
    assert ours == [[word.replace("mi.yaml", "my.yaml") for word in words] for words in theirs]


def test_documentation_builds_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="the documentation needs mkdocs: pip install 'biela[docs]'")
    pytest.importorskip("material", reason="the documentation needs mkdocs-material: pip install 'biela[docs]'")
    pytest.importorskip("mkdocstrings", reason="the documentation needs mkdocstrings: pip install 'biela[docs]'")
    import subprocess
    import sys

    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 12
    for page in pages:
        fetched = re.findall(r"""<(?:script|img|link)[^>]+(?:src|href)=["']?(https?://[^"'> ]+)""", page.read_text("utf-8"))
        assert [f for f in fetched if "canonical" not in f] == []
