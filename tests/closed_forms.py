"""Small machines with known answers, shared by several tests."""

from __future__ import annotations

import numpy as np

import biela
from biela.mechanism.mechanism import Mechanism

G = 9.81


def four_bar(name: str = "four-bar", gravity: float = G, spin: float = 0.0) -> Mechanism:
    """Pivots A (0, 0) and D (1, 0); crank 0.4 m, coupler 1 m, rocker 0.8 m; uniform slender rods, 1 kg per metre.

    Angles from the x axis (A and D) and between links (B and C); biela chooses which joint to cut. `spin` is the
    inertia of a rod about itself, which does not matter in the plane.
    """
    m = Mechanism(name, gravity=(0, -gravity, 0))
    for rod, length in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8)):
        m.body(rod, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(mass=length, length=length) + spin * np.eye(3))
    m.revolute("A", m.ground, "crank")
    m.revolute("B", "crank", "coupler", parent_point=(0.4, 0, 0))
    m.revolute("D", m.ground, "rocker", parent_point=(1, 0, 0))
    m.revolute("C", "coupler", "rocker", parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
    return m


def block(name: str = "block", gravity: float = 0.0, mass: float = 1.0) -> Mechanism:
    """A block that slides along x on the joint `rail`; gravity pulls along −x."""
    m = Mechanism(name, gravity=(-gravity, 0, 0))
    m.prismatic("rail", m.ground, m.body("block", mass=mass), axis=(1, 0, 0))
    return m


def pendulum(length: float = 1.0, damping: float = 0.0) -> Mechanism:
    """A point mass of 1 kg on a rod without mass; `pivot` is zero where it hangs."""
    m = Mechanism("pendulum", gravity=(0, -G, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0, com=(0, -length, 0)))
    if damping:
        m.joint_spring("damper", "pivot", damping=damping)
    return m


def period(length: float, amplitude: float) -> float:
    """Exact period of a pendulum, 2π √(l/g) / agm(1, cos(α/2))."""
    a, b = 1.0, np.cos(amplitude / 2)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, np.sqrt(a * b)
    return float(2 * np.pi * np.sqrt(length / G) / a)
