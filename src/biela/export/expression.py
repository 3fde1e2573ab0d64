"""Expressions of routines → C99: typed, and worked out as far as they are known."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from biela.base.errors import Untranslatable
from biela.integrate.record import Field
from biela.kernel.routine import Routine, RoutineFunction

INT, REAL, INTS, REALS, RECORD, OPTIONS, VOID = "int", "real", "int64_t *", "real *", "Run *", "options", "void"
COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|"}
FOLD: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.FloorDiv: operator.floordiv, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
BUILT_IN: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs}
ACCESS = ("floats", "integers", "part", "integer_part", "reals", "call_kernel", "go", "record_at", "swap")
MISSING = object()


class Value(NamedTuple):
    """An expression: its type, its text, and its value where that is known."""

    type: str
    text: str
    known: Any = MISSING
    size: int = 0
    """Entries of a part, for vectors."""

    @property
    def constant(self) -> bool:
        return self.known is not MISSING


def known(value: Any) -> Value:
    """Return a constant."""
    if isinstance(value, bool | np.bool_):
        value = int(value)
    return Value(INT if isinstance(value, int | np.integer) else REAL, str(value), value)


class Expressions:
    """Translates the expressions of one function."""

    program: Any
    """The `Program` that is written, and for which machine."""
    name: str
    function: Any
    names: dict[str, Any]
    """Variables around the function, by name."""
    scope: dict[str, Value]
    """Values of names at the place of the translation."""
    literal: Callable[[float], str]

    def text(self, value: Value) -> str:
        """Return an expression as C has it."""
        if value.constant and value.type == REAL:
            return self.literal(float(value.known))
        return value.text

    def value(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant):
            return known(node.value)
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.names.get(ast.unparse(node.value), self.function.__globals__.get(ast.unparse(node.value)))
            found = getattr(owner, node.attr)
            return Value(INT, "", found) if isinstance(found, Field) else known(found)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.BoolOp):
            return self._logic(node)
        if isinstance(node, ast.IfExp):
            test, yes, no = self.value(node.test), self.value(node.body), self.value(node.orelse)
            if test.constant:
                return yes if test.known else no
            kind = REAL if REAL in (yes.type, no.type) else INT
            return Value(kind, f"({self.text(test)} ? {self._as(yes, kind)} : {self._as(no, kind)})")
        if isinstance(node, ast.Call):
            return self._call(node)
        raise Untranslatable(f"{self.name}: {ast.unparse(node)}")

    def _as(self, value: Value, kind: str) -> str:
        if value.constant and kind == REAL:
            return self.literal(float(value.known))
        return self.text(value)

    def _name(self, name: str) -> Value:
        if name in self.scope:
            return self.scope[name]
        found = self.names.get(name, self.function.__globals__.get(name, MISSING))
        if isinstance(found, Field):
            return Value(INT, "", found)
        if isinstance(found, bool | int | float | np.number):
            return known(found)
        if isinstance(found, tuple):
            found = np.array(found)
        if isinstance(found, np.ndarray):
            return Value("table", self.program.table(name, found), found)
        raise Untranslatable(f"{self.name}: {name}")

    def _subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        if base.type == "table":
            return self._entry(base, node.slice)
        index = self.value(node.slice)
        if base.type == RECORD:
            found: Value = self.program.number(index.known)
            return found
        if base.type == OPTIONS:
            return Value(REAL, self.program.use(index.known))
        return Value(REAL if base.type == REALS else INT, f"{base.text}[{index.text}]")

    def _entry(self, base: Value, index: ast.expr) -> Value:
        """Return an entry of a table of constants."""
        places = [self.value(i) for i in (index.elts if isinstance(index, ast.Tuple) else [index])]
        kind = INT if base.known.dtype.kind in "iu" else REAL
        if all(p.constant for p in places):
            return known(base.known[tuple(p.known for p in places)].item())
        text = places[0].text
        for size, p in zip(base.known.shape[1:], places[1:], strict=True):
            text = f"({text}) * {size} + {p.text}"
        return Value(kind, f"{base.text}[{text}]")

    def _binary(self, node: ast.BinOp) -> Value:
        a, b = self.value(node.left), self.value(node.right)
        if a.constant and b.constant:
            return known(FOLD[type(node.op)](a.known, b.known))
        if isinstance(node.op, ast.Pow):
            return self._power(a, b)
        if a.type == INT and b.type == INT:
            return self._whole(node.op, a, b)
        return Value(REAL, f"({self._as(a, REAL)} {BINARY[type(node.op)]} {self._as(b, REAL)})")

    def _whole(self, op: ast.operator, a: Value, b: Value) -> Value:
        """Return whole numbers, without what one and zero do not change."""
        if isinstance(op, ast.Div):
            return Value(REAL, f"((real){a.text} / (real){b.text})")
        for one, other in ((a, b), (b, a)):
            if isinstance(op, ast.Mult) and one.known == 1 or isinstance(op, ast.Add) and one.known == 0:
                return other
            if isinstance(op, ast.Mult) and one.known == 0:
                return known(0)
        if isinstance(op, ast.Sub) and b.known == 0:
            return a
        return Value(INT, f"({a.text} {BINARY[type(op)]} {b.text})")

    def _power(self, a: Value, b: Value) -> Value:
        if b.constant and b.known == 2:
            return Value(REAL, f"square({self.text(a)})")
        if b.constant and b.known == 0.5:
            return Value(REAL, f"M_(sqrt)({self.text(a)})")
        return Value(REAL, f"M_(pow)({self._as(a, REAL)}, {self._as(b, REAL)})")

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return known(not value.known) if value.constant else Value(INT, f"!({self.text(value)})")
        if value.constant:
            return known(-value.known)
        return Value(value.type, f"(-{self.text(value)})")

    def _compare(self, node: ast.Compare) -> Value:
        sides = [self.value(n) for n in (node.left, *node.comparators)]
        if all(s.constant for s in sides):
            pairs = zip(node.ops, sides, sides[1:], strict=False)
            return known(all(FOLD[type(op)](x.known, y.known) for op, x, y in pairs))
        parts = []
        for op, x, y in zip(node.ops, sides, sides[1:], strict=False):
            kind = REAL if REAL in (x.type, y.type) else INT
            parts.append(f"{self._as(x, kind)} {COMPARE[type(op)]} {self._as(y, kind)}")
        return Value(INT, parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")")

    def _logic(self, node: ast.BoolOp) -> Value:
        both = isinstance(node.op, ast.And)
        left = []
        for part in node.values:
            value = self.value(part)
            if not value.constant:
                left.append(self.text(value))
            elif bool(value.known) != both:
                return known(not both)  # operands have no effects
        return known(both) if not left else Value(INT, self._joined(left, both))

    def _joined(self, parts: list[str], both: bool) -> str:
        return "(" + (" && " if both else " || ").join(f"({p})" for p in parts) + ")" if len(parts) > 1 else parts[0]

    def _callee(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Name)
        found = self.names.get(node.func.id, self.function.__globals__.get(node.func.id))
        return found.function if isinstance(found, RoutineFunction | Routine) else found

    def _passed(self, arguments: Sequence[Value]) -> list[str]:
        """Return arguments of a call; a record is passed once."""
        records = ["run"] if any(a.type == RECORD for a in arguments) else []
        return records + [self.text(a) for a in arguments if a.type != RECORD and not isinstance(a.known, Field)]

    def _call(self, node: ast.Call) -> Value:
        arguments = [self.value(a) for a in node.args]
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "math":
            return Value(REAL, f"M_({node.func.attr})({self._as(arguments[0], REAL)})")
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in ACCESS:
            return self._access(name, arguments)
        if name in ("min", "max", "abs", "float", "int"):
            return self._built_in(name, arguments)
        callee = self._callee(node)
        if not isinstance(callee, FunctionType):
            raise Untranslatable(f"{self.name}: {ast.unparse(node)}")
        function, result, _ = self.program.function(callee, arguments)
        return Value(result, f"{function}({', '.join(self._passed(arguments))})")

    def _built_in(self, name: str, arguments: list[Value]) -> Value:
        if name in ("float", "int"):
            kind = REAL if name == "float" else INT
            return known((float if name == "float" else int)(arguments[0].known)) if arguments[0].constant else Value(
                kind, arguments[0].text if arguments[0].type == kind else f"({kind}){arguments[0].text}"
            )  # fmt: skip
        if all(a.constant for a in arguments):
            return known(BUILT_IN[name](*(a.known for a in arguments)))
        kind = REAL if any(a.type == REAL for a in arguments) else INT
        if name == "abs":
            return Value(kind, f"M_(fabs)({self.text(arguments[0])})" if kind == REAL else f"abs({arguments[0].text})")
        text = self._as(arguments[0], kind)
        for other in arguments[1:]:
            text = f"{name}_{kind}({text}, {self._as(other, kind)})"
        return Value(kind, text)

    def _access(self, name: str, arguments: list[Value]) -> Value:
        if name == "reals":
            return Value(OPTIONS, "run")
        field = arguments[1].known
        if not isinstance(field, Field):
            raise Untranslatable(f"{self.name}: a field that is not known")
        if name == "go":
            return Value(VOID, f"{self.program.routine(field)}(run)")
        if name == "call_kernel":
            return Value(VOID, self._kernel(*arguments[1:]))
        if name in ("floats", "integers", "part", "integer_part"):
            kind = REALS if name in ("floats", "part") else INTS
            text, (size, _) = self.program.use(field), self.program.shape(field)
            if len(arguments) == 3:
                offset = self._whole(ast.Mult(), arguments[2], known(size))
                text = text if offset.known == 0 else f"(run->{field.name.lower()} + {offset.text})"
            return Value(kind, text, size=size)
        raise Untranslatable(f"{self.name}: {name}")

    def _kernel(self, kernel: Value, given: Value, results: Value, row: Value | None = None) -> str:
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
