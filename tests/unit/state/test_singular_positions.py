"""Singular positions: passive Jacobian, types 1 to 3, branches, distance, dead points."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import biela
from biela import deg
from biela.base.errors import DeadPoint, DescriptionError, UnderActuated, UnknownName
from biela.library import bennett, five_bar, stewart_gough, three_rrr
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from biela.state.reach import dead_point
from biela.state.singularity import singularity
from biela.state.state import State

TIP = ("velocity_x", "velocity_y")
SHOULDERS = ("left_shoulder", "right_shoulder")
STRETCH = {f"shoulder_{k}": biela.polynomial(30 * deg, -6 * deg) for k in (1, 2, 3)}
DEAD = (30 - np.degrees(np.arcsin((0.2**2 + 0.255**2 - (0.2 + 0.055) ** 2) / (2 * 0.2 * 0.255)))) / 6
"""When the arms of the 3-RRR are stretched: d² = L² + r² − 2 L r sin θ = (L + r_platform)² [s]."""


@pytest.fixture(scope="module")
def robot() -> Mechanism:
    return three_rrr.build()


@pytest.fixture(scope="module")
def stretching() -> Mechanism:
    """The robot with its shoulders driven at −6 °/s."""
    m = three_rrr.build()
    for joint, motion in STRETCH.items():
        m.drive(joint, motion)
    return m


@pytest.fixture(scope="module")
def narrow() -> Mechanism:
    """A five-bar whose elbows can meet."""
    return five_bar.build(base=0.06)


def path(*states: State) -> SimpleNamespace:
    """States as a path, one a second."""
    m = states[0].mechanism
    x, t = np.array([s.x for s in states]), np.arange(len(states), dtype=float)
    return SimpleNamespace(
        mechanism=m, functions=functions_of(m), t=t, x=x, u=np.zeros(len(m.actuators)), p=np.zeros(0)
    )  # fmt: skip


def test_passive_jacobian_of_the_published_start(robot: Mechanism) -> None:
    """Determinant 9.9e-4 and condition 5.02 in SI units, as of the tutorial on parallel robots."""
    found = singularity(three_rrr.start(robot), end_effector="platform")
    assert found.actuated == tuple(f"shoulder_{k}.rate" for k in (1, 2, 3))  # those with motors
    assert abs(found.determinant[0]) == pytest.approx(9.9e-4, abs=1e-9)
    assert found.condition[0] == pytest.approx(5.0211, abs=1e-4)
    assert found.mobility == 3 and found.length == 0.2
    assert found.kinds == [""] and found.distance[0] > 0.1
    assert "condition 5.02" in str(found)


def test_the_way_to_a_dead_point(robot: Mechanism) -> None:
    """At −6 °/s all arms are stretched at 23.0888°, t = 1.15187 s; the estimate knows it before, the branch is kept."""
    run = robot.inverse_dynamics(STRETCH, 1.15, samples=500, guess=three_rrr.GUESS)
    found = singularity(run, end_effector="platform")
    assert pytest.approx(1.152, abs=5e-4) == DEAD
    assert (run.t + found.time_left)[-30:] == pytest.approx(np.full(30, DEAD), abs=1e-3)
    assert np.all(np.diff(found.parallel) < 0) and found.nearest == 500
    assert found.parallel[-1] < 0.05 < found.serial.min()
    assert not found.changes and np.all(found.branch == found.branch[0])
    assert np.all(np.diff(np.abs(found.determinant)) < 0) and np.all(np.diff(found.condition)[10:] > 0)


def test_where_a_prescribed_motion_ends(stretching: Mechanism) -> None:
    functions, start = functions_of(stretching), stretching.assemble(guess=three_rrr.GUESS)
    assert dead_point(functions, 0.0, start.x, np.zeros(0), 1.0) is None
    stop = dead_point(functions, 0.0, start.x, np.zeros(0), 1.5)
    assert stop is not None
    assert stop.t == pytest.approx(DEAD, abs=1e-7)
    assert stop.driven["shoulder_2"] == "23.0888°" and stop.joint == "wrist_1"
    at_end = singularity(State(stretching, stop.x, stop.t), end_effector="platform")
    assert at_end.parallel[0] < 1e-3 and at_end.condition[0] > 1e3
    assert dead_point(functions_of(three_rrr.build()), 0.0, start.x, np.zeros(0), 1.5) is None  # nothing is prescribed


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 0.01}])
def test_runs_stop_there_and_say_so(stretching: Mechanism, options: dict[str, object]) -> None:
    start = stretching.assemble(guess=three_rrr.GUESS)
    where = r"dead point at t = 1\.15187 s, shoulder_1 = 23\.0888°.*first in joint 'wrist_1'.*within reach"
    with pytest.raises(DeadPoint, match=where):
        stretching.simulate(start, 3.0, **options)  # type: ignore[arg-type]


def test_trajectories_stop_there_too(robot: Mechanism) -> None:
    """With the time and the joint named."""
    with pytest.raises(DeadPoint, match=r"t = 1\.15187 s.*dead point.*'wrist_1'"):
        robot.inverse_dynamics(STRETCH, 3.0, guess=three_rrr.GUESS)


def test_types_of_the_five_bar(narrow: Mechanism) -> None:
    """Arm stretched: type 1. Couplers in line: type 2. Both at once: type 3. Anywhere else: none."""
    tip = narrow.bodies["left_coupler"].frames["tip"]

    def at(left: float, elbow: float, right: float, other: float) -> State:
        angles = dict(zip((*SHOULDERS, "left_elbow", "right_elbow"), (left, right, elbow, other), strict=True))
        return narrow.assemble({"left_shoulder": left, "left_elbow": elbow}, guess=angles)

    above = np.arccos(0.03 / 0.04)  # both elbows at (0.03, ·)
    cases = {
        "": at(120 * deg, -75 * deg, 60 * deg, 75 * deg),
        "type 1": at(60 * deg, 0.0, 20 * deg, 90 * deg),
        "type 2": at(above, 0.7, np.pi - above, 2 * above - np.pi + 0.7),
        "type 3": at(above, 0.0, np.pi - above, 2 * above - np.pi),
    }
    for kind, state in cases.items():
        found = singularity(state, SHOULDERS, end_effector=tip, task=TIP)
        assert found.kinds == [kind]
        assert (found.serial[0] < 1e-6) == (kind in ("type 1", "type 3"))
        assert (found.parallel[0] < 1e-6) == (kind in ("type 2", "type 3"))
        assert np.isnan(singularity(state, SHOULDERS).serial[0])
    regular = singularity(cases[""], SHOULDERS, end_effector=tip, task=TIP)
    assert 0.05 < regular.distance[0] <= regular.parallel[0] < 1.0
    assert "singular, type 2" in str(singularity(cases["type 2"], SHOULDERS, end_effector=tip, task=TIP))


def test_branches_have_opposite_signs(narrow: Mechanism) -> None:
    """Tip above or below the elbows: a path from one to the other must have passed a singularity."""
    up, down = narrow.branches({"left_shoulder": 100 * deg, "right_shoulder": 70 * deg})
    found = singularity(path(up, up, down), SHOULDERS)
    assert found.branch[0] == found.branch[1] == -found.branch[2] != 0
    assert found.changes == [2]


def test_measures_do_not_depend_on_the_cut() -> None:
    """Types 1 and 2, wherever the loop is cut; also with an actuated joint cut."""
    m = five_bar.build()
    measures = []
    for cut in ("tip_pin", "left_shoulder", "right_elbow"):
        twin = m.edit()
        for name in twin.joints:
            twin.joints[name] = replace(twin.joints[name], cut=name == cut)
        state = five_bar.start(twin)
        found = singularity(state, SHOULDERS, end_effector=twin.bodies["left_coupler"].frames["tip"], task=TIP)
        measures.append([found.parallel[0], found.serial[0]])
    assert measures[1] == pytest.approx(measures[0], rel=1e-9)
    assert measures[2] == pytest.approx(measures[0], rel=1e-9)


def test_smallest_value_is_that_of_the_locked_machine(narrow: Mechanism) -> None:
    """parallel = the least |v_actuated| among motions of the loops with |v of all joints| = 1."""
    state = narrow.assemble(
        {"left_shoulder": 120 * deg, "right_shoulder": 60 * deg}, guess={"left_elbow": -1.3, "right_elbow": 1.3}
    )
    found = singularity(state, SHOULDERS)
    least = np.inf
    for angle in np.linspace(0, np.pi, 721):
        moving = state.with_rates({"left_shoulder": np.cos(angle), "right_shoulder": np.sin(angle)})
        rates = np.array([moving[f"{joint}.rate"] for joint in narrow.joints])
        least = min(least, 1 / np.linalg.norm(rates))
    assert found.parallel[0] == pytest.approx(least, rel=1e-4)


def test_spatial_and_overconstrained_machines() -> None:
    m = stewart_gough.build()
    found = singularity(stewart_gough.start(m), end_effector="platform")
    assert found.mobility == 6 and found.kinds == [""] and found.serial[0] > 0.1
    m = bennett.build()
    found = singularity(bennett.start(m), ["A"])
    assert found.mobility == 1 and np.isnan(found.determinant[0]) and abs(found.branch[0]) == 1


def test_bad_requests(robot: Mechanism) -> None:
    state = three_rrr.start(robot)
    with pytest.raises(UnderActuated, match=r"mobility 3, and 2 of its coordinates are actuated .*: 1 more must be"):
        singularity(state, ["shoulder_1", "shoulder_2"])
    with pytest.raises(UnknownName, match="Did you mean 'shoulder_1'"):
        singularity(state, ["sholder_1"])
    with pytest.raises(UnknownName, match="no body 'platfrom'"):
        singularity(state, end_effector="platfrom")
    with pytest.raises(UnknownName, match="part of a twist 'vx'"):
        singularity(state, end_effector="platform", task=("vx",))
    with pytest.raises(DescriptionError, match="length above zero"):
        singularity(state, length=-1.0)
    with pytest.raises(DescriptionError, match="neither a state nor a run"):
        singularity(3.0)
    redundant = singularity(state, ["shoulder_1", "shoulder_2", "shoulder_3", "elbow_1"])
    assert redundant.branch[0] == 0.0
    assert redundant.parallel[0] >= singularity(state).parallel[0] * (1 - 4 * np.finfo(float).eps)  # an equal one, rounded
