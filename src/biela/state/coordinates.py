"""Independent coordinates: which entries of v determine the others, and how the others follow.

With the entries i independent and d dependent, the constraints G v = 0 give v = T v_i with

    T = [1; −G_d⁺ G_i]                                                                                 (1)

A choice is good where G_d is far from losing rank. Three ways to choose: by pivots (at one state), the best of all (at several
states), or by preference (what a user would turn by hand). `biela.equations.reduced` states (1) in symbols, and the compiled loop
of `formulation="independent"` chooses by pivots while it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.base.rank import ALONG_A_RUN, ASSEMBLED, conditioning, independent_in_order, pivoted_columns, rank
from biela.mechanism.rows import row_facts
from biela.state.functions import MachineFunctions, functions_of
from biela.state.state import State

MOST_CHOICES = 400
"""Largest number of choices compared one by one; where there are more, pivots at the first state decide."""


class Partition(NamedTuple):
    """Entries of v, in rising order."""

    independent: list[int]
    dependent: list[int]


def named_coordinates(wanted: Sequence[str], names: list[str]) -> list[int]:
    """Return entries of v by name."""
    for name in wanted:
        if name not in names:
            raise UnknownName(f"no tree coordinate {name!r} to be independent.{nearest(name, names)}")
    return [names.index(name) for name in wanted]


def pivoted_coordinates(G: Array, names: list[str], wanted: Sequence[str] | None = None) -> Partition:
    """Choose as dependent the columns of G that pivots pick first; the wanted coordinates stay independent."""
    n = len(names)
    if not G.size:
        return Partition(list(range(n)), [])
    keep = named_coordinates(wanted or (), names)
    others = [i for i in range(n) if i not in keep]
    picked = pivoted_columns(G[:, others])
    if len(picked) < rank(G):
        raise DescriptionError(f"{', '.join(wanted or ())} cannot be independent together here: the loops tie them to each other.")
    dependent = sorted(others[i] for i in picked)
    return Partition([i for i in range(n) if i not in dependent], dependent)


def best_coordinates(jacobians: Sequence[Array], of_rank: int) -> Partition:
    """Choose independent entries that leave the best dependent columns, at the worst of some states."""
    n = jacobians[0].shape[1]

    def rest(chosen: Sequence[int]) -> list[int]:
        return [i for i in range(n) if i not in chosen]

    if comb(n, of_rank) > MOST_CHOICES:
        dependent = sorted(pivoted_columns(jacobians[0], of_rank))
        return Partition(rest(dependent), dependent)
    # among equals the coordinate nearest to the ground: engineers think of the crank
    scores = [
        (round(min(conditioning(G[:, rest(free)], of_rank) for G in jacobians), 3), tuple(-i for i in free), free)
        for free in combinations(range(n), n - of_rank)
    ]
    free = list(max(scores)[2])
    return Partition(free, rest(free))


def preferred_coordinates(state: State, functions: MachineFunctions | None = None) -> Partition:
    """Choose the coordinates that a user would turn by hand: joints with a motor first, then joints on the ground.

    Columns of G become dependent as long as they raise its rank, least wanted first.
    """
    m = state.mechanism
    functions = functions_of(m) if functions is None else functions
    holonomic = [row.holonomic for row in row_facts(m)]
    if not functions.constrained or not any(holonomic):
        return Partition(list(range(functions.layout.n_v)), [])
    return preferred_columns(functions, np.asarray(functions.evaluate("closure", *state.arguments())[2])[holonomic])


def preferred_columns(functions: MachineFunctions, G: Array) -> Partition:
    """Choose preferred coordinates where the rows G that tie the entries of v to each other are given."""
    m, every = functions.mechanism, list(range(functions.layout.n_v))
    motors = {x.joint for x in m.actuators.values() if hasattr(x, "joint")}

    def wanted(entry: int) -> tuple[bool, bool, int]:
        joint = m.joints[functions.layout.joint_at(entry)]
        grounded = joint.parent.body.is_ground or joint.child.body.is_ground
        return joint.name in motors, grounded and joint.type.quaternion is None, -entry

    ranked = sorted(every, key=wanted)
    dependent = sorted(ranked[k] for k in independent_in_order(G.T[ranked], ALONG_A_RUN))
    return Partition([i for i in every if i not in dependent], dependent)


def tangent_basis(G: Array, partition: Partition) -> Array:
    """Return T of (1)."""
    independent, dependent = partition
    T = np.zeros((G.shape[1], len(independent)))
    T[independent, range(len(independent))] = 1.0
    if dependent:
        T[dependent] = -np.linalg.pinv(G[:, dependent], rcond=ASSEMBLED) @ G[:, independent]
    return T


def tangent_bases(G: Array, independent: list[int]) -> Array:
    """Return T of (1) for samples of G (samples, rows, n_v) that have as many rows as dependent entries."""
    samples, _, n_v = G.shape
    dependent = [k for k in range(n_v) if k not in independent]
    N = np.zeros((samples, n_v, len(independent)))
    N[:, independent, :] = np.eye(len(independent))
    if dependent:
        N[:, dependent, :] = -np.linalg.solve(G[:, :, dependent], G[:, :, independent])
    return N
