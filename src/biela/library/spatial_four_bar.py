"""Spatial four-bar R-S-U-R: a crank turns in one plane, a rocker swings in another, a coupler joins them in space.

       ball S
         o─────────── coupler 120 mm ───────────o U universal
         │ crank 50 mm, about x                 │ rocker 120 mm, about z
         o R ───────────── base 150 mm ─────────o R

Slender rods: crank 0.1 kg, rocker 0.4 kg, coupler 0.4 kg; no gravity unless asked for. The rods have no inertia about
their own axes, as published. Angles: the crank from −z towards +y, the rocker from +x; the universal joint turns first
about an axis across the rocker in its plane of swing, then about the coupler's own y.

Source: "Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e
Informática industrial, second worked mechanism: the crank makes one turn at 1 rpm. Closed form of the rocker's angle
θ₄ at the crank's angle θ₂, from the distance of ball and universal joint,

    L₁² + L₂² + L₄² − L₃² + 2 L₁ L₄ cos θ₄ − 2 L₂ L₄ sin θ₂ sin θ₄ = 0

The article's torque "close to 6 N·m" is a million times too large: the peak is 3.943 µN·m.
"""

from __future__ import annotations

from dataclasses import replace

from biela import deg, rpm
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion, polynomial
from biela.simulation.case import Case
from biela.state.state import State

BASE, CRANK, COUPLER, ROCKER = 0.150, 0.050, 0.120, 0.120  # m
CRANK_MASS, ROCKER_MASS, COUPLER_MASS = 0.1, 0.4, 0.4  # kg
SPEED = 1 * rpm
START = {"crank_pivot": 90 * deg}
GUESS = {**START, "rocker_pivot": 112.77 * deg, "universal": (0.0, 97.58 * deg)}
"""The published start, which leaves the ball open by 0.014 mm."""


def build(
    base: float = BASE, crank: float = CRANK, coupler: float = COUPLER, rocker: float = ROCKER,
    gravity: tuple[float, float, float] = (0, 0, 0),
) -> Mechanism:  # fmt: skip
    """Build the linkage with a torque input on the crank; the ball joint closes the loop."""
    m = Mechanism("spatial four-bar", gravity=gravity)
    driver = slender_rod(m, "crank", CRANK_MASS, crank)
    swing = slender_rod(m, "rocker", ROCKER_MASS, rocker)
    link = slender_rod(m, "coupler", COUPLER_MASS, coupler)
    m.revolute("crank_pivot", m.ground.frame("crank_pivot", rotation=(0, 90 * deg, 0)), driver)
    m.revolute("rocker_pivot", m.ground, swing, parent_point=(base, 0, 0))
    m.universal("universal", swing.frame("universal", (rocker, 0, 0), (90 * deg, 0, 0)), link)
    m.spherical("ball", driver, link, parent_point=(crank, 0, 0), child_point=(coupler, 0, 0))
    m.motor("motor", "crank_pivot")
    return m


def motion(speed: float = SPEED) -> dict[str, Motion]:
    """Return the published motion: one turn of the crank at constant speed."""
    return {"crank_pivot": polynomial(START["crank_pivot"], speed)}


def start(machine: Mechanism, speed: float = SPEED) -> State:
    """Start as published: crank upright at 90°, turning at 1 rpm."""
    return machine.assemble(START, rates={"crank_pivot": speed}, guess=GUESS)


def complete(case: Case) -> Case:
    """Add the published motion, for inverse dynamics."""
    return replace(case, motion=motion())
