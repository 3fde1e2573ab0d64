"""Machines that biela writes as MJCF and URDF, run by MuJoCo: the same accelerations, and loops that stay closed."""

# ruff: noqa: E402 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

import biela
from biela import library
from biela.files.mjcf_write import mjcf
from biela.files.urdf_write import urdf

pytestmark = pytest.mark.peers


def chain() -> biela.Mechanism:
    """Joints that MJCF writes as one, two and three of its own, on frames that stand anyhow; some reversed."""
    m = biela.Mechanism("chain", gravity=(0.3, 0.2, -9.81))
    rng = np.random.default_rng(4)

    def at(body, name):
        return body.frame(name, rng.normal(size=3) * 0.3, rng.normal(size=3))

    b = [m.body(f"b{k}", mass=1 + 0.3 * k, com=rng.normal(size=3) * 0.1, inertia=(0.2, 0.25, 0.3)) for k in range(7)]
    m.revolute("j0", at(m.ground, "g"), at(b[0], "x"))
    m.universal("j1", at(b[0], "y"), at(b[1], "x"))
    m.spherical("j2", at(b[2], "y"), at(b[1], "z"))
    m.prismatic("j3", at(b[3], "y"), at(b[2], "z"))
    m.planar("j4", at(b[4], "y"), at(b[3], "w"))
    m.free("j5", at(m.ground, "h"), at(b[5], "y"))
    m.cylindrical("j6", at(b[5], "w"), at(b[6], "q"))
    m.joint_spring("coil", "j3", stiffness=3, rest=0.1, damping=0.2)
    m.friction("rub", "j0", viscous=0.3)
    m.spring("wire", b[1], b[5], stiffness=20, damping=0.5, free_length=0.4)
    return m


def body_accelerations(model, data, name):
    """Acceleration of the origin of a body, in ground axes, without MuJoCo's −gravity."""
    found = np.zeros(6)
    mujoco.mj_rnePostConstraint(model, data)
    mujoco.mj_objectAcceleration(model, data, mujoco.mjtObj.mjOBJ_XBODY, model.body(name).id, found, 0)
    return found[3:] + model.opt.gravity


def test_mujoco_accelerates_a_tree_as_we_do() -> None:
    m = chain()
    rates = {"j0": 0.5, "j1.rate_2": 0.3, "j2.rate_x": 0.4, "j2.rate_z": -0.2, "j3": 0.2, "j4.y_rate": 0.2, "j5.rate_y": 0.7,
             "j5.velocity_x": 0.3, "j6.angle_rate": 0.5}  # fmt: skip
    start = m.assemble({"j0": 0.3, "j1.angle_1": 0.2, "j3": 0.2, "j4.x": 0.1, "j4.angle": 0.4}, rates=rates)
    text, left = mjcf(m, start)
    assert not left
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    for name in (n for n in m.bodies if n != "ground"):
        wanted = start.values(*(f"{name}.acceleration_{a}" for a in "xyz"))
        assert body_accelerations(model, data, name) == pytest.approx(np.array(wanted), abs=1e-9), name


def test_mujoco_runs_our_four_bar_with_its_loop() -> None:
    ready = library.get("four-bar")
    m = ready.build()
    start = ready.start(m)
    model = mujoco.MjModel.from_xml_string(mjcf(m, start)[0])
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    run = m.simulate(start, 0.5)
    while data.time < 0.5 - 1e-9:
        mujoco.mj_step(model, data)
    for joint in ("A", "D"):
        assert data.joint(joint).qpos[0] == pytest.approx(run[f"{joint}.angle"][-1], abs=2e-3)  # MuJoCo's loop is soft


def test_mujoco_reads_our_urdf() -> None:
    m = biela.Mechanism("arm")
    one, two = (m.body(n, mass=2, com=(0.3, 0.1, 0), inertia=(0.1, 0.2, 0.25)) for n in ("one", "two"))
    m.revolute("A", m.ground, one, axis=(0, 1, 0))
    m.prismatic("B", two, one, parent_point=(0.2, 0, 0.1), child_point=(0.5, 0.1, 0), axis=(1, 1, 0))
    text, left = urdf(m)
    assert not left
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = (0.4, 0.2), (0.5, -0.3)
    mujoco.mj_forward(model, data)
    start = m.assemble({"A": 0.4, "B": 0.2}, rates={"A": 0.5, "B": -0.3})
    assert data.qacc == pytest.approx([start["A.acceleration"], start["B.acceleration"]], abs=1e-9)
