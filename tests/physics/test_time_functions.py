"""Inputs and loads that depend on time: nothing that happens in them is stepped over."""

from __future__ import annotations

import casadi as ca
import pytest

import biela


def slider() -> biela.Mechanism:
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    m.prismatic("slide", m.ground, m.body("block", mass=1.0))
    m.motor("push", "slide")
    return m


PULSE = ([0, 4.95, 5, 5.05, 10], [0, 0, 100, 0, 0])  # impulse of 5 N·s around t = 5 s


@pytest.mark.parametrize("method", ["dormand-prince", "rosenbrock", "cvode-adams"])
def test_pulse_after_a_long_rest(method: str) -> None:
    """5 N·s on 1 kg at rest: 5 m/s from t = 5 s on, by symmetry 25 m at t = 10 s."""
    run = slider().simulate(None, 10.0, inputs={"push": biela.table(*PULSE)}, method=method)
    assert run["slide.rate"][-1] == pytest.approx(5.0, rel=1e-7)
    assert run["slide.position"][-1] == pytest.approx(25.0, rel=1e-6)


def test_pulse_written_by_a_user_is_found_by_the_step_limit() -> None:
    run = slider().simulate(None, 10.0, inputs={"push": lambda t: ca.if_else(ca.fabs(t - 5) < 0.05, 50.0, 0.0)})
    assert run["slide.position"][-1] == pytest.approx(25.0, rel=2e-3)


def test_pulse_as_a_load() -> None:
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0)
    m.prismatic("slide", m.ground, block)
    m.wrench("shove", block, force=(0, 0, biela.table(*PULSE)))
    assert m.simulate(None, 10.0)["slide.position"][-1] == pytest.approx(25.0, rel=1e-6)


def test_outputs_do_not_depend_on_the_breaks() -> None:
    """Breaks fall between outputs and on them: every output is there once."""
    run = slider().simulate(None, 10.0, inputs={"push": biela.table(*PULSE)}, output_step=0.5)
    assert run.t == pytest.approx([0.5 * k for k in range(21)])


def test_a_law_is_what_it_says_now() -> None:
    """The same function object with another constant is another law."""
    factor = [1.0]
    law = lambda s: factor[0] * 2.0  # noqa: E731
    m = slider()
    first = m.simulate(None, 1.0, inputs={"push": law})["slide.position"][-1]
    factor[0] = 10.0
    second = m.simulate(None, 1.0, inputs={"push": law})["slide.position"][-1]
    assert (first, second) == pytest.approx((1.0, 10.0))


def test_a_run_goes_on_with_its_inputs_and_parameters() -> None:
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    mass, damping = m.parameter("mass", 1.0, "kg"), m.parameter("damping", 0.0)
    m.prismatic("slide", m.ground, m.body("block", mass=mass))
    m.friction("drag", "slide", viscous=damping)
    m.motor("push", "slide")
    first = m.simulate(None, 1.0, inputs={"push": 4.0}, parameters={"mass": 2.0})
    whole = m.simulate(None, 2.0, inputs={"push": 4.0}, parameters={"mass": 2.0})
    second = m.simulate(first.final, 1.0)
    assert second["slide.position"][-1] == pytest.approx(whole["slide.position"][-1], rel=1e-9)
    third = m.simulate(first.final, 1.0, parameters={"damping": 0.0})
    assert third["slide.position"][-1] == pytest.approx(whole["slide.position"][-1], rel=1e-9)
