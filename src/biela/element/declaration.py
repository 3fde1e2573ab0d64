"""Elements that have been declared, by section and word."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Callable, Mapping
from keyword import iskeyword
from math import isfinite
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar, dataclass_transform

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, DuplicateName
from biela.element.role import BOUNDS, Datum, Role, data, data_of, data_of_signature
from biela.element.units import check_unit
from biela.element.uses import who

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
MakeSymbol: TypeAlias = Callable[..., Any]
"""Makes a symbol of a name and, if it is not a scalar, of its numbers of rows and columns."""
TAKEN = ("name", "type", "self")
"""Names that every method or file entry has; no field can have them."""
SIX = ("rx", "ry", "rz", "x", "y", "z")
"""Entries of six numbers, angular first."""


class Figure(NamedTuple):
    """Something that pictures draw for an element, on the body of a frame.

    kind : "rail" along the z axis of the frame or "pad" in its x-y plane, as far as `other` moves; "wheel" of a radius about an
        axis; "coil" about the z axis; "roller" or "foot" at the point
    frame : where; or the name of a joint
    """

    kind: str
    frame: Any
    other: Any = None
    radius: Any = None
    axis: tuple[float, ...] = (0.0, 1.0, 0.0)


@dataclass(frozen=True)
class Element:
    """Base of all elements: what code may ask of them, whatever their class.

    Attributes
    ----------
    section : of a machine file, and the store of `Mechanism` that holds them
    look : what is drawn between its two ends: "spring", "damper", "strut" (both), "cylinder", "rod", or nothing
    home : module that declares all of biela's own elements of the section
    """

    name: str

    section: ClassVar[str] = ""
    look: ClassVar[str] = ""
    home: ClassVar[str] = ""

    def checked(self, machine: Any) -> Self:
        """Return the element itself, or one with data completed from the machine; raises `DescriptionError` if they do not fit
        together."""
        return self

    @property
    def ends(self) -> tuple[Any, ...]:
        """The two frames that it acts between; none for other elements."""
        return ()

    @property
    def marks(self) -> tuple[Any, ...]:
        """Frames that pictures mark with a point."""
        return ()

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Figures that pictures draw for it, besides what is between its ends."""
        return ()

    def expressions(self, symbol: MakeSymbol, signals: Any) -> list[Any] | None:
        """Return its law, as expressions of new symbols, by which the cache knows an element of a user; None if it only states
        data."""
        return None

    def flaws(self) -> list[str]:
        """Return the faults of the class of a user's element, besides those of its fields."""
        return []

    def depends_on(self, datum: Datum) -> bool:
        """Return whether its law depends on a datum, as the other data are now."""
        return True

    def linear(self, datum: Datum) -> bool:
        """Return whether its force is linear in a datum that is declared so, as the other data are now."""
        return getattr(self, datum.field) is not None


@dataclass(frozen=True)
class Declaration:
    """A declared element.

    Attributes
    ----------
    word : the method of `Mechanism` and the `type` in files
    section : of a machine file
    cls : its class
    noun : what errors call it: "spring"
    data : what it is described by, in the order of the arguments
    """

    word: str
    section: str
    cls: Any
    noun: str
    data: tuple[Datum, ...]

    def made(self, given: Mapping[str, Any]) -> Any:
        """Build the object of values by key."""
        star = next((d for d in self.data if d.star), None)
        listed = given[star.key] if star is not None else ()
        return self.cls(*listed, **{d.argument: given[d.key] for d in self.data if d.key in given and not d.star})

    @property
    def about(self) -> str:
        """The first paragraph of its documentation, in one line."""
        return " ".join((inspect.getdoc(self.cls) or "").partition("\n\n")[0].split())

    @property
    def own_data(self) -> tuple[Datum, ...]:
        """The data that are fields of the class."""
        return data_of(self.cls)

    @property
    def own(self) -> bool:
        """True if it belongs to biela; otherwise a user declared it."""
        return str(self.cls.__module__).startswith("biela.")


_DECLARED: dict[str, dict[str, Declaration]] = {}
_LISTENERS: list[Callable[[Declaration], None]] = []


@dataclass_transform(frozen_default=True, field_specifiers=(data, dataclasses.field))
def element(word: str, *, noun: str = "") -> Callable[[type[T]], type[T]]:
    """Declare the class below: it becomes a frozen dataclass, a method of `Mechanism`, a type in machine files and their
    schema, and part of the reference. See the head of `biela.element`.

    Parameters
    ----------
    word : name of the method and of the type in files
    noun : what errors call such an element; the word if omitted
    """

    if not isinstance(word, str):
        name = getattr(word, "__name__", "Magnet")
        raise DescriptionError(f'@element needs a word: write @element("{name.lower()}") above class {name}.')

    def declare(cls: type[T]) -> type[T]:
        if not isinstance(cls, type):
            raise DescriptionError(
                f"@element({word!r}) is above {getattr(cls, '__name__', repr(cls))}, which is not a class: write a class "
                "derived from a kind of element, such as LineLoad."
            )
        made = dataclass(frozen=True)(cls)
        section = getattr(made, "section", "")
        if not section:
            raise DescriptionError(
                f"{cls.__name__} cannot be declared as {word!r}: derive it from a kind of element, such as CoordinateLoad, "
                "LineLoad, PairLoad, FrameLoad, PairCoupling, Sensor or JointType."
            )
        made.word = word  # type: ignore[attr-defined]
        data = tuple(sorted((*getattr(made, "common", ()), *data_of(made)), key=lambda d: d.keyword_only))
        if not made.__module__.startswith("biela."):
            if home := getattr(made, "home", ""):  # biela's own words come first
                importlib.import_module(home)
            _check(made, data)
        enter(Declaration(word, section, made, noun or word.replace("_", " "), data))
        return made

    return declare


def _check(cls: Any, data: tuple[Datum, ...]) -> None:
    """Refuse a class of a user that lacks something, or states what does not exist."""
    own = {name for c in cls.__mro__ if not c.__module__.startswith("biela.") for name in inspect.get_annotations(c)}
    bare = [f.name for f in dataclasses.fields(cls) if f.name in own and "role" not in f.metadata and f.init]
    remedy = "data(…), or ClassVar[…] if it is the same for all"
    problems = [f"its field {name!r} is not declared; write {name}: … = {remedy}" for name in bare]
    if missing := sorted(getattr(cls, "__abstractmethods__", ())):
        problems.append(f"it has no {', '.join(missing)}; write `def {missing[0]}(self, …)`")
    for datum in data:
        if datum.argument in TAKEN or datum.key in TAKEN or iskeyword(datum.argument):
            problems.append(f"a field cannot be called {datum.field!r}; choose another name")
        if any(role.kind != datum.role.kind for role in _inherited(cls, datum.field)):
            problems.append(f"its field {datum.field!r} replaces one of {cls.__base__.__name__}; choose another name")
        if wrong := _default_problem(datum):
            problems.append(f"default of {datum.field} is {datum.default!r}: {wrong}")
        if datum.role.bound not in ("", *BOUNDS):
            problems.append(f"bound of {datum.field} is {datum.role.bound!r}; give one of {', '.join(BOUNDS)}")
        if wrong := check_unit(datum.role.unit, "q", "f", "any"):
            problems.append(f"unit of {datum.field}: {wrong}")
    if problems:
        raise DescriptionError(f"{who(cls)}: {problems[0].rstrip('.')}.")


def _inherited(cls: type, name: str) -> list[Role]:
    """Roles of a field in biela's own classes that a class derives from."""
    fields = [vars(base).get("__dataclass_fields__", {}).get(name) for base in cls.__mro__[1:] if base.__module__[:6] == "biela."]
    return [f.metadata["role"] for f in fields if f is not None and "role" in f.metadata]


def _default_problem(datum: Datum) -> str:
    """Return the fault of the default of a number; nothing if there is none, or None, which leaves the number out."""
    value = datum.default
    if datum.role.kind not in ("number", "fixed") or datum.required or value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return "give a finite number, or None"
    if (datum.role.bound == "positive" and value <= 0) or (datum.role.bound == "nonnegative" and value < 0):
        return f"its bound is {datum.role.bound!r}"
    return ""


def function_element(section: str, word: str, **roles: str | Role) -> Callable[[F], F]:
    """Declare the function below, which makes an object: its parameters with a role are its data."""

    def declare(build: F) -> F:
        enter(Declaration(word, section, build, word, data_of_signature(inspect.signature(build), roles)))
        return build

    return declare


@dataclass_transform(frozen_default=True, field_specifiers=(data, dataclasses.field))
def family(cls: type[T]) -> type[T]:
    """Return a family of elements, or a part of one: a frozen dataclass whose fields say their roles; it has no word of its own."""
    return dataclass(frozen=True)(cls)


def enter(declaration: Declaration) -> None:
    """Add a declaration; one that was made before under the same word, in the same file, is replaced."""
    word, cls = declaration.word, declaration.cls
    if not word.isidentifier() or word.startswith("_") or iskeyword(word):
        raise DescriptionError(
            f"{word!r} cannot name an element: use letters, digits and underscores, and no word of Python's own."
        )
    known = _DECLARED.setdefault(declaration.section, {}).get(word)
    if known is not None and (known.own or not _again(known.cls, cls)):
        raise DuplicateName(f"an element {word!r} is already declared, by {known.cls.__qualname__}: choose another word.")
    for listener in _LISTENERS:
        listener(declaration)
    _DECLARED[declaration.section][word] = declaration


def _again(known: Any, cls: Any) -> bool:
    """Return whether a class is another version of a known one: the same name in the same module, or its file was run again."""
    if known.__module__ == cls.__module__:
        return bool(known.__qualname__ == cls.__qualname__)
    return _file(known) == _file(cls)


def _file(cls: type) -> str:
    try:
        return inspect.getsourcefile(cls) or ""
    except TypeError:  # a class of an interactive session
        return str(cls.__module__)


def declared(section: str) -> dict[str, Declaration]:
    """Return all elements of a section, by word."""
    return dict(_DECLARED.get(section, {}))


def declaration_of(thing: object) -> Declaration | None:
    """Return the declaration of an object or a class; None if there is none."""
    cls = thing if isinstance(thing, type) else type(thing)
    found = _DECLARED.get(getattr(cls, "section", ""), {}).get(getattr(cls, "word", ""))
    return found if found is not None and found.cls is cls else None


def listen(listener: Callable[[Declaration], None]) -> None:
    """Call a function with every declaration, those that were made already and those to come."""
    for section in _DECLARED.values():
        for declaration in section.values():
            listener(declaration)
    _LISTENERS.append(listener)


# --------------------------------------------------------------------------------------------------------- linear coefficients


@dataclass(frozen=True)
class Coefficient:
    """A number that the force of an element is linear in.

    Attributes
    ----------
    entry : its name: the field, or field and axis (`stiffness_rx`)
    unit : with `q` and `f` for the units of a joint coordinate and its effort
    """

    entry: str
    field: str
    index: int | None
    unit: str
    value: Any


def coefficients(element: Any) -> list[Coefficient]:
    """Return the numbers that the force of an element is linear in."""
    found: list[Coefficient] = []
    for datum in data_of(element) if dataclasses.is_dataclass(element) else ():
        if not datum.role.linear or not element.linear(datum):
            continue
        value = getattr(element, datum.field)
        if datum.role.kind == "six":
            units = [unit for unit in datum.role.unit.split() for _ in range(3)]
            found += [Coefficient(f"{datum.field}_{axis}", datum.field, i, units[i], value[i]) for i, axis in enumerate(SIX)]
        else:
            found.append(Coefficient(datum.field, datum.field, None, datum.role.unit, value))
    return found


def with_coefficient(element: Any, entry: str, value: object) -> Any:
    """Return the element with another value of one coefficient."""
    found = next(c for c in coefficients(element) if c.entry == entry)
    if found.index is None:
        return dataclasses.replace(element, **{found.field: value})
    entries = list(getattr(element, found.field))
    entries[found.index] = value
    return dataclasses.replace(element, **{found.field: tuple(entries)})
