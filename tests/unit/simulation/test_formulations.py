"""Formulations: different ways to keep loops closed give the same motion."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, UnknownName
from biela.mechanism.mechanism import Mechanism
from biela.simulation import Baumgarte, Compliant
from biela.simulation.formulation import compliant_twin
from closed_forms import four_bar
from sample_machines import Equations, random_loop

NAMES = ("A.angle", "D.angle", "B.rate")


@pytest.fixture(scope="module")
def reference() -> biela.History:
    """A four-bar for 1 s from rest, projected, with tight tolerances."""
    m = four_bar()
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    return m.simulate(start, 1.0, output_step=0.1, rtol=1e-11, atol=1e-13)


def difference(run: biela.History, reference: biela.History) -> float:
    return max(float(np.abs(run[name] - reference[name]).max()) for name in NAMES)


def again(reference: biela.History, **options: object) -> biela.History:
    return reference.mechanism.simulate(reference.state(0), 1.0, output_step=0.1, **options)


def test_independent_coordinates_give_the_same_motion(reference: biela.History) -> None:
    run = again(reference, formulation="independent", rtol=1e-10, atol=1e-12)
    assert difference(run, reference) < 1e-7
    assert run.closure_error < 1e-10


@pytest.mark.parametrize("formulation", ["baumgarte", Baumgarte(50.0, 50.0)])
def test_stabilised_accelerations_give_the_same_motion(reference: biela.History, formulation: object) -> None:
    run = again(reference, formulation=formulation, rtol=1e-10, atol=1e-12)
    assert difference(run, reference) < 1e-6


def test_baumgarte_pulls_an_open_loop_closed() -> None:
    """Φ̈ + 2α Φ̇ + β² Φ = 0 with α = β: a residual of 1e-7 has gone after t by (1 + α t) e^(−α t)."""
    m = four_bar()
    s = m.assemble({"A": 1.0}, guess={"D": 1.5})
    x = s.x.copy()
    x[0] += 5e-7
    open_ = biela.State(m, x)
    run = m.simulate(open_, 0.5, output_step=0.1, formulation=Baumgarte(20.0, 20.0), rtol=1e-12, atol=1e-15)
    closure = run["machine.closure_error"]
    factor = (1 + 20 * run.t) * np.exp(-20 * run.t)
    assert closure[0] > 1e-8
    # the rows turn with the machine, so only the size of the residual can be compared
    assert closure == pytest.approx(closure[0] * factor, rel=0.5, abs=1e-12)


def test_compliant_error_falls_with_stiffness(reference: biela.History) -> None:
    """Elastic joints give way by force / stiffness: the error is proportional to 1/k."""
    errors = []
    for stiffness in (1e4, 1e5, 1e6):
        option = Compliant(stiffness, damping=0.05 * np.sqrt(stiffness))
        with np.errstate(all="ignore"):
            run = again(reference, formulation=option, rtol=1e-8, atol=1e-10)
        errors.append(difference(run, reference))
    assert errors[0] < 0.5
    assert errors[1] / errors[0] == pytest.approx(0.1, rel=0.5)
    assert errors[2] / errors[1] == pytest.approx(0.1, rel=0.5)


@pytest.mark.filterwarnings("ignore")
def test_all_joints_compliant_lets_every_body_fly() -> None:
    """As in an elastic bond graph: three free bodies held by four bushings, and nearly the same motion."""
    m = four_bar(spin=1e-3)
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    rigid = m.simulate(start, 0.5, output_step=0.1)
    run = m.simulate(start, 0.5, output_step=0.1, formulation=Compliant(1e6, 200.0, joints="all"), rtol=1e-7, atol=1e-9)
    twin = run.mechanism
    assert {joint.type.kind for joint in twin.joints.values() if not joint.elastic} == {"free"}
    assert {name for name, joint in twin.joints.items() if joint.elastic} == set(twin.loads) == set("ABCD")
    assert run["coupler.x"] == pytest.approx(rigid["coupler.x"], abs=5e-4)
    assert np.angle(np.exp(1j * (run["rocker.yaw"] - rigid["rocker.yaw"]))) == pytest.approx(np.zeros(6), abs=1e-3)


def test_compliant_twin_of_every_kind_starts_at_rest_in_its_joints() -> None:
    """No force at the start: bodies stand where the rigid machine has them, moving as it moves."""
    for closing in ("revolute", "prismatic", "cylindrical", "spherical", "planar", "fixed"):
        loop = random_loop(("universal", "planar", "spherical", closing), 81, cut=3)
        m = loop.mechanism
        e = Equations(m)
        start = biela.State(m, e.moving(e.state_of(loop.coordinates), np.random.default_rng(1), speed=0.3))
        for joints in ("closing", (f"{closing}_3", "planar_1")):
            twin, same = compliant_twin(start, Compliant(1e4, 1e2, joints=joints))
            s = Equations(twin).signals(same.x)
            assert s["machine.stored_energy"] == pytest.approx(0.0, abs=1e-12)
            assert s[f"{closing}_3.power"] == pytest.approx(0.0, abs=1e-12)
            assert s["machine.kinetic_energy"] == pytest.approx(e.signals(start.x)["machine.kinetic_energy"], rel=1e-12)


def test_what_cannot_become_compliant_is_named() -> None:
    m = four_bar()
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    with pytest.raises(UnknownName, match="Compliant: no joint 'E'"):
        m.simulate(start, 0.1, formulation=Compliant(joints=("E",)))
    with pytest.raises(DescriptionError, match="formulation 'stiff' is unknown. Known: projected"):
        m.simulate(start, 0.1, formulation="stiff")


def test_independent_passes_where_its_coordinates_go_bad() -> None:
    """A crank that turns round: no coordinate but the crank's own serves all the way; the choice is renewed."""
    m = four_bar(gravity=0.0).edit()
    m.motor("motor", "D")
    start = m.assemble({"A": 1.0}, guess={"D": 1.5}, rates={"A": 6.0})
    runs = [m.simulate(start, 3.0, formulation=f, output_step=0.25, rtol=1e-10, atol=1e-12) for f in ("projected", "independent")]
    assert runs[0]["A.angle"][-1] > 4 * np.pi
    assert runs[1]["A.angle"] == pytest.approx(runs[0]["A.angle"], abs=1e-6)
    assert runs[1].closure_error < 1e-10


def test_momentary_singularity_is_passed() -> None:
    """A parallelogram through its flat positions: rows are dependent there for an instant, the motion goes on."""
    m = Mechanism("parallelogram", gravity=(0, 0, 0))
    for name, length in (("left", 0.5), ("top", 1.0), ("right", 0.5)):
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=biela.rod(mass=1.0, length=length))
    m.revolute("A", m.ground, "left")
    m.revolute("B", "left", "top", parent_point=(0.5, 0, 0))
    m.revolute("D", m.ground, "right", parent_point=(1, 0, 0))
    m.revolute("C", "top", "right", parent_point=(1, 0, 0), child_point=(0.5, 0, 0))
    start = m.assemble({"A": 1.0, "D": 1.0}, guess={"B": -1.0}, rates={"A": 3.0, "D": 3.0})
    run = m.simulate(start, 4.0, output_step=0.1)
    # without gravity, and the top in translation, the rate is constant: I is the same in every position
    assert run["A.angle"] == pytest.approx(1.0 + 3.0 * run.t, abs=1e-6)
    assert run["D.angle"] == pytest.approx(run["A.angle"], abs=1e-8)
