"""Redundant closure rows: solved as if they were not there. The planar five-bar of the Lie-group tutorial."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela import library
from biela.equations.forward_dynamics import ConstrainedSolver
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from sample_machines import TYPES, Equations, random_loop

L1, L2, L3 = 0.100, 0.040, 0.100  # ground, cranks, couplers [m]
M2, M3 = 8.29e-3, 20.14e-3  # cranks, couplers [kg]


def five_bar(gravity: float, closing: str, motions: dict[str, object], cut: str = "C") -> Mechanism:
    """Cranks at (0, 0) and (L1, 0), couplers that meet in C; closed by all five rows of a revolute joint, or by two.

    Data: tutorial, §5.1; slender rods. Joint angles: cranks from the x axis, couplers relative to their crank.
    """
    m = Mechanism("five-bar", gravity=(0, gravity, 0))
    rods = {}
    for name, mass, length in (("left_crank", M2, L2), ("left_coupler", M3, L3), ("right_crank", M2, L2),
                               ("right_coupler", M3, L3)):  # fmt: skip
        rods[name] = m.body(name, mass=mass, com=(length / 2, 0, 0), inertia=biela.rod(mass=mass, length=length))
    m.revolute("A2", m.ground, rods["left_crank"])
    m.revolute("A3", rods["left_crank"], rods["left_coupler"], parent_point=(L2, 0, 0), cut=cut == "A3")
    m.revolute("A5", m.ground, rods["right_crank"], parent_point=(L1, 0, 0))
    m.revolute("A4", rods["right_crank"], rods["right_coupler"], parent_point=(L2, 0, 0))
    tips = [rods[name].point("tip", (L3, 0, 0)) for name in ("left_coupler", "right_coupler")]
    if closing == "revolute":
        m.revolute("C", *tips, cut=cut == "C")
    else:
        m.point_on_line("C", *tips)
    for joint, motion in motions.items():
        m.drive(joint, motion)
    return m


deg = np.pi / 180
MOTIONS = {"A2": lambda t: deg * (120 + 30 * ca.sin(t)), "A5": lambda t: deg * (60 - 20 * ca.sin(1.5 * t))}
"""The asymmetric case: symmetry hides errors of sign."""
GUESS = {"A2": 120 * deg, "A3": -74 * deg, "A4": 74 * deg, "A5": 60 * deg}


def state(m: Mechanism, t: float) -> biela.State:
    start = m.assemble(guess=GUESS, t=0.0)
    for s in np.linspace(0, t, 6)[1:]:
        start = m.assemble(guess=start, t=s)
    return start


@pytest.mark.parametrize("gravity", [0.0, -9.81])
def test_five_rows_and_two_rows_give_the_same_torques(gravity: float) -> None:
    for t in (0.3, 1.0):
        torques = []
        for closing, cut in (("point", ""), ("revolute", "C"), ("revolute", "A3")):
            s = state(five_bar(gravity, closing, MOTIONS, cut), t)
            torques.append((s["A2_drive.effort"], s["A5_drive.effort"]))
        assert torques[1] == pytest.approx(torques[0], rel=1e-10)
        assert torques[2] == pytest.approx(torques[0], rel=1e-10)


def test_torques_of_the_asymmetric_case() -> None:
    """Reference: reduced Lagrangian of the same machine, differentiated numerically (agreement 1e-9)."""
    expected = {(0.0, 0.5): (-12.050414e-6, 23.092869e-6), (0.0, 1.0): (-29.742747e-6, 41.618403e-6),
                (-9.81, 0.5): (-10.186541e-3, 10.126089e-3), (-9.81, 1.0): (-11.179303e-3, 10.828876e-3)}  # fmt: skip
    for (gravity, t), torques in expected.items():
        s = state(five_bar(gravity, "revolute", MOTIONS), t)
        assert (s["A2_drive.effort"], s["A5_drive.effort"]) == pytest.approx(torques, rel=1e-7)


def test_dependency_matrix_with_five_rows_and_with_two() -> None:
    """ρ = −Φ_pas⁺ Φ_act at the start of the symmetric motion, rows of θ3 and θ4, columns of θ2 and θ5."""
    rho = []
    for closing in ("point", "revolute"):
        m = five_bar(0.0, closing, {})
        e = Equations(m)
        s = m.assemble({"A2": 120 * deg, "A5": 60 * deg}, guess=GUESS)
        G = np.asarray(e("closure", s.x)[2])
        at = [m.topology.link_of(joint).v.start for joint in ("A2", "A5", "A3", "A4")]  # type: ignore[union-attr]
        active, passive = G[:, at[:2]], G[:, at[2:]]
        assert len(G) == (2 if closing == "point" else 5)
        rho.append(-np.linalg.pinv(passive, rcond=1e-9) @ active)
    assert rho[1] == pytest.approx(rho[0], abs=1e-10)
    assert rho[0] == pytest.approx(np.array([[-1.099678, 0.385393], [0.385393, -1.099678]]), abs=1e-6)


def test_passive_joints_follow_the_dependency_matrix() -> None:
    """Velocities and accelerations of passive joints against closed forms of the symmetric motion, t = 0 and 1 s."""
    motions = {"A2": lambda t: deg * (120 + 30 * ca.sin(t)), "A5": lambda t: deg * (60 - 30 * ca.sin(t))}
    m = five_bar(0.0, "revolute", motions)
    for t, angle, rate, acceleration, torque in ((0.0, -74.427004, -0.777581, 0.013549, 7.36825e-6),
                                                 (1.0, -111.202946, -0.398143, 0.647397, -25.70555e-6)):  # fmt: skip
        s = state(m, t)
        assert s["A3.angle"] / deg == pytest.approx(angle, abs=1e-6)
        assert s["A3.rate"] == pytest.approx(rate, abs=1e-6)
        assert s["A3.acceleration"] == pytest.approx(acceleration, abs=1e-6)
        assert s["A2_drive.effort"] == pytest.approx(torque, rel=1e-6)
        assert s["A5_drive.effort"] == pytest.approx(-torque, rel=1e-6)
        assert s["A4.angle"] == pytest.approx(-s["A3.angle"], abs=1e-12)


def test_solver_finds_the_least_change_that_meets_redundant_rows(rng: np.random.Generator) -> None:
    """min ½ xᵀ M x with G x = b, rows repeated and mixed: against dense linear algebra."""
    n, independent = 6, 3
    A = rng.normal(size=(n, n))
    M = A @ A.T + np.eye(n)
    base = rng.normal(size=(independent, n))
    mix = rng.normal(size=(2, independent))
    G = np.vstack([base[:2], mix @ base, base[2:], base[:1] * 3.0])
    wanted = rng.normal(size=n)
    b = G @ wanted
    rows = [{i: ca.SX(M[k, i]) for i in range(k + 1)} for k in range(n)]
    solver = ConstrainedSolver(rows, [dict(enumerate(map(ca.SX, row))) for row in G])
    x = np.array(ca.DM(ca.vertcat(*solver.correction(list(b))))).ravel()
    W = np.linalg.inv(M)
    expected = W @ base.T @ np.linalg.solve(base @ W @ base.T, base @ wanted)
    assert x == pytest.approx(expected, abs=1e-9)
    force = rng.normal(size=n)
    vdot, multipliers = solver.accelerations(list(force), list(b))
    a, lam = (np.array(ca.DM(ca.vertcat(*v))).ravel() for v in (vdot, multipliers))
    assert G @ a == pytest.approx(b, abs=1e-9)
    assert M @ a + G.T @ lam == pytest.approx(force, abs=1e-9)


def test_solver_with_weights_moves_only_what_it_may(rng: np.random.Generator) -> None:
    """The metric diag(1/w): an entry of weight zero is held."""
    G = rng.normal(size=(2, 4))
    weights = np.array([1.0, 0.0, 1.0, 1.0])
    solver = ConstrainedSolver(None, [dict(enumerate(map(ca.SX, row))) for row in G], ca.SX(weights))
    b = rng.normal(size=2)
    x = np.array(ca.DM(ca.vertcat(*solver.correction(list(b))))).ravel()
    assert x[1] == 0.0
    assert G @ x == pytest.approx(b, abs=1e-12)
    expected = np.linalg.pinv(G[:, [0, 2, 3]]) @ b
    assert x[[0, 2, 3]] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("closing", ["revolute", "prismatic", "fixed", "cylindrical"])
def test_spatial_loop_closed_twice(closing: str) -> None:
    """The same closing joint twice, side by side: every row redundant, and the motion the same as with one."""
    loop = random_loop(("universal", "planar", "spherical", closing), 51, cut=3)
    results = []
    for double in (False, True):
        m = loop.mechanism.edit()
        if double:
            joint = m.joints[f"{closing}_3"]
            m.joints["twin"] = type(joint)("twin", joint.type, joint.parent, joint.child, True)
        e = Equations(m)
        own = TYPES[closing].n_q
        again = loop.coordinates[len(loop.coordinates) - own :] if double else []
        coordinates = np.concatenate([loop.coordinates, again])
        x = e.moving(e.state_of(coordinates), np.random.default_rng(5))
        results.append(e("accelerations", x)[0])
    assert results[1] == pytest.approx(results[0], rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("name", ["bennett", "spherical-four-bar"])
def test_derivatives_off_the_loops_are_those_of_the_rates(name: str) -> None:
    """Symmetric rows are equal but for rounding: rates and their derivatives skip the same ones all the same.

    Difference quotients of fourth order, in directions that open the loops; another row skipped changes them by more than 1.
    """
    case = library.get(name)
    state = case.simulate(0.2, output_step=0.1).state(1)
    f = functions_of(state.mechanism)
    h = 2e-4
    for x in (case.start().x, state.x):
        for k in range(2):
            seed = np.cos(np.arange(x.size) * (k + 1.0))

            def rates(step: float, x: np.ndarray = x, seed: np.ndarray = seed) -> np.ndarray:
                return np.ravel(f["rates"](0.0, x + step * seed, state.u, state.p))

            quotient = (8 * (rates(h) - rates(-h)) - (rates(2 * h) - rates(-2 * h))) / (12 * h)
            exact = np.ravel(f["directional"](0.0, x, state.u, state.p, [*seed, 0.0])[0])
            assert exact == pytest.approx(quotient, abs=1e-8 * np.abs(exact).max())
