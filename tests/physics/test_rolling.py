"""Wheels that roll and blades that skate: non-holonomic machines whose motion is known in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson, solve_ivp

from biela import Mechanism
from biela.base.errors import DescriptionError
from biela.state.state import State

G = 9.81


def sleigh(mass: float = 2.0, inertia: float = 0.5, a: float = 0.3) -> Mechanism:
    """Chaplygin's sleigh: a plate on a plane with a blade at the distance a behind its mass centre."""
    m = Mechanism("sleigh", gravity=(0, 0, 0))
    plate = m.body("plate", mass=mass, com=(a, 0, 0), inertia=(inertia, inertia, inertia))
    m.planar("slide", m.ground, plate, axis=(0, 0, 1))
    m.skate("blade", m.ground, plate)
    return m


def test_chaplygin_sleigh() -> None:
    """v̇ = a ω²,  (I + m a²) ω̇ = −m a v ω (Bloch 2003, §1.7): the turning dies out and the sleigh runs straight."""
    mass, inertia, a = 2.0, 0.5, 0.3
    m = sleigh(mass, inertia, a)
    start = m.assemble({"slide": (0.0, 0.0, 0.0)}, rates={"slide": (0.4, 0.0, 2.0)})
    run = m.simulate(start, 6.0, rtol=1e-10, atol=1e-12)
    turn = run["slide.angle_rate"]

    def reduced(t: float, y: np.ndarray) -> list[float]:
        v, w, phi, _, _ = y
        return [a * w**2, -mass * a * v * w / (inertia + mass * a**2), w, v * np.cos(phi), v * np.sin(phi)]

    exact = solve_ivp(reduced, (0, 6), [0.4, 2.0, 0.0, 0.0, 0.0], "DOP853", run.t, rtol=1e-12, atol=1e-12).y
    assert run["slide.angle"] == pytest.approx(exact[2], abs=1e-7)
    assert run["plate.x"] == pytest.approx(exact[3], abs=1e-7)
    assert run["plate.y"] == pytest.approx(exact[4], abs=1e-7)
    assert abs(turn[-1]) < 0.01 * abs(turn[0])  # it has stopped turning
    assert run.energy_error < 1e-9  # the blade does no work
    # the force of the blade turns the plate: m (v ω + a ω̇) across
    v, w = exact[0], exact[1]
    across = mass * (v * w - a * mass * a * v * w / (inertia + mass * a**2))
    assert run["blade.force_y"] == pytest.approx(across, abs=1e-6)


def disc(mass: float = 1.5, r: float = 0.25) -> Mechanism:
    """A thin disc on a plane, its axis along its own y."""
    m = Mechanism("disc", gravity=(0, 0, -G))
    body = m.body("disc", mass=mass, inertia=(mass * r**2 / 4, mass * r**2 / 2, mass * r**2 / 4))
    m.free("float", m.ground, body)
    m.rolling("rim", m.ground, body, r)
    return m


def placed(m: Mechanism, lean: float, omega: tuple[float, float, float] = (0.0, 0.0, 0.0), r: float = 0.25) -> State:
    """The disc leaning by an angle about its way, with an angular velocity in its own axes; the point of contact stands still."""
    q = (np.cos(lean / 2), np.sin(lean / 2), 0.0, 0.0)
    linear = -np.cross(omega, (0.0, 0.0, -r))
    return m.assemble({"float": (*q, 0.0, 0.0, r * np.cos(lean))}, rates={"float": (*omega, *linear)})


def test_straight_rolling_and_a_push() -> None:
    """A disc that rolls upright carries half as much inertia again: x = F t²/(3/2 m)/2, and the rim holds F/3 back."""
    mass, r, push = 1.5, 0.25, 2.0
    m = disc(mass, r).edit()
    m.wrench("push", "disc", force=(push, 0, 0), axes="ground")
    run = m.simulate(placed(m, 0.0), 2.0, rtol=1e-10, atol=1e-12)
    assert run["disc.x"] == pytest.approx(0.5 * push / (1.5 * mass) * run.t**2, abs=1e-8)
    assert np.abs(run["disc.y"]).max() < 1e-9
    assert run["machine.closure_error"].max() < 1e-9


def test_a_coin_runs_in_circles() -> None:
    """Steady turning at the rate Ω of a disc that leans by θ: its centre accelerates by r ω₂ Ω, ω₂ its rate about the axis; with
    I_a = m r²/2, I_t = m r²/4 the moments about the centre give

        (3/2) ω₂ Ω cos θ + (g/r) sin θ = (1/4) Ω² sin θ cos θ
    """
    r, lean, turn = 0.25, 0.3, 1.7
    about_axis = (0.25 * turn**2 * np.sin(lean) * np.cos(lean) - G / r * np.sin(lean)) / (1.5 * turn * np.cos(lean))
    m = disc(r=r)
    run = m.simulate(placed(m, lean, (0.0, about_axis, turn * np.cos(lean)), r), 5.0, rtol=1e-11, atol=1e-13)
    assert np.ptp(run["disc.z"]) < 1e-7  # the lean stays as it is
    x, y = run["disc.x"], run["disc.y"]
    cx, cy = np.linalg.lstsq(np.c_[2 * x, 2 * y, np.ones_like(x)], x**2 + y**2, rcond=None)[0][:2]
    assert np.hypot(x - cx, y - cy) == pytest.approx(abs(r * about_axis) / turn, rel=1e-6)
    assert run.energy_error < 1e-8


def test_a_wobbling_disc_keeps_its_energy_and_its_grip() -> None:
    m = disc()
    run = m.simulate(placed(m, 0.4, (0.5, 0.0, 3.0)), 3.0, rtol=1e-10, atol=1e-12)
    assert run.energy_error < 1e-7
    assert run["machine.closure_error"].max() < 1e-9
    assert np.ptp(run["disc.x"]) > 0.05


def cart(track: float = 0.8, r: float = 0.2) -> Mechanism:
    """Two driven wheels on one axle, a body that a plane joint keeps level."""
    m = Mechanism("cart", gravity=(0, 0, -G))
    base = m.body("base", mass=20.0, com=(0.1, 0, 0), inertia=(1.0, 1.0, 1.5), position=(0, 0, r))
    m.planar("floor", m.ground, base, parent_point=(0, 0, r), axis=(0, 0, 1))
    for side, y in (("left", track / 2), ("right", -track / 2)):
        wheel = m.body(f"{side}_wheel", mass=2.0, inertia=(0.02, 0.04, 0.02), position=(0, y, r))
        m.revolute(f"{side}_axle", base, wheel, parent_point=(0, y, 0), child_point=(0, 0, 0), axis=(0, 1, 0))
        m.rolling(f"{side}_rim", m.ground, wheel, r, supported=False)
        m.motor(f"{side}_motor", f"{side}_axle")
    return m


def test_cart_goes_where_its_wheels_turn() -> None:
    """Speed r (φ̇_l + φ̇_r)/2 along, turn r (φ̇_r − φ̇_l)/b: the odometry of every robot, whatever the torques."""
    track, r = 0.8, 0.2
    m = cart(track, r)
    run = m.simulate(m.assemble(), 4.0, inputs={"left_motor": 0.5, "right_motor": 0.8}, rtol=1e-10, atol=1e-12)
    left, right, angle = run["left_axle.rate"], run["right_axle.rate"], run["floor.angle"]
    speed = r * (left + right) / 2
    assert run["floor.angle_rate"] == pytest.approx(r * (right - left) / track, abs=1e-9)
    for name, way in (("base.x", np.cos(angle)), ("base.y", np.sin(angle))):
        assert run[name] == pytest.approx(cumulative_simpson(speed * way, x=run.t, initial=0.0), abs=1e-7)
    assert run["base.x"][-1] > 1.0
    assert run["machine.energy"][-1] - run["machine.energy"][0] == pytest.approx(run["machine.work"][-1], rel=1e-8)


def test_check_counts_ways_and_places() -> None:
    report = cart().check()
    assert report.mobility is not None
    assert (report.mobility.measured, report.mobility.rolling) == (2, 3)
    assert "degrees of freedom with rolling: 2 of velocity, 5 of position" in str(report)


def test_a_wheel_that_would_lift_off_is_noted() -> None:
    """A disc that is lifted with a force P keeps N = m g − P: below zero it is the plane that pulls, and check says that it can."""
    mass, r = 1.5, 0.25
    m = disc(mass, r).edit()
    m.wrench("lift", "disc", force=(0, 0, lambda t: 2.0 * mass * G * t), axes="ground")
    assert "rolling 'rim' holds both ways" in str(m.check())
    with pytest.warns(UserWarning, match="normal force of 'rim' turns negative at t = 0.5 s"):
        run = m.simulate(placed(m, 0.0), 0.8)
    assert run["rim.normal_force"] == pytest.approx(mass * G * (1 - 2 * run.t), abs=1e-8)
    assert any("lift off" in note for note in run.notes)
    still = disc(mass, r)
    assert not still.simulate(placed(still, 0.0), 0.1).notes


def test_any_place_can_be_assembled() -> None:
    """Rolling constrains velocities: position and heading are free to choose, and the speeds then fit."""
    m = cart()
    state = m.assemble(
        {"floor": (3.0, -2.0, 1.1), "left_axle": 0.3, "right_axle": -0.7}, rates={"left_axle": 2.0, "right_axle": 1.0}
    )
    assert state["base.x"] == pytest.approx(3.0) and state["base.y"] == pytest.approx(-2.0)
    along = 0.2 * 1.5 * np.array([np.cos(1.1), np.sin(1.1)])
    assert state.v[:2] == pytest.approx(along, abs=1e-9)


def test_linearised_sleigh_has_more_places_than_speeds() -> None:
    m = sleigh()
    model = m.linearise(m.assemble({"slide": (0.0, 0.0, 0.0)}, rates={"slide": (1.0, 0.0, 0.0)}))
    assert model.A.shape == (5, 5)  # three coordinates, two rates
    # running straight ahead at v: turning decays with m a v/(I + m a²), the rest is free
    decay = 2.0 * 0.3 * 1.0 / (0.5 + 2.0 * 0.09)
    assert sorted(model.eigenvalues.real) == pytest.approx([-decay, 0, 0, 0, 0], abs=1e-9)


@pytest.mark.parametrize("formulation", ["projected", "independent", "baumgarte"])
def test_formulations_agree(formulation: str) -> None:
    m = disc()
    runs = [
        m.simulate(placed(m, 0.4, (0.5, 0.0, 3.0)), 1.0, rtol=1e-10, atol=1e-12, formulation=f) for f in ("projected", formulation)
    ]
    for name in ("disc.x", "disc.y", "disc.z"):
        assert runs[1][name] == pytest.approx(runs[0][name], abs=1e-6)


def test_filters_and_trajectories_say_no() -> None:
    m = cart()
    with pytest.raises(DescriptionError, match="'left_rim', 'right_rim' roll: where they have come to depends on the way"):
        m.inverse_dynamics({"left_axle": lambda t: t, "right_axle": lambda t: t}, 1.0)


def test_bad_input() -> None:
    m = cart()
    other = m.edit()
    cases = (
        ({"radius": -1.0}, "radius of rolling 'w'"),
        ({"radius": 1.0, "grip": "some"}, "grip is"),
        ({"radius": 1.0, "axis": (0, 0, 0)}, "axis of rolling"),
    )
    for options, message in cases:
        with pytest.raises(DescriptionError, match=message):
            other.rolling("w", "ground", "base", **options)
