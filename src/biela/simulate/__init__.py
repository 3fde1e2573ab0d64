"""Computing with a machine: assembly, equilibrium, time integration, results.

The package has the name of its main function: `biela.simulate(machine, …)` runs a machine whichever of the two Python
has at hand.

from biela.simulate import AugmentedLagrangian, Baumgarte, Compliant, Penalty    # formulations with numbers of one's own
from biela.simulate import branches, equilibria         # also methods of `Mechanism`
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.simulate.assemble import branches as branches
    from biela.simulate.batch import Batch as Batch
    from biela.simulate.batch import simulate_batch as simulate_batch
    from biela.simulate.equilibrium import Equilibrium as Equilibrium
    from biela.simulate.equilibrium import equilibria as equilibria
    from biela.simulate.event import Event as Event
    from biela.simulate.formulation import AugmentedLagrangian as AugmentedLagrangian
    from biela.simulate.formulation import Baumgarte as Baumgarte
    from biela.simulate.formulation import Compliant as Compliant
    from biela.simulate.formulation import Penalty as Penalty
    from biela.simulate.history import History as History
    from biela.simulate.history import load as load
    from biela.simulate.holding import hold as hold
    from biela.simulate.holding import steady as steady
    from biela.simulate.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulate.state import State as State

_HOME = {
    "AugmentedLagrangian": "formulation", "Batch": "batch", "Baumgarte": "formulation", "Compliant": "formulation",
    "Equilibrium": "equilibrium", "Event": "event",
    "History": "history", "Penalty": "formulation", "State": "state", "branches": "assemble", "equilibria": "equilibrium",
    "hold": "holding", "inverse_dynamics": "inverse", "load": "history", "simulate_batch": "batch", "steady": "holding",
}  # fmt: skip
__all__ = [
    "AugmentedLagrangian", "Batch", "Baumgarte", "Compliant", "Equilibrium", "Event", "History", "Penalty", "State",
    "branches", "equilibria", "hold", "inverse_dynamics", "load", "simulate_batch", "steady",
]  # fmt: skip


class _Simulate(ModuleType):
    """This package, callable as the function it is named after."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from biela.simulate.run import simulate

        return simulate(*arguments, **options)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"biela.simulate.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"biela.simulate has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


sys.modules[__name__].__class__ = _Simulate
