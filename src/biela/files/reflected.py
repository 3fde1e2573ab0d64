"""Inertia that the joints of a machine see where it is drawn: what gains and stiffnesses given as times and ratios refer to.

With S_i the axes of joint i about the origin of the ground, and I_i the inertia of all that it carries, Mᵢⱼ = Sⱼᵀ Iᵢ Sᵢ for the
joints j between joint i and the ground (composite-rigid-body algorithm), rotors on the diagonal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.lie.se3 import Pose
from biela.mechanism.load.rotor import Rotor
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.topology import Link
from biela.state.fit import poses

DENSE = 600
"""Rates up to which the mass matrix is inverted; in larger machines a joint sees what it carries while all others stand."""


class Reflected:
    """Mass matrix of the tree where all coordinates are zero; computed when first asked for."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism

    @cached_property
    def topology(self) -> Any:
        return self.mechanism.edit().topology

    @cached_property
    def at(self) -> dict[str, slice]:
        """Joint → its entries of v."""
        return {link.joint.name: link.v for link in self.topology.links}

    @cached_property
    def _carried(self) -> tuple[list[Array], list[Array]]:
        """Axes of each joint, and the 6 × 6 inertia of what it carries, both about the origin of the ground."""
        X = poses(self.topology, {})
        axes = [_axes(link, X) for link in self.topology.links]
        inertias = [_inertia(self.mechanism.bodies[link.body.name], X[link.body.name]) for link in self.topology.links]
        for i in reversed(range(len(inertias))):
            if (parent := self.topology.links[i].parent) >= 0:
                inertias[parent] = inertias[parent] + inertias[i]
        return axes, inertias

    @cached_property
    def rotors(self) -> Array:
        """Inertia of rotors on each rate."""
        found = np.zeros(self.topology.n_v)
        for rotor in (load for load in self.mechanism.loads.values() if isinstance(load, Rotor)):
            found[self.at[rotor.joint].start + rotor.coordinate] += float(nominal(rotor.inertia))
        return found

    @cached_property
    def inverse(self) -> Array:
        """M⁻¹, or the inverse of its diagonal in a large machine."""
        links, n = self.topology.links, self.topology.n_v
        axes, inertias = self._carried
        if n > DENSE:
            own = [np.einsum("ik,ij,jk->k", S, I, S) for S, I in zip(axes, inertias, strict=True)]
            diagonal = np.concatenate(own) + self.rotors
            return np.divide(1.0, diagonal, out=np.zeros(n), where=diagonal > 0)
        M = np.diag(self.rotors)
        for i, link in enumerate(links):
            F, j = inertias[i] @ axes[i], i
            while j >= 0:
                block = axes[j].T @ F
                M[links[j].v, link.v] += block
                if j != i:
                    M[link.v, links[j].v] += block.T
                j = links[j].parent
        return np.asarray(np.linalg.pinv(M, hermitian=True))

    def of_joint(self, joint: str) -> float:
        """Return the mean inertia that the coordinates of a joint see, others free: n / Σ (M⁻¹)_ii."""
        at = self.at[joint]
        own = self.inverse[at] if self.inverse.ndim == 1 else np.diag(self.inverse)[at]
        total = float(own.sum())
        return (at.stop - at.start) / total if total > 0 else 0.0

    def along(self, terms: Sequence[tuple[str, Any]]) -> float:
        """Return the inertia that a sum of coordinates sees, (J M⁻¹ Jᵀ)⁻¹; `terms` are (joint, factor)."""
        J = np.zeros(self.topology.n_v)
        for joint, factor in terms:
            J[self.at[joint].start] += float(factor)
        total = float(J @ (self.inverse * J if self.inverse.ndim == 1 else self.inverse @ J))
        return 1.0 / total if total > 0 else 0.0


def _axes(link: Link, X: dict[str, Pose]) -> Array:
    """Return (6, n) twists [ω; v] about the origin of the ground, of a unit of each rate of a joint."""
    frame = link.joint.child
    C = X[frame.body.name] @ Pose(frame.rotation, np.asarray(nominal(frame.position), float))
    R, p = np.asarray(C.rotation, float), np.asarray(C.position, float)
    S = np.asarray(link.joint.type.motion(link.joint.type.neutral()), float).reshape(6, -1)
    turned = R @ S[:3]
    return (-1.0 if link.reversed else 1.0) * np.vstack([turned, R @ S[3:] + np.cross(p, turned, axisb=0).T])


def _inertia(body: Any, X: Pose) -> Array:
    """Return the (6, 6) inertia of a body about the origin of the ground, in its axes."""
    R, m = np.asarray(X.rotation, float), float(nominal(body.mass))
    c = np.asarray(X @ np.asarray(nominal(body.com), float), float)
    hat = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
    tensor = R @ np.asarray(nominal(np.array(body.inertia, dtype=object)), float) @ R.T
    return np.block([[tensor - m * hat @ hat, m * hat], [-m * hat, m * np.eye(3)]])
