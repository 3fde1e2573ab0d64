"""Groups of variables that need each other, strongly connected, and which of them to tear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def strong_groups(depends: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return the groups of variables that depend on each other, those they need first (Tarjan's algorithm, without recursion).

    depends : for each variable, the variables its definition uses
    """
    n = len(depends)
    number, low, on_stack = [-1] * n, [0] * n, [False] * n
    stack: list[int] = []
    groups: list[list[int]] = []
    count = 0
    for start in range(n):
        if number[start] >= 0:
            continue
        work = [(start, iter(depends[start]))]
        number[start] = low[start] = count
        count += 1
        stack.append(start)
        on_stack[start] = True
        while work:
            v, edges = work[-1]
            for w in edges:
                if number[w] < 0:
                    number[w] = low[w] = count
                    count += 1
                    stack.append(w)
                    on_stack[w] = True
                    work.append((w, iter(depends[w])))
                    break
                if on_stack[w]:
                    low[v] = min(low[v], number[w])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == number[v]:
                    group = []
                    while True:
                        w = stack.pop()
                        on_stack[w] = False
                        group.append(w)
                        if w == v:
                            break
                    groups.append(group)
    return groups


def tear(group: Sequence[int], depends: Sequence[Iterable[int]], preferred: set[int]) -> tuple[list[int], list[int]]:
    """Return (unknowns, the others in an order in which each needs only unknowns and those before it).

    Preferred variables are torn first; after that, in each group that still hangs together, the one most often used.
    """
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
