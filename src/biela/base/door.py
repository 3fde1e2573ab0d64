"""Doors: methods of an object that are algorithms of rooms further down, so that `m.simulate(…)` reads as one speaks.

A door holds no code and no signature of its own: it imports its function when it is first used, and binds it. Type checkers and
editors see the function itself, declared next to the door under `TYPE_CHECKING`. While the function runs, the linear algebra takes
one thread. The guard of the import order lists all doors (`tests/architecture/test_folder_order.py`).
"""

from __future__ import annotations

import importlib
from types import MethodType
from typing import Any

from biela.base.blas import one_thread
from biela.base.locks import WORK


class Door:
    """Method that calls `module.function(self, …)`, the function of the method's own name unless another is given."""

    def __init__(self, module: str, function: str = ""):
        self.module, self.name = module, function

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        with WORK:  # no child is forked in the middle of an import
            function = getattr(importlib.import_module(self.module), self.name)
        return function if instance is None else MethodType(one_thread()(function), instance)
