"""The same car with elastic joints in place of exact ones: the same drive, the nearer the stiffer they are."""

import numpy as np
import pytest

from biela.library import renault_clio
from biela.simulation import Compliant
from biela.vehicle.driven import run_manoeuvre

SLIDES = tuple(f"{axle}_{side}_slide" for axle in ("front", "rear") for side in ("left", "right"))


@pytest.mark.parametrize(("manoeuvre", "signal"), [("standing-start", "chassis.pitch"), ("curve", "chassis.yaw")])
def test_elastic_joints_converge_to_exact_ones(manoeuvre, signal):
    exact = run_manoeuvre(renault_clio.car(), manoeuvre, duration=3.0, step=5e-4).history
    errors = []
    for stiffness in (1e6, 4e6):
        joints = Compliant(stiffness=stiffness, damping=3 * np.sqrt(stiffness), length=0.5, joints=SLIDES)
        run = exact.mechanism.simulate(exact.state(0), 3.0, method="rosenbrock", rtol=1e-6, output_step=0.02, formulation=joints)
        errors.append(np.abs(run[signal] - exact[signal]).max())
        assert np.abs(run["speed.value"] - exact["speed.value"]).max() < 0.02
    assert errors[0] < 0.02 * np.abs(exact[signal]).max()
    assert errors[1] < 0.4 * errors[0]
