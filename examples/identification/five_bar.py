"""The five-bar robot, from a table of measurements to a corrected machine in one call.

The robot is a fifth heavier than its description. Two motors, encoders and current sensors record four periods of a random motion.
"""

import numpy as np

from biela import library
from biela.identify.identification import identify
from biela.identify.measurement import Preparation
from biela.identify.regressor import Regressor
from biela.identify.trajectory import Fourier
from biela.identify.virtual_bench import Errors, simulate_measurement

robot = library.get("five-bar")
machine = robot.build(gravity=(0, -9.81, 0))
start = robot.start(machine)
shoulders, motors = ["left_shoulder", "right_shoulder"], ["left_motor", "right_motor"]

# the test bench: a regressor computes exact efforts, and sensors add their errors
bench = Regressor(machine, shoulders, channels=motors, parameters=("inertia",), start=start)
series = Fourier(harmonics=5, frequency=0.5)
motion = series.random(2, np.random.default_rng(2), lower=[1.7, 0.6], upper=[2.5, 1.4])
t = np.arange(0.0, 8.0, 0.005)
data = simulate_measurement(
    bench, t, *series.evaluate(motion, t), parameters=1.2 * bench.nominal, seed=7,
    encoder=Errors(noise=1e-5, resolution=2 * np.pi / 100_000, dropout=0.005), effort=Errors(noise=5e-5),
)  # fmt: skip

# all steps: fill gaps, differentiate the Fourier series, solve the loops, base parameters, estimates, validation
found = identify(
    machine, data, coordinates=shoulders, channels=motors, parameters=("inertia",), start=start,
    preparation=Preparation(period=2.0, harmonics=8, decimation=10),
)  # fmt: skip
print(found)

new = found.machine  # every body is physical, so the machine can be simulated
run = new.simulate(robot.start(new), 1.0)
print(f"\nthe identified robot runs: energy error {run.energy_error:.1e} J")
assert found.errors["base parameters"].total < 0.1 * found.errors["described values"].total
