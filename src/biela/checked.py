"""Arguments of public calls, checked against their annotations before anything is computed.

    @checked(positive=("duration",))
    def simulate(mechanism: Mechanism, duration: float = 10.0, …

A `float` is a finite real number, an `int` a whole one; texts, files, mappings, lists, functions and objects are what they are
called. What does not fit is refused by its name. Values that the annotation leaves open (`Any`) are left to the function.
"""

from __future__ import annotations

import builtins
import collections.abc as abc
import inspect
import math
import numbers
import os
import sys
import types
import typing
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload

from biela.errors import BielaError, DescriptionError

T = TypeVar("T")
Names = tuple[str, ...]
HUGE = 1e75
"""No quantity of a machine is larger, in SI units: products of four of them are still numbers."""
SHOWN = 80
"""Characters of a value that a message repeats."""


class Kind(NamedTuple):
    """What an annotation asks for: in words, and as a test."""

    words: str
    fits: Callable[[Any], bool]


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
    """What annotations do not say.

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
        """What a parameter asks for, its bounds included."""
        kind = None if name in self.own else kind_of(hint, name in self.infinite)
        least = 0.0 if name in self.positive + self.nonnegative else -math.inf
        most = self.most.get(name, math.inf)
        if kind is not None and name in self.ndim:
            return _of_dimensions(kind, self.ndim[name])
        if kind is None or (least, most) == (-math.inf, math.inf):
            return kind
        above = name in self.positive
        bound = "" if least < 0 else " above zero" if above else " not below zero"
        bound += "" if most == math.inf else f" up to {most:g}"

        def fits(x: Any) -> bool:
            if not kind.fits(x):
                return False
            if not isinstance(x, numbers.Real):
                return True
            return bool((least < x or (least == x and not above)) and x <= most)  # type: ignore[operator]

        return Kind(f"{kind.words}{bound}", fits)


def fitting(function: Any, given: Mapping[str, Any], **rules: Any) -> None:
    """The same as a first line, `fitting(simulate, locals())`: for methods of `Mechanism` that stand in rooms further down,
    since type checkers lose sight of decorated functions in a circle of imports."""
    kinds = _KINDS.get(function)
    if kinds is None:
        kinds = _KINDS[function] = _kinds(function, Rules(**rules))
    for name, kind in kinds.items():
        if not kind.fits(given[name]):
            raise misfit(function.__name__, name, given[name], kind.words)


def _kinds(function: Any, rules: Rules) -> dict[str, Kind]:
    """What the parameters of a function ask for; looked up when it is first called, since imports stay quick."""
    hints = hints_of(function.__annotations__, function.__globals__)
    named = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return {n: k for n in named if (k := rules.kind(n, hints.get(n, Any))) is not None}


def _called(function: Any) -> str:
    """What users call: a class by its name."""
    return str(function.__qualname__.split(".")[0] if function.__name__ == "__init__" else function.__name__)


_KINDS: dict[Any, dict[str, Kind]] = {}


def _function(function: Any, rules: Rules) -> Any:
    kinds: dict[str, Kind] = {}
    order: list[str] | None = None
    rest = ""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal order, rest
        if order is None:
            kinds.update(_kinds(function, rules))
            parameters = inspect.signature(function).parameters.values()
            rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "")
            order = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        # too many arguments, missing and unknown ones are refused by the function itself
        for name, value in (*zip(order, args, strict=False), *kwargs.items()):
            if (kind := kinds.get(name)) is not None and not kind.fits(value):
                raise misfit(_called(function), name, value, kind.words)
        if (kind := kinds.get(rest)) is not None:
            for value in args[len(order) :]:
                if not kind.fits(value):
                    raise misfit(_called(function), rest, value, kind.words)
        return function(*args, **kwargs)

    return call


def _class(cls: Any, rules: Rules) -> Any:
    from dataclasses import fields

    inner = getattr(cls, "__post_init__", None)
    kinds: dict[str, Kind] = {}

    def __post_init__(self: Any) -> None:
        if not kinds:
            scope = vars(sys.modules[cls.__module__])
            hints = hints_of({f.name: f.type for f in fields(cls) if f.init}, scope)
            kinds.update({n: k for n, h in hints.items() if (k := rules.kind(n, h)) is not None})
        for name, kind in kinds.items():
            if not kind.fits(value := getattr(self, name)):
                raise misfit(cls.__name__, name, value, kind.words)
        if inner is not None:
            inner(self)

    cls.__post_init__ = __post_init__
    return cls


def misfit(what: str, name: str, value: Any, words: str) -> DescriptionError:
    """The error about an argument."""
    if is_real(value) and HUGE < abs(value) < math.inf:
        words += f", of a size up to {HUGE:g}"
    return DescriptionError(f"{what}: {name} is {shown(value)}: give {words}.")


def shown(value: Any) -> str:
    """A value in a message: short, in one line, and without failing."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # objects of users may fail to describe themselves
        text = f"an object of {type(value).__name__}"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def reporter(function: Callable[..., Any] | None, name: str) -> Callable[..., None]:
    """A function of a user that is called with the progress; its failure becomes an error with its name."""

    def call(*args: Any) -> None:
        try:
            if function is not None:
                function(*args)
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

    if not _is_array(x):
        raise DescriptionError(f"{what} is {shown(x)}: give real numbers.")
    values = np.asarray(x, float)
    if finite and not np.all(np.isfinite(values)):
        raise DescriptionError(f"{what} is {shown(x)}: give finite numbers.")
    return values


def is_text(x: Any) -> bool:
    """Text that can be written to a file: without halves of characters (surrogates)."""
    return isinstance(x, str) and (x.isascii() or not any("\ud800" <= c <= "\udfff" for c in x))


def is_real(x: Any) -> bool:
    """A real number that is not a truth value, of a size that floats have."""
    if type(x) is float:  # nearly always
        return True
    if (
        isinstance(x, bool)
        or bool(getattr(x, "ndim", 0))
        or getattr(getattr(x, "dtype", None), "kind", "f") not in "iuf"
    ):
        return False
    if not isinstance(x, numbers.Real) and type(x).__name__ != "ndarray":
        return False
    try:
        float(x)
    except OverflowError:
        return False
    return True


# ---------------------------------------------------------------------------------------------------------------- annotations


class _Names(dict[str, Any]):
    """Names in annotations; those that only type checkers import stand for a class of that name."""

    def __init__(self, scope: Mapping[str, Any]):
        super().__init__()
        self.scope = scope

    def __missing__(self, name: str) -> Any:
        if name in self.scope or name in vars(builtins):
            raise KeyError(name)
        return type(name, (), {"only_named": True, "__class_getitem__": classmethod(lambda cls, _: cls)})


def hints_of(annotations: Mapping[str, Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    """Annotations as objects; `Any` where one cannot be understood."""
    found = {}
    for name, hint in annotations.items():
        try:
            found[name] = eval(hint, dict(scope), _Names(scope)) if isinstance(hint, str) else hint
        except Exception:  # an annotation is for people and type checkers: it need not have a value
            found[name] = Any
    return found


def kind_of(hint: Any, infinite: bool = False) -> Kind | None:  # long: one case for each form of annotation
    """What an annotation asks for; None for anything."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _one_of(inside, infinite)
    if hint is Any or isinstance(hint, TypeVar):
        return None
    if hint is None or hint is type(None):
        return Kind("nothing", lambda x: x is None)
    if hint is float:
        words = "a number" if infinite else "a finite number"
        return Kind(words, lambda x: is_real(x) and (abs(float(x)) <= HUGE or (infinite and math.isinf(x))))
    if hint is int:
        return Kind(
            "a whole number",
            lambda x: isinstance(x, numbers.Integral) and not isinstance(x, bool) and abs(int(x)) < 2**63,
        )
    if hint is bool:
        return Kind("True or False", lambda x: isinstance(x, bool) or type(x).__name__ in ("bool_", "bool"))
    if hint is str:
        return Kind("some text", is_text)
    if hint is Path:
        return Kind("the name of a file", _is_path)
    if origin is typing.Literal:
        words = " or ".join(map(repr, inside))
        return Kind(words, lambda x: isinstance(x, (str, int, bool, type(None))) and x in inside)
    if hint is Callable or origin is abc.Callable:
        return Kind("a function", callable)
    if origin in (abc.Mapping, dict):
        return _mapping(*map(kind_of, inside))
    if origin in (abc.Sequence, abc.Collection, abc.Iterable, list, set):
        return _list(kind_of(inside[0]), numeric=inside[0] in (float, int))
    if origin is tuple:
        return _tuple(inside)
    if hint is slice:
        return Kind("a slice of whole numbers", _is_slice)
    if origin is type:
        return _class_of(inside[0])
    if getattr(origin, "__name__", "") == "ndarray":
        return Kind("real numbers", _is_array)
    if isinstance(hint, type) and hint is not object and origin is None:
        return Kind(_a(hint.__name__), lambda x: _is_a(x, hint))
    return None


def _one_of(hints: tuple[Any, ...], infinite: bool) -> Kind | None:
    """Any of several."""
    kinds: list[Kind | None] = []
    if any("_SupportsArray" in repr(one) for one in hints):  # `ArrayLike` is a union of much that is not a number
        from numpy.typing import ArrayLike

        hints = tuple(one for one in hints if one not in typing.get_args(ArrayLike))
        kinds.append(Kind("real numbers", _is_array))
    kinds += [kind_of(one, infinite) for one in hints]
    if None in kinds:
        return None
    if str in hints and Path in hints:
        kinds = [kind_of(one) for one in hints if one is not str]
    known = [k for k in kinds if k is not None]
    words = [k.words for k in known if k.words != "nothing"]
    return Kind(" or ".join(words), lambda x: any(k.fits(x) for k in known))


def _mapping(key: Kind | None = None, value: Kind | None = None) -> Kind:
    def fits(x: Any) -> bool:
        return isinstance(x, Mapping) and all(
            (key is None or key.fits(k)) and (value is None or value.fits(v)) for k, v in x.items()
        )

    words = "" if value is None or key is None else f" of {key.words} to {value.words}"
    return Kind(f"a mapping{words}", fits)


def _list(entry: Kind | None, numeric: bool = False) -> Kind:
    """A list of texts may also be a set or the keys of a mapping; one of numbers has an order."""

    def fits(x: Any) -> bool:
        whole = isinstance(x, abc.Collection) and not isinstance(x, str | bytes | bytearray)
        if numeric and isinstance(x, Mapping | abc.Set):
            return False
        if not whole or (
            hasattr(x, "ndim") and (x.ndim == 0 or len(x) == 0)
        ):  # numpy does not tell whether it is empty
            return False
        return entry is None or all(map(entry.fits, x))

    return Kind("a list" if entry is None else f"a list, each entry {entry.words}", fits)


def _tuple(inside: tuple[Any, ...]) -> Kind:
    if len(inside) == 2 and inside[1] is Ellipsis:
        return _list(kind_of(inside[0]), numeric=inside[0] in (float, int))
    kinds, whole = [kind_of(one) for one in inside], _list(None)

    def fits(x: Any) -> bool:
        if not whole.fits(x) or len(x) != len(kinds):
            return False
        return all(kind is None or kind.fits(one) for kind, one in zip(kinds, x, strict=True))

    each = kinds[0].words if kinds and kinds[0] is not None else "a value"
    return Kind(f"{len(kinds)} values, each {each}", fits)


def _of_dimensions(kind: Kind, ndim: tuple[int, ...]) -> Kind:
    """An array that has one of some numbers of dimensions, and an entry at least."""

    def fits(x: Any) -> bool:
        import numpy as np

        return kind.fits(x) and (x is None or (np.ndim(x) in ndim and np.size(x) > 0))

    return Kind(f"{kind.words} in {' or '.join(map(str, ndim))} dimensions", fits)


def _class_of(hint: Any) -> Kind:
    """A class, not one of its objects."""
    bases = typing.get_args(hint) or (hint,)
    words = " or ".join(f"the class {base.__name__}" for base in bases)
    return Kind(words, lambda x: isinstance(x, type) and issubclass(x, bases))


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def _is_a(x: Any, cls: Any) -> bool:
    if getattr(cls, "only_named", False):
        return any(c.__name__ == cls.__name__ for c in type(x).__mro__)
    return isinstance(x, cls)


def _is_array(x: Any) -> bool:
    """Real numbers in rows of equal length; NaN stands for what is missing."""
    import numpy as np

    if isinstance(x, str | bytes | bytearray | Mapping | abc.Set | abc.Iterator):
        return False
    try:
        return np.asarray(x).dtype.kind in "biuf"
    except Exception:  # whatever numpy makes of objects of users
        return False


def _is_slice(x: Any) -> bool:
    if not isinstance(x, slice) or x.step == 0:
        return False
    return all(end is None or isinstance(end, numbers.Integral) for end in (x.start, x.stop, x.step))


def _is_path(x: Any) -> bool:
    if not isinstance(x, str | os.PathLike):
        return False
    try:
        return b"\0" not in os.fsencode(x) and str(x) != ""
    except (UnicodeEncodeError, TypeError):
        return False
