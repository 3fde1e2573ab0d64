"""Verbs: one file each, found by name; scripts and other packages add their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest

from biela import cli
from biela.cli import registry as verbs
from biela.cli.options import Machine, case_of, option
from command_line import biela_command

VERBS = frozenset(verbs.own_verbs())


def help_of(*words: str) -> str:
    result = biela_command(*words, "--help")
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs registered during a test are forgotten after it."""
    monkeypatch.setattr(verbs, "_VERBS", dict(verbs._VERBS))


def test_every_verb_is_a_file_and_stands_in_the_help() -> None:
    text = help_of()
    for name in VERBS:
        assert (Path(verbs.__file__).parent / f"{name}.py").exists()
        assert re.search(rf"│ {name} ", text), name


@pytest.mark.parametrize("name", sorted(VERBS))
def test_help_is_written_in_sentences(name: str) -> None:
    text = help_of(name)
    assert "-h" in text
    described = re.findall(r"--[a-z-]+(?:, -h)? +(?:<\S+>|[A-Z=:]+)? +(.+?) *│", text)
    assert described
    for line in described:
        assert not re.match(r"(Of|of) ", line) and "told" not in line, line
        assert not re.search(r" [.;](?: |$)", line), line


def test_help_keeps_the_units_of_options() -> None:
    assert "Time to simulate [s]." in help_of("run") and "[Hz]." in help_of("identify")


@pytest.mark.usefixtures("forgotten")
def test_a_script_adds_a_verb_with_a_decorator() -> None:
    @cli.verb("Compute")
    def weigh(name: Machine, factor: Annotated[float, option("Multiply the mass [kg].")] = 1.0) -> None:
        """Print the mass of a machine."""
        print(factor * sum(float(body.mass) for body in case_of(name).build().bodies.values()))  # type: ignore[arg-type]

    assert "Print the mass of a machine" in help_of() and "Multiply the mass [kg]." in help_of("weigh")
    result = biela_command("weigh", "four-bar", "--factor", "2")
    assert result.exit_code == 0 and float(result.stdout) == pytest.approx(4.4)
    wrong = biela_command("weigh", "five-baar")  # its errors are messages, as those of other verbs
    assert wrong.exit_code == 1 and "Did you mean" in wrong.stderr


@pytest.mark.usefixtures("forgotten")
def test_another_package_adds_a_verb_with_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "greet"

        def load(self) -> None:
            @verbs.verb()
            def greet() -> None:
                """Say hello."""
                print("hello")

    def points(group: str) -> list[Any]:
        return [Point()] if group == "biela.verbs" else []

    monkeypatch.setattr("importlib.metadata.entry_points", points)
    assert biela_command("greet").stdout == "hello\n"
    assert "Say hello." in help_of()


def test_only_the_file_of_the_verb_is_imported() -> None:
    code = (
        "import sys; from biela import cli\n"
        "try: cli.main(['list'])\n"
        "except SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('biela.cli.')], file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert "biela.cli.list" in said and "biela.cli.run" not in said
