"""The page of an element, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import biela.mechanism.mechanism  # noqa: F401  (declares the elements)
from biela.element.declaration import declared
from biela.element.reference import TITLES, entry
from biela.errors import UnknownName, nearest


def element_page(word: str, also: Sequence[str] = ()) -> str:
    """Everything a machine file may say about an element."""
    found = [declared(section)[word] for section in TITLES if word in declared(section)]
    if not found:
        known = [own for section in TITLES for own in declared(section)]
        raise UnknownName(
            f"there is no element {word!r}.{nearest(word, [*known, *also])} `biela schema` lists all keys."
        )
    return "\n".join(entry(declaration) for declaration in found)
