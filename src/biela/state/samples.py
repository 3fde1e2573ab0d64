"""A state, a run or a trajectory, as the batches of numbers that the compiled functions take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from biela.equations.layout import layout_of
from biela.errors import DescriptionError
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.mechanism.rows import row_facts
from biela.mechanism.size import longest_link
from biela.state.functions import MachineFunctions, functions_of
from biela.state.state import State

Array = NDArray[np.float64]


class Sampled(Protocol):
    """A run, a path, or anything else that has states over time."""

    @property
    def mechanism(self) -> Mechanism: ...
    @property
    def functions(self) -> MachineFunctions: ...
    @property
    def t(self) -> Array: ...
    @property
    def x(self) -> Array: ...
    @property
    def u(self) -> Array: ...
    @property
    def p(self) -> Array: ...


@dataclass(frozen=True)
class Samples:
    """States x at times t, with inputs (constant, or one row a sample) and parameters."""

    mechanism: Mechanism
    functions: MachineFunctions
    t: Array
    x: Array
    u: Array
    p: Array

    def __len__(self) -> int:
        return len(self.t)

    def evaluate(self, name: str) -> tuple[Array, ...]:
        """Outputs of a compiled function at all samples, each (n, rows, columns)."""
        kernel = self.functions[name]
        outputs: Any = kernel.batch(self.t[:, None], self.x, self.u, self.p)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        return tuple(
            np.asarray(value).reshape(len(self), *shape)
            for value, shape in zip(outputs, kernel.out_shapes, strict=True)
        )

    def repeated(self, times: int) -> Samples:
        """Each sample so many times."""
        t, x = (np.repeat(values, times, axis=0) for values in (self.t, self.x))
        u = np.repeat(self.u, times, axis=0) if self.u.ndim == 2 else self.u
        return replace(self, t=t, x=x, u=u)

    @property
    def closures(self) -> int:
        """Constraint rows before those of prescribed motions."""
        return len(row_units(self.mechanism, 1.0)) - len(self.mechanism.drives)


def samples_of(source: Any) -> Samples:
    """Of a state (one sample), of a run, or of anything else with `functions`, `t`, `x`, `u` and `p`."""
    if isinstance(source, State):
        t, x, u, p = source.arguments()
        functions = functions_of(source.mechanism, source.laws)
        return Samples(source.mechanism, functions, np.array([t], float), np.asarray(x)[None], u, p)
    missing = [name for name in ("mechanism", "functions", "t", "x", "u", "p") if not hasattr(source, name)]
    if missing:
        raise DescriptionError(
            f"{type(source).__name__} is neither a state nor a run: give m.assemble(…) or m.simulate(…)."
        )
    return Samples(source.mechanism, source.functions, np.asarray(source.t), np.asarray(source.x), source.u, source.p)


def reference_length(mechanism: Mechanism, length: float | None) -> float:
    """What lengths are divided by to compare them with angles [m]: as given, or the longest link."""
    ell = longest_link(mechanism) if length is None else float(length)
    if not (np.isfinite(ell) and ell > 0):
        raise DescriptionError(f"length is {length!r}: give a length above zero, in metres.")
    return ell


def row_units(mechanism: Mechanism, length: float) -> Array:
    """What the residual of each constraint row is measured in: closures, couplings and drives in their order."""
    return np.array([length if row.unit == "m" else 1.0 for row in row_facts(mechanism)])


def rate_units(mechanism: Mechanism, length: float) -> Array:
    """What the rate of each tree coordinate is measured in."""
    return layout_of(mechanism).rate_lengths(length)


def frame_pose(samples: Samples, frame: Frame) -> tuple[Array, Array]:
    """Rotation (n, 3, 3) and position (n, 3) of a frame in the ground."""
    values = dict(zip(samples.mechanism.parameters, np.atleast_1d(samples.p), strict=True))
    at = np.array([evaluate(c, values) for c in frame.position], float)
    n = len(samples)
    if frame.body.is_ground:
        return np.broadcast_to(frame.rotation, (n, 3, 3)), np.broadcast_to(at, (n, 3))
    body = samples.evaluate("bodies")[0][:, :, samples.mechanism.topology.index[frame.body.name]]
    R = body[:, :9].reshape(-1, 3, 3).swapaxes(-1, -2)
    return R @ frame.rotation, body[:, 9:12] + R @ at


def frame_jacobian(samples: Samples, frame: Frame) -> Array:
    """(n, 6, n_v): twist of a frame per unit rate of each tree coordinate, at the frame's origin in ground axes."""
    mechanism = samples.mechanism
    n, n_v, layout = len(samples), samples.functions.layout.n_v, samples.functions.layout
    R, at = frame_pose(samples, frame)
    if frame.body.is_ground:
        return np.zeros((n, 6, n_v))
    # twists are linear in the rates: one batch with each rate in turn equal to one
    each = samples.repeated(n_v)
    each.x[:, layout.v] = np.tile(np.eye(n_v), (n, 1))
    motion = each.evaluate("bodies")[0]
    own = motion[:, :, mechanism.topology.index[frame.body.name]].reshape(n, n_v, 18)
    R_b = own[:, :1, :9].reshape(n, 1, 3, 3).swapaxes(-1, -2)
    angular, linear = (np.einsum("nkab,nkb->nka", np.broadcast_to(R_b, (n, n_v, 3, 3)), own[..., part])
                       for part in (slice(12, 15), slice(15, 18)))  # fmt: skip
    arm = at[:, None] - own[..., 9:12]
    return np.concatenate([angular, linear + np.cross(angular, arm)], axis=-1).swapaxes(1, 2)
