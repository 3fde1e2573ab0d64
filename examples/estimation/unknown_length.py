"""How long is the pendulum? An encoder and any of the filters find the state and the length together.

The length is a free parameter of the machine; `estimate=["length"]` adds it to the quantities that the filter estimates.
"""

import numpy as np

import biela
from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth


def pendulum() -> biela.Mechanism:
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.0, "m")
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, child_point=(0, length, 0))
    m.encoder("encoder", "pivot", noise=0.02, resolution=0.01, dropout=0.1)
    return m


true = pendulum()
real = estimate.Model(true, true.assemble({"pivot": 1.0}), parameters={"length": 1.2})  # 20 % longer than thought
truth = simulate_truth(
    real, estimate.About(true.assemble({"pivot": 1.0})), [np.random.default_rng(1)], step=0.01, steps=1000
)
log = read(real, truth.t, truth.signals[0], np.random.default_rng(2))

m = pendulum()
start = m.assemble({"pivot": 1.0})
model = estimate.Model(m, start, estimate=["length"])
prior = estimate.About(start, {"pivot": 0.05, "pivot.rate": 0.05, "length": 0.2})
noise = estimate.ProcessNoise(0.01)

for name in ("extended", "unscented", "particle"):
    options = {"particles": 3000, "seed": 1} if name == "particle" else {}
    filter = estimate.make_filter(name, model, prior, noise, step=0.01, **options)
    filter.run(log)
    e = filter.estimate()
    low, high = e.interval("length")
    print(f"{name:10s} length {e['length']:.4f} m, 95 % between {low:.4f} and {high:.4f}; truth 1.2 m")
