"""Primitive closures: exact wrenches off the constraint, the recipe of every joint, and joints put together from them."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from primitive_closures import RECIPES, Angular, Linear, Primitive, Screw, recipe
from sample_machines import GRAVITY, KINDS, LEAD, TYPES, Equations, random_loop, random_rotation

H = 1e-5


def moved(R: np.ndarray, d: np.ndarray, V: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """Relative pose after moving for a time h along a constant twist of n, in n."""
    turn = np.asarray(so3.exp(h * V[:3]), float)
    w, v = V[:3], V[3:]
    # ḋ = v − ω × d exactly: the solution of a linear equation
    n = 200
    for _ in range(n):
        k1 = v - np.cross(w, d)
        d = d + h / n * (v - np.cross(w, d + 0.5 * h / n * k1))
    return R @ turn, d


PRIMITIVES: dict[str, Primitive] = {
    "linear": Linear((0.6, 0.0, 0.8)), "angular": Angular((0.0, 0.6, 0.8), (1.0, 0.0, 0.0)), "screw": Screw(0.21),
}  # fmt: skip


@pytest.mark.parametrize("name", PRIMITIVES)
def test_wrench_is_the_gradient_off_the_constraint(name: str) -> None:
    """Φ̇ = Cᵀ V against central differences, loops far open; Ċ against those of C (1e-7)."""
    row = PRIMITIVES[name]
    rng = np.random.default_rng(1)
    for _ in range(20):
        R, d, V = random_rotation(rng), rng.uniform(-0.5, 0.5, 3), rng.normal(size=6)
        if isinstance(row, Screw):  # away from ±180°, where the measured angle jumps
            R = np.asarray(so3.exp(0.8 * rng.uniform(-1, 1, 3)), float)
        ahead, behind = (moved(R, d, V, h) for h in (H, -H))
        slope = (row.residual(*ahead) - row.residual(*behind)) / (2 * H)
        assert row.wrench(R, d) @ V == pytest.approx(slope, abs=1e-7)
        assert abs(row.residual(R, d)) > 1e-6
        if not isinstance(row, Screw):
            rate = (row.wrench(*ahead) - row.wrench(*behind)) / (2 * H)
            assert row.wrench_rate(R, d, V) == pytest.approx(rate, abs=1e-7)


def test_printed_wrenches_are_not_gradients_off_the_constraint() -> None:
    """[0; u_n] of the article is right where d = 0 alone; its angular wrench in the linear slot is right nowhere."""
    rng = np.random.default_rng(2)
    R, d, V = random_rotation(rng), rng.uniform(-0.5, 0.5, 3), rng.normal(size=6)
    line, angle = PRIMITIVES["linear"], PRIMITIVES["angular"]
    ahead, behind = (moved(R, d, V, h) for h in (H, -H))
    slope = (line.residual(*ahead) - line.residual(*behind)) / (2 * H)
    assert abs(np.concatenate([np.zeros(3), (0.6, 0.0, 0.8)]) @ V - slope) > 1e-2
    assert line.wrench(R, np.zeros(3)) == pytest.approx([0, 0, 0, 0.6, 0, 0.8])
    slope = (angle.residual(*ahead) - angle.residual(*behind)) / (2 * H)
    assert abs(np.roll(angle.wrench(R, d), 3) @ V - slope) > 1e-2


@pytest.mark.parametrize("kind", KINDS)
def test_recipes_are_the_rows_that_joints_close_loops_with(kind: str) -> None:
    """Residuals, units, number; and no wrench works on the joint's own motion."""
    rows, rng = recipe(kind, LEAD), np.random.default_rng(3)
    joint = TYPES[kind]
    assert len(rows) == 6 - joint.n_v and tuple(row.unit for row in rows) == joint.closure_units
    R, d = np.asarray(so3.exp(rng.uniform(-0.8, 0.8, 3)), float), rng.uniform(-0.5, 0.5, 3)
    q = joint.measure(R, d, joint.neutral())
    assert [row.residual(R, d) for row in rows] == pytest.approx([float(v) for v in joint.closure(R, d, q)], abs=1e-14)
    q = joint.neutral() + (0.0 if joint.quaternion is not None else 0.4)
    X = joint.pose(q)
    R, d = np.asarray(X.rotation, float), np.asarray(X.rotation, float).T @ np.asarray(X.position, float)
    S = np.asarray(joint.motion(q), float).reshape(6, -1)
    wrenches = np.array([row.wrench(R, d) for row in rows]).reshape(-1, 6)
    assert wrenches @ S == pytest.approx(np.zeros((len(rows), joint.n_v)), abs=1e-14)
    assert not rows or np.linalg.matrix_rank(wrenches) == len(rows)


def test_misprinted_row_locks_the_cylindrical_joint() -> None:
    """(y, x) instead of (z, x): a wrench about the axis, which the joint turns about."""
    S = np.asarray(TYPES["cylindrical"].motion(np.array([0.3, 0.2])), float)
    R = np.asarray(TYPES["cylindrical"].pose(np.array([0.3, 0.2])).rotation, float)
    printed = Angular((0.0, 1.0, 0.0), (1.0, 0.0, 0.0)).wrench(R, np.array([0, 0, 0.2]))
    assert abs(printed @ S[:, 0]) > 0.9
    sound = RECIPES["cylindrical"][3].wrench(R, np.array([0, 0, 0.2]))
    assert sound @ S == pytest.approx(np.zeros(2), abs=1e-15)


def test_second_row_of_the_revolute_joint_does_not_turn_with_it() -> None:
    """(z, x) gives (0, −1, 0) at every angle; the printed (x, z) gives (sin θ, cos θ, 0)."""
    for angle in (0.0, 0.7, np.pi / 2):
        R = np.asarray(so3.rotation_z(angle), float)
        assert RECIPES["revolute"][4].wrench(R, np.zeros(3))[:3] == pytest.approx([0, -1, 0], abs=1e-15)
        printed = Angular((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)).wrench(R, np.zeros(3))[:3]
        assert printed == pytest.approx([np.sin(angle), np.cos(angle), 0], abs=1e-15)


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "cylindrical", "planar", "universal", "spherical", "fixed"])
def test_joints_put_together_from_primitives(kind: str) -> None:
    """A loop closed by couplings instead of by the joint: the same accelerations, the same force in the joint."""
    loop = random_loop(("universal", "planar", "spherical", kind), 5, cut=3)
    m = loop.mechanism
    e = Equations(m)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(6))
    expected = e("accelerations", x)[0]

    twin = m.edit()
    joint = twin.joints.pop(f"{kind}_3")
    for k, row in enumerate(RECIPES[kind]):
        if isinstance(row, Linear):
            twin.linear_closure(f"row_{k}", joint.parent, joint.child, row.u_n)
        else:
            assert isinstance(row, Angular)
            twin.angular_closure(f"row_{k}", joint.parent, joint.child, row.u_m, row.u_n)
    f = Equations(twin)
    y = np.concatenate([x[: e.n_q + e.n_v], np.zeros(f.model.s.numel())])
    assert f("accelerations", y)[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    s, own = f.signals(y), e.signals(x)
    force = [sum(s.get(f"row_{k}.force_{axis}", 0.0) for k in range(len(RECIPES[kind]))) for axis in "xyz"]
    assert force == pytest.approx([own[f"{kind}_3.force_on_child_{axis}"] for axis in "xyz"], rel=1e-7, abs=1e-7)
    moment = [sum(s.get(f"row_{k}.moment_{axis}", 0.0) for k in range(len(RECIPES[kind]))) for axis in "xyz"]
    if kind in ("revolute", "universal", "spherical", "fixed"):  # no lever: the frames meet in one point
        assert moment == pytest.approx([own[f"{kind}_3.moment_on_child_{axis}"] for axis in "xyz"], rel=1e-7, abs=1e-7)


def test_bad_directions() -> None:
    m = Mechanism("m", gravity=GRAVITY)
    m.body("a", mass=1.0)
    with pytest.raises(DescriptionError, match="direction of coupling 'tie'.*not zero"):
        m.linear_closure("tie", m.ground, "a", (0, 0, 0))
    with pytest.raises(DescriptionError, match="b_direction of coupling 'tie'"):
        m.angular_closure("tie", m.ground, "a", (0, 0, 1), (0, 0, 0))
