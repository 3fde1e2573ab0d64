"""Tracking a task through time: the compiled loop over its samples, and shorter steps where it stops.

Steps are inserted between two samples that are far apart. Where no step is short enough, the task leaves the reach of the
machine, and the time and the joint that diverges are named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import ContradictoryTask, DeadPoint, DescriptionError, UnderActuated, UnderDetermined, count
from biela.base.rank import ALONG_A_RUN, ASSEMBLED, conditioning, null_space, rank
from biela.base.surface import setting
from biela.equations.canonical import _text
from biela.integrate.record import Record
from biela.kernel.builder import Backend
from biela.kernel.kernel import Kernel, compile_kernels
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.rows import rolls
from biela.mechanism.size import machine_size
from biela.mechanism.task import JointOutput, OrientationOutput, Output, PointOutput
from biela.simulation.trajectory.loop import CONTRADICTION, DONE, LOST_ACTUATION, OTHER_SIDE, at, track_samples
from biela.state.functions import MachineFunctions, functions_of

Targets = Callable[[Array], tuple[Array, Array, Array]]
"""Times → prescribed values of the outputs, their rates and accelerations; one row per time."""

CLOSED = 1e-13
"""Residual at which a sample counts as reached [rad, machine sizes]."""
MAX_STEP = 0.25
"""Longest step from sample to sample, and of Newton's method [rad, machine sizes]."""
SINGULAR = 1e-9
"""Ratio of the smallest to the largest pivot of A below which a position is singular."""
MOST_BETWEEN = 1 << 10
"""Largest number of steps between two samples before a task counts as out of reach."""
DEGREES = ("degree of freedom", "degrees of freedom")


@dataclass
class Path:
    """A task along its samples.

    Attributes
    ----------
    t, x, vdot : times, states and accelerations of the tree joints
    effort : (n, actuators) efforts that produce the motion
    force : (n, output rows) forces on the outputs that produce it
    conditioning : ratio of the smallest to the largest pivot of A; 0 at a dead point
    """

    t: Array
    x: Array
    vdot: Array
    effort: Array
    force: Array
    conditioning: Array
    evaluations: int = 0


class Tracker:
    """A machine with a task: its prescribed outputs and the actuators that supply the effort.

    Parameters
    ----------
    outputs : see `biela.mechanism.task`
    actuators : names of inputs of the machine
    weights : of the actuators, if there are more than degrees of freedom: the efforts minimise Σ weight · effort²
    """

    def __init__(
        self, mechanism: Mechanism, outputs: Sequence[Output], actuators: Sequence[str] = (), weights: Array | None = None,
        functions: MachineFunctions | None = None, backend: Backend = "auto",
    ):  # fmt: skip
        self.mechanism, self.outputs, self.actuators = mechanism, tuple(outputs), tuple(actuators)
        if rolling := rolls(mechanism):
            raise DescriptionError(
                f"{', '.join(map(repr, rolling))} roll: where they have come to depends on the way, so that positions do not "
                "determine the others. Simulate the machine with inputs instead."
            )
        self.functions = functions or functions_of(mechanism)
        names = list(mechanism.actuators)
        self.places = [names.index(name) for name in self.actuators]
        self.weights = np.ones(len(self.places)) if weights is None else np.asarray(weights, float)
        self.n_y = sum(output.size for output in outputs)
        self.n_d = sum(output.rows for output in outputs)

        def build() -> dict[str, Any]:
            from biela.equations.task import task_functions

            return task_functions(self.functions.dynamics, self.outputs, self.places)

        kernels = ["task_position", "task_acceleration", "task_effort"]
        key = self.functions.key(f"task {_text(self.outputs)} {self.places} {backend}")
        self.kernels: dict[str, Kernel] = compile_kernels(build, key=key, names=kernels, backend=backend)
        self.rows = self.kernels["task_position"].out_sizes[0]
        size = machine_size(mechanism)
        self.unit = self.functions.layout.rate_lengths(size)
        self.row_unit = np.concatenate([_units(mechanism, output, size) for output in outputs] or [np.zeros(0)])

    def load(self) -> None:
        """Load, or compile, all code of `track`, before any clock starts."""
        for kernel in (*self.kernels.values(), self.functions["retract"]):
            kernel.address  # noqa: B018
        track_samples.call  # noqa: B018

    def matrix(self, t: float, x: Array, u: Array, p: Array, y: Array) -> Array:
        """Return A = [G; J], dimensionless."""
        return np.asarray(self.kernels["task_position"](t, x, u, p, y)[1]).reshape(self.rows, -1)

    def choose(self, A: Array) -> NDArray[np.int64]:
        """Choose independent rows, of the closures first, then of the outputs; refuse a task that leaves motions undetermined."""
        n, own = A.shape[1], self.rows - self.n_d
        chosen, basis = _independent(A[:own], np.zeros((0, n)))
        more, basis = _independent(A[own:], basis)
        if len(basis) < n:
            missing, joints = n - len(basis), self.moving(null_space(A, of_rank=len(basis)).T)
            raise UnderDetermined(
                f"{self.mechanism.name!r} has {count(len(more) + missing, *DEGREES)}, and the motion prescribes {len(more)} of "
                f"them: {missing} {'remains' if missing == 1 else 'remain'} undetermined, which would move {joints}. Prescribe "
                f"{'one more joint' if missing == 1 else f'{missing} more joints'} (or more of the pose), or let the machine move "
                "by itself: machine.drive(…) and simulate."
            )
        return np.array([*chosen, *(own + k for k in more)], np.int64)

    def moving(self, directions: Array, most: int = 3) -> str:
        """Name the joints that move most along given directions of the (dimensionless) rates."""
        size = np.linalg.norm(np.atleast_2d(directions), axis=0)
        links = self.mechanism.topology.links
        by_joint = {link.joint.name: float(size[link.v].max(initial=0.0)) for link in links}
        top = max(by_joint.values(), default=0.0)
        names = sorted((n for n, s in by_joint.items() if s > 0.3 * top), key=lambda n: -by_joint[n])
        return ", ".join(map(repr, names[:most])) + ("…" if len(names) > most > 1 else "")

    def check_actuation(self, t: float, x: Array, u: Array, p: Array, A: Array, chosen: NDArray[np.int64]) -> None:
        """Refuse actuators that leave a degree of freedom uncontrolled, and name it."""
        B = np.asarray(self.kernels["task_effort"](t, x, u, p, np.zeros(len(self.unit)))[1]).reshape(len(self.unit), -1)
        own = [k for k, row in enumerate(chosen) if row >= self.rows - self.n_d]
        inverse = np.linalg.inv(A[chosen])
        shares = (inverse.T @ B)[own]
        controlled = rank(shares, ALONG_A_RUN)
        if controlled < len(own):
            missing = len(own) - controlled
            free = inverse[:, own] @ null_space(shares.T, of_rank=controlled)
            given = ", ".join(map(repr, self.actuators)) or "none"
            raise UnderActuated(
                f"{self.mechanism.name!r} has {count(len(own), *DEGREES)} and its actuators ({given}) control "
                f"{controlled}: {missing} {'is' if missing == 1 else 'are'} missing. Without control, {self.moving(free.T)} can "
                f"move. Actuate {missing} joint{'s' if missing > 1 else ''} more, such as that one, with actuated=[…]."
            )

    def track(self, t: Array, targets: Targets, x0: Array, u: Array, p: Array, *, efforts: bool = True) -> Path:
        """Track the task at times t, from a state x0 that is (nearly) at its first sample.

        Raises
        ------
        DeadPoint : where the machine cannot go on, with the time and the joint
        UnderDetermined, UnderActuated, ContradictoryTask
        """
        run = _Run(self, t, targets(t), x0, u, p, efforts)
        A = self.matrix(float(t[0]), x0, u, p, run.wanted[0][0])
        chosen = self.choose(A)
        if efforts and self.places:
            self.check_actuation(float(t[0]), x0, u, p, A, chosen)
        run.record[at.CHOSEN] = chosen
        k = 0
        while k < len(t):
            k, status = run.go(k)
            if status == DONE:
                break
            if status == CONTRADICTION:
                raise ContradictoryTask(self._contradiction(run, float(t[k])))
            if k == 0 and status != OTHER_SIDE:
                raise DeadPoint(self._dead(run, float(t[0]), status))
            k = self._bridge(run, k, targets, status)
        return run.path()

    def _bridge(self, run: _Run, k: int, targets: Targets, status: int) -> int:
        """Go from sample k − 1 to k in ever shorter steps; return the sample to go on with."""
        t0, t1 = float(run.t[k - 1]), float(run.t[k])
        steps = 2
        while steps <= MOST_BETWEEN:
            between = t0 + (t1 - t0) * np.arange(1, steps + 1) / steps
            arrived, status = run.detour(k, between, targets(between))
            if status == DONE:
                return k + 1
            if status == CONTRADICTION:
                raise ContradictoryTask(self._contradiction(run, float(between[arrived])))
            steps *= 4
        # narrow down where the way ends
        low = t0 if arrived == 0 else float(between[arrived - 1])
        high = float(between[arrived])
        for _ in range(40):
            if high - low <= 1e-12 * max(abs(high), t1 - t0):
                break
            middle = 0.5 * (low + high)
            fine = np.append(between[between < low - 1e-15], [low, middle] if low > t0 else [middle])
            arrived, status = run.detour(k, fine, targets(fine))
            low, high = (middle, high) if status == DONE else (low, middle)
        fine = np.append(between[between < low - 1e-15], low)
        run.detour(k, fine, targets(fine))
        raise DeadPoint(self._dead(run, low, status))

    def _dead(self, run: _Run, t: float, status: int) -> str:
        """Describe where tracking ends, and which joint diverges: along the direction that A loses."""
        x = run.record[at.X]
        A = self.matrix(t, x, run.record[at.U], run.record[at.P], run.record[at.Y])[run.record[at.CHOSEN]]
        joint, where = self.moving(null_space(A, of_rank=len(A) - 1).T, 1), ""
        link = self.mechanism.topology.link_of(joint.strip("'"))
        if link is not None and link.joint.type.n_q == 1:
            value, angle = float(x[link.q][0]), link.joint.type.coordinates[0].unit == "rad"
            where = f" (at {np.degrees(value):.4f}°)" if angle else f" (at {value:.6g} m)"
        if status == LOST_ACTUATION:
            return (
                f"at t = {t:.6g} s the actuators lose control of a degree of freedom of "
                f"{self.mechanism.name!r}: at this position no efforts hold it. Stay away from it, or actuate one joint more."
            )
        return (
            f"at t = {t:.6g} s {self.mechanism.name!r} cannot follow the motion any further: it is at a dead point (conditioning "
            f"{conditioning(A, len(A)):.1e}), where joint {joint}{where} is no longer determined by it. The motion "
            "leaves the workspace, or its branch, there: end it before, choose another path, or another branch with "
            f"{setting('guess')}."
        )

    def _contradiction(self, run: _Run, t: float) -> str:
        r, own = np.abs(run.record[at.RESIDUAL]), self.rows - self.n_d
        worst = int(r.argmax())
        what = "a loop closure" if worst < own else self.describe(worst - own)
        drives = ", ".join(f"{d.name!r} of joint {d.joint!r}" for d in self.mechanism.drives.values())
        own_drives = f" The machine has drives of its own, {drives}: leave them out, or prescribe those joints." if drives else ""
        return (
            f"at t = {t:.6g} s the motion contradicts itself: {what} is missed by {r[worst]:.3g} while the others are met. It is "
            f"already determined by the others: leave it out.{own_drives}"
        )

    def describe(self, row: int) -> str:
        """Describe an output row."""
        for output in self.outputs:
            if row < output.rows:
                match output:
                    case JointOutput():
                        return f"joint {output.joint!r}"
                    case PointOutput():
                        return f"{'xyz'[output.axis]} of {output.frame.body.name!r}"
                    case OrientationOutput():
                        return f"orientation of {output.frame.body.name!r} (about {'xyz'[row]})"
            row -= output.rows
        return "output"


def _units(mechanism: Mechanism, output: Output, size: float) -> Array:
    if isinstance(output, JointOutput):
        unit = mechanism.joints[output.joint].type.coordinates[output.coordinate].unit
        return np.array([size if unit == "m" else 1.0])
    return np.array([size]) if isinstance(output, PointOutput) else np.ones(3)


def _independent(rows: Array, basis: Array) -> tuple[list[int], Array]:
    """Choose rows that add to a basis, those with the largest remainder first; return them, and the basis with them."""
    rest = rows - (rows @ basis.T) @ basis
    scale = float(np.linalg.norm(rows, axis=1).max(initial=0.0))
    chosen: list[int] = []
    while len(basis) < rows.shape[1] and len(rest):
        sizes = np.linalg.norm(rest, axis=1)
        k = int(sizes.argmax())
        if sizes[k] <= ASSEMBLED * max(scale, 1e-300):
            break
        direction = rest[k] / sizes[k]
        direction = direction - (direction @ basis.T) @ basis  # once more, for the digits
        basis = np.vstack([basis, direction / np.linalg.norm(direction)])
        rest = rest - np.outer(rest @ basis[-1], basis[-1])
        chosen.append(k)
    return sorted(chosen), basis


class _Run:
    """A run of the compiled loop: its record, and the arrays of its samples."""

    def __init__(
        self, tracker: Tracker, t: Array, wanted: tuple[Array, Array, Array], x0: Array, u: Array, p: Array, efforts: bool,
    ):  # fmt: skip
        self.tracker, self.t, self.wanted = tracker, t, wanted
        functions, kernels = tracker.functions, tracker.kernels
        retract = functions["retract"]
        sizes = {
            "n_q": functions.layout.n_q, "n_v": len(tracker.unit), "n_x": functions.layout.n_x, "n_u": len(u), "n_p": len(p),
            "n_a": len(tracker.places), "n_y": tracker.n_y, "n_d": tracker.n_d, "rows": tracker.rows,
            "n_hints": kernels["task_position"].out_sizes[3],
            "work_size": max(k.work_size for k in (*kernels.values(), retract)),
        }  # fmt: skip
        addresses = {"position": "task_position", "acceleration": "task_acceleration", "effort": "task_effort"}
        found = {name: kernels[own].address for name, own in addresses.items() if efforts or name != "effort"}
        self.record = record = Record(at, sizes, found | {"retract": retract.address})
        inputs = u.copy()
        inputs[tracker.places] = 0.0
        given: dict[int, Any] = {
            at.T: t[0], at.X: x0, at.U: inputs, at.P: p, at.UNIT: tracker.unit, at.WEIGHT: tracker.weights,
            at.TOLERANCE: CLOSED, at.MAX_STEP: MAX_STEP, at.MIN_PIVOT: SINGULAR, at.WANT_EFFORTS: int(efforts),
        }  # fmt: skip
        for field, value in given.items():
            record[field] = value
        self._ask(t, wanted)
        self.results = self._space(len(t))

    def _ask(self, t: Array, wanted: tuple[Array, Array, Array]) -> None:
        """Bind the targets of the samples to come; rates of outputs in machine sizes."""
        unit = self.tracker.row_unit
        parts = {at.TIMES: t, at.TARGETS: wanted[0], at.RATES: wanted[1] / unit, at.CURVES: wanted[2] / unit}
        for field, array in parts.items():
            self.record.bind(field, np.ascontiguousarray(array, dtype=float))

    def _space(self, n: int) -> dict[int, Array]:
        """Allocate and bind the results of n samples."""
        sizes = {at.OUT_X: at.N_X, at.OUT_VDOT: at.N_V, at.OUT_U: at.N_A, at.OUT_W: at.N_D}
        space: dict[int, Array] = {field: np.full((n, self.record[size]), np.nan) for field, size in sizes.items()}
        space[at.OUT_PIVOT] = np.full(n, np.nan)
        space[at.OUT_W][:] = 0.0
        for field, array in space.items():
            self.record.bind(field, array)
        return space

    def _call(self, first: int, last: int) -> tuple[int, int]:
        """Run the loop over samples; return where it ended, and why."""
        self.record[at.FIRST], self.record[at.LAST], self.record[at.VALID] = first, last, 0
        track_samples.call(self.record.address)
        return self.record[at.SAMPLE], self.record[at.STATUS]

    def go(self, first: int) -> tuple[int, int]:
        """Run the loop from a sample on; return where it ended, and why."""
        if first:
            self._restore(first - 1)
        return self._call(first, len(self.t))

    def _restore(self, k: int) -> None:
        for field, value in ((at.T, self.t), (at.X, self.results[at.OUT_X]), (at.VDOT, self.results[at.OUT_VDOT])):
            self.record[field] = value[k]

    def detour(self, k: int, between: Array, wanted: tuple[Array, Array, Array]) -> tuple[int, int]:
        """Go from sample k − 1 over times between to the last of them, which is stored as sample k if it is its time."""
        self._restore(k - 1)
        self._ask(between, wanted)
        space = self._space(len(between))
        arrived, status = self._call(0, len(between))
        if status == DONE and between[-1] == self.t[k]:
            for field, array in self.results.items():
                array[k] = space[field][-1]
        self._ask(self.t, self.wanted)
        for field, array in self.results.items():
            self.record.bind(field, array)
        return arrived, status

    def path(self) -> Path:
        r = self.results
        force, calls = r[at.OUT_W] / self.tracker.row_unit, self.record[at.EVALUATIONS]
        return Path(self.t, r[at.OUT_X], r[at.OUT_VDOT], r[at.OUT_U], force, r[at.OUT_PIVOT], calls)
