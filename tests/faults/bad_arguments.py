"""Bad arguments of every kind: what no call is made for, and what is nearly right."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pandas

import biela


class Strange:
    """Not a number, not a text, not a list, and it cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __hash__ = None  # type: ignore[assignment]


BAD: dict[str, Any] = {
    "None": None, "object": object(), "strange": Strange(), "nan": float("nan"), "inf": float("inf"), "minus inf": -np.inf, "minus one": -1,
    "zero": 0, "one": 1, "half": 0.5, "tiny": 1e-300, "huge": 1e200, "giant": 10**400, "complex": 1 + 2j, "numpy complex": np.complex128(1j),
    "true": True, "bytes": b"1.0", "bytearray": bytearray(b"1"), "text": "nonsense", "number as text": "1.0", "empty text": "", "path text": "../../x",
    "surrogate": "\ud800", "null text": "a\0b", "long text": "x" * 5000, "empty list": [], "short list": [1.0], "pair": (1.0, 2.0), "ragged": [[1, 2], [3]],
    "texts": ["a", "b"], "Nones": [None, None, None], "nan list": [np.nan] * 3, "complex list": [1j, 2j, 3j], "bytes list": [b"1", b"2", b"3"],
    "empty mapping": {}, "mapping": {"a": 1}, "bad mapping": {1: None}, "nested": {"A": {"A": {}}}, "nan mapping": {"A": np.nan}, "complex mapping": {"A": 1j},
    "bytes mapping": {"A": b"1"}, "text mapping": {"A": "x"}, "list mapping": {"A": [1, 2, 3]}, "set": {1, 2}, "range": range(3), "generator": (i for i in "abc"),
    "function": lambda s: None, "function of nothing": lambda: 1.0, "failing": lambda *a: 1 / 0, "class": dict, "module": np, "ellipsis": ..., "slice": slice(3),
    "scalar array": np.array(1.0), "empty array": np.zeros(0), "matrix": np.zeros((2, 3)), "cube": np.zeros((2, 2, 2)), "texts array": np.array(["a", "b", "c"]),
    "objects array": np.array([None, {}, "x"], dtype=object), "complex array": np.array([1j, 2, 3]), "dates": np.array(["2020-01-01"], "datetime64[D]"),
    "nan array": np.full(3, np.nan), "other machine": biela.Mechanism("other"), "other ground": biela.Mechanism("other").ground, "path": Path("/dev/null/at all"),
}  # fmt: skip
"""What no call, or hardly any, is made for."""


class Float:
    """Converts to a number, and is none."""

    def __float__(self) -> float:
        return 1.0


class Failing:
    """Fails whatever it is asked for."""

    def fail(self, *more: Any, **named: Any) -> Any:
        raise RuntimeError("failing on purpose")

    __float__ = __array__ = __iter__ = __len__ = __bool__ = __repr__ = __str__ = fail


def _deep(kind: type) -> Any:
    """Lists or mappings one inside the other, deeper than Python recurses."""
    found: Any = 1.0
    for _ in range(3000):
        found = [found] if kind is list else {"A": found}
    return found


def _own_entry(kind: type) -> Any:
    """A list or mapping that holds itself."""
    found: Any = kind()
    found.append(found) if kind is list else found.update(A=found)
    return found


STRANGE: dict[str, Any] = {
    "decimal": Decimal("1.5"), "decimal nan": Decimal("NaN"), "fraction": Fraction(1, 3), "int8": np.int8(-3), "uint64": np.uint64(2**64 - 1),
    "float16": np.float16("inf"), "long double": np.longdouble("1e4000"), "numpy bool": np.bool_(True), "numpy text": np.str_("x"), "date": datetime(2020, 1, 1),
    "timedelta": timedelta(1), "numpy timedelta": np.timedelta64(3, "s"), "not a time": np.datetime64("NaT"), "series": pandas.Series([1.0, 2.0, 3.0]),
    "frame": pandas.DataFrame({"A": [1.0, 2.0]}), "masked": np.ma.masked_array([1.0, 2.0, 3.0], [1, 0, 0]), "records": np.zeros(2, [("a", float), ("b", "U3")]),
    "symbol": ca.SX.sym("z"), "symbols": ca.SX.sym("z", 3), "graph": ca.MX.sym("z"), "DM": ca.DM([1, 2, 3]), "memory": memoryview(b"abc"), "deque": deque([1, 2, 3]),
    "keys": {"A": 1}.keys(), "counter": Counter("aab"), "float-like": Float(), "fails": Failing(), "list of failures": [Failing()] * 3,
    "deep list": _deep(list), "deep mapping": _deep(dict), "list of itself": _own_entry(list), "mapping of itself": _own_entry(dict), "matrix of nan": [[1.0, np.nan], [0, 1]],
    "no rows": np.zeros((0, 3)), "no columns": np.zeros((3, 0)), "identity": np.eye(3), "mirror": -np.eye(3), "zeros": np.zeros(3), "identity 4": np.eye(4),
    "big-endian": np.arange(3, dtype=">f8"), "two lines": "a\nb", "right to left": "\u202eabc", "signal": "A.angle", "format": "{0}{x}%s%n", "inf as text": "inf",
    "ground": "ground", "joint": "A", "body": "link", "time": "time", "None key": {None: 1.0}, "pair key": {("A", 0): 1.0}, "None value": {"A": None},
    "huge value": {"A": 1e300}, "failing value": {"A": lambda t: 1 / 0}, "function of three": {"A": lambda a, b, c: 1}, "half a law": {"A": "sin("},
    "symbol value": {"A": ca.SX.sym("y")}, "function to nan": lambda *a: float("nan"), "function to text": lambda *a: "x", "function to array": lambda *a: np.zeros(7),
    "generator function": lambda *a: (yield), "sum": sum, "ufunc": np.sin, "error": ValueError("x"), "own class": biela.Mechanism, "int above 64 bits": 2**70,
    "denormal": 5e-324, "largest": 1.7e308, "folder": Path("/"), "long name": "x" * 300 + ".yaml", "other part": biela.Mechanism("other").body("q", mass=1.0),
    "other parameter": biela.Mechanism("other").parameter("p", 1.0),
}  # fmt: skip
"""Objects of other libraries, and objects that fail when they are looked at."""
BAD |= STRANGE


def _spoiled(x: Any) -> Any:
    """Numbers of which one is not a number."""
    spoiled = np.array(x, float)
    spoiled.flat[0] = np.nan
    return spoiled


NEAR: dict[str, Callable[[Any], Any]] = {
    "one less": lambda x: dict(list(x.items())[1:]) if isinstance(x, Mapping) else x[:-1],
    "one more": lambda x: {**x, "nobody": next(iter(x.values()))} if isinstance(x, Mapping) else x + x[-1:] if isinstance(x, str | tuple | list) else np.concatenate([x, x[-1:]]),
    "reversed": lambda x: x[::-1], "one not a number": _spoiled, "negative": lambda x: -np.asarray(x), "in a list": lambda x: [x], "as text": str,
    "first entry": lambda x: next(iter(x.values())) if isinstance(x, Mapping) else x[0], "as column": lambda x: np.asarray(x, float)[:, None],
    "times 1e9": lambda x: 1e9 * np.asarray(x), "as class": type,
}  # fmt: skip
"""What is nearly right: made of the good argument. Where one cannot be made, there is nothing to try."""


KINDS = (*BAD, *NEAR)
