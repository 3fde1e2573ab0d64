"""Random trees of all joint types against Pinocchio: inverse dynamics, mass matrix and forward dynamics to 1e-9.

Joints are told by frames, by points or in a drawing, some from child to parent; masses, centres, turned inertias,
gravity, configuration, velocities and efforts are random.
"""

# ruff: noqa: E402 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pinocchio")

from biela_twin import BielaTwin
from compare import relative_error
from machine_data import KINDS
from pinocchio_twin import PinocchioTwin
from random_peer_machines import random_tree

pytestmark = pytest.mark.peers

TOLERANCE = 1e-9


@pytest.mark.parametrize("seed", range(30))
def test_tree_of_all_joint_types(seed: int) -> None:
    rng = np.random.default_rng(seed)
    machine = random_tree(rng, [str(kind) for kind in rng.permutation(KINDS)])
    biela, pinocchio = BielaTwin(machine), PinocchioTwin(machine)
    v, vdot, efforts = (rng.normal(size=pinocchio.model.nv) * size for size in (1.0, 3.0, 5.0))
    mine = biela.order  # entries of the description's row, in the order of biela's v

    (M,) = biela.evaluate("mass_matrix", v)
    (tau,) = biela.evaluate("inverse_dynamics", v, None, vdot[mine])
    accelerations = biela.evaluate("accelerations", v, efforts)[0]

    assert relative_error(M, pinocchio.mass_matrix()[np.ix_(mine, mine)]) < TOLERANCE
    assert relative_error(tau, pinocchio.inverse_dynamics(v, vdot)[mine]) < TOLERANCE
    assert relative_error(accelerations, pinocchio.forward_dynamics(v, efforts)[mine]) < TOLERANCE


@pytest.mark.parametrize("outward", [1.0, 0.0], ids=["outward", "inward"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_joint_type_alone(kind: str, outward: float) -> None:
    """A small machine whose only unusual joint is the one in the name, told either way: says which type is at fault."""
    rng = np.random.default_rng(100)
    machine = random_tree(rng, ["revolute", kind, "revolute"], outward=outward)
    biela, pinocchio = BielaTwin(machine), PinocchioTwin(machine)
    v, efforts = (rng.normal(size=pinocchio.model.nv) for _ in range(2))
    accelerations = biela.evaluate("accelerations", v, efforts)[0]
    assert relative_error(accelerations, pinocchio.forward_dynamics(v, efforts)[biela.order]) < TOLERANCE
