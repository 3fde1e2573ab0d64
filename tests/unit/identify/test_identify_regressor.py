"""The regressor against Newton and Euler, against the inverse dynamics, and on closed loops."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import DescriptionError, LoopNotClosed, UnknownName
from biela.identify.regressor import Regressor
from biela.lie import quaternion, so3
from biela.state.consistent_motion import SingularPosition
from biela.state.functions import functions_of
from identification_checks import closure_errors  # noqa: E402


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def test_roll_pitch_yaw_maps():
    """ω of R = R_z R_y R_x from the rates of the angles, in fixed and in body axes: Ṙ Rᵀ and Rᵀ Ṙ."""
    a, b, c = angles = np.array([0.4, -0.7, 1.1])
    rates, h = np.array([0.3, -0.5, 0.9]), 1e-6
    fixed = np.array([[np.cos(b) * np.cos(c), -np.sin(c), 0], [np.cos(b) * np.sin(c), np.cos(c), 0], [-np.sin(b), 0, 1]])
    body = np.array([[1, 0, -np.sin(b)], [0, np.cos(a), np.sin(a) * np.cos(b)], [0, -np.sin(a), np.cos(a) * np.cos(b)]])
    R = np.asarray(so3.from_roll_pitch_yaw(angles))
    Rdot = (so3.from_roll_pitch_yaw(angles + h * rates) - so3.from_roll_pitch_yaw(angles - h * rates)) / (2 * h)
    assert np.allclose(Rdot @ R.T, skew(fixed @ rates), atol=1e-9)
    assert np.allclose(R.T @ Rdot, skew(body @ rates), atol=1e-9)


def test_free_body_obeys_newton_and_euler(rng):
    """K Φ of one free body equals m a_G and the change of angular momentum, from centroidal quantities."""
    g = np.array([1.0, -3.0, -9.0])
    m = biela.Mechanism("free body", gravity=g)
    c, J = np.array([0.2, -0.1, 0.3]), np.diag([0.3, 0.4, 0.5]) + 0.02
    m.body("body", mass=1.7, com=c, inertia=J)
    m.free("flight", m.ground, "body")
    r = Regressor(m, ["flight"])
    assert r.names[:4] == ["body.mass", "body.mx", "body.my", "body.mz"] and len(r.names) == 10
    n = 20
    q = rng.normal(size=(n, 7))
    q[:, :4] /= np.linalg.norm(q[:, :4], axis=1, keepdims=True)
    v, a = rng.normal(size=(2, n, 6))
    efforts = r.predict(r.motion(q, v, a))
    for k in range(n):
        R = np.asarray(quaternion.to_matrix(q[k, :4]))
        w, wdot = v[k, :3], a[k, :3]
        origin = a[k, 3:] + np.cross(w, v[k, 3:])  # acceleration of the origin, in body axes
        centre = origin + np.cross(wdot, c) + np.cross(w, np.cross(w, c))
        force = 1.7 * (centre - R.T @ g)
        moment = J @ wdot + np.cross(w, J @ w) + np.cross(c, force)
        assert np.allclose(efforts[k], [*moment, *force], rtol=1e-12, atol=1e-12)


def loaded_arm() -> biela.Mechanism:
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    upper = m.body("upper", mass=2.0, com=(0.3, 0.02, 0.01), inertia=(0.02, 0.1, 0.11))
    lower = m.body("lower", mass=1.0, com=(0.2, 0.0, 0.03), inertia=(0.01, 0.05, 0.06))
    m.revolute("A", m.ground, upper)
    m.universal("B", upper, lower, parent_point=(0.6, 0, 0), axis=(0, 0, 1), second_axis=(0, 1, 0))
    m.joint_spring("coil", "A", stiffness=12.0, damping=0.4, rest=0.2, preload=0.7)
    m.friction("bearing", "A", viscous=0.3, coulomb=0.8, static=1.1, stribeck_speed=0.5, smoothing=0.05)
    m.spring("tie", m.ground.point("hook", (1, 1, 0)), lower.point("eye", (0.4, 0, 0)), stiffness=50, damping=3, free_length=0.4)
    m.bushing("rubber", m.ground, upper.frame("pad", (0.1, 0.1, 0)), stiffness=[1, 2, 3, 40, 50, 60], damping=[0.1] * 6)
    m.wrench("wind", lower, force=(3.0, 0, 0))
    m.motor("motor_A", "A")
    m.motor("motor_B", "B", coordinate="angle_1")
    return m


@pytest.fixture(scope="module")
def arm() -> Regressor:
    return Regressor(loaded_arm(), ["A", "B.angle_1", "B.angle_2"], parameters=("inertia", "loads", "motor_inertia", "offset"))


def test_columns_of_loads_are_linear_and_complete(arm, rng):
    """W Φ − τ_known is the inverse dynamics of the same machine, whatever of it is a column."""
    q, v, a = rng.uniform(-1, 1, (3, 15, 3))
    machine = loaded_arm()
    functions = functions_of(machine)
    wanted = []
    for k in range(15):
        x = np.zeros(functions.layout.n_x)
        x[:3], x[3:6] = q[k], v[k]
        wanted.append(functions.evaluate("inverse_dynamics", 0.0, x, np.zeros(2), functions.parameters, a[k])[0])
    motion = arm.motion(q, v, a)
    assert np.allclose(arm.predict(motion), wanted, rtol=1e-11, atol=1e-11)
    only = Regressor(machine, ["A", "B.angle_1", "B.angle_2"], parameters=("lower", "tie.stiffness", "bearing"))
    assert only.names[-4:] == ["tie.stiffness", "bearing.viscous", "bearing.coulomb", "bearing.static"]
    assert np.allclose(only.predict(only.motion(q, v, a)), wanted, rtol=1e-11, atol=1e-11)


def test_motor_inertia_and_offset_columns(arm, rng):
    q, v, a = rng.uniform(-1, 1, (3, 5, 3))
    W = arm.matrix(arm.motion(q, v, a))
    names = arm.names
    assert np.allclose(W[:, 0, names.index("A.motor_inertia")], a[:, 0])
    assert np.allclose(W[:, 2, names.index("B.angle_2_motor_inertia")], a[:, 2])
    assert np.allclose(W[:, :, names.index("B.angle_1_offset")], [0, 1, 0])
    units = {c.name: c.unit for c in arm.columns}
    assert units["tie.stiffness"] == "N/m" and units["coil.damping"] == "N·m·s/rad" and units["A.motor_inertia"] == "kg·m²"


@pytest.fixture(scope="module")
def five_bar():
    machine = library.get("five-bar").build(gravity=(0, -9.81, 0))
    return machine, library.get("five-bar").start(machine)


def swing(n=60):
    t = np.linspace(0, 2 * np.pi, n)
    A = np.deg2rad(30)
    q = np.c_[np.deg2rad(120) + A * np.sin(t), np.deg2rad(60) - A * np.sin(2 * t)]
    v = np.c_[A * np.cos(t), -2 * A * np.cos(2 * t)]
    a = np.c_[-A * np.sin(t), 4 * A * np.sin(2 * t)]
    return t, q, v, a


def test_loops_close_and_three_projections_agree(five_bar):
    machine, start = five_bar
    t, q, v, a = swing()
    matrices = []
    for method in ("partition", "svd", "qr"):
        r = Regressor(machine, ["left_shoulder", "right_shoulder"], start=start, method=method)
        motion = r.motion(q, v, a, t)
        assert max(closure_errors(r.loops, motion)) < 1e-14
        G = r.loops.jacobian(motion.x)
        assert np.abs(G @ motion.basis).max() < 1e-12
        matrices.append(r.matrix(motion))
    assert np.allclose(matrices[1], matrices[0], rtol=0, atol=1e-10 * np.abs(matrices[0]).max())
    assert np.allclose(matrices[2], matrices[0], rtol=0, atol=1e-10 * np.abs(matrices[0]).max())


def test_efforts_feed_exactly_the_power_that_the_machine_stores(five_bar):
    """v_iᵀ τ = d(T + V)/dt along a periodic motion; the derivative is taken in its Fourier series."""
    machine, start = five_bar
    r = Regressor(machine, ["left_shoulder", "right_shoulder"], start=start)
    t, q, v, a = swing(129)
    motion = r.motion(q[:-1], v[:-1], a[:-1], t[:-1])
    power = (r.predict(motion) * v[:-1]).sum(axis=1)
    functions = functions_of(r.mechanism)
    table = [s for s in functions.dynamics.signals.items() if s[1].level == 1]
    at = [name for name, _ in table].index("machine.energy")
    energy = np.asarray(functions["velocity"].batch(motion.t, motion.x, np.zeros(2), functions.parameters))[:, at]
    series = np.fft.fft(energy)
    rate = np.fft.ifft(1j * np.fft.fftfreq(128, 1 / 128) * series).real
    assert np.abs(power - rate).max() < 1e-9 * np.abs(power).max()


def test_any_joint_may_be_independent_and_measured_by_actuators(five_bar):
    machine, start = five_bar
    t, q, v, a = swing(30)
    by_cranks = Regressor(machine, ["left_shoulder", "right_shoulder"], start=start, channels=["left_motor", "right_motor"])
    motion = by_cranks.motion(q, v, a, t)
    torques = by_cranks.predict(motion)
    # the same states seen from two other joints, one of which closes the loop: power is the same
    other = Regressor(machine, ["tip_pin", "left_elbow"], start=start)
    free = other.efforts(other.random_motion(4), {"left_motor": np.ones(4)})
    assert free.shape == (4, 2) and np.abs(free).max() > 0.1
    again = Regressor(machine, ["tip_pin", "left_elbow"], start=start, channels=["left_motor", "right_motor"])
    states = again.random_motion(6, spread=0.1)
    u = again.predict(states)
    efforts = other.predict(states)
    assert np.allclose(other.efforts(states, {"left_motor": u[:, 0], "right_motor": u[:, 1]}), efforts, atol=1e-10)
    assert torques.shape == (30, 2)


def test_one_sample_at_a_time_gives_the_same(five_bar):
    machine, start = five_bar
    r = Regressor(machine, ["left_shoulder", "right_shoulder"], start=start)
    t, q, v, a = swing(7)
    whole = r.matrix(r.motion(q, v, a, t))
    for k in range(7):
        assert np.allclose(r.matrix(r.motion(q[k], v[k], a[k], t[k : k + 1]))[0], whole[k], atol=1e-13)


def test_bad_input_is_named(five_bar):
    machine, start = five_bar
    make = lambda *args, **options: Regressor(machine, *args, start=start, **options)  # noqa: E731
    with pytest.raises(UnknownName, match="no joint 'left_sholder'.*left_shoulder"):
        make(["left_sholder", "right_shoulder"])
    with pytest.raises(DescriptionError, match="1 independent coordinate for 2 degrees of freedom"):
        make(["left_shoulder"])
    with pytest.raises(DescriptionError, match="named twice"):
        make(["left_shoulder", "left_shoulder"])
    with pytest.raises(UnknownName, match="no parameter 'left_cranck' to identify.*left_crank"):
        make(["left_shoulder", "right_shoulder"], parameters=("left_cranck",))
    with pytest.raises(DescriptionError, match="1 channel for 2 degrees"):
        make(["left_shoulder", "right_shoulder"], channels=["left_motor"])
    r = make(["left_shoulder", "right_shoulder"])
    q = np.deg2rad([[120.0, 60.0], [120.0, 60.0]])
    with pytest.raises(DescriptionError, match="q has 3 columns: give 2"):
        r.motion(np.zeros((4, 3)), np.zeros((4, 2)), np.zeros((4, 2)))
    with pytest.raises(DescriptionError, match="v of 'right_shoulder' at sample 1 is not finite"):
        r.motion(q, [[0, 0], [0, np.nan]], 0 * q)
    with pytest.raises(DescriptionError, match="2, 2, 1 and 2 samples"):
        r.motion(q, np.zeros((1, 2)), 0 * q)
    short = library.get("five-bar").build(coupler=0.08)
    guess = {"left_shoulder": np.deg2rad(120), "right_shoulder": np.deg2rad(60), "left_elbow": -1.0, "right_elbow": 1.0}
    r = Regressor(short, ["left_shoulder", "right_shoulder"], start=guess)
    with pytest.raises(LoopNotClosed, match=r"sample 1 \(t = 0.1 s\): loop .* stays open.*left_shoulder.angle = 3.142"):
        r.motion(np.deg2rad([[120.0, 60.0], [180.0, 0.0]]), 0 * q, 0 * q, [0.0, 0.1])


def test_a_dead_point_is_named():
    machine = library.get("slider-crank").build()
    r = Regressor(machine, ["cylinder"], start=machine.assemble({"main_bearing": 0.3}))
    farthest = machine.assemble({"main_bearing": 0.0})["cylinder.position"]
    with pytest.raises((SingularPosition, LoopNotClosed), match="sample 0"):
        r.motion([[farthest]], [[0.0]], [[0.0]])
