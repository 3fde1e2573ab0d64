"""Expressions of routines → C99: typed, and worked out as far as they are known."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from biela.base.errors import Untranslatable
from biela.integrate import access
from biela.integrate.record import Field
from biela.kernel.routine_reader import Comparison, RoutineReader
from biela.kernel.routine_value import TypedValue

INT, REAL, INTS, REALS, RECORD, OPTIONS, VOID = "int", "real", "int64_t *", "real *", "Run *", "options", "void"
COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|"}
VECTORS = {access.floats: REALS, access.part: REALS, access.integers: INTS, access.integer_part: INTS}
ACCESS = {*VECTORS, access.reals, access.call_kernel, access.go, access.record_at, access.swap}


def known(value: Any) -> TypedValue:
    """Return a constant; its text counts if it is a number."""
    value = int(value) if isinstance(value, bool | np.bool_) else value
    return TypedValue(INT if isinstance(value, int | np.integer) else REAL, str(value), value)


class Expressions(RoutineReader):
    """Translates the expressions of one function."""

    program: Any  # the `Program` that is written, and for which machine
    scope: dict[str, TypedValue]  # values of names at the place of the translation
    literal: Callable[[float], str]

    known = staticmethod(known)

    def text(self, value: TypedValue, kind: str = "") -> str:
        """Return an expression as C has it, of a kind if that is given."""
        return self.literal(float(value.known)) if value.constant and REAL in (value.type, kind) else value.text

    def variable(self, name: str) -> TypedValue:
        if name in self.scope:
            return self.scope[name]
        found = self.named(name)
        if isinstance(found, tuple | np.ndarray):
            table = np.asarray(found)
            return TypedValue("table", self.program.table(name, table), table)
        return known(found)

    def entry(self, base: TypedValue, index: ast.expr) -> TypedValue:
        if base.type == "table":
            return self._table_entry(base, index)
        place = self.value(index)
        if base.type == RECORD:
            found: TypedValue = self.program.number(place.known)
            return found
        if base.type == OPTIONS:
            return TypedValue(REAL, self.program.use(place.known))
        return TypedValue(REAL if base.type == REALS else INT, f"{base.text}[{place.text}]")

    def _table_entry(self, base: TypedValue, index: ast.expr) -> TypedValue:
        """Return an entry of a table of constants."""
        places = [self.value(i) for i in (index.elts if isinstance(index, ast.Tuple) else [index])]
        if all(p.constant for p in places):
            return known(base.known[tuple(p.known for p in places)].item())
        text = places[0].text
        for size, p in zip(base.known.shape[1:], places[1:], strict=True):
            text = f"({text}) * {size} + {p.text}"
        return TypedValue(INT if base.known.dtype.kind in "iu" else REAL, f"{base.text}[{text}]")

    def operation(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        if isinstance(op, ast.Pow):
            if b.constant and b.known in (2, 0.5):
                return TypedValue(REAL, f"{'square' if b.known == 2 else 'M_(sqrt)'}({self.text(a)})")
            return TypedValue(REAL, f"M_(pow)({self.text(a, REAL)}, {self.text(b, REAL)})")
        if a.type == INT and b.type == INT:
            return self._whole(op, a, b)
        return TypedValue(REAL, f"({self.text(a, REAL)} {BINARY[type(op)]} {self.text(b, REAL)})")

    def _whole(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        """Return whole numbers, without what one and zero do not change."""
        if isinstance(op, ast.Div):
            return TypedValue(REAL, f"((real){a.text} / (real){b.text})")
        for one, other in ((a, b), (b, a)):
            if isinstance(op, ast.Mult) and one.known == 1 or isinstance(op, ast.Add) and one.known == 0:
                return other
            if isinstance(op, ast.Mult) and one.known == 0:
                return known(0)
        if isinstance(op, ast.Sub) and b.known == 0:
            return a
        return TypedValue(INT, f"({a.text} {BINARY[type(op)]} {b.text})")

    def opposite(self, negates: bool, value: TypedValue) -> TypedValue:
        return TypedValue(INT, f"!({self.text(value)})") if negates else TypedValue(value.type, f"(-{self.text(value)})")

    def comparison(self, pairs: Sequence[Comparison]) -> TypedValue:
        parts = []
        for op, a, b in pairs:
            kind = REAL if REAL in (a.type, b.type) else INT
            parts.append(f"{self.text(a, kind)} {COMPARE[type(op)]} {self.text(b, kind)}")
        return TypedValue(INT, parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")")

    def logic(self, both: bool, values: Sequence[ast.expr]) -> TypedValue:
        left = []
        for part in values:
            value = self.value(part)
            if not value.constant:
                left.append(self.text(value))
            elif bool(value.known) != both:
                return known(not both)  # operands have no effects
        joined = (" && " if both else " || ").join(f"({p})" for p in left)
        return known(both) if not left else TypedValue(INT, f"({joined})" if len(left) > 1 else left[0])

    def either(self, test: TypedValue, yes: ast.expr, no: ast.expr) -> TypedValue:
        a, b = self.value(yes), self.value(no)
        kind = REAL if REAL in (a.type, b.type) else INT
        return TypedValue(kind, f"({self.text(test)} ? {self.text(a, kind)} : {self.text(b, kind)})")

    def _passed(self, arguments: Sequence[TypedValue]) -> list[str]:
        """Return arguments of a call; a record is passed once."""
        records = ["run"] if any(a.type == RECORD for a in arguments) else []
        return records + [self.text(a) for a in arguments if a.type != RECORD and not isinstance(a.known, Field)]

    def call(self, function: Any, arguments: list[TypedValue]) -> TypedValue:
        name = getattr(function, "__name__", repr(function))
        if function in ACCESS:
            return self._access(function, arguments)
        if function in (min, max, abs, float, int):
            return self._built_in(name, arguments)
        if getattr(function, "__module__", "") == "math":
            return TypedValue(REAL, f"M_({name})({self.text(arguments[0], REAL)})")
        own = getattr(function, "function", function)
        if not isinstance(own, FunctionType):
            raise Untranslatable(f"{self.name}: a call of {name}")
        callee, result, _ = self.program.function(own, arguments)
        return TypedValue(result, f"{callee}({', '.join(self._passed(arguments))})")

    def _built_in(self, name: str, arguments: list[TypedValue]) -> TypedValue:
        first = arguments[0]
        if name in ("float", "int"):
            kind = REAL if name == "float" else INT
            return TypedValue(kind, first.text if first.type == kind else f"({kind}){first.text}")
        kind = REAL if any(a.type == REAL for a in arguments) else INT
        if name == "abs":
            return TypedValue(kind, f"M_(fabs)({self.text(first)})" if kind == REAL else f"abs({first.text})")
        text = self.text(first, kind)
        for other in arguments[1:]:
            text = f"{name}_{kind}({text}, {self.text(other, kind)})"
        return TypedValue(kind, text)

    def _access(self, function: Any, arguments: list[TypedValue]) -> TypedValue:
        if function is access.reals:
            return TypedValue(OPTIONS, "run")
        field = arguments[1].known
        if not isinstance(field, Field):
            raise Untranslatable(f"{self.name}: a field that is not known")
        if function is access.go:
            some = field in self.program.machine.routines
            return TypedValue(VOID, f"{self.program.routine(field)}(run)" if some else "")
        if function is access.call_kernel:
            return TypedValue(VOID, self._kernel(*arguments[1:]))
        if function in VECTORS:
            text = self.program.use(field)
            if len(arguments) == 3:
                offset = self._whole(ast.Mult(), arguments[2], known(self.program.shape(field)[0]))
                text = text if offset.known == 0 else f"(run->{field.name.lower()} + {offset.text})"
            return TypedValue(VECTORS[function], text)
        raise Untranslatable(f"{self.name}: {function.__name__}")

    def _kernel(self, kernel: TypedValue, given: TypedValue, results: TypedValue, row: TypedValue | None = None) -> str:
        """Return a call of a kernel with the fields that two tables of addresses name."""
        if kernel.known not in self.program.machine.kernels:
            raise Untranslatable(f"{self.name}: there is no kernel {kernel.known.name}")
        name, tape = self.program.machine.kernels[kernel.known]
        layout = self.program.machine.layout
        inputs = given.known.declared.entries[: len(tape.signature.in_sizes)]
        outputs = results.known.declared.entries[: len(tape.signature.out_shapes)]
        places = []
        for entry in (*inputs, *outputs):
            field_name, _, index = entry.rstrip("]").partition("[")
            field = layout.fields[field_name]
            size, parts = self.program.shape(field)
            text = self.program.use(field)
            if index:
                which = (row or known(0)) if index == "*" else known(int(index) % parts)
                offset = self._whole(ast.Mult(), which, known(size))
                text = text if offset.known == 0 else f"{text} + {offset.text}"
            places.append(text)
        self.program.use(layout.fields["WORK"])
        return f"k_{name}({', '.join(places)}, run->work)"
