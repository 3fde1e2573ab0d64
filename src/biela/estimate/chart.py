"""The choice of independent coordinates, and of the closure rows from which the others follow.

Columns of the constraint Jacobian are compared at one or several closed states: those of the dependent coordinates must span
its range well at each of them. Coordinates asked for by name are kept independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from biela.equations.chart import Chart
from biela.errors import DescriptionError, UnknownName, nearest
from biela.mechanism.rows import rolls
from biela.state.functions import MachineFunctions
from biela.state.state import State

Matrix = NDArray[np.float64]
RANK = 1e-9
"""A singular value below this part of the largest one counts as zero."""
CANDIDATES = 400
"""Choices compared one by one; where there are more, the first state decides alone."""


def choose_chart(functions: MachineFunctions, states: Sequence[State], wanted: Sequence[str] | None = None) -> Chart:
    """The chart of a machine about some closed states.

    Parameters
    ----------
    wanted : coordinates to be independent (`joint`, or `joint.rate` where it has several); the best choice if omitted

    Raises
    ------
    DescriptionError : the loops tie the wanted coordinates to each other, or they are too few or too many
    """
    if rolling := rolls(functions.mechanism):
        raise DescriptionError(
            f"{', '.join(map(repr, rolling))} roll: more positions than speeds are free, and filters here take as many of both. "
            "Let the wheels slip a little instead (tyres, contacts), or lock them."
        )
    names = functions.layout.rate_names
    kept = tuple(k - functions.layout.networks.start for k in functions.layout.responding)
    n_v = len(names)
    jacobians = [
        np.asarray(functions.evaluate("constraint_jacobian", *state.arguments())[0])
        for state in states
        if functions.n_rows
    ]
    if not jacobians:
        if wanted is not None and set(wanted) != set(names):
            _places(wanted, names)
            raise DescriptionError(
                f"without loops every coordinate is independent: {', '.join(names)}. Leave `independent` out."
            )
        return Chart(tuple(range(n_v)), (), (), kept)
    rank = max(_rank(G) for G in jacobians)
    k = n_v - rank
    free = _wanted(wanted, names, k) if wanted is not None else _best(jacobians, n_v, rank)
    dependent = [i for i in range(n_v) if i not in free]
    if min(_smallest(G[:, dependent], rank) for G in jacobians) < RANK:
        raise DescriptionError(
            f"{', '.join(names[i] for i in free)} cannot be independent here: in a state given, the loops tie them to each "
            "other or leave another coordinate undetermined. Choose other coordinates, or leave `independent` out."
        )
    rows = _rows(jacobians[0][:, dependent], rank)
    return Chart(tuple(free), tuple(dependent), tuple(rows), kept)


def _places(wanted: Sequence[str], names: list[str]) -> list[int]:
    for name in wanted:
        if name not in names:
            raise UnknownName(f"no tree coordinate {name!r} to be independent.{nearest(name, names)}")
    return [names.index(name) for name in wanted]


def _wanted(wanted: Sequence[str], names: list[str], k: int) -> list[int]:
    places = _places(wanted, names)
    if len(set(places)) != k:
        raise DescriptionError(
            f"the machine moves in {k} independent coordinates; `independent` names {len(set(places))}."
        )
    return places


def _rank(G: Matrix) -> int:
    sizes = np.linalg.svd(G, compute_uv=False)
    return int(np.sum(sizes > RANK * sizes[0])) if sizes.size and sizes[0] > 0 else 0


def _smallest(G: Matrix, rank: int) -> float:
    """Smallest of the singular values that should not vanish, as a part of the largest."""
    sizes = np.linalg.svd(G, compute_uv=False)
    return float(sizes[rank - 1] / max(sizes[0], 1e-300)) if sizes.size >= rank > 0 else float(rank == 0)


def _best(jacobians: list[Matrix], n_v: int, rank: int) -> list[int]:
    """Independent entries that leave the best dependent columns, at the worst of the states."""
    if comb(n_v, rank) > CANDIDATES:
        dependent = _pivoted(jacobians[0], rank)
        return [i for i in range(n_v) if i not in dependent]

    def quality(free: tuple[int, ...]) -> float:
        columns = [i for i in range(n_v) if i not in free]
        return min(_smallest(G[:, columns], rank) for G in jacobians)

    # among equals the coordinate nearest to the ground: engineers think of the crank
    scores = [(round(quality(free), 3), tuple(-i for i in free), free) for free in combinations(range(n_v), n_v - rank)]
    return list(max(scores)[2])


def _pivoted(G: Matrix, rank: int) -> list[int]:
    """Columns in the order of a pivoted orthogonalisation."""
    A = G.copy()
    chosen: list[int] = []
    for _ in range(rank):
        sizes = (A**2).sum(axis=0)
        sizes[chosen] = -1.0
        best = int(sizes.argmax())
        chosen.append(best)
        direction = A[:, best] / np.sqrt(sizes[best])
        A = A - np.outer(direction, direction @ A)
    return chosen


def _rows(G_d: Matrix, rank: int) -> list[int]:
    """Rows that suffice to find the dependent coordinates."""
    return sorted(_pivoted(G_d.T, rank))
