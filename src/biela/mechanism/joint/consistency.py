"""Check that the functions of a joint type fit together, by numbers at random positions: see `biela.mechanism.joint.base`.

[R^T R'; R^T p'] = S(q) v,  S' = motion_rate(q, v)      along q' = position_rate(q, v)
closure(pose(q)) = 0,  measure(pose(q)) = q,  K S = 1,  and closure changes along 6 - n_v of the six twists
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np

from biela.base.errors import BielaError, DescriptionError
from biela.element.uses import who
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType
from biela.mechanism.parameter import nominal

DIFFERENCE_STEP, TOLERANCE = 1e-5, 1e-6
"""Step of central differences, and the relative and absolute error up to which two quantities agree."""


def check_joint(kind: JointType, name: str) -> None:
    """Refuse a joint type whose functions contradict each other."""
    try:
        values = {f.name: nominal(getattr(kind, f.name)) for f in fields(kind)}
        problem = _problem(replace(kind, **values))
    except BielaError:
        raise
    except Exception as error:  # a user's function may raise anything
        raise DescriptionError(f"{who(kind, name)} fails with numbers: {type(error).__name__}: {error}.") from error
    if problem:
        raise DescriptionError(f"{who(kind, name)}: {problem}.")


def _problem(kind: JointType) -> str:
    random = np.random.default_rng(5)
    if not (len(kind.rates) == len(kind.efforts) and len(kind.closure_rows) == len(kind.closure_units)):
        return "it needs one effort for each rate, and one unit for each closure row"
    followed = [stage.coordinate for stage in kind.chain or ()]
    if len(set(followed)) < len(followed) and kind.lead is None:
        return "two stages of its chain follow one coordinate, as those of a screw: state its lead, the advance per radian"
    for _ in range(2):
        q = np.asarray(kind.retract(kind.neutral(), random.uniform(0.1, 0.5, kind.n_v)), float)
        v = random.uniform(0.5, 1.0, kind.n_v)
        X, S = kind.pose(q), np.asarray(kind.motion(q), float)
        if S.shape != (6, kind.n_v):
            return f"motion has shape {S.shape}; return a column of six entries for each of its {kind.n_v} rates"
        along = np.asarray(kind.position_rate(q, v), float)
        R, d = np.asarray(X.rotation, float), np.asarray(X.rotation, float).T @ np.asarray(X.position, float)
        R_rate = _slope(lambda h, q=q, a=along: kind.pose(q + h * a).rotation)  # type: ignore[misc]
        p_rate = _slope(lambda h, q=q, a=along: kind.pose(q + h * a).position)  # type: ignore[misc]
        spin = R.T @ R_rate
        if _differ(np.array([spin[2, 1], spin[0, 2], spin[1, 0], *(R.T @ p_rate)]), S @ v):
            return "motion S(q) is not the derivative of pose(q): S v must be its twist, in the axes of the child"
        if kind.chain is not None and _differ(*(np.hstack([x.rotation, np.c_[x.position]]) for x in (X, _chained(kind, q)))):
            return "chain is not pose(q): its hinges, slides and balls, one after the other, must give the same pose"
        S_rate = _slope(lambda h, q=q, a=along: kind.motion(q + h * a))  # type: ignore[misc]
        if _differ(S_rate, kind.motion_rate(q, v)):
            return "motion_rate is not the derivative of motion"
        closure = np.asarray(kind.closure(R, d, q), float).ravel()
        if closure.size != len(kind.closure_rows):
            return f"closure returns {closure.size} residuals and closure_rows names {len(kind.closure_rows)}; make them equal"
        if _differ(closure, 0.0):
            return f"closure does not vanish at pose(q): it gives {np.abs(closure).max():.3g}"
        if _differ(kind.measure(R, d, q), q):
            return "measure(R, d, hint) does not give back the q of pose(q)"
        K = kind.conjugate(R, d, q)
        if K is not None and _differ(np.asarray(K, float) @ S, np.eye(kind.n_v)):
            return "conjugate K is not a left inverse of motion: K S must be 1"
        rank = int(np.linalg.matrix_rank(_closure_slopes(kind, R, d, q), tol=1e-4)) if closure.size else 0
        if rank != 6 - kind.n_v:
            return f"closure holds {rank} directions where {6 - kind.n_v} are needed: 6 less the {kind.n_v} rates"
    return ""


def _chained(kind: JointType, q: Any) -> Pose:
    """Return the pose that the hinges, slides and balls of a joint give together."""
    X = Pose.identity()
    for stage in kind.chain or ():
        axis, x = np.eye(3)["xyz".index(stage.axis)], stage.factor * q[stage.coordinate]
        if stage.kind == "ball":
            X = X @ Pose(quaternion.to_matrix(q[stage.coordinate : stage.coordinate + 4]), np.zeros(3))
        else:
            X = X @ (Pose(np.eye(3), x * axis) if stage.kind == "slide" else Pose(so3.about(axis, x), np.zeros(3)))
    return X


def _closure_slopes(kind: JointType, R: Any, d: Any, q: Any) -> Any:
    """Derivative of the closure along each of the six twists of the child."""

    def moved(h: float, V: Any) -> Any:
        turned = so3.exp(h * V[:3])
        Rh, dh = R @ turned, turned.T @ (d + h * V[3:])
        return kind.closure(Rh, dh, kind.measure(Rh, dh, q))

    return np.column_stack([_slope(lambda h, V=V: moved(h, V)) for V in np.eye(6)])  # type: ignore[misc]


def _slope(function: Callable[[float], Any]) -> Any:
    return (np.asarray(function(DIFFERENCE_STEP), float) - np.asarray(function(-DIFFERENCE_STEP), float)) / (2 * DIFFERENCE_STEP)


def _differ(a: Any, b: Any) -> bool:
    return not np.allclose(np.asarray(a, float), np.asarray(b, float), rtol=TOLERANCE, atol=TOLERANCE)
