"""A machine → the text of a machine file. Numbers are written so that they read back to the last digit."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.checked import checked, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import declaration_of, declared
from biela.element.display import SI, System
from biela.element.role import Datum, Role, data_of
from biela.element.schema import alone
from biela.element.units import UNITS
from biela.element.uses import source_file
from biela.files.law import INLINE, TIME, Terms, expression_text, function_text, law_text, number_text
from biela.files.schema import TYPED
from biela.integrate.method.base import method_named
from biela.lie.inertia import SpatialInertia, rod
from biela.mechanism import motion as motions
from biela.mechanism.frame import Frame, rounded
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal
from biela.mechanism.parts import Joint
from biela.mechanism.placing import axes_of
from biela.mechanism.port import NetworkInput

if TYPE_CHECKING:
    from biela.state.state import State

AXIS_NAMES: dict[tuple[float, ...], str] = {
    (1, 0, 0): "x",
    (0, 1, 0): "y",
    (0, 0, 1): "z",
    (-1, 0, 0): "-x",
    (0, -1, 0): "-y",
    (0, 0, -1): "-z",
}


@dataclass(frozen=True)
class Raw:
    """Text that is YAML already."""

    text: str


@checked
def dumps(
    mechanism: Mechanism,
    *,
    start: State | Mapping[str, Any] | None = None,
    simulation: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    plots: Sequence[Any] = (),
    units: System = SI,
    description: str = "",
    source: str = "",
    constants: Collection[str] = frozenset(),
) -> str:
    """Text of a machine file that describes a machine, and a run of it.

    Parameters
    ----------
    start : a state, or {"coordinates": …, "rates": …, "guess": …, "states": …, "hold": …}
    simulation : settings, such as {"duration": 10.0, "method": "rk4", "step": 1e-3}
    constants : parameters of the machine to write as plain ones; the others are free
    """
    settings: dict[str, Any] = {k: _seconds(k, v) for k, v in (simulation or {}).items() if v is not None}
    if inputs:
        settings["inputs"] = {name: _component(value, f"input {name!r}") for name, value in inputs.items()}
    document: dict[str, Any] = {"biela": 1, "name": Raw(_word(mechanism.name))}
    if description:
        document["description"] = Raw(_word(description))
    if source:
        document["source"] = Raw(_word(source))
    if needed := _needed(mechanism, settings):
        document["uses"] = needed
    document |= {
        "parameters": {p.name: _parameter(p, constants, mechanism) for p in mechanism.parameters.values()},
        "gravity": _vector(mechanism.gravity),
        "frames": {f.name: _frame(f) for f in mechanism.ground.frames.values()},
        "bodies": {b.name: _body(b) for b in mechanism.bodies.values() if not b.is_ground},
        "joints": {j.name: _joint(j) for j in mechanism.joints.values()},
        **{key: _section(mechanism, key) for key in ("couplings", "loads", "actuators", "drives", "sensors")},
        "shapes": {n: [_shape(mechanism, x) for x in shapes] for n, shapes in mechanism.shapes.items()},
        "networks": _networks(mechanism),
        "start": _start(start),
        "simulation": settings,
        "units": Raw(units) if isinstance(units, str) and units != SI else {} if isinstance(units, str) else dict(units),
        "plots": [list(p) if isinstance(p, list | tuple) else p for p in plots],
    }
    _name_terms(document)
    return _lines(document)


def start_text(state: State) -> str:
    """The part `start:` of a machine file that begins in a state."""
    return _lines({"start": _start(state)}).strip()


def _lines(document: Mapping[str, Any]) -> str:
    """The text of a document, section by section."""
    lines: list[str] = []
    for key, value in document.items():
        if value in ({}, [], None):
            continue
        if isinstance(value, dict):
            lines.append("")
            lines.append(f"{key}:")
            entries = _block if key == "networks" else _entry
            lines += [line for name, entry in value.items() for line in entries(name, entry)]
        else:
            lines += ["", f"{key}: {_flow(value)}"] if key == "plots" else [f"{key}: {_flow(value)}"]
    return "\n".join(lines) + "\n"


def _name_terms(document: dict[str, Any]) -> None:
    """Write long expressions of parameters in terms of further parameters, each once."""
    names = {name for value in document.values() if isinstance(value, dict) for name in value}
    terms = Terms(names)

    def short(x: Any) -> Any:
        if isinstance(x, Expression):
            return x if x.size <= INLINE else Raw(_word(terms.text(x)))
        if isinstance(x, dict):
            return {key: short(value) for key, value in x.items()}
        return [short(value) for value in x] if isinstance(x, list | tuple) else x

    document |= {key: short(value) for key, value in document.items()}
    document["parameters"] |= terms.named


def _needed(m: Mechanism, settings: Mapping[str, Any]) -> Any:
    """Files of users that declare elements of the machine, or its method."""
    things = [x for key in (*TYPED[1:], "drives") for x in getattr(m, key).values()] + [j.type for j in m.joints.values()]
    declared = [type(x) for x in things if declaration_of(x) is not None]
    for attachment in m.networks.values():
        declared += _component_functions(attachment.network)
    if isinstance(method := settings.get("method"), str):
        declared.append(method_named(method)[0])
    files = sorted({source_file(x) for x in declared} - {""})
    return files[0] if len(files) == 1 else files


def _component_functions(network: Any) -> list[Any]:
    """Functions that the components of a network were made by."""
    from biela.network.network import Network
    from biela.network.registry import find

    made = [c.made_by for c in network.components.values()]
    inner = [c for c in network.components.values() if c.made_by is None and isinstance(c, Network)]
    return [find(by.type).build for by in made if by is not None] + [f for n in inner for f in _component_functions(n)]


def _section(m: Mechanism, key: str) -> dict[str, Any]:
    """All elements of a section; inputs of networks are written with their network."""
    things = {name: x for name, x in getattr(m, key).items() if not isinstance(x, NetworkInput)}
    entries = {name: _element(m, x, key) for name, x in things.items()}
    if key == "drives":
        for entry in entries.values():
            del entry["type"]  # there is one kind of drive
    return entries


def _seconds(key: str, value: Any) -> Any:
    return Raw(f"{number_text(value)} s") if key in ("duration", "step", "output_step", "max_step") else value


def _entry(name: str, entry: Any) -> list[str]:
    """One entry of a section: on a line if it fits, otherwise its parts below each other."""
    flow = f"  {_word(name)}: {_flow(entry)}"
    if len(flow) <= 118 or not isinstance(entry, dict):
        return [flow]
    lines = [f"  {_word(name)}:"]
    for key, value in entry.items():
        text = f"    {_word(key)}: {_flow(value)}"
        if len(text) > 118 and isinstance(value, list) and value and isinstance(value[0], list):
            lines += [f"    {_word(key)}:", *(f"      - {_flow(row)}" for row in value)]
        elif len(text) > 118 and isinstance(value, dict):
            lines += [f"    {_word(key)}:", *(f"      {_word(k)}: {_flow(v)}" for k, v in value.items())]
        else:
            lines.append(text)
    return lines


_PLAIN = re.compile(r"-?[A-Za-zÀ-ÿ_][\wÀ-ÿ .+*/()^'-]*[\wÀ-ÿ.)]|[A-Za-z_]")
_SPECIAL = {"true", "false", "null", "yes", "no", "on", "off", "~"}


def _word(text: str) -> str:
    """A text as YAML, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL and " #" not in text:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _flow(x: Any) -> str:
    match x:
        case Raw():
            return x.text
        case bool():
            return "true" if x else "false"
        case None:
            return "null"
        case int() | float() | np.number():
            return number_text(float(x))
        case Expression():
            return _word(expression_text(x))
        case str():
            return x if re.fullmatch(r"-[xyz]|[-+]?[\d.][\w. /*^-]*", x) else _word(x)
        case dict():
            return "{" + ", ".join(f"{_word(str(k))}: {_flow(v)}" for k, v in x.items()) + "}"
        case list() | tuple() | np.ndarray() | set() | frozenset():
            return "[" + ", ".join(_flow(e) for e in x) + "]"
    raise DescriptionError(f"{shown(x)} cannot be written to a machine file: give numbers, texts, lists or mappings.")


# ------------------------------------------------------------------------------------------------------------- the parts


def _parameter(p: Any, constants: Collection[str], m: Mechanism) -> Any:
    unit = p.unit.replace("·", "*").replace("²", "^2").replace("³", "^3")
    known = bool(unit) and all(part.split("^")[0] in UNITS for part in unit.replace("*", "/").split("/"))
    value = Raw(f"{number_text(p.value)} {unit}" if known else number_text(p.value))
    if p.name in constants and p.name not in m.schedules:
        return value
    # in Python a length may be added to a number: the unit goes with the value as a remark, not as something to check
    entry = {"value": p.value, "free": True} | ({"unit": Raw(_word(p.unit))} if p.unit else {})
    share = m.schedules.get(p.name)
    if isinstance(share, str):
        return entry | {"share": {"state": share}}
    return entry if share is None else entry | {"share": _motion(share, TIME, f"schedule of {p.name!r}")}


def _vector(x: Any) -> list[Any]:
    return list(x)


def _zero(x: Any) -> bool:
    return all(not isinstance(e, Expression) and float(e) == 0.0 for e in x)


def _same(A: Any, B: Any) -> bool:
    return bool(np.array_equal(np.asarray(A, float), np.asarray(B, float)))


def _matrix(R: Any) -> Any:
    return [[float(e) for e in row] for row in np.asarray(R, float)]


def _frame(f: Frame) -> Any:
    return (
        _vector(f.position) if _same(f.rotation, np.eye(3)) else {"position": _vector(f.position), "rotation": _matrix(f.rotation)}
    )


def _body(b: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"mass": b.mass if isinstance(b.mass, Expression) else Raw(f"{number_text(b.mass)} kg")}
    if not _zero(b.com):
        entry["com"] = _vector(b.com)
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
        entry["position"] = _vector(b.placement.position)
    if not _same(b.placement.rotation, np.eye(3)):
        entry["rotation"] = _matrix(b.placement.rotation)
    if b.frames:
        entry["frames"] = {f.name: _frame(f) for f in b.frames.values()}
    return entry


def _impossible(b: Any) -> bool:
    """Whether no real body has these data: then the file says that it is meant so."""
    try:
        SpatialInertia(nominal(b.mass), nominal(b.com), nominal(np.array(b.inertia, dtype=object))).check()
    except ValueError:
        return True
    return False


def _rod_length(b: Any) -> Any:
    """Length of the uniform rod along x, from the origin, that the body is exactly; None if it is not one."""
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
    return length if all(_alike(b.inertia[i][i], moment) for i in (1, 2)) else None


def _alike(a: Any, b: Any) -> bool:
    """Whether two numbers or expressions are the same."""
    if isinstance(a, Expression) and isinstance(b, Expression):
        return a.canonical() == b.canonical()
    return not isinstance(a, Expression) and not isinstance(b, Expression) and bool(a == b)


def _at(f: Frame) -> Any:
    """A place: a body, a frame drawn on it, or a frame of its own."""
    if f.body.frames.get(f.name) is f:
        return f"{f.body.name}.{f.name}"
    if _zero(f.position) and _same(f.rotation, np.eye(3)):
        return f.body.name
    entry: dict[str, Any] = {"body": f.body.name, "position": _vector(f.position)}
    return entry if _same(f.rotation, np.eye(3)) else {**entry, "rotation": _matrix(f.rotation)}


def _joint(j: Joint) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": j.type.kind, "parent": j.parent.body.name, "child": j.child.body.name}
    axes = [_axis(f.rotation) for f in (j.parent, j.child)]
    if None in axes:
        entry["parent"], entry["child"] = (
            {"body": f.body.name, "position": _vector(f.position), "rotation": _matrix(f.rotation)} for f in (j.parent, j.child)
        )
    else:
        for key, f in (("parent_point", j.parent), ("child_point", j.child)):
            if not _zero(f.position):
                entry[key] = _vector(f.position)
        if axes[0] == axes[1]:
            entry |= {} if axes[0] == "z" else {"axis": axes[0]}
        else:
            entry |= {"parent_axis": axes[0], "child_axis": axes[1]}
    entry |= {d.key: _nested(getattr(j.type, d.field)) for d in data_of(j.type)}
    return entry if j.cut is None else {**entry, "cut": j.cut}


def _axis(R: Any) -> Any:
    """The axis that gives exactly this rotation, by name or by its components; None if none does."""
    z = tuple(float(e) + 0.0 for e in np.asarray(R, float)[:, 2])
    if not _same(rounded(axes_of(z, None, "")), R):
        return None
    return AXIS_NAMES.get(z, list(z))


def _on(mechanism: Mechanism, joint: str, coordinate: int) -> dict[str, Any]:
    kind = mechanism.joints[joint].type
    names = [c.name for c in kind.coordinates] if kind.quaternion is None else [r.name for r in kind.rates]
    return {"joint": joint} | ({"coordinate": names[coordinate]} if len(names) > 1 else {})


def _given(**values: Any) -> dict[str, Any]:
    """Those that are not zero or None."""
    return {k: v for k, v in values.items() if v is not None and (isinstance(v, Expression | dict | str | list) or v != 0)}


def _motion(f: Any, variables: tuple[str, ...], what: str) -> Any:
    made = f.written() if motions.is_motion(f) else None
    if made is None:
        return function_text(f, variables[:1] if variables == TIME else variables, what)
    word, arguments = made
    declaration = declared("motions")[word]
    data: dict[str, Any] = {}
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
                data[d.key] = _nested(value)
    bare = alone(declaration)
    return {word: data if bare is None else data[bare.key]}


def _component(x: Any, what: str) -> Any:
    if not callable(x) or isinstance(x, Expression):
        return x
    if motions.is_motion(x):
        return _motion(x, TIME, what)
    return function_text(x, ("t",), what) if takes_time(x) else law_text(x, what)


def _element(m: Mechanism, x: Any, section: str) -> dict[str, Any]:
    """An element by its word and what it is described by."""
    declaration = declaration_of(x)
    what = f"{section[:-1]} {x.name!r}"
    if declaration is None:
        raise DescriptionError(f"{what} is a {type(x).__name__}: machine files have no word for it.")
    return {"type": declaration.word, **_data(m, x, declaration.own_data, what)}


def _data(m: Mechanism, x: Any, data: tuple[Datum, ...], what: str) -> dict[str, Any]:
    """The declared data of an object that are not the defaults."""
    entry: dict[str, Any] = {}
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


def _shape(m: Mechanism, shape: Any) -> dict[str, Any]:
    return {shape.word: _data(m, shape, data_of(shape), f"a {shape.word}")}


def _written(m: Mechanism, x: Any, role: Role, what: str) -> Any:
    """A value as its role is written."""
    match role.kind:
        case "place":
            return _at(x)
        case "text" | "file":
            return Raw(_word(x))
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
    return _nested(x)


def _networks(m: Mechanism) -> dict[str, Any]:
    if not m.networks:
        return {}
    from biela.files.network_write import network_entry

    return {n.name: network_entry(n, _at, lambda joint, i: _on(m, joint, i)) for n in m.networks.values()}


def _block(name: str, entry: Any) -> list[str]:
    from biela.files.network_write import block

    return block(name, entry, _flow, _word)


def _nested(x: Any) -> Any:
    return [_nested(e) for e in x] if isinstance(x, tuple) else x


def _start(start: Any) -> dict[str, Any]:
    if start is None:
        return {}
    if not isinstance(start, Mapping):
        from biela.files.start import describe_start

        start = describe_start(start)
    return {key: dict(value) if isinstance(value, Mapping) else value for key, value in start.items() if value}
