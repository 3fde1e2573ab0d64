"""`biela sweep MACHINE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.app.folder import Json
from biela.base.surface import setting
from biela.cli import terminal
from biela.cli.options import AsJson, Changes, Duration, Machine, Method, Seconds, Several, Step, Uses, between, case_of, option
from biela.cli.registry import verb

if TYPE_CHECKING:
    from biela.app.folder import Outcome
    from biela.study.cluster import Cluster
    from biela.study.result import Sweep
    from biela.study.run import Progress, Report


# long: two thirds of it are options
@verb("Compute")
def sweep(
    name: Machine,
    vary: Annotated[Several, option(
        "What varies: crank=40mm..60mm:25, simulation.method=rk4, rosenbrock or friction~lognormal(0.1, 0.3).",
        metavar="NAME=VALUES")] = None,
    measures: Annotated[Several, option("What a run becomes: 'max(C.force)', 'A.angle at 2s'.", "--measure", "MEASURE")] = None,
    series: Annotated[Several, option("A signal that is kept over time.", metavar="SIGNAL")] = None,
    limits: Annotated[Several, option("A condition whose probability is asked for: 'peak > 3'.", "--limit", "CONDITION")] = None,
    tolerances: Annotated[Several, option("A tolerance to either side: crank=0.1mm.", "--tolerance", "NAME=SIZE")] = None,
    gradients: Annotated[bool, option("Also find the slopes of the measures at the machine's values, exact if possible.")] = False,
    samples: Annotated[int | None, option("Random draws for each point of the grid.", check=between(1))] = None,
    sampling: Annotated[str | None, option("random, latin, sobol; saltelli for indices, morris for screening.",
        default="random")] = None,
    seed: Annotated[int | None, option("Seed of the draws.", default="0", check=between(0))] = None,
    correlate: Annotated[Several, option("Correlation of two quantities that are drawn.", metavar="A,B=NUMBER")] = None,
    table: Annotated[Path | None, option("CSV or Parquet file of samples, one column for each quantity.", metavar="FILE")] = None,
    changes: Changes = None, uses: Uses = None, duration: Duration = None, method: Method = None, step: Step = None,
    output_step: Annotated[float | None, Seconds("Time between the outputs that measures see [s].")] = None,
    out: Annotated[str | None, option("Folder for the results, or a place such as s3://bucket/study.", metavar="DIR",
        default="out/NAME-sweep")] = None,
    again: Annotated[bool, option("Move the results of another study in the folder away and begin anew.")] = False,
    workers: Annotated[int | None, option("Dask workers on this computer, or jobs of a queueing system.", check=between(1))] = None,
    cluster: Annotated[str | None, option("Address of a Dask scheduler: tcp://node1:8786.", metavar="ADDRESS")] = None,
    slurm: Annotated[str | None, option("Run workers as Slurm jobs: queue=normal,cores=8,memory=16GB.", metavar="OPTIONS")] = None,
    pbs: Annotated[str | None, option("Run workers as PBS jobs.", metavar="OPTIONS")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Run a machine many times with other values: grids, random draws, tolerances, sensitivities. Goes on where it stopped.

    $ biela sweep four-bar --vary crank_length=35cm..45cm:25 --measure 'max(C.force)'
    $ biela sweep my.yaml --vary 'friction~lognormal(0.1, 0.3)' --samples 1000 --limit 'peak > 3'
    """
    from biela.app.folder import assignments, usual_folder
    from biela.app.sweep import sweep

    case = case_of(name, changes)
    folder = out or usual_folder(case.name, "-sweep")
    drawing = {
        "samples": samples, "sampling": sampling, "seed": seed, "table": table,
        "correlate": assignments(correlate or [], setting("correlate"), "crank,rod=0.8") or None,
    }  # fmt: skip
    settings = {"method": method, "step": step, "output_step": output_step}
    with _meter() as show:
        done = sweep(
            case, folder, vary=from_options(vary or []), measures=measures or [], series=series or [],
            limits=limits or [], tolerances=assignments(tolerances or [], setting("tolerances"), "crank=0.1mm"),
            duration=duration, again=again, cluster=_cluster(workers, cluster, slurm, pbs), progress=show, drawing=drawing,
            settings={k: v for k, v in settings.items() if v is not None}, gradients=gradients,
            say=lambda text: terminal.say(f"note: {text}"),
        )  # fmt: skip
    terminal.print_json(done.summary) if as_json else print_sweep(done)


def _cluster(workers: int | None, address: str | None, slurm: str | None, pbs: str | None) -> Cluster | None:
    if (workers, address, slurm, pbs) == (None,) * 4:
        return None
    from biela.study.cluster import Cluster

    queue = "slurm" if slurm is not None else "pbs" if pbs is not None else ""
    options = options_of(slurm or pbs or "")
    return Cluster(workers or 2, address or "", queue, options, lambda text: terminal.say(text, "dim"))


def options_of(text: str) -> Json:
    """Return the options of a job, `queue=normal,cores=8,memory=16GB`."""
    from biela.study.vary import StudyError

    options: Json = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise StudyError(f"{text!r}: write NAME=VALUE, separated by commas, such as queue=normal,cores=8,memory=16GB.")
        try:
            options[name.strip()] = json.loads(value)
        except ValueError:
            options[name.strip()] = value.strip()
    return options


def from_options(texts: Sequence[str]) -> dict[str, str]:
    """Return names of numbers that vary → their values, from texts `NAME=VALUES` or `NAME~DISTRIBUTION`."""
    from biela.study.vary import StudyError

    found: dict[str, str] = {}
    for text in texts:
        cuts = [k for k in (text.find("="), text.find("~")) if k > 0]
        if not cuts or not text[min(cuts) + 1 :].strip():
            raise StudyError(
                f"--vary {text!r}: write NAME=LOW..HIGH:COUNT, NAME=A, B, C or NAME~normal(MEAN, DEVIATION), such as "
                "crank=40mm..60mm:25."
            )
        at = min(cuts)
        target = text[:at].strip()
        if target in found:
            raise StudyError(f"--vary {target} is there twice: give all its values in one, {target}=A, B, C.")
        found[target] = text[at + 1 :].strip() if text[at] == "=" else text[at:].strip()
    return found


PAUSE = 30.0
"""Time between two lines of a log [s]."""


@contextmanager
def _meter() -> Iterator[Report]:
    """Show samples done, rate, time left and failures: one line that changes, or in a log one line every half minute."""
    last = 0.0

    def show(p: Progress) -> None:
        nonlocal last
        left = f"{p.rate:.3g}/s, {p.remaining:.0f} s left, {p.failed} failed"
        if not sys.stderr.isatty() and p.seconds - last > PAUSE:
            last = p.seconds
            print(f"{p.done} of {p.total} samples, {left}", file=sys.stderr, flush=True)
        draw(f"{'━' * round(40 * p.done / max(p.total, 1)):·<40} {p.done} of {p.total}  {left}")

    with terminal.changing_line() as draw:
        yield show


def print_sweep(done: Outcome[Sweep]) -> None:
    """Print tables of measures, probabilities, sensitivities and tolerances."""
    from biela.report.sweep import MEASURED, measure_rows

    s = done.summary
    if "samples" in s:
        counts = ", ".join(f"{n} {k}" for k, n in s["status"].items())
        print(f"{terminal.styled(s['machine'], 'bold')}  {s['samples']} samples: {counts}")
        terminal.print_table([(*MEASURED[:-1], ""), *measure_rows(s["measures"])], "<>>>>>><")
        for name, p in s["probabilities"].items():
            print(f"P({name}) = {p['probability']:.4g}   95 %: {p['low']:.4g} to {p['high']:.4g}")
        for name, effects in s["sensitivity"].items():
            head = (f"sensitivity of {name}", "S1 or µ", "±", "ST or µ*", "±")
            keys = ("first", "first_interval", "total", "total_interval")
            terminal.print_table([head, *((e["name"], *(f"{e[k]:.3g}" for k in keys)) for e in effects)], "<>>>>")
        for g in s.get("gradients", []):
            how = "from the equations" if g["exact"] else "by differences"
            slopes = [(name, f"{x:.6g} {g['units'][name]}") for name, x in g["slopes"].items()]
            terminal.print_table([(f"slopes of {g['measure']}", how), *slopes], "<>")
        for failure in s["failures"][:3]:
            terminal.say(f"note: sample {failure['sample']}: {failure['reason']}")
    for t in s.get("tolerances", []):
        unit = f" {t['unit']}" if t["unit"] not in ("", "1") else ""
        how = "" if t["exact"] else " (by differences)"
        lines: list[tuple[str, ...]] = [
            (t["measure"], "nominal", f"{t['nominal']:.8g}{unit}"),
            ("", "worst case", f"{t['worst'][0]:.8g} … {t['worst'][1]:.8g}{unit}"),
            ("", "linear worst case", f"{t['linear_worst'][0]:.8g} … {t['linear_worst'][1]:.8g}{unit}"),
            ("", "linear deviation", f"{t['linear_deviation']:.4g}{unit}"),
            ("", "Monte-Carlo deviation", f"{t['deviation']:.4g}{unit}"),
            ("", "Monte-Carlo 95 %", f"{t['interval'][0]:.8g} … {t['interval'][1]:.8g}{unit}"),
            *(("", f"slope over {name}", f"{x:.6g} {t['slope_units'][name]}{how}") for name, x in t["slopes"].items()),
        ]
        terminal.print_table(lines, "<<<")
    terminal.print_files(done.files)
