"""Coupled pendulums and heavy tops as bond graphs with elastic joints, and as mechanisms.

Data: coupled pendulums of the SAMCEF User Manual V10.1 (1 kg, 3 m, spring 1 N/m, natural length 2 m). Data of the tops and all
numbers that results are compared with are our own references: the linear solution of the pendulums, a second integration of the
non-linear ones, and the exact solution of tops by elliptic integrals (Goldstein, *Classical Mechanics*, ch. 5).
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

import biela
from biela import library
from biela.library import coupled_pendulums
from biela.lie import quaternion
from biela.network import Network, spatial

LINEAR = {
    1: (0.213867, -0.449158), 2: (-0.384240, -0.505037), 3: (-0.084720, 0.738488), 5: (-0.695806, -0.231664),
    10: (0.644773, 0.075629), 15: (0.291819, -0.700651), 20: (0.195054, -0.157096),
}  # fmt: skip
NON_LINEAR = {5: (-13.8915, -11.0586), 10: (18.4700, -10.2008), 20: (-27.0678, 1.4271)}
pytestmark = pytest.mark.filterwarnings("ignore:.*stiff")  # elastic joints are

ROD, ANCHORS = 3.0, {"left": 0.0, "right": 2.0}


def pendulums(start: float, stiffness: float = 1e5, inertia: float = 1e-4) -> Network:
    """The ready machine's graph; the right rod starts at an angle [rad]."""
    return coupled_pendulums.graph(start, stiffness, inertia, damping=0.0)


def angles(run: biela.History) -> tuple[np.ndarray, np.ndarray]:
    return np.degrees(run["theta_1.value"]), np.degrees(run["theta_2.value"])


@pytest.fixture(scope="module")
def small_swing() -> biela.History:
    return pendulums(np.pi / 180).simulate(duration=20.0, output_step=0.005)


def test_pendulums_from_one_degree_follow_the_linear_solution(small_swing: biela.History) -> None:
    left, right = angles(small_swing)
    for t, (first, second) in LINEAR.items():
        i = round(t / 0.005)
        assert abs(left[i] - first) < 0.002
        assert abs(right[i] - second) < 0.002


def test_energy_of_pendulums_with_undamped_joints_stays(small_swing: biela.History) -> None:
    balance = small_swing["machine.energy"] - small_swing["machine.work"]
    swing = 9.81 * ROD * (1 - np.cos(np.pi / 180))
    assert np.abs(balance - balance[0]).max() < 1e-6 * swing


def zero_crossings(t: np.ndarray, y: np.ndarray) -> np.ndarray:
    i = np.flatnonzero(y[:-1] * y[1:] < 0)
    return t[i] - y[i] * (t[i + 1] - t[i]) / (y[i + 1] - y[i])


def test_energy_is_exchanged_after_the_time_of_the_two_modes(small_swing: biela.History) -> None:
    left, right = angles(small_swing)
    frequencies = []
    for mode in (left + right, right - left):
        crossings = zero_crossings(small_swing.t, mode)
        frequencies.append(np.pi * (len(crossings) - 1) / (crossings[-1] - crossings[0]))
    assert frequencies == pytest.approx([1.8083141, 2.2956481], rel=1e-3)
    assert np.pi / (frequencies[1] - frequencies[0]) == pytest.approx(6.446, abs=0.02)


def pendulum_mechanism() -> biela.Mechanism:
    m = biela.Mechanism("pendulums", gravity=(0, -9.81, 0))
    for name, x in ANCHORS.items():
        bob = m.body(name, mass=1.0)
        m.revolute(f"{name}_pivot", m.ground, bob, parent_point=(x, 0, 0), child_point=(0, ROD, 0))
    m.spring("spring", "left", "right", stiffness=1.0, free_length=2.0)
    return m


def test_pendulums_from_thirty_degrees_and_the_same_as_a_mechanism() -> None:
    run = pendulums(np.pi / 6).simulate(duration=20.0, output_step=0.05)
    left, right = angles(run)
    for t, (first, second) in NON_LINEAR.items():
        assert abs(left[round(t / 0.05)] - first) < 0.005 * 30
        assert abs(right[round(t / 0.05)] - second) < 0.005 * 30
    twin = pendulum_mechanism().simulate({"right_pivot": np.pi / 6}, duration=20.0, output_step=0.05)
    assert np.degrees(twin["left_pivot.angle"])[400] == pytest.approx(-27.0678, abs=1e-3)
    assert np.abs(left - np.degrees(twin["left_pivot.angle"])).max() < 0.002 * 30


def test_pendulums_as_graph_come_to_the_mechanism_as_joints_stiffen() -> None:
    """The same bodies, hinged rigidly: what is left is the give of the joints, and falls as 1/stiffness."""
    m = biela.Mechanism("pendulums", gravity=(0, -9.81, 0))
    for name, x in ANCHORS.items():
        bob = m.body(name, mass=1.0, inertia=(0.05, 0.05, 0.05))
        m.revolute(f"{name}_pivot", m.ground, bob, parent_point=(x, 0, 0), child_point=(0, ROD, 0))
    m.spring("spring", "left", "right", stiffness=1.0, free_length=2.0)
    rigid = m.simulate({"right_pivot": np.pi / 6}, duration=2.5, output_step=0.05)
    errors = []
    for k in (2e4, 8e4):
        left, right = angles(pendulums(np.pi / 6, stiffness=k, inertia=0.05).simulate(duration=2.5, output_step=0.05))
        errors.append(
            max(
                np.abs(left - np.degrees(rigid["left_pivot.angle"])).max(),
                np.abs(right - np.degrees(rigid["right_pivot.angle"])).max(),
            )
        )
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.25)
    assert errors[1] < 0.02


# --------------------------------------------------------------------------------------------------------------------- tops

TOPS = {  # mass, length, transverse and axial inertia at the centre of mass, spin
    "A": (1.0, 0.1, 0.0012, 0.002, 300.0), "B": (1.0, 0.1, 0.0012, 0.002, 120.0), "C": (15.0, 1.0, 0.234375, 0.46875, 150.0),
}  # fmt: skip
REFERENCE = {  # our own, from the closed form; lowest tilt [°], nutation period [s], fastest precession [rad/s]
    "A": (31.898975, 0.12391742, 3.270000), "B": (50.093145, 0.42943340, 8.175000), "C": (92.260542, 1.83089956, 4.185600),
}  # fmt: skip
TILT = np.pi / 6


def top(which: str, stiffness: float, damping: float, precession: float = 0.0) -> Network:
    """A top on an elastic spherical joint, tilted by 30°, spinning, with an initial precession about the vertical."""
    m, l, J_t, J_3, spin = TOPS[which]
    options = {"precession": precession, "stiffness": stiffness, "damping": damping}
    return library.top.graph(m, l, (J_t, J_t, J_3), spin, **options)


def tilt_and_precession(run: biela.History) -> tuple[np.ndarray, np.ndarray]:
    q = np.stack([run[f"top/frame/attitude.value_{k}"] for k in (1, 2, 3, 4)], axis=1)
    axis = np.array([np.asarray(quaternion.to_matrix(quaternion.normalise(a)))[:, 2] for a in q])
    omega = np.stack([run[f"top/rate_{k}.flow"] for k in "xyz"], axis=1)
    moving = np.cross(omega, axis)
    return np.arccos(axis[:, 2]), np.cross(axis, moving)[:, 2] / (axis[:, 0] ** 2 + axis[:, 1] ** 2)


def peaks(t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of local maxima, by parabolas."""
    i = np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] >= y[2:])) + 1
    a, b = (y[i + 1] - 2 * y[i] + y[i - 1]) / 2, (y[i + 1] - y[i - 1]) / 2
    return t[i] - b / (2 * a) * (t[1] - t[0]), y[i] - b * b / (4 * a)


def measured(which: str, stiffness: float, damping: float) -> tuple[float, float, float]:
    period = REFERENCE[which][1]
    run = top(which, stiffness, damping).simulate(duration=1.8 * period, output_step=period / 2000, rtol=1e-9)
    tilt, precession = tilt_and_precession(run)
    times, lowest = peaks(run.t, tilt)
    late = times > 0.25 * period
    _, fastest = peaks(run.t, precession)
    return float(np.degrees(lowest[late][0])), float(times[late][-1] - times[late][0]), float(fastest[-1])


def exact(which: str) -> tuple[float, float, float]:
    """Lowest tilt, nutation period and fastest precession of a top that starts with spin alone."""
    m, l, J_t, J_3, spin = TOPS[which]
    I_1, L, u_0 = J_t + m * l * l, J_3 * spin, np.cos(TILT)
    p = L * L / (2 * I_1 * m * 9.81 * l)
    root = np.sqrt(p * p / 4 - p * u_0 + 1)
    u_1, u_2 = p / 2 - root, p / 2 + root
    period = 4 / np.sqrt(2 * m * 9.81 * l / I_1 * (u_2 - u_1)) * ellipk((u_0 - u_1) / (u_2 - u_1))
    return float(np.degrees(np.arccos(u_1))), float(period), 2 * m * 9.81 * l / L


@pytest.mark.parametrize("which", "ABC")
def test_tops_on_a_stiff_damped_joint(which: str) -> None:
    assert exact(which) == pytest.approx(REFERENCE[which], rel=1e-6)
    tilt, period, precession = measured(which, 1e7, 300.0)
    assert tilt == pytest.approx(REFERENCE[which][0], rel=1e-3)
    assert period == pytest.approx(REFERENCE[which][1], rel=1e-3)
    assert precession == pytest.approx(REFERENCE[which][2], rel=1e-3)


def test_soft_joint_is_near_and_the_error_falls_as_its_stiffness_grows() -> None:
    soft = measured("A", 1e5, 20.0)
    assert soft == pytest.approx(REFERENCE["A"], rel=0.03)
    errors = [measured("A", k, 20.0 * np.sqrt(k / 1e5))[1] - REFERENCE["A"][1] for k in (1e5, 2e5, 4e5)]
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.2)
    assert errors[1] / errors[2] == pytest.approx(2.0, abs=0.2)


@pytest.mark.parametrize(
    ("name", "lowest", "path"), [("top", 50.093145, "cusps"), ("top-waves", 34.630, "waves"), ("top-loops", 62.827, "loops")]
)
def test_paths_on_the_sphere_of_the_ready_tops(name: str, lowest: float, path: str) -> None:
    """The centre of mass stays on its sphere; its azimuth stands still in cusps, goes on in waves and back in loops."""
    run = library.get(name).simulate()
    assert np.degrees(run["tilt.value"].max()) == pytest.approx(lowest, rel=1e-3)
    radius = np.sqrt(sum(run[f"top.{axis}"] ** 2 for axis in "xyz"))
    assert radius == pytest.approx(0.1, rel=1e-4)
    turning = tilt_and_precession(run)[1]
    assert np.gradient(np.unwrap(run["azimuth.value"]), run.t)[5:-5] == pytest.approx(turning[5:-5], abs=0.1)
    slowest, fastest = turning.min(), turning.max()
    kind = "cusps" if abs(slowest) < 0.02 * fastest else "loops" if slowest < 0 else "waves"
    assert kind == path


def test_ready_pendulums_exchange_their_swing() -> None:
    run = library.get("coupled-pendulums").simulate()
    left, right = angles(run)
    for t, (first, second) in LINEAR.items():
        assert abs(left[round(t / 0.02)] - first) < 0.002
        assert abs(right[round(t / 0.02)] - second) < 0.002


@pytest.mark.parametrize("which", "AC")
def test_tops_as_mechanisms_agree_to_the_compliance_of_the_joint(which: str) -> None:
    m_, l, J_t, J_3, spin = TOPS[which]
    m = biela.Mechanism("top")
    body = m.body("top", mass=m_, com=(0, 0, l), inertia=(J_t, J_t, J_3))
    m.spherical("pivot", m.ground, body)
    duration = 0.5 * REFERENCE[which][1]
    start = m.assemble({"pivot": quaternion.exp(np.array([TILT, 0, 0]))}).with_rates({"pivot": (0, 0, spin)})
    rigid = m.simulate(start, duration=duration, output_step=duration / 20)
    heights = []
    for k in (1e6, 4e6):
        run = top(which, k, 100.0 * np.sqrt(k / 1e6)).simulate(duration=duration, output_step=duration / 20)
        tip = run["top/position.value_3"] - l * np.cos(tilt_and_precession(run)[0])
        assert np.abs(tip).max() < 3 * m_ * 9.81 / k + 1e-5
        heights.append(np.abs(run["top/position.value_3"] - l * _axis(rigid)).max())
    assert heights[1] < 0.4 * heights[0]
    assert heights[1] < 1e-3 * l


def _axis(run: biela.History) -> np.ndarray:
    """Vertical component of the body's own axis, from roll and pitch."""
    return np.cos(run["top.roll"]) * np.cos(run["top.pitch"])


def test_no_gimbal_lock() -> None:
    """The axis of set C passes the horizontal, and a body turns over and over about each of its axes."""
    run = top("C", 1e7, 300.0).simulate(duration=2.0, output_step=0.01)
    assert np.degrees(tilt_and_precession(run)[0].max()) > 92
    for rate in np.eye(3) * 3.0:
        net = Network("tumbling")
        net.add(spatial.body("b", 1.0, (1.0, 1.0, 1.0), gravity=(0, 0, 0), rate=rate))
        run = net.simulate(duration=7.0)
        assert np.linalg.norm([run[f"b/rate_{k}.flow"][-1] for k in "xyz"] - rate) < 1e-9


def test_free_body_keeps_energy_and_momentum_while_it_flips() -> None:
    net = Network("free")
    net.add(spatial.body("b", 1.0, (1.0, 2.0, 3.0), gravity=(0, 0, 0), rate=(0.01, 2.0, 0.01)))
    run = net.simulate(duration=100.0, rtol=1e-11, atol=1e-12)
    h = np.stack([run[f"b/inertia/inertia_{a}.momentum"] for a in "xyz"], axis=1)
    q = np.stack([run[f"b/frame/attitude.value_{k}"] for k in (1, 2, 3, 4)], axis=1)
    H = np.array([np.asarray(quaternion.to_matrix(quaternion.normalise(a))) @ b for a, b in zip(q, h, strict=True)])
    assert np.abs(H - H[0]).max() < 1e-8 * np.linalg.norm(H[0])
    assert np.abs(run["machine.energy"] / run["machine.energy"][0] - 1).max() < 1e-8
    assert h[:, 1].min() < -3.9  # it turned over
