"""Objects that hold values by name: signals, parameters, readings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING


class Named:
    """Base of an object that holds a value for each of its `names`: `name in thing`, and `for name in thing`.

    Without these two Python would ask the object for `thing[0]`, `thing[1]`, …
    """

    if TYPE_CHECKING:  # a field or a property of the class

        @property
        def names(self) -> Collection[str]: ...

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)
