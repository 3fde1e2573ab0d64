"""A machine as a machine file: YAML, or JSON, which is YAML too and is read back as such."""

from __future__ import annotations

import json
import re

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".yaml", ".yml", ".json")
def write(asked: Asked) -> Written:
    """The machine file of a case."""
    text = asked.case().machine_file()
    return Written(write_whole(asked.path, text if asked.path.suffix != ".json" else as_json(text)))


def as_json(text: str) -> str:
    """A machine file as JSON."""
    from biela.files.document import read_document

    written = json.dumps(read_document(text, "machine").data, indent=2, ensure_ascii=False)
    # YAML takes some characters inside a text for the end of a line
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda found: f"\\u{ord(found.group()):04x}", written) + "\n"
