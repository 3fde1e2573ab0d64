"""Locals of WebAssembly functions that share their places: the result stays, whatever is read before it was written."""

from __future__ import annotations

import random
import struct

import pytest

from biela.kernel.wasm.binary import named, section, unsigned, vector
from biela.kernel.wasm.share import shared

F64, I32 = 0x7C, 0x7F
KIND = bytes([0x60]) + vector([bytes([F64])]) + vector([bytes([F64])])
ADD, MULTIPLY, END = b"\xa0", b"\xa2", b"\x0b"


def get(k: int) -> bytes:
    return b"\x20" + unsigned(k)


def put(k: int) -> bytes:
    return b"\x21" + unsigned(k)


def constant(value: float) -> bytes:
    return b"\x44" + struct.pack("<d", value)


def body(count: int, seed: int) -> bytes:
    """Values made of earlier ones at random, some inside branches, some from locals that were never written."""
    choice, code, known = random.Random(seed), b"", [0]
    for k in range(1, count):
        recent = known[-12:]
        if choice.random() < 0.05:
            code += get(count + choice.randrange(5)) + put(k)  # zero
        elif choice.random() < 0.1:  # written in both branches
            code += constant(choice.random()) + get(0) + b"\x63\x04\x40"  # if it is less than the argument
            code += get(choice.choice(recent)) + put(k) + b"\x05" + constant(choice.random()) + put(k) + END
        else:
            code += get(choice.choice(recent)) + constant(choice.uniform(-1, 1)) + MULTIPLY
            code += get(choice.choice(recent)) + ADD + put(k)
        known.append(k)
    total = get(count + 4) + b"".join(get(k) + ADD for k in known[-12:])
    return vector([unsigned(count - 1 + 2) + bytes([F64]), unsigned(3) + bytes([F64])]) + code + total + END


def value(code: bytes, argument: float) -> float:
    wasmtime = pytest.importorskip("wasmtime")
    module = b"".join([
        b"\0asm\1\0\0\0", section(1, vector([KIND])), section(3, vector([unsigned(0)])),
        section(7, vector([named("f") + b"\0\0"])), section(10, vector([unsigned(len(code)) + code])),
    ])  # fmt: skip
    store = wasmtime.Store()
    instance = wasmtime.Instance(store, wasmtime.Module(store.engine, module), [])
    return float(instance.exports(store)["f"](store, argument))


@pytest.mark.parametrize("seed", range(8))
def test_a_function_with_fewer_locals_gives_the_same(seed: int) -> None:
    long = body(400, seed)
    short = shared(long, KIND)
    assert len(short) < 0.95 * len(long)
    for argument in (0.1, 0.5, 0.9):
        assert value(short, argument) == value(long, argument)


def test_a_loop_is_left_alone() -> None:
    declared = vector([unsigned(200) + bytes([I32])])
    loop = declared + b"\x03\x40" + get(1) + put(2) + END + get(0) + END
    assert shared(loop, KIND) == loop


def test_a_function_with_few_locals_is_left_alone() -> None:
    assert shared(body(100, 1), KIND) == body(100, 1)
