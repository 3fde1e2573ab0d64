"""Design of an experiment as an optimisation problem: a criterion of the observation matrix, within limits.

| name | f(W) | small means |
|---|---|---|
| `condition` | log κ(W) = log s₁/s_r | errors of all sizes are amplified little |
| `scaled` | log κ of W with columns of length one | the same, whatever the units of the parameters |
| `A` | log tr (WᵀW)⁻¹ = log Σ s⁻² | small mean variance |
| `D` | −Σ log s² | small volume of the confidence ellipsoid |
| `E` | −log s_r² | small largest variance |

The unknowns are the coefficients of the trajectories. Limits of position, velocity and acceleration are linear in them; those
of effort and of the distance to dead points are collected by a smooth maximum. All gradients are exact
(`biela.identify.sensitivity`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import guard, reporter
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.identify.base_set import BaseSet
from biela.identify.regressor import Regressor
from biela.identify.sensitivity import Sensitivity
from biela.identify.trajectory import Trajectory
from biela.state.consistent_motion import ConsistentMotion

Criterion = Literal["condition", "scaled", "A", "D", "E"]
FixedMotion = Callable[[Array], tuple[Array, Array, Array]]
"""Function of times that returns q, v and a of a coordinate."""
SHARPNESS = 40.0
"""Sharpness of the smooth maximum, relative to the limit: the largest of 250 is overestimated by log(250)/40 = 14 % at most."""
INSIDE = 0.995
"""Limits are held to this part on the grid, so that the motion between its points respects them."""
GRID = 300
"""Points of that grid, at least: sixty in a period of the fifth harmonic, between which a sine rises by 0.14 % at most."""


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

    position: tuple[ArrayLike, ArrayLike]
    velocity: ArrayLike | None = None
    acceleration: ArrayLike | None = None
    effort: ArrayLike | None = None
    singularity: float | None = None


@dataclass(frozen=True)
class PlannedMotion:
    """Motion of the independent coordinates: some follow the trajectory, the others fixed functions of time.

    coordinates, moved : all independent coordinates, and those that follow the trajectory
    fixed : coordinate → function of times that returns q, v, a
    """

    trajectory: Trajectory
    coordinates: tuple[str, ...]
    moved: tuple[str, ...]
    fixed: Mapping[str, FixedMotion]

    def at(self, coefficients: Array, t: Array) -> tuple[Array, Array, Array]:
        """Return q, v, a of all coordinates at times, (N, coordinates) each."""
        t = np.atleast_1d(np.asarray(t, float)).ravel()
        own = self.trajectory.evaluate(coefficients, t)
        if own[0].shape[1] != len(self.moved):
            raise DescriptionError(f"there are coefficients of {own[0].shape[1]} coordinates: {len(self.moved)} are moved.")
        out = [np.zeros((len(t), len(self.coordinates))) for _ in range(3)]
        for k, name in enumerate(self.coordinates):
            if name in self.fixed:
                parts = reporter(partial(_three, self.fixed[name]), f"fixed[{name!r}]")(t)
            else:
                parts = [x[:, self.moved.index(name)] for x in own]
            for target, part in zip(out, parts, strict=True):
                target[:, k] = part
        return out[0], out[1], out[2]


def _three(f: Callable[[Array], tuple[Array, Array, Array]], t: Array) -> list[Array]:
    """Evaluate a fixed motion: q, v and a at each time."""
    q, v, a = f(t)
    return [np.broadcast_to(np.asarray(x, float), t.shape) for x in (q, v, a)]


class Design:
    """The optimisation problem of one experiment."""

    def __init__(
        self, regressor: Regressor, base: BaseSet, trajectory: Trajectory, limits: Limits, *, samples: int = 200,
        fixed: Mapping[str, FixedMotion] | None = None, criterion: Criterion = "scaled", values: ArrayLike | None = None,
    ):  # fmt: skip
        self.regressor, self.base, self.trajectory, self.limits = regressor, base, trajectory, limits
        coordinates = tuple(regressor.coordinates)
        for name in fixed or {}:
            if name not in coordinates:
                raise UnknownName(f"fixed motion of {name!r}: no independent coordinate has that name.{nearest(name, coordinates)}")
        self.moved = tuple(c for c in coordinates if c not in (fixed or {}))
        if not self.moved:
            raise DescriptionError("every coordinate has a fixed motion: nothing is left to design.")
        if samples * regressor.dof < base.rank:
            rows = f"{samples} samples give {samples * regressor.dof} equations"
            raise DescriptionError(f"{rows} for {base.rank} parameters: take more.")
        self.plan = PlannedMotion(trajectory, coordinates, self.moved, dict(fixed or {}))
        self.name: Criterion = criterion
        self.power: float | None = None  # of the smooth bound that stands in for a condition number
        self.samples = samples
        self.t = trajectory.times(samples)
        self.Q, self.V, self.A = trajectory.basis(self.t)
        self.sensitivity = Sensitivity(regressor)
        self.columns = [regressor.names.index(n) for n in base.independent]
        self.at = [coordinates.index(name) for name in self.moved]
        self.values = regressor.nominal if values is None else np.asarray(values, float)
        self.lower, self.upper = (np.broadcast_to(np.asarray(x, float), len(self.moved)) for x in limits.position)
        wrong = ~((self.lower < self.upper) & np.isfinite(self.upper - self.lower))
        if np.any(wrong):
            k = int(np.argmax(wrong))
            raise DescriptionError(f"limits of {self.moved[k]!r}: {self.lower[k]:g} is not below {self.upper[k]:g}, or not finite.")
        for word in ("velocity", "acceleration", "effort"):
            most = getattr(limits, word)
            if most is not None and not np.all(np.asarray(most, float) > 0):
                raise DescriptionError(f"largest {word} of an experiment: {most} is not above zero.")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.moved), self.trajectory.size

    def motion(self, x: Array, t: Array | None = None) -> ConsistentMotion:
        """Return consistent motion of all coordinates at times; at the samples if omitted."""
        times = self.t if t is None else t
        return self.regressor.motion(*self.plan.at(x.reshape(self.shape), times), times)

    def objective(self, x: Array) -> tuple[float, Array]:
        """Return the criterion and its exact gradient."""
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
        """Return raw and scaled condition number."""
        W = self.regressor.matrix(self.motion(x))
        flat = W.reshape(-1, W.shape[2])[:, self.columns]
        return float(np.linalg.cond(flat)), float(np.linalg.cond(flat / np.maximum(np.linalg.norm(flat, axis=0), 1e-300)))

    @property
    def nonlinear(self) -> int:
        """Number of nonlinear constraints, each ≤ 1."""
        return (0 if self.limits.effort is None else self.regressor.dof) + (self.limits.singularity is not None)

    def constraints(self, x: Array) -> tuple[Array, Array]:
        """Return smooth maxima of |effort| / limit by channel, and of limit / distance to dead points, with their Jacobian."""
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
                rows.append(self._to_coefficients(self.sensitivity.gradient(motion, stacked, W, known, W_bar, known_bar)))
        if self.limits.singularity is not None:
            value, row = self._singularity(motion, self.limits.singularity)
            values.append(value)
            rows.append(row)
        return np.array(values), np.array(rows)

    def _singularity(self, motion: ConsistentMotion, least: float) -> tuple[float, Array]:
        loops = self.sensitivity.loops
        if not loops.dependent:
            return 0.0, np.zeros(int(np.prod(self.shape)))
        U, s, Vt = np.linalg.svd(loops.dependent_jacobian(motion.x))
        ratio = least / s[:, -1]
        value, share = _smooth_maximum(ratio)
        left, right = np.zeros((len(s), loops.n_rows)), np.zeros((len(s), loops.n_v))
        left[:, loops.rows], right[:, loops.dependent] = U[:, :, -1], Vt[:, -1, :]
        slope = self.sensitivity.loop_gradient(motion, left, right) * (-share * ratio / s[:, -1])[:, None]
        return value, self._to_coefficients((slope, np.zeros_like(slope), np.zeros_like(slope)))

    def linear(self) -> tuple[Array, Array, Array]:
        """Return A, lower, upper of the limits of position, velocity and acceleration, on a fine grid, in all coefficients."""
        t, eye = self.trajectory.times(max(self.samples, GRID)), np.eye(len(self.moved))
        Q, V, A = self.trajectory.basis(t)
        mid, half = (self.lower + self.upper) / 2, INSIDE * (self.upper - self.lower) / 2
        parts = [(Q, mid - half, mid + half)]
        for B, bound in ((V, self.limits.velocity), (A, self.limits.acceleration)):
            if bound is not None:
                own = INSIDE * np.broadcast_to(np.asarray(bound, float), len(self.moved))
                parts.append((B, -own, own))
        rows = [np.kron(e, B) for e in eye[:, None] for B, _, _ in parts]  # coordinate by coordinate
        low, high = (np.array([part[side] for part in parts]).T.ravel().repeat(len(t)) for side in (1, 2))
        return np.vstack(rows), low, high

    def violations(self, x: Array, finer: int = 8) -> dict[str, float]:
        """Return the largest relative excess over each limit, between the samples too; zero or below is within it."""
        t = self.trajectory.times(self.samples * finer + 1)
        q, v, a = self.trajectory.evaluate(x.reshape(self.shape), t)
        span = (self.upper - self.lower) / 2
        out = {"position": float((np.maximum(q - self.upper, self.lower - q) / span).max())}
        for name, values in (("velocity", v), ("acceleration", a)):
            bound = getattr(self.limits, name)
            if bound is not None:
                out[name] = float((np.abs(values) / np.asarray(bound, float)).max() - 1.0)
        motion, loops = self.motion(x, t) if self.nonlinear else None, self.sensitivity.loops
        if motion is not None and self.limits.effort is not None:
            efforts = self.regressor.predict(motion, self.values)
            out["effort"] = float((np.abs(efforts) / np.asarray(self.limits.effort, float)).max() - 1.0)
        if motion is not None and self.limits.singularity is not None and loops.dependent:
            s = np.linalg.svd(loops.dependent_jacobian(motion.x), compute_uv=False)
            out["singularity"] = 1.0 - float(s[:, -1].min()) / self.limits.singularity
        return out


def criterion(W: Array, name: Criterion = "scaled", power: float | None = None) -> tuple[float, Array]:
    """Return f and ∂f/∂W of a matrix (rows, parameters).

    A condition number has a corner wherever its smallest singular values cross. With a `power` p it is replaced by the smooth bound

        log κ ≤ (1/p) log Σ s^p + (1/p) log Σ s^−p

    which approaches it as p grows.
    """
    if name == "scaled":  # columns of length one; the gradient along a column's own direction drops out
        norms = np.maximum(np.linalg.norm(W, axis=0), 1e-300)
        unit = W / norms
        value, bar = criterion(unit, "condition", power)
        return value, (bar - unit * (bar * unit).sum(axis=0)) / norms
    U, s, Vt = np.linalg.svd(W, full_matrices=False)
    s = np.maximum(s, 1e-300)
    if name == "condition" and power is not None:
        up, down = (s / s[0]) ** power, (s[-1] / s) ** power
        value = float(np.log(s[0] / s[-1]) + (np.log(up.sum()) + np.log(down.sum())) / power)
        ds = up / up.sum() / s - down / down.sum() / s
    elif name == "condition":
        value, ds = float(np.log(s[0] / s[-1])), np.zeros_like(s)
        ds[0], ds[-1] = 1 / s[0], -1 / s[-1]
    elif name == "A":
        total = float((s**-2).sum())
        value, ds = float(np.log(total)), -2 * s**-3 / total
    elif name == "D":
        value, ds = float(-2 * np.log(s).sum()), -2 / s
    else:
        value, ds = float(-2 * np.log(s[-1])), np.zeros_like(s)
        ds[-1] = -2 / s[-1]
    return value, (U * ds) @ Vt


def _smooth_maximum(x: Array) -> tuple[float, Array]:
    """Return log Σ exp(ρ x) / ρ and its gradient."""
    top = float(x.max())
    e = np.exp(SHARPNESS * (x - top))
    return top + float(np.log(e.sum())) / SHARPNESS, e / e.sum()


guard(__name__)
