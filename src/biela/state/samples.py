"""A state, a run or a trajectory, as the batches of numbers that the compiled functions take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.equations.layout import layout_of
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.mechanism.rows import row_facts
from biela.mechanism.size import longest_link
from biela.state.functions import MachineFunctions, functions_of
from biela.state.state import State

Pose = tuple[Array, Array]


class Sampled(Protocol):
    """A run, a path, or any other object with states over time."""

    mechanism: Mechanism
    functions: MachineFunctions
    t: Array
    x: Array
    u: Array
    p: Array


@dataclass(frozen=True)
class Samples:
    """States x at times t, with inputs (constant, or one row per sample) and parameters."""

    mechanism: Mechanism
    functions: MachineFunctions
    t: Array
    x: Array
    u: Array
    p: Array

    def __len__(self) -> int:
        return len(self.t)

    def evaluate(self, name: str) -> tuple[Array, ...]:
        """Evaluate a compiled function at all samples; each output is (n, rows, columns)."""
        kernel = self.functions[name]
        outputs: Any = kernel.batch(self.t[:, None], self.x, self.u, self.p)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        return tuple(np.asarray(value).reshape(len(self), *shape) for value, shape in zip(outputs, kernel.out_shapes, strict=True))


def samples_of(source: Any) -> Samples:
    """Return the samples of a state (one), of a run, or of any other object with states over time."""
    if isinstance(source, State):
        t, x, u, p = source.arguments()
        functions = functions_of(source.mechanism, source.laws)
        return Samples(source.mechanism, functions, np.array([t], float), np.asarray(x)[None], u, p)
    missing = [name for name in ("mechanism", "functions", "t", "x", "u", "p") if not hasattr(source, name)]
    if missing:
        raise DescriptionError(f"{type(source).__name__} is neither a state nor a run: give m.assemble(…) or m.simulate(…).")
    return Samples(source.mechanism, source.functions, np.asarray(source.t), np.asarray(source.x), source.u, source.p)


def reference_length(mechanism: Mechanism, length: float | None) -> float:
    """Return the length that makes lengths comparable with angles [m]: as given, or the longest link."""
    ell = longest_link(mechanism) if length is None else float(length)
    if not (np.isfinite(ell) and ell > 0):
        raise DescriptionError(f"length is {length!r}: give a length above zero, in metres.")
    return ell


def row_units(mechanism: Mechanism, length: float) -> Array:
    """Return the unit of the residual of each constraint row: closures, couplings and drives in their order."""
    return np.array([length if row.unit == "m" else 1.0 for row in row_facts(mechanism)])


def without_dimension(G: Array, mechanism: Mechanism, length: float) -> Array:
    """Return the constraint Jacobian, of any number of samples, with lengths measured in `length`, so that ranks are meaningful."""
    units = row_units(mechanism, length)[: G.shape[-2]]
    return np.asarray(G / units[:, None] * layout_of(mechanism).rate_lengths(length))


def frame_poses(functions: MachineFunctions, t: float, x: Any, u: Any, p: Any) -> Callable[[Frame], Pose]:
    """Return a function of a frame: its rotation and position in the ground at one state."""
    return partial(_placed, functions.mechanism, functions.evaluate("bodies", t, x, u, p)[0], p)


def frame_pose(samples: Samples, frame: Frame) -> Pose:
    """Return rotations (n, 3, 3) and positions (n, 3) of a frame in the ground."""
    if not frame.body.is_ground:
        return _placed(samples.mechanism, samples.evaluate("bodies")[0], samples.p, frame)
    R, r = _placed(samples.mechanism, np.zeros(0), samples.p, frame)
    return np.broadcast_to(R, (len(samples), 3, 3)), np.broadcast_to(r, (len(samples), 3))


def _placed(mechanism: Mechanism, motion: Array, p: Array, frame: Frame) -> Pose:
    """Return the pose of a frame in the ground from the motion of the bodies, a column each; p is (n_p,), or a row per sample."""
    values = dict(zip(mechanism.parameters, np.atleast_1d(p).T, strict=True))
    place = [evaluate(c, values) for c in frame.position]
    R, r = np.asarray(frame.rotation, float), np.stack(np.broadcast_arrays(*place), axis=-1).astype(float)
    if frame.body.is_ground:
        return R, r
    body = motion[..., mechanism.topology.index[frame.body.name]]
    R_B = body[..., :9].reshape(*body.shape[:-1], 3, 3).swapaxes(-1, -2)
    return R_B @ R, body[..., 9:12] + (R_B @ r if r.ndim == 1 else np.einsum("nij,nj->ni", R_B, r))


def frame_jacobian(samples: Samples, frame: Frame) -> Array:
    """Return (n, 6, n_v) twists of a frame per unit rate of each tree coordinate, at the frame's origin in ground axes."""
    mechanism = samples.mechanism
    n, n_v, layout = len(samples), samples.functions.layout.n_v, samples.functions.layout
    R, at = frame_pose(samples, frame)
    if frame.body.is_ground:
        return np.zeros((n, 6, n_v))
    # twists are linear in the rates: one batch with each rate in turn equal to one
    t, x = (np.repeat(values, n_v, axis=0) for values in (samples.t, samples.x))
    x[:, layout.v] = np.tile(np.eye(n_v), (n, 1))
    u = np.repeat(samples.u, n_v, axis=0) if samples.u.ndim == 2 else samples.u
    motion = replace(samples, t=t, x=x, u=u).evaluate("bodies")[0]
    own = motion[:, :, mechanism.topology.index[frame.body.name]].reshape(n, n_v, 18)
    R_b = own[:, :1, :9].reshape(n, 1, 3, 3).swapaxes(-1, -2)
    angular, linear = (np.einsum("nkab,nkb->nka", np.broadcast_to(R_b, (n, n_v, 3, 3)), own[..., part])
                       for part in (slice(12, 15), slice(15, 18)))  # fmt: skip
    arm = at[:, None] - own[..., 9:12]
    return np.concatenate([angular, linear + np.cross(angular, arm)], axis=-1).swapaxes(1, 2)
