"""Options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from biela.simulation.case import Case


def positive(value: float | None) -> float | None:
    """A number of seconds."""
    if value is not None and not 0 < value < float("inf"):
        raise typer.BadParameter(f"{value:g} is not a positive number of seconds.")
    return value


Machine = Annotated[
    str,
    typer.Argument(
        metavar="MACHINE",
        help="Name of a ready machine (see `biela list`), a file (.yaml, .urdf, MJCF .xml) or a result (.nc).",
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a value of the machine, with its unit: --set crank=50mm."),
]


def allow(files: list[str] | None) -> list[str] | None:
    """Run the files of elements that the user allows."""
    if files:
        from biela.cli.terminal import messages_for_errors
        from biela.element.uses import use

        with messages_for_errors():
            for file in files:
                use(file)
    return files


Uses = Annotated[
    list[str] | None,
    typer.Option("--uses", metavar="FILE", callback=allow, help="Allow a Python file with elements of your own."),
]
Motions = Annotated[
    list[str] | None,
    typer.Option("--motion", metavar="NAME=MOTION", help="Prescribe a motion, for example 'A=30 deg + 10 deg*sin(t)'."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")]
Picture = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Picture to write: .png, .svg or .pdf.")]


def Out(default: str) -> Any:
    """The option --out of a verb."""
    return typer.Option("--out", metavar="DIR", help="Folder for the results.", show_default=default)


def Seconds(help: str, **more: Any) -> Any:
    """An option for a positive time."""
    return typer.Option(callback=positive, help=help, **more)


def case_of(name: str, changes: list[str] | None = None, manoeuvre: str | None = None) -> Case:
    """The case that a user named; its notes are printed."""
    from biela.app.case import find_case
    from biela.cli.terminal import note

    case = find_case(name, changes or (), manoeuvre)
    note(case.notes)
    return case
