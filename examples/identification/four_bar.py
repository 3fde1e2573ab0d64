"""A planar four-bar with one motor: eight base parameters out of thirty, as formulas, and how well one motion reveals them.

The lengths are free parameters of the machine, so that the combinations come out as formulas.
"""

import numpy as np

import biela
from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters

four_bar = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
crank_length = four_bar.parameter("r", 0.3, "m")
coupler_length = four_bar.parameter("l", 1.0, "m")
rocker_length = four_bar.parameter("s", 0.8, "m")
for name, length in (("crank", 0.3), ("coupler", 1.0), ("rocker", 0.8)):
    four_bar.body(name, mass=2 * length, com=(length / 2, 0, 0), inertia=biela.rod(2 * length, length))
four_bar.revolute("A", four_bar.ground, "crank")
four_bar.revolute("B", "crank", "coupler", parent_point=(crank_length, 0, 0))
four_bar.revolute("D", four_bar.ground, "rocker", parent_point=(1.0, 0, 0))
four_bar.revolute("C", "coupler", "rocker", parent_point=(coupler_length, 0, 0), child_point=(rocker_length, 0, 0))
four_bar.motor("motor", "A")

start = {"A": 1.0, "D": 1.6}
regressor = Regressor(four_bar, ["A"], parameters=("inertia",), channels=["motor"], start=start)
structure = base_parameters(regressor, convergence=["coupler"])
print(structure, "\n")

# another base set, chosen by hand and switched exactly; and one that does not exist
other = structure.base.switch(["crank.mx", "rocker.mx"])
print("instead of the moments of inertia, the first moments may go:", other.expressions()["crank.Izz"])
print("may crank.my go?", structure.base.validity(["crank.my", "rocker.Izz"]).reason, "\n")

# one turn of the crank: how well it separates the eight columns
t = np.linspace(0, 2, 200, endpoint=False)
q = 1.0 + np.pi * t + 0.5 * np.sin(2 * np.pi * t)
v = np.pi + np.pi * np.cos(2 * np.pi * t)
a = -2 * np.pi**2 * np.sin(2 * np.pi * t)
W = structure.base.columns(regressor.matrix(regressor.motion(q[:, None], v[:, None], a[:, None], t)))
scaled = W[:, 0] / np.linalg.norm(W[:, 0], axis=0)
print(f"condition number of one turn: {np.linalg.cond(W[:, 0]):.0f} (columns scaled {np.linalg.cond(scaled):.0f})")
assert structure.base.rank == 8 and structure.rank.rank == 8
