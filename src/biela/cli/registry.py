"""Verbs of the command line: each is a function in a file of its own, registered by a decorator.

@verb("Compute")
def weigh(machine: Machine) -> None:
    '''Print the mass of a machine.'''
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import typer
from typer.core import TyperGroup

from biela.cli.terminal import messages_for_errors

F = TypeVar("F", bound=Callable[..., None])
PANELS = ("Describe machines", "Compute", "Results and other files")
"""Headings of `biela --help`, in this order; another one may be given."""
OWN = {"__main__", "options", "registry", "terminal"}
"""Files of this folder that are not verbs."""
_VERBS: dict[str, tuple[str, Callable[..., None]]] = {}


def verb(panel: str = "Other", name: str | None = None) -> Callable[[F], F]:
    """Make a function a verb of `biela`: its arguments become options, its docstring the help, its errors messages."""

    def register(function: F) -> F:
        @wraps(function)
        def call(*arguments: Any, **options: Any) -> None:
            with messages_for_errors():
                function(*arguments, **options)

        _VERBS[name or function.__name__] = (panel, call)
        return function

    return register


class Verbs(TyperGroup):
    """The verbs of this folder, those of other packages, and those registered by the running script."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All verbs, in the order of the help."""
        for name in _own():
            _load(name)
        for point in _plugins():
            point.load()
        order = {panel: k for k, panel in enumerate(PANELS)}
        return sorted(_VERBS, key=lambda name: (order.get(_VERBS[name][0], len(order)), name))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One verb; only its own file is imported."""
        if cmd_name in _own():
            _load(cmd_name)
        if cmd_name not in _VERBS:
            for point in _plugins():
                if point.name == cmd_name:
                    point.load()
        if cmd_name not in _VERBS:
            return None
        panel, function = _VERBS[cmd_name]
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        settings = {"help_option_names": ["-h", "--help"]}
        single.command(cmd_name, rich_help_panel=panel, context_settings=settings)(function)
        return typer.main.get_command(single)


def _own() -> list[str]:
    folder = importlib.import_module("biela.cli").__path__
    return [module.name for module in pkgutil.iter_modules(folder) if module.name not in OWN]


def _load(name: str) -> None:
    importlib.import_module(f"biela.cli.{name}")


def _plugins() -> Any:
    from importlib.metadata import entry_points

    return entry_points(group="biela.verbs")
