"""Mobility and redundancy of the constraints, counted and measured."""

from __future__ import annotations

import numpy as np

from biela.base.blas import one_thread
from biela.base.dataclass import dataclass
from biela.base.rank import TINY, independent_in_order, null_space, rank, remainders
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.size import machine_size
from biela.state.closing import ClosureProblem
from biela.state.functions import functions_of, row_facts
from biela.state.samples import without_dimension
from biela.state.state import State

SOLID = 1e-6
"""Smallest mass or moment of inertia, over the largest, of a machine without light bodies."""
CLOSE = (1e-8, 1e-4)
"""Sine of the angle of a row to the rows before it at which it was a close decision; runs skip a row below 1e-5."""


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
    driven : degrees of freedom that prescribed motions take; they are not among `measured`
    rolling : degrees of freedom of position without one of velocity, since wheels roll: reached, but not directly
    close : rows of which so little remains beyond the others that whether they count was a close decision
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
        """Degrees of freedom of the machine, those that prescribed motions take included."""
        return self.measured + self.driven

    @property
    def singular(self) -> bool:
        """Whether the state has more degrees of freedom than its neighbourhood."""
        return self.measured > self.nearby


def grubler(mechanism: Mechanism) -> int:
    """6 per body, minus what joints, couplings and drives take away."""
    total = 6 * (len(mechanism.bodies) - 1)
    taken = sum(6 - joint.type.n_v for joint in mechanism.joints.values() if not joint.elastic)
    taken += sum(len(c.rows) if isinstance(c, PairCoupling) else 1 for c in mechanism.couplings.values())
    return total - taken - len(mechanism.drives)


@one_thread()
def mobility(state: State, samples: int = 4) -> Mobility:
    """Mobility at a state and around it."""
    mechanism = state.mechanism
    functions = functions_of(mechanism)
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
    measured = n_v - rank(G)
    undriven = [i for i, row in enumerate(rows) if row.owner not in mechanism.drives]
    nearby = n_v - max(ranks, default=rank(G))
    holonomic = [row.holonomic for row in rows]
    rolling = rank(G) - rank(G[holonomic])
    sizes = np.linalg.norm(G, axis=1)
    parts = np.array(remainders(G)) / np.maximum(sizes, max(1e-3 * sizes.max(initial=0.0), TINY))
    close = tuple(label for label, part in zip(labels, parts, strict=True) if CLOSE[0] < part < CLOSE[1])
    driven = rank(G) - rank(G[undriven])
    return Mobility(grubler(mechanism), measured, nearby, redundant, vanishing, driven, rolling, close)


def massless_coordinates(state: State) -> list[str]:
    """Joints whose motion, with the loops kept closed, carries no kinetic energy."""
    if _solid(state.mechanism):
        return []
    functions = functions_of(state.mechanism)
    M = functions.evaluate("mass_matrix", *state.arguments())[0]
    n_v = functions.layout.n_v
    scale = np.abs(np.diag(M)).max(initial=0.0)
    if n_v == 0:
        return []
    allowed = np.eye(n_v)  # velocities that the loops allow, as columns
    if functions.n_rows:
        allowed = null_space(functions.evaluate("constraint_jacobian", *state.arguments())[0])
    values, vectors = np.linalg.eigh(allowed.T @ M @ allowed / (scale or 1.0))
    loose = []
    for value, vector in zip(values, vectors.T, strict=True):
        if value < 1e-14:
            loose.append(functions.layout.joint_at(int(np.abs(allowed @ vector).argmax())))
    return sorted(set(loose))


def _solid(mechanism: Mechanism) -> bool:
    """Whether every body has a mass and moments of inertia of about the same size: whatever moves then carries energy, and the
    mass matrix, whose entries grow with the square of the bodies, need not be derived."""
    bodies = [body for body in mechanism.bodies.values() if not body.is_ground]
    masses = np.array([float(nominal(body.mass)) for body in bodies])
    tensors = [np.asarray(nominal(np.array(body.inertia, dtype=object)), float) for body in bodies]
    moments = np.array([np.linalg.eigvalsh(tensor) for tensor in tensors]).ravel()
    return bool(not mechanism.parameters and all(x.size and x.min() > SOLID * x.max() for x in (masses, moments)))
