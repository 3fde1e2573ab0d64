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

from biela import views

__version__ = "0.2.0"

deg = math.pi / 180
"""One degree [rad]."""
rpm = 2 * math.pi / 60
"""One revolution per minute [rad/s]."""

_NAMES = {
    "biela.mechanism.mechanism": ["Mechanism"],
    "biela.lie.inertia": ["rod", "box", "cylinder", "sphere"],
    "biela.mechanism.motion": ["sine", "polynomial", "step", "table"],
    "biela.network.network": ["Network"],
    "biela.state.assemble": ["assemble"],
    "biela.state.equilibrium": ["equilibrium"],
    "biela.simulation.run": ["simulate"],
    "biela.simulation.batch": ["simulate_batch"],
    "biela.simulation.inverse": ["inverse_dynamics"],
    "biela.simulation.event": ["Event"],
    "biela.state.state": ["State"],
    "biela.simulation.history": ["History", "load"],
    "biela.analysis.check": ["check"],
    "biela.state.linearise": ["linearise"],
    "biela.errors": ["BielaError"],
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}
_ELSEWHERE = {
    "biela.mechanism": ["Body", "BodyPort", "Frame", "Joint", "Parameter", "constant", "law"],
    "biela.simulation": [
        "AugmentedLagrangian",
        "Batch",
        "Baumgarte",
        "Compliant",
        "Equilibrium",
        "Penalty",
        "branches",
        "equilibria",
    ],
    "biela.lie.inertia": ["hollow_cylinder", "point"],
    "biela.files": ["FileError", "Machine", "dumps", "loads", "read", "save"],
}
"""Names one might look for here: the error says where they are."""

if TYPE_CHECKING:
    from biela.analysis.check import check as check
    from biela.errors import BielaError as BielaError
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
    from biela.simulation.event import Event as Event
    from biela.simulation.history import History as History
    from biela.simulation.history import load as load
    from biela.simulation.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulation.run import simulate as simulate
    from biela.state.assemble import assemble as assemble
    from biela.state.equilibrium import equilibrium as equilibrium
    from biela.state.linearise import linearise as linearise
    from biela.state.state import State as State

for _view, _kind, _maker in (
    ("html", "mechanism.mechanism.Mechanism", "report.notebook:machine_html"),
    ("html", "state.state.State", "report.notebook:state_html"),
    ("html", "analysis.check.Check", "report.notebook:check_html"),
    ("html", "simulation.history.History", "report.notebook:history_html"),
    ("html", "simulation.history.Saved", "report.notebook:saved_html"),
    ("html", "simulation.case.Case", "report.notebook:case_html"),
    ("svg", "network.network.Network", "report.bond_graph:svg"),
    ("plot", "simulation.history.History", "report.plot:plot"),
    ("plot", "simulation.history.Saved", "report.plot:plot"),
    ("report", "simulation.history.History", "report.page:write_bare_page"),
    ("machine_file", "simulation.history.History", "files.result:run_text"),
    ("machine_file", "simulation.case.Case", "files.machine:case_text"),
):
    views.offer(_view, f"biela.{_kind}", f"biela.{_maker}")

__all__ = ["deg", "files", "library", "motion", "rpm", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    """Public names are found where they live when first used, so that `import biela` stays quick."""
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    if name == "motion":
        return importlib.import_module("biela.mechanism.motion")
    if name in ("files", "library"):
        return importlib.import_module(f"biela.{name}")
    for package, names in _ELSEWHERE.items():
        if name in names:
            raise AttributeError(f"biela has no {name!r} here: from {package} import {name}")
    raise AttributeError(f"biela has no {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
