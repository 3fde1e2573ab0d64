"""The folder of a use case: refused at once if it cannot be written, and no file in it is ever half written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Any, Generic, TypeVar

from biela.base.atomic import file_name, write_whole
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.intake import is_address
from biela.base.surface import command

T = TypeVar("T")
Json = dict[str, Any]
"""Object of JSON: a summary for scripts, or what a page draws."""


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """Outcome of a use case.

    result : what was computed
    summary : the same as one object for scripts; also in `summary.json`
    files : the paths written
    notes : what a user should know
    """

    result: T
    summary: Json
    files: list[Path]
    notes: list[str] = field(default_factory=list)


class Interrupted(KeyboardInterrupt):
    """Interruption by the user; the text says what was done until then."""


def usual_folder(name: str, ending: str = "") -> Path:
    """Return the folder for the results of a machine if none is given."""
    return Path("out") / file_name(f"{name}{ending}")


def result_file(path: str | Path) -> Path:
    """Return the file of a result, named by itself or by the folder of its run."""
    return Path(path) / "result.nc" if Path(path).is_dir() else Path(path)


def refuse_unwritable(folder: str | Path) -> Path:
    """Return the folder as a path; refuse one that cannot be written before the work, not after it."""
    folder = Path(folder)
    if is_address(folder):
        address = folder.as_posix().replace(":/", "://", 1)
        writes = command("sweep", "biela.sweep(…)")
        raise BielaError(f"{address!r} is the address of a store: only {writes} writes there. Give a folder.")
    nearest = next(p for p in (folder, *folder.absolute().parents) if p.exists())
    if not nearest.is_dir():
        raise NotADirectoryError(20, "not a folder, so no results can be written into it", str(nearest))
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise PermissionError(13, "no permission to write results into this folder", str(nearest))
    return folder


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Say, if interrupted while results are written, that every file is whole."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"each file in {folder} is either the old one or the new one, none is half written") from None


def write_summary(folder: Path, summary: Json, files: Sequence[Path]) -> list[Path]:
    """Write `summary.json`, which names all files, and return them all."""
    every = [*files, folder / "summary.json"]
    summary["files"] = [str(file) for file in every]
    write_whole(every[-1], to_json(summary) + "\n")
    return every


def to_json(summary: Json, indent: int | None = 2) -> str:
    """Return an object as JSON text; NaN and infinity become null. Without indent it is one line."""
    return json.dumps(_finite(summary), indent=indent, ensure_ascii=False, allow_nan=False)


def _finite(x: Any) -> Any:
    if isinstance(x, dict):
        return {key: _finite(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_finite(value) for value in x]
    return None if isinstance(x, float) and not abs(x) < float("inf") else x


def assignments(texts: Sequence[str], option: str, example: str) -> dict[str, str]:
    """Read arguments of the form NAME=VALUE."""
    out = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name.strip() or not value.strip():
            raise BielaError(f"{option} {text!r}: write NAME=VALUE, such as {example}.")
        out[name.strip()] = value.strip()
    return out


def numbers(texts: Sequence[str], option: str, example: str) -> dict[str, float]:
    """Read arguments of the form NAME=NUMBER."""
    try:
        return {name: float(value) for name, value in assignments(texts, option, example).items()}
    except ValueError:
        raise BielaError(f"{option} {' '.join(texts)}: write NAME=NUMBER, such as {example}.") from None


def intervals(texts: Sequence[str], option: str, example: str) -> dict[str, tuple[float, float]]:
    """Read arguments of the form NAME=LOW:HIGH."""
    try:
        pairs = {name: text.partition(":") for name, text in assignments(texts, option, example).items()}
        return {name: (float(low), float(high)) for name, (low, _, high) in pairs.items()}
    except ValueError:
        raise BielaError(f"{option} {' '.join(texts)}: write NAME=LOW:HIGH, such as {example}.") from None
