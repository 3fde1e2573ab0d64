"""Matrices in block triangular form are solved in the right order."""

import casadi as ca
import numpy as np
import pytest

from biela.equations.reduced import Blocks


@pytest.mark.parametrize("seed", range(12))
def test_solutions_of_sparse_matrices(seed):
    rng = np.random.default_rng(seed)
    n = 2 + seed % 6
    A = np.where(rng.random((n, n)) < 0.25, rng.normal(size=(n, n)), 0.0)
    A[np.arange(n), rng.permutation(n)] = rng.normal(size=n) + 3.0
    b = rng.normal(size=(n, 2))
    blocks = Blocks(ca.sparsify(ca.SX(A)))
    for found, matrix in ((blocks.solve(b), A), (blocks.solve_transposed(b), A.T)):
        assert np.array(ca.DM(found)) == pytest.approx(np.linalg.solve(matrix, b), rel=1e-9, abs=1e-9)
