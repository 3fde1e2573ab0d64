"""What is in doubt about runs whose formulation does not watch the loops by itself: stated once for single runs and batches.

A run that is not closed in every step does not notice a singular position: a penalty loses the branch there, other formulations
lose digits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.equations.stabilisation import Penalised, Penalty
from biela.runtime.system import Formulation
from biela.simulation.failure import singular_position
from biela.simulation.prepare import PreparedRun
from biela.simulation.singular import singular_times

Vector = NDArray[np.float64]


def is_unwatched(ready: PreparedRun) -> bool:
    """Whether loops are there, and the steps do not close them."""
    return bool(ready.functions.n_rows) and ready.kept not in (Formulation.PROJECTED, Formulation.EVERY_STAGE)


def note_of_penalty(ready: PreparedRun) -> str:
    """What is to be said of a penalty that errs by more than the tolerance; empty if it does not."""
    stabilised = ready.functions.stabilisation
    if not isinstance(stabilised, Penalty) or ready.method.fixed_step or 1 / stabilised.penalty <= ready.settings.rtol:
        return ""
    return (
        f"formulation 'penalty' leaves about 1/penalty = {1 / stabilised.penalty:.1g} of each acceleration to the gaps of the "
        f"loops, more than rtol = {ready.settings.rtol:g} asks for: use 'augmented-lagrangian', or a larger penalty."
    )


def note_of_passage(ready: PreparedRun, t: Vector, x: Vector, u: Vector, p: Vector) -> str:
    """What is to be said of a run that came through a singular position; empty if it did not.

    Raises
    ------
    SimulationError : it did, and nothing kept its branch
    """
    found = singular_times(ready.functions, t, x, u, p)
    if not found.size:
        return ""
    settings = ready.settings.about([])
    if isinstance(ready.functions.stabilisation, Penalised):
        raise singular_position(float(found[0]), settings)
    return (
        f"the loops came through a singular position near t = {found[0]:.4g} s, where formulation "
        f"{settings['formulation']!r} loses digits: compare with formulation='projected'."
    )
