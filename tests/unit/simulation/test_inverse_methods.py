"""Four ways to the efforts of a motion, one answer; and the answer moves the machine as told."""

from __future__ import annotations

import numpy as np
import pytest
from robot_cases import burdened, cases

import biela
from biela import deg
from biela.base.errors import DescriptionError
from biela.library import five_bar, three_rrr
from biela.mechanism import motion
from biela.simulation.inverse import InverseRun
from biela.simulation.trajectory.methods import METHODS, absolute_twin, efforts
from biela.simulation.trajectory.task import Task
from biela.simulation.trajectory.tracking import Path, Tracker

CASES = cases()


def by_all_methods(run: InverseRun, case_motion: dict[str, object], weights: object = None) -> dict[str, np.ndarray]:
    """Efforts along a run by each method, from its positions, velocities and accelerations."""
    task = Task(run.mechanism, case_motion)
    tracker = Tracker(run.mechanism, task.outputs, run.actuated, weights, run.functions)  # type: ignore[arg-type]
    path = Path(run.t, run.x, run.vdot, run.effort, np.zeros((0, 0)), run.conditioning)
    u = run.u[0].copy()
    return {name: efforts(tracker, path, u, run.p, name) for name in METHODS}


@pytest.mark.parametrize("name", list(CASES))
def test_four_ways_one_answer(name: str) -> None:
    """With friction, springs, an external wrench and skew principal axes, along random-like motions: 1e-9 relative."""
    case = CASES[name]
    run = burdened(case).inverse_dynamics(case.motion, 0.8, samples=12, guess=case.guess)
    found = by_all_methods(run, case.motion)
    scale = np.abs(run.effort).max()
    for method in METHODS[1:]:
        assert np.abs(found[method] - run.effort).max() < 1e-9 * scale, method


def test_forward_dynamics_returns_the_accelerations() -> None:
    """The constrained forward dynamics under the efforts found, a fifth way."""
    case = CASES["3-RRR"]
    run = burdened(case).inverse_dynamics(case.motion, 0.8, samples=12, guess=case.guess)
    vdot = np.asarray(run.functions["accelerations"].batch(run.t[:, None], run.x, run.u, run.p)[0]).reshape(run.vdot.shape)
    assert vdot == pytest.approx(run.vdot, abs=1e-8 * (1 + np.abs(run.vdot).max()))


def test_redundant_actuation_by_all_methods() -> None:
    """Four motors on the three freedoms of a 3-RRR: the smallest Σ weight · effort², the same by every method."""
    case = CASES["3-RRR"]
    motors = ["shoulder_1", "shoulder_2", "shoulder_3", "elbow_1"]
    machine = burdened(case)
    plain = machine.inverse_dynamics(case.motion, 0.5, samples=5, guess=case.guess)
    for weights in (None, {"elbow_1": 7.0, "shoulder_2": 0.3}):
        run = machine.inverse_dynamics(case.motion, 0.5, samples=5, guess=case.guess, actuated=motors, weights=weights)
        W = np.array([(weights or {}).get(j, 1.0) for j in motors])
        found = by_all_methods(run, case.motion, W)
        for method in METHODS:
            assert np.abs(found[method] - run.effort).max() < 1e-9 * np.abs(run.effort).max(), method
        # smaller than the three motors alone, and at the minimum: the gradient W u is orthogonal to what changes nothing
        cost = (W * run.effort**2).sum(axis=1)
        assert np.all(cost < (W[:3] * plain.effort**2).sum(axis=1))
        difference = run.effort - np.hstack([plain.effort, np.zeros((len(run.t), 1))])
        assert np.abs((W * run.effort * difference).sum(axis=1)).max() < 1e-9 * cost.max()


def test_actuators_may_be_anywhere() -> None:
    """The same motion of a five-bar by motors at the shoulders, at the elbows, or at the tip: same power each instant."""
    case = CASES["five-bar"]
    powers = []
    for actuated in (["left_shoulder", "right_shoulder"], ["left_elbow", "right_elbow"], ["tip_pin", "left_shoulder"]):
        run = case.machine.inverse_dynamics(case.motion, 0.8, samples=8, guess=case.guess, actuated=actuated)
        powers.append(sum(run.effort[:, k] * run[f"{joint}.rate"] for k, joint in enumerate(actuated)))
        assert run["left_shoulder.angle"] == pytest.approx(motion.sampled(case.motion["left_shoulder"], run.t)[0], abs=1e-12)
    assert powers[1] == pytest.approx(powers[0], rel=1e-9)
    assert powers[2] == pytest.approx(powers[0], rel=1e-9)


def test_thrusters_and_motors_of_the_machine_itself() -> None:
    """A thruster between two points does the work of a motor: its thrust times the length's rate is the motor's power."""
    m = five_bar.build(gravity=(0, -9.81, 0))
    m.thruster("cylinder", m.ground.point("foot", (-0.05, 0.0, 0)), m.bodies["left_crank"].point("eye", (0.03, 0.0, 0)))
    m.distance_sensor("stroke", m.ground.point("foot2", (-0.05, 0.0, 0)), m.bodies["left_crank"].point("eye2", (0.03, 0, 0)))
    case = CASES["five-bar"]
    by_motor = m.inverse_dynamics(case.motion, 0.8, samples=8, guess=case.guess, actuated=["left_motor", "right_motor"])
    by_thrust = m.inverse_dynamics(case.motion, 0.8, samples=8, guess=case.guess, actuated=["cylinder", "right_motor"])
    assert by_thrust.actuated == ("cylinder", "right_motor")
    thrust = by_thrust.effort[:, 0] * by_thrust["stroke.length_rate"]
    assert thrust == pytest.approx(by_motor.effort[:, 0] * by_motor["left_shoulder.rate"], abs=1e-12)


def test_absolute_twin_has_nothing_but_free_bodies_and_closures() -> None:
    twin = absolute_twin(three_rrr.build())
    assert {link.joint.type.kind for link in twin.topology.links} == {"free"}
    assert len(twin.topology.cut) == 9


def test_power_balance_along_the_motion() -> None:
    """Work of motors, friction and wrench is the change of energy; a wrong effort would show."""
    for name in ("five-bar", "R-S-U-R"):
        case = CASES[name]
        run = burdened(case).inverse_dynamics(case.motion, 0.8, samples=400, guess=case.guess)
        assert run.energy_error < 1e-7 * (1e-3 + np.abs(run["machine.energy"]).max()), name


# the motion comes back: samples of the efforts, and how closely the robot must repeat its positions
FORWARD = {"five-bar": 320, "3-RRR": 160, "R-S-U-R": 100, "spherical four-bar": 100, "Bennett": 100, "Stewart-Gough": 60}


@pytest.mark.parametrize("name", list(FORWARD))
def test_inverse_then_forward_returns_the_motion(name: str) -> None:
    """One second under the computed efforts, open loop, from the first state: positions within 1e-6.

    The efforts go in as splines of degree five through the samples (error ~ h⁶). A five-bar that stands up against gravity is
    unstable and amplifies any error a million times within the second: it needs the most samples.
    """
    case = CASES[name]
    machine = case.machine
    run = machine.inverse_dynamics(case.motion, 1.0, samples=FORWARD[name], guess=case.guess)
    start = biela.State(run.mechanism, run.x[0].copy(), 0.0)
    forward = run.mechanism.simulate(
        start, 1.0, inputs=run.laws(), rtol=1e-12, atol=1e-13, output_step=1.0 / FORWARD[name], method="dormand-prince"
    )
    n_q = run.mechanism.topology.n_q
    assert np.abs(forward.x[:, :n_q] - run.x[:, :n_q]).max() < 1e-6
    assert np.ptp(run.x[:, :n_q], axis=0).max() > 0.05  # it did move


def test_unknown_method_is_refused() -> None:
    with pytest.raises(DescriptionError, match="no method 'virtual power' of inverse dynamics. Did you mean 'virtual_power'?"):
        five_bar.build().inverse_dynamics({"left_shoulder": 2.0, "right_shoulder": 60 * deg}, 1.0, method="virtual power")
