"""A direct-current motor drives a four-bar through a gear: current, speed and where the energy goes."""

import numpy as np

import biela
from biela.network import Network, electric, rotation

m = biela.Mechanism("driven four-bar", gravity=(0, -9.81, 0))
rods = {
    name: m.body(name, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(length, length))
    for name, length in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8))
}
m.revolute("A", m.ground, rods["crank"])
m.revolute("B", rods["crank"], rods["coupler"], parent_point=(0.4, 0, 0))
m.revolute("D", m.ground, rods["rocker"], parent_point=(1, 0, 0))
m.revolute("C", rods["coupler"], rods["rocker"], parent_point=(1, 0, 0), child_point=(0.8, 0, 0))

drive = Network("drive", audit=True)  # audit: energies of every source and resistance
drive.add(electric.voltage("battery"), rotation.gear("gear", 15.0))
drive.add(electric.dc_motor("motor", resistance=1.2, inductance=0.02, constant=0.25, inertia=2e-3, friction=5e-4))
drive.connect("battery", "motor.supply")
drive.connect("motor.shaft", "gear")
drive.expose("shaft", "gear.b")
m.attach(drive, {"shaft": "A"})  # rigidly: the rotor's inertia acts on the crank, 225-fold

start = m.assemble({"A": 60 * biela.deg}, guess={"B": -0.5, "D": 1.8})
run = m.simulate(start, duration=3.0, inputs={"drive/battery": 24.0})
print(f"crank: {run['A.angle'][-1] / (2 * np.pi):.2f} turns, {run['A.rate'][-1] / biela.rpm:.1f} rpm")
print(
    f"current: {run['drive/motor/coil.flow'].max():.2f} A at most, {run['drive/motor/coil.flow'][-1]:.2f} A at the end"
)
for part in ("battery", "motor/winding", "motor/friction"):
    print(f"{part}: {run[f'drive/{part}.energy'][-1]:.1f} J")
closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
print(f"closure of the energy balance: {np.abs(closure).max():.1e} J")
