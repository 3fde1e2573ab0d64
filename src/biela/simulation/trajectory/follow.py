"""Following a task through time: the compiled loop over its samples, and what to do where it stops.

Between two samples that lie far apart, steps are put in; where none are short enough, the task leaves what the machine can
reach, and the time and the joint that runs away are named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.equations.canonical import _text
from biela.errors import ContradictoryTask, DeadPoint, DescriptionError, UnderActuated, UnderDetermined
from biela.kernel.kernel import Kernel, compile_kernels
from biela.kernel.source import Backend
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.rows import rolls
from biela.mechanism.size import machine_size
from biela.mechanism.task import JointOutput, OrientationOutput, Output, PointOutput
from biela.simulation.trajectory import loop as at
from biela.state.functions import MachineFunctions, functions_of

Array = NDArray[np.float64]
Targets = Callable[[Array], tuple[Array, Array, Array]]
"""Times → what the outputs are told, its rate, its acceleration; one row a time."""

CLOSED = 1e-13
"""Residual at which a sample counts as reached [rad, machine sizes]."""
LONGEST = 0.25
"""Longest step from sample to sample, and of Newton's method [rad, machine sizes]."""
SINGULAR = 1e-9
"""Smallest pivot of A beside the largest, below which a position is singular."""
FINEST = 1 << 10
"""Steps put in between two samples before a task counts as out of reach."""
RANK = 1e-9


@dataclass
class Path:
    """A task along its samples.

    Attributes
    ----------
    t, x, vdot : times, states and accelerations of the tree joints
    effort : (n, actuators) efforts that make the machine move so
    force : (n, output rows) the same as forces on the outputs
    conditioning : smallest pivot of A beside the largest; 0 at a dead point
    """

    t: Array
    x: Array
    vdot: Array
    effort: Array
    force: Array
    conditioning: Array
    iterations: int = 0
    evaluations: int = 0


class Follower:
    """A machine with a task: which outputs are told to move, which actuators do the work.

    Parameters
    ----------
    outputs : see `biela.mechanism.task`
    actuators : names of inputs of the machine
    weights : of the actuators, where there are more than freedoms: the efforts are those of the smallest Σ weight · effort²
    """

    def __init__(
        self,
        mechanism: Mechanism,
        outputs: Sequence[Output],
        actuators: Sequence[str] = (),
        weights: Array | None = None,
        functions: MachineFunctions | None = None,
        backend: Backend = "auto",
    ):
        self.backend: Backend = backend
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
        self.kernels = self._compile()
        self.rows = self.kernels["task_position"].out_sizes[0]
        size = machine_size(mechanism)
        links = mechanism.topology.links
        self.unit = np.array([size if r.unit == "m/s" else 1.0 for link in links for r in link.joint.type.rates])
        self.row_unit = np.concatenate([_units(mechanism, output, size) for output in outputs] or [np.zeros(0)])

    def _compile(self) -> dict[str, Kernel]:
        spec = f"task {_text(self.outputs)} {self.places}"

        def build() -> dict[str, Any]:
            from biela.equations.task import task_functions

            return task_functions(self.functions.dynamics, self.outputs, self.places)

        names = ["task_position", "task_acceleration", "task_effort"]
        return compile_kernels(
            build, key=self.functions.key(f"{spec} {self.backend}"), names=names, backend=self.backend
        )

    def load(self) -> None:
        """Load, or compile, all that `follow` needs, before any clock starts."""
        for kernel in (*self.kernels.values(), self.functions["retract"]):
            kernel.address  # noqa: B018
        at.follow.call  # noqa: B018

    # ------------------------------------------------------------------------------------------- the rows that count

    def matrix(self, t: float, x: Array, u: Array, p: Array, y: Array) -> Array:
        """A = [G; J], dimensionless."""
        return np.asarray(self.kernels["task_position"](t, x, u, p, y)[1]).reshape(self.rows, -1)

    def choose(self, A: Array) -> NDArray[np.int64]:
        """Rows that say all there is: of the closures first, then of the outputs; refused where they do not suffice."""
        n = A.shape[1]
        own = self.rows - self.n_d
        chosen, basis = _independent(A[:own], np.zeros((0, n)))
        more, basis = _independent(A[own:], basis)
        if len(basis) < n:
            raise UnderDetermined(self._undetermined(A, n - len(basis), len(more)))
        return np.array([*chosen, *(own + k for k in more)], np.int64)

    def _undetermined(self, A: Array, missing: int, told: int) -> str:
        free = np.linalg.svd(A)[2][-missing:]
        joints = self.moving(free)
        mobility = told + missing
        return (
            f"{self.mechanism.name!r} has {mobility} freedom{'s' if mobility > 1 else ''}, and the motion tells {told} of them: "
            f"{missing} stay{'s' if missing == 1 else ''} free, which move{'s' if missing == 1 else ''} {joints}. Prescribe "
            f"{'one more joint' if missing == 1 else f'{missing} more joints'} (or more of the pose), or let the machine move by "
            "itself: machine.drive(…) and simulate."
        )

    def moving(self, directions: Array, most: int = 3) -> str:
        """Names of the joints that move most along given directions of the (dimensionless) rates."""
        size = np.linalg.norm(np.atleast_2d(directions), axis=0)
        links = self.mechanism.topology.links
        by_joint = {link.joint.name: float(size[link.v].max(initial=0.0)) for link in links}
        top = max(by_joint.values(), default=0.0)
        names = sorted((n for n, s in by_joint.items() if s > 0.3 * top), key=lambda n: -by_joint[n])
        return ", ".join(map(repr, names[:most])) + ("…" if len(names) > most > 1 else "")

    def check_actuation(self, t: float, x: Array, u: Array, p: Array, A: Array, chosen: NDArray[np.int64]) -> None:
        """Refuse actuators that leave a freedom without command, and name it."""
        B = np.asarray(self.kernels["task_effort"](t, x, u, p, np.zeros(len(self.unit)))[1]).reshape(len(self.unit), -1)
        own = [k for k, row in enumerate(chosen) if row >= self.rows - self.n_d]
        inverse = np.linalg.inv(A[chosen])
        shares = (inverse.T @ B)[own]
        U, s, _ = np.linalg.svd(shares)
        rank = int(np.sum(s > 1e-8 * max(float(s.max(initial=0.0)), 1e-300)))
        if rank < len(own):
            missing = len(own) - rank
            free = inverse[:, own] @ U[:, rank:]
            given = ", ".join(map(repr, self.actuators)) or "none"
            raise UnderActuated(
                f"{self.mechanism.name!r} has {len(own)} freedom{'s' if len(own) > 1 else ''} and its actuators ({given}) command "
                f"{rank}: {missing} {'is' if missing == 1 else 'are'} missing. Without command moves {self.moving(free.T)}. "
                f"Actuate {missing} joint{'s' if missing > 1 else ''} more, such as that one, with actuated=[…]."
            )

    # ---------------------------------------------------------------------------------------------------- following

    def follow(self, t: Array, targets: Targets, x0: Array, u: Array, p: Array, *, efforts: bool = True) -> Path:
        """The task at times t, from a state x0 that is (nearly) at its first sample.

        Raises
        ------
        DeadPoint : where the machine cannot go on, with the time and the joint
        UnderDetermined, UnderActuated, ContradictoryTask
        """
        run = _Run(self, t, targets(t), x0, u, p, efforts)
        A = self.matrix(float(t[0]), x0, u, p, run.targets[0])
        chosen = self.choose(A)
        if efforts and self.places:
            self.check_actuation(float(t[0]), x0, u, p, A, chosen)
        run.choose(chosen)
        k = 0
        while k < len(t):
            k, status = run.go(k)
            if status == at.DONE:
                break
            if status == at.CONTRADICTION:
                raise ContradictoryTask(self._contradiction(run, float(t[k])))
            if k == 0 and status != at.OTHER_SIDE:
                raise DeadPoint(self._dead(run, float(t[0]), status))
            k = self._bridge(run, k, targets, status)
        return run.path()

    def _bridge(self, run: _Run, k: int, targets: Targets, status: int) -> int:
        """From sample k − 1 to k in ever shorter steps; the sample to go on with."""
        t0, t1 = float(run.t[k - 1]), float(run.t[k])
        steps = 2
        while steps <= FINEST:
            between = t0 + (t1 - t0) * np.arange(1, steps + 1) / steps
            arrived, status = run.detour(k, between, targets(between))
            if status == at.DONE:
                return k + 1
            if status == at.CONTRADICTION:
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
            low, high = (middle, high) if status == at.DONE else (low, middle)
        run.detour(
            k, np.append(between[between < low - 1e-15], low), targets(np.append(between[between < low - 1e-15], low))
        )
        raise DeadPoint(self._dead(run, low, status))

    def _dead(self, run: _Run, t: float, status: int) -> str:
        """Where it ends, and which joint runs away: along the direction that A loses."""
        y = run.value[at.Y]
        A = self.matrix(t, run.value[at.X], run.value[at.U], run.value[at.PARAMETERS], y)[run.value[at.CHOSEN]]
        _, s, Vt = np.linalg.svd(A)
        joint = self.moving(Vt[-1:], 1)
        where = self._where(joint.strip("'"), run.value[at.X])
        if status == at.LOST_ACTUATION:
            return (
                f"at t = {t:.6g} s the actuators lose a freedom of {self.mechanism.name!r}: at this position no efforts hold it. "
                f"Stay away from it, or actuate one joint more."
            )
        return (
            f"at t = {t:.6g} s {self.mechanism.name!r} cannot follow the motion any further: it is at a dead point (conditioning "
            f"{s[-1] / s[0]:.1e}), where joint {joint}{where} is no longer determined by it. The motion leaves the workspace, or "
            "its branch, there: end it before, choose another path, or another branch with guess=…."
        )

    def _where(self, joint: str, x: Array) -> str:
        link = self.mechanism.topology.link_of(joint)
        if link is None or link.joint.type.n_q != 1:
            return ""
        unit = link.joint.type.coordinates[0].unit
        value = float(x[link.q][0])
        return f" (at {np.degrees(value):.4f}°)" if unit == "rad" else f" (at {value:.6g} m)"

    def _contradiction(self, run: _Run, t: float) -> str:
        r = np.abs(run.value[at.RESIDUAL])
        own = self.rows - self.n_d
        worst = int(r.argmax())
        what = "a loop closure" if worst < own else self.describe(worst - own)
        return (
            f"at t = {t:.6g} s the motion contradicts itself: {what} is missed by {r[worst]:.3g} while the others are met. It is "
            "not free to be told: leave it out."
        )

    def describe(self, row: int) -> str:
        """An output row in words."""
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
    """Rows that add to a basis, those first of which most remains; and the basis with them."""
    rest = rows - (rows @ basis.T) @ basis
    scale = float(np.linalg.norm(rows, axis=1).max(initial=0.0))
    chosen: list[int] = []
    while len(basis) < rows.shape[1] and len(rest):
        sizes = np.linalg.norm(rest, axis=1)
        k = int(sizes.argmax())
        if sizes[k] <= RANK * max(scale, 1e-300):
            break
        direction = rest[k] / sizes[k]
        direction = direction - (direction @ basis.T) @ basis  # once more, for the digits
        basis = np.vstack([basis, direction / np.linalg.norm(direction)])
        rest = rest - np.outer(rest @ basis[-1], basis[-1])
        chosen.append(k)
    return sorted(chosen), basis


@dataclass
class _Run:
    """The table of a run of the compiled loop, and the memory behind it."""

    follower: Follower
    t: Array
    told: tuple[Array, Array, Array]
    x0: Array
    u: Array
    p: Array
    efforts: bool
    value: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        f = self.follower
        n, n_q, n_x = len(f.unit), f.functions.layout.n_q, f.functions.layout.n_x
        retract = f.functions["retract"]
        kernels = [*f.kernels.values(), retract]
        n_a, n_d, rows = len(f.places), f.n_d, f.rows
        hints = f.kernels["task_position"].out_sizes[3]
        inputs = self.u.copy()
        inputs[f.places] = 0.0
        v = self.value
        v |= {at.T: np.array([self.t[0]]), at.X: self.x0.copy(), at.U: inputs, at.PARAMETERS: self.p.copy()}
        v |= {at.Y: np.zeros(f.n_y), at.VDOT: np.zeros(n), at.XI: np.zeros(n), at.QNEW: np.zeros(n_q)}
        v |= {
            at.RESIDUAL: np.zeros(rows),
            at.MATRIX: np.zeros(rows * n),
            at.DRIFT: np.zeros(rows),
            at.HINTS: np.zeros(hints),
        }
        v |= {at.GAMMA: np.zeros(rows), at.FORCE: np.zeros(n), at.MAP: np.zeros(n * n_a)}
        v |= {
            at.CHOSEN: np.zeros(n, np.int64),
            at.UNIT: f.unit.copy(),
            at.OUTPUT: np.zeros(n, np.int64),
            at.WEIGHT: f.weights,
        }
        v |= {at.LU: np.zeros(n * n), at.PERM: np.zeros(n, np.int64), at.RHS: np.zeros(n), at.Z: np.zeros(n)}
        v |= {at.SMALL: np.zeros(n * n), at.SMALL_PERM: np.zeros(n, np.int64), at.SHARE: np.zeros(n * max(n_a, 1))}
        v |= {at.MU: np.zeros(max(n, 1)), at.OUT_SIGN: np.zeros(1), at.OPTION: np.array([CLOSED, LONGEST, SINGULAR])}
        v |= {at.WORK: np.zeros(max(k.work_size for k in kernels))}
        arguments = [v[at.T], v[at.X], v[at.U], v[at.PARAMETERS]]
        v |= {at.ARG: _addresses(arguments), at.ARG_Y: _addresses([*arguments, v[at.Y]])}
        v |= {at.ARG_VDOT: _addresses([*arguments, v[at.VDOT]]), at.ARG_XI: _addresses([*arguments, v[at.XI]])}
        v |= {at.TO_POSITION: _addresses([v[at.RESIDUAL], v[at.MATRIX], v[at.DRIFT], v[at.HINTS]])}
        v |= {at.TO_GAMMA: _addresses([v[at.GAMMA]]), at.TO_EFFORT: _addresses([v[at.FORCE], v[at.MAP]])}
        v |= {at.TO_Q: _addresses([v[at.QNEW]])}
        self.table = np.zeros(at.OPTION + 1, np.int64)
        for place, array in v.items():
            self.table[place] = array.ctypes.data
        numbers = {
            at.N_Q: n_q, at.N_V: n, at.N_X: n_x, at.N_HINTS: hints, at.ROWS: rows, at.N_Y: f.n_y, at.N_U: len(self.u),
            at.N_P: len(self.p), at.N_A: n_a, at.N_D: n_d, at.WANT_EFFORTS: int(self.efforts), at.RETRACT: retract.address,
            at.POSITION: f.kernels["task_position"].address, at.ACCELERATION: f.kernels["task_acceleration"].address,
            at.EFFORT: f.kernels["task_effort"].address if self.efforts else 0,
        }  # fmt: skip
        for place, number in numbers.items():
            self.table[place] = number
        self._samples(self.t, self.told)
        self.results = self._space(len(self.t))

    @property
    def targets(self) -> Array:
        return self.told[0]

    def _samples(self, t: Array, told: tuple[Array, Array, Array]) -> None:
        """What is asked at the samples to come; rates of outputs in machine sizes."""
        unit = self.follower.row_unit
        parts = {at.TIMES: t, at.TARGETS: told[0], at.RATES: told[1] / unit, at.CURVES: told[2] / unit}
        for place, array in parts.items():
            self.value[place] = np.ascontiguousarray(array, dtype=float)
            self.table[place] = self.value[place].ctypes.data

    def _space(self, n: int) -> dict[int, Array]:
        f = self.follower
        sizes = {
            at.OUT_X: f.functions.layout.n_x, at.OUT_VDOT: len(f.unit), at.OUT_U: len(f.places), at.OUT_W: f.n_d,
            at.OUT_PIVOT: 1,
        }  # fmt: skip
        space = {place: np.full((n, size), np.nan) for place, size in sizes.items()}
        space[at.OUT_W][:] = 0.0
        self._point_to(space)
        return space

    def _point_to(self, space: dict[int, Array]) -> None:
        for place, array in space.items():
            self.value[place] = array
            self.table[place] = array.ctypes.data

    def choose(self, chosen: NDArray[np.int64]) -> None:
        self.value[at.CHOSEN][:] = chosen

    def go(self, first: int) -> tuple[int, int]:
        """The loop from a sample on; where it ended, and why."""
        if first:
            self._restore(first - 1)
        self.table[at.FIRST], self.table[at.LAST] = first, len(self.t)
        self.table[at.VALID] = 0
        at.follow.call(self.table.ctypes.data)
        return int(self.table[at.SAMPLE]), int(self.table[at.STATUS])

    def _restore(self, k: int) -> None:
        self.value[at.T][0] = self.t[k]
        self.value[at.X][:] = self.results[at.OUT_X][k]
        self.value[at.VDOT][:] = self.results[at.OUT_VDOT][k]

    def detour(self, k: int, between: Array, told: tuple[Array, Array, Array]) -> tuple[int, int]:
        """From sample k − 1 over times between to the last of them, which is stored as sample k if it is its time."""
        self._restore(k - 1)
        self._samples(between, told)
        space = self._space(len(between))
        self.table[at.FIRST], self.table[at.LAST], self.table[at.VALID] = 0, len(between), 0
        at.follow.call(self.table.ctypes.data)
        arrived, status = int(self.table[at.SAMPLE]), int(self.table[at.STATUS])
        if status == at.DONE and between[-1] == self.t[k]:
            for place, array in self.results.items():
                array[k] = space[place][-1]
        self._samples(self.t, self.told)
        self._point_to(self.results)
        return arrived, status

    def path(self) -> Path:
        r = self.results
        counts = (int(self.table[at.ITERATIONS]), int(self.table[at.EVALUATIONS]))
        force = r[at.OUT_W] / self.follower.row_unit
        return Path(self.t, r[at.OUT_X], r[at.OUT_VDOT], r[at.OUT_U], force, r[at.OUT_PIVOT][:, 0], *counts)


def _addresses(arrays: list[Array]) -> NDArray[np.int64]:
    return np.array([array.ctypes.data for array in arrays], np.int64)
