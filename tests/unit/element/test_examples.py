"""Every element has an example in the reference, and the examples run: they are lines of one machine."""

from __future__ import annotations

import pytest

from biela import files
from biela.app.help import element_page
from biela.element.declaration import declared
from biela.element.reference import TITLES, example_of, examples
from biela.errors import UnknownName
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
    with pytest.raises(UnknownName, match="no element 'sprin'. Did you mean 'spring'"):
        element_page("sprin")
