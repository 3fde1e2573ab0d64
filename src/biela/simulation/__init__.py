"""Machines in time: methods, formulations, single runs, batches, inverse dynamics and their results.

Knows states and compiled loops. Knows nothing of files, reports or use cases.

    from biela.simulation import AugmentedLagrangian, Baumgarte, Compliant, Penalty    # formulations with parameters
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.simulation.batch import Batch as Batch
    from biela.simulation.batch import simulate_batch as simulate_batch
    from biela.simulation.event import Event as Event
    from biela.simulation.formulation import AugmentedLagrangian as AugmentedLagrangian
    from biela.simulation.formulation import Baumgarte as Baumgarte
    from biela.simulation.formulation import Compliant as Compliant
    from biela.simulation.formulation import Penalty as Penalty
    from biela.simulation.history import History as History
    from biela.simulation.history import load as load
    from biela.simulation.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulation.run import simulate as simulate
    from biela.state.assemble import branches as branches
    from biela.state.equilibrium import Equilibrium as Equilibrium
    from biela.state.equilibrium import equilibria as equilibria
    from biela.state.holding import hold as hold
    from biela.state.holding import steady as steady
    from biela.state.state import State as State

_HOME = {
    "simulation.batch": ["Batch", "simulate_batch"],
    "simulation.event": ["Event"],
    "simulation.formulation": ["AugmentedLagrangian", "Baumgarte", "Compliant", "Penalty"],
    "simulation.history": ["History", "load"],
    "simulation.inverse": ["inverse_dynamics"],
    "simulation.run": ["simulate"],
    "state.assemble": ["branches"],
    "state.equilibrium": ["Equilibrium", "equilibria"],
    "state.holding": ["hold", "steady"],
    "state.state": ["State"],
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}
__all__ = sorted(_MODULE)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        value = getattr(importlib.import_module(f"biela.{_MODULE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"biela.simulation has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE})
