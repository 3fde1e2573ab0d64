"""A motor with its supply line in a machine file: the network, a component defined in the file, and the attachment."""

import numpy as np

from biela import files

TEXT = """
biela: 1
name: driven arm
gravity: [0, -9.81, 0]
parameters: {ratio: 50}
components:
  supply_line:
    parameters: {resistance: 0.1 ohm, inductance: null}
    components:
      i: {type: One, domain: electric}
      wire: {type: electric.resistor, resistance: resistance}
      coil: {type: electric.inductor, inductance: inductance}
    bonds: [[i, wire], [i, coil]]
    ports: {in: i, out: i}
bodies:
  arm: {mass: 2 kg, com: [0.5, 0, 0], inertia: {rod: {length: 1}}}
joints:
  A: {type: revolute, parent: ground, child: arm}
networks:
  drive:
    audit: true
    components:
      supply: {type: electric.voltage}
      line: {type: supply_line, inductance: 1 mH}
      motor: {type: electric.dc_motor, resistance: 1 ohm, inductance: 1 mH, constant: 0.1, inertia: 1e-4 kg*m^2}
      gear: {type: rotation.gear, ratio: ratio}
      out: {type: One}
      drag: {type: R, effort: 0.01*flow*abs(flow), domain: rotation}
    bonds:
      - [supply, line.in]
      - [line.out, motor.supply]
      - [motor.shaft, gear, out]
      - [out, drag]
    ports: {shaft: out}
    attach: {shaft: A}
simulation:
  duration: 1 s
  inputs: {drive/supply: 24*(1 - A.angle)}
"""

machine = files.loads(TEXT)
print(machine.mechanism.check())
run = machine.simulate()
print(f"arm at {np.rad2deg(run['A.angle'][-1]):.1f}°, current {run['drive/line/i.flow'][-1]:.2f} A")
for part in ("supply", "motor/winding", "line/wire", "drag", "port shaft"):
    print(f"{part:14} {run[f'drive/{part}.energy'][-1]:8.3f} J")

text = files.dumps(machine.mechanism, inputs=machine.inputs)  # and back: the same machine as a file
again = files.loads(text).simulate(1.0)
assert np.array_equal(again["A.angle"], run["A.angle"])
