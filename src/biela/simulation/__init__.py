"""Machines in time: methods, formulations, single runs, batches, inverse dynamics and their results.

Knows states and compiled loops. Knows nothing of files, reports or use cases.

    from biela.simulation import AugmentedLagrangian, Baumgarte, Compliant, Penalty    # formulations with parameters
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:
    from biela.simulation.batch import Batch as Batch
    from biela.simulation.batch import simulate_batch as simulate_batch
    from biela.simulation.case import Case as Case
    from biela.simulation.event import Event as Event
    from biela.simulation.formulation import AugmentedLagrangian as AugmentedLagrangian
    from biela.simulation.formulation import Baumgarte as Baumgarte
    from biela.simulation.formulation import Compliant as Compliant
    from biela.simulation.formulation import Penalty as Penalty
    from biela.simulation.history import History as History
    from biela.simulation.inverse import inverse_dynamics as inverse_dynamics
    from biela.simulation.run import simulate as simulate
    from biela.state.branches import branches as branches
    from biela.state.equilibrium import Equilibrium as Equilibrium
    from biela.state.equilibrium import equilibria as equilibria
    from biela.state.holding import hold as hold
    from biela.state.holding import steady as steady
    from biela.state.state import State as State

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
