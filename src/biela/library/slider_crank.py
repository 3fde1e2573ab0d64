"""Planar slider-crank: crank, connecting rod and piston.

            o crank pin
      crank/  \\___ rod
          /       \\___
    -----o------------[piston]---  x        cylinder.position: of the wrist pin, from the main bearing
     main bearing

Source: W. Simeon (1996), "Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs",
Mathematical Modelling of Systems 2, 1-18; also in the Test Set for IVP Solvers (`crank`). Here the rod is rigid and the
crank free: it starts stretched out at 150 rad/s and then runs by its inertia. The source gives moments about the
bearing (crank) and about the crank pin (rod) and no gravity.
"""

from __future__ import annotations

from biela.library.parts import flat
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.state import State

CRANK, ROD = 0.15, 0.30  # m
CRANK_MASS, ROD_MASS, PISTON_MASS = 0.36, 0.151104, 0.075552  # kg
CRANK_MOMENT = 0.002727  # kg·m² about the main bearing
ROD_MOMENT = 0.0045339259  # kg·m² about the crank pin
START_RATE = 150.0  # rad/s


def build(crank: float = CRANK, rod: float = ROD, gravity: tuple[float, float, float] = (0, 0, 0)) -> Mechanism:
    """Build the mechanism in the x-y plane; centres of mass half way along crank and rod, moments scaled as length²."""
    m = Mechanism("slider-crank", gravity=gravity)
    crank_moment = CRANK_MOMENT * (crank / CRANK) ** 2 - CRANK_MASS * crank**2 / 4
    rod_moment = ROD_MOMENT * (rod / ROD) ** 2 - ROD_MASS * rod**2 / 4
    crank_body = m.body("crank", mass=CRANK_MASS, com=(crank / 2, 0, 0), inertia=flat(crank_moment))
    rod_body = m.body("connecting_rod", mass=ROD_MASS, com=(rod / 2, 0, 0), inertia=flat(rod_moment))
    piston = m.body("piston", mass=PISTON_MASS)
    m.revolute("main_bearing", m.ground, crank_body)
    m.revolute("crank_pin", crank_body, rod_body, parent_point=(crank, 0, 0))
    m.revolute("wrist_pin", rod_body, piston, parent_point=(rod, 0, 0))
    m.prismatic("cylinder", m.ground, piston, axis=(1, 0, 0))
    return m


def start(machine: Mechanism) -> State:
    """Start stretched out along +x, the crank turning at 150 rad/s."""
    reach = sum(nominal(machine.joints[pin].parent.position[0]) for pin in ("crank_pin", "wrist_pin"))
    return machine.assemble({"main_bearing": 0.0}, rates={"main_bearing": START_RATE}, guess={"cylinder": reach})
