"""Mobility and redundancy of the constraints, counted and measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.coupling import PairCoupling
from biela.mechanism.mechanism import Mechanism
from biela.state.closing import CLOSED, ClosureProblem, Held
from biela.state.functions import functions_of
from biela.state.state import State

RANK = 1e-9
"""Singular values below this part of the largest count as zero."""


@dataclass(frozen=True)
class Mobility:
    """Degrees of freedom of a machine at a state.

    Attributes
    ----------
    counted : Grübler's formula, 6 n − Σ constraints
    measured : coordinates minus rank of the constraint Jacobian at the state
    nearby : the same at assembled states close by; larger `measured` means the state is singular
    redundant : rows that depend on the others at the state, as "joint: row"
    vanishing : those of them that carry no equation at any position (out-of-plane rows of a planar loop)
    driven : freedoms that prescribed motions take, which are not among `measured`
    rolling : freedoms of position that wheels which roll take from the velocities: what is reached, but not directly
    """

    counted: int
    measured: int
    nearby: int
    redundant: tuple[str, ...]
    vanishing: tuple[str, ...]
    driven: int = 0
    rolling: int = 0

    @property
    def singular(self) -> bool:
        """Whether the state has more freedom than its neighbourhood."""
        return self.measured > self.nearby


def grubler(mechanism: Mechanism) -> int:
    """6 per body, minus what joints, couplings and drives take away."""
    freedoms = 6 * (len(mechanism.bodies) - 1)
    taken = sum(6 - joint.type.n_v for joint in mechanism.joints.values() if not joint.elastic)
    taken += sum(len(c.rows) if isinstance(c, PairCoupling) else 1 for c in mechanism.couplings.values())
    return freedoms - taken - len(mechanism.drives)


def mobility(state: State, samples: int = 4) -> Mobility:
    """Mobility at a state and around it."""
    mechanism = state.mechanism
    functions = functions_of(mechanism)
    n_v = functions.layout.n_v
    if not (mechanism.topology.cut or mechanism.couplings or mechanism.drives):
        return Mobility(grubler(mechanism), n_v, n_v, (), ())
    t, x, u, p = state.arguments()
    G = functions.evaluate("closure", t, x, u, p)[2]
    labels = [f"{row.owner}: {row.label}" for row in functions.dynamics.all_rows]
    redundant = tuple(labels[i] for i in dependent_rows(G))
    vanishing = tuple(label for label, active in zip(labels, functions.dynamics.active, strict=True) if not active)
    ranks = [rank(functions.evaluate("closure", t, y, u, p)[2]) for y in _neighbours(state, samples)]
    measured = n_v - rank(G)
    undriven = [i for i, row in enumerate(functions.dynamics.all_rows) if row.owner not in mechanism.drives]
    nearby = n_v - max(ranks, default=rank(G))
    holonomic = [row.holonomic for row in functions.dynamics.all_rows]
    rolling = rank(G) - rank(G[holonomic])
    return Mobility(grubler(mechanism), measured, nearby, redundant, vanishing, rank(G) - rank(G[undriven]), rolling)


def rank(G: NDArray[np.float64]) -> int:
    """Numerical rank."""
    if not G.size:
        return 0
    s = np.linalg.svd(G, compute_uv=False)
    return int(np.sum(s > RANK * max(float(s[0]), 1e-300)))


def dependent_rows(G: NDArray[np.float64]) -> list[int]:
    """Rows that depend on the rows before them."""
    basis: list[NDArray[np.float64]] = []
    out = []
    largest = float(np.abs(G).max()) if G.size else 0.0
    for i, row in enumerate(G):
        rest = row.astype(float)
        for _ in range(2):
            for b in basis:
                rest = rest - (b @ rest) * b
        norm = float(np.linalg.norm(rest))
        if norm <= RANK * max(largest, 1e-300):
            out.append(i)
        else:
            basis.append(rest / norm)
    return out


def _neighbours(state: State, samples: int) -> list[NDArray[np.float64]]:
    """Assembled states close to a state."""
    functions = functions_of(state.mechanism)
    problem = ClosureProblem(functions, Held(state.mechanism, {}, "coordinates"), state.t, state.arguments()[3], CLOSED)
    rng = np.random.default_rng(3)
    found = []
    for _ in range(samples):
        attempt = problem.solve(problem.moved(state.x, rng.normal(0.0, 0.02, functions.layout.n_v)))
        if attempt.residual <= 1e-10:
            found.append(attempt.x)
    return found
