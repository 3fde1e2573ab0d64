"""Slider-cranks: closed-form kinematics along free runs."""

from __future__ import annotations

import numpy as np
import pytest

from biela.library import slider_crank, spatial_slider_crank


def test_planar_piston_follows_the_crank() -> None:
    """x = r cos θ + √(l² − r² sin² θ), and the crank speeds up and slows down at constant energy."""
    m = slider_crank.build()
    run = m.simulate(slider_crank.start(m), 0.2)
    angle, rate = run["main_bearing.angle"], run["main_bearing.rate"]
    r, l = slider_crank.CRANK, slider_crank.ROD
    root = np.sqrt(l**2 - (r * np.sin(angle)) ** 2)
    assert run["cylinder.position"] == pytest.approx(r * np.cos(angle) + root, abs=1e-11)
    slope = -r * np.sin(angle) - r**2 * np.sin(angle) * np.cos(angle) / root
    assert run["cylinder.rate"] == pytest.approx(slope * rate, abs=1e-9 * 150)
    # reduced moment of inertia about the main bearing: J(θ) θ̇² is constant without gravity
    swing = -r * np.cos(angle) / root  # of the rod, per unit of crank rate
    rod = slider_crank.ROD_MASS * (r**2 + r * l * swing * (np.cos(angle) * root / l - np.sin(angle) ** 2 * r / l))
    J = slider_crank.CRANK_MOMENT + rod + slider_crank.ROD_MOMENT * swing**2 + slider_crank.PISTON_MASS * slope**2
    assert J * rate**2 == pytest.approx(J[0] * 150.0**2, rel=1e-6)


def test_spatial_slider_follows_the_crank() -> None:
    """The ball runs round a circle; the slider keeps its distance from it."""
    m = spatial_slider_crank.build()
    start = spatial_slider_crank.start(m)
    assert start["guide.position"] == pytest.approx(0.2, abs=1e-12)  # Haug (1989), §12.2
    run = m.simulate(start, 5.0)
    angle, rate = run["crank_bearing.angle"], run["crank_bearing.rate"]
    y, z = 0.1 + 0.08 * np.cos(angle), 0.12 + 0.08 * np.sin(angle)
    x = np.sqrt(0.3**2 - y**2 - z**2)
    assert run["guide.position"] == pytest.approx(x, abs=1e-10)
    dy, dz = -0.08 * np.sin(angle) * rate, 0.08 * np.cos(angle) * rate
    assert run["guide.rate"] == pytest.approx(-(y * dy + z * dz) / x, abs=1e-8)
    # the rod points along (x, −y, −z) = R_z(θ₁) R_y(θ₂) e_x
    assert np.sin(run["wrist.angle_2"]) == pytest.approx(z / 0.3, abs=1e-10)
    assert np.tan(run["wrist.angle_1"]) == pytest.approx(-y / x, abs=1e-9)
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()
    assert angle[-1] > 8 * np.pi  # several turns


def test_haug_crank_at_constant_speed() -> None:
    """Haug's kinematic analysis, the crank driven at 2π rad/s: the slider between its closed-form limits."""
    m = spatial_slider_crank.build()
    guess = {"crank_bearing": np.pi / 2, "guide": 0.2, "wrist": (np.arctan2(-0.1, 0.2), np.arcsin(0.2 / 0.3))}
    run = m.inverse_dynamics({"crank_bearing": lambda t: np.pi / 2 + 2 * np.pi * t}, 1.0, samples=720, guess=guess)
    offset = np.hypot(0.1, 0.12)
    assert run["guide.position"].min() == pytest.approx(np.sqrt(0.09 - (offset + 0.08) ** 2), abs=1e-5)
    assert run["guide.position"].max() == pytest.approx(np.sqrt(0.09 - (offset - 0.08) ** 2), abs=1e-5)
    # nothing is lost over a whole turn: the drive's work returns to zero
    assert run["machine.work"][-1] == pytest.approx(0.0, abs=1e-8)
    assert np.ptp(run["machine.work"]) > 1e-3
