"""Loads against closed forms: what each one does to a simple machine, on a tree joint and on a cut one."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism.mechanism import Mechanism
from sample_machines import Equations

MASS = 2.0


def block(cut: bool) -> Mechanism:
    """A block on a frictionless rail along x, no gravity; cut, a free joint carries it."""
    m = Mechanism("block", gravity=(0, 0, 0))
    body = m.body("block", mass=MASS, inertia=(0.1, 0.2, 0.3))
    if cut:
        m.free("flight", m.ground, body, cut=False)
    m.prismatic("rail", m.ground, body, axis=(1, 0, 0), cut=cut)
    return m


def signals(m: Mechanism, x: float, v: float, u: tuple[float, ...] = (), t: float = 0.0) -> dict[str, float]:
    """All signals with the block at x, moving at v."""
    e = Equations(m, u=u)
    if m.topology.link_of("rail") is not None:
        return e.signals(np.array([x, v, 0.0]), t)
    return e.signals(np.array([1, 0, 0, 0, x, 0, 0, 0, 0, 0, v, 0, 0, 0], float), t)


@pytest.mark.parametrize("cut", [False, True])
def test_forces_on_a_block(cut: bool) -> None:
    """Acceleration = force / mass for every load on the rail, with the sign its description gives."""
    x, v = 0.7, -0.4
    cases = {
        "joint spring": (lambda m: m.joint_spring("load", "rail", 30, 2, 0.5, 4), -(4 + 30 * 0.2 + 2 * v), ()),
        "curve": (lambda m: m.joint_spring("load", "rail", rest=0.5, curve=lambda e: 5 * e**3), -5 * 0.2**3, ()),
        "friction": (lambda m: m.friction("load", "rail", 0.3, 2.0, smoothing=1e-3), 0.3 * 0.4 + 2.0, ()),
        "stop": (lambda m: m.stop("load", "rail", upper=0.6, stiffness=50), -5.0, ()),
        "motor": (lambda m: m.motor("load", "rail"), 3.5, (3.5,)),
        "law": (lambda m: m.user_effort("load", "rail", lambda s: s["rail.position"] * s["rail.rate"] + s.time),
                x * v + 2, ()),
    }  # fmt: skip
    for name, (add, force, u) in cases.items():
        m = block(cut)
        add(m)
        s = signals(m, x, v, u, t=2.0)
        assert s["rail.acceleration"] == pytest.approx(force / MASS, rel=1e-12), name
        assert s["load.effort"] == pytest.approx(force, rel=1e-12), name
        assert s["rail.effort"] == pytest.approx(force, rel=1e-12), name


@pytest.mark.parametrize("cut", [False, True])
def test_line_elements_on_a_block(cut: bool) -> None:
    """Between the ground at (0, 0.6, 0) and the block at x = 0.8: length 1, direction cosine 0.8."""
    x, v = 0.8, 0.5
    rate = 0.8 * v
    cases = {
        "spring": (lambda m, a: m.spring("load", a, "block", 40, 3, 0.9, 2), 2 + 40 * 0.1 + 3 * rate, ()),
        "curve": (lambda m, a: m.spring("load", a, "block", free_length=0.5, curve=lambda e: 8 * e), 4.0, ()),
        "law": (lambda m, a: m.user_force("load", a, "block", lambda s: 6 * s["load.length_rate"]), 6 * rate, ()),
        "thruster": (lambda m, a: m.thruster("load", a, "block"), -2.5, (2.5,)),
    }
    for name, (add, tension, u) in cases.items():
        m = block(cut)
        add(m, m.ground.point("anchor", (0, 0.6, 0)))
        s = signals(m, x, v, u)
        assert s["rail.acceleration"] == pytest.approx(-0.8 * tension / MASS, rel=1e-12), name
        assert s["load.length"] == pytest.approx(1.0)
        assert s["load.length_rate"] == pytest.approx(rate)
        assert s["load.force"] == pytest.approx(2.5 if name == "thruster" else tension, rel=1e-12), name
        # what the rail must hold against: the pull across it
        assert s["rail.force"] == pytest.approx(abs(0.6 * tension), rel=1e-9), name


def test_wrench_in_ground_axes_and_in_frame_axes() -> None:
    """A force of 6 N along the ground's x, or along the body's, on a body turned by 90° about z."""
    for axes, expected in (("ground", (3.0, 0.0)), ("frame", (0.0, 3.0))):
        m = Mechanism("body", gravity=(0, 0, 0))
        body = m.body("body", mass=2.0, inertia=(0.1, 0.1, 0.1))
        m.planar("plane", m.ground, body)
        m.wrench("push", body, (6.0, 0, 0), axes=axes)
        s = Equations(m).signals(np.array([0, 0, np.pi / 2, 0, 0, 0, 0]))
        assert (s["plane.x_acceleration"], s["plane.y_acceleration"]) == pytest.approx(expected, abs=1e-12)


def test_wrench_off_the_centre_turns_the_body() -> None:
    """Force f at arm r, moment q: θ̈ = (r f + q) / I about the centre of mass."""
    m = Mechanism("body", gravity=(0, 0, 0))
    body = m.body("body", mass=2.0, inertia=(0.2, 0.2, 0.4))
    m.planar("plane", m.ground, body)
    m.wrench("push", body.frame("grip", (0.5, 0, 0), (0, 0, 0.3)), (0, 4.0, 0), (0, 0, -0.6))
    s = Equations(m).signals(np.zeros(7))
    assert s["plane.angle_acceleration"] == pytest.approx((0.5 * 4.0 - 0.6) / 0.4, rel=1e-12)
    assert s["plane.y_acceleration"] == pytest.approx(2.0, rel=1e-12)


def test_bushing_is_six_springs() -> None:
    """Small deflections of a free body on a bushing to the ground: each direction k/m or k/I by itself."""
    m = Mechanism("body", gravity=(0, 0, 0))
    body = m.body("body", mass=2.0, inertia=(0.1, 0.15, 0.2))
    m.free("flight", m.ground, body)
    k, c = np.array([3.0, 4, 5, 30, 40, 50]), np.array([0.3, 0.2, 0.1, 3, 2, 1])
    m.bushing("bushing", m.ground, body, k, c)
    inertia = np.array([0.1, 0.15, 0.2, 2, 2, 2])
    e = Equations(m)
    for i in range(6):
        x = np.zeros(14)
        x[0] = 1.0
        x = e.moved(x, 1e-5 * np.eye(6)[i])
        assert e("accelerations", x)[0] == pytest.approx(-k * 1e-5 * np.eye(6)[i] / inertia, abs=1e-8)
        x = np.zeros(14)
        x[0], x[7 + i] = 1.0, 1e-4
        assert e("accelerations", x)[0] == pytest.approx(-c * 1e-4 * np.eye(6)[i] / inertia, abs=1e-8)


def test_preloaded_pendulum_spring_turns_count() -> None:
    """A torsion spring wound by three turns pulls three turns back, on a tree joint and on a cut one."""
    for cut in (False, True):
        m = Mechanism("wheel", gravity=(0, 0, 0))
        wheel = m.body("wheel", mass=1.0, inertia=(0.25, 0.25, 0.5))
        if cut:
            m.free("flight", m.ground, wheel, cut=False)
        m.revolute("axle", m.ground, wheel, cut=cut)
        m.joint_spring("spring", "axle", 0.2)
        s = m.assemble({"axle": 6 * np.pi + 0.1})
        assert s["axle.angle"] == pytest.approx(6 * np.pi + 0.1, abs=1e-12)
        assert s["axle.acceleration"] == pytest.approx(-0.2 * (6 * np.pi + 0.1) / 0.5, rel=1e-12)


def test_oscillator_with_all_its_energies() -> None:
    """x = x₀ e^(−ζωt) cos ω_d t …: a damped spring run against its closed form; energy goes where it should."""
    m = block(False)
    m.joint_spring("spring", "rail", 50.0, 2.0)
    run = m.simulate({"rail": 0.3}, 2.0, output_step=0.1, rtol=1e-10, atol=1e-12)
    w, z = np.sqrt(50 / MASS), 2 / (2 * np.sqrt(50 * MASS))
    wd = w * np.sqrt(1 - z**2)
    x = 0.3 * np.exp(-z * w * run.t) * (np.cos(wd * run.t) + z * w / wd * np.sin(wd * run.t))
    assert run["rail.position"] == pytest.approx(x, abs=1e-9)
    assert run["spring.energy"] == pytest.approx(25 * x**2, abs=1e-9)
    assert run["machine.energy"] == pytest.approx(MASS / 2 * run["rail.rate"] ** 2 + 25 * x**2, abs=1e-9)
    assert run["machine.work"][-1] == pytest.approx(run["machine.energy"][-1] - 25 * 0.09, abs=1e-8)


def test_law_of_signals_is_the_spring_it_describes() -> None:
    """A user's effort that writes down a spring-damper gives the run of the spring-damper; so does an input law."""
    runs = []
    for kind in ("spring", "law", "input"):
        m = block(False)
        inputs = {}
        if kind == "spring":
            m.joint_spring("load", "rail", 50.0, 2.0, 0.1)
        elif kind == "law":
            m.user_effort("load", "rail", lambda s: -50 * (s["rail.position"] - 0.1) - 2 * s["rail.rate"])
        else:
            m.motor("load", "rail")
            inputs["load"] = lambda s: -50 * (s["rail.position"] - 0.1) - 2 * s["rail.rate"]
        runs.append(m.simulate({"rail": 0.3}, 1.0, output_step=0.1, inputs=inputs))
    for run in runs[1:]:
        assert run["rail.position"] == pytest.approx(runs[0]["rail.position"], abs=1e-9)
        assert run["load.effort"] == pytest.approx(runs[0]["load.effort"], abs=1e-7)


def test_a_law_may_use_the_force_of_another_load() -> None:
    """The force of a spring is a signal like any other: a law may be proportional to it, in either order."""
    for first in (True, False):
        m = block(False)
        if first:
            m.joint_spring("spring", "rail", 50.0)
        m.user_effort("law", "rail", lambda s: 0.5 * s["spring.effort"] + 0.1 * s["motor.power"])
        if not first:
            m.joint_spring("spring", "rail", 50.0)
        m.motor("motor", "rail")
        s = signals(m, 0.2, 0.3, (2.0,))
        assert s["law.effort"] == pytest.approx(-5.0 + 0.1 * 2.0 * 0.3, rel=1e-12)


def test_inputs_as_functions_of_time() -> None:
    """Constants, functions, tables and sines as inputs of a motor: x from twice integrating u / m."""
    cases = {
        "constant": (3.0, lambda t: 1.5 * t**2 / 2),
        "ramp": (biela.polynomial(0.0, 2.0), lambda t: t**3 / 6),
        "sine": (biela.sine(4.0, period=2 * np.pi), lambda t: 2 * (t - np.sin(t))),
        "table": (biela.table([0, 10], [0.0, 20.0]), lambda t: t**3 / 6),
        "law": (lambda s: 6 * ca.cos(s.time), lambda t: 3 * (1 - np.cos(t))),
    }
    for name, (given, expected) in cases.items():
        m = block(False)
        m.motor("motor", "rail")
        run = m.simulate(None, 1.0, output_step=0.25, inputs={"motor": given})
        assert run["rail.position"] == pytest.approx(expected(run.t), abs=1e-8), name
