"""What an importer's integrator alone errs by: FMPy's CVODE on a machine in independent coordinates, its loops always closed.

Model exchange cannot be more accurate than that. States are the independent q and v and all entries after v; the others follow
from the loops by Newton's method, from the last evaluation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from fmpy.sundials import CVodeSolver
from numpy.typing import NDArray

from biela.export.prepared import Export
from biela.state.coordinates import preferred_coordinates

CLOSED = 1e-12
Vector = NDArray[np.float64]


class IndependentCoordinates:
    """The machine as the callbacks of `CVodeSolver`."""

    def __init__(self, export: Export) -> None:
        self.functions, layout = export.ready.functions, export.ready.functions.layout
        if self.functions.n_rows and layout.n_q != layout.n_v:
            raise ValueError("positions on a manifold have no independent coordinates")
        free = preferred_coordinates(export.case.start(), self.functions).independent
        after = range(layout.n_q + layout.n_v, len(export.states))
        some = [*free, *(layout.n_q + k for k in free), *after]
        self.place = np.array(some if self.functions.n_rows else range(len(export.states)))
        self.mask = np.array([0.0 if k in free else 1.0 for k in range(layout.n_v)])
        self.t, self.x, self.rest = export.ready.t0, np.array(export.x), (export.u, export.p)
        self.y = self.x[self.place]

    def whole(self) -> Vector:
        """The state with all loops closed."""
        self.x[self.place] = self.y
        for _ in range(20 if self.functions.n_rows else 0):
            given = (self.t, self.x, *self.rest)
            if np.abs(np.ravel(self.functions["residual"](*given))).max() < CLOSED:
                break
            self.x = np.ravel(self.functions["reconstruct"](*given, self.mask)).copy()
        return self.x

    def signals(self) -> Vector:
        """All signals, level by level."""
        given = (self.t, self.whole(), *self.rest)
        return np.concatenate([np.ravel(self.functions[level](*given)) for level in ("position", "velocity", "dynamics")])

    def get_x(self, x: Any, n: int) -> None:
        np.ctypeslib.as_array(x, (n,))[:] = self.y

    def set_x(self, x: Any, n: int) -> None:
        self.y = np.ctypeslib.as_array(x, (n,)).copy()

    def get_dx(self, rates: Any, n: int) -> None:
        found = np.ravel(self.functions["rates"](self.t, self.whole(), *self.rest))
        np.ctypeslib.as_array(rates, (n,))[:] = found[self.place]

    def get_nominals(self, nominals: Any, n: int) -> None:
        np.ctypeslib.as_array(nominals, (n,))[:] = 1.0

    def set_time(self, t: float) -> None:
        self.t = t


def run(export: Export, times: Vector, tolerance: float) -> dict[str, Vector]:
    """Main signals at the times."""
    machine = IndependentCoordinates(export)
    own = {name: getattr(machine, name) for name in ("get_x", "set_x", "get_dx", "get_nominals", "set_time")}
    solver = CVodeSolver(
        nx=machine.place.size, nz=0, get_z=None, input=None, startTime=float(times[0]), relativeTolerance=tolerance,
        maxStep=float(times[-1] - times[0]) / 50, maxNumSteps=100_000, **own,
    )  # fmt: skip
    rows = [machine.signals()]
    for before, t in zip(times, times[1:], strict=False):
        solver.step(float(before), float(t))
        machine.t = float(t)
        rows.append(machine.signals())
    names = [signal.name for signal in export.signals]
    return {name: np.array([row[names.index(name)] for row in rows]) for name in export.main_signals}
