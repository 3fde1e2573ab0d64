"""Robot files: every attribute is read or listed; files that include others, limits, sensors, servos, starts."""

# ruff: noqa: E501 (texts of files)

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import files
from biela.files.markup import not_imported, parse
from mjcf_features import NOTED, READ, text


def read(tmp_path: Path, content: str, name: str = "model.xml") -> Any:
    (tmp_path / name).write_text(content)
    return files.read(tmp_path / name)


@pytest.mark.parametrize("name", NOTED)
def test_what_is_not_imported_is_listed(tmp_path: Path, name: str) -> None:
    feature, said = NOTED[name]
    notes = read(tmp_path, text(feature)).notes
    assert any(note.startswith(said) for note in notes), notes


@pytest.mark.parametrize(
    "name",
    ["plain", "body gravcomp", "joint armature", "joint springdamper", "tendon spring class", "position kp kv gear", "mesh exact"],
)
def test_what_is_imported_is_not_listed(tmp_path: Path, name: str) -> None:
    notes = read(tmp_path, text(READ[name])).notes
    assert not [note for note in notes if "not imported" in note]


@pytest.mark.parametrize("name", READ)
def test_what_is_imported_is_written_to_a_machine_file(tmp_path: Path, name: str) -> None:
    """The machine file of a robot has the same accelerations."""
    case = read(tmp_path, text(READ[name]))
    again = read(tmp_path, case.machine_file(), "again.yaml")
    states = [c.mechanism.assemble({"j1": 0.35, "j2": -0.45}, rates={"j1": 0.8, "j2": -1.1}) for c in (case, again)]
    for joint in ("j1", "j2"):
        mine, other = (s[f"{joint}.acceleration"] for s in states)
        assert other == pytest.approx(mine, rel=1e-9, abs=1e-9)


def test_elements_know_what_was_read_of_them() -> None:
    root = parse('<a x="1" y="2"><b name="one" z="3"/><b name="two" z="4" w="5"/><c><d>text</d></c><e/></a>', "file")
    root.get("x")
    for b in root.findall("b"):
        b.get("z")
    assert root.findtext("c/d") == "text"
    lines = not_imported(root, {"<e>": "looks"})
    assert lines == ["not imported: y of a.", "not imported: w of b 'two'.", "not imported (looks): <e>."]


def test_many_owners_are_counted() -> None:
    root = parse("<a>" + "".join(f'<b name="n{k}" z="1"/>' for k in range(9)) + "</a>", "file")
    for b in root:
        b.seen()
    assert not_imported(root, {}) == ["not imported: z of b 'n0', b 'n1', b 'n2', b 'n3' and 5 more."]


def test_inertias_that_joints_see_are_those_of_the_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Joints with one and with several coordinates, drawn on either body; and without the others in a large machine."""
    from biela.files import reflected
    from biela.mechanism.mechanism import Mechanism
    from biela.state.functions import functions_of

    m, rng = Mechanism("tree"), np.random.default_rng(2)
    bodies = [
        m.body(f"b{k}", mass=1.0 + k, com=rng.normal(size=3), inertia=(1, 1.1, 1.2), rotation=rng.normal(size=3)) for k in range(4)
    ]

    def at(body: Any, name: str) -> Any:
        return body.frame(name, rng.normal(size=3), rng.normal(size=3))

    m.revolute("A", at(m.ground, "g"), at(bodies[0], "x"))
    m.prismatic("B", at(bodies[1], "x"), at(bodies[0], "y"))
    m.spherical("C", at(bodies[1], "y"), at(bodies[2], "x"))
    m.universal("D", at(bodies[0], "z"), at(bodies[3], "x"))
    m.rotor("R", "B", 0.3)
    copy = m.edit()
    M = functions_of(copy).evaluate("mass_matrix", *copy.assemble().arguments())[0]
    inverse = np.linalg.inv(M)
    at_v = {link.joint.name: link.v for link in copy.topology.links}
    seen = reflected.Reflected(m)
    for joint in "ABCD":
        n = at_v[joint].stop - at_v[joint].start
        assert seen.of_joint(joint) == pytest.approx(n / np.trace(inverse[at_v[joint], at_v[joint]]), rel=1e-9)
    J = np.zeros(len(M))
    J[at_v["A"].start], J[at_v["B"].start] = 0.5, -2.0
    assert seen.along([("A", 0.5), ("B", -2.0)]) == pytest.approx(1 / (J @ inverse @ J), rel=1e-9)
    monkeypatch.setattr(reflected, "DENSE", 3)
    assert reflected.Reflected(m).of_joint("B") == pytest.approx(M[at_v["B"].start, at_v["B"].start], rel=1e-9)


# ---------------------------------------------------------------------------------------------------------------------- MJCF


def test_included_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "arm.xml").write_text(
        '<mujocoinclude><body name="arm"><joint name="A" axis="0 1 0" armature="0.2"/><inertial pos="0 0 -.5" mass="2" diaginertia=".1 .1 .1"/></body></mujocoinclude>'
    )
    (tmp_path / "defaults.xml").write_text(
        '<mujoco><default><joint damping="0.3"/></default><option gravity="0 0 -1.62"/></mujoco>'
    )
    case = read(tmp_path, '<mujoco><include file="defaults.xml"/><worldbody><include file="parts/arm.xml"/></worldbody></mujoco>')
    m = case.mechanism
    assert m.gravity == (0, 0, -1.62) and m.loads["A_friction"].viscous == 0.3 and m.loads["A_rotor"].inertia == 0.2
    state = m.assemble({"A": 0.3})
    assert state["A.acceleration"] == pytest.approx(-2 * 1.62 * 0.5 * np.sin(0.3) / (0.1 + 2 * 0.25 + 0.2))


def test_masses_of_mesh_files(tmp_path: Path) -> None:
    """A cube of STL triangles, in millimetres: mass and inertia of the solid cube."""
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box((100, 200, 300)).export(tmp_path / "cube.stl")
    body = (
        '<worldbody><body name="b"><joint name="j"/><geom type="mesh" mesh="cube" density="500" pos=".1 0 0"/></body></worldbody>'
    )
    m = read(tmp_path, f'<mujoco><asset><mesh file="cube.stl" scale=".001 .001 .001"/></asset>{body}</mujoco>').mechanism
    found = m.bodies["b"]
    assert found.mass == pytest.approx(3.0) and found.com == pytest.approx((0.1, 0, 0), abs=1e-9)
    assert np.diag(np.asarray(found.inertia, float)) == pytest.approx([3 / 12 * 0.13, 3 / 12 * 0.1, 3 / 12 * 0.05], rel=1e-6)
    missing = read(tmp_path, f'<mujoco><asset><mesh name="cube" file="none.stl"/></asset>{body}</mujoco>')
    assert any(note.startswith("not imported: mass of a mesh of body 'b'.") and "none.stl" in note for note in missing.notes)


def test_limits_are_stops_and_the_start_is_inside(tmp_path: Path) -> None:
    case = read(tmp_path, text({"j1": 'range="20 60"', "j2": 'range="-30 30" solreflimit="0.01 1"'}))
    m, state = case.mechanism, case.start()
    assert [np.rad2deg(m.loads["j1_stop"].limits[k]) for k in (0, 1)] == pytest.approx([20, 60])
    assert np.rad2deg(state["j1.angle"]) == pytest.approx(20) and state["j2.angle"] == pytest.approx(0)
    assert any(note.startswith("'j1' would be beyond a limit at zero") for note in case.notes)
    assert m.loads["j2_stop"].stiffness > m.loads["j1_stop"].stiffness / 4
    run = m.simulate(state, 2.0)
    assert run["j1.angle"].max() < np.deg2rad(63) and run["j1.angle"].min() > np.deg2rad(19)
    assert run["j1.angle"][-1] == pytest.approx(np.deg2rad(60), abs=0.01)
    off = read(tmp_path, text({"top": '<option><flag limit="disable"/></option>', "j1": 'range="20 60"'}))
    assert not any("stop" in name for name in off.mechanism.loads)


def test_a_keyframe_gives_coordinates_and_inputs(tmp_path: Path) -> None:
    end = (
        '<actuator><muscle joint="j2"/><position name="p" joint="j1" kp="50" kv="20"/></actuator>'
        '<keyframe><key qpos="0.5 -0.25" qvel="1 2" ctrl="9 0.7"/><key name="other"/></keyframe>'
    )
    case = read(tmp_path, text({"top": '<compiler angle="radian"/>', "j1": 'ref="0.2"', "end": end}))
    state = case.start()
    assert (state["j1.angle"], state["j2.angle"]) == pytest.approx((0.3, -0.25))
    assert (state["j1.rate"], state["j2.rate"]) == pytest.approx((1, 2))
    assert case.inputs == {"p": 0.7}
    # the servo counts from where MuJoCo does: 0.7 there is 0.5 here
    assert replace_inputs(state, case.inputs)["p.effort"] == pytest.approx(50 * (0.7 - 0.5) - 20 * 1)
    again = read(tmp_path, case.machine_file(), "again.yaml")
    assert again.inputs == {"p": 0.7}
    assert any("of 2 keyframes the first is the start" in note for note in case.notes)


def replace_inputs(state: Any, inputs: Any) -> Any:
    from dataclasses import replace

    return replace(state, u=np.array([inputs[name] for name in state.mechanism.actuators]))


def test_sensors_of_mjcf(tmp_path: Path) -> None:
    end = (
        '<sensor><jointpos name="angle" joint="j1" noise="0.01"/><gyro name="gyro" site="s2"/><jointvel name="speed" joint="j2"/>'
        '<accelerometer name="acc" site="s1"/><framepos name="tip" objtype="site" objname="s2"/></sensor>'
    )
    sensors = read(tmp_path, text({"end": end})).mechanism.sensors
    assert {name: type(sensor).word for name, sensor in sensors.items()} == {
        "angle": "encoder", "gyro": "gyroscope", "speed": "gauge", "acc": "accelerometer", "tip": "position_sensor",
    }  # fmt: skip
    assert sensors["angle"].errors.noise == (0.01,)


# ---------------------------------------------------------------------------------------------------------------- SDF, URDF

SDF = """<sdf version="1.10"><world name="w"><gravity>0 0 -9.81</gravity><physics type="ode"><max_step_size>0.001</max_step_size></physics>
<model name="m"><link name="base"/><link name="arm"><pose>0 0 1 0 0 0</pose>
<inertial><pose>0 0 -0.5 0 0 0</pose><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia>
<fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>
<sensor name="unit" type="imu"><pose>0 0 -1 0 0 0</pose><update_rate>100</update_rate><imu><angular_velocity/></imu></sensor>
<sensor name="eye" type="camera"/>{link}</link>
<joint name="held" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="A" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 1 0</xyz>
<initial_position>0.4</initial_position><limit><lower>-1</lower><upper>1.5</upper><effort>20</effort></limit>
<dynamics><damping>0.2</damping></dynamics></axis><physics><ode><erp>0.2</erp></ode></physics></joint></model></world></sdf>"""


def test_sdf_reads_starts_limits_and_sensors_and_lists_the_rest(tmp_path: Path) -> None:
    case = read(tmp_path, SDF.format(link=""), "m.sdf")
    m = case.mechanism
    assert case.start()["A.angle"] == pytest.approx(0.4)
    assert m.loads["A_stop"].limits == (-1.0, 1.5) and type(m.sensors["unit"]).word == "imu"
    assert m.sensors["unit"].errors.rate == 100.0
    for said in (
        "not imported: <fluid_added_mass> of link 'arm'.", "not imported: <effort> of joint 'A'.", "not imported: <imu> of sensor 'unit'.",
        "not imported: <sensor> of 'eye'.", "not imported (settings of a simulator): <physics>.",
    ):  # fmt: skip
        assert said in case.notes, case.notes


def test_a_link_of_sdf_without_gravity(tmp_path: Path) -> None:
    m = read(tmp_path, SDF.format(link="<gravity>false</gravity>"), "m.sdf").mechanism
    assert m.assemble({"A": 0.5})["A.acceleration"] == pytest.approx(0.0, abs=1e-12)


def test_urdf_lists_what_it_does_not_read(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        '<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="A" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="0.2" upper="1" effort="5" velocity="2"/>'
        '<safety_controller k_velocity="3"/></joint><gazebo reference="arm"><mu1>0.3</mu1></gazebo><mujoco><compiler fusestatic="true"/></mujoco></robot>',
        "r.urdf",
    )
    for said in (
        "not imported: effort of limit of joint 'A'.", "not imported: velocity of limit of joint 'A'.", "not imported: <safety_controller> of joint 'A'.",
        "not imported: <gazebo>.", "not imported (how another program compiles the file): <mujoco>.",
    ):  # fmt: skip
        assert said in case.notes, case.notes
    assert case.start()["A.angle"] == pytest.approx(0.2)


def test_joints_of_a_static_model_do_not_move(tmp_path: Path) -> None:
    head, _, rest = SDF.format(link="").partition("<link")
    case = read(tmp_path, f"{head}<static>true</static><link{rest}", "m.sdf")
    assert {joint.type.kind for joint in case.mechanism.joints.values()} == {"fixed"}
    assert any("the model is static" in note for note in case.notes)
