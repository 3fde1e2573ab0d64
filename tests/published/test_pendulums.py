"""Pendulums: the benchmark's reference solution and the frequencies of small oscillations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import roots_laguerre

from biela import library
from biela.library import double_pendulum, n_pendulum, pendulum


def test_simple_pendulum_after_ten_seconds() -> None:
    """González et al. (2006), problem A01; the position from the elliptic integral."""
    m = pendulum.build()
    start = pendulum.start(m)
    assert (start["bob.x"], start["bob.y"]) == pytest.approx((-1.0, 0.0), abs=1e-15)
    run = m.simulate(start, 10.0)
    assert run.energy_error < 5e-5
    assert run["bob.x"][-1] == pytest.approx(-0.275087462577, abs=1e-6)
    assert run["bob.y"][-1] == pytest.approx(-0.961419205099, abs=1e-6)


def test_double_pendulum_frequencies() -> None:
    """ω² = (2 ± √2) g/l (Landau & Lifshitz)."""
    m = double_pendulum.build()
    squares = np.sort(-np.real(m.linearise(m.assemble()).eigenvalues ** 2))[::2]
    assert squares == pytest.approx(9.81 * np.array([2 - np.sqrt(2), 2 + np.sqrt(2)]), rel=1e-9)


def test_n_pendulum_frequencies() -> None:
    """ω² l/g are the zeros of the Laguerre polynomial of degree N."""
    m = n_pendulum.build(bobs=5, length=0.7)
    squares = np.sort(-np.real(m.linearise(m.assemble()).eigenvalues ** 2))[::2]
    assert squares * 0.7 / 9.81 == pytest.approx(roots_laguerre(5)[0], rel=1e-9)


def test_n_pendulum_of_two_is_the_double_pendulum() -> None:
    two = n_pendulum.build(bobs=2)
    run = two.simulate({"pivot_1": 2.0, "pivot_2": -0.5}, 2.0)
    other = double_pendulum.build()
    twin = other.simulate({"upper_pivot": 2.0, "lower_pivot": -0.5}, 2.0)
    assert run["bob_2.x"] == pytest.approx(twin["lower_bob.x"], abs=1e-9)


def test_planar_chain_of_one_is_a_compound_pendulum() -> None:
    """Slender rod on its end: ω² = 3 g / 2 l."""
    m = library.get("planar-chain").build(links=1, length=0.8)
    values = m.linearise(m.assemble({"hinge_1": -np.pi / 2})).eigenvalues
    assert np.abs(values) == pytest.approx(np.sqrt(1.5 * 9.81 / 0.8), rel=1e-9)
