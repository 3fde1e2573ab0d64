"""Closing loops in symbols, in numbers and in compiled loops: three forms of one statement.

The numeric form is that of `biela.base.rank`, `biela.state.coordinates` and `biela.state.closing`. The symbolic one is in
`biela.equations` (rows, the solver that skips dependent ones, `Reduced`), from which kernels are compiled; the loop of
`formulation="independent"` chooses coordinates by itself while it runs.
"""

from functools import cache
from types import SimpleNamespace

import casadi as ca
import numpy as np
import pytest

from biela.base.rank import SEARCHED, null_space, pivoted_columns, rank
from biela.equations.layout import Chart
from biela.equations.reduced import Reduced
from biela.integrate.closing import orthogonalise
from biela.library import bennett, double_crank, four_bar, spatial_four_bar
from biela.state.closing import ClosureProblem, close_positions, close_velocities
from biela.state.consistent_motion import ClosedLoops, CoordinatePlaces
from biela.state.coordinates import pivoted_coordinates, tangent_basis
from biela.state.functions import functions_of
from biela.state.held import Held
from sample_machines import idler_train

MACHINES = {
    "four_bar": four_bar,
    "double_crank": double_crank,
    "spatial_four_bar": spatial_four_bar,
    "bennett": bennett,
    "idler_train": SimpleNamespace(build=idler_train),
}


@cache
def machine(name):
    return MACHINES[name].build()


def poses(name, count=4):
    """Closed states of a machine, away from each other."""
    m = machine(name)
    functions, rng = functions_of(m), np.random.default_rng(2)
    problem = ClosureProblem(functions, 0.0, functions.parameters)
    found = [m.assemble().x]
    while len(found) < count:
        attempt = problem.solve(problem.moved(found[0], rng.normal(0.0, 0.4, functions.layout.n_v)))
        if attempt.residual < 1e-12:
            found.append(attempt.x)
    return functions, found


def at(functions, x):
    return 0.0, x, np.zeros(len(functions.mechanism.actuators)), functions.parameters


def chosen_by_the_compiled_loop(G):
    """The text of the compiled routine, run as Python on one lane."""
    rows, n_v = G.shape
    chosen = np.zeros(n_v, int)
    found, _ = orthogonalise.function(G.T.ravel(), rows, n_v, 0, 1, np.zeros(n_v), 1, np.zeros(G.size), chosen)
    return found, list(np.flatnonzero(chosen))


@pytest.mark.parametrize("name", MACHINES)
def test_rank_and_choice_of_coordinates(name):
    functions, found = poses(name)
    d = functions.dynamics
    m = d.model
    kept = ca.Function("kept", [m.t, m.x, m.u, m.p], [sum(d.solver.kept, ca.SX(0))])
    for x in found:
        G = functions.evaluate("constraint_jacobian", *at(functions, x))[0]
        columns = pivoted_columns(G)
        of_rank, chosen = chosen_by_the_compiled_loop(G)
        if name == "bennett":  # symmetric: columns tie up to rounding, and any of them is as good
            volumes = [np.linalg.det(G[:, some].T @ G[:, some]) for some in (chosen, columns)]
            assert volumes[0] == pytest.approx(volumes[1], rel=1e-9)
        else:
            assert chosen == sorted(columns)
        assert of_rank == rank(G) == rank(G, SEARCHED) == len(columns) == float(kept(*at(functions, x)))


@pytest.mark.parametrize("name", MACHINES)
def test_the_motions_that_loops_allow(name):
    functions, found = poses(name)
    names = functions.layout.rate_names
    for x in found:
        G = functions.evaluate("constraint_jacobian", *at(functions, x))[0]
        partition = pivoted_coordinates(G, names)
        T, N = tangent_basis(G, partition), null_space(G)
        rows = sorted(pivoted_columns(G[:, partition.dependent].T, len(partition.dependent)))
        chart = Chart(tuple(partition.independent), tuple(partition.dependent), tuple(rows))
        reduced = Reduced(functions.mechanism, chart)
        m = reduced.model
        R = np.array(ca.Function("R", [m.t, m.x, m.u, m.p], [ca.densify(reduced.R)])(*at(functions, x)))
        assert np.allclose(T, R, atol=1e-9)
        assert np.abs(G @ N).max() < 1e-9 and N.shape == T.shape
        assert np.allclose(N @ (N.T @ T), T, atol=1e-9)  # the same space


@pytest.mark.parametrize("name", MACHINES)
def test_positions(name):
    """Dependent coordinates pushed away come back to the same place by numbers and by the compiled reconstruction."""
    functions, found = poses(name)
    layout, rng = functions.layout, np.random.default_rng(5)
    for x in found:
        G = functions.evaluate("constraint_jacobian", *at(functions, x))[0]
        independent, dependent = pivoted_coordinates(G, layout.rate_names)
        push = np.zeros(layout.n_v)
        push[dependent] = rng.normal(0.0, 1e-4, len(dependent))
        pushed = x.copy()
        pushed[layout.q] = layout.retract(x[layout.q], push)
        mask = np.zeros(layout.n_v)
        mask[dependent] = 1.0
        back = pushed
        for _ in range(5):
            back = np.ravel(functions["reconstruct"](*at(functions, back), mask))
        assert np.abs(layout.difference(back[layout.q], x[layout.q])).max() < 1e-9
        near = close_positions(functions, 0.0, pushed, functions.parameters)
        assert near.residual < 1e-12
        assert np.abs(functions.evaluate("closure", *at(functions, near.x))[0]).max() < 1e-11
        if layout.n_q == layout.n_v:
            names = [rate.replace(".rate_", ".angle_") for rate in layout.rate_names]
            held = Held(functions.mechanism, {names[i]: x[i] for i in independent}, "coordinates")
            again = ClosureProblem(functions, 0.0, functions.parameters, held).solve(pushed).x
            assert np.abs(again[layout.q] - x[layout.q]).max() < 1e-9


@pytest.mark.parametrize("name", ["four_bar", "double_crank"])
def test_many_samples_at_once(name):
    """Positions and velocities of samples that are closed together are those of each sample alone."""
    functions, found = poses(name)
    layout = functions.layout
    G = functions.evaluate("constraint_jacobian", *at(functions, found[0]))[0]
    free = pivoted_coordinates(G, layout.rate_names).independent
    loops = ClosedLoops(functions, CoordinatePlaces(tuple(free), tuple(free)), found[0], functions.parameters)
    q = found[0][free] + np.linspace(0.0, 0.2, 4)[:, None]
    v, zero = np.full_like(q, 0.7), np.zeros_like(q)
    motion = loops.motion(q, v, zero, np.zeros(len(q)))
    for k, x in enumerate(motion.x):
        held = Held(functions.mechanism, {layout.rate_names[i]: q[k, n] for n, i in enumerate(free)}, "coordinates")
        alone = ClosureProblem(functions, 0.0, functions.parameters, held).solve(x).x
        assert np.abs(alone[layout.q] - x[layout.q]).max() < 1e-10
        rates = Held(functions.mechanism, {layout.rate_names[i]: 0.7 for i in free}, "rates")
        moving = close_velocities(functions, *at(functions, x), rates)
        assert np.abs(moving[layout.v] - x[layout.v]).max() < 1e-9
        assert np.allclose(motion.basis[k] @ v[k], x[layout.v], atol=1e-12)


@pytest.mark.parametrize("name", MACHINES)
def test_velocities(name):
    """The compiled projection is the one in the mass metric onto the null space; numbers meet given rates with the least speed."""
    functions, found = poses(name)
    layout, rng = functions.layout, np.random.default_rng(6)
    for x in found:
        x[layout.v] = rng.normal(size=layout.n_v)
        G = functions.evaluate("constraint_jacobian", *at(functions, x))[0]
        M = functions.evaluate("mass_matrix", *at(functions, x))[0]
        N = null_space(G)
        v = N @ np.linalg.solve(N.T @ M @ N, N.T @ M @ x[layout.v])
        compiled = np.ravel(functions["project"](*at(functions, x)))[layout.v]
        assert np.allclose(compiled, v, atol=1e-7)
        first = pivoted_coordinates(G, layout.rate_names).independent[0]
        held = Held(functions.mechanism, {layout.rate_names[first]: 1.3}, "rates")
        moving = close_velocities(functions, *at(functions, x), held)[layout.v]
        assert moving[first] == pytest.approx(1.3, abs=1e-9) and np.abs(G @ moving).max() < 1e-9
        assert np.allclose(N @ (N.T @ moving), moving, atol=1e-9)
