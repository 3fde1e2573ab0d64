"""Optimal excitation: motions of the independent coordinates from which the parameters can be told, within limits.

The coefficients of the trajectories minimise a criterion of the observation matrix (`biela.identify.criterion`) under limits
of position, velocity and acceleration (linear in the coefficients), of effort and of distance to dead points (collected by a
smooth maximum). The gradient is exact (`biela.identify.sensitivity`); the solver is IPOPT, called through CasADi, from several
seeded random starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.errors import BielaError, DescriptionError, LoopNotClosed, UnknownName, count, nearest
from biela.identify.base_set import BaseSet
from biela.identify.callback import callback
from biela.identify.criterion import Name, criterion
from biela.identify.kinematics import Motion
from biela.identify.projection import SingularPosition
from biela.identify.regressor import Regressor
from biela.identify.sensitivity import Sensitivity
from biela.identify.trajectory import Trajectory

Array = NDArray[np.float64]
SHARPNESS = 40.0
"""Of the smooth maximum, relative to the limit: it overestimates the largest of 250 samples by log(250)/40 = 14 % at most."""
POWERS = (1.0, 3.0, 10.0)
"""Of the smooth bounds of a condition number, one after the other."""
INSIDE = 0.995
"""Limits are held to this part on the grid, so that the motion between its points respects them:"""
GRID = 300
"""points at least, sixty in a period of the fifth harmonic, between which a sine rises by 0.14 % at most."""


class NoExcitation(BielaError):
    """No motion within the limits was found."""


@dataclass(frozen=True)
class Limits:
    """Limits of an experiment; arrays have one entry for each moved coordinate (or one for all).

    Attributes
    ----------
    position : (lower, upper) [rad, m]
    velocity, acceleration : largest magnitudes; none if None
    effort : largest magnitude of each channel; none if None
    singularity : smallest singular value of the dependent closure Jacobian; none if None
    """

    position: tuple[Any, Any]
    velocity: Any = None
    acceleration: Any = None
    effort: Any = None
    singularity: float | None = None


@dataclass(frozen=True)
class Excitation:
    """A designed experiment.

    Attributes
    ----------
    trajectory, coefficients : of the moved coordinates
    coordinates : all independent coordinates; those in `fixed` follow given motions
    condition, scaled_condition : of the observation matrix at the samples
    starts : scaled condition numbers of the random starts
    history : criterion after each evaluation of the best run
    """

    trajectory: Trajectory
    coefficients: Array
    coordinates: tuple[str, ...]
    moved: tuple[str, ...]
    fixed: Mapping[str, Callable[[Array], tuple[Array, Array, Array]]]
    samples: int
    condition: float
    scaled_condition: float
    starts: tuple[float, ...]
    history: tuple[float, ...] = field(repr=False, default=())
    seconds: float = 0.0

    def times(self, samples: int | None = None) -> Array:
        return self.trajectory.times(samples or self.samples)

    def motion(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, v, a of all independent coordinates at times."""
        return _assembled(
            self.coordinates, self.moved, self.fixed, self.trajectory, self.coefficients, np.asarray(t, float)
        )

    def table(self, samples: int | None = None) -> Any:
        """A pandas table: time, then position, velocity and acceleration of each coordinate."""
        import pandas as pd

        t = self.times(samples)
        q, v, a = self.motion(t)
        columns = {"time": t}
        for k, name in enumerate(self.coordinates):
            columns |= {f"{name}.position": q[:, k], f"{name}.rate": v[:, k], f"{name}.acceleration": a[:, k]}
        return pd.DataFrame(columns)

    def save(self, path: str, samples: int | None = None) -> None:
        """Write the table as CSV."""
        self.table(samples).to_csv(path, index=False)


def _assembled(
    coordinates: Sequence[str],
    moved: Sequence[str],
    fixed: Mapping[str, Any],
    trajectory: Trajectory,
    c: Array,
    t: Array,
) -> tuple[Array, Array, Array]:
    own = trajectory.evaluate(c, t)
    out = [np.zeros((len(t), len(coordinates))) for _ in range(3)]
    for k, name in enumerate(coordinates):
        parts = fixed[name](t) if name in fixed else tuple(x[:, list(moved).index(name)] for x in own)
        for target, part in zip(out, parts, strict=True):
            target[:, k] = part
    return out[0], out[1], out[2]


class Design:
    """The optimisation problem of one experiment."""

    def __init__(
        self,
        regressor: Regressor,
        base: BaseSet,
        trajectory: Trajectory,
        limits: Limits,
        *,
        samples: int = 200,
        fixed: Mapping[str, Any] | None = None,
        criterion: Name = "scaled",
        values: ArrayLike | None = None,
    ):
        self.regressor, self.base, self.trajectory, self.limits = regressor, base, trajectory, limits
        self.fixed = dict(fixed or {})
        for name in self.fixed:
            if name not in regressor.coordinates:
                raise UnknownName(
                    f"fixed motion of {name!r}: no independent coordinate of that name.{nearest(name, regressor.coordinates)}"
                )
        self.coordinates = tuple(regressor.coordinates)
        self.moved = tuple(c for c in self.coordinates if c not in self.fixed)
        if not self.moved:
            raise DescriptionError("every coordinate has a fixed motion: nothing is left to design.")
        if samples * regressor.dof < base.rank:
            raise DescriptionError(
                f"{samples} samples give {samples * regressor.dof} equations for {base.rank} parameters: take more."
            )
        self.name: Name = criterion
        self.power: float | None = None  # of the smooth bound that stands in for a condition number
        self.samples = samples
        self.t = trajectory.times(samples)
        self.Q, self.V, self.A = trajectory.basis(self.t)
        self.sensitivity = Sensitivity(regressor)
        at = {n: k for k, n in enumerate(regressor.names)}
        self.columns = [at[n] for n in base.independent]
        self.at = [self.coordinates.index(name) for name in self.moved]
        self.values = regressor.nominal if values is None else np.asarray(values, float)
        self.lower, self.upper = (np.broadcast_to(np.asarray(x, float), len(self.moved)) for x in limits.position)
        if np.any(self.lower >= self.upper):
            k = int(np.argmax(self.lower >= self.upper))
            raise DescriptionError(f"limits of {self.moved[k]!r}: {self.lower[k]:g} is not below {self.upper[k]:g}.")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.moved), self.trajectory.size

    def motion(self, x: Array) -> Motion:
        c = x.reshape(self.shape)
        q, v, a = _assembled(self.coordinates, self.moved, self.fixed, self.trajectory, c, self.t)
        return self.regressor.motion(q, v, a, self.t)

    def objective(self, x: Array) -> tuple[float, Array]:
        """The criterion and its exact gradient."""
        motion = self.motion(x)
        W, known, stacked = self.sensitivity.forward(motion)
        flat = W.reshape(-1, W.shape[2])[:, self.columns]
        value, bar = criterion(flat, self.name, self.power)
        W_bar = np.zeros_like(W)
        W_bar[:, :, self.columns] = bar.reshape(len(motion), -1, len(self.columns))
        return value, self._to_coefficients(self.sensitivity.gradient(motion, stacked, W, known, W_bar))

    def _to_coefficients(self, gradients: tuple[Array, Array, Array]) -> Array:
        total = sum(g[:, self.at].T @ B for g, B in zip(gradients, (self.Q, self.V, self.A), strict=True))
        return np.asarray(total).ravel()

    def conditions(self, x: Array) -> tuple[float, float]:
        """Raw and scaled condition number."""
        W = self.regressor.matrix(self.motion(x))
        flat = W.reshape(-1, W.shape[2])[:, self.columns]
        return float(np.linalg.cond(flat)), float(
            np.linalg.cond(flat / np.maximum(np.linalg.norm(flat, axis=0), 1e-300))
        )

    # --------------------------------------------------------------------------------------------- nonlinear limits

    @property
    def nonlinear(self) -> int:
        """Number of nonlinear constraints, each ≤ 1."""
        return (0 if self.limits.effort is None else self.regressor.dof) + (self.limits.singularity is not None)

    def constraints(self, x: Array) -> tuple[Array, Array]:
        """Smooth maxima of |effort| / limit by channel, and of limit / distance to dead points, with their Jacobian."""
        motion = self.motion(x)
        values, rows = [], []
        if self.limits.effort is not None:
            W, known, stacked = self.sensitivity.forward(motion)
            bound = np.broadcast_to(np.asarray(self.limits.effort, float), self.regressor.dof)
            efforts = (W @ self.values - known) / bound
            for k in range(self.regressor.dof):
                value, share = _smooth_maximum(np.concatenate([efforts[:, k], -efforts[:, k]]))
                pull = (share[: len(efforts)] - share[len(efforts) :]) / bound[k]
                W_bar, known_bar = np.zeros_like(W), np.zeros_like(known)
                W_bar[:, k, :] = pull[:, None] * self.values
                known_bar[:, k] = -pull
                values.append(value)
                rows.append(
                    self._to_coefficients(self.sensitivity.gradient(motion, stacked, W, known, W_bar, known_bar))
                )
        if self.limits.singularity is not None:
            value, row = self._singularity(motion)
            values.append(value)
            rows.append(row)
        return np.array(values), np.array(rows)

    def _singularity(self, motion: Motion) -> tuple[float, Array]:
        loops = self.sensitivity.loops
        if not loops.dependent:
            return 0.0, np.zeros(int(np.prod(self.shape)))
        G = loops.jacobian(motion.x)
        U, s, Vt = np.linalg.svd(G[:, loops.rows, :][:, :, loops.dependent])
        assert self.limits.singularity is not None
        ratio = self.limits.singularity / s[:, -1]
        value, share = _smooth_maximum(ratio)
        left, right = np.zeros((len(s), G.shape[1])), np.zeros((len(s), G.shape[2]))
        left[:, loops.rows] = U[:, :, -1]
        right[:, loops.dependent] = Vt[:, -1, :]
        slope = self.sensitivity.loop_gradient(motion, left, right) * (-share * ratio / s[:, -1])[:, None]
        zero = np.zeros_like(slope)
        return value, self._to_coefficients((slope, zero, zero))

    # ------------------------------------------------------------------------------------------------- linear limits

    def linear(self) -> tuple[Array, Array, Array]:
        """A, lower, upper of the limits of position, velocity and acceleration, on a fine grid, in all coefficients."""
        rows, lows, highs = [], [], []
        t = self.trajectory.times(max(self.samples, GRID))
        Q, V, A = self.trajectory.basis(t)
        size = self.trajectory.size
        mid, half = (self.lower + self.upper) / 2, INSIDE * (self.upper - self.lower) / 2
        for k in range(len(self.moved)):
            place = slice(k * size, (k + 1) * size)
            parts = [(Q, mid[k] - half[k], mid[k] + half[k])]
            for B, bound in ((V, self.limits.velocity), (A, self.limits.acceleration)):
                if bound is not None:
                    own = INSIDE * float(np.broadcast_to(np.asarray(bound, float), len(self.moved))[k])
                    parts.append((B, -own, own))
            for B, low, high in parts:
                block = np.zeros((len(t), len(self.moved) * size))
                block[:, place] = B
                rows.append(block)
                lows.append(np.full(len(t), low))
                highs.append(np.full(len(t), high))
        return np.vstack(rows), np.concatenate(lows), np.concatenate(highs)

    def violations(self, x: Array, finer: int = 8) -> dict[str, float]:
        """Largest relative excess over each limit, looked at between the samples too; zero or below is fine."""
        t = self.trajectory.times(self.samples * finer + 1)
        q, v, a = self.trajectory.evaluate(x.reshape(self.shape), t)
        span = (self.upper - self.lower) / 2
        out = {"position": float((np.maximum(q - self.upper, self.lower - q) / span).max())}
        for name, values in (("velocity", v), ("acceleration", a)):
            bound = getattr(self.limits, name)
            if bound is not None:
                out[name] = float((np.abs(values) / np.asarray(bound, float)).max() - 1.0)
        if self.limits.effort is not None or self.limits.singularity is not None:
            full = _assembled(self.coordinates, self.moved, self.fixed, self.trajectory, x.reshape(self.shape), t)
            motion = self.regressor.motion(*full, t)
            if self.limits.effort is not None:
                efforts = self.regressor.predict(motion, self.values)
                out["effort"] = float((np.abs(efforts) / np.asarray(self.limits.effort, float)).max() - 1.0)
            loops = self.sensitivity.loops
            if self.limits.singularity is not None and loops.dependent:
                G = loops.jacobian(motion.x)[:, loops.rows, :][:, :, loops.dependent]
                smallest = float(np.linalg.svd(G, compute_uv=False)[:, -1].min())
                out["singularity"] = 1.0 - smallest / self.limits.singularity
        return out


def _smooth_maximum(x: Array) -> tuple[float, Array]:
    """log Σ exp(ρ x) / ρ and its gradient."""
    top = float(x.max())
    e = np.exp(SHARPNESS * (x - top))
    return top + float(np.log(e.sum())) / SHARPNESS, e / e.sum()


def design_excitation(
    regressor: Regressor,
    base: BaseSet,
    trajectory: Trajectory,
    limits: Limits,
    *,
    samples: int = 200,
    fixed: Mapping[str, Any] | None = None,
    criterion: Name = "scaled",
    values: ArrayLike | None = None,
    starts: int = 8,
    runs: int = 2,
    iterations: int = 120,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Excitation:
    """The best motion found for identifying a base set within limits.

    Parameters
    ----------
    trajectory : family of motions of the coordinates that are not `fixed`
    fixed : coordinate → function of times that gives q, v, a, for motions that are not designed (a wheel that turns)
    values : parameters from which efforts are predicted, for limits of effort; those of the description if omitted
    starts : random starts, drawn within the position limits; the best `runs` of them are optimised
    iterations : of IPOPT in each run
    progress : called with a line of text now and then

    Raises
    ------
    NoExcitation : no start satisfies the loops, or no run ends within all limits
    """
    begun = time.perf_counter()
    design = Design(
        regressor, base, trajectory, limits, samples=samples, fixed=fixed, criterion=criterion, values=values
    )
    say = progress or (lambda text: None)
    drawn = _starts(design, starts, seed)
    say(f"{count(len(drawn), 'start')}: scaled condition numbers " + ", ".join(f"{s:.1e}" for s, _ in drawn))
    order = sorted(drawn, key=lambda pair: pair[0])
    found: list[tuple[float, Array, tuple[float, ...]]] = []
    for k, (_, x0) in enumerate(order[:runs]):
        x, history = _staged(design, x0, iterations, say, f"run {k + 1} of {min(runs, len(order))}")
        excess = design.violations(x)
        if max(excess.values()) <= 0.0:
            found.append((design.objective(x)[0], x, history))
            say(f"  ends at {found[-1][0]:.4g}, within all limits")
        else:
            worst = max(excess, key=lambda name: excess[name])
            say(f"  ends beyond the limit of {worst} by {100 * excess[worst]:.2g} %")
    if not found:
        raise NoExcitation(
            f"none of {min(runs, len(order))} runs ended within all limits: {worst} is exceeded by "
            f"{100 * excess[worst]:.2g} %. Widen that limit, "
            "lower the frequency, or take more iterations."
        )
    _, x, history = min(found, key=lambda f: f[0])
    raw, scaled = design.conditions(x)
    return Excitation(
        trajectory, x.reshape(design.shape), design.coordinates, design.moved, design.fixed, samples, raw, scaled,
        tuple(s for s, _ in drawn), history, time.perf_counter() - begun,
    )  # fmt: skip


def _starts(design: Design, number: int, seed: int) -> list[tuple[float, Array]]:
    """Scaled condition number and coefficients of random starts within the limits of position (and rates)."""
    rng = np.random.default_rng(seed)
    out: list[tuple[float, Array]] = []
    for _ in range(4 * number):
        c = design.trajectory.random(len(design.moved), rng, design.lower, design.upper)
        c = _slower(design, c)
        try:
            out.append((design.conditions(c.ravel())[1], c.ravel()))
        except (LoopNotClosed, SingularPosition):
            continue
        if len(out) == number:
            break
    if not out:
        raise NoExcitation("no random motion within the position limits keeps the loops closed: narrow the limits.")
    return out


def _slower(design: Design, c: Array) -> Array:
    """Coefficients drawn together until velocity and acceleration are within their limits."""
    for B, bound in ((design.V, design.limits.velocity), (design.A, design.limits.acceleration)):
        if bound is None:
            continue
        limit = np.broadcast_to(np.asarray(bound, float), len(c))
        peak = np.abs(B @ c.T).max(axis=0)
        middle = (design.Q @ c.T).mean(axis=0)[:, None] * design.trajectory.constant()
        gain = np.minimum(1.0, 0.95 * limit / np.maximum(peak, 1e-300))[:, None]
        c = middle + gain * (c - middle)
    return c


def _staged(
    design: Design, x0: Array, iterations: int, say: Callable[[str], None], label: str
) -> tuple[Array, tuple[float, ...]]:
    """A condition number has corners: it is approached through smooth bounds, each run starting where the last one ended."""
    if design.name not in ("condition", "scaled"):
        return _run(design, x0, iterations, say, label)
    x = x0
    history: tuple[float, ...] = ()
    for power in POWERS:
        design.power = power
        try:
            x, more = _run(design, x, iterations // len(POWERS), say, f"{label}, power {power:g}")
        finally:
            design.power = None
        history += more
    return x, history


def _run(
    design: Design, x0: Array, iterations: int, say: Callable[[str], None], label: str
) -> tuple[Array, tuple[float, ...]]:
    """IPOPT from a start, in coefficients scaled to one; the best point within all limits that was seen is kept,
    the end point if there was none."""
    import casadi as ca

    size = design.trajectory.size
    unit = np.maximum(np.abs(x0.reshape(-1, size)).max(axis=1, keepdims=True), 1e-9).repeat(size, axis=1).ravel()
    A, low, high = design.linear()
    n, m = len(x0), design.nonlinear
    history: list[float] = []
    best: list[Any] = [np.inf, x0]
    span = np.maximum(high - low, 1e-12)
    bound = 1e3

    memory: dict[bytes, tuple[float, Array]] = {}

    def value(z: Array) -> tuple[float, Array]:
        key = z.tobytes()
        if key not in memory:
            memory.clear()
            try:
                f, g = design.objective(z * unit)
            except (LoopNotClosed, SingularPosition):
                f, g = bound, np.zeros(n)  # IPOPT steps back
            memory[key] = f, g * unit
            history.append(f)
            reach = A @ (z * unit)
            inside = np.all(reach <= high + 1e-9 * span) and np.all(reach >= low - 1e-9 * span)
            if f < best[0] and inside and (not m or np.all(design.constraints(z * unit)[0] <= 1.0 + 1e-6)):
                best[:] = [f, z * unit]
            if len(history) % 20 == 1:
                say(f"{label}: evaluation {len(history)}, criterion {f:.4g}, best {best[0]:.4g}")
        return memory[key]

    def nonlinear(z: Array) -> tuple[Array, Array]:
        try:
            c, J = design.constraints(z * unit)
        except (LoopNotClosed, SingularPosition):
            return np.full(m, bound), np.zeros((m, n))
        return c, J * unit

    f = callback("criterion", n, 1, lambda z: np.array([value(z)[0]]), lambda z: value(z)[1][None])
    z = ca.MX.sym("z", n)
    g = [ca.DM((A * unit) / span[:, None]) @ z]
    lower, upper = [low / span], [high / span]
    keep = [f]
    if m:
        c = callback("limits", n, m, lambda z: nonlinear(z)[0], lambda z: nonlinear(z)[1])
        keep.append(c)
        g.append(c(z))
        lower.append(np.full(m, -np.inf))
        upper.append(np.ones(m))
    options: Any = {
        "print_time": False,
        "ipopt": {
            "print_level": 0, "sb": "yes", "max_iter": iterations, "hessian_approximation": "limited-memory",
            "limited_memory_max_history": 30, "tol": 1e-4, "acceptable_tol": 1e-3, "mu_strategy": "adaptive",
        },
    }  # fmt: skip
    problem: Any = {"x": z, "f": f(z), "g": ca.vertcat(*g)}
    solver = ca.nlpsol("excitation", "ipopt", problem, options)
    solution = solver(x0=x0 / unit, lbg=np.concatenate(lower), ubg=np.concatenate(upper))
    end = np.array(solution["x"]).ravel()
    value(end)  # the end point counts too
    return best[1] if np.isfinite(best[0]) else end * unit, tuple(history)
