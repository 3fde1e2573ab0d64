"""The room as one calls it: `@biela.element("magnet")` is `@biela.element.element("magnet")`."""

from __future__ import annotations

from types import ModuleType

from biela.element import declaration, uses


class Room(ModuleType):
    """A package that is its own decorator."""

    __call__ = staticmethod(declaration.element)
    declared = staticmethod(declaration.declared)
    use = staticmethod(uses.use)


element: Room
"""What `biela.element` is to type checkers."""
