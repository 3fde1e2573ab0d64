"""Messages of commands that the studio starts name the fields of its forms."""

from __future__ import annotations

import pytest

from biela.base.surface import Setting, setting
from biela.cli import terminal
from biela.cli.studio import commands
from biela.studio.project.form import as_field


def test_settings_are_fields() -> None:
    assert as_field(Setting("output_step")) == "“output step”"
    assert as_field(Setting("units", {"A": "deg", "B": None}), "unit") == "“unit” A=deg; B"
    assert as_field(Setting("samples", 1000)) == "“samples” 1000"


def test_a_command_of_the_studio_names_the_label_of_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = next(command for command in commands() if command.name == "sweep")
    labels = {option["name"]: option["label"] for option in sweep.about()["options"]}
    assert "out" not in labels and "uses" not in labels
    with terminal.messages_for_errors({option.name: option.flag for option in sweep.options}):
        assert setting("measures") == "--measure"
        monkeypatch.setenv("BIELA_PROGRESS", "json")
        for name, label in labels.items():
            assert name == "name" or setting(name) == f"“{label}”"
