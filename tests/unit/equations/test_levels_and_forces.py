"""Signals of forces that couplings and bushings exert, and who may use accelerations and forces."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, UnknownName
from biela.equations.dynamics import Dynamics
from biela.equations.functions import function
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.sensor import DYNAMICS
from biela.network import Network, One, Zero, electric, rotation
from closed_forms import four_bar, pendulum
from sample_machines import Equations

G = 9.81


def drop() -> Mechanism:
    """A pendulum of 1 kg, 1 m with sensors on what it feels."""
    m = pendulum()
    m.user_sensor("pull", lambda s: s["pivot.force_on_child_y"] / G, "g")
    m.user_sensor("sum", lambda s: s["pull.value"] + s["bob.x"])
    m.user_sensor("height", lambda s: 1.0 - np.cos(s["pivot.angle"]))
    m.user_sensor("clock", lambda t: 2 * t)
    return m


def test_sensors_read_accelerations_and_reactions() -> None:
    """At rest at angle θ the rod pulls with g cos θ per kilogram."""
    state = drop().assemble({"pivot": 0.5}, t=1.5)
    assert state["pull.value"] == pytest.approx(np.cos(0.5), rel=1e-12)
    assert state["sum.value"] == pytest.approx(np.cos(0.5) + state["bob.x"], rel=1e-12)
    assert state["height.value"] == pytest.approx(1 - np.cos(0.5), rel=1e-12)
    assert state["clock.value"] == 3.0
    levels = {name: signal.level for name, signal in Dynamics(drop()).signals.items() if name.endswith(".value")}
    assert levels == {"pull.value": 2, "sum.value": 2, "height.value": 1, "clock.value": 1}


def test_events_see_reactions() -> None:
    """The pull in the rod of a pendulum let go at rest from level is 3 g cos θ (θ from below): 2 g at cos θ = 2/3."""
    m = drop()
    event = biela.Event("hard pull", lambda s: s["pull.value"] - 2.0, "rising", "stop")
    run = m.simulate({"pivot": np.pi / 2}, 2.0, events=[event])
    assert np.cos(run["pivot.angle"][-1]) == pytest.approx(2 / 3, abs=1e-6)
    by_name = biela.Event("turning", "pivot.acceleration", "rising", "stop")
    run = m.simulate({"pivot": 1.0}, 2.0, events=[by_name])
    assert run["pivot.angle"][-1] == pytest.approx(0.0, abs=1e-7)
    timed = biela.Event("late", lambda t: t - 0.25, "rising", "stop")
    assert m.simulate({"pivot": 1.0}, 2.0, events=[timed]).t[-1] == pytest.approx(0.25, abs=1e-9)


@pytest.mark.parametrize("name", ["pivot.acceleration", "pull.value", "sum.value"])
def test_laws_may_not_use_them(name: str) -> None:
    m = drop()
    m.user_effort("law", "pivot", lambda s: s[name])
    with pytest.raises(DescriptionError, match=f"law of 'law': signal '{name}' depends on accelerations or forces"):
        m.assemble()["pivot.acceleration"]


def test_a_sensor_of_itself_and_one_of_nothing() -> None:
    m = pendulum()
    m.user_sensor("a", lambda s: s["b.value"])
    m.user_sensor("b", lambda s: s["a.value"])
    with pytest.raises(DescriptionError, match="depends on itself: b.value → a.value → b.value"):
        m.assemble()["a.value"]
    m = pendulum()
    m.user_sensor("a", lambda s: s["bob.height"])
    with pytest.raises(UnknownName, match="sensor 'a': no signal 'bob.height'"):
        m.assemble()["a.value"]


def test_effort_of_a_gear_pair() -> None:
    """Torque τ on the driver of a pair with ratio r: the driven wheel feels J₂ r α, α = τ / (J₁ + r² J₂)."""
    m = Mechanism("gears", gravity=(0, 0, 0))
    m.revolute("A", m.ground, m.body("small", mass=1.0, inertia=(1, 1, 0.2)))
    m.revolute("B", m.ground, m.body("large", mass=1.0, inertia=(1, 1, 0.7)), parent_point=(1, 0, 0))
    m.gear("pair", "A", "B", -0.5)
    m.motor("motor", "A")
    e = Equations(m, u=[3.0])
    s = e.signals(np.zeros(5))
    alpha = 3.0 / (0.2 + 0.25 * 0.7)
    assert s["A.acceleration"] == pytest.approx(alpha, rel=1e-12)
    assert s["pair.effort"] == pytest.approx(0.7 * -0.5 * alpha, rel=1e-12)
    assert s["pair.effort"] == pytest.approx(s["B.effort"], rel=1e-12)
    assert e.dynamics.signals["pair.effort"].unit == "N·m"


def test_effort_of_rack_and_pinion_and_of_a_differential() -> None:
    """The rack feels a force [N]; of a coupling with factors c the first coordinate feels −c₁ λ, the others in proportion."""
    m = Mechanism("rack", gravity=(0, 0, 0))
    m.revolute("pinion", m.ground, m.body("wheel", mass=1.0, inertia=(1, 1, 0.3)))
    m.prismatic("rack", m.ground, m.body("bar", mass=2.0), axis=(1, 0, 0))
    m.rack_and_pinion("mesh", "pinion", "rack", 0.1)
    m.motor("motor", "pinion")
    e = Equations(m, u=[1.0])
    s = e.signals(np.zeros(5))
    assert s["mesh.effort"] == pytest.approx(2.0 * s["rack.acceleration"], rel=1e-12)
    assert e.dynamics.signals["mesh.effort"].unit == "N"

    m = Mechanism("differential", gravity=(0, 0, 0))
    for k, inertia in enumerate((0.1, 0.2, 0.4)):
        m.revolute(f"J{k}", m.ground, m.body(f"w{k}", mass=1.0, inertia=(1, 1, inertia)), parent_point=(k, 0, 0))
    m.coupling("difference", [("J0", 2.0), ("J1", -1.0), ("J2", -1.0)])
    m.motor("motor", "J0")
    s = Equations(m, u=[1.0]).signals(np.zeros(7))
    assert s["difference.effort"] == pytest.approx(0.1 * s["J0.acceleration"] - 1.0, rel=1e-12)
    assert s["J1.effort"] == pytest.approx(-0.5 * s["difference.effort"], rel=1e-12)
    assert s["J1.effort"] == pytest.approx(0.2 * s["J1.acceleration"], rel=1e-12)


def test_force_of_a_point_coupling_on_its_point() -> None:
    """A bead of 2 kg on a tilted floor: the floor pushes along its normal with m g cos φ, in the axes of the bead."""
    slope = 0.4
    m = Mechanism("bead", gravity=(0, 0, -G))
    m.free("flight", m.ground, m.body("bead", mass=2.0, inertia=(1, 1, 1)))
    m.point_on_plane("floor", m.ground.frame("tilt", rotation=(slope, 0, 0)), "bead")
    state = m.assemble()
    force = [state[f"floor.force_{axis}"] for axis in "xyz"]
    assert force == pytest.approx([0, -2 * G * np.cos(slope) * np.sin(slope), 2 * G * np.cos(slope) ** 2], rel=1e-12, abs=1e-12)
    assert state["floor.force"] == pytest.approx(2 * G * np.cos(slope), rel=1e-12)


def test_wrench_of_a_bushing_on_its_second_frame() -> None:
    """A block turned by φ about z and shifted: the moment is −k sin φ, the force −K d in the axes of the block."""
    m = Mechanism("block", gravity=(0, 0, 0))
    m.planar("table", m.ground, m.body("block", mass=1.0, inertia=(1, 1, 1)))
    m.bushing("mount", m.ground, "block", (10, 10, 10, 100, 200, 300), (0, 0, 0.5, 3, 4, 0))
    e = Equations(m)
    x, y, angle, vx, vy, turning = 0.1, -0.2, 0.3, 0.5, 0.6, 0.7
    s = e.signals(np.array([x, y, angle, vx, vy, turning, 0.0]))
    c, n = np.cos(angle), np.sin(angle)
    d, v = np.array([c * x + n * y, c * y - n * x]), np.array([c * vx + n * vy, c * vy - n * vx])
    assert s["mount.force_x"] == pytest.approx(-100 * d[0] - 3 * v[0], rel=1e-12)
    assert s["mount.force_y"] == pytest.approx(-200 * d[1] - 4 * v[1], rel=1e-12)
    uneven = (100 - 200) * d[0] * d[1]  # unequal stiffnesses turn the block towards their own axes
    assert s["mount.moment_z"] == pytest.approx(-10 * n - uneven - 0.5 * turning, rel=1e-12)
    assert [s[f"mount.{k}"] for k in ("force_z", "moment_x", "moment_y")] == pytest.approx([0, 0, 0], abs=1e-12)


def test_constraint_rows_know_their_unit() -> None:
    """Said by joints and couplings, not guessed from labels."""
    m = four_bar()
    m.drive("A", biela.sine(0.1, 1.0))
    m.prismatic("P", m.ground, m.body("slider", mass=1.0), axis=(1, 0, 0))
    m.rack_and_pinion("mesh", "A", "P", 0.1)
    units = {(row.owner, row.label): row.unit for row in Dynamics(m).all_rows}
    closing = m.topology.cut[0].name
    expected = {"x": "m", "y": "m", "z": "m", "tilt x": "rad", "tilt y": "rad"}
    assert {label: unit for (owner, label), unit in units.items() if owner == closing} == expected
    assert units["A_drive", "motion"] == "rad"
    assert units["mesh", "ratio"] == "m"


@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_a_spring_of_no_free_length_is_smooth_where_its_ends_meet(damping: float) -> None:
    """f = −k d: no direction is needed. Through the meeting point a mass swings as x = cos ωt, in energy balance."""
    m = Mechanism("block", gravity=(0, 0, 0))
    m.prismatic("rail", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.spring("spring", m.ground, "block", 25.0, damping)
    e = Equations(m)
    at_rest = e.signals(np.zeros(3))
    assert at_rest["rail.acceleration"] == 0.0
    assert at_rest["spring.force"] == at_rest["spring.length_rate"] == at_rest["spring.energy"] == 0.0
    s = e.signals(np.array([0.1, -0.3, 0.0]))
    assert s["rail.acceleration"] == pytest.approx(-2.5 + damping * 0.3, rel=1e-12)
    assert s["spring.force"] == pytest.approx(2.5 - damping * 0.3, rel=1e-12)
    assert s["spring.power"] == pytest.approx(-damping * 0.09, rel=1e-12)
    J = ca.Function("J", [e.dynamics.model.x], [ca.jacobian(e.dynamics.rates, e.dynamics.model.x)])
    assert np.all(np.isfinite(np.array(J(np.zeros(3)))))
    if not damping:
        run = m.simulate({"rail": 1.0}, 2.0, output_step=0.1)
        assert run["rail.position"] == pytest.approx(np.cos(5 * run.t), abs=1e-6)
        assert m.simulate(m.assemble(rates={"rail": 1.0}), 1.0, method="rosenbrock").energy_error < 1e-6


def test_a_distance_sensor_reads_zero_at_its_own_point() -> None:
    m = Mechanism("block", gravity=(0, 0, 0))
    m.prismatic("rail", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.distance_sensor("gap", m.ground, "block")
    s = Equations(m).signals(np.array([0.0, 1.0, 0.0]))
    assert (s["gap.length"], s["gap.length_rate"]) == (0.0, 0.0)


def _instructions(machine: biela.Mechanism, *names: str) -> list[Any]:
    """The last of some functions, derived one after the other from the same equations."""
    equations = Dynamics(machine)
    f = [function(equations, name) for name in names][-1]
    whole = range(f.n_instructions())
    constants = [f.instruction_constant(k) for k in whole if f.instruction_id(k) == ca.OP_CONST]
    return [*((f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)) for k in whole), *constants]


@pytest.mark.parametrize("first", ["energies", "velocity", "reactions", "bodies"])
@pytest.mark.parametrize("name", ["rates", "dynamics"])
def test_equations_do_not_depend_on_what_was_derived_before(first: str, name: str) -> None:
    """The cache keeps them by the machine alone, and sums that were made in another order would round otherwise."""
    m = biela.Mechanism("loaded")
    link = m.body("link", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.2, 0.3))
    m.revolute("A", m.ground, link)
    m.user_effort("law", "A", lambda s: 0.1 * s["late.force"] - s["A.rate"])
    m.thruster("push", m.ground.frame("below", (0, 0, -1)), link)
    for k, label in enumerate(("one", "two", "three", "late")):
        m.spring(label, m.ground.frame(f"end_{k}", (0, k, 1)), link, stiffness=10.0 + k, free_length=0.5)
    m.motor("motor", "A")
    assert _instructions(m, first, name) == _instructions(m, name)


def test_power_does_not_depend_on_the_signals_that_were_derived_before() -> None:
    """A law of a network, and one of a load, use loads that are described after them; the loop has a load on its cut joint."""
    m = four_bar()
    net = Network("drive")
    net.add(electric.dc_motor("motor", resistance=1.2, inductance=0.02, constant=0.25, inertia=2e-3))
    net.add(electric.voltage("battery", lambda s: 0.1 * s["late.force"]), rotation.gear("gear", 15.0))
    net.connect("battery", "motor.supply")
    net.connect("motor.shaft", "gear")
    net.add(Zero("torque"), One("twist"), rotation.shaft("shaft", 900.0), rotation.bearing("give", 60.0))
    net.connect("gear", "torque", "twist", "shaft")
    net.connect("twist", "give")
    net.expose("shaft", "torque")
    m.attach(net, {"shaft": "A"})
    m.user_effort("law", "B", lambda s: 0.1 * s["late.power"] - s["B.rate"])
    for joint in "ABCD":
        m.joint_spring(f"damper_{joint}", joint, damping=0.1)
    for label, body in (("one", "crank"), ("two", "rocker"), ("late", "coupler")):
        m.spring(label, m.ground.frame(f"end_{label}", (0, 1, 0)), body, stiffness=10.0, damping=1.0)

    def derived(names: list[str]) -> list[str]:
        d = Dynamics(m)
        for name in names:
            d.signals[name].value()
        f = d.model.function("power", {"power": d.power, "rates": d.rates})
        return [str(part) for part in f(*f.sx_in())]

    names = [name for name, signal in Dynamics(m).signals.items() if signal.level < DYNAMICS]
    assert derived(names) == derived(names[::-1]) == derived([])
