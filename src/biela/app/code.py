"""NamedCode that a machine file names and that a person would have to allow; see docs/files/trust.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from biela.element.uses import allowed, used
from biela.study.own_function import function_of

FMU = "fmi.unit"
"""Type of components that load an FMU."""


class NamedCode(NamedTuple):
    """File of code: its place, and what it is for."""

    file: str
    what: str


def named_code(data: object, file: str) -> list[NamedCode]:
    """Return the files of code that the content of a machine file names and nobody has allowed yet.

    data : as YAML gives it
    file : the machine file; Python files of elements and FMUs are named from its folder, those of measures from the working folder
    """
    if not isinstance(data, dict):
        return []
    beside = Path(file).parent.joinpath
    uses = data.get("uses") or []
    found = [
        NamedCode(str(beside(name)), "elements")
        for name in (uses if isinstance(uses, list) else [uses])
        if isinstance(name, str) and not used(name)
    ]
    found += [NamedCode(str(beside(name)), "FMU") for part in ("networks", "components") for name in _fmus(data.get(part))]
    study = data.get("study")
    measures = study.get("measures") if isinstance(study, dict) else []
    for text in measures if isinstance(measures, list) else []:
        place = function_of(str(text))
        if place.endswith(".py"):
            found.append(NamedCode(place, "measure"))
    return [code for code in dict.fromkeys(found) if not allowed(code.file)]


def _fmus(content: object) -> Iterator[str]:
    """Yield the files of the FMUs among components, however deeply nested."""
    waiting = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("type") == FMU and isinstance(part.get("file"), str):
                yield part["file"]
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
