"""Routines of a compiled run → C99: the time loops that run machines here, written for other compilers.

A routine is Python of a small vocabulary (`biela.integrate.access`): whole numbers, reals, vectors of a record, loops and branches.
For one machine its sizes, its kernels and the pieces of its method are known, so the text is written for them: sizes are numbers,
`go` is a call, branches that this machine never takes are left out, and one lane needs no loop over lanes. The record becomes a
struct with the fields that are used, which holds all memory of a run: it can be copied as a whole.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import Untranslatable
from biela.export.expression import BINARY, INT, INTS, OPTIONS, REAL, REALS, RECORD, VOID, Expressions, Value, known
from biela.integrate.record import Field, Layout
from biela.kernel import routine_source
from biela.kernel.routine import Routine, RoutineFunction
from biela.kernel.tape import Tape
from biela.kernel.tape_to_c import NumberFormat, c_function, work_size


@dataclass(frozen=True)
class Machine:
    """Known facts of the machine that the text is for.

    Attributes
    ----------
    sizes : what the shapes of the record are expressions of
    kernels : field of a kernel → its name and tape
    routines : field of a routine → the routine
    outside : entries of the vectors that a caller gives
    whole : those of them that hold whole numbers
    fixed : numbers of the record that never change
    record : name of the struct that the record becomes
    """

    layout: Layout
    sizes: Mapping[str, int]
    kernels: Mapping[int, tuple[str, Tape]]
    routines: Mapping[int, Routine]
    outside: Mapping[int, int]
    numbers: NumberFormat
    whole: Container[int] = ()
    fixed: Mapping[int, int] | None = None
    record: str = "Run"


class Program:
    """The functions that have been written, and the fields that they use."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.functions: dict[Any, tuple[str, str, tuple[str, ...]]] = {}
        """Requested function → name, type of the result, types of further results."""
        self.texts: list[str] = []
        self.prototypes: list[str] = []
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

    def number(self, field: Field) -> Value:
        """Return a number, kernel or routine of a record, as a whole number."""
        declared = field.declared
        if declared.kind == "number" and declared.shape:
            return known(self.size(declared.shape))
        if self.machine.fixed is not None and field in self.machine.fixed:
            return known(self.machine.fixed[field])
        if declared.kind == "kernel":
            return known(int(field in self.machine.kernels))
        if declared.kind == "routine":
            return known(int(field in self.machine.routines))
        return Value(INT, self.use(field))

    def routine(self, field: Field) -> str:
        """Name of the function that a routine of the record has become."""
        return self.function(self.machine.routines[field].function, [Value(RECORD, "run")])[0]

    def function(self, function: Any, arguments: Sequence[Value]) -> tuple[str, str, tuple[str, ...]]:
        """Return a function for arguments of these types; fields among them are part of it."""
        keys = tuple(a.known if isinstance(a.known, Field) else a.type for a in arguments)
        key = (function, keys)
        if key not in self.functions:
            fields = [a.known.name.lower() for a in arguments if isinstance(a.known, Field)]
            name = self.unique("_".join([function.__name__, *fields]))
            Writer(self, function, arguments, name, key).write()
        return self.functions[key]

    def unique(self, name: str) -> str:
        base, k = name, 1
        while name in self._names:
            k += 1
            name = f"{base}_{k}"
        self._names.add(name)
        return name

    def table(self, name: str, values: Any) -> str:
        """Return a table of constants."""
        key = (name, values.dtype.str, values.tobytes())
        if key not in self.tables:
            self.tables[key] = self.unique(name)
        return self.tables[key]

    def struct(self) -> str:
        """Return the record."""
        lines = ["typedef struct {"]
        for name, field in sorted(self.fields.items()):
            declared = field.declared
            if declared.kind in ("floats", "integers", "outside"):
                part, parts = self.shape(field)
                kind = "int64_t" if declared.kind == "integers" or field in self.machine.whole else "real"
                lines.append(f"    {kind} {name.lower()}[{max(part * parts, 1)}]; /* {declared.meaning} */")
            else:
                lines.append(f"    {'real' if declared.kind == 'real' else 'int64_t'} {name.lower()}; /* {declared.meaning} */")
        return "\n".join([*lines, f"}} {self.machine.record};", ""])

    def constants(self) -> str:
        """Return tables of constants."""
        out, text = [], "\n".join(self.texts)
        for (_, kind, data), name in self.tables.items():
            if f"{name}[" not in text:
                continue  # all that is read of it is known
            values = np.frombuffer(data, kind)
            write = str if values.dtype.kind in "iu" else self.machine.numbers.literal
            items = ", ".join(write(x) for x in values.tolist())
            out.append(f"static const {'int' if values.dtype.kind in 'iu' else 'real'} {name}[{len(values)}] = {{{items}}};")
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

    def __init__(self, program: Program, function: Any, arguments: Sequence[Value], name: str, key: Any):
        self.program, self.name, self.key = program, name, key
        self.literal = program.machine.numbers.literal
        own: Any = function.function if isinstance(function, RoutineFunction | Routine) else function
        self.function = own
        tree = ast.parse(routine_source.of(own)).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        around = self.function.__code__.co_freevars
        cells = dict(zip(around, self.function.__closure__ or (), strict=True))
        self.names = {n: cells[n].cell_contents for n in cells}
        self.arguments = list(zip([a.arg for a in self.tree.args.args], arguments, strict=False))
        for argument, default in list(zip(reversed(self.tree.args.args), reversed(self.tree.args.defaults), strict=False)):
            if argument.arg not in dict(self.arguments):
                self.arguments.append((argument.arg, known(ast.literal_eval(default))))
        self.types: dict[str, str] = {}
        """Variables and their types."""
        self.counts = self._assignments()

    def _assignments(self) -> dict[str, int]:
        """Count the assignments of each name."""
        counts: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] = counts.get(node.id, 0) + 1
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                counts[node.target.id] = counts.get(node.target.id, 0) + 1
        return counts

    def write(self) -> None:
        """Translate until the types of all variables are settled."""
        for _ in range(6):
            before = dict(self.types)
            self.scope: dict[str, Value] = {}
            self.results: list[list[str]] = []
            self.lines: list[str] = []
            for name, value in self.arguments:
                self.scope[name] = value if isinstance(value.known, Field) or value.type == RECORD else Value(
                    value.type, name, size=value.size
                )  # fmt: skip
            self.body(self.tree.body, 1)
            self.program.functions[self.key] = self._result()
            if before == self.types:
                break
        self._emit()

    def _result(self) -> tuple[str, str, tuple[str, ...]]:
        if not self.results:
            return self.name, VOID, ()
        joined = [REAL if REAL in kinds else INT for kinds in zip(*self.results, strict=True)]
        return (self.name, joined[0], ()) if len(joined) == 1 else (self.name, VOID, tuple(joined))

    def _emit(self) -> None:
        name, result, more = self.program.functions[self.key]
        runs = [v for _, v in self.arguments if v.type == RECORD]
        given = [f"{self.program.machine.record} *run"] if runs else []
        given += [f"{_type(v.type)}{n}" for n, v in self.arguments if v.type != RECORD and not isinstance(v.known, Field)]
        given += [f"{kind} *result_{k}" for k, kind in enumerate(more)]
        body = self._without_unused(self.lines)
        text = "\n".join(body)
        declared = [n for n in self.types if _mentions(text, n)]
        unused = [n for n in (["run"] if runs else []) + [
            n for n, v in self.arguments if v.type != RECORD and not isinstance(v.known, Field)
        ] if not _mentions(text, n)]  # fmt: skip
        head = f"static {result} {name}({', '.join(given) or 'void'})"
        start = [f"    {_type(self.types[n])}{n} = 0;" for n in declared]
        start += [f"    (void){n};" for n in unused]
        doc = ast.get_docstring(self.tree)
        comment = [f"/* {doc.splitlines()[0].replace('*/', '')} */"] if doc else []
        self.program.prototypes.append(f"{head};")
        self.program.texts.append("\n".join([*comment, head, "{", *start, *body, "}", ""]))

    def _without_unused(self, lines: list[str]) -> list[str]:
        """Drop assignments to variables that nothing reads."""
        while True:
            text = "\n".join(lines)
            dead = [n for n in self.types if _mentions(text, n) and not _reads(lines, n)]
            if not dead:
                return lines
            lines = [line for line in lines if not any(line.strip().startswith(f"{n} = ") for n in dead)]

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def body(self, statements: Sequence[ast.stmt], depth: int) -> bool:
        """Return whether the end of these statements is never reached; what would follow is left out."""
        return any(self.statement(statement, depth) for statement in statements)

    def statement(self, node: ast.stmt, depth: int) -> bool:
        """Write a statement; whether what follows it is never reached."""
        if isinstance(node, ast.Assign):
            self._assign(node, depth)
        elif isinstance(node, ast.AugAssign):
            op = "%" if isinstance(node.op, ast.Mod) else BINARY[type(node.op)]
            value = self.value(node.value)
            target = self._place(node.target, value)
            self.say(depth, f"{target.text} {op}= {self.text(value)};")
        elif isinstance(node, ast.If):
            return self._branch(node, depth)
        elif isinstance(node, ast.For):
            self._loop(node, depth)
        elif isinstance(node, ast.While):
            self.say(depth, f"while ({self.text(self.value(node.test))}) {{")
            self.body(node.body, depth + 1)
            self.say(depth, "}")
        elif isinstance(node, ast.Return):
            self._return(node, depth)
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant) and (text := self.value(node.value).text):
                self.say(depth, f"{text};")
        elif isinstance(node, ast.Break | ast.Continue):
            self.say(depth, "break;" if isinstance(node, ast.Break) else "continue;")
        else:
            raise Untranslatable(f"{self.name}: {ast.unparse(node)}")
        return isinstance(node, ast.Return | ast.Break | ast.Continue)

    def _assign(self, node: ast.Assign, depth: int) -> None:
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                self._several(target.elts, node.value.elts, depth)
            elif isinstance(target, ast.Tuple):
                self._results_of(target, node.value, depth)
            else:
                self._one(target, self.value(node.value), depth)

    def _several(self, targets: Sequence[ast.expr], values: Sequence[ast.expr], depth: int) -> None:
        """Assign values side by side; an exchange needs places in between."""
        found = [self.value(v) for v in values]
        exchanged = any(ast.unparse(t) in {ast.unparse(v) for v in values} for t in targets)
        if exchanged:
            self.say(depth, "{")
            for k, v in enumerate(found):
                self.say(depth + 1, f"const {_type(v.type)}side_{k} = {self.text(v)};")
            for k, (t, v) in enumerate(zip(targets, found, strict=True)):
                self.say(depth + 1, f"{self._place(t, v).text} = side_{k};")
            self.say(depth, "}")
            return
        for target, value in zip(targets, found, strict=True):
            self._one(target, value, depth)

    def _one(self, target: ast.expr, value: Value, depth: int) -> None:
        if isinstance(target, ast.Name) and self.counts[target.id] == 1 and self._substitutes(value):
            self.scope[target.id] = value
            return
        place = self._place(target, value)
        self.say(depth, f"{place.text} = {self.text(value)};")

    def _substitutes(self, value: Value) -> bool:
        """Return whether a name may stand for an expression that never changes."""
        return value.constant or value.type in (INTS, REALS, OPTIONS, RECORD)

    def _place(self, target: ast.expr, value: Value) -> Value:
        if isinstance(target, ast.Name):
            kind = value.type
            if self.types.get(target.id) == REAL:
                kind = REAL
            elif target.id in self.scope and target.id in dict(self.arguments):
                kind = self.scope[target.id].type
            if target.id not in dict(self.arguments):
                self.types[target.id] = kind
            self.scope[target.id] = Value(kind, target.id, size=value.size)
            return self.scope[target.id]
        return self.value(target)

    def _results_of(self, target: ast.Tuple, call: ast.expr, depth: int) -> None:
        """Assign several results of a function."""
        assert isinstance(call, ast.Call)
        arguments = [self.value(a) for a in call.args]
        name, _, kinds = self.program.function(self._callee(call), arguments)
        places = [self._place(t, Value(k, "")) for t, k in zip(target.elts, kinds, strict=True)]
        given = [*self._passed(arguments), *(f"&{p.text}" for p in places)]
        self.say(depth, f"{name}({', '.join(given)});")

    def _return(self, node: ast.Return, depth: int) -> None:
        if node.value is None:
            self.say(depth, "return;")
        elif isinstance(node.value, ast.Tuple):
            values = [self.value(v) for v in node.value.elts]
            self.results.append([v.type for v in values])
            for k, v in enumerate(values):
                self.say(depth, f"*result_{k} = {self.text(v)};")
            self.say(depth, "return;")
        else:
            value = self.value(node.value)
            self.results.append([value.type])
            self.say(depth, f"return {self.text(value)};")

    def _branch(self, node: ast.If, depth: int) -> bool:
        test = self.value(node.test)
        if test.constant:
            return self.body(node.body if test.known else node.orelse, depth)
        self.say(depth, f"if ({self.text(test)}) {{")
        self.body(node.body, depth + 1)
        if node.orelse:
            self.say(depth, "} else {")
            self.body(node.orelse, depth + 1)
        self.say(depth, "}")
        return False

    def _loop(self, node: ast.For, depth: int) -> None:
        assert isinstance(node.iter, ast.Call) and isinstance(node.target, ast.Name)
        bounds = [self.value(a) for a in node.iter.args]
        first, last = (known(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2].known if len(bounds) == 3 else 1
        if first.constant and last.constant and len(range(first.known, last.known, step)) <= 1:
            if range(first.known, last.known, step):
                self._once(node, first, depth)
            return
        name = node.target.id if node.target.id != "_" else self._counter()
        self.scope[name] = Value(INT, name)
        sign, move = ("<", f"{name}++") if step == 1 else ("<", f"{name} += {step}") if step > 0 else (">", f"{name}--")
        self.say(depth, f"for (int {name} = {self.text(first)}; {name} {sign} {self.text(last)}; {move}) {{")
        self.body(node.body, depth + 1)
        self.say(depth, "}")

    def _counter(self) -> str:
        return "round_"

    def _once(self, node: ast.For, value: Value, depth: int) -> None:
        """Write a loop of one round, as those over lanes are."""
        assert isinstance(node.target, ast.Name)
        self.scope[node.target.id] = value
        leaves = any(isinstance(n, ast.Break | ast.Continue) for n in ast.walk(node))
        if leaves:
            self.say(depth, "do {")
        self.body(node.body, depth + leaves)
        if leaves:
            self.say(depth, "} while (0);")


def _type(kind: str) -> str:
    return kind if kind.endswith("*") else f"{kind} "


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w>]){name}\b", text) is not None


def _reads(lines: Sequence[str], name: str) -> bool:
    """Return whether a variable is used other than as the target of an assignment."""
    for line in lines:
        stripped = line.strip()
        rest = stripped.removeprefix(f"{name} = ") if stripped.startswith(f"{name} = ") else stripped
        if _mentions(rest, name):
            return True
    return False
