"""Adams datasets: statements, units, functions, forces, constraints, and what is said about the rest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biela import files
from biela.files.adams.function import cubics, translate
from biela.files.adams.model import AdamsModel
from biela.files.adams.reader import loads_adams
from biela.files.adams.statement import AdamsError
from biela.files.expression import UnitValue
from biela.files.parser import parse
from biela.files.robot import Robot
from biela.mechanism.mechanism import Mechanism

HEAD = """a dataset of the tests
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=0,0,1
PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3
MARKER/20, PART=2, QP=0,0,0.5
MARKER/21, PART=2
"""


def value(text: str, t: float = 0.0) -> float:
    """A function of Adams at a time."""
    return float(
        parse(translate(text, AdamsModel(Robot("x.adm", Mechanism("m"))), "F"), variables={"t"})
        .value(lambda _: UnitValue(t, None))
        .value
    )


@pytest.mark.parametrize(
    ("text", "t", "wanted"),
    [
        ("STEP(TIME,1,2,3,6)", 2.0, 4.0),
        ("STEP(TIME,1,2,3,6)", 1.5, 2 + 4 * (3 * 0.25**2 - 2 * 0.25**3)),
        ("STEP(TIME,1,2,3,6)", 9.0, 6.0),
        ("STEP5(TIME,0,0,1,1)", 0.25, 10 * 0.25**3 - 15 * 0.25**4 + 6 * 0.25**5),
        ("HAVSIN(TIME,0,1,2,3)", 1.5, 2 + np.sin(np.pi / 4)),
        ("IF(TIME-1: 5, 6, 7)", 0.5, 5.0),
        ("IF(TIME-1: 5, 6, 7)", 1.0, 6.0),
        ("IF(TIME-1: 5, 6, 7)", 1.5, 7.0),
        ("IMPACT(TIME,-0.1,1,100,2,5,0.2)", 0.5, 100 * 0.25 + 0.5),
        ("IMPACT(TIME,-0.1,1,100,2,5,0.2)", 0.9, 1.0 + 5 * (3 * 0.25 - 2 * 0.125) * 0.1),
        ("IMPACT(TIME,9,1,100,2,5,0.2)", 0.5, 0.0),
        ("IMPACT(TIME,-0.1,1,100,2,5,0.2)", 1.5, 0.0),
        ("BISTOP(TIME,0,1,2,100,1.5,0,0.1)", 0.5, 100 * 0.5**1.5),
        ("BISTOP(TIME,0,1,2,100,1.5,0,0.1)", 1.5, 0.0),
        ("BISTOP(TIME,0,1,2,100,1.5,0,0.1)", 2.5, -100 * 0.5**1.5),
        ("POLY(TIME,1,2,3,4)", 3.0, 2 + 3 * 2 + 4 * 4),
        ("SHF(TIME,1,2,3,0.5,4)", 2.0, 2 * np.sin(3 - 0.5) + 4),
        ("FORCOS(TIME,0,2,1,3)", 0.4, 1 + 3 * np.cos(0.8)),
        ("SIGN(3,TIME)", -2.0, -3.0),
        ("-2**2 + 90D*rtod - MOD(7,4)", 0.0, -4 + 90 - 3),
        ("max(1,TIME,2)*sqrt(abs(-TIME))", 4.0, 8.0),
    ],
)  # fmt: skip
def test_functions(text: str, t: float, wanted: float) -> None:
    assert value(text, t) == pytest.approx(wanted, rel=1e-13, abs=1e-13)


def test_splines_pass_through_their_points_and_follow_akima() -> None:
    from scipy.interpolate import Akima1DInterpolator

    x, y = np.array([0.0, 1.0, 2.5, 3.0, 5.0]), np.array([1.0, -2.0, 0.5, 0.7, 4.0])
    curve = Akima1DInterpolator(x, y)
    node = parse(cubics("t", x, y, curve.derivative()(x)), variables={"t"})
    for t in np.linspace(0, 5, 41):
        assert node.value(lambda _, t=t: UnitValue(float(t), None)).value == pytest.approx(float(curve(t)), abs=1e-12)
    end = float(curve.derivative()(5.0))
    assert node.value(lambda _: UnitValue(7.0, None)).value == pytest.approx(4.0 + 2 * end, abs=1e-12)  # straight on


@pytest.mark.parametrize("text", ["FOO(1)", "SIN(", "1 +", "VARVAL(1)", "DM(1,2)", "STEP(TIME,1)", "QUX"])
def test_functions_that_cannot_be_read(text: str) -> None:
    with pytest.raises(AdamsError):
        value(text)


def test_a_function_nested_without_end_is_refused() -> None:
    with pytest.raises(AdamsError, match="F is nested too deeply"):
        value("(" * 30_000 + "TIME")


def test_units_and_inertia_about_another_marker() -> None:
    text = """
    UNITS/FORCE=NEWTON, MASS=GRAM, LENGTH=MILLIMETER, TIME=MILLISECOND
    PART/1, GROUND
    MARKER/1, PART=1
    PART/2, MASS=500, CM=2, IM=3, IP=9E6,9E6,2E6,1E5,2E5,3E5, QG=100,0,0, REULER=90D,0,0
    MARKER/2, PART=2, QP=10,20,30
    MARKER/3, PART=2, QP=0,0,0, REULER=0,90D,0
    ACCGRAV/KGRAV=-9.80665E-3
    """
    m = loads_adams("title\n" + text).mechanism
    body = m.bodies["part_2"]
    assert body.mass == pytest.approx(0.5) and m.gravity == pytest.approx((0, 0, -9.80665))
    assert body.com == pytest.approx((0.01, 0.02, 0.03))
    R = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    about = np.array([[9e6, -1e5, -2e5], [-1e5, 9e6, -3e5], [-2e5, -3e5, 2e6]]) * 1e-9
    c = np.array([0.01, 0.02, 0.03])
    wanted = R @ about @ R.T - 0.5 * (c @ c * np.eye(3) - np.outer(c, c))
    assert np.array(body.inertia, float) == pytest.approx(wanted, abs=1e-15)
    assert np.asarray(body.placement.rotation, float)[:, 0] == pytest.approx((0, 1, 0), abs=1e-15)


@pytest.mark.parametrize(
    ("how", "z", "x"),
    [
        ("REULER=90D,90D,0", (1, 0, 0), (0, 1, 0)),
        ("ZP=1,0,1", (1, 0, 0), None),
        ("ZP=0,0,5, XP=0,3,9", (0, 0, 1), (0, 1, 0)),
        ("XP=0,3,1, ZP=9,9,1, USEXP", (1, 0, 0), (0, 1, 0)),
    ],
)
def test_markers(how: str, z: tuple[float, ...], x: tuple[float, ...] | None) -> None:
    case = loads_adams(HEAD + f"MARKER/22, PART=2, QP=0,0,1, {how}\nREQUEST/1, D, I=22\n")
    R = np.asarray(case.mechanism.bodies["part_2"].frames["marker_22"].rotation, float)
    assert R[:, 2] == pytest.approx(z, abs=1e-12) and np.linalg.det(R) == pytest.approx(1)
    assert x is None or R[:, 0] == pytest.approx(x, abs=1e-12)


def test_primitives_make_the_same_hinge() -> None:
    head = HEAD.replace("QP=0,0,0.5", "QP=0,0.5,0.2") + "ACCGRAV/IGRAV=-9.81\nREQUEST/1, D, I=20\n"
    asked = "REQUEST/2, F, I=21, J=10\n"
    hinge = loads_adams(head + asked + "JOINT/1, REVOLUTE, I=21, J=10\n").simulate(0.5, rtol=1e-10, atol=1e-12)
    ball = "JPRIM/1, ATPOINT, I=21, J=10\nJPRIM/2, PARALLEL_AXES, I=21, J=10\n"
    rows = "JPRIM/1, INLINE, I=21, J=10\nJPRIM/3, INPLANE, I=21, J=10\nJPRIM/2, PARALLEL, I=21, J=10\n"
    for text in (ball, rows):
        run = loads_adams(head + asked + text).simulate(0.5, rtol=1e-10, atol=1e-12)
        for signal in ("request_1.x", *(f"request_2_f{k}.value" for k in (2, 3, 4, 6, 7, 8))):
            assert run[signal] == pytest.approx(hinge[signal], abs=1e-6), signal
    assert abs(hinge["request_2_f6.value"]).max() > 0.1
    slide = loads_adams(head + "JPRIM/1, ORIENTATION, I=21, J=10\nJPRIM/2, INLINE, I=21, J=10\n")
    assert slide.mechanism.check().mobility.measured == 1
    cross = loads_adams(head + "MARKER/24, PART=2, ZP=1,0,0\nJPRIM/1, PERPENDICULAR, I=24, J=10\n")
    assert cross.mechanism.check().mobility.measured == 5


def test_torsion_spring_swings_at_its_frequency_and_counts_turns() -> None:
    text = "JOINT/1, REVOLUTE, I=21, J=10, IC=400D,0\nSPRINGDAMPER/1, ROT, I=21, J=10, KT=1.2, CT=0, ANGLE=0\nREQUEST/1,D,I=20\n"
    run = loads_adams(HEAD + text).simulate(1.0)
    w = np.sqrt(1.2 / 0.3)
    assert run["joint_1.angle"] == pytest.approx(np.radians(400) * np.cos(w * run.t), abs=1e-6)


def test_bushing_and_spring_hang_where_statics_says() -> None:
    text = """ACCGRAV/KGRAV=-10
BUSHING/1, I=20, J=11, K=100,200,400, C=20,20,40, KT=5,5,5, CT=2,2,2
REQUEST/1, D, I=20, J=11
REQUEST/2, F2=BUSH(1,0,4,0)\\F3=BUSH(1,1,4,0)
"""
    run = loads_adams(HEAD.replace("QP=0,0,0.5", "QP=0,0,1") + text).simulate(8.0, method="rosenbrock")
    assert run["request_1.z"][-1] == pytest.approx(-20 / 400, abs=1e-6)
    assert run["request_2_f2.value"][-1] == pytest.approx(20, abs=1e-3) and run["request_2_f3.value"][-1] == pytest.approx(
        -20, abs=1e-3
    )


def test_linear_forces_become_springs_and_keep_their_constant() -> None:
    text = "SFORCE/1, TRANS, I=20, J=10, FUNCTION = - 100.0*(dm(20,10)-0.2)\n, - 1.5*vr(20,10)\n, + 3.0\nREQUEST/1, F, I=20, J=10\n"
    case = loads_adams(HEAD + text)
    spring = case.mechanism.loads["sforce_1"]
    assert (spring.stiffness, spring.damping) == pytest.approx((100, 1.5))
    pull = 100 * (0.5 - 0.2) - 3
    start = case.start()
    assert start["sforce_1.force"] == pytest.approx(pull)
    assert start["request_1_f4.value"] == pytest.approx(-pull)  # pulls the marker down to the ground
    assert not any("not taken over" in note for note in case.notes)


def test_forces_in_the_axes_of_a_third_marker_act_and_react() -> None:
    text = """PART/3, MASS=1, CM=30, IP=1,1,1, QG=3,0,0
MARKER/30, PART=3
PART/4, MASS=1, CM=40, IP=1,1,1, QG=0,5,0, REULER=0,30D,0
MARKER/40, PART=4
GFORCE/1, I=20, JFLOAT=30, RM=40, FX=1\\FY=2*TIME+1\\FZ=0\\TX=0\\TY=0\\TZ=3
SFORCE/2, ROT, ACTIONONLY, I=20, J=40, FUNCTION=7
REQUEST/1, F, I=20, J=30
REQUEST/2, F2=GFORCE(1,1,2,0)\\F3=GFORCE(1,1,7,0)
"""
    start = loads_adams(HEAD + text).start()
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    f, m = np.array([1, c, s]), np.array([0, -3 * s, 3 * c])
    assert [start[f"request_1_f{k}.value"] for k in (2, 3, 4, 6, 7, 8)] == pytest.approx([*f, *m], abs=1e-12)
    arm = np.array([-3, 0, 0.5])
    assert start["request_2_f2.value"] == pytest.approx(-1)
    assert start["request_2_f3.value"] == pytest.approx(-(m + np.cross(arm, f))[1])
    momentum = np.array(start.values(*(f"part_{k}.acceleration_{a}" for k in (3,) for a in "xyz")))
    assert momentum == pytest.approx(-f - 0 * momentum, abs=1e-9)


def test_motion_drives_and_reports_its_torque_apart_from_the_joint() -> None:
    text = """JOINT/1, REVOLUTE, I=21, J=10
MOTION/1, ROTATION, JOINT=1, VELOCITY, FUNCTION=30D + 60D*TIME
REQUEST/1, F2=MOTION(1,0,8,0)\\F3=JOINT(1,0,8,0)\\F4=AZ(21,10)
"""
    run = loads_adams(HEAD + text).simulate(2.0)
    assert run["joint_1.angle"][-1] == pytest.approx(np.radians(30 * 2 + 30 * 4), abs=1e-9)
    assert run["request_1_f2.value"][-1] == pytest.approx(0.3 * np.radians(60), abs=1e-9)
    assert abs(run["request_1_f3.value"]).max() < 1e-12
    assert run["request_1_f4.value"][-1] == pytest.approx(np.pi, abs=1e-9)


def test_couplers_gears_and_racks() -> None:
    text = """PART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,0
MARKER/30, PART=3
MARKER/31, PART=1, QP=1,0,0
MARKER/12, PART=1, QP=0.25,0,0, ZP=0.25,1,0
PART/4, MASS=1, CM=40, IP=1,1,1, QG=0,-0.1,0
MARKER/40, PART=4, ZP=1,0,0
MARKER/41, PART=1, QP=0,-0.1,0, ZP=1,-0.1,0
JOINT/1, REVOLUTE, I=21, J=10, IC=0, 3
JOINT/2, REVOLUTE, I=30, J=31
JOINT/3, TRANSLATIONAL, I=40, J=41
JOINT/4, RACKPIN, I=21, J=40, PD=0.2
"""
    asked = "REQUEST/1, V, I=40\n"
    for tie, ratio in (("COUPLER/1, JOINTS=1,2, SCALES=2", -0.5), ("GEAR/1, JOINTS=1,2, CV=12", -1 / 3)):
        start = loads_adams(HEAD + text + tie + "\n" + asked).start()
        assert start["joint_2.rate"] == pytest.approx(3 * ratio, rel=1e-9)
        assert start["request_1.velocity_x"] == pytest.approx(0.3, rel=1e-9)


def test_a_strut_without_mass_is_a_rod_with_its_reactions() -> None:
    text = """ACCGRAV/KGRAV=-9.81
PART/3
MARKER/30, PART=3, QP=0,0,1
MARKER/31, PART=3, QP=0,1,0.5
MARKER/22, PART=2, QP=0,1,0.5
JOINT/1, SPHERICAL, I=11, J=30
JOINT/2, SPHERICAL, I=31, J=22
REQUEST/1, A, I=20
REQUEST/2, F2=JOINT(1,0,3,0)\\F3=JOINT(1,0,4,0)\\F4=JOINT(2,0,3,0)\\F6=JOINT(2,1,3,0)\\F7=JOINT(2,1,4,0)
"""
    case = loads_adams(HEAD + text)
    start = case.start()
    force = np.array(start.values("request_2_f6.value", "request_2_f7.value"))  # on part 2
    assert start["request_1.acceleration_y"] == pytest.approx(force[0] / 2)
    assert start["request_1.acceleration_z"] == pytest.approx(force[1] / 2 - 9.81)
    assert np.array(start.values("request_2_f2.value", "request_2_f3.value")) == pytest.approx(-force)  # on the ground
    assert start["request_2_f4.value"] == pytest.approx(-force[0])
    assert force[0] * 0.5 == pytest.approx(force[1] * -1.0)  # along the strut, from (0, 1, 0.5) to (0, 0, 1)
    assert any("it is a rod 'part_3'" in note for note in case.notes)


def test_flags_behind_a_function_and_motions_from_the_other_end() -> None:
    text = "JOINT/1, REVOLUTE, I=21, J=10\nMOTION/1, I=10, J=21, ROTATION, FUNCTION=2*TIME\n"
    load = "PART/5, MASS=1, CM=50, IP=1,1,1\nMARKER/50, PART=5\nSFORCE/1, ROT, I=50, J=10, FUNCTION=3*TIME+1, ACTIONONLY\n"
    start = loads_adams(HEAD + text + load + "REQUEST/1, A, I=50\n").start()
    assert start["joint_1.rate"] == pytest.approx(-2) and start["request_1.angular_acceleration_z"] == pytest.approx(1)


def test_initial_velocities_meet_the_constraints() -> None:
    text = (
        HEAD.replace("IP=0.1,0.2,0.3", "IP=0.1,0.2,0.3, VX=1, WX=2, WY=0.5")
        + "JOINT/1, SPHERICAL, I=21, J=10\nREQUEST/1, V, I=20\n"
    )
    start = loads_adams(text).start()
    # ω minimises m |ω × r − v|² + |ω − ω₀|², r = (0, 0, 0.5)
    wy = (2 * 0.5 * 1.0 + 0.5) / (2 * 0.25 + 1)
    assert start["request_1.rate_y"] == pytest.approx(wy) and start["request_1.velocity_x"] == pytest.approx(0.5 * wy)
    free = loads_adams(text.replace("JOINT/1, SPHERICAL, I=21, J=10\n", "")).start()
    assert free["request_1.velocity_x"] == pytest.approx(1) and free["request_1.rate_x"] == pytest.approx(2)


def test_constant_velocity_joint_turns_both_shafts_equally() -> None:
    text = """PART/3, MASS=1, CM=30, IP=1,1,1, REULER=0,40D,0
MARKER/30, PART=3
MARKER/31, PART=1, REULER=0,40D,0
JOINT/1, REVOLUTE, I=21, J=10, IC=0, 3
JOINT/2, CYLINDRICAL, I=30, J=31
JOINT/3, CONVEL, I=30, J=21
REQUEST/1, V, I=20
"""
    run = loads_adams(HEAD + text).simulate(2.0)
    assert run["joint_2.angle"] == pytest.approx(run["joint_1.angle"], abs=1e-7)
    hooke = loads_adams(HEAD + text.replace("CONVEL", "HOOKE")).simulate(2.0)
    assert np.abs(hooke["joint_2.angle"] - hooke["joint_1.angle"]).max() > 0.05  # a single cross turns unevenly


def test_a_dataset_becomes_a_machine_file(tmp_path: Path) -> None:
    from biela.app.new import new

    dataset = tmp_path / "arm.adm"
    dataset.write_text(
        HEAD + "JOINT/1, REVOLUTE, I=21, J=10, IC=20D\nSFORCE/1, ROT, I=21, J=10, FUNCTION=-SIN(AZ(21,10))\nREQUEST/1,D,I=20\n"
    )
    case = files.read(dataset)
    again = files.read(new(case, tmp_path / "my.yaml"))
    a, b = case.simulate(1.0), again.simulate(1.0)
    assert a["joint_1.angle"] == pytest.approx(b["joint_1.angle"], abs=1e-9)
    assert files.read(dataset, ["bodies.part_2.mass=3 kg"]).mechanism.bodies["part_2"].mass == 3


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("JOIMT/1, REVOLUTE, I=21, J=10\n", 9, "Did you mean 'JOINT'"),
        ("hello\n", 9, "not a statement"),
        ("MARKER/22, PART=9\n", 9, "no PART/9"),
        ("MARKER/21, PART=2\n", 9, "line 8 already"),
        ("JOINT/1, REVOLUTE, I=21, J=20\n", 9, "both on PART/2"),
        ("JOINT/1, REVOLUTE, I=21, J=99\n", 9, "no MARKER/99"),
        ("JOINT/1, I=21, J=10\n", 9, "type is missing"),
        ("PART/3, MASS=1, CM=20, IP=1,1,1\n", 9, "in a circle"),
        ("VARIABLE/1, FUNCTION=VARVAL(2)\nVARIABLE/2, FUNCTION=VARVAL(1)\nREQUEST/1, F2=VARVAL(1)\n", 11, "→ VARIABLE/2"),
        ("MARKER/22, PART=2, REULER=90X,0,0\n", 9, "'90X'"),
        ("JOINT/1, REVOLUTE, I=21, J=10\nMOTION/1, JOINT=5, FUNCTION=TIME\n", 10, "no JOINT/5"),
        ("UNITS/LENGTH=PARSEC\n", 9, "METER"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(files.FileError) as caught:
        loads_adams(HEAD + text)
    assert any(p.line == line and message in str(p) for p in caught.value.problems), str(caught.value)


def test_markers_that_refer_to_each_other_in_a_circle_are_refused() -> None:
    text = HEAD.replace("MARKER/20, PART=2", "MARKER/20, PART=3") + "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=2\n"
    with pytest.raises(files.FileError, match="circle"):
        loads_adams(text)


def test_nothing_is_dropped_in_silence() -> None:
    text = """JOINT/1, REVOLUTE, I=21, J=10, FRICTION=1
CONTACT/1, IGEOM=1, JGEOM=2
OUTPUT/REQSAVE
SFORCE/1, ROT, I=21, J=10, FUNCTION=USER(1,2)
SFORCE/2, ROT, I=21, J=10, FUNCTION=-0.1*FM(21,10)
MARKER/22, PART=2, COLOUR=3
REQUEST/1, D, I=20
"""
    notes = loads_adams(HEAD + text).notes
    for line, word in ((9, "FRICTION"), (10, "CONTACT/1"), (12, "user routine"), (13, "forces of constraints"), (14, "COLOUR=3")):
        assert any(note.startswith(f"line {line}:") and word in note for note in notes), notes
    assert any(note.startswith("OUTPUT") for note in notes)


def test_damaged_datasets_are_refused_by_name_or_read() -> None:
    text = (
        HEAD
        + """JOINT/1, REV, I=21, J=10, IC=10D, 1
SFORCE/1, ROT, I=21, J=10, FUNCTION = -1000*(AZ(21,10)-20D)
, + STEP(TIME, 0.1, 0, 0.2, 500.0)
GFORCE/1, I=20, JFLOAT=10, RM=21, FX=AKISPL(DX(20,10),0,1,0)\\TZ=5*SIN(2*PI*TIME)
SPLINE/1, X=-100,0,100,200,300, Y=-10,0,10,30,60
BUSHING/1, I=20, J=11, K=1,2,3, C=1,1,1, KT=100,200,300, CT=1,1,1
REQUEST/1, F2=JOINT(1,0,2,0)\\F7=FX(20,10)\\F8=VM(20,10)
"""
    )
    rng = np.random.default_rng(5)
    letters = list("0123456789,=/()*-ABDXYZ\n\\!. ")
    refused = 0
    for _ in range(80):
        damaged = list(text)
        for place in rng.integers(0, len(text) - 5, 3):
            damaged[int(place)] = str(rng.choice(letters)) if rng.random() < 0.6 else ""
        try:
            loads_adams("".join(damaged))
        except files.FileError as error:
            refused += all(p.message and p.line for p in error.problems)
    assert refused > 30
