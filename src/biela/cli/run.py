"""`biela run MACHINE`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from biela.base.errors import BielaError
from biela.cli import terminal
from biela.cli.figures import write_figures

from biela.cli.options import (  # isort: skip
    AsJson, Atol, Changes, Duration, Formulation, Machine, Method, Motions, Out, Rtol, ShownUnits, Step, Uses, case_of,
    known, option,
)  # fmt: skip
from biela.cli.registry import verb

if TYPE_CHECKING:
    from biela.app.folder import Outcome
    from biela.simulation.accuracy import Accuracy
    from biela.simulation.case import Case
    from biela.simulation.history import History


# long: most of it are options
@verb("Compute")
def run(
    name: Machine, changes: Changes = None, uses: Uses = None, duration: Duration = None, method: Method = None,
    step: Step = None, formulation: Formulation = None, rtol: Rtol = None, atol: Atol = None,
    out: Annotated[Path | None, Out("out/NAME")] = None,
    motions: Motions = None,
    manoeuvre: Annotated[str | None, option("Manoeuvre of a car: braking, …: `biela list manoeuvres`.", metavar="NAME",
        choices=known("manoeuvres"))] = None,
    units: ShownUnits = None,
    pictures: Annotated[bool, option("Also write plots.png and motion.png.")] = False,
    figures: Annotated[bool, option("Also reproduce the figures of the machine's source, in the folder figures.")] = False,
    live: Annotated[bool, option("Let the report be run again by its reader, also where its simulator is above 400 kB.")] = False,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Simulate a machine. Writes result.nc, report.html and summary.json.

    $ biela run excavator --set bucket.load=800 --duration 10s --out out/dig
    $ biela run my.yaml --method rosenbrock --rtol 1e-8 --json
    $ biela run renault-clio --manoeuvre braking --units engineering
    $ cat my.yaml | biela run -
    """
    from dataclasses import replace

    from biela.app.folder import usual_folder
    from biela.app.run import run
    from biela.element.display import read_units

    if figures:
        from biela.app.published import work

        work(name)  # refused before the run, not after it

    case = case_of(name, changes, manoeuvre)
    if units:
        case = replace(case, units=read_units(units))
    folder = out or usual_folder(case.name)
    with terminal.bar(case.duration if duration is None else duration) as show:
        done = run(
            case, folder, duration, method=method, step=step, formulation=formulation, rtol=rtol, atol=atol,
            motions=motions or (), pictures=pictures, live=live, progress=show,
        )  # fmt: skip
    terminal.print_json(done.summary) if as_json else print_run(done, case)
    terminal.note(done.notes)
    if done.result.status == "interrupted":
        terminal.say(f"interrupted at {done.result.t[-1]:.6g} s: what was computed until then is in {folder}")
        raise SystemExit(terminal.INTERRUPTED)
    if done.result.status == "failed":
        terminal.say(f"what was computed until {done.result.t[-1]:.6g} s is in {folder}")
        raise BielaError(done.result.reason)
    if figures:
        write_figures(name, folder / "figures", as_json)


def print_run(done: Outcome[History], case: Case) -> None:
    """Print last values of the main signals, energy balance, closure, work and time, files."""
    from biela.element.display import table
    from biela.report.page import result_text

    history, summary = done.result, done.summary
    title = terminal.styled(summary["machine"], "bold")
    status = "" if history.status == "done" else f", {history.status.replace('_', ' ')}"
    print(f"{title}  {summary['duration']:.6g} s, {summary['method']}, {summary['formulation']}{status}")
    rows: list[tuple[str, ...]] = []
    shown = table(case.units)
    for name in case.signals or history.mechanism.coordinate_names()[:8]:
        unit, factor = shown.get(history.unit(name), (history.unit(name), 1.0))
        rows.append((name, f"{factor * history[name][-1]:.8g}", "" if unit == "1" else unit))
    if "results" in summary:
        rows.append(("results of the manoeuvre",))
    for name, result in summary.get("results", {}).items():
        rows.append((name.replace("_", " "), result_text(result["value"]), result["unit"]))
    rows.append(("energy balance", f"{summary['energy_error']:.2g}", "J   largest |energy − start − work|"))
    for name, audit in summary.get("networks", {}).items():
        if not any(account["energy"] for account in audit["elements"].values()):
            continue  # signals only, or at rest: nothing to balance
        said = f"J   of {audit['supplied']:.4g} supplied: {audit['dissipated']:.4g} lost, {audit['delivered']:.4g} to the mechanism"
        rows.append((f"network {name}", f"{audit['closure_error']:.2g}", said))
    if history.functions.n_rows:
        rows.append(("loop closure", f"{summary['closure_error']:.2g}", "m, rad   largest after any step"))
    rows.append(accuracy_row(history.accuracy))
    speed = count_text(summary["real_time_factor"])
    rows.append(("steps", f"{summary['steps']}", f"in {time_text(summary['wall_time'])}: {speed} × real time"))
    terminal.print_table(rows, "<><")
    for line in summary["assumed"]:
        print(terminal.styled("assumed:", "dim"), line)
    terminal.print_files(done.files)


def accuracy_row(accuracy: Accuracy) -> tuple[str, ...]:
    """Return the row of the estimated error: its size, and of what."""
    if accuracy.error is None:
        return ("accuracy", "not known", "")
    other = ", ".join(f"{key} {value:g}" for key, value in accuracy.compared.items())
    whose = f" of the amplitude of {accuracy.signal}" if accuracy.signal else ""
    size, _, unit = accuracy.percent.partition(" ")
    return ("accuracy", size, f"{unit}{whose}, against {other}")


def time_text(seconds: float) -> str:
    """Return a time, in milliseconds below one second."""
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def count_text(x: float) -> str:
    """Return a number with three digits, or in groups of thousands."""
    return f"{x:.3g}" if x < 1000 else f"{x:,.0f}".replace(",", " ")
