"""Where is the excavator's boom, and what are the pressures in its cylinders? From gyroscopes and two pressure gauges.

A real excavator has no encoders in its pins. Three gyroscopes and two cheap pressure gauges on the boom cylinder are read 100
times a second; an extended Kalman filter with implicit steps (oil is stiff) follows all 20 states: four angles, their rates, and
the pressures of twelve oil volumes, most of which are not measured.
"""

import time

import numpy as np

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import excavator

STEP, STEPS = 0.01, 300
m = excavator.build().edit()
for name in ("boom", "arm", "bucket"):
    m.gyroscope(f"{name}_gyro", name, axes="y", noise=0.005)
m.accelerometer("boom_tilt", "boom", axes="xz", noise=0.2)
m.pressure_sensor("boom_head", "boom_cylinder/head_oil.effort", noise=3e5)
m.pressure_sensor("boom_rod", "boom_cylinder/rod_oil.effort", noise=3e5)

start = excavator.start(m)
model = estimate.Model(m, start)
truth = simulate_truth(
    model, estimate.About(start), [np.random.default_rng(0)], STEP, STEPS, max_step=0.00125, integrator="implicit"
)
log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))

k = model.k
angles, rates, pressures = model.names[:k], model.names[k : 2 * k], model.names[2 * k :]
prior = estimate.About(start, dict.fromkeys(angles, 0.05) | dict.fromkeys(rates, 0.02) | dict.fromkeys(pressures, 3e5))
noise = estimate.ProcessNoise(0.02, states=dict.fromkeys(pressures, 2e5))
filter = estimate.make_filter("extended", model, prior, noise, step=0.0025, integrator="implicit")

began = time.thread_time()
track = filter.run(log)
cost = (time.thread_time() - began) / STEPS
settled = slice(STEPS // 2, None)
for name in ("boom_pin", "arm_pin", "boom_cylinder/head_oil.effort", "arm_cylinder/head_oil.effort"):
    i = model.entry(name)
    error = track.mean[settled, i] - truth.values[0, settled, i]
    scale, unit = (180 / np.pi, "°") if i < k else (1e-5, "bar")
    print(
        f"{name:30s} error {np.sqrt(np.mean(error**2)) * scale:.3f} {unit}, claimed σ {track.spread[-1, i] * scale:.3f} {unit}"
    )
print(f"{model.n} states, {cost * 1e6:.0f} µs per sample: {STEP / cost:.0f} times faster than real time")
