"""LLVM IR in, machine code out; and machine code in, callable addresses out."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from biela.base.interrupt import patient
from biela.kernel import processor, undocumented
from biela.kernel.operation import LIBRARY_FUNCTIONS

# functions that LLVM calls of its own accord: for loops that fill or copy memory, and on old processors
ALSO_CALLED = ("memset", "memcpy", "memmove", "floor", "ceil", "fmin", "fmax")


@cache
def _host() -> tuple[llvm.Target, str, str]:
    """Return (target, processor name, features) of this machine; prepare LLVM and its linker on first use."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    linkable()
    return (llvm.Target.from_triple(llvm.get_process_triple()), *processor.target())


@cache
def linkable() -> frozenset[str]:
    """Return the functions that machine code may call: those of the C library, which are registered with the linker here."""
    found: dict[str, Any] = {}
    names = [*LIBRARY_FUNCTIONS, *ALSO_CALLED]
    if sys.platform == "win32":
        library = ctypes.CDLL("ucrtbase")
        found["__chkstk"] = ctypes.CDLL("ntdll").__chkstk  # called by code with large stack frames
    elif sys.platform == "darwin":
        library = ctypes.CDLL("/usr/lib/libSystem.dylib")
        names += ["bzero", "memset_pattern16"]
    else:
        try:
            library = ctypes.CDLL("libm.so.6")
        except OSError:  # another C library than glibc: its functions are in the process already
            library = ctypes.CDLL(None)
    found |= {name: getattr(library, name) for name in names}
    for name, function in found.items():
        llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
    return frozenset(found)


def host_description() -> str:
    """Describe everything about LLVM and this processor that determines the code."""
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"LLVM {version} {llvm.get_process_triple()} {' '.join(_host()[1:])}"


def _target_machine() -> llvm.TargetMachine:
    target, cpu, features = _host()
    return target.create_target_machine(cpu=cpu, features=features, opt=2, codemodel="jitdefault", jit=True)


def compact_machine() -> llvm.TargetMachine:
    """Return the target of kernels, whose instructions name a constant by its distance, in four bytes.

    Otherwise it takes two instructions and fourteen bytes, and a long kernel waits for its instructions. What such code calls may
    be farther away than four bytes tell: calls go through a table of addresses (`text.far`).
    """
    if not processor.is_compact():
        return _target_machine()
    target, cpu, features = _host()
    return target.create_target_machine(cpu=cpu, features=features, opt=2, reloc="pic", codemodel="small", jit=True)


WASM = "wasm32-unknown-unknown", "generic"  # LLVM's names of the system and the processor of WebAssembly
Target = Callable[[], llvm.TargetMachine]  # makes a target machine: one for each thread that compiles
NOTHING, STRAIGHT_LINE, PAGES, LOOPS = range(4)
"""Efforts of LLVM: none, where code is compiled again; straight-line code; loops that a browser compiles again; loops."""


def _foreign(triple: str) -> llvm.Target:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple)


def machine_for(triple: str, cpu: str) -> llvm.TargetMachine:
    """Return the target machine of routines for another processor."""
    model = "static" if triple.startswith("x86") else "default"
    return _foreign(triple).create_target_machine(cpu=cpu, opt=3, reloc=model, codemodel="jitdefault", jit=True)


def wasm_machine() -> llvm.TargetMachine:
    """Return the target machine of kernels for WebAssembly, with features that every browser of the last years has.

    Instructions are selected quickly (`opt=0`), and the tape is written as it is: the browser's engine compiles the module again,
    and well. The excavator's kernels are ready in 0.3 s of CPU instead of 2; `wasm/` takes back more than the fifth by which the
    code grows.
    """
    return _foreign(WASM[0]).create_target_machine(cpu=WASM[1], features="+bulk-memory", opt=0)


def compile_module(text: str, target: Target = _target_machine, effort: int = STRAIGHT_LINE) -> bytes:
    """Compile one IR module to object code, for this processor or another one."""
    machine = target()
    module = llvm.parse_assembly(text, llvm.create_context())
    if effort in (PAGES, LOOPS):
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
    if effort:
        options = llvm.create_pipeline_tuning_options(speed_level=effort)
        options.loop_vectorization = options.slp_vectorization = effort == LOOPS
        builder = llvm.create_pass_builder(machine, options)
        undocumented.run_passes(builder.getModulePassManager(), module, builder)
    return undocumented.emit_object(machine, module)


def compile_modules(texts: Sequence[str], target: Target = _target_machine, effort: int = STRAIGHT_LINE) -> list[bytes]:
    """Compile several modules at the same time. Python is free to run meanwhile."""
    _host()
    workers = min(len(texts), os.cpu_count() or 1)
    if workers == 1:
        return [compile_module(text, target, effort) for text in texts]
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(workers)
    try:
        return list(pool.map(compile_module, texts, [target] * len(texts), [effort] * len(texts)))
    finally:  # after Ctrl-C nothing new is begun, and nobody waits
        pool.shutdown(wait=False, cancel_futures=True)


class LinkedCode:
    """Object code that is linked into this process. Its addresses are valid as long as it lives.

    compact : whether it is made for `compact_machine`
    """

    def __init__(self, objects: Sequence[bytes], compact: bool = False) -> None:
        # the empty module lives in LLVM's global context: one of its own could be freed before the engine when both
        # are garbage of the same cycle, and the engine would then touch freed memory
        with patient():
            # True: each object in one piece of memory; None: as LLVM does by default
            together = True if compact and processor.is_compact() else None
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(), together)
            for data in objects:
                self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
            self._engine.finalize_object()

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))

    def place(self, name: str) -> int:
        """Return the address of a variable."""
        return int(self._engine.get_global_value_address(name))
