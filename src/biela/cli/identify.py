"""`biela identify MACHINE DATA…`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.base.errors import BielaError, count

from biela.cli.options import (  # isort: skip
    FILES, AsJson, Changes, Columns, Machine, Out, Seconds, Several, Units, Uses, argument, between, case_of, option,
)  # fmt: skip
from biela.cli.registry import verb
from biela.cli.terminal import print_json, say

if TYPE_CHECKING:
    pass


Paths = list[Path] | None


# long: most of it is the signature, an option each
@verb("Compute")
def identify(
    name: Machine,
    data: Annotated[Paths, argument("DATA", f"Files with measurements: {FILES}.")] = None,
    design: Annotated[bool, option("Design an experiment instead of identifying.")] = False,
    coordinates: Annotated[Several, option("Independent coordinate.", "--coordinate", "JOINT", default="chosen by biela")] = None,
    channels: Annotated[Several, option("Actuator with measured effort; one per degree of freedom.", "--channel",
                                        "ACTUATOR")] = None,
    parameters: Annotated[Several, option("What to identify: inertia, loads, friction, motor_inertia, offset, a body, …",
                                          "--parameter", "NAME", default="inertia and loads")] = None,
    units: Units = None, columns: Columns = None,
    validation: Annotated[Paths, option("File for validation.", metavar="DATA", default="the last fifth of the data")] = None,
    period: Annotated[float | None, Seconds("Period of a periodic experiment [s].")] = None,
    cutoff: Annotated[float | None, option("Cutoff of the zero-phase filter [Hz].", default="chosen from the noise")] = None,
    estimator: Annotated[str, option("weighted, huber, student or instrumental.", metavar="NAME",
                                     default="weighted, huber with outliers")] = "auto",
    form: Annotated[str, option("differential; integral, without accelerations; or output-error, which simulates the machine.",
                                metavar="NAME", default="differential")] = "differential",
    decimation: Annotated[int, option("Keep one sample in this many.", check=between(1))] = 1,
    limits: Annotated[Several, option("With --design: range of each coordinate [rad or m].", "--limit", "JOINT=LOW:HIGH")] = None,
    frequency: Annotated[float | None, option("With --design: base frequency of the experiment [Hz].", default="0.2")] = None,
    velocity: Annotated[float | None, option("With --design: largest rate [rad/s or m/s].")] = None,
    acceleration: Annotated[float | None, option("With --design: largest acceleration [rad/s^2 or m/s^2].")] = None,
    changes: Changes = None, uses: Uses = None, out: Annotated[Path | None, Out("out/NAME-identified")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Identify masses, inertias, stiffnesses and friction from measured motion and efforts, or design an experiment.

    $ biela identify five-bar data.csv --unit A=deg
    $ biela identify five-bar --design --limit A=-1:1 --out out/design
    """
    from biela.app import identify as app
    from biela.app.folder import usual_folder

    of_data = {
        "DATA": data, "--channel": channels, "--unit": units, "--column": columns, "--validation": validation, "--period": period,
        "--cutoff": cutoff, "--estimator": estimator != "auto", "--form": form != "differential", "--decimation": decimation > 1,
    }  # fmt: skip
    of_design = {"--limit": limits, "--frequency": frequency, "--velocity": velocity, "--acceleration": acceleration}
    foreign = [w for w, x in (of_data if design else of_design).items() if x or isinstance(x, float)]  # 0.0 is given
    if foreign:
        raise BielaError(f"{foreign[0]} {'does not go with' if design else 'needs'} --design.")
    case = case_of(name, changes, impossible=True)
    folder = out or usual_folder(case.name, "-identified")
    if design:
        made = app.design(
            case, folder, coordinates=coordinates or (), parameters=parameters or (), limits=limits or (),
            frequency=0.2 if frequency is None else frequency, velocity=velocity, acceleration=acceleration, progress=say,
        )  # fmt: skip
        if as_json:
            print_json(made.summary)
            return
        found, starts = made.result, made.result.starts
        print(
            f"{count(len(found.moved), 'coordinate')} over {found.trajectory.duration:g} s: condition number {found.condition:.3g} "
            f"(columns scaled {found.scaled_condition:.3g}; {len(starts)} random starts had {min(starts):.3g} to {max(starts):.3g})"
            f", {found.seconds:.1f} s\n\nwrote {', '.join(map(str, made.files))}"
        )
        return
    done = app.identify(
        case, folder, data or (), validation=validation or (), coordinates=coordinates or (), channels=channels or (),
        parameters=parameters or (), units=units or (), columns=columns or (), period=period,
        cutoff=cutoff, decimation=decimation, estimator=estimator, form=form,
    )  # fmt: skip
    if as_json:
        print_json(done.summary)
    else:
        print(f"{done.result}\n\nwrote {', '.join(map(str, done.files))}")
