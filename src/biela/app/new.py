"""Write a ready machine or a robot as a machine file: the beginning of a machine of one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.base.surface import setting
from biela.files.format import YAML
from biela.simulation.case import Case

SCHEMA = "biela.schema.json"
"""The file next to a machine file with which editors complete and check it."""


def new(case: Case, file: Path, *, force: bool = False) -> Path:
    """Write the machine file of a case, and next to it the schema for editors; an existing file is replaced by force only."""
    if file.suffix not in YAML.endings:
        raise BielaError(f"{str(file)!r}: machine files end in {YAML.endings[0]}.")
    if file.exists() and not force:
        raise BielaError(f"{str(file)!r} exists already: choose another name, or replace it with {setting('force', True)}.")
    from biela.files.schema import json_schema

    write_whole(file.parent / SCHEMA, json.dumps(json_schema(), indent=1) + "\n")
    return write_whole(file, f"# yaml-language-server: $schema={SCHEMA}\n{text_of(case)}")


def text_of(case: Case) -> str:
    """Return the machine file of a case, as it is written."""
    return clean(case.machine_file())


def clean(text: str) -> str:
    """Drop the last digits of arithmetic in a machine file: 150.00000000000006 is 150."""

    def short(number: re.Match[str]) -> str:
        x = float(number[0])
        return f"{x:.14g}" if "." in f"{x:.14g}" or abs(x) >= 1e15 else f"{x:.0f}"

    return re.sub(r"(?<![\w.])\d+\.\d{9,}(?:e[-+]?\d+)?(?![\w.])", short, text)
