"""A small car starts at full throttle: speed, gear shifts, and where the work of the engine goes."""

import numpy as np

from biela.library import renault_clio
from biela.vehicle.analysis import energy_shares
from biela.vehicle.driven import run_manoeuvre

car = renault_clio.car()
result = run_manoeuvre(car, "standing-start", duration=20.0)
run = result.history

for event in run.events:
    print(f"{event.time:7.3f} s  {event.name}, engine at {event.state['driveline/flywheel.flow'] * 30 / np.pi:.0f} rpm")
print(
    f"0-100 km/h in {result.outputs['time_to_100_kmh']:.2f} s, top speed {result.outputs['top_speed'] * 3.6:.1f} km/h"
)

shares = energy_shares(run)
print(f"work of the engine {shares.pop('engine') / 1000:.1f} kJ, of which")
for name, joules in shares.items():
    print(f"  {joules / 1000:7.1f} kJ  {name}")
