"""URDF and MJCF files: closed forms, what was not imported in words, bad files, and the command line."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biela import deg, files
from biela.files.mjcf.geom import Geom
from biela.files.robot import pose
from command_line import biela_command

PENDULUM = """
<robot name="pendulum">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="world"/>
  <link name="rod">
    <inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><origin xyz="0 0 -0.5"/><geometry><cylinder radius="0.02" length="1"/></geometry><material name="red"/></visual>
    <visual><geometry><mesh filename="rod.stl"/></geometry></visual>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="arm 2"/>
  <joint name="pivot" type="revolute"><parent link="world"/><child link="rod"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="1" velocity="1"/><dynamics damping="0.1" friction="0.02"/></joint>
  <joint name="copy" type="continuous"><parent link="rod"/><child link="arm 2"/><axis xyz="0 1 0"/>
    <mimic joint="pivot" multiplier="-2" offset="0.1"/></joint>
  <transmission name="t"/>
</robot>
"""
FOUR_BAR = """
<mujoco model="four-bar">
  <compiler angle="radian"/>
  <option gravity="0 -9.81 0"/>
  <worldbody>
    <body name="crank"><joint name="A" axis="0 0 1"/>
      <inertial pos="0.2 0 0" mass="0.4" diaginertia="0 0.005333333333333333 0.005333333333333333"/>
      <body name="coupler" pos="0.4 0 0"><joint name="B" axis="0 0 1"/>
        <inertial pos="0.5 0 0" mass="1" diaginertia="0 0.08333333333333333 0.08333333333333333"/></body>
    </body>
    <body name="rocker" pos="1 0 0" euler="0 0 1.0471975511965976"><joint name="D" axis="0 0 1"/>
      <inertial pos="0.4 0 0" mass="0.8" diaginertia="0 0.042666666666666665 0.042666666666666665"/></body>
  </worldbody>
  <equality><connect name="C" site1="tip" site2="end"/></equality>
</mujoco>
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_urdf_is_a_pendulum_with_a_mimic(tmp_path: Path) -> None:
    machine = files.read(written(tmp_path, "p.urdf", PENDULUM))
    m = machine.mechanism
    state = m.assemble({"pivot": 0.3})
    # a rod 0.5 m below its pivot, turned by 0.3 about y
    assert [state[f"rod.{k}"] for k in "xyz"] == pytest.approx([0, 0, 0])
    assert state["copy.angle"] == pytest.approx(-2 * 0.3 + 0.1)
    start = m.simulate({"pivot": 0.3}, 0.001).state(0)
    # φ̈ = −m g l sin φ / (I + m l²), no speed: no damping
    assert start["pivot.acceleration"] == pytest.approx(-2 * 9.81 * 0.5 * np.sin(0.3) / (0.1 + 2 * 0.25), rel=1e-9)
    assert m.loads["pivot_friction"].viscous == 0.1 and m.loads["pivot_friction"].coulomb == 0.02  # type: ignore[union-attr]
    (tube,) = m.shapes["rod"]
    assert tube.colour == "#ff0000" and tube.a == pytest.approx((0, 0, -1))  # type: ignore[attr-defined]


def test_what_was_not_imported_is_said(tmp_path: Path) -> None:
    notes = files.read(written(tmp_path, "p.urdf", PENDULUM)).notes
    for said in (
        "link 'arm 2' is called 'arm_2' here.",
        "the root link 'world' is fixed to the ground: URDF does not say whether it flies.",
        "limits of 'pivot' are stops that give way as a spring on the inertia of the joint does.",
        "not imported: effort of limit of joint 'pivot'.",
        "not imported: velocity of limit of joint 'pivot'.",
        "not imported (contacts between bodies): <collision>.",
        "visual shapes of kind 'mesh' are not drawn: bodies get simple ones.",
        "not imported: <transmission> of 't'.",
    ):
        assert said in notes


def test_mjcf_loop_is_exact_and_moves_as_the_machine_of_python(tmp_path: Path) -> None:
    from biela import library

    sites = FOUR_BAR.replace('0.08333333333333333"/></body>', '0.08333333333333333"/><site name="tip" pos="1 0 0"/></body>')
    sites = sites.replace('0.042666666666666665"/></body>', '0.042666666666666665"/><site name="end" pos="0.8 0 0"/></body>')
    m = files.read(written(tmp_path, "f.xml", sites)).mechanism
    check = m.check({"A": 60 * deg})
    assert check.ok and check.mobility is not None and check.mobility.measured == 1
    assert list(check.loops) == ["C"]
    ready = library.get("four-bar")
    own = ready.build()
    theirs = own.simulate(ready.start(own), 1.0, rtol=1e-10)
    start = m.assemble(
        {"A": 60 * deg}, guess={"A": 60 * deg, "B": ready.start(own)["B.angle"], "D": ready.start(own)["D.angle"] - 60 * deg}
    )
    run = m.simulate(start, 1.0, rtol=1e-10)
    assert run["A.angle"][-1] == pytest.approx(theirs["A.angle"][-1], abs=1e-7)
    assert run.closure_error < 1e-12


@pytest.mark.parametrize(
    ("attributes", "moments", "mass"),
    [
        ({"type": "sphere", "size": "0.1", "mass": "2"}, (0.008, 0.008, 0.008), 2.0),
        ({"type": "box", "size": "0.5 1 1.5", "density": "2"}, (12 / 12 * (4 + 9), 12 / 12 * (1 + 9), 12 / 12 * (1 + 4)), 12.0),
        ({"type": "cylinder", "size": "0.1 0.5", "mass": "3"}, (3 / 12 * (0.03 + 1), 3 / 12 * (0.03 + 1), 0.015), 3.0),
        ({"type": "ellipsoid", "size": "1 2 3", "mass": "5"}, (13, 10, 5), 5.0),
    ],
)  # fmt: skip
def test_inertia_of_solids(attributes: dict[str, str], moments: tuple[float, ...], mass: float) -> None:
    still = pose(np.eye(3), np.zeros(3))
    geom = Geom.read(attributes, still, still)
    assert geom.mass == pytest.approx(mass)
    assert geom.tensor() == pytest.approx(np.diag(moments))


def test_inertia_of_a_capsule_by_summing_slices() -> None:
    still = pose(np.eye(3), np.zeros(3))
    geom = Geom.read({"type": "capsule", "size": "0.1 0.3", "density": "700"}, still, still)
    edges = np.linspace(-0.4, 0.4, 400_001)
    z, dz = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    r2 = 0.01 - np.clip(np.abs(z) - 0.3, 0, None) ** 2
    slices = 700 * np.pi * r2 * dz
    assert geom.mass == pytest.approx(slices.sum(), rel=1e-9)
    assert geom.tensor()[2, 2] == pytest.approx((slices * r2 / 2).sum(), rel=1e-8)
    assert geom.tensor()[0, 0] == pytest.approx((slices * (r2 / 4 + z**2)).sum(), rel=1e-8)


BAD = [
    ("a.urdf", "<robot", "not valid XML"),
    ("a.urdf", '<!DOCTYPE x [<!ENTITY a "b">]><robot/>', "document types and entities of XML are not read: remove them."),
    ("a.xml", "<svg/>", "the file is neither URDF (<robot>) nor MJCF (<mujoco>) nor SDF (<sdf>): give one of these."),
    ("a.sdf", "<sdf/>", "the file has 0 models"),
    ("a.urdf", "<robot name='r'/>", "the robot has 0 root links (none)"),
    ("a.urdf", "<robot><link name='a'/><link name='b'/></robot>", "the robot has 2 root links ('a', 'b')"),
    ("a.urdf", "<robot><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='c'/></joint></robot>",
     "joint 'j' has no child link 'c' in the file."),
    ("a.urdf", "<robot><link name='a'/><link name='b'/><joint name='j' type='rolling'><parent link='a'/><child link='b'/></joint></robot>",
     "joint 'j' is of type 'rolling': biela reads revolute"),
    ("a.urdf", "<robot><link name='a'><inertial><mass value='much'/></inertial></link></robot>", "mass of link 'a' is 'much': give numbers."),
    ("a.xml", "<mujoco><include file='x.xml'/></mujoco>", "x.xml"),
    ("a.xml", "<mujoco><include file='a.xml'/></mujoco>", "'a.xml' is included twice: include it once."),
    ("a.xml", "<mujoco><worldbody><replicate count='2'/></worldbody></mujoco>", "<replicate> is not read: let MuJoCo write the model as one plain file first"),
    ("a.xml", "<mujoco><worldbody><body><joint type='rope'/></body></worldbody></mujoco>", "is of type 'rope': biela reads hinge, slide"),
    ("a.xml", "<mujoco><worldbody><body><joint class='x'/></body></worldbody></mujoco>", "there is no default class 'x'."),
    ("a.xml", "<mujoco><equality><connect body1='a' anchor='0 0 0'/></equality></mujoco>", "names body 'a', which is not in the file."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), BAD)
def test_bad_robot_files(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = written(tmp_path, name, text)
    with pytest.raises(files.FileError) as caught:
        files.read(path)
    assert message in str(caught.value) and str(path) in str(caught.value)
    result = biela_command("check", str(path))
    assert result.exit_code == 3 and "Traceback" not in result.output


def test_command_line_takes_robot_files(tmp_path: Path) -> None:
    robot, own = written(tmp_path, "p.urdf", PENDULUM), tmp_path / "my.yaml"
    new = biela_command("new", robot, own)
    assert new.exit_code == 0, new.output
    assert "note: not imported: <transmission> of 't'." in new.stderr
    same = files.read(own).mechanism
    assert list(same.joints) == list(files.read(robot).mechanism.joints) and same.shapes == files.read(robot).mechanism.shapes
    assert biela_command("check", robot).exit_code == 0
    done = biela_command("run", robot, "--duration", 0.1, "--set", "rod.mass=3 kg", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "report.html").exists()
