"""A body on compliant ground: statics of four feet by hand, frequencies, lift-off, sliding, dissipation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.mechanism.load import FrameMotion

MASS, K, A, B, H = 1200.0, 8e5, 1.1, 0.6, 0.7
"""Mass [kg], stiffness of a foot [N/m], half distances of the feet [m], height of the mass centre above them [m]."""


def table(com: Any = (0.0, 0.0, 0.0), **ground: Any) -> biela.Mechanism:
    """A block on four feet."""
    m = biela.Mechanism("table", gravity=(0, 0, -9.81))
    block = m.body("block", mass=MASS, com=com, inertia=(300.0, 500.0, 600.0))
    m.free("flight", m.ground, block)
    for x in (-1, 1):
        for y in (-1, 1):
            foot = block.point(f"foot_{x + 1}{y + 1}", (x * A, y * B, -H))
            m.footing(f"foot_{x + 1}{y + 1}", foot, **({"stiffness": K} | ground))
    return m


def sunk(depth: float) -> dict[str, Any]:
    return {"flight": (1, 0, 0, 0, 0, 0, H - depth)}


def test_feet_share_the_weight_as_statics_say() -> None:
    """N = W/4 (1 ± x/a ± y/b) for small tilts."""
    x, y = 0.25, -0.1
    m = table(com=(x, y, 0.0), damping=0.5, friction=0.4)
    rest = m.equilibrium(m.assemble(sunk(0.003))).state
    weight = MASS * 9.81
    for i in (-1, 1):
        for j in (-1, 1):
            hand = weight / 4 * (1 + i * x / A + j * y / B)
            assert rest[f"foot_{i + 1}{j + 1}.load"] == pytest.approx(hand, rel=0.02)  # it tilts by 0.3°
    assert sum(rest[f"foot_{i}{j}.load"] for i in (0, 2) for j in (0, 2)) == pytest.approx(weight, rel=1e-6)


def test_frequencies_of_bounce_roll_and_pitch() -> None:
    m = table(friction=0.0)
    rest = m.assemble(sunk(MASS * 9.81 / (4 * K)))
    found = np.sort(np.abs(m.linearise(rest).eigenvalues.imag))[::-2][:3]
    W = MASS * 9.81  # the feet are pushed upright whatever the tilt: a mass centre above them takes W h of the stiffness
    hand = [np.sqrt(4 * K / MASS), np.sqrt((4 * K * B**2 - W * H) / 300.0), np.sqrt((4 * K * A**2 - W * H) / 500.0)]
    # vertical springs under a tilting block move their feet sideways by h θ: no grip, no moment from that
    assert found == pytest.approx(sorted(hand, reverse=True), rel=0.01)


def test_damping_is_that_of_the_law() -> None:
    """Linearised about rest: c = 3/2 e N of each foot."""
    e = 0.2
    m = table(damping=e)
    rest = m.assemble(sunk(MASS * 9.81 / (4 * K)))
    c = 1.5 * e * MASS * 9.81
    decay = -c / (2 * MASS)
    assert np.any(np.isclose(m.linearise(rest).eigenvalues.real, decay, rtol=1e-6))


def test_dropped_block_keeps_its_energy_without_damping_and_never_sticks() -> None:
    m = table()
    run = m.simulate(m.assemble(sunk(-0.05)), 2.0, rtol=1e-9, atol=1e-11)
    assert run.energy_error < 1e-5 * run["machine.kinetic_energy"].max()
    assert run["foot_00.load"].min() == 0.0 and run["foot_00.load"].max() > MASS * 9.81
    assert run["block.z"].max() == pytest.approx(H + 0.05, abs=1e-6)  # bounces back to where it fell from


def test_sliding_block_stops_where_coulomb_says() -> None:
    mu, v = 0.3, 1.5
    m = table(friction=mu, damping=0.5)
    start = m.assemble(sunk(MASS * 9.81 / (4 * K)), rates={"flight": (0, 0, 0, v, 0, 0)})
    run = m.simulate(start, 1.5, rtol=1e-8, method="rosenbrock")
    assert run["block.x"][-1] == pytest.approx(v**2 / (2 * mu * 9.81), rel=0.02)  # it nods while it brakes
    assert run["foot_00.power"].max() <= 0.0
    lost = run["machine.work"][-1]
    assert lost == pytest.approx(-0.5 * MASS * v**2, rel=1e-3)
    assert run.energy_error < 1e-6 * abs(lost)


def test_what_it_takes_is_never_negative() -> None:
    m = table()
    law = m.footing("extra", "block", stiffness=K, damping=0.7, friction=0.5)
    rng = np.random.default_rng(5)
    taken = []
    for _ in range(5000):
        v = rng.normal(size=3) * 10 ** rng.uniform(-4, 1)
        action = law.act(FrameMotion(np.eye(3), rng.normal(size=3) * 0.1, np.zeros(3), v), None)
        taken.append(action.force @ v + action.energy_rate)
        assert action.force[2] >= 0.0
    assert max(taken) <= 1e-12 * max(np.abs(taken)) and min(taken) < -1e3


def test_bad_ground_is_refused_by_name() -> None:
    m = table()
    with pytest.raises(DescriptionError, match="stiffness of footing 'f' is 0: it must be above zero"):
        m.footing("f", "block", stiffness=0.0)
    with pytest.raises(DescriptionError, match="surface of footing 'f' is on body 'block'"):
        m.footing("f", "block", stiffness=1.0, surface="block")
