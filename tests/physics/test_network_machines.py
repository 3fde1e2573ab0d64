"""Networks and mechanisms in one machine: a motor drives a four-bar through a gear, against equations written by hand."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import biela
from biela.network import C, I, Network, One, R, Se, Sf, Zero, electric, rotation
from biela.simulation import Compliant

VOLTS, OHMS, HENRY, K, J, FRICTION, RATIO = 24.0, 1.2, 0.02, 0.25, 2e-3, 5e-4, 15.0
CRANK, COUPLER, ROCKER, BASE = 0.4, 1.0, 0.8, 1.0


def motor(stiffness: float | None = None, damping: float = 0.0) -> Network:
    """A motor with its gear, on a rigid or an elastic shaft."""
    net = Network("drive", audit=True)
    net.add(electric.dc_motor("motor", resistance=OHMS, inductance=HENRY, constant=K, inertia=J, friction=FRICTION))
    net.add(electric.voltage("battery", VOLTS), rotation.gear("gear", RATIO))
    net.connect("battery", "motor.supply")
    net.connect("motor.shaft", "gear")
    if stiffness is None:
        net.expose("shaft", "gear.b")
        return net
    net.add(Zero("torque"), One("twist"), rotation.shaft("shaft", stiffness))
    net.connect("gear", "torque", "twist", "shaft")
    if damping:
        net.add(rotation.bearing("give", damping))
        net.connect("twist", "give")
    net.expose("shaft", "torque")
    return net


def four_bar(net: Network) -> biela.Mechanism:
    m = biela.Mechanism("driven four-bar", gravity=(0, -9.81, 0))
    rods = {}
    for name, length in (("crank", CRANK), ("coupler", COUPLER), ("rocker", ROCKER)):
        rods[name] = m.body(name, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(length, length))
    m.revolute("A", m.ground, rods["crank"])
    m.revolute("B", rods["crank"], rods["coupler"], parent_point=(CRANK, 0, 0))
    m.revolute("D", m.ground, rods["rocker"], parent_point=(BASE, 0, 0))
    m.revolute("C", rods["coupler"], rods["rocker"], parent_point=(COUPLER, 0, 0), child_point=(ROCKER, 0, 0))
    m.attach(net, {"shaft": "A"})
    return m


def by_hand(start: float, duration: float, times: np.ndarray) -> np.ndarray:
    """(θ, ω, i) with the crank angle as the only coordinate: ½ M(θ) ω² and V(θ) from the closed form of the linkage."""
    q = ca.SX.sym("q")
    B = CRANK * ca.vertcat(ca.cos(q), ca.sin(q))
    D = ca.vertcat(BASE, 0)
    gap = D - B
    d = ca.norm_2(gap)
    along = (COUPLER**2 - ROCKER**2 + d**2) / (2 * d)
    across = ca.sqrt(COUPLER**2 - along**2)
    C_point = B + along / d * gap + across / d * ca.vertcat(-gap[1], gap[0])  # C above the line from B to D
    kinetic, potential = 0, 0
    for a, b, length in ((ca.SX.zeros(2), B, CRANK), (B, C_point, COUPLER), (D, C_point, ROCKER)):
        v_a, v_b = ca.jacobian(a, q), ca.jacobian(b, q)
        # uniform rod: T = m/6 (v_a² + v_a·v_b + v_b²)
        kinetic += length / 6 * (ca.dot(v_a, v_a) + ca.dot(v_a, v_b) + ca.dot(v_b, v_b))
        potential += length * 9.81 * (a[1] + b[1]) / 2
    M = 2 * kinetic + J * RATIO**2
    f = ca.Function("f", [q], [M, ca.jacobian(M, q), ca.jacobian(potential, q)])

    def rates(t: float, y: np.ndarray) -> list[float]:
        theta, w, i = y
        mass, slope, force = (float(x) for x in f(theta))
        torque = RATIO * (K * i - FRICTION * RATIO * w)
        return [w, (torque - force - 0.5 * slope * w * w) / mass, (VOLTS - OHMS * i - K * RATIO * w) / HENRY]

    return solve_ivp(rates, (0, duration), [start, 0, 0], "DOP853", times, rtol=1e-12, atol=1e-13).y


def test_motor_gear_and_four_bar_against_equations_by_hand() -> None:
    m = four_bar(motor())
    start = m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8})
    assert start["rocker.yaw"] > 0
    run = m.simulate(start, duration=1.5, output_step=0.05, rtol=1e-11, atol=1e-12)
    theta, w, i = by_hand(np.pi / 3, 1.5, run.t)
    assert np.abs(run["A.angle"] - theta).max() < 1e-8 * np.abs(theta).max()
    assert np.abs(run["A.rate"] - w).max() < 1e-8 * np.abs(w).max()
    assert np.abs(run["drive/motor/coil.flow"] - i).max() < 1e-8 * np.abs(i).max()
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-8 * run["drive/battery.energy"].max()
    work = run["drive/battery.energy"] - run["drive/motor/winding.energy"] - run["drive/motor/friction.energy"]
    assert np.abs(work - run["machine.work"]).max() < 1e-8 * run["drive/battery.energy"].max()
    assert theta[-1] > 2 * np.pi


def test_power_at_the_port_is_the_same_on_both_sides_with_reflected_inertia() -> None:
    m = four_bar(motor())
    run = m.simulate(m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8}), duration=0.3)
    given = run["drive/gear.effort_b"] * run["drive/gear.flow_b"]
    taken = run["A.effort"] * run["A.rate"]
    assert np.abs(given - taken).max() < 1e-12 * np.abs(taken).max()


def test_stiffer_shafts_come_to_the_rigid_one() -> None:
    """Derivative causality of the rotor is the limit of an ever stiffer shaft."""
    runs = {}
    for k in (None, 1e4, 1e5, 1e6):
        m = four_bar(motor(k, 0.0 if k is None else 0.02 * np.sqrt(k) * 30))
        start = m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8})
        runs[k] = m.simulate(start, duration=1.0, output_step=0.05, method="rosenbrock", rtol=1e-9)["A.angle"]
    errors = [np.abs(runs[k] - runs[None]).max() for k in (1e4, 1e5, 1e6)]
    assert errors[1] < 0.2 * errors[0]
    assert errors[2] < 0.2 * errors[1]
    assert errors[2] < 1e-4


def test_reflected_inertia_acts_as_inertia() -> None:
    """A flywheel geared to a pendulum slows it as J + n² J_f says."""
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    rod = m.body("rod", mass=1.0, com=(0, -0.5, 0), inertia=(1 / 12, 0.0, 1 / 12))
    m.revolute("A", m.ground, rod)
    net = Network("wheel")
    net.add(rotation.inertia("flywheel", 0.02), rotation.gear("gear", 4.0), One("w"))
    net.connect("w", "flywheel")
    net.connect("w", "gear")
    net.expose("shaft", "gear.b")
    m.attach(net, {"shaft": "A"})
    frequency = np.abs(m.linearise(m.assemble()).eigenvalues.imag).max()
    assert frequency == pytest.approx(np.sqrt(9.81 * 0.5 / (1 / 3 + 16 * 0.02)), rel=1e-9)


def test_reflected_inertia_where_the_loop_is_cut() -> None:
    """The same flywheel on the crank of a four-bar moves it alike, whichever joint closes the loop."""
    angles = []
    for cut in ("A", "C"):
        m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
        rods = {
            n: m.body(n, mass=l, com=(l / 2, 0, 0), inertia=biela.rod(l, l))
            for n, l in (("a", CRANK), ("b", COUPLER), ("c", ROCKER))
        }
        m.revolute("A", m.ground, rods["a"], cut=cut == "A")
        m.revolute("B", rods["a"], rods["b"], parent_point=(CRANK, 0, 0))
        m.revolute("D", m.ground, rods["c"], parent_point=(BASE, 0, 0))
        m.revolute("C", rods["b"], rods["c"], parent_point=(COUPLER, 0, 0), child_point=(ROCKER, 0, 0), cut=cut == "C")
        net = Network("wheel")
        net.add(rotation.inertia("flywheel", 0.02), rotation.gear("gear", 4.0), One("w"), rotation.torque("push", 0.3))
        net.connect("w", "flywheel")
        net.connect("w", "gear")
        net.connect("push", "w")
        net.expose("shaft", "gear.b")
        m.attach(net, {"shaft": "A"})
        start = m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8})
        angles.append(m.simulate(start, duration=0.5, output_step=0.05, rtol=1e-10)["A.angle"])
    assert np.abs(angles[0] - angles[1]).max() < 1e-8


def test_linear_model_holds_the_states_of_networks() -> None:
    """A motor on a heavy wheel: poles and gain as by hand."""
    m = biela.Mechanism("wheel", gravity=(0, 0, 0))
    wheel = m.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.2))
    m.revolute("A", m.ground, wheel)
    drive = Network("drive")
    drive.add(electric.dc_motor("motor", resistance=2.0, inductance=0.1, constant=0.5, friction=0.01))
    drive.add(electric.voltage("supply"))
    drive.connect("supply", "motor.supply")
    drive.expose("shaft", "motor.shaft")
    m.attach(drive, {"shaft": "A"})
    model = m.linearise(m.assemble(), outputs=["A.rate", "drive/motor/coil.flow"])
    assert model.inputs == ("drive/supply",)
    inner = np.array([[-0.01 / 0.2, 0.5 / 0.2], [-0.5 / 0.1, -2.0 / 0.1]])
    expected = np.sort_complex(np.append(np.linalg.eigvals(inner), 0))
    assert np.allclose(np.sort_complex(model.eigenvalues), expected, atol=1e-9)
    n = len(model.A)
    s = 0.3 + 0.2j
    G = model.C @ np.linalg.solve(s * np.eye(n) - model.A, model.B) + model.D
    wanted = np.linalg.solve(s * np.eye(2) - inner, np.array([0, 1 / 0.1]))
    assert np.allclose(G.ravel(), wanted, rtol=1e-9)


def test_batch_with_networks_equals_single_runs() -> None:
    net = Network("circuit")
    r = net.parameter("r", 1.0)
    net.add(Se("u"), One("i"), R("resistor", r), I("coil", 0.1), C("capacitor", 0.05))
    net.connect("u", "i")
    for part in ("resistor", "coil", "capacitor"):
        net.connect("i", part)
    from biela.network.attach import alone

    m = alone(net)
    start = m.assemble().with_states({"capacitor": 0.02})
    values = np.array([0.5, 1.0, 3.0])
    batch = m.simulate_batch(start, 1.0, parameters={"r": values}, inputs={"u": 2.0}, output_step=0.1)
    for k, value in enumerate(values):
        run = m.simulate(start, 1.0, parameters={"r": value}, inputs={"u": 2.0}, output_step=0.1)
        assert np.abs(batch["coil.flow"][:, k] - run["coil.flow"]).max() < 1e-10


def test_laws_pass_between_mechanism_and_network() -> None:
    """A source that follows a joint's angle, and a load of the mechanism that follows a state of the network."""
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    bob = m.body("bob", mass=1.0)
    m.revolute("A", m.ground, bob, child_point=(0, 1, 0))
    net = Network("filter")
    net.add(Se("sensed", lambda s: s["A.angle"]), One("i"), R("r", 1.0), C("c", 0.1))
    net.connect("sensed", "i")
    net.connect("i", "r")
    net.connect("i", "c")
    m.attach(net)
    m.user_effort("feedback", "A", lambda s: -3.0 * s["filter/c.effort"])
    run = m.simulate({"A": 0.5}, duration=2.0, output_step=0.1, rtol=1e-10)

    def rates(t: float, y: np.ndarray) -> list[float]:
        angle, rate, lag = y
        return [rate, -9.81 * np.sin(angle) - 3.0 * lag, (angle - lag) / 0.1]

    y = solve_ivp(rates, (0, 2.0), [0.5, 0, 0], "DOP853", run.t, rtol=1e-12, atol=1e-13).y
    assert np.abs(run["A.angle"] - y[0]).max() < 1e-8
    assert np.abs(run["filter/c.effort"] - y[2]).max() < 1e-8


def test_input_that_moves_a_storage_directly_acts_with_its_rate() -> None:
    """A law given at run time for a source that dictates a mass: force = mass · acceleration."""
    import casadi as ca

    net = Network("n")
    net.add(Sf("speed"), One("v"), I("mass", 2.0))
    net.connect("speed", "v", "mass")
    assert "the input 'speed' dictates I 'mass'" in net.check()
    run = net.simulate(duration=1.0, inputs={"speed": lambda t: ca.sin(3 * t)})
    assert np.abs(run["mass.effort"] - 6 * np.cos(3 * run.t)).max() < 1e-12
    assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-8


def test_equilibrium_of_machine_and_network() -> None:
    """A motor holds an arm: weight and torque of the current balance; the network is at rest too."""
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    arm = m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=(0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, arm)
    net = Network("drive")
    net.add(electric.voltage("u", 6.0), electric.dc_motor("motor", resistance=2.0, inductance=0.1, constant=0.4, inertia=0.01))
    net.connect("u", "motor.supply")
    net.expose("shaft", "motor.shaft")
    m.attach(net, {"shaft": "A"})
    rest = m.equilibrium({"A": -1.4}).state
    assert rest["drive/motor/coil.flow"] == pytest.approx(3.0, rel=1e-9)
    assert np.cos(rest["A.angle"]) == pytest.approx(1.2 / (9.81 * 0.5), rel=1e-8)


def test_check_speaks_of_networks() -> None:
    report = four_bar(motor()).check()
    assert report.ok
    assert "network 'drive': derivative causality: I 'motor/rotor' is not independent, 'port shaft' dictates its flow" in str(
        report
    )


def test_results_with_networks_are_saved_and_read(tmp_path: object) -> None:
    m = four_bar(motor())
    run = m.simulate(m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8}), duration=0.1)
    run.save(tmp_path / "run.nc")  # type: ignore[operator]
    back = biela.load(tmp_path / "run.nc")  # type: ignore[operator]
    assert np.array_equal(back["drive/motor/coil.flow"], run["drive/motor/coil.flow"])


@pytest.mark.parametrize(
    "formulation",
    ["independent", "baumgarte", "augmented-lagrangian", "penalty", Compliant(stiffness=1e7, damping=1e4, joints=("C",))],
)
def test_formulations_with_a_network(formulation: object) -> None:
    m = four_bar(motor())
    start = m.assemble({"A": np.pi / 3}, guess={"B": -0.5, "D": 1.8}).with_states({"drive/motor/coil": 0.1})
    runs = [m.simulate(start, 0.2, formulation=f, method="rosenbrock") for f in ("projected", formulation)]  # type: ignore[arg-type]
    assert runs[1]["A.angle"][-1] == pytest.approx(runs[0]["A.angle"][-1], abs=1e-5)
    assert runs[1]["drive/motor/coil.flow"][0] == pytest.approx(5.0)


def test_reflected_inertia_needs_a_body_behind_the_port() -> None:
    """Without any inertia of its own the joint is refused, with the remedy; a trillionth of it is enough."""

    def spinning(moment: float) -> biela.Mechanism:
        m = biela.Mechanism("m", gravity=(0, 0, 0))
        body = m.body("rotor", mass=moment, inertia=(moment,) * 3) if moment else m.body("rotor", mass=0.0)
        m.revolute("A", m.ground, body)
        net = Network("load")
        net.add(One("w"), rotation.inertia("J", 0.5), R("r", 1.0))
        net.connect("w", "J")
        net.connect("w", "r")
        net.expose("shaft", "w")
        m.attach(net, {"shaft": "A"})
        return m

    m = spinning(0.0)
    with pytest.raises(biela.base.errors.SingularMass, match="inertia that a network reflects.*however small, to the body"):
        m.simulate(m.assemble({"A": 0.0}, rates={"A": 1.0}), 1.0)
    m = spinning(1e-12)
    run = m.simulate(m.assemble({"A": 0.0}, rates={"A": 1.0}), 1.0, rtol=1e-10, atol=1e-12)
    assert abs(run["A.rate"][-1] - np.exp(-2.0)) < 1e-8
