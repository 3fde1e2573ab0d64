"""A small car starts at full throttle: speed, shifts and where the engine's work went."""

import numpy as np

from biela.library import renault_clio
from biela.vehicle.manoeuvre import run_manoeuvre

car = renault_clio.car()
result = run_manoeuvre(car, "standing-start", duration=20.0)
run = result.history

for event in run.events:
    print(f"{event.time:7.3f} s  {event.name}, engine at {event.state['driveline/flywheel.flow'] * 30 / np.pi:.0f} rpm")
print(f"0-100 km/h in {result.outputs['time_to_100_kmh']:.2f} s, top speed {result.outputs['top_speed'] * 3.6:.1f} km/h")


def work(power):
    return np.trapezoid(power, run.t) / 1000  # kJ


engine = work(run["driveline/engine.effort"] * run["driveline/flywheel.flow"])
wheels = ("front_left", "front_right", "rear_left", "rear_right")
parts = {
    "kinetic energy of the car": run["machine.kinetic_energy"][-1] / 1000,
    "air": -work(run["air.power"]),
    "rolling": -sum(work(run[f"{w}.rolling_power"]) for w in wheels),
    "slip of the tyres": -sum(work(run[f"{w}.slip_power"]) for w in wheels),
    "gears": work(run["driveline/losses.effort"] * run["driveline/losses.flow"]),
    "clutch": work(run["driveline/clutch.effort"] * run["driveline/clutch.flow"]),
}
print(f"work of the engine {engine:.1f} kJ, of which")
for name, value in parts.items():
    print(f"  {value:7.1f} kJ  {name}")
