"""Cases from machine files, car files and robot files, and machine files of cases and machines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.base.atomic import write_whole
from biela.base.checked import checked
from biela.base.errors import DescriptionError, LoopNotClosed
from biela.base.surface import setting
from biela.element.role import data_of
from biela.element.uses import allowed, use
from biela.files.document import Document, Entry, read_document, read_text
from biela.files.format import YAML, Impossible, format_of
from biela.files.problem import FileError, Problem
from biela.mechanism.foreign import fmus
from biela.mechanism.parameter import nominal
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.files.build import Built
    from biela.files.write import MachineData
    from biela.mechanism.mechanism import Mechanism
    from biela.state.state import State

START = ("coordinates", "rates", "guess")
"""Parts of a start whose values may depend on free parameters; they count with their nominal values."""
IMPOSSIBLE = "impossible"
"""Key of a machine file: what becomes of inertias that no real body has."""


@checked
def read(
    path: str | Path, changes: Sequence[str] = (), *, uses: str | Path | Sequence[str | Path] = (),
    impossible: Impossible = False,
) -> Case:  # fmt: skip
    """Read a machine file, a car file, a robot file (URDF, SDF, or MJCF .xml), or an Adams dataset (.adm).

    Parameters
    ----------
    changes : `path=value` texts that replace values of the file, such as "crank=50 mm" or "bodies.rod.mass=2 kg"
    uses : files that may run code: Python files of elements, and FMUs; a machine file alone never runs code
    impossible : accept inertias that no real body has, or take the "nearest" possible ones; the change `impossible=true` or
        `impossible=nearest` does the same, and a machine file that has the key `impossible` decides it itself

    Raises
    ------
    FileError : with all problems of the file, each with its line
    """
    path = Path(path)
    form = format_of(path, "read_machine")
    if form is None or form.read_machine is None:
        return loads(read_text(path), str(path), changes, uses=uses, impossible=impossible)
    words: dict[str, Impossible] = {"true": True, "false": False, "nearest": "nearest"}
    others = []
    for change in changes:
        key, _, word = (part.strip() for part in change.partition("="))
        if key != IMPOSSIBLE:
            others.append(change)
        elif word in words:
            impossible = words[word]
        else:
            raise DescriptionError(f"{change!r}: `impossible` is {', '.join(words)}.")
    case = form.read_machine(path, impossible)
    return replace(changed(case, others, str(path)), notes=case.notes) if others else case


@checked
def loads(
    text: str, file: str = "machine file", changes: Sequence[str] = (), *, uses: str | Path | Sequence[str | Path] = (),
    impossible: Impossible = False,
) -> Case:  # fmt: skip
    """Read a case from the text of a machine file or of a car file; the other arguments are those of `read`."""
    for own in [uses] if isinstance(uses, str | Path) else uses:
        use(own)
    document = read_document(text, file)
    if impossible is not False and isinstance(document.data, dict) and not {IMPOSSIBLE, "car"} & set(document.data):
        try:
            return loads(text, file, changes)
        except FileError:  # whatever else is wrong is said again
            changes = [*changes, f"{IMPOSSIBLE}={str(impossible).lower()}"]
    return _changed(document, changes) if len(changes) else case_of(document, text)


def changed(case: Case, changes: Sequence[str], file: str) -> Case:
    """Return a case with values changed, `path=value`, by the names of its machine file; errors call that `file`."""
    described = _described(case)
    if isinstance(described, str):
        return replace(loads(described, file, changes), name=case.name)
    return replace(_changed(Document(file, described), changes), name=case.name)


def _changed(document: Document, changes: Sequence[str]) -> Case:
    from biela.files.change import change

    for one in changes:
        change(document, one)
    document.refuse()
    return case_of(document)


def case_of(document: Document, text: str | None = None, hold: bool = True) -> Case:
    """Read the case of a document; without `hold` its start lacks the pressures that hold the machine, which the file asks for."""
    from biela.files.build import build

    file = document.file
    if isinstance(document.data, dict) and "car" in document.data:
        from biela.files.car import read_car

        return read_car(document)
    built = build(document)
    start = built.start if hold else {k: v for k, v in built.start.items() if k != "hold"}
    begin = partial(assembled, start, built.inputs, blame=partial(_start_error, document))
    waiting = [(fmu.name, fmu.coupling.description.file) for fmu in fmus(built.mechanism)]
    notes = [
        f"a run loads the FMU {code!r} ({fmu!r}), a program: allow it with {setting('uses', [code])} if you trust its maker."
        for fmu, code in waiting
        if not allowed(code)
    ]
    name = Path(file).stem if file.endswith(YAML.endings) else built.mechanism.name
    return Case(
        name, partial(_same, built.mechanism), begin, built.duration, built.settings,
        built.inputs, built.events, built.plots, hold=built.start.get("hold") or "", description=built.description,
        source=built.source, file=file, text=partial(_text, text or document.data, built, begin), study=built.study,
        units=built.units, notes=notes,
    )  # fmt: skip


def _text(given: str | Entry, built: Built, begin: Any, case: Case) -> str | MachineData:
    """Return the file of a case; if its run was changed since (`replace(case, duration=3)`), a new file that says so."""
    same = all(getattr(case, name) is getattr(built, name) for name in ("duration", "settings", "inputs", "events"))
    if not same or case.begin is not begin:
        return _written(case)
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, indent=1) + "\n"  # JSON is YAML, too


def _same(mechanism: Mechanism) -> Mechanism:
    return mechanism


def _start_error(document: Document, error: LoopNotClosed) -> FileError:
    """Return an error of the start with the line of the file to blame, and the remedy there."""
    start = document.data.get("start") or {}
    key = next((k for k in ("coordinates", "guess") if start.get(k)), "")
    path = ("start", key) if key else ("start",) if start else ("joints",)
    change = "Change the values under `start: coordinates:`, give `start: guess:` values near the wanted branch"
    accept = f"if these are rounded, `start: tolerance: {dict(error.settings).get('tolerance', 1e-6)}` allows the gap."
    remedy = f"{change}, or check the lengths (`point`, `parent_point`, `child_point`) of the joints of this loop; {accept}"
    return FileError(document.file, [Problem(document.line(path), ".".join(path), "", f"{error.cause} {remedy}")])


def assembled(
    values: Mapping[str, Any], inputs: Mapping[str, Any], mechanism: Mechanism,
    blame: Callable[[LoopNotClosed], FileError] | None = None,
) -> State:  # fmt: skip
    """Return the start that a machine file describes. A guess is completed with the prescribed coordinates."""
    coordinates, rates, guess = ({k: nominal(x) for k, x in (values.get(key) or {}).items()} for key in START)
    try:
        allowed = {"tolerance": values["tolerance"]} if values.get("tolerance") else {}
        near = {**coordinates, **guess} if guess else None
        state = mechanism.assemble(coordinates or None, rates=rates or None, guess=near, **allowed)
    except LoopNotClosed as error:
        if blame is None:
            raise
        raise blame(error) from None
    if values.get("states"):
        state = state.with_states(values["states"])
    if values.get("hold"):
        from biela.state.holding import hold

        state = hold(state, level=values["hold"], inputs=dict(inputs) or None)
    return state


def machine_file(case: Case) -> str:
    """Return the text of the machine file that describes the case."""
    described = _described(case)
    return described if isinstance(described, str) else described.text()


def _described(case: Case) -> str | MachineData:
    """Return the machine file of a case: its text, or its data where it did not come with a text."""
    return _written(case) if case.text is None else case.text(case)


def _written(case: Case) -> MachineData:
    """Return the machine file of a case from its machine and its run."""
    if case.subject is not None:
        from biela.files.car import car_data

        return car_data(case)
    from biela.files.write import machine_data

    mechanism = case.build()
    simulation, inputs = run_of(case)
    return machine_data(
        mechanism, start=case.start(mechanism), simulation=simulation, inputs=inputs, plots=list(case.signals),
        units=case.units, description=case.description, source=case.source,
    )  # fmt: skip


def run_of(case: Case) -> tuple[Entry, Entry]:
    """Return settings and inputs of the runs of a case, as `dumps` takes them; what machine files have no words for is refused."""
    from biela.files.law import law_text
    from biela.files.schema import Simulation
    from biela.simulation.formulation import NAMES

    given: Entry = {"inputs": case.inputs, "events": case.events, **case.settings}
    inputs, events = given.pop("inputs") or {}, given.pop("events") or ()
    settings = {"duration": case.duration, **{k: v for k, v in given.items() if v is not None}}
    known = [datum.field for datum in data_of(Simulation)]
    for name, value in settings.items():
        worded = value in NAMES if name == "formulation" else not isinstance(value, Mapping)
        if name not in known or not worded:
            said = f"case {case.name!r}: a machine file cannot say {name} = {value!r:.80}"
            raise DescriptionError(f"{said}. Leave it out, and give it to each run.")
    for event in events:
        if callable(event.action):
            raise DescriptionError(f"event {event.name!r} calls a Python function: a machine file cannot say what it does.")
        when = event.when if isinstance(event.when, str) else law_text(event.when, f"event {event.name!r}")
        settings.setdefault("events", {})[event.name] = {"when": when, "direction": event.direction, "action": event.action}
    return settings, dict(inputs)


def as_json(case: Case) -> tuple[str, list[str]]:
    """Return the machine file of a case as JSON, which is YAML, too, and is read back as such."""
    text = json.dumps(read_document(case.machine_file(), case.name).data, indent=2, ensure_ascii=False)
    # YAML takes some characters inside a text for the end of a line
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda found: f"\\u{ord(found.group()):04x}", text) + "\n", []


@checked
def save(mechanism: Mechanism | Case, path: str | Path, **options: Any) -> Path:
    """Write the file of a machine or of a case; see `dumps` for the options of a machine. A crash leaves the old file or the new
    one, never half."""
    from biela.files.write import dumps

    if isinstance(mechanism, Case):
        if options:
            raise DescriptionError(f"a case is saved with what it has: change {', '.join(options)} in the case itself.")
        return mechanism.save(path)
    return write_whole(Path(path), dumps(mechanism, **options))
