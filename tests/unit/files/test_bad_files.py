"""Every kind of bad machine file: the message with its line, the offending text and the remedy; all problems at once."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

from pathlib import Path

import pytest
from machines import SMALL

from biela import files


def problems(text: str, *changes: str) -> str:
    with pytest.raises(files.FileError) as caught:
        files.loads(text, "my.yaml", changes)
    return str(caught.value)


def edited(old: str, new: str) -> str:
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


def test_the_good_one_is_read() -> None:
    machine = files.loads(SMALL)
    assert machine.mechanism.bodies["rod"].mass == 0.8
    assert machine.mechanism.loads["brake"].viscous == pytest.approx(0.01)  # type: ignore[union-attr]
    assert machine.plots == [["pivot.angle"], ["tip.x", "tip.y"]]


BAD = [
    # malformed YAML
    ("bodies:\n  rod:", "bodies:\n rod: [1, 2\n  rod:", "not valid YAML"),
    ("name: pendulum", "name: pendulum\n\tx: 3", "not valid YAML"),
    ("biela: 1", "biela: &a 1", "YAML anchors (&name) are not used in machine files: name the value under `parameters`."),
    ("name: pendulum", "name: pendulum\nsource: *x", "YAML aliases (*name) are not used in machine files"),
    ("name: pendulum", "name: !!python/object/apply:os.system [true]", "YAML tags (!name) are not used in machine files: remove it."),
    ("name: pendulum", "name: pendulum\nname: twice", "line 3: name: name\n    'name' appears twice: remove one"),
    ("plots: [pivot.angle", "---\nplots: [pivot.angle", "the file holds several YAML documents"),
    # keys
    ("gravity:", "gravty:", "line 6: gravty\n    'gravty' is not a part of a machine file. Did you mean 'gravity'?"),
    ("    com:", "    comm:", "line 10: bodies.rod.comm\n    'comm' is not a key here. Did you mean 'com'?"),
    ("type: friction", "type: fricton", "line 16: loads.brake.type: fricton\n    'fricton' is not a type of loads. Did you mean 'friction'?"),
    ("parent: ground, child: rod", "parent: ground", "line 14: joints.pivot.child\n    'child' is missing: add it."),
    ("biela: 1", "biela: 2", "line 1: biela: 2\n    this biela reads files of version 1: write `biela: 1`."),
    ("biela: 1\n", "", "the file does not say that it is one of ours: begin it with `biela: 1`."),
    ("name: pendulum", "name:", "the machine has no name: write `name: my machine`."),
    ("sensors:\n  tip", "sensors:\n  rod", "line 20: sensors.rod\n    'rod' already names something in bodies: choose another name."),
    # units
    ("mass: density*length", "mass: 3 m", "line 9: bodies.rod.mass: 3 m\n    it is a length [m], where a mass [kg] is needed. Write it in kg, g, t or lb."),
    ("mass: density*length", "mass: density", "it is a mass per length [kg/m], where a mass [kg] is needed."),
    ("length: 400 mm", "length: 400 mmm", "line 4: parameters.length: 400 mmm\n    'mmm' is not a unit that biela knows. Did you mean 'mm'"),
    ("pivot: 30 deg", "pivot: 30 s", "line 22: start.coordinates.pivot: 30 s\n    it is a time [s], where a number or an angle is needed. Write it in rad, deg or rev."),
    ("duration: 2 s", "duration: 2 m", "line 24: simulation.duration: 2 m\n    it is a length [m], where a time [s] is needed."),
    ("10 N*mm*s/rad", "10 N*s/m", "it is a damping [N*s/m], where a rotational damping [N*m*s] is needed. Write it in N*m*s."),
    ("coordinates: {pivot: 30 deg}", "rates: {pivot: 20 Hz}", "A frequency in Hz is not a rate: write rpm, rad/s"),
    ("-9.81 m/s^2", "-9.81 m/s", "line 6: gravity.1: -9.81 m/s\n    it is a speed [m/s], where an acceleration [m/s^2] is needed."),
    # expressions
    ("viscous: 10 N*mm*s/rad", "viscous: min(1, 2)", "'2)' is not a key here: inside { } an expression with a comma stands in quotes."),
    ("viscous: 10 N*mm*s/rad", "viscous: min(1, 2)", "viscous: min(1\n    the parenthesis of min(…) is not closed. Inside { } or [ ] an expression with a comma stands in quotes"),
    ("length: 400 mm", "length: if(2 > 1, 400 mm, 3 s)", "if(…) mixes a length [m] with a time [s]."),
    ("length: 400 mm", "length: if(density > 3 m, 1, 2)", "it compares a mass per length [kg/m] with a length [m]."),
    ("length: 400 mm", "length: if(1 < 2 < 3, 1, 2)", "it compares three values at once: compare two at a time, and(a < b, b < c)."),
    ("length: 400 mm", "length: if(1 = 2, 1, 2)", "'=' has no meaning in an expression: == compares."),
    ("length: 400 mm", "length: density*2", "line 10: bodies.rod.com.0: length/2\n    it is a mass per length [kg/m], where a length [m] is needed."),
    ("density*length", "density*lenght", "line 9: bodies.rod.mass: density*lenght\n    no parameter 'lenght'. Did you mean 'length'?"),
    ("mass: density*length", "mass: __import__('os').system('touch hacked')", "there is no text and no indexing"),
    ("mass: density*length", "mass: ().__class__", "'.' has no meaning in an expression."),
    ("mass: density*length", "mass: length.real", "signal values cannot be used here: only numbers and parameters."),
    ("mass: density*length", "mass: open(length)", "open(…) is not a function of machine files: they are sqrt, abs"),
    ("mass: density*length", "mass: 1e999", "is not a finite number: give one that is."),
    ("mass: density*length", "mass: 10**200*10**200", "the result is not a finite number."),
    ("mass: density*length", "mass: 10**400", "the result is too large for a number."),
    ("mass: density*length", "mass: .nan", ".nan is not a finite number"),
    ("mass: density*length", "mass: [1, 2]", "line 9: bodies.rod.mass\n    give a number or an expression, such as 0.4, 12 mm or crank/2."),
    ("mass: density*length", "mass: -1", "mass is -1: it must not be negative."),
    ("mass: density*length", "mass: true", "give a number or an expression"),
    ("com: [length/2, 0, 0]", "com: [length/2, 0]", "give three numbers in brackets, such as [0, 0, 12 mm]."),
    ("{rod: {length: length}}", "{rood: {length: length}}", "give one of rod, box, cylinder, sphere, hollow_cylinder"),
    ("{rod: {length: length}}", "[1, 1, 9]", "inertia of body 'rod'"),
    # names of things
    ("parent: ground, child: rod", "parent: ground, child: rodd", "line 14: joints.pivot.child: rodd\n    no body 'rodd'. Did you mean 'rod' or"),
    ("at: rod.tip", "at: rod.top", "line 20: sensors.tip.at: rod.top\n    body 'rod' has no frame 'top'. Did you mean 'tip'?"),
    ("joint: pivot, viscous", "joint: pivo, viscous", "no joint 'pivo'. Did you mean 'pivot'?"),
    ("plots: [pivot.angle", "plots: [pivot.angel", "line 25: plots.0: pivot.angel\n    no signal 'pivot.angel'. Did you mean 'pivot.angle'"),
    ("coordinates: {pivot", "coordinates: {pivott", "no joint 'pivott'. Did you mean 'pivot'?"),
    ("duration: 2 s", "duration: 2 s\n  method: rk5", "method 'rk5' is unknown. Did you mean 'rk4'?"),
    ("duration: 2 s", "duration: -2 s", "duration is -2: it must be above zero."),
    ("duration: 2 s", "inputs: {motr: 3}", "no actuator 'motr'. Did you mean 'motor'?"),
    ("type: friction, joint: pivot, viscous: 10 N*mm*s/rad", "type: user_effort, joint: pivot, effort: -3*pivott.rate", "no signal 'pivott.rate': there is no 'pivott' in the machine. Did you mean 'pivot'?"),
    ("type: friction, joint: pivot, viscous: 10 N*mm*s/rad", "type: user_effort, joint: pivot, effort: -3*pivot.rat", "no signal 'pivot.rat'."),
    ("type: friction, joint: pivot, viscous: 10 N*mm*s/rad", "type: user_effort, joint: pivot, effort: -3*k", "'k' is neither a parameter nor a signal."),
    ("joints:\n  pivot: {type: revolute, parent: ground, child: rod}\n", "", "no joint 'pivot'"),
    ("density: 2 kg/m", "pi: 3", "'pi' already has a meaning in expressions: choose another name."),
    ("density: 2 kg/m", "the density: 3", "'the density' is not a name for a parameter"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), BAD, ids=[f"{i}-{new[:30]!r}" for i, (_, new, _) in enumerate(BAD)])
def test_messages(old: str, new: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = problems(edited(old, new))
    assert text.startswith("my.yaml: ")
    assert message in text
    assert not list(tmp_path.iterdir())  # nothing was executed


def test_all_problems_come_at_once_and_none_twice() -> None:
    text = SMALL.replace("400 mm", "400 mmm").replace("-9.81 m/s^2", "-9.81 kg").replace("child: rod", "child: rood")
    text = text.replace("10 N*mm*s/rad", "10 +").replace("2 s", "2 kg").replace("type: motor", "type: moter")
    said = problems(text)
    assert said.startswith("my.yaml: 6 problems\n")  # the rod is broken by its length: it is not blamed for it again
    assert [int(line.split()[1].rstrip(":")) for line in said.splitlines() if line.startswith("  line")] == [4, 6, 14, 16, 18, 24]


SOUND = """
biela: 1
name: two arms
gravity: [0, -9.81 m/s^2, 0]
bodies:
  crank: {mass: 1 kg, com: [0.1 m, 0, 0], inertia: [1, 1, 1]}
  rod: {mass: 1 kg, com: [0.3, 0, 0], inertia: [1, 1, 1], position: [0, 0, 0]}
  arm: {mass: 1 kg, inertia: [1, 1, 2]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: rod, point: [0.2, 0, 0]}
  C: {type: revolute, parent: ground, child: arm, point: [1, 0, 0]}
couplings:
  gear: {type: gear, driver: C, driven: A, ratio: 2}
loads:
  spring: {type: spring, a: ground, b: arm, stiffness: 5 N/m, damping: 2 N*s/m}
  rub: {type: friction, joint: C, coulomb: 1 N*m, smoothing: 0.01}
  push: {type: wrench, at: arm, force: [-0.1*C.rate, 0, 0]}
actuators:
  motor: {type: motor, joint: B}
drives:
  turn: {joint: C, motion: {step: {after: 1 rad, rise: 1 s}}}
start:
  coordinates: {B: 1 rad}
simulation:
  duration: 2 s
  step: 3 ms
  method: rk4
  inputs: {motor: 3}
plots: [A.angle, [rod.z]]
"""
SLIPS = [
    ("gravity:", "gravty:", "gravty"),
    ("mass: 1 kg, com: [0.1 m", "mass: -1 kg, com: [0.1 s", "bodies.crank.mass"),
    ("", "", "bodies.crank.com.0"),
    ("position:", "positon:", "bodies.rod.positon"),
    ("child: crank, axis: z", "child: crank, axis: [0, 0, 0]", "joints.A.axis"),
    ("point: [1, 0, 0]", "point: [1, 0]", "joints.C.point"),
    ("driven: A, ratio: 2", "driven: Z, ratio: 2 m", "couplings.gear.driven"),
    ("", "", "couplings.gear.ratio"),
    ("stiffness: 5 N/m, damping: 2 N*s/m", "stiffness: -5 N/m, damping: -2 N*s/m", "loads.spring.stiffness"),
    ("", "", "loads.spring.damping"),
    ("coulomb: 1 N*m, smoothing: 0.01", "coulomb: -1 N*m, smoothing: 0", "loads.rub.coulomb"),
    ("", "", "loads.rub.smoothing"),
    ("joint: B}", "joint: Q}", "actuators.motor.joint"),
    ("after: 1 rad, rise: 1 s", "after: 1 m, rise: -1 s", "drives.turn.motion.step.after"),
    ("", "", "drives.turn.motion.step.rise"),
    ("B: 1 rad", "B: 1 m, Y: 2", "start.coordinates.B"),
    ("", "", "start.coordinates.Y"),
    ("duration: 2 s", "duration: -2 s", "simulation.duration"),
    ("step: 3 ms", "step: 3 kg", "simulation.step"),
    ("method: rk4", "method: rk5", "simulation.method"),
    ("[rod.z]", "[rod.zz]", "plots.1.0"),
]
"""What is right, the slip, and the place that a message names; several slips of one line follow it."""


def test_a_file_full_of_slips_takes_one_pass() -> None:
    """All of them are named at once, and when they are mended nothing else comes up."""
    assert files.loads(SOUND).mechanism.check().ok
    wrong = SOUND
    for right, slip, _ in SLIPS:
        assert not right or SOUND.count(right) == 1
        wrong = wrong.replace(right, slip) if right else wrong
    said = [line.split()[2].rstrip(":") for line in problems(wrong).splitlines() if line.startswith("  line")]
    assert sorted(said) == sorted(place for _, _, place in SLIPS)


def test_a_body_without_joint_is_named_beside_other_mistakes() -> None:
    said = problems(SOUND.replace("  arm: {", "  stray: {mass: 1 kg}\n  arm: {").replace("step: 3 ms", "step: 3 kg"))
    assert "bodies.stray\n    no chain of joints ties 'stray' to the ground: add the missing joint." in said
    assert said.startswith("my.yaml: 2 problems")


def test_an_entry_with_a_wrong_key_shows_its_other_problems_too() -> None:
    said = problems(edited("    com: [length/2, 0, 0]", "    con: [length/2, 0, 0]").replace("density*length", "3 m"))
    assert "line 10: bodies.rod.con\n    'con' is not a key here. Did you mean 'com'?" in said
    assert "line 9: bodies.rod.mass: 3 m\n    it is a length [m], where a mass [kg] is needed." in said
    assert said.startswith("my.yaml: 2 problems")


def test_bad_names_are_said_beside_the_other_mistakes_of_their_entries() -> None:
    text = """biela: 1
name: names
bodies:
  "a b": {mass: 1}
joints:
  "J j": {type: revolute, parent: ground, child: nobody}
loads:
  "l l": {type: joint_spring, joint: nothing}
"""
    with pytest.raises(files.FileError) as caught:
        files.loads(text)
    said = [problem.path for problem in caught.value.problems if "is not a name" in problem.message]
    assert said == ["bodies.a b", "joints.J j", "loads.l l"]


def test_circular_parameters_name_the_circle() -> None:
    said = problems(edited("length: 400 mm", "length: 2*b\n  b: c/2\n  c: length + 1"))
    assert "circular: length → b → c → length. Give one of them a number." in said
    assert said.startswith("my.yaml: one problem")
    assert "circular: length → length" in problems(edited("length: 400 mm", "length: 2*length"))


def test_long_chains_of_parameters_need_no_depth() -> None:
    chain = "\n".join(f"  p{i}: p{i + 1} + 1" for i in range(3000))
    machine = files.loads(edited("length: 400 mm", f"{chain.strip()}\n  p3000: 0\n  length: p0*0.001"))
    assert machine.mechanism.joints["pivot"]
    assert machine.mechanism.bodies["rod"].mass == pytest.approx(2 * 3.0)


def test_billion_laughs_are_refused_in_no_time() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    assert "YAML anchors (&name) are not used in machine files" in problems("\n".join(lines))


def test_too_deep_and_too_large(tmp_path: Path) -> None:
    assert "nested more than 24 deep" in problems("[" * 1000 + "]" * 1000)
    assert "nested more than 24 deep" in problems("a: " + "{a: " * 1000 + "1" + "}" * 1000)
    big = tmp_path / "big.yaml"
    big.write_bytes(b"#" * 5_000_000)
    with pytest.raises(files.FileError, match="it has 5000000 bytes: machine files of up to 4000000 are read"):
        files.read(big)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    bad = tmp_path / "latin.yaml"
    bad.write_bytes(b"biela: 1\nname: caf\xe9\n")
    with pytest.raises(files.FileError, match=r"line 2\n    the file is not UTF-8 text \(byte 0xe9\): save it as UTF-8"):
        files.read(bad)
    with pytest.raises(files.FileError, match="it is a folder: name the machine file inside"):
        files.read(tmp_path)
    with pytest.raises(files.FileError, match=r"there is no such file. `biela.library.names\(\)` names the ready machines"):
        files.read(tmp_path / "nothing.yaml")
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(bytes(range(1, 128)))
    with pytest.raises(files.FileError, match="not valid YAML"):
        files.read(binary)


def test_text_that_is_no_mapping() -> None:
    for text in ("", "just words", "- a\n- b", "3"):
        assert "a machine file is a mapping that begins with `biela: 1`" in problems(text)


def test_body_without_joint_is_named() -> None:
    assert "loose" in problems(edited("joints:", "  loose: {mass: 1 kg}\njoints:"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("lenth=3", "nothing is called 'lenth'. Did you mean 'length'"),
        ("length", "write path=value, such as crank=50mm"),
        ("rod=3", "say which value of 'rod': rod.mass, rod.com"),
        ("gravity.7=3", "gravity has entries 0 to 2, not '7'"),
        ("length.x.y=3", "length is a single value"),
    ],
)  # fmt: skip
def test_changes_that_lead_nowhere(change: str, message: str) -> None:
    from biela.files.change import ChangeError

    with pytest.raises(ChangeError) as caught:
        files.loads(SMALL, "my.yaml", [change])
    assert message in str(caught.value)


def test_changes() -> None:
    machine = files.loads(
        SMALL, "my.yaml", ["length=1 m", "gravity.1=-1.62", "simulation.method=rk4", "simulation.step=1 ms", "rod.com=[0, 0, 0]"]
    )
    assert machine.mechanism.bodies["rod"].mass == 2.0
    assert machine.mechanism.gravity == (0, -1.62, 0)
    assert machine.settings == {"method": "rk4", "step": 0.001}
    assert "3 kg" in problems(SMALL, "rod.com.0=3 kg")
    with pytest.raises(ValueError, match=r"changes=\['length=3 kg'\]: it is a mass"):
        files.loads(SMALL, "my.yaml", ["length=3 kg"])
