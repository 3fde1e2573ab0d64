"""Slips of a new user that give a wrong number: `check` and `run` name each of them, in text and in JSON alike."""

from __future__ import annotations

import json
from math import acos, degrees, pi
from pathlib import Path
from typing import Any

import pytest

from command_line import Called, biela_command

SLIDER_CRANK = """
biela: 1
name: slider-crank
gravity: [0, -9.81 m/s^2, 0]
bodies:
  crank: {mass: 1 kg, com: [0.1, 0, 0], inertia: {rod: {length: 0.2}}}
  rod: {mass: 1 kg, com: [0.3, 0, 0], inertia: {rod: {length: 0.6}}}
  piston: {mass: 2 kg}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: rod, parent_point: [0.2, 0, 0]}
  C: {type: revolute, parent: rod, child: piston, parent_point: [0.6, 0, 0]}
  D: {type: prismatic, parent: ground, child: piston, axis: x}
drives:
  turn: {joint: A, motion: 1 rad/s * t}
start:
  guess: {D: 0.8}
simulation: {duration: 0.1}
"""


def call(tmp_path: Path, text: str, verb: str, *more: Any) -> Called:
    """`biela VERB machine.yaml …` on a machine file with this text."""
    file = tmp_path / "machine.yaml"
    file.write_text(text, encoding="utf-8")
    out = ("--out", tmp_path / "out") if verb in ("run", "inverse") else ()
    return biela_command(verb, file, *more, *out)


def checked(tmp_path: Path, text: str) -> dict[str, Any]:
    """`biela check machine.yaml --json`."""
    found: dict[str, Any] = json.loads(call(tmp_path, text, "check", "--json").stdout)
    return found


def test_json_counts_driven_degrees_of_freedom_as_the_text_does(tmp_path: Path) -> None:
    found = checked(tmp_path, SLIDER_CRANK)
    assert "mobility 1, 1 driven (Grübler's count gives -2" in call(tmp_path, SLIDER_CRANK, "check").stdout
    assert (found["mobility"], found["driven"], found["counted_mobility"]) == (1, 1, -2)


SCREW = """
biela: 1
name: press
gravity: [0, 0, 0]
parameters: {pitch: 5 mm}
bodies:
  spindle: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  S: {type: helical, parent: ground, child: spindle, axis: z, lead: LEAD}
loads:
  load: {type: wrench, at: spindle, force: [0, 0, -490.5 N]}
simulation: {duration: 0.01}
"""


@pytest.mark.parametrize("lead", ["5 mm", "pitch", "2*pitch - 5 mm", "0.005 m"])
def test_a_lead_that_does_not_name_its_angle_is_refused(tmp_path: Path, lead: str) -> None:
    for verb in ("check", "run"):
        refused = call(tmp_path, SCREW.replace("LEAD", lead), verb)
        assert refused.exit_code == 3
        assert "does not say per which angle: write it per turn, such as 5 mm/rev" in refused.stderr


@pytest.mark.parametrize("lead", ["5 mm/rev", "pitch/(1 rev)", "pitch/(2*pi)", "0.7957747155 mm/rad", "7.957747155e-4"])
def test_the_effort_of_a_screw_is_that_of_its_lead(tmp_path: Path, lead: str) -> None:
    """490.5 N on a screw of 5 mm per turn take F p / 2π = 0.3903 N·m, and `check` says the advance per turn."""
    text = SCREW.replace("LEAD", lead)
    found = call(tmp_path, text, "inverse", "--motion", "S=0", "--json")
    assert json.loads(found.stdout)["efforts"]["S_drive"]["largest"] == pytest.approx(490.5 * 5e-3 / (2 * pi), rel=1e-8)
    assert "screw 'S' advances 5 mm per turn (0.7958 mm per radian)" in checked(tmp_path, text)["notes"]


def warned(tmp_path: Path, text: str, *phrases: str) -> None:
    """`check` and `run` warn of it, in text and in JSON."""
    assert any(all(p in w for p in phrases) for w in checked(tmp_path, text)["warnings"])
    said = call(tmp_path, text, "check").stdout
    assert any("warning: " in line and all(p in line for p in phrases) for line in said.splitlines())
    ran = call(tmp_path, text, "run", "--json")
    assert any(all(p in w for p in phrases) for w in json.loads(ran.stdout)["warnings"])
    assert any(line.startswith("note: ") and all(p in line for p in phrases) for line in ran.stderr.splitlines())


PENDULUM = """
biela: 1
name: pendulum
bodies:
  rod: {mass: 1 kg, com: [0, -0.5 m, 0], inertia: [0.1, 0.1, 0.1]}
joints:
  A: {type: revolute, parent: ground, child: rod, axis: AXIS}
simulation: {duration: 0.01}
"""


@pytest.mark.parametrize("text", [PENDULUM.replace("AXIS", "z"), SLIDER_CRANK.replace("gravity: [0, -9.81 m/s^2, 0]", "")])
def test_gravity_across_the_plane_of_motion_is_named_where_nobody_gave_it(tmp_path: Path, text: str) -> None:
    warned(
        tmp_path, text, "at right angles to the plane in which everything moves: no joint feels it",
        "give [0, -9.81, 0] m/s² if the machine stands upright, or [0, 0, -9.81] m/s² if it lies flat",
    )  # fmt: skip
    assert "gravity (0, 0, -9.81) m/s²" in checked(tmp_path, text)["assumed"]


@pytest.mark.parametrize("verb", ["modes", "equilibrium"])
def test_modes_of_0_hertz_say_that_gravity_is_across_the_plane(tmp_path: Path, verb: str) -> None:
    said = "at right angles to the plane in which everything moves"
    called = call(tmp_path, PENDULUM.replace("AXIS", "z"), verb, "--json")
    assert said in called.stderr and said in json.loads(called.stdout)["warnings"][0]


def test_a_study_repeats_the_warnings_of_its_machine(tmp_path: Path) -> None:
    pytest.importorskip("zarr")
    study = "--vary", "simulation.rtol=1e-6, 1e-7", "--measure", "max(A.rate)", "--out", tmp_path / "out", "--json"
    called = call(tmp_path, PENDULUM.replace("AXIS", "z"), "sweep", *study)
    said = "at right angles to the plane in which everything moves"
    assert said in called.stderr and said in json.loads(called.stdout)["warnings"][0]


def test_what_a_robot_file_loses_is_in_json_and_in_the_page(tmp_path: Path) -> None:
    robot = tmp_path / "robot.sdf"
    robot.write_text(
        '<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>1</mass></inertial><velocity_decay/></link>'
        '<joint name="J" type="prismatic"><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint></model></sdf>'
    )
    lost = "not imported: <velocity_decay> of link 'a'."
    for verb, *more in (("check",), ("modes",), ("run", "--duration", "0.1", "--out", tmp_path / "out")):
        assert lost in json.loads(biela_command(verb, robot, "--json", *more).stdout)["file_notes"]
    assert "velocity_decay" in (tmp_path / "out" / "report.html").read_text("utf-8")


def test_gravity_that_acts_or_was_given_is_no_trap(tmp_path: Path) -> None:
    upright, flat = PENDULUM.replace("AXIS", "x"), PENDULUM.replace("AXIS", "z") + "gravity: [0, 0, -9.81 m/s^2]\n"
    for text in (upright, flat, SLIDER_CRANK):
        assert not any("gravity" in w for w in checked(tmp_path, text)["warnings"])
    assert any("no joint feels it" in note for note in checked(tmp_path, flat)["notes"])
    track = PENDULUM.replace("revolute", "prismatic").replace("AXIS", "x")  # level, as in most books
    assert not checked(tmp_path, track)["warnings"]


ASSUMING = """
biela: 1
name: lift
gravity: [0, 0, -9.81 m/s^2]
bodies:
  arm: {mass: 10 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}
  bob: {mass: 1 kg, inertia: [0.01, 0.01, 0.01], position: [1, 0, -0.4]}
joints:
  A: {type: revolute, parent: ground, child: arm, axis: -y}
  B: {type: spherical, parent: arm, child: bob, point: [1, 0, 0]}
couplings:
  tie: {type: rod, a: {body: ground, position: [0, 1, 0]}, b: bob}
loads:
  spring: {type: spring, a: {body: ground, position: [1, 0, 1]}, b: {body: arm, position: [1, 0, 0]}, stiffness: 1 N/m}
  damper: {type: spring, a: {body: ground, position: [1, 0, 1]}, b: {body: arm, position: [1, 0, 0]}, damping: 1 N*s/m}
actuators:
  motor: {type: motor, joint: A}
simulation:
  duration: 0.01
  inputs: {motor: {step: {after: 40 N*m}}}
networks:
  oil:
    components:
      jack: {type: hydraulic.cylinder, bore: 50 mm, rod: 30 mm, stroke: 1 m}
      low: {type: hydraulic.tank}
      high: {type: hydraulic.tank, pressure: 2 bar}
    bonds: [[low, jack.rod_side], [high, jack.head]]
    ports: {jack: jack.rod}
    attach: {jack: {a: {body: ground, position: [0.4, 0, -1.5]}, b: {body: arm, position: [0.4, 0, 0]}}}
"""
SAID = (
    "rod 'tie': length 1.46969 m as drawn",
    "spring 'spring': free_length 0 m",
    "input 'motor': rise 0.1 s of a step",
    "friction (efficiency 0.9",
    "head_pressure 100000 Pa, rod_pressure 100000 Pa",
    "dead_length: the stroke",
    "tank 'oil/low': pressure 100000 Pa",
)


def test_defaults_that_move_results_are_listed_as_assumed(tmp_path: Path) -> None:
    text, said = call(tmp_path, ASSUMING, "check").stdout, checked(tmp_path, ASSUMING)["assumed"]
    ran = call(tmp_path, ASSUMING, "run", "--json")
    assert json.loads(ran.stdout)["assumed"] == said
    for phrase in SAID:
        assert any(phrase in line for line in said)
        assert any("assumed: " in line and phrase in line for line in text.splitlines())
    assert not any("damper" in line or "oil/high" in line or "gravity" in line for line in said)


def test_a_value_that_is_given_is_not_assumed_even_if_it_is_the_default(tmp_path: Path) -> None:
    given = ASSUMING.replace("after: 40 N*m", "after: 40 N*m, rise: 0.1 s").replace(
        "stiffness: 1 N/m", "stiffness: 1, free_length: 0"
    )
    said = checked(tmp_path, given)["assumed"]
    assert not any("rise" in line or "free_length" in line for line in said)


@pytest.mark.parametrize("motion", [("--motion", "A=1 rad/s*t"), ()])
def test_the_efforts_of_a_motion_are_not_left_to_a_drive_of_the_file(tmp_path: Path, motion: tuple[str, ...]) -> None:
    """At the start the crank carries its own weight at 0.1 m and half of the rod's at 0.2 m."""
    done = call(tmp_path, SLIDER_CRANK, "inverse", *motion, "--json")
    found = json.loads(done.stdout)
    assert found["efforts"]["A_drive"]["start"] == pytest.approx(9.81 * (0.1 + 0.5 * 0.2), rel=1e-9)
    assert found["notes"] == ["the motion of 'A' takes the place of drive 'turn' of the machine"]
    assert f"note: {found['notes'][0]}" in done.stderr
    undriven = SLIDER_CRANK.replace("drives:\n  turn: {joint: A, motion: 1 rad/s * t}\n", "")
    bare = json.loads(call(tmp_path, undriven, "inverse", "--motion", "A=1 rad/s*t", "--json").stdout)
    assert found["efforts"] == bare["efforts"]


def test_a_motion_of_another_joint_names_the_drive_that_contradicts_it(tmp_path: Path) -> None:
    refused = call(tmp_path, SLIDER_CRANK, "inverse", "--motion", "D=0.8 m - 0.1 m/s*t")
    assert refused.exit_code == 1
    assert "The machine has drives of its own, 'turn' of joint 'A'" in refused.stderr


def test_a_motion_of_a_run_takes_the_place_of_a_drive(tmp_path: Path) -> None:
    ran = call(tmp_path, SLIDER_CRANK, "run", "--motion", "A=2 rad/s*t", "--json")
    assert json.loads(ran.stdout)["final"]["A.angle"] == pytest.approx(0.2, abs=1e-9)


EPICYCLIC = """
biela: 1
name: reducer
gravity: [0, 0, 0]
bodies:
  sun: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  arm: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  planet: {mass: 1 kg, inertia: [0.01, 0.01, 0.01], position: [0.2, 0, 0]}
joints:
  S: {type: revolute, parent: ground, child: sun}
  C: {type: revolute, parent: ground, child: arm}
  P: {type: revolute, parent: arm, child: planet, point: [0.2, 0, 0]}
couplings:
  ring: {type: gear, driver: C, driven: P, ratio: -3}
  mesh: {type: gear, driver: S, driven: P, ratio: -1}
drives:
  turn: {joint: S, motion: 100 rad/s * t}
simulation: {duration: 0.01}
"""


def test_a_gear_between_wheels_on_different_bodies_asks_for_its_carrier(tmp_path: Path) -> None:
    warned(tmp_path, EPICYCLIC, "gear 'mesh'", "measured from different bodies, 'ground' and 'arm'", "give it as carrier")
    carried = EPICYCLIC.replace("ratio: -1}", "ratio: -1, carrier: arm}")
    assert checked(tmp_path, carried)["warnings"] == []
    final = json.loads(call(tmp_path, carried, "run", "--json").stdout)["final"]
    assert final["C.rate"] == pytest.approx(25.0, rel=1e-9)
    one = EPICYCLIC.replace(
        "{type: gear, driver: C, driven: P, ratio: -3}", "{type: planetary, sun: sun, ring: ground, carrier: arm, ratio: 3}"
    )
    one = one.replace("  mesh: {type: gear, driver: S, driven: P, ratio: -1}\n", "")
    final = json.loads(call(tmp_path, one, "run", "--json").stdout)["final"]
    assert final["C.rate"] == pytest.approx(25.0, rel=1e-9)


LINKS = """
biela: 1
name: four-bar
gravity: [0, -9.81 m/s^2, 0]
bodies:
  crank: {MASS}
  coupler: {MASS}
  rocker: {MASS}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: coupler, parent_point: [0.8, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, parent_point: [0.6, 0, 0], child_point: [0.6, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, parent_point: [1, 0, 0]}
drives:
  turn: {joint: A, motion: MOTION}
simulation: {duration: 30 s}
"""
SOLID = "mass: 1 kg, com: [0.3, 0, 0], inertia: [0.1, 0.1, 0.1]"


def test_a_machine_without_any_mass_is_refused_by_check_as_by_run(tmp_path: Path) -> None:
    text = LINKS.replace("MASS", "").replace("MOTION", "30 deg*sin(t)")
    refused = call(tmp_path, text, "run")
    reason = "joint 'A' moves no mass, and no loop determines its motion"
    assert refused.exit_code == 1 and reason in refused.stderr
    found = call(tmp_path, text, "check")
    assert found.exit_code == 1 and f"problem: {reason}" in found.stdout
    assert any(reason in problem for problem in checked(tmp_path, text)["problems"])


@pytest.mark.parametrize(
    ("motion", "when"),
    [("1 rad + 2 rad/s * t", 0.2227341), ("{sine: {amplitude: 83 deg, period: 100 s}}", 23.94938), ("-t", 1.445468)],
)
def test_a_crank_that_cannot_turn_fully_is_known_before_the_run(tmp_path: Path, motion: str, when: float) -> None:
    """Crank 0.8 m, coupler and rocker stretched to 1.2 m, ground 1 m: cos A = (0.8² + 1 − 1.2²)/1.6 at the dead point."""
    limit = degrees(acos((0.8**2 + 1 - 1.2**2) / 1.6))
    text = LINKS.replace("MASS", SOLID).replace("MOTION", motion)
    problems = checked(tmp_path, text)["problems"]
    assert len(problems) == 1 and "leads beyond a dead point at t = " in problems[0]
    assert float(problems[0].split("t = ")[1].split()[0]) == pytest.approx(when, rel=1e-5)
    assert f"A can be from -{limit:.4f}° to {limit:.4f}°" in problems[0]
    said = call(tmp_path, text, "check")
    assert said.exit_code == 1 and "problem: the prescribed motion of 'turn' leads beyond a dead point" in said.stdout
    ran = call(tmp_path, text, "run", "--json")
    assert ran.exit_code == 1 and "dead point" in ran.stderr


def test_motions_within_reach_are_not_called_dead(tmp_path: Path) -> None:
    for motion in ("{sine: {amplitude: 82 deg, period: 0.1 s}}", "1 rad"):
        text = LINKS.replace("MASS", SOLID).replace("MOTION", motion)
        assert checked(tmp_path, text)["problems"] == []
    whole = LINKS.replace("MASS", SOLID).replace("MOTION", "3 rad/s*t").replace("0.8, 0, 0", "0.1, 0, 0")
    assert checked(tmp_path, whole)["problems"] == []


def test_a_piston_beyond_its_stroke_is_refused_by_check_as_by_run(tmp_path: Path) -> None:
    text = ASSUMING.replace("position: [0.4, 0, -1.5]", "position: [0.4, 0, -0.9]")
    refused, found = call(tmp_path, text, "run"), checked(tmp_path, text)["problems"]
    assert refused.exit_code == 1 and "at the start already" in refused.stderr
    assert len(found) == 1 and "at the start already" in found[0]


FREE = """
biela: 1
name: flying
gravity: [0, 0, -9.81 m/s^2]
bodies:
  ball: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], position: [1, 2, 3], rotation: [0, 0, 90 deg]}
joints:
  fly: {type: free, parent: ground, child: ball}
simulation: {duration: 0.1}
"""


def test_a_free_body_starts_where_it_is_drawn(tmp_path: Path) -> None:
    final = json.loads(call(tmp_path, FREE, "run", "--json").stdout)["final"]
    assert [final[f"ball.{k}"] for k in "xyz"] == pytest.approx([1, 2, 3 - 0.5 * 9.81 * 0.1**2], abs=1e-9)
    assert final["fly.quaternion_z"] == pytest.approx(0.5**0.5, abs=1e-9)
    moved = FREE + "start: {coordinates: {fly.x: 5 m}}\n"
    final = json.loads(call(tmp_path, moved, "run", "--json").stdout)["final"]
    assert [final[f"ball.{k}"] for k in "xy"] == pytest.approx([5, 2], abs=1e-9)


PLACED = """
biela: 1
name: placed
gravity: [0, -9.81 m/s^2, 0]
bodies:
  rod: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1], position: POSITION, rotation: [0, 0, 30 deg]}
joints:
  A: {type: revolute, parent: ground, child: rod, parent_point: [0.2, 0, 0]}
simulation: {duration: 0.001}
"""


def test_a_joint_given_by_points_starts_as_its_body_is_drawn(tmp_path: Path) -> None:
    text = PLACED.replace("POSITION", "[0.2, 0, 0]")
    final = json.loads(call(tmp_path, text, "run", "--json").stdout)["final"]
    assert degrees(final["A.angle"]) == pytest.approx(30, abs=1e-3)
    assert checked(tmp_path, text)["warnings"] == []
    copy = tmp_path / "copy.yaml"
    assert biela_command("export", tmp_path / "out" / "result.nc", copy).exit_code == 0
    again = biela_command("run", copy, "--json", "--out", tmp_path / "again")
    assert json.loads(again.stdout)["final"]["A.angle"] == pytest.approx(final["A.angle"], abs=1e-9)


def test_a_position_that_a_joint_given_by_points_cannot_hold_is_named(tmp_path: Path) -> None:
    text = PLACED.replace("POSITION", "[1.2, 0, 0]")
    warned(tmp_path, text, "joint 'A' does not hold 'rod' where position and rotation draw", "off by 0.866 m")
