"""Open chain of rods, pinned at one end; hinge axes alternately z and y, or all z.

    o────o────o────o────o  tip         gravity along −y
    hinge_1  hinge_2 …

Source: the classical test of algorithms whose cost grows linearly with the number of bodies (Featherstone 2008, Rigid
Body Dynamics Algorithms, ch. 10), with rods of 1 m and 1 kg. Each angle is relative to the rod before.
"""

from __future__ import annotations

from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

LINKS = 10
MASS = 1.0  # kg, each
LENGTH = 1.0  # m, each
GRAVITY = 9.81  # m/s²
START_RATE = 0.5  # rad/s, of the first hinge about y: it leaves the plane


def build(
    links: int = LINKS, mass: float = MASS, length: float = LENGTH, gravity: float = GRAVITY, *, planar: bool = False
) -> Mechanism:
    """Build `links` slender rods, straight along +x when every angle is zero."""
    m = Mechanism(f"{'planar ' if planar else ''}chain of {links}", gravity=(0, -gravity, 0))
    inner, end = m.ground, 0.0
    for i in range(1, links + 1):
        rod = slender_rod(m, f"rod_{i}", mass, length)
        axis = (0, 0, 1) if planar or i % 2 else (0, 1, 0)
        m.revolute(f"hinge_{i}", inner, rod, parent_point=(end, 0, 0), axis=axis)
        inner, end = rod, length
    m.point_sensor("tip", inner.point("tip", (end, 0, 0)))
    return m


def start(machine: Mechanism) -> State:
    """Start straight along +x: at rest if planar, else with the second hinge turning at 0.5 rad/s."""
    upright = [j.name for j in machine.joints.values() if abs(j.child.rotation[2, 2]) < 0.5]
    return machine.assemble(rates={upright[0]: START_RATE} if upright else {})
