"""What is generated from the declarations and kept in the tree says what they say now."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import biela
from biela.element.declaration import declared

sys.path.insert(0, str(Path(__file__).parent))
import generate  # noqa: E402


def test_the_stub_of_the_methods_is_current() -> None:
    assert generate.text() == generate.FILE.read_text("utf-8"), "run python tests/unit/element/generate.py"


def test_the_reference_page_is_current() -> None:
    assert generate.page() == generate.PAGE.read_text("utf-8"), "run python tests/unit/element/generate.py"


def test_every_method_has_a_signature_and_documentation() -> None:
    for section in ("joints", "couplings", "loads", "actuators", "sensors"):
        for word, declaration in declared(section).items():
            method = getattr(biela.Mechanism, word)
            names = list(inspect.signature(method).parameters)
            assert names[:2] == ["self", "name"]
            assert {d.argument for d in declaration.data if d.role.kind != "inline"} <= set(names)
            assert declaration.about and declaration.about in " ".join(method.__doc__.split())
