"""A ball that bounces: events that change the state, however soon they follow each other."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import SimulationError

G = 9.81
METHODS = [("dormand-prince", {}), ("rk4", {"step": 1e-3}), ("rosenbrock", {}), ("cvode-bdf", {})]


def bouncing(restitution: float, duration: float, method: str, options: dict[str, float]) -> biela.History:
    m = biela.Mechanism("ball", gravity=(0, 0, -G))
    ball = m.body("ball_body", mass=1.0)
    m.prismatic("height", m.ground, ball)
    bounce = biela.Event(
        "bounce", "height.position", "falling", lambda s: s.with_rates({"height": -restitution * s["height.rate"]})
    )
    return m.simulate({"height": 1.0}, duration, method=method, events=[bounce], **options)


@pytest.mark.parametrize(("method", "options"), METHODS)
def test_bounces_at_the_times_of_free_fall(method: str, options: dict[str, float]) -> None:
    """From height 1: first contact at √(2/g), then flights of 2 eⁿ √(2/g)."""
    run = bouncing(0.9, 3.0, method, options)
    first = np.sqrt(2 / G)
    expected = [first]
    while expected[-1] + 2 * 0.9 ** len(expected) * first < 3.0:
        expected.append(expected[-1] + 2 * 0.9 ** len(expected) * first)
    assert [e.time for e in run.events] == pytest.approx(expected, abs=1e-7)
    assert run["height.position"].min() > -1e-7


@pytest.mark.parametrize(("method", "options"), METHODS)
def test_bounces_that_accumulate_are_refused(method: str, options: dict[str, float]) -> None:
    """With e = ½ all bounces are over at 3 √(2/g) = 1.3545 s: the ball must not fall through the floor after that."""
    with pytest.raises(SimulationError, match=r"'bounce' happens again and again at t = 1\.354"):
        bouncing(0.5, 3.0, method, options)


def test_what_an_event_takes_is_work() -> None:
    """The energy lost in a bounce, (1 − e²) of it, is in the audit: the balance stays closed."""
    run = bouncing(0.8, 0.8, "dormand-prince", {})
    assert run.energy_error < 1e-8
    assert run["machine.work"][-1] == pytest.approx(-(1 - 0.8**2) * G, rel=1e-7)


def test_event_may_not_change_inputs() -> None:
    from dataclasses import replace

    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    m.prismatic("slide", m.ground, m.body("block", mass=1.0))
    m.motor("push", "slide")
    switch = biela.Event("switch", "slide.position", "rising", lambda s: replace(s, u=np.array([100.0])))
    start = m.assemble({"slide": -1.0}, rates={"slide": 1.0})
    with pytest.raises(SimulationError, match="'switch' changes inputs: stop the run there"):
        m.simulate(start, 2.0, events=switch)
