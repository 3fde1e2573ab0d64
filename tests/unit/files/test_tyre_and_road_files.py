"""Tyre property files and OpenCRG roads in car files."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from biela import files, library
from biela.base.errors import DescriptionError
from biela.files.crg import read_crg
from biela.files.tir import read_tir
from biela.vehicle.tyre import MagicFormulaLateral, MagicFormulaLongitudinal
from road_text import CRG, DATA

TIR = """[MDI_HEADER]
FILE_TYPE = 'tir'                              $ comment
[UNITS]
LENGTH = 'meter'
FORCE = 'newton'
ANGLE = 'radians'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
FITTYP = 6
[DIMENSION]
UNLOADED_RADIUS = 0.30
[VERTICAL]
VERTICAL_STIFFNESS = 2.0e5
VERTICAL_DAMPING = 50
FNOMIN = 3000
BREFF = 8.4
DREFF = 0.27
FREFF = 0.07
[VERTICAL_FORCE_RANGE]
FZMIN = 200
FZMAX = 9000
[LONGITUDINAL_COEFFICIENTS]
PCX1 = 1.6
PDX1 = 1.1
PDX2 = -0.08
PEX1 = 0.1
PKX1 = 21.5
PKX3 = 0.25
RBX1 = 12.3
RBX2 = -10.8
RCX1 = 1.09
[LATERAL_COEFFICIENTS]
PCY1 = 1.3
PDY1 = -0.9
PDY2 = 0.18
PEY1 = -0.5
PKY1 = -15
PKY2 = 1.7
PHY1 = 0.003
PTY1 = 2.1
PTY2 = 2.0
RBY1 = 7.0
RCY1 = 1.0
[ROLLING_COEFFICIENTS]
QSY1 = 0.01
[ALIGNING_COEFFICIENTS]
QBZ1 = 10
[SCALING_COEFFICIENTS]
LMUX = 0.9
"""


def tyre(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = TIR.replace("PDY1 = -0.9", "PDY1 = 0.9")
    for a, b in changes:
        assert a in text
        text = text.replace(a, b)
    (tmp_path / "t.tir").write_text(text)
    return tmp_path / "t.tir"


def car(tmp_path: Path, *changes: tuple[str, str], road: str = "") -> Path:
    text = library.get("renault-clio").machine_file()
    text = re.sub(r"  tyre: {.*}\n", "  tyre: {file: t.tir}\n", text) + road
    for a, b in changes:
        assert a in text
        text = text.replace(a, b)
    (tmp_path / "car.yaml").write_text(text)
    return tmp_path / "car.yaml"


def formula(x, B, C, D, E):
    return D * np.sin(C * np.arctan(B * x - E * (B * x - np.arctan(B * x))))


def test_forces_are_those_of_the_formula(tmp_path: Path) -> None:
    data, _ = read_tir(tyre(tmp_path))
    load, df = 4500.0, 0.5
    D = load * (1.1 - 0.08 * df) * 0.9
    K = load * 21.5 * np.exp(0.25 * df)
    for slip in (-0.2, 0.02, 0.3):
        assert data["longitudinal"].force(slip, 0.0, load) == pytest.approx(formula(slip, K / (1.6 * D), 1.6, D, 0.1), rel=1e-12)
    weight = np.cos(1.09 * np.arctan(12.3 * np.cos(np.arctan(-10.8 * 0.02)) * 0.1))
    whole = formula(0.02, K / (1.6 * D), 1.6, D, 0.1)
    assert data["longitudinal"].force(0.02, 0.1, load) == pytest.approx(weight * whole, rel=1e-12)
    D = load * (0.9 + 0.18 * df)
    K = -15 * 3000 * np.sin(2 * np.arctan(load / (1.7 * 3000)))
    for angle in (-0.1, 0.05):  # the file counts slip angles the other way
        assert data["lateral"].force(angle, 0.0, load) == pytest.approx(
            formula(-angle + 0.003, K / (1.3 * D), 1.3, D, -0.5), rel=1e-12
        )
    assert data["lateral"].force(0.05, 0.0, load) > 0
    assert data["lateral"].stiffness(load) == pytest.approx(abs(K))


def test_either_sense_of_the_slip_angle_pushes_to_the_left() -> None:
    text = "FNOMIN=3000 PCY1=1.3 PDY1=1 PKY2=1.7 PKY1="
    one, other = (MagicFormulaLateral(text + k) for k in ("-15", "15"))
    assert one.force(0.03, 0.0, 3000.0) == pytest.approx(other.force(0.03, 0.0, 3000.0)) and one.force(0.03, 0.0, 3000.0) > 500


def test_version_6_and_pressure() -> None:
    text = "FNOMIN=3000 PCY1=1.3 PDY1=1 PKY1=-15 PKY2=1.7 PKY4=1.5 PPY1=0.8 NOMPRES=2e5 INFLPRES=2.2e5"
    assert MagicFormulaLateral(text).stiffness(3000.0) == pytest.approx(15 * 3000 * 1.08 * np.sin(1.5 * np.arctan(1 / 1.7)))


def test_camber_pushes_as_the_versions_say() -> None:
    base = "FNOMIN=3000 PCY1=1.3 PDY1=1 PKY1=-15 PKY2=1.7 PVY3=-0.3 "
    K = -15 * 3000 * np.sin(2 * np.arctan(1 / 1.7))
    old, new = MagicFormulaLateral(base + "PHY3=0.02"), MagicFormulaLateral(base + "PKY6=-0.9")
    assert old.force(0.0, 0.0, 3000.0, 0.1) == pytest.approx(formula(0.002, K / 3900, 1.3, 3000, 0.0) - 90, rel=1e-12)
    # of version 6.x the whole force of a small camber is K_γ γ
    assert new.force(0.0, 0.0, 3000.0, 1e-4) == pytest.approx(-0.9 * 3000 * 1e-4, rel=1e-6)
    lean = MagicFormulaLateral(base.replace("PVY3=-0.3", "PDY3=5"))
    assert lean.force(0.5, 0.0, 3000.0, 0.2) == pytest.approx(lean.force(0.5, 0.0, 3000.0, -0.2))
    assert lean.force(0.08, 0.0, 3000.0, 0.2) < lean.force(0.08, 0.0, 3000.0, 0.0)


def test_beyond_its_range_a_law_takes_the_end_of_it() -> None:
    law = MagicFormulaLongitudinal("FNOMIN=3000 PCX1=1.6 PDX1=1.1 PKX1=20 FZMIN=500 FZMAX=6000 KPUMIN=-0.5 KPUMAX=0.5")
    assert law.force(0.1, 0.0, 20000.0) == law.force(0.1, 0.0, 6000.0)
    assert law.force(0.9, 0.0, 3000.0) == law.force(0.5, 0.0, 3000.0)
    assert law.force(0.1, 0.0, 250.0) == pytest.approx(0.5 * law.force(0.1, 0.0, 500.0)) and law.force(0.1, 0.0, 0.0) == 0


def test_a_tyre_file_gives_the_whole_tyre(tmp_path: Path) -> None:
    data, left = read_tir(tyre(tmp_path))
    assert (data["radius"], data["stiffness"], data["damping"], data["rolling_resistance"]) == (0.3, 2e5, 50, 0.01)
    assert data["rolling_radius"] == pytest.approx(0.3 - 0.015 * (0.27 * np.arctan(8.4) + 0.07))
    assert data["relaxation_length"] == pytest.approx(2.1 * np.sin(2 * np.arctan(0.5)) * 0.3)
    assert any("aligning moment" in note for note in left)


def test_a_car_with_a_tyre_file_is_written_whole_and_runs(tmp_path: Path) -> None:
    tyre(tmp_path)
    case = files.read(car(tmp_path, ("{file: t.tir}", "{file: t.tir, damping: 70 N*s/m}")))
    assert case.subject.car.tyre.damping == 70 and any("aligning moment" in note for note in case.notes)
    again = files.loads(case.machine_file())
    assert again.subject.car.tyre == case.subject.car.tyre


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("LENGTH = 'meter'", "LENGTH = 'mm'"), "LENGTH is in mm: give the file in SI units"),
        (("'PAC2002'", "'FTIRE'"), "the file is of the kind 'FTIRE'"),
        (("FITTYP = 6", "FITTYP = 3"), "FITTYP 3"),
        (("FNOMIN = 3000\n", ""), "lacks FNOMIN"),
        (("PKY2 = 1.7\n", ""), "lack PKY2"),
        (("FZMAX = 9000", "FZMAX = 1000"), "was measured from 200 to 1000 N, and a wheel carries"),
        (("FZMAX = 9000", "FZMAX = 100"), "the first must be smaller"),
        (("PCX1 = 1.6", "PCX1 = nan"), "PCX1 is 'nan'"),
    ],
)
def test_bad_tyre_files(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    tyre(tmp_path, change)
    with pytest.raises(files.FileError) as caught:
        files.read(car(tmp_path))
    assert message in str(caught.value) and "line" in str(caught.value)


def test_a_tyre_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(files.FileError, match=r"there is no file .*t\.tir"):
        files.read(car(tmp_path))


# ----------------------------------------------------------------------------------------------------------------- roads


def crg(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = CRG + DATA
    for a, b in changes:
        assert a in text
        text = text.replace(a, b)
    (tmp_path / "r.crg").write_text(text)
    return tmp_path / "r.crg"


def test_heights_with_slope_between_the_points(tmp_path: Path) -> None:
    road = read_crg(crg(tmp_path))
    for x, y, z in ((10, -1, 0.0), (12, 0, 0.2 + 0.2), (12.5, 0.0, 0.25 + 0.25), (14, 1, 0.4 + 0.2), (11, 0.5, 0.1 + 0.15)):
        assert road.height(float(x), float(y)) == pytest.approx(z)


def test_a_coarser_step_keeps_what_is_straight_and_smooths_the_rest(tmp_path: Path) -> None:
    road = read_crg(crg(tmp_path), step=2.0, across=2.0)
    assert road.x == (10, 12, 14) and road.y == (-1, 1)
    for x in (10.0, 11.3, 14.0):
        left, right = (0.1 * (x - 10) + fit for fit in _line(0.0, 0.1 * (x - 10), 0.2))
        assert (road.height(x, -1.0), road.height(x, 1.0)) == pytest.approx((left, right), abs=1e-9)


def _line(a: float, b: float, c: float) -> tuple[float, float]:
    """Ends of the line that fits three equally spaced heights best."""
    mean, slope = (a + b + c) / 3, (c - a) / 2
    return mean - slope, mean + slope


def test_a_road_in_a_car_file(tmp_path: Path) -> None:
    crg(tmp_path)
    tyre(tmp_path)
    case = files.read(car(tmp_path, road="\nroad:\n  - {type: opencrg, file: r.crg}\n"))
    assert case.subject.road.height(12.0, 0.0) == pytest.approx(0.4)
    assert files.loads(case.machine_file()).subject.road == case.subject.road


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("#:LRFI", "#:KRBI"), "is in binary form"),
        (("$$$$", "****"), "not an OpenCRG file"),
        (("0.1000000", "-inf"), "r.crg has an infinite number after the line"),
        (("= 10.0", "= inf"), "REFERENCE_LINE_START_X is 'inf': give a finite number"),
        (("=  1.0", "=  1e999"), "REFERENCE_LINE_INCREMENT is '1e999': give a finite number"),
        (("0.0000000 0.1000000 0.0000000 0.2000000", "0.5000000 0.1000000 0.0000000 0.2000000"), "is curved"),
        (("0.2000000 0.2000000\n", "nan 0.2000000\n"), "points without a height"),
        (("D:long section 3,m\n", ""), "numbers for 4 channels"),
    ],
)
def test_bad_roads(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    crg(tmp_path, change)
    with pytest.raises(DescriptionError, match=message):
        read_crg(tmp_path / "r.crg")


def test_a_road_with_too_many_points_says_how_to_read_it(tmp_path: Path) -> None:
    (tmp_path / "r.crg").write_text(CRG + DATA * 400)
    with pytest.raises(DescriptionError, match="step: 0.5 m"):
        read_crg(tmp_path / "r.crg")
    assert len(read_crg(tmp_path / "r.crg", step=4.0).x) == 501
