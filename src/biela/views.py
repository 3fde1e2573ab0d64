"""Pictures, pages and machine files of objects of earlier rooms, made by later ones.

A `Mechanism` shows itself in a notebook, a `History` draws itself and is saved together with its machine file; yet neither
`mechanism` nor `simulation` knows how pages are drawn or files are written. They ask here. The rooms that do know are named
by `offer`: `biela/__init__.py` lists them, and their modules are imported when they are first asked.

    views.offer("html", "my_room.machine.Machine", "my_room.pages:machine_html")
    views.html(machine)                                   # calls my_room.pages.machine_html(machine)
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_MAKERS: dict[tuple[str, str], str] = {}


def offer(view: str, kind: str, maker: str) -> None:
    """Name the function (`"module:function"`) that makes a view of objects of a class (`"module.Class"`)."""
    _MAKERS[view, kind] = maker


def html(thing: object) -> str:
    """An object as HTML, for notebooks."""
    return str(_maker("html", thing)(thing))


def svg(thing: object) -> str:
    """An object as a drawing in SVG."""
    return str(_maker("svg", thing)(thing))


def plot(thing: object, names: Sequence[str], path: str | Path | None, **how: Any) -> Any:
    """Signals as a picture."""
    return _maker("plot", thing)(thing, names, path, **how)


def report(thing: object, path: Path) -> Path:
    """Write the page of a run."""
    return Path(_maker("report", thing)(thing, path))


def machine_file(thing: object) -> tuple[str, str]:
    """The machine file that describes an object, and a remark on what it leaves out."""
    text, remark = _maker("machine_file", thing)(thing)
    return str(text), str(remark)


def _maker(view: str, thing: object) -> Callable[..., Any]:
    for base in type(thing).__mro__:
        place = _MAKERS.get((view, f"{base.__module__}.{base.__qualname__}"))
        if place is not None:
            module, _, function = place.partition(":")
            made: Callable[..., Any] = getattr(importlib.import_module(module), function)
            return made
    raise TypeError(f"nothing makes a view {view!r} of a {type(thing).__name__}.")
