"""What the command line says: messages, errors with their exit codes, a progress bar."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from biela.errors import BielaError

if TYPE_CHECKING:
    from rich.console import Console

ERROR, FILE_PROBLEM, SYSTEM, INTERRUPTED = 1, 3, 4, 130
REMEDIES = {
    errno.ENOSPC: " Make room and run again: no file is half written.",
    **dict.fromkeys((errno.EACCES, errno.EROFS, errno.ENOTDIR), " Choose another folder with --out."),
}


@contextmanager
def messages_for_errors() -> Iterator[None]:
    """Our errors, and those of the disk, become a message and an exit code; Ctrl-C becomes 130."""
    try:
        yield
    except BielaError as error:
        say(f"error: {error}", "red")
        files = sys.modules.get("biela.files.problem")
        in_file = files is not None and isinstance(error, files.FileError)
        raise typer.Exit(FILE_PROBLEM if in_file else ERROR) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        said = f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror or error}."
        say(f"error: {said}{REMEDIES.get(error.errno or 0, '')}", "red")
        raise typer.Exit(SYSTEM) from None
    except KeyboardInterrupt as error:
        say(f"interrupted: {str(error) or 'nothing was computed yet, no file was changed'}")
        raise typer.Exit(INTERRUPTED) from None


def say(message: str, colour: str = "yellow") -> None:
    """A message for people, on the error stream: the output stream belongs to the result."""
    _messages().print(message, style=colour, markup=False, highlight=False, soft_wrap=True)


def note(remarks: Iterable[str]) -> None:
    """Remarks, one per line."""
    for remark in remarks:
        say(f"note: {remark}")


def print_json(summary: dict[str, Any]) -> None:
    """One object for scripts."""
    from biela.app.folder import to_json

    print(to_json(summary))


def files_line(files: Sequence[Path]) -> str:
    """The files of a folder in one line, for rich."""
    return f"[dim]files in {files[0].parent}:[/] " + ", ".join(file.name for file in files)


def _messages() -> Console:
    from rich.console import Console

    return Console(stderr=True)


@contextmanager
def bar(seconds: float) -> Iterator[Callable[[float, int], None]]:
    """A progress bar with simulated time and speed relative to real time; it vanishes when the run is over."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        BarColumn(),
        TextColumn("{task.completed:.3g} of {task.total:g} s"),
        TextColumn("{task.description}"),
    )
    console = _messages()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("preparing", total=seconds)
        first: list[tuple[float, float]] = []  # simulated and real time at the first report

        def show(t: float, steps: int) -> None:
            now = perf_counter()
            first.append((t, now)) if not first else None
            speed = (t - first[0][0]) / max(now - first[0][1], 1e-6)
            progress.update(task, completed=min(t, seconds), description=f"{speed:.3g} × real time, {steps} steps")

        yield show
