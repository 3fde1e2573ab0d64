"""The command `biela`: options in, text out. Must not know how anything is computed: what a verb does is in `biela.app`.

A verb is one file here, found by its name, and one in `biela.app`. Only the file of the verb that is called is imported, and
what takes long to import is imported inside the verbs. Other packages add verbs with an entry point of the group
`biela.verbs`, a script with the decorator `biela.cli.verb`.

Exit codes: 0 done, 1 our error (a message, no traceback), 2 wrong usage, 3 problems in a machine file, 4 disk or network of
this machine (a folder that cannot be written, a port that is taken), 130 interrupted.
"""

from __future__ import annotations

from typing import Annotated

import typer

from biela.cli.registry import Verbs, verb

__all__ = ["app", "main", "verb"]

app = typer.Typer(
    name="biela",
    cls=Verbs,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from biela import __version__

        print(f"biela {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Simulate, identify and estimate machines with closed loops."""


def main() -> None:
    """Entry point."""
    app()
