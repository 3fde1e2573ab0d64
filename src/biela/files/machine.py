"""A machine with its start, its settings and its plots: what a machine file describes, ready to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela import views
from biela.atomic import write_whole
from biela.files.document import Document, read_document, read_text
from biela.files.problem import FileError, Problem

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.simulation.history import History
    from biela.state.state import State


@dataclass(repr=False)
class Machine:
    """What a machine file describes.

    Attributes
    ----------
    mechanism : the machine
    duration : of a run [s]
    settings : of a run: method, step, tolerances, formulation
    inputs : of the actuators
    plots : signals to look at, in groups
    file, text : where it came from
    notes : what a robot file says that was not taken over
    """

    name: str
    mechanism: Mechanism
    duration: float = 10.0
    settings: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    events: list[Any] = field(default_factory=list)
    plots: list[list[str]] = field(default_factory=list)
    description: str = ""
    source: str = ""
    file: str = ""
    text: str = field(default="", repr=False)
    start_values: dict[str, Any] = field(default_factory=dict, repr=False)
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        origin = f" from {self.file}" if self.file else ""
        return f"<Machine {self.name!r}{origin}: {self.duration:g} s of {self.mechanism!r}>"

    def _repr_html_(self) -> str:
        """Its picture at the start, in notebooks."""
        return views.html(self)

    @property
    def signals(self) -> tuple[str, ...]:
        """The signals to look at, in one row."""
        return tuple(dict.fromkeys(name for group in self.plots for name in group))

    def build(self) -> Mechanism:
        """The machine."""
        return self.mechanism

    def start(self, mechanism: Mechanism | None = None) -> State:
        """The start that the file describes, assembled."""
        values = self.start_values
        state = self.mechanism.assemble(
            values.get("coordinates") or None, rates=values.get("rates") or None, guess=_whole_guess(values) or None
        )
        if values.get("states"):
            from biela.equations.machine import with_states

            state = with_states(state, values["states"])
        if values.get("hold"):
            from biela.state.holding import hold

            state = hold(state, level=values["hold"], inputs=self.inputs or None)
        return state

    def simulate(self, duration: float | None = None, **settings: Any) -> History:
        """Run it as the file says; keywords win over the file."""
        options = {**self.settings, **settings}
        return self.mechanism.simulate(
            self.start(),
            self.duration if duration is None else duration,
            inputs=self.inputs or None,
            events=self.events,
            **options,
        )


def _whole_guess(values: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A guess counts with the held coordinates beside it."""
    guess = dict(values.get("guess") or {})
    return {**(values.get("coordinates") or {}), **guess} if guess else {}


def read(path: str | Path, changes: Sequence[str] = ()) -> Any:
    """Read a machine file, a car file, or a robot file: URDF, or MJCF (.xml).

    Parameters
    ----------
    changes : `path=value` texts that replace values of the file, such as "crank=50 mm" or "bodies.rod.mass=2 kg"

    Raises
    ------
    FileError : with all problems of the file, each with its line
    """
    path = Path(path)
    if path.suffix in (".urdf", ".xml", ".mjcf"):
        from biela.files.robot import read_robot

        machine = read_robot(path)
        if not changes:
            return machine
        from biela.files.write import dumps

        changed = loads(dumps(machine.mechanism), str(path), changes)
        changed.name, changed.notes = machine.name, machine.notes
        return changed
    return loads(read_text(path), str(path), changes)


def loads(text: str, file: str = "machine file", changes: Sequence[str] = ()) -> Any:
    """Read a machine from the text of a machine file: a `Machine`, or a `DrivenCar` of a car file."""
    from biela.files.build import build
    from biela.files.change import change

    document = read_document(text, file)
    for one in changes:
        change(document, one)
    document.refuse() if changes else None
    if isinstance(document.data, dict) and "car" in document.data:
        from biela.files.car import read_car

        return read_car(document)
    built = build(document)
    name = Path(file).stem if file.endswith((".yaml", ".yml")) else built.mechanism.name
    return Machine(
        name, built.mechanism, built.duration, built.settings, built.inputs, built.events, built.plots, built.description,
        built.source, file, text, built.start,
    )  # fmt: skip


def save(mechanism: Mechanism, path: str | Path, **options: Any) -> Path:
    """Write a machine file; see `dumps` for the options. A crash leaves the old file or the new one, never half."""
    from biela.files.write import dumps

    return write_whole(Path(path), dumps(mechanism, **options).encode())


__all__ = ["Document", "FileError", "Machine", "Problem", "loads", "read", "save"]
