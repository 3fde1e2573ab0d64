"""Bushing: six springs and dampers between two frames."""

from __future__ import annotations

from typing import ClassVar

from biela.base.dataclass import dataclass
from biela.element.declaration import element
from biela.element.role import counts, data, six
from biela.lie import array as xp
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import Effort, PairLoad, PairView
from biela.mechanism.parameter import Scalar


@element("bushing")
class Bushing(PairLoad):
    """Six springs and dampers between frame a and frame b, ordered [angular; linear], in the axes of b.

    With R = R_ab, d the position of b from a in the axes of b, and V = [ω; v] the twist of b relative to a in the axes of b:

        U = Σ E_i (1 − R_ii) + ½ Σ k_{3+i} d_i²,     E_1 = ½ (k_2 + k_3 − k_1) and so on round          (1)
        F = −∂U − C V                                                                                    (2)

    For small turns θ the first sum is ½ Σ k_i θ_i², so k_1, k_2, k_3 are the stiffnesses about the axes; it is smooth and
    periodic, without an angle that could jump. F is the wrench on b, in its axes: signals `name.moment_x`, …, `name.force_z`.
    Directions that are `free` have k_i = c_i = 0.
    """

    stiffness: tuple[Scalar, ...] = data(six("N*m/rad", "N/m", "nonnegative"), linear=True)
    damping: tuple[Scalar, ...] = data(six("N*m*s/rad", "N*s/m", "nonnegative"), default=0.0, linear=True)
    free: tuple[int, ...] = data(counts(0, 5), default=(), label="free directions", about="directions 0 to 5 that carry nothing")

    stores: ClassVar[bool] = True

    def act(self, at: PairView, signals: Signals) -> Effort:
        F = -at.gradient(self.energy)  # the elastic wrench is minus the gradient of the stored energy
        damping = self.damping_wrench(at.twist, at.R)
        return Effort(F + damping, self.energy(at.R, at.d), xp.dot(at.twist, damping))

    def energy(self, R: xp.Matrix3, d: xp.Vector3) -> xp.Operand:
        """Stored energy U(R, d) [J]."""
        k = [0.0 if i in self.free else k for i, k in enumerate(self.stiffness)]
        # E_i = ½ (k_j + k_k − k_i): the weight of direction i in U = Σ E_i (1 − R_ii)
        weights = [0.5 * (k[1] + k[2] - k[0]), 0.5 * (k[0] + k[2] - k[1]), 0.5 * (k[0] + k[1] - k[2])]
        turning = sum(e * (1.0 - R[i, i]) for i, e in enumerate(weights))
        return turning + 0.5 * sum(k[3 + i] * d[i] ** 2 for i in range(3))

    def damping_wrench(self, V: xp.Vector6, R: xp.Matrix3) -> xp.Operand:
        """Wrench on b, in its axes, that damps the relative twist V."""
        c = [0.0 if i in self.free else c for i, c in enumerate(self.damping)]
        return xp.stack(*[-c[i] * V[i] for i in range(6)])


@dataclass(frozen=True)
class UniversalBushing(Bushing):
    """A bushing that leaves free what a universal joint does: z of a and y of b stay at right angles, elastically.

    U = ½ k_1 (z_a · y_b)² + ½ Σ k_{3+i} d_i²,     z_a · y_b = R_32                                   (1)
    n = y × Rᵀ z,   m = −c_1 (n · ω) n                   R_32 changes at the rate n · ω               (2)
    """

    def energy(self, R: xp.Matrix3, d: xp.Vector3) -> xp.Operand:
        k = self.stiffness
        return 0.5 * k[0] * R[2, 1] ** 2 + 0.5 * sum(k[3 + i] * d[i] ** 2 for i in range(3))  # (1)

    def damping_wrench(self, V: xp.Vector6, R: xp.Matrix3) -> xp.Operand:
        c = self.damping
        n = (R[2, 2], 0.0, -R[2, 0])  # y × (R_31, R_32, R_33)
        turning = -c[0] * (n[0] * V[0] + n[2] * V[2])
        return xp.stack(turning * n[0], 0.0, turning * n[2], *[-c[i] * V[i] for i in range(3, 6)])  # (2)
