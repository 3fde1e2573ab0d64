"""∂ẋ/∂x by the equations that the accelerations satisfy, and its closed form for trees: against automatic differentiation."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela import library
from biela.equations import state_jacobian as made
from biela.equations.dynamics import Dynamics
from biela.equations.mass_matrix import dense, full
from biela.equations.tree_slopes import TreeSlopes, has_slopes
from sample_machines import Equations, random_tree

SIMPLE = ("revolute", "prismatic", "helical", "fixed")


def of_simple_joints(seed: int, number: int = 7) -> biela.Mechanism:
    """A tree of joints with one coordinate or none, some of them turned around, with a damper and a spring between bodies."""
    rng = np.random.default_rng(seed)
    m = random_tree([*rng.choice(SIMPLE, number - 1), "revolute"], seed)
    last = m.bodies[f"body_{number - 1}"]
    m.spring("spring", m.ground.frame("hook", (0.1, 0.2, 0.3)), last.frame("eye", (0.3, 0, 0)), stiffness=300.0)
    m.spring("damper", m.bodies["body_0"].frame("low", (0, 0.4, 0)), last.frame("high", (0, 0, 0.3)), stiffness=0.0, damping=20.0)
    return m


def evaluate(d: Dynamics, result: ca.SX, seed: int = 0, **extra: tuple[ca.SX, np.ndarray]) -> np.ndarray:
    """A result at a random state."""
    m, rng = d.model, np.random.default_rng(seed)
    symbols = [m.t, m.x, m.u, m.p, *(symbol for symbol, _ in extra.values())]
    values = [0.3, rng.normal(size=m.x.numel()), rng.normal(size=m.u.numel()), [], *(x for _, x in extra.values())]
    return np.array(ca.Function("f", symbols, [result])(*values))


@pytest.mark.parametrize("seed", range(6))
def test_slopes_of_a_tree(seed: int) -> None:
    """M, ∂τ/∂q and ∂τ/∂v of random trees, branches and joints that are turned around included."""
    m = random_tree(np.random.default_rng(seed).choice(SIMPLE, 8), seed)
    d = Equations(m).dynamics
    assert has_slopes(d.kinematics)
    tree, a = TreeSlopes(d.kinematics), ca.SX.sym("a", d.model.n_v)
    own = ca.horzcat(full(tree.slopes(a), 2 * d.model.n_v), dense(tree.mass), tree.bias)
    tau = d.efforts_for(a) + ca.vertcat(*d.loads.efforts)
    slopes = ca.jacobian(tau, ca.vertcat(d.model.q, d.model.v, a))
    given = {"a": (a, np.random.default_rng(seed + 50).normal(size=d.model.n_v))}
    expected = evaluate(d, ca.horzcat(slopes, d.bias_force), seed, **given)
    assert np.abs(expected).max() > 1.0
    assert evaluate(d, own, seed, **given) == pytest.approx(expected, rel=1e-12, abs=1e-12 * np.abs(expected).max())


def test_joints_with_more_coordinates_have_no_closed_form() -> None:
    for kind in ("universal", "spherical", "planar", "free", "cylindrical"):
        assert not has_slopes(Equations(random_tree(["revolute", kind], 1)).dynamics.kinematics)


@pytest.mark.parametrize("seed", range(3))
def test_loads_are_in_the_jacobian_of_a_tree(seed: int) -> None:
    d = Equations(of_simple_joints(seed)).dynamics
    assert d.model.n_v >= made.JOINTS_FOR_EQUATIONS and has_slopes(d.kinematics)
    expected = evaluate(d, ca.jacobian(d.rates, d.model.x))
    assert evaluate(d, d.state_jacobian) == pytest.approx(expected, rel=1e-11, abs=1e-11 * np.abs(expected).max())


USED = [name for name in library.names() if name not in ("planar-chain", "chain")]


@pytest.mark.parametrize("name", USED)
def test_jacobians_of_the_library(name: str) -> None:
    """At their starts, and where they move: ∂ẋ/∂x of every ready machine is that of automatic differentiation."""
    case = library.get(name)
    state = case.start()
    d = Dynamics(state.mechanism)
    m, x = d.model, np.array(state.x)
    x[m.n_q : m.n_q + m.n_v] += np.random.default_rng(2).normal(size=m.n_v)
    results = [d.state_jacobian, ca.jacobian(d.rates, m.x), dense(d.mass_matrix)]
    f = ca.Function("f", [m.t, m.x, m.u, m.p], results)
    p = [parameter.value for parameter in state.mechanism.parameters.values()]
    found, expected, M = (np.array(part) for part in f(0.3, x, 0.1 * np.ones(m.u.numel()), p))
    size = np.abs(expected).max()
    # M⁻¹ multiplies rounding by its condition: 8e4 for the PUMA, whose flange is light
    condition = min(max(10.0, float(np.linalg.cond(M))), 1e6) if M.size else 10.0
    assert np.isfinite(expected).all() and size > 0
    # a column has the unit of its state: each is judged by its own size
    for own, other in zip(found.T, expected.T, strict=True):
        assert own == pytest.approx(other, rel=1e-9, abs=1e-10 * np.abs(other).max() + 1e-15 * condition * size)


def test_a_tilted_planar_chain_stays_planar() -> None:
    """Its frame is that of the first joint, where out-of-plane terms are exact zeros: axes have three entries, not six."""
    m = biela.Mechanism("chain", gravity=(0.3, 0.4, -9.8))
    inner, axis, along = m.ground, (2.0, -1.0, 2.0), (0.6, 1.2, 0.0)
    for i in range(5):
        rod = m.body(f"rod_{i}", mass=1.0, com=along, inertia=0.1 * np.eye(3))
        m.revolute(f"hinge_{i}", inner, rod, parent_point=along if i else (0, 0, 0), axis=axis)
        inner = rod
    tree = TreeSlopes(Dynamics(m).kinematics)
    assert [[entry.is_zero() for entry in ca.vertsplit(S)] for S in tree.S[1:]] == 4 * [[1, 1, 0, 0, 0, 1]]
