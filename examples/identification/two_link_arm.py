"""A two-link arm: which parameters can be identified, an experiment that reveals them, and the estimate from noisy data.

A planar arm has 20 inertial parameters but shows only six combinations: the rest affects no motion. Friction is identified as well.
"""

import numpy as np

import biela
from biela.identify.excitation import Limits, design_excitation
from biela.identify.least_squares import estimate
from biela.identify.measurement import Preparation, measured_observation
from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters
from biela.identify.trajectory import Fourier
from biela.identify.virtual_bench import Errors, simulate_measurement

arm = biela.Mechanism("two-link arm", gravity=(0, -9.81, 0))
arm.body("upper", mass=3.0, com=(0.25, 0, 0), inertia=(0.01, 0.06, 0.06))
arm.body("lower", mass=1.5, com=(0.20, 0.02, 0), inertia=(0.005, 0.02, 0.02))
arm.revolute("shoulder", arm.ground, "upper")
arm.revolute("elbow", "upper", "lower", parent_point=(0.5, 0, 0))
for joint in ("shoulder", "elbow"):
    arm.motor(f"{joint}_motor", joint)
    arm.friction(f"{joint}_friction", joint, viscous=0.4, coulomb=0.6, smoothing=0.02)

# the parameters in which the torques are linear, and the combinations that they show
regressor = Regressor(arm, ["shoulder", "elbow"], channels=["shoulder_motor", "elbow_motor"])
structure = base_parameters(regressor)
print(structure, "\n")

# an experiment: five harmonics of 0.2 Hz within limits of position, speed and acceleration
limits = Limits(([-2.0, -2.0], [1.0, 2.0]), velocity=5.0, acceleration=15.0)
experiment = design_excitation(
    regressor, structure.base, Fourier(5, 0.2), limits, samples=150, criterion="condition", runs=1, iterations=60
)
print(
    f"condition number {experiment.condition:.1f}; random motions had {min(experiment.starts):.0f} and more (scaled)\n"
)

# measured as on a bench: encoders of 20 000 steps, torque sensors with 0.1 N·m of noise, three periods
t = np.arange(0.0, 15.0, 0.01)
data = simulate_measurement(
    regressor, t, *experiment.motion(t), seed=1, encoder=Errors(resolution=2 * np.pi / 20_000), effort=Errors(noise=0.1)
)
observation = measured_observation(regressor, data, Preparation(period=5.0, harmonics=8, decimation=5))
found = estimate(observation.base(structure.base), "weighted")
truth = structure.base.combine(regressor.nominal)
print(found.table(list(truth)))

errors = np.abs(found.values - truth) / found.deviations
assert errors.max() < 5.0, "an estimate is further from the truth than its deviation allows"
