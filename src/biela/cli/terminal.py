"""Output of the command line: messages, errors with their exit codes, tables, a progress bar."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import NoReturn, TextIO

from biela.app.folder import Json
from biela.base.errors import BielaError
from biela.base.interrupt import check
from biela.base.surface import Command, Setting, spelling

ERROR, USAGE, FILE_PROBLEM, SYSTEM, INTERRUPTED = 1, 2, 3, 4, 130
STYLES = {"bold": 1, "dim": 2, "red": 31, "yellow": 33}
"""Styles of a terminal, by their ANSI code."""


_FLAGS: dict[str, str] = {}
"""Options of the running verb, by the name of the argument in Python."""
OPTIONS = {
    "units": "unit", "columns": "column", "names": "column", "changes": "set", "parameters": "parameter", "limits": "limit",
    "likelihood_scale": "scale", "reinitialise": "restart", "sigma": "spread", "ranges": "range",
    "address": "cluster", "motions": "motion", "weights": "weight", "measures": "measure", "tolerances": "tolerance",
    "sensors": "sensor",
}  # fmt: skip
"""Arguments in Python whose option has another name, also where the running verb does not have it."""
KEYS = {"guess": "start.guess.", "inputs": "simulation.inputs.", "tolerance": "start.tolerance="}
"""Arguments in Python that are keys of a machine file, which `--set` changes."""


def as_option(setting: Setting | Command) -> str:
    """Spell a setting as an option, `--unit A=deg`, one of several values once for each; and a command as it is typed."""
    if isinstance(setting, Command):
        return f"`{' '.join(('biela', setting.verb, *setting.words))}`"
    if setting.name in KEYS and setting.name not in _FLAGS:
        setting = Setting("changes", [KEYS[setting.name] + word for word in setting.words() or ["NAME=VALUE"]])
    flag = _FLAGS.get(setting.name) or f"--{OPTIONS.get(setting.name, setting.name).replace('_', '-')}"
    words = [f"'{word}'" if " " in word else word for word in setting.words()]
    return " ".join(f"{flag} {word}" for word in words) or flag


def as_asked(setting: Setting | Command) -> str:
    """Spell a setting for whoever started the command: a user by an option, the studio by a field of its form."""
    if os.environ.get("BIELA_PROGRESS") != "json":
        return as_option(setting)
    from biela.studio.project.form import as_field

    if isinstance(setting, Command) or setting.name in KEYS:
        return as_field(setting)
    return as_field(setting, as_option(Setting(setting.name)).removeprefix("--").replace("-", " "))


@contextmanager
def messages_for_errors(flags: Mapping[str, str] = MappingProxyType({})) -> Iterator[None]:
    """Turn our errors, and those of the disk, into a message and an exit code; Ctrl-C becomes 130.

    flags : options of the verb by the names of their arguments, for messages that name them
    """
    _FLAGS.clear()
    _FLAGS.update(flags)
    try:
        with spelling(as_asked):
            yield
    except BielaError as error:
        say(f"error: {error}", "red")
        files = sys.modules.get("biela.files.problem")
        in_file = files is not None and isinstance(error, files.FileError)
        raise SystemExit(FILE_PROBLEM if in_file else ERROR) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        said = f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror or error}."
        say(f"error: {said}{_remedy(error.errno)}", "red")
        raise SystemExit(SYSTEM) from None
    except KeyboardInterrupt as error:
        say(f"interrupted: {str(error) or 'nothing was computed yet, no file was changed'}")
        raise SystemExit(INTERRUPTED) from None
    finally:
        _FLAGS.clear()


def _remedy(number: int | None) -> str:
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return " Make room and run again: no file is half written."
    return (
        f" Choose another folder with {as_asked(Setting('out'))}." if number in (errno.EACCES, errno.EROFS, errno.ENOTDIR) else ""
    )


def refuse(command: str, message: str) -> NoReturn:
    """End because of what was typed."""
    say(f"error: {message}\nTry `{command} --help`.", "red")
    raise SystemExit(USAGE)


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """Return text in a style, on a terminal that has it."""
    plain = "NO_COLOR" in os.environ or not (stream or sys.stdout).isatty()
    return text if plain else f"\033[{STYLES[style]}m{text}\033[0m"


def say(message: str, colour: str = "yellow") -> None:
    """Print a message for people on the error stream: the output stream belongs to the result."""
    print(styled(message, colour, sys.stderr), file=sys.stderr, flush=True)


def note(remarks: Iterable[str]) -> None:
    """Print remarks, one per line."""
    for remark in remarks:
        say(f"note: {remark}")


def print_json(summary: Json) -> None:
    """Print one object for scripts."""
    from biela.app.folder import to_json

    print(to_json(summary))


def print_table(rows: Sequence[Sequence[str]], justify: str) -> None:
    """Print columns two blanks apart, each aligned to its side (`<` or `>`)."""
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(len(justify))]
    for row in rows:
        cells = [f"{cell:{side}{width}}" for cell, side, width in zip(row, justify, widths, strict=False)]
        print("  ".join([styled(cells[0], "dim"), *cells[1:]]).rstrip())


def print_files(files: Sequence[Path | str]) -> None:
    """Print the files of a folder, or of a place with an address, in one line."""
    parts = [os.path.split(file) for file in files]
    print(styled(f"files in {parts[0][0] or '.'}:", "dim"), ", ".join(name for _, name in parts))


def report_progress(part: float) -> None:
    """Tell a program that runs this command how far it is, if it asked for that (BIELA_PROGRESS=json)."""
    if os.environ.get("BIELA_PROGRESS") == "json":
        print(f'{{"progress": {min(max(part, 0.0), 1.0):.4f}}}', file=sys.stderr, flush=True)


@contextmanager
def changing_line() -> Iterator[Callable[[str], None]]:
    """Draw a line that changes, on a terminal; it vanishes at the end."""

    def draw(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    draw("preparing")
    try:
        yield draw
    finally:
        draw("")


@contextmanager
def bar(seconds: float) -> Iterator[Callable[[float, int], None]]:
    """Draw a progress bar with simulated time and speed relative to real time; it vanishes when the run is over."""
    first: list[tuple[float, float]] = []  # simulated and real time at the first report

    def show(t: float, steps: int) -> None:
        check()
        report_progress(t / seconds)
        now = perf_counter()
        first.append((t, now)) if not first else None
        speed, full = (t - first[0][0]) / max(now - first[0][1], 1e-6), round(40 * min(t / seconds, 1))
        draw(f"{'━' * full:·<40} {t:.3g} of {seconds:g} s  {speed:.3g} × real time, {steps} steps")

    with changing_line() as draw:
        yield show
