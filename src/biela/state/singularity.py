"""Singular positions of closed chains: how near, of which type, on which branch; and the dead point a motion runs into.

The motions that the loops allow at a position are v = N ξ, with G N = 0. Of them the actuators see J_a N, the end effector J_e N:

    type 1 (serial)     J_e N loses rank: the actuators can move while the end effector stands still in a direction    (1)
    type 2 (parallel)   J_a N loses rank: with the actuators locked the machine still moves                            (2)
    type 3 (combined)   both at once
    loop                G itself loses rank: two branches of the whole machine meet                                    (3)

(Gosselin & Angeles (1990), IEEE Trans. Robotics and Automation 6, 281-290.) The smallest singular values measure how
near, with translations divided by a stated length so that they are pure numbers. N is orthonormal in the rates of all
joints, tree and cut alike, so that (1) and (2) do not depend on the cut; J_a N has values between 0 and 1, the sine of the
angle between what the loops allow and what locked actuators leave. (3) is measured on the closure rows as they are cut.

In the words of the tutorial on parallel robots, (2) is where the passive Jacobian Φ_pas is singular. Its determinant and
condition number, in SI units, are given too, and the sign of the determinant: the branch, which a continuous motion
changes only through a singular position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnderActuated, UnknownName, nearest
from biela.base.rank import ALONG_A_RUN, TINY, null_space
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism
from biela.state.samples import frame_jacobian, reference_length, samples_of, without_dimension

SINGULAR = 1e-5
"""A position counts as singular while its measure is below this."""
TWIST = ("rate_x", "rate_y", "rate_z", "velocity_x", "velocity_y", "velocity_z")


@dataclass(frozen=True)
class Singularity:
    """Nearness to singular positions, at a state or along a path.

    Attributes
    ----------
    t : (n,) times [s]
    actuated : names of the actuated coordinates
    length : translations are divided by it [m]
    mobility : degrees of freedom of the machine
    parallel : (n,) smallest singular value of J_a N (2); 0 at a type 2 singularity
    serial : (n,) smallest singular value of J_e N (1); NaN without an end effector
    loop : (n,) smallest singular value of the closures, of those that are not zero everywhere, over the largest (3)
    determinant, condition : (n,) of the passive Jacobian, in SI units as in the tutorial
    branch : (n,) sign of the determinant; where actuation is redundant, or rows repeat each other, of the determinant of
        J_a N followed along the path (zero where actuation is redundant)
    """

    t: Array
    actuated: tuple[str, ...]
    length: float
    mobility: int
    parallel: Array
    serial: Array
    loop: Array
    determinant: Array
    condition: Array
    branch: Array

    @property
    def distance(self) -> Array:
        """(n,) the smallest of all measures: 0 at any singularity."""
        return np.fmin(np.fmin(self.parallel, self.serial), self.loop)

    @property
    def nearest(self) -> int:
        """Index of the sample nearest to a singularity."""
        return int(np.nanargmin(self.distance))

    @property
    def kinds(self) -> list[str]:
        """For each sample: "", "type 1", "type 2", "type 3" or "loop"."""
        out = []
        for serial, parallel, loop in zip(self.serial, self.parallel, self.loop, strict=True):
            one, two = serial < SINGULAR, parallel < SINGULAR
            kind = "type 3" if one and two else "type 1" if one else "type 2" if two else ""
            out.append("loop" if loop < SINGULAR else kind)
        return out

    @property
    def changes(self) -> list[int]:
        """Samples before which the branch changed: between them and the one before, the path passed a singularity."""
        return [int(k) for k in np.nonzero(self.branch[1:] * self.branch[:-1] < 0)[0] + 1]

    @property
    def time_left(self) -> Array:
        """(n,) estimate of the time until a type 2 singularity, where the path approaches one [s]; infinite elsewhere.

        Towards a dead point at t* the measure falls as √(t* − t), so that its square is extrapolated to zero.
        """
        if len(self.t) < 2:
            return np.full(len(self.t), np.inf)
        square = self.parallel**2
        slope = np.gradient(square, self.t)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(slope < 0, -square / slope, np.inf)

    def __str__(self) -> str:
        k = self.nearest
        text = (
            f"nearest at t = {self.t[k]:.6g} s: parallel {self.parallel[k]:.3g}, serial {self.serial[k]:.3g}, loop "
            f"{self.loop[k]:.3g} (translations divided by {self.length:.3g} m); condition {self.condition[k]:.3g}"
        )
        kind = self.kinds[k]
        return text + (f"; singular, {kind}" if kind else "")


@one_thread()
def singularity(
    source: Any,
    actuated: Sequence[str] | None = None,
    *,
    end_effector: Body | Frame | str | None = None,
    task: Sequence[str] = TWIST,
    length: float | None = None,
) -> Singularity:
    """Measure how near a machine is to singular positions, at a state or along a run or trajectory.

    Parameters
    ----------
    actuated : joints (or `joint.rate`) that are actuated; if omitted those that supplied the effort in an inverse dynamics, those
        that are driven, or those with motors
    end_effector : body (its frame), or frame; without one type 1 is not looked for
    task : which parts of its twist, at its origin in ground axes, are its task: all six, unless some are named. A planar robot
        has ("velocity_x", "velocity_y", "rate_z"), and may as well have all
    length : translations are divided by it [m]; the longest link if omitted

    Raises
    ------
    UnderActuated : with fewer actuated coordinates than degrees of freedom; says how many are missing
    """
    samples = samples_of(source)
    m, ell = samples.mechanism, reference_length(samples.mechanism, length)
    rows, names = actuated_rows(m, actuated, getattr(source, "actuated", ()))
    _, _, J = samples.evaluate("coordinates")
    G = samples.evaluate("closure")[2]
    G = G[:, : G.shape[1] - len(m.drives)]  # without the rows of prescribed motions, the last
    per_rate = samples.functions.layout.rate_lengths(ell)
    scaled = without_dimension(G, m, ell)
    N = null_space(scaled, ALONG_A_RUN)  # what the closures allow
    rank = int(scaled.shape[2] - N.shape[2])  # on most of the path
    s = np.linalg.svd(scaled, compute_uv=False) if rank else np.ones((len(samples), 1))
    loop = np.asarray(s[:, max(rank, 1) - 1] / np.maximum(s[:, 0], TINY))  # (3)
    every = np.array([ell if rate.unit == "m/s" else 1.0 for joint in m.joints.values() for rate in joint.type.rates])
    if N.shape[2]:  # columns of what is seen of N become orthonormal
        N = N @ np.linalg.inv(np.linalg.qr(J * per_rate / every[:, None] @ N)[1])
    mobility = m.topology.n_v - rank
    if len(rows) < mobility:
        raise UnderActuated(
            f"{m.name!r} has mobility {mobility}, and {len(rows)} of its coordinates are actuated ({', '.join(names) or 'none'}): "
            f"{mobility - len(rows)} more must be, or the others move as they like."
        )
    A = J[:, rows] * per_rate / every[rows, None] @ N
    parallel, serial = _smallest(A, mobility), np.full(len(samples), np.nan)
    if end_effector is not None:
        for part in task:
            if part not in TWIST:
                raise UnknownName(f"no part of a twist {part!r}.{nearest(part, TWIST)}")
        parts = [TWIST.index(part) for part in task]
        J_e = frame_jacobian(samples, _frame(m, end_effector)) * per_rate
        J_e[:, 3:] /= ell
        serial = _smallest(J_e[:, parts] @ N, mobility)
    determinant, condition = _passive(G, J[:, rows], scaled, rank)
    branch = np.zeros(len(samples))
    if len(rows) == mobility:  # of the passive Jacobian, or of J_a N followed along the path
        branch = np.sign(np.linalg.det(A)) * _orientation(N) if np.isnan(determinant).any() else np.sign(determinant)
    return Singularity(samples.t, tuple(names), ell, mobility, parallel, serial, loop, determinant, condition, branch)


def actuated_rows(mechanism: Mechanism, actuated: Sequence[str] | None, inputs: Sequence[str] = ()) -> tuple[list[int], list[str]]:
    """Return places of the actuated rates among those of all joints, and their names; those of `inputs` if not given."""
    whole = {j.name: [f"{j.name}.{rate.name}" for rate in j.type.rates] for j in mechanism.joints.values()}
    places = {name: at for at, name in enumerate(name for names in whole.values() for name in names)}
    if actuated is None:
        things: list[Any] = [mechanism.actuators[name] for name in inputs] or list(mechanism.drives.values())
        things = [thing for thing in things or mechanism.actuators.values() if hasattr(thing, "joint")]
        wanted = [whole[thing.joint][thing.coordinate] for thing in things]
    else:
        wanted = []
        for name in [actuated] if isinstance(actuated, str) else actuated:
            if name not in whole and name not in places:
                raise UnknownName(f"actuated: no joint or rate {name!r}.{nearest(str(name), [*whole, *places])}")
            wanted += whole.get(name, [name])
    wanted = list(dict.fromkeys(wanted))
    return [places[name] for name in wanted], wanted


def _smallest(A: Array, mobility: int) -> Array:
    """Return the n-th largest singular value, with n degrees of freedom; zero if there are fewer rows."""
    if mobility == 0:
        return np.ones(len(A))
    if A.shape[1] < mobility:
        return np.zeros(len(A))
    return np.asarray(np.linalg.svd(A, compute_uv=False)[:, mobility - 1])


def _passive(G: Array, J_a: Array, scaled: Array, rank: int) -> tuple[Array, Array]:
    """Return determinant and condition of the passive Jacobian. With the actuated coordinates in the tree, det [G; J_a] is ± that
    of the passive columns; NaN where closure rows repeat each other on the closed loops, so that there is no square matrix."""
    said = np.abs(scaled).max(axis=(0, 2)) > 1e-12 if scaled.shape[1] else np.zeros(0, bool)  # out-of-plane rows say nothing
    rows = G[:, said]
    n_v = G.shape[2]
    alone = all(np.count_nonzero(row) == 1 for row in J_a[0]) and len(J_a) > 0
    passive = [k for k in range(n_v) if not np.any(J_a[0][:, k])] if alone else list(range(n_v))
    matrix = rows[:, :, passive] if alone else np.concatenate([rows, J_a], axis=1)
    square = rows.shape[1] + J_a.shape[1] == n_v and rows.shape[1] == rank
    determinant = np.linalg.det(np.concatenate([rows, J_a], axis=1)) if square else np.full(len(G), np.nan)
    if matrix.shape[1] == 0 or matrix.shape[2] == 0:
        return determinant, np.ones(len(G))
    values = np.linalg.svd(matrix, compute_uv=False)[:, : min(matrix.shape[2], rank + (0 if alone else J_a.shape[1]))]
    return determinant, values[:, 0] / np.maximum(values[:, -1], 1e-300)


def _orientation(N: Array) -> Array:
    """Return ±1, with which the basis N turns continuously along the path."""
    turns = np.sign(np.linalg.det(np.swapaxes(N[:-1], 1, 2) @ N[1:])) if len(N) > 1 else np.zeros(0)
    return np.concatenate([[1.0], np.cumprod(np.where(turns == 0, 1.0, turns))])


def _frame(mechanism: Mechanism, where: Body | Frame | str) -> Frame:
    if isinstance(where, str):
        if where not in mechanism.bodies:
            raise UnknownName(f"end effector: no body {where!r}.{nearest(where, list(mechanism.bodies))}")
        where = mechanism.bodies[where]
    frame = where.origin if isinstance(where, Body) else where
    if not isinstance(frame, Frame) or mechanism.bodies.get(frame.body.name) is None:
        raise DescriptionError(f"end effector {where!r}: give a body of {mechanism.name!r}, or a frame on one.")
    return frame


guard(__name__)
