"""biela: dynamics of machines with closed loops.

Describe a machine once; simulate it, drive it, identify it, estimate it: all from one set of equations, at native speed.

    import biela

    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, child_point=(0, 1, 0))
    run = m.simulate({"pivot": 60 * biela.deg}, duration=10.0)
    run["pivot.angle"]
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:
    from biela import app as app
    from biela import estimate as estimate
    from biela import files as files
    from biela import identify as identify
    from biela import library as library
    from biela import lie as lie
    from biela import mechanism as mechanism
    from biela import network as network
    from biela import report as report
    from biela import simulation as simulation
    from biela import study as study
    from biela import vehicle as vehicle
    from biela.base.errors import BielaError as BielaError
    from biela.element.room import element as element
    from biela.files.machine import loads as loads
    from biela.files.machine import read as read
    from biela.files.machine import save as save
    from biela.files.results.load import load as load
    from biela.lie.inertia import box as box
    from biela.lie.inertia import cylinder as cylinder
    from biela.lie.inertia import rod as rod
    from biela.lie.inertia import sphere as sphere
    from biela.mechanism import motion as motion
    from biela.mechanism.mechanism import Mechanism as Mechanism
    from biela.mechanism.motion import polynomial as polynomial
    from biela.mechanism.motion import sine as sine
    from biela.mechanism.motion import step as step
    from biela.mechanism.motion import table as table
    from biela.network.network import Network as Network
    from biela.simulation.batch import simulate_batch as simulate_batch
    from biela.simulation.case import Case as Case
    from biela.simulation.check import check as check
    from biela.simulation.event import Event as Event
    from biela.simulation.formulation import AugmentedLagrangian as AugmentedLagrangian
    from biela.simulation.formulation import Baumgarte as Baumgarte
    from biela.simulation.formulation import Compliant as Compliant
    from biela.simulation.formulation import Penalty as Penalty
    from biela.simulation.history import History as History
    from biela.simulation.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulation.inverse_kinematics import inverse_kinematics as inverse_kinematics
    from biela.simulation.run import simulate as simulate
    from biela.state.assemble import assemble as assemble
    from biela.state.branches import branches as branches
    from biela.state.equilibrium import equilibria as equilibria
    from biela.state.equilibrium import equilibrium as equilibrium
    from biela.state.holding import hold as hold
    from biela.state.holding import steady as steady
    from biela.state.linearise import linearise as linearise
    from biela.state.state import State as State
    from biela.study.run import sweep as sweep

__version__ = "0.2.0"

deg = math.pi / 180
"""One degree [rad]."""
rpm = 2 * math.pi / 60
"""One revolution per minute [rad/s]."""

__getattr__, __dir__, __all__ = lazy(  # noqa: PLE0605
    __name__,
    here=("deg", "rpm"),
    elsewhere={
        "biela.files": "FileError dumps",
        "biela.lie.inertia": "hollow_cylinder point",
        "biela.mechanism": "Body BodyPort Frame Joint Parameter constant law",
        "biela.simulation": "Batch Equilibrium",
    },
)
"""Whatever else a room offers is found in the room: `biela.network.One`, `biela.vehicle.Car`, `biela.lie.inertia.point`."""
