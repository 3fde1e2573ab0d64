"""Every element has an example in the reference, and the examples run: they are lines of one machine."""

from __future__ import annotations

import pytest

from biela import files
from biela.app.help import word_page
from biela.base.errors import UnknownName
from biela.element.declaration import declared
from biela.element.reference import TITLES, example_of, examples
from command_line import biela_command


def test_every_element_has_an_example() -> None:
    own = [d for section in TITLES for d in declared(section).values() if d.own]
    assert len(own) > 60
    assert not [d.word for d in own if not example_of(d)]


def test_the_machine_of_the_examples_runs() -> None:
    run = files.loads(examples(), "examples.yaml").simulate()
    assert run.status == "done" and run.closure_error < 1e-9


def test_help_prints_the_page_of_an_element() -> None:
    page = biela_command("help", "spring").stdout
    for word in ("Spring-damper between two points", "stiffness", "N/m", "default 0.0", "{type: spring, a: "):
        assert word in page
    assert "Usage: biela run" in biela_command("help", "run").stdout
    with pytest.raises(UnknownName, match="no page for 'sprin'. Did you mean 'spring'"):
        word_page("sprin")


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("cylinder", ("hydraulic.cylinder, a component of networks", "bore", "required")),
        ("hydraulic.cylinder", ("stroke",)),
        ("magic_formula", ("longitudinal tyre laws of a car file", "lateral tyre laws of a car file", "coefficients")),
        ("rosenbrock", ("one of the methods (`biela list methods`)", "stiff machines")),
        ("unscented", ("one of the filters",)),
    ],
)
def test_every_word_of_files_and_options_has_a_page(word: str, shown: tuple[str, ...]) -> None:
    page = word_page(word)
    assert [part for part in shown if part not in page] == []
