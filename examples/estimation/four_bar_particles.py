"""Where is the crank, and on which assembly branch is the linkage? A gyroscope and 1000 particles find out.

The four-bar of a published study (a double crank) starts at rest; neither its angle nor its assembly branch is known.
One gyroscope on the input bar is read every 6 ms. Prints how the estimate converges, and writes a page that plays the cloud.
"""

from pathlib import Path

import numpy as np

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.statistics import credible_interval, modes
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from biela.report.cloud import filter_with_cloud, write_cloud

m = double_crank.build()
up, down = double_crank.start(m, 1.0, branch=1), double_crank.start(m, -1.0, branch=-1)
model = estimate.Model(m, [up, down], independent=["A"])
anywhere = estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down])  # any angle, either branch

truth = simulate_truth(model, anywhere, [np.random.default_rng(5)], step=0.006, steps=334, keep_states=True)
log = read(model, truth.t, truth.signals[0], np.random.default_rng(6))
true_angle = truth.values[0, :, 0]

filter = estimate.ParticleFilter(
    model,
    anywhere,
    estimate.ProcessNoise(0.2),
    particles=1000,
    step=0.006,
    likelihood_scale=10,
    seed=1,
)
for k in range(len(log)):
    filter.advance(log.t[k], {"gyro": log.values[k, 0]})
    if k % 66 == 65:
        e, w, angles = filter.estimate(), filter.weights, filter.values()[:, 0]
        low, high = credible_interval(angles, w, angle=True)
        best = ", ".join(
            f"{np.degrees(a):4.0f}° ({100 * share:.0f} %)" for a, share in modes(angles, w, angle=True)[:3]
        )
        print(
            f"{e.t:.2f} s: modes {best}; 95 % within {np.degrees(high - low):.0f}°; branch {max(e.branches.values()):.2f}"
        )
error = np.degrees(np.angle(np.exp(1j * (e["A"] - true_angle[-1]))))
print(f"at the end {np.degrees(e['A']) % 360:.1f}°, {abs(error):.2f}° from the truth")

again = estimate.ParticleFilter(
    model,
    anywhere,
    estimate.ProcessNoise(0.2),
    particles=1000,
    step=0.006,
    likelihood_scale=10,
    seed=1,
)
page = write_cloud(filter_with_cloud(again, log, truth.states[0]), Path("out/four_bar_particles.html"), "double crank")
print(f"wrote {page}")
