"""`biela studio [FOLDER]`."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.cli.options import Uses, VerbParameter, argument, arguments_of, between, option
from biela.cli.registry import find, said_by, verb

if TYPE_CHECKING:
    from biela.studio.project.form import CommandForm, FormField

WORK = ("check", "run", "inverse", "equilibrium", "modes", "identify", "estimate", "sweep")
"""Commands that the studio offers for a machine."""


@verb("Describe machines")
def studio(
    folder: Annotated[Path, argument("FOLDER", "Folder of machine files, data and results.", default="this one")] = Path("."),
    uses: Uses = None,
    port: Annotated[int | None, option("Port; 0 for any free one.", default="8724, or a free one", check=between(0, 65535))] = None,
    browser: Annotated[bool, option("Open the page in the browser.")] = True,
) -> None:
    """Work on machines in the browser: write or draw them, see them move while you type, run, compare and identify.

    $ biela studio
    $ biela studio my_machines --port 8800
    """
    from biela.studio.project.application import serve

    files = [str(Path(file).resolve()) for file in uses or ()]
    serve(folder, commands(), port, browser, lambda line: print(line, flush=True), files)


def commands() -> list[CommandForm]:
    """Return the commands with their options, as the command line declares them."""
    from biela.studio.project.form import CommandForm

    found = {name: verb for name in WORK if (verb := find(name)) is not None}
    return [CommandForm(name, said_by(name)[1], [*map(_field, arguments_of(verb)[1:])]) for name, verb in found.items()]


def _field(p: VerbParameter) -> FormField:
    from biela.studio.project.form import FormField

    kinds = {bool: "flag", float: "number", int: "number", Path: "file"}
    default = p.said.default or ("" if p.default in (None, inspect.Parameter.empty, False) else str(p.default))
    needed = not p.flag and (p.default is inspect.Parameter.empty)
    return FormField(p.name, p.flag, kinds.get(p.kind, "text"), p.said.help, p.several, p.said.metavar, default, needed)
