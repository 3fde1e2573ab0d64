"""Every feature of MJCF that biela reads, one at a time: the accelerations are those of MuJoCo."""

# ruff: noqa: E402 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

from biela import files
from mjcf_features import NOTED, READ, text

pytestmark = pytest.mark.peers
INPUT = 0.4


def accelerations(path: Path) -> tuple[Any, Any, dict[str, Any]]:
    """Of the joints of both engines in the same state, with the same inputs; and the notes."""
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(model)
    case = files.read(path)
    m = case.mechanism
    state = m.assemble({"j1": 0.35, "j2": -0.45}, rates={"j1": 0.8, "j2": -1.1})
    state = replace(state, u=np.full(len(m.actuators), INPUT))
    for name in ("j1", "j2"):
        joint = model.joint(name)
        coordinate = m.joints[name].type.coordinates[0].name
        data.qpos[joint.qposadr[0]] = model.qpos0[joint.qposadr[0]] + state[f"{name}.{coordinate}"]
        data.qvel[joint.dofadr[0]] = state[f"{name}.rate"]
    data.ctrl[:] = INPUT
    mujoco.mj_forward(model, data)
    theirs = np.array([data.qacc[model.joint(name).dofadr[0]] for name in ("j1", "j2")])
    return np.array([state[f"{name}.acceleration"] for name in ("j1", "j2")]), theirs, {"notes": case.notes}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", READ)
def test_a_feature_moves_the_model_as_in_mujoco(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.xml"
    path.write_text(text(READ[name]))
    ours, theirs, _ = accelerations(path)
    tolerance = 1e-6 if "mesh" in name else 1e-9  # MuJoCo keeps corners of meshes with 24 bits
    assert np.abs(ours - theirs).max() <= tolerance * max(1.0, np.abs(theirs).max())


@pytest.mark.parametrize("name", [n for n in NOTED if "unknown" not in n and n != "mesh in another format"])
def test_features_that_are_only_noted_are_valid(name: str) -> None:
    """What the unit tests call features of MJCF, MuJoCo reads."""
    mujoco.MjModel.from_xml_string(text(NOTED[name][0]))


@pytest.mark.parametrize(
    "sensor",
    [
        '<jointpos name="q" joint="j1"/>', '<jointvel name="q" joint="j2"/>', '<gyro name="q" site="s2"/>',
        '<accelerometer name="q" site="s2"/>', '<velocimeter name="q" site="s2"/>',
        '<framepos name="q" objtype="site" objname="s2"/>',
        '<framepos name="q" objtype="body" objname="b2"/>', '<framepos name="q" objtype="xbody" objname="b2"/>',
        '<framepos name="q" objtype="site" objname="s2" reftype="xbody" refname="b1"/>',
        '<frameangvel name="q" objtype="site" objname="s2"/>', '<framelinvel name="q" objtype="site" objname="s2"/>',
        '<actuatorfrc name="q" actuator="servo"/>', '<tendonpos name="q" tendon="t"/>', '<tendonvel name="q" tendon="t"/>',
    ],
)  # fmt: skip
def test_sensors_read_what_mujoco_reads(tmp_path: Path, sensor: str) -> None:
    tendon = '<tendon><spatial name="t"><site site="w"/><site site="s2"/></spatial></tendon>'
    servo = '<actuator><position name="servo" joint="j1" kp="3" kv="1" gear="2"/></actuator>'
    path = tmp_path / "model.xml"
    path.write_text(text({"end": f"{tendon}{servo}<sensor>{sensor}</sensor>", "b2": 'euler="20 30 40"'}))
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    m = files.read(path).mechanism
    state = replace(m.assemble({"j1": 0.35, "j2": -0.45}, rates={"j1": 0.8, "j2": -1.1}), u=np.array([INPUT]))
    data.qpos[:], data.qvel[:], data.ctrl[:] = (0.35, -0.45), (0.8, -1.1), INPUT
    mujoco.mj_forward(model, data)
    ours = [state[name] for name in m.sensors["q"].readings]
    assert ours[: len(data.sensordata)] == pytest.approx(data.sensordata.tolist(), abs=1e-9)


def test_a_gripper_with_coupled_fingers_closes_as_in_mujoco(tmp_path: Path) -> None:
    """Rotors, a tendon over both fingers, a servo on it and springs, over half a second."""
    finger = (
        '<body name="{0}_finger" pos="{1} 0 0"><joint name="{0}" axis="0 0 {2}" class="finger"/>'
        '<geom type="capsule" size=".01" fromto="0 0 0 0 .1 0" mass=".05"/></body>'
    )
    path = tmp_path / "gripper.xml"
    path.write_text(
        '<mujoco><compiler angle="radian"/><option gravity="0 0 0" timestep="1e-5" integrator="RK4"/>'
        '<default><default class="finger"><joint armature=".005" damping=".1" stiffness=".05" springref="2.6"/></default></default>'
        f"<worldbody>{finger.format('left', -0.05, -1)}{finger.format('right', 0.05, 1)}</worldbody>"
        '<tendon><fixed name="split"><joint joint="left" coef=".5"/><joint joint="right" coef=".5"/></fixed></tendon>'
        '<actuator><general name="hand" tendon="split" forcerange="-5 5" ctrlrange="0 255" gainprm="0.3137255 0 0" '
        'biastype="affine" biasprm="0 -100 -10"/></actuator></mujoco>'
    )
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(model)
    data.ctrl[:] = 200.0
    while data.time < 0.05 - 1e-9:
        mujoco.mj_step(model, data)
    case = files.read(path)
    run = case.mechanism.simulate(case.start(), 0.05, inputs={"hand": 200.0}, rtol=1e-9)
    assert run["left.angle"][-1] == pytest.approx(float(data.qpos[0]), abs=1e-6)
    assert run["right.angle"][-1] == pytest.approx(float(data.qpos[1]), abs=1e-6)
