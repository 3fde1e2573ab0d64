"""The page of a word of machine files, for the terminal: an element, a component of networks, a tyre law, a method, a filter."""

from __future__ import annotations

from collections.abc import Sequence

import biela.mechanism.mechanism  # noqa: F401  (declares the elements)
import biela.vehicle.tyre  # noqa: F401  (declares the laws of tyres)
from biela.app.words import CHOICES
from biela.base.errors import UnknownName, nearest
from biela.element.declaration import declared
from biela.element.reference import TITLES, entry, terminal_page
from biela.network.registry import components
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw

SECTIONS = (*TITLES, LongitudinalLaw.section, LateralLaw.section)


def word_page(word: str, also: Sequence[str] = ()) -> str:
    """Return the pages of all meanings of a word in files and settings, one below the other."""
    pages = [entry(declared(section)[word]) for section in SECTIONS if word in declared(section)]
    known = components()
    named = [c for c in known.values() if word in (c.type, c.type.rpartition(".")[2])]
    pages += [terminal_page(f"{c.type}, a component of networks", c.build, c.data) for c in named]
    choices = {kind: list_of() for kind, list_of in CHOICES.items()}
    pages += [
        f"{word}, one of the {kind} (`biela list {kind}`)\n\n{lines[word]}." for kind, lines in choices.items() if word in lines
    ]
    if not pages:
        words = [w for section in SECTIONS for w in declared(section)] + [w for lines in choices.values() for w in lines]
        raise UnknownName(f"there is no page for {word!r}.{nearest(word, [*words, *known, *also])} `biela schema` lists all keys.")
    return "\n\n".join(pages)
