"""The choice of independent coordinates, and of the closure rows from which the others follow.

Columns of the constraint Jacobian are compared at one or several closed states: those of the dependent coordinates must span
its range well at each of them. Coordinates asked for by name are kept independent.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.errors import DescriptionError
from biela.base.rank import ASSEMBLED, conditioning, pivoted_columns, rank
from biela.base.surface import setting
from biela.equations.chart import Chart
from biela.mechanism.rows import rolls
from biela.state.coordinates import best_coordinates, named_coordinates
from biela.state.functions import MachineFunctions
from biela.state.state import State


def choose_chart(functions: MachineFunctions, states: Sequence[State], wanted: Sequence[str] | None = None) -> Chart:
    """Choose the chart of a machine about some closed states.

    Parameters
    ----------
    wanted : coordinates to be independent (`joint`, or `joint.rate` where it has several); defaults to the best choice

    Raises
    ------
    DescriptionError : the loops tie the wanted coordinates to each other, or they are too few or too many
    """
    if rolling := rolls(functions.mechanism):
        raise DescriptionError(
            f"{', '.join(map(repr, rolling))} roll: more positions than speeds are free, and filters here take as many of both. "
            "Let the wheels slip a little instead (tyres, contacts), or lock them."
        )
    names = functions.layout.rate_names
    kept = tuple(k - functions.layout.networks.start for k in functions.layout.responding)
    n_v = len(names)
    jacobians = [
        np.asarray(functions.evaluate("constraint_jacobian", *state.arguments())[0]) for state in states if functions.n_rows
    ]
    if not jacobians:
        if wanted is not None and set(wanted) != set(names):
            named_coordinates(wanted, names)
            raise DescriptionError(
                f"without loops every coordinate is independent: {', '.join(names)}. Leave out {setting('independent')}."
            )
        return Chart(tuple(range(n_v)), (), (), kept)
    full = max(rank(G) for G in jacobians)
    free = _wanted(wanted, names, n_v - full) if wanted is not None else best_coordinates(jacobians, full).independent
    dependent = [i for i in range(n_v) if i not in free]
    if min(conditioning(G[:, dependent], full) for G in jacobians) < ASSEMBLED:
        raise DescriptionError(
            f"{', '.join(names[i] for i in free)} cannot be independent here: in a state given, the loops tie them to each "
            f"other or leave another coordinate undetermined. Choose other coordinates, or leave out {setting('independent')}."
        )
    rows = sorted(pivoted_columns(jacobians[0][:, dependent].T, full))
    return Chart(tuple(free), tuple(dependent), tuple(rows), kept)


def _wanted(wanted: Sequence[str], names: list[str], k: int) -> list[int]:
    places = named_coordinates(wanted, names)
    if len(set(places)) != k:
        raise DescriptionError(f"the machine moves in {k} independent coordinates; `independent` names {len(set(places))}.")
    return places
