"""Inverse kinematics: joint coordinates that put a frame at a given pose, with every loop closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, fitting, guard
from biela.base.errors import DescriptionError, Unreachable
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import pose
from biela.mechanism.motion.pose import at_rest
from biela.mechanism.task import OrientationOutput, Output, PointOutput
from biela.simulation.trajectory.task import pose_outputs
from biela.simulation.trajectory.tracking import Tracker
from biela.state.assemble import guessed
from biela.state.closing import ROUNDED, Attempt, ClosureProblem, length_text
from biela.state.functions import MachineFunctions, functions_of, parameter_values
from biela.state.held import Held
from biela.state.samples import frame_poses
from biela.state.state import State


def inverse_kinematics(
    mechanism: Mechanism,
    frame: Any,
    position: Sequence[float | None] | None = None,
    orientation: Any = None,
    *,
    seen_from: Any = None,
    coordinates: Mapping[str, Any] | None = None,
    guess: State | Mapping[str, Any] | None = None,
    t: float = 0.0,
    parameters: Mapping[str, float] | None = None,
) -> State:
    """Find a state with a frame at a given position, or in a given orientation, or both; all loops closed.

    Where the pose leaves degrees of freedom undetermined, the joints move as little as possible from the guess. The guess
    selects the branch: if it is the previous state, a path is followed without leaving its branch; `pose_branches` lists them all.

    Parameters
    ----------
    frame : a body, a frame, `body`, `body.frame`, or the name of a point sensor
    position : of its origin [m]; None for a free component
    orientation : rotation matrix, roll-pitch-yaw [rad] or quaternion (w, x, y, z)
    seen_from : the frame in whose axes both are; the ground's if omitted
    coordinates : joints that are held besides
    guess : a state, or coordinates; the drawing pose if omitted

    Raises
    ------
    Unreachable : with the distance to the nearest pose that the machine reaches from there
    """
    fitting(inverse_kinematics, locals())
    functions = functions_of(mechanism)
    p = parameter_values(mechanism, parameters)
    held = Held(mechanism, coordinates or {}, "coordinates")
    problem = PoseProblem(functions, held, t, p, *_task(mechanism, frame, position, orientation, seen_from, t))
    problem.refuse_contradiction()
    start = problem.wound(guessed(functions, guess, t, p))
    best = problem.search(start)
    if best.residual > ROUNDED:
        raise Unreachable(problem.explain_pose(best))
    state = State(mechanism, problem.with_hints(best.x), t, None, p if parameters else None)
    return state.with_rates({})


@checked(positive=("starts",), nonnegative=("seed",), most={"starts": 1e6})
def pose_branches(
    mechanism: Mechanism, frame: Any, position: Sequence[float | None] | None = None, orientation: Any = None, *,
    seen_from: Any = None, starts: int = 60, seed: int = 1,
) -> list[State]:  # fmt: skip
    """Find different assemblies with a frame at a pose from many starts: the solutions of the inverse kinematics."""
    functions = functions_of(mechanism)
    held, task = Held(mechanism, {}, "coordinates"), _task(mechanism, frame, position, orientation, seen_from, 0.0)
    problem = PoseProblem(functions, held, 0.0, functions.parameters, *task)
    origin = guessed(functions, None, 0.0, functions.parameters)
    found: list[Array] = []
    for start in [origin, *problem.other_starts(origin, starts, seed)]:
        result = problem.solve(start, patient=False)
        if result.residual <= ROUNDED and not any(problem.same(result.x, x) for x in found):
            found.append(result.x)
    found.sort(key=lambda x: float(np.linalg.norm(problem.shape(x) - problem.shape(origin))))
    return [State(mechanism, problem.with_hints(x)).with_rates({}) for x in found]


def _task(
    mechanism: Mechanism, frame: Any, position: Any, orientation: Any, seen_from: Any, t: float
) -> tuple[tuple[Output, ...], Array]:
    """Return the outputs that a pose prescribes, and their values."""
    if position is None and orientation is None:
        raise DescriptionError("inverse_kinematics: give a position, an orientation, or both.")
    xyz = [None] * 3 if position is None else list(position)
    if len(xyz) != 3:
        raise DescriptionError(f"inverse_kinematics: a position has three components, not {len(xyz)}; None for a free one.")
    prescribed = pose(x=xyz[0], y=xyz[1], z=xyz[2], orientation=orientation, seen_from=seen_from)
    place, R = at_rest(prescribed, t)
    outputs = pose_outputs(mechanism, frame, prescribed)
    return outputs, np.array([*(c for c in place if c is not None), *([] if R is None else R.T.ravel())])


class PoseProblem(ClosureProblem):
    """Closure of all loops with frames at given poses."""

    def __init__(self, functions: MachineFunctions, held: Held, t: float, p: Array, outputs: Sequence[Output], target: Array):
        super().__init__(functions, t, p, held)
        self.outputs, self.target = tuple(outputs), np.asarray(target, float)
        self.tracker = Tracker(self.mechanism, outputs, functions=functions)
        self.row_unit = np.concatenate([self.row_unit, self.tracker.row_unit])
        self.penalty = 1.0  # weight of the loops relative to the pose

    def residual(self, x: Array, targets: Array) -> tuple[Array, Array]:
        r, J = super().residual(x, targets)
        f = self.tracker
        gap, A, *_ = f.kernels["task_position"](self.t, x, self.u, self.p, self.target)
        gap, A = np.ravel(gap)[-f.n_d :], np.asarray(A).reshape(f.rows, -1)[-f.n_d :]
        r, J = r * self.penalty, J * self.penalty
        return np.concatenate([r, gap * f.row_unit]), np.vstack([J, A / f.unit * f.row_unit[:, None]])

    def search(self, start: Array) -> Attempt:
        """Solve from the start; else lead the frame there along a straight way; else try other starts."""
        best = self.solve(start)
        if best.residual > ROUNDED:
            best = min(best, self.led(start), key=lambda a: a.residual)
        if best.residual > ROUNDED:
            best = self.best_of(best, self.other_starts(start, 12))
        return best

    def led(self, start: Array, steps: int = 20) -> Attempt:
        """Lead the frame from its present pose to its target, loops closed on the way."""
        x = ClosureProblem(self.functions, self.t, self.p, self.held).solve(start).x
        begin, goal = self.present(x), self.target
        try:
            for s in np.linspace(0.0, 1.0, steps + 1)[1:]:
                self.target = self._between(begin, goal, float(s))
                attempt = self.solve(x, iterations=50)
                if attempt.residual > 1e-6:
                    break
                x = attempt.x
        finally:
            self.target = goal
        return self.solve(x)

    def present(self, x: Array) -> Array:
        """Return the present values of the outputs, as a target."""
        place, values = frame_poses(self.functions, self.t, x, self.u, self.p), []
        for output in cast(tuple[PointOutput | OrientationOutput, ...], self.outputs):
            (R_a, r_a), (R_b, r_b) = place(output.seen_from), place(output.frame)
            values.append(
                (R_a.T @ R_b).T.ravel() if isinstance(output, OrientationOutput) else (R_a.T @ (r_b - r_a))[[output.axis]]
            )
        return np.concatenate(values)

    def _between(self, a: Array, b: Array, s: float) -> Array:
        out, at = (1 - s) * a + s * b, 0
        for output in self.outputs:
            if isinstance(output, OrientationOutput):
                R_a, R_b = (v[at : at + 9].reshape(3, 3).T for v in (a, b))
                R = R_a @ np.asarray(so3.exp(s * np.asarray(so3.log(R_a.T @ R_b))))
                out[at : at + 9] = R.T.ravel()
            at += output.size
        return out

    def nearest(self, x: Array) -> Array:
        """Return the state with closed loops whose pose is nearest to the target."""
        loops = ClosureProblem(self.functions, self.t, self.p, self.held)
        try:
            for self.penalty in (1.0, 1e1, 1e2, 1e3, 1e4):
                x = self.solve(x).x
        finally:
            self.penalty = 1.0
        return loops.solve(x).x

    def explain_pose(self, attempt: Attempt) -> str:
        """Describe the distance to the nearest reachable pose."""
        x = self.nearest(attempt.x)
        now, at = self.present(x), 0
        gaps, turn = [], 0.0
        for output in self.outputs:
            if isinstance(output, OrientationOutput):
                R_d, R = (v[at : at + 9].reshape(3, 3).T for v in (self.target, now))
                turn = float(np.linalg.norm(np.asarray(so3.log(R_d.T @ R))))
            else:
                gaps.append(float(now[at] - self.target[at]))
            at += output.size
        distance = float(np.linalg.norm(gaps)) if gaps else 0.0
        parts = ([length_text(distance)] if gaps else []) + ([f"{np.degrees(turn):.3g}°"] if turn > 1e-9 else [])
        body = self.outputs[0].frame.body.name  # type: ignore[union-attr]
        wished = [o for o in self.outputs if isinstance(o, PointOutput)]
        where = ", ".join(f"{'xyz'[o.axis]} = {v:.6g}" for o, v in zip(wished, now, strict=False))
        there = f" (at {where})" if where else ""
        return (
            f"the pose of {body!r} is out of reach: the nearest that was found is {' and '.join(parts)} away{there}. Ask for "
            "a pose nearer to it, leave components free (None), or start from another branch with guess=…."
        )


guard(__name__)
