"""Kinds of arguments: what an annotation asks for, in words and as a test.

A `float` is a finite real number, an `int` a whole one; texts, files, mappings, lists, functions and objects are what they are
called. `Annotated[…, Kind(words, fits)]` says it where Python's types cannot: a number or a symbol, three numbers, a unit.
"""

from __future__ import annotations

import builtins
import collections.abc as abc
import math
import numbers
import os
import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

MAX_MAGNITUDE = 1e75
"""No quantity of a machine is larger, in SI units: products of four of them are still numbers."""
MIN_MAGNITUDE = 1.0 / MAX_MAGNITUDE
"""No quantity of a machine is smaller, unless it is zero."""
SHOWN_LENGTH = 80
"""Characters of a value that a message repeats."""
ARRAY_LIKE = "ArrayLike"
"""Repr of NumPy's type of that name from 2.5 on; before, it is a union. Both admit much that is not a number."""


class Kind(NamedTuple):
    """Demand of an annotation: in words, and as a test."""

    words: str
    test: Callable[[Any], bool]

    def fits(self, x: Any) -> bool:
        """Return whether a value is of this kind; one that cannot be examined, such as a list of itself, is not."""
        try:
            return self.test(x)
        except Exception:  # objects of users may fail in any way
            return False


def shown(value: Any) -> str:
    """A value in a message: short, in one line, and without failing."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # objects of users may fail to describe themselves
        text = f"an object of {type(value).__name__}"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + "…"


def is_text(x: Any) -> bool:
    """Text that can be written to a file: without halves of characters (surrogates)."""
    return isinstance(x, str) and (x.isascii() or not any("\ud800" <= c <= "\udfff" for c in x))


def is_real(x: Any) -> bool:
    """A real number that is not a truth value, of a size that floats have."""
    if type(x) is float:  # nearly always
        return True
    if isinstance(x, bool) or bool(getattr(x, "ndim", 0)) or getattr(getattr(x, "dtype", None), "kind", "f") not in "iuf":
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
    """Return the kind of value that an annotation asks for; None for anything."""
    if repr(hint) == ARRAY_LIKE:
        return _one_of((hint,), infinite)
    hint = getattr(hint, "__value__", hint)  # what an alias made by `type X = …` stands for
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return next((one for one in inside[1:] if isinstance(one, Kind)), None) or kind_of(inside[0], infinite)
    if origin in (typing.Union, types.UnionType):
        return _one_of(inside, infinite)
    if hint is Any or isinstance(hint, TypeVar):
        return None
    if hint is None or (isinstance(hint, type) and hint in PLAIN):
        return PLAIN[hint or type(None)]
    if hint is float:
        words = "a number" if infinite else "a finite number"
        return Kind(words, lambda x: is_real(x) and (abs(float(x)) <= MAX_MAGNITUDE or (infinite and math.isinf(x))))
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
    if origin is type:
        bases = typing.get_args(inside[0]) or inside[:1]
        words = " or ".join(f"the class {base.__name__}" for base in bases)
        return Kind(words, lambda x: isinstance(x, type) and issubclass(x, bases))
    if getattr(origin, "__name__", "") == "ndarray":
        return Kind("real numbers", is_array)
    if isinstance(hint, type) and hint is not object and origin is None:
        name, only_named = hint.__name__, getattr(hint, "only_named", False)
        return Kind(
            f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}",
            lambda x: name in [c.__name__ for c in type(x).__mro__] if only_named else isinstance(x, hint),
        )
    return None


def _one_of(hints: tuple[Any, ...], infinite: bool) -> Kind | None:
    """Any of several."""
    kinds: list[Kind | None] = []
    if any(repr(one) == ARRAY_LIKE or "_SupportsArray" in repr(one) for one in hints):
        from numpy.typing import ArrayLike

        hints = tuple(one for one in hints if one not in (ArrayLike, *typing.get_args(ArrayLike)))
        kinds.append(Kind("real numbers", is_array))
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
        return isinstance(x, Mapping) and all((not key or key.fits(k)) and (not value or value.fits(v)) for k, v in x.items())

    words = "" if value is None or key is None else f" of {key.words} to {value.words}"
    return Kind(f"a mapping{words}", fits)


def _list(entry: Kind | None, numeric: bool = False) -> Kind:
    """A list of texts may also be a set or the keys of a mapping; one of numbers has an order."""

    def fits(x: Any) -> bool:
        whole = isinstance(x, abc.Collection) and not isinstance(x, str | bytes | bytearray)
        if numeric and isinstance(x, Mapping | abc.Set):
            return False
        if not whole or (hasattr(x, "ndim") and (x.ndim == 0 or len(x) == 0)):  # numpy does not tell whether it is empty
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


def of_dimensions(kind: Kind, ndim: tuple[int, ...]) -> Kind:
    """An array that has one of some numbers of dimensions, and an entry at least."""

    def fits(x: Any) -> bool:
        import numpy as np

        return kind.fits(x) and (x is None or (np.ndim(x) in ndim and np.size(x) > 0))

    return Kind(f"{kind.words} in {' or '.join(map(str, ndim))} dimension{'s' if max(ndim) > 1 else ''}", fits)


def is_array(x: Any) -> bool:
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


PLAIN = {
    type(None): Kind("nothing", lambda x: x is None),
    int: Kind("a whole number", lambda x: isinstance(x, numbers.Integral) and is_real(x) and abs(int(x)) < 2**63),
    bool: Kind("True or False", lambda x: isinstance(x, bool) or type(x).__name__ in ("bool_", "bool")),
    str: Kind("some text", is_text),
    Path: Kind("the name of a file", _is_path),
    slice: Kind("a slice of whole numbers", _is_slice),
}
"""Type → what an annotation with it asks for, whatever is around it."""


class Named:
    """Base of an object that holds a value for each of its `names`: `name in thing`, and `for name in thing`.

    Without these two Python would ask the object for `thing[0]`, `thing[1]`, …
    """

    if TYPE_CHECKING:  # a field or a property of the class

        @property
        def names(self) -> Collection[str]: ...

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)
