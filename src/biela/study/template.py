"""Machine of a study: free parameters replace what varies, so that one compilation serves all samples.

What varies belongs to one of five kinds:

| kind | example | cost of another value |
|---|---|---|
| parameter | `crank`, `rod.mass`, `spring.stiffness` | none: the value becomes a free parameter of the compiled machine |
| start | `start.coordinates.A` | none |
| input | `simulation.inputs.motor` | none |
| error of a sensor | `encoder.bias`, `encoder.noise` | none; see `biela.study.reading` |
| structure | `machine`, `simulation.method`, a number of teeth | a machine of its own for every value |
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import shown
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.element.units import NUMBER, Dimension, meaning, remedy, symbol
from biela.files.build import Built, build
from biela.files.change import ChangeError, change, find_place
from biela.files.document import Document, Key, read_document
from biela.files.expression import ExpressionError
from biela.files.machine import assembled
from biela.files.parser import parse
from biela.files.problem import FileError
from biela.mechanism.parameter import evaluate, noting_bounds
from biela.mechanism.sensor.base import Errors
from biela.simulation.case import Case
from biela.state.assemble_many import assemble_many
from biela.state.functions import functions_of
from biela.state.holding import hold
from biela.state.state import State, signal_names
from biela.study.vary import Columns, Settings, StudyError, Variation

FIXED = ("biela", "name", "description", "source", "uses", "plots", "study", "shapes", "frames", "components")
"""Parts of a machine file that no study varies."""
ERRORS = tuple(f.name for f in fields(Errors) if f.name != "covariance")
"""Errors of a sensor that vary from sample to sample."""
MACHINE = "machine"
"""Quantity that varies over machine files."""


@dataclass(frozen=True)
class StudyPlan:
    """Places of what varies: the name of a parameter, start value, input or error of a sensor (with the number of its reading,
    where it has several); or, of the structure, the text of the machine."""

    parameters: Mapping[str, str]
    starts: Mapping[str, tuple[str, str]]
    inputs: Mapping[str, str]
    errors: Mapping[str, tuple[str, str, int | None]]
    structure: tuple[str, ...]

    def in_words(self, text: str) -> str:
        """Return a message with the user's names of values, instead of those of the parameters that replace them."""
        names = {name: target for target, name in self.parameters.items() if name != target}
        return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], text) if names else text


def plan(text: str, columns: Columns, variations: Sequence[Variation] = ()) -> StudyPlan:
    """Sort what varies into its kinds; a value that must be a number of the file itself belongs to the structure."""
    document = read_document(text, "machine file")
    if not isinstance(document.data, dict):
        raise StudyError(f"a study varies a machine file, and {shown(text)} is none: give the text of one.")
    known = {v.target: v for v in variations}
    parameters, inputs, structure = dict[str, str](), dict[str, str](), list[str]()
    starts, errors = dict[str, tuple[str, str]](), dict[str, tuple[str, str, int | None]]()
    own = "varied_"  # no name of the file begins so
    while own in text:
        own = f"also_{own}"
    for target, values in columns.items():
        if target == MACHINE:
            structure.append(target)
            continue
        keys = _place(document, target)
        given, had = known[target].dimension if target in known else None, _dimension(document, keys)
        if given is not None and had is not None and had != given:
            raise StudyError(f"{_option(target)}: it is {meaning(given)}, where {meaning(had)} is needed. {remedy(had)}")
        if keys[0] in FIXED or (keys[0] == "start" and keys[1:2] not in (["coordinates"], ["rates"])):
            what = "parameters, values of bodies, joints and other elements, start.coordinates, start.rates and simulation"
            raise StudyError(f"{_option(target)}: a study varies {what}.")
        if "car" in document.data or values.dtype == object or (keys[0] == "simulation" and keys[1:2] != ["inputs"]):
            structure.append(target)
        elif keys[0] == "start" and len(keys) == 3:
            starts[target] = (keys[1], keys[2])
        elif keys[:2] == ["simulation", "inputs"] and len(keys) == 3:
            inputs[target] = keys[2]
        elif keys[0] == "sensors" and len(keys) in (3, 4) and keys[2] in ERRORS:
            errors[target] = (keys[1], keys[2], keys[3] if len(keys) == 4 else None)
        else:
            parameters[target] = keys[1] if keys[0] == "parameters" and len(keys) == 2 else f"{own}{len(parameters) + 1}"
    for target, name in list(parameters.items()):
        twin = read_document(text, "machine file")
        _lifted(twin, {target: name})
        try:
            lifts = name in build(twin).mechanism.parameters
        except FileError:
            lifts = False
        if not lifts:
            parameters.pop(target)
            structure.append(target)
    return StudyPlan(parameters, starts, inputs, errors, tuple(structure))


def _option(target: str) -> str:
    return setting("vary", {target: None})


def _place(document: Document, target: str) -> list[Any]:
    """Return the keys that lead to a value of a machine file."""
    try:
        keys = find_place(document.data, target.split("."), _option(target))
    except ChangeError as error:
        raise StudyError(str(error)) from None
    if isinstance(_old(document, keys), list | dict) and not (keys[0] == "parameters" and len(keys) == 2):
        raise StudyError(f"{_option(target)}: it has several values; say which, such as {target}.0.")
    return keys


def _old(document: Document, keys: Sequence[Any]) -> Any:
    here: Any = document.data
    for key in keys:
        here = here[key] if isinstance(here, list) else (here or {}).get(key)
    return here


def nominal_value(document: Document, target: str) -> float:
    """Return the number at a place of a machine file, SI."""
    old = _old(document, _place(document, target))
    old = old.get("value") if isinstance(old, dict) else old
    try:
        return float(parse(str(old)).value(None).value)
    except ExpressionError:
        raise StudyError(f"{target!r} is {old!r} in the machine file: give a tolerance to what it is computed from.") from None


def _dimension(document: Document, keys: Sequence[Key]) -> Dimension | None:
    """Return the dimension of the value at a place of a machine file, as far as the file says."""
    old = _old(document, keys)
    if isinstance(old, dict):
        old = f"{old.get('value')} {old.get('unit', '')}"
    try:
        had = parse(str(old)).value(None)
    except Exception:  # an expression with parameters, a word, or nothing
        return None
    return None if had.bare else had.dimension


def unit_at(document: Document, target: str, variation: Variation | None) -> str:
    """Return the SI unit of what varies, from its values or from the machine file; empty where neither has one."""
    if target == MACHINE:
        return ""
    keys, given = _place(document, target), None if variation is None else variation.dimension
    found = _dimension(document, keys) if given is None else given
    if found == NUMBER:
        return "rad" if keys[:2] == ["start", "coordinates"] else ""
    return "" if found is None else symbol(found)


def _lifted(document: Document, parameters: Mapping[str, str]) -> None:
    """Put free parameters in place of values."""
    for target, name in parameters.items():
        keys = _place(document, target)
        old = _old(document, keys)
        if keys[0] == "parameters":
            entry = dict(old) if isinstance(old, dict) else {"value": old}
            document.data["parameters"][keys[1]] = {**entry, "free": True}
            continue
        _old(document, keys[:-1])[keys[-1]] = name
        entry = {"value": 0.0 if old is None else old, "free": True}
        document.data["parameters"] = {**(document.data.get("parameters") or {}), name: entry}


class Template:
    """Machine of the samples that share structure and settings.

    text : machine file
    plan : places of what varies
    structure : target → value, the same for all samples of this machine
    settings, duration : settings of the run; they take precedence over the file's
    watched : events that measures ask for; others that only record are left out, since machines with events run one by one
    """

    def __init__(
        self, text: str, plan: StudyPlan, structure: Settings, settings: Settings, duration: float | None,
        watched: Collection[str] = (),
    ):  # fmt: skip
        self.plan = plan
        document = read_document(text, "machine file")
        for target, value in structure.items():
            change(document, f"{target}={value if isinstance(value, str) else repr(float(value))}")
        document.refuse()
        machine: Case | Built
        with noting_bounds() as self.bounds:
            if "car" in document.data:  # with its manoeuvre: every value makes a machine of its own
                from biela.files.car import read_car

                machine = read_car(document)
                self.start: dict[str, Any] = {}
                self.near = machine.start()
            else:
                _lifted(document, plan.parameters)
                machine = build(document)
                self.start = machine.start
        self.mechanism, self.inputs = machine.mechanism, dict(machine.inputs)
        self.event_names = [e.name for e in machine.events]
        self.events = [e for e in machine.events if e.action == "stop" or e.name in watched]
        self.settings: dict[str, Any] = {**machine.settings, **settings}
        self.duration = machine.duration if duration is None else duration

    @cached_property
    def near(self) -> State:
        """Return the start with everything at its nominal value."""
        return assembled(self.start, self.inputs, self.mechanism)

    @cached_property
    def signals(self) -> dict[str, str]:
        """Return the signals of the machine and their units."""
        return {name: unit for name, (_, _, unit) in signal_names(functions_of(self.mechanism)).items()}

    def parameters(self, columns: Columns, count: int) -> Array:
        """Return the values of the free parameters, (N, n_p)."""
        names = list(self.mechanism.parameters)
        P = np.repeat(np.array([[p.value for p in self.mechanism.parameters.values()]]).reshape(1, -1), count, 0)
        for target, name in self.plan.parameters.items():
            P[:, names.index(name)] = columns[target]
        return P

    def starts(self, columns: Columns, P: Array) -> tuple[Array, dict[int, str]]:
        """Return the start states, and machine → reason why it cannot be assembled."""
        values = dict(zip(self.mechanism.parameters, P.T, strict=True))
        given: dict[str, dict[str, Array]] = {"coordinates": {}, "rates": {}}
        for section, held in given.items():
            for name, x in (self.start.get(section) or {}).items():
                entries = x if isinstance(x, list) else [x]
                parts = [np.broadcast_to(np.asarray(evaluate(e, values), float), len(P)) for e in entries]
                held[name] = np.stack(parts, axis=1) if isinstance(x, list) else np.array(parts[0])
        for target, (section, name) in self.plan.starts.items():
            given[section][name] = np.asarray(columns[target], float)
        X, reasons = assemble_many(self.near, P, given["coordinates"], given["rates"])
        reasons = self.impossible(P) | reasons
        X[list(reasons)] = np.nan
        states, level = self.start.get("states"), self.start.get("hold")
        for k in sorted(set(range(len(P))) - set(reasons)) if states or level else ():  # machines with networks
            state = State(self.mechanism, X[k], 0.0, None, P[k])
            own = {name: float(columns[target][k]) for target, name in self.plan.inputs.items()}
            try:
                state = state.with_states(states) if states else state
                X[k] = (hold(state, level=level, inputs={**self.inputs, **own} or None) if level else state).x
            except BielaError as error:
                X[k], reasons[k] = np.nan, str(error)
        return X, reasons

    def impossible(self, P: Array) -> dict[int, str]:
        """Return machine → which of its values are not physical, such as a stiffness below zero."""
        values = dict(zip(self.mechanism.parameters, P.T, strict=True))
        found: dict[int, str] = {}
        for bound in self.bounds:
            broken = bound.broken(values)
            for k in np.flatnonzero(np.broadcast_to(broken, len(P))).tolist() if broken.any() else ():
                found.setdefault(k, bound.reason({name: float(x[k]) for name, x in values.items()}))
        return found

    def own_inputs(self, columns: Columns) -> dict[str, Any]:
        """Return inputs: laws and numbers for all, and one number per machine for those that vary."""
        varied = {name: np.asarray(columns[target], float) for target, name in self.plan.inputs.items()}
        return {**self.inputs, **varied}
