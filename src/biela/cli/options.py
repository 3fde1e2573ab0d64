"""Arguments and options of verbs, declared in their signatures, and those that several verbs share.

    def weigh(name: Machine, factor: Annotated[float, option("Multiply the mass.")] = 1.0) -> None:

A parameter declared with `argument` is read by its place, one declared with `option` by `--its-name`. The type converts
the word: `str`, `int`, `float`, `Path`; `bool` is a flag; a `list` takes several.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NoReturn, get_args, get_origin, get_type_hints

from biela.app.folder import Json
from biela.files.format import RESULT, YAML, in_words

if TYPE_CHECKING:
    from biela.simulation.case import Case


PLACES: dict[type, str] = {bool: "", int: "NUMBER", float: "NUMBER", str: "WORD", Path: "FILE"}
"""Names of values in the help, by type, for options that do not give one."""


class Said(NamedTuple):
    """Declaration of a parameter of a verb: help, name on the command line, a check of the value read, and how a
    word is read where its type does not say it."""

    help: str
    flag: str
    metavar: str
    default: str
    check: Callable[[Any], None] | None
    read: Callable[[str], object] | None = None
    choices: Callable[[], Iterable[str]] | None = None  # words to complete


def option(
    help: str, flag: str = "", metavar: str = "", *, default: str = "", check: Callable[[Any], None] | None = None,
    choices: Callable[[], Iterable[str]] | None = None,
) -> Any:  # fmt: skip
    """Declare an option, called `--its-name` unless another flag is given; `default` says what is taken otherwise, `choices` which
    words the Tab key completes."""
    return Said(help, flag or "--", metavar, default, check, None, choices)


def argument(metavar: str, help: str, *, default: str = "", choices: Callable[[], Iterable[str]] | None = None) -> Any:
    """Declare an argument that is read by its place."""
    return Said(help, "", metavar, default, None, None, choices)


def known(kind: str) -> Callable[[], Iterable[str]]:
    """Complete the words of a list: `biela list KIND`."""

    def words() -> Iterable[str]:
        from biela.app.words import WORDS

        return WORDS[kind]()

    return words


class VerbParameter(NamedTuple):
    """Parameter of a verb: its name in the function and on the command line, type of a word, default."""

    name: str
    said: Said
    flag: str
    kind: type
    several: bool
    default: object

    @property
    def metavar(self) -> str:
        """Name of a value in the help; empty for a flag."""
        return self.said.metavar or PLACES.get(self.kind, self.kind.__name__.upper())


def arguments_of(function: Callable[..., None]) -> list[VerbParameter]:
    """Return the parameters of a verb, in the order of its signature."""
    hints = get_type_hints(function, include_extras=True)
    out = []
    for name, parameter in inspect.signature(function).parameters.items():
        said = next(s for s in getattr(hints[name], "__metadata__", ()) if isinstance(s, Said))
        kind = get_args(hints[name])[0]
        if get_origin(kind) is types.UnionType:
            kind = next(a for a in get_args(kind) if a is not type(None))
        several = get_origin(kind) is list
        flag = f"--{name.replace('_', '-')}" if said.flag == "--" else said.flag
        out.append(VerbParameter(name, said, flag, get_args(kind)[0] if several else kind, several, parameter.default))
    return out


class _Parser(argparse.ArgumentParser):
    unknown: Sequence[str] = ()  # words that begin with a dash and are neither options nor files

    def error(self, message: str) -> NoReturn:
        from biela.cli.terminal import refuse

        if self.unknown and "arguments are required" in message:
            message = f"there is no option {self.unknown[0]}, and no file of this name."
        refuse(self.prog, message.removeprefix("argument "))


def parse(name: str, function: Callable[..., None], words: Sequence[str]) -> Json:
    """Read the parameters of a verb from the words that follow it."""
    parser = _Parser(f"biela {name}", add_help=False, allow_abbrev=False)
    parameters = arguments_of(function)
    for p in parameters:
        if p.kind is bool:
            action = argparse.BooleanOptionalAction if p.default else "store_true"
            parser.add_argument(p.flag, dest=p.name, action=action, default=p.default)  # type: ignore[arg-type]
        elif p.flag:
            more: Json = {"action": "append"} if p.several else {}
            convert = p.said.read or p.kind
            parser.add_argument(p.flag, dest=p.name, type=convert, default=p.default, metavar=p.metavar, **more)
        else:
            needed = p.default is inspect.Parameter.empty
            number = ("+" if needed else "*") if p.several else None if needed else "?"
            parser.add_argument(p.name, type=p.kind, default=p.default, metavar=p.metavar, nargs=number)  # type: ignore[arg-type]
    try:
        read, unknown = parser.parse_known_intermixed_args(_files_marked(words, parser))
    except AttributeError as error:  # argparse trips over Ctrl-C
        raise (KeyboardInterrupt if isinstance(error.__context__, KeyboardInterrupt) else error) from None
    if unknown:
        from biela.base.errors import nearest

        near = nearest(unknown[0].partition("=")[0], [p.flag for p in parameters if p.flag])
        parser.error(
            f"there is no option {unknown[0]}.{near}" if unknown[0].startswith("-") else f"{unknown[0]!r} is one argument too many."
        )
    values = vars(read)
    for p in parameters:
        if p.said.check is not None and values[p.name] is not None:
            try:
                p.said.check(values[p.name])
            except argparse.ArgumentTypeError as error:
                parser.error(f"{p.flag}: {error}")
    return values


def _files_marked(words: Sequence[str], parser: _Parser) -> list[str]:
    """Mark files whose names begin with a dash, `-x.yaml`, and what follows `--`, so that they are not taken for options."""
    found: list[str] = []
    after = False
    for word in words:
        if word == "--" and not after:
            after = True
            continue
        known = word.partition("=")[0] in parser._option_string_actions
        if word.startswith("-") and word != "-" and (after or (not known and Path(word).exists())):
            word = f"./{word}"
        elif word.startswith("-") and word != "-" and not known:
            parser.unknown = [*parser.unknown, word]
        found.append(word)
    return found


def seconds(word: str) -> float:
    """Read a time in seconds, or with its unit: `2`, `2s`, `500ms`, `1.5min`."""
    from biela.element.units import UNITS

    number = word.strip().rstrip("abcdefghijklmnopqrstuvwxyzµ").strip()
    unit = word.strip()[len(number) :].strip() or "s"
    known = [name for name, u in UNITS.items() if u.dimension == UNITS["s"].dimension]
    try:
        value = float(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a time: write 2, 2s or 500ms.") from None
    if unit not in known:
        raise argparse.ArgumentTypeError(f"{word!r} is not a time: its unit is one of {', '.join(known)}.")
    return value * UNITS[unit].factor


def positive(value: float) -> None:
    """Check a number of seconds."""
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{value:g} is not a positive number of seconds.")


def between(low: float, high: float = float("inf")) -> Callable[[float], None]:
    """Check the range of a number."""

    def check(value: float) -> None:
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{value:g} is not {f'between {low:g} and {high:g}' if high < float('inf') else f'{low:g} or more'}."
            )

    return check


def allow(files: list[str]) -> None:
    """Allow the files that the user names to run code; Python files are run."""
    from biela.element.uses import use

    for file in files:
        use(file)


Machine = Annotated[str, argument(
    "MACHINE", f"Name of a ready machine (see `biela list`), a machine file ({YAML.endings[0]}), a file of another program: "
    f"{in_words('read_machine')}; a result ({RESULT}), or - for a machine file on the standard input.", choices=known("machines"),
)]  # fmt: skip
Several = list[str] | None
Changes = Annotated[Several, option("Change a value of the machine, with its unit: --set crank=50mm.", "--set", "PATH=VALUE")]
Uses = Annotated[Several, option(
    "Allow a file to run code: Python with elements, methods, filters, tyre laws or measures of your own, or an FMU.",
    "--uses", "FILE", check=allow,
)]  # fmt: skip
Motions = Annotated[Several, option("Prescribe a motion, for example 'A=30 deg + 10 deg*sin(t)'.", "--motion", "NAME=MOTION")]
FILES = in_words("read_log")
Units = Annotated[Several, option("Unit of a column, for example A=deg.", "--unit", "COLUMN=UNIT")]
Columns = Annotated[Several, option("Column of the file for a name, for example A='Axis 1'.", "--column", "NAME=COLUMN")]
ShownUnits = Annotated[str | None, option(
    "Units to show: SI, engineering (bar, °, rpm, km/h, kN, mm, l/min, kW), or by quantity: pressure=bar,length=mm.",
    "--units", "SYSTEM", default="the machine's own", choices=lambda: ("SI", "engineering"),
)]  # fmt: skip
Method = Annotated[str | None, option(
    "Integrator: automatic, dormand-prince, rk4, …: `biela list methods`.", metavar="NAME", choices=known("methods"),
)]  # fmt: skip
Formulation = Annotated[str | None, option(
    "How loops stay closed: projected, …: `biela list formulations`.", metavar="NAME", choices=known("formulations"),
)]  # fmt: skip
Rtol = Annotated[float | None, option("Relative tolerance of a method that chooses its steps.")]
Atol = Annotated[float | None, option("Absolute tolerance, in the units of the states.")]
AsJson = Annotated[bool, option("Print the summary as one JSON object.", "--json")]
Picture = Annotated[Path | None, option("Picture to write: .png, .svg or .pdf.", "--out", "FILE")]


def Out(default: str) -> Any:
    """Declare the option --out of a verb."""
    return option("Folder for the results.", "--out", "DIR", default=default)


def Seconds(help: str, default: str = "") -> Any:
    """Declare an option for a positive time: `2`, `2s` or `500ms`."""
    return Said(help, "--", "TIME", default, positive, seconds)


Duration = Annotated[float | None, Seconds("Time to simulate [s].", "the machine's own")]
Step = Annotated[float | None, Seconds("Fixed step [s].")]


def case_of(
    name: str, changes: list[str] | None = None, manoeuvre: str | None = None,
    impossible: bool | Literal["nearest"] = False,
) -> Case:  # fmt: skip
    """Return the case that a user named, and print its notes."""
    from biela.app.case import find_case
    from biela.cli.terminal import note

    given = sys.stdin.buffer if name == "-" else None
    case = find_case(name, changes or (), manoeuvre, given, impossible)
    note(case.notes)
    return case
