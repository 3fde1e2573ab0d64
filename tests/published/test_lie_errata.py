"""The sixteen errata of "Inverse dynamics of parallel robots: a tutorial with Lie algebra", each with its effect.

Revista Iberoamericana de Automática e Informática industrial. Each test takes the misprint literally and computes what comes
of it, beside the sound result. The numbers are those of the table in docs/theory/parallel_robots_errata.md.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest
from lie_tutorial import PLANE, Ad, Faults, Trajectory, Tutorial, homogeneous, inverse
from test_lie_robots import FIVE_GUESS, MOTORS, SHOULDERS, by_tutorial, even_three, tutorial

from biela import deg
from biela.library import bennett, five_bar, spatial_four_bar, three_rrr
from biela.lie import so3
from sample_machines import Equations, random_loop

FIVE_ROWS = {"tip_pin": PLANE}


def even_five(t: Any) -> tuple[Any, ...]:
    return (120 + 30 * ca.sin(t)) * deg, (60 - 30 * ca.sin(t)) * deg


def five(faults: Faults | None = None, t: Any = (0.0, 0.25, 0.5, 0.75, 1.0)) -> Trajectory:
    return by_tutorial(tutorial(five_bar.build(), SHOULDERS, faults), even_five, t, FIVE_GUESS)


@cache
def four(faults: Faults | None = None, t: Any = None) -> Trajectory:
    motion = lambda t: (90 * deg + 6 * deg * t,)  # noqa: E731
    times = np.linspace(0, 15, 76) if t is None else t  # a quarter turn: the others mirror it
    return by_tutorial(tutorial(spatial_four_bar.build(), ("crank_pivot",), faults), motion, times, spatial_four_bar.GUESS)


def three(faults: Faults | None = None, t: Any = (0.0, 0.5, 1.0)) -> Trajectory:
    return by_tutorial(tutorial(three_rrr.build(), MOTORS, faults), even_three, t, three_rrr.GUESS)


def test_e1_sign_of_rho() -> None:
    """ρ without its minus: five-bar torque +22.98 instead of −25.71 µN·m at 1 s; the four-bar's changes sign in part."""
    assert five().efforts[-1, 0] * 1e6 == pytest.approx(-25.70555, abs=1e-5)
    assert five(Faults(rho_sign=1.0)).efforts[-1, 0] * 1e6 == pytest.approx(22.98, abs=0.005)
    t = (0.0, 2.5, 5.0, 7.5)
    assert four(Faults(rho_sign=1.0), t).efforts[-1] == pytest.approx(-four(None, t).efforts[-1], rel=1e-9)


def test_e2_axis_rate_counted_twice() -> None:
    """θ̈_3u peaks at 0.108 instead of 0.0734 rad/s², wrong by up to 0.034; other accelerations and the torque are not."""
    sound, wrong = four(), four(Faults(axis_rate=2.0))
    assert np.abs(sound.acceleration[:, 2]).max() == pytest.approx(0.0734, abs=1e-4)
    assert np.abs(wrong.acceleration[:, 2]).max() == pytest.approx(0.108, abs=1e-3)
    assert np.abs(wrong.acceleration[:, 2] - sound.acceleration[:, 2]).max() == pytest.approx(0.034, abs=1e-3)
    assert wrong.acceleration[:, [1, 3]] == pytest.approx(sound.acceleration[:, [1, 3]], abs=1e-12)
    assert wrong.efforts == pytest.approx(sound.efforts, abs=1e-15)


def test_e3_sign_of_the_pairwise_sum() -> None:
    """Plus with earlier joints inside, in A_c of the platform and of m1: the three-fold symmetry is gone at 1 s."""
    wrong = Faults(closure_bias=lambda joint, v: -1.0 if joint in ("wrist_1", "elbow_2") else 1.0)
    places = [three().names.index(joint) for joint in ("elbow_1", "wrist_1", "elbow_2", "elbow_3")]
    assert three().acceleration[-1, places] / deg == pytest.approx([-2.326, 2.553, -2.326, -2.326], abs=1e-3)
    assert three(wrong).acceleration[-1, places] / deg == pytest.approx([2.158, -1.761, -1.918, -2.107], abs=1e-3)


def test_e4_rate_products_missing() -> None:
    """A_c without θ̇ θ̇: γ no longer depends on the speed. At t = 0 the elbow's acceleration is −0.381, not 0.0135 rad/s²."""
    products = {"left_elbow": (0, 2), "right_elbow": (1, 3)}

    def without(joint: str, v: np.ndarray) -> float:
        i, j = products.get(joint, (0, 0))
        return 1.0 / (v[i] * v[j]) if joint in products and v[i] * v[j] != 0 else 1.0

    sound, wrong = five(t=[0.0]), five(Faults(closure_bias=without), t=[0.0])
    assert sound.acceleration[0, 2] == pytest.approx(0.013549, abs=1e-6)
    assert wrong.acceleration[0, 2] == pytest.approx(EFFECTS["E4"], abs=1e-3)


def test_e5_angular_wrench_in_the_linear_slot() -> None:
    """Bennett's linkage closed by all five rows: the Jacobian of the angular rows has nothing to do with them."""
    m = bennett.build()
    for name in m.joints:
        m.joints[name] = replace(m.joints[name], cut=name == "D")
    q = np.array([60, 143.2, -60]) * deg + (0.05, -0.1, 0.08)  # off the manifold
    h = 1e-6
    for wrong, error in ((False, 0.0), (True, EFFECTS["E5"])):
        method = Tutorial(m, ["A"], None, Faults(linear_slot=wrong))
        G = method.at(q, np.zeros(3)).Phi_theta[3:]
        columns = [(method.at(q + s, np.zeros(3)).Phi - method.at(q - s, np.zeros(3)).Phi)[3:] / (2 * h) for s in h * np.eye(3)]
        assert np.abs(G - np.array(columns).T).max() == pytest.approx(error, abs=1e-8 if not wrong else 1e-3)


def test_e6_spherical_table() -> None:
    """R_z R_y R_x at (0.3, 0.5, 0.7): printed columns against (R⁻¹ ∂R/∂θ)∨; the corrected ones agree to 1e-9."""
    theta, rate, h = np.array([0.3, 0.5, 0.7]), np.array([0.4, -0.9, 0.8]), 1e-6

    def R(q: np.ndarray) -> np.ndarray:
        return np.asarray(so3.rotation_z(q[0]) @ so3.rotation_y(q[1]) @ so3.rotation_x(q[2]), float)

    def S(q: np.ndarray, printed: bool) -> np.ndarray:
        (s2, s3), (c2, c3) = np.sin(q[1:]), np.cos(q[1:])
        return np.array([[-s2, c2 if printed else c2 * s3, c2 * c3], [0, c3, -s3], [1, 0, 0]]).T

    def S_rate(q: np.ndarray, v: np.ndarray, printed: bool) -> np.ndarray:
        (s2, s3), (c2, c3) = np.sin(q[1:]), np.cos(q[1:])
        first = [-c2 * v[1], -s2 * s3 * v[1] + c2 * c3 * v[2], -s2 * c3 * v[1] - c2 * s3 * v[2]]
        return np.array([first, [0, (s3 if printed else -s3) * v[2], -c3 * v[2]], [0, 0, 0]]).T

    true = np.array([so3.vee(R(theta).T @ (R(theta + e) - R(theta - e)) / (2 * h)) for e in h * np.eye(3)]).T
    assert S(theta, False) == pytest.approx(true, abs=1e-9)
    assert np.abs(S(theta, True) - true).max() == pytest.approx(EFFECTS["E6"][0], abs=1e-3)
    slope = (S(theta + h * rate, False) - S(theta - h * rate, False)) / (2 * h)
    assert S_rate(theta, rate, False) == pytest.approx(slope, abs=1e-8)
    assert np.abs(S_rate(theta, rate, True) - slope).max() == pytest.approx(EFFECTS["E6"][1], abs=1e-3)


def test_e7_planar_table() -> None:
    """Constant columns: after a quarter turn the velocity along x is said to be along y."""
    from biela.mechanism.joint import Planar

    q = np.array([0.2, 0.1, np.pi / 2])
    S = np.asarray(Planar().motion(q), float)
    assert S[3:5, :2] == pytest.approx(np.array([[0, 1], [-1, 0]]), abs=1e-15)
    printed = np.array([1.0, 0, 0])  # for θ̇_x = 1, in body axes
    gap = np.degrees(np.arccos(printed @ S[3:, 0]))
    assert gap == pytest.approx(90.0)


def test_e8_cylindrical_recipe() -> None:
    """The row (y, x) forbids a cylindrical joint to turn about its axis, and lets it tilt instead."""
    from primitive_closures import RECIPES, Angular, Linear

    loop = random_loop(("universal", "spherical", "cylindrical"), 6, cut=2)
    e = Equations(loop.mechanism)
    x = e.state_of(loop.coordinates)
    turn = np.atleast_2d(e("coordinates", x)[2])[-2]  # rate of the cylinder's angle, per rate of the tree joints
    found = []
    for last in (RECIPES["cylindrical"][3], Angular((0.0, 1.0, 0.0), (1.0, 0.0, 0.0))):
        m = loop.mechanism.edit()
        joint = m.joints.pop("cylindrical_2")
        for k, row in enumerate((*RECIPES["cylindrical"][:3], last)):
            if isinstance(row, Linear):
                m.linear_closure(f"row_{k}", joint.parent, joint.child, row.u_n)
            else:
                assert isinstance(row, Angular)
                m.angular_closure(f"row_{k}", joint.parent, joint.child, row.u_m, row.u_n)
        f = Equations(m)
        y = np.concatenate([x[: e.n_q + e.n_v], np.zeros(f.model.s.numel())])
        N = np.linalg.svd(np.reshape(f("closure", y)[2], (4, f.n_v)))[2][4:].T  # the one motion that is left
        tilt = np.abs(np.reshape(e("closure", x)[2], (4, e.n_v))[2:] @ N).max()
        found.append((float(np.abs(turn @ N).max()), float(tilt)))
    assert found[0][0] > 0.3 and found[0][1] < 1e-12
    assert found[1][0] < 1e-12 and found[1][1] > 0.3


def test_e9_passive_columns() -> None:
    """Columns 3 and 4 of [θ2, θ3, θ4, θ5] are those of θ4 and θ5: torque at 1 s with them as passive."""
    method = tutorial(five_bar.build(), SHOULDERS)
    run = five()
    state = method.at(run.theta[-1], run.rate[-1])
    G = state.Phi_theta  # order here: θ2, θ5, θ3, θ4
    wrong = -np.linalg.solve(G[:, [3, 1]], G[:, [0, 1]])  # rows taken for θ3 and θ4
    method.rho = lambda state: wrong  # type: ignore[method-assign]
    torque = method.efforts(run.theta[-1], run.rate[-1], run.acceleration[-1]) * 1e6
    assert torque[0] == pytest.approx(EFFECTS["E9"], abs=0.01)


def test_e10_indices_of_the_jacobian() -> None:
    """Ad(T_n1,5) with Ad(T_m1,m1) = 1 is Ad(T_n1,m1) Ad(T_m1,5): the two misprints cancel."""
    m = three_rrr.build()
    method = tutorial(m, MOTORS)
    q = np.array([30, 30, 30, 120, 120, 120, -150]) * deg
    T = method.at(q, np.zeros(7)).T
    index = m.topology.index
    cut = m.joints["wrist_2"]
    T_5, T_3 = T[index["lower_2"]], T[index["platform"]]
    T_m = T_5 @ homogeneous(cut.parent.rotation, cut.parent.position)
    T_n = T_3 @ homogeneous(cut.child.rotation, cut.child.position)
    printed = Ad(inverse(T_m) @ T_m) @ Ad(inverse(T_n) @ T_5)
    right = Ad(inverse(T_n) @ T_m) @ Ad(inverse(T_m) @ T_5)
    assert printed == pytest.approx(right, abs=1e-14)


def test_e11_label_of_a_transform() -> None:
    """T_4,3 called T_0,4: taken as the pose of the coupler in the ground, the ball stays open by 125 mm."""
    m = spatial_four_bar.build()
    method = tutorial(m, ("crank_pivot",))
    q = np.array([90, 112.774067, 0, 97.581969]) * deg
    T = method.at(q, np.zeros(4)).T
    index = m.topology.index
    own = inverse(T[index["rocker"]]) @ T[index["coupler"]]  # T_4,3
    ball = m.joints["ball"]
    tips = [X @ np.r_[np.array(f.position, float), 1.0] for X, f in ((T[index["crank"]], ball.parent), (own, ball.child))]
    assert np.linalg.norm(tips[0] - tips[1]) * 1e3 == pytest.approx(EFFECTS["E11"], abs=0.5)


def test_e12_unit_of_the_inertia() -> None:
    """kg·mm² with the factor 1e-9: inertias a million times smaller, torque at 1 s 0.0685 instead of 0.0361 mN·m."""
    m = three_rrr.build()
    for name, body in m.bodies.items():
        if not body.is_ground:
            tensor = tuple(tuple(1e-6 * float(x) for x in row) for row in body.inertia)
            m.bodies[name] = replace(body, inertia=tensor)
    twin = three_rrr.build()
    method = tutorial(twin, MOTORS)
    light = [np.array(m.bodies[link.body.name].inertia, float) for link in method.links]
    sound = by_tutorial(method, even_three, [0.0, 0.5, 1.0], three_rrr.GUESS).efforts[-1, 0]
    mass = method.mass

    def lighter(k: int) -> np.ndarray:
        M = mass(k).copy()
        M[:3, :3] += light[k] - np.array(method.links[k].body.inertia, float)
        return M

    method.mass = lighter  # type: ignore[method-assign]
    wrong = by_tutorial(method, even_three, [0.0, 0.5, 1.0], three_rrr.GUESS).efforts[-1, 0]
    assert [sound * 1e3, wrong * 1e3] == pytest.approx(EFFECTS["E12"], abs=1e-5)


def test_e13_torque_of_the_four_bar() -> None:
    """Close to 6 N·m is 1.5 million times the peak; without A_c of the bodies it would be 5.65 µN·m, near that 6."""
    peak = np.abs(four().efforts).max()
    assert 6.0 / peak == pytest.approx(1.52e6, rel=0.01)
    assert np.abs(four(Faults(velocity_term=0.0)).efforts).max() * 1e6 == pytest.approx(5.65, abs=0.01)


def test_e16_names_of_the_two_bodies() -> None:
    """Both called m: the relative twist is zero, no row says anything, and the five-bar has four freedoms instead of two."""
    method = tutorial(five_bar.build(), SHOULDERS)
    state = method.at(five(t=[0.0]).theta[0], np.zeros(4))
    assert 4 - np.linalg.matrix_rank(state.Phi_theta) == 2
    assert 4 - np.linalg.matrix_rank(state.Phi_theta * 0.0) == 4


EFFECTS: dict[str, Any] = {
    "E4": -0.3805, "E5": 1.2867, "E6": (0.3122, 1.0307), "E9": -81.16, "E11": 124.9, "E12": [0.036069, 0.068474],
}  # fmt: skip
"""Computed here. E14 and E15 are wrong pointers to figures and tables, which no equation uses."""
