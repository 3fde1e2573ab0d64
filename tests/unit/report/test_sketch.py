"""The points that are drawn are where the machine is."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import library
from biela.lie import so3
from biela.report.sketch import Sketch, view


def sketch(name: str, duration: float = 0.5, **sizes: float) -> tuple[biela.History, Sketch]:
    machine = library.get(name)
    m = machine.build(**sizes)
    run = m.simulate(machine.start(m), duration)
    return run, Sketch(run)


def test_joint_points_of_neighbours_coincide_and_closing_joints_too() -> None:
    run, drawn = sketch("four-bar")
    for joint in run.mechanism.joints.values():
        np.testing.assert_allclose(drawn.place(joint.parent), drawn.place(joint.child), atol=1e-10)
    B = np.column_stack([run["coupler.x"], run["coupler.y"], run["coupler.z"]])
    np.testing.assert_allclose(drawn.place(run.mechanism.joints["B"].child), B, atol=1e-14)
    assert {name: len(body.joints) for name, body in drawn.bodies.items()} == {
        "ground": 2, "crank": 2, "coupler": 2, "rocker": 2,
    }  # fmt: skip


def test_point_mass_ends_at_its_centre() -> None:
    run, drawn = sketch("pendulum")
    end = drawn.bodies["bob"].end
    assert end is not None
    np.testing.assert_allclose(end[:, :2], np.column_stack([run["bob.x"], run["bob.y"]]), atol=1e-14)


def test_uniform_rod_with_one_joint_ends_at_its_tip() -> None:
    run, drawn = sketch("planar-chain", 0.2, links=3)
    last = drawn.bodies[run.mechanism.topology.links[-1].body.name]
    assert last.end is not None
    tip = np.column_stack([run["tip.x"], run["tip.y"], run["tip.z"]])
    np.testing.assert_allclose(last.end, tip, atol=1e-12)


@pytest.mark.parametrize("name", ["pendulum", "four-bar", "slider-crank", "five-bar", "andrews-squeezer"])
def test_planar_machines_are_noticed(name: str) -> None:
    _, drawn = sketch(name, 0.01)
    assert drawn.normal is not None
    np.testing.assert_allclose(np.abs(drawn.normal), (0, 0, 1), atol=1e-9)


@pytest.mark.parametrize("name", ["spatial-slider-crank", "spinning-body", "heavy-top", "bricard"])
def test_machines_in_space_are_noticed(name: str) -> None:
    assert sketch(name, 0.5)[1].normal is None


def test_plane_of_a_tilted_machine() -> None:
    R = np.asarray(so3.from_roll_pitch_yaw(np.array([0.4, -0.7, 1.1])), float)
    m = biela.Mechanism("tilted", gravity=R @ (0, -9.81, 0))
    for k, point in enumerate(((0, 0, 0), (1, 0, 0))):
        rod = m.body(f"rod_{k}", mass=1.0, com=R @ (0.5, 0, 0), inertia=R @ biela.rod(1.0, 1.0) @ R.T)
        inner = m.ground if k == 0 else m.bodies["rod_0"]
        m.revolute(f"hinge_{k}", inner, rod, parent_point=R @ point, axis=R @ (0, 0, 1))
    drawn = Sketch(m.simulate(duration=0.3))
    assert drawn.normal is not None
    np.testing.assert_allclose(drawn.normal, R @ (0, 0, 1), atol=1e-9)
    right, up = view(drawn.normal, R @ np.array([0, -9.81, 0]))
    np.testing.assert_allclose(up, R @ (0, 1, 0), atol=1e-9)
    np.testing.assert_allclose(np.abs(right @ R), (1, 0, 0), atol=1e-9)


@pytest.mark.parametrize(
    ("normal", "gravity", "right", "up"),
    [
        ((0, 0, 1), (0, -9.81, 0), (1, 0, 0), (0, 1, 0)),
        ((0, 0, -1), (0, -9.81, 0), (1, 0, 0), (0, 1, 0)),
        ((0, 1, 0), (0, 0, -9.81), (1, 0, 0), (0, 0, 1)),
        ((1, 0, 0), (0, 0, -9.81), (0, 1, 0), (0, 0, 1)),
        ((0, 0, 1), (0, 0, -9.81), (1, 0, 0), (0, 1, 0)),  # a machine lying on a table, seen from above
        ((0, 0, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ],
)
def test_gravity_points_down_and_x_to_the_right(normal: object, gravity: object, right: object, up: object) -> None:
    got = view(np.array(normal, float), np.array(gravity, float))
    np.testing.assert_allclose(got, [right, up], atol=1e-12)


def test_free_parameters_of_the_run_are_used() -> None:
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.0, "m")
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, length, 0))
    run = m.simulate({"pivot": 0.3}, 0.1, parameters={"length": 2.5})
    bob = Sketch(run).bodies["bob"]
    assert bob.end is not None
    np.testing.assert_allclose(np.linalg.norm(bob.end - bob.joints[0], axis=1), 2.5, atol=1e-12)
