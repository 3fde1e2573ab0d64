"""Settings in messages are spelled as their reader writes them."""

from __future__ import annotations

import pickle

import pytest

from biela.base.errors import DescriptionError
from biela.base.surface import Command, Setting, Written, command, in_python, setting
from biela.cli.terminal import as_option, messages_for_errors
from biela.studio.project.form import as_field


def test_python_sees_arguments() -> None:
    assert setting("cutoff") == "cutoff=…"
    assert setting("method", "rk4") == "method='rk4'"
    assert setting("units", {"A": "deg", "B": None}) == "units={'A': 'deg', 'B': …}"


def test_the_command_line_shows_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert as_option(Setting("likelihood_scale", 2)) == "--scale 2"
    assert as_option(Setting("columns", {"A": "ch3", "B": None})) == "--column A=ch3 --column B"
    assert as_option(Setting("units", {"motor": "12.5 N·m"})) == "--unit 'motor=12.5 N·m'"
    assert as_option(Setting("parameters", ("inertia", "loads"))) == "--parameter inertia --parameter loads"
    with pytest.raises(SystemExit), messages_for_errors({"likelihood_scale": "--scale"}):
        raise DescriptionError(f"the filter is over-confident: raise {setting('likelihood_scale')} or {setting('restart', True)}.")
    assert "raise --scale or --restart." in capsys.readouterr().err
    assert setting("restart", True) == "restart=True"  # Python again


def test_a_command_is_a_call_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("list", "biela.library.names()") == "`biela.library.names()`"
    assert as_option(Command("new", "biela.save(…)", ("four-bar", "my.yaml"))) == "`biela new four-bar my.yaml`"
    assert as_field(Command("sweep", "biela.sweep(…)")) == "“sweep”"
    error = DescriptionError(f"too many: use {command('sweep', 'biela.sweep(…)')}.")
    assert error.commands == (Command("sweep", "biela.sweep(…)"),) and error.settings == ()


def test_what_only_files_have_is_set_in_the_file() -> None:
    """An argument without an option of its own is a key of the machine file, where numbers have units."""
    guess = pickle.loads(pickle.dumps(Setting("guess", {"D": Written(1.396, "80 deg")})))
    assert in_python(guess) == "guess={'D': 1.396}"
    assert as_option(guess) == "--set 'start.guess.D=80 deg'"
    assert as_option(Setting("guess")) == "--set start.guess.NAME=VALUE"
    assert as_option(Setting("tolerance", 2e-5)) == "--set start.tolerance=2e-05"


def test_an_error_carries_its_settings_as_data() -> None:
    setting("step", 1.0)  # of a message that nobody sent
    error = DescriptionError(f"too slow: give {setting('step', 0.001)} or {setting('units', {'A': 'deg'})}.")
    assert error.settings == (Setting("step", 0.001), Setting("units", {"A": "deg"}))
    assert DescriptionError("another").settings == ()
