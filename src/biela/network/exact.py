"""Choice of the variable that each element computes, by rank instead of by propagation.

In meshed graphs (a bridge circuit, a parallel mechanism) the sequential procedure may walk into a conflict, or close a
ring of junctions that determines nothing, although a good choice exists. The junction structure is a set of linear, power
conserving relations between the efforts and flows of all elements. For such a structure one variable of each port can
always be chosen so that these determine all others; taken in the order sources, storages, resistances, the choice is
greedy: the preferred variable is taken as an input if it is independent of those taken before, else the other one.

Reference: van der Schaft & Jeltsema (2014), *Port-Hamiltonian systems theory*, §2.4 (Dirac structures), §3
"""

from __future__ import annotations

import numpy as np

from biela.lie.array import Operand
from biela.mechanism.parameter import nominal
from biela.network.element import GY, TF, MatrixTF, is_function
from biela.network.flat import HEAD, Graph, Node

INDEPENDENT = 1e-9
"""Smallest fraction of a vector, orthogonal to those taken before, with which it counts as independent of them."""


def structure_rows(graph: Graph) -> list[dict[int, float]]:
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
            T = _matrix(node.element, (n_b, n_a), rng)
            for r in range(n_b):
                p = n_a + r
                rows.append({B + node.bonds[p]: -into[p]} | {B + node.bonds[c]: -T[r, c] * into[c] for c in range(n_a) if T[r, c]})
            for c in range(n_a):
                rows.append({node.bonds[c]: 1.0} | {node.bonds[n_a + r]: -T[r, c] for r in range(n_b) if T[r, c]})
    return rows


def _matrix(element: MatrixTF, shape: tuple[int, int], rng: np.random.Generator) -> Operand:
    if is_function(element.matrix):
        T = rng.normal(size=shape)
        return np.linalg.qr(T)[0] if element.orthogonal else T
    return np.array([[float(nominal(x)) for x in row] for row in element.matrix])


def choose(graph: Graph, wishes: list[tuple[Node, int]]) -> tuple[list[bool], list[bool]]:
    """Return for each (element, port), in order of priority: True if it gives the effort, True if its wish was overruled.

    The variable an element computes is given; the other one must be determined, that is independent of all variables
    determined before.
    """
    B = len(graph.bonds)
    rows = structure_rows(graph)
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
        self.Q = np.zeros((n, n))
        self.count = 0

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
