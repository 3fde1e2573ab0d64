"""Routines of a compiled run → C99: the time loops that run machines here, written for other compilers.

A routine is Python of a small vocabulary (`biela.integrate.access`): whole numbers, reals, vectors of a record, loops and branches.
For one machine its sizes, its kernels and the pieces of its method are known, so the text is written for them: sizes are numbers,
`go` is a call, branches that this machine never takes are left out, and one lane needs no loop over lanes. The record becomes a
struct with the fields that are used, which holds all memory of a run: it can be copied as a whole.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.export.expression import BINARY, INT, INTS, OPTIONS, REAL, REALS, RECORD, VOID, Expressions, known
from biela.integrate.access import floats, integers
from biela.integrate.record import Field, Layout
from biela.kernel.routine import Routine
from biela.kernel.routine_reader import tree_of
from biela.kernel.routine_value import TypedValue
from biela.kernel.tape import Tape
from biela.kernel.tape_to_c import NumberFormat, c_function, work_size


@dataclass(frozen=True)
class Machine:
    """Known facts of the machine that the text is for."""

    layout: Layout
    sizes: Mapping[str, int]  # what the shapes of the record are expressions of
    kernels: Mapping[int, tuple[str, Tape]]  # field of a kernel → its name and tape
    routines: Mapping[int, Routine]  # field of a routine → the routine
    outside: Mapping[int, int]  # entries of the vectors that a caller gives
    numbers: NumberFormat
    whole: Container[int] = ()  # those of `outside` that hold whole numbers
    fixed: Mapping[int, int] | None = None  # numbers of the record that never change
    record: str = "Run"  # name of the struct that the record becomes


class Program:
    """The functions that have been written, and the fields that they use."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.functions: dict[Any, tuple[str, str, tuple[str, ...]]] = {}
        """Requested function → name, type of the result, types of further results."""
        self.texts: list[str] = []
        self.tables: dict[Any, str] = {}
        self.fields: dict[str, Field] = {}
        self._names: set[str] = set()

    def size(self, expression: str) -> int:
        return int(eval(expression.strip(), {"__builtins__": {}, "max": max}, dict(self.machine.sizes)))

    def shape(self, field: Field) -> tuple[int, int]:
        """Return the number of entries of one part of a vector, and the number of parts."""
        if field.declared.kind == "outside":
            return self.machine.outside[field], 1
        text = field.declared.shape
        sizes = [self.size(part) for part in text.replace(":", ",").split(",")]
        parts = sizes[0] if ":" in text else 1
        return int(np.prod(sizes)) // max(parts, 1), parts

    def use(self, field: Field) -> str:
        """Return the text of a field of the record."""
        self.fields[field.name] = field
        return f"run->{field.name.lower()}"

    def number(self, field: Field) -> TypedValue:
        """Return a number, kernel or routine of a record, as a whole number."""
        declared = field.declared
        if declared.kind == "number" and declared.shape:
            return known(self.size(declared.shape))
        if self.machine.fixed is not None and field in self.machine.fixed:
            return known(self.machine.fixed[field])
        if declared.kind in ("kernel", "routine"):
            return known(field in (self.machine.kernels if declared.kind == "kernel" else self.machine.routines))
        return TypedValue(INT, self.use(field))

    def routine(self, field: Field) -> str:
        """Name of the function that a routine of the record has become."""
        return self.function(self.machine.routines[field].function, [TypedValue(RECORD, "run")])[0]

    def function(self, function: Any, arguments: Sequence[TypedValue]) -> tuple[str, str, tuple[str, ...]]:
        """Return a function for arguments of these types; fields among them are part of it."""
        keys = tuple(a.known if isinstance(a.known, Field) else a.type for a in arguments)
        key = (function, keys)
        if key not in self.functions:
            fields = [a.known.name.lower() for a in arguments if isinstance(a.known, Field)]
            name = self.unique("_".join([function.__name__, *fields]))
            Writer(self, function, arguments, name, key).write()
        return self.functions[key]

    def unique(self, name: str) -> str:
        found = next(n for k in count(1) if (n := name if k == 1 else f"{name}_{k}") not in self._names)
        self._names.add(found)
        return found

    def table(self, name: str, values: Any) -> str:
        """Return a table of constants."""
        key = (name, values.dtype.str, values.tobytes())
        return self.tables.get(key) or self.tables.setdefault(key, self.unique(name))

    def struct(self) -> str:
        """Return the record."""
        lines = ["typedef struct {"]
        for name, field in sorted(self.fields.items()):
            kind, size = field.declared.kind, ""
            if kind in ("floats", "integers", "outside"):
                part, parts = self.shape(field)
                size = f"[{max(part * parts, 1)}]"
            real = kind in ("real", "floats", "outside") and field not in self.machine.whole
            lines.append(f"    {'real' if real else 'int64_t'} {name.lower()}{size}; /* {field.declared.meaning} */")
        return "\n".join([*lines, f"}} {self.machine.record};", ""])

    def constants(self) -> str:
        """Return tables of constants."""
        out, text = [], "\n".join(self.texts)
        for (_, kind, data), name in self.tables.items():
            if f"{name}[" not in text:
                continue  # all that is read of it is known
            values = np.frombuffer(data, kind)
            number, write = ("int", str) if values.dtype.kind in "iu" else ("real", self.machine.numbers.literal)
            items = ", ".join(write(x) for x in values.tolist())
            out.append(f"static const {number} {name}[{len(values)}] = {{{items}}};")
        return "\n".join([*out, ""])

    def kernels(self) -> str:
        """Return the kernels that routines call."""
        used = dict(self.machine.kernels.values())
        return "\n".join(c_function(tape, f"k_{name}", self.machine.numbers) for name, tape in used.items())

    def work(self) -> int:
        """Return entries of the work array that kernels need."""
        return max((work_size(tape) for _, tape in self.machine.kernels.values()), default=0)


class Writer(Expressions):
    """Writes one function."""

    def __init__(self, program: Program, function: Any, arguments: Sequence[TypedValue], name: str, key: Any):
        self.program, self.function, self.name, self.key = program, function, name, key
        self.literal, self.tree = program.machine.numbers.literal, tree_of(function)
        names = [a.arg for a in self.tree.args.args]
        defaults = [known(value) for value in function.__defaults__ or ()]
        given = [*arguments, *defaults[len(arguments) - len(names) :]] if len(names) > len(arguments) else arguments
        self.arguments = dict(zip(names, given, strict=True))
        self.types: dict[str, str] = {}
        """Variables and their types."""
        stores = (n for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        changes = (n.target for n in ast.walk(self.tree) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name))
        self.counts = Counter(n.id for n in (*stores, *changes))
        """Assignments of each name."""

    def write(self) -> None:
        """Translate until the types of all variables are settled."""
        for _ in range(6):
            before = dict(self.types)
            self.results: list[list[str]] = []
            self.lines: list[str] = []
            self.scope = {
                name: value if isinstance(value.known, Field) or value.type == RECORD else TypedValue(value.type, name)
                for name, value in self.arguments.items()
            }
            self.depth = 1
            self.body(self.tree.body)
            joined = [REAL if REAL in kinds else INT for kinds in zip(*self.results, strict=True)]
            result = (VOID, tuple(joined)) if len(joined) > 1 else (joined[0] if joined else VOID, ())
            self.program.functions[self.key] = self.name, *result
            if before == self.types:
                break
        self._emit()

    def _emit(self) -> None:
        name, result, more = self.program.functions[self.key]
        runs = any(v.type == RECORD for v in self.arguments.values())
        passed = {n: v.type for n, v in self.arguments.items() if v.type != RECORD and not isinstance(v.known, Field)}
        given = [f"{self.program.machine.record} *run"] if runs else []
        given += [f"{_type(kind)}{n}" for n, kind in passed.items()] + [f"{kind} *result_{k}" for k, kind in enumerate(more)]
        body = self._without_unused(self.lines)
        text = "\n".join(body)
        start = [f"    {_type(kind)}{n} = 0;" for n, kind in self.types.items() if _mentions(text, n)]
        start += [f"    (void){n};" for n in ([*["run"] * runs, *passed]) if not _mentions(text, n)]
        head = f"static {result} {name}({', '.join(given) or 'void'})"
        about = (ast.get_docstring(self.tree) or "").partition("\n\n")[0].split()
        comment = [f"/* {' '.join(about).replace('*/', '')} */"] if about else []
        self.program.texts.append("\n".join([*comment, head, "{", *start, *body, "}", ""]))

    def _without_unused(self, lines: list[str]) -> list[str]:
        """Drop assignments to variables that nothing reads."""
        while True:
            text = "\n".join(lines)
            dead = [n for n in self.types if _mentions(text, n) and not _reads(lines, n)]
            if not dead:
                return lines
            lines = [line for line in lines if not any(line.strip().startswith(f"{n} = ") for n in dead)]

    def say(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _block(self, head: str, statements: Sequence[ast.stmt], end: str = "}") -> None:
        """Write statements between braces."""
        self.say(f"{head} {{")
        self.depth += 1
        self.body(statements)
        self.depth -= 1
        if end:
            self.say(end)

    def assign(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        for target in targets:
            if not isinstance(target, ast.Tuple):
                self._one(target, self.value(value))
            elif isinstance(value, ast.Tuple):
                self._several(target.elts, value.elts)
            else:
                self._results_of(target.elts, value)

    def _several(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> None:
        """Assign values side by side; an exchange needs places in between."""
        found = [self.value(v) for v in values]
        if {ast.unparse(t) for t in targets}.isdisjoint(map(ast.unparse, values)):
            for target, value in zip(targets, found, strict=True):
                self._one(target, value)
            return
        self.say("{")
        self.depth += 1
        for k, v in enumerate(found):
            self.say(f"const {_type(v.type)}side_{k} = {self.text(v)};")
        for k, (t, v) in enumerate(zip(targets, found, strict=True)):
            self.say(f"{self._place(t, v).text} = side_{k};")
        self.depth -= 1
        self.say("}")

    def _one(self, target: ast.expr, value: TypedValue) -> None:
        """Assign a value; a name that is assigned once may stand for an expression that never changes."""
        fixed = value.constant or value.type in (INTS, REALS, OPTIONS, RECORD)
        if isinstance(target, ast.Name) and self.counts[target.id] == 1 and fixed:
            self.scope[target.id] = value
        else:
            self.say(f"{self._place(target, value).text} = {self.text(value)};")

    def _place(self, target: ast.expr, value: TypedValue) -> TypedValue:
        if not isinstance(target, ast.Name):
            return self.value(target)
        kind = REAL if self.types.get(target.id) == REAL else value.type
        if target.id in self.arguments:
            kind = self.scope[target.id].type
        else:
            self.types[target.id] = kind
        self.scope[target.id] = TypedValue(kind, target.id)
        return self.scope[target.id]

    def _results_of(self, targets: Sequence[ast.expr], call: ast.expr) -> None:
        """Assign several results of a function, or several vectors of a record."""
        assert isinstance(call, ast.Call)
        function, arguments = self.value(call.func).known, [self.value(a) for a in call.args]
        if function in (floats, integers):
            for target, field in zip(targets, arguments[1:], strict=True):
                self._one(target, self.call(function, [arguments[0], field]))
            return
        name, _, kinds = self.program.function(function.function, arguments)
        places = [self._place(t, TypedValue(k, "")) for t, k in zip(targets, kinds, strict=True)]
        self.say(f"{name}({', '.join([*self._passed(arguments), *(f'&{p.text}' for p in places)])});")

    def change(self, node: ast.AugAssign) -> None:
        value = self.value(node.value)
        self.say(f"{self._place(node.target, value).text} {BINARY[type(node.op)]}= {self.text(value)};")

    def effect(self, value: TypedValue) -> None:
        if value.text:
            self.say(f"{value.text};")

    def escape(self, out: bool) -> None:
        self.say("break;" if out else "continue;")

    def give_back(self, node: ast.Return) -> None:
        if isinstance(node.value, ast.Tuple):
            values = [self.value(v) for v in node.value.elts]
            for k, v in enumerate(values):
                self.say(f"*result_{k} = {self.text(v)};")
        else:
            values = [] if node.value is None else [self.value(node.value)]
        if values:
            self.results.append([v.type for v in values])
        self.say(f"return {self.text(values[0])};" if len(values) == 1 else "return;")

    def branch(self, test: TypedValue, node: ast.If) -> bool:
        self._block(f"if ({self.text(test)})", node.body, "" if node.orelse else "}")
        if node.orelse:
            self._block("} else", node.orelse)
        return False

    def repeat(self, node: ast.While) -> None:
        self._block(f"while ({self.text(self.value(node.test))})", node.body)

    def loop(self, node: ast.For, first: TypedValue, last: TypedValue, step: TypedValue, table: Any) -> None:
        """Write a loop; one of a single round, as those over lanes are, is written as its body."""
        assert table is None and isinstance(node.target, ast.Name)
        rounds = range(first.known, last.known, step.known) if first.constant and last.constant else range(2)
        if len(rounds) > 1:
            name = node.target.id if node.target.id != "_" else "round_"
            self.scope[name] = TypedValue(INT, name)
            move = {1: f"{name}++", -1: f"{name}--"}.get(step.known, f"{name} += {step.known}")
            test = f"{name} {'<' if step.known > 0 else '>'} {self.text(last)}"
            self._block(f"for (int {name} = {self.text(first)}; {test}; {move})", node.body)
        elif rounds:
            self.scope[node.target.id] = first
            if any(isinstance(n, ast.Break | ast.Continue) for n in ast.walk(node)):
                self._block("do", node.body, "} while (0);")
            else:
                self.body(node.body)


def _type(kind: str) -> str:
    return kind if kind.endswith("*") else f"{kind} "


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w>]){name}\b", text) is not None


def _reads(lines: Sequence[str], name: str) -> bool:
    """Return whether a variable is used other than as the target of an assignment."""
    return any(_mentions(line.strip().removeprefix(f"{name} = "), name) for line in lines)
