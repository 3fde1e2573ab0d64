"""Cases: a machine with all that a run needs, from the library, a machine file, a car with a manoeuvre or a saved result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.base.atomic import write_whole
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.base.locks import cached_property
from biela.element.display import SI, System

if TYPE_CHECKING:
    from biela.files.machine import machine_file as _machine_file
    from biela.mechanism.mechanism import Mechanism
    from biela.report.notebook import case_html as _case_html
    from biela.simulation.event import Event
    from biela.simulation.history import History
    from biela.state.state import State

Outputs = dict[str, tuple[float, str]]
"""Results of a run: name → (value, unit)."""
Plot = str | Sequence[str] | tuple[str, Sequence[str]] | Mapping[str, Any]
"""A signal or signals of one plot, or (title, signals)."""


@checked(positive=("duration",), own=("make", "begin"))
@dataclass(frozen=True, repr=False)
class Case:
    """A machine, its start and how it is run.

    Attributes
    ----------
    name : as on the command line
    make : builds the machine; its keywords are the machine's sizes, where it has any
    begin : the start of a machine that `make` built
    duration : time to simulate [s]
    settings : of the run: method, step, tolerances, formulation
    inputs : actuator or network input → number or function of time
    events : that are watched for during the run
    plots : what to show, plot by plot: a signal, several, (title, signals), or {x: signal, y: signals} for y over x
    signals : the most important ones; those of the plots if empty
    hold : the pressures that stay as described while the others hold the machine at its start; see `biela.hold`
    motion : joint or frame → motion, for inverse dynamics
    outputs : from the history of a run, the results it is made for
    description, source : one line each, for people
    file : the file that the case comes from
    text : the machine file that describes the case, as its text or its data; written from the machine if omitted
    notes : remarks on the file, such as what was not read
    study : variables and results of `biela sweep`; see `biela.app.sweep`
    units : system of units in which numbers are shown: "SI", "engineering", or quantity → unit, such as {"pressure": "bar"}
    subject : what the machine was built from, where that says more than the machine does: a car and its manoeuvre
    """

    name: str
    make: Callable[..., Mechanism]
    begin: Callable[[Mechanism], State]
    duration: float = 10.0
    settings: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    events: Sequence[Event] = ()
    plots: str | Sequence[Plot] = ()
    signals: tuple[str, ...] = ()
    hold: str = ""
    motion: Mapping[str, Any] = field(default_factory=dict)
    outputs: Callable[[History], Outputs] | None = None
    description: str = ""
    source: str = ""
    file: str = ""
    text: Callable[[Case], Any] | None = None
    notes: Sequence[str] = ()
    study: Mapping[str, Any] = field(default_factory=dict)
    subject: Any = None
    units: System = SI

    def __post_init__(self) -> None:
        if not callable(self.make) or not callable(self.begin):
            raise DescriptionError(
                f"case {self.name!r}: give functions that build the machine and its start, or write Case.of(machine, start) for a "
                "machine that is there."
            )
        if any(isinstance(p, str) for p in self.plots):  # one signal is a plot of its own
            plots = [self.plots] if isinstance(self.plots, str) else self.plots
            object.__setattr__(self, "plots", tuple((p,) if isinstance(p, str) else p for p in plots))
        if not len(self.signals):
            over_time = [p for p in self.plots if not isinstance(p, Mapping)]
            named = [p[1] if len(p) == 2 and not isinstance(p[1], str) else p for p in over_time]
            object.__setattr__(self, "signals", tuple(dict.fromkeys(name for group in named for name in group)))

    @classmethod
    def of(cls, mechanism: Mechanism, start: State | Mapping[str, Any] | None = None, duration: float = 10.0, **more: Any) -> Case:
        """Return the case of an existing machine, from a state or from coordinates to assemble; more keywords as attributes."""
        from biela.mechanism.mechanism import Mechanism
        from biela.state.assemble import start_state

        if not isinstance(mechanism, Mechanism):
            raise DescriptionError(f"Case.of({mechanism!r}): give a machine, biela.Mechanism(…), and its start.")
        return cls(more.pop("name", mechanism.name), lambda: mechanism, partial(start_state, start=start), duration, **more)

    def __repr__(self) -> str:
        origin = f" from {self.file}" if self.file else ""
        about = f": {self.description}" if self.description else ""
        return f"<Case {self.name!r}{origin}{about}, {self.duration:g} s>"

    def build(self, **sizes: Any) -> Mechanism:
        """Build the machine. Keywords change its sizes; a machine from the library is new and open each time."""
        mechanism = self.make(**sizes)
        if self.subject is not None and not sizes:
            mechanism.file_text = self.machine_file()
        return mechanism

    def sized(self, **sizes: Any) -> Case:
        """Return the case with other sizes of its machine."""
        known = signature(self.make).parameters
        if not any(p.kind is p.VAR_KEYWORD for p in known.values()):
            for name in (name for name in sizes if name not in known):
                has = f"it has {', '.join(known)}." if known else "it has none."
                raise UnknownName(f"case {self.name!r} has no size {name!r}: {has}{nearest(name, list(known))}")
        return replace(self, make=partial(self.make, **sizes))

    @checked
    def save(self, path: str | Path) -> Path:
        """Write the machine file that describes the case."""
        return write_whole(Path(path), self.machine_file())

    @cached_property
    def mechanism(self) -> Mechanism:
        """The machine, built once."""
        return self.build()

    @checked
    def start(self, mechanism: Mechanism | None = None) -> State:
        """Return the state in which a run begins; of the case's own machine unless another one is given."""
        return self.begin(self.mechanism if mechanism is None else mechanism)

    @checked
    def simulate(self, duration: float | None = None, *, start: State | None = None, **settings: Any) -> History:
        """Run the case; keywords take precedence over its settings. See `biela.simulate`."""
        begin = self.start() if start is None else start
        options: dict[str, Any] = {"inputs": dict(self.inputs) or None, "events": self.events, **self.settings, **settings}
        return begin.mechanism.simulate(begin, self.duration if duration is None else duration, **options)

    if TYPE_CHECKING:
        machine_file = _machine_file
        _repr_html_ = _case_html
    else:
        machine_file = Door("biela.files.machine")
        _repr_html_ = Door("biela.report.notebook", "case_html")


def machine_and_start(machine: Mechanism | Case, start: Any = None) -> tuple[Mechanism, Any]:
    """Return a machine and a start, of a case its own."""
    if not isinstance(machine, Case):
        return machine, start
    return machine.mechanism, machine.start() if start is None else start


guard(__name__)
