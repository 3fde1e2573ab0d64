"""The loads on the joints of a planar robot, which components rigid bodies determine, and how near a dead point is.

The 3-RRR is a planar machine with spatial hinges: forces in its plane are determined, forces normal to the plane are not.
The smallest distribution shares a load normal to the plane among all hinges, whichever joint closes the loops.
"""

from __future__ import annotations

import numpy as np

import biela
from biela import deg
from biela.state.singularity import singularity
from biela.library import three_rrr

m = three_rrr.build(gravity=(0, 0, -9.81))  # lying flat: all its weight is normal to the plane
motion = {f"shoulder_{k}": biela.polynomial(30 * deg, 6 * deg) for k in (1, 2, 3)}
run = m.inverse_dynamics(motion, 3.0, samples=300, guess=three_rrr.GUESS)

found = run.reactions(frame="ground")
print(found)

# three equal arms: by symmetry each shoulder holds a third of the weight, and so do the wrists of the platform
weight = sum(float(body.mass) for body in m.bodies.values()) * 9.81
for k in (1, 2, 3):
    assert np.allclose(found[f"shoulder_{k}.force_z"], weight / 3)
    assert not found.determinate[f"shoulder_{k}.force_z"].any()
    assert found.determinate[f"shoulder_{k}.force_x"].all()

near = singularity(run, end_effector="platform")
print(near)
print(f"at the end the next dead point is roughly {near.time_left[-1]:.1f} s away (truly 1.24 s)")
