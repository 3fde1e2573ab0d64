"""`biela help WORD`."""

from __future__ import annotations

from typing import Annotated

from biela.cli.options import Uses, argument
from biela.cli.registry import find, names, verb


@verb("Describe machines", "help")
def help_on(
    word: Annotated[str | None, argument("WORD", "A type of machine files, such as spring, or a command.")] = None,
    uses: Uses = None,
) -> None:
    """Print the page of an element (spring, revolute, …) with its keys, units and an example; or the help of a command.

    $ biela help spring
    $ biela help run
    """
    from biela.cli import main

    if word is None or find(word) is not None:
        main(["--help"] if word is None else [word, "--help"])
        return
    from biela.app.help import element_page

    print(element_page(word, names()))
