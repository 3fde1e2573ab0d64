"""Equations in independent coordinates: what filters propagate.

A *chart* names the independent entries i of v and, for the others d, as many closure rows as there are of them. With
the rows of the chart

    G_d v_d + G_i v_i + Φ_t = 0     ⇒     v = R v_i + r_t,     R = [1; −G_d⁻¹ G_i]                       (1)
    v̇ = R v̇_i + c,                        c = [0; G_d⁻¹ γ]                                                (2)
    (Rᵀ M R) v̇_i = Rᵀ (τ − h − M c),       G_dᵀ λ = (τ − h − M v̇)_d                                        (3)

Nothing but Rᵀ M R is inverted besides G_d: M itself may be singular or indefinite. The sign of det G_d changes only in
a singular position, so the signs of its diagonal blocks (one per loop, in most linkages) label the assembly branch.

Derivatives along the manifold: with q̇ = N v, a change a of the independent coordinates moves q by N R a, and a change of a
parameter by N [0; −G_d⁻¹ Φ_p]. They are exact, and filters need no other.

References
----------
García de Jalón & Bayo (1994), Kinematic and Dynamic Simulation of Multibody Systems, ch. 5 (matrix R);
Wehage & Haug (1982), J. Mech. Design 104, 247-255 (partitioned coordinates)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import casadi as ca

from biela.base.locks import cached_property
from biela.equations.constraints import ConstraintRow, largest_residual
from biela.equations.dynamics import Dynamics
from biela.equations.kinematics import jacobian_matrix
from biela.equations.layout import Chart
from biela.equations.mass_matrix import dense
from biela.equations.model import column
from biela.lie.symbol import as_symbol
from biela.mechanism.mechanism import Mechanism

DENSE_COORDINATES = 12
"""Independent coordinates up to which (3) is used; beyond, the sparse solution of all coordinates is cheaper."""
NEWTON_STEPS = 2
"""Newton steps of a closure, one more than a stage has, which begins nearer; what they leave is measured and, where it matters,
they are repeated."""


class Reduced(Dynamics):
    """Equations of a machine, solved in the independent coordinates of a chart."""

    def __init__(self, mechanism: Mechanism, chart: Chart, laws: Mapping[str, Any] | None = None):
        super().__init__(mechanism, laws)
        self.chart = chart

    @cached_property
    def _chart_rows(self) -> list[ConstraintRow]:
        return [self.rows[k] for k in self.chart.rows]

    @cached_property
    def G(self) -> ca.SX:
        """Jacobian of the chart's rows."""
        return jacobian_matrix(self._chart_rows, self.model.n_v)

    @cached_property
    def blocks(self) -> Blocks:
        """G_d, split into the blocks that can be solved one after the other."""
        return Blocks(ca.sparsify(self.G[:, list(self.chart.dependent)]), self.G)

    @cached_property
    def R(self) -> ca.SX:
        """(n_v, k): v = R v_i, up to prescribed motions."""
        out = ca.SX(self.model.n_v, len(self.chart.independent))
        for entry, i in enumerate(self.chart.independent):
            out[i, entry] = 1
        if self.chart.dependent:
            out[list(self.chart.dependent), :] = -self.blocks.solve(self.G[:, list(self.chart.independent)])
        return out

    def _spread(self, dependent: ca.SX) -> ca.SX:
        """Return a vector of v's size that is zero in the independent entries."""
        out = ca.SX(self.model.n_v, dependent.shape[1])
        out[list(self.chart.dependent), :] = dependent
        return ca.densify(out)

    @cached_property
    def _solution(self) -> tuple[ca.SX, list[ca.SX]]:
        """v̇ and λ by (2), (3)."""
        chart = self.chart
        if not chart.rows or len(chart.independent) > DENSE_COORDINATES:
            return super()._solution
        M, R, d = dense(self.mass_matrix), self.R, list(chart.dependent)
        gamma = ca.vertcat(*(self.rows[k].gamma for k in chart.rows))
        c = self._spread(self.blocks.solve(gamma))
        force = ca.vertcat(*self.loads.efforts) - self.bias_force
        vdot = R @ solve_spd(R.T @ M @ R, R.T @ (force - M @ c)) + c if chart.independent else c
        on_rows = self.blocks.solve_transposed((force - M @ vdot)[d])
        multipliers: list[ca.SX] = [ca.SX(0)] * len(self.rows)
        for entry, k in enumerate(chart.rows):
            multipliers[k] = on_rows[entry]
        return vdot, multipliers

    def _function(self, outputs: Sequence[ca.SX]) -> ca.Function:
        m = self.model
        return ca.Function("part", [m.t, m.q, m.v, m.s, m.u, m.p], [ca.densify(as_symbol(x)) for x in outputs])

    @cached_property
    def _newton(self) -> ca.Function:
        """q after one Newton step of the dependent coordinates."""
        m = self.model
        residual = ca.vertcat(*(r.residual for r in self._chart_rows))
        q = m.q + m.layout.position_rate(m.q, self._spread(-self.blocks.solve(residual)))
        return self._function([m.layout.normalise(q)])

    @cached_property
    def _velocity(self) -> ca.Function:
        """v whose dependent entries follow from the independent ones."""
        if not self.chart.rows:
            return self._function([self.model.v])
        rate = ca.vertcat(*(r.rate for r in self._chart_rows))
        return self._function([self.model.v + self._spread(-self.blocks.solve(rate))])

    @cached_property
    def _motion(self) -> ca.Function:
        """ẋ and the largest residual of all rows. Work is left out.

        v̇_d, which is not integrated, is replaced by Ṙ v_i = (G_d⁻¹ γ)_d: how the dependent coordinates curve along the
        independent ones, from which the next stage guesses them to third order.
        """
        m = self.model
        rates: list[ca.SX] = [ca.SX(0)] * m.n_v
        for i in self.chart.independent:
            rates[i] = self.vdot[i]
        if self.chart.rows:
            curve = self.blocks.solve(ca.vertcat(*(self.rows[k].gamma for k in self.chart.rows)))
            for entry, i in enumerate(self.chart.dependent):
                rates[i] = curve[entry]
        hints = [rate for joint in self.cut.values() for rate in joint.hint_rates]
        xdot = ca.vertcat(self.kinematics.position_rate(), *rates, *hints, self.networks.rates, ca.SX(0))
        return self._function([xdot, largest_residual(self.rows)])

    def _closed(self, steps: int, q: ca.SX, v: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Return the positions after some Newton steps, and velocities there."""
        m = self.model
        for _ in range(steps if self.chart.rows else 0):
            q = self._newton(m.t, q, v, m.s, m.u, m.p)
        if not self.chart.rows:
            q = m.layout.normalise(q)
        return q, self._velocity(m.t, q, v, m.s, m.u, m.p)

    def function(
        self, name: str, outputs: Sequence[str] = (), estimated: Sequence[int] = (), angles: Sequence[int] = ()
    ) -> ca.Function:
        """Return a CasADi function of (t, x, u, p[, δ]) by name; see the table of `biela.estimate.model`."""
        m = self.model
        extras: dict[str, ca.SX] = {}
        match name:
            case "rates":
                results = {"xdot": self._motion(m.t, m.q, m.v, m.s, m.u, m.p)[0]}
            case "stage":
                q, v = self._closed(NEWTON_STEPS - 1, m.q, m.v)
                xdot, gap = self._motion(m.t, q, v, m.s, m.u, m.p)
                results = {"x_new": ca.vertcat(q, v, m.s), "xdot": xdot, "gap": gap}
            case "close":
                q, v = self._closed(NEWTON_STEPS, m.q, m.v)
                gap, signs = self._function([largest_residual(self.rows), self.blocks.signs])(m.t, q, v, m.s, m.u, m.p)
                results = {"x_new": ca.vertcat(q, v, m.s), "gap": gap, "signs": signs}
            case "move":
                delta = ca.SX.sym("delta", 2 * len(self.chart.independent) + len(self.chart.states))
                extras, results = {"delta": delta}, {"x_new": self._moved(delta)}
            case "difference":
                origin = ca.SX.sym("origin", m.x.numel())
                extras, results = {"origin": origin}, {"delta": self._difference(origin)}
            case "measure":
                turned = [f(m.x[i]) for i in angles for f in (ca.sin, ca.cos)]
                results = {"y": ca.vertcat(self.measured(outputs), *turned)}
            case "linear":
                states = [self.networks.rates[i] for i in self.chart.states]
                rates = column([*(self.vdot[i] for i in self.chart.independent), *states])
                results = {"F": self._slopes(rates, estimated, turning=True)}
            case "measure_linear":
                y = self.measured(outputs)
                results = {"y": y, "H": self._slopes(y, estimated)}
            case _:
                raise KeyError(name)
        values = ca.cse([ca.densify(as_symbol(value)) for value in results.values()])
        return m.function(name, dict(zip(results, values, strict=True)), extras)

    def _moved(self, delta: ca.SX) -> ca.SX:
        """Move x along the manifold to first order: by a of the independent coordinates, b of their rates, and δs."""
        m, k = self.model, len(self.chart.independent)
        a, b, ds = delta[:k], delta[k : 2 * k], delta[2 * k :]
        xi = self.R @ a if k else ca.SX(m.n_v, 1)
        v = ca.SX(m.v)
        for entry, i in enumerate(self.chart.independent):
            v[i] = v[i] + b[entry]
        hints = m.s_hint
        if hints.numel():  # so that a large move does not lose count of the turns
            rates = ca.vertcat(*(rate for joint in self.cut.values() for rate in joint.hint_rates))
            hints = hints + ca.substitute(rates, m.v, xi)
        states = ca.SX(m.s_network)
        for entry, i in enumerate(self.chart.states):
            states[i] = states[i] + ds[entry]
        return ca.vertcat(m.layout.retract(m.q, xi), v, hints, states, m.s_work)

    def _difference(self, origin: ca.SX) -> ca.SX:
        """Return δ that leads from one closed state to another: the inverse of `_moved` for its independent entries."""
        m, at = self.model, self.model.layout
        xi = at.difference(m.q, origin[at.q])
        free = self.chart.independent
        rates = [m.v[i] - origin[at.v][i] for i in free]
        states = [m.s_network[i] - origin[at.networks][i] for i in self.chart.states]
        return column([*(xi[i] for i in free), *rates, *states])

    def measured(self, outputs: Sequence[str]) -> ca.SX:
        """Return the signals by name."""
        return column(self.signals[name].value() for name in outputs)

    def _slopes(self, y: ca.SX, estimated: Sequence[int], turning: bool = False) -> ca.SX:
        """Return ∂y/∂(a, b, s, p) along the manifold; with `turning` the rows of ȧ come first."""
        m, k = self.model, len(self.chart.independent)
        free = self.chart.independent
        # v_d as a function of q, v_i and p: then nothing but q, v_i, s and p varies
        v = ca.SX(m.v)
        if self.chart.rows:
            v_i = ca.SX(m.n_v, 1)
            for i in free:
                v_i[i] = m.v[i]
            v = self._velocity(m.t, m.q, ca.densify(v_i), m.s, m.u, m.p)
        y = self._function([y])(m.t, m.q, v, m.s, m.u, m.p)
        N = ca.jacobian(self.kinematics.position_rate(), m.v)
        by_q = ca.jacobian(y, m.q) @ N if m.n_q else ca.SX(y.numel(), 0)
        columns = [by_q @ self.R, ca.jacobian(y, m.v)[:, list(free)]]
        columns.append(ca.jacobian(y, m.s_network)[:, list(self.chart.states)])
        if estimated:
            follow = ca.SX(m.n_v, len(estimated))
            if self.chart.rows:
                residual = ca.vertcat(*(r.residual for r in self._chart_rows))
                by_p = ca.jacobian(residual, m.p)[:, list(estimated)]
                follow = self._spread(-self.blocks.solve(by_p))
            columns.append(ca.jacobian(y, m.p)[:, list(estimated)] + by_q @ follow)
        rows = ca.horzcat(*columns)
        if not turning:
            return rows
        first = ca.horzcat(self._turning(N), ca.SX.eye(k), ca.SX(k, len(self.chart.states) + len(estimated)))
        return ca.vertcat(first, rows, ca.SX(len(estimated), rows.shape[1]))

    def _turning(self, N: ca.SX) -> ca.SX:
        """Return the matrix of ȧ = … a: zero but for quaternions and frames that turn, N⁺ (q̇_q N − Ṅ) R."""
        m, free = self.model, list(self.chart.independent)
        if not m.n_q or not free:
            return ca.SX(len(free), len(free))
        qdot = self.kinematics.position_rate()
        Ndot = ca.reshape(ca.jtimes(ca.vec(N), m.q, qdot), N.shape)
        inverse = ca.SX(m.n_v, m.n_q)
        for link in m.links:
            for k in range(link.type.n_v):
                for j in range(link.type.n_q):
                    factor = 4 if link.type.quaternion is not None and 0 <= j - link.type.quaternion < 4 else 1
                    inverse[link.v.start + k, link.q.start + j] = N[link.q.start + j, link.v.start + k] * factor
        change = inverse @ (ca.jacobian(qdot, m.q) @ N - Ndot) @ self.R
        return ca.sparsify(change)[free, :]


class Blocks:
    """Square matrix of expressions in block triangular form; blocks of one to three by Cramer's rule, which needs no pivots."""

    def __init__(self, A: ca.SX, whole: ca.SX | None = None):
        self.A = A
        self.whole = A if whole is None else whole  # rows as they are in all columns: a scale for determinants
        if A.shape[0] == 0:
            self.rows, self.columns, self.edges = [], [], [0]
            return
        count, rows, columns, row_edges, _, _, _ = A.sparsity().btf()
        self.rows, self.columns = list(rows), list(columns)
        self.edges = list(row_edges)[: count + 1]

    def _block(self, k: int) -> tuple[list[int], list[int]]:
        here = slice(self.edges[k], self.edges[k + 1])
        return self.rows[here], self.columns[here]

    def solve(self, right: ca.SX) -> ca.SX:
        """Return A⁻¹ right."""
        right = ca.SX(right)
        out = ca.SX(self.A.shape[1], right.shape[1])
        for k in range(len(self.edges) - 1):  # lower block triangular: from the first block down
            rows, columns = self._block(k)
            rest = right[rows, :]
            if before := self.columns[: self.edges[k]]:
                rest = rest - self.A[rows, before] @ out[before, :]
            out[columns, :] = solve_small(self.A[rows, columns], rest)
        return ca.densify(out)

    def solve_transposed(self, right: ca.SX) -> ca.SX:
        """Return A⁻ᵀ right."""
        right = ca.SX(right)
        out = ca.SX(self.A.shape[0], right.shape[1])
        for k in reversed(range(len(self.edges) - 1)):
            rows, columns = self._block(k)
            rest = right[columns, :]
            if after := self.rows[self.edges[k + 1] :]:
                rest = rest - self.A[after, columns].T @ out[after, :]
            out[rows, :] = solve_small(self.A[rows, columns].T, rest)
        return ca.densify(out)

    @property
    def signs(self) -> ca.SX:
        """Determinant of each block of up to three rows over the size of its whole rows: between −1 and 1, zero where singular."""
        values = []
        for k in range(len(self.edges) - 1):
            rows, columns = self._block(k)
            block = self.A[rows, columns]
            if len(rows) <= 3 and not ca.SX(determinant(block)).is_constant():
                sizes = (ca.sqrt(ca.sumsqr(self.whole[i, :]) + 1e-300) for i in rows)
                values.append(determinant(block) / prod(sizes, start=ca.SX(1)))
        return column(values)


def determinant(A: ca.SX) -> ca.SX:
    """Return the determinant of a matrix of up to three rows."""
    if A.shape[0] == 1:
        return A[0, 0]
    if A.shape[0] == 2:
        return A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
    return ca.dot(A[:, 0], ca.cross(ca.densify(A[:, 1]), ca.densify(A[:, 2])))


def solve_small(A: ca.SX, b: ca.SX) -> ca.SX:
    """Return A⁻¹ b: by Cramer's rule up to three rows, beyond by Aᵀ (A Aᵀ)⁻¹ b, whose pivots are positive."""
    n = A.shape[0]
    if n == 1:
        return b / A[0, 0]
    if n == 2:
        return ca.SX(ca.vertcat(A[1, 1] * b[0, :] - A[0, 1] * b[1, :], A[0, 0] * b[1, :] - A[1, 0] * b[0, :])) / determinant(A)
    if n == 3:
        a1, a2, a3 = (ca.densify(A[:, i]) for i in range(3))
        adjugate = ca.horzcat(ca.cross(a2, a3), ca.cross(a3, a1), ca.cross(a1, a2)).T
        return (adjugate @ b) / determinant(A)
    return A.T @ solve_spd(A @ A.T, b)


def solve_spd(A: ca.SX, b: ca.SX) -> ca.SX:
    """Return A⁻¹ b of a symmetric positive definite matrix: L D Lᵀ."""
    n = A.shape[0]
    L, D = [[ca.SX(0)] * n for _ in range(n)], [ca.SX(0)] * n
    for j in range(n):
        D[j] = A[j, j] - sum((L[j][k] ** 2 * D[k] for k in range(j)), ca.SX(0))
        for i in range(j + 1, n):
            L[i][j] = (A[i, j] - sum((L[i][k] * L[j][k] * D[k] for k in range(j)), ca.SX(0))) / D[j]
    y: list[ca.SX] = []
    for i in range(n):
        y.append(b[i, :] - sum((L[i][k] * y[k] for k in range(i)), ca.SX(0)))
    x: list[ca.SX] = [ca.SX(0)] * n
    for i in reversed(range(n)):
        x[i] = y[i] / D[i] - sum((L[k][i] * x[k] for k in range(i + 1, n)), ca.SX(0))
    return ca.vertcat(*x) if x else ca.SX(0, b.shape[1])
