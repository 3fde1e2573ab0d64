"""Mobility and redundancy of the constraints, counted and measured."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.dataclass import dataclass
from biela.base.rank import SEARCHED, TINY, contradict_ahead, independent_in_order, null_space, rank, remainders
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.size import machine_size
from biela.state.closing import ClosureProblem
from biela.state.functions import MachineFunctions, functions_of, row_facts
from biela.state.samples import without_dimension
from biela.state.state import State

SOLID = 1e-6
"""Smallest mass or moment of inertia, over the largest, of a machine without light bodies."""
UNCLEAR_SINES = (1e-8, 1e-4)
"""Range of the sine between a row and those before it in which its rank was a close decision; runs skip a row below 1e-5."""


@dataclass(frozen=True)
class Mobility:
    """Degrees of freedom of a machine at a state.

    Attributes
    ----------
    counted : Grübler's formula, 6 n − Σ constraints
    measured : coordinates minus rank of the constraint Jacobian at the state
    nearby : `measured` at assembled states close by, the smallest; where it is below `measured`, the state is singular
    redundant : rows that depend on the others at the state, as "joint: row"
    vanishing : those of them that carry no equation at any position (out-of-plane rows of a planar loop)
    driven : degrees of freedom that prescribed motions take; they are not among `measured`
    rolling : degrees of freedom of position without one of velocity, since wheels roll: reached, but not directly
    close : rows so nearly dependent on the others that counting them was a close decision
    """

    counted: int
    measured: int
    nearby: int
    redundant: tuple[str, ...]
    vanishing: tuple[str, ...]
    driven: int = 0
    rolling: int = 0
    close: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Degrees of freedom, those that prescribed motions take included."""
        return self.measured + self.driven

    @property
    def singular(self) -> bool:
        """True if the state has more degrees of freedom than its neighbourhood."""
        return self.measured > self.nearby


def grubler(mechanism: Mechanism) -> int:
    """Count degrees of freedom by Grübler's formula: 6 per body, minus those that joints, couplings and drives take away."""
    total = 6 * (len(mechanism.bodies) - 1)
    taken = sum(6 - joint.type.n_v for joint in mechanism.joints.values() if not joint.elastic)
    taken += sum(len(c.rows) if isinstance(c, PairCoupling) else 1 for c in mechanism.couplings.values())
    return total - taken - len(mechanism.drives)


@one_thread()
def mobility(state: State, samples: int = 4) -> Mobility:
    """Measure the mobility at a state and around it."""
    mechanism, functions = state.mechanism, functions_of(state.mechanism)
    n_v = functions.layout.n_v
    if not functions.constrained:
        return Mobility(grubler(mechanism), n_v, n_v, (), ())
    t, x, u, p = state.arguments()
    size = machine_size(mechanism)
    G = without_dimension(functions.evaluate("closure", t, x, u, p)[2], mechanism, size)
    rows = row_facts(functions)
    labels, kept = [f"{row.owner}: {row.label}" for row in rows], independent_in_order(G)
    redundant = tuple(label for i, label in enumerate(labels) if i not in kept)
    vanishing = tuple(label for label, row in zip(labels, rows, strict=True) if not row.active)
    around = ClosureProblem(functions, t, p).nearby(x, np.random.default_rng(3), samples)
    ranks = [rank(without_dimension(functions.evaluate("closure", t, y, u, p)[2], mechanism, size)) for y in around]
    measured, nearby = n_v - rank(G), n_v - max(ranks, default=rank(G))
    rolling = rank(G) - rank(G[[row.holonomic for row in rows]])
    driven = rank(G) - rank(G[[row.owner not in mechanism.drives for row in rows]])
    sizes = np.linalg.norm(G, axis=1)
    parts = np.array(remainders(G)) / np.maximum(sizes, max(1e-3 * sizes.max(initial=0.0), TINY))
    close = tuple(label for label, part in zip(labels, parts, strict=True) if UNCLEAR_SINES[0] < part < UNCLEAR_SINES[1])
    return Mobility(grubler(mechanism), measured, nearby, redundant, vanishing, driven, rolling, close)


def massless_coordinates(state: State) -> list[str]:
    """Find joints whose motion, with the loops kept closed, carries no kinetic energy."""
    functions = functions_of(state.mechanism)
    if _solid(state.mechanism) or functions.layout.n_v == 0:
        return []
    M = functions.evaluate("mass_matrix", *state.arguments())[0]
    allowed = np.eye(functions.layout.n_v)  # velocities that the loops allow, as columns
    if functions.n_rows:
        allowed = null_space(functions.evaluate("constraint_jacobian", *state.arguments())[0])
    values, vectors = np.linalg.eigh(allowed.T @ M @ allowed / (np.abs(np.diag(M)).max() or 1.0))
    entries = np.abs(allowed @ vectors[:, values < 1e-14]).argmax(axis=0)
    return sorted({functions.layout.joint_at(int(entry)) for entry in entries})


def _solid(mechanism: Mechanism) -> bool:
    """Return whether all masses, and all moments of inertia, are of similar size: whatever moves then carries energy, and the mass
    matrix, whose entries grow with the square of the number of bodies, need not be derived."""
    bodies = [body for body in mechanism.bodies.values() if not body.is_ground]
    masses = np.array([float(nominal(body.mass)) for body in bodies])
    tensors = [np.asarray(nominal(np.array(body.inertia, dtype=object)), float) for body in bodies]
    moments = np.array([np.linalg.eigvalsh(tensor) for tensor in tensors]).ravel()
    return bool(not mechanism.parameters and all(x.size and x.min() > SOLID * x.max() for x in (masses, moments)))


def stages_disagree(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> bool:
    """Return whether rows that repeat each other on closed loops contradict each other a straight step ahead.

    So it is in overconstrained linkages like Bennett's: accelerations are defined on the closed loops only, and depend elsewhere on
    which of the rows are believed. Such a machine needs closed loops at every stage of a method. See `biela.equations.redundancy`.
    """
    found = _repeated(functions, t, x, u, p)
    return found is not None and contradict_ahead(*found)


def rows_repeat(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> bool:
    """Return whether rows depend on each other here and wherever the loops are closed nearby.

    A penalty on such rows, unlike a row that is skipped, always acts a little where the loops gape.
    """
    return _repeated(functions, t, x, u, p) is not None


def _repeated(
    functions: MachineFunctions, t: float, x: Array, u: Array, p: Array
) -> tuple[Callable[[Array], Array], Callable[[Array, Array], Array], Array, np.random.Generator] | None:
    """Return the arguments of `contradict_ahead` where rows repeat each other; None where they do not."""

    def jacobian(y: Array) -> Array:
        return np.asarray(functions.evaluate("constraint_jacobian", t, y, u, p)[0])

    def rank_at(y: Array) -> int:
        return rank(jacobian(y), SEARCHED)

    if functions.n_rows < 2 or rank_at(x) == functions.n_rows:
        return None
    # a momentary singular position proves nothing: take the closed position close by where the rank is largest
    problem, rng = ClosureProblem(functions, t, p), np.random.default_rng(5)
    best = max([x, *problem.nearby(x, rng, 2)], key=rank_at)
    return (jacobian, problem.moved, best, rng) if rank_at(best) < functions.n_rows else None
