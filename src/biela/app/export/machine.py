"""A machine as a machine file: YAML, or JSON, which is YAML too and is read back as such."""

from __future__ import annotations

import json

from biela.app.export.target import Asked, Written, target
from biela.atomic import write_whole


@target(".yaml", ".yml", ".json")
def write(asked: Asked) -> Written:
    """The machine file of a case."""
    text = asked.case().machine_file()
    return Written(write_whole(asked.path, text if asked.path.suffix != ".json" else as_json(text)))


def as_json(text: str) -> str:
    """A machine file as JSON."""
    from biela.files.document import read_document

    return json.dumps(read_document(text, "machine").data, indent=2, ensure_ascii=False) + "\n"
