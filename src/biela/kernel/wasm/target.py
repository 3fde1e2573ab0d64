"""Processor that WebAssembly describes, in LLVM's terms."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm

TRIPLE, PROCESSOR, FEATURES = "wasm32-unknown-unknown", "generic", "+bulk-memory"
"""Features that every browser of the last years has: no threads, no relaxed SIMD."""


@cache
def _target() -> llvm.Target:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE)


def machine() -> llvm.TargetMachine:
    """Make a target machine: one for each thread that compiles.

    Instructions are selected quickly (`opt=0`), and the tape is written as it is: the browser's engine compiles the module again,
    and well. The excavator's kernels are ready in 0.3 s of CPU instead of 2; `fold`, `share` and `pool`
    take back more than the fifth by which the code grows.
    """
    return _target().create_target_machine(cpu=PROCESSOR, features=FEATURES, opt=0)
