"""PUMA 560: gravity loads as printed, and how many parameters can be identified.

Sources: Armstrong, Khatib & Burdick (1986), IEEE Int. Conf. Robotics and Automation, 510-518, table of the gravity constants: g1 =
−37.2, g2 = −8.44, g4 = 0.249, g5 = −0.0282 N·m; Mayeda, Yoshida & Osuka (1990), IEEE Trans. Robotics and Automation 6(3), 312-321:
36 base parameters. A rotor whose axis carries only one turning body cannot be told from it: of six rotors four are seen.
"""

from __future__ import annotations

import numpy as np
import pytest

from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters
from biela.library import puma_560

JOINTS = [f"q{k}" for k in range(1, 7)]


@pytest.fixture(scope="module")
def arm() -> Regressor:
    return Regressor(puma_560.with_rotors(), JOINTS, parameters=("inertia", "motor_inertia"))


def test_gravity_loads_are_those_of_the_source(arm: Regressor) -> None:
    """Load of joint 2 at rest: g1 cos θ2 + g2 sin θ23 + g4 cos θ23 + g5 (sin θ23 cos θ5 + cos θ23 cos θ4 sin θ5) + g3 sin θ2."""
    q = np.zeros((2, 6))
    q[1, 2] = np.pi / 2
    rest = np.zeros((2, 6))
    effort = arm.predict(arm.motion(q, rest, rest, np.arange(2.0)))[:, 1]
    assert effort * 9.8 / 9.81 == pytest.approx([-37.2 + 0.249, -37.2 - 8.44 - 0.0282], abs=0.02)  # the source has g = 9.8


def test_base_parameters(arm: Regressor) -> None:
    bodies = Regressor(puma_560.build(), JOINTS, parameters=("inertia",))
    assert base_parameters(bodies, confirm=False).base.rank == 36
    assert base_parameters(arm).base.rank == 40
