"""A routine in, LLVM IR out: statements and modules. Third of three layers of one writer.

Functions that a routine calls become functions of the same module, written once for each combination of types; intrinsics write
their own instructions. The text depends on nothing but the source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, NamedTuple

from numpy.typing import NDArray

from biela.base.errors import Untranslatable
from biela.kernel.operation import LIBRARY_FUNCTIONS
from biela.kernel.routine import ENTRY, Inlined, RoutineFunction
from biela.kernel.routine_expression import ExpressionWriter
from biela.kernel.routine_reader import tree_of
from biela.kernel.routine_value import INT, INTS, VOID, Kind, TypedValue, known, wider


def routine_text(function: Callable[..., Any], checked: bool = False, kinds: Sequence[str] = (INTS,)) -> str:
    """Return the IR of a routine, `void routine(int64_t *run)`; `checked`: it ends at an access out of bounds.

    kinds : types of its arguments, for a function of other pointers
    """
    module = Module(checked)
    name, _, _ = module.function(RoutineFunction(function), kinds)
    code = FunctionWriter(module, RoutineFunction(function), kinds, name)
    names = [f"%a{k}" for k in range(len(kinds))]
    code.lines = [f"define void @{ENTRY}({', '.join(f'ptr {n}' for n in names)}) nounwind {{", "entry:"]
    given = [code.table(n)._replace(type=kind) for n, kind in zip(names, kinds, strict=True)]
    code.say(f"call void {name}({', '.join(f'{code.llvm(v.type)} {v.text}' for v in given)})")
    return module.text([*code.lines, "  ret void", "}"])


class FunctionSignature(NamedTuple):
    """Function of a module: its name, the types of its arguments, that of its result."""

    name: str
    arguments: tuple[Kind, ...]
    result: Kind


class Module:
    """Functions of one routine."""

    def __init__(self, checked: bool) -> None:
        self.checked = checked
        self._functions: dict[tuple[object, ...], FunctionSignature] = {}
        self._texts: list[str] = []
        self._declared: dict[str, str] = {}
        self._tables: dict[bytes, tuple[str, str]] = {}

    def function(self, part: RoutineFunction, kinds: Sequence[Kind]) -> FunctionSignature:
        """Return a function for arguments of these types."""
        every = (*kinds, *(known(value).type for value in self.defaults(part, len(kinds))))
        key = (part.function, every)
        if key not in self._functions:
            name = f"@{part.function.__name__}.{len(self._functions)}"
            self._functions[key] = FunctionSignature(name, every, VOID)
            writer = FunctionWriter(self, part, every, name)
            self._functions[key] = FunctionSignature(name, every, writer.written())
            self._texts.append("\n".join(writer.lines))
        return self._functions[key]

    def defaults(self, part: RoutineFunction, given: int) -> tuple[Any, ...]:
        """Return the values of the arguments that a call leaves out."""
        missing = part.function.__code__.co_argcount - given
        return (part.function.__defaults__ or ())[-missing:] if missing else ()

    def declare(self, name: str, arity: int) -> str:
        """Declare a mathematical function."""
        library = name in LIBRARY_FUNCTIONS
        callee = f"@{name}" if library else f"@llvm.{name}.f64"
        kinds, how = ", ".join(["double"] * arity), " nounwind willreturn memory(none)" if library else ""
        self._declared[callee] = f"declare double {callee}({kinds}){how}"
        return callee

    def constants(self, table: NDArray[Any]) -> str:
        """Add a table of constants."""
        key = table.dtype.str.encode() + table.tobytes()
        if key not in self._tables:
            name = f"@table.{len(self._tables)}"
            kind = "i64" if table.dtype.kind in "iu" else "double"
            entries = ", ".join(f"{kind} {known(x).text}" for x in table.tolist())
            self._tables[key] = name, f"{name} = internal unnamed_addr constant [{len(table)} x {kind}] [{entries}]"
        return self._tables[key][0]

    def text(self, entry: Sequence[str]) -> str:
        """Return the text of the module."""
        parts = [*(text for _, text in self._tables.values()), *self._declared.values(), *self._texts, "\n".join(entry)]
        return "\n".join(parts) + "\n"


class FunctionWriter(ExpressionWriter):
    """Writer of one function."""

    def __init__(self, module: Module, part: RoutineFunction, kinds: Sequence[Kind], name: str) -> None:
        self.module, self.function, self.name = module, part.function, part.function.__qualname__
        self._kinds, self._symbol = kinds, name
        self._inline = isinstance(part, Inlined)
        self.variables: dict[str, Kind] = {}
        self.lines: list[str] = []
        self._loops: list[tuple[str, str]] = []
        """Blocks where the next round of each enclosing loop begins, and where the loop ends."""

    def written(self) -> Kind:
        """Write the function until the types of its variables and of its result are settled; return that of the result."""
        tree = tree_of(self.function)
        names = [a.arg for a in tree.args.args]
        self.variables = dict(zip(names, self._kinds, strict=True))
        while True:
            before = dict(self.variables), self.result
            self.lines, self.count, self.block, self._loops = [], 0, "start", []
            self._results: list[Kind] = []
            if not self.body(tree.body):
                self.leave()
            if self._results:
                self.result = reduce(wider, self._results)
            if before == (self.variables, self.result):
                break
        given = ", ".join(f"{self.llvm(kind)} %a.{n}" for n, kind in zip(names, self._kinds, strict=True))
        how = "alwaysinline nounwind" if self._inline else "nounwind"
        head = [f"define internal {self.llvm(self.result)} {self._symbol}({given}) {how} {{", "entry:"]
        head += [f"  %v.{n} = alloca {self.llvm(kind)}" for n, kind in self.variables.items()]
        head += [f"  %c.{k} = alloca i64" for k in sorted({int(k) for k in re.findall(r"%c\.(\d+)", "\n".join(self.lines))})]
        for n, kind in zip(names, self._kinds, strict=True):
            if self.variables[n] != kind:
                raise Untranslatable(f"{self.name}: argument {n} is assigned a value of another type")
            head.append(f"  store {self.llvm(kind)} %a.{n}, ptr %v.{n}")
        self.lines = [*head, "  br label %start", "start:", *self.lines, "}"]
        return self.result

    # -- statements ---------------------------------------------------------------------------------------------------------

    def assign(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        """Write an assignment: all values are found before the first one is stored."""
        several = isinstance(targets[0], ast.Tuple)
        if several and isinstance(value, ast.Tuple):
            values = [self.value(v) for v in value.elts]
        else:
            found = self.value(value)
            values = self.parts(found) if several else [found]
        for target in targets:
            for t, v in zip(target.elts if isinstance(target, ast.Tuple) else [target], values, strict=True):
                self._store(t, v)

    def _store(self, target: ast.expr, value: TypedValue) -> None:
        if isinstance(target, ast.Subscript):
            self.write(self.value(target.value), self.value(target.slice), value)
            return
        assert isinstance(target, ast.Name)
        if value.type == VOID or value.type == "object":
            raise Untranslatable(f"{self.name}: {target.id} is no number")
        kind = self.variables[target.id] = wider(self.variables.get(target.id, value.type), value.type)
        self.say(f"store {self.llvm(kind)} {self.convert(value, kind).text}, ptr %v.{target.id}")

    def change(self, node: ast.AugAssign) -> None:
        """Write `target op= value`; the place of the target is found once."""
        if isinstance(node.target, ast.Name):
            self._store(node.target, self.binary(node.op, self.value(node.target), self.value(node.value)))
            return
        assert isinstance(node.target, ast.Subscript)
        pointer, index = self.value(node.target.value), self.value(node.target.slice)
        self.write(pointer, index, self.binary(node.op, self.read(pointer, index), self.value(node.value)))

    def branch(self, test: TypedValue, node: ast.If) -> bool:
        yes, no, end = self.label("yes"), self.label("no"), self.label("end")
        self.fork(self.truth(test), yes, no)
        ended = []
        for block, statements in ((yes, node.body), (no, node.orelse)):
            self.begin(block)
            ended.append(self.body(statements))
            if not ended[-1]:
                self.jump(end)
        if not all(ended):
            self.begin(end)
        return all(ended)

    def loop(self, node: ast.For, first: TypedValue, last: TypedValue, step: TypedValue, table: NDArray[Any] | None) -> None:
        """Write a loop over a range, whose bounds are found once, or over a table of constants."""
        first, last, step = (self.convert(bound, INT) for bound in (first, last, step))
        self.count += 1
        counter = f"%c.{self.count}"
        test, body, following, end = (self.label(name) for name in ("test", "body", "next", "end"))
        self.say(f"store i64 {first.text}, ptr {counter}")
        self.jump(test)
        self.begin(test)
        at = TypedValue(INT, self.new(f"load i64, ptr {counter}"))
        self.fork(self._goes_on(at.text, last, step), body, end)
        self.begin(body)
        self._store(node.target, at if table is None else self.table_entry(table, at))
        self._inside(node.body, following, end)
        self.begin(following)
        moved = self.new(f"add nsw i64 {self.new(f'load i64, ptr {counter}')}, {step.text}")
        self.say(f"store i64 {moved}, ptr {counter}")
        self.jump(test)
        self.begin(end)

    def _inside(self, statements: Sequence[ast.stmt], following: str, end: str) -> None:
        """Write the body of a loop."""
        self._loops.append((following, end))
        if not self.body(statements):
            self.jump(following)
        self._loops.pop()

    def _goes_on(self, at: str, last: TypedValue, step: TypedValue) -> str:
        """Test whether a counter is before the end of its range."""
        if step.constant:
            return self.new(f"icmp {'slt' if step.known > 0 else 'sgt'} i64 {at}, {last.text}")
        up, down = (self.new(f"icmp {how} i64 {at}, {last.text}") for how in ("slt", "sgt"))
        return self.new(f"select i1 {self.new(f'icmp sgt i64 {step.text}, 0')}, i1 {up}, i1 {down}")

    def repeat(self, node: ast.While) -> None:
        test, body, end = self.label("test"), self.label("body"), self.label("end")
        self.jump(test)
        self.begin(test)
        self.fork(self.truth(self.value(node.test)), body, end)
        self.begin(body)
        self._inside(node.body, test, end)
        self.begin(end)

    def give_back(self, node: ast.Return) -> None:
        value = TypedValue(VOID, "") if node.value is None else self.value(node.value)
        self._results.append(value.type)
        if self.result == VOID and value.type != VOID:
            self.say("unreachable")  # written again once the type of the result is known
        elif value.type == VOID:
            self.say("ret void")
        else:
            self.say(f"ret {self.llvm(self.result)} {self.convert(value, self.result).text}")

    def escape(self, out: bool) -> None:
        self.jump(self._loops[-1][out])

    def effect(self, value: TypedValue) -> None:
        """Write nothing more: the instructions of a value are those that have the effect."""
