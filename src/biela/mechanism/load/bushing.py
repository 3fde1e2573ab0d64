"""Bushing: six springs and dampers between two frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from biela.lie import array as xp
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar


@dataclass(frozen=True)
class Bushing:
    """Elastic tie between frame a and frame b, ordered [angular; linear], in the axes of b.

    With R = R_ab and d the position of b from a in the axes of b, the deflection is δ = (½ vee(R − Rᵀ), d), and

        U = ½ Σ_rot k_i (1 − u_i·R u_i-type energy) + ½ Σ_lin k_i d_i²

    The rotational energy is ½ Σ k_i θ_i² to second order and is taken as U_rot = ½ tr(K_E (1 − R)) with K_E chosen so
    that small angles see the stiffnesses k_i; it is smooth and periodic, with no angle singularity short of half a turn.
    Damping acts on the relative twist of b against a, in the axes of b.
    """

    name: str
    a: Frame
    b: Frame
    stiffness: tuple[Scalar, ...]  # three [N·m/rad], then three [N/m]
    damping: tuple[Scalar, ...]  # three [N·m·s/rad], then three [N·s/m]
    free: tuple[bool, ...] = (False,) * 6  # directions that carry nothing

    def energy(self, R: Any, d: Any) -> Any:
        """Stored energy U(R, d) [J]."""
        k = [0.0 if f else k for k, f in zip(self.stiffness, self.free, strict=True)]
        # E_i = ½ (k_j + k_k − k_i): the weight of direction i in U = Σ E_i (1 − R_ii)
        weights = [0.5 * (k[1] + k[2] - k[0]), 0.5 * (k[0] + k[2] - k[1]), 0.5 * (k[0] + k[1] - k[2])]
        turning = sum(e * (1.0 - R[i, i]) for i, e in enumerate(weights))
        return turning + 0.5 * sum(k[3 + i] * d[i] ** 2 for i in range(3))

    def damping_wrench(self, V: Any) -> Any:
        """Wrench on b, in its axes, that damps the relative twist V."""
        c = [0.0 if f else c for c, f in zip(self.damping, self.free, strict=True)]
        return xp.stack(*[-c[i] * V[i] for i in range(6)])


def six(values: Any, what: str) -> tuple[Any, ...]:
    """Six numbers from six, from two (angular, linear) or from one."""
    array = np.atleast_1d(np.asarray(values, dtype=object))
    if array.size == 1:
        return tuple(array.tolist() * 6)
    if array.size == 2:
        return (array[0],) * 3 + (array[1],) * 3
    if array.size == 6:
        return tuple(array.tolist())
    from biela.errors import DescriptionError

    raise DescriptionError(
        f"{what} has {array.size} entries: give six (angular x y z, linear x y z), or (angular, linear)."
    )
