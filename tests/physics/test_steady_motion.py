"""Steady motions (relative equilibria): which coordinates nothing depends on, and what eigenvalues say about stability."""

from __future__ import annotations

import numpy as np
import pytest

from biela import Mechanism

G = 9.81


def bicycle() -> Mechanism:
    """The benchmark bicycle of Meijaard, Papadopoulos, Ruina & Schwab (2007), Proc. R. Soc. A 463, table 1; here z points up."""
    m = Mechanism("bicycle", gravity=(0, 0, -G))
    frame = m.body("frame", mass=85.0, com=(0.3, 0, 0.9), inertia=[[9.2, 0, -2.4], [0, 11.0, 0], [-2.4, 0, 2.8]])
    fork = m.body("fork", mass=4.0, com=(0.9, 0, 0.7), inertia=[[0.05892, 0, 0.00756], [0, 0.06, 0], [0.00756, 0, 0.00708]])
    rear = m.body("rear", mass=2.0, inertia=(0.0603, 0.12, 0.0603), position=(0, 0, 0.3))
    front = m.body("front", mass=3.0, inertia=(0.1405, 0.28, 0.1405), position=(1.02, 0, 0.35))
    tilt = np.pi / 10
    m.free("float", m.ground, frame)
    m.revolute("steer", frame, fork, point=(1.1, 0, 0), axis=(-np.sin(tilt), 0, np.cos(tilt)))
    m.revolute("rear_hub", frame, rear, point=(0, 0, 0.3), axis=(0, 1, 0))
    m.revolute("front_hub", fork, front, point=(1.02, 0, 0.35), axis=(0, 1, 0))
    m.rolling("rear_tyre", m.ground, rear, 0.3)
    m.rolling("front_tyre", m.ground, front, 0.35)
    return m


def test_a_riding_bicycle() -> None:
    """Eigenvalues as published (table 2); stable between the weave and the capsize speed, 4.292 and 6.024 m/s."""
    m = bicycle()
    model = m.linearise(m.assemble(rates={"float.velocity_x": 5.0}))
    published = [-14.078389692798218, -0.322866429004087, -0.775341882195845 + 4.464867713788229j]
    for value in published:
        assert np.abs(model.eigenvalues - value).min() < 1e-6
    assert model.steady and model.stable
    assert "steady motion" in model.notes[0] and "say nothing" not in model.notes[0]
    assert model.cyclic.shape[1] == 5  # two places, heading, two turns of wheels
    assert len(model.reduced) == 5  # lean, steer, their rates, and the speed itself
    for speed in (4.0, 6.5):
        model = m.linearise(m.assemble(rates={"float.velocity_x": speed}))
        assert model.steady and not model.stable


def free_body(*inertia: float, gravity: float = 0.0) -> Mechanism:
    m = Mechanism("free body", gravity=(0, 0, -gravity))
    m.free("float", m.ground, m.body("body", mass=2.0, inertia=inertia))
    return m


@pytest.mark.parametrize(("axis", "stable"), [("x", True), ("y", False), ("z", True)])
def test_a_free_body_turns_stably_about_its_extreme_axes(axis: str, stable: bool) -> None:
    """λ² = ω² (I_1 − I_2)(I_3 − I_1)/(I_2 I_3) about axis 1 (Euler); everything else is a shift or turn of the motion."""
    inertia = dict(zip("xyz", (0.1, 0.2, 0.3 - 0.05), strict=True))
    m = free_body(*inertia.values())
    model = m.linearise(m.assemble(rates={f"float.rate_{axis}": 4.0}))
    assert model.steady and model.stable == stable
    I1 = inertia.pop(axis)
    I2, I3 = inertia.values()
    square = 16.0 * (I1 - I2) * (I3 - I1) / (I2 * I3)
    assert np.abs(np.linalg.eigvals(model.reduced) - np.sqrt(complex(square))).min() < 1e-9
    assert model.cyclic.shape[1] == 6


def test_a_disc_that_spins_and_falls_is_not_steady() -> None:
    m = free_body(0.1, 0.1, 0.2, gravity=G)
    model = m.linearise(m.assemble(rates={"float.rate_x": 4.0}))
    assert not model.steady and "say nothing about stability" in model.notes[0]


def test_a_straight_way_past_a_spring_is_not_steady() -> None:
    """Nothing accelerates along the way, but the stiffness across changes with the place: the model does not stay the same."""
    m = Mechanism("passing", gravity=(0, 0, 0))
    m.planar("slide", m.ground, m.body("puck", mass=1.0, inertia=(0.1, 0.1, 0.1)), axis=(0, 0, 1))
    m.joint_spring("centre", "slide", 5.0, coordinate="y")
    m.user_effort("more", "slide", lambda s: -s["slide.y"] * s["slide.x"] ** 2, coordinate="y")
    model = m.linearise(m.assemble(rates={"slide.x_rate": 1.0}))
    assert not model.steady
