"""Forward dynamics: the accelerations produced by given efforts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca

from biela.base.array import Array
from biela.equations.inertia import Articulated
from biela.equations.kinematics import Kinematics
from biela.equations.mass_matrix import SparseRows, along, augmented, back_solve, factorise, half_solve, product
from biela.equations.model import GROUND
from biela.equations.redundancy import Pivoted
from biela.lie import twist, wrench
from biela.lie.symbol import as_symbol

REDUNDANT = 1e-10
"""sin² of the angle of a constraint row to the span of the rows before it, in the mass metric, below which it is skipped."""
REFINEMENTS = 2
"""Solutions of the equations for what rounding left, where masses differ very much."""
VANISHING = 1e-16
"""Squares of rows below this fraction of the largest row of their joint are raised to it. On the closed loop only rounding is
left of such a row (for example the one along the axis in a spherical linkage), and its angle means nothing."""


def tree_forward_dynamics(kinematics: Kinematics, efforts: list[ca.SX], applied: dict[int, ca.SX]) -> ca.SX:
    """Compute the accelerations of a tree by the articulated-body algorithm, in time proportional to its links.

        inboard    U = I_A S,   D = Sᵀ U,   w = τ − Sᵀ p_A
                   parent's I_A += Ad*(I_A − U D⁻¹ Uᵀ),   p_A += Ad*(p_A + I_a c + U D⁻¹ w)
        outboard   A' = Ad A_P + c,   v̇ = D⁻¹ (w − Uᵀ A'),   A = A' + S v̇

    Reference: Featherstone (2008), ch. 7.
    """
    model = kinematics.model
    n = len(model.links)
    I = [Articulated.of(link.inertia) for link in model.links]  # noqa: E741
    c, p = [], []
    for i, link in enumerate(model.links):
        V = kinematics.twist(i)
        c.append(kinematics.joint_bias[i] + twist.bracket(V, kinematics.joint_twist[i]))
        bias = wrench.dual_bracket(V, link.inertia.apply(V))
        p.append(bias - applied[i] if i in applied else bias)

    # inboard: the inertia and force that each joint carries
    U: list[list[ca.SX]] = [[] for _ in range(n)]
    D: list[SparseRows] = [[] for _ in range(n)]
    w: list[dict[int, ca.SX]] = [{} for _ in range(n)]
    for i in reversed(range(n)):
        link, S = model.links[i], kinematics.S[i]
        dofs = range(link.type.n_v)
        U[i] = [I[i].apply(S[:, k]) for k in dofs]
        D[i] = [{j: ca.dot(S[:, j], U[i][k]) for j in range(k + 1)} for k in dofs]
        for k in (k for k in dofs if link.v.start + k in model.rotors):
            D[i][k][k] = D[i][k][k] + model.rotors[link.v.start + k]
        D[i] = factorise(D[i])
        w[i] = {k: efforts[link.v.start + k] - ca.dot(S[:, k], p[i]) for k in dofs}
        if link.parent == GROUND:
            continue
        half = [half_solve(D[i], {j: U[i][j][r] for j in dofs}) for r in range(6)]
        y = half_solve(D[i], w[i])
        I_a = I[i].minus([[half[r].get(k, ca.SX(0)) for r in range(6)] for k in dofs], [D[i][k][k] for k in dofs])
        p_a = p[i] + I_a.apply(c[i])
        for k in dofs:
            p_a = p_a + ca.vertcat(*(half[r].get(k, 0) for r in range(6))) * (y[k] / D[i][k][k])
        I[link.parent] = I[link.parent] + I_a.to_parent(kinematics.X[i])
        p[link.parent] = p[link.parent] + wrench.to_parent(kinematics.X[i], p_a)

    # outboard: accelerations
    A: list[ca.SX] = []
    vdot: list[ca.SX] = [ca.SX(0)] * model.n_v
    ground = ca.vertcat(ca.SX.zeros(3), -model.gravity)
    for i, link in enumerate(model.links):
        inner = ground if link.parent == GROUND else A[link.parent]
        A_i = twist.to_child(kinematics.X[i], inner) + c[i]
        dofs = range(link.type.n_v)
        if dofs:
            rest = {k: w[i][k] - ca.dot(U[i][k], A_i) for k in dofs}
            for k, value in enumerate(back_solve(D[i], half_solve(D[i], rest))):
                vdot[link.v.start + k] = value
            A_i = A_i + kinematics.S[i] @ ca.vertcat(*vdot[link.v])
        A.append(A_i)
    return ca.vertcat(*vdot) if vdot else ca.SX(0, 1)


class ConstrainedSolver:
    """Solves, in the mass metric and with redundant rows skipped,

        min ½ (x − x₀)ᵀ M (x − x₀)   subject to   G x = b

    that is x = x₀ + M⁻¹ Gᵀ μ with G M⁻¹ Gᵀ μ = b − G x₀. The small matrix is factorised as LDLᵀ in a fixed order. A row
    that (nearly) depends on the rows before it has a vanishing pivot; it is skipped and its multiplier is zero. The same
    code computes accelerations (μ = −λ) and projects positions and velocities.

    Parameters
    ----------
    M : lower triangle of the metric, or None for the metric diag(1/weights)
    G : rows {entry of v: value}
    weights : inverse diagonal metric, used if M is None; weight 0 holds an entry fixed
    pivoted : replaces the factorisation of the small matrix, for overconstrained linkages
    owners : joint or coupling of each row; rows of one owner are compared with each other
    decided : 1 for each row to be used, 0 for each to be skipped, where that was decided elsewhere
    """

    trust = 1.0
    """Fraction of a velocity correction to apply."""

    def __init__(
        self, M: SparseRows | None, G: SparseRows, weights: Any = None, pivoted: Callable[[SparseRows], Pivoted] | None = None,
        owners: list[str] | None = None, decided: list[ca.SX] | None = None,
    ):  # fmt: skip
        self.G = [{i: g for i, g in row.items() if not as_symbol(g).is_zero()} for row in G]
        self.weights = weights
        self.H = None if M is None else factorise(M)
        self.n = weights.numel() if self.H is None else len(self.H)
        self.Z = self.G if self.H is None else [half_solve(self.H, row) for row in self.G]
        inverse = [weights[k] if self.H is None else 1 / self.H[k][k] for k in range(self.n)]
        self.scaled = scaled = [{k: z * inverse[k] for k, z in row.items()} for row in self.Z]
        m = len(self.G)
        A: SparseRows = [{} for _ in range(m)]
        for i in range(m):
            for j in range(i + 1):
                shared = scaled[i].keys() & self.Z[j].keys()
                if shared:
                    A[i][j] = sum((scaled[i][k] * self.Z[j][k] for k in sorted(shared)), ca.SX(0))
        self.A = A
        self.pivoted = None if pivoted is None else pivoted(A)
        if self.pivoted is None:
            self.L, self.pivots = self._factorise(A, owners or [str(k) for k in range(m)], decided)

    @staticmethod
    def _factorise(A: SparseRows, owners: list[str], decided: list[ca.SX] | None) -> tuple[SparseRows, list[ca.SX]]:
        """Factorise A = L D Lᵀ top down; return L's rows and the inverse pivots, zero where the row is redundant."""
        m = len(A)
        sizes = [A[k].get(k, ca.SX(0)) for k in range(m)]
        largest: dict[str, ca.SX] = {}
        for owner, size in zip(owners, sizes, strict=True):
            largest[owner] = ca.fmax(largest[owner], size) if owner in largest else size
        L: SparseRows = [{} for _ in range(m)]
        work = [dict(row) for row in A]
        inverse: list[ca.SX] = []
        for k in range(m):
            diagonal = work[k].get(k, ca.SX(0))
            least = 0 if owners.count(owners[k]) == 1 else REDUNDANT * VANISHING * largest[owners[k]]
            if L[k]:  # of a row that meets none of those before, all is left
                least = ca.fmax(REDUNDANT * sizes[k], least)
            keep = diagonal > least if decided is None else decided[k]
            # 0 or 1 multiplies what is divided, so that the division does not wait for the decision, and nothing but the
            # division for the pivot; a condition instead, CasADi would move behind each product. 1e-100 keeps quotients finite
            pivot = ca.fmax(diagonal, 1e-100)
            inverse.append(keep / pivot)
            below = [i for i in range(k + 1, m) if k in work[i]]
            used = {i: keep * work[i][k] for i in below}
            for i in below:
                L[i][k] = used[i] / pivot
                work[i][i] = work[i].get(i, ca.SX(0)) - used[i] * work[i][k] / pivot
                for j in below:
                    if j < i:
                        work[i][j] = work[i].get(j, ca.SX(0)) - L[i][k] * work[j][k]
        return L, inverse

    def multipliers(self, residual: list[ca.SX]) -> list[ca.SX]:
        """Return μ with G M⁻¹ Gᵀ μ = residual."""
        if self.pivoted is not None:
            return self.pivoted.solve(residual)
        m = len(self.G)
        y = list(residual)
        for i in range(m):
            for j, factor in self.L[i].items():
                y[i] = y[i] - factor * y[j]
        mu = [y[i] * self.pivots[i] for i in range(m)]
        for i in reversed(range(m)):
            for j, factor in self.L[i].items():
                mu[j] = mu[j] - factor * mu[i]
        return mu

    @property
    def kept(self) -> list[ca.SX]:
        """1 for each row that is used, 0 for each row that is skipped."""
        return [pivot > 0 for pivot in self.pivots] if self.pivoted is None else self.pivoted.kept

    def column(self, k: int) -> list[ca.SX]:
        """Return column k of G M⁻¹ Gᵀ."""
        return [self.A[max(i, k)].get(min(i, k), ca.SX(0)) for i in range(len(self.A))]

    def response(self, mu: list[ca.SX], free: dict[int, ca.SX] | None = None) -> list[ca.SX]:
        """Return M⁻¹ (f + Gᵀ μ); `free` is L⁻ᵀ f, nothing by default."""
        total = dict(free or {})
        for row, multiplier in zip(self.Z, mu, strict=True):
            for k, value in row.items():
                total[k] = total.get(k, 0) + value * multiplier
        if self.H is None:
            return [self.weights[k] * total.get(k, ca.SX(0)) for k in range(self.n)]
        return back_solve(self.H, total)

    def correction(self, residual: list[ca.SX]) -> list[ca.SX]:
        """Return the smallest x, in the metric, with G x = residual."""
        return self.response(self.multipliers(residual))

    def accelerations(self, force: list[ca.SX], gamma: list[ca.SX]) -> tuple[list[ca.SX], list[ca.SX]]:
        """Return v̇ and λ of  M v̇ + Gᵀ λ = force,  G v̇ = γ."""
        assert self.H is not None
        y = half_solve(self.H, dict(enumerate(force)))
        # G M⁻¹ f = (L⁻ᵀ Gᵀ)ᵀ D⁻¹ (L⁻ᵀ f): the free accelerations themselves are not needed
        residual = [g - along(row, y) for g, row in zip(gamma, self.scaled, strict=True)]
        mu = self.multipliers(residual)
        return self.response(mu, y), [-x for x in mu]


class RefinedSolver(ConstrainedSolver):
    """Constrained solver for masses that differ so much that angles in the mass metric say nothing about the rows.

    An idler of 10⁻¹² kg·m² between two gears makes both rows parallel in the metric M⁻¹: nothing but the idler moves. Whether
    a row repeats others is therefore decided on the rows themselves, lengths divided by the size of the machine. The equations
    are solved in the metric

        M + w Σ gᵀ g     over the rows that are used, w the largest inertia                               (1)

    which on the constraints gives the same accelerations, and in which no constrained direction is light. What rounding leaves
    is removed by solving again for the residuals of the equations in M itself (iterative refinement).

    Parameters
    ----------
    M, G, pivoted, owners : as in `ConstrainedSolver`
    units, lengths : what residuals of rows and entries of v are measured in, so that G has no dimension
    weight : w
    """

    def __init__(
        self, M: SparseRows, G: SparseRows, pivoted: Callable[[SparseRows], Pivoted] | None, owners: list[str],
        units: list[float], lengths: Array, weight: float,
    ):  # fmt: skip
        plain = [{i: g * (lengths[i] / unit) for i, g in row.items()} for row, unit in zip(G, units, strict=True)]
        decided = ConstrainedSolver(None, plain, ca.SX.ones(len(M)), pivoted, owners).kept
        self.M, self.stiffness = M, [weight / unit**2 * keep for unit, keep in zip(units, decided, strict=True)]
        metric = M
        for row, stiffness in zip(G, self.stiffness, strict=True):
            metric = augmented(metric, [row], stiffness)
        super().__init__(metric, G, owners=owners, decided=decided)

    def correction(self, residual: list[ca.SX]) -> list[ca.SX]:
        """Return the smallest x, in the metric, with G x = residual."""
        return self.accelerations([ca.SX(0)] * self.n, residual)[0]

    def accelerations(self, force: list[ca.SX], gamma: list[ca.SX]) -> tuple[list[ca.SX], list[ca.SX]]:
        """Return v̇ and λ of  M v̇ + Gᵀ λ = force,  G v̇ = γ."""
        x: list[ca.SX] = [ca.SX(0)] * self.n
        multipliers: list[ca.SX] = [ca.SX(0)] * len(self.G)
        rest, gap = list(force), list(gamma)
        for k in range(1 + REFINEMENTS):
            if k:
                rest = [f - inertia for f, inertia in zip(force, product(self.M, x), strict=True)]
                gap = [g - along(row, x) for row, g in zip(self.G, gamma, strict=True)]
            for row, multiplier, stiffness, missing in zip(self.G, multipliers, self.stiffness, gap, strict=True):
                for i, g in row.items():
                    rest[i] = rest[i] + g * (stiffness * missing - multiplier)
            step, change = super().accelerations(rest, gap)
            x = [old + new for old, new in zip(x, step, strict=True)]
            multipliers = [old + new for old, new in zip(multipliers, change, strict=True)]
        return x, multipliers
