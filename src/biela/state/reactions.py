"""Reactions in every joint, and which of them rigid bodies determine.

    found = reactions(run)                          # of a state, a run, or an inverse dynamics
    found["C.force_x"], found.determinate["C.force_x"]
    found = reactions(run, frame="ground", length=0.1)

Equilibrium of all bodies, six equations each, has more unknown reaction components than equations where closures are
redundant. What it leaves free are the self-stresses of the machine: wrenches Ξ y in the joints that hold each other in
balance. A component is **determinate** when no self-stress has a part in it. For the others rigid bodies allow
any value; given is the smallest distribution, the least Σ |f|² + |m|²/ℓ² over all joints, moments about the origin of the
child's joint frame and ℓ a stated length. It is the same whichever joint was cut, and the same that the signals
`C.force_on_child_x`, … of runs have (with ℓ the longest link).

The null space of the whole equilibrium is not factorised as such: every self-stress is one of the cut joints, Gᵀ z = 0 with
the closure rows G of all loops, carried on to the tree joints by equilibrium. That is a small matrix a sample, and one
compiled batch for all of them.

References: García de Jalón & Gutiérrez-López (2013), Multibody System Dynamics 30, 311-341; Wojtyra (2009), Mechanism and
Machine Theory 44, 2265-2278 (joint reactions with redundant constraints).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array, Flags
from biela.base.blas import one_thread
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, unknown
from biela.base.rank import ALONG_A_RUN
from biela.mechanism.frame import Frame
from biela.mechanism.rows import carriers
from biela.state.samples import Sampled, Samples, frame_pose, reference_length, row_units, samples_of
from biela.state.state import State

Where = Literal["child", "parent", "ground"] | Frame

NO_PART = 1e-7
"""Largest part of a component in self-stresses of unit size at which it counts as determinate."""
COMPONENTS = ("moment_x", "moment_y", "moment_z", "force_x", "force_y", "force_z")


@dataclass(frozen=True)
class Reactions(Mapping[str, Array]):
    """Wrenches of parents on children over time.

    `found["C.force_x"]` is a component, `found["C.force"]` and `found["C.moment"]` are magnitudes; couplings of two frames
    are here by name too, with the wrench on their second frame.

    Attributes
    ----------
    names : joints, then couplings of two frames
    t : (n,) times [s]
    wrenches : (n, joints, 6), moment then force [N·m, N]
    fixed : (n, joints, 6), True where rigid bodies determine the component
    redundancy : (n,) number of independent self-stresses
    length : moments are divided by it in the norm [m]
    """

    names: tuple[str, ...]
    t: Array
    wrenches: Array
    fixed: Flags
    redundancy: NDArray[np.int_]
    length: float
    frame: str

    def __getitem__(self, name: str) -> Array:
        thing, part = self._place(name)
        if isinstance(part, slice):
            return np.asarray(np.linalg.norm(self.wrenches[:, thing, part], axis=-1))
        return self.wrenches[:, thing, part]

    @property
    def determinate(self) -> Mapping[str, Any]:
        """For each name: where in time it is determinate; a magnitude is where all its components are."""
        return _Determinate(**vars(self))

    def wrench(self, joint: str) -> Array:
        """Return (n, 6) moments and forces of one joint."""
        return self.wrenches[:, self._joint(joint)]

    def __iter__(self) -> Iterator[str]:
        return (f"{name}.{part}" for name in self.names for part in (*COMPONENTS, "moment", "force"))

    def __len__(self) -> int:
        return 8 * len(self.names)

    def _joint(self, name: str) -> int:
        if name not in self.names:
            raise unknown("joint", name, list(self.names))
        return self.names.index(name)

    def _place(self, name: str) -> tuple[int, int | slice]:
        thing, _, part = str(name).rpartition(".")
        if part in ("moment", "force"):
            return self._joint(thing), slice(0, 3) if part == "moment" else slice(3, 6)
        if part not in COMPONENTS:
            raise unknown("reaction", name, list(self))
        return self._joint(thing), COMPONENTS.index(part)

    def __str__(self) -> str:
        """List the largest values joint by joint, and the components that are not determinate."""
        free = int(self.redundancy.max(initial=0))
        lines = [f"reactions in the axes of {self.frame}, {free} self-stress{'' if free == 1 else 'es'}"]
        for k, name in enumerate(self.names):
            loose = [c for i, c in enumerate(COMPONENTS) if not self.fixed[:, k, i].all()]
            force, moment = self[f"{name}.force"].max(), self[f"{name}.moment"].max()
            remark = f"; not determined: {', '.join(loose)}" if loose else ""
            lines.append(f"  {name}: up to {force:.4g} N, {moment:.4g} N·m{remark}")
        if free:
            lines.append(f"  smallest distribution, moments divided by {self.length:.4g} m")
        return "\n".join(lines)


class _Determinate(Reactions):
    def __getitem__(self, name: str) -> Any:
        thing, part = self._place(name)
        flags = self.fixed[:, thing, part]
        return flags.all(axis=-1) if isinstance(part, slice) else flags


@one_thread()
def reactions(source: State | Sampled, *, frame: Where = "child", length: float | None = None) -> Reactions:
    """Find the wrenches in all joints at a state or along a run, each component marked as determinate or not.

    Parameters
    ----------
    source : a state (with its inputs), a run, or the result of an inverse dynamics
    frame : where a wrench is taken: at the joint's frame on its "child" (default) or "parent" in the axes of that frame; at the
        child's joint frame in "ground" axes; or about the origin and in the axes of a frame of the machine. It is always
        the wrench of the parent on the child
    length : moments are divided by it in the smallest distribution [m]; the longest link if omitted
    """
    samples = samples_of(source)
    mechanism = samples.mechanism
    ell = reference_length(mechanism, length)
    names = carriers(mechanism)
    if not names:
        raise DescriptionError(f"{mechanism.name!r} has no joints, and so no reactions.")
    W, parents, children, T, G = samples.evaluate("reactions")
    solved = W.swapaxes(1, 2)  # (n, joints, 6)
    modes, redundancy = self_stresses(T, G, row_units(mechanism, ell), samples.functions.layout.rate_lengths(ell))
    modes = modes.reshape(*solved.shape, -1)
    scale = np.array([1 / ell] * 3 + [1.0] * 3)
    smallest = solved
    if modes.shape[-1]:  # add Ξ y that makes |solved + Ξ y| smallest in the scaled metric
        flat = (modes * scale[:, None]).reshape(len(solved), -1, modes.shape[-1])
        y = -np.linalg.pinv(flat, rcond=1e-10) @ (solved * scale).reshape(len(solved), -1, 1)
        smallest = solved + (modes.reshape(flat.shape) @ y).reshape(solved.shape)
    move, label = _transport(samples, frame, parents, children)
    seen = np.einsum("njab,njbr->njar", move, modes) * scale[:, None]
    size = np.linalg.norm(modes * scale[:, None], axis=(1, 2), keepdims=True)  # a self-stress as a whole
    part = np.abs(seen / np.where(size > 0, size, 1.0)).max(axis=-1, initial=0.0)
    wrenches = np.einsum("njab,njb->nja", move, smallest)
    return Reactions(tuple(names), samples.t, wrenches, part < NO_PART, redundancy, ell, label)


def self_stresses(T: Array, G: Array, row_units: Array, rate_units: Array) -> tuple[Array, NDArray[np.int_]]:
    """Return wrenches T z of the multipliers with Gᵀ z = 0, as columns padded with zeros, and their number, for each sample.

    Rows of lengths and rates of translations are measured in the machine's length, so that ranks are meaningful.
    """
    n, m, _ = G.shape
    if m == 0:
        return np.zeros((n, T.shape[1], 0)), np.zeros(n, int)
    scaled = G / row_units[:, None] * rate_units
    U, s, _ = np.linalg.svd(scaled)
    values = np.zeros((n, m))
    values[:, : s.shape[1]] = s
    free = values <= ALONG_A_RUN * np.maximum(values[:, :1], 1e-300)
    if s.shape[1] == 0:
        free = np.ones((n, m), bool)
    z = U / row_units[:, None] * free[:, None, :]  # G z = 0 in the unscaled rows
    wanted = free.any(axis=0)
    return np.asarray(T @ z[:, :, wanted]), free.sum(axis=1)


def _transport(samples: Samples, frame: Where, parents: Array, children: Array) -> tuple[Array, str]:
    """Return (n, joints, 6, 6) that takes wrenches from the children's joint frames to the wanted frame; and its name."""
    mechanism = samples.mechanism
    R_c, p_c = _poses(children)
    n, joints = R_c.shape[:2]
    if isinstance(frame, Frame):
        if frame.body is not mechanism.bodies.get(frame.body.name):
            raise DescriptionError(f"frame {frame.name!r} is on no body of {mechanism.name!r}.")
        R, at = frame_pose(samples, frame)
        R, at = np.broadcast_to(R[:, None], R_c.shape), np.broadcast_to(at[:, None], p_c.shape)
        label = f"frame {frame.name!r} on {frame.body.name!r}"
    elif frame == "parent":
        (R, at), label = _poses(parents), "the joints' frames on their parents"
    elif frame == "ground":
        R, at, label = np.broadcast_to(np.eye(3), R_c.shape), p_c, "the ground"
    elif frame == "child":
        return np.broadcast_to(np.eye(6), (n, joints, 6, 6)), "the joints' frames on their children"
    else:
        raise DescriptionError(f"frame {frame!r}: give 'child', 'parent', 'ground', or a frame of the machine.")
    turn = np.swapaxes(R, -1, -2) @ R_c
    arm = np.einsum("njba,njb->nja", R, p_c - at)  # from the wanted origin to the child's, in the wanted axes
    out = np.zeros((n, joints, 6, 6))
    out[..., :3, :3] = out[..., 3:, 3:] = turn
    out[..., :3, 3:] = np.cross(arm[..., None], turn, axis=-2)
    return out, label


def _poses(columns: Array) -> tuple[Array, Array]:
    """Return rotations (n, joints, 3, 3) and positions (n, joints, 3) of frames given as columns."""
    flat = columns.swapaxes(1, 2)
    return flat[..., :9].reshape(*flat.shape[:2], 3, 3).swapaxes(-1, -2), flat[..., 9:]


guard(__name__)
