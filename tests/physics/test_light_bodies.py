"""Bodies that are very light beside others: whether a closure row repeats another is a matter of geometry, not of mass."""

import casadi as ca
import numpy as np
import pytest

from biela import Mechanism
from biela.base.rank import null_space
from biela.equations.dynamics import Dynamics
from biela.equations.forward_dynamics import RefinedSolver
from biela.equations.kinematics import jacobian_matrix
from biela.equations.mass_matrix import dense
from biela.library import bennett, four_bar, spatial_four_bar, stewart_gough, wishbone_suspension
from biela.state.functions import functions_of
from sample_machines import idler_train

LIGHT = [1e-13, 1e-10, 1e-8, 3e-6]


def test_an_idler_without_inertia_to_speak_of_passes_the_torque_on():
    m = idler_train()
    functions = functions_of(m)
    found = functions.evaluate("accelerations", 0.0, m.assemble().x, np.array([2.0]), functions.parameters)
    assert np.abs(found[0]) == pytest.approx([1.0, 1.0, 1.0], rel=1e-9)
    assert np.abs(found[1]) == pytest.approx([1.0, 1.0], rel=1e-9)  # torque at each mesh


@pytest.mark.parametrize("formulation", ["projected", "independent", "baumgarte"])
def test_an_idler_in_every_formulation(formulation):
    m = idler_train()
    run = m.simulate(duration=1.0, inputs={"motor": 2.0}, formulation=formulation, method="rk4", step=0.05)
    assert abs(run["turn_b.angle"][-1]) == pytest.approx(0.5, rel=1e-6)
    assert run["machine.closure_error"].max() < 1e-6


def scaled(module, name, factor):
    """A machine of the library with one body made lighter."""
    m = module.build()
    body = m.bodies[name]
    object.__setattr__(body, "mass", body.mass * factor)
    object.__setattr__(body, "inertia", tuple(tuple(x * factor for x in row) for row in body.inertia))
    return m


def expected(G, gamma, M, force):
    """v̇ in coordinates along the null space of G, which no light body spoils: v̇ = c + N y."""
    N = null_space(G, 1e-7)
    c = np.linalg.lstsq(G, gamma, rcond=1e-7)[0]
    return c + N @ np.linalg.solve(N.T @ M @ N, N.T @ (force - M @ c))


@pytest.mark.parametrize("factor", LIGHT)
@pytest.mark.parametrize("module", [four_bar, spatial_four_bar, bennett])
def test_a_loop_with_one_light_body(module, factor):
    light = [name for name, body in module.build().bodies.items() if not body.is_ground][1]
    m = scaled(module, light, factor)
    d = Dynamics(m)
    model = d.model

    force = ca.vertcat(*d.loads.efforts) - d.bias_force
    parts = [jacobian_matrix(d.rows, model.n_v), ca.vertcat(*(r.gamma for r in d.rows)), dense(d.mass_matrix), force]
    f = ca.Function("f", [model.t, model.x, model.u, model.p], [*map(ca.densify, parts), d.vdot])
    start = module.build().assemble()
    for speed in (0.0, 1.0, 5.0):
        joint = functions_of(start.mechanism).layout.rate_names[0]
        x = start.with_rates({joint: speed}).x
        values = f(0.0, x, np.zeros(model.u.numel()), start.arguments()[3])
        G, gamma, M, force, vdot = (np.array(value).squeeze() for value in values)
        right = expected(G, gamma, M, force)
        assert vdot == pytest.approx(right, rel=1e-6, abs=1e-6 * (1 + np.abs(right).max()))


def test_ordinary_machines_keep_the_ordinary_solver():
    for module in (four_bar, bennett):
        assert not isinstance(Dynamics(module.build()).solver, RefinedSolver)
    assert isinstance(Dynamics(idler_train()).solver, RefinedSolver)


@pytest.mark.parametrize("module", [stewart_gough, wishbone_suspension])
def test_machines_with_ball_joints_are_not_taken_for_massless(module):
    """Their mass matrix is positive definite at every configuration: at unit quaternions."""
    assert Dynamics(module.build()).stiffening == 0.0


def test_a_rod_that_spins_without_inertia_is_found():
    m = Mechanism("rod", gravity=(0, 0, -9.81))
    rod = m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.0, 0.1, 0.1))
    m.spherical("one", m.ground, rod)
    m.spherical("two", rod, m.body("slider", mass=1.0, inertia=(0.1,) * 3, position=(1, 0, 0)), point=(1, 0, 0))
    m.prismatic("rail", m.ground, "slider", point=(1, 0, 0), axis=(1, 0, 0))
    assert Dynamics(m).stiffening > 0.0
