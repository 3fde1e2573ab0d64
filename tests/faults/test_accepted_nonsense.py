"""Values that nobody can mean are refused in words, where they once gave a number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pantry import Pantry

import biela
from biela.base.errors import DescriptionError, SimulationError
from biela.estimate.log import Log
from biela.files import FileError, loads
from biela.files.logs.table import DataError
from biela.identify import Dataset, identify, read_data
from command_line import biela_command

ROD = """biela: 1
name: rod
parameters: {share: 50 %}
bodies: {rod: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.07, 0.07]}}
joints: {A: {type: revolute, parent: ground, child: rod}}
actuators: {motor: {type: motor, joint: A}}
sensors: {encoder: {type: encoder, joint: A, noise: 0.01}}
start: {coordinates: {A: ANGLE}}
simulation: {duration: 0.5 s}
"""


def pendulum(**options: Any) -> biela.History:
    return biela.library.get("pendulum").simulate(1.0, **options)


def test_a_relative_tolerance_without_a_digit_is_refused() -> None:
    with pytest.raises(DescriptionError, match=r"rtol is 10, a tolerance relative to the states: give 0\.1 or less"):
        pendulum(rtol=10)


def test_a_fixed_step_longer_than_the_run_is_refused() -> None:
    with pytest.raises(DescriptionError, match="step is 50 s, longer than the run of 1 s: give a shorter step"):
        pendulum(method="rk4", step=50.0)
    assert len(pendulum(method="rk4", step=0.5).t) == 3


def test_static_friction_below_coulomb_friction_is_refused() -> None:
    m = Pantry.machine()
    with pytest.raises(DescriptionError, match="static friction of 'brake' is 1, below its Coulomb friction of 5"):
        m.friction("brake", "A", coulomb=5.0, static=1.0)
    m.friction("brake", "A", coulomb=5.0, static=5.0)


def test_truth_values_are_no_numbers() -> None:
    m = biela.Mechanism("m")
    with pytest.raises(DescriptionError, match="mass of body 'b' is True: give a number"):
        m.body("b", mass=True)
    with pytest.raises(DescriptionError, match="entry 2 of gravity of 'm' is True: give a number"):
        m.set_gravity((0.0, True, 0.0))
    with pytest.raises(DescriptionError, match="parameter 'k' is True: give a number"):
        m.parameter("k", True)


@pytest.mark.parametrize("name", ["", "  "])
def test_empty_names_are_refused(name: str) -> None:
    with pytest.raises(DescriptionError, match="is not a name of a mechanism: give some text"):
        biela.Mechanism(name)
    with pytest.raises(DescriptionError, match="is not a name: use letters"):
        biela.Mechanism("m").body(name, mass=1.0)


# ---------------------------------------------------------------------------------------------------------- shares as angles


@pytest.mark.parametrize("angle", ["10 %", "10 percent", "share", "2 * share"])
def test_a_share_in_percent_is_no_angle(angle: str) -> None:
    with pytest.raises(FileError, match="it is a share in percent, where an angle is needed. Write it in rad, deg or"):
        loads(ROD.replace("ANGLE", angle))


@pytest.mark.parametrize("angle", ["share * 30 deg", "50 % * pi/6", "pi/12"])
def test_a_share_of_an_angle_is_one(angle: str) -> None:
    assert loads(ROD.replace("ANGLE", angle)).simulate(0.1)["A.angle"][0] == pytest.approx(np.pi / 12)


def _log(path: Path, head: str, *columns: Any) -> Path:
    t = np.arange(0.0, 2.0, 0.01)
    table = np.column_stack([t, *(np.full(len(t), c) if np.isscalar(c) else c for c in columns)])
    path.write_text("\n".join([head, *(",".join(f"{x:g}" for x in row) for row in table)]) + "\n", "utf-8")
    return path


def test_a_log_with_an_angle_in_percent_is_refused(tmp_path: Path) -> None:
    machine = loads(ROD.replace("ANGLE", "0")).mechanism
    A = np.sin(3 * np.arange(0.0, 2.0, 0.01))
    data = read_data(_log(tmp_path / "l.csv", "time,A [%],motor,encoder [%]", A, A, A))
    with pytest.raises(DataError, match="column 'A' was read in a unit of 1, but it is measured in rad: correct its unit"):
        identify(machine, data)
    (tmp_path / "rod.yaml").write_text(ROD.replace("ANGLE", "0"), "utf-8")
    called = biela_command("estimate", tmp_path / "rod.yaml", tmp_path / "l.csv", "--out", tmp_path / "out")
    assert called.exit_code == 1
    assert "column 'encoder' is in a unit of 1, but the sensor reads rad" in " ".join(called.stderr.split())


# ------------------------------------------------------------------------------------------------------------ missing values


def test_data_without_a_number_are_refused(tmp_path: Path) -> None:
    path = _log(tmp_path / "l.csv", "time,A,encoder", np.nan, np.nan)
    with pytest.raises(DataError, match="l.csv: no column holds a number: A, encoder"):
        read_data(path)
    with pytest.raises(DataError, match="data: no column holds a number: A"):
        Dataset(np.arange(3.0), {"A": np.full(3, np.nan)})
    with pytest.raises(DataError, match="l.csv: no column besides the time holds a number"):
        Log.read(path)


def test_a_sensor_without_a_reading_is_not_used(tmp_path: Path) -> None:
    machine = tmp_path / "rod.yaml"
    machine.write_text(ROD.replace("ANGLE", "0").replace("0.01}}", "0.01}, gyro: {type: gauge, signals: [A.rate], noise: 0.1}}"))
    empty = _log(tmp_path / "empty.csv", "time,encoder,gyro", np.nan, np.nan)
    called = biela_command("estimate", machine, empty, "--out", tmp_path / "out")
    assert called.exit_code == 1 and "no reading of the machine holds a number: encoder, gyro" in called.stderr
    half = _log(tmp_path / "half.csv", "time,encoder,gyro", 0.0, np.nan)
    called = biela_command("estimate", machine, half, "--out", tmp_path / "out")
    assert called.exit_code == 0, called.stderr
    assert "no column with numbers for gyro: these sensors are not used" in " ".join(called.stdout.split())


# ------------------------------------------------------------------------------------------------- forces where ends meet


def _two(**load: Any) -> biela.History:
    """Two balls that begin at one point and fly apart, and what pulls them together."""
    m = biela.Mechanism("two", gravity=(0.0, 0.0, 0.0))
    a, b = (m.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0)) for name in ("a", "b"))
    for body in (a, b):
        m.prismatic(f"{body.name}_x", m.ground, body, axis=(1.0, 0.0, 0.0))
    if "law" in load:
        m.user_force("pull", a, b, **load)
    else:
        m.spring("pull", a, b, **load)
    return m.simulate(m.assemble(rates={"a_x": 0.0, "b_x": 1.0}), 1.0)


def test_a_force_of_a_user_that_vanishes_where_its_ends_meet_is_taken_as_a_spring_is() -> None:
    spring, force = _two(stiffness=3.0), _two(law=lambda s: 3.0 * s["pull.length"])
    np.testing.assert_allclose(force["b_x.position"], spring["b_x.position"], atol=1e-8)
    assert force["pull.force"][0] == 0.0 and np.ptp(force["machine.kinetic_energy"]) > 0.01
    with pytest.raises(SimulationError, match="force 'pull' has both its ends at one point, where its force has no"):
        _two(law=lambda s: 3.0 + 0.0 * s.time)


def test_no_number_comes_from_a_stiffness_that_is_not_known() -> None:
    """The slope of a tension is not known where its ends meet."""
    m = biela.Mechanism("one", gravity=(0.0, 0.0, 0.0))
    m.prismatic("X", m.ground, m.body("a", mass=1.0, inertia=(1.0, 1.0, 1.0)), axis=(1.0, 0.0, 0.0))
    m.user_force("pull", m.ground, "a", law=lambda s: 3.0 * s["pull.length"])
    for use in (m.linearise, m.equilibrium):
        with pytest.raises(DescriptionError, match=r"no linear model at this state: the slope of X is not a number"):
            use(m.assemble())
