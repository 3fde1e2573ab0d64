"""A motion from a text of the command line, written as in a machine file."""

from __future__ import annotations

from typing import Any

from biela.base.errors import BielaError
from biela.element.role import Role
from biela.files.document import read_document
from biela.files.law import TIME
from biela.files.problem import FileError
from biela.files.reading import Reader
from biela.files.values import Failed


def motion_from_text(text: str, unit: str, what: str) -> Any:
    """Return a motion: `30 deg + 6 deg*t`, `{quintic: {after: 60 deg, duration: 1 s}}`."""
    try:
        document = read_document(f"motion: {text}", what)
        if document.problems:
            raise BielaError(f"{what} {text!r}: {document.problems[0].message}")
        return Reader(document).read(("motion",), document.data["motion"], Role("motion", unit, TIME))
    except FileError as error:
        raise BielaError(f"{what} {text!r}: {error.problems[0].message}") from None
    except Failed:
        raise BielaError(f"{what} {text!r}: {document.problems[-1].message}") from None
