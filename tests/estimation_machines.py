"""Machines that the tests of estimation share, built once for each test session."""

from __future__ import annotations

from functools import cache

import numpy as np

import biela
from biela import estimate
from biela.library import double_crank
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State


def long_four_bar(gravity: float = 9.81) -> Mechanism:
    """Crank 2, coupler 8, rocker 5, ground 10 m; uniform bars of 1 kg per metre; coupler gyroscope and crank encoder."""
    m = Mechanism("long four-bar", gravity=(0, -gravity, 0))
    crank, coupler, rocker = (
        slender_rod(m, name, size, size) for name, size in (("crank", 2.0), ("coupler", 8.0), ("rocker", 5.0))
    )
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(2, 0, 0))
    m.revolute("C", coupler, rocker, parent_point=(8, 0, 0), child_point=(5, 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(10, 0, 0))
    m.gyroscope("gyro", coupler, axes="z", noise=9.84e-4)
    m.encoder("encoder", "A", noise=np.radians(1.0))
    m.imu("imu", coupler, axes="xyz", noise=(1e-3, 1e-3, 1e-3, 0.05, 0.05, 0.05))
    return m


def long_start(m: Mechanism, angle: float = np.pi / 3) -> State:
    """At rest, the joint between coupler and rocker above the ground line."""
    return m.assemble({"A": angle}, guess={"A": angle, "B": np.radians(25) - angle, "D": np.radians(100)})


def pendulum(damping: float = 0.0) -> Mechanism:
    """A bob of 1 kg on 1 m (a free parameter), with an encoder."""
    m = Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.0, "m")
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, child_point=(0, length, 0))
    if damping:
        m.joint_spring("damper", "pivot", damping=damping)
    m.encoder("encoder", "pivot", noise=0.05)
    return m


def oscillator() -> Mechanism:
    """A mass on a spring with a damper: linear. Its position is read, and (at a fifth of the rate) its acceleration."""
    m = Mechanism("oscillator", gravity=(0, 0, 0))
    block = m.body("block", mass=2.0)
    m.prismatic("slide", m.ground, block, axis=(1, 0, 0))
    m.joint_spring("spring", "slide", stiffness=50.0, damping=1.5)
    m.encoder("ruler", "slide", noise=0.02)
    return m


@cache
def crank_model(data: str = "literal") -> tuple[estimate.Model, State, State]:
    """The double crank with its two branches."""
    m = double_crank.build(data=data)  # type: ignore[arg-type]
    up, down = double_crank.start(m, 1.0, 1), double_crank.start(m, -1.0, -1)
    return estimate.Model(m, [up, down], independent=["A"]), up, down


def five_bar() -> Mechanism:
    """Planar five-bar with two gyroscopes: two freedoms, one loop."""
    m = Mechanism("five-bar", gravity=(0, -9.81, 0))
    bars = {name: slender_rod(m, name, 1.0, size) for name, size in (("a", 0.5), ("b", 0.9), ("c", 0.9), ("d", 0.5))}
    m.revolute("A", m.ground, bars["a"])
    m.revolute("B", bars["a"], bars["b"], parent_point=(0.5, 0, 0))
    m.revolute("C", bars["b"], bars["c"], parent_point=(0.9, 0, 0), child_point=(0.9, 0, 0))
    m.revolute("D", bars["d"], bars["c"], parent_point=(0.5, 0, 0))
    m.revolute("E", m.ground, bars["d"], parent_point=(0.6, 0, 0))
    m.gyroscope("left", bars["a"], axes="z", noise=0.01)
    m.gyroscope("right", bars["d"], axes="z", noise=0.01)
    return m


def five_bar_start(m: Mechanism) -> State:
    """Both cranks up and outwards, the knee above."""
    return m.assemble({"A": 2.0, "E": 1.2}, guess={"A": 2.0, "E": 1.2, "B": -1.1, "D": 0.7})


def spinning_gyro() -> Mechanism:
    """A body about a fixed point (spherical joint) with a gyroscope and the position of two of its points."""
    m = Mechanism("top", gravity=(0, 0, -9.81))
    body = m.body("body", mass=1.0, com=(0, 0, -0.3), inertia=(0.02, 0.03, 0.01))
    m.spherical("ball", m.ground, body)
    m.gyroscope("gyro", body, noise=0.01)
    m.position_sensor("mark_1", body.point("p1", (0.5, 0, 0)), noise=0.01)
    m.position_sensor("mark_2", body.point("p2", (0, 0.5, 0)), noise=0.01)
    return m


deg = biela.deg
