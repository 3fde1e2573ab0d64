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

    With R = R_ab, d the position of b from a in the axes of b, and V = [ω; v] the twist of b against a in the axes of b:

        U = Σ E_i (1 − R_ii) + ½ Σ k_{3+i} d_i²,     E_1 = ½ (k_2 + k_3 − k_1) and so on round          (1)
        F = −∂U − C V                                                                                    (2)

    For small turns θ the first sum is ½ Σ k_i θ_i², so k_1, k_2, k_3 are the stiffnesses about the axes; it is smooth and
    periodic, without an angle that could jump. F is the wrench on b, in its axes: signals `name.moment_x`, …, `name.force_z`.
    Directions that are `free` have k_i = c_i = 0.
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

    def damping_wrench(self, V: Any, R: Any) -> Any:
        """Wrench on b, in its axes, that damps the relative twist V."""
        c = [0.0 if f else c for c, f in zip(self.damping, self.free, strict=True)]
        return xp.stack(*[-c[i] * V[i] for i in range(6)])


@dataclass(frozen=True)
class UniversalBushing(Bushing):
    """A bushing that leaves free what a universal joint does: z of a and y of b stay at right angles, elastically.

    U = ½ k_1 (z_a · y_b)² + ½ Σ k_{3+i} d_i²,     z_a · y_b = R_32                                   (1)
    n = y × Rᵀ z,   m = −c_1 (n · ω) n                   R_32 changes at the rate n · ω               (2)
    """

    def energy(self, R: Any, d: Any) -> Any:
        k = self.stiffness
        return 0.5 * k[0] * R[2, 1] ** 2 + 0.5 * sum(k[3 + i] * d[i] ** 2 for i in range(3))  # (1)

    def damping_wrench(self, V: Any, R: Any) -> Any:
        c = self.damping
        n = (R[2, 2], 0.0, -R[2, 0])  # y × (R_31, R_32, R_33)
        turning = -c[0] * (n[0] * V[0] + n[2] * V[2])
        return xp.stack(turning * n[0], 0.0, turning * n[2], *[-c[i] * V[i] for i in range(3, 6)])  # (2)


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
