"""Steady precession of a heavy top: theory, simulation, and what a slightly wrong start does."""

import numpy as np

from biela import deg
from biela.library import heavy_top

m = heavy_top.build()
start, precession = heavy_top.steady(m, tilt=80 * deg, spin=150.0)
run = m.simulate(start, duration=2.0)
measured = np.unwrap(np.arctan2(run["top.y"], run["top.x"]))
print(f"precession: theory {precession:.6f} rad/s, simulation {(measured[-1] - measured[0]) / 2.0:.6f} rad/s")
print(f"nodding of a steady start: {np.ptp(run['top.z']):.1e} m")

run = m.simulate(heavy_top.start(m), duration=2.0)
print(f"nodding of Brüls and Cardona's start: {np.ptp(run['top.z']):.3f} m")
