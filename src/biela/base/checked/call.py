"""Arguments of public calls, checked against their annotations."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import inspect
import math
import numbers
import sys
import types
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeVar, overload

from biela.base.checked.kind import MAX_MAGNITUDE, MIN_MAGNITUDE, Kind, hints_of, is_array, is_real, kind_of, of_dimensions, shown
from biela.base.errors import BielaError, DescriptionError

T = TypeVar("T")
Names = tuple[str, ...]


@overload
def checked(thing: T, /) -> T: ...


@overload
def checked(**rules: Any) -> Callable[[T], T]: ...


def checked(thing: Any = None, /, **rules: Any) -> Any:
    """Check the arguments of the function below, or the fields of the dataclass below; `rules` are those of `Rules`."""
    known = Rules(**rules)

    def decorate(thing: Any) -> Any:
        return _class(thing, known) if isinstance(thing, type) else _function(thing, known)

    return decorate if thing is None else decorate(thing)


class Rules(NamedTuple):
    """Rules beyond annotations.

    positive, nonnegative : numbers that must be above zero, or not below
    infinite : numbers that may be infinite
    own : parameters that the function checks itself, with better words
    most : name → largest number of it that a computer can bear
    ndim : name → possible numbers of dimensions of an array
    """

    positive: Names = ()
    nonnegative: Names = ()
    infinite: Names = ()
    own: Names = ()
    most: Mapping[str, float] = {}
    ndim: Mapping[str, tuple[int, ...]] = {}

    def kind(self, name: str, hint: Any) -> Kind | None:
        """Return the kind of value that a parameter asks for, its bounds included."""
        kind = None if name in self.own else kind_of(hint, name in self.infinite)
        least, most = 0.0 if name in self.positive + self.nonnegative else -math.inf, self.most.get(name, math.inf)
        if kind is not None and name in self.ndim:
            return of_dimensions(kind, self.ndim[name])
        if kind is None or (least, most) == (-math.inf, math.inf):
            return kind
        above = name in self.positive
        bound = "" if least < 0 else " above zero" if above else " not below zero"
        bound += "" if most == math.inf else f" up to {most:g}"

        def fits(x: Any) -> bool:
            bounded = not isinstance(x, numbers.Real) or ((least < x or (least == x and not above)) and x <= most)  # type: ignore[operator]
            return kind.fits(x) and bool(bounded)

        return Kind(f"{kind.words}{bound}", fits)


def fitting(function: Any, given: Mapping[str, Any], **rules: Any) -> None:
    """Check arguments in the first line of a function, `fitting(simulate, locals())`: type checkers lose sight of decorated methods
    of `Mechanism` in a circle of imports."""
    if function not in _KINDS:
        _KINDS[function] = _kinds(function, Rules(**rules))
    for name, kind in _KINDS[function].items():
        if not kind.fits(given[name]):
            raise misfit(function.__name__, name, given[name], kind.words)


def _kinds(function: Any, rules: Rules) -> dict[str, Kind]:
    """Return the kinds that the parameters of a function ask for; looked up when it is first called, since imports stay quick."""
    function = inspect.unwrap(function)
    hints = hints_of(function.__annotations__, function.__globals__)
    named = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return {n: k for n in named if (k := rules.kind(n, hints.get(n, Any))) is not None}


def _called(function: Any) -> str:
    """Return the name that users call: of a constructor, that of its class."""
    return str(function.__qualname__.split(".")[0] if function.__name__ == "__init__" else function.__name__)


_KINDS: dict[Any, dict[str, Kind]] = {}


def _function(function: Any, rules: Rules) -> Any:
    kinds: dict[str, Kind] = {}
    order: list[str] | None = None
    rest, inner = "", guarded(function)

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal order, rest
        if order is None:
            kinds.update(_kinds(function, rules))
            parameters = inspect.signature(function).parameters.values()
            rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "")
            order = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        # too many arguments, missing and unknown ones are refused by the function itself
        for name, value in (*zip(chain(order, repeat(rest)), args, strict=False), *kwargs.items()):
            if (kind := kinds.get(name)) is not None and not kind.fits(value):
                raise misfit(_called(function), name, value, kind.words)
        return inner(*args, **kwargs)

    call.checks_arguments = True  # type: ignore[attr-defined]
    return call


def _fields(cls: Any, rules: Rules) -> dict[str, Kind]:
    """Return the kinds of values that the fields of a dataclass ask for, each in the words of the module that declares it."""
    found = {}
    for field in dataclasses.fields(cls):
        home = next(c for c in cls.__mro__ if field.name in vars(c).get("__annotations__", {}))
        hint = hints_of({field.name: field.type}, vars(sys.modules[home.__module__]))[field.name]
        if field.init and (kind := rules.kind(field.name, hint)) is not None:
            found[field.name] = kind
    return found


def _class(cls: Any, rules: Rules) -> Any:
    inner = guarded(cls.__post_init__) if hasattr(cls, "__post_init__") else None
    kinds: dict[str, Kind] = {}

    def __post_init__(self: Any) -> None:
        if not kinds:
            kinds.update(_fields(cls, rules))
        for name, kind in kinds.items():
            if not kind.fits(value := getattr(self, name)):
                raise misfit(cls.__name__, name, value, kind.words)
        if inner is not None:
            inner(self)

    cls.__post_init__ = __post_init__
    return cls


class Misfit(DescriptionError):
    """An argument is not of the kind that a call asks for."""


def misfit(what: str, name: str, value: Any, words: str) -> Misfit:
    """The error about an argument."""
    if is_real(value) and MAX_MAGNITUDE < abs(value) < math.inf:
        words += f", of a size up to {MAX_MAGNITUDE:g}"
    return Misfit(f"{what}: {name} is {shown(value)}: give {words}.")


# ------------------------------------------------------------------------------------------------------- calls that fail

OPERATORS = (
    "__init__", "__post_init__", "__getitem__", "__contains__", "__call__", "__add__", "__radd__", "__sub__", "__rsub__", "__mul__",
    "__rmul__", "__truediv__", "__rtruediv__", "__matmul__", "__pow__", "__rpow__",
)  # fmt: skip

WORDS = {"__init__": "", "__post_init__": "", "__call__": "", "__getitem__": "[…]", "__contains__": ": … in it"}
"""Operator → what users write."""


def guard(module: str, *only: str) -> None:
    """Explain failures of all public calls of a module, or of what a package imports from its modules: one line at the end,
    `guard(__name__)`; or of those that are named.

    A function or method that fails with an error of Python's or of a library is asked for its arguments; the first one that does
    not fit its annotation is the culprit and is named; where all fit, the first that is `odd`, then the first that is `unusual`.
    A call that succeeds costs nothing, and nothing that works is refused: where a wrong argument would still give a number, use
    `checked`. Where nothing is unusual, the error stays what it is.
    """
    offered = vars(sys.modules[module])
    for name, thing in list(offered.items()):
        home = str(getattr(thing, "__module__", ""))
        if name.startswith("_") or not (home == module or home.startswith(f"{module}.")) or (only and name not in only):
            continue
        if isinstance(thing, types.FunctionType):
            offered[name] = explained = guarded(thing)
            if vars(sys.modules[home]).get(name) is thing:
                setattr(sys.modules[home], name, explained)
        elif isinstance(thing, type):
            for cls in thing.__mro__:  # what it inherits, too
                if f"{cls.__module__}.".startswith(f"{module}."):
                    _guard_methods(cls)


def _guard_methods(cls: type) -> None:
    for name, member in list(vars(cls).items()):
        if name.startswith("_") and name not in OPERATORS:
            continue
        if isinstance(member, types.FunctionType):
            setattr(cls, name, guarded(member))
        elif isinstance(member, classmethod | staticmethod) and isinstance(member.__func__, types.FunctionType):
            setattr(cls, name, type(member)(guarded(member.__func__)))


def guarded(function: Any) -> Any:
    """A function whose failures are explained; see `guard`."""
    if hasattr(function, "checks_arguments"):
        return function

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            culprit = _culprit(function, args, kwargs, error)
            if culprit is None:
                raise
            raise culprit from error

    call.checks_arguments = True  # type: ignore[attr-defined]
    return call


class Given(NamedTuple):
    """An argument of a call, or a field of its object."""

    of: str
    name: str
    value: Any
    kind: Kind | None


def _culprit(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any], error: Exception) -> Misfit | None:
    """The error about the argument, or field of the object, that made a call fail; None if none is to blame, or named already."""
    if isinstance(error, BielaError) and not isinstance(error, Misfit):
        return None
    try:
        arguments = _arguments(function, args, kwargs)
    except TypeError:
        return None  # what is missing, unknown or too much is said by Python
    fields: list[Given] = []
    if args and dataclasses.is_dataclass(args[0]) and not isinstance(args[0], type):
        cls, kinds = type(args[0]), _fields(type(args[0]), Rules())
        names = [field.name for field in dataclasses.fields(cls) if field.init]
        fields = [Given(cls.__name__, name, getattr(args[0], name, None), kinds.get(name)) for name in names]
    for one in arguments + fields:
        if one.kind is not None and not one.kind.fits(one.value):
            return misfit(one.of, one.name, one.value, one.kind.words)
    suspects = arguments + fields if function.__name__ == "__post_init__" else arguments
    if isinstance(error, Misfit):  # a call further down was given it, and names it its own way
        suspects = [one for one in suspects if f" is {shown(one.value)}: give " in str(error)]
    for remedy in (odd, unusual):
        for one in suspects:
            if words := remedy(one.value):
                return misfit(one.of, one.name, one.value, words)
    return None


def _arguments(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> list[Given]:
    signature = inspect.signature(function)
    given = signature.bind(*args, **kwargs).arguments
    owner, _, name = function.__qualname__.rpartition(".")
    what = f"{owner}{WORDS[name]}" if name in WORDS else function.__qualname__
    kinds, found = _kinds(function, Rules()), []
    for name in (name for name in given if name not in ("self", "cls")):
        several = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
        found += [Given(what, name, value, kinds.get(name)) for value in (given[name] if several else (given[name],))]
    return found


def reporter(function: Callable[..., Any] | None, name: str) -> Callable[..., Any]:
    """A function of a user, which does nothing if it is None; its failure becomes an error with its name."""

    def call(*args: Any) -> Any:
        try:
            return None if function is None else function(*args)
        except BielaError:
            raise
        except Exception as error:
            raise DescriptionError(f"your function {name} fails: {type(error).__name__}: {error}.") from error

    return call


def place(index: int, length: int, what: str) -> int:
    """An index into a list, counted from its end if negative."""
    if not -length <= index < length:
        raise DescriptionError(f"{what} is {shown(index)}: there are {length}, counted from 0.")
    return index


def real_array(x: Any, what: str, *, finite: bool = True) -> Any:
    """An array of real numbers; complex numbers, texts, bytes and objects are refused by name instead of converted."""
    import numpy as np

    if not is_array(x):
        raise DescriptionError(f"{what} is {shown(x)}: give real numbers.")
    values = np.asarray(x, float)
    if finite and not np.all(np.isfinite(values)):
        raise DescriptionError(f"{what} is {shown(x)}: give finite numbers.")
    return values


# ------------------------------------------------------------------------------------------------------------ values that fail

# They fit their annotation, but arithmetic, NumPy or CasADi may fail with them. They are not refused, since most calls take them;
# they explain a call that failed, each with what to give instead.


def odd(x: Any) -> str:
    """Return the remedy for a value that few functions take; nothing for any other."""
    try:
        repr(x)
        return _first(x, _odd)
    except Exception:  # objects of users may fail in any way
        return "a value that Python can print"


def unusual(x: Any) -> str:
    """Return the remedy for a value that many functions take, not all; nothing for any other."""
    return _first(x, _unusual)


def _first(x: Any, remedy: Callable[[Any], str], outer: tuple[Any, ...] = ()) -> str:
    """The remedy for the first entry that has one, at any depth."""
    if not isinstance(x, Mapping | list | tuple | abc.Set):
        return "" if isinstance(x, type | types.ModuleType) else remedy(x)
    if any(x is one for one in outer):
        return "a value that does not contain itself"
    entries = (*x.keys(), *x.values()) if isinstance(x, Mapping) else x
    return next(filter(None, (_first(entry, remedy, (*outer, x)) for entry in entries)), "")


def _odd(x: Any) -> str:
    kind = getattr(getattr(x, "dtype", None), "kind", "")
    if hasattr(x, "to_numpy"):  # pandas
        return "an array of NumPy, such as ….to_numpy()"
    if hasattr(x, "mask") and kind:
        return "an array without a mask, such as ….filled(np.nan)"
    if kind and not getattr(x, "ndim", 0):
        return "a float" if kind == "b" or (kind == "f" and x.dtype.itemsize > 8) else ""
    if isinstance(x, int):
        beyond = abs(x) > MAX_MAGNITUDE
        return "" if -(2**63) <= x < 2**64 else f"a number of a size up to {MAX_MAGNITUDE:g}" if beyond else f"a float: {x:g}"
    if isinstance(x, numbers.Number) and not isinstance(x, float):
        return "a float"
    if _is_matrix_of_casadi(x):
        return "" if type(x).__name__ == "SX" and x.shape == (1, 1) else "numbers, or one symbol (SX)"
    return ""


def _is_matrix_of_casadi(x: Any) -> bool:
    return type(x).__module__.startswith("casadi") and hasattr(x, "shape")


def _unusual(x: Any) -> str:
    if isinstance(x, float):
        if x == 0.0 or MIN_MAGNITUDE <= abs(x) <= MAX_MAGNITUDE:
            return ""
        return f"a number of a size from {MIN_MAGNITUDE:g}" if abs(x) < MIN_MAGNITUDE else "a finite number"
    if getattr(x, "ndim", 0) > 2:
        return "an array of two dimensions at most"
    if _is_matrix_of_casadi(x) or hasattr(x, "__SX__"):  # CasADi makes a symbol of it
        return "a number instead of a symbol or an expression of parameters"
    return ""
