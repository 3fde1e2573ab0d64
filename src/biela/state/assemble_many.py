"""Assembly of many machines at once: the same machine with other parameters, coordinates and rates.

All of them start from one assembled state and take Gauss-Newton steps of least norm together, evaluated in SIMD lanes. A machine
that has not closed after a few steps, or would have to move far, is assembled by itself, as `assemble` does it. Each result depends
on its own numbers alone, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import BielaError
from biela.lie.inertia import SpatialInertia
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, evaluate
from biela.state.assemble import assemble
from biela.state.closing import CLOSED, ClosureProblem
from biela.state.functions import functions_of
from biela.state.held import Held
from biela.state.state import State

Array = NDArray[np.float64]
STEPS = 12
"""Steps that are taken together."""
FAR = 0.5
"""Movement beyond which a machine is led there by itself, so that it keeps its branch [rad, machine sizes]."""
DAMPING = 1e-13
"""Part of the mean diagonal of A Aᵀ that is added to it: redundant rows leave it solvable."""


def assemble_many(
    near: State,
    parameters: Array,
    coordinates: Mapping[str, Array] | None = None,
    rates: Mapping[str, Array] | None = None,
) -> tuple[Array, dict[int, str]]:
    """States of N machines with their loops closed.

    Parameters
    ----------
    near : an assembled state, from which all of them start
    parameters : (N, n_p) values of the free parameters
    coordinates, rates : joint (or joint.coordinate) → (N,) values that are held [rad, m], [rad/s, m/s]

    Returns
    -------
    States, (N, n_x), NaN where a machine cannot be assembled; machine → reason, where there is one
    """
    P = np.atleast_2d(np.asarray(parameters, float))
    held = {name: np.asarray(x, float) for name, x in (coordinates or {}).items()}
    speeds = {name: np.asarray(x, float) for name, x in (rates or {}).items()}
    reasons = _impossible(near.mechanism, P)
    together = _Together(near, P, held, speeds)
    X, closed = together.close() if together.able else (np.repeat(near.x[None], len(P), 0), np.zeros(len(P), bool))
    names = list(near.mechanism.parameters)
    for k in np.flatnonzero(~closed).tolist():
        if k not in reasons:
            try:
                X[k] = assemble(
                    near.mechanism, {n: x[k] for n, x in held.items()}, rates={n: x[k] for n, x in speeds.items()},
                    guess=near, t=near.t, parameters=dict(zip(names, P[k], strict=True)),
                ).x  # fmt: skip
            except BielaError as error:
                reasons[k] = str(error)
    X[list(reasons)] = np.nan
    return X, reasons


class _Together:
    """The closure problem of all machines, in arrays with one row per machine."""

    def __init__(self, near: State, P: Array, held: Mapping[str, Array], rates: Mapping[str, Array]):
        self.functions = functions_of(near.mechanism)
        self.near, self.P, self.layout = near, P, self.functions.layout
        self.t, self.u = np.array([near.t]), np.zeros(len(near.mechanism.actuators))
        nominal = Held(near.mechanism, {name: x[0] for name, x in held.items()}, "coordinates")
        self.problem = ClosureProblem(self.functions, near.t, P[0], nominal)
        self.places, self.speeds = (
            nominal.places,
            Held(near.mechanism, {n: x[0] for n, x in rates.items()}, "rates").places,
        )
        joints = [self.problem.joint_at[place] for place in self.places]
        # quaternions and signals of the position are held one by one
        self.able = not any(joint.type.quaternion is not None for joint, _ in joints) and (
            (len(self.places), len(self.speeds)) == (len(held), len(rates))
        )
        if self.able:
            self.targets = np.array(list(held.values())).T.reshape(len(P), -1)
            self.rates = np.array(list(rates.values())).T.reshape(len(P), -1)
            self.rows = [self.layout.rates[joint.name].start + k for joint, k in joints]

    def close(self) -> tuple[Array, NDArray[np.bool_]]:
        """States, and which of them are closed."""
        X = np.repeat(self.layout.at_rest(self.near.x)[None], len(self.P), 0)
        moved, busy = np.zeros(len(X)), np.arange(len(X))
        done = np.zeros(len(X), bool)
        for _ in range(STEPS):
            r, A = self._residual(X, busy)
            size = np.abs(r).max(axis=1, initial=0.0)
            done[busy] = size <= 0.01 * CLOSED
            keep = (size > 0.01 * CLOSED) & (moved[busy] < FAR) & np.isfinite(size)
            if not keep.all():
                busy, r, A = busy[keep], r[keep], A[keep]
            if not len(busy):
                break
            step = _shortest(A, -r)[0]
            moved[busy] += np.abs(step).max(axis=1)
            self._move(X, busy, self.problem.step_unit * step)
        if len(busy):
            r, _ = self._residual(X, busy)
            done[busy] = np.abs(r).max(axis=1, initial=0.0) <= CLOSED
        return X, done & (moved < FAR) & self._rates(X)

    def _residual(self, X: Array, busy: Any) -> tuple[Array, Array]:
        (x, p), n = self._of(X, busy), len(busy)
        r, A = np.zeros((n, 0)), np.zeros((n, 0, self.layout.n_v))
        if self.functions.constrained:
            rows, _, J, _ = self._evaluate("closure", x, p)
            r, A = rows, _scaled(J, self.problem.holonomic[:, None])
        if self.places:
            q, _, J = self._evaluate("coordinates", x, p)
            gap = q[:, self.places] - self.targets[busy]
            r, A = np.concatenate([r, gap], axis=1), np.concatenate([A, J[:, self.rows]], axis=1)
        unit = self.problem.row_unit
        return r / unit, _scaled(A, self.problem.step_unit, unit[:, None])

    def _of(self, X: Array, busy: Any) -> tuple[Array, Array]:
        """States and parameters of some machines; of all of them without a copy."""
        return (X, self.P) if len(busy) == len(X) else (X[busy], self.P[busy])

    def _move(self, X: Array, busy: Any, step: Array) -> None:
        x, p = self._of(X, busy)
        rows = slice(None) if x is X else busy
        X[rows, self.layout.q] = np.asarray(self.functions["retract"].batch(self.t, x, self.u, p, step)).reshape(
            len(x), -1
        )
        if self.layout.hint_places:
            q = self._evaluate("coordinates", *self._of(X, busy))[0]
            X[rows, self.layout.hints] = q[:, self.layout.hint_places]

    def _rates(self, X: Array) -> NDArray[np.bool_]:
        """Set the smallest velocities that meet constraints and given rates; True where that is possible."""
        n = len(X)
        b, A = np.zeros((n, 0)), np.zeros((n, 0, self.layout.n_v))
        if self.functions.constrained:
            _, offset, A, _ = self._evaluate("closure", X, self.P)
            b = -offset
        if self.speeds:
            J = self._evaluate("coordinates", X, self.P)[2]
            b, A = np.concatenate([b, self.rates], axis=1), np.concatenate([A, J[:, self.speeds]], axis=1)
        if not b.size or not np.any(b):
            return np.ones(n, bool)
        v, correct = _shortest(A, b)
        X[:, self.layout.v] = v = v + correct(b - (A @ v[..., None])[..., 0])
        gap = np.abs((A @ v[..., None])[..., 0] - b).max(axis=1)
        return np.asarray(gap <= 1e-9 * (1.0 + np.abs(b).max(axis=1)))

    def _evaluate(self, name: str, x: Array, p: Array) -> list[Array]:
        """Outputs of a function; matrices keep their axes, however small they are."""
        kernel = self.functions[name]
        outputs = kernel.batch(self.t, x, self.u, p)
        matrices = {2} if name in ("closure", "coordinates") else set()
        return [
            np.asarray(out).reshape(len(x), *kernel.out_shapes[i])
            if i in matrices
            else np.asarray(out).reshape(len(x), -1)
            for i, out in enumerate(outputs if isinstance(outputs, tuple) else (outputs,))
        ]


def _scaled(A: Array, by: Any, over: Any = None) -> Array:
    """A · by / over, for matrices of all machines; as rows of numbers, since loops over small matrices take long."""
    shape = A.shape[1:]
    flat = A.reshape(len(A), shape[0] * shape[1]) * np.broadcast_to(by, shape).ravel()
    if over is not None:
        flat /= np.broadcast_to(over, shape).ravel()
    return np.asarray(flat.reshape(A.shape))


def _shortest(A: Array, b: Array) -> tuple[Array, Callable[[Array], Array]]:
    """The shortest x with A x = b for each machine, and the function that found it, for a correction; A has n rows and m columns.

    x = Aᵀ (A Aᵀ + δ I)⁻¹ b = (Aᵀ A + δ I)⁻¹ Aᵀ b: the smaller of the two matrices is factorised.
    """
    At = A.swapaxes(1, 2)
    wide = A.shape[1] <= A.shape[2]
    K = A @ At if wide else At @ A
    rows = np.arange(K.shape[1])
    K[:, rows, rows] += DAMPING * np.maximum(np.trace(K, axis1=1, axis2=2) / max(A.shape[1], 1), 1e-300)[:, None]

    def solved(right: Array) -> Array:
        b = right[..., None]
        return np.asarray((At @ np.linalg.solve(K, b) if wide else np.linalg.solve(K, At @ b))[..., 0])

    return solved(b), solved


def _impossible(mechanism: Mechanism, P: Array) -> dict[int, str]:
    """Machine → its body whose mass or inertia no body can have, in words."""
    reasons: dict[int, str] = {}
    names = list(mechanism.parameters)
    for body in mechanism.bodies.values():
        entries = (body.mass, *body.com, *(x for row in body.inertia for x in row))
        used = sorted({q.name for x in entries if isinstance(x, Expression) for q in x.parameters()})
        if not used:
            continue
        values = {name: P[:, k] for k, name in enumerate(names)}
        mass, tensor = _column(body.mass, values, len(P)), np.empty((len(P), 3, 3))
        for i, row in enumerate(body.inertia):
            for j, x in enumerate(row):
                tensor[:, i, j] = _column(x, values, len(P))
        apart = [body.inertia[i][j] for i, j in ((0, 1), (0, 2), (1, 2))]
        diagonal = not any(isinstance(x, Expression) or x for x in apart)
        ok = np.isfinite(mass) & np.isfinite(tensor).all(axis=(1, 2)) & (mass >= 0)
        moments = _principal(np.where(ok[:, None, None], tensor, 0.0), diagonal)
        slack = 2e-5 * np.abs(moments).max(axis=1)
        ok &= (moments[:, 0] >= -slack) & (moments[:, 0] + moments[:, 1] >= moments[:, 2] - slack)
        for k in np.flatnonzero(~ok).tolist():
            one = {name: float(x[k]) for name, x in values.items()}
            try:
                SpatialInertia(*(evaluate(x, one) for x in (body.mass, body.com, body.inertia))).check()
            except (ValueError, ArithmeticError) as error:
                given = ", ".join(f"{name} = {one[name]:g}" for name in used)
                reasons.setdefault(k, f"body {body.name!r} at {given}: {error}")
    return reasons


def _principal(tensor: Array, diagonal: bool) -> Array:
    """Principal moments of inertia tensors, the smallest first."""
    return np.asarray(np.sort(tensor[:, [0, 1, 2], [0, 1, 2]], axis=1) if diagonal else np.linalg.eigvalsh(tensor))


def _column(x: Any, values: Mapping[str, Array], count: int) -> Array:
    """A value that may depend on parameters, for every machine."""
    with np.errstate(all="ignore"):
        return np.broadcast_to(np.asarray(evaluate(x, values), float), (count,))
