"""A lift that falls to the end of its reach: no method goes on from there as if nothing had happened."""

from __future__ import annotations

from typing import Any

import pytest

from biela import files, library
from biela.base.errors import BielaError

SCISSOR = """
biela: 1
name: scissor lift
parameters: {L: 1 m, load: 200 kg}
gravity: [0, -9.81, 0]
bodies:
  arm1: {mass: 0.001 kg, com: [L/2, 0, 0], inertia: {rod: {length: L}}}
  arm2: {mass: 0.001 kg, com: [L/2, 0, 0], inertia: {rod: {length: L}}}
  foot: {mass: 0.001 kg, inertia: [1e-6, 1e-6, 1e-6]}
  shoe: {mass: 0.001 kg, inertia: [1e-6, 1e-6, 1e-6]}
  table: {mass: load, com: [L/2, 0, 0], inertia: {box: [L, 0.1, 0.5]}}
joints:
  P: {type: revolute, parent: ground, child: arm1}
  rail: {type: prismatic, parent: ground, child: foot, axis: x}
  Q: {type: revolute, parent: foot, child: arm2}
  mid: {type: revolute, parent: arm1, child: arm2, parent_point: [L/2, 0, 0], child_point: [L/2, 0, 0]}
  top1: {type: revolute, parent: arm2, child: table, parent_point: [L, 0, 0]}
  slot: {type: prismatic, parent: table, child: shoe, axis: x}
  top2: {type: revolute, parent: arm1, child: shoe, parent_point: [L, 0, 0]}
actuators:
  cylinder: {type: thruster, a: ground, b: foot}
start:
  coordinates: {P: 30 deg}
  guess: {Q: 150 deg, rail: 0.87 m, top1: -150 deg}
simulation: {duration: 1 s, inputs: {cylinder: -3000}}
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("formulation", ["projected", "baumgarte"])
@pytest.mark.parametrize("method", ["dormand-prince", "cvode-bdf", "cvode-adams"])
def test_a_lift_at_the_end_of_its_reach_is_never_simply_done(method: str, formulation: Any) -> None:
    lift = files.loads(SCISSOR, "scissor.yaml")
    try:
        run = lift.simulate(method=method, formulation=formulation)
    except BielaError as error:
        assert "dead point" in str(error) or "singular position" in str(error)
        run = error.history
        assert 0.89 < run.t[-1] < 0.9
    else:
        assert any("dead point at t = 0.9" in note or "dead point at t = 0.8996" in note for note in run.notes)
    assert run.status in ("failed", "doubtful")


@pytest.mark.parametrize(("method", "formulation"), [("cvode-adams", "projected"), ("dormand-prince", "baumgarte")])
def test_links_in_line_with_a_smooth_motion_are_no_dead_point(method: str, formulation: Any) -> None:
    run = library.get("n-four-bar").simulate(3.0, method=method, formulation=formulation)
    assert any("singular position" in note for note in run.notes)
    assert run.status == "done"
