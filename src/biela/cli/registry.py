"""Verbs of the command line: each is a function in a file of its own, registered by a decorator.

@verb("Compute")
def weigh(machine: Machine) -> None:
    '''Print the mass of a machine.'''
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from biela.base.errors import DuplicateName

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

F = TypeVar("F", bound=Callable[..., None])
PANELS = ("Describe machines", "Compute", "Results and other files")
"""Headings of `biela --help`, in this order; another one may be given."""
OWN = {"__init__", "__main__", "completion", "options", "panels", "registry", "terminal"}
"""Files of this folder that are not verbs."""
_VERBS: dict[str, tuple[str, Callable[..., None]]] = {}


def verb(panel: str = "Other", name: str | None = None) -> Callable[[F], F]:
    """Make a function a verb of `biela`: its arguments become options, its docstring the help, its errors messages."""

    def register(function: F) -> F:
        word = name or function.__name__
        if not function.__module__.startswith("biela.") and word in own_verbs():
            raise DuplicateName(f"a command {word!r} exists already: call {function.__name__} something else.")
        _VERBS[word] = (panel, function)
        return function

    return register


def own_verbs() -> list[str]:
    """Return the verbs that are files of this folder."""
    return [path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in OWN]


def names() -> list[str]:
    """Return all verbs, in the order of the help: those of this folder, of other packages, and of the running script."""
    for name in own_verbs():
        importlib.import_module(f"biela.cli.{name}")
    for point in _plugins():
        point.load()
    order = {panel: k for k, panel in enumerate(PANELS)}
    return sorted(_VERBS, key=lambda name: (order.get(_VERBS[name][0], len(order)), name))


def find(name: str) -> Callable[..., None] | None:
    """Find one verb; only its own file is imported."""
    if name.isidentifier() and name not in OWN and Path(__file__).with_name(f"{name}.py").exists():
        importlib.import_module(f"biela.cli.{name}")
    if name not in _VERBS:
        for point in _plugins():
            if point.name == name:
                point.load()
    return _VERBS[name][1] if name in _VERBS else None


def said_by(name: str) -> tuple[str, str]:
    """Return heading and first paragraph of a verb's help."""
    panel, function = _VERBS[name]
    return panel, " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())


def _plugins() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group="biela.verbs")
