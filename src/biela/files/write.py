"""A machine → the text of a machine file. Numbers are written so that they read back to the last digit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from biela.base.checked import checked, shown
from biela.base.errors import DescriptionError
from biela.element.declaration import declaration_of, declared
from biela.element.display import SI, System
from biela.element.role import Datum, Role, data_of
from biela.element.schema import alone
from biela.element.units import UNITS, typed
from biela.element.uses import source_file
from biela.files.document import Entry
from biela.files.law import TIME, Terms, expression_text, function_text, law_text, number_text
from biela.files.schema import TYPED, VERSION
from biela.integrate.method.base import method_named
from biela.lie.inertia import SpatialInertia, rod
from biela.mechanism import motion as motions
from biela.mechanism.frame import Body, Frame, rounded
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, Parameter, nominal
from biela.mechanism.parts import Joint, axes_of
from biela.mechanism.port import NetworkInput

if TYPE_CHECKING:
    from biela.network.network import Network
    from biela.state.state import State

AXIS_NAMES: dict[tuple[float, ...], str] = {
    (1, 0, 0): "x", (0, 1, 0): "y", (0, 0, 1): "z", (-1, 0, 0): "-x", (0, -1, 0): "-y", (0, 0, -1): "-z",
}  # fmt: skip
NESTED = ("networks", "car")
"""Sections whose entries are written as deep as they are."""
WIDTH = 118
"""Characters of a line."""


class Text(str):
    """Text that stays one: it is written in quotes where it could be read as a number or a quantity."""


class MachineData(dict[str, Any]):
    """Machine file as data: what its reader takes, without the way through a text."""

    comment = ""  # lines at the head of the file

    def text(self) -> str:
        """Return the text of the file, section by section."""
        lines: list[str] = []
        for key, value in self.items():
            if isinstance(value, dict):
                entries = _block if key in NESTED else _entry
                lines += ["", f"{key}:", *(line for name, entry in value.items() for line in entries(name, entry))]
            else:
                lines += ["", f"{key}: {_flow(value)}"] if key == "plots" else [f"{key}: {_flow(value)}"]
        return self.comment + "\n".join(lines) + "\n"


@checked
def dumps(
    mechanism: Mechanism, *, start: State | Mapping[str, Any] | None = None, simulation: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None, plots: Sequence[Any] = (), units: System = SI, description: str = "",
    source: str = "", constants: Collection[str] = frozenset(),
) -> str:  # fmt: skip
    """Return the text of a machine file that describes a machine, and a run of it.

    Parameters
    ----------
    start : a state, or {"coordinates": …, "rates": …, "guess": …, "states": …, "hold": …}
    simulation : settings, such as {"duration": 10.0, "method": "rk4", "step": 1e-3}
    constants : parameters of the machine to write as plain ones; the others are free
    """
    return machine_data(mechanism, start, simulation, inputs, plots, units, description, source, constants).text()


def machine_data(
    mechanism: Mechanism, start: State | Mapping[str, Any] | None = None, simulation: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None, plots: Sequence[Any] = (), units: System = SI, description: str = "",
    source: str = "", constants: Collection[str] = frozenset(),
) -> MachineData:  # fmt: skip
    """Return the machine file that describes a machine, and a run of it, as data; see `dumps`."""
    times = ("duration", "step", "output_step", "max_step")
    given = {k: v for k, v in (simulation or {}).items() if v is not None}
    settings: Entry = {k: f"{number_text(v)} s" if k in times else v for k, v in given.items()}
    if inputs:
        settings["inputs"] = {name: _component(value, f"input {name!r}") for name, value in inputs.items()}
    document: Entry = {
        "biela": VERSION, "name": Text(mechanism.name), "description": Text(description) or None, "source": Text(source) or None,
        "uses": _needed(mechanism, settings),
        "parameters": {p.name: _parameter(p, constants, mechanism) for p in mechanism.parameters.values()},
        "gravity": mechanism.gravity,
        "frames": {f.name: _frame(f) for f in mechanism.ground.frames.values()},
        "bodies": {b.name: _body(b) for b in mechanism.bodies.values() if not b.is_ground},
        "joints": {j.name: _joint(j) for j in mechanism.joints.values()},
        **{key: _section(mechanism, key) for key in ("couplings", "loads", "actuators", "drives", "sensors")},
        "shapes": {n: [_shape(mechanism, x) for x in shapes] for n, shapes in mechanism.shapes.items()},
        "networks": _networks(mechanism),
        "start": _start(start), "simulation": settings, "units": None if units == SI else units, "plots": plots,
    }  # fmt: skip
    # long expressions of parameters are written in terms of further parameters, each once
    terms = Terms({name for value in document.values() if isinstance(value, dict) for name in value})
    plain = {key: plain_data(value, terms) for key, value in document.items()}
    plain["parameters"] |= terms.named
    return MachineData((key, value) for key, value in plain.items() if value not in ({}, [], None))


def plain_data(x: Any, terms: Terms | None = None) -> Any:
    """Return numbers, texts, lists and mappings as a file holds them."""
    match x:
        case Expression():
            return Text(expression_text(x) if terms is None else terms.text(x))
        case bool() | None | str():
            return x
        case int() | float() | np.number():
            return int(text) if (text := number_text(float(x))).lstrip("-").isdigit() else float(x)
        case Mapping():
            return {str(k): plain_data(v, terms) for k, v in x.items()}
        case list() | tuple() | np.ndarray() | set() | frozenset():
            return [plain_data(e, terms) for e in x]
    raise DescriptionError(f"{shown(x)} cannot be written to a machine file: give numbers, texts, lists or mappings.")


def start_text(state: State) -> str:
    """Return the part `start:` of a machine file that begins in a state."""
    return MachineData(start=plain_data(_start(state))).text().strip()


def _needed(m: Mechanism, settings: Mapping[str, Any]) -> Any:
    """Return the files of users that declare elements of the machine, or its method."""
    things = [x for key in (*TYPED[1:], "drives") for x in getattr(m, key).values()] + [j.type for j in m.joints.values()]
    declared = [type(x) for x in things if declaration_of(x) is not None]
    for attachment in m.networks.values():
        declared += _component_functions(attachment.network)
    if isinstance(method := settings.get("method"), str):
        declared.append(method_named(method)[0])
    files = sorted({source_file(x) for x in declared} - {""})
    return files[0] if len(files) == 1 else files


def _component_functions(network: Network) -> list[Any]:
    """Return the functions that the components of a network were made by."""
    from biela.network.network import Network
    from biela.network.registry import find

    made = [c.made_by for c in network.components.values()]
    inner = [c for c in network.components.values() if c.made_by is None and isinstance(c, Network)]
    return [find(by.type).build for by in made if by is not None] + [f for n in inner for f in _component_functions(n)]


def _section(m: Mechanism, key: str) -> Entry:
    """Return all elements of a section; inputs of networks are written with their network."""
    things = {name: x for name, x in getattr(m, key).items() if not isinstance(x, NetworkInput)}
    entries = {name: _element(m, x, key) for name, x in things.items()}
    for entry in entries.values() if key == "drives" else ():
        del entry["type"]  # there is one kind of drive
    return entries


def _entry(name: str, entry: object) -> list[str]:
    """Return the lines of an entry of a section: one if it fits, otherwise its parts below each other."""
    flow = f"  {_word(name)}: {_flow(entry)}"
    if len(flow) <= WIDTH or not isinstance(entry, dict):
        return [flow]
    lines = [f"  {_word(name)}:"]
    for key, value in entry.items():
        text = f"    {_word(key)}: {_flow(value)}"
        if len(text) > WIDTH and isinstance(value, list) and value and isinstance(value[0], list):
            lines += [f"    {_word(key)}:", *(f"      - {_flow(row)}" for row in value)]
        elif len(text) > WIDTH and isinstance(value, dict):
            lines += [f"    {_word(key)}:", *(f"      {_word(k)}: {_flow(v)}" for k, v in value.items())]
        else:
            lines.append(text)
    return lines


def _block(name: str, value: object, depth: int = 1) -> list[str]:
    """Return the lines of an entry that may be deep: one if it fits and is not a network, otherwise its parts below each other."""
    indent = "  " * depth
    one = f"{indent}{_word(name)}: {_flow(value)}"
    deep = isinstance(value, dict) and "components" in value
    if not value or (len(one) <= WIDTH and not deep and not (depth < 3 and name in ("components", "bonds"))):
        return [one]
    if isinstance(value, dict):
        return [f"{indent}{_word(name)}:"] + [line for k, v in value.items() for line in _block(str(k), v, depth + 1)]
    if isinstance(value, list) and isinstance(value[0], list | dict):
        return [f"{indent}{_word(name)}:"] + [f"{indent}  - {_flow(v)}" for v in value]
    return [one]


_PLAIN = re.compile(r"-?[A-Za-zÀ-ÿ_][\wÀ-ÿ .+*/()^'-]*[\wÀ-ÿ.)]|[A-Za-z_]")
_QUANTITY = re.compile(r"-[xyz]|[-+]?[\d.][\w. /*^·-]*")
_SPECIAL = {"true", "false", "null", "yes", "no", "on", "off", "~"}


def _word(text: str) -> str:
    """Return a text as YAML, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL and " #" not in text:
        return str(text)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _flow(x: Any) -> str:
    """Return plain data as YAML in one line."""
    match x:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[x]
        case int() | float():
            return number_text(x)
        case str():
            return x if not isinstance(x, Text) and _QUANTITY.fullmatch(x) else _word(x)
        case dict():
            return "{" + ", ".join(f"{_word(k)}: {_flow(v)}" for k, v in x.items()) + "}"
    return "[" + ", ".join(map(_flow, x)) + "]"


def _parameter(p: Parameter, constants: Collection[str], m: Mechanism) -> Any:
    unit = typed(p.unit)
    known = bool(unit) and all(part.split("^")[0] in UNITS for part in unit.replace("*", "/").split("/"))
    if p.name in constants and p.name not in m.schedules:
        return f"{number_text(p.value)} {unit}" if known else p.value
    # in Python a length may be added to a number: the unit goes with the value as a remark, not as something to check
    entry = {"value": p.value, "free": True} | ({"unit": Text(p.unit)} if p.unit else {})
    share = m.schedules.get(p.name)
    if isinstance(share, str):
        return entry | {"share": {"state": share}}
    return entry if share is None else entry | {"share": _motion(share, TIME, f"schedule of {p.name!r}")}


def _zero(x: Iterable[Any]) -> bool:
    return all(not isinstance(e, Expression) and float(e) == 0.0 for e in x)


def _same(A: ArrayLike, B: ArrayLike) -> bool:
    return bool(np.array_equal(np.asarray(A, float), np.asarray(B, float)))


def _frame(f: Frame) -> Any:
    return f.position if _same(f.rotation, np.eye(3)) else {"position": f.position, "rotation": f.rotation}


def _body(b: Body) -> Entry:
    entry: Entry = {"mass": b.mass if isinstance(b.mass, Expression) else f"{number_text(b.mass)} kg"}
    if not _zero(b.com):
        entry["com"] = b.com
    tensor = [[e + 0.0 if not isinstance(e, Expression) else e for e in row] for row in b.inertia]
    if not all(_zero(row) for row in tensor):
        diagonal = all(_zero([tensor[i][j]]) for i in range(3) for j in range(3) if i != j)
        entry["inertia"] = [tensor[i][i] for i in range(3)] if diagonal else tensor
        length = _rod_length(b)
        if diagonal and length is not None:
            entry["inertia"] = {"rod": {"length": length}}
    if _impossible(b):
        entry["impossible"] = True
    if not _zero(b.placement.position):
        entry["position"] = b.placement.position
    if not _same(b.placement.rotation, np.eye(3)):
        entry["rotation"] = b.placement.rotation
    if b.frames:
        entry["frames"] = {f.name: _frame(f) for f in b.frames.values()}
    return entry


def _impossible(b: Body) -> bool:
    """Return whether no real body has these data: then the file says that it is meant so."""
    try:
        SpatialInertia(nominal(b.mass), nominal(b.com), nominal(np.array(b.inertia, dtype=object))).check()
    except ValueError:
        return True
    return False


def _rod_length(b: Body) -> Any:
    """Return the length of the uniform rod along x, from the origin, that the body is exactly; None if it is not one."""
    half = b.com[0]
    if isinstance(half, Expression):
        length = half.arguments[0] if half.operation == "/" and half.arguments[1] == 2.0 else None
    else:
        length = 2 * half
    if length is None or not _zero(b.com[1:]) or not _zero([b.inertia[0][0]]):
        return None
    moment = rod(b.mass, length)[1][1]
    if not isinstance(moment, Expression) and moment == 0:
        return None
    own = [x.canonical() if isinstance(x, Expression) else x for x in (moment, b.inertia[1][1], b.inertia[2][2])]
    return length if own[0] == own[1] == own[2] else None


def _at(f: Frame) -> Any:
    """Return a place: a body, a frame drawn on it, or a frame of its own."""
    if f.body.frames.get(f.name) is f:
        return f"{f.body.name}.{f.name}"
    if _zero(f.position) and _same(f.rotation, np.eye(3)):
        return f.body.name
    entry: Entry = {"body": f.body.name, "position": f.position}
    return entry if _same(f.rotation, np.eye(3)) else {**entry, "rotation": f.rotation}


def _joint(j: Joint) -> Entry:
    entry: Entry = {"type": j.type.kind, "parent": j.parent.body.name, "child": j.child.body.name}
    axes = [_axis(f.rotation) for f in (j.parent, j.child)]
    if None in axes:
        for key, f in (("parent", j.parent), ("child", j.child)):
            entry[key] = {"body": f.body.name, "position": f.position, "rotation": f.rotation}
    else:
        for key, f in (("parent_point", j.parent), ("child_point", j.child)):
            if not _zero(f.position):
                entry[key] = f.position
        if axes[0] == axes[1]:
            entry |= {} if axes[0] == "z" else {"axis": axes[0]}
        else:
            entry |= {"parent_axis": axes[0], "child_axis": axes[1]}
    entry |= {d.key: getattr(j.type, d.field) for d in data_of(j.type)}
    return entry if j.cut is None else {**entry, "cut": j.cut}


def _axis(R: ArrayLike) -> str | list[float] | None:
    """Return the axis that gives exactly this rotation, by name or by its components; None if none does."""
    z = tuple(float(e) + 0.0 for e in np.asarray(R, float)[:, 2])
    if not _same(rounded(axes_of(z, None, "")), R):
        return None
    return AXIS_NAMES.get(z, list(z))


def _on(mechanism: Mechanism, joint: str, coordinate: int) -> Entry:
    kind = mechanism.joints[joint].type
    names = [c.name for c in kind.coordinates] if kind.quaternion is None else [r.name for r in kind.rates]
    return {"joint": joint} | ({"coordinate": names[coordinate]} if len(names) > 1 else {})


def _motion(f: Any, variables: tuple[str, ...], what: str) -> Any:
    made = f.written() if motions.is_motion(f) else None
    if made is None:
        return function_text(f, variables[:1] if variables == TIME else variables, what)
    word, arguments = made
    declaration = declared("motions")[word]
    data: Entry = {}
    for d in declaration.data:
        value = arguments.get(d.key)
        if value is None or value == d.default:
            continue
        match d.role.kind:
            case "motion":
                data[d.key] = _motion(value, variables, what)
            case "motions":
                data[d.key] = [_motion(part, variables, what) for part in value]
            case _:
                data[d.key] = value
    bare = alone(declaration)
    return {word: data if bare is None else data[bare.key]}


def _component(x: Any, what: str) -> Any:
    if not callable(x) or isinstance(x, Expression):
        return x
    if motions.is_motion(x):
        return _motion(x, TIME, what)
    return function_text(x, ("t",), what) if takes_time(x) else law_text(x, what)


def _element(m: Mechanism, x: Any, section: str) -> Entry:
    """Return an element by its word and what it is described by."""
    declaration = declaration_of(x)
    what = f"{section[:-1]} {x.name!r}"
    if declaration is None:
        raise DescriptionError(f"{what} is a {type(x).__name__}: machine files have no word for it.")
    return {"type": declaration.word, **_data(m, x, declaration.own_data, what)}


def _data(m: Mechanism, x: Any, data: tuple[Datum, ...], what: str) -> Entry:
    """Return the declared data of an object that are not the defaults."""
    entry: Entry = {}
    for datum in data:
        value, kind = getattr(x, datum.field), datum.role.kind
        if kind == "inline":
            entry |= _data(m, value, data_of(value), what)
        elif kind == "joint" and hasattr(x, "coordinate"):
            entry |= _on(m, value, x.coordinate)
        elif kind != "coordinate" and value is not None and value != datum.default:
            written = _written(m, value, datum.role, what)
            if written != datum.default:
                entry[datum.key] = written
    return entry


def _shape(m: Mechanism, shape: Any) -> Entry:
    return {shape.word: _data(m, shape, data_of(shape), f"a {shape.word}")}


def _written(m: Mechanism, x: Any, role: Role, what: str) -> Any:
    """Return a value as its role is written."""
    match role.kind:
        case "place":
            return _at(x)
        case "text" | "file":
            return Text(x)
        case "components":
            return [_component(e, what) for e in x]
        case "signal law":
            return law_text(x, what)
        case "motion" | "curve":
            return _motion(x, role.variables, what)
        case "surface":
            return function_text(x, role.variables, what)
        case "readings" if len(set(x)) == 1:  # one number for all readings
            return x[0]
        case "terms":
            return [{**_on(m, joint, i), "factor": factor} for joint, i, factor in x]
    return x


def _networks(m: Mechanism) -> Entry:
    if not m.networks:
        return {}
    from biela.files.network_write import network_entry

    return {n.name: network_entry(n, _at, lambda joint, i: _on(m, joint, i)) for n in m.networks.values()}


def _start(start: State | Mapping[str, Any] | None) -> Entry:
    if start is None:
        return {}
    if not isinstance(start, Mapping):
        from biela.files.start import describe_start

        start = describe_start(start)
    return {key: dict(value) if isinstance(value, Mapping) else value for key, value in start.items() if value}
