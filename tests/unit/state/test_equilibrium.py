"""Static equilibrium: found, stable ones preferred, several from several starts."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import NoEquilibrium
from biela.library import slider_crank
from biela.mechanism.mechanism import Mechanism
from biela.simulation import equilibria
from closed_forms import G, block, four_bar, pendulum


def test_a_pendulum_settles_where_it_hangs() -> None:
    rest = pendulum().equilibrium({"pivot": 2.0})
    assert np.angle(np.exp(1j * rest.state["pivot.angle"])) == pytest.approx(0.0, abs=1e-9)
    assert rest.stable
    assert rest.residual < 1e-8
    assert np.sort(np.abs(rest.eigenvalues)) == pytest.approx(np.full(2, np.sqrt(G)), rel=1e-9)


def test_the_upright_position_is_found_when_asked_for() -> None:
    rest = pendulum().equilibrium({"pivot": np.pi - 0.05}, stable=False)
    assert rest.state["pivot.angle"] == pytest.approx(np.pi, abs=1e-9)
    assert not rest.stable
    assert rest.eigenvalues.real.max() == pytest.approx(np.sqrt(G), rel=1e-9)


def test_a_start_exactly_on_top_falls_off() -> None:
    rest = pendulum().equilibrium({"pivot": np.pi})
    assert rest.stable


def test_both_positions_of_a_pendulum() -> None:
    found = equilibria(pendulum())
    angles = [float(np.mod(e.state["pivot.angle"] + 0.1, 2 * np.pi) - 0.1) for e in found]
    assert angles == pytest.approx([0.0, np.pi], abs=1e-8)
    assert [e.stable for e in found] == [True, False]


def test_spring_against_weight() -> None:
    """k x = m g, with a preload and a constant input taken off."""
    m = block(gravity=G, mass=2.0)
    m.joint_spring("spring", "rail", 100.0, preload=3.0)
    m.motor("motor", "rail")
    rest = m.equilibrium(inputs={"motor": 5.0})
    assert rest.state["rail.position"] == pytest.approx((5.0 - 3.0 - 2.0 * G) / 100.0, abs=1e-10)
    assert rest.stable
    assert rest.state["motor.effort"] == 5.0


def test_four_bar_hangs_with_its_weight_lowest() -> None:
    """At rest the weight does no work to first order: dV/dA = 0 along the loop, and V is least."""
    m = four_bar()
    rest = m.equilibrium(m.assemble({"A": -1.0}, guess={"D": 1.5}))
    assert rest.stable
    assert rest.state["machine.closure_error"] < 1e-11
    at = rest.state["A.angle"]
    V = [m.assemble({"A": at + h}, guess=rest.state)["machine.gravity_energy"] for h in (-1e-4, 0.0, 1e-4)]
    assert (V[2] - V[0]) / 2e-4 == pytest.approx(0.0, abs=1e-6)
    assert V[0] > V[1] < V[2]


def test_equilibria_of_a_four_bar() -> None:
    """All of them are at rest; stable and unstable ones alternate, so there are some of each."""
    found = equilibria(four_bar(), starts=12)
    assert any(e.stable for e in found)
    assert any(not e.stable for e in found)
    for e in found:
        assert e.residual < 1e-6
        assert e.state["machine.closure_error"] < 1e-10


def test_a_bistable_beam() -> None:
    """A toggle: spring from the ground to a block on a rail, compressed in the middle: two stable rests."""
    m = Mechanism("toggle", gravity=(0, 0, 0))
    m.prismatic("rail", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.spring("spring", m.ground.point("anchor", (0, 0.3, 0)), "block", 100.0, free_length=0.5)
    found = equilibria(m)
    positions = sorted(float(e.state["rail.position"]) for e in found)
    assert positions == pytest.approx([-0.4, 0.0, 0.4], abs=1e-8)
    assert [e.stable for e in found] == [True, True, False]
    assert m.equilibrium({"rail": 0.02}).state["rail.position"] == pytest.approx(0.4, abs=1e-8)


def test_a_falling_block_has_no_rest() -> None:
    with pytest.raises(NoEquilibrium, match="'block' does not come to rest.*keeps falling.*add what should hold it"):
        block(gravity=G).equilibrium()


def unbalanced_wheel(mass: float = 2.0, r: float = 0.3, e: float = 0.1, inertia: float = 0.05) -> Mechanism:
    """A wheel in a vertical plane that rolls on the ground, its mass centre at the distance e from its own."""
    m = Mechanism("unbalanced wheel", gravity=(0, 0, -G))
    wheel = m.body("wheel", mass=mass, com=(0, 0, -e), inertia=(inertia,) * 3)
    m.planar("roll", m.ground, wheel, axis=(0, 1, 0))
    m.rolling("tyre", m.ground, wheel, r)
    return m


def test_an_unbalanced_wheel_rolls_to_its_heavy_side() -> None:
    """ω² = m g e/(I + m (r − e)²): the place is free, the angle is not."""
    m = unbalanced_wheel()
    rest = m.equilibrium(m.assemble({"roll.angle": 1.0}))
    assert np.angle(np.exp(1j * rest.state["roll.angle"])) == pytest.approx(0.0, abs=1e-8)
    assert rest.stable and rest.residual < 1e-8
    frequency = np.sqrt(2.0 * G * 0.1 / (0.05 + 2.0 * 0.2**2))
    assert np.abs(rest.eigenvalues).max() == pytest.approx(frequency, rel=1e-8)
    found = equilibria(m, starts=6)
    assert [e.stable for e in found] == [True, False]


def test_a_sleigh_rests_wherever_it_is() -> None:
    m = Mechanism("sleigh", gravity=(0, 0, 0))
    plate = m.body("plate", mass=2.0, com=(0.3, 0, 0), inertia=(0.5,) * 3)
    m.planar("slide", m.ground, plate, axis=(0, 0, 1))
    m.skate("blade", m.ground, plate)
    assert m.equilibrium({"slide": (1.0, 2.0, 0.3)}).state.q == pytest.approx([1.0, 2.0, 0.3])
    assert len(equilibria(m, starts=6)) == 1


def test_a_flywheel_may_stand_at_any_angle() -> None:
    """Two poses of the pendulum, whatever the angle of the balanced wheel that it carries."""
    m = Mechanism("pendulum with flywheel", gravity=(0, 0, -G))
    arm = m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=(0.1,) * 3)
    wheel = m.body("wheel", mass=1.0, inertia=(0.1,) * 3, position=(1, 0, 0))
    m.revolute("pivot", m.ground, arm, axis=(0, 1, 0))
    m.revolute("hub", arm, wheel, point=(1, 0, 0), axis=(0, 1, 0))
    found = equilibria(m)
    assert [e.stable for e in found] == [True, False]
    assert [float(np.sin(e.state["pivot.angle"])) for e in found] == pytest.approx([1.0, -1.0], abs=1e-9)


def test_a_spinning_pendulum_hangs_in_one_way() -> None:
    """A ball joint: turns about the vertical and about the bob's own axis do not make it another pose."""
    m = Mechanism("ball", gravity=(0, 0, -G))
    m.spherical("ball", m.ground, m.body("bob", mass=1.0, com=(0, 0, -0.5), inertia=(0.01, 0.01, 0.02)))
    assert [e.stable for e in equilibria(m, starts=10)] == [True, False]


def test_a_linkage_without_forces_rests_in_as_many_ways_as_it_has_branches() -> None:
    """Every position of a slider-crank without weight is one of rest: what remains are its two branches, rod ahead or behind."""
    found = equilibria(slider_crank.build(), starts=8)
    assert len(found) == 2
    assert sorted(np.sign(e.state.x[1]) for e in found) == [-1.0, 1.0]
