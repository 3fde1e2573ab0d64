"""Forms of the roles in files: the check of each form, with a message that says what to write, and its JSON Schema.

The form is checked before anything is evaluated: `fits(role, x)` raises `ValueError`. A room that has roles of its own adds
their forms to `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from inspect import getdoc
from typing import Any, NamedTuple, TypeGuard

from biela.base.errors import nearest
from biela.element.declaration import Declaration, declared
from biela.element.role import Datum, Role, data_of

Json = dict[str, Any]
LARGEST_COUNT = 1000
"""Largest number of parts (segments of a pipe, entries of a signal) that one line of a file may ask for."""
NUMBER: Json = {"anyOf": [{"type": "number"}, {"type": "string"}]}
"""A number, or an expression with a unit."""
LIST: Json = {"type": "array", "items": NUMBER}
THREE: Json = {**LIST, "minItems": 3, "maxItems": 3}
ROWS: Json = {"type": "array", "items": {"anyOf": [*NUMBER["anyOf"], THREE]}, "minItems": 3, "maxItems": 3}
TEXT: Json = {"type": "string"}
OBJECT: Json = {"type": "object"}
ARRAY: Json = {"type": "array"}


class Form(NamedTuple):
    """Form of a kind of role in files: its check, and its schema, which may depend on the role."""

    fits: Callable[[Role, object], None]
    json: Json | Callable[[Role], Json]


def fits(role: Role, x: object) -> None:
    """Raise `ValueError` if x has not the form of a role."""
    if role.kind in FORMS:
        FORMS[role.kind].fits(role, x)


def of(role: Role) -> Json:
    """JSON Schema of a role."""
    json = FORMS[role.kind].json if role.kind in FORMS else {}
    unit = "" if role.unit in ("1", "any") or role.unit[:1] == "@" else f"[{role.unit}]"
    about = " ".join(part for part in (role.about, unit) if part)
    return (json(role) if callable(json) else json) | ({"description": about} if about else {})


def of_data(data: Iterable[Datum], about: str = "", word: str = "") -> Json:
    """JSON Schema of an entry with these data, and a `type` if a word is given."""
    properties: Json = {"type": {"const": word}} if word else {}
    required = ["type"] if word else []
    for datum in data:
        if datum.role.kind == "inline":
            properties |= {key: of(role) for key, role in datum.role.roles.items()}
            continue
        properties[datum.key] = of(datum.role)
        if datum.required and datum.role.kind != "coordinate":
            required.append(datum.key)
    whole: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    if word and not about:
        return {"title": word, **whole}
    extra = {"title": word, "description": about, "required": required}
    return whole | {key: value for key, value in extra.items() if value}


def of_declaration(declaration: Declaration) -> Json:
    """JSON Schema of an entry of a machine file."""
    return of_data(declaration.data, declaration.about, declaration.word)


# ------------------------------------------------------------------------------------------------------------- forms of roles


def _is(holds: Callable[[Any], bool], message: str) -> Callable[[Role, object], None]:
    """Return the check of a form that one condition says."""

    def check(role: Role, x: object) -> None:
        if not holds(x):
            raise ValueError(message)

    return check


def _whole(x: object) -> TypeGuard[int]:
    return isinstance(x, int) and not isinstance(x, bool)


def value(x: object) -> None:
    """A number or an expression."""
    if isinstance(x, bool) or not isinstance(x, int | float | str):
        raise ValueError("give a number or an expression, such as 0.4, 12 mm or crank/2")


def _list(x: object, size: int, message: str) -> None:
    if not isinstance(x, list) or (size and len(x) != size):
        raise ValueError(message)
    for e in x:
        value(e)


def _three(role: Role, x: object) -> None:
    _list(x, 3, "give three numbers in brackets, such as [0, 0, 12 mm]")


def _direction(role: Role, x: object) -> None:
    if isinstance(x, str):
        if x.lstrip("+-") in ("x", "y", "z") and len(x) <= 2:
            return
        raise ValueError("give x, y, z, -x, -y, -z, or three numbers in brackets")
    _three(role, x)


def _rotation(role: Role, x: object) -> None:
    if not isinstance(x, list) or len(x) != 3:
        raise ValueError("give roll, pitch and yaw, such as [0, 0, 90 deg], or the three rows of a rotation matrix")
    for row in x if any(isinstance(e, list) for e in x) else [x]:
        _three(role, row)


def _six(role: Role, x: object) -> None:
    if not isinstance(x, list):
        value(x)
    elif len(x) not in (2, 6):
        raise ValueError("give six numbers (angular x y z, linear x y z), two (angular, linear), or one")
    else:
        _list(x, 0, "")


def _matrix(role: Role, x: object) -> None:
    if not isinstance(x, list) or not x or not all(isinstance(row, list) and row for row in x):
        raise ValueError("give the rows of a matrix, such as [[2, -1], [-1, 2]]")
    for row in x:
        _list(row, 0, "")


def _components(role: Role, x: object) -> None:
    if not isinstance(x, list) or len(x) != 3:
        raise ValueError("give three components in brackets, each a number, an expression of signals and t, or a function of time")
    for e in x:
        function(role, e)


def _terms(role: Role, x: object) -> None:
    if not isinstance(x, list) or not x or not all(isinstance(e, dict) for e in x):
        raise ValueError("give a list of terms such as {joint: A, factor: 2}")
    for e in x:
        wrong = [k for k in e if k not in ("joint", "coordinate", "factor")]
        if wrong:
            raise ValueError(f"a term has joint, coordinate and factor, not {wrong[0]!r}")
        if not isinstance(e.get("joint"), str) or "factor" not in e:
            raise ValueError("each term needs a joint and a factor")
        value(e["factor"])


def function(role: Role, x: object) -> None:
    """A function of time or of another variable: a number, an expression, or {sine: …}."""
    if not isinstance(x, dict):
        value(x)
        return
    known = declared("motions")
    if len(x) != 1 or next(iter(x)) not in known:
        raise ValueError(f"give one of {', '.join(known)}, such as {{sine: {{amplitude: 30 deg, period: 2 s}}}}, or an expression")
    variant(known[next(iter(x))], next(iter(x.values())))


def variant(declaration: Declaration, sizes: object) -> None:
    """The data of one of several objects, {word: data}. One with a single datum is given by it alone."""
    word, data = declaration.word, {d.key: d for d in declaration.data}
    if bare := alone(declaration):
        try:
            fits(bare.role, sizes)
        except ValueError as error:
            raise ValueError(f"{word}: {error}") from None
        return
    if not isinstance(sizes, dict):
        raise ValueError(f"say what the {word} needs: {', '.join(data)}")
    for key, x in sizes.items():
        if key not in data:
            hint = nearest(str(key), list(data)) or f" It has {', '.join(data)}"
            raise ValueError(f"a {word} has no {key!r}.{hint}")
        fits(data[key].role, x)
    missing = [key for key, d in data.items() if d.required and key not in sizes]
    if missing:
        raise ValueError(f"a {word} needs `{missing[0]}`")


def alone(declaration: Declaration) -> Datum | None:
    """Return the datum that an object with a single one is written by."""
    return declaration.data[0] if len(declaration.data) == 1 else None


def _count(role: Role, x: object) -> None:
    if not _whole(x):
        raise ValueError("give a whole number")
    if x < role.size:
        raise ValueError(f"give a whole number, {role.size} or more")
    if x > LARGEST_COUNT:
        raise ValueError(f"give a whole number, {LARGEST_COUNT} at most")


def _words(role: Role) -> list[str]:
    return list(role.build() if role.build else role.words)


def _choice(role: Role, x: object) -> None:
    if x not in _words(role):
        raise ValueError(f"give one of {', '.join(_words(role))}")


class WrongForm(ValueError):
    """Value without the form of its role, somewhere inside a list or mapping."""

    def __init__(self, message: str, path: tuple[object, ...]):
        super().__init__(message)
        self.path = path


def _inside(role: Role, key: object, x: object) -> None:
    try:
        fits(role.roles["each"], x)
    except ValueError as error:
        raise WrongForm(str(error), (key, *getattr(error, "path", ()))) from None


def _mapping(role: Role, x: object) -> None:
    if not isinstance(x, dict):
        raise ValueError("write each entry as `name: …` on a line of its own, indented")
    for key, e in x.items():
        _inside(role, key, e)


def _entries(role: Role, x: object) -> None:
    if not isinstance(x, list):
        raise ValueError("give a list")
    for i, e in enumerate(x):
        _inside(role, i, e)


def mapping(each: Role | None = None) -> Role:
    """Declare names, and something for each."""
    return Role("mapping", roles={"each": each or Role("anything")})


def entries(each: Role | None = None) -> Role:
    """Declare a list."""
    return Role("list", roles={"each": each or Role("anything")})


def _record(role: Role) -> Json:
    declared_data = data_of(role.build) if is_dataclass(role.build) else ()
    if declared_data:
        return of_data(declared_data, (getdoc(role.build) or "").partition("\n")[0])
    properties = {key: of(own) for key, own in role.roles.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


_PLACE = "name a body (crank), a frame of it (crank.tip), or give {body: crank, position: [0.4, 0, 0]}"
_name = _is(lambda x: isinstance(x, str), "it must be a name or a text")
_text = _is(lambda x: isinstance(x, str | float) or _whole(x), "it must be a name or a text")
_names = _is(lambda x: isinstance(x, list) and all(isinstance(e, str) for e in x), "give a list of names")
_named = _is(lambda x: isinstance(x, dict), "write each entry as `name: …`, such as {speed: crank.rate}")
_counts = _is(lambda x: isinstance(x, list) and all(map(_whole, x)), "give a list of whole numbers")
_coordinate = _is(lambda x: isinstance(x, str) or _whole(x), "name a coordinate of the joint, or give its number")
_SCALAR_OR_LIST: Json = {"anyOf": [*NUMBER["anyOf"], ARRAY]}
_ANY: Json = {"anyOf": [*NUMBER["anyOf"], ARRAY, OBJECT]}
_FUNCTION: Json = {"anyOf": [*NUMBER["anyOf"], OBJECT]}


def _free(role: Role, x: object) -> None:
    """Checked where it is read."""


FORMS: dict[str, Form] = {
    "number": Form(lambda role, x: value(x), NUMBER),
    "fixed": Form(lambda role, x: value(x), NUMBER),
    "vector": Form(_three, THREE),
    "direction": Form(_direction, {"anyOf": [{"enum": ["x", "y", "z", "-x", "-y", "-z"]}, THREE]}),
    "rotation": Form(_rotation, ROWS),
    "place": Form(_is(lambda x: isinstance(x, str | dict), _PLACE), {"anyOf": [TEXT, {"$ref": "#/$defs/Place"}]}),
    "joint": Form(_name, TEXT),
    "coordinate": Form(_coordinate, {"anyOf": [TEXT, {"type": "integer"}]}),
    "six": Form(_six, {"anyOf": [*NUMBER["anyOf"], LIST]}),
    "readings": Form(lambda role, x: _list(x if isinstance(x, list) else [x], 0, ""), {"anyOf": [*NUMBER["anyOf"], LIST]}),
    "matrix": Form(_matrix, {"type": "array", "items": LIST}),
    "components": Form(_components, {"type": "array", "minItems": 3, "maxItems": 3}),
    "terms": Form(_terms, {"type": "array", "items": OBJECT, "minItems": 1}),
    "motion": Form(function, _FUNCTION),
    "curve": Form(function, _FUNCTION),
    "signal law": Form(lambda role, x: value(x), NUMBER),
    "surface": Form(lambda role, x: value(x), NUMBER),
    "text": Form(_text, TEXT),
    "name": Form(_name, TEXT),
    "file": Form(_is(lambda x: isinstance(x, str) and bool(x), "name a file, such as part.stl"), TEXT),
    "signal name": Form(_name, TEXT),
    "signal names": Form(_names, {"type": "array", "items": TEXT}),
    "flag": Form(_is(lambda x: isinstance(x, bool), "it must be true or false"), {"type": "boolean"}),
    "count": Form(_count, lambda role: {"type": "integer"} | ({"minimum": role.size} if role.size else {})),
    "counts": Form(_counts, {"type": "array", "items": {"type": "integer"}}),
    "choice": Form(_choice, lambda role: {"enum": _words(role)}),
    "mapping": Form(_mapping, lambda role: {"type": "object", "additionalProperties": of(role.roles["each"])}),
    "list": Form(_entries, lambda role: {"type": "array", "items": of(role.roles["each"])}),
    "names": Form(_names, {"type": "array", "items": TEXT}),
    "signals": Form(_named, {"type": "object", "additionalProperties": _ANY}),
    "settings": Form(_named, {"type": "object", "additionalProperties": {"anyOf": [*NUMBER["anyOf"], {"type": "boolean"}]}}),
    "records": Form(_named, lambda role: {"type": "object", "additionalProperties": _record(role)}),
    "record": Form(_free, _record),
    "points": Form(_free, OBJECT),
    "numbers": Form(_free, lambda role: {**LIST, "minItems": role.size, "maxItems": role.size} if role.size else _SCALAR_OR_LIST),
    "law": Form(_free, _ANY),
    "signal": Form(_free, _ANY),
}
"""Kind of role → how it is written. Kinds that are not here are checked where they are read."""
