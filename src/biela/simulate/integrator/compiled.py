"""Compiled functions of the time loops: how they are made, kept on disk, and how they call each other.

A *routine* is a compiled function of one argument, the record of a run (`record.py`), known by its address. The
record holds the addresses of the routines that the run needs, and routines call each other through it. So every
routine is compiled alone, when first needed, and only then: a run without events never compiles the search for them.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.ir as ir
from numba import njit, types
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from biela.kernel import call

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
            native._cache._cache_file._source_stamp = _sources()
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


@cache
def _sources() -> str:
    """Stamp of everything that routines are compiled from.

    Numba would notice a change in the file of a routine only, not in the files of the helpers it uses.
    """
    digest = hashlib.sha256()
    for file in [Path(call.__file__), *sorted(Path(__file__).parent.glob("*.py"))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


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
