"""Machines written as MJCF and URDF and read again: the same accelerations to 1e-9."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import biela
from biela import files, library
from biela.app.export import export
from biela.files.mjcf_write import mjcf
from biela.files.urdf_write import urdf


def forest() -> biela.Mechanism:
    """Every type of joint, some with the inner body as their child, on frames that stand anyhow."""
    m = biela.Mechanism("forest", gravity=(0, 0, -9.81))
    rng = np.random.default_rng(1)

    def tensor():
        A = rng.normal(size=(3, 3))
        return 0.01 * A @ A.T + 0.2 * np.eye(3)

    def at(body, name):
        return body.frame(name, rng.normal(size=3) * 0.3, rng.normal(size=3))

    b = [m.body(f"b{k}", mass=1 + 0.3 * k, com=rng.normal(size=3) * 0.1, inertia=tensor()) for k in range(9)]
    m.revolute("j0", at(m.ground, "g0"), at(b[0], "x"))
    m.universal("j1", at(b[0], "y"), at(b[1], "x"))
    m.spherical("j2", at(b[2], "y"), at(b[1], "z"))
    m.prismatic("j3", at(b[3], "y"), at(b[2], "z"))
    m.cylindrical("j4", at(b[3], "w"), at(b[4], "z"))
    m.planar("j5", at(b[5], "y"), at(b[4], "w"))
    m.free("j6", at(m.ground, "g1"), at(b[6], "y"))
    m.helical("j7", at(b[6], "w"), at(b[7], "y"), 0.05)
    m.free("j8", at(b[7], "w"), at(b[8], "q"))
    m.friction("rub", "j0", viscous=0.3)
    m.gear("gear", "j0", "j7", 2.0, 0.1)
    return m


COORDINATES = {"j0": 0.3, "j1.angle_1": 0.2, "j1.angle_2": -0.4, "j3": 0.2, "j4.angle": 0.3, "j4.position": 0.1,
               "j5.x": 0.1, "j5.y": 0.2, "j5.angle": 0.4}  # fmt: skip
RATES = {"j0": 0.5, "j1.rate_1": 0.3, "j2.rate_x": 0.4, "j3": 0.2, "j5.x_rate": 0.2, "j6.rate_y": 0.7, "j8.velocity_x": 0.3,
         "j8.rate_z": 0.5}  # fmt: skip


def moving(bodies):
    return [f"{b}.{q}_{a}" for b in bodies if b != "ground" for q in ("velocity", "acceleration", "rate") for a in "xyz"]


def test_mjcf_keeps_the_dynamics_of_every_joint(tmp_path: Path) -> None:
    m = forest()
    m.joint_spring("coil", "j3", stiffness=3, rest=0.1, preload=0.2)
    m.spring("wire", m.bodies["b2"], m.bodies["b6"], stiffness=20, damping=0.5, free_length=0.4, preload=1.0)
    start = m.assemble(COORDINATES, rates=RATES)
    text, left = mjcf(m, start)
    (tmp_path / "f.xml").write_text(text)
    case = files.read(tmp_path / "f.xml")
    again = case.start()
    signals = moving(m.bodies)
    assert not left
    assert np.array(again.values(*signals)) == pytest.approx(np.array(start.values(*signals)), abs=1e-9)


def test_mjcf_keeps_rotors_and_servos(tmp_path: Path) -> None:
    m = forest()
    m.rotor("rotor", "j0", 0.4)
    m.rotor("second", "j4", 0.2, coordinate="angle")
    m.servo("one", "j3", gain=5, stiffness=5, damping=0.4, gear=2.0, force_lower=-3, force_upper=3)
    m.servo("pair", "j0", gain=4, damping=4, input_lower=-1, input_upper=1, also=[("j3", 0.5)])
    m.stop("end", "j3", -1.0, 1.0, stiffness=1e4)
    start = replace(m.assemble(COORDINATES, rates=RATES), u=np.array([0.3, 2.0]))
    text, left = mjcf(m, start)
    assert left == ["stop 'end' is written as a range, which MuJoCo makes soft in its own way."]
    (tmp_path / "f.xml").write_text(text)
    again = replace(files.read(tmp_path / "f.xml").start(), u=start.u)
    signals = moving(m.bodies)
    assert np.array(again.values(*signals)) == pytest.approx(np.array(start.values(*signals)), abs=1e-9)


def test_mjcf_keeps_loops_and_couplings(tmp_path: Path) -> None:
    ready = library.get("four-bar")
    m = ready.build().edit()
    free = m.body("wheel", mass=1, inertia=(0.1, 0.1, 0.2))
    m.revolute("spin", m.ground, free)
    m.cam("lift", "A", "spin", lambda x: 0.5 + x - 0.2 * x**3)
    ball = m.body("ball", mass=1, inertia=(0.1, 0.2, 0.3), position=(5, 0, 0))
    m.free("flight", m.ground, ball)
    m.rod("strut", m.ground.point("hook", (3, 1, 0)), ball.point("eye", (0.1, 0.2, 0.3)))
    start = m.assemble({"A": 1.0}, rates={"A": 2.0})
    text, left = mjcf(m, start)
    (tmp_path / "f.xml").write_text(text)
    again = files.read(tmp_path / "f.xml").start()
    signals = moving(m.bodies)
    assert np.array(again.values(*signals)) == pytest.approx(np.array(start.values(*signals)), abs=1e-9)
    assert all("no mass or inertia" in note for note in left)  # rods without thickness


def test_other_joints_close_loops_through_a_small_body(tmp_path: Path) -> None:
    m = biela.Mechanism("slider-crank", gravity=(0, -9.81, 0))
    crank, rod, block = (m.body(n, mass=k, com=c, inertia=(0.1, 0.1, 0.1)) for n, k, c in
                         (("crank", 1, (0.5, 0, 0)), ("rod", 2, (1, 0, 0)), ("block", 3, (0, 0, 0))))  # fmt: skip
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, rod, parent_point=(1, 0, 0))
    m.revolute("C", rod, block, parent_point=(2, 0, 0))
    m.prismatic("S", m.ground, block, axis=(1, 0, 0), cut=True)
    text, left = mjcf(m)
    (tmp_path / "s.xml").write_text(text)
    again = files.read(tmp_path / "s.xml").mechanism.assemble({"A": 0.7}, guess={"A": 0.7, "B": -1.2}, rates={"A": 2.0})
    start = m.assemble({"A": 0.7}, guess={"A": 0.7, "B": -1.2}, rates={"A": 2.0})
    assert again["A.acceleration"] == pytest.approx(start["A.acceleration"], rel=1e-7)
    assert "closes a loop through a body" in left[0]


def test_urdf_keeps_the_dynamics(tmp_path: Path) -> None:
    m = forest()
    text, left = urdf(m)
    (tmp_path / "f.urdf").write_text(text)
    again = files.read(tmp_path / "f.urdf").mechanism
    assert not left

    def place(own, names):
        q = {"j0": 0.3, "j3": 0.2, names["u1"]: 0.2, names["u2"]: -0.4, names["c"]: 0.3, names["p"]: 0.4}
        rate = names["u1"].replace("angle", "rate") if "." in names["u1"] else names["u1"]
        start = own.assemble(q, rates={"j0": 0.5, "j3": 0.2, rate: 0.6})
        rub = "rub.effort" if "rub" in own.loads else "j0_friction.effort"
        return np.array(start.values("j0.acceleration", "j3.acceleration", rub))

    ours = place(m, {"u1": "j1.angle_1", "u2": "j1.angle_2", "c": "j4.angle", "p": "j5.angle"})
    theirs = place(again, {"u1": "j1_angle_1", "u2": "j1_angle_2", "c": "j4_angle", "p": "j5_angle"})
    assert theirs == pytest.approx(ours, abs=1e-9)


@pytest.mark.parametrize("closing", ["C", "B"])
def test_urdf_keeps_loops(tmp_path: Path, closing: str) -> None:
    m = biela.Mechanism("bars")
    tensor = (0.1, 0.12, 0.08)
    parts = {
        "crank": (1, (0, 0, 0.5), (0, 0, 0)),
        "coupler": (2, (1, 0, 0.25), (0, 0, 1)),
        "rocker": (1.5, (0, 0, 0.75), (2, 0, 0)),
    }
    for name, (mass, com, position) in parts.items():
        m.body(name, mass=mass, com=com, inertia=tensor, position=position)
    ends = {"A": ("ground", "crank", (0, 0, 0)), "B": ("crank", "coupler", (0, 0, 1)), "D": ("ground", "rocker", (2, 0, 0)),
            "C": ("coupler", "rocker", (2, 0, 1.5))}  # fmt: skip
    for name, (a, b, point) in ends.items():
        m.revolute(name, a, b, point=point, axis=(0, 1, 0), cut=True if name == closing else None)
    text, left = urdf(m)
    (tmp_path / "f.urdf").write_text(text)
    again = files.read(tmp_path / "f.urdf").mechanism
    assert not left and f'<loop name="{closing}"' in text
    wanted = m.assemble(rates={"A": 2.0})["A.acceleration"]
    assert again.assemble(rates={"A": 2.0})["A.acceleration"] == pytest.approx(wanted, abs=1e-9)


def test_what_has_no_word_there_is_listed_and_export_writes_both(tmp_path: Path) -> None:
    m = biela.Mechanism("p")
    rod = m.body("rod", mass=1, com=(1, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, rod)
    m.bushing("b", m.ground, rod, stiffness=3.0)
    m.drive("A", lambda t: 2 * t)
    for write in (mjcf, urdf):
        left = write(m)[1]
        assert any("bushing 'b'" in note for note in left) and any("A_drive" in note for note in left)
    for target in (tmp_path / "bar.urdf", tmp_path / "bar.xml"):
        assert export("four-bar", target).path == target and files.read(target).mechanism.check().mobility.measured == 1  # type: ignore[union-attr]
