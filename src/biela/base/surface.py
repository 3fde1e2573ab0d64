"""Settings in messages, spelled as the reader writes them: an argument in Python, an option on the command line, a field of a form.

    raise DescriptionError(f"the motion is slower than the noise: lower {setting('cutoff')}.")

A message names a setting as data: the argument of the call in Python and, where it helps, a value. The surface that shows the
message spells it: Python as `cutoff=…`, the command line as `--cutoff`. Errors keep the settings that they name
(`error.settings`). Knows no setting and no surface but Python.
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


def in_python(setting: Setting) -> str:
    """Spell a setting as an argument of a call; `…` stands for a value that the reader chooses."""
    value = setting.value
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key!r}: {'…' if entry is None else repr(entry)}" for key, entry in value.items())
        return f"{setting.name}={{{inside}}}"
    return f"{setting.name}={'…' if value is None else repr(value)}"


_spell: Callable[[Setting], str] = in_python
_named = threading.local()


@contextmanager
def spelling(spell: Callable[[Setting], str]) -> Iterator[None]:
    """Spell all settings of this process in another way."""
    global _spell
    before, _spell = _spell, spell
    try:
        yield
    finally:
        _spell = before


def setting(name: str, value: object = None) -> str:
    """Return a setting as the reader writes it: `setting("step", 0.001)`, `setting("units", {"A": "deg"})`, `setting("cutoff")`."""
    named = Setting(name, value)
    text = _spell(named)
    _named.__dict__.setdefault("recent", []).append((text, named))
    return text


def settings_in(message: str) -> tuple[Setting, ...]:
    """Take the settings that were spelled for a message."""
    recent = _named.__dict__.pop("recent", [])
    return tuple(named for text, named in recent if text in message)
