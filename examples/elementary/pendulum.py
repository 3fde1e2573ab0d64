"""A pendulum in ten lines: describe it, check it, run it, look at its energy."""

import biela

m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
bob = m.body("bob", mass=1.0)
m.revolute("pivot", m.ground, bob, child_point=(0, 1, 0))  # the pivot is 1 m above the bob

print(m.check())
run = m.simulate({"pivot": -90 * biela.deg}, duration=10.0)
print(run)
print(f"bob at 10 s: ({run['bob.x'][-1]:.6f}, {run['bob.y'][-1]:.6f}) m, energy error {run.energy_error:.1e} J")
