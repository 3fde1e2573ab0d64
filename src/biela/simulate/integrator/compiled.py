"""Compiled functions of the time loops: how they are made, kept on disk, and how they call each other.

A *routine* is a compiled function of one argument, the record of a run (`record.py`), known by its address. The
record holds the addresses of the routines that the run needs, and routines call each other through it. So every
routine is compiled alone, when first needed, and only then: a run without events never compiles the search for them.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cached_property
from types import CodeType
from typing import Any, TypeVar

import llvmlite.ir as ir
import numpy as np
from numba import njit, types
from numba.core.caching import IndexDataCacheFile
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from . import record

F = TypeVar("F", bound=Callable[..., Any])
Pointer = Any
"""A numba `CPointer`: indexed as an array, without bounds, reference counts or negative indices."""

_RUN = types.CPointer(types.int64)
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def compiled(function: F) -> F:
    """A helper, compiled into the routines that use it."""
    return njit(function, **_OPTIONS)  # type: ignore[no-any-return]


class Routine:
    """A compiled function `void f(int64_t *run)`; the GIL is released while it runs."""

    def __init__(self, function: Callable[[Pointer], None]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    @cached_property
    def _native(self) -> Any:
        native: Any = CFunc(self.function, ((_RUN,), types.void), locals={}, options=_OPTIONS)
        try:
            native.enable_caching()
            cached, stamp = native._cache, fingerprint(self.function)
            name = f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}-{stamp}"
            cached._cache_file = IndexDataCacheFile(cached.cache_path, name, stamp)
        except RuntimeError:
            pass  # no place to write to: compiled anew in each process
        native.compile()
        return native

    @cached_property
    def address(self) -> int:
        """Where the machine code is; compiled, or loaded from disk, when first asked for."""
        return int(self._native.address)

    @cached_property
    def call(self) -> Callable[[int], None]:
        """The routine as a Python function of the address of a run's record."""
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.address)


def routine(function: Callable[[Pointer], None]) -> Routine:
    """Decorator: a function of the record of a run, to be compiled when it is first needed."""
    return Routine(function)


def fingerprint(function: Callable[..., Any]) -> str:
    """Digest of all that a routine is compiled from: its code as loaded, that of its helpers, and their constants.

    Numba itself looks only at the date of the file of the outermost function: it misses changes in helpers, and
    processes with different versions of the code would write to the same files.
    """
    digest = hashlib.sha256()
    waiting: list[Any] = [function]
    seen: set[Any] = set()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        codes = [part.__code__]
        for code in codes:
            codes += [c for c in code.co_consts if isinstance(c, CodeType)]
            constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
            digest.update(repr((code.co_name, code.co_code, code.co_names, code.co_varnames, constants)).encode())
            for name in code.co_names:  # globals and attributes alike: the constants are attributes of `record`
                values: list[Any] = [part.__globals__.get(name), getattr(record, name, None)]
                for value in values:
                    if isinstance(value, int | float | np.ndarray):
                        digest.update(repr((name, np.asarray(value).tolist())).encode())
                    elif hasattr(value, "py_func"):
                        waiting.append(value.py_func)
                    elif hasattr(value, "_defn"):  # an intrinsic
                        waiting.append(value._defn)
    return digest.hexdigest()[:16]


@intrinsic  # type: ignore[untyped-decorator]
def floats(typingctx: Any, address: Any) -> Any:
    """floats(address): the doubles that start at an address."""
    return types.CPointer(types.float64)(types.intp), _to_pointer


@intrinsic  # type: ignore[untyped-decorator]
def integers(typingctx: Any, address: Any) -> Any:
    """integers(address): the 64-bit integers that start at an address."""
    return _RUN(types.intp), _to_pointer


def _to_pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))


@intrinsic  # type: ignore[untyped-decorator]
def go(typingctx: Any, address: Any, run: Any) -> Any:
    """go(address, run): call the routine at an address."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [context.get_value_type(_RUN)])
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])
        return context.get_dummy_value()

    return types.void(types.intp, _RUN), emit
