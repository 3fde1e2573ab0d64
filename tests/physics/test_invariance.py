"""Moving and turning the whole scene, gravity included, changes nothing but where things are."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.lie.se3 import Pose
from biela.mechanism.mechanism import Mechanism
from sample_machines import Equations, Loop, add_joint_loads, random_loop, random_pose, random_rotation

KINDS = ("universal", "helical", "planar", "spherical", "revolute")


def scene_with_loads(scene: Pose, cut: int) -> Loop:
    """A loop with loads on joints, between bodies and from the ground, all of it moved by `scene`."""
    loop = random_loop(KINDS, 31, cut=cut, scene=scene)
    m, rng = loop.mechanism, np.random.default_rng(31)
    add_joint_loads(m, "helical_1")
    add_joint_loads(m, "planar_2", "y")
    X, Y = random_pose(rng), random_pose(rng)
    anchor = m.ground.frame("anchor", scene @ X.position, scene.rotation @ X.rotation)
    hook = m.bodies["body_1"].frame("hook", Y.position, Y.rotation)
    m.spring("spring", anchor, hook, 30, 2, 0.2, 1.0)
    m.bushing("bushing", anchor, hook, (1, 2, 3, 10, 20, 30), (0.3, 0.2, 0.1, 1, 2, 3))
    m.wrench("thrust", hook, (1, 2, 3), (0.2, 0.1, -0.3), axes="frame")
    m.wrench("wind", hook, scene.rotation @ (3, -2, 1), scene.rotation @ (0.1, 0.5, 0.3), axes="ground")
    m.rod("rod", anchor, m.bodies["body_2"].point("eye", (0.1, 0.2, 0.3)), 1.0)
    m.drive("universal_0", biela.polynomial(0.0, 0.7, 0.3), "angle_1")
    m.accelerometer("accelerometer", hook)
    m.gyroscope("gyroscope", hook)
    return loop


@pytest.mark.parametrize("cut", [1, 3])
def test_signals_do_not_depend_on_where_the_scene_is(cut: int) -> None:
    rng = np.random.default_rng(8)
    here = scene_with_loads(Pose.identity(), cut)
    e = Equations(here.mechanism)
    x = e.moving(e.state_of(here.coordinates), rng)
    expected = e.signals(x)
    scene = Pose(random_rotation(rng), rng.uniform(-2, 2, 3))
    there = scene_with_loads(scene, cut)
    other = Equations(there.mechanism)
    got = other.signals(x)
    in_ground_axes = ("body_", "machine.gravity", "machine.energy", "machine.momentum", "machine.angular", "machine.closure")
    for name, value in expected.items():
        if not name.startswith(in_ground_axes):
            assert got[name] == pytest.approx(value, rel=1e-8, abs=1e-8), name
    for body in ("body_0", "body_3"):
        for quantity in ("velocity_", "acceleration_", "rate_", ""):
            a, b = (np.array([s[f"{body}.{quantity}{k}"] for k in "xyz"]) for s in (expected, got))
            assert b == pytest.approx(scene.rotation @ a + (scene.position if not quantity else 0.0), abs=1e-8)


def test_a_machine_on_a_steady_train_falls_the_same() -> None:
    """Galileo: a pendulum on a cart in uniform motion swings as on a cart at rest."""
    runs = []
    for speed in (0.0, 3.0):
        m = Mechanism("train", gravity=(0, -9.81, 0))
        cart = m.body("cart", mass=5.0)
        bob = m.body("bob", mass=1.0, com=(0, -0.7, 0), inertia=(0.01, 0.01, 0.01))
        m.prismatic("rail", m.ground, cart, axis=(1, 0, 0))
        m.revolute("pivot", cart, bob)
        start = m.assemble({"pivot": 0.8}, rates={"rail": speed})
        runs.append(m.simulate(start, 2.0, output_step=0.1))
    assert runs[1]["pivot.angle"] == pytest.approx(runs[0]["pivot.angle"], abs=1e-7)
    assert runs[1]["rail.position"] == pytest.approx(runs[0]["rail.position"] + 3.0 * runs[0].t, abs=1e-7)


def four_bar(R: np.ndarray) -> Mechanism:
    """A planar four-bar in a plane of any direction."""
    m = Mechanism("four-bar", gravity=R @ (0.0, -9.81, 0.0))
    at = {"A": (0, 0, 0), "B": (0.2, 0.35, 0), "C": (0.9, 0.8, 0), "D": (1, 0, 0)}
    for name, p, q in (("crank", "A", "B"), ("coupler", "B", "C"), ("rocker", "D", "C")):
        centre = (np.array(at[p], float) + np.array(at[q], float)) / 2
        m.body(name, mass=1.0, com=R @ centre, inertia=(0.1, 0.12, 0.2), principal_axes=R)
    for name, a, b in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("D", "ground", "rocker"),
                       ("C", "coupler", "rocker")):  # fmt: skip
        m.revolute(name, a, b, point=R @ np.array(at[name], float), axis=R @ (0.0, 0.0, 1.0))
    return m


def test_a_tilted_plane_moves_the_same_at_the_same_cost() -> None:
    """Out-of-plane terms vanish from the equations of a planar machine however its plane is turned."""
    from biela.state.functions import functions_of

    flat, tilted = four_bar(np.eye(3)), four_bar(random_rotation(np.random.default_rng(3)))
    runs = [m.simulate({"A": 0.3}, 2.0, output_step=0.1, rtol=1e-10) for m in (flat, tilted)]
    for name in ("A.angle", "D.rate", "C.acceleration", "C.force"):
        assert runs[1][name] == pytest.approx(runs[0][name], abs=1e-7)
    sizes = [functions_of(m)["rates"].instructions for m in (flat, tilted)]
    assert sizes[1] < 1.6 * sizes[0]  # only the step from the ground into the tilted plane is dearer
    assert sizes[0] < 600
