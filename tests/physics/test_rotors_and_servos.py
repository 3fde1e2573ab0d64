"""Rotors, servos and drag against machines that say the same with other words, and against closed forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError
from biela.lie.array import fmax, fmin
from biela.mechanism.mechanism import Mechanism
from biela.simulation.trajectory.methods import METHODS

J = 0.7


def arm(links: int, how: str) -> Mechanism:
    """A chain of links under gravity; its second joint has a rotor, or a wheel on the ground that is geared to it."""
    m = Mechanism(f"arm with {how}", gravity=(0, -9.81, 0))
    inner: Any = m.ground
    for k in range(links):
        m.body(f"link{k}", mass=3.0 - 0.3 * k, com=(0.4, 0.02, 0), inertia=(0.01, 0.08, 0.08))
        m.revolute(f"J{k}", inner, f"link{k}", parent_point=(0.8 * (k > 0), 0, 0))
        inner = f"link{k}"
    if how == "a rotor":
        m.rotor("rotor", "J1", J)
    else:
        m.body("wheel", mass=1.0, inertia=(J, J, J))
        m.revolute("W", m.ground, "wheel")
        m.gear("train", "J1", "W", 1.0)
    return m


def states(links: int) -> tuple[Any, Any]:
    where = {f"J{k}": 0.3 + 0.4 * k for k in range(links)}
    rates = {f"J{k}": 1.0 - 0.7 * k for k in range(links)}
    found = [arm(links, how).assemble(where, rates=rates) for how in ("a rotor", "a wheel")]
    return found[0], found[1]


@pytest.mark.parametrize("links", [2, 5])
def test_a_rotor_is_a_geared_wheel(links: int) -> None:
    """Accelerations, energy, and runs of explicit and implicit methods, whose Jacobians know the rotor too."""
    one, two = states(links)
    for k in range(links):
        assert one[f"J{k}.acceleration"] == pytest.approx(two[f"J{k}.acceleration"], rel=1e-9)
    assert one["machine.kinetic_energy"] == pytest.approx(two["machine.kinetic_energy"], rel=1e-12)
    assert one["rotor.effort"] == pytest.approx(-J * one["J1.acceleration"], rel=1e-12)
    assert one["rotor.power"] == pytest.approx(one["rotor.effort"] * one["J1.rate"], rel=1e-12)
    ends = [
        state.mechanism.simulate(state, 0.4, method=method, rtol=1e-9)["J0.angle"][-1]
        for state in (one, two) for method in ("dormand-prince", "rosenbrock")
    ]  # fmt: skip
    assert ends == pytest.approx([ends[0]] * 4, abs=1e-7)


def test_energy_of_a_machine_with_a_rotor_is_conserved() -> None:
    one, _ = states(2)
    run = one.mechanism.simulate(one, 2.0, rtol=1e-10)
    assert run.status == "done" and run.energy_error < 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_inverse_dynamics_counts_the_rotor(method: str) -> None:
    motion = {"J0": biela.sine(amplitude=0.5, period=2.0), "J1": biela.sine(amplitude=0.3, period=1.0)}
    how: dict[str, Any] = {"motion": motion, "duration": 1.0, "samples": 50, "method": method}
    if method == "absolute":
        with pytest.raises(DescriptionError, match="'rotor' is a rotor: take another method"):
            arm(2, "a rotor").inverse_dynamics(**how)
        return
    run = arm(2, "a rotor").inverse_dynamics(**how)
    plain = arm(2, "a rotor").edit()
    plain.remove("rotor")
    without = plain.inverse_dynamics(**how)
    more = np.asarray(run["J1_drive.effort"]) - np.asarray(without["J1_drive.effort"])
    assert more == pytest.approx(J * np.asarray(run["J1.acceleration"]), abs=1e-9)
    assert np.asarray(run["J0_drive.effort"]) == pytest.approx(np.asarray(without["J0_drive.effort"]), abs=1e-9)


@pytest.mark.parametrize("formulation", ["projected", "independent", "baumgarte"])
def test_a_rotor_in_a_loop(formulation: str) -> None:
    """A four-bar whose crank has a rotor, against one whose crank is geared to a wheel."""
    ends = []
    for how in ("rotor", "wheel"):
        m = biela.library.get("four-bar").build().edit()
        if how == "rotor":
            m.rotor("rotor", "A", J)
        else:
            m.body("wheel", mass=1.0, inertia=(J, J, J))
            m.revolute("W", m.ground, "wheel")
            m.gear("train", "A", "W", 1.0)
        start = m.assemble({"A": np.pi / 3}, guess={"A": np.pi / 3, "B": -0.5, "D": 1.8})
        ends.append(float(m.simulate(start, 0.5, formulation=formulation, rtol=1e-9)["A.angle"][-1]))
    assert ends[1] == pytest.approx(ends[0], abs=1e-6)


def test_a_rotor_on_a_joint_that_closes_a_loop_is_refused() -> None:
    m = Mechanism("loop")
    for name in "abc":
        m.body(name, mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground, "a")
    m.revolute("B", "a", "b", parent_point=(1, 0, 0))
    m.revolute("D", m.ground, "c", parent_point=(1, 1, 0))
    m.revolute("C", "b", "c", parent_point=(0, 1, 0), cut=True)
    m.rotor("R", "C", 0.1)
    with pytest.raises(DescriptionError, match="rotor 'R' is on joint 'C', which closes a loop"):
        m.assemble()


def test_identification_finds_a_rotor() -> None:
    """Its inertia is a column of the regressor: the acceleration of its joint."""
    from biela.identify.regressor import Regressor

    regressor = Regressor(arm(2, "a rotor"), ["J0", "J1"], parameters=("inertia", "loads"))
    names = [column.name for column in regressor.columns]
    assert "rotor.inertia" in names and regressor.columns[names.index("rotor.inertia")].unit in ("kg·m²", "N·m·s²/rad")
    assert regressor.columns[names.index("rotor.inertia")].nominal == J


# -------------------------------------------------------------------------------------------------------------------- servos


def pendulum() -> Mechanism:
    m = Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.body("rod", mass=2.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    m.revolute("A", m.ground, "rod")
    return m


def test_a_position_servo_is_a_spring_to_its_set_point() -> None:
    m = pendulum()
    m.servo("servo", "A", gain=50.0, stiffness=50.0, damping=3.0, gear=2.0, force_lower=-20.0, force_upper=20.0)
    assert m.actuators["servo"].unit == "rad"
    state = replace(m.assemble({"A": 0.3}, rates={"A": 0.4}), u=np.array([0.5]))
    force = 50 * (0.5 - 2 * 0.3) - 3 * 2 * 0.4
    assert state["servo.effort"] == pytest.approx(force)
    twin = pendulum()
    twin.user_effort("servo", "A", lambda s: 2 * fmin(fmax(50 * (0.5 - 2 * s["A.angle"]) - 6 * s["A.rate"], -20), 20))
    other = twin.assemble({"A": 0.3}, rates={"A": 0.4})
    assert state["A.acceleration"] == pytest.approx(other["A.acceleration"], rel=1e-12)
    run = m.simulate(state, 3.0, inputs={"servo": 0.5})
    assert run["A.angle"][-1] == pytest.approx(twin.simulate(other, 3.0)["A.angle"][-1], abs=1e-7)
    pushed = replace(m.assemble({"A": -1.0}), u=np.array([5.0]))
    assert pushed["servo.effort"] == 20.0


def test_servos_know_their_units_and_limits() -> None:
    m = pendulum()
    speed = m.servo("speed", "A", gain=4.0, damping=4.0)
    force = m.servo("force", "A", input_lower=-1.0, input_upper=1.0)
    assert (speed.unit, force.unit) == ("rad/s", "N·m")
    state = replace(m.assemble(), u=np.array([0.5, 3.0]))
    assert (state["speed.effort"], state["force.effort"]) == pytest.approx((2.0, 1.0))
    with pytest.raises(DescriptionError, match="the smallest input 2 is above the largest one 1"):
        m.edit().servo("wrong", "A", input_lower=2.0, input_upper=1.0)


def test_a_servo_over_several_joints_and_one_between_points(tmp_path: Any) -> None:
    m = arm(2, "a rotor").edit()
    m.servo("pair", "J0", gain=10.0, stiffness=10.0, gear=0.5, also=[("J1", -1.5)])
    m.line_servo(
        "strut", m.bodies["link0"].point("p", (0.2, 0.3, 0)), m.bodies["link1"].point("q", (0.1, -0.2, 0)), gain=3.0, stiffness=3.0
    )
    state = replace(m.assemble({"J0": 0.3, "J1": 0.4}), u=np.array([0.2, 0.9]))
    assert state["pair.effort"] == pytest.approx(10 * (0.2 - (0.5 * 0.3 - 1.5 * 0.4)))
    assert state["strut.force"] == pytest.approx(3 * (0.9 - state["strut.length"]))
    plain = arm(2, "a rotor").edit()
    F = state["pair.effort"]
    plain.user_effort("one", "J0", lambda s: 0.5 * F)
    plain.user_effort("two", "J1", lambda s: -1.5 * F)
    plain.user_force(
        "strut",
        plain.bodies["link0"].point("p", (0.2, 0.3, 0)),
        plain.bodies["link1"].point("q", (0.1, -0.2, 0)),
        lambda s: -state["strut.force"],
    )
    other = plain.assemble({"J0": 0.3, "J1": 0.4})
    for k in (0, 1):
        assert state[f"J{k}.acceleration"] == pytest.approx(other[f"J{k}.acceleration"], rel=1e-12)
    (tmp_path / "m.yaml").write_text(files.dumps(m))
    again = files.read(tmp_path / "m.yaml").mechanism
    assert again.actuators["pair"].terms == m.actuators["pair"].terms


def test_inverse_dynamics_leaves_servos_out() -> None:
    """The effort of a joint that a servo drives is what the motion asks for, not what is left beside the servo."""
    motion = {"A": biela.sine(amplitude=0.5, period=2.0)}
    bare, driven = pendulum(), pendulum()
    driven.servo("servo", "A", gain=500.0, stiffness=500.0)
    runs = [m.inverse_dynamics(motion=motion, duration=1.0, samples=20) for m in (bare, driven)]
    assert np.asarray(runs[1]["A_drive.effort"]) == pytest.approx(np.asarray(runs[0]["A_drive.effort"]))
    assert any("servo 'servo' of the machine is left out" in note for note in runs[1].notes)


# ---------------------------------------------------------------------------------------------------------------------- drag


def test_a_falling_box_reaches_its_terminal_speed() -> None:
    """m g = 2 ρ r_x r_y v² for a flat box that falls along z; with viscosity alone m g = 6 π β r̄ v."""
    for density, viscosity, speed in ((1000.0, 0.0, np.sqrt(0.5 * 9.81 / (2 * 1000 * 0.2 * 0.3))), (0.0, 50.0, None)):
        m = Mechanism("box")
        m.body("box", mass=0.5, inertia=(0.01, 0.01, 0.01))
        m.free("fly", m.ground, "box")
        m.drag("water", "box", (0.2, 0.3, 0.05), density, viscosity)
        terminal = 0.5 * 9.81 / (6 * np.pi * viscosity * 0.55 / 3) if speed is None else speed
        run = m.simulate(None, 3.0)
        assert run["box.velocity_z"][-1] == pytest.approx(-terminal, rel=1e-6)
    with pytest.raises(DescriptionError, match="half_edges"):
        m.edit().drag("wrong", "box", (0.2, -0.3, 0.05), 1.0)


def test_wind_carries_a_box_along() -> None:
    m = Mechanism("box", gravity=(0, 0, 0))
    m.body("box", mass=0.5, inertia=(0.01, 0.01, 0.01))
    m.free("fly", m.ground, "box")
    m.drag("air", "box", (0.2, 0.3, 0.05), 1.2, 2.0, wind=(3.0, 0, 0))
    assert m.simulate(None, 5.0)["box.velocity_x"][-1] == pytest.approx(3.0, rel=1e-6)


def test_the_lever_of_a_servo_reaches_as_far_as_its_input() -> None:
    from biela.report.levers import levers_of

    m = pendulum()
    m.servo("hand", "A", gain=0.3, stiffness=100.0, input_lower=0.0, input_upper=255.0)
    (lever,) = levers_of(m, {}, 1.0)
    assert lever.limit == 255.0
