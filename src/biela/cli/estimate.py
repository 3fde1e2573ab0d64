"""`biela estimate MACHINE LOG`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.cli.options import AsJson, Changes, Machine, Out, Seconds, Several, Uses, argument, between, case_of, option
from biela.cli.registry import verb
from biela.cli.terminal import print_json

if TYPE_CHECKING:
    from biela.app.estimate import Estimation


@verb("Compute")
def estimate(
    name: Machine,
    log: Annotated[Path, argument("LOG", "Readings: CSV with a column `time` and one column per reading.")],
    filter: Annotated[str, option("Name of the filter, such as extended, unscented or particle.")] = "extended",
    noise: Annotated[
        float | None,
        option(
            "Process noise on accelerations [rad/s^1.5].",
            default="found from the log; 0.5 for particles",
            check=between(0),
        ),
    ] = None,
    spread: Annotated[
        Several, option("Standard deviation at the start, for example A=0.1.", metavar="ENTRY=NUMBER")
    ] = None,
    parameters: Annotated[
        Several, option("Free parameter to estimate together with the state.", "--parameter", "NAME")
    ] = None,
    particles: Annotated[int, option("Number of particles of the particle filter.", check=between(1))] = 1000,
    step: Annotated[float, Seconds("Longest step of the integrator [s].")] = 0.01,
    integrator: Annotated[str, option("rk4, or implicit for stiff machines.")] = "rk4",
    seed: Annotated[int, option("Seed of the particle filter's random numbers.")] = 0,
    changes: Changes = None,
    uses: Uses = None,
    out: Annotated[Path | None, Out("out/NAME-estimated")] = None,
    as_json: AsJson = False,
) -> None:
    """Estimate the hidden state of a machine from recorded readings, with intervals and a verdict on the filter."""
    from biela.app.estimate import estimate

    case = case_of(name, changes)
    done = estimate(
        case, out or Path("out") / f"{case.name}-estimated", log, filter=filter, noise=noise, spread=spread or (),
        parameters=parameters or (), particles=particles, step=step, seed=seed, integrator=integrator,
    )  # fmt: skip
    print_json(done.summary) if as_json else print_estimation(done.result, done.files)


def print_estimation(found: Estimation, files: list[Path]) -> None:
    """The result in words."""
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
    print("the filter is healthy" if health.healthy else "the filter is NOT healthy: " + "; ".join(health.complaints))
    for file in files:
        print(f"wrote {file}")
