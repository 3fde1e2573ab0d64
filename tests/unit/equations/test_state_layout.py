"""The layout of the state is what the equations have, what the conventions page says, and a manifold."""

import re
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import biela
from biela.equations.layout import layout_of
from biela.equations.model import MachineModel
from biela.library import four_bar, motor_four_bar, spatial_four_bar
from biela.state.functions import functions_of

PAGE = Path(__file__).parents[3] / "docs" / "conventions.md"
PARTS = ("q", "v", "hints", "networks", "work")


def free_and_spherical():
    m = biela.Mechanism("free and spherical")
    a, b, c = (m.body(name, mass=1.0, inertia=(0.1, 0.2, 0.3)) for name in "abc")
    m.free("F", m.ground, a)
    m.spherical("S", a, b, point=(1, 0, 0))
    m.cylindrical("C", b, c, point=(2, 0, 0), axis=(0, 1, 0))
    return m


MACHINES = [four_bar.build(), motor_four_bar.build(), spatial_four_bar.build(), free_and_spherical()]


@pytest.mark.parametrize("m", MACHINES, ids=lambda m: m.name)
def test_the_parts_follow_each_other_and_fill_the_state(m):
    layout = layout_of(m)
    assert layout.q.start == 0 and layout.v.start == layout.q.stop and layout.hints.start == layout.v.stop
    assert layout.networks.start == layout.hints.stop and layout.work == layout.networks.stop == layout.n_x - 1
    assert len(layout.entries) == layout.n_x == m.assemble().x.size


@pytest.mark.parametrize("m", MACHINES, ids=lambda m: m.name)
def test_the_symbols_of_the_equations_stand_where_the_layout_says(m):
    model, layout = MachineModel(m), layout_of(m)
    x = model.x
    for part, symbols in (("q", model.q), ("v", model.v), ("hints", model.s_hint), ("networks", model.s_network)):
        assert ca.is_equal(ca.SX(x[getattr(layout, part)]), ca.SX(symbols)), part
    assert x.numel() == layout.n_x and ca.is_equal(x[layout.work], model.s_work)


@pytest.mark.parametrize("m", MACHINES, ids=lambda m: m.name)
def test_entries_have_the_names_and_units_of_signals(m):
    """At a state whose entries all differ, a signal with the name of an entry has its value and its unit."""
    functions = functions_of(m)
    layout = functions.layout
    state = m.assemble()
    x = state.x.copy()
    x[layout.v] = np.linspace(0.1, 0.9, layout.n_v)
    run = m.simulate(biela.State(m, x), duration=1e-3) if not functions.n_rows else m.simulate(state, duration=1e-3)
    for k, (name, unit) in enumerate(layout.entries):
        if name in run.names:
            assert run.unit(name) == unit
            if not name.startswith("machine"):
                assert run[name][0] == pytest.approx(run.x[0, k], abs=1e-14), name


def test_joints_stand_where_the_layout_says():
    m = four_bar.build()
    functions = functions_of(m)
    state = m.assemble()
    q, v, _ = functions.evaluate("coordinates", *state.arguments())
    for name in m.joints:
        assert q[functions.layout.coordinates[name]] == pytest.approx([state[f"{name}.angle"]])
        assert v[functions.layout.rates[name]] == pytest.approx([state[f"{name}.rate"]])
    for link in m.topology.links:
        assert state.x[functions.layout.rates_of(link.joint.name)] == pytest.approx(state.v[link.v])


def test_difference_undoes_retract_for_numbers_symbols_and_compiled_functions():
    m = free_and_spherical()
    functions = functions_of(m)
    layout, rng = functions.layout, np.random.default_rng(3)
    xi, q = ca.SX.sym("xi", layout.n_v), ca.SX.sym("q", layout.n_q)
    symbolic = ca.Function("retract", [q, xi], [layout.retract(q, xi)])
    back = ca.Function("difference", [q, xi], [layout.difference(layout.retract(q, xi), q)])
    for _ in range(5):
        x = layout.neutral()
        x[layout.q] = layout.retract(x[layout.q], rng.normal(size=layout.n_v))
        step = rng.normal(size=layout.n_v)
        moved = layout.retract(x[layout.q], step)
        assert np.allclose(np.array(symbolic(x[layout.q], step)).ravel(), moved, atol=1e-14)
        compiled = functions.evaluate("retract", 0.0, x, np.zeros(0), np.zeros(0), step)[0]
        assert np.allclose(compiled, moved, atol=1e-14)
        assert np.allclose(layout.difference(moved, x[layout.q]), step, atol=1e-12)
        assert np.allclose(np.array(back(x[layout.q], step)).ravel(), step, atol=1e-12)


def test_a_tangent_step_is_the_beginning_of_a_retraction():
    layout, rng = layout_of(free_and_spherical()), np.random.default_rng(4)
    q = layout.retract(layout.neutral()[layout.q], rng.normal(size=layout.n_v))
    xi, h = rng.normal(size=layout.n_v), 1e-6
    slope = (layout.retract(q, h * xi) - layout.retract(q, -h * xi)) / (2 * h)
    assert np.allclose(slope, layout.position_rate(q, xi), atol=1e-9)
    assert np.allclose(layout.normalise(1.01 * q)[:4], q[:4], atol=1e-15)


def test_the_conventions_page_describes_the_layout():
    layout = layout_of(four_bar.build())
    section = PAGE.read_text("utf-8").partition("## State")[2].partition("\n## ")[0]
    assert "x = [" + "; ".join(PARTS) + "]" in section
    assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.M)) == PARTS
    for name in re.findall(r"\(`(\w+)` [⊕⊖]|`layout\.(\w+)`|\(`(weights)`\)", section):
        assert hasattr(layout, next(filter(None, name)))
    assert all(hasattr(layout, part) for part in PARTS)


def test_pressures_count_in_their_own_size_and_accounts_not_at_all():
    m = motor_four_bar.build()
    layout = layout_of(m)
    assert layout.weights is not None
    assert layout.weights.counts[layout.work] == 0.0 and np.all(layout.weights.counts[: layout.v.stop] == 1.0)
    assert layout_of(four_bar.build()).weights is None
