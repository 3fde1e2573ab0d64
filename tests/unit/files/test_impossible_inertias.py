"""Inertias that no body can have: all named at once with the nearest possible one, accepted where asked, never in the way of
identification."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError
from command_line import biela_command


def link(name: str, moments: str) -> str:
    ixx, iyy, izz = moments.split()
    return (
        f'<link name="{name}"><inertial><origin xyz="0 0 -0.2"/><mass value="1"/>'
        f'<inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    )


def joint(name: str, parent: str, child: str) -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/><origin xyz="0 0 -0.4"/><axis xyz="0 1 0"/>'
    return f'<joint name="{name}" type="continuous">{ends}</joint>'


ARM = (
    '<robot name="arm"><link name="base"/>'
    + link("upper", "0.02 0.03 0.2") + link("fore", "0.02 0.02 0.01") + link("hand", "-0.001 0.01 0.01")
    + joint("A", "base", "upper") + joint("B", "upper", "fore") + joint("C", "fore", "hand") + "</robot>"
)  # fmt: skip
MJCF = """<mujoco><worldbody>
<body name="one"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/>
<body name="two"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 2 5"/></body></body></worldbody></mujoco>"""
SDF = """<sdf version="1.9"><model name="m"><link name="one"><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz>
</inertia></inertial></link><link name="two"><inertial><mass>1</mass><inertia><ixx>9</ixx><iyy>1</iyy><izz>3</izz>
</inertia></inertial></link></model></sdf>"""
YAML = """biela: 1
name: two
bodies:
  one: {mass: 1 kg, inertia: [1, 1, 3]}
  two: {mass: 1 kg, inertia: [1, 2, 5]}
joints:
  A: {type: revolute, parent: ground, child: one}
  B: {type: revolute, parent: one, child: two}
"""


@pytest.mark.parametrize(
    ("name", "text", "bodies"),
    [("arm.urdf", ARM, ("upper", "hand")), ("m.xml", MJCF, ("one", "two")), ("m.sdf", SDF, ("one", "two")),
     ("m.yaml", YAML, ("one", "two"))],
)  # fmt: skip
def test_all_such_bodies_are_named_at_once(tmp_path: Path, name: str, text: str, bodies: tuple[str, ...]) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(files.FileError) as refused:
        files.read(tmp_path / name)
    said = str(refused.value)
    assert len(refused.value.problems) == 2 and all(f"{body!r}" in said for body in bodies)
    assert said.count("The nearest possible principal moments are ") == 2 and "`impossible` to `nearest`" in said
    kept = files.read(tmp_path / name, impossible=True)
    mended = files.read(tmp_path / name, impossible="nearest")
    again = files.read(tmp_path / name, ["impossible=nearest"])
    for body in bodies:
        moments = np.linalg.eigvalsh(np.asarray(mended.mechanism.bodies[body].inertia, float))
        assert moments[0] >= -1e-15 and moments[0] + moments[1] >= moments[2] - 1e-12
        assert mended.mechanism.bodies[body].inertia == again.mechanism.bodies[body].inertia
        assert np.asarray(kept.mechanism.bodies[body].inertia, float) != pytest.approx(
            np.asarray(mended.mechanism.bodies[body].inertia, float)
        )
        if not name.endswith(".yaml"):
            assert any(repr(body) in note and "kept as it is" in note for note in kept.notes)
            assert any(repr(body) in note and "nearest possible one is taken" in note for note in mended.notes)


def test_a_body_in_python_offers_the_nearest() -> None:
    m = biela.Mechanism("m")
    with pytest.raises(DescriptionError, match=r"nearest possible principal moments are 1.333, 1.333, 2.667 kg·m²"):
        m.body("a", mass=1.0, inertia=(1, 1, 3))
    tensor = m.body("a", mass=1.0, inertia=(1, 1, 3), impossible="nearest").inertia
    assert np.asarray(tensor, float) == pytest.approx(np.diag([4 / 3, 4 / 3, 8 / 3]))
    with pytest.raises(DescriptionError, match="mass of body 'b'"):
        m.body("b", mass=-1.0, inertia=(1, 1, 3), impossible="nearest")
    with pytest.raises(DescriptionError, match="give true, false or 'nearest'"):
        m.body("b", inertia=(1, 1, 3), impossible="near")  # type: ignore[arg-type]


def test_command_line_reaches_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM)
    refused = biela_command("check", "arm.urdf")
    assert refused.exit_code == 3 and "'upper'" in refused.output and "'hand'" in refused.output
    assert biela_command("check", "arm.urdf", "--set", "impossible=nearest").exit_code == 0
    new = biela_command("new", "arm.urdf", "kept.yaml")
    assert new.exit_code == 0 and "kept as it is" in new.stderr
    text = Path("kept.yaml").read_text()
    assert text.count("impossible: true") == 2
    assert files.read("kept.yaml").mechanism.bodies["upper"].inertia[2][2] == 0.2
    assert biela_command("new", "arm.urdf", "near.yaml", "--nearest").exit_code == 0
    assert "impossible" not in Path("near.yaml").read_text() and biela_command("check", "near.yaml").exit_code == 0
    Path("bad.yaml").write_text(f"impossible: perhaps\n{YAML}")
    assert "it must be true, false or nearest" in biela_command("check", "bad.yaml").output


def test_identification_finds_what_the_file_has_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pendulum whose file gives it moments that no body has is identified from its motion and torque."""
    monkeypatch.chdir(tmp_path)
    text = (
        "biela: 1\nname: pendulum\ngravity: [0, -9.81, 0]\nbodies:\n"
        "  rod: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.01, 0.5]}\n"
        "joints:\n  A: {type: revolute, parent: ground, child: rod}\nactuators:\n  motor: {type: motor, joint: A}\n"
    )
    Path("rod.yaml").write_text(text)
    t = np.arange(0, 4.0, 0.01)
    angle, acceleration = 0.8 * np.sin(3 * t), -7.2 * np.sin(3 * t)
    torque = (0.07 + 2 * 0.09) * acceleration + 2 * 9.81 * 0.3 * np.cos(angle)
    pd.DataFrame({"time": t, "A": angle, "motor": torque}).to_csv("log.csv", index=False)
    assert biela_command("check", "rod.yaml").exit_code == 3
    done = biela_command("identify", "rod.yaml", "log.csv", "--parameter", "inertia", "--json", "--out", "found")
    assert done.exit_code == 0, done.output
    values = json.loads(done.stdout)["values"]
    assert any(value == pytest.approx(0.25, rel=1e-3) for value in values.values() if value is not None)
    assert biela_command("check", "found/machine.yaml").exit_code == 0
