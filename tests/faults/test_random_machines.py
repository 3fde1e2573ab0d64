"""Random machines against independent equations in maximal coordinates: accelerations of every body and forces in every joint."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import numpy as np
import pytest
from newton_euler import Maximal, Motion
from random_machines import STYLES, WRONG, Comparison, compared, random_machine

import biela
from biela.base.errors import SingularMass
from biela.equations.dynamics import Dynamics
from biela.mechanism.size import note_of_light_body


def wrong(found: list[Comparison]) -> list[str]:
    """What differs, with the style of the machine; a position that is singular to rounding is no contradiction."""
    return [
        f"{c.style}: accelerations off by {c.error:.1e}, forces by {c.force:.1e}, pivot {c.solution.gap if c.solution else 0:.1e}"
        for c in found
        if not c.told and (not c.error <= WRONG or not c.force <= 1e2 * WRONG) and c.solution is not None
    ]


@pytest.mark.parametrize("style", range(len(STYLES)))
def test_a_sample_of_random_machines(style: int) -> None:
    found = compared(random_machine(style), 2, seed=1)
    assert len([c for c in found if not c.told]) == 2
    assert not wrong(found), "\n".join(wrong(found))


@pytest.mark.parametrize("part", range(50))
def test_ten_thousand_random_machines(part: int) -> None:
    """Each slice is one of the rotation, and all together are the ten thousand."""
    found = [c for seed in range(200 * part, 200 * part + 200) for c in compared(random_machine(seed), 3, seed)]
    assert len(found) > 500
    assert not wrong(found), "\n".join(wrong(found))


@pytest.mark.parametrize("seed", [705, 1155])
def test_a_body_too_light_for_its_digits_is_noted(seed: int) -> None:
    """A rod of 10⁻¹² kg that carries 200 N, and a light slide on which a heavy body floats: rounding is a part of their forces."""
    machine = random_machine(seed).machine
    assert all(WRONG < c.error and "of its own acceleration" in c.told for c in compared(random_machine(seed), 1, seed))
    assert any("rounding leaves about" in warning for warning in machine.check().warnings)
    if not machine.topology.cut:
        assert "rounding leaves about" in machine.simulate(None, 1e-6, method="rk4", step=1e-6).notes[0]
        assert "rounding leaves about" in machine.simulate_batch([machine.assemble()], 1e-6, method="rk4", step=1e-6).notes[0]
    for name in ("four-bar", "excavator", "renault-clio"):
        assert not note_of_light_body(biela.library.get(name).mechanism)


def test_a_loop_without_any_mass_is_refused_by_name() -> None:
    """Three bars without mass closed by the ground: nothing determines how fast they move."""
    m = biela.Mechanism("bars")
    inner, at = m.ground, [(0.0, 0.0), (0.4, 0.3), (1.4, 0.5), (1.0, 0.0)]
    for k in range(3):
        bar = m.body(f"bar_{k}")
        m.revolute(f"joint_{k}", inner, bar, point=(*at[k], 0.0), axis=(0, 0, 1))
        inner = bar
    m.revolute("last", inner, m.ground, point=(1.0, 0.0, 0.0), axis=(0, 0, 1))
    with pytest.raises(SingularMass, match="joint 'joint_0' moves no mass, and no loop determines its motion: give the bodies"):
        Dynamics(m).solver  # noqa: B018


def test_the_independent_equations_are_those_of_a_pendulum() -> None:
    """A rod of length 2 c held at its end, turned by φ, with the rate w:  φ̈ = −m g c sin φ / (I + m c²),  and the force in the joint."""
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.revolute("A", m.ground, m.body("rod", mass=2.0, com=(0, -0.5, 0), inertia=(0.1, 0.05, 0.1)))
    angle, rate = 0.7, 1.3
    R = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    problem = Maximal(m, {"rod": Motion(R, np.zeros(3), np.array([0, 0, rate]), np.zeros(3))})
    solution = problem.solve()
    acceleration = -2.0 * 9.81 * 0.5 * np.sin(angle) / (0.1 + 2.0 * 0.25)
    assert solution.accelerations[5] == pytest.approx(acceleration, rel=1e-14)
    centre = 0.5 * np.array(
        [acceleration * np.cos(angle) - rate**2 * np.sin(angle), acceleration * np.sin(angle) + rate**2 * np.cos(angle)]
    )
    held = -sum(mu * problem.rows.G[row][:2] for row, mu in solution.multipliers.items())
    assert np.asarray(held, float) == pytest.approx(2.0 * (centre + [0, 9.81]), rel=1e-13)
