"""Words of LLVM's assembly language: types, numbers, declarations, for one number or a vector of lanes."""

from __future__ import annotations

import struct

from biela.kernel import processor

# attributes of a mathematical function: its result is all it does, and LLVM must not replace it by what it thinks equal
PURE = "nobuiltin nounwind willreturn memory(none)"
FAR_LIBRARY = '!llvm.module.flags = !{!1}\n!1 = !{i32 7, !"RtLibUseGOT", i32 1}'
"""Functions that LLVM calls of its own accord, in a module, are `far`."""


def value_type(lanes: int, of: str = "double") -> str:
    return of if lanes == 1 else f"<{lanes} x {of}>"


def type_suffix(lanes: int) -> str:
    """Return the end of an intrinsic's name."""
    return "f64" if lanes == 1 else f"v{lanes}f64"


def literal(value: float, lanes: int = 1) -> str:
    """Write a double in exact notation, by its bits; in every lane."""
    bits = f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    return bits if lanes == 1 else f"splat (double {bits})"


def far() -> str:
    """Return the attribute of functions of other objects, which are called through a table of addresses."""
    return "nonlazybind" if processor.is_compact() else ""


def declare(name: str, arity: int, lanes: int = 1) -> str:
    T = value_type(lanes)
    return f"declare {T} {name}({', '.join([T] * arity)}) {PURE} {far()}"


def lane_by_lane(name: str, scalar: str, arity: int, lanes: int) -> str:
    """Define a vector function that calls a scalar one for each lane."""
    T, vectors = value_type(lanes), "ab"[:arity]
    lines = [f"define internal {T} {name}({', '.join(f'{T} %{v}' for v in vectors)}) noinline {PURE} {{"]
    if lanes == 1:
        operands = ", ".join(f"double %{v}" for v in vectors)
        return "\n".join([*lines, f"  %y = call double {scalar}({operands})", "  ret double %y", "}"])
    result = "poison"
    for k in range(lanes):
        lines += [f"  %{v}{k} = extractelement {T} %{v}, i32 {k}" for v in vectors]
        operands = ", ".join(f"double %{v}{k}" for v in vectors)
        lines.append(f"  %y{k} = call double {scalar}({operands})")
        lines.append(f"  %r{k} = insertelement {T} {result}, double %y{k}, i32 {k}")
        result = f"%r{k}"
    return "\n".join([*lines, f"  ret {T} {result}", "}"])


def piece_by_piece(name: str, narrow: str, arity: int, lanes: int, width: int) -> str:
    """Define a vector function that calls one of fewer lanes for each piece of its operands; lanes = 2ⁿ · width."""
    T, t, vectors = value_type(lanes), value_type(width), "ab"[:arity]
    lines = [f"define internal {T} {name}({', '.join(f'{T} %{v}' for v in vectors)}) noinline {PURE} {{"]
    for k in range(lanes // width):
        mask = ", ".join(f"i32 {k * width + j}" for j in range(width))
        lines += [f"  %{v}{k} = shufflevector {T} %{v}, {T} poison, <{width} x i32> <{mask}>" for v in vectors]
        lines.append(f"  %y{k} = call {t} {narrow}({', '.join(f'{t} %{v}{k}' for v in vectors)})")
    parts, size = [f"%y{k}" for k in range(lanes // width)], width
    while len(parts) > 1:
        pair, mask = value_type(size), ", ".join(f"i32 {j}" for j in range(2 * size))
        joined = [f"%j{size}.{k}" for k in range(len(parts) // 2)]
        for k, r in enumerate(joined):
            lines.append(f"  {r} = shufflevector {pair} {parts[2 * k]}, {pair} {parts[2 * k + 1]}, <{2 * size} x i32> <{mask}>")
        parts, size = joined, 2 * size
    return "\n".join([*lines, f"  ret {T} {parts[0]}", "}"])


CLEAR = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"


def clear(pointer: str, doubles: int) -> str:
    """Set that many doubles to zero; needs `CLEAR`."""
    return f"  call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {8 * doubles}, i1 false)"


def unpack(result: str, table: str, index: int | str, wide: bool = False) -> list[str]:
    """Write result = table[index], a pointer out of a table of pointers; `wide` where its words are longer than pointers."""
    if wide:
        start = [f"  {result}.t = getelementptr inbounds i64, ptr {table}, i64 {index}", f"  {result}.w = load i64, ptr {result}.t"]
        return [*start, f"  {result} = inttoptr i64 {result}.w to ptr"]
    return [f"  {result}.t = getelementptr inbounds ptr, ptr {table}, i64 {index}", f"  {result} = load ptr, ptr {result}.t"]
