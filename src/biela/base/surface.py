"""Settings and commands in messages, spelled as the reader writes them: in Python, on the command line, in a form.

    raise DescriptionError(f"the motion is slower than the noise: lower {setting('cutoff')}.")

A message names a setting as data: the argument of the call in Python and, where it helps, a value. The surface that shows the
message spells it: Python as `cutoff=…`, the command line as `--cutoff`. `command("list", "biela.library.names()")` names work
that another call does, in the same way. Errors keep what they name (`error.settings`, `error.commands`). Knows no setting and
no surface but Python.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple


class Setting(NamedTuple):
    """Setting that a message names: an argument of a call, and the value to give; of a mapping, its entries."""

    name: str
    value: object = None

    def words(self) -> list[str]:
        """Return the values as words: `A=deg` of an entry, each of a list, none where the reader chooses it."""
        value = self.value
        if isinstance(value, Mapping):
            named = {",".join(key) if isinstance(key, tuple) else str(key): entry for key, entry in value.items()}
            return [key if entry is None else f"{key}={entry}" for key, entry in named.items()]
        if isinstance(value, list | tuple):
            return [str(entry) for entry in value]
        return [] if value is None or value is True else [str(value)]


class Written(float):
    """Number that a file and an option write with its unit, `80 deg`."""

    text: str

    def __new__(cls, value: float, text: str = "") -> Written:
        new = super().__new__(cls, value)
        new.text = text
        return new

    def __str__(self) -> str:
        return self.text


class Command(NamedTuple):
    """Command that a message names: its verb, the call that does the same in Python, and the words that follow the verb."""

    verb: str
    call: str
    words: tuple[str, ...] = ()


def in_python(setting: Setting | Command) -> str:
    """Spell a setting as an argument of a call; `…` stands for a value that the reader chooses."""
    if isinstance(setting, Command):
        return f"`{setting.call}`"
    value = setting.value
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key!r}: {'…' if entry is None else repr(entry)}" for key, entry in value.items())
        return f"{setting.name}={{{inside}}}"
    return f"{setting.name}={'…' if value is None else repr(value)}"


_spell: Callable[[Setting | Command], str] = in_python
_named = threading.local()


@contextmanager
def spelling(spell: Callable[[Setting | Command], str]) -> Iterator[None]:
    """Spell all settings and commands of this process in another way."""
    global _spell
    before, _spell = _spell, spell
    try:
        yield
    finally:
        _spell = before


def setting(name: str, value: object = None) -> str:
    """Return a setting as the reader writes it: `setting("step", 0.001)`, `setting("units", {"A": "deg"})`, `setting("cutoff")`."""
    return _spelled(Setting(name, value))


def command(verb: str, call: str, *words: str) -> str:
    """Return a command as the reader writes it: `command("sweep", "biela.sweep(…)")`."""
    return _spelled(Command(verb, call, words))


def _spelled(named: Setting | Command) -> str:
    text = _spell(named)
    _named.__dict__.setdefault("recent", []).append((text, named))
    return text


def named_in(message: str) -> tuple[Setting | Command, ...]:
    """Take the settings and commands that were spelled for a message."""
    recent = _named.__dict__.pop("recent", [])
    return tuple(named for text, named in recent if text in message)
