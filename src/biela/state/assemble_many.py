"""Assembly of many machines at once: the same machine with other parameters, coordinates and rates.

All of them start from one assembled state and take Gauss-Newton steps of least norm together, in compiled code and SIMD lanes.
A machine that has not closed after a few steps, or would have to move far, is assembled by itself, as `assemble` does it. Each
result depends on its own numbers alone, to the last bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.array import Array, Flags
from biela.base.errors import BielaError
from biela.equations.layout import layout_of
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, evaluate, parameters_in
from biela.state.assemble import assemble
from biela.state.closing import ClosureProblem
from biela.state.closing_in_lanes import Closing
from biela.state.functions import functions_of, impossible
from biela.state.held import Held
from biela.state.state import State


def assemble_many(
    near: State, parameters: Array, coordinates: Mapping[str, Array] | None = None, rates: Mapping[str, Array] | None = None
) -> tuple[Array, dict[int, str]]:
    """Assemble N machines.

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
    X, closed = _close_together(near, P, held, speeds)
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


def _close_together(near: State, P: Array, held: Mapping[str, Array], rates: Mapping[str, Array]) -> tuple[Array, Flags]:
    """Return states of all machines, and which of them are closed; none if something is held that only `assemble` can hold."""
    functions, layout, count = functions_of(near.mechanism), layout_of(near.mechanism), len(P)
    # lengths are measured as at the common start: what the machines themselves are given would make each depend on the others
    coordinates = functions.evaluate("coordinates", *near.arguments())[0] if held else ()
    known = Held(near.mechanism, {name: np.zeros(x.shape[1:]) for name, x in held.items()}, "coordinates")
    known.values = [float(coordinates[place]) for place in known.places]
    problem = ClosureProblem(functions, near.t, near.arguments()[3], known)
    joints = [problem.joint_at[place] for place in known.places]
    if known.signals or any(joint.type.quaternion is not None for joint, _ in joints):
        return np.repeat(near.x[None], count, 0), np.zeros(count, bool)
    closing = Closing(
        functions, known.places, [layout.rates[joint.name].start + k for joint, k in joints],
        Held(near.mechanism, {name: np.zeros(x.shape[1:]) for name, x in rates.items()}, "rates").places,
        problem.holonomic, problem.row_unit, problem.step_unit,
    )  # fmt: skip
    return closing.close(near.t, near.x, P, _columns(held, count), _columns(rates, count))


def _columns(given: Mapping[str, Array], count: int) -> Array:
    """Return given values as (N, n), in their order."""
    return np.concatenate([np.zeros((count, 0)), *(x.reshape(count, -1) for x in given.values())], axis=1)


def _impossible(mechanism: Mechanism, P: Array) -> dict[int, str]:
    """Return machine → its body whose mass or inertia no body can have, in words."""
    reasons: dict[int, str] = {}
    values = {name: P[:, k] for k, name in enumerate(mechanism.parameters)}
    for body in mechanism.bodies.values():
        if parameters_in((body.mass, body.com, body.inertia)):
            for k in np.flatnonzero(~_possible(body, values, len(P))).tolist():
                if reason := impossible(body, {name: float(x[k]) for name, x in values.items()}):
                    reasons.setdefault(k, reason)
    return reasons


def _possible(body: Body, values: Mapping[str, Array], count: int) -> Flags:
    """Return for every machine whether a body can have its mass and inertia."""

    def column(x: Any) -> Array:
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(evaluate(x, values), float), (count,))

    mass, tensor = column(body.mass), [[column(x) for x in row] for row in body.inertia]
    apart = [body.inertia[i][j] for i, j in ((0, 1), (0, 2), (1, 2))]
    if any(isinstance(x, Expression) or x for x in apart):
        full = np.stack([np.stack(row, axis=1) for row in tensor], axis=1)
        finite = np.asarray(np.isfinite(full).all(axis=(1, 2)))
        a, b, c = np.linalg.eigvalsh(np.where(finite[:, None, None], full, 0.0)).T
    else:
        a, b, c = (tensor[i][i] for i in range(3))
        finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    least, most = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    slack = 2e-5 * np.maximum(np.abs(least), np.abs(most))
    with np.errstate(invalid="ignore"):
        balanced = a + b + c - most >= most - slack  # two principal moments are together at least the third
    return np.asarray(np.isfinite(mass) & finite & (mass >= 0) & (least >= -slack) & balanced)
