"""A module of biela run from Python, through wasmtime."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

MATH = {
    "hypot": math.hypot, "remainder": math.remainder, "erf": math.erf,
    "pow": lambda a, b: float(np.float64(a) ** np.float64(b)),
    "fmod": math.fmod,
}  # fmt: skip


class Instance:
    """Memory and functions of a module."""

    def __init__(self, module: bytes) -> None:
        import wasmtime

        self.store = wasmtime.Store()
        compiled = wasmtime.Module(self.store.engine, module)
        functions = [wasmtime.Func(self.store, i.type, MATH.get(i.name) or getattr(math, i.name)) for i in compiled.imports]
        exports = wasmtime.Instance(self.store, compiled, functions).exports(self.store)
        self.memory, self.table = exports["memory"], exports["table"]

    def write(self, address: int, values: Any, kind: Any = np.float64) -> None:
        self.memory.write(self.store, np.asarray(values, kind).tobytes(), address)

    def read(self, address: int, count: int, kind: Any = np.float64) -> Any:
        return np.frombuffer(self.memory.read(self.store, address, address + 8 * count), kind)

    def call(self, entry: int, *arguments: int) -> None:
        self.table.get(self.store, entry)(self.store, *arguments)

    def kernel(self, entry: int, free: int, inputs: Any, sizes: Any) -> list[Any]:
        """Outputs of a kernel, with tables and vectors from the address `free` on."""
        vectors, at = [np.atleast_1d(np.asarray(v, float)) for v in inputs], free + 1024
        places = []
        for v in [*vectors, *(np.zeros(n) for n in sizes)]:
            self.write(at, v)
            places.append(at)
            at += 8 * max(len(v), 1)
        self.write(free, places, np.int64)
        self.call(entry, free, free + 8 * len(vectors), at)
        return [self.read(a, n) for a, n in zip(places[len(vectors) :], sizes, strict=True)]
