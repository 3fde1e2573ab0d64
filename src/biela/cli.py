"""The command `biela`: parses, calls, prints. Whatever takes long to import is imported inside the commands.

Exit codes: 0 done, 1 our error (a message, no traceback), 2 wrong usage, 3 problems in a machine file, 4 disk or network of
this machine (a folder that cannot be written, a port that is taken), 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from biela.simulation.history import History

ERROR, FILE_PROBLEM, SYSTEM, INTERRUPTED = 1, 3, 4, 130
ROBOTS = (".urdf", ".xml", ".mjcf")
"""Endings of robot files."""

app = typer.Typer(
    name="biela",
    help="Dynamics of machines with closed loops.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Name = Annotated[
    str,
    typer.Argument(
        metavar="MACHINE", help="A ready machine (`biela list`), a file (.yaml, .urdf, MJCF .xml) or a result (.nc)."
    ),
]
Motions = Annotated[
    list[str] | None,
    typer.Option(
        "--motion",
        metavar="NAME=MOTION",
        help="Prescribe a joint: --motion 'A=30 deg + 10 deg*sin(t)'; see the manual.",
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="PATH=VALUE", help="Change a value, with units: --set crank=50mm --set rod.mass=2kg."
    ),
]


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
    for name, description in library.descriptions().items():
        print(f"{name:<{width}}  {description}")


@app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="MACHINE", help="A ready machine (`biela list` names them), or a robot file (.urdf, MJCF .xml)."
        ),
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The machine file to write (.yaml).")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write a ready machine as a machine file: your own machine begins as a copy of one that works."""
    with _errors():
        from biela import library
        from biela.atomic import write_whole
        from biela.errors import BielaError
        from biela.library.machine_file import ready_text

        if file.suffix not in (".yaml", ".yml"):
            raise BielaError(f"{str(file)!r}: machine files end in .yaml.")
        if file.exists() and not force:
            raise BielaError(f"{str(file)!r} exists already: choose another name, or replace it with --force.")
        if Path(name).suffix in ROBOTS:
            from biela.files.write import dumps

            text = dumps(_machine(name, None).mechanism, description=f"from {Path(name).name}")
        else:
            text = ready_text(library.get(name))
        write_whole(file, text.encode())
        print(f"wrote {file}: change it, then `biela check {file}`, `biela run {file}`, `biela show {file}`")


@app.command()
def check(
    name: Name,
    changes: Changes = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as one JSON object.")] = False,
) -> None:
    """Mobility, loops, redundancy and suspicious data of a machine, in plain words."""
    with _errors():
        machine = _machine(name, changes)
        mechanism = machine.build()
        report = mechanism.check(machine.start(mechanism))
        if as_json:
            from biela.report.folder import to_json
            from biela.report.summary import check_object

            print(to_json(check_object(report)))
        else:
            print(report)
    if not report.ok:
        raise typer.Exit(ERROR)


@app.command()
def run(
    name: Name,
    changes: Changes = None,
    duration: Annotated[
        float | None, typer.Option(callback=_positive, help="Time to simulate [s]; the machine's own if omitted.")
    ] = None,
    method: Annotated[str | None, typer.Option(help="Integrator: dormand-prince, rk4, rosenbrock, …")] = None,
    step: Annotated[float | None, typer.Option(callback=_positive, help="Fixed step [s].")] = None,
    formulation: Annotated[
        str | None,
        typer.Option(
            help="How loops are kept closed: projected, independent, baumgarte, augmented-lagrangian, penalty, compliant."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the results.", show_default="out/NAME")
    ] = None,
    motions: Motions = None,
    manoeuvre: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of a car: standing-start, braking, curve, zig-zag, step-steer, …"),
    ] = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="Also write plots.png and motion.png.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")] = False,
) -> None:
    """Simulate a machine; print a summary and write result.nc, summary.json and report.html."""
    with _errors() as progress:
        from biela.report.folder import to_json, write_run
        from biela.report.summary import print_summary, summarise

        machine = _machine(name, changes)
        if manoeuvre is not None:
            machine = _driven(machine, manoeuvre)
        folder = out or Path("out") / machine.name
        _refuse_unwritable(folder)
        seconds = machine.duration if duration is None else duration
        wishes = {"method": method, "step": step, "formulation": formulation}
        settings = {**machine.settings, **{k: v for k, v in wishes.items() if v is not None}}
        if method is not None and step is None:
            settings.pop("step", None)
        if method is not None:
            settings.pop("substeps", None)
        with _bar(seconds) as show:
            mechanism = machine.build()
            start = machine.start(mechanism)
            if motions:
                from biela.report.inverse import driven

                mechanism, start = driven(mechanism, start, motions)
            history = _simulate(machine, mechanism, start, seconds, show, settings)
        progress.so_far = f"each file in {folder} is the old one or the new one, none is half written"
        summary = summarise(history, machine.name)
        if machine.outputs is not None:
            results = machine.outputs(history)
            summary["final"] |= {key: value for key, (value, _) in results.items()}
            summary["results"] = {key: {"value": value, "unit": unit} for key, (value, unit) in results.items()}
        files, remarks = write_run(history, folder, machine, summary, pictures=pictures, start=start)
        if as_json:
            print(to_json(summary))
        else:
            print_summary(history, machine.signals, summary, files)
        for remark in [*history.notes, *remarks]:
            _say(f"note: {remark}")
        if history.status == "interrupted":
            _say(f"interrupted at {history.t[-1]:.6g} s: what was computed until then is in {folder}")
            raise typer.Exit(INTERRUPTED)


@app.command()
def inverse(
    name: Name,
    motions: Motions = None,
    changes: Changes = None,
    duration: Annotated[
        float | None, typer.Option(callback=_positive, help="Length of the motion [s]; the machine's own if omitted.")
    ] = None,
    samples: Annotated[int, typer.Option(min=1, help="Samples after the first.")] = 1000,
    actuated: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Joints or actuators that do the work; those that are told if omitted."),
    ] = None,
    weights: Annotated[
        list[str] | None, typer.Option("--weight", metavar="NAME=NUMBER", help="Of an actuator, if there are too many.")
    ] = None,
    method: Annotated[
        str, typer.Option(help="tree_multipliers, virtual_power, projected or absolute: they agree.")
    ] = "tree_multipliers",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the results.", show_default="out/NAME-inverse")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")] = False,
) -> None:
    """Efforts that make a machine move as told: joints, or places such as platform.x; report with reactions and powers."""
    with _errors() as progress:
        from biela.report import inverse as report
        from biela.report.folder import to_json

        machine = _machine(name, changes)
        folder = out or Path("out") / f"{machine.name}-inverse"
        _refuse_unwritable(folder)
        run = report.inverse_run(
            machine, motions or (), duration=duration, samples=samples, actuated=actuated or (), method=method,
            weights=weights or (),
        )  # fmt: skip
        progress.so_far = f"each file in {folder} is the old one or the new one, none is half written"
        about = report.summary(run, machine.name)
        files = report.write(run, folder, machine, about)
        print(to_json(about)) if as_json else report.show(run, about, files)
        for remark in run.notes:
            _say(f"note: {remark}")


@app.command()
def identify(
    name: Name,
    data: Annotated[
        list[Path] | None, typer.Argument(metavar="DATA", help="Measurements: .csv, .parquet or .nc.")
    ] = None,
    design: Annotated[bool, typer.Option("--design", help="Design an experiment instead; needs --limit.")] = False,
    coordinates: Annotated[
        list[str] | None,
        typer.Option("--coordinate", metavar="JOINT", help="Independent coordinate; chosen if omitted."),
    ] = None,
    channels: Annotated[
        list[str] | None,
        typer.Option("--channel", metavar="ACTUATOR", help="Whose efforts were measured, one a freedom."),
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--parameter", metavar="NAME", help="What to identify: inertia, loads, a body, …"),
    ] = None,
    units: Annotated[
        list[str] | None, typer.Option("--unit", metavar="COLUMN=UNIT", help="Unit of a column: --unit A=deg.")
    ] = None,
    validation: Annotated[
        list[Path] | None, typer.Option(metavar="DATA", help="Data held back; the last fifth if omitted.")
    ] = None,
    period: Annotated[float | None, typer.Option(callback=_positive, help="Of a periodic experiment [s].")] = None,
    cutoff: Annotated[float | None, typer.Option(help="Zero-phase low-pass [Hz]; from the noise if omitted.")] = None,
    decimation: Annotated[int, typer.Option(min=1, help="Use every so many-th sample.")] = 1,
    limits: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="JOINT=LOW:HIGH", help="Of a coordinate, for --design [rad, m]."),
    ] = None,
    frequency: Annotated[float, typer.Option(help="Base frequency of the experiment to design [Hz].")] = 0.2,
    velocity: Annotated[float | None, typer.Option(help="Largest rate, for --design.")] = None,
    acceleration: Annotated[float | None, typer.Option(help="Largest acceleration, for --design.")] = None,
    changes: Changes = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the results.", show_default="out/NAME-identified")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")] = False,
) -> None:
    """Masses, inertias, stiffnesses and friction of a machine from measured motion and efforts; or a good experiment."""
    with _errors() as progress:
        from biela.errors import BielaError
        from biela.report import identification as report
        from biela.report.folder import to_json

        machine = _machine(name, changes)
        folder = out or Path("out") / f"{machine.name}-identified"
        _refuse_unwritable(folder)
        if design:
            found = report.design(
                machine, coordinates=coordinates or (), parameters=parameters or (), limits=limits or (), frequency=frequency,
                velocity=velocity, acceleration=acceleration, progress=_say,
            )  # fmt: skip
            report.show_design(found, report.write_design(found, folder))
            return
        if not data:
            raise BielaError("name a file with measurements, or make an experiment with --design.")
        result = report.run(
            machine, data, validation=validation or (), coordinates=coordinates or (), channels=channels or (),
            parameters=parameters or (), units=units or (), period=period, cutoff=cutoff, decimation=decimation,
        )  # fmt: skip
        progress.so_far = f"each file in {folder} is the old one or the new one, none is half written"
        about = report.summary(result, machine.name)
        files = report.write(result, folder, machine, about)
        print(to_json(about)) if as_json else report.show(result, files)


@app.command()
def estimate(
    name: Name,
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="Readings: CSV with a column `time` and one for each reading.")
    ],
    filter: Annotated[str, typer.Option(help="extended, unscented, error-state or particle.")] = "extended",
    noise: Annotated[float, typer.Option(min=0.0, help="Process noise on accelerations [rad/s^1.5].")] = 0.5,
    spread: Annotated[
        list[str] | None, typer.Option(metavar="ENTRY=NUMBER", help="Standard deviation at the start: --spread A=0.1.")
    ] = None,
    parameters: Annotated[
        list[str] | None, typer.Option("--parameter", metavar="NAME", help="Free parameter to estimate as well.")
    ] = None,
    particles: Annotated[int, typer.Option(min=1, help="Of the particle filter.")] = 1000,
    step: Annotated[float, typer.Option(callback=_positive, help="Longest step of the integrator [s].")] = 0.01,
    integrator: Annotated[str, typer.Option(help="rk4, or implicit for stiff machines.")] = "rk4",
    seed: Annotated[int, typer.Option(help="Of the random numbers of particles.")] = 0,
    changes: Changes = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the results.", show_default="out/NAME-estimated")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")] = False,
) -> None:
    """The hidden state of a machine from recorded readings: estimates with intervals, innovations, a verdict, a report."""
    with _errors() as progress:
        from biela.estimate.log import Log
        from biela.report import estimation as report
        from biela.report.folder import to_json

        machine = _machine(name, changes)
        folder = out or Path("out") / f"{machine.name}-estimated"
        _refuse_unwritable(folder)
        mechanism = machine.build()
        found = report.estimate_log(
            mechanism, machine.start(mechanism), Log.read(log), filter=filter, noise=noise, spread=report.numbers(spread or ()),
            estimate=parameters or (), particles=particles, step=step, seed=seed, integrator=integrator,
        )  # fmt: skip
        progress.so_far = f"each file in {folder} is the old one or the new one, none is half written"
        files = report.write_estimation(folder, *found, title=machine.name)
        print(to_json(report.summary(*found))) if as_json else report.show(*found, files=files)


@app.command()
def show(
    name: Name,
    changes: Changes = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port; 0 for any free one.", show_default="8723, or a free one")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; other machines can look in if it is not loopback.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """3-D view in the browser: joints on sliders, loops kept closed; play a simulation, or drive it by its levers."""
    with _errors() as progress:
        from biela.studio.server import serve

        machine = _machine(name, changes)
        progress.so_far = "the view is closed"
        serve(machine, host, port, browser, lambda line: print(line, flush=True))


@app.command()
def plot(
    result: Annotated[Path, typer.Argument(metavar="RESULT", help="A result.nc, or the folder of a run.")],
    signals: Annotated[
        list[str] | None, typer.Argument(metavar="[SIGNAL]…", help="Signals to draw; the main ones if omitted.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Picture to write: .png, .svg or .pdf.")] = None,
) -> None:
    """Draw signals of a result over time."""
    with _errors():
        from biela.errors import BielaError
        from biela.report.plot import main_signals, plot
        from biela.simulation.history import load

        path = result / "result.nc" if result.is_dir() else result
        saved = load(path)
        picture = out or path.with_suffix(".png")
        if picture.suffix not in (".png", ".svg", ".pdf"):
            raise BielaError(f"{str(picture)!r}: a picture ends in .png, .svg or .pdf.")
        plot(saved, signals or main_signals(saved), picture, title=str(saved.data.attrs.get("machine", "")))
        print(f"wrote {picture}")


@app.command()
def tyre(
    name: Name,
    which: Annotated[str, typer.Option("--tyre", help="Name of the tyre; the first one if omitted.")] = "",
    out: Annotated[Path, typer.Option(metavar="FILE", help="Picture to write: .png, .svg or .pdf.")] = Path("tyre.png"),
) -> None:
    """Draw the force curves of a car's tyre."""
    with _errors():
        from biela.errors import BielaError, UnknownName, nearest
        from biela.report.tyre_curves import tyre_curves
        from biela.vehicle.tyre import Tyre

        tyres = {k: x for k, x in _machine(name, None).build().loads.items() if isinstance(x, Tyre)}
        if not tyres:
            raise BielaError(f"{name!r} has no tyres.")
        if which and which not in tyres:
            raise UnknownName(f"{name!r} has no tyre {which!r}.{nearest(which, list(tyres))}")
        print(f"wrote {tyre_curves(tyres[which or next(iter(tyres))], out)}")


@app.command()
def export(
    name: Name,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="What to write: .yaml or .json (machine), .csv, .parquet, .nc or .html (result)."
        ),
    ],
    changes: Changes = None,
) -> None:
    """A machine as a file, or a result in another format; the ending of the name says which."""
    with _errors():
        from biela.app.export import export

        print(f"wrote {export(name, target, lambda: _machine(name, changes))}")


@app.command()
def schema(
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it to a file instead of printing it.")] = None,
) -> None:
    """The JSON Schema of machine files, for editors that complete and check while one types."""
    with _errors():
        import json

        from biela.atomic import write_whole
        from biela.files.schema import json_schema

        text = json.dumps(json_schema(), indent=2)
        if out is None:
            print(text)
        else:
            print(f"wrote {write_whole(out, (text + chr(10)).encode())}")


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[MACHINE]…", help="Ready machines; a choice of them if omitted.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """How fast machines run here: wall time, steps and speed against real time, the best of three runs each."""
    with _errors():
        from biela.report.bench import measure, print_bench
        from biela.report.folder import to_json

        rows = [
            measure(_machine(name, None))
            for name in names or ("pendulum", "four-bar", "five-bar", "andrews-squeezer", "chain")
        ]
        print(to_json({"runs": rows})) if as_json else print_bench(rows)


# ------------------------------------------------------------------------------------------------------------- helpers


def _machine(name: str, changes: list[str] | None) -> Any:
    """A ready machine, one from a file, or that of a result; with values changed."""
    path = Path(name)
    if path.suffix == ".nc":
        from biela.errors import BielaError
        from biela.files.result import from_result

        if changes:
            raise BielaError(
                "--set works on machines and machine files: `biela export result.nc my.yaml` gets the machine of a result."
            )
        return from_result(path)
    if path.suffix in (".yaml", ".yml", *ROBOTS) or len(path.parts) > 1 or path.is_file():
        from biela.files.machine import read

        machine = read(path, changes or ())
        for note in machine.notes:
            _say(f"note: {note}")
        return machine
    from biela import library

    ready = library.get(name)
    if not changes:
        return ready
    from dataclasses import replace

    from biela.files.machine import loads
    from biela.library.machine_file import ready_text

    return replace(loads(ready_text(ready), f"{ready.name} with --set", changes), name=ready.name, file="")


def _driven(machine: Any, manoeuvre: str) -> Any:
    """The machine with a manoeuvre, if it is a car."""
    from biela.vehicle.driven import driven

    found = driven(machine, manoeuvre)
    for note in found.notes if found is not machine else ():
        _say(f"note: {note}")
    return found


def _refuse_unwritable(folder: Path) -> None:
    """A folder that cannot be written is refused before the run, not after it."""
    import os

    nearest = next(p for p in (folder, *folder.absolute().parents) if p.exists())
    if not nearest.is_dir():
        raise NotADirectoryError(20, "not a folder, so no results can be written into it", str(nearest))
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise PermissionError(13, "no permission to write results into this folder", str(nearest))


def _simulate(
    machine: Any,
    mechanism: Any,
    start: Any,
    seconds: float,
    show: Callable[[float, int], None],
    settings: dict[str, Any],
) -> History:
    """The run; what it warns of is in the notes of the history."""
    import warnings

    from biela.simulation.run import StiffWarning, simulate

    inputs, events = dict(machine.inputs), machine.events
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffWarning)
        return simulate(mechanism, start, seconds, progress=show, inputs=inputs or None, events=events, **settings)


@dataclass
class _Progress:
    """What a user who interrupts has to know."""

    so_far: str = "nothing was computed yet, no file was changed"


@contextmanager
def _errors() -> Iterator[_Progress]:
    """Our errors, and those of the disk, become a message and an exit code; Ctrl-C becomes 130."""
    from biela.errors import BielaError

    progress = _Progress()
    try:
        yield progress
    except BielaError as error:
        _say(f"error: {error}", "red")
        raise typer.Exit(_code(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        _say("error: " + _disk(error), "red")
        raise typer.Exit(SYSTEM) from None
    except KeyboardInterrupt:
        _say(f"interrupted: {progress.so_far}")
        raise typer.Exit(INTERRUPTED) from None


def _code(error: Exception) -> int:
    module = sys.modules.get("biela.files.problem")
    return FILE_PROBLEM if module is not None and isinstance(error, module.FileError) else ERROR


def _disk(error: OSError) -> str:
    """What the system said, and what to do about it."""
    import errno

    remedies = {
        errno.ENOSPC: " Make room and run again: no file is half written.",
        errno.EACCES: " Choose another folder with --out.",
        errno.EROFS: " Choose another folder with --out.",
        errno.ENOTDIR: " Choose another folder with --out.",
    }
    said = f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror or error}."
    return said + remedies.get(error.errno or 0, "")


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
