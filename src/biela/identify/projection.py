"""Elimination of constraint forces: bases of the motions that keep every loop closed.

With G v = 0 on the constraints, a basis N of the null space of G turns the equations K Φ = τ − Gᵀ λ into as many as there are
degrees of freedom, Nᵀ K Φ = Nᵀ τ. Three bases are offered; each is scaled to the *same* independent velocities,

    v = N v_i,     N[independent] = 1

so that a row of Nᵀ K is the effort on one physical coordinate, whatever the basis came from: with a fresh orthogonal basis at
each sample the rows would be arbitrary mixtures of forces and torques.

| method | basis | reference |
|---|---|---|
| partition | N_d = −G_d⁻¹ G_i, see `biela.state.coordinates` | Wehage & Haug (1982) |
| svd | right singular vectors of the zero singular values | Mani (1985), García de Jalón & Bayo (1994) |
| qr | last columns of Q in Gᵀ = Q R | Kim & Vanderploeg (1986) |
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from biela.equations.rank import null_space, pivoted_columns

Array = NDArray[np.float64]
Method = Literal["partition", "svd", "qr"]


def orthogonal_basis(G: Array, independent: list[int], method: Method) -> Array:
    """The null space of G by singular values or by QR, scaled so that the independent velocities are its coordinates.

    Redundant rows do no harm here: only the number of independent velocities counts.
    """
    dof = len(independent)
    if method == "svd":
        null = null_space(G, of_rank=G.shape[2] - dof)
    else:
        rank = G.shape[2] - dof
        rows = sorted(pivoted_columns(G[0].T, rank))
        Q = np.linalg.qr(G[:, rows, :].swapaxes(1, 2), mode="complete")[0]
        null = Q[:, :, rank:]
    return null @ np.linalg.inv(null[:, independent, :])
