"""Hydrostatic drives and controllers on a turning mass. Data of a published excavator's swing."""

import numpy as np
import pytest

import biela
from biela.network import Network, control, rotation
from biela.network import hydraulic as hy

C_H, K_T, P_SET, P_0 = 8.125e-13, 1.85e-9, 30e6, 2e6
V_PUMP, N_PUMP, X_MAX, V_MOTOR, RATIO, INERTIA = 71e-6, 28.0, 0.04362, 90e-6, 120.0, 233_867.0
D = RATIO * V_MOTOR / (2 * np.pi)
K_Q = V_PUMP * N_PUMP / X_MAX
DATA = {"capacity": C_H, "displacement": V_MOTOR, "setting": P_SET, "gradient": K_T}
STIFF = {"method": "rosenbrock", "rtol": 1e-7, "atol": 1e-9}


def turntable(drive, *controllers):
    m = biela.Mechanism("turntable", gravity=(0, 0, -9.81))
    cab = m.body("cab", mass=1.0, inertia=np.diag([INERTIA, INERTIA, INERTIA]))
    m.revolute("swing", m.ground, cab, axis=(0, 0, 1))
    net = Network("hyd", audit=True)
    net.add(*controllers, drive, rotation.gear("gear", RATIO))
    net.connect("drive.shaft", "gear")
    net.expose("joint", "gear.b")
    m.attach(net, {"joint": "swing"}, prefix="")
    return m


def speed_loop(reference, limits=None):
    return control.velocity_control("loop", reference, "swing.rate", gain=200.0, limits=limits)


def flow(s):
    return K_Q * s["loop.output"]


@pytest.fixture(scope="module")
def one_line():
    drive = hy.one_line_drive("drive", **DATA, low_pressure=P_0, flow=flow)
    return turntable(drive, speed_loop(biela.table([0, 2, 8, 10], [0, 0.4, 0.4, 0])))


def test_frequency_of_the_speed_loop(one_line):
    """√((K_q K_d + D) D / (J C_h)) of the undamped published loop."""
    model = one_line.linearise(one_line.assemble())
    expected = np.sqrt((K_Q * 200 + D) * D / (INERTIA * C_H))
    assert expected == pytest.approx(287.2, rel=1e-3)
    assert np.abs(model.eigenvalues.imag).max() == pytest.approx(expected, rel=1e-6)
    assert np.abs(model.eigenvalues.real).max() < 1e-6 * expected


@pytest.fixture(scope="module")
def two_line():
    drive = hy.closed_circuit("drive", **DATA, charge_pressure=P_0, flow=flow, leakage=1e-12)
    return turntable(drive, speed_loop(biela.table([0, 1, 2, 3], [0, 0.4, 0.4, 0]), (-X_MAX, X_MAX)))


@pytest.fixture(scope="module")
def swing(two_line):
    return two_line.simulate({"swing": 0.0}, 4.0, **STIFF)


def test_both_lines_take_turns_and_are_limited(swing):
    """Line a drives, line b brakes; relief caps either at p_set + Q/K; make-up keeps the low one near the charge pressure."""
    a, b = swing["drive.pressure_a"], swing["drive.pressure_b"]
    cap = P_SET + V_PUMP * N_PUMP / K_T
    assert cap == pytest.approx(31.07e6, rel=1e-3)
    early, late = swing.t < 0.9, (swing.t > 2.2) & (swing.t < 2.9)
    assert a[early].max() > 25e6
    assert b[late].max() > 25e6
    assert a[early].max() < cap  # all the pump has, and the motor takes some
    assert b.max() < P_SET + (V_PUMP * N_PUMP + 0.4 * D) / K_T  # braking, pump and motor both feed it
    assert min(a.min(), b.min()) > 0.5 * P_0
    assert abs(swing["swing.rate"][-1]) < 1e-3


def test_torque_turns_the_mass(swing):
    """J dω/dt = i (p_a − p_b) V/2π."""
    middle = swing.t <= 1.5
    impulse = np.trapezoid(RATIO * swing["drive.torque"][middle], swing.t[middle])
    assert impulse / INERTIA == pytest.approx(swing["swing.rate"][middle][-1], rel=1e-2)


def test_power_balance_and_dissipation(swing):
    closure = swing["machine.energy"] - swing["machine.energy"][0] - swing["machine.work"]
    assert np.abs(closure).max() < 1e-5 * swing["machine.kinetic_energy"].max()
    for name in ("relief_a", "relief_b", "make_up_a", "make_up_b", "leakage"):
        assert swing[f"drive/{name}.power"].min() >= 0.0


def test_pid_removes_the_steady_error_and_does_not_wind_up():
    """A mass against a constant force: PD alone sags by F/k_p; with the integral it comes back, though it was cut off for long."""
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0)
    m.prismatic("x", m.ground, block, axis=(1, 0, 0))
    from biela.network import translation

    runs = {}
    for name, ki in (("pd", 0.0), ("pid", 40.0)):
        net = Network("n")
        net.add(control.pid("c", 0.1, "x.position", rate="x.rate", kp=60.0, kd=12.0, ki=ki, limits=(-3.0, 3.0)))
        net.add(translation.force("push", lambda s: s["c.output"] - 2.0))
        net.expose("p", "push")
        own = m.edit()
        own.attach(net, {"p": "x"}, name=name)
        runs[name] = own.simulate({"x": 0.0}, 12.0, method="rosenbrock", rtol=1e-7, atol=1e-9)
    assert runs["pd"]["x.position"][-1] == pytest.approx(0.1 - 2.0 / 60.0, abs=1e-5)
    assert runs["pid"]["x.position"][-1] == pytest.approx(0.1, abs=1e-5)
    assert np.abs(runs["pid"]["pid/c.output"]).max() <= 3.0
    assert runs["pid"]["x.position"].max() < 0.13  # wound up it would overshoot by far


def test_filters_levers_and_limits():
    net = Network("n")
    net.add(
        control.lever("lever", lambda t: t, dead_band=0.2, exponent=2.0),
        control.low_pass("filter", lambda t: 1.0 + 0 * t, 0.3),
        control.rate_limiter("slow", lambda t: 1.0 + 0 * t, 0.5),
        hy.tank("tank"),
        hy.volume("v", 1e-3),
        hy.laminar_restrictor("r", conductance=1e-10),
    )
    net.connect("tank", "r.a")
    net.connect("r.b", "v")
    run = net.simulate({}, 1.0, method="rosenbrock", rtol=1e-8, atol=1e-10)
    beyond = np.maximum(run.t - 0.2, 0) / 0.8
    assert np.allclose(run["lever.output"], beyond**2, atol=1e-12)
    assert np.allclose(run["filter.output"], 1 - np.exp(-run.t / 0.3), atol=1e-6)
    assert np.allclose(run["slow.output"], 0.5 * run.t, atol=1e-3)
