"""Joints made elastic: they still measure, carry and bear loads under their own names."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, SingularMass
from biela.mechanism.load.bushing import UniversalBushing
from biela.mechanism.mechanism import Mechanism
from biela.simulation import Compliant
from biela.simulation.formulation import compliant_twin
from closed_forms import four_bar
from sample_machines import Equations, random_loop, random_rotation

G = 9.81


def test_a_replaced_joint_counts_its_turns() -> None:
    """A wheel held by a bushing spins three turns: angle and rate as the rigid one has them."""
    m = Mechanism("wheel", gravity=(0, -G, 0))
    m.revolute("axle", m.ground, m.body("wheel", mass=2.0, inertia=(0.1, 0.1, 0.2)))
    start = m.assemble(rates={"axle": 2 * np.pi})
    run = m.simulate(start, 3.0, formulation=Compliant(1e5, 300.0, joints="all"), output_step=0.05)
    # gravity lets the wheel down by its weight over the stiffness: the axle still turns as it did
    assert run["axle.angle"] == pytest.approx(2 * np.pi * run.t, abs=1e-6)
    assert run["axle.rate"] == pytest.approx(np.full(len(run.t), 2 * np.pi), abs=1e-6)
    assert run["axle.angle"][-1] > 6 * np.pi - 1e-6


def test_what_a_replaced_joint_carries_is_the_wrench_of_its_bushing() -> None:
    """A weight held by an elastic weld, once settled: force and moment on the child balance the weight."""
    m = Mechanism("bracket", gravity=(0, -G, 0))
    m.fixed("weld", m.ground, m.body("arm", mass=3.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1)))
    soft = Compliant(1e5, 2e3, joints="all")
    run = m.simulate(m.assemble(), 2.0, formulation=soft, output_step=0.1, method="rosenbrock")
    assert run["weld.force_on_child_y"][-1] == pytest.approx(3 * G, rel=1e-3)
    assert run["weld.moment_on_child_z"][-1] == pytest.approx(0.5 * 3 * G, rel=1e-3)
    assert run["weld.force"][-1] == pytest.approx(3 * G, rel=1e-3)
    for part in ("force", "moment"):
        for axis in "xyz":
            np.testing.assert_allclose(run[f"weld.{part}_{axis}"], run[f"weld.{part}_on_child_{axis}"], atol=1e-12)


def test_stiff_joints_carry_what_rigid_ones_do() -> None:
    """Every signal of every joint of a four-bar, all joints elastic, against the rigid machine in slow motion."""
    m = four_bar(spin=1e-3)
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    rigid = m.simulate(start, 0.4, output_step=0.1)
    run = m.simulate(start, 0.4, output_step=0.1, formulation=Compliant(1e7, 2e4, joints="all"), method="rosenbrock", rtol=1e-7)
    late = slice(1, None)  # at the very start the bushings bear nothing yet
    for joint in "ABCD":
        assert run[f"{joint}.angle"] == pytest.approx(rigid[f"{joint}.angle"], abs=2e-4)
        assert run[f"{joint}.rate"][late] == pytest.approx(rigid[f"{joint}.rate"][late], abs=5e-3)
        assert run[f"{joint}.force"][late] == pytest.approx(rigid[f"{joint}.force"][late], rel=0.02, abs=0.05)


def test_loads_drives_and_motors_act_on_replaced_joints() -> None:
    """Friction, a motor and the energy they take and feed: the balance holds, and the motion is the rigid one's."""
    m = four_bar(spin=1e-3)
    m.friction("rub", "C", viscous=0.2)
    m.motor("motor", "B")
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    options = {"inputs": {"motor": 0.5}, "output_step": 0.1}
    rigid = m.simulate(start, 0.5, **options)  # type: ignore[arg-type]
    run = m.simulate(start, 0.5, formulation=Compliant(1e6, 2e3, joints=("B", "C")), method="rosenbrock", rtol=1e-8, **options)  # type: ignore[arg-type]
    for name in ("A.angle", "C.angle", "B.angle", "rub.effort"):
        assert run[name] == pytest.approx(rigid[name], abs=2e-3)
    assert run["B.effort"] == pytest.approx(np.full(6, 0.5), abs=1e-12)
    assert run.energy_error < 1e-5

    driven = four_bar(spin=1e-3)
    driven.drive("A", biela.polynomial(1.0, 0.5))
    start = driven.assemble(guess={"D": 1.5})
    run = driven.simulate(start, 0.3, formulation=Compliant(1e6, 2e3, joints=("A",)), output_step=0.1, method="rosenbrock")
    assert run["A.angle"] == pytest.approx(1.0 + 0.5 * run.t, abs=1e-9)


def test_a_universal_joint_has_a_compliant_form() -> None:
    """It bears what the rigid joint bears, along its one angular and three linear directions, and nothing else."""
    loop = random_loop(("spherical", "planar", "spherical", "universal"), 5, cut=3)
    m = loop.mechanism
    e = Equations(m)
    start = biela.State(m, e.moving(e.state_of(loop.coordinates), np.random.default_rng(2), speed=0.3))
    twin, same = compliant_twin(start, Compliant(1e4, 1e2))
    before, after = e.signals(start.x), Equations(twin).signals(same.x)
    assert isinstance(twin.loads["universal_3"], UniversalBushing)
    assert after["machine.stored_energy"] == pytest.approx(0.0, abs=1e-12)
    assert after["universal_3.power"] == pytest.approx(0.0, abs=1e-12)
    for name in ("angle_1", "angle_2", "rate_1", "rate_2"):
        assert after[f"universal_3.{name}"] == pytest.approx(before[f"universal_3.{name}"], abs=1e-10)
    assert after["machine.kinetic_energy"] == pytest.approx(before["machine.kinetic_energy"], rel=1e-12)


def test_wrench_of_a_universal_bushing_is_the_gradient_of_its_energy() -> None:
    """Central differences of ½ k (z·R y)² + ½ k |d|² along turns and slides of b; damping opposes the rate of z·R y."""
    rng = np.random.default_rng(4)
    m = Mechanism("pair", gravity=(0, 0, 0))
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.free("flight", m.ground, body)
    law = UniversalBushing("tie", m.ground.origin, body.origin, (7.0,) * 3 + (3.0,) * 3, (0.5,) * 3 + (0.2,) * 3)
    m.loads["tie"] = law
    e = Equations(m)
    x = e.random_state(rng)
    x[7:13] = 0.0
    s = e.signals(x)

    def energy(xi: np.ndarray) -> float:
        from biela.lie import quaternion

        q = np.array(quaternion.product(x[:4], quaternion.exp(xi[:3])), float).ravel()
        R0 = np.array(quaternion.to_matrix(x[:4]), float)
        R, d = np.array(quaternion.to_matrix(q), float), x[4:7] + R0 @ xi[3:]
        return float(law.energy(R, R.T @ d))

    h = 1e-6
    gradient = [(energy(h * u) - energy(-h * u)) / (2 * h) for u in np.eye(6)]
    wrench = [s[f"tie.{part}_{axis}"] for part in ("moment", "force") for axis in "xyz"]
    assert wrench == pytest.approx([-g for g in gradient], abs=1e-8)
    R, V = random_rotation(rng), rng.normal(size=6)
    rate = (R @ np.cross(V[:3], (0, 1, 0)))[2]  # of z·R y
    F = np.array(law.damping_wrench(V, R), float).ravel()
    assert F @ V == pytest.approx(-0.5 * rate**2 - 0.2 * V[3:] @ V[3:], rel=1e-12)


def test_a_slender_body_that_flies_without_inertia_is_named() -> None:
    m = four_bar()  # rods without inertia about themselves
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    with pytest.raises(SingularMass, match="every turn of 'coupler', 'crank', 'rocker' once the joints are compliant"):
        compliant_twin(start, Compliant(joints="all"))
    twin, _ = compliant_twin(start, Compliant(joints=("B",)))  # the crank hangs on A, the coupler on C: nothing flies
    assert all(joint.type.kind != "free" for joint in twin.joints.values())


def test_a_screw_has_no_compliant_form() -> None:
    m = Mechanism("jack")
    m.helical("screw", m.ground, m.body("nut", mass=1.0, inertia=(1, 1, 1)), lead=0.01)
    with pytest.raises(DescriptionError, match="joint 'screw' is helical: it has no compliant form"):
        compliant_twin(m.assemble(), Compliant(joints="all"))


@pytest.mark.parametrize("wrong", [{"stiffness": -1.0}, {"stiffness": "hard"}, {"damping": np.nan}, {"length": 0.0}, {"joints": 3}])
def test_bad_options_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(DescriptionError, match=f"{next(iter(wrong))} of Compliant"):
        Compliant(**wrong)  # type: ignore[arg-type]
