"""Equations that hold at one instant: groups of variables that need each other, sparse symbolic elimination, Newton steps."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import casadi as ca
import numpy as np

from biela.base.errors import DescriptionError
from biela.lie.array import Operand

ITERATIONS = 6
"""Number of Newton steps unrolled in the kernel, from a guess that follows the solution."""


class Undetermined(DescriptionError):
    """Error of equations at one instant that have no solution, or no single one."""


def eliminate(A: Operand, b: Operand, names: Callable[[int], str]) -> list[Operand]:
    """Return x of A x = b for a sparse symbolic matrix, by elimination with pivots chosen for sparsity (Markowitz). Sizes are
    judged at random values of the symbols; a matrix that is singular there is refused by name."""
    n = A.shape[0]
    sample = _sample(A, np.random.default_rng(7)).reshape(n, n)
    rows: list[dict[int, Operand]] = [{} for _ in range(n)]
    numbers: list[dict[int, float]] = [{} for _ in range(n)]
    for i, j in zip(*A.sparsity().get_triplet(), strict=True):
        rows[i][j], numbers[i][j] = A[i, j], float(sample[i, j])
    rhs = [b[i] for i in range(n)]
    scale = [max((abs(x) for x in row.values()), default=0.0) for row in numbers]
    users: list[set[int]] = [set() for _ in range(n)]
    for i, row in enumerate(rows):
        for j in row:
            users[j].add(i)
    left, sequence = set(range(n)), []
    for _ in range(n):
        best = None
        for i in left:
            largest = max((abs(x) for x in numbers[i].values()), default=0.0)
            if largest <= 1e-11 * scale[i] or largest == 0.0:
                raise Undetermined(
                    f"the equations of {names(i)} are not independent: efforts or flows there could take any value. "
                    "Look for a ring of junctions without an element in it, or for a gain that is exactly one."
                )
            for j, x in numbers[i].items():
                if abs(x) >= 0.05 * largest:
                    cost = (len(numbers[i]) - 1) * (len(users[j] & left) - 1)
                    if best is None or (cost, -abs(x)) < best[0]:
                        best = ((cost, -abs(x)), i, j)
            if best is not None and best[0][0] == 0:
                break
        assert best is not None
        _, i, j = best
        left.remove(i)
        sequence.append((i, j))
        inverse, number = 1 / rows[i][j], 1 / numbers[i][j]
        for k in list(users[j] & left):
            factor, part = rows[k].pop(j) * inverse, numbers[k].pop(j) * number
            for c, value in rows[i].items():
                if c != j:
                    rows[k][c] = rows[k].get(c, 0) - factor * value
                    numbers[k][c] = numbers[k].get(c, 0.0) - part * numbers[i][c]
                    users[c].add(k)
            rhs[k] = rhs[k] - factor * rhs[i]
    solution: list[Operand] = [None] * n
    for i, j in reversed(sequence):
        total = rhs[i]
        for c, value in rows[i].items():
            if c != j:
                total = total - value * solution[c]
        solution[j] = total / rows[i][j]
    return solution


def is_linear(residual: Operand, unknowns: Operand) -> bool:
    """Return True for residuals that are linear in the unknowns."""
    return not ca.depends_on(ca.jacobian(residual, unknowns), unknowns)


def vanishes(expression: Operand) -> bool:
    """Return True for an expression that is zero, but for rounding, at random values of its symbols."""
    rng = np.random.default_rng(23)
    return all(np.abs(_sample(expression, rng)).max(initial=0.0) < 1e-11 for _ in range(3))


def _sample(expression: Operand, rng: np.random.Generator) -> Operand:
    """Return the value at random values of the symbols."""
    symbols = ca.symvar(expression)
    f = ca.Function("sample", symbols, [expression])
    return np.array(f.call([float(x) for x in rng.uniform(0.3, 1.3, len(symbols))])[0], float)


def solve_linear(residual: Operand, unknowns: Operand, names: Callable[[int], str]) -> list[Operand]:
    """Return the unknowns that make linear residuals vanish."""
    constant = ca.substitute(residual, unknowns, ca.SX.zeros(unknowns.shape))
    return eliminate(ca.jacobian(residual, unknowns), -constant, names)


def newton(residual: Operand, unknowns: Operand, guess: Operand, names: Callable[[int], str]) -> Operand:
    """Return the unknowns after ITERATIONS Newton steps from a guess, as an expression."""
    others = [s for s in ca.symvar(residual) if not ca.depends_on(s, unknowns)]
    step = ca.vertcat(*eliminate(ca.jacobian(residual, unknowns), -residual, names))
    f = ca.Function("newton", [unknowns, *others], [unknowns + step])
    value = guess
    for _ in range(ITERATIONS):
        value = f(value, *others)
    return value


def strong_groups(depends: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return the groups of variables that depend on each other, those they need first, by Tarjan's algorithm without recursion.
    `depends` has, for each variable, those that its definition uses."""
    n = len(depends)
    number, low, place = [-1] * n, [0] * n, [-1] * n  # place on the stack, −1 if it is not there
    stack: list[int] = []
    groups: list[list[int]] = []
    work: list[tuple[int, Iterator[int]]] = []
    count = itertools.count()

    def discover(v: int) -> None:
        number[v] = low[v] = next(count)
        place[v] = len(stack)
        stack.append(v)
        work.append((v, iter(depends[v])))

    for start in range(n):
        if number[start] >= 0:
            continue
        discover(start)
        while work:
            v, edges = work[-1]
            for w in edges:
                if number[w] < 0:
                    discover(w)
                    break
                if place[w] >= 0:
                    low[v] = min(low[v], number[w])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == number[v]:
                    groups.append(stack[place[v] :][::-1])
                    del stack[place[v] :]
                    for w in groups[-1]:
                        place[w] = -1
    return groups


def tear(group: Sequence[int], depends: Sequence[Iterable[int]], preferred: set[int]) -> tuple[list[int], list[int]]:
    """Return (unknowns, the others in an order in which each needs only unknowns and those before it). Preferred variables are torn
    first; after that, in each group that still hangs together, the one most often used."""
    torn = [v for v in group if v in preferred]
    rest = [v for v in group if v not in preferred]
    pending = [rest]
    while pending:
        part = pending.pop()
        place = {v: i for i, v in enumerate(part)}
        edges = [[place[w] for w in depends[v] if w in place] for v in part]
        for inner in strong_groups(edges):
            names = [part[i] for i in inner]
            if len(names) > 1 or inner[0] in edges[inner[0]]:
                uses = Counter(w for v in names for w in depends[v])
                worst = max(names, key=lambda v: uses[v])
                torn.append(worst)
                names.remove(worst)
                pending.append(names)
    left = [v for v in group if v not in set(torn)]
    place = {v: i for i, v in enumerate(left)}
    sequence = strong_groups([[place[w] for w in depends[v] if w in place] for v in left])
    return torn, [left[g[0]] for g in sequence]
