"""One squeezing mechanism, four ways to keep its loops closed: cost and closure error of each."""

import numpy as np

from biela.library import andrews_squeezer
from biela.simulation import Baumgarte

m = andrews_squeezer.build()
start = andrews_squeezer.start(m)
print(f"{'formulation':<24} {'steps':>6} {'closure [m, rad]':>17} {'crank angle at 0.03 s':>22}")
for formulation in ("projected", "independent", "augmented-lagrangian", Baumgarte(500, 500)):
    run = m.simulate(start, duration=0.03, formulation=formulation)
    name = formulation if isinstance(formulation, str) else "Baumgarte(500, 500)"
    closure = np.abs(run["machine.closure_error"]).max()
    print(f"{name:<24} {run.steps:6d} {closure:17.1e} {run['O.angle'][-1]:22.9f}")
print(f"{'published':<24} {'':>6} {'':>17} {15.81077119629904:22.9f}")
