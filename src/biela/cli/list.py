"""`biela list`."""

from __future__ import annotations

from typing import Annotated

from biela.app.words import WORDS
from biela.cli.options import Uses, argument
from biela.cli.registry import verb
from biela.cli.terminal import print_table, refuse


@verb("Describe machines", "list")
def list_words(
    what: Annotated[str, argument("WHAT", f"One of {', '.join(WORDS)}.", choices=lambda: WORDS)] = "machines", uses: Uses = None
) -> None:
    """List the ready machines, or the methods, formulations, manoeuvres or filters, with one line each.

    $ biela list
    $ biela list methods
    $ biela list manoeuvres
    """
    if what not in WORDS:
        refuse("biela list", f"there is no list of {what!r}: one of {', '.join(WORDS)}.")
    print_table(list(WORDS[what]().items()), "<<")
