"""A four-bar: biela finds the loop, assembles it at a crank angle, lets it swing freely, and drives it."""

import numpy as np

import biela

m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
crank = m.body("crank", mass=0.4, com=(0.2, 0, 0), inertia=biela.rod(0.4, 0.4))
coupler = m.body("coupler", mass=1.0, com=(0.5, 0, 0), inertia=biela.rod(1.0, 1.0))
rocker = m.body("rocker", mass=0.8, com=(0.4, 0, 0), inertia=biela.rod(0.8, 0.8))
m.revolute("A", m.ground, crank)
m.revolute("B", crank, coupler, parent_point=(0.4, 0, 0))
m.revolute("C", coupler, rocker, parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
m.revolute("D", m.ground, rocker, parent_point=(1.0, 0, 0))
print(m.check({"A": 60 * biela.deg}))

# the guess selects one of the two assemblies
above = {"A": 60 * biela.deg, "B": -35 * biela.deg, "D": 100 * biela.deg}
run = m.simulate(m.assemble({"A": 60 * biela.deg}, guess=above), duration=10.0)
print(run)
print(f"largest pin force in C: {run['C.force'].max():.1f} N")

turning = m.inverse_dynamics({"A": biela.polynomial(60 * biela.deg, 2 * np.pi)}, duration=1.0, guess=above)
torque = turning["A_drive.effort"]
print(f"torque at one turn per second: {torque.min():.2f} to {torque.max():.2f} N·m")
