"""Reactions: what the ground carries, and that joints transmit forces without doing work."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import biela
from biela.lie import twist, wrench
from biela.lie.se3 import Pose
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from sample_machines import GRAVITY, KINDS, TYPES, Equations, add_joint_loads, random_loop, random_tree


def body_pose(e: Equations, x: np.ndarray, frame: Frame) -> Pose:
    """Pose of a frame in the ground."""
    if frame.body.is_ground:
        return Pose(frame.rotation, np.array(frame.position, float))
    column = e("bodies", x)[0][:, e.mechanism.topology.index[frame.body.name]]
    return Pose(column[:9].reshape(3, 3).T, column[9:12]) @ Pose(frame.rotation, np.array(frame.position, float))


def frame_twist(e: Equations, x: np.ndarray, frame: Frame) -> np.ndarray:
    """Twist of a frame, in its own axes."""
    if frame.body.is_ground:
        return np.zeros(6)
    column = e("bodies", x)[0][:, e.mechanism.topology.index[frame.body.name]]
    return np.asarray(twist.to_child(Pose(frame.rotation, np.array(frame.position, float)), column[12:18]))


def on_child(s: dict[str, float], joint: str) -> np.ndarray:
    """Wrench of the parent on the child, in the child's joint frame."""
    return np.array([s[f"{joint}.{part}_on_child_{axis}"] for part in ("moment", "force") for axis in "xyz"])


def ground_reaction(e: Equations, x: np.ndarray, s: dict[str, float]) -> np.ndarray:
    """Sum of the wrenches of the ground on the machine through its joints, about the ground's origin."""
    total = np.zeros(6)
    for joint in e.mechanism.joints.values():
        F = np.asarray(wrench.to_parent(body_pose(e, x, joint.child), on_child(s, joint.name)))
        if joint.parent.body.is_ground:
            total += F
        elif joint.child.body.is_ground:
            total -= F
    return total


def weight(e: Equations, x: np.ndarray) -> np.ndarray:
    total = np.zeros(6)
    for body in e.mechanism.bodies.values():
        if not body.is_ground:
            centre = body_pose(e, x, Frame(body, "c", body.com)).position
            force = body.mass * np.array(GRAVITY)
            total += np.concatenate([np.cross(centre, force), force])
    return total


def check_ground(e: Equations, x: np.ndarray, outside: np.ndarray | None = None) -> None:
    """Reactions + weight + other outside wrenches = rate of momentum, forces and moments."""
    s = e.signals(x)
    rate = e.time_derivative(e.dynamics.momentum, x)
    total = ground_reaction(e, x, s) + weight(e, x) + (0 if outside is None else outside)
    assert total == pytest.approx(rate, rel=1e-8, abs=1e-8)


def check_power(e: Equations, x: np.ndarray) -> float:
    """Each joint's wrench works only through its coordinates: W · V_rel = Σ effort · rate. Returns the total power."""
    s = e.signals(x)
    total = 0.0
    for joint in e.mechanism.joints.values():
        X = body_pose(e, x, joint.parent).relative(body_pose(e, x, joint.child))
        V = frame_twist(e, x, joint.child) - twist.to_child(X, frame_twist(e, x, joint.parent))
        power = on_child(s, joint.name) @ V
        pairs = zip(joint.type.efforts, joint.type.rates, strict=True)
        through = sum(s[f"{joint.name}.{effort.name}"] * s[f"{joint.name}.{rate.name}"] for effort, rate in pairs)
        assert power == pytest.approx(through, rel=1e-8, abs=1e-8), joint.name
        total += power
    return float(total)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tree(seed: int) -> None:
    """A tree of all joint types with motors on all rates."""
    m = random_tree(np.random.default_rng(seed).permutation(KINDS), seed)
    for joint in list(m.joints.values()):
        for k in range(joint.type.n_v):
            m.motor(f"{joint.name}_{k}", joint, k)
    e = Equations(m, u=np.random.default_rng(seed).normal(size=len(m.actuators)))
    x = e.random_state(np.random.default_rng(seed))
    check_ground(e, x)
    assert check_power(e, x) == pytest.approx(e.values(["machine.power"], x)["machine.power"], rel=1e-9)


LOOPS = {
    "five-bar": ("revolute", "universal", "spherical", "prismatic", "cylindrical"),
    "screw and plane": ("helical", "planar", "revolute", "spherical"),
    "weld and flight": ("universal", "fixed", "free", "cylindrical", "revolute"),
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("cut", [0, 1, 3])
def test_loop(name: str, cut: int) -> None:
    """Wherever it is cut: reactions carry weight and inertia; without drives and loads they do no work at all."""
    loop = random_loop(LOOPS[name], 41, cut=cut)
    e = Equations(loop.mechanism)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(1))
    check_ground(e, x)
    assert check_power(e, x) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_loop_with_loads_drives_and_couplings(cut: int) -> None:
    """Power through joints is that of loads and drives; couplings pass power on without loss."""
    loop = random_loop(LOOPS["screw and plane"], 42, cut=cut)
    m = loop.mechanism
    add_joint_loads(m, "helical_0", scale=0.2)
    add_joint_loads(m, "planar_1", "y", scale=0.2)
    m.drive("planar_1", biela.polynomial(0, 0.8), "x", name="drive")
    bare = m.edit()
    m.coupling("belt", [("revolute_2", 1.0), ("planar_1", "angle", 0.8)])
    for machine in (bare, m):
        e = Equations(machine, u=[0.7, -0.4])
        x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(2))
        check_ground(e, x)
        s = e.signals(x)
        stored = sum(s[f"{load}.effort"] * rate_of(machine, s, load) for load in machine.loads)
        motors = sum(s[f"{motor}.power"] for motor in machine.actuators)
        assert check_power(e, x) == pytest.approx(stored + motors + 0.8 * s["drive.effort"], rel=1e-9)


def rate_of(m: Mechanism, s: dict[str, float], load: str) -> float:
    joint = m.joints[m.loads[load].joint]  # type: ignore[union-attr]
    return s[f"{joint.name}.{joint.type.rates[m.loads[load].coordinate].name}"]  # type: ignore[union-attr]


def test_a_rod_and_a_spring_to_the_ground_carry_their_share() -> None:
    """Outside wrenches: a massless rod pulls with its constraint force, a spring with its tension."""
    loop = random_loop(LOOPS["five-bar"], 43)
    m = loop.mechanism
    eye = m.bodies["body_1"].point("eye", (0.1, 0.2, 0.3))
    anchor = m.ground.point("anchor", (0.4, -0.6, 0.2))
    m.spring("spring", anchor, eye, 30, 2, 0.2)
    m.rod("rod", m.ground.point("pin", (-0.5, 0.4, 0.3)), eye, 1.0)
    e = Equations(m)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(3))
    s, at = e.signals(x), body_pose(e, x, eye).position
    outside = np.zeros(6)
    for end, tension in ((anchor, s["spring.force"]), (m.couplings["rod"].a, None)):  # type: ignore[union-attr]
        line = np.array(end.position, float) - at
        direction = line / np.linalg.norm(line)
        if tension is None:
            F = e.value(e.dynamics.reactions.constraint_wrenches["rod"], x)[3:]
            F = body_pose(e, x, eye).rotation @ F
            assert np.linalg.norm(F) == pytest.approx(s["rod.force"], rel=1e-12)
            assert np.cross(F, direction) == pytest.approx(np.zeros(3), abs=1e-9 * s["rod.force"])
        else:
            F = tension * direction
        outside += np.concatenate([np.cross(at, F), F])
    check_ground(e, x, outside)


def test_beam_on_two_supports() -> None:
    """A rod on a pin and a roller (point on line), load off centre: the lever rule; reactions on a cut joint too."""
    for through_joint in (False, True):
        m = Mechanism("beam", gravity=(0, -10, 0))
        beam = m.body("beam", mass=3.0, com=(0.5, 0, 0), inertia=(0, 0.1, 0.1))
        m.revolute("pin", m.ground, beam)
        m.prismatic("roller", m.ground, m.body("foot", mass=1e-9, inertia=(1e-9,) * 3), axis=(1, 0, 0), parent_point=(2, 0, 0))
        if through_joint:
            m.revolute("end", "foot", beam, child_point=(2, 0, 0))
        else:
            m.point_on_plane("end", m.ground.frame("floor", rotation=(np.pi / 2, 0, 0)), beam.point("tip", (2, 0, 0)))
        s = m.assemble()
        assert s["end.force"] == pytest.approx(3 * 10 * 0.25, rel=1e-7)
        assert s["pin.force"] == pytest.approx(3 * 10 * 0.75, rel=1e-7)


def test_hanging_pendulum_and_top_speed() -> None:
    """Tension of a rod pendulum: m (g cos θ + l θ̇²) at any angle."""
    m = Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=2.0, com=(0, -1.5, 0)))
    angle, rate = 0.6, 1.9
    s = m.assemble({"pivot": angle}, rates={"pivot": rate})
    tension = 2.0 * (9.81 * np.cos(angle) + 1.5 * rate**2)
    assert s["pivot.force_on_child_y"] == pytest.approx(tension, rel=1e-12)  # the child's y axis points to the pivot
    assert s["pivot.force_on_child_x"] == pytest.approx(0.0, abs=1e-12)  # a point mass feels no shear
    assert s["pivot.acceleration"] == pytest.approx(-9.81 / 1.5 * np.sin(angle), rel=1e-12)


def total_freedom(kinds: Sequence[str]) -> int:
    return sum(TYPES[kind].n_v for kind in kinds) - 6


def test_the_loops_move() -> None:
    assert all(total_freedom(kinds) >= 1 for kinds in LOOPS.values())
