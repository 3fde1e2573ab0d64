"""Constraint rows: gradient, rate and acceleration term, off the manifold too, against central differences."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism import Frame
from biela.mechanism.mechanism import Mechanism
from sample_machines import KINDS, TYPES, Equations, add_body, add_joint, random_loop, random_pose, random_rotation

H = 1e-5


def differences(e: Equations, x: np.ndarray, vdot: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Φ̇ along v, dΦ̇/dt along (v, v̇), and dΦ along each tangent direction, by central differences."""
    v = slice(e.n_q, e.n_q + e.n_v)

    def at(h: float) -> tuple[np.ndarray, np.ndarray]:
        y = e.moved(x, h * x[v] + 0.5 * h * h * vdot)
        y[v] = x[v] + h * vdot
        residual, rate, _, _ = e("closure", y, t=t + h)
        return np.atleast_1d(residual), np.atleast_1d(rate)

    (r1, s1), (r0, s0) = at(H), at(-H)
    columns = []
    for direction in H * np.eye(e.n_v):
        ahead, behind = (np.atleast_1d(e("closure", e.moved(x, s * direction), t=t)[0]) for s in (1, -1))
        columns.append((ahead - behind) / (2 * H))
    return (r1 - r0) / (2 * H), (s1 - s0) / (2 * H), np.array(columns).T


def check(m: Mechanism, seed: int, *, samples: int = 3, rows: int | None = None) -> None:
    """Φ̇, G and γ of all rows of a machine at random states, loops open."""
    e = Equations(m)
    rng = np.random.default_rng(seed)
    for _ in range(samples):
        x, vdot, t = e.random_state(rng), rng.normal(size=e.n_v), rng.uniform(0, 1)
        residual, rate, G, gamma = e("closure", x, t=t)
        residual, rate, gamma, G = (*map(np.atleast_1d, (residual, rate, gamma)), np.reshape(G, (-1, e.n_v)))
        assert rows is None or len(rate) == rows
        assert rows == 0 or np.abs(residual).max() > 1e-2  # far from the manifold
        rate_fd, rate_rate_fd, G_fd = differences(e, x, vdot, t)
        assert G == pytest.approx(G_fd.reshape(G.shape), abs=1e-7)
        assert rate == pytest.approx(rate_fd, abs=1e-7)
        assert G @ vdot - gamma == pytest.approx(rate_rate_fd, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backwards", [False, True])
def test_closing_joint(kind: str, backwards: bool) -> None:
    """All joint types as the one that closes a loop, in both directions; other types carry the loop."""
    m = random_loop(("universal", "planar", "spherical", kind), 1, cut=3, backwards=(1, 3) if backwards else ()).mechanism
    assert [joint.name for joint in m.topology.cut] == [f"{kind}_3"]
    check(m, 2, rows=6 - TYPES[kind].n_v)


def test_closing_joint_between_two_branches_deep_in_the_tree() -> None:
    """Both ends hang on a common moving carrier: contributions of shared joints cancel, of the others add up."""
    rng = np.random.default_rng(3)
    m = Mechanism("branches")
    carrier, left, right = (add_body(m, name, rng) for name in ("carrier", "left", "right"))
    add_joint(m, "free", "A", m.ground, carrier, (random_pose(rng), random_pose(rng)))
    add_joint(m, "universal", "B", carrier, left, (random_pose(rng), random_pose(rng)))
    add_joint(m, "spherical", "C", carrier, right, (random_pose(rng), random_pose(rng)), backwards=True)
    add_joint(m, "helical", "D", left, right, (random_pose(rng), random_pose(rng)), cut=True)
    check(m, 3, rows=5)
    G = Equations(m)("closure", Equations(m).random_state(rng))[2]
    assert not G[:, m.topology.link_of("A").v].any()


def sphere(x: ca.SX, y: ca.SX, z: ca.SX) -> ca.SX:
    return ca.sqrt(x * x + y * y + z * z) - 0.7


def saddle(x: ca.SX, y: ca.SX, z: ca.SX) -> ca.SX:
    return z - 0.5 * x * y + 0.1 * x**3


COUPLINGS: dict[str, Callable[[Mechanism, Frame, Frame], object]] = {
    "rod": lambda m, a, b: m.rod("tie", a, b, 0.8),
    "point on line": lambda m, a, b: m.point_on_line("tie", a, b),
    "point on plane": lambda m, a, b: m.point_on_plane("tie", a, b),
    "point on surface": lambda m, a, b: m.point_on_surface("tie", a, b, saddle),
    "point on curve": lambda m, a, b: m.point_on_curve("tie", a, b, sphere, saddle),
}


def two_branches(seed: int) -> tuple[Mechanism, Frame, Frame]:
    """Two moving branches with a frame on each."""
    rng = np.random.default_rng(seed)
    m = Mechanism("two branches")
    left, right = add_body(m, "left", rng), add_body(m, "right", rng)
    add_joint(m, "free", "A", m.ground, left, (random_pose(rng), random_pose(rng)))
    add_joint(m, "universal", "B", m.ground, right, (random_pose(rng), random_pose(rng)))
    X, Y = random_pose(rng), random_pose(rng)
    return m, left.frame("a", X.position, X.rotation), right.frame("b", Y.position, Y.rotation)


@pytest.mark.parametrize("name", COUPLINGS)
def test_coupling_of_two_moving_frames(name: str) -> None:
    m, a, b = two_branches(4)
    COUPLINGS[name](m, a, b)
    check(m, 4, rows=2 if name in ("point on line", "point on curve") else 1)


@pytest.mark.parametrize("cut", [None, 0, 1, 2, 3])
def test_coupling_and_drives_of_joints_in_the_tree_or_cut(cut: int | None) -> None:
    """Gear, rack and pinion, a coupling of three coordinates and drives of many shapes, wherever the loop is cut."""
    m = random_loop(("cylindrical", "universal", "planar", "helical", "free"), 5, cut=4 if cut is None else cut).mechanism
    m.coupling("gear", [("helical_3", 1.0), ("cylindrical_0", "angle", -1.7)], 0.2)
    m.coupling("mixed", [("cylindrical_0", "angle", 0.5), ("planar_2", "x", -1.3), ("universal_1", 1, 2.0)], 0.4)
    m.drive("planar_2", lambda t: ca.sin(3 * t) + t**3, "angle")
    m.drive("universal_1", biela.sine(0.4, period=0.7, phase=0.3), 0)
    m.drive("cylindrical_0", biela.polynomial(0.1, -0.3, 0.7, 0.2), "position")
    m.drive("planar_2", biela.step(0.8, start=-0.2, rise=1.9), "y", name="push")
    check(m, 5)


def test_prescribed_motion_of_a_fixed_time_function_needs_no_speed() -> None:
    """Φ_t alone: at rest, the rate of the row is minus that of the motion."""
    m, _, _ = two_branches(6)
    m.drive("B", biela.polynomial(0.0, 2.5), 0)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(6), speed=0.0)
    assert e("closure", x, t=0.3)[1] == pytest.approx(-2.5)


def test_rows_that_vanish_everywhere_are_found_and_no_others() -> None:
    """A planar four-bar closed by a spatial revolute joint: two rows carry equations, three say nothing, tilted too."""
    for tilt in (np.eye(3), random_rotation(np.random.default_rng(1))):
        e = Equations(planar_four_bar(tilt))
        labels = [f"{row.owner}: {row.label}" for row in e.dynamics.all_rows]
        active = [label for label, on in zip(labels, e.dynamics.active, strict=True) if on]
        assert active == ["C: x", "C: y"]


def planar_four_bar(R: np.ndarray) -> Mechanism:
    """Pivots 1 m apart in a plane with normal R z."""
    m = Mechanism("four-bar", gravity=R @ (0.0, -9.81, 0.0))
    points = {"A": (0, 0, 0), "B": (0.2, 0.35, 0), "C": (0.9, 0.8, 0), "D": (1, 0, 0)}
    at = {name: R @ np.array(point, float) for name, point in points.items()}
    crank, coupler, rocker = (m.body(name, mass=1.0, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.2, 0.15)) for name in
                              ("crank", "coupler", "rocker"))  # fmt: skip
    axis = R @ (0.0, 0.0, 1.0)
    m.revolute("A", m.ground, crank, point=at["A"], axis=axis)
    m.revolute("B", crank, coupler, point=at["B"], axis=axis)
    m.revolute("D", m.ground, rocker, point=at["D"], axis=axis)
    m.revolute("C", coupler, rocker, point=at["C"], axis=axis, cut=True)
    return m
