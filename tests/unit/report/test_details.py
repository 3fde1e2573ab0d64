"""What elements add to bodies is drawn: rails, rollers, wheels, dampers, springs about joints, feet of cylinders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import biela
from biela.report.scene import Scene
from biela.report.solids import RUBBER
from biela.simulation.history import History

FILE = """
biela: 1
name: elements
bodies:
  bead: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  wheel: {mass: 1 kg, inertia: [0.01, 0.02, 0.01]}
  arm: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0, 0.01, 0.01]}
joints:
  free: {type: free, parent: ground, child: bead}
  roll: {type: free, parent: ground, child: wheel}
  hinge: {type: revolute, parent: {body: ground, position: [0.8, 0, 0.6]}, child: arm, axis: y}
couplings:
  wire: {type: point_on_line, line: {body: ground, position: [0, 0.4, 0]}, point: bead}
  floor: {type: rolling, plane: {body: ground, position: [0, 0, -0.2]}, wheel: wheel, radius: 0.15 m}
loads:
  coil: {type: spring, a: ground, b: arm, stiffness: 200 N/m, free_length: 0.6}
  dashpot: {type: spring, a: ground, b: bead, damping: 5 N*s/m}
  strut: {type: spring, a: ground, b: {body: arm, position: [0.3, 0, 0]}, stiffness: 100 N/m, damping: 3 N*s/m}
  torsion: {type: joint_spring, joint: hinge, stiffness: 20}
actuators:
  jack: {type: thruster, a: {body: ground, position: [1, 1, 0]}, b: {body: arm, position: [0.4, 0, 0]}}
start: {coordinates: {free.y: 0.4 m, roll.z: -0.05 m}}
simulation: {duration: 0.3 s}
"""


@pytest.fixture(scope="module")
def run() -> History:
    return biela.loads(FILE).simulate()


def of_kind(shapes: list[dict[str, Any]], kind: str, **wanted: Any) -> list[dict[str, Any]]:
    return [s for s in shapes if s["k"] == kind and all(s.get(key) == pytest.approx(x) for key, x in wanted.items())]


def test_the_line_of_a_bead_is_as_long_as_its_way(run: History) -> None:
    scene = Scene(run)
    (rail,) = of_kind(scene.ground(), "cyl", r=0.5 * scene.unit)
    low, high = run["free.z"].min(), run["free.z"].max()
    assert high - low > 0.1  # it has fallen along the line
    assert rail["a"] == pytest.approx((0, 0.4, low - 5 * scene.unit))
    assert rail["b"] == pytest.approx((0, 0.4, high + 5 * scene.unit))
    assert of_kind(scene.shapes("bead"), "ball", r=0.9 * scene.unit)


def test_a_rolling_wheel_has_its_radius_and_its_axis(run: History) -> None:
    (wheel,) = (s for s in Scene(run).shapes("wheel") if s.get("c") == RUBBER)
    assert wheel["r"] == pytest.approx(0.15)
    axis = wheel["b"] - wheel["a"]
    assert np.cross(axis, (0, 1, 0)) == pytest.approx(0, abs=1e-12) and axis[1] > 0


def test_springs_dampers_and_struts_look_different(run: History) -> None:
    looks = {line["name"]: line["kind"] for line in Scene(run).lines()}
    assert looks == {"coil": "spring", "dashpot": "damper", "strut": "strut", "jack": "cylinder"}


def test_a_spring_about_a_joint_and_the_foot_of_a_cylinder_are_drawn(run: History) -> None:
    scene = Scene(run)
    assert len(of_kind(scene.shapes("arm"), "cyl", r=2.1 * scene.unit)) == 4
    feet = [tuple(s["p"]) for s in of_kind(scene.ground(), "ball", r=0.9 * scene.unit)]
    assert (1.0, 1.0, 0.0) in feet


def test_the_errors_of_a_run_stand_on_a_log_scale_with_what_its_tolerances_explain(run: History) -> None:
    from biela.report.page import BALANCE, CLOSURE, groups_of, run_data

    plots = {p.signals[0]: p for p in groups_of(run, []) if p.log}
    assert set(plots) == {CLOSURE, BALANCE}
    assert run.energy_error < plots[BALANCE].tolerance < 1e-2  # J
    data = run_data(run, [plots[BALANCE]])
    assert data["units"][data["names"].index(BALANCE)] == "J"
