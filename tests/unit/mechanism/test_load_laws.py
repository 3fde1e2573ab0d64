"""Laws of loads: the value of each force, its sign, and that stored energy is what the force derives from."""

from __future__ import annotations

import numpy as np
import pytest

from biela.lie import se3, so3
from biela.mechanism.load import Bushing, CoordinateView, JointFriction, JointSpring, Stop
from biela.mechanism.load.spring_damper import spring_law
from biela.mechanism.mechanism import Mechanism
from sample_machines import random_rotation

H = 1e-6


def test_spring_tension_is_the_slope_of_its_energy() -> None:
    spring = JointSpring("s", "j", 0, stiffness=30.0, damping=2.0, preload=5.0)
    for x in (-0.3, 0.0, 0.5):
        elastic, _, other = spring_law(spring, x, -0.7)
        assert elastic == pytest.approx(5.0 + 30.0 * x)
        ahead, behind = (spring_law(spring, x + h, 0.0)[1] for h in (H, -H))
        assert elastic == pytest.approx((ahead - behind) / (2 * H), rel=1e-8)
        assert other == pytest.approx(-1.4)


def test_a_curve_is_read_from_the_rest_length() -> None:
    spring = JointSpring("s", "j", 0, rest=0.4, curve=lambda x: 3 * x**2)
    assert spring.act(CoordinateView(0.9, 0.0), None).value == pytest.approx(-3 * 0.25)


def test_friction_opposes_motion_and_has_its_three_parts() -> None:
    f = JointFriction("f", "j", 0, viscous=0.5, coulomb=2.0, static=3.0, stribeck_speed=0.1, smoothing=1e-3)
    assert f.effort(0.0) == 0.0
    assert f.effort(10.0) == pytest.approx(-(5.0 + 2.0), rel=1e-12)  # fast: viscous and kinetic
    assert f.effort(0.01) == pytest.approx(-(0.005 + 2.0 + np.exp(-0.01)), rel=1e-6)  # slow: nearly static
    for v in np.linspace(-1, 1, 41):
        assert f.effort(v) * v <= 0.0
        assert f.effort(-v) == pytest.approx(-f.effort(v), abs=1e-15)
    assert JointFriction("f", "j", 0, coulomb=2.0).effort(1.0) == pytest.approx(-2.0)


def test_stop_pushes_back_and_never_pulls() -> None:
    s = Stop("s", "j", 0, lower=-1.0, upper=2.0, stiffness=100.0, damping=0.4)

    def effort(x: float, v: float) -> float:
        return float(s.conservative(x) + s.other(x, v))

    assert effort(0.0, 5.0) == 0.0
    assert effort(2.1, 0.0) == pytest.approx(-10.0)
    assert effort(-1.2, 0.0) == pytest.approx(20.0)
    assert effort(2.1, 1.0) == pytest.approx(-10.0 * (1 + 1.5 * 0.4))  # going in: stiffer
    assert effort(-1.2, -1.0) == pytest.approx(20.0 * (1 + 1.5 * 0.4))
    assert effort(2.1, -100.0) == pytest.approx(0.0, abs=1e-12)  # leaving fast: lets go
    assert effort(-1.2, 100.0) == pytest.approx(0.0, abs=1e-12)
    for x in (-1.3, 2.4):
        slope = (s.energy(x + H) - s.energy(x - H)) / (2 * H)
        assert s.conservative(x) == pytest.approx(-slope, rel=1e-8)
        for v in (-3.0, -0.2, 0.2, 3.0):
            assert s.other(x, v) * v <= 0.0  # damping takes energy, going in and coming out


def test_bushing_sees_its_stiffnesses_at_small_deflections() -> None:
    m = Mechanism("x")
    k = (3.0, 5.0, 4.0, 30.0, 40.0, 50.0)
    b = Bushing("b", m.ground.origin, m.ground.origin, k, (0.0,) * 6)
    for i, unit in enumerate(np.eye(6)):
        for size in (1e-3, -1e-3):
            X = se3.exp(size * unit)
            energy = b.energy(X.rotation, X.rotation.T @ X.position)
            assert energy == pytest.approx(0.5 * k[i] * size**2, rel=1e-6)
    assert b.energy(np.eye(3), np.zeros(3)) == 0.0


def test_bushing_angles_are_not_coupled_to_first_order(rng: np.random.Generator) -> None:
    m = Mechanism("x")
    k = np.array([3.0, 5.0, 4.0])
    b = Bushing("b", m.ground.origin, m.ground.origin, (*k, 0, 0, 0), (0.0,) * 6)
    w = 1e-3 * rng.normal(size=3)
    assert b.energy(so3.exp(w), np.zeros(3)) == pytest.approx(0.5 * k @ w**2, rel=1e-5)


def test_bushing_free_directions_carry_nothing() -> None:
    """A revolute bushing is free about z at any angle; a prismatic one along the z axis of its frame b."""
    m = Mechanism("x")
    b = Bushing("b", m.ground.origin, m.ground.origin, (9.0,) * 6, (1.0,) * 6, (2, 5))
    for angle in (0.3, 2.0, -3.0):
        R = so3.rotation_z(angle)
        assert b.energy(R, np.array([0.0, 0.0, 0.7])) == pytest.approx(0.0, abs=1e-14)
    assert list(b.damping_wrench(np.ones(6), np.eye(3))) == [-1, -1, 0, -1, -1, 0]


def test_bushing_energy_does_not_depend_on_who_looks(rng: np.random.Generator) -> None:
    """Equal stiffnesses: turning both frames together changes nothing."""
    m = Mechanism("x")
    b = Bushing("b", m.ground.origin, m.ground.origin, (3.0,) * 3 + (7.0,) * 3, (0.0,) * 6)
    R, d, Q = so3.exp(rng.normal(size=3)), rng.normal(size=3), random_rotation(rng)
    assert b.energy(Q.T @ R @ Q, Q.T @ d) == pytest.approx(b.energy(R, d), rel=1e-12)
