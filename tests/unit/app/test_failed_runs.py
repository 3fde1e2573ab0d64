"""A run that fails keeps what it computed: files with status and reason, and in Python the history on the error."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import biela
from biela.base.errors import DeadPoint, SimulationError, SingularMass, StepTooLarge
from biela.base.surface import Setting
from command_line import biela_command

SCISSOR = """
biela: 1
name: scissor lift
parameters: {L: 1 m, load: 200 kg}
gravity: [0, -9.81, 0]
bodies:
  arm1: {mass: 0.001 kg, com: [L/2, 0, 0], inertia: {rod: {length: L}}}
  arm2: {mass: 0.001 kg, com: [L/2, 0, 0], inertia: {rod: {length: L}}}
  foot: {mass: 0.001 kg, inertia: [1e-6, 1e-6, 1e-6]}
  shoe: {mass: 0.001 kg, inertia: [1e-6, 1e-6, 1e-6]}
  table: {mass: load, com: [L/2, 0, 0], inertia: {box: [L, 0.1, 0.5]}}
joints:
  P: {type: revolute, parent: ground, child: arm1}
  rail: {type: prismatic, parent: ground, child: foot, axis: x}
  Q: {type: revolute, parent: foot, child: arm2}
  mid: {type: revolute, parent: arm1, child: arm2, parent_point: [L/2, 0, 0], child_point: [L/2, 0, 0]}
  top1: {type: revolute, parent: arm2, child: table, parent_point: [L, 0, 0]}
  slot: {type: prismatic, parent: table, child: shoe, axis: x}
  top2: {type: revolute, parent: arm1, child: shoe, parent_point: [L, 0, 0]}
actuators:
  cylinder: {type: thruster, a: ground, b: foot}
start:
  coordinates: {P: 30 deg}
  guess: {Q: 150 deg, rail: 0.87 m, top1: -150 deg}
simulation: {duration: 1 s, inputs: {cylinder: -3000}}
plots: [table.y, cylinder.force]
"""


@pytest.fixture(scope="module")
def scissor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("scissor") / "scissor.yaml"
    file.write_text(SCISSOR)
    return file


def slider() -> biela.Mechanism:
    m = biela.Mechanism("slider", gravity=(0, 0, -9.81))
    m.prismatic("rail", m.ground, m.body("mass", mass=1.0), axis=(0, 0, 1))
    m.motor("motor", "rail")
    return m


def test_a_lift_pulled_to_its_dead_point_keeps_the_way_there(scissor: Path, tmp_path: Path) -> None:
    called = biela_command("run", scissor, "--out", tmp_path / "out", "--json")
    assert called.exit_code == 1
    assert "error: the loops are at a dead point at t = 0.8999" in called.stderr
    assert f"is in {tmp_path / 'out'}" in called.stderr
    summary = json.loads(called.stdout)
    assert summary == json.loads((tmp_path / "out/summary.json").read_text())
    assert summary["status"] == "failed" and "dead point" in summary["reason"] and summary["duration"] > 0.89

    saved = biela.load(tmp_path / "out/result.nc")
    assert saved.data.attrs["status"] == "failed" and "dead point" in saved.data.attrs["reason"]
    # what is kept is sound up to its last state: the balance holds, and a run that ends before has the same numbers
    balance = saved["machine.energy"] - saved["machine.work"]
    assert np.abs(balance - balance[0]).max() < 1e-6 * np.abs(saved["machine.kinetic_energy"]).max()
    shorter = biela.read(scissor).simulate(0.85)
    assert shorter.status == "done"
    assert np.interp(0.8, saved.t, saved["table.y"]) == pytest.approx(float(shorter.at(0.8)["table.y"]), abs=1e-6)

    page = (tmp_path / "out/report.html").read_text()
    assert "The run failed" in page and "the loops are at a dead point at t = 0.8999" in page
    # the file can be looked at and run again, to the same end
    again = biela_command("run", tmp_path / "out/result.nc", "--out", tmp_path / "again", "--json")
    assert again.exit_code == 1 and json.loads(again.stdout)["final"] == summary["final"]
    assert biela_command("check", tmp_path / "out/result.nc").exit_code == 0


def test_the_error_carries_the_history(scissor: Path) -> None:
    with pytest.raises(DeadPoint, match="dead point") as caught:
        biela.read(scissor).simulate()
    history = caught.value.history
    assert isinstance(history, biela.History)
    assert history.status == "failed" and history.reason == str(caught.value)
    assert 0.89 < history.t[-1] < 0.9 and history.energy_error < 1e-3
    # between processes it is its text, since compiled functions do not travel
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) and copy.history is None


def test_what_exploded_is_not_kept() -> None:
    m = slider()
    m.joint_spring("spring", "rail", stiffness=1e4)
    with pytest.raises(StepTooLarge) as caught:
        m.simulate({"rail": 0.1}, 40.0, method="rk4", step=0.04)
    history = caught.value.history
    assert len(history.t) == 1 and history.status == "failed"
    assert "results end at t = 0 s" in history.notes[-1]


def test_a_step_too_large_names_a_remedy_that_is_another() -> None:
    """Not the method that failed: one that chooses its steps is told to do so."""
    m = slider()
    m.joint_spring("spring", "rail", stiffness=1e4)
    for method, remedy in (("rk4", Setting("method", "dormand-prince")), ("dormand-prince", Setting("step"))):
        with pytest.raises(StepTooLarge) as caught:
            m.simulate({"rail": 0.1}, 40.0, method=method, step=0.08)
        assert caught.value.settings == (remedy, Setting("method", "rosenbrock"))


def test_the_part_before_a_law_loses_its_meaning_is_right() -> None:
    """With acceleration −1 the root is defined until 1 − t²/2 = 0."""
    with pytest.raises(SimulationError, match="stops being defined") as caught:
        slider().simulate(None, 5.0, inputs={"motor": lambda s: 9.81 - 1 - 1e-9 * (1 + s["rail.position"]) ** 0.5})
    history = caught.value.history
    assert history.t[-1] == pytest.approx(2**0.5, abs=5e-3)
    assert np.abs(history["rail.position"] + history.t**2 / 2).max() < 1e-8


def test_a_run_that_fails_at_once_shows_its_start(tmp_path: Path) -> None:
    m = biela.Mechanism("massless", gravity=(0, 0, -9.81))
    m.prismatic("rail", m.ground, m.body("mass", mass=0.0), axis=(0, 0, 1))
    with pytest.raises(SingularMass) as caught:
        m.simulate()
    history = caught.value.history
    assert history.t.tolist() == [0.0]
    assert "nothing with inertia resists rail" in history.report(tmp_path / "page.html").read_text()
    assert biela.load(history.save(tmp_path / "result.nc")).data.attrs["status"] == "failed"
