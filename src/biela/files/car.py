"""Car files: a car by its data, and what its driver does.

    name: my-car
    car:
      chassis: {mass: 700 kg, inertia: [640, 2440, 2350], height: 0.67 m}
      front:   {distance: 0.85 m, track: 1.36 m, spring: {stiffness: 15 kN/m, damping: 500 N*s/m}, …}
      …
    manoeuvre: standing-start
    options: {shift_time: 0.3 s}

Numbers take units and arithmetic as in any machine file; all problems are listed at once, with their lines.

Parts are read and written as their classes declare them: see `biela.vehicle.part`.
"""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

from biela.element.declaration import declaration_of, declared
from biela.element.role import Datum, Role, data_of
from biela.element.schema import fits
from biela.errors import BielaError, nearest
from biela.files.document import Document, Path_
from biela.files.values import Failed, Values
from biela.simulation.case import Case
from biela.vehicle.car import Car
from biela.vehicle.driven import Ride, drive
from biela.vehicle.manoeuvre import MANOEUVRES, OPTIONS
from biela.vehicle.road import FrictionPatch, Road, RoadPart

TOP = ("name", "description", "source", "car", "manoeuvre", "options", "road", "simulation")
SETTINGS = ("duration", "step", "output_step", "method")


class _Reader:
    """Parts of a car from a document, with every problem noted at its line."""

    def __init__(self, document: Document):
        self.document = document
        self.values = Values(document)

    def value(self, path: Path_, raw: Any, role: Role) -> Any:
        """A datum in its role; None where it cannot be read, which is noted."""
        match role.kind:
            case "record":
                return self.part(role.build, path, raw, str(path[-1]))
            case "one of":
                section, key = role.words
                return self.chosen(section, key, path, raw)
            case "choice" | "flag":
                return self.plain(path, raw, role)
        return self.number(path, raw, role.unit)

    def plain(self, path: Path_, raw: Any, role: Role) -> Any:
        try:
            fits(role, raw)
        except ValueError as error:
            self.document.blame(path, f"{error}.")
            return None
        return raw

    def number(self, path: Path_, raw: Any, unit: str) -> Any:
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, list):
            return tuple(self.number((*path, k), x, unit) for k, x in enumerate(raw))
        try:
            return self.values.plain_number(path, raw, unit)
        except Failed:
            return None

    def part(self, cls: Any, path: Path_, raw: Any, called: str, **given: Any) -> Any:
        """A part from a mapping of its data."""
        if not isinstance(raw, dict):
            self.document.blame(path, f"{called!r} needs its data as `key: value` lines or {{key: value}}.")
            return None
        known = {d.key: d for d in data_of(cls)}
        before = len(self.document.problems)
        for key, value in raw.items():
            if key in known:
                given[known[key].field] = self.value((*path, key), value, known[key].role)
            else:
                self.document.blame((*path, key), f"{called!r} has no {key!r}.{nearest(str(key), list(known))}", "")
        for key, datum in known.items():
            if datum.required and datum.field not in given:
                self.document.blame(path, f"{called!r} needs {key!r}.", "")
        if len(self.document.problems) > before:
            return None
        try:
            return cls(**given)
        except (BielaError, TypeError, ValueError) as error:
            self.document.blame(path, str(error), "")
            return None

    def chosen(self, section: str, key: str, path: Path_, raw: Any) -> Any:
        """A part that is chosen by name."""
        words = declared(section)
        kind = raw.get(key) if isinstance(raw, dict) else None
        if kind not in words:
            self.document.blame(
                path, f"say which {key}: {{{key}: {' | '.join(words)}, …}}.{nearest(str(kind), list(words))}"
            )
            return None
        return self.part(words[kind].cls, path, {k: v for k, v in raw.items() if k != key}, kind)

    def road(self) -> Road:
        raw = self.document.data.get("road", [])
        if not isinstance(raw, list):
            kinds = " | ".join(declared(RoadPart.section))
            self.document.blame(("road",), f"the road is a list of parts: [{{type: {kinds}, …}}].")
            return Road()
        parts = [self.chosen(RoadPart.section, "type", ("road", k), entry) for k, entry in enumerate(raw)]
        good = [part for part in parts if part is not None]
        patches = tuple(part for part in good if isinstance(part, FrictionPatch))
        return Road(tuple(part for part in good if part not in patches), patches)


def read_car(document: Document) -> Case:
    """The car of a document with its manoeuvre; raises `FileError` with all problems."""
    data, reader = document.data, _Reader(document)
    for key in data:
        if key not in TOP:
            document.blame((key,), f"a car file has no {key!r}.{nearest(str(key), list(TOP))}", "")
    name = str(data.get("name") or Path(document.file).stem)
    car, road = reader.part(Car, ("car",), reader.values.section("car"), "car", name=name), reader.road()
    wish = str(data.get("manoeuvre", "standing-start"))
    if wish not in MANOEUVRES:
        document.blame(("manoeuvre",), f"no manoeuvre {wish!r}.{nearest(wish, list(MANOEUVRES))}")
        document.refuse()
    manoeuvre = MANOEUVRES[wish]
    options: dict[str, Any] = {}
    for key, value in reader.values.section("options").items():
        if key not in manoeuvre.options:
            known = nearest(str(key), list(manoeuvre.options))
            document.blame(("options", key), f"manoeuvre {wish!r} has no option {key!r}.{known}", "")
            continue
        found = reader.value(("options", key), value, OPTIONS[key])
        if found is None:
            continue
        options[key] = int(found) if key == "gear" and found == int(found) else found
        try:
            manoeuvre.check(str(key), options[key])
        except BielaError as error:
            document.blame(("options", key), str(error), "")
    settings = {
        key: reader.number(("simulation", key), value, "s") if key != "method" else value
        for key, value in reader.values.section("simulation").items()
    }
    for key, setting in settings.items():
        if key not in SETTINGS:
            document.blame(("simulation", key), f"simulation of a car has no {key!r}: {', '.join(SETTINGS)}.", "")
        elif key != "method" and setting is not None and not setting > 0:
            document.blame(("simulation", key), f"{key} is {setting:g} s: it must be above zero.", "")
    document.refuse()
    assert car is not None
    case = drive(car, manoeuvre, road=road, **options)
    return dataclasses.replace(
        case, duration=settings.pop("duration", case.duration), settings={**case.settings, **settings},
        source=str(data.get("source", "")), description=str(data.get("description") or case.description),
    )  # fmt: skip


def car_text(case: Case, header: str = "") -> str:
    """The car file of a case whose subject is a ride: a car and its manoeuvre."""
    ride: Ride = case.subject
    car = ride.car
    lines = (
        [header.rstrip(), f"name: {car.name}", f"description: {json.dumps(case.description, ensure_ascii=False)}"]
        if header
        else [f"name: {car.name}"]
    )
    if case.source:
        lines.append(f"source: {json.dumps(case.source, ensure_ascii=False)}")
    lines += ["", "car:", *_block(car, 1)]
    lines += ["", f"manoeuvre: {ride.manoeuvre.name}"]
    if ride.options:
        lines += ["options:", *(f"  {k}: {_plain(v)}" for k, v in ride.options.items())]
    lines += _road(ride.road)
    simulation = {"duration": case.duration, **case.settings}
    lines += ["", "simulation:", *(f"  {k}: {_plain(v)}" for k, v in simulation.items())]
    return "\n".join(lines) + "\n"


def _given(part: Any) -> list[tuple[Datum, Any]]:
    """Data of a part that are not at their defaults."""
    values = [(datum, getattr(part, datum.field)) for datum in data_of(part)]
    return [(datum, value) for datum, value in values if value is not None and value != datum.default]


def _block(part: Any, depth: int) -> list[str]:
    """A part as indented lines."""
    lines, pad = [], "  " * depth
    for datum, value in _given(part):
        if datum.role.kind == "record":
            lines += [f"{pad}{datum.key}:", *_block(value, depth + 1)]
        else:
            text = (
                _chosen(value, datum.role.words[1])
                if datum.role.kind == "one of"
                else _quantity(value, datum.role.unit)
            )
            lines.append(f"{pad}{datum.key}: {text}")
    return lines


def _chosen(part: Any, key: str) -> str:
    """A part that is chosen by name, in one line."""
    declaration = declaration_of(part)
    if declaration is None:
        raise BielaError(f"{type(part).__name__} has no name in files: declare it with @element(…).")
    given = [f"{datum.key}: {_plain(value)}" for datum, value in _given(part)]
    return "{" + ", ".join([f"{key}: {declaration.word}", *given]) + "}"


def _road(road: Road) -> list[str]:
    entries = [f"  - {_chosen(part, 'type')}" for part in (*road.profiles, *road.patches)]
    return ["", "road:", *entries] if entries else []


def _quantity(value: Any, unit: str) -> str:
    """A number with its unit; lists are in SI, but for speeds of an engine."""
    if unit == "rad/s" and isinstance(value, tuple):
        return "[" + ", ".join(f"{round(v * 30 / math.pi, 9):g} rpm" for v in value) + "]"
    if isinstance(value, float | int) and not isinstance(value, bool) and unit != "1":
        return f"{_plain(value)} {unit}"
    return _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_plain(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, float) else str(value)
