"""Prescribed motions: driving efforts and passive motion against closed forms, on tree joints and on cut ones."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism.mechanism import Mechanism

G = 9.81


@pytest.mark.parametrize("cut", [False, True])
def test_driven_pendulum(cut: bool) -> None:
    """τ = (I + m l²) θ̈ + m g l sin θ while θ = 0.2 + 0.9 sin(2π t / 1.5); cut, a free joint carries the body."""
    mass, l, I = 1.4, 0.6, 0.05  # noqa: E741
    m = Mechanism("pendulum", gravity=(0, -G, 0))
    bob = m.body("bob", mass=mass, com=(0, -l, 0), inertia=(I, I, I))
    if cut:
        m.free("flight", m.ground, bob, cut=False)
    m.revolute("pivot", m.ground, bob, cut=cut)
    motion = biela.sine(0.9, period=1.5, offset=0.2)
    m.drive("pivot", motion)
    run = m.simulate(None, 3.0, output_step=0.1)
    w = 2 * np.pi / 1.5
    angle = 0.2 + 0.9 * np.sin(w * run.t)
    acceleration = -0.9 * w**2 * np.sin(w * run.t)
    torque = (I + mass * l**2) * acceleration + mass * G * l * np.sin(angle)
    assert run["pivot.angle"] == pytest.approx(angle, abs=1e-10)
    assert run["pivot.rate"] == pytest.approx(0.9 * w * np.cos(w * run.t), abs=1e-9)
    assert run["pivot.acceleration"] == pytest.approx(acceleration, abs=1e-8)
    assert run["pivot_drive.effort"] == pytest.approx(torque, abs=1e-8)
    assert run["pivot.effort"] == pytest.approx(torque, abs=1e-8)


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("motion", ["polynomial", "function", "step", "table"])
def test_kinds_of_motion(motion: str, cut: bool) -> None:
    """A block on a vertical slide: force = m (a + g), with the acceleration of each kind of function."""
    functions = {
        "polynomial": (biela.polynomial(0.1, 0.2, -0.3, 0.4), lambda t: 0.1 + 0.2 * t - 0.3 * t**2 + 0.4 * t**3,
                       lambda t: -0.6 + 2.4 * t),
        "function": (lambda t: 0.3 * ca.exp(-t), lambda t: 0.3 * np.exp(-t), lambda t: 0.3 * np.exp(-t)),
        "step": (biela.step(0.5, before=-0.1, start=-0.2, rise=1.6), lambda t: -0.1 + 0.6 * smooth((t + 0.2) / 1.6)[0],
                 lambda t: 0.6 * smooth((t + 0.2) / 1.6)[1] / 1.6**2),
        "table": (biela.table([-1, 0.55, 3], [0.0, 1.55, 1.55 + 2 * 2.45]),
                  lambda t: np.where(t < 0.55, t + 1, 2 * t + 0.45),
                  lambda t: 0.0 * t),
    }  # fmt: skip
    given, position, acceleration = functions[motion]
    m = Mechanism("lift", gravity=(0, 0, -G))
    load = m.body("load", mass=2.0, inertia=(0.1, 0.1, 0.1))
    if cut:
        m.free("flight", m.ground, load, cut=False)
    m.prismatic("slide", m.ground, load, cut=cut)
    m.drive("slide", given)
    for t in (0.0, 0.5, 1.0):
        s = m.assemble(t=t)
        assert s["slide.position"] == pytest.approx(position(t), abs=1e-11)
        assert s["slide_drive.effort"] == pytest.approx(2.0 * (acceleration(t) + G), abs=1e-9)


def smooth(s: float) -> tuple[float, float]:
    """10 s³ − 15 s⁴ + 6 s⁵ and its second derivative."""
    return 10 * s**3 - 15 * s**4 + 6 * s**5, 60 * s - 180 * s**2 + 120 * s**3


def slider_crank(cut: str) -> Mechanism:
    """Crank 0.1 m, connecting rod 0.4 m, piston of 2 kg along x; massless but for it, so that forces are simple."""
    m = Mechanism("slider-crank", gravity=(0, 0, 0))
    crank = m.body("crank", mass=1e-7, inertia=(1e-9,) * 3)
    rod = m.body("rod", mass=1e-7, inertia=(1e-9,) * 3)
    piston = m.body("piston", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.revolute("main", m.ground, crank, point=(0, 0, 0), axis=(0, 0, 1), cut=cut == "main")
    m.revolute("big_end", crank, rod, point=(0.1, 0, 0), axis=(0, 0, 1), cut=cut == "big_end")
    m.revolute("gudgeon", rod, piston, point=(0.5, 0, 0), axis=(0, 0, 1), cut=cut == "gudgeon")
    m.prismatic("bore", m.ground, piston, point=(0.5, 0, 0), axis=(1, 0, 0), cut=cut == "bore")
    m.drive("main", biela.polynomial(0.0, 10.0))
    return m


@pytest.mark.parametrize("cut", ["main", "big_end", "gudgeon", "bore"])
def test_slider_crank_wherever_it_is_cut(cut: str) -> None:
    """Piston motion and torque of a crank at 10 rad/s, textbook closed forms; the driven joint itself may be cut."""
    run = slider_crank(cut).simulate(None, 0.7, output_step=0.05)
    r, l, w = 0.1, 0.4, 10.0
    theta = w * run.t
    root = np.sqrt(l**2 - (r * np.sin(theta)) ** 2)
    x = r * np.cos(theta) + root
    slope = -r * np.sin(theta) - r**2 * np.sin(theta) * np.cos(theta) / root  # dx/dθ
    h = 1e-5
    x_of = lambda a: r * np.cos(a) + np.sqrt(l**2 - (r * np.sin(a)) ** 2)  # noqa: E731
    curvature = (x_of(theta + h) - 2 * x_of(theta) + x_of(theta - h)) / h**2
    assert run["bore.position"] == pytest.approx(x - 0.5, abs=1e-9)
    assert run["bore.rate"] == pytest.approx(slope * w, abs=1e-8)
    assert run["bore.acceleration"] == pytest.approx(curvature * w**2, abs=1e-3)
    assert run["main.angle"] == pytest.approx(theta, abs=1e-9)
    assert run["main_drive.effort"] == pytest.approx(2.0 * run["bore.acceleration"] * slope, abs=1e-6)


def test_inverse_dynamics_of_an_undriven_machine() -> None:
    """`inverse_dynamics` drives a copy: the machine itself stays as it was, and the torque moves it the same way."""
    m = Mechanism("arm", gravity=(0, -G, 0))
    inner, here = m.ground, (0.0, 0.0, 0.0)
    for k in range(2):
        body = m.body(f"link_{k}", mass=1.0 + k, com=(0.3, 0.1, 0), inertia=(0.1, 0.1, 0.1))
        m.revolute(f"joint_{k}", inner, body, parent_point=here)
        m.motor(f"motor_{k}", f"joint_{k}")
        inner, here = body, (0.6, 0.0, 0.0)
    motions = {"joint_0": biela.sine(0.5, period=1.0), "joint_1": biela.polynomial(0.2, 0.0, 0.8)}
    torques = m.inverse_dynamics(motions, 0.4, samples=400)
    assert not m.drives
    laws = {f"motor_{k}": biela.table(torques.t, torques[f"joint_{k}_drive.effort"]) for k in range(2)}
    start = m.assemble({"joint_0": 0.0, "joint_1": 0.2}, rates={"joint_0": np.pi, "joint_1": 0.0})
    run = m.simulate(start, 0.4, inputs=laws, method="rk4", step=1e-3)
    assert run["joint_0.angle"] == pytest.approx(0.5 * np.sin(2 * np.pi * run.t), abs=1e-5)
    assert run["joint_1.angle"] == pytest.approx(0.2 + 0.8 * run.t**2, abs=1e-5)
