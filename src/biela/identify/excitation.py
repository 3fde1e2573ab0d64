"""Optimal excitation: motions of the independent coordinates from which the parameters can be identified, within limits.

The problem is stated in `biela.identify.design`; the solver is IPOPT, called through CasADi, from several seeded random starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.blas import one_thread
from biela.base.checked import checked, guard, reporter
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, LoopNotClosed, count
from biela.identify.base_set import BaseSet
from biela.identify.design import Criterion, Design, Limits, PlannedMotion
from biela.identify.regressor import Regressor
from biela.identify.trajectory import Trajectory
from biela.state.consistent_motion import SingularPosition

POWERS = (1.0, 3.0, 10.0)
"""Powers of the smooth bounds of a condition number, one after the other."""
UNREACHABLE = 1e3
"""Value of the criterion and of limits where loops cannot be closed: IPOPT steps back."""


class NoExcitation(BielaError):
    """No motion within the limits was found."""


@dataclass(frozen=True)
class Excitation(PlannedMotion):
    """A designed experiment.

    Attributes
    ----------
    coefficients : of the trajectory, one row for each moved coordinate
    condition, scaled_condition : of the observation matrix at the samples
    starts : scaled condition numbers of the random starts
    history : criterion after each evaluation of the best run
    """

    coefficients: Array
    samples: int
    condition: float
    scaled_condition: float
    starts: tuple[float, ...]
    history: tuple[float, ...] = field(repr=False, default=())
    seconds: float = 0.0

    def times(self, samples: int | None = None) -> Array:
        """Return times at equal intervals; those of the design if no number is given."""
        return self.trajectory.times(self.samples if samples is None else samples)

    def motion(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """Return q, v, a of all independent coordinates at times."""
        return self.at(self.coefficients, np.asarray(t, float))

    def table(self, samples: int | None = None) -> Any:
        """Return a pandas table: time, then position, velocity and acceleration of each coordinate."""
        import pandas as pd

        t = self.times(samples)
        q, v, a = self.motion(t)
        columns = {"time": t}
        for k, name in enumerate(self.coordinates):
            columns |= {f"{name}.position": q[:, k], f"{name}.rate": v[:, k], f"{name}.acceleration": a[:, k]}
        return pd.DataFrame(columns)

    def save(self, path: str | Path, samples: int | None = None) -> None:
        """Write the table as CSV."""
        write_whole(Path(path), self.table(samples).to_csv(index=False))


@one_thread("scipy.linalg")
@checked(positive=("samples", "starts", "runs", "iterations"), nonnegative=("seed",))
def design_excitation(
    regressor: Regressor, base: BaseSet, trajectory: Trajectory, limits: Limits, *, samples: int = 200,
    fixed: Mapping[str, Callable[[Array], tuple[Array, Array, Array]]] | None = None, criterion: Criterion = "scaled",
    values: ArrayLike | None = None, starts: int = 8, runs: int = 2, iterations: int = 120, seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Excitation:  # fmt: skip
    """Search the best motion for identifying a base set within limits.

    Parameters
    ----------
    trajectory : family of motions of the coordinates that are not `fixed`
    fixed : coordinate → function of times that returns q, v, a, for motions that are not designed (a wheel that turns)
    values : parameters from which efforts are predicted, for limits of effort; those of the description if omitted
    starts : random starts, drawn within the position limits; the best `runs` of them are optimised
    iterations : of IPOPT in each run
    progress : called with a line of text about every twentieth evaluation

    Raises
    ------
    NoExcitation : no start satisfies the loops, or no run ends within all limits
    """
    begun = time.perf_counter()
    design = Design(regressor, base, trajectory, limits, samples=samples, fixed=fixed, criterion=criterion, values=values)
    say = reporter(progress, "progress")
    drawn = _starts(design, starts, seed)
    say(f"{count(len(drawn), 'start')}: scaled condition numbers " + ", ".join(f"{s:.1e}" for s, _ in drawn))
    chosen = [x0 for _, x0 in sorted(drawn, key=lambda pair: pair[0])[:runs]]
    x, history = _best_run(design, chosen, iterations, say)
    raw, scaled = design.conditions(x)
    return Excitation(
        **vars(design.plan), coefficients=x.reshape(design.shape), samples=samples, condition=raw, scaled_condition=scaled,
        starts=tuple(s for s, _ in drawn), history=history, seconds=time.perf_counter() - begun,
    )  # fmt: skip


def _best_run(design: Design, starts: list[Array], iterations: int, say: Callable[[str], None]) -> tuple[Array, tuple[float, ...]]:
    """Return coefficients and history of the best run that ends within all limits."""
    found: list[tuple[float, Array, tuple[float, ...]]] = []
    for k, x0 in enumerate(starts, 1):
        x, history = _staged(design, x0, iterations, say, f"run {k} of {len(starts)}")
        excess = design.violations(x)
        worst = max(excess, key=lambda name: excess[name])
        if excess[worst] <= 0.0:
            found.append((design.objective(x)[0], x, history))
            say(f"  ends at {found[-1][0]:.4g}, within all limits")
        else:
            say(f"  ends beyond the limit of {worst} by {100 * excess[worst]:.2g} %")
    if not found:
        why = f"none of {len(starts)} runs ended within all limits: {worst} is exceeded by {100 * excess[worst]:.2g} %"
        raise NoExcitation(f"{why}. Widen that limit, lower the frequency, or take more iterations.")
    _, x, history = min(found, key=lambda f: f[0])
    return x, history


def _starts(design: Design, number: int, seed: int) -> list[tuple[float, Array]]:
    """Return scaled condition number and coefficients of random starts within the limits of position (and rates)."""
    rng = np.random.default_rng(seed)
    out: list[tuple[float, Array]] = []
    for _ in range(4 * number):
        c = design.trajectory.random(len(design.moved), rng, design.lower, design.upper)
        for B, bound in ((design.V, design.limits.velocity), (design.A, design.limits.acceleration)):
            if bound is not None:  # drawn together until it is within the limit
                peak = np.abs(B @ c.T).max(axis=0)
                middle = (design.Q @ c.T).mean(axis=0)[:, None] * design.trajectory.constant()
                gain = np.minimum(1.0, 0.95 * np.asarray(bound, float) / np.maximum(peak, 1e-300))[:, None]
                c = middle + gain * (c - middle)
        try:
            out.append((design.conditions(c.ravel())[1], c.ravel()))
        except (LoopNotClosed, SingularPosition):
            continue
        if len(out) == number:
            break
    if not out:
        raise NoExcitation("no random motion within the position limits keeps the loops closed: narrow the limits.")
    return out


def _staged(design: Design, x0: Array, iterations: int, say: Callable[[str], None], label: str) -> tuple[Array, tuple[float, ...]]:
    """Approach a condition number, which has corners, through smooth bounds, each run starting where the last one ended."""
    if design.name not in ("condition", "scaled"):
        return _Descent(design, x0, say, label).run(iterations)
    x, history = x0, tuple[float, ...]()
    try:
        for design.power in POWERS:
            x, more = _Descent(design, x, say, f"{label}, power {design.power:g}").run(iterations // len(POWERS))
            history += more
    finally:
        design.power = None
    return x, history


class _Descent:
    """A run of IPOPT from a start, in coefficients scaled to one. The result is the best point within all limits that was seen, or
    the end point if there was none."""

    def __init__(self, design: Design, x0: Array, say: Callable[[str], None], label: str):
        self.design, self.x0, self.say, self.label = design, x0, say, label
        size = design.trajectory.size
        largest = np.abs(x0.reshape(-1, size)).max(axis=1, keepdims=True)
        self.unit = np.maximum(largest, 1e-9).repeat(size, axis=1).ravel()
        self.A, self.low, self.high = design.linear()
        self.span = np.maximum(self.high - self.low, 1e-12)
        self.history: list[float] = []
        self.best: tuple[float, Array] = (np.inf, x0)
        self.last: tuple[bytes, float, Array] = (b"", np.inf, x0)

    def value(self, z: Array) -> tuple[float, Array]:
        """Return the criterion and its gradient; the last point is remembered."""
        key = z.tobytes()
        if self.last[0] != key:
            x = z * self.unit
            try:
                f, g = self.design.objective(x)
            except (LoopNotClosed, SingularPosition):
                f, g = UNREACHABLE, np.zeros(len(x))
            self.last = key, f, g * self.unit
            self.history.append(f)
            if f < self.best[0] and self._within(x):
                self.best = f, x
            if len(self.history) % 20 == 1:
                self.say(f"{self.label}: evaluation {len(self.history)}, criterion {f:.4g}, best {self.best[0]:.4g}")
        return self.last[1], self.last[2]

    def _within(self, x: Array) -> bool:
        reach, room = self.A @ x, 1e-9 * self.span
        inside = np.all(reach <= self.high + room) and np.all(reach >= self.low - room)
        return bool(inside and (not self.design.nonlinear or np.all(self.design.constraints(x)[0] <= 1.0 + 1e-6)))

    def limits(self, z: Array) -> tuple[Array, Array]:
        """Return nonlinear limits, each ≤ 1, and their Jacobian."""
        try:
            c, J = self.design.constraints(z * self.unit)
        except (LoopNotClosed, SingularPosition):
            m = self.design.nonlinear
            return np.full(m, UNREACHABLE), np.zeros((m, len(z)))
        return c, J * self.unit

    def run(self, iterations: int) -> tuple[Array, tuple[float, ...]]:
        """Return coefficients, and the criterion after each evaluation."""
        n, m = len(self.x0), self.design.nonlinear
        f = _callback("criterion", n, 1, lambda z: np.array([self.value(z)[0]]), lambda z: self.value(z)[1][None])
        z = ca.MX.sym("z", n)
        g = [ca.DM((self.A * self.unit) / self.span[:, None]) @ z]
        lower, upper = [self.low / self.span], [self.high / self.span]
        if m:
            c = _callback("limits", n, m, lambda z: self.limits(z)[0], lambda z: self.limits(z)[1])
            g, lower, upper = [*g, c(z)], [*lower, np.full(m, -np.inf)], [*upper, np.ones(m)]
        ipopt = {
            "print_level": 0, "sb": "yes", "max_iter": iterations, "hessian_approximation": "limited-memory",
            "limited_memory_max_history": 30, "tol": 1e-4, "acceptable_tol": 1e-3, "mu_strategy": "adaptive",
        }  # fmt: skip
        options: Any = {"print_time": False, "ipopt": ipopt}
        problem: Any = {"x": z, "f": f(z), "g": ca.vertcat(*g)}
        solver = ca.nlpsol("excitation", "ipopt", problem, options)
        solution = solver(x0=self.x0 / self.unit, lbg=np.concatenate(lower), ubg=np.concatenate(upper))
        end = np.array(solution["x"]).ravel()
        self.value(end)  # the end point counts too
        return self.best[1] if np.isfinite(self.best[0]) else end * self.unit, tuple(self.history)


def _callback(name: str, n: int, m: int, function: Callable[[Array], Array], jacobian: Callable[[Array], Array]) -> ca.Callback:
    """Return a CasADi function of n numbers that returns m, with its exact (m, n) Jacobian."""

    class Callback(ca.Callback):  # type: ignore[misc]
        def __init__(self, label: str, inputs: list[ca.Sparsity], output: ca.Sparsity, rule: Callable[[Array], Array]) -> None:
            ca.Callback.__init__(self)
            self.inputs, self.output, self.rule = inputs, output, rule
            self.construct(label, {})

        def get_n_in(self) -> int:
            return len(self.inputs)

        def get_sparsity_in(self, i: int) -> ca.Sparsity:
            return self.inputs[i]

        def get_sparsity_out(self, i: int) -> ca.Sparsity:
            return self.output

        def eval(self, arguments: Sequence[ca.DM]) -> list[ca.DM]:
            return [ca.DM(self.rule(np.array(arguments[0]).ravel()))]

        def has_jacobian(self) -> bool:
            return self.rule is function

        def get_jacobian(self, label: str, inames: object, onames: object, opts: object) -> ca.Callback:
            results = ca.Sparsity(m, 1)  # CasADi also passes the function's results, which the Jacobian does not need
            self.derivative = Callback(label, [*self.inputs, results], ca.Sparsity.dense(m, n), jacobian)
            return self.derivative

    return Callback(name, [ca.Sparsity.dense(n, 1)], ca.Sparsity.dense(m, 1), function)


guard(__name__)
