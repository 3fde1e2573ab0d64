"""Where a kernel's code comes from: the disk cache, or derivation and compilation.

The functions of one machine are derived together. As long as the cache holds what is asked for, the derivation is
never run and CasADi never imported.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from biela.dataclass import dataclass
from biela.kernel import cache, interpreter, lower, native
from biela.kernel.tape import Signature, Tape, read_tape

if TYPE_CHECKING:
    import casadi

Backend = Literal["native", "interpreter", "auto"]

INTERPRETED_FROM = 400_000  # instructions; beyond, `auto` interprets: compiling would take half a minute


@dataclass(frozen=True)
class Facts:
    """What is known of a kernel before its code."""

    signature: Signature
    instructions: int
    work_size: int
    backend: str


class Source:
    """Functions derived together: their tapes, or what the disk cache holds in their place."""

    def __init__(
        self,
        build: Callable[[], Mapping[str, casadi.Function]],
        key: str | None,
        backend: Backend,
        on_compile: Callable[[str, int], None] | None = None,
    ) -> None:
        self._build, self._key, self._backend, self._on_compile = build, key, backend, on_compile
        self._functions: Mapping[str, casadi.Function] | None = None
        self._tapes: dict[str, Tape] = {}
        self._plans: dict[str, lower.Plan] = {}
        self._lock = threading.RLock()

    def facts(self, name: str) -> Facts:
        """Signature, size and backend of a kernel: cached, or read off its tape."""
        variant = f"facts {self._backend}"
        if entry := self._load(name, variant):
            header = entry[0]
            return Facts(
                Signature.from_plain(header["signature"]),
                header["instructions"],
                header["work_size"],
                header["backend"],
            )
        tape = self._tape(name)
        backend: str = self._backend
        if backend == "auto":
            backend = "native" if len(tape) <= INTERPRETED_FROM else "interpreter"
        work_size = self._plan(name).work_size if backend == "native" else tape.n_slots
        facts = Facts(tape.signature, len(tape), work_size, backend)
        self._save(name, variant, asdict(facts))
        return facts

    def code(self, facts: Facts, lanes: int) -> tuple[Any, int]:
        """One version of a kernel, ready to call: (owner of the code, address)."""
        name = facts.signature.name
        if facts.backend == "interpreter":
            return interpreter.load(self._interpreted_tape(facts), lanes)
        variant = f"native {lanes}"
        if entry := self._load(name, variant):
            objects = entry[1]
        else:
            tape, plan = self._tape(name), self._plan(name)
            _check_same(facts, tape, plan.work_size)
            if self._on_compile is not None:
                self._on_compile(name, len(tape))
            objects = native.compile_modules(lower.lower(tape, plan, lanes))
            self._save(name, variant, {}, objects)
        code = native.Code(objects)
        return code, code.address(lower.ENTRY)

    def _interpreted_tape(self, facts: Facts) -> Tape:
        name = facts.signature.name
        if entry := self._load(name, "tape"):
            return Tape.from_parts(*entry)
        tape = self._tape(name)
        _check_same(facts, tape, tape.n_slots)
        self._save(name, "tape", *tape.parts())
        return tape

    def _tape(self, name: str) -> Tape:
        """The tape of one function, deriving all of them at first need."""
        with self._lock:
            if self._functions is None:
                self._functions = self._build()
            if name not in self._functions:
                raise KeyError(
                    f"no function '{name}' to compile: the derivation returned {', '.join(self._functions) or 'none'}"
                )
            if name not in self._tapes:
                self._tapes[name] = read_tape(self._functions[name], name)
            return self._tapes[name]

    def _plan(self, name: str) -> lower.Plan:
        with self._lock:
            if name not in self._plans:
                self._plans[name] = lower.plan(self._tape(name))
            return self._plans[name]

    def _load(self, name: str, variant: str) -> tuple[dict[str, Any], list[bytes]] | None:
        return None if self._key is None else cache.load(cache.entry_name(self._key, name, variant))

    def _save(self, name: str, variant: str, header: Mapping[str, Any], parts: list[bytes] | None = None) -> None:
        if self._key is not None:
            cache.save(cache.entry_name(self._key, name, variant), header, parts or [])


def _check_same(facts: Facts, tape: Tape, work_size: int) -> None:
    """Callers have laid out their memory by the facts: code of another function would write beyond it."""
    if (facts.signature, facts.instructions, facts.work_size) != (tape.signature, len(tape), work_size):
        raise RuntimeError(
            f"the derivation of '{facts.signature.name}' returned another function than before for the same key: "
            "the key must determine it. Clear the cache, or set BIELA_CACHE=off."
        )
