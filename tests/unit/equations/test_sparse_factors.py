"""Factors without row exchanges: right for any pattern, and honest about pivots that lost their digits."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biela.equations.sparse_factors import MOST_PRODUCTS, TRUST, SparseFactors


def factored(J: np.ndarray, d: float, b: np.ndarray) -> tuple[np.ndarray, float, int]:
    """Solution of (d − J) k = b, the margin, and how many entries the factors have."""
    entries = ca.sparsify(ca.DM(J))
    plan = SparseFactors(entries.sparsity())
    factors, margin = plan.factor(entries, ca.SX(d))
    assert factors.numel() == plan.count
    return ca.DM(plan.solve(factors, ca.DM(b))).full().ravel(), float(margin), plan.count


def sparse(rng: np.random.Generator, n: int, density: float) -> np.ndarray:
    return rng.normal(size=(n, n)) * (rng.uniform(size=(n, n)) < density)


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 14), st.floats(0, 1), st.floats(0.1, 1e3), st.integers(0, 10_000))
def test_trusted_factors_solve_the_system(n: int, density: float, d: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    # units as far apart as metres and pascals
    size = 10.0 ** rng.uniform(-8, 8, n)
    J, b = sparse(rng, n, density), rng.normal(size=n)
    k, margin, _ = factored(J * size[:, None] / size, d, b * size)
    exact = np.linalg.solve(d * np.eye(n) - J, b)
    if margin > 0:
        # a trusted pivot keeps at least TRUST of its size, and two may follow each other: eps / TRUST² times the condition
        lost = np.finfo(float).eps / TRUST**2 * np.linalg.cond(d * np.eye(n) - J)
        assert k / size == pytest.approx(exact, abs=max(1e-9, lost) * np.abs(exact).max())


def test_the_margin_does_not_depend_on_units() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        J, size = sparse(rng, 8, 0.5), 10.0 ** rng.uniform(-6, 6, 8)
        margins = [factored(M, 1.0, np.ones(8))[1] for M in (J, J * size[:, None] / size)]
        assert margins[1] == pytest.approx(margins[0], rel=1e-6, abs=1e-9)


def test_a_pivot_that_vanishes_is_not_trusted() -> None:
    """d − J = [[0, 1], [1, 1]] is regular, but its first pivot is zero."""
    J = np.array([[1.0, -1.0], [-1.0, 0.0]])
    assert factored(J, 1.0, np.ones(2))[1] <= 0
    assert factored(J, 100.0, np.ones(2))[1] > 0


def test_a_pivot_that_cancels_is_not_trusted() -> None:
    """The second pivot is what is left of 10 − 10."""
    J = np.array([[0.0, -9.0], [-10.0 / 9.0, -9.0]])
    assert factored(J, 1.0, np.ones(2))[1] <= 0


def test_coordinates_accounts_and_neighbours_cost_little() -> None:
    """q̇ = v, a chain of springs, and an account that all feed: factors hardly fuller than the matrix."""
    n = 60
    J = np.zeros((2 * n + 1, 2 * n + 1))
    J[:n, n : 2 * n] = np.eye(n)
    J[n : 2 * n, :n] = -2 * np.eye(n) + np.eye(n, k=1) + np.eye(n, k=-1)
    J[-1, :-1] = 1.0
    b = np.linspace(-1, 1, 2 * n + 1)
    k, margin, count = factored(J, 3.0, b)
    assert margin > 0
    assert k == pytest.approx(np.linalg.solve(3.0 * np.eye(2 * n + 1) - J, b), rel=1e-12)
    assert count < 1.5 * (np.count_nonzero(J) + len(J))


def test_a_large_full_system_is_left_to_loops() -> None:
    n = round((3 * MOST_PRODUCTS) ** (1 / 3)) + 5
    assert not SparseFactors(ca.Sparsity.dense(n, n)).worthwhile
    assert SparseFactors(ca.Sparsity.dense(20, 20)).worthwhile
