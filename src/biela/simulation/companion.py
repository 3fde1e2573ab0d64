"""Companions of a run: the same machines from the same start, with other steps or tolerances, and how far they differ.

Differences are parts of amplitudes: the largest difference of a coordinate at the outputs over half its range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array, Flags
from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.equations.stabilisation import Penalised
from biela.integrate.outcome import Outcome
from biela.integrate.system import Status
from biela.simulation.plan import Plan, adaptive_plan
from biela.simulation.settings import EVEN, whole_steps

COARSER = (32, 8, 2)
"""Steps of coarse companions, over those of the run; the cheapest first."""
FINER = 4
"""Ratio of the steps of finer companions."""
LOOSER = 100.0
"""Ratio of the tolerances of companions."""
LOOSEST_RTOL, FINEST_RTOL = 1e-3, 1e-12
"""Limits of the tolerances of companions."""
MOST_FINER = 3
"""Largest number of finer companions."""
FEWEST_STEPS = 20
"""Smallest number of steps, and of outputs, of a companion."""
MOST_COMPARED = 100
"""Largest number of outputs that are compared."""
LEAST_AMPLITUDE = 1e-3
"""Smallest amplitude of a coordinate, as part of the largest one."""
STILL = 1e-9
"""Amplitude of a machine that does not move [m, rad]."""
SHARP, SHARP_RTOL = 0.0, 1e-7
"""Factor and tolerance of a companion with adaptive steps, where those of the run are fixed or its loops are soft."""
SOFT = 1e-12
"""Smallest part of an acceleration left to the gaps of the loops that counts as an error of a formulation."""
ENDED = (Status.DONE, Status.STOPPED_BY_EVENT)


@dataclass(frozen=True)
class Grid:
    """Outputs of companions [s]: those compared and, where they are few, some between, which show the amplitudes.

    places, compared : places of the compared ones among the outputs of the run, and of a companion
    """

    times: Array
    places: NDArray[np.intp]
    compared: NDArray[np.intp]


@dataclass
class Companion:
    """Runs with another setting, of some machines: (n, N, n_x) states on a grid, ends [s], and whether they arrived."""

    factor: float
    grid: Grid
    x: Array
    ends: Array
    fine: Flags

    def some(self, machines: Any) -> Companion:
        """Return the runs of some of its machines."""
        return replace(self, x=self.x[:, machines], ends=self.ends[machines], fine=self.fine[machines])


@dataclass
class Repeatable:
    """A run, or a batch of runs, that can be repeated.

    plan : of the run, before another method took over
    X, U, P : (N, …) starts, inputs and parameters
    go : integrates a plan of some machines
    t, x : (n,) outputs and (n, N, n_x) states, NaN beyond the end
    ends, steps : (N,) of each machine [s, 1]
    yielded : whether another method took over
    """

    plan: Plan
    X: Array
    U: Array
    P: Array
    go: Callable[[Plan, Array, Array, Array], Outcome]
    t: Array
    x: Array
    ends: Array
    steps: NDArray[np.int64]
    yielded: bool = False

    def __deepcopy__(self, memo: Any) -> Repeatable:
        return self  # a copy of the result can still be estimated

    def __reduce__(self) -> Any:  # compiled loops stay in their process: a file says why there is no estimate
        return str, ("the run was pickled before its error was estimated. Ask for run.accuracy first.",)

    @property
    def step(self) -> float | None:
        """Fixed step [s]."""
        return self.plan.fixed_step

    @property
    def soft(self) -> bool:
        """True if a penalty holds the loops: its error does not fall with the steps."""
        own = self.plan.functions.stabilisation
        return bool(self.plan.functions.n_rows and isinstance(own, Penalised) and own.penalty**-own.iterations > SOFT)

    @property
    def order(self) -> int:
        """Order of the method of fixed steps."""
        return int(self.plan.method.order)

    @cached_property
    def sparse(self) -> Grid:
        """Outputs of coarser companions: no denser than the longest steps among them."""
        longest = int(max(self.coarser(), default=1.0)) if self.step is not None else 1
        return self._grid(min(max(int(self.steps.max(initial=1)) // longest, FEWEST_STEPS), MOST_COMPARED))

    @cached_property
    def dense(self) -> Grid:
        """Outputs of finer companions."""
        return self._grid(MOST_COMPARED)

    def _grid(self, count: int) -> Grid:
        n = len(self.t) - 1
        places = np.append(np.arange(0, n, max(1, -(-n // count))), n)
        parts = max(1, -(-FEWEST_STEPS // max(len(places) - 1, 1)))
        times = self.t[places]
        inner = times[:-1, None] + np.diff(times)[:, None] * np.arange(parts) / parts
        return Grid(np.append(inner.ravel(), times[-1]), places, np.arange(len(places)) * parts)

    def coarser(self) -> list[float]:
        """Return the factors of coarse companions that are worth trying."""
        if self.step is not None:
            return [float(k) for k in COARSER if self.steps.max(initial=0) >= FEWEST_STEPS * k]
        knots = self.plan.kinks or len(self.plan.breaks) > 1  # looser tolerances take the same steps from one to the next
        return [LOOSER] if self.plan.settings.rtol * LOOSER <= LOOSEST_RTOL and not knots else []

    def finer(self) -> list[float]:
        """Return the factors of finer companions, one after the other."""
        factors = [(LOOSER if self.step is None else FINER) ** -float(k) for k in range(1, MOST_FINER + 1)]
        return [f for f in factors if self.step is not None or self.plan.settings.rtol * f >= 0.9 * FINEST_RTOL]

    def setting(self, factor: float) -> dict[str, float]:
        """Return the setting of a companion, as a user gives it."""
        if factor == SHARP:
            return {"rtol": SHARP_RTOL}
        if self.step is not None:
            return {"step": float(f"{self.step * factor:.3g}")}
        return {"rtol": float(f"{self.plan.settings.rtol * factor:.3g}")}

    def advice(self, factor: float) -> dict[str, float]:
        """Return the setting to recommend: two digits, rounded down; of a tolerance a power of ten."""
        ((key, value),) = self.setting(1.0).items()
        exponent = np.floor(np.log10(value * factor) + 1e-9)
        unit = 10.0 ** (exponent - 1 if key == "step" else exponent)
        return {key: float(f"{np.floor(value * factor / unit + 1e-9) * unit:.2g}")} if key == "step" else {key: float(unit)}

    def work(self, chosen: NDArray[np.intp], factor: float) -> float:
        """Estimate the number of steps of a companion."""
        return float(self.steps[chosen].sum()) * (1 / factor if self.step is not None else factor**-0.2)

    def again(self, chosen: NDArray[np.intp], factor: float) -> Companion:
        """Run some machines with a step or tolerances that are `factor` times as large."""
        plan, method, grid = self.plan, self.plan.method, self.sparse if factor > 1 else self.dense
        if self.step is not None:
            longest = factor * self.step
            intervals = np.diff(grid.times)
            even = bool(np.all(np.abs(intervals - intervals[0]) <= EVEN * intervals[0]))
            method = replace(method, step=whole_steps(float(intervals[0]), longest) if even else longest)
            factor = method.step / self.step if even else factor
        else:
            atol = plan.settings.atol
            scaled = {k: factor * v for k, v in atol.items()} if isinstance(atol, Mapping) else factor * atol
            plan = replace(plan, settings=replace(plan.settings, rtol=factor * plan.settings.rtol, atol=scaled))
            method = replace(method, rtol=factor * method.rtol, atol=factor * method.atol)
            if getattr(method, "yields", False):
                method = replace(method, yields=self.yielded)
        return self._run(chosen, replace(plan, method=method, times=grid.times), factor, grid)

    def _run(self, chosen: NDArray[np.intp], plan: Plan, factor: float, grid: Grid) -> Companion:
        outcome = self.go(plan, self.X[chosen], self.U[chosen], self.P[chosen])
        x = outcome.x[:, None] if outcome.x.ndim == 2 else outcome.x
        fine = np.array([status in ENDED for status in outcome.status])
        return Companion(factor, grid, x, np.asarray(outcome.t_end, float), fine)

    def sharp(self, chosen: NDArray[np.intp]) -> Companion:
        """Run some machines with adaptive steps and rigid loops, on all outputs."""
        changed = {"formulation": "projected"} if self.soft else {}
        plan = adaptive_plan(self.plan, SHARP_RTOL, self.t, self.X[chosen], self.U[chosen], self.P[chosen], **changed)
        return self._run(chosen, plan, SHARP, self.own(chosen).grid)

    def one(self, k: int) -> Repeatable:
        """Return the run of one machine of a batch."""
        some = slice(k, k + 1)
        return replace(
            self, X=self.X[some], U=self.U[some], P=self.P[some], x=self.x[:, some], ends=self.ends[some], steps=self.steps[some],
        )  # fmt: skip

    def own(self, chosen: NDArray[np.intp]) -> Companion:
        """Return the run itself as a companion."""
        every = np.arange(len(self.t))
        return Companion(1.0, Grid(self.t, every, every), self.x[:, chosen], self.ends[chosen], np.ones(len(chosen), bool))

    def differences(self, chosen: NDArray[np.intp], a: Companion, b: Companion) -> Array:
        """Return (N, m) largest differences of each coordinate over its amplitude; infinite where one broke down.

        a : the run itself, its sharp companion, or a companion on the same grid as b
        """
        u = a.x[b.grid.places if a.factor in (1.0, SHARP) else b.grid.compared][..., self.part]
        v = b.x[b.grid.compared][..., self.part]
        with np.errstate(invalid="ignore"):
            gaps = np.nan_to_num(np.abs(u - v), nan=0.0).max(axis=0, initial=0.0) / self.sizes(chosen, b)
        # runs that end at an event may end at another time
        late = np.abs(a.ends - b.ends) / max(float(self.t[-1] - self.t[0]), 1e-300)
        gaps = np.maximum(gaps, late[:, None])
        gaps[~(a.fine & b.fine)] = np.inf
        return np.asarray(gaps)

    @property
    def part(self) -> slice:
        """Places in x that are compared: coordinates, or the states of networks without a mechanism."""
        layout = self.plan.functions.layout
        return layout.q if layout.n_q else layout.networks

    def sizes(self, chosen: NDArray[np.intp], other: Companion) -> Array:
        """Return (N, m) amplitudes. States of networks with the same unit share one, as the components of a vector."""
        with np.errstate(all="ignore"):
            tables = [self.x[:, chosen][..., self.part], other.x[..., self.part]]
            low = np.fmin.reduce([np.fmin.reduce(x, axis=0) for x in tables])
            high = np.fmax.reduce([np.fmax.reduce(x, axis=0) for x in tables])
        half = 0.5 * np.nan_to_num(high - low, nan=0.0)
        layout = self.plan.functions.layout
        if not layout.n_q:
            units = np.array([unit for _, unit in layout.entries[self.part]])
            for unit in set(units):
                half[:, units == unit] = half[:, units == unit].max(axis=1, keepdims=True)
            return np.asarray(half + STILL)
        return np.asarray(np.maximum(half, LEAST_AMPLITUDE * half.max(axis=1, keepdims=True, initial=0.0) + STILL))
