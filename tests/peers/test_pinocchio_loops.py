"""Closed loops against Pinocchio's constrained dynamics to 1e-8: every closing joint type, loops that share bodies,
redundant closures, cuts chosen by biela. Compared are the accelerations of all joints, the closing ones included, and
the wrenches of all joints where they are determined.
"""

# ruff: noqa: E402 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

pytest.importorskip("pinocchio")

from biela_twin import BielaTwin
from compare import relative_error
from machine_data import KINDS, MachineData
from pinocchio_twin import PinocchioTwin
from random_peer_machines import random_loops
from redundant_machines import REDUNDANT, planar_loop

pytestmark = pytest.mark.peers

TOLERANCE = 1e-8


class Case:
    """A looped machine in both engines, moving, with random efforts on all joints."""

    def __init__(self, machine: MachineData, rng: np.random.Generator, *, free_cuts: bool = False):
        self.machine = machine
        self.biela, self.pinocchio = BielaTwin(machine, free_cuts=free_cuts), PinocchioTwin(machine)
        n = self.pinocchio.model.nv
        self.v, self.efforts = self.pinocchio.admissible(rng.normal(size=n)), 5 * rng.normal(size=n)
        assert np.abs(self.v).max() > 1e-2, "the machine hardly moves: the comparison would say little"
        self.signals = self.biela.signals(self.v, self.efforts)

    def check_motion(self) -> None:
        """Closure, coordinates (turns counted), rates and accelerations of all joints."""
        closure, closure_rates, *_ = self.biela.evaluate("closure", self.v)
        assert np.abs(closure).max(initial=0.0) < 1e-13
        assert np.abs(closure_rates).max(initial=0.0) < 1e-12
        q, v, _ = self.biela.evaluate("coordinates", self.v)
        assert relative_error(q, np.concatenate([self.machine.q[joint.name] for joint in self.machine.joints])) < TOLERANCE
        assert relative_error(v, self.v) < TOLERANCE

        expected = self.pinocchio.constrained_dynamics(self.v, self.efforts)
        tree = self.biela.evaluate("accelerations", self.v, self.efforts)[0]
        assert relative_error(tree, expected[self.biela.order]) < TOLERANCE
        assert relative_error(self.biela.accelerations(self.signals), expected) < TOLERANCE

    def check_wrenches(self) -> None:
        """What every joint transmits; determined only without redundancy."""
        assert self.pinocchio.is_regular
        vdot = self.pinocchio.constrained_dynamics(self.v, self.efforts)
        expected = self.pinocchio.joint_wrenches(self.v, vdot, self.efforts)
        found = np.array([self.biela.joint_wrench(self.signals, name) for name in expected])
        assert relative_error(found, np.array(list(expected.values()))) < TOLERANCE


def regular_loops(rng: np.random.Generator, closing: Sequence[str]) -> MachineData:
    """Random loops without redundancy (a tree may hold too many sliders) and away from singular positions."""
    for _ in range(100):
        machine = random_loops(rng, closing)
        if PinocchioTwin(machine).is_regular:
            return machine
    raise AssertionError("no regular machine found")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_closing_joint_of_every_type(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    case = Case(regular_loops(rng, [kind]), rng)
    assert case.biela.cut == ["closing_0"]
    case.check_motion()
    case.check_wrenches()


@pytest.mark.parametrize("seed", range(6))
def test_several_loops_that_share_bodies(seed: int) -> None:
    rng = np.random.default_rng(200 + seed)
    closing = [str(kind) for kind in rng.choice(KINDS, size=2 + seed % 2)]
    case = Case(regular_loops(rng, closing), rng)
    case.check_motion()
    case.check_wrenches()


@pytest.mark.parametrize("seed", range(4))
def test_where_the_loops_are_cut_does_not_show(seed: int) -> None:
    """biela cuts where it likes; signals of all joints are the same as ever."""
    rng = np.random.default_rng(300 + seed)
    closing = ["revolute", "prismatic", "helical"][: 1 + seed % 3]
    case = Case(regular_loops(rng, closing), rng, free_cuts=True)
    assert case.biela.cut != [joint.name for joint in case.machine.closing]
    case.check_motion()
    case.check_wrenches()


@pytest.mark.parametrize("kind", KINDS)
def test_planar_loop_closed_by_any_joint(kind: str) -> None:
    """Out-of-plane rows say nothing; a closure in space is solved all the same, in a plane of any tilt."""
    rng = np.random.default_rng(1)
    case = Case(planar_loop(rng, kind), rng)
    assert kind == "free" or case.pinocchio.redundancy > 0
    case.check_motion()


@pytest.mark.parametrize("name", REDUNDANT)
def test_redundant_closures(name: str) -> None:
    """Pinocchio's proximal solver gives the accelerations; the multipliers have many answers and are not compared."""
    rng = np.random.default_rng(2)
    case = Case(REDUNDANT[name](rng), rng)
    assert case.pinocchio.redundancy >= 3
    case.check_motion()
