"""Stewart-Gough platform: six telescopic legs (universal joint, cylinder, ball) carry a plate.

         ____platform____            base circle 3 m, plate circle 1 m, plate 2 m above the base;
        /\\      /\\      /\\          joints in pairs: ±2.5° on the base, ±10° on the plate, 60° apart
       /  \\    /  \\    /  \\
      / leg\\  /    \\  /    \\        mobility 6
     ──────── base ────────────

Source: Smith & Wendlandt (2002), "Creating a Stewart platform model using SimMechanics", MATLAB Digest; steel of
76 kN/m³, plate 50 mm thick, leg tubes 50/30 mm in radius, tube and rod each three quarters of the leg. (The source
gives the rod the outer radius of its tube; here it has the inner one, so that it fits.) Chosen here: the cylinders are
springs, unstressed in the start position, and leg 1 starts extending at 0.5 m/s, which shakes all six degrees of freedom.
"""

from __future__ import annotations

import math

import numpy as np

from biela import deg
from biela.base.array import Array
from biela.lie.inertia import cylinder, hollow_cylinder
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

BASE_RADIUS, PLATE_RADIUS, HEIGHT = 3.0, 1.0, 2.0  # m
BASE_SPREAD, PLATE_SPREAD = 2.5 * deg, 10 * deg  # half the angle between the joints of a pair
THICKNESS = 0.05  # m, of the plate
TUBE_RADIUS, ROD_RADIUS = 0.05, 0.03  # m
SHARE = 0.75  # length of tube and of rod, as parts of the leg
DENSITY = 76e3 / 9.81  # kg/m³, steel
GRAVITY = 9.81  # m/s²
STIFFNESS = 2e5  # N/m, of each cylinder
START_RATE = 0.5  # m/s, of leg 1


def build(
    base_radius: float = BASE_RADIUS, plate_radius: float = PLATE_RADIUS, height: float = HEIGHT, stiffness: float = STIFFNESS,
    damping: float = 0.0, gravity: float = GRAVITY,
) -> Mechanism:  # fmt: skip
    """Build the platform, drawn in its start position, with a force input on each cylinder."""
    m = Mechanism("Stewart-Gough platform", gravity=(0, 0, -gravity))
    feet, heads = joints(base_radius, plate_radius, height)
    mass = DENSITY * math.pi * plate_radius**2 * THICKNESS
    inertia = cylinder(mass, plate_radius, THICKNESS)
    platform = m.body("platform", mass=mass, inertia=inertia, position=(0, 0, height))
    for i, (foot, head) in enumerate(zip(feet, heads, strict=True), 1):
        length = float(np.linalg.norm(head - foot))
        along = (head - foot) / length
        level = np.cross((0, 0, 1), along) / np.linalg.norm(np.cross((0, 0, 1), along))
        axes = np.column_stack([np.cross(level, along), level, along])  # z along the leg
        part = SHARE * length
        tube_mass = DENSITY * math.pi * (TUBE_RADIUS**2 - ROD_RADIUS**2) * part
        rod_mass = DENSITY * math.pi * ROD_RADIUS**2 * part
        tube = m.body(
            f"tube_{i}", mass=tube_mass, com=(0, 0, part / 2), position=foot, rotation=axes,
            inertia=hollow_cylinder(tube_mass, ROD_RADIUS, TUBE_RADIUS, part),
        )  # fmt: skip
        rod = m.body(
            f"rod_{i}", mass=rod_mass, com=(0, 0, -part / 2), position=head, rotation=axes,
            inertia=cylinder(rod_mass, ROD_RADIUS, part),
        )  # fmt: skip
        m.universal(f"foot_{i}", m.ground, tube, point=foot, axis=level, second_axis=axes[:, 0])
        m.prismatic(f"cylinder_{i}", tube, rod, point=head, axis=along)
        m.spherical(f"ball_{i}", rod, platform, point=head)
        m.joint_spring(f"spring_{i}", f"cylinder_{i}", stiffness=stiffness, damping=damping)
        m.motor(f"thrust_{i}", f"cylinder_{i}")
    return m


def joints(base_radius: float, plate_radius: float, height: float) -> tuple[Array, Array]:
    """Return the centres of the six feet and of the six balls [m], leg by leg."""
    thirds = [k * 120 * deg for k in range(3)]
    feet = [t + side * BASE_SPREAD for t in thirds for side in (-1, 1)]
    heads = [t + side * (60 * deg - PLATE_SPREAD) for t in thirds for side in (-1, 1)]
    base = [(base_radius * math.cos(a), base_radius * math.sin(a), 0.0) for a in feet]
    plate = [(plate_radius * math.cos(a), plate_radius * math.sin(a), height) for a in heads]
    return np.array(base), np.array(plate)


def start(machine: Mechanism) -> State:
    """Start as drawn, with leg 1 extending at 0.5 m/s and the others at rest."""
    rates = {f"cylinder_{i}": 0.0 for i in range(2, 7)}
    return machine.assemble(rates={"cylinder_1": START_RATE, **rates})
