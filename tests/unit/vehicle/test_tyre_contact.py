"""One wheel on a road: power, symmetry, standstill, slopes."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.vehicle.road import Bump, FrictionPatch, HeightTable, Road, Slope
from biela.vehicle.tyre import ExponentialFriction, Tyre, add_tyre

CLIO = {"radius": 0.2666, "rolling_radius": 0.2626, "stiffness": 150e3}


def wheel(gravity=(0, 0, -9.81), **data) -> biela.Mechanism:
    m = biela.Mechanism("wheel", gravity=gravity)
    body = m.body("wheel", mass=200.0, inertia=(1.0, 1.95, 1.0))
    m.free("flight", m.ground, body)
    add_tyre(m, Tyre("tyre", body.origin, **CLIO | {"damping": 2000.0} | data))
    return m


def rolling(m, speed, z=0.2536, sideways=0.0, spin=None):
    start = m.assemble({"flight": (1, 0, 0, 0, 0, 0, z)})
    return start.with_rates({"flight": (0, speed / 0.2626 if spin is None else spin, 0, speed, sideways, 0)})


@pytest.fixture(scope="module")
def slipping():
    m = wheel()
    return m.simulate(rolling(m, 10.0, sideways=0.8, spin=60.0), 3.0, rtol=1e-9)


def test_no_energy_is_made_in_the_contact(slipping):
    run = slipping
    parts = [run[f"tyre.{kind}_power"] for kind in ("slip", "rolling", "damping")]
    assert run["tyre.power"] == pytest.approx(sum(parts), abs=1e-8)
    assert parts[1].max() <= 0
    assert parts[2].max() <= 1e-9
    lost = run["machine.work"]
    assert run["machine.energy"] - run["machine.energy"][0] == pytest.approx(lost, abs=2e-3)
    assert np.trapezoid(parts[0], run.t) < -300.0


def test_rolling_steadily_slip_is_the_usual_one():
    m = wheel()
    run = m.simulate(rolling(m, 10.0, spin=60.0), 3.0, rtol=1e-9)
    late = run.t > 1.0
    v, spin = run["wheel.velocity_x"], run["flight.rate_y"]
    usual = (spin * 0.2626 - v) / np.maximum(np.abs(spin * 0.2626), np.abs(v))
    assert run["tyre.slip"][late] == pytest.approx(usual[late], abs=2e-6)
    assert run["tyre.load"][-1] == pytest.approx(200 * 9.81, rel=1e-6)
    f = 0.013 + 6.5e-6 * v[-1] ** 2
    assert run["tyre.rolling_power"][-1] == pytest.approx(-f * 200 * 9.81 * 0.2626 * spin[-1], rel=1e-5)


def test_force_turns_the_wheel_with_the_rolling_radius():
    m = wheel(rolling_resistance=0.0, rolling_resistance_speed=0.0)
    state = rolling(m, 10.0, spin=60.0)
    run = m.simulate(state, 0.05, rtol=1e-10)
    force, torque = run["tyre.longitudinal_force"][-1], run["tyre.moment_y"][-1]
    assert abs(force) > 500
    assert torque == pytest.approx(-0.2626 * force, rel=1e-9)


def test_it_starts_stops_and_turns_round_smoothly():
    m = wheel()
    pushed = m.edit()
    pushed.wrench("push", "wheel", force=(lambda t: 600 * np.cos(2.0 * t), 0, 0), axes="ground")
    run = pushed.simulate(rolling(pushed, 0.0), 6.0, rtol=1e-8)
    v = run["wheel.velocity_x"]
    assert v.max() > 0.5
    assert v.min() < 0.1
    assert np.abs(np.diff(run["tyre.longitudinal_force"][3:])).max() < 0.3 * 2 * 0.013 * 200 * 9.81  # rolling
    # resistance turns round in several outputs, nothing jumps
    assert run["flight.rate_y"] * 0.2626 == pytest.approx(v, abs=0.02)


def test_a_locked_wheel_on_a_slope_stays():
    """Held by the patch as by a spring: 10 % slope, 60 s."""
    m = biela.Mechanism("parked", gravity=(0, 0, -9.81))
    carriage = m.body("carriage", mass=1.0, inertia=(1, 1, 1))
    body = m.body("wheel", mass=199.0, inertia=(1.0, 1.95, 1.0))
    m.prismatic("along", m.ground, carriage, axis=(1, 0, 0))
    m.prismatic("up", carriage, body, axis=(0, 0, 1))
    add_tyre(m, Tyre("tyre", body.origin, **CLIO, damping=4000.0, road=Road((Slope(0.1),))))
    start = m.assemble({"along": 0.0, "up": 0.2549})
    run = m.simulate(start, 60.0, method="rosenbrock", rtol=1e-6, output_step=0.5)
    settled = run.t > 5.0
    assert np.ptp(run["wheel.x"][settled]) < 1e-5
    assert np.abs(run["wheel.velocity_x"][-1]) < 1e-7


def sliding(speed, sideways=0.0, friction=1.0, **data):
    """A wheel that cannot turn, sliding over the road under a load of 200 kg."""
    m = biela.Mechanism("locked", gravity=(0, 0, -9.81))
    sledge, carriage = (m.body(name, mass=1.0, inertia=(1, 1, 1)) for name in ("sledge", "carriage"))
    body = m.body("wheel", mass=198.0, inertia=(1.0, 1.95, 1.0))
    m.prismatic("along", m.ground, sledge, axis=(1, 0, 0))
    m.prismatic("across", sledge, carriage, axis=(0, 1, 0))
    m.prismatic("up", carriage, body, axis=(0, 0, 1))
    add_tyre(m, Tyre("tyre", body.origin, damping=4000.0, road=Road(friction=friction), **CLIO | data))
    start = m.assemble({"along": 0.0, "across": 0.0, "up": 0.2666 - 200 * 9.81 / 150e3})
    return m, start.with_rates({"along": speed, "across": sideways})


@pytest.mark.parametrize("friction", [1.0, 0.1])
@pytest.mark.parametrize("speed", [2.0, 0.8, 0.3])
@pytest.mark.parametrize("combined", ["independent", "ellipse"])
def test_a_locked_wheel_that_slides_slowly_has_no_more_than_its_friction(friction, speed, combined):
    m, start = sliding(speed, 0.7 * speed, friction, combined=combined)
    run = m.simulate(start, 1.0, rtol=1e-8, output_step=2e-3)
    tyre, load = next(iter(m.loads.values())), run["tyre.load"]
    along, across = run["tyre.longitudinal_force"], run["tyre.lateral_force"]
    peaks = friction * tyre.longitudinal.peak(load), friction * tyre.lateral.peak(load)
    assert np.all(np.abs(along) <= peaks[0] * (1 + 1e-9))
    assert np.all(np.abs(across) <= peaks[1] * (1 + 1e-9))
    if combined == "ellipse":
        assert np.hypot(along / peaks[0], across / peaks[1]).max() <= 1 + 1e-6
    assert np.abs(along).max() > 0.5 * friction * 200 * 9.81  # it brakes
    slowing = np.gradient(run["wheel.velocity_x"], run.t)
    assert np.abs(slowing).max() <= friction * 1.0067 * 9.81 * 1.01


def test_without_friction_nothing_brakes():
    m, start = sliding(0.5, 0.2, friction=0.0)
    run = m.simulate(start, 2.0, rtol=1e-8)
    assert run["wheel.velocity_x"][-1] == pytest.approx(0.5, abs=1e-9)
    assert run["wheel.velocity_y"][-1] == pytest.approx(0.2, abs=1e-9)


def test_a_wheel_that_slid_to_a_stop_keeps_only_what_grip_can_hold():
    """Its patch was deflected by the whole relaxation length; standing, it holds four times peak / slope at most."""
    m, start = sliding(3.0)
    run = m.simulate(start, 2.0, rtol=1e-8, output_step=5e-3)
    law = next(iter(m.loads.values())).longitudinal
    most = 4.0 * law.peak(1.0) / law.stiffness(1.0)
    assert run["tyre.slip"].min() < -0.9
    x = run["wheel.x"]
    assert x.max() - x[-1] < 1.5 * most * 0.1  # springs back by that much, not by the relaxation length of 0.1 m
    assert abs(run["tyre.slip"][-1]) < 1e-6
    assert abs(run["wheel.velocity_x"][-1]) < 1e-6


def test_the_limited_damping_is_smooth():
    """C1 through the change of sense, and where the grip ends."""
    import casadi as ca

    from biela.vehicle.tyre.contact import _within

    d = ca.SX.sym("d")
    for force in (-900.0, 0.0, 350.0, 1000.0):
        total = _within(ca.SX(force), d, 1000.0)
        f = ca.Function("f", [d], [total, ca.jacobian(total, d)])
        x = np.linspace(-3000.0, 3000.0, 60_001)
        value, slope = (np.array(y).ravel() for y in f(x[None, :]))
        assert np.abs(value).max() <= 1000.0 + 1e-6
        assert np.all(slope >= 0)
        if abs(force) < 1000:
            assert np.abs(np.diff(slope)).max() < 2e-3
            assert slope[30_000] == pytest.approx(1.0)


def test_left_and_right_mirror():
    m = wheel()
    a = m.simulate(rolling(m, 8.0, sideways=0.5), 0.5, rtol=1e-10)
    b = m.simulate(rolling(m, 8.0, sideways=-0.5), 0.5, rtol=1e-10)
    assert b["wheel.y"] == pytest.approx(-a["wheel.y"], abs=1e-12)
    assert b["tyre.lateral_force"] == pytest.approx(-a["tyre.lateral_force"], abs=1e-8)


def test_combined_slip_stays_on_the_friction_ellipse():
    m = wheel(combined="ellipse")
    run = m.simulate(rolling(m, 10.0, sideways=3.0, spin=80.0), 0.4)
    tyre = next(iter(m.loads.values()))
    load = run["tyre.load"]
    size = np.hypot(
        run["tyre.longitudinal_force"] / tyre.longitudinal.peak(load), run["tyre.lateral_force"] / tyre.lateral.peak(load)
    )
    assert size[1:].max() <= 1.0 + 1e-3
    assert size.max() > 0.9


def test_road_shapes():
    x, y = np.linspace(-1, 6, 29), np.linspace(-1, 1, 29)
    assert Slope(0.1, 0.02).height(x, y) == pytest.approx(0.1 * x + 0.02 * y)
    bump = Bump(1.0, 2.0, 0.05)
    assert bump.height(np.array([0.9, 1.0, 2.0, 3.0, 3.1]), 0.0) == pytest.approx([0, 0, 0.05, 0, 0], abs=1e-12)
    assert Bump(1.0, 2.0, 0.05, "left").height(2.0, np.array([0.7, -0.7])) == pytest.approx([0.05, 0], abs=1e-9)
    table = HeightTable((0, 1, 3), [[0, 1], [2, 3], [4, 9]], (0, 2))
    assert table.height(np.array([0.5, 2.0, -5.0, 9.0]), np.array([1.0, 2.0, 0.0, 9.0])) == pytest.approx([1.5, 6, 0, 9])
    road = Road(patches=(FrictionPatch(0.2, x=(2.0, 4.0)),))
    assert road.friction_factor(np.array([0.0, 3.0, 6.0]), 0.0) == pytest.approx([1.0, 0.2, 1.0], abs=1e-6)


def test_a_bump_lifts_the_wheel_and_ice_takes_its_grip():
    m = wheel(road=Road((Bump(1.0, 1.0, 0.03),)))
    run = m.simulate(rolling(m, 5.0), 0.5)
    assert run["wheel.z"].max() > 0.2536 + 0.02
    assert run["tyre.load"].min() < 0.8 * 200 * 9.81
    icy = wheel(road=Road(friction=0.1))
    forces = icy.simulate(rolling(icy, 10.0, spin=60.0), 0.2)["tyre.longitudinal_force"]
    assert np.abs(forces).max() < 0.102 * 200 * 9.81 * 1.05


def test_energy_on_a_rough_road():
    """The rate of the stored energy is exact where the road is curved, too."""
    m = wheel(road=Road((Bump(0.5, 1.0, 0.02), Slope(0.03, 0.01))), damping=0.0, rolling_resistance=0.0)
    run = m.simulate(rolling(m, 3.0, z=0.26), 1.0, rtol=1e-10)
    stored = run["tyre.energy"]
    rate = np.gradient(stored, run.t)
    inside = slice(2, -2)
    work = run["tyre.power"] - (
        run["tyre.force_x"] * run["wheel.velocity_x"]
        + run["tyre.force_y"] * run["wheel.velocity_y"]
        + run["tyre.force_z"] * run["wheel.velocity_z"]
        + sum(run[f"tyre.moment_{k}"] * run[f"wheel.rate_{k}"] for k in "xyz")
    )
    assert work[inside] == pytest.approx(rate[inside], abs=0.02 * np.abs(rate).max())


def test_wrong_tyres_and_roads_are_refused():
    m = biela.Mechanism("wheel")
    body = m.body("wheel", mass=1.0, inertia=(1, 1, 1))
    with pytest.raises(DescriptionError, match="stiffness of tyre 'tyre'"):
        Tyre("tyre", body.origin, 0.27, 0.26, stiffness=-1.0)
    with pytest.raises(DescriptionError, match="a little smaller"):
        Tyre("tyre", body.origin, radius=0.2, rolling_radius=0.3, stiffness=1e5)
    with pytest.raises(DescriptionError, match="combined of tyre 'tyre' is 'independent' or 'ellipse'"):
        Tyre("tyre", body.origin, **CLIO, combined="magic")
    with pytest.raises(DescriptionError, match="is not a part of a road"):
        Road(("hill",))
    with pytest.raises(DescriptionError, match="x must increase"):
        HeightTable((0, 0), [1, 2])
    with pytest.raises(DescriptionError, match="the first must be smaller"):
        FrictionPatch(0.5, x=(2, 1))
    with pytest.raises(DescriptionError, match="side of a bump is 'both', 'left' or 'right'"):
        Bump(0, 1, 0.1, "middle")
    assert ExponentialFriction().force(0.0, 0.0, 100.0) == 0.0
