"""The JSON Schema says what the reader does: every library machine is valid under it, and common mistakes are not."""

from __future__ import annotations

from typing import Any

import pytest
from machines import SMALL, everything

from biela import files, library
from biela.files.document import read_document
from biela.files.ready import ready_text

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = files.json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", ["four-bar", "five-bar", "stewart-gough", "andrews-squeezer", "heavy-top"])
def test_library_machines_are_valid(name: str, validator: Any) -> None:
    validator.validate(read_document(ready_text(library.get(name)), name).data)


def test_everything_is_valid(validator: Any) -> None:
    validator.validate(read_document(files.dumps(everything()), "everything").data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("type: revolute", "type: revolut"),
        ("gravity:", "gravty:"),
        ("[length/2, 0, 0]", "[length/2, 0]"),
        ("biela: 1", "biela: 7"),
    ],
)
def test_mistakes_are_seen_by_editors_too(old: str, new: str, validator: Any) -> None:
    assert list(validator.iter_errors(read_document(SMALL.replace(old, new), "bad").data))
