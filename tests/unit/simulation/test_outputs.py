"""Outputs at given times, output steps that do not divide the duration, and states in between."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import DescriptionError

METHODS = [{}, {"method": "rosenbrock"}, {"method": "rk4", "step": 1e-3}, {"method": "adams-bashforth", "step": 7e-4}]
ASKED = [0.05, 0.1, 0.3, 0.3001, 0.9]


@pytest.fixture(scope="module")
def fall() -> biela.Mechanism:
    """A mass on a spring: z = cos(ω t), ω = 10 rad/s."""
    m = biela.Mechanism("oscillator", gravity=(0, 0, 0))
    m.prismatic("z", m.ground, m.body("mass", mass=1.0))
    m.joint_spring("spring", "z", stiffness=100.0)
    return m


@pytest.mark.parametrize("options", METHODS)
def test_output_step_that_does_not_divide_the_duration(fall: biela.Mechanism, options: dict) -> None:
    run = fall.simulate({"z": 1.0}, 1.0, output_step=0.3, **options)
    assert run.t == pytest.approx([0, 0.3, 0.6, 0.9, 1.0], abs=1e-12)
    assert run["z.position"] == pytest.approx(np.cos(10 * run.t), abs=1e-6)


@pytest.mark.parametrize("options", METHODS)
def test_outputs_at_given_times(fall: biela.Mechanism, options: dict) -> None:
    run = fall.simulate({"z": 1.0}, 1.0, outputs=ASKED, **options)
    assert run.t == pytest.approx([0, *ASKED, 1.0], abs=1e-12)
    assert run["z.position"] == pytest.approx(np.cos(10 * run.t), abs=1e-6)
    batch = fall.simulate_batch([fall.assemble({"z": 1.0})] * 2, 1.0, outputs=ASKED, **options)
    assert np.abs(batch.x - run.x[:, None]).max() < 1e-12


def test_outputs_that_make_no_sense(fall: biela.Mechanism) -> None:
    for outputs in ([0.2, 0.1], [np.nan], "often", [[0.1]], 3):
        with pytest.raises(DescriptionError, match="outputs.* give a list"):
            fall.simulate({"z": 1.0}, 1.0, outputs=outputs)
    with pytest.raises(DescriptionError, match=r"outputs contain 1\.5 s, but the run goes from 0 to 1 s"):
        fall.simulate({"z": 1.0}, 1.0, outputs=[0.5, 1.5])
    with pytest.raises(DescriptionError, match="not both"):
        fall.simulate({"z": 1.0}, 1.0, outputs=[0.5], output_step=0.1)


def test_states_between_outputs_have_order_eight(fall: biela.Mechanism) -> None:
    errors = []
    for count in (20, 40):
        run = fall.simulate({"z": 1.0}, 1.0, rtol=1e-13, atol=1e-14, output_step=1 / count)
        t = (np.arange(3, count - 3) + 0.4) / count
        errors.append(np.abs(run.at(t)["z.position"] - np.cos(10 * t)).max())
    assert 1e-13 < errors[1] and errors[0] / errors[1] == pytest.approx(2**8, rel=0.5)


def test_states_between_outputs_are_closed_and_as_good_as_the_run() -> None:
    case = library.get("four-bar")
    tight = {"rtol": 1e-11, "atol": 1e-13}
    run, fine = case.simulate(2.0, **tight), case.simulate(2.0, output_step=2 / 3000, **tight)
    between = run.at(fine.t)
    assert np.abs(between.x - fine.x).max() < 1e-8
    assert between["machine.closure_error"].max() < 1e-12
    state = run.at(0.71234)
    assert state.t == 0.71234 and state["machine.energy"] == pytest.approx(run["machine.energy"][0], rel=1e-7)
    with pytest.raises(DescriptionError, match="from 0 to 2 s"):
        run.at(2.5)
    with pytest.raises(DescriptionError, match="too far apart"):
        case.simulate(2.0, output_step=0.5).at(0.7)


def test_states_are_not_mixed_across_an_event() -> None:
    """A ball that bounces: parabolas on both sides of a corner."""
    m = biela.Mechanism("ball", gravity=(0, 0, -9.81))
    m.prismatic("height", m.ground, m.body("ball_body", mass=1.0))
    bounce = biela.Event("bounce", "height.position", "falling", lambda s: s.with_rates({"height": -s["height.rate"]}))
    run = m.simulate({"height": 1.0}, 0.8, events=[bounce], output_step=0.05)
    hit = np.sqrt(2 / 9.81)
    t = np.linspace(0.31, 0.6, 40)
    flight = np.where(t < hit, t, 2 * hit - t)
    assert run.at(t)["height.position"] == pytest.approx(1 - 0.5 * 9.81 * flight**2, abs=1e-7)
