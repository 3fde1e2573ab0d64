"""Named errors. Each message says what is wrong, where, and what to do about it."""

from __future__ import annotations


class BielaError(Exception):
    """Any error that biela raises on purpose."""


class DescriptionError(BielaError, ValueError):
    """The description of a machine is wrong: a name, a value, a shape, a connection."""


class DuplicateName(DescriptionError):
    """Two objects of a machine have the same name."""


class UnknownName(DescriptionError, KeyError):
    """A name that no object or signal of the machine has."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotConnected(DescriptionError):
    """A body that no chain of joints ties to the ground."""


class FrozenMechanism(BielaError, AttributeError):
    """A mechanism was changed after its first use."""


class LoopNotClosed(BielaError):
    """The closed loops cannot be assembled at the requested position."""


class InconsistentStart(BielaError, ValueError):
    """The start state contradicts the loops or a prescribed motion."""


class SingularMass(BielaError):
    """Accelerations are undetermined: a coordinate moves nothing that has mass."""


class SimulationError(BielaError):
    """A run could not be completed."""


class StepTooLarge(SimulationError):
    """The state exploded: the step is too large for the machine."""


class ToleranceNotReached(SimulationError):
    """The step shrank to nothing without meeting the tolerance."""


class NoEquilibrium(BielaError):
    """No static equilibrium was found."""


class TaskError(BielaError):
    """A motion that the machine cannot make, or that does not say enough."""


class UnderDetermined(TaskError):
    """A motion that leaves freedoms of the machine open."""


class UnderActuated(TaskError):
    """Actuators that leave freedoms of the machine without command."""


class ContradictoryTask(TaskError):
    """A motion that asks for what other parts of it, or the loops, rule out."""


class Unreachable(TaskError):
    """A pose out of reach."""


class WrongBranch(TaskError):
    """A guess that no assembly is near."""


class DeadPoint(TaskError, SimulationError):
    """A position from which a motion cannot go on."""


def nearest(name: str, names: list[str] | tuple[str, ...]) -> str:
    """' Did you mean …?' for a misspelt name, or the list of names when there are few."""
    import difflib

    own = [n for n in names if n.startswith(f"{name}.")]
    if own:
        return " It has " + ", ".join(own[:6]) + ("…" if len(own) > 6 else ".")
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return " Did you mean " + " or ".join(repr(c) for c in close) + "?"
    if 0 < len(names) <= 12:
        return " Known: " + ", ".join(names) + "."
    return ""


def count(n: int, noun: str, plural: str | None = None) -> str:
    """'1 body', '3 bodies'."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"
