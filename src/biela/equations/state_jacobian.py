"""∂ẋ/∂x: by the equations that the accelerations satisfy where that takes fewer operations, else by automatic differentiation of ẋ.

The accelerations and multipliers z = (v̇, λ) of a machine solve

    R(x, z) = ⎡ M v̇ + h + Gᵀ λ − τ ⎤ = 0           K ∂z/∂x = −∂R/∂x,      K = ∂R/∂z                               (1)
              ⎣ G v̇ − γ            ⎦

so that their slopes follow from the factors of K that are there already, instead of slopes of the factors:

    ∂ẋ/∂x = ∂f/∂x + ∂f/∂z ∂z/∂x,      ẋ = f(x, z)                                                                (2)

With two constraint rows that saves a tenth of the operations, with ten a third. In a tree, ∂R/∂x is known in closed form
(`tree_slopes.py`), which saves half of them for a chain of ten joints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import casadi as ca

from biela.equations.mass_matrix import along, back_solve, factorise, full, half_solve
from biela.equations.tree_slopes import TreeSlopes, has_slopes

if TYPE_CHECKING:
    from biela.equations.dynamics import Dynamics

ROWS_FOR_EQUATIONS, JOINTS_FOR_EQUATIONS = 2, 4
"""Constraint rows, or joints of a tree, from which (1) takes fewer operations than automatic differentiation of ẋ."""

Solve = Callable[[list[ca.SX]], list[ca.SX]]
"""Rows of the right-hand side of (1) → rows of ∂z/∂x, all columns at once."""


def state_jacobian(d: Dynamics) -> ca.SX:
    """Return ∂ẋ/∂x, without entries that vanish identically."""
    by_equations = _by_equations(d)
    return ca.sparsify(ca.jacobian(d.rates, d.model.x) if by_equations is None else by_equations)


def _by_equations(d: Dynamics) -> ca.SX | None:
    m = d.model
    if m.n_q != m.n_v:  # off the unit sphere of quaternions, which steps of a method leave, (1) has another extension than ẋ
        return None
    if len(d.rows) >= ROWS_FOR_EQUATIONS and d.augmented is None:

        def solve_constrained(right: list[ca.SX]) -> list[ca.SX]:
            vdot, multipliers = d.accelerations(right[: m.n_v], right[m.n_v :])
            return [*vdot, *multipliers]

        return _chained(d, ca.vertcat(d.vdot, *d.multipliers), _residual_slopes, solve_constrained)
    if not d.rows and m.n_v >= JOINTS_FOR_EQUATIONS and has_slopes(d.kinematics):
        tree = TreeSlopes(d.kinematics)
        vdot, solve = tree_solution(d, tree)

        def tree_slopes(d: Dynamics, z: ca.SX) -> ca.SX:  # masses in closed form, loads by automatic differentiation
            return full(tree.slopes(z), m.x.numel()) + ca.jacobian(_loads(d), m.x)

        return _chained(d, vdot, tree_slopes, solve)
    return None


def _chained(d: Dynamics, solution: ca.SX, slopes: Callable[[Dynamics, ca.SX], ca.SX], solve: Solve) -> ca.SX:
    """Evaluate (2), with `slopes` for ∂R/∂x."""
    x = d.model.x
    z = ca.SX.sym("z", solution.numel())
    given = d.with_solution(z[: d.model.n_v], ca.vertsplit(z[d.model.n_v :]) if d.rows else [])
    turned = solve(ca.vertsplit(-slopes(given, z)))
    J = ca.jacobian(given.rates, x) + ca.jacobian(given.rates, z) @ ca.vertcat(*turned)
    return ca.substitute(J, z, solution)


def tree_solution(d: Dynamics, tree: TreeSlopes) -> tuple[ca.SX, Solve]:
    """Return v̇ of a tree, and a function from rows of forces to rows of accelerations: M⁻¹ by the factors of M."""
    factors = factorise(tree.mass)

    def solve(force: list[ca.SX]) -> list[ca.SX]:
        return back_solve(factors, half_solve(factors, dict(enumerate(force))))

    return ca.vertcat(*solve(ca.vertsplit(-_loads(d) - tree.bias))), solve


def _residual_slopes(d: Dynamics, z: ca.SX) -> ca.SX:
    """Return ∂R/∂x of a machine with constraints, by automatic differentiation."""
    vdot, multipliers = z[: d.model.n_v], ca.vertsplit(z[d.model.n_v :])
    force = ca.vertsplit(d.efforts_for(vdot))
    for row, multiplier in zip(d.rows, multipliers, strict=True):
        for i, g in row.jacobian.items():
            force[i] = force[i] + g * multiplier
    accelerations = ca.vertsplit(vdot)
    gaps = [along(row.jacobian, accelerations) - gamma for row, gamma in zip(d.rows, d.gamma, strict=True)]
    return ca.jacobian(ca.vertcat(*force, *gaps), d.model.x)


def _loads(d: Dynamics) -> ca.SX:
    """Return the efforts that hold the loads."""
    total = [-effort for effort in d.loads.efforts]
    for link, F in d.loads.wrenches.items():
        for i, value in d.kinematics.generalised_force(link, F).items():
            total[i] = total[i] - value
    return ca.vertcat(*total)
