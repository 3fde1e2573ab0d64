"""How far runs are off, measured in their own tolerance: every method and formulation against a sharp run.

    e(t)  = max over coordinates, rates and states of networks of |x − x_sharp| / max(nominal size, largest |x_sharp| of the run)
    κ     = growth of a small change of the start, by the same measure
    error = max over outputs of e(t) / (rtol · max(1, κ))

A change of the start by ε moves the motion by κ ε, so that no method can be nearer than some κ rtol; in a chaotic machine κ is
10⁴ and more. An error of 100 says: as if the run had started 100 rtol aside. Fixed steps have no tolerance: there an error of 100
says that the run is as far off as if it had started 5 % aside, which is also the part of the energy from which a run is doubtful.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, ToleranceNotReached
from biela.base.locks import cached_property
from biela.base.rank import null_space
from biela.simulation.audit import MOST_ENERGY_ERROR
from biela.simulation.case import Case
from biela.simulation.history import History
from biela.state.closing import ClosureProblem
from biela.state.functions import functions_of
from biela.state.state import State

Array = NDArray[np.float64]
SHARP = (1e-12, 1e-11, 1e-10)
"""Tolerances of the run that others are compared with; the first that can be met."""
ASIDE = 1e-7
"""Change of the start, of sizes one, by which κ is measured."""
OUTPUTS = 20
BOUND = 100.0
"""Largest error of a run that is right."""


@dataclass(frozen=True)
class Verdict:
    """What became of a run: "right", "marked" (doubtful, or with a note of lost digits), "refused" (an error) or "wrong"; and its
    error."""

    word: str
    error: float
    reason: str = ""


@dataclass
class Yardstick:
    """The sharp run of a case, against which others are measured.

    part : of the case's duration
    formulation : of the sharp run; one that changes the machine (compliant) is only comparable with itself
    """

    case: Case
    part: float = 1.0
    formulation: str = "projected"

    def run(self, method: str, formulation: str, rtol: float, start: State | None = None, step: float | None = None) -> History:
        """The case with these settings instead of its own; a fixed step instead of the tolerance."""
        kept = {k: v for k, v in self.case.settings.items() if k in ("max_step",)}
        duration = self.part * self.case.duration
        changed = {"step": step, "output_step": duration / OUTPUTS}
        if step is None:
            changed |= {"rtol": rtol, "atol": rtol / 100}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            case = replace(self.case, settings=kept)
            return case.simulate(duration, start=start, method=method, formulation=formulation, **changed)

    @property
    def usual_step(self) -> float:
        """A step for methods that need one: the case's own, or a 2000th part of the run [s]."""
        return float(self.case.settings.get("step") or self.part * self.case.duration / 2000)

    @cached_property
    def sharp(self) -> History:
        own = self.case.settings.get("method")
        stiff = own == "rosenbrock" or self.formulation == "compliant"
        for rtol in SHARP[:-1]:
            with suppress(ToleranceNotReached):
                return self.run("rosenbrock" if stiff else "dormand-prince", self.formulation, rtol)
        return self.run("rosenbrock" if stiff else "dormand-prince", self.formulation, SHARP[-1])

    @cached_property
    def scale(self) -> Array:
        """Size of each state; infinite for those that do not count."""
        layout, x = self.sharp.functions.layout, self.sharp.x
        size = np.full(x.shape[1], np.inf)
        nominal = np.ones(x.shape[1]) if layout.weights is None else np.asarray(layout.weights[0], float)
        for part in (layout.q, layout.v, layout.networks):
            size[part] = np.maximum(nominal[part], np.abs(x[:, part]).max(axis=0, initial=0.0))
        return size

    def distance(self, run: History) -> float:
        """Largest e(t)."""
        if run.x.shape != self.sharp.x.shape:
            return np.inf
        return float((np.abs(run.x - self.sharp.x) / self.scale).max())

    @cached_property
    def amplification(self) -> float:
        """κ, from neighbours of the start."""
        rng, sharp = np.random.default_rng(3), self.sharp
        starts = [neighbour(self.case.start(), rng, ASIDE) for _ in range(2)]
        method = str(sharp.settings["method"])
        return max(self.distance(self.run(method, self.formulation, 1e-10, start)) / ASIDE for start in starts)

    def judge(self, method: str, formulation: str, rtol: float, step: float | None = None) -> Verdict:
        """Run with a method and a formulation, and compare."""
        try:
            run = self.run(method, formulation, rtol, step=step)
        except BielaError as refusal:
            return Verdict("refused", np.inf, str(refusal))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run.accuracy  # noqa: B018 (marks a run that is off)
        tolerance, aside = rtol if step is None else MOST_ENERGY_ERROR / BOUND, self.distance(run) / max(1.0, self.amplification)
        said = "; ".join(run.notes) or (run.status if run.status != "done" else "")
        # a note tells of lost digits; another motion needs more than that
        marked = run.status == "doubtful" or (said and aside <= MOST_ENERGY_ERROR)
        word = "right" if aside <= BOUND * tolerance else "marked" if marked else "wrong"
        return Verdict(word, aside / tolerance, said)


def neighbour(start: State, rng: np.random.Generator, distance: float) -> State:
    """A start with closed loops at a distance in a random direction of motion, in positions, rates and states of networks."""
    functions = functions_of(start.mechanism)
    layout = functions.layout
    t, x, u, p = start.arguments()
    x = np.array(x, float)
    free = np.eye(layout.n_v)
    if functions.n_rows:
        free = null_space(functions.evaluate("constraint_jacobian", t, x, u, p)[0])

    def direction() -> Any:
        step = free @ rng.normal(size=free.shape[1])
        return step / max(float(np.abs(step).max(initial=0.0)), 1e-300)

    problem, speed = ClosureProblem(functions, t, p), max(1.0, float(np.abs(x[layout.v]).max(initial=0.0)))
    x = problem.moved(x, distance * direction() / problem.step_unit)
    x[layout.v] += distance * speed * direction()
    x[layout.networks] *= 1 + distance * rng.uniform(-1, 1, len(x[layout.networks]))
    for _ in range(4 if functions.n_rows or layout.n_q > layout.n_v else 0):
        x = np.ravel(functions["project"](t, x, u, p))
    return replace(start, x=x)
