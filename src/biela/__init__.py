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

import importlib
import math
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

deg = math.pi / 180
"""One degree [rad]."""
rpm = 2 * math.pi / 60
"""One revolution per minute [rad/s]."""

_NAMES = {
    "biela.mechanism.mechanism": ["Mechanism", "Joint"],
    "biela.mechanism.frame": ["Body", "Frame"],
    "biela.lie.inertia": ["rod", "box", "cylinder", "hollow_cylinder", "sphere", "point"],
    "biela.mechanism.motion": ["constant", "sine", "polynomial", "step", "table"],
    "biela.mechanism.load.user": ["law"],
    "biela.mechanism.port": ["BodyPort"],
    "biela.network.network": ["Network"],
    "biela.simulate.assemble": ["assemble", "branches"],
    "biela.simulate.equilibrium": ["equilibrium", "equilibria"],
    "biela.simulate.run": ["simulate"],
    "biela.simulate.batch": ["simulate_batch"],
    "biela.simulate.inverse": ["inverse_dynamics"],
    "biela.simulate.event": ["Event"],
    "biela.simulate.formulation": ["Baumgarte", "Compliant"],
    "biela.simulate.state": ["State"],
    "biela.simulate.history": ["History", "load"],
    "biela.analysis.check": ["check"],
    "biela.analysis.linearise": ["linearise"],
    "biela.errors": ["BielaError"],
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

if TYPE_CHECKING:
    from biela.analysis.check import check as check
    from biela.analysis.linearise import linearise as linearise
    from biela.errors import BielaError as BielaError
    from biela.lie.inertia import box as box
    from biela.lie.inertia import cylinder as cylinder
    from biela.lie.inertia import hollow_cylinder as hollow_cylinder
    from biela.lie.inertia import point as point
    from biela.lie.inertia import rod as rod
    from biela.lie.inertia import sphere as sphere
    from biela.mechanism.frame import Body as Body
    from biela.mechanism.frame import Frame as Frame
    from biela.mechanism.load.user import law as law
    from biela.mechanism.mechanism import Joint as Joint
    from biela.mechanism.mechanism import Mechanism as Mechanism
    from biela.mechanism.motion import constant as constant
    from biela.mechanism.motion import polynomial as polynomial
    from biela.mechanism.motion import sine as sine
    from biela.mechanism.motion import step as step
    from biela.mechanism.motion import table as table
    from biela.mechanism.port import BodyPort as BodyPort
    from biela.network.network import Network as Network
    from biela.simulate.assemble import assemble as assemble
    from biela.simulate.assemble import branches as branches
    from biela.simulate.batch import simulate_batch as simulate_batch
    from biela.simulate.equilibrium import equilibria as equilibria
    from biela.simulate.equilibrium import equilibrium as equilibrium
    from biela.simulate.event import Event as Event
    from biela.simulate.formulation import Baumgarte as Baumgarte
    from biela.simulate.formulation import Compliant as Compliant
    from biela.simulate.history import History as History
    from biela.simulate.history import load as load
    from biela.simulate.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulate.run import simulate as simulate
    from biela.simulate.state import State as State

__all__ = ["deg", "files", "library", "rpm", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    """Public names are found where they live when first used, so that `import biela` stays quick."""
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    if name in ("files", "library"):
        return importlib.import_module(f"biela.{name}")
    raise AttributeError(f"biela has no {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
