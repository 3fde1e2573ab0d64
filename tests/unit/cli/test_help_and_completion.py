"""Help with examples, lists of words, tab completion, the standard input, and messages in terms of options."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from biela.cli.completion import SCRIPTS, candidates
from biela.cli.options import arguments_of, parse
from biela.cli.registry import find, own_verbs
from command_line import biela_command


@pytest.mark.parametrize("name", sorted(own_verbs()))
def test_the_help_of_every_command_has_examples_that_can_be_typed(name: str) -> None:
    shown = biela_command(name, "--help").stdout
    examples = [line.split("$ ", 1)[1] for line in shown.splitlines() if line.startswith(" $ ")]
    assert examples, name
    function = find(name)
    assert function is not None
    for example in examples:
        command, *words = shlex.split(re.sub(r" > [\w.]+$", "", example.split(" | ")[-1]))
        assert (command, words[0]) == ("biela", name)
        for p in arguments_of(function):  # a file of --uses would be run
            assert p.said.check is None or p.flag != "--uses" or "--uses" not in words
        parse(name, function, words[1:])


def test_units_in_brackets_stay_in_the_help() -> None:
    assert "Time to simulate [s]." in " ".join(biela_command("run", "--help").stdout.split())


def test_lists_have_one_line_for_each_word() -> None:
    for kind, words in {"methods": ["rk4", "rosenbrock", "automatic"], "manoeuvres": ["braking", "step-steer"],
                        "formulations": ["projected", "compliant"], "filters": ["extended", "particle"]}.items():  # fmt: skip
        lines = dict(line.split(None, 1) for line in biela_command("list", kind).stdout.splitlines())
        assert set(words) <= set(lines) and all(len(text) > 8 for text in lines.values())
    assert biela_command("list", "wheels").exit_code == 2


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ru"], ["run"]),
        (["run", "four-"], ["four-bar"]),
        (["run", "four-bar", "--meth"], ["--method"]),
        (["run", "four-bar", "--method", "rose"], ["rosenbrock"]),
        (["run", "four-bar", "--method=rose"], ["--method=rosenbrock"]),
        (["run", "renault-clio", "--manoeuvre", "st"], ["standing-start", "steady-circle", "step-steer"]),
        (["run", "four-bar", "--out", "x"], []),  # a folder: the shell knows better
        (["run", "four-bar", "x"], []),  # nothing follows the machine
        (["nothing", ""], []),
    ],
)
def test_the_last_word_is_completed(words: list[str], found: list[str]) -> None:
    assert candidates(words) == found


def test_completion_is_installed_where_the_shell_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for shell, place in {"bash": ".local/share/bash-completion/completions/biela", "zsh": ".zfunc/_biela",
                         "fish": ".config/fish/completions/biela.fish"}.items():  # fmt: skip
        done = biela_command("--install-completion", shell)
        assert done.exit_code == 0 and str(tmp_path / place) in done.stdout
        assert (tmp_path / place).read_text() == SCRIPTS[shell]
        if program := shutil.which(shell):
            assert subprocess.run([program, "-n", str(tmp_path / place)], check=False).returncode == 0
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    refused = biela_command("--install-completion")
    assert refused.exit_code == 2 and "bash, zsh, fish" in refused.stderr


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    (tmp_path / "biela").write_text(f'#!{bash}\nexec {shlex.quote(sys.executable)} -m biela.cli "$@"\n')
    (tmp_path / "biela").chmod(0o755)
    ask = f"PATH={shlex.quote(str(tmp_path))}:$PATH; {SCRIPTS['bash']}\n"
    ask += 'COMP_WORDS=(biela run four-bar --method r); COMP_CWORD=4; _biela; echo "${COMPREPLY[@]}"'
    done = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rk4", "rosenbrock"]


def test_a_machine_file_comes_from_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    from biela import library

    text = library.get("pendulum").machine_file()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert "mobility 1" in biela_command("check", "-").stdout
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"biela: 1\nname: x\nbodys: {}\n")))
    wrong = biela_command("check", "-")
    assert wrong.exit_code == 3 and "standard input" in wrong.stderr and "bodys" in wrong.stderr


def test_messages_speak_of_options() -> None:
    done = biela_command("run", "pendulum", "--method", "rk4")
    assert done.exit_code == 1 and "give --step 0.001" in done.stderr


def test_a_machine_is_written_to_the_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """`biela new pendulum - | biela check -`"""
    written = biela_command("new", "pendulum", "-")
    assert written.exit_code == 0 and "pivot" in written.stdout
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written.stdout.encode())))
    assert "mobility 1" in biela_command("check", "-").stdout


def test_help_names_values_in_words() -> None:
    said = biela_command("show", "--help").stdout
    assert "--port" in said and "NUMBER" in said and "<int>" not in said and "<str>" not in said
