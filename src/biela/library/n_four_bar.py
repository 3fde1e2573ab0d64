"""N-four-bar: N parallelograms in a row, which pass positions where their closure equations lose rank.

     B0    B1    B2
      o─────o─────o           uprights `upright_i` on pivots (i, 0), level rods `level_i` between their tips:
      │     │     │           every rod slender, 1 m, 1 kg; gravity 9.81 m/s² along −y
      o     o     o
    pivot_0 …_1 …_2           start: uprights upright, tips at 1 m/s along +x

When the uprights lie flat the mobility is momentarily N + 1; inertia carries the machine through with its uprights
parallel, where their common angle θ from +x obeys

    (4N + 1)/3 θ̈ = −(3N + 1)/2 (g/l) cos θ

Source: problem A02 of González, Dopico, Lugrís & Cuadrado (2006), Multibody System Dynamics 16, 179-190, after Bayo &
Avello (1994), Nonlinear Dynamics 5, 209-231. For N = 2, B0 is at (0.328458111533, 0.944518538181) m after 10 s.
"""

from __future__ import annotations

from biela import deg
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.state import State

WINDOWS = 2
MASS = 1.0  # kg, each rod
LENGTH = 1.0  # m, each rod
GRAVITY = 9.81  # m/s²
START_SPEED = 1.0  # m/s, of the tips along +x


def build(windows: int = WINDOWS, mass: float = MASS, length: float = LENGTH, gravity: float = GRAVITY) -> Mechanism:
    """Build `windows` parallelograms: 2 · windows + 1 rods."""
    m = Mechanism(f"{windows}-four-bar", gravity=(0, -gravity, 0))
    uprights = [slender_rod(m, f"upright_{i}", mass, length) for i in range(windows + 1)]
    levels = [slender_rod(m, f"level_{i}", mass, length) for i in range(1, windows + 1)]
    for i, upright in enumerate(uprights):
        m.revolute(f"pivot_{i}", m.ground, upright, parent_point=(i * length, 0, 0))
        m.point_sensor(f"B{i}", upright.point("tip", (length, 0, 0)))
    for i, level in enumerate(levels, 1):
        m.revolute(f"left_pin_{i}", uprights[i - 1], level, parent_point=(length, 0, 0))
        m.revolute(f"right_pin_{i}", level, uprights[i], parent_point=(length, 0, 0), child_point=(length, 0, 0))
    return m


def start(machine: Mechanism) -> State:
    """Start upright, tips moving along +x."""
    uprights = [name for name in machine.joints if name.startswith("pivot_")]
    pins = [name for name in machine.joints if name.startswith("left_pin_")]
    length = nominal(machine.joints["left_pin_1"].parent.position[0])
    guess = dict.fromkeys(uprights, 90 * deg) | dict.fromkeys(pins, -90 * deg)
    return machine.assemble({"pivot_0": 90 * deg}, rates={"pivot_0": -START_SPEED / length}, guess=guess)
