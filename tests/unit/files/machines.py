"""Machines for the tests of machine files: one that uses every kind of object, and a small one in YAML."""

from __future__ import annotations

import casadi
import numpy as np

import biela
from biela.mechanism import Body

SMALL = """\
biela: 1
name: pendulum
parameters:
  length: 400 mm
  density: 2 kg/m
gravity: [0, -9.81 m/s^2, 0]
bodies:
  rod:
    mass: density*length
    com: [length/2, 0, 0]
    inertia: {rod: {length: length}}
    frames: {tip: [length, 0, 0]}
joints:
  pivot: {type: revolute, parent: ground, child: rod}
loads:
  brake: {type: friction, joint: pivot, viscous: 10 N*mm*s/rad}
actuators:
  motor: {type: motor, joint: pivot}
sensors:
  tip: {type: point_sensor, at: rod.tip}
start:
  coordinates: {pivot: 30 deg}
simulation:
  duration: 2 s
plots: [pivot.angle, [tip.x, tip.y]]
"""


def everything() -> biela.Mechanism:
    """A machine with every kind of joint, coupling, load, actuator, drive and sensor that Python can describe."""
    m = biela.Mechanism("everything", gravity=(0, 0, -9.81))
    k, l = m.parameter("k", 120.0, "N/m"), m.parameter("l", 0.5, "m")
    hook = m.ground.frame("hook", (1, 0, 1), (0.1, 0.2, 0.3))

    def bar(name: str, **where: object) -> Body:
        return m.body(name, mass=1 + l, com=(l / 2, 0, 0), inertia=biela.box(1.3, (0.5, 0.1, 0.2)), **where)  # type: ignore[arg-type]

    bodies = {
        kind: bar(f"{kind}_bar")
        for kind in ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "free", "helical")
    }
    tilted = m.body(
        "tilted", mass=2.0, inertia=(0.1, 0.2, 0.25), principal_axes=(0.3, 0.1, 0.2), position=(0, 0, 1), rotation=(0.1, 0, 0)
    )
    m.revolute("hinge", m.ground, bodies["revolute"], parent_point=(0, 0, np.sqrt(l)), axis=(1, 2, 3))
    m.prismatic("slide", hook, bodies["prismatic"], axis=(0, 1, 0))
    m.cylindrical(
        "sleeve", m.ground, bodies["cylindrical"], parent_point=(l, 2 * l, 0), parent_axis=(1, 0, 0), child_axis=(0, 0, 1)
    )
    m.universal("cross", bodies["revolute"], bodies["universal"], parent_point=(l, 0, 0), axis=(0, 0, 1), second_axis=(1, 0, 0))
    m.spherical("ball", bodies["prismatic"], bodies["spherical"], child_point=(-l, 0, 0))
    m.planar("table", m.ground, bodies["planar"], axis=(0, 1, 1))
    m.free("flight", m.ground, bodies["free"])
    m.helical("screw", m.ground, bodies["helical"], lead=l / 100, point=(0, 3, 0), axis=(0, 0, 1), cut=False)
    m.fixed("weld", bodies["helical"], tilted, point=(0, 0, 1))
    tip = bodies["universal"].point("tip", (l, 0, 0))
    m.rod("strut", m.ground.point("foot", (2, 2, 0)), tip, length=3.0)
    m.gear("gears", "hinge", "screw", ratio=-2.5, offset=0.1)
    m.rack_and_pinion("rack", "screw", "slide", radius=0.05)
    m.coupling("mixed", [("sleeve", "angle", 1.0), ("sleeve", "position", -l), ("table", "x", 2.0)], offset=0.3)
    m.point_on_line("track", hook, bodies["spherical"].point("end", (0.2, 0, 0)))
    m.point_on_plane("floor", m.ground, bodies["free"])
    m.point_on_surface("bowl", m.ground, tip, lambda x, y, z: casadi.sqrt(x**2 + y**2 + (z - 4) ** 2) - 4)
    m.point_on_curve("wire", m.ground, bodies["planar"], lambda x, y, z: z - x * y, lambda x, y, z: x - 1 / (y + 3))
    m.spring("coil", m.ground, tip, stiffness=k, damping=2.0, free_length=l, preload=1.5)
    m.spring("curved", hook, bodies["free"], curve=biela.table([-1, 0, 2], [-3, 0, 5]))
    m.spring("cubic", hook, bodies["planar"], curve=lambda x: 3 * x**3 - x)
    m.joint_spring("torsion", "hinge", stiffness=k * l, damping=0.1, rest=0.2, preload=0.3)
    m.joint_spring("axial", "sleeve", stiffness=5.0, coordinate="position")
    m.bushing("rubber", hook, bodies["spherical"], stiffness=(10, 1e4), damping=(0.1, 10, 1, 2, 3, 4), free=(2,))
    m.friction("brake", "hinge", viscous=0.1, coulomb=0.3, static=0.5, stribeck_speed=0.2, smoothing=0.01)
    m.stop("end", "slide", lower=-1.0, upper=l, stiffness=1e5, damping=0.4)
    m.wrench(
        "push",
        tip,
        force=(1.0, biela.sine(2.0, period=0.5), lambda t: 3 * t),
        moment=(lambda s: -s["hinge.rate"], k, 0),
        axes="frame",
    )
    m.user_effort(
        "law", "hinge", lambda s: -s.parameter("k") * s["hinge.angle"] ** 3 - casadi.fmin(s["hinge.rate"], 2.0) + casadi.sin(s.time)
    )
    m.user_force("pull", hook, bodies["free"], lambda s: 2 * casadi.tanh(s["flight.x"]) / (1 + s["slide.position"] ** 2))
    m.motor("motor", "sleeve", "angle")
    m.thruster("jack", hook, tip)
    m.drive("table", biela.step(0.3, before=l, start=0.1, rise=0.2), coordinate="angle")
    m.drive("sleeve", lambda t: 0.1 * casadi.exp(-t), coordinate="position", name="feed")
    m.point_sensor("point", tip)
    m.gyroscope("gyro", hook)
    m.accelerometer("shaker", tip)
    m.distance_sensor("gap", hook, tip)
    m.user_sensor("ratio", lambda s: s["hinge.angle"] / (1 + casadi.fabs(s["slide.position"])), unit="rad/m")
    return m
