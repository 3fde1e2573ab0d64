"""Soil against a blade: closed forms, published tables, an independent balance of the wedge, and dissipation in every state."""

from __future__ import annotations

from typing import Any

import casadi
import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import biela
from biela.base.errors import DescriptionError
from biela.lie import so3
from biela.mechanism.load import Blade, FrameMotion
from biela.mechanism.load.blade import bearing_factors, factors, failure_cotangent

DEG = np.pi / 180
SOIL = {"density": 1700.0, "cohesion": 12e3, "friction_angle": 30 * DEG, "tool_friction": 20 * DEG}
ANGLES = [(90, 30, 0), (60, 30, 20), (30, 35, 23), (45, 20, 10), (110, 15, 12), (20, 40, 5)]


def blade(**changed: Any) -> Blade:
    m = biela.Mechanism("m")
    m.free("flight", m.ground, m.body("tool", mass=1.0, inertia=(1, 1, 1)))
    return m.blade("edge", "tool", **({"width": 1.5, **SOIL, "adhesion": 3e3, "surcharge": 2e3} | changed))


def moving(rake: float, depth: float, velocity: Any, heading: float = 0.0) -> FrameMotion:
    """Edge below a level surface; travels along x of a frame turned by `heading`."""
    a = rake * DEG
    x, z = np.array([np.cos(a), 0, -np.sin(a)]), np.array([np.sin(a), 0, np.cos(a)])
    H = np.array([[np.cos(heading), -np.sin(heading), 0], [np.sin(heading), np.cos(heading), 0], [0, 0, 1]])
    R = H @ np.column_stack([x, (0, 1, 0), z])
    return FrameMotion(R, np.array([0.3, -0.2, -depth]), np.zeros(3), H @ np.asarray(velocity, float))


def wedge(a: float, f: float, d: float, b: float, *, weight: float = 0.0, cohesion: float = 0.0, adhesion: float = 0.0,
          inertia: float = 0.0) -> float:  # fmt: skip
    """P per width at unit depth from the balance of a wedge, forces along and up: unknown P and R on the failure plane."""
    W = weight * (1 / np.tan(a) + 1 / np.tan(b))
    plane, face = np.array([np.cos(b), np.sin(b)]), np.array([-np.cos(a), np.sin(a)])
    known = np.array([0.0, -W]) - cohesion / np.sin(b) * plane - adhesion / np.sin(a) * face
    known -= inertia * np.sin(a) / np.sin(a + b) * plane  # soil is set in motion up the plane
    A = np.column_stack([[np.sin(a + d), np.cos(a + d)], [-np.sin(b + f), np.cos(b + f)]])
    return float(np.linalg.solve(A, -known)[0])


# ------------------------------------------------------------------------------------------------------ the N factors


def test_smooth_upright_wall_is_rankines() -> None:
    for phi in (10, 25, 40):
        K = np.tan((45 + phi / 2) * DEG) ** 2
        N = factors(90 * DEG, phi * DEG, 0.0)
        assert np.arctan2(1, failure_cotangent(90 * DEG, phi * DEG, 0.0)) == pytest.approx((45 - phi / 2) * DEG)
        assert 2 * N.weight == pytest.approx(K)
        assert pytest.approx(K) == N.surcharge
        assert pytest.approx(2 * np.sqrt(K)) == N.cohesion


def test_rough_upright_wall_is_coulombs() -> None:
    """K_p of Coulomb for φ = 30° as tables of foundation engineering print it (Das, *Principles of Foundation Engineering*)."""
    for delta, K in ((0, 3.000), (5, 3.506), (10, 4.143), (15, 4.977), (20, 6.105)):
        assert 2 * factors(90 * DEG, 30 * DEG, delta * DEG).weight == pytest.approx(K, abs=1.1e-3)


def test_bearing_capacity_as_tabulated() -> None:
    """N_c and N_q of Prandtl and Reissner, as printed by Vesić (1973)."""
    for phi, N_c, N_q in ((20, 14.83, 6.40), (25, 20.72, 10.66), (30, 30.14, 18.40), (35, 46.12, 33.30), (40, 75.31, 64.20)):
        assert bearing_factors(phi * DEG) == pytest.approx((N_c, N_q), abs=6e-3)


@pytest.mark.parametrize(("a", "f", "d"), ANGLES)
def test_failure_plane_is_the_weakest(a: float, f: float, d: float) -> None:
    a, f, d = a * DEG, f * DEG, d * DEG
    beta = np.arctan2(1, failure_cotangent(a, f, d))
    found = minimize_scalar(
        lambda b: wedge(a, f, d, b, weight=0.5), bounds=(0.02, np.pi - a - 0.02 if a > 1.6 else 1.5), method="bounded",
        options={"xatol": 1e-10},
    )  # fmt: skip
    assert beta == pytest.approx(found.x, abs=1e-6)
    assert factors(a, f, d).weight == pytest.approx(found.fun, rel=1e-12)


@pytest.mark.parametrize(("a", "f", "d"), ANGLES)
def test_factors_balance_the_wedge(a: float, f: float, d: float) -> None:
    a, f, d = a * DEG, f * DEG, d * DEG
    for b in (20 * DEG, 33 * DEG, 48 * DEG):
        N = factors(a, f, d, 1 / np.tan(b))
        assert N.weight == pytest.approx(wedge(a, f, d, b, weight=0.5))
        assert N.surcharge == pytest.approx(wedge(a, f, d, b, weight=1.0))
        assert N.cohesion == pytest.approx(wedge(a, f, d, b, cohesion=1.0))
        assert N.adhesion == pytest.approx(wedge(a, f, d, b, adhesion=1.0))
        assert N.inertia == pytest.approx(wedge(a, f, d, b, inertia=1.0))


# ----------------------------------------------------------------------------------------------------------- the blade


@pytest.mark.parametrize("rake", [35.0, 60.0, 90.0])
@pytest.mark.parametrize("heading", [0.0, 2.0])
def test_cutting_forward_is_the_fundamental_equation(rake: float, heading: float) -> None:
    """H against the motion and V down on the blade, from the wedge; the edge adds its own along the blade."""
    law, d, v, w = blade(), 0.25, 0.6, 1.5
    a, f, delta, c_a = rake * DEG, 30 * DEG, 20 * DEG, 3e3
    b = np.arctan2(1, failure_cotangent(a, f, delta))
    P = w * d * wedge(
        a, f, delta, b, weight=0.5 * 1700 * 9.81 * d + 2e3, cohesion=12e3, adhesion=c_a, inertia=1700 * v**2
    )  # fmt: skip
    H, V = P * np.sin(a + delta) + c_a * d * w / np.tan(a), P * np.cos(a + delta) - c_a * d * w
    N_c, N_q = bearing_factors(f)
    Q = (12e3 * N_c + (1700 * 9.81 * d + 2e3) * N_q) * 0.02 * w * (np.cos(a) > 1e-9)  # upright, the edge does not enter
    hand = np.array([-H - Q * np.cos(a), 0.0, -V + Q * np.sin(a)])
    action = law.act(moving(rake, d, (v, 0, 0), heading), None)
    assert np.asarray(so3.exp([0, 0, -heading])) @ action.force == pytest.approx(hand, abs=1e-6 * np.linalg.norm(hand))
    assert action.outputs["swept_rate"] == pytest.approx(w * d * v)
    assert action.outputs["rake"] == pytest.approx(a)
    assert action.outputs["failure_angle"] == pytest.approx(b)


def test_nothing_above_ground_backwards_or_at_rest() -> None:
    law = blade()
    for motion in (moving(50, -0.01, (1, 0, 0)), moving(50, 0.3, (0, 0, 0)), moving(50, 0.3, (-1, 0, 0.5))):
        assert np.abs(law.act(motion, None).force).max() == 0.0
    for rake, least, most in ((-1, 1e4, 1e5), (-40, 0.0, 0.0)):  # the edge points up: it cuts nothing, then breaks out
        up = law.act(moving(rake, 0.3, (1, 0, 0)), None).outputs
        assert up["swept_rate"] == 0.0 and up["cutting_force"] < 1e-2 and least <= up["edge_force"] <= most


def test_power_is_never_positive() -> None:
    """Any place, attitude and velocity, any soil."""
    rng = np.random.default_rng(3)
    powers, forces = [], []
    for _ in range(60):
        soil = {"cohesion": rng.uniform(0, 60e3), "adhesion": rng.uniform(0, 40e3), "surcharge": rng.uniform(0, 10e3),
                "friction_angle": rng.uniform(0.05, 0.8), "tool_friction": rng.uniform(0, 0.6)}  # fmt: skip
        law = blade(**soil)
        for _ in range(30):
            R = np.asarray(so3.exp(rng.normal(size=3) * 2), float)
            v = rng.normal(size=3) * 10 ** rng.uniform(-4, 1)
            force = law.act(FrameMotion(R, np.array([0, 0, rng.uniform(-0.6, 0.1)]), np.zeros(3), v), None).force
            powers.append(force @ v)
            forces.append(np.linalg.norm(force))
    assert max(powers) <= 0.0
    assert min(powers) < -1e5 and np.mean(np.array(forces) > 1e3) > 0.2  # it does act


@pytest.mark.parametrize("what", ["depth", "speed", "rake"])
def test_force_and_its_slope_are_continuous(what: str) -> None:
    law = blade()
    path = {
        "depth": lambda u: moving(50, 0.06 * u, (0.5, 0, -0.1)),
        "speed": lambda u: moving(50, 0.3, (0.05 * u, 0, -0.02 * u)),
        "rake": lambda u: moving(60 + 110 * u, 0.3, (0.5, 0, -0.3)),
    }[what]
    R, position, velocity = casadi.SX.sym("R", 3, 3), casadi.SX.sym("r", 3), casadi.SX.sym("v", 3)
    force = law.act(FrameMotion(R, position, casadi.SX(3, 1), velocity), None).force
    evaluate = casadi.Function("force", [R, position, velocity], [force])  # all places in one call
    u = np.linspace(-1, 1, 8001)
    motions = [path(x) for x in u]
    places = [np.hstack([np.reshape(at, (3, -1)) for at in which]) for which in zip(
        *((m.rotation, m.position, m.velocity) for m in motions), strict=True
    )]  # fmt: skip
    fine = np.array(evaluate(*places)).T
    assert fine[6001] == pytest.approx(law.act(motions[6001], None).force, rel=1e-12)
    assert np.abs(fine).max() > 1e4
    kinks = []
    for step in (2, 1):
        slope = np.diff(fine[::step], axis=0) / np.diff(u[::step])[:, None]
        kinks.append(np.abs(np.diff(slope, axis=0)).max())
    assert kinks[1] < 0.62 * kinks[0]  # jumps of the slope shrink with the step: there are none


def test_sloped_surface_turns_with_the_scene() -> None:
    m = biela.Mechanism("m")
    m.free("flight", m.ground, m.body("tool", mass=1.0, inertia=(1, 1, 1)))
    T = np.asarray(so3.exp([0.3, -0.2, 0.5]), float)
    data = {"width": 1.5, **SOIL}
    level = m.blade("level", "tool", **data)
    tilted = m.blade("tilted", "tool", **data, surface=m.ground.frame("bank", (1, 2, 3), T))
    motion = moving(40, 0.3, (0.7, 0.1, -0.1))
    turned = FrameMotion(T @ motion.rotation, T @ motion.position + [1, 2, 3], motion.angular_velocity, T @ motion.velocity)
    assert tilted.act(turned, None).force == pytest.approx(T @ level.act(motion, None).force, rel=1e-9)


def test_dragged_through_soil_the_drive_does_the_work() -> None:
    """A blade on a rail at constant speed: what the drive gives is what the soil takes, and parameters stay free."""
    m = biela.Mechanism("sled")
    c = m.parameter("cohesion", 12e3, "Pa")
    sled = m.body("sled", mass=200.0)
    m.prismatic("rail", m.ground, sled, axis=(1, 0, 0))
    a = 50 * DEG
    edge = sled.frame("edge", (0, 0, -0.2), ((np.cos(a), 0, np.sin(a)), (0, 1, 0), (-np.sin(a), 0, np.cos(a))))
    m.blade("blade", edge, width=0.8, **(SOIL | {"cohesion": c}))
    m.drive("rail", biela.polynomial(0.0, 0.4))
    run = m.simulate(m.assemble(), 2.0)
    assert run["rail_drive.effort"] == pytest.approx(-run["blade.force_x"], rel=1e-9)
    assert run["blade.power"] == pytest.approx(0.4 * run["blade.force_x"], rel=1e-9)
    assert run["blade.power"].max() < -1e3
    assert run["machine.work"][-1] == pytest.approx(0.0, abs=1e-6 * abs(2.0 * run["blade.power"][0]))
    N = factors(a, 30 * DEG, 20 * DEG)
    more = m.simulate(m.assemble(parameters={"cohesion": 20e3}), 0.1, parameters={"cohesion": 20e3})
    grown = more["blade.cutting_force"][0] - run["blade.cutting_force"][0]
    assert grown == pytest.approx(8e3 * 0.2 * 0.8 * N.cohesion, rel=1e-6)


def test_bad_soil_is_refused_by_name() -> None:
    for wrong, message in (
        ({"friction_angle": 30.0}, "friction_angle of blade 'edge' is 30 rad: soils have less than 60°"),
        ({"friction_angle": 0.0}, "friction_angle of blade 'edge' is 0: it must be above zero"),
        ({"cohesion": -1.0}, "cohesion of blade 'edge' is -1: it must not be negative"),
        ({"surface": "tool"}, "surface of blade 'edge' is on body 'tool': it must be on the ground"),
    ):
        with pytest.raises(DescriptionError, match=message):
            blade(**wrong)
