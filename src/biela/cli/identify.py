"""`biela identify MACHINE DATA…`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from biela.cli.options import AsJson, Changes, Machine, Out, Seconds, Uses, case_of
from biela.cli.registry import verb
from biela.cli.terminal import print_json, say

if TYPE_CHECKING:
    from biela.identify.excitation import Excitation


Names = list[str] | None
Paths = list[Path] | None


def _several(flag: str, metavar: str, help: str, default: str | bool = False) -> Any:
    return typer.Option(flag, metavar=metavar, help=help, show_default=default)


@verb("Compute")
def identify(
    name: Machine,
    data: Annotated[
        Paths, typer.Argument(metavar="DATA", help="Files with measurements: .csv, .parquet or .nc.")
    ] = None,
    design: Annotated[bool, typer.Option("--design", help="Design an experiment instead of identifying.")] = False,
    coordinates: Annotated[
        Names, _several("--coordinate", "JOINT", "Independent coordinate.", "chosen by biela")
    ] = None,
    channels: Annotated[
        Names, _several("--channel", "ACTUATOR", "Actuator whose effort was measured; one per degree of freedom.")
    ] = None,
    parameters: Annotated[
        Names, _several("--parameter", "NAME", "What to identify: inertia, loads, a body, …", "inertia and loads")
    ] = None,
    units: Annotated[Names, _several("--unit", "COLUMN=UNIT", "Unit of a column, for example A=deg.")] = None,
    validation: Annotated[
        Paths, _several("--validation", "DATA", "File held back for validation.", "the last fifth of the data")
    ] = None,
    period: Annotated[float | None, Seconds("Period of a periodic experiment, in seconds.")] = None,
    cutoff: Annotated[
        float | None,
        typer.Option(help="Cutoff of the zero-phase low-pass filter (Hz).", show_default="chosen from the noise"),
    ] = None,
    decimation: Annotated[int, typer.Option(min=1, help="Keep one sample in this many.")] = 1,
    limits: Annotated[
        Names, _several("--limit", "JOINT=LOW:HIGH", "With --design: range of a coordinate (rad or m); one for each.")
    ] = None,
    frequency: Annotated[float, typer.Option(help="With --design: base frequency of the experiment (Hz).")] = 0.2,
    velocity: Annotated[float | None, typer.Option(help="With --design: largest rate.")] = None,
    acceleration: Annotated[float | None, typer.Option(help="With --design: largest acceleration.")] = None,
    changes: Changes = None,
    uses: Uses = None,
    out: Annotated[Path | None, Out("out/NAME-identified")] = None,
    as_json: AsJson = False,
) -> None:
    """Identify masses, inertias, stiffnesses and friction from measured motion and efforts, or design an experiment."""
    from biela.app import identify as app

    case = case_of(name, changes)
    folder = out or Path("out") / f"{case.name}-identified"
    if design:
        made = app.design(
            case, folder, coordinates=coordinates or (), parameters=parameters or (), limits=limits or (), frequency=frequency,
            velocity=velocity, acceleration=acceleration, progress=say,
        )  # fmt: skip
        print_design(made.result)
        return
    done = app.identify(
        case, folder, data or (), validation=validation or (), coordinates=coordinates or (), channels=channels or (),
        parameters=parameters or (), units=units or (), period=period, cutoff=cutoff, decimation=decimation,
    )  # fmt: skip
    if as_json:
        print_json(done.summary)
    else:
        print(f"{done.result}\n\nwrote {', '.join(map(str, done.files))}")


def print_design(found: Excitation) -> None:
    """The experiment for people."""
    print(
        f"{len(found.moved)} coordinates over {found.trajectory.duration:g} s: condition number "
        f"{found.condition:.3g} (columns scaled {found.scaled_condition:.3g}; {len(found.starts)} random starts had "
        f"{min(found.starts):.3g} to {max(found.starts):.3g}), {found.seconds:.1f} s"
    )
