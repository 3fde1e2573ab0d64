"""Couplings against closed forms: rod, gears, rack and pinion, points on lines, planes, surfaces and curves."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism import Body
from biela.mechanism.mechanism import Mechanism

G = 9.81


def test_rod_makes_a_pendulum() -> None:
    """A point mass in a plane, held by a massless rod: same motion as a hinged one, same tension."""
    L, angle, rate = 1.3, 0.7, 1.1
    m = Mechanism("rod", gravity=(0, -G, 0))
    bob = m.body("bob", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.planar("plane", m.ground, bob)
    m.rod("rod", m.ground, bob, L)
    at = L * np.array([np.sin(angle), -np.cos(angle)])
    along = np.array([np.cos(angle), np.sin(angle)])
    s = m.assemble({"plane.x": at[0], "plane.y": at[1]}, rates={"plane.x_rate": L * rate * along[0], "plane.angle_rate": 0.0})
    assert s["plane.y_rate"] == pytest.approx(L * rate * along[1], abs=1e-12)
    assert s["rod.force"] == pytest.approx(2.0 * (G * np.cos(angle) + L * rate**2), rel=1e-12)
    acceleration = np.array([s["plane.x_acceleration"], s["plane.y_acceleration"]])
    assert acceleration @ along == pytest.approx(-G * np.sin(angle), rel=1e-12)
    assert acceleration @ at / L == pytest.approx(-L * rate**2, rel=1e-12)

    hinged = Mechanism("hinged", gravity=(0, -G, 0))
    hinged.revolute("pivot", hinged.ground, hinged.body("bob", mass=2.0, com=(0, -L, 0)))
    run = m.simulate(s, 3.0, output_step=0.5)
    other = hinged.simulate(hinged.assemble({"pivot": angle}, rates={"pivot": rate}), 3.0, output_step=0.5)
    assert run["plane.x"] == pytest.approx(L * np.sin(other["pivot.angle"]), abs=1e-6)
    assert run.closure_error < 1e-10


def test_rod_in_a_pushing_position_pushes() -> None:
    """Below the load the rod carries compression: `force` is its size, and the load stays up."""
    m = Mechanism("prop", gravity=(0, -G, 0))
    m.prismatic("slide", m.ground, m.body("load", mass=3.0), axis=(0, 1, 0))
    m.rod("prop", m.ground, "load", 1.0)
    s = m.assemble(guess={"slide": 0.9})
    assert s["slide.position"] == pytest.approx(1.0, abs=1e-12)
    assert s["slide.acceleration"] == pytest.approx(0.0, abs=1e-12)
    assert s["prop.force"] == pytest.approx(3 * G, rel=1e-12)


def disc(m: Mechanism, name: str, inertia: float) -> Body:
    return m.body(name, mass=1.0, inertia=(inertia, inertia, inertia))


@pytest.mark.parametrize("ratio", [-2.5, 0.4])
def test_gears_reflect_inertia(ratio: float) -> None:
    """θ₂ = r θ₁ + φ: a torque on wheel 1 turns I₁ + r² I₂; the tooth carries r I₂ θ̈₁."""
    m = Mechanism("gears", gravity=(0, 0, 0))
    m.revolute("one", m.ground, disc(m, "first", 0.3))
    m.revolute("two", m.ground, disc(m, "second", 0.2), parent_point=(1, 0, 0))
    m.gear("gear", "one", "two", ratio, offset=0.6)
    m.motor("motor", "one")
    s = m.assemble({"one": 1.5}, rates={"one": 0.7})
    assert s["two.angle"] == pytest.approx(1.5 * ratio + 0.6, abs=1e-12)
    assert s["two.rate"] == pytest.approx(0.7 * ratio, abs=1e-12)
    run = m.simulate(s, 0.5, inputs={"motor": 2.0}, output_step=0.1)
    expected = 2.0 / (0.3 + ratio**2 * 0.2)
    assert run["one.acceleration"] == pytest.approx(np.full(6, expected), rel=1e-10)
    assert run["two.effort"] == pytest.approx(np.full(6, 0.2 * ratio * expected), rel=1e-10)
    assert run["one.effort"] == pytest.approx(np.full(6, 2.0 - 0.2 * ratio**2 * expected), rel=1e-10)
    assert run["one.angle"] == pytest.approx(1.5 + 0.7 * run.t + expected * run.t**2 / 2, abs=1e-9)


def test_rack_and_pinion_lowers_a_load() -> None:
    """x = r θ: a rack of mass m that hangs on a pinion of inertia I falls with g / (1 + I / m r²)."""
    r, I, mass = 0.08, 0.02, 1.5  # noqa: E741
    m = Mechanism("rack", gravity=(0, 0, -G))
    m.revolute("pinion", m.ground, disc(m, "wheel", I), axis=(0, 1, 0))
    m.prismatic("rack", m.ground, m.body("bar", mass=mass), axis=(0, 0, 1))
    m.rack_and_pinion("teeth", "pinion", "rack", r)
    s = m.assemble({"pinion": 0.5})
    assert s["rack.position"] == pytest.approx(0.04, abs=1e-13)
    assert s["rack.acceleration"] == pytest.approx(-G / (1 + I / (mass * r**2)), rel=1e-12)
    assert s["pinion.acceleration"] == pytest.approx(s["rack.acceleration"] / r, rel=1e-12)


def test_differential_shares_torque() -> None:
    """2 θ_in = θ_left + θ_right: half of the torque on each side, whatever they do."""
    m = Mechanism("differential", gravity=(0, 0, 0))
    for k, (name, inertia) in enumerate((("input", 0.1), ("left", 0.4), ("right", 0.2))):
        m.revolute(name, m.ground, disc(m, f"{name}_wheel", inertia), parent_point=(k, 0, 0))
    m.coupling("differential", [("left", 1.0), ("right", 1.0), ("input", -2.0)])
    m.user_effort("torque", "input", lambda s: 3.0 + 0 * s.time)
    s = m.assemble()
    a, b = s["left.acceleration"], s["right.acceleration"]
    assert 0.4 * a == pytest.approx(0.2 * b, rel=1e-12)
    assert s["input.acceleration"] == pytest.approx((a + b) / 2, rel=1e-12)
    assert 3.0 - 0.1 * s["input.acceleration"] == pytest.approx(0.4 * a + 0.2 * b, rel=1e-12)


def flying(m: Mechanism, mass: float = 1.0) -> Body:
    body = m.body("bead", mass=mass, inertia=(0.02, 0.03, 0.04))
    m.free("flight", m.ground, body)
    return body


def test_bead_on_an_inclined_wire() -> None:
    """Point on line: slides with g sin α along it, and the wire carries m g cos α."""
    slope = 0.5
    m = Mechanism("wire", gravity=(0, -G, 0))
    bead = flying(m, 2.0)
    wire = m.ground.frame("wire", (0.1, 0.2, 0.3), biela.lie.so3.align([np.cos(slope), np.sin(slope), 0.0]))
    m.point_on_line("wire_tie", wire, bead)
    s = m.assemble(guess={"flight": [1, 0, 0, 0, 0.1, 0.2, 0.3]})
    a = np.array([s[f"bead.acceleration_{k}"] for k in "xyz"])
    assert a == pytest.approx(-G * np.sin(slope) * np.array([np.cos(slope), np.sin(slope), 0]), abs=1e-12)
    assert s["wire_tie.force"] == pytest.approx(2 * G * np.cos(slope), rel=1e-12)


def test_point_on_an_inclined_plane() -> None:
    """One row: free in the plane, spinning freely; the plane carries the normal part of the weight."""
    R = np.asarray(biela.lie.so3.from_roll_pitch_yaw([0.4, -0.3, 0.8]))
    m = Mechanism("plane", gravity=(0, 0, -G))
    bead = flying(m, 1.7)
    m.point_on_plane("floor", m.ground.frame("floor_frame", (0, 0, 0.5), R), bead)
    s = m.assemble(guess={"flight": [1, 0, 0, 0, 0.1, 0.2, 0.5]})
    normal, g = R[:, 2], np.array([0, 0, -G])
    a = np.array([s[f"bead.acceleration_{k}"] for k in "xyz"])
    assert a == pytest.approx(g - normal * (normal @ g), abs=1e-12)
    assert s["floor.force"] == pytest.approx(1.7 * abs(normal @ g), rel=1e-12)
    assert m.check().mobility.measured == 5


def test_point_on_a_sphere_is_a_spherical_pendulum() -> None:
    """A bead on a sphere of radius R against a point mass on a spherical joint: 2 s of motion."""
    R, start, rate = 0.9, 0.8, 2.0
    m = Mechanism("bowl", gravity=(0, 0, -G))
    bead = flying(m, 1.0)
    m.point_on_surface("bowl", m.ground, bead, lambda x, y, z: ca.sqrt(x * x + y * y + z * z) - R)
    at = R * np.array([np.sin(start), 0, -np.cos(start)])
    s = m.assemble(guess={"flight": [1, 0, 0, 0, *at]}, rates={"flight.velocity_y": rate})
    run = m.simulate(s, 2.0, output_step=0.25)
    other = Mechanism("pendulum", gravity=(0, 0, -G))
    other.spherical("ball", other.ground, other.body("bob", mass=1.0, com=tuple(at), inertia=(1e-9,) * 3))
    other.point_sensor("tip", other.bodies["bob"].point("centre", at))
    w = np.cross(at, (0, rate, 0)) / R**2
    twin = other.simulate(
        other.assemble(rates={f"ball.rate_{k}": value for k, value in zip("xyz", w, strict=True)}), 2.0, output_step=0.25
    )
    for k in "xyz":
        assert run[f"bead.{k}"] == pytest.approx(twin[f"tip.{k}"], abs=1e-6)
    turned = run["bead.x"] * run["bead.velocity_y"] - run["bead.y"] * run["bead.velocity_x"]
    assert turned == pytest.approx(np.full_like(turned, turned[0]), abs=1e-6)


def test_bead_on_a_parabola() -> None:
    """Point on curve z = a x², y = 0: (1 + 4a²x²) ẍ + 4a² x ẋ² + 2 a g x = 0."""
    a, x, v = 0.7, 0.6, 1.4
    m = Mechanism("parabola", gravity=(0, 0, -G))
    bead = flying(m)
    m.point_on_curve("curve", m.ground, bead, lambda x, y, z: y, lambda x, y, z: z - a * x * x)
    s = m.assemble(guess={"flight": [1, 0, 0, 0, x, 0, a * x * x]}, rates={"flight.velocity_x": v})
    assert s["bead.velocity_z"] == pytest.approx(2 * a * x * v, rel=1e-12)
    expected = -(4 * a**2 * x * v**2 + 2 * a * G * x) / (1 + 4 * a**2 * x**2)
    assert s["bead.acceleration_x"] == pytest.approx(expected, rel=1e-12)


def test_curves_may_move() -> None:
    """The curve is drawn on a turning arm: a bead on a rotating straight wire feels ω² r outwards."""
    m = Mechanism("arm", gravity=(0, 0, 0))
    arm = m.body("arm", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.revolute("turn", m.ground, arm)
    m.drive("turn", biela.polynomial(0.0, 3.0))
    bead = m.body("bead", mass=0.5, inertia=(0.01, 0.01, 0.01))
    m.planar("plane", m.ground, bead)
    m.point_on_line("wire", arm.frame("wire_frame", rotation=biela.lie.so3.align([1.0, 0.0, 0.0])), bead)
    s = m.assemble({"plane.x": 0.4}, rates={"plane.x_rate": 0.0, "plane.angle_rate": 0.0})
    run = m.simulate(s, 0.5, output_step=0.1)
    r = np.hypot(run["plane.x"], run["plane.y"])
    assert r == pytest.approx(0.4 * np.cosh(3.0 * run.t), rel=1e-7)
    rate = 0.4 * 3 * np.sinh(3 * run.t)
    assert run["turn_drive.effort"] == pytest.approx(r * 0.5 * 2 * rate * 3.0, abs=1e-6)  # Coriolis force at arm r


Z_SUN, Z_PLANET = 20, 20
Z_RING = Z_SUN + 2 * Z_PLANET
ARM = 0.2


def epicyclic(reversed_joints: bool = False, tilted: bool = False) -> Mechanism:
    """Sun and arm on the ground, a planet pinned to the arm, a ring that stands still or turns."""
    m = Mechanism("epicyclic", gravity=(0, 0, 0))
    axis = (0.3, -0.5, 0.8) if tilted else (0, 0, 1)
    out = np.cross(axis, (1, 0, 0)) if tilted else np.array([1.0, 0, 0])
    out = ARM * out / np.linalg.norm(out)
    bodies = {name: disc(m, name, inertia) for name, inertia in (("sun", 0.02), ("arm", 0.05), ("ring", 0.3))}
    bodies["planet"] = m.body("planet", mass=0.7, inertia=(0.01, 0.01, 0.01), position=tuple(out))
    for name, parent, child, point in (
        ("S", m.ground, bodies["sun"], (0, 0, 0)), ("C", m.ground, bodies["arm"], (0, 0, 0)),
        ("R", m.ground, bodies["ring"], (0, 0, 0)), ("P", bodies["arm"], bodies["planet"], tuple(out)),
    ):  # fmt: skip
        back = reversed_joints and name in "SP"
        ends, direction = ((child, parent), tuple(-np.array(axis))) if back else ((parent, child), axis)
        m.revolute(name, *ends, point=point, axis=direction)
    return m


def meshed(m: Mechanism) -> Mechanism:
    """Both meshes of the planet, as gears between wheels on the arm."""
    m.gear("sun_mesh", "S", "P", -Z_SUN / Z_PLANET, carrier="arm")
    m.gear("ring_mesh", "R", "P", Z_RING / Z_PLANET, carrier="arm")
    return m


@pytest.mark.parametrize("reversed_joints", [False, True])
@pytest.mark.parametrize("tilted", [False, True])
def test_a_planet_on_a_carrier_obeys_willis(reversed_joints: bool, tilted: bool) -> None:
    """(ω_s − ω_c) z_s = −(ω_p − ω_c) z_p and (ω_r − ω_c) z_r = (ω_p − ω_c) z_p, however the joints are drawn. A sun at 100 rad/s
    in a ring that stands still turns its carrier at 25 rad/s, not at the 33.3 of joint coordinates."""
    m = meshed(epicyclic(reversed_joints, tilted))
    s = m.assemble(rates={"S": 100.0, "R": 0.0})
    assert s["C.rate"] == pytest.approx(100.0 * Z_SUN / (Z_SUN + Z_RING), rel=1e-12)
    assert s["C.rate"] == pytest.approx(25.0, rel=1e-12)
    s = m.assemble(rates={"S": 7.0, "R": -3.0})
    carrier = (7.0 * Z_SUN - 3.0 * Z_RING) / (Z_SUN + Z_RING)
    assert s["C.rate"] == pytest.approx(carrier, rel=1e-12)
    assert s["P.rate"] == pytest.approx(-(7.0 - carrier) * Z_SUN / Z_PLANET, rel=1e-12)
    assert not [w for w in m.check().warnings if "gear" in w]


def test_a_planetary_set_is_its_meshes_without_the_planet() -> None:
    """One element against the two meshes of a planet of next to no mass: the same motion, torque and effort of the sun."""
    whole = epicyclic()
    whole.planetary("set", sun="sun", ring="ring", carrier="arm", ratio=Z_RING / Z_SUN)
    parts = meshed(epicyclic())
    for m in (whole, parts):
        object.__setattr__(m.bodies["planet"], "mass", 1e-9)
        object.__setattr__(m.bodies["planet"], "inertia", tuple(map(tuple, 1e-9 * np.eye(3))))
        m.motor("motor", "S")
        m.joint_spring("spring", "C", stiffness=2.0, damping=0.1)
        m.friction("drag", "R", viscous=0.3)
    whole.drive("P", 0.0)
    runs = [m.simulate(None, 2.0, inputs={"motor": 1.5}, output_step=0.1) for m in (whole, parts)]
    for name in ("S.angle", "R.angle", "C.angle"):
        assert runs[0][name] == pytest.approx(runs[1][name], abs=1e-6)
    for run in runs:
        assert run.energy_error < 1e-6 and run.closure_error < 1e-10


def test_torques_of_a_planetary_set_split_as_its_teeth() -> None:
    """Without inertia T_sun : T_ring : T_carrier = 1 : k : −(1 + k); inverse dynamics finds the torques that hold a load."""
    m = epicyclic()
    m.remove("P")
    m.fixed("P", "arm", "planet", point=(ARM, 0, 0))
    m.planetary("set", sun="sun", ring="ring", carrier="arm", ratio=Z_RING / Z_SUN)
    m.joint_spring("load", "C", preload=8.0)
    k = Z_RING / Z_SUN
    held = m.inverse_dynamics({"S": 0.0, "R": 0.0}, 0.1, samples=2)
    assert held["S_drive.effort"] == pytest.approx(8.0 / (1 + k), rel=1e-12)
    assert held["R_drive.effort"] == pytest.approx(8.0 * k / (1 + k), rel=1e-12)
    moved = m.inverse_dynamics({"S": biela.sine(0.5, period=1.0), "R": 0.2}, 1.0, samples=200)
    assert moved.energy_error < 1e-10


def test_wheels_and_carriers_that_no_angle_lies_between_are_refused() -> None:
    m = epicyclic()
    m.spherical("ball", "ring", m.body("loose", mass=1.0, inertia=(1, 1, 1)), point=(0, 0, 0))
    m.revolute("Q", "loose", m.body("wheel", mass=1.0, inertia=(1, 1, 1)), point=(0, 0, 0))
    with pytest.raises(biela.base.errors.DescriptionError, match="wheel on joint 'Q' and its carrier 'arm' are not connected"):
        m.gear("bad", "Q", "P", 2.0, carrier="arm")
    with pytest.raises(biela.base.errors.DescriptionError, match="sun 'wheel' and carrier 'arm' are not connected by joints"):
        m.planetary("set", sun="wheel", ring="ring", carrier="arm", ratio=3.0)
    with pytest.raises(biela.base.errors.DescriptionError, match="three bodies, not sun, sun, arm"):
        m.planetary("set", sun="sun", ring="sun", carrier="arm", ratio=3.0)


def test_a_bevel_differential_is_two_gears_on_its_carrier() -> None:
    """Side wheels along x on the ground, a planet across on the carrier: the carrier turns at the mean of both sides."""
    m = Mechanism("differential", gravity=(0, 0, 0))
    for name in ("left", "right", "cage"):
        m.revolute(name, m.ground, disc(m, f"{name}_body", 0.1), point=(0, 0, 0), axis=(1, 0, 0))
    m.revolute("spin", "cage_body", disc(m, "planet", 0.01), point=(0, 0, 0), axis=(0, 1, 0))
    m.gear("a", "left", "spin", 2.0, carrier="cage_body")
    m.gear("b", "right", "spin", -2.0, carrier="cage_body")
    s = m.assemble(rates={"left": 3.0, "right": 8.0})
    assert s["cage.rate"] == pytest.approx(5.5, rel=1e-12)
    assert s["spin.rate"] == pytest.approx(2.0 * (3.0 - 5.5), rel=1e-12)
