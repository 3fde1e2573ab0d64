"""Random trees of all joint types against MuJoCo, a second independent engine: mass matrix and bias force to 1e-9."""

# ruff: noqa: E402 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco")

from biela_twin import BielaTwin
from compare import relative_error
from machine_data import KINDS
from mujoco_twin import MujocoTwin
from random_peer_machines import random_tree

pytestmark = pytest.mark.peers

TOLERANCE = 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_tree_of_all_joint_types(seed: int) -> None:
    rng = np.random.default_rng(400 + seed)
    machine = random_tree(rng, [str(kind) for kind in rng.permutation(KINDS)])
    biela, engine = BielaTwin(machine), MujocoTwin(machine)
    v = rng.normal(size=engine.T.shape[1])
    mine = biela.order

    (M,) = biela.evaluate("mass_matrix", v)
    (bias,) = biela.evaluate("inverse_dynamics", v, None, np.zeros(len(v)))

    assert relative_error(M, engine.mass_matrix()[np.ix_(mine, mine)]) < TOLERANCE
    assert relative_error(bias, engine.bias_force(v)[mine]) < TOLERANCE
