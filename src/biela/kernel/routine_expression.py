"""Expressions of routines in LLVM IR: operators, conditions, calls. Second of three layers of one writer.

As in Python, the quotient of whole numbers is a double, and a truth value is 0 or 1 where a number is needed. As in NumPy, a
division by zero gives infinity. Powers up to the fourth are products. `and` and `or` give truth values.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from functools import partial, reduce
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.errors import Untranslatable
from biela.kernel.operation import LIBRARY_FUNCTIONS
from biela.kernel.routine import Intrinsic, RoutineFunction
from biela.kernel.routine_reader import Comparison, RoutineReader
from biela.kernel.routine_value import BOOL, INT, READ_AS, REAL, VOID, WORD, InstructionWriter, TypedValue, known, wider

COMPARE: dict[type, str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
ARITHMETIC = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
BITS = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl"}
INTRINSICS: dict[object, str] = {math.sqrt: "sqrt", math.floor: "floor", math.ceil: "ceil", math.fabs: "fabs"}
"""Functions that are instructions, or nearly so."""
CASTS: dict[object, str] = {float: REAL, int: INT, bool: BOOL, np.int64: INT, np.uint64: WORD}


class ExpressionWriter(RoutineReader, InstructionWriter):
    """Writer of the expressions of one function."""

    known = staticmethod(known)

    def variable(self, name: str) -> TypedValue:
        if name in self.variables:
            kind = self.variables[name]
            return TypedValue(kind, self.new(f"load {self.llvm(kind)}, ptr %v.{name}"))
        return known(self.named(name))

    def entry(self, base: TypedValue, index: ast.expr) -> TypedValue:
        if isinstance(base.type, tuple):
            return self.parts(base)[int(self.value(index).known)]
        if not base.constant:
            return self.read(base, self.value(index))
        places = [self.value(i) for i in (index.elts if isinstance(index, ast.Tuple) else [index])]
        if all(p.constant for p in places):
            found = base.known
            for p in places:
                found = found[p.known]
            return known(found)
        place = places[0]
        for size, p in zip(np.shape(base.known)[1:], places[1:], strict=True):
            place = self.binary(ast.Add(), self.binary(ast.Mult(), place, known(size)), p)
        return self.table_entry(np.asarray(base.known), self.convert(place, INT))

    def table_entry(self, table: NDArray[Any], place: TypedValue) -> TypedValue:
        """Read an entry of a table of constants, row by row."""
        kind, name = INT if table.dtype.kind in "iu" else REAL, self.module.constants(table.ravel())
        at = self.new(f"getelementptr inbounds {kind}, ptr {name}, i64 {place.text}")
        return TypedValue(kind, self.new(f"load {kind}, ptr {at}"))

    def operation(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        if isinstance(op, ast.Pow):
            return self._power(a, b)
        if WORD in (a.type, b.type):
            return self._word(op, self.convert(a, WORD), self.convert(b, WORD))
        kind = wider(a.type, b.type)
        if type(op) in BITS or isinstance(op, ast.RShift):
            if kind == REAL:
                raise Untranslatable(f"{self.name}: bits of a number with a fraction")
            what = BITS.get(type(op), "ashr")
            kind = kind if what in ("and", "or", "xor") else INT
            a, b = self.convert(a, kind), self.convert(b, kind)
            return TypedValue(kind, self.new(f"{what} {kind} {a.text}, {b.text}"))
        if isinstance(op, ast.Div) or kind == REAL:
            return self._real(op, self.convert(a, REAL), self.convert(b, REAL))
        a, b = self.convert(a, INT), self.convert(b, INT)
        if type(op) in ARITHMETIC:
            return TypedValue(INT, self.new(f"{ARITHMETIC[type(op)]} i64 {a.text}, {b.text}"))
        return self._floor_division(op, a, b)

    def _real(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        what = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}.get(type(op))
        if what is None:
            raise Untranslatable(f"{self.name}: {type(op).__name__} of numbers with a fraction")
        return TypedValue(REAL, self.new(f"{what} double {a.text}, {b.text}"))

    def _word(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        what = {**ARITHMETIC, **BITS, ast.RShift: "lshr", ast.FloorDiv: "udiv", ast.Mod: "urem"}[type(op)]
        return TypedValue(WORD, self.new(f"{what} i64 {a.text}, {b.text}"))

    def _floor_division(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        """Write a // b or a % b: the remainder has the sign of b."""
        rest = self.new(f"srem i64 {a.text}, {b.text}")
        other = self.new(f"icmp slt i64 {self.new(f'xor i64 {rest}, {b.text}')}, 0")
        below = self.new(f"and i1 {other}, {self.new(f'icmp ne i64 {rest}, 0')}")
        if isinstance(op, ast.Mod):
            return TypedValue(INT, self.new(f"select i1 {below}, i64 {self.new(f'add i64 {rest}, {b.text}')}, i64 {rest}"))
        whole = self.new(f"sdiv i64 {a.text}, {b.text}")
        return TypedValue(INT, self.new(f"sub i64 {whole}, {self.new(f'zext i1 {below} to i64')}"))

    def _power(self, a: TypedValue, b: TypedValue) -> TypedValue:
        a = self.convert(a, REAL)
        if b.constant and b.known in (1, 2, 3, 4):
            square = a if b.known == 1 else self._real(ast.Mult(), a, a)
            return square if b.known < 3 else self._real(ast.Mult(), square, a if b.known == 3 else square)
        if b.constant and b.known == 0.5:
            return self.mathematical("sqrt", [a])
        return self.mathematical("pow", [a, self.convert(b, REAL)])

    def mathematical(self, name: str, arguments: Sequence[TypedValue]) -> TypedValue:
        """Call a mathematical function: an instruction, or one of the C library."""
        callee = self.module.declare(name, len(arguments))
        given = ", ".join(f"double {self.convert(a, REAL).text}" for a in arguments)
        return TypedValue(REAL, self.new(f"call double {callee}({given})"))

    def opposite(self, negates: bool, value: TypedValue) -> TypedValue:
        if negates:
            return TypedValue(BOOL, self.new(f"xor i1 {self.truth(value)}, true"))
        if value.type == REAL:
            return TypedValue(REAL, self.new(f"fneg double {value.text}"))
        return TypedValue(INT, self.new(f"sub i64 0, {self.convert(value, INT).text}"))

    def comparison(self, pairs: Sequence[Comparison]) -> TypedValue:
        return reduce(partial(self.binary, ast.BitAnd()), (self._holds(*pair) for pair in pairs))

    def _holds(self, op: ast.cmpop, a: TypedValue, b: TypedValue) -> TypedValue:
        how, kind = COMPARE[type(op)], wider(a.type, b.type)
        kind = INT if kind == BOOL else kind
        a, b = self.convert(a, kind), self.convert(b, kind)
        if kind == REAL:
            return TypedValue(BOOL, self.new(f"fcmp {'une' if how == 'ne' else 'o' + how} double {a.text}, {b.text}"))
        sign = "" if how in ("eq", "ne") else "s" if kind == INT else "u"
        return TypedValue(BOOL, self.new(f"icmp {sign}{how} i64 {a.text}, {b.text}"))

    def logic(self, both: bool, values: Sequence[ast.expr]) -> TypedValue:
        """Write `and` or `or`: later truth values are evaluated only if earlier ones leave the answer open."""
        if not values:
            return known(both)
        value, rest = self.value(values[0]), values[1:]
        if value.constant:
            return known(not both) if bool(value.known) != both else self.logic(both, rest)
        test = self.truth(value)
        if not rest:
            return TypedValue(BOOL, test)
        more, end, start = self.label("more"), self.label("end"), self.block
        self.fork(test, more, end) if both else self.fork(test, end, more)
        self.begin(more)
        other = self.truth(self.logic(both, rest))
        last = self.block
        self.jump(end)
        self.begin(end)
        settled = "false" if both else "true"
        return TypedValue(BOOL, self.new(f"phi i1 [ {settled}, %{start} ], [ {other}, %{last} ]"))

    def either(self, test: TypedValue, yes: ast.expr, no: ast.expr) -> TypedValue:
        blocks, end = [self.label("yes"), self.label("no")], self.label("joined")
        self.fork(self.truth(test), *blocks)
        before, found = self.lines, []
        for block, part in zip(blocks, (yes, no), strict=True):
            self.lines = []
            self.begin(block)
            found.append((self.value(part), self.block, self.lines))
        kind, texts = wider(found[0][0].type, found[1][0].type), []
        for value, block, lines in found:  # conversions belong into the block of their value
            self.lines = lines
            texts.append(f"[ {self.convert(value, kind).text}, %{block} ]")
            self.jump(end)
            before += lines
        self.lines = before
        self.begin(end)
        return TypedValue(kind, self.new(f"phi {self.llvm(kind)} {', '.join(texts)}"))

    # -- calls ----------------------------------------------------------------------------------------------------------------

    def call(self, function: Any, arguments: list[TypedValue]) -> TypedValue:
        if isinstance(function, Intrinsic):
            return function.function(self, *arguments) or TypedValue(VOID, "")
        if isinstance(function, RoutineFunction | FunctionType):
            return self._own(RoutineFunction(function) if isinstance(function, FunctionType) else function, arguments)
        if function in (min, max):
            return self._extreme("lt" if function is min else "gt", arguments)
        if function is abs:
            return self._absolute(arguments[0])
        if function in CASTS:
            return self.convert(arguments[0], CASTS[function])
        if function in INTRINSICS:
            return self.mathematical(INTRINSICS[function], arguments)
        name = getattr(function, "__name__", "")
        if name in LIBRARY_FUNCTIONS and function is getattr(math, name, None):
            return self.mathematical(name, arguments)
        raise Untranslatable(f"{self.name}: a call of {name or function!r}")

    def _own(self, part: RoutineFunction, arguments: list[TypedValue]) -> TypedValue:
        """Call another function of the module."""
        name, kinds, result = self.module.function(part, [a.type for a in arguments])
        values = [*arguments, *map(known, self.module.defaults(part, len(arguments)))]
        given = [self.convert(a, k) for a, k in zip(values, kinds, strict=True)]
        text = f"call {self.llvm(result)} {name}({', '.join(f'{self.llvm(a.type)} {a.text}' for a in given)})"
        found = "" if result == VOID else self.new(text)
        if result == VOID:
            self.say(text)
        pointer = next((a for a in given if a.type in READ_AS), None)
        if self.module.checked and pointer is not None:
            self.refuse_after_fault(self.outer(pointer)[1])
        return TypedValue(result, found)

    def _extreme(self, how: str, arguments: list[TypedValue]) -> TypedValue:
        """Select the smallest or largest; of two equal ones, or if either is not a number, the later one."""
        best = arguments[0]
        for other in arguments[1:]:
            kind = wider(best.type, other.type)
            a, b = self.convert(best, kind), self.convert(other, kind)
            test = f"fcmp o{how}" if kind == REAL else f"icmp s{how}"
            first = self.new(f"{test} {kind} {a.text}, {b.text}")
            best = TypedValue(kind, self.new(f"select i1 {first}, {kind} {a.text}, {kind} {b.text}"))
        return best

    def _absolute(self, value: TypedValue) -> TypedValue:
        if value.type == REAL:
            return self.mathematical("fabs", [value])
        negative = self.new(f"icmp slt i64 {value.text}, 0")
        return TypedValue(INT, self.new(f"select i1 {negative}, i64 {self.new(f'sub i64 0, {value.text}')}, i64 {value.text}"))
