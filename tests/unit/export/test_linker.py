"""Shared libraries of Linux, linked without a C library at hand."""

from __future__ import annotations

import ctypes
import math
import platform
from pathlib import Path

import pytest

from biela.export.compiler import compile_c, plain_link
from biela.export.compiler import platform as platform_named

pytest.importorskip("ziglang")

TEXT = """
#include <math.h>
#include <string.h>
double of_both(double x, const char *text) { return sin(x) + (double)strlen(text); }
"""


def _objects(folder: Path, text: str) -> list[str]:
    (folder / "own.c").write_text(text)
    target = ("-target", platform_named("linux64").target)
    compile_c([*target, "-O2", "-fPIC", "-c", "own.c", "-o", "own.o"], folder)
    return ["own.o"]


def _link(folder: Path, text: str) -> bool:
    target = ("-target", platform_named("linux64").target)
    return plain_link(target, _objects(folder, text), "own.so", folder)


@pytest.mark.skipif(platform.system() != "Linux" or platform.machine() != "x86_64", reason="loads a library of Linux")
def test_a_library_finds_the_functions_of_the_system(tmp_path: Path) -> None:
    assert _link(tmp_path, TEXT)
    function = ctypes.CDLL(str(tmp_path / "own.so")).of_both
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double, ctypes.c_char_p]
    assert function(0.5, b"four") == math.sin(0.5) + 4
    needed = (tmp_path / "own.so").read_bytes()
    assert b"libm.so.6" in needed and b"libc.so.6" in needed


def test_a_function_that_neither_library_is_known_to_have_is_left_to_the_compiler(tmp_path: Path) -> None:
    assert not _link(tmp_path, "int getpid(void);\nint own(void) { return getpid(); }\n")
    assert not (tmp_path / "own.so").exists()
