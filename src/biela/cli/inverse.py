"""`biela inverse MACHINE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.app.folder import Json
from biela.cli.options import AsJson, Changes, Machine, Motions, Out, Seconds, Several, Uses, between, case_of, option
from biela.cli.registry import verb
from biela.cli.terminal import note, print_files, print_json, styled


@verb("Compute")
def inverse(
    name: Machine, motions: Motions = None, changes: Changes = None, uses: Uses = None,
    duration: Annotated[float | None, Seconds("Length of the motion [s].", "the machine's own")] = None,
    samples: Annotated[int, option("Number of samples after the first.", check=between(1))] = 1000,
    actuated: Annotated[Several, option("Joints or actuators with effort.", metavar="NAME",
        default="the prescribed joints")] = None,
    weights: Annotated[Several, option("Weight of an actuator where more act than needed.", "--weight", "NAME=NUMBER")] = None,
    method: Annotated[str, option("tree_multipliers, virtual_power, projected or absolute; results agree.")] = "tree_multipliers",
    out: Annotated[Path | None, Out("out/NAME-inverse")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Compute the efforts of a prescribed motion of joints, or of places such as platform.x.

    $ biela inverse five-bar
    $ biela inverse my.yaml --motion 'A=30 deg + 10 deg*sin(t)' --duration 2s
    """
    from biela.app.folder import usual_folder
    from biela.app.inverse import inverse

    case = case_of(name, changes)
    done = inverse(
        case, out or usual_folder(case.name, "-inverse"), duration, motions=motions or (), samples=samples,
        actuated=actuated or (), weights=weights or (), method=method,
    )  # fmt: skip
    print_json(done.summary) if as_json else print_inverse(done.summary, done.files)
    note(done.notes)


def print_inverse(about: Json, files: list[Path]) -> None:
    """Print a table for people."""
    print(f"{styled(about['machine'], 'bold')}  {about['duration']:.6g} s, {about['samples']} samples, {about['method']}")
    for name, e in about["efforts"].items():
        work = about["powers"][name]["work"]
        print(
            f"{name}: {e['start']:.5g} to {e['end']:.5g} {e['unit']}, largest {e['largest']:.5g} at {e['time']:.4g} s, "
            f"work {work:.4g} J"
        )
    c = about["conditioning"]
    print(f"worst conditioning {c['smallest']:.2g}, at {c['time']:.4g} s (0: dead point)")
    print(f"energy balance {about['energy_error']:.2g} J, loops closed to {about['closure_error']:.2g} m, rad")
    print(f"{about['wall_time'] * 1e6 / about['samples']:.3g} µs per sample")
    print_files(files)
