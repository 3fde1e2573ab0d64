"""A Stewart-Gough platform flies a manoeuvre: inverse dynamics gives the leg forces, and a simulation with them repeats the flight."""

import numpy as np

import biela
from biela import motion
from biela.library import stewart_gough

platform = stewart_gough.build()
manoeuvre = motion.pose(
    x=motion.quintic(0.2, 1.0),
    y=0.0,
    z=2.0 + motion.sine(0.08, 0.8),
    roll=motion.cycloid(0.15, 1.0),
    pitch=motion.sine(0.05, 0.7),
    yaw=0.0,
)
legs = [f"thrust_{i}" for i in range(1, 7)]
run = platform.inverse_dynamics({"platform": manoeuvre}, 1.0, samples=60, actuated=legs)
print(f"{run.wall_time * 1e6 / len(run.t):.1f} µs per sample")
for k, leg in enumerate(legs):
    print(f"{leg}: {run.effort[:, k].min() / 1e3:7.2f} to {run.effort[:, k].max() / 1e3:7.2f} kN")

# the forces as splines of time, fed to the platform from its first position
start = biela.State(run.mechanism, run.x[0])
flight = run.mechanism.simulate(start, 1.0, inputs=run.laws(), rtol=1e-10, atol=1e-12, output_step=1 / 60)
error = np.abs(flight["platform.z"] - run["platform.z"]).max()
print(f"flown height differs from the manoeuvre by {error:.1e} m at most")
