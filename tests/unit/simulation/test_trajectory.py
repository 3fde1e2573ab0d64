"""Following motions: table values, exact derivatives, far samples, dead points, and motions that cannot be."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import biela
from biela import deg
from biela.base.errors import (
    ContradictoryTask,
    DeadPoint,
    DescriptionError,
    LoopNotClosed,
    UnderActuated,
    UnderDetermined,
    UnknownName,
    Unreachable,
    WrongBranch,
)
from biela.library import five_bar, stewart_gough, three_rrr
from biela.mechanism import motion

GUESS = three_rrr.GUESS


def turning(speed: float) -> dict[str, Any]:
    return {f"shoulder_{k}": motion.polynomial(30 * deg, speed) for k in (1, 2, 3)}


@pytest.fixture(scope="module")
def robot() -> biela.Mechanism:
    return three_rrr.build()


@pytest.fixture(scope="module")
def along(robot: biela.Mechanism) -> Any:
    return robot.inverse_dynamics(turning(6 * deg), 3.0, samples=3000, guess=GUESS)


def test_joint_motion_and_pose_motion_are_the_same(robot: biela.Mechanism, along: Any) -> None:
    """The platform told to move as the shoulders moved it needs the same efforts; positions, rates, accelerations agree."""
    coarse = slice(None, None, 20)
    t = along.t[coarse]
    told = motion.pose(
        x=motion.spline(t, along["centre.x"][coarse], degree=5, ends="smooth"),
        y=motion.spline(t, along["centre.y"][coarse], degree=5, ends="smooth"),
        yaw=motion.spline(t, along["platform.yaw"][coarse], degree=5, ends="smooth"),
    )
    start = biela.State(along.mechanism, along.x[0])
    by_pose = robot.inverse_dynamics({"centre": told}, 3.0, samples=150, guess=start)
    assert by_pose["shoulder_1.angle"] == pytest.approx(along["shoulder_1.angle"][coarse], abs=1e-9)
    assert by_pose.vdot == pytest.approx(along.vdot[coarse], abs=1e-5)
    assert by_pose.effort == pytest.approx(along.effort[coarse], abs=2e-6 * np.abs(along.effort).max() + 1e-8)


def test_rates_and_accelerations_against_differences(along: Any) -> None:
    """Central differences of positions and rates; the error falls as h², 1e-7 rad/s² at 1 ms."""
    n_q, n_v = along.mechanism.topology.n_q, along.mechanism.topology.n_v
    q, v = along.x[:, :n_q], along.x[:, n_q : n_q + n_v]
    h = along.t[1] - along.t[0]
    assert (q[2:] - q[:-2]) / (2 * h) == pytest.approx(v[1:-1], abs=3e-7)
    assert (v[2:] - v[:-2]) / (2 * h) == pytest.approx(along.vdot[1:-1], abs=1e-6)


def test_samples_far_apart_stay_on_the_branch(robot: biela.Mechanism, along: Any) -> None:
    """Three samples over the whole motion: steps are put in, and the result is that of three thousand."""
    few = robot.inverse_dynamics(turning(6 * deg), 3.0, samples=2, guess=GUESS)
    assert few.x == pytest.approx(along.x[::1500], abs=1e-11)
    assert few.effort == pytest.approx(along.effort[::1500], rel=1e-9)


def test_turns_are_counted_along_the_way() -> None:
    """Three turns of a crank: tree joints and the joint that closes the loop count them, as a run does."""
    m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
    crank, coupler, rocker = (m.body(n, mass=1.0, inertia=(0.1,) * 3) for n in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(0.3, 0, 0), cut=True)
    m.revolute("C", coupler, rocker, parent_point=(1.1, 0, 0), child_point=(0.7, 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(1.0, 0, 0))
    run = m.inverse_dynamics({"A": motion.polynomial(70 * deg, 6 * np.pi)}, 1.0, samples=50, guess={"A": 70 * deg, "D": 75 * deg})
    assert run["A.angle"][-1] - run["A.angle"][0] == pytest.approx(6 * np.pi)
    assert run["B.angle"][-1] - run["B.angle"][0] == pytest.approx(-6 * np.pi)
    assert np.abs(np.diff(run["B.angle"])).max() < 1.0


def test_a_dead_point_is_named(robot: biela.Mechanism) -> None:
    """At −6 °/s the arms are stretched out after 1.152 s: time, angle and the joint that runs away."""
    with pytest.raises(DeadPoint, match=r"at t = 1\.1518\d s '3-RRR' cannot follow .* dead point .*'wrist_1' \(at -?90\.0\d*°\)"):
        robot.inverse_dynamics(turning(-6 * deg), 3.0, guess=GUESS)
    with pytest.raises(DeadPoint, match=r"at t = 4\.2399\d* s"):
        robot.inverse_dynamics(turning(6 * deg), 5.0, samples=40, guess=GUESS)


def test_leaving_the_workspace_is_named() -> None:
    m = five_bar.build()
    told = {"tip": motion.pose(x=0.05, y=motion.polynomial(0.11, 0.1))}
    # reach on the axis is 130.767 mm: 20.767 mm beyond the start at 100 mm/s
    with pytest.raises(DeadPoint, match=r"at t = 0\.207\d+ s .* leaves the workspace"):
        m.inverse_dynamics(told, 1.0, guess=five_bar.start(m))
    with pytest.raises(Unreachable, match=r"at t = 0 s the pose of 'left_coupler' is out of reach: .* 0\.169 m away"):
        m.inverse_dynamics({"tip": motion.pose(x=0.05, y=0.3)}, 1.0, guess=five_bar.start(m))
    with pytest.raises(LoopNotClosed, match="stays open"):
        five_bar.build(base=0.5).inverse_dynamics({"left_shoulder": 2.0, "right_shoulder": 1.0}, 1.0)


def test_too_few_joints_told_or_actuated(robot: biela.Mechanism) -> None:
    two = {name: f for name, f in turning(6 * deg).items() if name != "shoulder_3"}
    with pytest.raises(
        UnderDetermined,
        match=r"has 3 degrees of freedom, and the motion prescribes 2 of them: 1 remains undetermined, which would move 'sho",
    ):
        robot.inverse_dynamics(two, 1.0, guess=GUESS)
    with pytest.raises(
        UnderActuated, match=r"has 3 degrees of freedom and its actuators .* control 2: 1 is missing\. Without control, "
    ):
        robot.inverse_dynamics(turning(6 * deg), 1.0, guess=GUESS, actuated=["shoulder_1", "shoulder_2"])
    with pytest.raises(UnderActuated, match=r"control 2: 1 is missing"):
        # three motors, but two of them on one loop's angle sum say the same in a parallelogram-free way: elbow with itself
        robot.inverse_dynamics(turning(6 * deg), 1.0, guess=GUESS, actuated=["shoulder_1", "motor_1", "shoulder_2"])


def test_guess_on_no_branch(robot: biela.Mechanism) -> None:
    wrong = {**GUESS, "elbow_1": -60 * deg}
    with pytest.raises(WrongBranch, match=r"the guess puts 'elbow_1' at -60°, and the nearest assembly found has it at 120°"):
        robot.inverse_dynamics(turning(6 * deg), 1.0, guess=wrong)


@pytest.mark.parametrize("angle", [30.0, -60.0, 150.0, 250.0])
def test_the_branch_of_a_guess_is_followed_to_a_start_far_away(angle: float) -> None:
    """A four-bar changes its branch where coupler and rocker are in line, C = 0; a crank that turns fully never gets there."""
    ready = biela.library.get("four-bar")
    machine = ready.build()
    start = ready.start(machine)  # the crank at 60°
    motion = biela.inverse_dynamics(machine, {"A": np.deg2rad(angle)}, 0.1, guess=start)
    assert motion["A.angle"][0] == pytest.approx(np.deg2rad(angle))
    assert np.sign(motion["C.angle"][0]) == np.sign(start["C.angle"])
    mirrored = machine.assemble({"A": np.deg2rad(60.0), "C": -float(start["C.angle"])})
    assert biela.inverse_dynamics(machine, {"A": np.deg2rad(angle)}, 0.1, guess=mirrored)["C.angle"][0] == pytest.approx(
        -motion["C.angle"][0]
    )


def test_what_contradicts_itself(robot: biela.Mechanism) -> None:
    told = {**turning(6 * deg), "elbow_1": motion.polynomial(120 * deg, 1 * deg)}
    with pytest.raises(ContradictoryTask, match=r"the motion contradicts itself: joint '.*' is missed by"):
        robot.inverse_dynamics(told, 1.0, guess=GUESS)


def test_names_and_numbers_that_are_wrong(robot: biela.Mechanism) -> None:
    with pytest.raises(UnknownName, match=r"no joint 'shoulder'"):
        robot.inverse_dynamics({"shoulder": 1.0}, 1.0)
    with pytest.raises(UnknownName, match=r"actuated: no joint or actuator 'elbo_1'. Did you mean 'elbow_1'"):
        robot.inverse_dynamics(turning(1.0), 1.0, guess=GUESS, actuated=["elbo_1"])
    with pytest.raises(DescriptionError, match="is named twice"):
        robot.inverse_dynamics(turning(1.0), 1.0, guess=GUESS, actuated=["motor_1", "motor_1"])
    with pytest.raises(DescriptionError, match="takes a positive time"):
        robot.inverse_dynamics(turning(1.0), -1.0, guess=GUESS)
    with pytest.raises(DescriptionError, match="it is a place, not a joint"):
        robot.inverse_dynamics({"platform": motion.sine(1, 1)}, 1.0)
    with pytest.raises(DescriptionError, match="names what moves"):
        robot.inverse_dynamics({}, 1.0)
    with pytest.raises(DescriptionError, match="has no motors: say which joints"):
        m = biela.Mechanism("bare")
        m.revolute("A", m.ground, m.body("arm", mass=1.0))
        m.inverse_dynamics({"arm": motion.pose(yaw=0.1)}, 1.0)
    with pytest.raises(UnknownName, match=r"weights: 'elbow_2' is not actuated"):
        robot.inverse_dynamics(turning(1.0), 1.0, guess=GUESS, weights={"elbow_2": 1.0})
    with pytest.raises(DescriptionError, match="a spherical joint is prescribed by the pose of its body"):
        stewart_gough.build().inverse_dynamics({"ball_1": 0.0}, 1.0)


def test_corners_are_warned_of(robot: biela.Mechanism) -> None:
    told = {**turning(0.0), "shoulder_1": motion.table([0, 0.5, 1.0], [30 * deg, 33 * deg, 32 * deg])}
    with pytest.warns(motion.VelocityJump, match=r"motion of 'shoulder_1' changes its velocity by .* at t = 0\.5 s"):
        run = robot.inverse_dynamics(told, 1.0, samples=20, guess=GUESS)
    assert any("changes its velocity" in note for note in run.notes)
    with warnings.catch_warnings():
        warnings.simplefilter("error", motion.VelocityJump)
        robot.inverse_dynamics(turning(6 * deg), 1.0, samples=20, guess=GUESS)


def test_results_are_kept_whole(along: Any, tmp_path: Any) -> None:
    """A result of inverse dynamics is saved and read back, efforts and conditioning too."""
    saved = biela.load(along.save(tmp_path / "result.nc"))
    assert saved["shoulder_2_drive.effort"] == pytest.approx(along.effort[:, 1])
    assert saved["machine.conditioning"] == pytest.approx(along.conditioning)
    assert along.conditioning.min() > 0.1
    assert along.state(100)["shoulder_1_drive.effort"] == pytest.approx(along.effort[100, 0])
