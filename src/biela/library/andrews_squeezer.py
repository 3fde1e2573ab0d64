"""Andrews' squeezing mechanism: seven plane bodies, three loops that meet in one pin, a motor and a spring.

With u(a) = (cos a, sin a), n(a) = (sin a, −cos a) and q = (β, Θ, γ, Φ, δ, Ω, ε), the pins are

    F = 0.007 u(β)          G = A + 0.04 u(δ)          H = A + 0.04 n(ε)
    E = F − 0.028 u(β+Θ) = B + 0.035 n(γ) = G + 0.02 n(Φ+δ) = H + 0.02 u(Ω+ε)

O, A, B and C are fixed. The motor turns the crank O-F; the spring pulls from C at D, a point of the triangle B-E-D.
Each angle of q is the coordinate of one joint:

    joint    O   F   B   G   A_upper   H   A_lower
    angle    β   Θ   γ   Φ   δ         Ω   ε

Source: Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §VII.7, and the Test Set for IVP Solvers
(`andrews`); problem by Giles and Manning. No gravity; from rest; the reference solution is at t = 0.03 s.
"""

from __future__ import annotations

from biela.library.parts import flat
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

A, B, C = (-0.06934, -0.00227, 0), (-0.03635, 0.03273, 0), (0.014, 0.072, 0)  # m
TORQUE = 0.033  # N·m, from the ground on the crank
STIFFNESS, FREE_LENGTH = 4530.0, 0.07785  # N/m, m

BODIES = {
    # name: mass [kg], moment about the mass centre [kg·m²], mass centre in the body [m]: x = u, y = −n
    "crank": (0.04325, 2.194e-6, (0.00092, 0, 0)),
    "connecting_rod": (0.00365, 4.410e-7, (-0.0115, 0, 0)),
    "triangle": (0.02373, 5.255e-6, (0.01043, -0.01874, 0)),
    "upper_link": (0.00706, 5.667e-7, (0, -0.00579, 0)),
    "upper_lever": (0.07050, 1.169e-5, (0.02308, 0.00916, 0)),
    "lower_link": (0.00706, 5.667e-7, (0.00579, 0, 0)),
    "lower_lever": (0.05498, 1.912e-5, (-0.00449, -0.01228, 0)),
}

ANGLES = {
    "O": -0.06171389001427645, "F": 0.0, "B": 0.4552798191630704, "G": 0.2226683901658859,
    "A_upper": 0.4873649795438426, "H": -0.2226683901658859, "A_lower": 1.2305474445498212,
}  # fmt: skip
"""The start [rad]."""


def build(torque: float = TORQUE) -> Mechanism:
    """Build the mechanism in the x-y plane."""
    m = Mechanism("Andrews' squeezer", gravity=(0, 0, 0))
    crank, rod, triangle, upper_link, upper_lever, lower_link, lower_lever = (
        m.body(name, mass=mass, com=com, inertia=flat(moment)) for name, (mass, moment, com) in BODIES.items()
    )
    m.revolute("O", m.ground, crank, cut=False)
    m.revolute("F", crank, rod, parent_point=(0.007, 0, 0), cut=False)
    m.revolute("B", m.ground, triangle, parent_point=B, cut=False)
    m.revolute("A_upper", m.ground, upper_lever, parent_point=A, cut=False)
    m.revolute("G", upper_lever, upper_link, parent_point=(0.04, 0, 0), cut=False)
    m.revolute("A_lower", m.ground, lower_lever, parent_point=A, cut=False)
    m.revolute("H", lower_lever, lower_link, parent_point=(0, -0.04, 0), cut=False)
    # four bodies on one pin: three joints
    E = (-0.028, 0, 0)
    m.revolute("E_triangle", rod, triangle, parent_point=E, child_point=(0, -0.035, 0))
    m.revolute("E_upper", rod, upper_link, parent_point=E, child_point=(0, -0.02, 0))
    m.revolute("E_lower", rod, lower_link, parent_point=E, child_point=(0.02, 0, 0))
    m.wrench("motor_torque", crank, moment=(0, 0, torque))
    D = triangle.point("D", (0.02, -0.018, 0))
    m.spring("spring", m.ground.point("C", C), D, stiffness=STIFFNESS, free_length=FREE_LENGTH)
    return m


def start(machine: Mechanism) -> State:
    """Start at rest; the printed angles close the loops to the last digit, and are cleaned up from there."""
    return machine.assemble(guess=ANGLES)
