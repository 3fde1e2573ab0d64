"""Events: recorded, stopping and changing the motion, at the times of closed forms."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, SimulationError, UnknownName
from biela.state.functions import functions_of
from biela.state.state import State
from closed_forms import G, block, four_bar, pendulum, period


def oscillator(w: float = 3.0) -> biela.Mechanism:
    m = block()
    m.joint_spring("spring", "rail", w**2)
    return m


@pytest.mark.parametrize("method", ["dormand-prince", "rk4"])
@pytest.mark.parametrize("direction", ["rising", "falling", "both"])
def test_passages_of_an_oscillator_are_recorded(method: str, direction: str) -> None:
    """x = cos 3t passes 0.3 downwards at acos(0.3)/3, upwards a little later, once each in every period."""
    m = oscillator()
    event = biela.Event("passage", lambda s: s["rail.position"] - 0.3, direction)
    options = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-11, "atol": 1e-12}
    run = m.simulate({"rail": 1.0}, 6.0, events=[event], method=method, **options)
    down = (np.arccos(0.3) + 2 * np.pi * np.arange(4)) / 3
    up = (2 * np.pi * np.arange(1, 4) - np.arccos(0.3)) / 3
    expected = {"rising": up, "falling": down, "both": np.sort(np.concatenate([up, down]))}[direction]
    times = np.array([e.time for e in run.events])
    assert times == pytest.approx(expected[expected < 6.0], abs=1e-8)
    for e in run.events:
        assert e.state["rail.position"] == pytest.approx(0.3, abs=1e-8)
        assert e.name == "passage"
    assert run.status == "done"


def test_a_falling_block_stops_at_the_floor() -> None:
    """From 2 m at rest: hits at √(2h/g) with √(2gh); the run ends there, and its last output is the event."""
    m = block(gravity=G)
    run = m.simulate({"rail": 2.0}, 5.0, events=[biela.Event("floor", "rail.position", "falling", "stop")])
    assert run.status == "stopped_by_event"
    assert run.t[-1] == pytest.approx(np.sqrt(2 * 2.0 / G), abs=1e-9)
    assert run["rail.rate"][-1] == pytest.approx(-np.sqrt(2 * 2.0 * G), abs=1e-8)
    assert run["rail.position"][-1] == pytest.approx(0.0, abs=1e-9)
    assert len(run.events) == 1


def bounce(restitution: float) -> biela.Event:
    def reverse(state: State) -> State:
        return state.with_rates({"rail": -restitution * state["rail.rate"]})

    return biela.Event("bounce", "rail.position", "falling", reverse)


@pytest.mark.parametrize("method", ["dormand-prince", "rk4"])
def test_a_bouncing_block(method: str) -> None:
    """Restitution 0.8: each flight lasts 0.8 of the one before; heights fall by 0.64."""
    m = block(gravity=G)
    options = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-10}
    run = m.simulate({"rail": 1.0}, 3.0, events=[bounce(0.8)], method=method, **options)
    first = np.sqrt(2 / G)
    flights = 2 * first * 0.8 ** np.arange(1, 5)
    times = [e.time for e in run.events][:5]
    assert times == pytest.approx(first + np.concatenate([[0.0], np.cumsum(flights)]), abs=1e-7)
    top = run["rail.position"][(run.t > times[0]) & (run.t < times[1])].max()
    assert top == pytest.approx(0.64, abs=1e-4)
    assert run["rail.position"].min() > -1e-7


def test_change_may_leave_the_state_alone() -> None:
    seen = []
    event = biela.Event("look", "rail.position", "both", lambda state: seen.append(state.t))
    run = oscillator().simulate({"rail": 1.0}, 3.0, events=[event], rtol=1e-10)
    assert seen == pytest.approx([e.time for e in run.events])
    assert seen == pytest.approx([np.pi / 6, np.pi / 2, 5 * np.pi / 6], abs=1e-8)


def test_several_events_keep_their_order_and_names() -> None:
    events = [biela.Event("high", lambda s: s["rail.position"] - 0.9), biela.Event("low", lambda s: s["rail.position"] + 0.9)]
    run = oscillator().simulate({"rail": 1.0}, 2.0, events=events, rtol=1e-10)
    assert [e.name for e in run.events] == ["high", "low", "low", "high"]
    assert all(a.time < b.time for a, b in zip(run.events, run.events[1:], strict=False))


def test_events_of_time_and_of_loops() -> None:
    """A clock, and the rocker of a four-bar at rest for an instant: states at events satisfy the loop."""
    events = [biela.Event("clock", lambda s: ca.sin(np.pi * s.time / 0.37)), biela.Event("turning", "D.rate", "both")]
    m = four_bar()
    run = m.simulate(m.assemble({"A": 1.0}, guess={"D": 1.5}), 2.0, events=events, rtol=1e-10)
    clock = [e.time for e in run.events if e.name == "clock"]
    assert clock == pytest.approx(0.37 * np.arange(1, 6), abs=1e-9)
    turning = [e.state for e in run.events if e.name == "turning"]
    assert turning
    for state in turning:
        assert state["D.rate"] == pytest.approx(0.0, abs=1e-7)
        assert state["machine.closure_error"] < 1e-10


def test_period_of_a_large_swing() -> None:
    """Exact period by the arithmetic-geometric mean, from rest at 2.5 rad."""
    run = pendulum(0.7).simulate({"pivot": 2.5}, 8.0, events=[biela.Event("back", "pivot.rate", "falling")], rtol=1e-11, atol=1e-13)
    times = np.array([e.time for e in run.events])
    assert times == pytest.approx(period(0.7, 2.5) * np.arange(1, len(times) + 1), abs=1e-7)
    assert len(times) >= 2


def test_events_cost_no_second_derivation() -> None:
    """Only the event functions depend on the events: all other functions, and the equations behind them, exist once."""
    m = oscillator()
    plain, one, two = (functions_of(m, events=[lambda s, c=c: s["rail.position"] - c for c in at]) for at in ([], [1], [1, 2]))
    assert one["rates"] is two["rates"] is plain["rates"]
    assert one.dynamics is plain.dynamics
    assert one.key("rates") == plain.key("rates") and one.key("events") != two.key("events")
    start = m.assemble({"rail": 3.0}).arguments()
    assert two["events"](*start) == pytest.approx([2.0, 1.0])
    assert one["events"](*start) == pytest.approx([2.0])


def test_bad_events_are_named() -> None:
    with pytest.raises(DescriptionError, match="event 'e': direction is rising, falling or both, not 'up'"):
        biela.Event("e", "rail.position", "up")  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match="event 'e': action is 'record', 'stop' or a function, not 'halt'"):
        biela.Event("e", "rail.position", action="halt")  # type: ignore[arg-type]
    m = oscillator()
    with pytest.raises(UnknownName, match="event 'e'.*no signal 'rail.positon'.*'rail.position'"):
        m.simulate({"rail": 1.0}, 1.0, events=[biela.Event("e", "rail.positon")])
    with pytest.raises(DescriptionError, match=r"event 'e' returned shape \(2, 1\): it must return one number"):
        m.simulate({"rail": 1.0}, 1.0, events=[biela.Event("e", lambda s: ca.vertcat(s["rail.position"], s["rail.rate"]))])
    with pytest.raises(SimulationError, match="event 'e' must return a state of the machine, or None"):
        m.simulate({"rail": 1.0}, 1.0, events=[biela.Event("e", "rail.position", action=lambda s: s.x)])


def test_a_change_that_breaks_the_loops_is_refused() -> None:
    m = four_bar()

    def jerk(state: State) -> State:
        x = state.x.copy()
        x[0] += 0.3
        return replace(state, x=x)

    with pytest.raises(SimulationError, match="event 'jerk'.*loops"):
        m.simulate(m.assemble({"A": 1.0}, guess={"D": 1.5}), 1.0, events=[biela.Event("jerk", lambda s: s.time - 0.1, action=jerk)])
