"""Planar five-bar of "Inverse dynamics of parallel robots: a tutorial with Lie algebra".

The article gives data, motion and curves. Its table of values below was computed independently (adjoint formulation,
checked by a reduced Lagrangian); the article's own dependency matrix lacks a minus sign, which changes the torque.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela import deg
from biela.library import five_bar

TABLE = [
    # t, θ_left [°], elbow [°], elbow rate, elbow acceleration, torque without gravity [µN·m], with gravity [mN·m]
    (0.00, 120.000000, -74.427004, -0.777581, 0.013549, 7.36825, -8.111650),
    (0.25, 127.422119, -85.415968, -0.748145, 0.220120, 0.08999, -9.275327),
    (0.50, 134.382766, -95.623145, -0.669322, 0.405175, -9.35556, -10.192183),
    (0.75, 140.449163, -104.391396, -0.548895, 0.550509, -18.63727, -10.822249),
    (1.00, 145.244130, -111.202946, -0.398143, 0.647397, -25.70555, -11.189507),
]
MOTION = {"left_shoulder": lambda t: (120 + 30 * ca.sin(t)) * deg, "right_shoulder": lambda t: (60 - 30 * ca.sin(t)) * deg}
GUESS = {"left_shoulder": 120 * deg, "right_shoulder": 60 * deg, "left_elbow": -75 * deg, "right_elbow": 75 * deg}


@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_motor_torques_of_the_published_motion(gravity: float) -> None:
    m = five_bar.build(gravity=(0, -gravity, 0))
    run = m.inverse_dynamics(MOTION, 1.0, samples=4, guess=GUESS)
    for k, (t, crank, elbow, rate, acceleration, light, heavy) in enumerate(TABLE):
        assert run.t[k] == pytest.approx(t)
        assert run["left_shoulder.angle"][k] / deg == pytest.approx(crank, abs=1e-6)
        assert run["left_elbow.angle"][k] / deg == pytest.approx(elbow, abs=1e-6)
        assert run["left_elbow.rate"][k] == pytest.approx(rate, abs=1e-6)
        assert run["left_elbow.acceleration"][k] == pytest.approx(acceleration, abs=2e-6)
        torque, expected, rounding = (light * 1e-6, 1e-6, 1e-5) if gravity == 0 else (heavy * 1e-3, 1e-3, 1e-6)
        assert run["left_shoulder_drive.effort"][k] == pytest.approx(torque, abs=rounding * expected)
        assert run["right_shoulder_drive.effort"][k] == pytest.approx(-torque, abs=rounding * expected)
    assert run["tip.x"] == pytest.approx(np.full(5, 0.05), abs=1e-12)  # straight along y
    assert run["tip.y"][[0, -1]] == pytest.approx([0.1060553, 0.0787821], abs=1e-7)


def test_published_start_moves_as_published() -> None:
    m = five_bar.build()
    start = five_bar.start(m)
    assert start["left_elbow.rate"] == pytest.approx(-0.777581, abs=1e-6)
    assert start["tip.velocity_x"] == pytest.approx(0.0, abs=1e-12)
