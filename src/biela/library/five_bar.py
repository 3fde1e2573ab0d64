"""Planar five-bar: a parallel robot with two motors on the base.

                 o tip
               /   \\               cranks   40 mm,  8.29 g
      couplers/     \\              couplers 100 mm, 20.14 g
             o       o elbows       base     100 mm
              \\     /  cranks
               o   o  shoulders     slender rods; no gravity unless asked for

Source: "Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e
Informática industrial, first worked mechanism: it moves as θ_left = 120° + 30° sin t, θ_right = 60° − 30° sin t, so
that the tip goes straight along y. Angles: shoulders from +x, elbows relative to the crank.
"""

from __future__ import annotations

from dataclasses import replace

from biela import deg
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion, Sine
from biela.simulation.case import Case
from biela.state.state import State

BASE, CRANK, COUPLER = 0.100, 0.040, 0.100  # m
CRANK_MASS, COUPLER_MASS = 8.29e-3, 20.14e-3  # kg
AMPLITUDE = 30 * deg  # of the published motion, at 1 rad/s


def build(
    base: float = BASE, crank: float = CRANK, coupler: float = COUPLER, gravity: tuple[float, float, float] = (0, 0, 0)
) -> Mechanism:
    """Build the robot in the x-y plane, with a torque input on each shoulder."""
    m = Mechanism("five-bar", gravity=gravity)
    left, right = slender_rod(m, "left_crank", CRANK_MASS, crank), slender_rod(m, "right_crank", CRANK_MASS, crank)
    left_coupler = slender_rod(m, "left_coupler", COUPLER_MASS, coupler)
    right_coupler = slender_rod(m, "right_coupler", COUPLER_MASS, coupler)
    m.revolute("left_shoulder", m.ground, left)
    m.revolute("right_shoulder", m.ground, right, parent_point=(base, 0, 0))
    m.revolute("left_elbow", left, left_coupler, parent_point=(crank, 0, 0))
    m.revolute("right_elbow", right, right_coupler, parent_point=(crank, 0, 0))
    end = (coupler, 0.0, 0.0)
    m.revolute("tip_pin", left_coupler, right_coupler, parent_point=end, child_point=end)
    m.motor("left_motor", "left_shoulder")
    m.motor("right_motor", "right_shoulder")
    m.point_sensor("tip", left_coupler.point("tip", end))
    return m


def motion() -> dict[str, Motion]:
    """Return the published motion: θ_left = 120° + 30° sin t, θ_right = 60° − 30° sin t."""
    swing = Sine(AMPLITUDE, 1.0)
    return {"left_shoulder": swing + 120 * deg, "right_shoulder": 60 * deg - swing}


def start(machine: Mechanism) -> State:
    """Start on the published motion at t = 0: cranks at 120° and 60°, moving apart at π/6 rad/s."""
    angles = {"left_shoulder": 120 * deg, "right_shoulder": 60 * deg}
    rates = {"left_shoulder": AMPLITUDE, "right_shoulder": -AMPLITUDE}
    return machine.assemble(angles, rates=rates, guess={**angles, "left_elbow": -75 * deg, "right_elbow": 75 * deg})


def complete(case: Case) -> Case:
    """Add the published motion, for inverse dynamics."""
    return replace(case, motion=motion())
