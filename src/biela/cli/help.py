"""`biela help WORD`."""

from __future__ import annotations

from typing import Annotated

from biela.cli.options import Uses, argument
from biela.cli.registry import find, names, verb


@verb("Describe machines", "help")
def help_on(
    word: Annotated[str | None, argument("WORD", "A word of machine files, such as spring or rosenbrock, or a command.")] = None,
    uses: Uses = None,
) -> None:
    """Print the page of a word: an element (spring), a component of networks (hydraulic.cylinder), a tyre law, a method or a
    filter, with its keys and units; or the help of a command.

    $ biela help spring
    $ biela help hydraulic.cylinder
    $ biela help run
    """
    from biela.cli import main

    if word is None or find(word) is not None:
        main(["--help"] if word is None else [word, "--help"])
        return
    from biela.app.help import word_page

    print(word_page(word, names()))
