"""The name of a kernel in, its code out: from the disk cache, or by derivation and compilation.

The functions of one machine are derived together. As long as the cache holds what is asked for, the derivation is
never run and CasADi never imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

from biela.base.dataclass import dataclass
from biela.base.interrupt import patient
from biela.base.locks import WORK
from biela.kernel import cache, interpreter, native, tape_to_llvm
from biela.kernel.optimise import only, optimise
from biela.kernel.tape import Signature, Tape, read_tape

if TYPE_CHECKING:
    import casadi

Backend = Literal["native", "interpreter", "auto"]

INTERPRETED_FROM = 1_000_000  # instructions beyond which `auto` interprets: compiling would take minutes

Linked = tuple[native.LinkedCode, int]  # owner of machine code, and the address of its entry


@dataclass(frozen=True)
class Facts:
    """Properties of a kernel that are known before its code."""

    signature: Signature
    instructions: int
    work_size: int
    backend: str


class KernelBuilder:
    """Builder of the kernels of functions that are derived together."""

    def __init__(
        self, build: Callable[[], Mapping[str, casadi.Function]], key: str | None, backend: Backend,
        on_compile: Callable[[str, int], None] | None = None,
    ) -> None:  # fmt: skip
        self._build, self._key, self._backend, self._on_compile = build, key, backend, on_compile
        self._functions: Mapping[str, casadi.Function] | None = None
        self._tapes: dict[str, Tape] = {}
        self._stored_tapes: set[str] = set()  # those of an earlier process
        self._plans: dict[str, tape_to_llvm.ChunkPlan] = {}

    def facts(self, name: str) -> Facts:
        """Return signature, size and backend of a kernel: cached, or read off its tape."""
        variant = f"facts {self._backend}"
        if entry := self._load(name, variant):
            header = entry[0]
            return Facts(Signature.from_plain(header["signature"]), header["instructions"], header["work_size"], header["backend"])
        tape = self.tape(name)
        backend: str = "interpreter" if self._backend == "auto" and len(tape) > INTERPRETED_FROM else self._backend
        # scratch memory that does for compiled and for interpreted code
        compiled = 0 if backend == "interpreter" else self._plan(name).work_size
        facts = Facts(tape.signature, len(tape), max(compiled, tape.n_slots), backend)
        self._save(name, variant, asdict(facts))
        return facts

    def stored(self, facts: Facts, lanes: int) -> Linked | None:
        """Load one version of a kernel from the disk cache; None where it must be compiled."""
        entry = self._load(facts.signature.name, f"native {lanes}")
        return entry and _linked(entry[1])

    def code(self, facts: Facts, lanes: int) -> Linked:
        """Return one version of a kernel in machine code, compiling it at need."""
        if found := self.stored(facts, lanes):
            return found
        name = facts.signature.name
        self._check_same(facts, self._plan(name).work_size)
        if self._on_compile is not None:
            self._on_compile(name, facts.instructions)
        texts = tape_to_llvm.lower(self.tape(name), self._plan(name), lanes)
        objects = native.compile_modules(texts, native.compact_machine)
        self._save(name, f"native {lanes}", {}, objects)
        return _linked(objects)

    def wasm(self, facts: Facts, entries: Sequence[int] | None) -> tuple[list[bytes], int]:
        """Return the objects of a kernel for WebAssembly, and the doubles of scratch memory that it needs; see `wasm/`. It computes
        the given entries of its first output, or all of them."""
        name = facts.signature.name
        wanted = "" if entries is None else hashlib.sha256(repr(list(entries)).encode()).hexdigest()
        variant = f"wasm {wanted}"
        if stored := self._load(name, variant):
            return stored[1], stored[0]["work_size"]
        self._check_same(facts, self._plan(name).work_size)
        tape = self.tape(name) if entries is None else only(self.tape(name), entries)
        plan = tape_to_llvm.plan(tape)
        objects = native.compile_modules(tape_to_llvm.lower(tape, plan, wasm=True), native.wasm_machine, native.NOTHING)
        self._save(name, variant, {"work_size": plan.work_size}, objects)
        return objects, plan.work_size

    def interpreted(self, facts: Facts, lanes: int) -> tuple[interpreter.Trampoline, bool]:
        """Return the trampoline of an interpreted kernel, and whether an earlier process interpreted it too."""
        name = facts.signature.name
        with WORK:
            self._check_same(facts, self.tape(name).n_slots)
            tape, known = self.tape(name), name in self._stored_tapes
            if not known:
                self._save(name, "tape", *tape.parts())
        return interpreter.Trampoline(tape, lanes), known

    def tape(self, name: str) -> Tape:
        """Return the tape of one function, deriving all of them at first need."""
        with WORK:
            if name in self._tapes:
                return self._tapes[name]
            if stored := self._load(name, "tape"):
                self._stored_tapes.add(name)
                self._tapes[name] = Tape.from_parts(*stored)
                return self._tapes[name]
            if self._functions is None:
                with patient():
                    self._functions = self._build()
            if name not in self._functions:
                raise KeyError(f"no function '{name}' to compile: the derivation returned {', '.join(self._functions) or 'none'}")
            with patient():
                self._tapes[name] = optimise(read_tape(self._functions[name], name))
            return self._tapes[name]

    def _plan(self, name: str) -> tape_to_llvm.ChunkPlan:
        with WORK:
            if name not in self._plans:
                self._plans[name] = tape_to_llvm.plan(self.tape(name))
            return self._plans[name]

    def _check_same(self, facts: Facts, work_size: int) -> None:
        """Refuse code of another function: callers have laid out their memory by the facts, and it would write beyond it."""
        name = facts.signature.name
        tape = self.tape(name)
        if (facts.signature, facts.instructions) != (tape.signature, len(tape)) or work_size > facts.work_size:
            why = f"the derivation of '{name}' returned another function than before for the same key: the key must determine it"
            raise RuntimeError(f"{why}. Clear the cache, or set BIELA_CACHE=off.")

    def _load(self, name: str, variant: str) -> cache.Content | None:
        return None if self._key is None else cache.load(cache.entry_name(self._key, name, variant))

    def _save(self, name: str, variant: str, header: cache.Header, parts: list[bytes] | None = None) -> None:
        if self._key is not None:
            cache.save(cache.entry_name(self._key, name, variant), header, parts or [])


def _linked(objects: list[bytes]) -> Linked:
    code = native.LinkedCode(objects, compact=True)
    return code, code.address(tape_to_llvm.ENTRY)
