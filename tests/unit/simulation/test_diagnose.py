"""Who is to blame when rates are not numbers: laws, loads, motions and lines without direction, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import SimulationError
from biela.mechanism.mechanism import Mechanism
from biela.network import I, Network, One, R, Se
from biela.simulation.batch import BatchWarning
from biela.simulation.diagnose import culprits, massless
from biela.state.functions import functions_of
from closed_forms import four_bar


def block() -> Mechanism:
    m = Mechanism("block", gravity=(0, 0, 0))
    body = m.body("block", mass=1.0)
    m.prismatic("rail", m.ground, body, axis=(1, 0, 0))
    m.friction("sound", "rail", 1.0)
    m.spring("tie", m.ground.point("post", (0, 5, 0)), body, 1.0, free_length=1.0)
    return m


def blamed(m: Mechanism, start: dict[str, float] | None = None, rates: dict[str, float] | None = None) -> list[str]:
    state = m.assemble(start, rates=rates)
    return [phrase.partition(": its law")[0] for phrase in culprits(functions_of(m), *state.arguments())]


CASES: dict[str, tuple[Callable[[Mechanism], Any], list[str]]] = {
    "nothing": (lambda m: None, []),
    "a law that is nan": (lambda m: m.user_effort("law", "rail", lambda s: np.sqrt(s["rail.position"] - 1)), ["load 'law' is nan"]),
    "a law that is infinite": (lambda m: m.user_effort("law", "rail", lambda s: 1 / s["rail.position"]), ["load 'law' is inf"]),
    "a component of a wrench": (
        lambda m: m.wrench("push", "block", (0, 0, lambda s: np.log(s["rail.position"] - 1))), ["load 'push' is nan"]
    ),
    "a spring between coincident points": (
        lambda m: m.spring("coil", m.ground, "block", 1.0, free_length=0.1),
        ["spring 'coil' has both its ends at one point, where its force has no direction"],
    ),
    "a force between coincident points": (
        lambda m: m.user_force("pull", m.ground, "block", lambda s: 1.0),
        ["force 'pull' has both its ends at one point, where its force has no direction"],
    ),
    "a thruster between coincident points": (
        lambda m: m.thruster("jack", m.ground, "block"),
        ["thruster 'jack' has both its ends at one point, where its force has no direction"],
    ),
    "a spring of no free length": (lambda m: m.spring("coil", m.ground, "block", 1.0), []),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_the_culprit_is_named(what: str) -> None:
    change, expected = CASES[what]
    m = block()
    change(m)
    assert blamed(m) == expected


def test_a_law_that_fails_on_the_way() -> None:
    """Sound at the state, not a number where the state goes: √(1 − x²) when x passes one."""
    m = block()
    m.user_effort("law", "rail", lambda s: np.sqrt(1 - s["rail.position"] ** 2))
    assert blamed(m, {"rail": 0.5}, {"rail": 1.0}) == []
    assert blamed(m, {"rail": 1.0 - 1e-4}, {"rail": 1.0}) == ["load 'law' is nan"]


def test_a_motion_that_ends() -> None:
    m = Mechanism("arm")
    m.revolute("A", m.ground, m.body("link", mass=1.0, com=(1, 0, 0)))
    m.drive("A", lambda t: np.sqrt(1.0 - t))
    state = m.assemble()
    assert culprits(functions_of(m), *state.arguments()) == []
    assert culprits(functions_of(m), 1.0, *state.arguments()[1:]) == ["prescribed motion 'A_drive' is inf"]


def test_inputs_are_loads_too() -> None:
    m = block()
    m.motor("motor", "rail")
    law = {"motor": lambda s: 1 / s["rail.position"]}
    state = m.assemble()
    assert culprits(functions_of(m, law), *state.arguments()) == ["input 'motor' is inf"]


def test_no_accusation_without_a_state() -> None:
    m = block()
    state = m.assemble()
    t, x, u, p = state.arguments()
    assert culprits(functions_of(m), t, np.full_like(x, np.nan), u, p) == []


def test_missing_inertia() -> None:
    m = Mechanism("rod", gravity=(0, 0, -9.81))
    rod = m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=biela.rod(mass=1.0, length=1.0))
    m.spherical("ball", m.ground, rod)
    assert massless(functions_of(m), m.assemble()) == ["ball"]
    good = four_bar()
    assert massless(functions_of(good), good.assemble({"A": 1.0}, guess={"D": 1.5})) == []


@pytest.mark.parametrize("method", [{}, {"method": "rk4", "step": 1e-3}, {"method": "rosenbrock"}])
def test_a_run_says_who_broke_it(method: dict[str, Any]) -> None:
    m = block()
    m.spring("coil", m.ground, "block", 1.0, free_length=0.1)
    with pytest.raises(SimulationError, match=r"stops being defined at t = 0 s: spring 'coil' has both its ends at one point"):
        m.simulate(duration=0.1, **method)
    m = block()
    m.user_effort("law", "rail", lambda s: 1e-9 * np.sqrt(1 - s["rail.position"]))
    with pytest.raises(SimulationError, match=r"stops being defined at t = 0\.\d+ s: load 'law' is nan: its law divides by zero"):
        m.simulate(m.assemble({"rail": 0.5}, rates={"rail": 2.0}), 1.0, **method)


@pytest.mark.parametrize("method", [{}, {"method": "rk4", "step": 1e-3}, {"method": "cvode-bdf"}])
def test_a_law_that_is_never_finite_is_named(method: dict[str, Any]) -> None:
    """It was blamed on the tolerance."""
    m = block()
    m.motor("push", "rail")
    with pytest.raises(SimulationError, match=r"stops being defined at t = 0 s: input 'push' is nan"):
        m.simulate(duration=0.1, inputs={"push": lambda t: (t - 5) ** 0.5}, **method)
    if method.get("method") != "cvode-bdf":
        with pytest.warns(BatchWarning, match="at t = 0 s: input 'push' is nan"):
            batch = m.simulate_batch([m.assemble()], 0.1, inputs={"push": lambda t: (t - 5) ** 0.5}, **method)
        assert batch.status != ["done"]


def test_a_law_that_divides_by_zero_is_named() -> None:
    """At the start, on the way into a pole, and inside a network."""
    m = block()
    m.user_effort("law", "rail", lambda s: -1e-2 / s["rail.position"])
    with pytest.raises(SimulationError, match=r"at t = 0 s: load 'law' is .*inf: its law divides by zero there.* in place of 1/x"):
        m.simulate(duration=0.1)
    with pytest.raises(SimulationError, match=r"load 'law' grows without bound, to \d.*: its law divides by zero"):
        m.simulate(m.assemble({"rail": 0.3}, rates={"rail": -1.0}), 1.0)
    net = Network("net")
    net.add(Se("u", lambda s: 1 / s["m.momentum"]), One("v"), I("m", 1.0), R("r", 1.0))
    net.connect("u", "v", "m")
    net.connect("v", "r")
    with pytest.raises(SimulationError, match=r"at t = 0 s: the law of Se 'u' is inf: its law divides by zero"):
        net.simulate(duration=0.1)
