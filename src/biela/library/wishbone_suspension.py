"""Double-wishbone front suspension of a light electric car: 15 bodies, 21 joints, 5 degrees of freedom.

        upper strut ╲ N                       each side: lower arm (hinge E, balls G and L), upper arm (hinge A, ball D),
                     ╲                        knuckle D-G, tie rod H-J to the rack, wheel on K, telescopic strut N-L
     A o─ upper arm ──╲──o D                  the rack joins both sides; car axes: x forward, y left, z up
                       ╲ │
          rack ═o──tie──╲│H  K ▮ wheel        moves: both arms, the rack, both wheels
              J          ╲
     E o── lower arm ────oL──o G

Topology, joints and meaning of the dimensions: a doctoral thesis on the identification of closed-loop mechanisms of low mobility,
chapter 5 (its Table 5.1: 6 revolute, 8 spherical, 4 universal and 3 prismatic joints). It prints neither dimensions nor
inertias; the numbers here were chosen so that every body is physical and the first ten base parameters of its Table 5.9 come
out (-0.34, 0, -0.16, 0, 35, -0.28, -0.14, -1.4, 0.59, -0.00606). The strut top is 5 cm in front of the swing plane of L:
in that plane the struts would move flat, and 24 more parameters would have no effect.

Frames: arms and tie rods have X outboard, Y along the hinge (longitudinal), Z up, and their origin at the outer ball; the knuckle
has its origin midway between its balls with Z from G to D; the wheel's X is its axle; strut parts have X from N to L.
"""

from __future__ import annotations

import re

import numpy as np

from biela.base.errors import DescriptionError, UnknownName
from biela.lie.inertia import SpatialInertia
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Parameter
from biela.state.state import State

LENGTHS = {"Ds2": 0.34, "Ds4": 0.24, "Ds5": 0.06, "Ds6": -0.10, "l4": 0.30, "l7": 0.32,
           "DKx": -0.01, "DKy": -0.03, "DKz": -0.21}  # m; DKy of the right side, the left one has the other sign  # fmt: skip
POINT_E, POINT_A, POINT_J = (0.02, -0.25, 0.20), (0.00, -0.335, 0.525), (-0.09, -0.28, 0.35)  # m, right side
STRUT_TOP = (0.07, -0.40, 0.63)  # m, N
FREE_LENGTH, STIFFNESS, DAMPING = 0.46, 20_000.0, 1500.0  # m, N/m, N·s/m
GRAVITY = 9.81  # m/s²
PARTS = ("lower_arm", "upper_arm", "knuckle", "tie_rod", "wheel", "upper_strut", "lower_strut")
BODIES = (*(f"{part}_right" for part in PARTS), "rack", *(f"{part}_left" for part in PARTS))
"""In the order of the source, which numbers them 1 to 15."""
# m, mx, my, mz, Ixx, Ixy, Iyy, Izz of the right side, about the frame's origin; Ixz = Iyz = 0
DATA = {
    "lower_arm": (2.5, -0.425, 0, 0, 0.02, 0, 0.096333, 0.11),
    "upper_arm": (4.0, -0.48, 0, 0, 0.02, 0, 0.0768, 0.09),
    "knuckle": (10.69, -0.065, 0.045, -0.165, 0.0490, -0.00421, 0.065, 0.05),
    "tie_rod": (0.9, -0.135, 0, 0, 0.0001, 0, 0.027, 0.027),
    "wheel": (15.5, 0.28, 0, 0, 0.575, 0, 0.295, 0.295),
    "upper_strut": (2.0, 0.30, 0, 0, 0.002, 0, 0.06, 0.06),
    "lower_strut": (4.0, -0.72, 0, 0, 0.003, 0, 0.17, 0.17),
    "rack": (5.0, 0, 0, 0, 0.1, 0, 0.01, 0.1),
}  # fmt: skip
COORDINATES = ("E_right", "E_left", "rack_slide", "K_right", "K_left")
CHANNELS = ("lift_right", "lift_left", "rack_force", "wheel_torque_right", "wheel_torque_left")
"""Measured efforts: vertical force on each lower strut part, lateral force on the rack, torque on each axle."""
# dependent parameters of the base sets of the source, in its own short names (its Tables 5.4 to 5.6 and the two random sets)
_I7 = "Ixx7 Ixy7 Ixz7 Iyy7 Iyz7 Izz7"
_I15 = "Ixx15 Ixy15 Ixz15 Iyy15 Iyz15 Izz15"
BASE_SETS = {
    "T1": f"m5 mx5 Izz5 Iyy2 m2 m4 Iyy4 Iyy1 m1 m7 {_I7} m13 mx13 Izz13 Iyy10 m10 m12 Iyy12 Iyy9 m9 m15 {_I15}",
    "T2": f"m5 mx5 Iyy5 mx2 m2 m4 mx4 m1 m3 m7 {_I7} m13 mx13 Iyy13 mx10 m10 m12 mx12 m9 m11 m15 {_I15}",
    "T3": f"m5 mx5 Izz5 Iyy2 mz3 m4 m8 Iyy1 m3 m7 {_I7} m13 mx13 Izz13 Iyy10 mz11 m12 Iyy12 Iyy9 m11 m15 {_I15}",
    "T4": f"m1 Iyy1 m2 Iyy2 Izz3 Iyy4 m5 mx5 Izz5 m7 {_I7} mx9 Iyy10 mz11 Ixx11 Izz11 Iyy12 m13 mx13 Izz13 m15 {_I15}",
    "T5": "m3 mx3 Ixy3 Ixz3 Iyy4 Ixy5 Iyy5 Ixx6 Ixz6 Iyy6 Izz6 Ixy7 mz9 mz10 Iyy10 Ixx11 Ixz11 Izz11 m12 Ixz12 Iyy12 Iyz12 "
          "my13 Ixz13 Iyz13 Izz13 mz14 Ixx14 mz15 Ixy15 Iyy15 Izz15",
}  # fmt: skip

OUTBOARD = {"right": -1.0, "left": 1.0}  # side of the car, along y


def build(strut_top: float = STRUT_TOP[0], gravity: float = GRAVITY, **lengths: float) -> Mechanism:
    """Build the suspension; its dimensions are free parameters by the names of the source.

    strut_top : x of the strut's upper joint [m]; at 0.02, in the swing plane of its lower joint, the strut moves flat
    """
    unknown = set(lengths) - set(LENGTHS)
    if unknown:
        raise DescriptionError(f"build: unknown lengths {', '.join(sorted(unknown))}. Known: {', '.join(LENGTHS)}.")
    m = Mechanism("double-wishbone suspension", gravity=(0, 0, -gravity))
    L = {name: m.parameter(name, value, "m") for name, value in (LENGTHS | lengths).items()}
    m.parameter("lift_right", 0.0, "N")
    m.parameter("lift_left", 0.0, "N")
    for name in BODIES:
        _body(m, name)
    m.prismatic("rack_slide", m.ground, "rack", parent_point=(POINT_J[0], 0, POINT_J[2]), axis=(0, 1, 0))
    m.motor("rack_force", "rack_slide")
    for side in ("right", "left"):
        _side(m, side, L, strut_top)
    return m


def _body(m: Mechanism, name: str) -> None:
    part, _, side = name.rpartition("_")
    mass, mx, my, mz, xx, xy, yy, zz = DATA[part or name]
    if side == "left" and part == "knuckle":
        my, xy = -my, -xy
    if side == "left" and part == "wheel":
        mx = -mx
    inertia = SpatialInertia.from_parameters(np.array([mass, mx, my, mz, xx, xy, 0.0, yy, 0.0, zz]))
    m.body(name, mass=mass, com=inertia.com, inertia=inertia.tensor)


def _side(m: Mechanism, side: str, L: dict[str, Parameter], strut_top: float) -> None:
    out = OUTBOARD[side]

    def place(point: tuple[float, float, float]) -> tuple[float, float, float]:
        return point[0], -out * point[1], point[2]

    def part(name: str) -> Body:
        return m.bodies[f"{name}_{side}"]

    # axes of an arm at rest, as columns: X outboard, Y along the hinge, Z up
    arm = np.array([[0, -out, 0], [out, 0, 0], [0, 0, 1]], float)
    hinge = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], float)  # z of this frame is Y of the arm
    for joint, name, length, point in (("E", "lower_arm", L["Ds2"], POINT_E), ("A", "upper_arm", L["Ds4"], POINT_A)):
        inner = m.ground.frame(f"{joint}_{side}", place(point), arm @ hinge)
        outer = part(name).frame(joint, (-length, 0, 0), hinge)
        m.revolute(f"{joint}_{side}", inner, outer)
    h = L["l7"] / 2
    knuckle = part("knuckle")
    m.spherical(f"D_{side}", part("upper_arm"), knuckle, child_point=(0, 0, h))
    m.spherical(f"G_{side}", part("lower_arm"), knuckle, child_point=(0, 0, -h))
    m.spherical(f"H_{side}", part("tie_rod"), knuckle, child_point=(L["Ds6"], 0, 0))
    end = m.bodies["rack"].frame(f"J_{side}", (0, -out * POINT_J[1], 0), arm)
    m.universal(f"J_{side}", end, part("tie_rod").frame("J", (-L["l4"], 0, 0)))
    offset = L["DKy"] if side == "right" else -L["DKy"]
    bearing = knuckle.frame("K", (L["DKx"], offset, h + L["DKz"]), [[1, 0, 0], [0, 0, 1], [0, -1, 0]])  # z is Y of the knuckle
    axle = part("wheel").frame("K", (0, 0, 0), [[0, 0, 1], [1, 0, 0], [0, 1, 0]])  # z is X of the wheel
    m.revolute(f"K_{side}", bearing, axle)
    m.motor(f"wheel_torque_{side}", f"K_{side}")
    # strut: universal joint with its first axis along the car, its second along Y of the upper part
    top = m.ground.frame(f"N_{side}", place((strut_top, *STRUT_TOP[1:])), [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    m.universal(f"N_{side}", top, part("upper_strut"))
    m.prismatic(f"M_{side}", part("upper_strut"), part("lower_strut"), axis=(1, 0, 0))
    m.spherical(f"L_{side}", part("lower_strut"), part("lower_arm"), child_point=(-L["Ds5"], 0, 0))
    m.spring(f"strut_{side}", top, part("lower_strut"), stiffness=STIFFNESS, damping=DAMPING, free_length=FREE_LENGTH)
    m.wrench(f"lifting_{side}", part("lower_strut"), force=(0, 0, m.parameters[f"lift_{side}"]))


def start(machine: Mechanism) -> State:
    """Start with lower arms level, rack in the middle, wheels straight, at rest."""
    held = dict.fromkeys(COORDINATES, 0.0)
    return machine.assemble(held, guess={**held, "M_right": 0.45, "M_left": 0.45})


def parameter(short: str) -> str:
    """Return the name here of a parameter of the source: `mx1` is `lower_arm_right.mx`, `m8` is `rack.mass`."""
    match = re.fullmatch(r"(m|mx|my|mz|I[xyz]{2})(\d+)", short)
    if match is None or not 1 <= int(match[2]) <= len(BODIES):
        raise UnknownName(f"{short!r} is not a parameter of the source: m3, mx3 or Ixx3, with bodies 1 to 15.")
    return f"{BODIES[int(match[2]) - 1]}.{'mass' if match[1] == 'm' else match[1]}"


def dependent(name: str) -> list[str]:
    """Return dependent parameters of a base set of the source, T1 to T5."""
    if name not in BASE_SETS:
        raise DescriptionError(f"the source has no base set {name!r}. Known: {', '.join(BASE_SETS)}.")
    return [parameter(short) for short in BASE_SETS[name].split()]
