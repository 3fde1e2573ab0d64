"""Masses that follow time: what is dropped or picked up takes its energy along, and leaves no thrust behind."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import biela
from biela.base.errors import DescriptionError, UnknownName
from biela.network import Integrator, Network


def hanging(share: object) -> biela.Mechanism:
    """A bucket on a spring with a load in it."""
    m = biela.Mechanism("bucket", gravity=(0, 0, -9.81))
    load = m.parameter("load", 3.0, "kg")
    bucket = m.body("bucket", mass=1.0)
    m.prismatic("rail", m.ground, bucket)
    m.body("sand", mass=load)
    m.fixed("heap", bucket, "sand")
    m.joint_spring("spring", "rail", stiffness=200.0)
    m.schedule(load, share)
    return m


def test_dropped_load_against_equations_by_hand() -> None:
    m = hanging(biela.step(0.0, before=1.0, start=0.4, rise=0.5))
    run = m.simulate({"rail": 0.1}, 2.0, rtol=1e-10, atol=1e-12)

    def mass(t: float) -> float:
        s = np.clip((t - 0.4) / 0.5, 0, 1)
        return 1.0 + 3.0 * (1 - s**3 * (10 - 15 * s + 6 * s**2))

    hand = solve_ivp(lambda t, y: [y[1], -9.81 - 200 * y[0] / mass(t)], (0, 2), [0.1, 0.0], "DOP853", run.t, rtol=1e-11, atol=1e-13)
    assert run["rail.position"] == pytest.approx(hand.y[0], abs=1e-8)
    assert np.ptp(run["rail.position"][run.t > 1]) > 0.05
    # energy − work stays, although the sand takes its own along
    assert run.energy_error < 1e-6 * abs(run["machine.work"][-1])
    assert abs(run["machine.work"][-1]) > 1.0


def test_other_loads_in_a_batch_share_the_schedule() -> None:
    m = hanging(biela.step(0.0, before=1.0, start=0.4, rise=0.5))
    start = m.assemble({"rail": 0.1})
    batch = m.simulate_batch(start, 1.0, parameters={"load": [0.0, 3.0]}, output_step=0.1)
    for k, load in enumerate((0.0, 3.0)):
        alone = m.simulate(start, 1.0, parameters={"load": load}, output_step=0.1)
        assert batch["rail.position"][:, k] == pytest.approx(alone["rail.position"], abs=1e-10)


def gathering() -> biela.Mechanism:
    """A bucket on a spring that gathers sand as it moves: fill˙ = |v| (1 − fill)."""
    m = hanging(0.0)
    net = Network("sand_box")
    net.add(Integrator("fill", lambda s: 2 * ca.sqrt(s["rail.rate"] ** 2 + 1e-4) * (1 - s["fill.value"])))
    m.attach(net)
    m.schedule("load", "sand_box/fill.value")
    return m


def test_load_that_follows_a_state_against_equations_by_hand() -> None:
    m = gathering()
    run = m.simulate({"rail": 0.1}, 3.0, rtol=1e-10, atol=1e-12)

    def rates(t: float, y: np.ndarray) -> list[float]:
        x, v, fill = y
        return [v, -9.81 - 200 * x / (1.0 + 3.0 * fill), 2 * np.sqrt(v**2 + 1e-4) * (1 - fill)]

    hand = solve_ivp(rates, (0, 3), [0.1, 0.0, 0.0], "DOP853", run.t, rtol=1e-11, atol=1e-13)
    assert run["rail.position"] == pytest.approx(hand.y[0], abs=1e-8)
    assert run["sand_box/fill.value"] == pytest.approx(hand.y[2], abs=1e-8)
    assert 0.5 < run["sand_box/fill.value"][-1] < 1.0
    assert run.energy_error < 1e-6 * np.ptp(run["machine.work"]) and np.ptp(run["machine.work"]) > 1.0


def test_load_that_follows_a_state_goes_to_a_file_and_into_a_batch() -> None:
    m = gathering()
    again = biela.files.loads(biela.files.dumps(m)).mechanism
    assert again.schedules == {"load": "sand_box/fill.value"}
    start = m.assemble({"rail": 0.1})
    batch = m.simulate_batch(start, 1.0, parameters={"load": [1.0, 3.0]}, output_step=0.1)
    for k, load in enumerate((1.0, 3.0)):
        alone = again.simulate({"rail": 0.1}, 1.0, parameters={"load": load}, output_step=0.1)
        assert batch["rail.position"][:, k] == pytest.approx(alone["rail.position"], abs=1e-9)
    with pytest.raises(UnknownName, match="schedule of 'load': no state 'sand_box/fil.value'"):
        other = gathering()
        other.schedule("load", "sand_box/fil.value")
        other.simulate({"rail": 0.1}, 0.1)


def test_only_masses_have_schedules() -> None:
    m = biela.Mechanism("rod")
    length = m.parameter("length", 1.0, "m")
    m.body("bob", mass=1.0, com=(length, 0, 0))
    with pytest.raises(DescriptionError, match="length of body 'bob'"):
        m.schedule("length", lambda t: 1 - t)
    with pytest.raises(UnknownName, match="no parameter 'lenght'"):
        m.schedule("lenght", 0.5)
