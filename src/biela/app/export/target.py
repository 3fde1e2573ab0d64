"""Formats to export to: each is a function in a file of this folder, registered by the endings of the files it writes.

@target(".fmu", options=("method", "step"))
def write(asked: Asked) -> Written: ...

Formats that only hold a machine or a run are declared in `biela.files.format`; `machine.py` and `result.py` write them all.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from biela.base.errors import BielaError
from biela.base.surface import command, setting
from biela.files.format import RESULT

if TYPE_CHECKING:
    from biela.simulation.case import Case

FOLDER = "a folder"
"""In place of an ending, for formats that write several files; the option of that name selects them."""


Endings = str | Callable[[], tuple[str, ...]]
"""An ending, or what gives those that are known by now."""


class Asked(NamedTuple):
    """Request of a user: source, target, changed values, and the options that the format takes."""

    source: str
    path: Path
    changes: Sequence[str]
    options: Mapping[str, Any]

    def case(self) -> Case:
        """Find the machine by its name, file or result."""
        from biela.app.case import find_case

        return find_case(self.source, self.changes)


class Written(NamedTuple):
    """File or folder that was written, with notes for the user."""

    path: Path
    notes: Sequence[str] = ()


class Target(NamedTuple):
    """Format: the endings that select it, whether it holds a result, its options, and what writes it."""

    given: tuple[Endings, ...]
    of_result: bool
    options: tuple[str, ...]
    write: Callable[[Asked], Written]

    @property
    def endings(self) -> tuple[str, ...]:
        """Endings of files, or the `FOLDER`."""
        return tuple(e for given in self.given for e in ((given,) if isinstance(given, str) else given()))


_TARGETS: list[Target] = []
Write = Callable[[Asked], Written]


def target(*endings: Endings, of_result: bool = False, options: Sequence[str] = ()) -> Callable[[Write], Write]:
    """Register a function that writes a format.

    A machine and a result may share an ending. A format that writes a folder has the `FOLDER` for an ending, and its first option
    selects it.
    """

    def register(write: Write) -> Write:
        _TARGETS.append(Target(endings, of_result, tuple(options), write))
        return write

    return register


def formats() -> list[Target]:
    """Return all formats, in the order of their files."""
    if not _TARGETS:
        package = importlib.import_module(__package__)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{__package__}.{module.name}")
    return _TARGETS


def export(source: str, path: Path, changes: Sequence[str] = (), **options: Any) -> Written:
    """Write a machine (from its name, file or result) or a result (.nc) to `path`; options that are None are not given."""
    given = {name: value for name, value in options.items() if value not in (None, False)}
    found = _chosen(source, path, given)
    for name in given:
        if name not in found.options:
            takers = [t for t in formats() if name in t.options]
            folders = {FOLDER: f"folders ({setting(takers[0].options[0], True)})"}
            where = " and ".join(folders.get(t.endings[0], t.endings[0]) for t in takers)
            raise BielaError(f"{setting(name)} does not fit {str(path)!r}: it is for {where}.")
    return found.write(Asked(source, path, changes, given))


def _chosen(source: str, path: Path, given: Mapping[str, Any]) -> Target:
    """Return the format that an ending, or the setting of a folder, selects."""
    for folder in (t for t in formats() if FOLDER in t.endings):
        if folder.options[0] in given:
            return folder
    found = [t for t in formats() if path.suffix in t.endings]
    if not found:
        known = ", ".join(dict.fromkeys(e for t in formats() for e in t.endings if e != FOLDER))
        folders = ", ".join(setting(t.options[0], True) for t in formats() if FOLDER in t.endings)
        raise BielaError(f"{str(path)!r}: the ending selects the format, one of {known}; or write a folder with {folders}.")
    is_result = Path(source).suffix == RESULT
    for t in sorted(found, key=lambda t: t.of_result != is_result):
        if is_result or not t.of_result:
            return t
    run = command("run", "biela.app.run.run(…)", source)
    raise BielaError(f"{path.suffix} files hold results: run the machine first, {run}, then export its result.nc.")
