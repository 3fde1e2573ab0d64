"""The decorator of all compiled functions here, and the hooks in which integration methods differ.

Numba keeps compiled functions on disk, but notices a change only in the file of the outermost function; a loop
would go on with a stale copy of a helper from another file. Here the stamp of every cached function covers the
text of all files of this folder, and of the kernel call.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.ir as ir
from numba import njit, types
from numba.extending import intrinsic, overload

from biela.kernel import call

F = TypeVar("F", bound=Callable[..., Any])
Pointer = Any
"""A numba `CPointer`: indexed as an array, without bounds, reference counts or negative indices."""

_OPTIONS = {"nogil": True, "error_model": "numpy"}


@cache
def _sources() -> str:
    digest = hashlib.sha256()
    for file in [Path(call.__file__), *sorted(Path(__file__).parent.glob("*.py"))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def compiled(function: F) -> F:
    """Compile for native speed without the GIL, kept on disk where a place can be written to."""
    try:
        dispatcher = njit(function, cache=True, **_OPTIONS)
        dispatcher._cache._cache_file._source_stamp = _sources()
    except RuntimeError:  # no writable place for the cache: compile in each process
        dispatcher = njit(function, **_OPTIONS)
    return dispatcher  # type: ignore[no-any-return]


@intrinsic  # type: ignore[untyped-decorator]
def floats(typingctx: Any, address: Any) -> Any:
    """floats(address): the doubles that start at an address."""
    return types.CPointer(types.float64)(types.intp), _to_pointer


@intrinsic  # type: ignore[untyped-decorator]
def integers(typingctx: Any, address: Any) -> Any:
    """integers(address): the 64-bit integers that start at an address."""
    return types.CPointer(types.int64)(types.intp), _to_pointer


def _to_pointer(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))


# -- hooks: one name for all methods, the implementation chosen by the type of `method` when a loop is compiled ------


def begin(method: Any, run: Pointer) -> None:
    """Evaluate at the start of a step (t, x) all that does not depend on its size h, such as the first stage."""
    raise NotImplementedError


def step(method: Any, run: Pointer) -> None:
    """From (t, x) the candidate XS at TS = t + h, every lane with its own h; an embedded method leaves its error in E."""
    raise NotImplementedError


def finish(method: Any, run: Pointer, changed: bool) -> None:
    """After a step was accepted as XS, and `changed` by a correction: complete what `interpolate` needs."""
    raise NotImplementedError


def interpolate(method: Any, run: Pointer) -> None:
    """State XS inside the last accepted step, XO to X, at the fractions THETA of it."""
    raise NotImplementedError


def advance(method: Any, run: Pointer) -> bool:
    """Prepare the next step from what the last one left; False when `begin` must be called instead."""
    raise NotImplementedError


def implements(hook: Callable[..., Any], tag: type) -> Callable[[F], F]:
    """Register the implementation of a hook for the methods whose compiled tag is of type `tag`."""

    def register(function: F) -> F:
        if hook is finish:

            def choose(method: Any, run: Any, changed: Any) -> Any:
                return function if getattr(method, "instance_class", None) is tag else None
        else:

            def choose(method: Any, run: Any) -> Any:  # type: ignore[misc]
                return function if getattr(method, "instance_class", None) is tag else None

        overload(hook, jit_options=_OPTIONS)(choose)
        return function

    return register
