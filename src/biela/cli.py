"""The command `biela`: parses, calls, prints. Whatever takes long to import is imported inside the commands.

Exit codes: 0 done, 1 our error (a message, no traceback), 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from biela.simulate.history import History

INTERRUPTED = 130

app = typer.Typer(
    name="biela",
    help="Dynamics of machines with closed loops.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A ready machine; `biela list` names them.")]


def _positive(value: float | None) -> float | None:
    if value is not None and not 0 < value < float("inf"):
        raise typer.BadParameter(f"{value:g} is not a positive number of seconds.")
    return value


def _version(wanted: bool) -> None:
    if wanted:
        from biela import __version__

        print(f"biela {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Dynamics of machines with closed loops."""


@app.command("list")
def list_machines() -> None:
    """The ready machines, one line each."""
    from biela import library

    width = max(map(len, library.names()))
    for name in library.names():
        print(f"{name:<{width}}  {library.get(name).description}")


@app.command()
def check(name: Name) -> None:
    """Mobility, loops, redundancy and suspicious data of a machine, in plain words."""
    with _errors():
        from biela import library

        machine = library.get(name)
        mechanism = machine.build()
        report = mechanism.check(machine.start(mechanism))
        print(report)
    if not report.ok:
        raise typer.Exit(1)


@app.command()
def run(
    name: Name,
    duration: Annotated[
        float | None, typer.Option(callback=_positive, help="Time to simulate [s]; the machine's own if omitted.")
    ] = None,
    method: Annotated[str, typer.Option(help="Integrator: dormand-prince, rk4, rosenbrock, ….")] = "dormand-prince",
    step: Annotated[float | None, typer.Option(callback=_positive, help="Fixed step [s].")] = None,
    formulation: Annotated[
        str, typer.Option(help="How loops are kept closed: projected, independent, baumgarte, compliant.")
    ] = "projected",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the results.", show_default="out/NAME")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")] = False,
) -> None:
    """Simulate a machine; print a summary and write result.nc, plots.png, motion.png and summary.json."""
    with _errors() as progress:
        from biela import library
        from biela.report.folder import to_json, write_run
        from biela.report.summary import print_summary, summarise

        machine = library.get(name)
        folder = out or Path("out") / machine.name
        seconds = machine.duration if duration is None else duration
        with _bar(seconds) as show:
            mechanism = machine.build()
            start = machine.start(mechanism)
            history = _simulate(mechanism, start, seconds, show, method=method, step=step, formulation=formulation)
        progress.so_far = f"each file in {folder} is the old one or the new one, none is half written"
        summary = summarise(history, machine.name)
        files, remarks = write_run(history, folder, machine.signals, summary)
        if as_json:
            print(to_json(summary))
        else:
            print_summary(history, machine.signals, summary, files)
        for remark in [*history.notes, *remarks]:
            _say(f"note: {remark}")
        if history.status == "interrupted":
            _say(f"interrupted at {history.t[-1]:.6g} s: what was computed until then is in {folder}")
            raise typer.Exit(INTERRUPTED)


def _simulate(
    mechanism: Any, start: Any, seconds: float, show: Callable[[float, int], None], **settings: Any
) -> History:
    """The run; what it warns of is in the notes of the history."""
    import warnings

    from biela.simulate.run import StiffWarning, simulate

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffWarning)
        return simulate(mechanism, start, seconds, progress=show, **settings)


@dataclass
class _Progress:
    """What a user who interrupts has to know."""

    so_far: str = "nothing was computed yet, no file was changed"


@contextmanager
def _errors() -> Iterator[_Progress]:
    """Our errors, and those of the disk, become a message and exit code 1; Ctrl-C becomes 130."""
    from biela.errors import BielaError

    progress = _Progress()
    try:
        yield progress
    except BielaError as error:
        _say(f"error: {error}", "red")
        raise typer.Exit(1) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        _say("error: " + (f"{error.strerror}: {error.filename}" if error.filename else str(error)), "red")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        _say(f"interrupted: {progress.so_far}")
        raise typer.Exit(INTERRUPTED) from None


def _say(message: str, colour: str = "yellow") -> None:
    """A message for people, on the error stream: the output stream belongs to the result."""
    _messages().print(message, style=colour, markup=False, highlight=False, soft_wrap=True)


def _messages() -> Console:
    from rich.console import Console

    return Console(stderr=True)


@contextmanager
def _bar(seconds: float) -> Iterator[Callable[[float, int], None]]:
    """A progress bar with simulated time and speed against real time; it vanishes when the run is over."""
    from time import perf_counter

    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        BarColumn(),
        TextColumn("{task.completed:.3g} of {task.total:g} s"),
        TextColumn("{task.description}"),
    )
    console = _messages()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("preparing", total=seconds)
        first: list[tuple[float, float]] = []  # simulated and real time at the first report

        def show(t: float, steps: int) -> None:
            now = perf_counter()
            first.append((t, now)) if not first else None
            speed = (t - first[0][0]) / max(now - first[0][1], 1e-6)
            bar.update(task, completed=min(t, seconds), description=f"{speed:.3g} × real time, {steps} steps")

        yield show


def main() -> None:
    """Entry point."""
    app()


if __name__ == "__main__":
    main()
