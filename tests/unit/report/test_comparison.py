"""Two results over each other: the difference that was put in is found, in the right signal and at the right time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import biela
from biela import library
from biela.report.comparison import differences
from command_line import biela_command


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two swings of a pendulum that begin apart, and a third with half of the outputs."""
    folder = tmp_path_factory.mktemp("compare")
    ready = library.get("pendulum")
    m = ready.build()
    made = []
    for name, start, step in (("a", 0.5, 0.01), ("b", 0.6, 0.01), ("c", 0.5, 0.02)):
        (folder / name).mkdir()
        m.simulate({"pivot": start}, 1.0, output_step=step).save(folder / name / "result.nc")
        made.append(folder / name)
    return made


def test_the_largest_difference_and_its_time_are_found(folders: list[Path]) -> None:
    a, b, c = (biela.load(f / "result.nc") for f in folders)
    (found,) = differences(a, b, ["pivot.angle"])
    gap = np.abs(a["pivot.angle"] - b["pivot.angle"])
    assert found.largest == pytest.approx(gap.max(), rel=1e-12) and found.time == a.t[gap.argmax()]
    assert found.part == pytest.approx(gap.max() / np.abs(b["pivot.angle"]).max())
    (same,) = differences(c, a, ["pivot.angle"])
    assert same.part < 1e-6  # the same motion at other outputs


def test_an_energy_near_its_zero_is_measured_by_the_energy_that_moves(folders: list[Path]) -> None:
    """Released level, a pendulum has no energy in all; what integration adds is small against what swings."""
    machine = library.get("pendulum").build()
    fine, coarse = (machine.simulate({"pivot": np.pi / 2}, 1.0, rtol=r, output_step=0.01) for r in (1e-10, 1e-7))
    (found,) = differences(fine, coarse, ["machine.energy"])
    moved = np.abs(fine["machine.kinetic_energy"]).max()
    assert moved > 1.0 > 1e6 * np.abs(fine["machine.energy"]).max()
    assert 0.0 < found.part <= found.largest / moved < 1e-5


def test_command_line_writes_a_page(folders: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "compare.html"
    done = biela_command("compare", *map(str, folders), "--out", str(target), "--units", "engineering")
    assert done.exit_code == 0, done.stderr
    text = target.read_text("utf-8")
    assert "The results differ" in text and "Where b differs from a" in text and '"chosen": "engineering"' in text
    assert biela_command("compare", str(folders[0])).exit_code == 1
    wrong = biela_command("compare", *map(str, folders), "--signal", "pivot.angel", "--out", str(target))
    assert wrong.exit_code == 1 and "pivot.angle" in wrong.stderr


def test_the_same_motion_at_other_outputs_agrees_and_turns_do_not_count(tmp_path: Path) -> None:
    """Linear reading between outputs would differ by percents; a body that turns jumps from π to −π at other outputs."""
    m = library.get("four-bar").build()
    made = []
    for name, step in (("fine", 0.01), ("other", 0.012)):
        (tmp_path / name).mkdir()
        m.simulate({"A": 1.0}, 1.2, output_step=step).save(tmp_path / name / "result.nc")
        made.append(biela.load(tmp_path / name / "result.nc"))
    a, b = made
    names = ["A.acceleration", "crank.yaw", "A.force"]
    apart = np.abs(np.interp(a.t, b.t, b["crank.yaw"]) - a["crank.yaw"])
    assert apart.max() > 1.0  # what reading along lines makes of a turn
    assert all(d.explained or d.part < 1e-6 for d in differences(a, b, names))
    fast = m.simulate({"A": 1.01}, 1.2, output_step=0.012)
    assert not any(d.explained for d in differences(a, fast, ["A.angle", "crank.yaw"]))  # what differs is found as before
    done = biela_command("compare", *(str(tmp_path / n) for n in ("fine", "other")), "--out", str(tmp_path / "c.html"))
    assert done.exit_code == 0 and "The results agree" in (tmp_path / "c.html").read_text("utf-8")
