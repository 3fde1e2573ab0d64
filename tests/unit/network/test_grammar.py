"""Building networks: ends and ports, vectors, sub-networks as components, free parameters, printed equations, signals."""

from __future__ import annotations

import numpy as np
import pytest

from biela.equations.layout import layout_of
from biela.network import TF, C, I, Integrator, Network, One, Output, R, Se, Zero, electric, rotation, spatial, translation
from biela.network.attach import alone
from biela.network.text import infix


def section(name: str, inductance: float, capacity: float) -> Network:
    """One section of a line, as a component with two ports."""
    net = Network(name)
    net.add(One("i"), I("coil", inductance), Zero("v"), C("plate", capacity))
    net.connect("i", "coil")
    net.connect("i", "v", "plate")
    net.expose("left", "i")
    net.expose("right", "v")
    return net


def test_sub_networks_nest_and_are_used_twice() -> None:
    pair = Network("pair")
    pair.add(section("first", 1.0, 2.0), section("second", 3.0, 4.0))
    pair.connect("first.right", "second.left")
    pair.expose("left", "first.left")
    pair.expose("right", "second.right")
    net = Network("line")
    net.add(Se("u"), R("end", 1.5))
    net.add(pair, name="west")
    net.add(pair, name="east")
    net.connect("u", "west.left")
    net.connect("west.right", "east.left")
    net.connect("east.right", "end")
    states = net.linearise().states
    assert states[0] == "west/first/coil.momentum"
    assert len(states) == 8
    flat = Network("line")
    flat.add(Se("u"), R("end", 1.5))
    before = "u"
    for k, (l, c) in enumerate([(1.0, 2.0), (3.0, 4.0)] * 2):
        flat.add(One(f"i{k}"), I(f"l{k}", l), Zero(f"v{k}"), C(f"c{k}", c))
        flat.connect(before, f"i{k}", f"v{k}", f"c{k}")
        flat.connect(f"i{k}", f"l{k}")
        before = f"v{k}"
    flat.connect(before, "end")
    assert np.array_equal(net.linearise().A, flat.linearise().A)


def test_direction_of_a_bond_turns_the_sign_of_its_flow_only() -> None:
    A = []
    for turned in (False, True):
        net = Network("n")
        net.add(Se("u"), One("i"), R("r", 2.0), I("l", 3.0), C("c", 0.5))
        net.connect("u", "i")
        net.connect("i", "l")
        net.connect("r", "i") if turned else net.connect("i", "r")
        net.connect("c", "i") if turned else net.connect("i", "c")
        A.append(np.sort_complex(net.linearise().eigenvalues))
        run = net.simulate({"l": 1.0}, 0.5)
        assert np.all(run["r.power"] >= 0)
    assert np.allclose(A[0], A[1])


def test_modulated_elements() -> None:
    """A transformer whose ratio follows an angle, a gyrator and a resistance that follow time, against equations by hand."""
    import casadi as ca
    from scipy.integrate import solve_ivp

    net = Network("n")
    net.add(One("w"), rotation.inertia("crank", 0.5, rate=2.0), TF("arm", lambda s: 0.3 * ca.cos(s["angle.value"])), One("v"))
    net.add(
        R("slider", lambda t: 1.0 + t),
        Integrator("angle", lambda s: s["w.flow"], unit="rad"),
        Output("twice", lambda s: 2 * s["angle.value"]),
    )
    net.connect("w", "crank")
    net.connect("w", "arm", "v", "slider")
    run = net.simulate(duration=3.0, output_step=0.1, rtol=1e-11, atol=1e-12)
    y = solve_ivp(
        lambda t, y: [y[1], -((0.3 * np.cos(y[0])) ** 2) * (1 + t) * y[1] / 0.5],
        (0, 3),
        [0, 2.0],
        "DOP853",
        run.t,
        rtol=1e-12,
        atol=1e-13,
    ).y
    assert np.abs(run["crank.flow"] - y[1]).max() < 1e-9
    assert np.abs(run["twice.value"] - 2 * y[0]).max() < 1e-9
    assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-9


def test_moving_transformer_with_derivative_causality() -> None:
    """A slider-crank without friction: energy is kept although the slider's mass depends on the crank's motion."""
    import casadi as ca

    net = Network("n")
    net.add(One("w"), rotation.inertia("crank", 0.5, rate=2.0), TF("arm", lambda s: 0.3 * ca.cos(s["angle.value"]) + 0.5), One("v"))
    net.add(translation.mass("slider", 3.0), Integrator("angle", lambda s: s["w.flow"]), translation.force("none", 0.0))
    net.connect("w", "crank")
    net.connect("w", "arm", "v", "slider")
    net.connect("none", "v")
    assert [n.path for n in net.causality.derivative] == ["slider"]
    run = net.simulate(duration=5.0, rtol=1e-11, atol=1e-12)
    energy = 0.25 * run["crank.flow"] ** 2 + 1.5 * run["slider.flow"] ** 2
    assert np.abs(energy / energy[0] - 1).max() < 1e-9
    assert np.abs(run["machine.energy"] - energy).max() < 1e-12 * energy[0]
    assert np.ptp(run["crank.flow"]) > 0.1


def test_free_parameters_reach_the_kernel() -> None:
    net = Network("n")
    k = net.parameter("k", 50.0, "N/m")
    net.add(One("v"), translation.mass("mass", 2.0), translation.spring("spring", k, elongation=0.1))
    net.connect("v", "mass")
    net.connect("v", "spring")
    m = alone(net)
    for value in (50.0, 200.0):
        run = m.simulate(m.assemble(), 1.0, parameters={"k": value}, rtol=1e-10)
        assert run["spring.displacement"][-1] == pytest.approx(0.1 * np.cos(np.sqrt(value / 2.0)), abs=1e-8)


def test_free_parameters_inside_laws_and_bodies() -> None:
    """The mass of a body in space, and the coefficient of a law, change without compiling again."""
    net = Network("n")
    mass, k = net.parameter("mass", 2.0), net.parameter("k", 3.0)
    net.add(spatial.rigid_body("b", mass, (1.0, 2.0, 3.0), rate=(0.0, 0.0, 1.0), velocity=(1.0, 0.0, 0.0)))
    net.add(R("drag", effort=lambda v: k * v**3), One("x"), I("load", 1.0, initial=1.0))
    net.connect("x", "load")
    net.connect("x", "drag")
    m = alone(net)
    for m_value, k_value in ((2.0, 3.0), (5.0, 0.5)):
        values = {"mass": m_value, "k": k_value}
        run = m.simulate(m.assemble(parameters=values), 1.0, parameters=values, rtol=1e-10)
        # a free body that spins about z: its velocity turns the other way in its own axes, whatever the mass
        assert run["b/velocity_x.flow"][-1] == pytest.approx(np.cos(1.0), abs=1e-8)
        assert run["b/velocity_y.flow"][-1] == pytest.approx(-np.sin(1.0), abs=1e-8)
        assert run["load.flow"][-1] == pytest.approx(1 / np.sqrt(1 + 2 * k_value), abs=1e-8)


def test_states_by_name() -> None:
    net = Network("n")
    net.add(One("v"), translation.mass("mass", 2.0), translation.spring("spring", 50.0))
    net.connect("v", "mass")
    net.connect("v", "spring")
    m = alone(net)
    assert [s.name for s in layout_of(m).network_states] == ["mass.momentum", "spring.displacement"]
    state = m.assemble().with_states({"spring": 0.2, "mass.momentum": 3.0})
    assert state["spring.effort"] == pytest.approx(10.0)
    assert state["mass.flow"] == pytest.approx(1.5)
    again = state.with_states({"mass": 1.0})
    assert again["spring.effort"] == pytest.approx(10.0)


def test_equations_in_words_of_the_elements() -> None:
    net = Network("oscillator")
    net.add(One("v"), I("mass", 2.0), C("spring", 0.02), R("damper", 0.4), Se("push"))
    net.connect("push", "v")
    for part in ("mass", "spring", "damper"):
        net.connect("v", part)
    assert net.equations() == (
        "d/dt mass.momentum = push − spring.displacement / spring.capacity − "
        "damper.resistance·mass.momentum / mass.inertia\n"
        "d/dt spring.displacement = mass.momentum / mass.inertia"
    )


def test_infix_keeps_the_meaning_of_brackets() -> None:
    import casadi as ca

    a, b, c = (ca.SX.sym(n) for n in "abc")
    assert infix(a - (b - c)) == "a − (b − c)"
    assert infix(a / (b * c)) == "a / (b·c)"
    assert infix((a + b) * c) == "(a + b)·c"
    assert infix(-a * ca.sin(b)) in ("−a·sin(b)", "(−a)·sin(b)", "−(a·sin(b))")


def test_units_of_signals() -> None:
    net = Network("n")
    net.add(
        electric.dc_motor("motor", resistance=1.0, inductance=0.1, constant=0.2, inertia=0.01, friction=1e-3),
        electric.voltage("u", 6.0),
    )
    net.add(rotation.torque("load", -0.1))
    net.connect("u", "motor.supply")
    net.connect("load", "motor.shaft")
    run = net.simulate(duration=0.1)
    units = {
        name: run.unit(name)
        for name in ("motor/coil.flow", "motor/rotor.flow", "motor/winding.power", "motor/rotor.momentum", "motor/coil.effort")
    }
    assert units == {
        "motor/coil.flow": "A", "motor/rotor.flow": "rad/s", "motor/winding.power": "W", "motor/rotor.momentum": "N·m·s",
        "motor/coil.effort": "V",
    }  # fmt: skip


def test_lever_rack_and_transformer_turn_effort_and_flow() -> None:
    net = Network("n")
    net.add(
        rotation.torque("motor", 3.0),
        One("w"),
        rotation.inertia("rotor", 1e-2),
        translation.rack("rack", 0.05),
        One("v"),
        translation.lever("lever", 2.0),
        One("u"),
    )
    net.add(translation.damper("load", 4.0))
    net.connect("motor", "w", "rack", "v", "lever", "u", "load")
    net.connect("w", "rotor")
    run = net.simulate(duration=10.0, method="rosenbrock")
    w = 3.0 / (4.0 * (0.05 * 2) ** 2)
    assert run["rotor.flow"][-1] == pytest.approx(w * (1 - np.exp(-10 * 0.04 / 1e-2)), rel=1e-6)
    assert run["load.flow"][-1] == pytest.approx(0.1 * w, rel=1e-6)


def test_suspension_between_two_bodies() -> None:
    """Two free bodies with a prismatic joint between them and a spring along it: frequency of the reduced mass, momenta kept."""
    net = Network("n")
    turn = (0.3, -0.2, 0.5)
    from biela.lie import quaternion, so3

    R_ = np.asarray(so3.from_roll_pitch_yaw(turn))
    axis = R_[:, 2]
    net.add(spatial.body("a", 3.0, (1.0, 1.2, 1.4), gravity=(0, 0, 0), rotation=R_, points={"seat": (0, 0, 0)}))
    net.add(spatial.body("b", 1.0, (0.4, 0.5, 0.6), gravity=(0, 0, 0), rotation=R_, velocity=0.4 * axis, points={"pin": (0, 0, 0)}))
    k = [1e4 * 0.01] * 3 + [1e4, 1e4, 50.0]
    joint = spatial.elastic_joint("strut", k, between=True, attitude=quaternion.from_matrix(R_))
    net.add(joint)
    net.connect("a.seat", "strut.parent")
    net.connect("b.pin", "strut.child")
    run = net.simulate(duration=2.0, output_step=0.01, rtol=1e-10)
    relative = sum((run[f"b/position.value_{i + 1}"] - run[f"a/position.value_{i + 1}"]) * axis[i] for i in range(3))
    w = np.sqrt(50.0 * (1 / 3.0 + 1 / 1.0))
    assert np.abs(relative - 0.4 / w * np.sin(w * run.t)).max() < 1e-6
    momentum = [3.0 * run[f"a/velocity_{x}.flow"] + 1.0 * run[f"b/velocity_{x}.flow"] for x in "xyz"]
    assert np.abs(np.array(momentum) - np.array(momentum)[:, :1]).max() < 1e-9


def test_two_bodies_on_a_turning_joint_keep_angular_momentum() -> None:
    """A revolute joint between spinning bodies, off their centres: total angular momentum and energy are kept."""
    from biela.lie import quaternion

    net = Network("n")
    net.add(spatial.body("a", 3.0, (1.0, 1.2, 1.4), gravity=(0, 0, 0), rate=(0.1, 0.2, 1.0), points={"seat": (0.5, 0, 0)}))
    net.add(
        spatial.body(
            "b",
            1.0,
            (0.4, 0.5, 0.6),
            gravity=(0, 0, 0),
            position=(1.0, 0, 0),
            velocity=(0, 0.5, 0.0),
            rate=(0, 0, -0.5),
            points={"pin": (-0.5, 0, 0)},
        )
    )
    net.add(spatial.joint("hinge", "revolute", stiffness=1e5, between=True))
    net.connect("a.seat", "hinge.parent")
    net.connect("b.pin", "hinge.child")
    run = net.simulate(duration=1.0, output_step=0.02, rtol=1e-11, atol=1e-12)
    total = np.zeros((len(run.t), 3))
    for name, mass in (("a", 3.0), ("b", 1.0)):
        h = np.stack([run[f"{name}/inertia/inertia_{x}.momentum"] for x in "xyz"], axis=1)
        q = np.stack([run[f"{name}/frame/attitude.value_{k}"] for k in (1, 2, 3, 4)], axis=1)
        r = np.stack([run[f"{name}/position.value_{k}"] for k in (1, 2, 3)], axis=1)
        v = np.stack([run[f"{name}/velocity_{x}.flow"] for x in "xyz"], axis=1)
        R_ = [np.asarray(quaternion.to_matrix(quaternion.normalise(x))) for x in q]
        total += np.array([a @ b for a, b in zip(R_, h, strict=True)]) + mass * np.cross(r, v)
    assert np.abs(run["machine.energy"] / run["machine.energy"][0] - 1).max() < 1e-7
    assert np.abs(total - total[0]).max() < 1e-5 * np.linalg.norm(total[0])


def test_drawing_shows_every_element_half_arrows_and_strokes() -> None:
    from xml.etree import ElementTree

    net = Network("motor")
    net.add(
        electric.voltage("battery", 6.0),
        electric.dc_motor("motor", resistance=1.0, inductance=0.1, constant=0.2),
        rotation.inertia("wheel", 1.0),
    )
    net.add(One("w"), rotation.bearing("friction", lambda w: 0.1 * w))
    net.connect("battery", "motor.supply")
    net.connect("motor.shaft", "w", "wheel")
    net.connect("w", "friction")
    text = net.draw()
    root = ElementTree.fromstring(text)
    shown = "".join(root.itertext())
    for word in ("Se: battery", "motor", "I: wheel", "R: friction", "supply", "shaft"):
        assert word in shown
    assert text.count('class="half-arrow ') == 4
    assert text.count('class="stroke ') == 4


def test_a_law_may_read_a_signal_that_is_added_after_it() -> None:
    net = Network("n")
    net.add(Se("u", lambda s: -3 * s["late.value"]), One("v"), I("m", 1.0, initial=1.0), R("r", 1.0))
    net.add(Output("late", lambda s: 2 * s["later.value"]), Output("later", lambda s: s["v.flow"]))
    net.connect("u", "v", "m")
    net.connect("v", "r")
    assert np.allclose(net.linearise().A, [[-7.0]])
