"""Causality: which end of each bond computes the effort and which the flow. Sequential assignment, linear in size.

    1. sources, sensors and ports dictate one variable of their bond;
    2. each storage still open gets integral causality (I computes its flow, C its effort);
    3. each resistance still open gets the form its law is given in;
    4. what is left, between junctions, is chosen;

and after each choice everything that follows from it is propagated: a 0-junction receives its effort through one bond,
a 1-junction its flow; a transformer passes effort on one way and flow the other, a gyrator turns one into the other.

A storage that was overruled in step 2 has *derivative causality*: it depends on other storages or on a source. A choice in
step 3 or 4 means an *algebraic loop*. Both are reported with their standard remedies, and solved in the equations.
A demand that meets a contrary one is a *causal conflict*: the graph is ill-posed.

Reference: Karnopp, Margolis & Rosenberg (2012), *System Dynamics*, §5.2-5.5
"""

from __future__ import annotations

from collections import deque
from dataclasses import field
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.parameter import nominal
from biela.network.element import GY, TF, MatrixTF, is_function
from biela.network.flat import HEAD, Bond, Graph, Node

INDEPENDENT = 1e-9
"""Smallest fraction of a vector, orthogonal to those taken before, with which it counts as independent of them."""
REMEDY = "Put a resistance, a compliance or an inertia between them, or remove one."


class CausalConflict(DescriptionError):
    """Conflict of two elements that dictate the same variable."""


@dataclass
class Causality:
    """Causality of every bond, and what is remarkable about it."""

    graph: Graph
    derivative: list[Node] = field(default_factory=list)
    causes: dict[str, str] = field(default_factory=dict)  # storage in derivative causality → who dictates it
    loops: list[str] = field(default_factory=list)  # where a free choice was made: algebraic loops
    backwards: list[Node] = field(default_factory=list)  # R whose law must be solved for the other variable

    def gives_effort(self, node: Node, port: int) -> bool:
        """Return True where the element computes the effort at a port (else its flow)."""
        return self.graph.bonds[node.bonds[port]].effort_by == node.ends[port]

    def is_derivative(self, node: Node, port: int = 0) -> bool:
        """Return True for a port of a storage in derivative causality: an I that is given its flow, a C its effort."""
        return node.stores and self.gives_effort(node, port) != node.element.integral

    def remarks(self) -> list[str]:
        """Return derivative causality and algebraic loops, by name and with remedies."""
        loops = (
            f"algebraic loop through {name!r}: effort and flow there follow from each other at the same instant. biela "
            "solves it; to avoid it, put a small inertia or compliance into the loop, or lump its resistances into one."
            for name in self.loops
        )
        return [*map(self._derivative_remark, self.derivative), *loops]

    def _derivative_remark(self, node: Node) -> str:
        path = self.causes[node.path]
        cause = self.graph.by_path.get(path)
        if cause is not None and cause.element.is_input:
            return (
                f"derivative causality: the input {path!r} dictates {node!r}: a jump of it would need an infinite power. Drive it "
                "with a smooth function, or put a resistance between them."
            )
        return (
            f"derivative causality: {node!r} is not independent, {path!r} dictates its "
            f"{'effort' if node.element.integral else 'flow'}. biela solves for it; to avoid it, put the compliance (or "
            "inertia, or a little resistance) that ties them in reality between them, or lump them into one element."
        )

    def report(self) -> str:
        """Return all of it in plain words."""
        nodes = self.graph.nodes
        size = f"network {self.graph.name!r}: {len(nodes)} elements, {len(self.graph.bonds)} bonds"
        states = ", ".join(n.path for n in nodes if n.stores and n not in self.derivative) or "none"
        remarks = self.remarks() or ["causality complete: explicit state equations"]
        return "\n".join([size, f"independent storages: {states}", *remarks])


def assign(graph: Graph) -> Causality:
    """Return the causality of every bond of a graph: sequential, and by rank (`_choose`) where that does not do."""
    first = _Assignment(graph)
    first.sources()
    try:
        result = first.run()
    except CausalConflict:
        return _by_rank(graph)
    return _by_rank(graph) if _has_ring(graph) else result


def _by_rank(graph: Graph) -> Causality:
    elements = [n for n in graph.nodes if not n.is_junction and not n.element.passes]
    wishes = sorted(((n, p) for n in elements for p in range(len(n.bonds))), key=lambda w: w[0].element.wish.rank)
    gives, overruled = _choose(graph, wishes)
    second = _Assignment(graph)
    for (node, port), effort, lost in zip(wishes, gives, overruled, strict=True):
        if lost and node.element.wish.dictated:
            raise CausalConflict(f"causal conflict at {node!r}: other sources already dictate what it dictates. {REMEDY}")
        if second._bond(node, port).effort_by is None or second.result.gives_effort(node, port) != effort:
            second._demand(node, port, effort)
        if lost and node.stores and node not in second.result.derivative:
            second.result.derivative.append(node)
            second.result.causes[node.path] = "the junctions around it"
    second.finish()
    for node, _ in wishes:
        second.note_backwards(node)
    return second.result


def _has_ring(graph: Graph) -> bool:
    """Return True where efforts or flows run in a circle through junctions alone, without an element that could decide."""
    B = len(graph.bonds)
    depends: list[list[int]] = [[] for _ in range(2 * B)]  # e of each bond, then f
    for node in graph.nodes:
        gives = [graph.bonds[i].effort_by == end for i, end in zip(node.bonds, node.ends, strict=True)]
        if node.is_junction:
            one = node.kind == "1-junction"
            common, summed = (B, 0) if one else (0, B)
            strong = next(i for i, g in zip(node.bonds, gives, strict=True) if g == one)
            for i in node.bonds:
                if i != strong:
                    depends[common + i].append(common + strong)
                    depends[summed + strong].append(summed + i)
        elif node.element.passes:
            n_a, gyrator = node.element.side_a, node.element.passes == "crossed"  # type: ignore[attr-defined]
            for p, i in enumerate(node.bonds):
                others = node.bonds[n_a:] if p < n_a else node.bonds[:n_a]
                mine = 0 if gives[p] else B
                theirs = (B - mine) if gyrator else mine
                depends[mine + i] += [theirs + j for j in others]
    try:
        TopologicalSorter({v: set(needed) - {v} for v, needed in enumerate(depends)}).prepare()
    except CycleError:
        return True
    return False


class _Assignment:
    """Assignment of causality, bond by bond; what follows from a choice can be taken back."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.result = Causality(graph)
        self.roots: list[Node | None] = [None] * len(graph.bonds)  # who caused the assignment of a bond
        self.open = {id(n): len(n.bonds) for n in graph.nodes}
        self.strong: dict[int, Bond | None] = {}  # the bond that dictates a junction's common variable
        self.trail: list[tuple[int, list[Node]]] = []
        for bond in graph.bonds:
            bond.effort_by = None

    def sources(self) -> None:
        """Take step 1; a conflict here is one between sources."""
        for node in self.graph.nodes:
            if node.bonds and node.element.wish.dictated:
                self._demand(node, 0, node.element.wish.effort)

    def run(self) -> Causality:
        """Take steps 2 to 4."""
        for node in sorted((n for n in self.graph.nodes if n.stores), key=lambda n: n.element.wish.rank):
            for port in range(len(node.bonds)):
                if self._bond(node, port).effort_by is None:
                    self._choose(node, port, node.element.wish.effort)
                if self.result.is_derivative(node, port) and node not in self.result.derivative:
                    root = self.roots[node.bonds[port]]
                    self.result.derivative.append(node)
                    self.result.causes[node.path] = root.path if root is not None else node.path
        for node in self.graph.nodes:
            if node.bonds and node.element.wish.rank >= 4 and not node.is_junction and not node.element.passes:
                for port in range(len(node.bonds)):  # the form of its law; a field takes any mixture
                    if self._bond(node, port).effort_by is None:
                        self.result.loops.append(node.path)
                        self._choose(node, port, node.element.wish.effort)
                self.note_backwards(node)
        self.finish()
        return self.result

    def finish(self) -> None:
        """Take step 4."""
        for i, bond in enumerate(self.graph.bonds):
            if bond.effort_by is None:
                self.result.loops.append(bond.tail.path)
                self._choose(bond.tail, bond.tail.bonds.index(i), True)
        for node in self.graph.nodes:
            if node.is_junction and node.bonds and id(node) not in self.strong:
                raise self._fight(node, None, None)

    def note_backwards(self, node: Node) -> None:
        """Remember a law that must be solved for its argument."""
        if node.element.is_backwards(self.result.gives_effort(node, 0)):
            self.result.backwards.append(node)
            self.result.loops.append(node.path)

    def _bond(self, node: Node, port: int) -> Bond:
        return self.graph.bonds[node.bonds[port]]

    @staticmethod
    def _value(node: Node, port: int, gives_effort: bool) -> int:
        """Return `effort_by` of the bond at a port, if the element there gives the effort, or does not."""
        return node.ends[port] if gives_effort else 1 - node.ends[port]

    def _demand(self, node: Node, port: int, gives_effort: bool) -> None:
        self._set(node.bonds[port], self._value(node, port, gives_effort), node)

    def _choose(self, node: Node, port: int, gives_effort: bool) -> None:
        """Assign; if that leads to a conflict, take it back and try the other way."""
        mark = len(self.trail)
        try:
            self._demand(node, port, gives_effort)
        except CausalConflict:
            self._undo(mark)
            self._demand(node, port, not gives_effort)

    def _undo(self, mark: int) -> None:
        while len(self.trail) > mark:
            index, strengthened = self.trail.pop()
            bond = self.graph.bonds[index]
            bond.effort_by, self.roots[index] = None, None
            for node in (bond.tail, bond.head):
                self.open[id(node)] += 1
            for node in strengthened:
                del self.strong[id(node)]

    def _set(self, index: int, effort_by: int, root: Node) -> None:
        """Assign a bond, and all that follows from it."""
        queue = deque([(index, effort_by)])
        while queue:
            i, value = queue.popleft()
            bond = self.graph.bonds[i]
            if bond.effort_by is not None:
                if bond.effort_by != value:
                    raise self._conflict(bond, self.roots[i], root)
                continue
            bond.effort_by, self.roots[i] = value, root
            strengthened: list[Node] = []
            self.trail.append((i, strengthened))
            for node in (bond.tail, bond.head):
                self.open[id(node)] -= 1
            for end in (0, 1):
                queue.extend(self._follow(bond.node(end), i, end, strengthened, root))

    def _follow(self, node: Node, index: int, end: int, strengthened: list[Node], root: Node) -> list[tuple[int, int]]:
        """Return the causalities that follow from that of one bond for the others of the element at its end."""
        bond = self.graph.bonds[index]
        gives = bond.effort_by == end
        if node.is_junction:
            return self._junction(node, bond, gives == (node.kind == "1-junction"), strengthened, root)
        if not node.element.passes:
            return []
        element: Any = node.element
        n_a, same = element.side_a, element.passes == "same"
        forward = gives == (node.bonds.index(index) < n_a)  # of a transformer: flows in at a, efforts in at b
        if not forward and not element.orthogonal:
            raise CausalConflict(
                f"{node!r} is used backwards by {root!r}, and its matrix has no inverse. Put the storages that dictate "
                "flows on its side a, or a compliance on its side b."
            )
        return [
            (b, self._value(node, p, ((p < n_a) == forward) if same else gives)) for p, b in enumerate(node.bonds) if b != index
        ]

    def _junction(self, node: Node, bond: Bond, is_strong: bool, strengthened: list[Node], root: Node) -> list[tuple[int, int]]:
        one = node.kind == "1-junction"
        if is_strong:
            other = self.strong.get(id(node))
            if other is not None and other is not bond:
                a, b = (self.roots[self.graph.bonds.index(x)] for x in (other, bond))
                raise self._fight(node, a, b or root)
            self.strong[id(node)] = bond
            strengthened.append(node)
            # the others receive what this bond brings
            return [
                (i, self._value(node, p, not one))
                for p, i in enumerate(node.bonds)
                if self.graph.bonds[i] is not bond and self.graph.bonds[i].effort_by != self._value(node, p, not one)
            ]
        if id(node) not in self.strong:
            if self.open[id(node)] == 1:
                p = next(p for p, i in enumerate(node.bonds) if self.graph.bonds[i].effort_by is None)
                return [(node.bonds[p], self._value(node, p, one))]
            if self.open[id(node)] == 0:
                raise self._fight(node, None, root)
        return []

    def _fight(self, node: Node, a: Node | None, b: Node | None) -> CausalConflict:
        common, summed = ("effort", "flow") if node.kind == "0-junction" else ("flow", "effort")
        if a is None:
            roots = sorted({repr(self.roots[i]) for i in node.bonds if self.roots[i] is not None})
            return CausalConflict(
                f"causal conflict at {node!r}: {' and '.join(roots)} dictate all its {summed}s, and nothing its {common}. "
                f"Put a {'compliance' if common == 'effort' else 'inertia'} or a resistance there, or remove one of them."
            )
        return CausalConflict(
            f"causal conflict at {node!r}: {a!r} and {b!r} both dictate its {common}. Put a resistance, or an "
            f"{'inertia' if common == 'effort' else 'compliance'} element, between them, or remove one."
        )

    def _conflict(self, bond: Bond, a: Node | None, b: Node) -> CausalConflict:
        for node in (bond.tail, bond.head):
            if node.is_junction and a is not None:
                return self._fight(node, a, b)
        return CausalConflict(f"causal conflict on the bond {bond}: {a!r} and {b!r} dictate the same variable. {REMEDY}")


def _structure_rows(graph: Graph) -> list[dict[int, float]]:
    """Return the rows of the junction structure over (e_0 … e_B, f_0 … f_B). Moduli that change are taken at a random value."""
    rng = np.random.default_rng(17)
    B = len(graph.bonds)
    rows: list[dict[int, float]] = []

    def number(x: Operand) -> float:
        return float(rng.uniform(0.5, 1.5)) if is_function(x) else float(nominal(x))

    for node in graph.nodes:
        into = [1.0 if end == HEAD else -1.0 for end in node.ends]
        if node.is_junction:
            common, summed = (B, 0) if node.kind == "1-junction" else (0, B)
            first = node.bonds[0]
            rows += [{common + first: 1.0, common + i: -1.0} for i in node.bonds[1:]]
            rows.append({summed + i: s for i, s in zip(node.bonds, into, strict=True)})
        elif isinstance(node.element, TF | GY):
            a, b = node.bonds
            m = number(node.element.ratio)
            if isinstance(node.element, TF):
                rows += [{B + b: -into[1], B + a: -m * into[0]}, {a: 1.0, b: -m}]
            else:
                rows += [{a: 1.0, B + b: m * into[1]}, {b: 1.0, B + a: -m * into[0]}]
        elif isinstance(node.element, MatrixTF):
            n_b, n_a = node.element.shape  # type: ignore[misc]
            if not is_function(node.element.matrix):
                T = np.array([[float(nominal(x)) for x in row] for row in node.element.matrix])
            elif node.element.orthogonal:
                T = np.linalg.qr(rng.normal(size=(n_b, n_a)))[0]
            else:
                T = rng.normal(size=(n_b, n_a))
            for r in range(n_b):
                p = n_a + r
                rows.append({B + node.bonds[p]: -into[p]} | {B + node.bonds[c]: -T[r, c] * into[c] for c in range(n_a) if T[r, c]})
            for c in range(n_a):
                rows.append({node.bonds[c]: 1.0} | {node.bonds[n_a + r]: -T[r, c] for r in range(n_b) if T[r, c]})
    return rows


def _choose(graph: Graph, wishes: list[tuple[Node, int]]) -> tuple[list[bool], list[bool]]:
    """Return for each (element, port), in order of priority: True if it gives the effort, True if its wish was overruled.

    In meshed graphs (a bridge circuit, a parallel mechanism) the sequential procedure may walk into a conflict, or close a
    ring of junctions that determines nothing, although a good choice exists. The junction structure is a set of linear, power
    conserving relations between the efforts and flows of all elements. For such a structure one variable of each port can
    always be chosen so that these determine all others; taken in the order sources, storages, resistances, the choice is
    greedy: the preferred variable is taken as an input if it is independent of those taken before, else the other one.

    Reference: van der Schaft & Jeltsema (2014), *Port-Hamiltonian systems theory*, §2.4 (Dirac structures), §3
    """
    B = len(graph.bonds)
    rows = _structure_rows(graph)
    M = np.zeros((len(rows), 2 * B))
    for i, row in enumerate(rows):
        M[i, list(row)] = list(row.values())
    ports = {node.bonds[port] for node, port in wishes}
    basis = _Basis(len(rows))
    for j in [k for i in range(B) if i not in ports for k in (i, B + i)]:
        basis.take(M[:, j])
    gives, overruled = [], []
    for node, port in wishes:
        bond, effort = node.bonds[port], node.element.wish.effort
        wanted, other = (B + bond, bond) if effort else (bond, B + bond)  # what is to be determined
        lost = not basis.take(M[:, wanted])
        if lost:
            basis.take(M[:, other])
        gives.append(effort != lost)
        overruled.append(lost)
    return gives, overruled


class _Basis:
    """Orthonormal basis of the vectors taken so far."""

    def __init__(self, n: int):
        self.Q, self.count = np.zeros((n, n)), 0

    def take(self, v: Operand) -> bool:
        """Take v and return True if it is independent of those taken."""
        length = float(np.linalg.norm(v))
        if length == 0.0 or self.count == len(self.Q):
            return False
        Q = self.Q[:, : self.count]
        w = v / length
        for _ in range(2):
            w = w - Q @ (Q.T @ w)
        rest = float(np.linalg.norm(w))
        if rest < INDEPENDENT:
            return False
        self.Q[:, self.count] = w / rest
        self.count += 1
        return True
