"""A rod on a pin: small, quick to compile, and its motion is known."""

FILE = """
biela: 1
name: rod
parameters: {length: 0.5 m, mass: 2 kg}
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: mass, com: [length/2, 0, 0], inertia: {rod: {length: length}}, frames: {tip: [length, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: rod}
actuators:
  motor: {type: motor, joint: A}
sensors:
  tip: {type: point_sensor, at: rod.tip}
start: {coordinates: {A: -80 deg}}
simulation: {duration: 0.4 s, inputs: {motor: 0.5}, rtol: 1e-10}
"""
