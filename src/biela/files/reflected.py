"""Inertia that the joints of a machine see where it is drawn: what gains and stiffnesses given as times and ratios refer to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.lie.se3 import Pose
from biela.mechanism.load.rotor import Rotor
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.fit import poses

Array = NDArray[np.float64]


class Reflected:
    """Mass matrix of the tree where all coordinates are zero, M = Σ (m Jᵀ J + J_ωᵀ I J_ω), rotors included."""

    def __init__(self, mechanism: Mechanism):
        topology = mechanism.edit().topology
        X = poses(topology, {})
        n = topology.n_v
        self.at = {link.joint.name: link.v for link in topology.links}
        M = np.zeros((n, n))
        twists: list[Array] = []  # of each link about the origin of the ground, [angular; linear], from v
        for link in topology.links:
            own = np.zeros((6, n)) if link.parent < 0 else twists[link.parent].copy()
            if link.joint.type.n_v:
                S = np.asarray(link.joint.type.motion(link.joint.type.neutral()), float).reshape(6, -1)
                frame = link.joint.child
                C = X[frame.body.name] @ Pose(frame.rotation, np.asarray(nominal(frame.position), float))
                R, p = np.asarray(C.rotation, float), np.asarray(C.position, float)
                turned = R @ S[:3]
                own[:, link.v] += (-1.0 if link.reversed else 1.0) * np.vstack(
                    [turned, R @ S[3:] + np.cross(p, turned, axisb=0).T]
                )
            twists.append(own)
            body = mechanism.bodies[link.body.name]
            R_B = np.asarray(X[body.name].rotation, float)
            c = np.asarray(X[body.name] @ np.asarray(nominal(body.com), float), float)
            at_com = own[3:] + np.cross(own[:3], c, axisa=0).T
            tensor = R_B @ np.asarray(nominal(np.array(body.inertia, dtype=object)), float) @ R_B.T
            M += float(nominal(body.mass)) * at_com.T @ at_com + own[:3].T @ tensor @ own[:3]
        for rotor in (load for load in mechanism.loads.values() if isinstance(load, Rotor)):
            i = self.at[rotor.joint].start + rotor.coordinate
            M[i, i] += float(nominal(rotor.inertia))
        self.M = M
        self.inverse = np.linalg.pinv(M)

    def of_joint(self, joint: str) -> float:
        """Mean inertia that the coordinates of a joint see, others free: n / Σ (M⁻¹)_ii."""
        at = self.at[joint]
        total = float(np.trace(self.inverse[at, at]))
        return (at.stop - at.start) / total if total > 0 else 0.0

    def along(self, terms: Sequence[tuple[str, Any]]) -> float:
        """Inertia that a sum of coordinates sees, (J M⁻¹ Jᵀ)⁻¹; `terms` are (joint, factor)."""
        J = np.zeros(len(self.M))
        for joint, factor in terms:
            J[self.at[joint].start] += float(factor)
        total = float(J @ self.inverse @ J)
        return 1.0 / total if total > 0 else 0.0
