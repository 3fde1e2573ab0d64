"""Two degrees of freedom, two gyroscopes: track a five-bar, after predicting what the sensors can observe.

Observability comes first: which states the readings will reveal within a second, and how much they improve on the prior.
"""

import numpy as np

import biela
from biela import estimate
from biela.estimate.consistency import health
from biela.estimate.observability import observability
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library.parts import slender_rod

m = biela.Mechanism("five-bar", gravity=(0, -9.81, 0))
a, b, c, d = (slender_rod(m, name, 1.0, size) for name, size in (("a", 0.5), ("b", 0.9), ("c", 0.9), ("d", 0.5)))
m.revolute("A", m.ground, a)
m.revolute("B", a, b, parent_point=(0.5, 0, 0))
m.revolute("C", b, c, parent_point=(0.9, 0, 0), child_point=(0.9, 0, 0))
m.revolute("D", d, c, parent_point=(0.5, 0, 0))
m.revolute("E", m.ground, d, parent_point=(0.6, 0, 0))
for joint, viscous in (("A", 0.4), ("E", 0.4)):
    m.friction(f"friction_{joint}", joint, viscous=viscous)
m.gyroscope("left", a, axes="z", noise=0.01)
m.gyroscope("right", d, axes="z", noise=0.01)

start = m.assemble({"A": -2.3, "E": -1.2}, guess={"A": -2.3, "E": -1.2, "B": 1.1, "D": -0.7})  # hanging and swinging
model = estimate.Model(m, start, independent=["A", "E"])
print(observability(model, start, duration=1.0))

prior, noise = estimate.About(start, {"A": 0.1, "E": 0.1}), estimate.ProcessNoise(0.3)
truth = simulate_truth(model, prior, [np.random.default_rng(3)], step=0.005, steps=400, noise=noise)
log = read(model, truth.t, truth.signals[0], np.random.default_rng(4))

for name in ("extended", "unscented", "particle"):
    # an accurate sensor leaves few particles alive, so the particle filter assumes ten times its noise
    options = {"particles": 3000, "seed": 1, "likelihood_scale": 10} if name == "particle" else {}
    filter = estimate.make_filter(name, model, prior, noise, step=0.005, **options)
    track = filter.run(log)
    e = filter.estimate()
    miss = np.degrees([abs(e[j] - truth.values[0, -1, i]) for i, j in enumerate(("A", "E"))])
    verdict = "healthy" if health(track).healthy else "not healthy"
    print(
        f"{name:10s} after 2 s: A off by {miss[0]:.2f}°, E by {miss[1]:.2f}° (σ {np.degrees(e.sigma('A')):.2f}°): {verdict}"
    )
