"""What object files need from outside, in the format of each platform."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from biela.kernel import native
from biela.kernel.object_file import undefined_symbols

MODULE = """
@elsewhere = external global double
@here = internal global double 1.0
@shared = common global double 0.0
declare double @a_function_with_a_long_name(double)
declare double @pow(double, double)
define internal double @inner(double %x) noinline {
  %y = call double @pow(double %x, double %x)
  ret double %y
}
define double @outer(double %x) {
  %a = call double @a_function_with_a_long_name(double %x)
  %b = call double @inner(double %a)
  %c = load double, double* @elsewhere
  %d = load double, double* @here
  %e = load double, double* @shared
  %f = fadd double %b, %c
  %g = fadd double %d, %e
  %h = fadd double %f, %g
  ret double %h
}
"""


def object_code(triple: str, text: str = MODULE) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="static", codemodel="small")
    module = llvm.parse_assembly(text.replace("double*", "ptr"))
    module.triple = triple
    return bytes(machine.emit_object(module))


@pytest.mark.parametrize(
    "triple",
    [
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "x86_64-apple-darwin",
        "arm64-apple-darwin",
        "x86_64-pc-windows-msvc",
    ],
)
def test_names_are_found_in_every_format(triple: str) -> None:
    found = undefined_symbols(object_code(triple)) - {"_fltused"}  # a mark of Windows that code has floats
    assert found == {"a_function_with_a_long_name", "elsewhere", "pow"}


def test_code_that_needs_nothing() -> None:
    text = "define i64 @alone(i64 %x) {\n ret i64 %x\n}"
    assert undefined_symbols(object_code(llvm.get_process_triple(), text)) == set()


def test_what_is_called_linkable_can_be_linked() -> None:
    """Every such name, referred to from one piece of code: LLVM would end the process at a name it cannot find."""
    names = sorted(native.linkable())
    declared = "\n".join(f"declare void @{name}()" for name in names)
    table = ", ".join(f"ptr @{name}" for name in names)
    text = f"{declared}\n@table = global [{len(names)} x ptr] [{table}]\ndefine ptr @f() {{\n ret ptr @table\n}}"
    code = native.compile_module(text)
    assert undefined_symbols(code) == set(names)
    assert native.LinkedCode([code]).address("f")


@pytest.mark.parametrize("data", [b"", b"#!/bin/sh", b"\x7fELF\x01\x01" + bytes(100)])
def test_foreign_files_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="object file"):
        undefined_symbols(data)


def test_a_truncated_file_is_refused() -> None:
    code = object_code("x86_64-unknown-linux-gnu")
    with pytest.raises(ValueError, match="object file"):
        undefined_symbols(code[: len(code) // 2])
