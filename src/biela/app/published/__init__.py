"""Figures of the published works that biela reproduces: computed, numbered as in the source, compared with what it prints.

One file per work; it ends with a `WORK`. Knows the machines of the library and how to draw. Must not know where files go: that is
the business of `biela.app.figures`.
"""

from __future__ import annotations

import importlib
import pkgutil

from biela.app.published.figure import Work
from biela.base.errors import UnknownName, nearest
from biela.base.surface import command

OWN = {"figure"}
"""Files of this room that are not works."""


def names() -> list[str]:
    """Return the works, by the names of their files."""
    return [m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.name not in OWN]


def work(name: str) -> Work:
    """Return a work by its name, or by that of one of its machines."""
    if name in names():
        return _load(name)
    for other in names():
        if name in (found := _load(other)).machines:
            return found
    works = command("figures", "biela.app.published.names()")
    raise UnknownName(f"no published work {name!r}.{nearest(name, names())} {works} lists them.")


def _load(name: str) -> Work:
    found = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").WORK
    assert isinstance(found, Work)
    return found
