"""Augmented-Lagrangian and penalty formulations: constraints act as very heavy masses, and multipliers unload them.

A violated row costs ½ α (Φ̈ + 2ξω Φ̇ + ω² Φ)². With γ_s = γ − 2ξω Φ̇ − ω² Φ the equations of motion become

    (M + Gᵀ α G) v̇ = τ − h + Gᵀ α γ_s − Gᵀ λ_k                                                           (1)
    λ_{k+1} = λ_k + α (G v̇ − γ_s),        λ_0 = 0                                                        (2)

The matrix K = M + Gᵀ α G is positive definite even if rows are redundant or momentarily dependent, and even where M is singular, as
long as no unconstrained motion is without inertia. It is factorised once; each iteration solves with it once.

**Number of iterations.** Let μ be an eigenvalue of α^½ G M⁻¹ Gᵀ α^½. Along its direction, k iterations of (1, 2) reduce the
violation by the factor

    (1 + μ)^−k                                                                                           (3)

The penalty alone leaves an error of 1/μ, three iterations one of 1/μ³. Rows that repeat others have μ = 0: nothing acts along them,
and the multipliers are shared evenly. Near a singular position μ passes through zero, and the row fades out and in again smoothly,
where switching a row off and on would cause a jump.

**Size of α.** All rows of one kind of a joint share one α: β times the inertia that they move, as felt at their own point,

    α = β Σ_ij G_ij² M_jj / Σ_i (Σ_j G_ij²)²                                                             (4)

averaged over positions around the drawing pose: kg for lengths, kg·m² for angles. μ is then near β for most rows of most machines,
from a watch to an excavator.

**Rounding.** Solved directly, (1) loses log₁₀ β digits, because M is small relative to Gᵀ α G. Therefore every iteration solves for
the change of v̇, from the residuals of the unpenalised equations; the same r_c is used twice:

    r = τ − h − M v̇ − Gᵀ λ,    r_c = γ_s − G v̇
    K δ = r + Gᵀ α r_c,    v̇ ← v̇ + δ,    λ ← λ + α (G δ − r_c)                                           (5)

This equals (1) and (2) except for rounding: from the second iteration on, the digits lost in the first are recovered.

With τ − h = 0 and −Φ or −Φ̇ in place of γ_s, the same iterations project positions and velocities mass-orthogonally.

**Rows that repeat each other**, as in Bennett's linkage, do so only on the closed loops. At a distance δ from closure they disagree
by about δ, so that μ ≈ β δ² instead of 0: a penalty always enforces them a little and brakes the machine. Therefore
accelerations of such machines use β ≤ 10⁵, and projections β ≤ 10³, where one Newton step still closes all other directions by (3);
velocities change only as the loops close,

    v ← v + δ_v / (1 + (gap/ε)²),    ε = 10⁻⁶ of the machine's size                                      (6)

and the stages of a method are projected onto the constraints too, so that accelerations are evaluated where the rows agree.

References
----------
Bayo, García de Jalón & Serna (1988), Comput. Methods Appl. Mech. Eng. 71, 183-195
Bayo & Ledesma (1996), Nonlinear Dynamics 9, 113-130
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from biela.equations.constraints import ConstraintRow, largest_residual
from biela.equations.kinematics import jacobian_matrix
from biela.equations.mass_matrix import SparseRows, along, augmented, back_solve, dense, factorise, half_solve, product
from biela.equations.model import MachineModel
from biela.lie.symbol import as_symbol
from biela.mechanism.size import machine_size

REPEATED, REPEATED_RATES = 1e3, 1e5
"""Largest β of projections, and of accelerations, where rows repeat each other."""
GAP = 1e-6
"""Gap of the loops, relative to the machine's size or in radians, at which half of a velocity correction is applied."""


class AugmentedSolver:
    """Iterations (5) on  M x + Gᵀ λ = force,  G x = target.

    Parameters
    ----------
    M : lower triangle of the mass matrix; may be singular
    G : rows {entry of v: value}
    alpha : penalty of each row
    iterations : number of iterations
    trust : fraction of a velocity correction to apply
    """

    def __init__(self, M: SparseRows, G: list[dict[int, ca.SX]], alpha: list[float], iterations: int, trust: ca.SX | float = 1.0):
        self.M, self.alpha, self.iterations, self.trust = M, alpha, iterations, trust
        self.G = [{j: g for j, g in row.items() if not as_symbol(g).is_zero()} for row in G]
        K = [dict(row) for row in M]
        for a, row in zip(self.alpha, self.G, strict=True):
            K = augmented(K, [row], a)
        self.H = factorise(K)

    def accelerations(self, force: list[ca.SX], target: list[ca.SX]) -> tuple[list[ca.SX], list[ca.SX]]:
        """Return x and λ after the last iteration."""
        x: list[ca.SX] = [ca.SX(0)] * len(self.M)
        multipliers: list[ca.SX] = [ca.SX(0)] * len(self.G)
        for k in range(self.iterations):
            rest = list(force) if k == 0 else [f - used for f, used in zip(force, product(self.M, x), strict=True)]
            gap = list(target) if k == 0 else [b - along(row, x) for row, b in zip(self.G, target, strict=True)]
            for row, a, multiplier, missing in zip(self.G, self.alpha, multipliers, gap, strict=True):
                push = a * missing - multiplier
                for j, g in row.items():
                    rest[j] = rest[j] + g * push
            step = back_solve(self.H, half_solve(self.H, dict(enumerate(rest))))
            x = [old + change for old, change in zip(x, step, strict=True)]
            raised = [a * (along(row, step) - missing) for a, row, missing in zip(self.alpha, self.G, gap, strict=True)]
            multipliers = [old + more for old, more in zip(multipliers, raised, strict=True)]
        return x, multipliers

    def correction(self, residual: list[ca.SX]) -> list[ca.SX]:
        """Return the smallest x, in the mass metric, with G x = residual."""
        return self.accelerations([ca.SX(0)] * len(self.M), residual)[0]


def trust(rows: list[ConstraintRow], size: float) -> ca.SX:
    """Return the fraction of a velocity correction to apply where rows repeat each other (6), from the largest gap of the loops."""
    return 1 / (1 + (largest_residual(rows, size) / GAP) ** 2)


def penalties(rows: list[ConstraintRow], M: SparseRows, model: MachineModel, penalty: float, samples: int = 8) -> list[float]:
    """Return α of each row (4), at nominal parameters; scheduled masses at their start value, those that follow a state full."""
    groups = [(row.owner, row.unit) for row in rows]
    G = jacobian_matrix(rows, model.n_v)
    inertia = ca.diag(dense(M))
    xi = ca.SX.sym("xi", model.n_v)
    retract = ca.Function("retract", [model.q, xi], [model.layout.retract(model.q, xi)])
    sizes = ca.Function("sizes", [model.t, model.q, model.s, model.p], [ca.densify(G), ca.densify(inertia)])
    at, x = model.layout, model.layout.neutral()
    x[at.networks] = 1.0
    p = [parameter.value for parameter in model.mechanism.parameters.values()]
    unit = at.rate_lengths(machine_size(model.mechanism))
    rng = np.random.default_rng(17)
    above = dict.fromkeys(groups, 0.0)
    below = dict.fromkeys(groups, 0.0)
    for _ in range(samples):
        q = retract(x[at.q], unit * rng.normal(0.0, 0.5, model.n_v))
        numbers, masses = map(np.array, sizes(0.0, q, x[at.v.stop :], p))
        for group, square in zip(groups, numbers**2, strict=True):
            above[group] += float(square @ masses.ravel())
            below[group] += float(square.sum()) ** 2
    largest = max((above[g] / below[g] for g in above if below[g] > 0), default=1.0) or 1.0
    return [penalty * (above[g] / below[g] if above[g] > 0 else largest) for g in groups]
