"""Values that fit their annotation, but that arithmetic, NumPy or CasADi may fail with.

They are not refused: most calls take them. They explain a call that failed, each with what to give instead.
"""

from __future__ import annotations

import collections.abc as abc
import numbers
import types
from collections.abc import Callable, Mapping
from typing import Any

from biela.base.checked.kind import HUGE, SMALLEST


def odd(x: Any) -> str:
    """Return what to give instead of a value that few functions take; nothing for any other."""
    try:
        repr(x)
        return _first(x, _odd)
    except Exception:  # objects of users may fail in any way
        return "a value that Python can print"


def unusual(x: Any) -> str:
    """Return what to give instead of a value that many functions take, not all; nothing for any other."""
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
        beyond = abs(x) > HUGE
        return "" if -(2**63) <= x < 2**64 else f"a number of a size up to {HUGE:g}" if beyond else f"a float: {x:g}"
    if isinstance(x, numbers.Number) and not isinstance(x, float):
        return "a float"
    if _is_matrix_of_casadi(x):
        return "" if type(x).__name__ == "SX" and x.shape == (1, 1) else "numbers, or one symbol (SX)"
    return ""


def _is_matrix_of_casadi(x: Any) -> bool:
    return type(x).__module__.startswith("casadi") and hasattr(x, "shape")


def _unusual(x: Any) -> str:
    if isinstance(x, float):
        if x == 0.0 or SMALLEST <= abs(x) <= HUGE:
            return ""
        return f"a number of a size from {SMALLEST:g}" if abs(x) < SMALLEST else "a finite number"
    if getattr(x, "ndim", 0) > 2:
        return "an array of two dimensions at most"
    if _is_matrix_of_casadi(x) or hasattr(x, "__SX__"):  # CasADi makes a symbol of it
        return "a number instead of a symbol or an expression of parameters"
    return ""
