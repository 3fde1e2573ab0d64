"""The Python of a routine, read node by node: what its translations to LLVM IR and to C have in common.

A routine may use whole numbers, doubles, truth values and pointers; assignments, `if`, `for … in range(…)`, `while`, `break`,
`continue`, `return` of one or several values; functions of `math`, `min`, `max`, `abs`; other functions of this vocabulary; and
intrinsics, whose instructions each translation knows. What a name outside the function stands for is a constant. Expressions of
constants are worked out here, and branches that are never taken are left out; a subclass writes the rest.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.errors import Untranslatable
from biela.kernel import routine_source
from biela.kernel.routine_value import MISSING, WORD, TypedValue

FOLD: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Pow: operator.pow, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.BitXor: operator.xor, ast.RShift: operator.rshift, ast.LShift: operator.lshift, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
Comparison = tuple[ast.cmpop, TypedValue, TypedValue]


@cache
def tree_of(function: FunctionType) -> ast.FunctionDef:
    """Parse the source of a function."""
    tree = ast.parse(routine_source.of(function)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


class RoutineReader:
    """Reader of one function. A subclass has the methods that are declared here, each of which writes what its name says."""

    name: str
    function: Any
    known: Callable[[Any], TypedValue]
    variable: Callable[[str], TypedValue]
    entry: Callable[[TypedValue, ast.expr], TypedValue]
    operation: Callable[[ast.operator, TypedValue, TypedValue], TypedValue]
    opposite: Callable[[bool, TypedValue], TypedValue]  # `not value` where true, else `-value`
    comparison: Callable[[Sequence[Comparison]], TypedValue]
    logic: Callable[[bool, Sequence[ast.expr]], TypedValue]  # `and` where true, else `or`
    either: Callable[[TypedValue, ast.expr, ast.expr], TypedValue]
    together: Callable[[Sequence[TypedValue]], TypedValue]
    call: Callable[[Any, list[TypedValue]], TypedValue]
    assign: Callable[[Sequence[ast.expr], ast.expr], None]
    change: Callable[[ast.AugAssign], None]
    branch: Callable[[TypedValue, ast.If], bool]
    loop: Callable[[ast.For, TypedValue, TypedValue, TypedValue, NDArray[Any] | None], None]
    """Bounds and step of a range, or the table of constants whose entries the loop takes."""
    repeat: Callable[[ast.While], None]
    escape: Callable[[bool], None]  # `break` where true, else `continue`
    give_back: Callable[[ast.Return], None]
    effect: Callable[[TypedValue], None]  # what is left of a call whose result nobody takes

    def named(self, name: str) -> Any:
        """Return the object that a name outside of the function stands for."""
        code = self.function.__code__
        if name in code.co_freevars:
            return self.function.__closure__[code.co_freevars.index(name)].cell_contents
        found = self.function.__globals__.get(name, getattr(builtins, name, MISSING))
        if found is MISSING:
            raise Untranslatable(f"{self.function.__qualname__}: what is {name}?")
        return found

    def value(self, node: ast.expr) -> TypedValue:
        """Translate an expression."""
        match node:
            case ast.Constant():
                return self.known(node.value)
            case ast.Name():
                return self.variable(node.id)
            case ast.Attribute():
                return self.known(getattr(self.value(node.value).known, node.attr))
            case ast.Subscript():
                return self.entry(self.value(node.value), node.slice)
            case ast.BinOp():
                return self.binary(node.op, self.value(node.left), self.value(node.right))
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                negates, value = isinstance(node.op, ast.Not), self.value(node.operand)
                return self.opposite(negates, value) if not value.constant else self.known(
                    not value.known if negates else -value.known
                )  # fmt: skip
            case ast.Compare():
                sides = [self.value(n) for n in (node.left, *node.comparators)]
                pairs = list(zip(node.ops, sides[:-1], sides[1:], strict=True))
                if all(side.constant for side in sides):
                    return self.known(all(FOLD[type(op)](a.known, b.known) for op, a, b in pairs))
                return self.comparison(pairs)
            case ast.BoolOp():
                return self.logic(isinstance(node.op, ast.And), node.values)
            case ast.IfExp():
                test = self.value(node.test)
                if test.constant:
                    return self.value(node.body if test.known else node.orelse)
                return self.either(test, node.body, node.orelse)
            case ast.Tuple():
                return self.together([self.value(part) for part in node.elts])
            case ast.Call():
                function, arguments = self.value(node.func).known, [self.value(a) for a in node.args]
                if function in (min, max, abs, float, int) and all(a.constant for a in arguments):
                    return self.known(function(*(a.known for a in arguments)))
                return self.call(function, arguments)
        raise Untranslatable(f"{self.name}: {ast.unparse(node)}")

    def binary(self, op: ast.operator, a: TypedValue, b: TypedValue) -> TypedValue:
        """Write a op b."""
        if a.constant and b.constant and WORD not in (a.type, b.type):
            return self.known(FOLD[type(op)](a.known, b.known))
        return self.operation(op, a, b)

    def body(self, statements: Sequence[ast.stmt]) -> bool:
        """Write statements; return true if their end is never reached. What would follow is left out."""
        return any(self._statement(statement) for statement in statements)

    def _statement(self, node: ast.stmt) -> bool:
        """Write a statement; return true if what follows it is never reached."""
        match node:
            case ast.Assign():
                self.assign(node.targets, node.value)
            case ast.AnnAssign(value=ast.expr() as value):
                self.assign([node.target], value)
            case ast.AugAssign():
                self.change(node)
            case ast.If():
                test = self.value(node.test)
                return self.branch(test, node) if not test.constant else self.body(node.body if test.known else node.orelse)
            case ast.For(iter=ast.Call() as call) if self.value(call.func).known is range:
                bounds = [self.value(a) for a in call.args]
                first, last = (self.known(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
                self.loop(node, first, last, bounds[2] if len(bounds) == 3 else self.known(1), None)
            case ast.For():
                table = np.asarray(self.value(node.iter).known)
                self.loop(node, self.known(0), self.known(len(table)), self.known(1), table)
            case ast.While():
                self.repeat(node)
            case ast.Return():
                self.give_back(node)
            case ast.Expr():
                if not isinstance(node.value, ast.Constant):
                    self.effect(self.value(node.value))
            case ast.Break() | ast.Continue():
                self.escape(isinstance(node, ast.Break))
            case ast.Pass():
                pass
            case _:
                raise Untranslatable(f"{self.name}: {ast.unparse(node)}")
        return isinstance(node, ast.Return | ast.Break | ast.Continue)
