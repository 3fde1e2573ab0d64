"""An excavator lifts, swings, dumps and returns: the power of its engine, and where the energy goes."""

import numpy as np

from biela.simulation.energy_audit import LOSS, PORT, SOURCE, energy_audit
from biela.library import excavator

# the machine of `make demo`: 2.5 tonnes in the bucket, pumps of 2 × 280 L/min behind 200 kW
m = excavator.build()
start = excavator.start(m)  # at rest, with pressures that hold it
run = m.simulate(start, 12.0, **excavator.SETTINGS)

lift, speed = run["boom_cylinder.extension"], run["boom_cylinder.speed"]
print(f"boom cylinder: {1e3 * (lift[-1] - lift[0]):.0f} mm in {run.t[-1]:.0f} s, at most {1e3 * speed.max():.0f} mm/s")
print(f"swing: {np.degrees(run['swing.angle'][-1]):.0f}°")
print(f"ground carries {run['parked.force_on_child_z'][0] / 9.81 / 1e3:.2f} t")

# the engine limits the lift, not the pressure
power, pressure = run["pump.power"], run["pump.pressure"]
limited = power > 0.999 * power.max()
print(f"engine at its {power.max() / 1e3:.0f} kW for {100 * limited.mean():.0f} % of the time,")
print(f"pressure then {pressure[limited].min() / 1e6:.0f} MPa at least")

# the energy balance
(audit,) = energy_audit(run)
supplied, lost, delivered = (audit.total(role) for role in (SOURCE, LOSS, PORT))
print(f"supplied {supplied / 1e6:.2f} MJ: {100 * lost / supplied:.0f} % lost in valves and friction,")
print(f"{100 * delivered / supplied:.0f} % to the machine; energy balance of the whole: {run.energy_error:.1e} J")

# half the load: what changes at the boom?
light = excavator.build(bucket_load=1260.0)
held = excavator.start(light)
for label, state in (("full", start), ("half", held)):
    print(f"{label:>5} bucket: {state['boom_cylinder.net_force'] / 1e3:6.1f} kN in each boom cylinder")
