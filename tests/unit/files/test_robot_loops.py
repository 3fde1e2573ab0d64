"""One four-bar, written in every way in which the field writes loops: all of them move as the machine of Python."""

# ruff: noqa: E501 (texts of files)

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import LoopNotClosed
from biela.lie import so3

LINKS = {"crank": (1.0, (0, 0, 0.5)), "coupler": (2.0, (1, 0, 0.25)), "rocker": (1.5, (0, 0, 0.75))}


def link(name: str) -> str:
    mass, (x, y, z) = LINKS[name]
    return (
        f'<link name="{name}"><inertial><origin xyz="{x} {y} {z}"/><mass value="{mass}"/>'
        '<inertia ixx="0.1" ixy="0" ixz="0.01" iyy="0.12" iyz="0" izz="0.08"/></inertial></link>'
    )


def hinge(name: str, parent: str, child: str, at: str) -> str:
    return (
        f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/><origin xyz="{at}"/>'
        '<axis xyz="0 1 0"/></joint>'
    )


TREE = '<link name="base"/>' + "".join(map(link, LINKS))
TREE += hinge("A", "base", "crank", "0 0 0") + hinge("B", "crank", "coupler", "0 0 1")
ROCKER = hinge("D", "base", "rocker", "2 0 0")
ORIGINS = (
    '<predecessor link="coupler"><origin xyz="2 0 0.5"/></predecessor><successor link="rocker"><origin xyz="0 0 1.5"/></successor>'
)
WAYS = {
    "two parents": TREE + ROCKER + '<link name="pin"/>' + hinge("P", "coupler", "pin", "2 0 0.5").replace("continuous", "fixed")
    + hinge("C", "rocker", "pin", "0 0 1.5"),
    "loop": TREE + ROCKER + f'<loop name="C" type="revolute">{ORIGINS}<axis xyz="0 1 0"/></loop>',
    "loop_joint": TREE + ROCKER + '<loop_joint name="C" type="revolute"><parent link="coupler"/><child link="rocker"/>'
    '<origin xyz="2 0 0.5"/><axis xyz="0 1 0"/></loop_joint>',
    "constraint": TREE + ROCKER + '<constraint name="C" type="ball"><link1 link="coupler" xyz="2 0 0.5"/>'
    '<link2 link="rocker" xyz="0 0 1.5"/></constraint>',
    "drake": TREE + ROCKER + '<d:ball_constraint xmlns:d="http://drake.mit.edu"><d:ball_constraint_body_A name="coupler"/>'
    '<d:ball_constraint_body_B name="rocker"/><d:ball_constraint_p_AP value="2 0 0.5"/>'
    '<d:ball_constraint_p_BQ value="0 0 1.5"/></d:ball_constraint>',
    "gazebo": TREE + ROCKER + '<gazebo><joint name="C" type="revolute"><parent>coupler</parent><child>rocker</child>'
    "<pose>0 0 1.5 0 0 0</pose><axis><xyz>0 1 0</xyz></axis></joint></gazebo>",
}  # fmt: skip


def sdf_link(name: str, at: str) -> str:
    mass, (x, y, z) = LINKS[name]
    return (
        f'<link name="{name}"><pose>{at} 0 0 0</pose><inertial><pose>{x} {y} {z} 0 0 0</pose><mass>{mass}</mass><inertia><ixx>0.1</ixx>'
        "<ixy>0</ixy><ixz>0.01</ixz><iyy>0.12</iyy><iyz>0</iyz><izz>0.08</izz></inertia></inertial></link>"
    )


def sdf_joint(name: str, parent: str, child: str, more: str = "") -> str:
    return f'<joint name="{name}" type="revolute"><parent>{parent}</parent><child>{child}</child>{more}<axis><xyz>0 1 0</xyz></axis></joint>'


SDF = (
    '<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity><model name="bars">'
    + sdf_link("crank", "0 0 0") + sdf_link("coupler", "0 0 1")
    + sdf_link("rocker", "0 0 -1.5").replace("<pose>", '<pose relative_to="top">', 1)
    + '<frame name="top" attached_to="coupler"><pose>2 0 0.5 0 0 0</pose></frame>'
    + sdf_joint("A", "world", "crank") + sdf_joint("B", "crank", "coupler") + sdf_joint("D", "world", "rocker")
    + sdf_joint("C", "coupler", "rocker", '<pose relative_to="top"/>') + "</model></world></sdf>"
)  # fmt: skip


def reference() -> biela.Mechanism:
    m = biela.Mechanism("bars")
    tensor = np.array([[0.1, 0, 0.01], [0, 0.12, 0], [0.01, 0, 0.08]])
    place = {"crank": (0, 0, 0), "coupler": (0, 0, 1), "rocker": (2, 0, 0)}
    bodies = {n: m.body(n, mass=mass, com=com, inertia=tensor, position=place[n]) for n, (mass, com) in LINKS.items()}
    y = (0, 1, 0)
    m.revolute("A", m.ground, bodies["crank"], point=(0, 0, 0), axis=y)
    m.revolute("B", bodies["crank"], bodies["coupler"], point=(0, 0, 1), axis=y)
    m.revolute("D", m.ground, bodies["rocker"], point=(2, 0, 0), axis=y)
    m.revolute("C", bodies["coupler"], bodies["rocker"], point=(2, 0, 1.5), axis=y)
    return m


@pytest.fixture(scope="module")
def wanted() -> float:
    return reference().assemble(rates={"A": 2.0})["A.acceleration"]


@pytest.mark.parametrize("way", [*WAYS, "sdf"])
def test_every_way_of_writing_a_loop(tmp_path: Path, way: str, wanted: float) -> None:
    path = tmp_path / ("bars.sdf" if way == "sdf" else "bars.urdf")
    path.write_text(SDF if way == "sdf" else f'<robot name="bars">{WAYS[way]}</robot>')
    case = files.read(path)
    assert case.mechanism.check().mobility.measured == 1  # type: ignore[union-attr]
    assert case.mechanism.assemble(rates={"A": 2.0})["A.acceleration"] == pytest.approx(wanted, abs=1e-9)
    assert not [note for note in case.notes if "not taken over" in note]


def test_couplings_of_urdf(tmp_path: Path) -> None:
    tie = '<coupling name="k"><predecessor link="crank"/><successor link="rocker"/><ratio value="-3"/></coupling>'
    gear = '<constraint name="k" type="gear" joint1="A" joint2="D" ratio="-3"/>'
    for text in (tie, gear):
        path = tmp_path / "tied.urdf"
        path.write_text(f'<robot name="bars">{TREE}{ROCKER}{text}</robot>')
        assert files.read(path).mechanism.assemble(rates={"A": 2.0})["D.rate"] == pytest.approx(-6)


def test_sdf_mimic_screws_and_loads(tmp_path: Path) -> None:
    more = """<joint name="S" type="screw"><parent>crank</parent><child>rocker</child><screw_thread_pitch>0.02</screw_thread_pitch>
      <axis><xyz expressed_in="__model__">0 0 1</xyz><dynamics><damping>0.3</damping><spring_stiffness>2</spring_stiffness></dynamics>
      <mimic joint="A"><multiplier>2</multiplier><offset>0.1</offset><reference>0.05</reference></mimic></axis></joint>"""
    path = tmp_path / "m.sdf"
    links = sdf_link("crank", "0 0 0") + sdf_link("rocker", "2 0 0") + sdf_link("coupler", "5 5 5")
    path.write_text(f'<sdf version="1.9"><model name="x">{links}{sdf_joint("A", "world", "crank")}{more}</model></sdf>')
    case = files.read(path)
    m = case.mechanism
    assert m.joints["S"].type.lead == pytest.approx(0.02 / (2 * np.pi)) and m.joints["coupler_free"].type.kind == "free"
    start = m.assemble({"A": 0.4}, rates={"A": 1.0})
    assert start["S.angle"] == pytest.approx(2 * (0.4 - 0.05) + 0.1) and start["S.rate"] == pytest.approx(2)
    assert start["S_friction.effort"] == pytest.approx(-0.6) and start["coupler.z"] == pytest.approx(5)


def test_mjcf_ties_of_every_kind(tmp_path: Path) -> None:
    text = """<mujoco><compiler angle="radian"/><worldbody><site name="w" pos="0 0 2"/>
      <body name="a"><joint name="ja" axis="0 1 0"/><geom type="sphere" size="0.1" pos="1 0 0"/></body>
      <body name="b" pos="3 0 0"><joint name="jb" axis="0 1 0"/><geom type="sphere" size="0.1" pos="1 0 0"/></body>
      <body name="c" pos="6 0 0"><joint name="jc" type="slide"/><geom type="sphere" size="0.1"/><site name="c" pos="0 0 1"/></body>
      <body name="d" pos="9 0 0"><freejoint name="jd"/><geom type="sphere" size="0.1"/><site name="d" pos="0 0 1"/></body>
      </worldbody>
      <tendon><fixed name="f"><joint joint="ja" coef="2"/><joint joint="jc" coef="-1"/></fixed>
        <spatial name="line"><site site="w"/><site site="d"/></spatial>
        <spatial name="spring" stiffness="7" damping="0.5" springlength="0.3"><site site="c"/><site site="d"/></spatial></tendon>
      <equality><joint joint1="jb" joint2="ja" polycoef="0.1 2 3 0 0"/><tendon tendon1="f" polycoef="0.2"/>
        <tendon tendon1="line" polycoef="0.5"/></equality></mujoco>"""
    path = tmp_path / "ties.xml"
    path.write_text(text)
    case = files.read(path)
    start = case.mechanism.assemble({"ja": 0.4}, rates={"ja": 1.0})
    assert start["jb.angle"] == pytest.approx(0.1 + 2 * 0.4 + 3 * 0.16) and start["jb.rate"] == pytest.approx(2 + 6 * 0.4)
    assert start["jc.position"] == pytest.approx(2 * 0.4 - 0.2)
    assert case.mechanism.couplings["tendon_3"].length == pytest.approx(np.hypot(9, 1) + 0.5)
    spring = case.mechanism.loads["spring"]
    assert (spring.stiffness, spring.damping, spring.free_length) == (7, 0.5, 0.3)
    assert not [note for note in case.notes if "not taken over" in note]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.urdf", f"<robot>{TREE}{ROCKER}<loop name='C'/></robot>", "loop 'C' needs two links"),
        ("a.urdf", f"<robot>{TREE}{ROCKER}<loop name='C' type='rope'>{ORIGINS}</loop></robot>", "is of type 'rope'"),
        ("a.urdf", f"<robot>{TREE}{ROCKER}<loop name='C'>{ORIGINS.replace('rocker', 'x')}</loop></robot>", "names link 'x'"),
        ("a.sdf", '<sdf><model name="m"><link name="a"><pose relative_to="b"/></link><link name="b"><pose relative_to="a"/></link>'
         "</model></sdf>", "in a circle: a → b → a"),
        ("a.sdf", '<sdf><model name="m"><link name="a"><pose relative_to="q"/></link></model></sdf>', "'q', which is not in the model"),
        ("a.xml", "<mujoco><equality><tendon tendon1='x'/></equality></mujoco>", "names tendon 'x'"),
    ],
)  # fmt: skip
def test_bad_loops(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(files.FileError) as caught:
        files.read(path)
    assert message in str(caught.value)


def flat(k: int, turned: bool) -> str:
    """A four-bar in a tilted plane, as URDF+ printed with k digits; `turned` bodies have axes of their own."""
    rng = np.random.default_rng(5)
    R, *bodies = (q * np.sign(np.linalg.det(q)) for q in (np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(4)))
    A, B, C, D = (R @ np.array(p) for p in ((0, 0, 0), (0.1, 0.3, 0), (0.6, 0.45, 0), (0.5, 0, 0)))
    a, b, d = bodies if turned else (np.eye(3),) * 3

    def words(v: Any) -> str:
        return " ".join(f"{x:.{k}f}" for x in v)

    def origin(p: Any, Q: Any) -> str:
        return f'<origin xyz="{words(p)}" rpy="{words(so3.roll_pitch_yaw(Q))}"/>'

    def link(name: str, com: Any) -> str:
        inertia = '<mass value="1"/><inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/>'
        return f'<link name="{name}"><inertial><origin xyz="{words(com)}"/>{inertia}</inertial></link>'

    def joint(name: str, parent: str, child: str, p: Any, Q: Any, R_child: Any) -> str:
        ends = f'<parent link="{parent}"/><child link="{child}"/>{origin(p, Q)}<axis xyz="{words(R_child.T @ R[:, 2])}"/>'
        return f'<joint name="{name}" type="continuous">{ends}</joint>'

    return (
        '<robot name="flat"><link name="base"/>'
        + link("a", a.T @ (B - A) / 2) + link("b", b.T @ (C - B) / 2) + link("d", d.T @ (C - D) / 2)
        + joint("A", "base", "a", A, a, a) + joint("B", "a", "b", a.T @ (B - A), a.T @ b, b) + joint("D", "base", "d", D, d, d)
        + f'<loop name="C" type="revolute"><predecessor link="b">{origin(b.T @ (C - B), b.T)}</predecessor>'
        + f'<successor link="d">{origin(d.T @ (C - D), d.T)}</successor><axis xyz="{words(R[:, 2])}"/></loop></robot>'
    )  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("k", [12, 10, 9, 8, 7, 6, 5])
def test_loops_close_to_the_digits_of_the_file(tmp_path: Path, k: int, turned: bool) -> None:
    """A planar loop in space, printed with k digits, moves as the exact one; what was moved is said."""
    ends = []
    for digits in (16, k):
        (tmp_path / "flat.urdf").write_text(flat(digits, turned))
        case = files.read(tmp_path / "flat.urdf")
        check = case.mechanism.check()
        assert check.ok and check.mobility is not None and check.mobility.measured == 1
        run = case.mechanism.simulate(case.start(), 0.5)
        assert run.status == "done" and run.closure_error < 1e-12
        ends.append(float(run["A.angle"][-1]))
    assert ends[1] == pytest.approx(ends[0], abs=100 * 10.0**-k)
    said = [note for note in case.notes if "within the digits" in note or "no more than the digits" in note]
    assert said if turned else all("'C'" in note for note in said)


def test_a_gap_beyond_the_digits_is_a_real_one(tmp_path: Path) -> None:
    """A pin 0.1 mm beside the plane, in a file of nine digits, is no rounding; numbers of few digits are exact."""
    first = 'type="revolute"><predecessor link="b"><origin xyz="'
    whole, _, rest = flat(9, True).partition(first)
    x, _, rest = rest.partition(" ")
    for text in (f"{whole}{first}{float(x) + 1e-4:.9f} {rest}", flat(3, True)):
        (tmp_path / "flat.urdf").write_text(text)
        case = files.read(tmp_path / "flat.urdf")
        assert not [note for note in case.notes if "digits" in note]
        with pytest.raises(LoopNotClosed, match="tolerance="):
            case.start()
