"""Which joint of a loop was cut, and which body a joint calls its child, must not show in any result."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
import pytest

import biela
from biela.lie import twist
from biela.mechanism.mechanism import Mechanism
from sample_machines import TYPES, Equations, Loop, add_joint_loads, random_loop

LOOPS = {
    "spatial five-bar": ("revolute", "universal", "spherical", "prismatic", "cylindrical"),
    "with a screw and a plane": ("helical", "planar", "revolute", "spherical"),
    "with a weld": ("universal", "fixed", "spherical", "cylindrical", "revolute"),
    "with a free body": ("free", "universal", "revolute", "prismatic"),
}


def add_all_loads(loop: Loop) -> Mechanism:
    """Springs, curves, friction, stops, laws and motors on all joints; a drive, a coupling, a load between bodies."""
    m = loop.mechanism
    drivable = []
    for joint in list(m.joints.values()):
        if joint.type.quaternion is None:
            for coordinate in joint.type.coordinates:
                add_joint_loads(m, joint.name, coordinate.name, scale=0.3)
                drivable.append((joint.name, coordinate.name))
        else:
            for rate in joint.type.rates:
                m.friction(f"{joint.name}_{rate.name}_friction", joint.name, 0.2, 0.4, smoothing=0.3, coordinate=rate.name)
                m.motor(f"{joint.name}_{rate.name}_motor", joint.name, rate.name)
    first, second, third = drivable[0], drivable[1], drivable[-1]
    value = loop[".".join(first)]
    m.drive(first[0], lambda t: value + 0.7 * t + 0.1 * ca.sin(3 * t), first[1])
    offset = loop[".".join(second)] - 0.6 * loop[".".join(third)]
    m.coupling("belt", [(*second, 1.0), (*third, -0.6)], offset)
    bodies = list(m.bodies.values())
    m.spring("tie", bodies[1].point("tie", (0.1, 0.2, 0.3)), bodies[-1].point("tie", (-0.2, 0.1, 0.1)), 20, 1, 0.3)
    return m


def variant(kinds: Sequence[str], seed: int, cut: int, backwards: Sequence[int] = ()) -> tuple[Loop, Equations]:
    loop = random_loop(kinds, seed, cut=cut, backwards=backwards)
    m = add_all_loads(loop)
    assert [joint.name for joint in m.topology.cut] == [f"{kinds[cut]}_{cut}"]
    return loop, Equations(m, u=0.3 * np.random.default_rng(seed).normal(size=len(m.actuators)))


def assert_same(got: dict[str, float], expected: dict[str, float], tolerance: float = 1e-8) -> None:
    assert got.keys() == expected.keys()
    scale = 1.0 + max(abs(v) for v in expected.values()) * 1e-3
    wrong = {k: (got[k], v) for k, v in expected.items() if not abs(got[k] - v) <= tolerance * (scale + abs(v))}
    assert not wrong


@pytest.mark.parametrize("name", LOOPS)
def test_every_signal_is_the_same_wherever_the_loop_is_cut(name: str) -> None:
    """All signals of joints, loads, bodies and the machine: coordinates with turns, rates, accelerations, efforts,
    reactions, energies, powers. The loops are not redundant, so that all reactions are determinate."""
    kinds = LOOPS[name]
    loop, e = variant(kinds, 21, cut=0)
    turned = loop.coordinates.copy()
    if kinds[0] == "revolute":
        turned[0] += 6 * np.pi  # three turns further, at the same place: springs and stops feel it
    x = e.moving(e.state_of(turned), np.random.default_rng(4))
    rates = e("coordinates", x)[1]
    expected = e.signals(x)
    assert np.linalg.matrix_rank(e("closure", x)[2]) == len(e("closure", x)[0])
    for cut in range(1, len(kinds)):
        _, other = variant(kinds, 21, cut=cut)
        assert_same(other.signals(other.state_of(turned, rates)), expected)


EXCHANGED = (("revolute", "spherical", "prismatic", "cylindrical", "planar"), ("helical", "free", "fixed", "planar"))
"""A universal joint is not here: its first axis is fixed in the parent, so the exchanged joint is another one."""


@pytest.mark.parametrize("kinds", EXCHANGED)
@pytest.mark.parametrize("cut", [0, 2])
def test_parent_and_child_may_be_exchanged(kinds: tuple[str, ...], cut: int) -> None:
    """All joints turned around: bodies move the same, and joints transmit the same force."""
    loop = random_loop(kinds, 22, cut=cut)
    e = Equations(loop.mechanism)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(5))
    expected = e.signals(x)
    motion = e("bodies", x)[0]

    m = reversed_twin(loop.mechanism, cut)
    other = Equations(m)
    assert [joint.name for joint in m.topology.cut] == [joint.name for joint in loop.mechanism.topology.cut]
    q, v = inverse_joints(loop.mechanism, loop.coordinates, e("coordinates", x)[1])
    y = other.state_of(q, v)
    got = other.signals(y)
    assert np.abs(np.atleast_1d(other("closure", y)[0])).max() < 1e-12
    same = [k for k in expected if k.split(".")[0].startswith(("body", "machine")) and "closure" not in k]
    assert_same({k: got[k] for k in same}, {k: expected[k] for k in same})
    assert other("bodies", y)[0] == pytest.approx(motion, abs=1e-11)
    for joint in m.joints:
        assert got[f"{joint}.force"] == pytest.approx(expected[f"{joint}.force"], rel=1e-8, abs=1e-9)


def reversed_twin(m: Mechanism, cut: int) -> Mechanism:
    """The same machine with parent and child of every joint exchanged."""
    twin = m.edit()
    twin.joints.clear()
    for i, joint in enumerate(m.joints.values()):
        kind = joint.type
        twin.joints[joint.name] = type(joint)(joint.name, kind, joint.child, joint.parent, i == cut)
    return twin


def inverse_joints(m: Mechanism, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and rates of the exchanged joints: those of the inverse pose, of the opposite twist."""
    qs, vs, i, k = [], [], 0, 0
    for joint in m.joints.values():
        kind = joint.type
        own_q, own_v = q[i : i + kind.n_q], v[k : k + kind.n_v]
        i, k = i + kind.n_q, k + kind.n_v
        X = kind.pose(own_q)
        Y = X.inverse()
        hint = kind.neutral() if kind.quaternion is not None else -own_q
        new_q = np.asarray(kind.measure(Y.rotation, Y.rotation.T @ Y.position, hint), float)
        V = -twist.to_parent(X, np.asarray(kind.motion(own_q), float) @ own_v)
        S = np.asarray(kind.motion(new_q), float).reshape(6, -1)
        new_v = np.linalg.lstsq(S, V, rcond=None)[0]
        assert S @ new_v == pytest.approx(V, abs=1e-12), "the inverse of this joint is not a joint of its kind"
        qs.append(new_q)
        vs.append(new_v)
    return np.concatenate(qs), np.concatenate(vs)


@pytest.mark.parametrize("cut", ["A", "B", "C", "D"])
def test_turns_are_counted_through_a_run(cut: str) -> None:
    """A four-bar whose crank turns round five times, cut at each of its joints: same angles, turns included."""
    run = crank_rocker(cut).simulate({"A": 0.0}, 5.0, output_step=0.05, rtol=1e-11, atol=1e-12)
    names = [f"{joint}.{what}" for joint in "ABCD" for what in ("angle", "rate", "acceleration", "effort")]
    names += ["stop.effort", "A_drive.effort", "friction.power", "machine.energy", "machine.power"]
    if "reference" not in memory:
        reference = crank_rocker("C").simulate({"A": 0.0}, 5.0, output_step=0.05, rtol=1e-11, atol=1e-12)
        memory["reference"] = {name: reference[name] for name in names}
    assert run["A.angle"][-1] == pytest.approx(10 * np.pi, abs=1e-8)
    for name in names:
        expected = memory["reference"][name]
        assert np.abs(run[name] - expected).max() < 1e-8 * (1 + np.abs(expected).max()), name


memory: dict[str, dict[str, np.ndarray]] = {}


def crank_rocker(cut: str) -> Mechanism:
    """Crank 0.4 m, coupler 1 m, rocker 0.8 m, driven at 2π rad/s; friction, a stop and a spring on other joints."""
    m = Mechanism("crank-rocker", gravity=(0, -9.81, 0))
    A, B, D = np.array([0.0, 0]), np.array([0.4, 0]), np.array([1.0, 0])
    cos = (0.6**2 + 0.8**2 - 1.0**2) / (2 * 0.6 * 0.8)  # rocker against DB, law of cosines
    C = D + 0.8 * np.array([-cos, np.sqrt(1 - cos**2)])
    ends = {"crank": (A, B), "coupler": (B, C), "rocker": (D, C)}
    for name, (p, q) in ends.items():
        length = np.linalg.norm(q - p)
        m.body(name, mass=length, com=(*(p + q) / 2, 0), inertia=(0.1, 0.1, length**3 / 12))
    for name, a, b, at in (("A", "ground", "crank", A), ("B", "crank", "coupler", B), ("C", "coupler", "rocker", C),
                           ("D", "ground", "rocker", D)):  # fmt: skip
        m.revolute(name, a, b, point=(*at, 0), axis=(0, 0, 1), cut=name == cut)
    m.drive("A", biela.polynomial(0.0, 2 * np.pi))
    m.friction("friction", "C", viscous=0.2, coulomb=0.5, smoothing=0.5)
    m.joint_spring("spring", "B", 2.0, 0.1)
    m.stop("stop", "D", upper=0.3, stiffness=40.0, damping=0.05)
    return m


def test_a_wheel_geared_across_a_cut_counts_turns() -> None:
    """The coupling sees the whole angle of a cut joint, not its remainder of a turn."""
    results = []
    for cut in "BD":
        m = crank_rocker(cut).edit()
        wheel = m.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.2))
        m.revolute("W", m.ground, wheel, point=(2, 0, 0))
        m.gear("gear", "B", "W", -1.5)
        results.append(m.simulate({"A": 0.0}, 3.0, output_step=0.5, rtol=1e-10, atol=1e-12)["W.angle"])
    assert results[0] == pytest.approx(results[1], abs=1e-8)
    assert results[0][-1] == pytest.approx(1.5 * 6 * np.pi, abs=1e-8)  # B turns back against the crank


def test_all_joint_types_are_in_the_loops() -> None:
    assert {kind for kinds in LOOPS.values() for kind in kinds} == set(TYPES)
