"""Mass matrix of the tree, by composite inertias, and its sparse factorisation."""

from __future__ import annotations

import casadi as ca
import numpy as np

from biela.equations.kinematics import Kinematics
from biela.equations.model import GROUND, MachineModel
from biela.lie.symbol import as_symbol

SparseRows = list[dict[int, ca.SX]]
"""Rows of a matrix as {column: value}."""


def mass_matrix(kinematics: Kinematics) -> SparseRows:
    """Return the lower triangle of M: kinetic energy is ½ vᵀ M v.

    The inertia carried by each joint is summed from the tips inwards; column j of M is the wrench that a unit acceleration
    of joint j needs, projected on joint j and on the joints between it and the ground.
    Entries between different branches are structurally zero.

    Reference: Featherstone (2008), ch. 6 (composite-rigid-body algorithm).
    """
    model = kinematics.model
    composite = [link.inertia for link in model.links]
    for i in reversed(range(len(model.links))):
        parent = model.links[i].parent
        if parent != GROUND:
            composite[parent] = composite[parent] + composite[i].to_parent(kinematics.X[i])

    M: SparseRows = [{} for _ in range(model.n_v)]
    for i, link in enumerate(model.links):
        for k in range(link.type.n_v):
            F = composite[i].apply(kinematics.S[i][:, k])
            row = M[link.v.start + k]
            for j, value in kinematics.generalised_force(i, F).items():
                if j <= link.v.start + k and not as_symbol(value).is_zero():
                    row[j] = value
    for i, inertia in model.rotors.items():
        M[i][i] = M[i].get(i, 0) + inertia
    return M


def factorise(M: SparseRows) -> SparseRows:
    """Factorise M = Lᵀ D L with L unit lower triangular, from the tips inwards: no fill-in outside the branches.

    Returns rows with L below the diagonal and D on it. Reference: Featherstone (2008), §6.5.
    """
    H = [dict(row) for row in M]
    for k in reversed(range(len(H))):
        inner = sorted(i for i in H[k] if i < k)
        for i in inner:
            a = H[k][i] / H[k][k]
            for j in inner:
                if j <= i:
                    H[i][j] = H[i].get(j, 0) - a * H[k][j]
        for i in inner:
            H[k][i] = H[k][i] / H[k][k]
    return H


def half_solve(H: SparseRows, b: dict[int, ca.SX]) -> dict[int, ca.SX]:
    """Return L⁻ᵀ b, sparse."""
    y = dict(b)
    for k in reversed(range(len(H))):
        if k in y:
            for i, value in H[k].items():
                if i < k:
                    y[i] = y.get(i, 0) - value * y[k]
    return y


def back_solve(H: SparseRows, y: dict[int, ca.SX]) -> list[ca.SX]:
    """Return L⁻¹ D⁻¹ y, dense."""
    x: list[ca.SX] = []
    for k in range(len(H)):
        value = y[k] / H[k][k] if k in y else ca.SX(0)
        for i, factor in H[k].items():
            if i < k:
                value = value - factor * x[i]
        x.append(value)
    return x


def dense(M: SparseRows) -> ca.SX:
    """Return the full symmetric matrix, as SX."""
    n = len(M)
    out = ca.SX(n, n)
    for i, row in enumerate(M):
        for j, value in row.items():
            out[i, j] = value
            out[j, i] = value
    return out


def full(blocks: tuple[SparseRows, ...], columns: int) -> ca.SX:
    """Join square blocks side by side to a matrix with that many columns."""
    n = len(blocks[0])
    out = ca.SX(n, columns)
    for k, rows in enumerate(blocks):
        for i, row in enumerate(rows):
            for j, value in row.items():
                out[i, k * n + j] = value
    return out


def product(M: SparseRows, x: list[ca.SX]) -> list[ca.SX]:
    """Return M x of a symmetric matrix given by its lower triangle."""
    total: list[ca.SX] = [ca.SX(0)] * len(x)
    for i, row in enumerate(M):
        for j, value in row.items():
            total[i] = total[i] + value * x[j]
            if j != i:
                total[j] = total[j] + value * x[i]
    return total


def along(row: dict[int, ca.SX], x: list[ca.SX] | dict[int, ca.SX]) -> ca.SX:
    """Return a sparse row times x."""
    return sum((g * x[j] for j, g in row.items()), ca.SX(0))


def augmented(M: SparseRows, G: list[dict[int, ca.SX]], weight: ca.SX | float) -> SparseRows:
    """Return the lower triangle of M + weight · Gᵀ G."""
    out = [dict(row) for row in M]
    for row in G:
        for i, a in row.items():
            for j, b in row.items():
                if j <= i:
                    out[i][j] = out[i].get(j, 0) + weight * a * b
    return out


def singular_mass_weight(model: MachineModel, M: SparseRows, samples: int = 4) -> float:
    """Return 0 if M is positive definite at random configurations, otherwise its largest eigenvalue as a weight."""
    # scheduled masses at their start value, masses that follow a state complete
    still = ca.substitute(ca.substitute(dense(M), model.t, 0), model.s_network, ca.SX.ones(model.s_network.shape))
    f = ca.Function("mass", [model.q, model.p], [still])
    rng = np.random.default_rng(11)
    nominal = [p.value for p in model.mechanism.parameters.values()]
    smallest, largest = np.inf, 0.0
    for _ in range(samples):
        q = model.layout.normalise(rng.uniform(-1.5, 1.5, model.n_q))
        values = np.linalg.eigvalsh(np.array(f(q, nominal)))
        if values[-1] > 0.0:
            smallest, largest = min(smallest, values[0] / values[-1]), max(largest, values[-1])
    return 0.0 if smallest > 1e-14 else float(largest)
