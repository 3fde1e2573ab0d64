"""Poses of frames to joint coordinates: reached exactly, branches complete, distances right; any size of machine."""

from __future__ import annotations

import math

import numpy as np
import pytest

import biela
from biela import deg
from biela.base.errors import DescriptionError, UnknownName, Unreachable
from biela.library import bennett, five_bar, stewart_gough, three_rrr
from biela.simulation.inverse_kinematics import inverse_kinematics, pose_branches


@pytest.fixture(scope="module")
def robot() -> tuple[biela.Mechanism, biela.State]:
    m = three_rrr.build()
    m.ground.frame("corner", (-0.05, -0.05, 0))
    return m, m.assemble(three_rrr.START, guess=three_rrr.GUESS)


@pytest.fixture(scope="module")
def platform() -> biela.Mechanism:
    return stewart_gough.build()


def test_planar_pose_is_reached_on_the_same_branch(robot: tuple[biela.Mechanism, biela.State]) -> None:
    m, start = robot
    there = inverse_kinematics(m, "centre", (0.01, 0.02, None), (0, 0, -20 * deg), guess=start)
    assert (there["centre.x"], there["centre.y"]) == pytest.approx((0.01, 0.02), abs=1e-12)
    assert there["platform.yaw"] == pytest.approx(-20 * deg, abs=1e-12)
    # each leg is a triangle of two links of 200 mm: closed form of the elbow, on the branch with positive angles
    for k in (1, 2, 3):
        turn = (k - 1) * 120 * deg
        shoulder = 0.255 * np.array([math.sin(turn), -math.cos(turn)])
        at = -20 * deg + turn
        wrist = np.array([0.01, 0.02]) + 0.055 * np.array([math.sin(at), -math.cos(at)])
        reach = np.linalg.norm(wrist - shoulder)
        assert there[f"elbow_{k}.angle"] == pytest.approx(math.acos(reach**2 / (2 * 0.2**2) - 1), abs=1e-11)


def test_all_eight_branches_of_a_pose(robot: tuple[biela.Mechanism, biela.State]) -> None:
    """Every leg has its elbow on one side or on the other: 2³ solutions."""
    m, _ = robot
    found = pose_branches(m, "centre", (0.01, 0.02, None), (0, 0, -20 * deg))
    signs = {tuple(math.copysign(1, math.sin(s[f"elbow_{k}.angle"])) for k in (1, 2, 3)) for s in found}
    assert (len(found), len(signs)) == (8, 8)


def test_position_or_orientation_alone(robot: tuple[biela.Mechanism, biela.State]) -> None:
    m, start = robot
    moved = inverse_kinematics(m, "centre", (0.02, None, None), guess=start)
    assert moved["centre.x"] == pytest.approx(0.02, abs=1e-12)
    turned = inverse_kinematics(m, "platform", orientation=(0, 0, -10 * deg), guess=start)
    assert turned["platform.yaw"] == pytest.approx(-10 * deg, abs=1e-12)
    seen = inverse_kinematics(m, "centre", (0.05, 0.05, None), seen_from="ground.corner", guess=start)
    assert (seen["centre.x"], seen["centre.y"]) == pytest.approx((0, 0), abs=1e-12)


def test_spatial_pose(platform: biela.Mechanism) -> None:
    """Lengths of the legs against the distance of their ends, straight from the pose."""
    angles = np.array([0.05, 0.1, -0.1])
    there = inverse_kinematics(platform, "platform", (0.1, 0.05, 2.1), angles)
    feet, heads = stewart_gough.joints(3.0, 1.0, 2.0)
    from biela.lie import so3

    R = np.asarray(so3.from_roll_pitch_yaw(angles))
    for i, (foot, head) in enumerate(zip(feet, heads, strict=True), 1):
        now = np.linalg.norm(R @ (head - (0, 0, 2.0)) + (0.1, 0.05, 2.1) - foot)
        assert there[f"cylinder_{i}.position"] == pytest.approx(now - np.linalg.norm(head - foot), abs=1e-11)


def test_a_pose_half_a_turn_away_is_led_there() -> None:
    m = biela.Mechanism("arm", gravity=(0, 0, 0))
    here, before = m.ground, (0.0, 0.0, 0.0)
    for k in range(4):
        body = m.body(f"link_{k}", mass=1.0)
        m.revolute(f"hinge_{k}", here, body, parent_point=before)
        here, before = body, (0.5, 0.0, 0.0)
    m.point_sensor("hand", here.point("hand", (0.5, 0, 0)))
    there = inverse_kinematics(m, "hand", (-1.2, 0.3, None), (0, 0, 170 * deg))
    assert (there["hand.x"], there["hand.y"]) == pytest.approx((-1.2, 0.3), abs=1e-11)
    assert math.cos(there["link_3.yaw"]) == pytest.approx(math.cos(170 * deg), abs=1e-11)


def test_unreachable_says_how_far() -> None:
    """A five-bar reaches up to √(140² − 50²) = 130.767 mm on its axis: 300 mm is 169.2 mm too far."""
    m = five_bar.build()
    with pytest.raises(Unreachable, match=r"nearest that was found is 0\.169 m away \(at x = 0\.05, y = 0\.130767\)"):
        inverse_kinematics(m, "tip", (0.05, 0.3, None), guess=five_bar.start(m))
    with pytest.raises(DescriptionError, match="give a position, an orientation, or both"):
        inverse_kinematics(m, "tip")
    with pytest.raises(UnknownName, match=r"no body, frame or sensor 'tipp'. Did you mean 'tip'"):
        inverse_kinematics(m, "tipp", (0, 0, 0))
    with pytest.raises(DescriptionError, match="right-handed rotation matrix"):
        inverse_kinematics(m, "tip", orientation=np.diag([1, 1, -1]))


@pytest.mark.parametrize("scale", [1e5, 1e-6])
def test_machines_of_any_size_assemble(scale: float) -> None:
    """Loops of a hundred kilometres and of a micrometre close to the same angles, branches and mobility as of a metre."""

    def four_bar(s: float) -> biela.Mechanism:
        m = biela.Mechanism("four-bar", gravity=(0, 0, 0))
        crank, coupler, rocker = (m.body(n, mass=1.0, inertia=(s * s,) * 3) for n in ("crank", "coupler", "rocker"))
        m.revolute("A", m.ground, crank)
        m.revolute("B", crank, coupler, parent_point=(0.4 * s, 0, 0))
        m.revolute("C", coupler, rocker, parent_point=(1.1 * s, 0, 0), child_point=(0.7 * s, 0, 0))
        m.revolute("D", m.ground, rocker, parent_point=(s, 0, 0))
        return m

    usual, other = four_bar(1.0), four_bar(scale)
    for one, two in zip(usual.branches({"A": 70 * deg}), other.branches({"A": 70 * deg}), strict=True):
        assert two["D.angle"] == pytest.approx(one["D.angle"], abs=1e-11)
    spatial = bennett.build(short=0.4 * scale)
    assert bennett.start(spatial)["B.angle"] == pytest.approx(bennett.start(bennett.build())["B.angle"], abs=1e-10)
    legs = stewart_gough.build(base_radius=3 * scale, plate_radius=scale, height=2 * scale)
    raised = legs.assemble({f"cylinder_{i}": 0.05 * scale for i in range(1, 7)})
    assert raised["platform.z"] / scale == pytest.approx(2.0779509302191, rel=1e-11)


def test_open_loops_are_measured_in_their_own_unit() -> None:
    m = biela.Mechanism("tiny", gravity=(0, 0, 0))
    s = 1e-6
    one, two = m.body("one", mass=1.0), m.body("two", mass=1.0)
    m.revolute("A", m.ground, one)
    m.revolute("B", m.ground, two, parent_point=(3 * s, 0, 0))
    m.spherical("C", one.point("end", (s, 0, 0)), two.point("end", (s, 0, 0)))
    with pytest.raises(biela.BielaError, match=r"stays open by .* (nm|µm)"):
        m.assemble()
