"""An excavator digs in soft and in tough soil: forces on the teeth, mass of soil in the bucket, rocking on the tracks."""

import numpy as np

from biela.library import excavator

# the machine of `biela run excavator-digging`: a blade at the teeth, a bucket that fills, four footings under the tracks
m = excavator.build(digging=True, tracks=True)
start = excavator.start(m)  # settled on the ground, with pressures that hold it
corners = ("front_left", "front_right", "rear_left", "rear_right")
print("at rest the corners carry", ", ".join(f"{start[f'{c}.load'] / 1e3:.1f}" for c in corners), "kN")

for cohesion in (20e3, 50e3, 70e3):  # Pa
    run = m.simulate(start, 14.0, parameters={"soil_cohesion": cohesion}, **excavator.SETTINGS)
    force = np.sqrt(sum(run[f"teeth.force_{axis}"] ** 2 for axis in "xyz"))
    work = -np.trapezoid(run["teeth.power"], run.t)
    load = 2520.0 * run["earth/fill.value"][-1]
    print(
        f"{cohesion / 1e3:3.0f} kPa: {force.max() / 1e3:4.0f} kN on the teeth, {load / 1e3:.2f} t dug to "
        f"{run['teeth.depth'].max():.2f} m with {work / 1e3:.0f} kJ, lightest corner {run['front_left.load'].min() / 1e3:.0f} kN, "
        f"energy balance {run.energy_error:.0e} J"
    )

# the rocking modes with closed valves
modes = sorted(x.imag / (2 * np.pi) for x in m.linearise(start).eigenvalues if 5.0 < x.imag < 40.0)
print("rocks and bounces at", ", ".join(f"{f:.1f}" for f in modes), "Hz")
