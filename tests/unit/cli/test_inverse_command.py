"""`biela inverse` and `biela run --motion`; motions of machine files, there and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import deg
from biela.files.machine import loads
from biela.files.reading import motion_from_text
from biela.files.write import dumps
from biela.mechanism import motion
from biela.mechanism.motion import sampled
from command_line import biela_command

SWING = ["--motion", "left_shoulder=120 deg + 30 deg*sin(t)", "--motion", "right_shoulder=60 deg - 30 deg*sin(t)"]


def command(*words: str) -> Any:
    return biela_command(*words)


def test_inverse_prints_one_object_and_writes_the_report(tmp_path: Path) -> None:
    """The published five-bar, from the command line: 7.36825 µN·m at first, −25.70555 at the end."""
    result = command("inverse", "five-bar", *SWING, "--duration", "1", "--samples", "50", "--out", str(tmp_path), "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["efforts"]["left_shoulder_drive"]["start"] == pytest.approx(7.36825e-6, abs=1e-11)
    assert told["efforts"]["left_shoulder_drive"]["end"] == pytest.approx(-25.70555e-6, abs=1e-11)
    assert told["conditioning"]["smallest"] > 0.5
    assert set(told["reactions"]) == {"left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "tip_pin"}
    page = (tmp_path / "report.html").read_text("utf-8")
    assert all(word in page for word in ("left_shoulder_drive.power", "machine.conditioning", "tip_pin.force"))
    saved = biela.load(tmp_path / "result.nc")
    assert saved["right_shoulder_drive.effort"][-1] == pytest.approx(25.70555e-6, abs=1e-11)
    published = command("inverse", "five-bar", "--duration", "1", "--samples", "50", "--out", str(tmp_path / "again"), "--json")
    assert json.loads(published.stdout)["efforts"] == told["efforts"]


def test_run_with_a_prescribed_motion(tmp_path: Path) -> None:
    result = command("run", "five-bar", *SWING, "--duration", "0.5", "--out", str(tmp_path), "--json")
    assert result.exit_code == 0, result.output
    final = json.loads(result.stdout)["final"]
    assert final["left_shoulder.angle"] == pytest.approx(120 * deg + 30 * deg * np.sin(0.5), abs=1e-9)
    assert final["left_shoulder_drive.effort"] == pytest.approx(-9.35556e-6, abs=1e-11)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--motion", "left_sholder=1 rad"], "no joint or place 'left_sholder'. Did you mean 'left_shoulder'"),
        (["--motion", "left_shoulder"], "write NAME=MOTION, such as 'left_shoulder=30 deg"),
        (["--motion", "left_shoulder=2 kg"], "it is a mass [kg], where a number or an angle is needed"),
        (["--motion", "left_shoulder={quintic: {after: 3}}"], "a quintic needs `duration`"),
        (["--motion", "left_shoulder={wobble: 3}"], "give one of constant, sine"),
        (["--motion", "left_shoulder=120 deg"], "the motion prescribes 1 of them: 1 remains undetermined"),
        ([*SWING, "--actuated", "left_shoulder"], "control 1: 1 is missing"),
        ([*SWING, "--method", "magic"], "no method 'magic' of inverse dynamics"),
        (["--motion", "tip.x=0.05 m", "--motion", "tip.y=0.3 m"], "is out of reach: the nearest that was found is 0.169 m away"),
        ([*SWING, "--weight", "left_shoulder=heavy"], "write NAME=NUMBER"),
        (
            ["--motion", "tip.x=0.05 m", "--motion", "tip.y=0.11 m + 0.1 m*t"],
            "cannot follow the motion any further: it is at a dead point",
        ),
    ],
)
def test_bad_input_is_named(words: list[str], message: str, tmp_path: Path) -> None:
    result = command("inverse", "five-bar", *words, "--duration", "3", "--samples", "20", "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert message in " ".join(result.output.split())
    assert not (tmp_path / "out").exists()


MOTIONS = [
    motion.quintic(60 * deg, 1.5, before=30 * deg, start=0.2, velocities=(0.1, 0.2)),
    motion.cycloid(0.7, 0.9, before=-0.1),
    motion.fourier(1.3, [0.1, 0.2], [0.3], offset=0.5),
    motion.spline([0, 0.5, 1.1], [0.1, 0.4, 0.2], degree=5, ends="natural"),
    motion.quintic(0.5, 0.7).then(motion.cycloid(0.1, 0.6, before=0.5)),
    (0.3 * motion.sine(0.4, 1.1)).delayed(0.3) + motion.trapezoid(1.0, speed=1.5, acceleration=4.0) - 0.2,
]


@pytest.mark.parametrize("f", MOTIONS, ids=lambda f: type(f).__name__)
def test_motions_survive_a_machine_file(f: Any) -> None:
    m = biela.Mechanism("slider")
    m.revolute("A", m.ground, m.body("arm", mass=1.0))
    m.drive("A", f)
    (drive,) = loads(dumps(m)).mechanism.drives.values()
    t = np.linspace(0, 2.2, 101)
    for one, two in zip(sampled(drive.motion, t), sampled(f, t), strict=True):
        assert one == pytest.approx(two, abs=1e-9)


def test_motion_from_text_with_units() -> None:
    f = motion_from_text(
        "{sequence: {motions: [{quintic: {after: 30 deg, duration: 500 ms}}, 30 deg], starts: [0 s, 0.5 s]}}", "rad", "x"
    )
    assert sampled(f, [0.25, 0.7])[0] == pytest.approx([15 * deg, 30 * deg])


def test_time_is_no_tonne() -> None:
    """`6 deg*t` is six degrees a second; a mass in tonnes stays one where nothing depends on time."""
    assert sampled(motion_from_text("30 deg + 6 deg*t", "rad", "x"), [2.0])[0] == pytest.approx([42 * deg])
    assert sampled(motion_from_text("1 deg/s*t", "rad", "x"), [2.0])[0] == pytest.approx([2 * deg])
