"""A cam: closed form of its speed and force, against a sphere on a curve."""

from __future__ import annotations

import numpy as np
import pytest

import biela


def machine(curve):
    m = biela.Mechanism("cam", gravity=(0, 0, -9.81))
    shaft, tappet = m.body("shaft", mass=1, inertia=(0.02, 0.02, 0.02)), m.body("tappet", mass=0.5)
    m.revolute("turn", m.ground, shaft)
    m.prismatic("lift", m.ground, tappet)
    m.cam("cam", "turn", "lift", curve)
    return m


def test_a_cam_follows_its_curve_and_pushes_back_what_newton_says() -> None:
    h = 0.05
    m = machine(lambda x: h * np.sin(x))
    start = m.assemble({"turn": 0.4}, rates={"turn": 6.0})
    assert start["lift.position"] == pytest.approx(h * np.sin(0.4)) and start["lift.rate"] == pytest.approx(6 * h * np.cos(0.4))
    run = m.simulate(start, 2.0)
    x, v = run["turn.angle"], run["turn.rate"]
    assert run["lift.position"] == pytest.approx(h * np.sin(x), abs=1e-9)
    # (I + m f'²) ẍ = −m f' (f'' ẋ² + g), and the tappet feels m (ÿ + g)
    slope, bend = h * np.cos(x), -h * np.sin(x)
    a = -0.5 * slope * (bend * v**2 + 9.81) / (0.02 + 0.5 * slope**2)
    assert run["turn.acceleration"] == pytest.approx(a, abs=1e-7)
    assert run["cam.effort"] == pytest.approx(0.5 * (slope * a + bend * v**2 + 9.81), abs=1e-7)
    assert run.energy_error < 1e-7
