"""Doors: methods of a description that are algorithms of rooms further down, so that `m.simulate(…)` reads as one speaks.

A door holds no code and no signature of its own: it imports the function of the same name when it is first used, and binds
it. Type checkers and editors see the function itself, declared next to the door under `TYPE_CHECKING`. While the function runs,
the linear algebra takes one thread.
"""

from __future__ import annotations

import importlib
from types import MethodType
from typing import Any

from biela.blas import one_thread
from biela.locks import WORK


class Door:
    """A method that calls `module.name(self, …)`; its signature and docstring are those of that function."""

    def __init__(self, module: str):
        self.module = module

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        with WORK:  # no child is forked in the middle of an import
            function = getattr(importlib.import_module(self.module), self.name)
        return function if instance is None else MethodType(one_thread()(function), instance)
