"""A thousand double pendulums at once: how far apart do nearly equal starts end?"""

import numpy as np

from biela import deg
from biela.library import double_pendulum

m = double_pendulum.build()
starts = [m.assemble({"upper_pivot": angle}) for angle in np.linspace(119, 121, 1000) * deg]
batch = m.simulate_batch(starts, duration=10.0, output_step=0.1)
print(batch)
for time in (1, 5, 10):
    spread = np.ptp(batch["lower_bob.x"][time * 10])
    print(f"after {time:2d} s the lower bobs are spread over {spread:.2g} m")
