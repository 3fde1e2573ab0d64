"""Named errors, and warnings at the caller's line. Each message says what is wrong, where, and how to fix it.

Knows no other room: every room raises these.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

from biela.base.surface import Command, Setting, named_in


def warn(text: str, category: type[Warning]) -> None:
    """Warn at the line that called biela, however many calls deep in biela the reason was found."""
    frame, level, passed = sys._getframe(1), 2, ("biela", "contextlib")
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in passed:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


class BielaError(Exception):
    """Any error that biela raises on purpose.

    Attributes
    ----------
    history : of a run that failed, the part computed before (a `History` with status "failed"); None otherwise
    settings, commands : arguments and commands that the message names as a remedy, as data; see `biela.base.surface`
    """

    history: Any = None
    settings: tuple[Setting, ...] = ()
    commands: tuple[Command, ...] = ()

    def __init__(self, *args: object):
        super().__init__(*args)
        named = named_in(str(args[0])) if args else ()
        self.settings = tuple(n for n in named if isinstance(n, Setting))
        self.commands = tuple(n for n in named if isinstance(n, Command))

    def __reduce__(self) -> tuple[type, tuple[object, ...], dict[str, object]]:
        """Between processes an error is its text: compiled functions stay behind."""
        return type(self), self.args, {k: v for k, v in self.__dict__.items() if k != "history"}


class Untranslatable(BielaError, NotImplementedError):
    """A function cannot become a compiled routine: it uses more than the vocabulary of routines, or its source is not there."""


class DescriptionError(BielaError, ValueError):
    """The description of a machine is wrong: a name, a value, a shape, a connection."""


class DuplicateName(DescriptionError):
    """Two objects of a machine have the same name."""


class UnknownName(DescriptionError, KeyError):
    """No object or signal of the machine has this name."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotConnected(DescriptionError):
    """A body is not connected to the ground by any chain of joints."""


class FrozenMechanism(BielaError, AttributeError):
    """A mechanism was changed after its first use."""


class LoopNotClosed(BielaError):
    """The closed loops cannot be assembled at the requested position.

    Attributes
    ----------
    cause, remedy : the two parts of the message; the file of a machine has a remedy of its own
    """

    def __init__(self, cause: str, remedy: str = ""):
        super().__init__(f"{cause} {remedy}".rstrip())
        self.cause, self.remedy = cause, remedy


class InconsistentStart(BielaError, ValueError):
    """The start state contradicts the loops or a prescribed motion."""


class SingularMass(BielaError):
    """Accelerations are undetermined: a coordinate moves no mass."""


class SimulationError(BielaError):
    """A run could not be completed."""


class StepTooLarge(SimulationError):
    """The state diverged: the step is too large for the machine."""


class ToleranceNotReached(SimulationError):
    """The step shrank to nothing without meeting the tolerance."""


class NoEquilibrium(BielaError):
    """No static equilibrium was found."""


class TaskError(BielaError):
    """A motion that the machine cannot follow, or that is not fully specified."""


class UnderDetermined(TaskError):
    """A motion that leaves degrees of freedom of the machine undetermined."""


class UnderActuated(TaskError):
    """Actuators that leave degrees of freedom of the machine uncontrolled."""


class ContradictoryTask(TaskError):
    """Parts of a motion contradict each other or the closed loops."""


class Unreachable(TaskError):
    """A pose is out of reach."""


class WrongBranch(TaskError):
    """No assembly of the machine is near the guess."""


class DeadPoint(TaskError, SimulationError):
    """A position from which a motion cannot continue."""


NAMES_COMPARED = 300
"""Largest number of names that are all compared with a misspelt one, letter by letter."""


def nearest(name: str, names: list[str] | tuple[str, ...]) -> str:
    """' Did you mean …?' for a misspelt name, or the list of names when there are few."""
    import difflib

    if not isinstance(name, str):
        return ""
    name = name[:200]  # what is longer resembles nothing
    own = [n for n in names if n.startswith(f"{name}.")]
    if own:
        return " It has " + ", ".join(own[:6]) + ("…" if len(own) > 6 else ".")
    if len(names) > NAMES_COMPARED:  # a file of thousands of names may misspell all of them
        names = _one_edit_away(name, set(names))
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return " Did you mean " + " or ".join(repr(c) for c in close) + "?"
    return " Known: " + ", ".join(names) + "." if 0 < len(names) <= 12 else ""


def _one_edit_away(name: str, names: set[str]) -> list[str]:
    """Return those of many names that differ by one letter: left out, added, changed or swapped with the next."""
    if len(name) > 60:
        return []
    letters = set("".join(names))
    parts = [(name[:k], name[k:]) for k in range(len(name) + 1)]
    edits = {a + b[1:] for a, b in parts} | {a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1}
    edits |= {a + c + b[k:] for a, b in parts for c in letters for k in (0, 1)}
    return sorted(edits & names)


def unknown(what: str, name: object, names: list[str]) -> UnknownName:
    """Return the error about a name that is none of those known, with those that resemble it, or a few of them."""
    hint = nearest(name, names) if isinstance(name, str) else ""
    few = f" There are {len(names)}, such as {', '.join(names[:3])}." if names else f" There is no {what} at all."
    return UnknownName(f"no {what} {name!r}.{hint or few}")


def count(n: int, noun: str, plural: str | None = None) -> str:
    """'1 body', '3 bodies'."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"
