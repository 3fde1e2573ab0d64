"""The room as one calls it: `@biela.element("magnet")` is `@biela.element.element("magnet")`."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import cast

from biela.element import declaration, uses


class Room(ModuleType):
    """A package that is its own decorator."""

    __call__ = staticmethod(declaration.element)
    declared = staticmethod(declaration.declared)
    use = staticmethod(uses.use)


element = cast(Room, sys.modules["biela.element"])
"""The room itself, as type checkers see it."""
