"""Help of the command line, in panels."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter as Signature
from inspect import cleandoc
from textwrap import wrap

from biela.cli.options import VerbParameter
from biela.cli.terminal import styled

HELP = ("--help, -h", "", "Show this message and exit.")


def print_verbs(verbs: Mapping[str, tuple[str, str]]) -> None:
    """Print `biela --help`: every verb under its heading."""
    _head("biela COMMAND …", "Simulate, identify and estimate machines with closed loops.")
    about = "Complete commands, options and names with the Tab key: bash, zsh or fish; by default the shell in use."
    options = [("--version", "", "Show the version and exit."), ("--install-completion", "[SHELL]", about), HELP]
    _panel("Options", options)
    for heading in dict.fromkeys(panel for panel, _ in verbs.values()):
        _panel(heading, [(name, "", text) for name, (panel, text) in verbs.items() if panel == heading])


def print_verb(name: str, function: Callable[..., None], parameters: Iterable[VerbParameter]) -> None:
    """Print `biela VERB --help`: its arguments and options."""
    placed: list[tuple[str, str, str]] = []
    options: list[tuple[str, str, str]] = []
    for p in parameters:
        text = p.said.help + " Several are allowed." * p.several
        default = p.said.default or ("" if p.default in (None, Signature.empty, "", False, True) else str(p.default))
        text += f" [default: {default}]" if default else ""
        flag = f"{p.flag}/--no-{p.flag[2:]}" if p.default is True else p.flag
        (options if flag else placed).append((flag or p.metavar, p.metavar if flag else "", text))
    words = " ".join(
        f"[{p.metavar}{' …' * p.several}]" if p.default is not Signature.empty else p.metavar for p in parameters if not p.flag
    )
    _head(f"biela {name} [OPTIONS] {words}".rstrip(), cleandoc(function.__doc__ or ""))
    if placed:
        _panel("Arguments", placed)
    _panel("Options", [*options, HELP])


def _head(usage: str, text: str) -> None:
    print(f"\n {styled('Usage:', 'bold')} {usage}\n")
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("$ "):  # examples stay as they are
            print("\n".join(f" {line.strip()}" for line in paragraph.splitlines()) + "\n")
            continue
        print("\n".join(f" {line}" for line in wrap(paragraph, _width() - 2)) + "\n")


def _panel(title: str, rows: Sequence[tuple[str, str, str]]) -> None:
    """Print a frame with a title; each row has a name, the name of its value, and a text that is wrapped."""
    width = _width()
    first, second = (max(len(row[k]) for row in rows) for k in (0, 1))
    indent = first + 2 + (second + 2 if second else 0)
    print(f"╭─ {title} " + "─" * (width - len(title) - 5) + "╮")
    for name, value, text in rows:
        for k, line in enumerate(wrap(text, max(width - indent - 4, 20))):
            left = (f"{name:<{first}}  " + (f"{value:<{second}}  " if second else "")) if not k else " " * indent
            print(f"│ {styled(left, 'bold')}{line:<{width - indent - 4}} │")
    print("╰" + "─" * (width - 2) + "╯")


def _width() -> int:
    return min(max(shutil.get_terminal_size().columns, 60), 100)
