"""From Python to a machine file and back: describe, save, change a value, run, and repeat the run from its result file."""

from pathlib import Path

import numpy as np

import biela
from biela import files

# a slider-crank with a spring behind its piston, described in Python; sizes are parameters, so the file has names for them
m = biela.Mechanism("spring engine", gravity=(0, 0, 0))
crank_length = m.parameter("crank_length", 0.05, "m")
rod_length = m.parameter("rod_length", 0.2, "m")
crank = m.body("crank", mass=0.5, com=(crank_length / 2, 0, 0), inertia=biela.rod(0.5, 0.05))
rod = m.body("rod", mass=0.3, com=(rod_length / 2, 0, 0), inertia=biela.rod(0.3, 0.2))
piston = m.body("piston", mass=0.4)
m.revolute("bearing", m.ground, crank)
m.revolute("crank_pin", crank, rod, parent_point=(crank_length, 0, 0))
m.revolute("piston_pin", rod, piston, parent_point=(rod_length, 0, 0))
m.prismatic("cylinder", m.ground, piston, parent_axis=(1, 0, 0), child_axis=(1, 0, 0))
m.spring("coil", m.ground.point("head", (0.4, 0, 0)), piston, stiffness=500.0, free_length=0.2)
m.user_effort("drag", "bearing", lambda s: -2e-3 * s["bearing.rate"] * abs(s["bearing.angle"]))

start = m.assemble(
    {"bearing": 90 * biela.deg}, guess={"bearing": 90 * biela.deg, "crank_pin": -100 * biela.deg, "cylinder": 0.19}
)
files.save(m, "engine.yaml", start=start, simulation={"duration": 1.0}, plots=["bearing.angle", "coil.force"])
print(Path("engine.yaml").read_text("utf-8"))

# the file gives the same machine; a changed value gives another one
machine = files.read("engine.yaml")
longer = files.read("engine.yaml", changes=["crank_length=60 mm", "coil.stiffness=1 N/mm"])
for label, one in (("as described", machine), ("longer crank, stiffer spring", longer)):
    run = one.simulate()
    print(f"{label}: piston between {run['cylinder.position'].min():.4f} and {run['cylinder.position'].max():.4f} m")

# a result holds its machine, its start and its settings
machine.simulate().save("engine.nc")
again = files.from_result("engine.nc").simulate()
print(
    "the result, run again from itself, is the same to the last digit:", np.array_equal(again.x, machine.simulate().x)
)
