"""A free body spun about its middle axis flips over again and again; about the others it does not."""

import numpy as np

from biela.library import spinning_body

m = spinning_body.build(inertia=(1.0, 2.0, 3.0))
for axis, name in enumerate(("smallest", "middle", "largest")):
    rates = np.full(3, 0.01)
    rates[axis] = 2.0
    run = m.simulate(spinning_body.start(m, rates), duration=100.0, rtol=1e-10, atol=1e-12)
    spin = run[f"flight.rate_{'xyz'[axis]}"]
    flips = int(np.sum(np.diff(np.sign(spin)) != 0))
    energy = run["machine.energy"]
    print(f"about the {name} axis: {flips:2d} flips in 100 s, energy kept to {np.ptp(energy) / energy[0]:.0e}")
