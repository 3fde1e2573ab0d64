"""Routines: a Python function of a small vocabulary in, the address of its machine code out.

A *routine* is a compiled function of one argument, the address of a table of integers. It knows numbers and pointers, no
Python objects, so its machine code stands alone: it is shipped with biela or kept in the cache, and linked as kernels are.
The decorators only note functions down; `routine_to_llvm.py` translates those whose code is not at hand.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterator
from enum import EnumMeta
from functools import cache as once
from functools import update_wrapper
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar
from weakref import WeakSet

import numpy as np

from biela.base.interrupt import patient
from biela.base.locks import WORK, cached_property
from biela.kernel import cache, native, routine_source, shipped

Pointer = Any  # pointer in compiled code: indexed as an array, without bounds, reference counts or negative indices

ENTRY = "routine"  # name of the function by which a routine is known in its object file
LAYOUT, WORDS, FAULT, FAULT_INDEX, FAULT_SIZE = range(5)
"""First words of a table whose accesses can be checked: its declaration, its length, and what went wrong: the number of the field
plus one (0: nothing), the index, the size."""


class RoutineFunction:
    """Function for use inside routines."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.function.__name__} is compiled into routines: it cannot be called from Python")


class Helper(RoutineFunction):
    """Python function that is compiled into the routines that use it."""


class Inlined(Helper):
    """Python function whose code replaces every call of it, for the innermost part of a loop."""


class Intrinsic(RoutineFunction):
    """Function that writes the instructions of its call: `f(writer, *values)` with a `routine_value.InstructionWriter`."""


class Routine:
    """Compiled function `void f(int64_t *run)`; the GIL is released while it runs. It must not raise."""

    checked: ClassVar[bool] = False  # every access is compiled with a check of its bounds; see `biela.integrate.access`
    alive: ClassVar[WeakSet[Routine]] = WeakSet()  # all routines of this process

    def __init__(self, function: Callable[[Pointer], None]) -> None:
        self.function = function
        self.alive.add(self)
        self.__doc__ = function.__doc__
        self._address = 0

    @property
    def address(self) -> int:
        """Address of the machine code, which is loaded from disk, or compiled, when first asked for."""
        if not self._address:
            with WORK:  # a second thread waits for the first one's result
                self._address = self._address or _load(self.function, self.checked)
        return self._address

    def wasm(self) -> tuple[str, list[bytes]] | None:
        """Return entry and objects of the routine for WebAssembly; None where biela ships none, as for a user's own method."""
        found = shipped.stored(shipped.WASM, fingerprint(self.function))
        return None if found is None else (ENTRY, [found[1]])

    @cached_property
    def call(self) -> Callable[[int], None]:
        """Routine as a Python function of the address of a table."""
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.address)


compiled, inlined, intrinsic, routine = Helper, Inlined, Intrinsic, Routine  # the decorators

_kept: list[native.LinkedCode] = []
"""Owners of machine code, kept until the process ends, because addresses of it are everywhere."""


def _load(function: Callable[..., Any], checked: bool) -> int:
    """Return the address of a routine: shipped with biela, from the disk cache, or compiled and kept there."""
    own = fingerprint(function)
    found = None if checked else shipped.load(own)
    if found is None:
        name = cache.routine_name(own + (" checked" if checked else ""))
        stored = cache.load(name)
        found = stored and stored[1][0]
    if found is None:
        shipped.note_missing()
        from biela.kernel.routine_to_llvm import routine_text

        with patient():
            found = native.compile_module(routine_text(function, checked), effort=native.LOOPS)
        cache.save(name, {}, [found])
    code = native.LinkedCode([found])
    _kept.append(code)
    return code.address(ENTRY)


def fingerprint(function: Callable[..., Any]) -> str:
    """Return the digest of all that a routine is compiled from: its text, that of its helpers, their constants, the compiler."""
    facts: list[object] = [_compiler()]
    for part, values in _reached(function):
        facts += [routine_source.of(part), part.__defaults__, sorted(set(map(repr, values)))]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


@once
def _compiler() -> str:
    """Return the digest of what writes and compiles the text of routines."""
    names = ("routine_to_llvm", "routine_expression", "routine_reader", "routine_value", "native", "undocumented")
    files = [Path(__file__).with_name(f"{name}.py") for name in names]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _reached(function: Callable[..., Any]) -> Iterator[tuple[FunctionType, list[object]]]:
    """Yield a function and all that it calls, each with the constants that it names."""
    waiting: list[Any] = [function]
    seen = set[FunctionType]()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        codes: list[CodeType] = [part.__code__]
        values: list[object] = []
        for code in codes:
            codes += [c for c in code.co_consts if isinstance(c, CodeType)]
            for name, value in _named(part, code):
                if isinstance(value, int | float | str | tuple):
                    values.append((name, value))
                elif isinstance(value, np.ndarray | np.generic):
                    values.append((name, value.dtype, value.tolist()))
                elif isinstance(value, EnumMeta):
                    values.append((name, [(m.name, m.value) for m in list[Any](value)]))
                elif isinstance(value, RoutineFunction):
                    waiting.append(value.function)
                elif isinstance(value, FunctionType):
                    waiting.append(value)
        yield part, values


def _named(function: FunctionType, code: CodeType) -> Iterator[tuple[str, Any]]:
    """Yield the values behind the names in a function's code: globals, variables around it, attributes of modules, such as `at`."""
    around = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    modules = []
    for name in (*code.co_names, *code.co_freevars):
        value = around[name].cell_contents if name in around else function.__globals__.get(name)
        if isinstance(value, ModuleType):
            modules.append(vars(value))
        yield name, value
    for name in code.co_names:
        for module in modules:
            if not isinstance(value := module.get(name), FunctionType):  # a library's own, known by its version
                yield name, value
