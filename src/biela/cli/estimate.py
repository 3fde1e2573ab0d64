"""`biela estimate MACHINE LOG`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.cli.options import (  # isort: skip
    FILES, AsJson, Changes, Columns, Machine, Out, Seconds, Several, Units, Uses, argument, between, case_of, known,
    option,
)  # fmt: skip
from biela.cli.registry import verb
from biela.cli.terminal import print_json

if TYPE_CHECKING:
    from biela.app.estimate import Estimation


# long: most of it are options
@verb("Compute")
def estimate(
    name: Machine,
    log: Annotated[Path, argument("LOG", f"Readings and inputs over time: {FILES}.")],
    filter: Annotated[str, option("Filter, such as extended, unscented, gauss-hermite or particle: `biela list filters`.",
                                  choices=known("filters"))] = "extended",
    noise: Annotated[float | None, option("Process noise on accelerations [rad/s^1.5].",
        default="found from the log; 0.5 for particles", check=between(0))] = None,
    spread: Annotated[Several, option("Standard deviation at the start, for example A=0.1.", metavar="ENTRY=NUMBER")] = None,
    parameters: Annotated[Several, option("Free parameter to estimate together with the state.", "--parameter", "NAME")] = None,
    particles: Annotated[int, option("Number of particles of the particle filter.", check=between(1))] = 1000,
    step: Annotated[float, Seconds("Longest step of the integrator [s].")] = 0.01,
    integrator: Annotated[str, option("rk4, or implicit for stiff machines.")] = "rk4",
    prior: Annotated[str, option("Where the machine may be at first: near its start, or uniform.", metavar="PRIOR")] = "start",
    ranges: Annotated[Several, option("With --prior uniform: range [rad, m].", "--range", "NAME=LOW:HIGH",
        default="a turn")] = None,
    gate: Annotated[float | None, option("Leave out readings this many deviations off.", default="none", check=between(1))] = None,
    scale: Annotated[float, option("Factor on the described noise of all readings.", check=between(1e-3))] = 1.0,
    restart: Annotated[bool, option("Draw particles anew where none explains the readings.")] = False,
    start: Annotated[float | None, option("Time of the log at the machine's start [s].", default="where the log begins")] = None,
    units: Units = None, columns: Columns = None,
    seed: Annotated[int, option("Seed of the particle filter's random numbers.")] = 0,
    changes: Changes = None, uses: Uses = None,
    out: Annotated[Path | None, Out("out/NAME-estimated")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Estimate the hidden state of a machine from recorded readings, with intervals and a verdict on the filter.

    $ biela estimate double-crank log.csv --noise 0.02 --spread A=0.1
    $ biela estimate my.yaml log.csv --filter unscented --unit A=deg
    """
    from biela.app.estimate import estimate
    from biela.app.folder import usual_folder

    case = case_of(name, changes)
    done = estimate(
        case, out or usual_folder(case.name, "-estimated"), log, filter=filter, noise=noise, spread=spread or (),
        parameters=parameters or (), particles=particles, step=step, seed=seed, integrator=integrator, units=units or (),
        columns=columns or (), prior=prior, ranges=ranges or (), gate=gate, scale=scale, restart=restart, start=start,
    )  # fmt: skip
    print_json(done.summary) if as_json else print_estimation(done.result, done.files)


def print_estimation(found: Estimation, files: list[Path]) -> None:
    """Print the result in words."""
    from biela.app.estimate import remedies
    from biela.report.estimation import units_of

    track, health = found.track, found.health
    width = max(len(n) for n in track.names)
    span = track.t[-1] - track.t[0]
    print(f"{found.model.mechanism.name}: {len(track.t)} samples over {span:.4g} s of {', '.join(track.readings)}")
    for i, (name, unit) in enumerate(zip(track.names, units_of(found.model), strict=True)):
        print(f"  {name.ljust(width)}  {track.mean[-1, i]:12.6g} ± {1.96 * track.spread[-1, i]:.3g} {unit}")
    whence = ", at which the innovations are most likely" if found.found_noise else ""
    print(f"process noise {found.noise:.3g} rad/s^1.5{whence}")
    for direction in found.observability.unseen:
        print("not seen by these sensors: " + " ".join(f"{share:+.2f}·{name}" for name, share in direction.items()))
    for signs, probability in found.branches.items():
        print(f"assembly branch {signs}: {100 * probability:.3g} %")
    for text in found.notes:
        print(f"note: {text}")
    print("the filter is healthy" if health.healthy else "the filter is NOT healthy: " + "; ".join(health.complaints))
    for remedy in remedies(found):
        print(f"try: {remedy}")
    for file in files:
        print(f"wrote {file}")
