"""What a machine costs is proportional to its size: trees of any depth, and loops side by side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import biela
from biela.base.rank import ASSEMBLED, remainders
from biela.library import n_four_bar
from biela.state.functions import functions_of


def hinged(links: int, branches: int = 1) -> biela.Mechanism:
    """Rods hinged end to end, axes alternately z and y; with `branches` of them on the end of each."""
    m = biela.Mechanism(f"{links} rods", gravity=(0, -9.81, 0))
    rods = [m.ground]
    for i in range(links):
        rods.append(m.body(f"rod_{i}", mass=1.0, com=(0.5, 0, 0), inertia=biela.cylinder(1.0, 0.02, 1.0, axis="x")))
        axis = (0, 0, 1) if i % 2 == 0 else (0, 1, 0)
        m.revolute(f"hinge_{i}", rods[(i - 1) // branches + 1 if i else 0], rods[-1], parent_point=(float(i > 0), 0, 0), axis=axis)
    return m


@pytest.mark.parametrize("build", [hinged, lambda n: hinged(n, branches=2), n_four_bar.build], ids=["chain", "tree", "ladder"])
def test_operations_of_the_accelerations_grow_evenly(build: Callable[[int], biela.Mechanism]) -> None:
    """Twice as many bodies or loops: twice the operations. A dense factorisation would take eight times as many."""
    few, more, many = (functions_of(build(n))["rates"].instructions for n in (5, 10, 20))
    assert many - more == pytest.approx(2 * (more - few), rel=0.15)


def test_what_remains_of_rows_is_what_a_qr_factorisation_leaves(rng: np.random.Generator) -> None:
    """Repeated rows leave nothing; the others the diagonal of R."""
    rows = rng.normal(size=(12, 20))
    twice = np.vstack([rows, rows[3] - 2 * rows[5]])
    found = remainders(twice)
    assert found[:12] == pytest.approx(np.abs(np.diag(np.linalg.qr(rows.T, mode="r"))), rel=1e-12)
    assert found[12] < ASSEMBLED
