"""Roles: what a datum of an element is, and how it is written.

| role | in Python | in a file |
|---|---|---|
| `"N/m"` or `number("N/m")` | a number or an expression of parameters | the same, with any unit that fits |
| `"N/m > 0"`, `"N/m >= 0"` | the same, positive or not negative | |
| `numbers("m", 3)`, `matrix()` | a list, rows | a list, rows |
| `vector("m")`, `direction()`, `rotation()` | three numbers; a rotation also as rows | the same; a direction also as `x`, `-z` |
| `place()` | a body, a frame, or the name of either | `crank`, `crank.tip`, or {body, position, rotation} |
| `joint()`, `coordinate()` | a joint or its name; one of its coordinates | the name; name or number |
| `law("flow", "N*s/m")` | a number or a function of that variable | a number, an expression or a table |
| `signal("V")` | a number, a function of time or of signals | a number, an expression or a function of time |
| `signal_law()`, `components("N")` | a function of signals; three of them, or numbers | expressions of signals and t |
| `motion("m")`, `curve()`, `surface()` | a function of time, of x, of x, y, z | an expression, or {sine: …}, {table: …} |
| `text()`, `flag()`, `count()`, `choice("a", "b")`, `counts(0, 5)`, `signal_names()` | as it is | as it is |
| `points("m")`, `record(Fluid, density="kg/m^3")` | a mapping; an object | names and positions; the fields of the object |
| `signals()`, `records(FmuPort)`, `settings()` | mappings | names, each with a signal, an object or a value |
| `names()` | a list | a list of names |

A unit may contain `q` and `f`: the unit of the joint coordinate that the element acts on (rad or m), and of its effort.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import partial
from typing import Any

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError

__all__ = [
    "Role", "choice", "components", "coordinate", "count", "curve", "data", "direction", "fixed", "flag", "joint", "law", "matrix",
    "motion", "names", "number", "numbers", "place", "points", "record", "records", "rotation", "settings", "signal", "signal_law",
    "signal_name", "signal_names", "signals", "surface", "text", "vector",
]  # fmt: skip
BOUNDS = ("positive", "nonnegative")


class Assumed(float):
    """A number that nobody gave: the default of a datum that results depend on. `check` lists what a machine has of them."""


@dataclass(frozen=True)
class Role:
    """Meaning of a datum.

    Attributes
    ----------
    kind : one of the words above
    unit : of the numbers in it; "any" accepts every unit
    variables : names that a law or function depends on
    size : number of entries of a list, 0 for any; of a law, 1 if it may depend on its variable only
    words : of a choice
    build, roles : of a record: what makes the object, and the roles of its fields; of a choice that grows, what lists its words
    bound : of a number, one of `BOUNDS`
    linear : whether the force of the element is linear in it, so that identification can find it
    assumed : whether `check` says that the default was taken, or words for what it is; if omitted, it says so of quantities
        whose default is neither 0 nor 1
    per_angle : whether a value with a unit must name its angle: 5 mm/rev or 5 mm/rad, never 5 mm
    about : one line for the reference and for editors
    label : what errors call it; the name of the argument if empty
    argument : name of the argument of the method; the name of the field if empty
    key : name in files; the name of the argument if empty
    """

    kind: str
    unit: str = "1"
    variables: tuple[str, ...] = ()
    size: int = 0
    words: tuple[str, ...] = ()
    build: Callable[..., Any] | None = None
    roles: Mapping[str, Role] = field(default_factory=dict)
    bound: str = ""
    linear: bool = False
    assumed: bool | str | None = None
    per_angle: bool = False
    about: str = ""
    label: str = ""
    argument: str = ""
    key: str = ""


def _bounded(kind: str, text: str, label: str = "") -> Role:
    """Declare a quantity with the unit and bound of `m`, `m > 0` or `m >= 0`."""
    unit, _, sign = text.partition(" ")
    return Role(kind, unit, bound={"": "", "> 0": "positive", ">= 0": "nonnegative"}[sign], label=label)


def number(unit: str = "1", label: str = "") -> Role:
    """Declare a number, or an expression of parameters; `m > 0` and `m >= 0` bound it. `label` is what errors call it."""
    return _bounded("number", unit, label)


def fixed(unit: str = "1") -> Role:
    """Declare a number; free parameters count with their nominal values."""
    return _bounded("fixed", unit)


text, flag, count = partial(Role, "text"), partial(Role, "flag"), partial(Role, "count")
"""A text; true or false; a whole number."""
rotation = partial(Role, "rotation")
"""Roll, pitch and yaw, or a matrix by rows."""
direction = partial(Role, "direction")
"""A direction; its length does not matter."""
matrix = partial(Role, "matrix", "any")
"""Rows of numbers."""
place = partial(Role, "place", about="a body, a frame of it (body.frame), or {body, position, rotation}")
"""A frame on a body."""
joint = partial(Role, "joint", about="name of a joint")
coordinate = partial(Role, "coordinate", about="name or number; needed where the joint has several coordinates")
"""A coordinate of the joint."""
signal_law = partial(Role, "signal law", about="expression of signals and t")
"""A function of signals, or of time if its argument is called t."""
components = partial(Role, "components", about="numbers, expressions of signals and t, or functions of time")
"""Three components, each a number, a function of time or a function of signals."""
curve, surface = partial(Role, "curve", "any", ("x",)), partial(Role, "surface", "m", ("x", "y", "z"))
"""A function of one variable x; a function of x, y, z that vanishes on a surface."""
signal_name = partial(Role, "signal name", about="name of a signal")
signal_names = partial(Role, "signal names", about="names of signals")
names = partial(Role, "names", about="a list of names")
signals = partial(Role, "signals", "any", about="names, and a number, a function of time or an expression of signals for each")
settings = partial(Role, "settings", "any", about="names, and a number, a text, true or false for each")


def vector(unit: str = "m") -> Role:
    """Declare three numbers or expressions of parameters."""
    return Role("vector", unit)


def points(unit: str = "m") -> Role:
    """Declare names, and three numbers for each."""
    return Role("points", unit)


def numbers(unit: str, size: int = 0) -> Role:
    """Declare a list of numbers; of any length if no size is given, and then one number stands for all."""
    return Role("numbers", unit, size=size)


def law(variable: str, unit: str = "any", alone: bool = False) -> Role:
    """Declare a number of that unit, or a law: an expression of the variable and of signals (`alone`: of the variable only)."""
    return Role("law", unit, (variable,), 1 if alone else 0)


def signal(unit: str = "any") -> Role:
    """Declare a number, a function of time or a law of signals; a list of them for a vector."""
    return _bounded("signal", unit)


def motion(unit: str = "any") -> Role:
    """Declare a function of time."""
    return Role("motion", unit, ("t", "time"))


def choice(*words: str, of: Callable[[], Iterable[str]] | None = None) -> Role:
    """Declare one of these words, or of those that `of` lists when it is asked."""
    return Role("choice", words=words, build=of)


def six(angular: str, linear: str, bound: str = "") -> Role:
    """Declare six numbers, angular then linear; or two (angular, linear), or one for all."""
    return Role("six", f"{angular} {linear}", bound=bound)


def counts(least: int, most: int) -> Role:
    """Declare a list of whole numbers between two limits."""
    return Role("counts", words=(str(least), str(most)))


def record(build: Callable[..., Any], **roles: str | Role) -> Role:
    """Declare an object: the fields of a dataclass. Without roles, those that its own fields declare (see `data`)."""
    own = {k: as_role(r) for k, r in roles.items()} or _roles_of(build)
    return Role("record", build=build, roles=own)


def records(build: Callable[..., Any]) -> Role:
    """Declare names, and an object for each; see `record`."""
    return Role("records", build=build, roles=_roles_of(build))


def _roles_of(build: Any) -> dict[str, Role]:
    """Roles of the fields of a dataclass."""
    if not dataclasses.is_dataclass(build):
        raise DescriptionError(f"{build!r} is not a dataclass: give one whose fields declare their roles with `data(…)`.")
    return {d.key: d.role for d in data_of(build)}


def inline(build: Callable[..., Any]) -> Role:
    """Declare an object whose fields are arguments of the element."""
    return Role("inline", build=build, roles={d.key: d.role for d in data_of(build)})


def assuming(role: str | Role, assumed: bool | str) -> Role:
    """Declare a role whose default `check` lists, in these words, or does not list."""
    return dataclasses.replace(as_role(role), assumed=assumed)


def unit_on(unit: str, units: Mapping[str, str]) -> str:
    """Return a unit with `q` and `f` replaced: the units of a joint coordinate and of its effort."""
    return re.sub(r"[A-Za-z]+", lambda word: units.get(word.group(), word.group()), unit)


def as_role(r: str | Role) -> Role:
    """Return a role; a unit alone means a number in that unit."""
    return number(r) if isinstance(r, str) else r


# ------------------------------------------------------------------------------------------------------------ declared fields


@dataclass(frozen=True)
class Datum:
    """A field of an element that its method and its file entry know.

    Attributes
    ----------
    field, argument, key : its name in the object, in Python and in files
    default : `dataclasses.MISSING` where a value must be given
    star : whether the function takes the entries of a list one by one, `*coefficients`
    """

    field: str
    argument: str
    key: str
    role: Role
    default: Any
    keyword_only: bool
    star: bool = False

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING


def data(role: str | Role, *, default: Any = dataclasses.MISSING, kw_only: bool = False, **more: Any) -> Any:
    """Declare a field of a dataclass with its role: `stiffness: Scalar = data("N/m >= 0", default=0.0, about="k")`.

    more : further attributes of the role: about, label, argument, key, bound, linear, assumed, per_angle
    """
    own = dataclasses.replace(as_role(role), **more)
    if default is dataclasses.MISSING:
        return field(kw_only=kw_only, metadata={"role": own})
    if type(default) in (int, float) and worth_telling(own, default):
        default = Assumed(default)
    return field(default=default, kw_only=kw_only, metadata={"role": own})


def worth_telling(role: Role, default: object) -> bool:
    """Return whether results depend on a default that a reader of the description does not see."""
    if role.assumed is not None:
        return bool(role.assumed)
    if dataclasses.is_dataclass(default):
        return any(worth_telling(d.role, getattr(default, d.field)) for d in data_of(default))
    quantity = role.kind in ("number", "fixed", "law", "signal") and not isinstance(default, bool)
    return quantity and isinstance(default, int | float) and default not in (0, 1)


def data_of_signature(signature: inspect.Signature, roles: Mapping[str, str | Role]) -> tuple[Datum, ...]:
    """Return the data of a function; parameters without a role are left out."""
    found = [(n, p, dataclasses.MISSING if p.default is p.empty else p.default) for n, p in signature.parameters.items()]
    return tuple(
        Datum(name, name, name, as_role(roles[name]), default, p.kind is p.KEYWORD_ONLY, p.kind is p.VAR_POSITIONAL)
        for name, p, default in found
        if name in roles
    )


def data_of(cls: Any) -> tuple[Datum, ...]:
    """Return the declared data of a dataclass, in the order of the arguments; the coordinate of a joint comes last of those that
    may be given by position."""
    declared = [(f, role, role.argument or f.name) for f in dataclasses.fields(cls) if (role := f.metadata.get("role")) is not None]
    found = [Datum(f.name, name, role.key or name, role, f.default, bool(f.kw_only)) for f, role, name in declared]
    return tuple(sorted(found, key=lambda d: 2 if d.keyword_only else int(d.role.kind == "coordinate")))


guard(__name__)
