"""Signals: names, units and levels; sensors against closed forms and central differences; laws that use them."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.base.errors import DescriptionError, UnknownName
from biela.lie import so3
from biela.mechanism import law
from biela.mechanism.mechanism import Mechanism
from sample_machines import KINDS, Equations, add_joint_loads, random_loop, random_pose, random_tree

G = np.array([0.0, -9.81, 0.0])


def turntable() -> Mechanism:
    """An arm that turns about z, with sensors 0.5 m out on it, their frame turned by 90° about z."""
    m = Mechanism("turntable", gravity=G)
    arm = m.body("arm", mass=1.0, com=(0.3, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("axle", m.ground, arm)
    m.motor("motor", "axle")
    head = arm.frame("head", (0.5, 0, 0), (0, 0, np.pi / 2))
    m.point_sensor("tip", head)
    m.gyroscope("gyro", head)
    m.accelerometer("imu", head)
    m.distance_sensor("gap", m.ground.point("post", (0, 2, 0)), head)
    m.user_sensor("height", lambda s: s["tip.y"] * 100, "cm")
    return m


def test_sensors_on_a_turning_arm() -> None:
    """Position, velocity, centripetal and tangential acceleration, specific force, distance and its rate."""
    angle, rate = 0.6, 2.5
    e = Equations(turntable(), u=[1.7])
    s = e.signals(np.array([angle, rate, 0.0]))
    out, round_ = np.array([np.cos(angle), np.sin(angle), 0]), np.array([-np.sin(angle), np.cos(angle), 0])
    alpha = s["axle.acceleration"]
    assert alpha == pytest.approx((1.7 - 9.81 * 0.3 * np.cos(angle)) / (0.1 + 0.09), rel=1e-12)
    read = {k: np.array([s[f"{k}{axis}"] for axis in "xyz"]) for k in
            ("tip.", "tip.velocity_", "tip.acceleration_", "gyro.rate_", "imu.acceleration_")}  # fmt: skip
    assert read["tip."] == pytest.approx(0.5 * out)
    assert read["tip.velocity_"] == pytest.approx(0.5 * rate * round_)
    acceleration = 0.5 * alpha * round_ - 0.5 * rate**2 * out
    assert read["tip.acceleration_"] == pytest.approx(acceleration, abs=1e-12)
    assert read["gyro.rate_"] == pytest.approx([0, 0, rate])
    R = np.asarray(so3.rotation_z(angle + np.pi / 2))
    assert read["imu.acceleration_"] == pytest.approx(R.T @ (acceleration - G), abs=1e-12)
    line = read["tip."] - (0, 2, 0)
    assert s["gap.length"] == pytest.approx(np.linalg.norm(line))
    assert s["gap.length_rate"] == pytest.approx(read["tip.velocity_"] @ line / np.linalg.norm(line))
    assert s["height.value"] == pytest.approx(50 * np.sin(angle))


def test_an_accelerometer_at_rest_reads_the_ground_pushing_up() -> None:
    m = Mechanism("desk", gravity=(0, 0, -9.81))
    m.fixed("stand", m.ground, m.body("box", mass=1.0))
    m.prismatic("slide", m.ground, m.body("other", mass=1.0), axis=(1, 0, 0))
    m.accelerometer("imu", m.bodies["box"].frame("f", rotation=(0, np.pi / 2, 0)))
    s = Equations(m).signals(np.zeros(3))
    assert [s[f"imu.acceleration_{k}"] for k in "xyz"] == pytest.approx([-9.81, 0, 0], abs=1e-12)


@pytest.mark.parametrize("seed", [1, 2])
def test_velocities_and_accelerations_are_derivatives(seed: int) -> None:
    """Of every body and point of a random tree: d/dt of position signals is the velocity signal, and so on."""
    m = random_tree(np.random.default_rng(seed).permutation(KINDS), seed)
    X = random_pose(np.random.default_rng(seed))
    frame = m.bodies["body_8"].frame("f", X.position, X.rotation)
    m.point_sensor("p", frame)
    m.distance_sensor("d", m.ground, frame)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(seed))
    s, table = e.signals(x), e.dynamics.signals
    for name in ("p", "body_3", "body_8"):
        for k in "xyz":
            position, velocity = table[f"{name}.{k}"].value(), table[f"{name}.velocity_{k}"].value()
            assert e.time_derivative(position, x)[0] == pytest.approx(s[f"{name}.velocity_{k}"], abs=1e-9)
            assert e.time_derivative(velocity, x)[0] == pytest.approx(s[f"{name}.acceleration_{k}"], rel=1e-9, abs=1e-8)
    assert e.time_derivative(table["d.length"].value(), x)[0] == pytest.approx(s["d.length_rate"], abs=1e-9)


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_rates_of_joints_are_derivatives_of_their_coordinates(cut: int) -> None:
    """Tree joints and the cut one alike: coordinate → rate → acceleration."""
    loop = random_loop(("helical", "planar", "universal", "cylindrical"), 61, cut=cut)
    e = Equations(loop.mechanism)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(1))
    s, table = e.signals(x), e.dynamics.signals
    for joint in loop.mechanism.joints.values():
        for coordinate, rate in zip(joint.type.coordinates, joint.type.rates, strict=True):
            q, v = f"{joint.name}.{coordinate.name}", f"{joint.name}.{rate.name}"
            assert e.time_derivative(table[q].value(), x)[0] == pytest.approx(s[v], abs=1e-9)
            a = v.replace("rate", "acceleration")
            assert e.time_derivative(table[v].value(), x)[0] == pytest.approx(s[a], rel=1e-9, abs=1e-8)


def test_momentum_of_a_thrown_body() -> None:
    """Linear m v, angular about the ground's origin r × m v + I ω; its rate is the moment of the weight."""
    m = random_tree(("free",), 3, backwards=False)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(3))
    s = e.signals(x)
    body = m.bodies["body_0"]
    motion = e("bodies", x)[0]
    R, r, w, v = motion[:9].reshape(3, 3).T, motion[9:12], motion[12:15], motion[15:18]
    centre, speed = r + R @ np.array(body.com), R @ (v + np.cross(w, body.com))
    assert [s[f"machine.momentum_{k}"] for k in "xyz"] == pytest.approx(body.mass * speed, abs=1e-12)
    angular = np.cross(centre, body.mass * speed) + R @ np.array(body.inertia, float) @ w
    assert [s[f"machine.angular_momentum_{k}"] for k in "xyz"] == pytest.approx(angular, abs=1e-12)


def test_roll_pitch_yaw_of_a_body() -> None:
    m = Mechanism("body")
    m.spherical("ball", m.ground, m.body("box", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    angles = np.array([0.3, -0.5, 1.2])
    from biela.lie import quaternion

    q = quaternion.from_matrix(so3.from_roll_pitch_yaw(angles))
    s = Equations(m).signals(np.array([*q, 0, 0, 0, 0]))
    assert [s["box.roll"], s["box.pitch"], s["box.yaw"]] == pytest.approx(angles, abs=1e-12)


def test_every_signal_has_a_unit_and_a_level_and_names_are_unique() -> None:
    loop = random_loop(("helical", "planar", "free", "cylindrical"), 62, cut=1)
    add_joint_loads(loop.mechanism, "helical_0")
    table = Equations(loop.mechanism).dynamics.signals
    assert all(signal.unit and signal.level in (0, 1, 2) for signal in table.values())
    per_joint = {k for k in table if k.startswith("free_2.")}
    assert {"free_2.quaternion_w", "free_2.x", "free_2.rate_x", "free_2.velocity_x", "free_2.angular_acceleration_x",
            "free_2.acceleration_x", "free_2.moment_x", "free_2.effort_x"} <= per_joint  # fmt: skip
    units = {"helical_0.angle": "rad", "helical_0.rate": "rad/s", "helical_0.acceleration": "rad/s²",
             "helical_0.effort": "N·m", "planar_1.effort_x": "N", "planar_1.torque": "N·m"}  # fmt: skip
    assert {name: table[name].unit for name in units} == units


def law_machine(law: object) -> Mechanism:
    m = Mechanism("machine")
    m.prismatic("rail", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.user_effort("law", "rail", law)
    return m


def test_laws_may_not_depend_on_forces() -> None:
    with pytest.raises(DescriptionError, match=r"'rail.acceleration' depends on accelerations.*Use positions"):
        Equations(law_machine(lambda s: s["rail.acceleration"])).signals(np.zeros(3))


def test_laws_may_not_depend_on_themselves() -> None:
    with pytest.raises(DescriptionError, match=r"law of 'law' depends on its own force: law → law.*Use positions"):
        Equations(law_machine(lambda s: s["law.effort"])).signals(np.zeros(3))
    m = law_machine(lambda s: s["other.effort"])
    m.user_effort("other", "rail", lambda s: s["law.effort"])
    with pytest.raises(DescriptionError, match="law → other → law"):
        Equations(m).signals(np.zeros(3))
    m = law_machine(lambda s: s["a.value"])
    m.user_sensor("a", lambda s: s["b.value"])
    m.user_sensor("b", lambda s: s["a.value"])
    with pytest.raises(DescriptionError, match="a.value.*depends on itself: a.value → b.value → a.value"):
        Equations(m).signals(np.zeros(3))


def test_laws_may_use_the_energy_of_the_machine() -> None:
    """Energy control: the law sees kinetic, gravity and stored energy."""
    m = law_machine(lambda s: -2.0 * s["machine.energy"])
    m.joint_spring("spring", "rail", 8.0)
    s = Equations(m).signals(np.array([0.5, 3.0, 0.0]))
    assert s["law.effort"] == pytest.approx(-2.0 * (0.5 * 9 + 0.5 * 8 * 0.25), rel=1e-12)


def test_unknown_signals_in_a_law_are_named_with_the_law() -> None:
    with pytest.raises(UnknownName, match=r"law of 'law': no signal 'rail.positon'.*'rail.position'"):
        Equations(law_machine(lambda s: s["rail.positon"])).signals(np.zeros(3))
    with pytest.raises(UnknownName, match="law of 'law': no parameter 'k'"):
        Equations(law_machine(lambda s: s.parameter("k"))).signals(np.zeros(3))


WRONG_SHAPES = {
    "effort": lambda m, f: m.user_effort("culprit", "rail", f),
    "force": lambda m, f: m.user_force("culprit", m.ground.point("p", (0, 1, 0)), "block", f),
    "wrench": lambda m, f: m.wrench("culprit", "block", (law(f), 0, 0)),
    "wrench of time": lambda m, f: m.wrench("culprit", "block", (lambda t: ca.vertcat(t, t), 0, 0)),
    "sensor": lambda m, f: m.user_sensor("culprit", f),
    "motion": lambda m, f: m.drive("rail", lambda t: ca.vertcat(t, t), name="culprit"),
    "surface": lambda m, f: m.point_on_surface("culprit", m.ground, "block", lambda x, y, z: ca.vertcat(x, y)),
}


@pytest.mark.parametrize("kind", WRONG_SHAPES)
def test_functions_of_users_must_return_one_number(kind: str) -> None:
    m = Mechanism("machine")
    m.prismatic("rail", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    WRONG_SHAPES[kind](m, lambda s: ca.vertcat(s["rail.rate"], 1.0))
    with pytest.raises(DescriptionError, match=r"'culprit'.* returned shape \(2, 1\): it must return one number"):
        m.assemble().x.any()
        m.simulate(None, 0.1)["rail.position"]
        Equations(m).signals(np.zeros(3))


def test_functions_of_users_must_return_expressions() -> None:
    for wrong in (lambda s: "much", lambda s: np.sin, lambda s: None):
        with pytest.raises(DescriptionError, match=r"'law'.*(did not return an expression|cannot be used)"):
            law_machine(wrong).simulate(None, 0.1)
    with pytest.raises(DescriptionError, match=r"'law'.*no branches on values"):
        law_machine(lambda s: 1.0 if s["rail.rate"] > 0 else -1.0).simulate(None, 0.1)
