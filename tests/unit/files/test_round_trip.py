"""Python → YAML → Python gives the same machine, to the last digit of every number."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from machines import everything

import biela
from biela import files, library
from biela.app.case import find_case
from biela.base import atomic
from biela.base.errors import DescriptionError
from biela.files.document import read_document
from biela.library.machine_file import ready_data, ready_text
from derived_text import machine_text

MACHINES = [name for name in library.names() if library.get(name).subject is None]
"""Cars have files of their own: see test_car_files."""


@pytest.mark.parametrize("name", MACHINES)
def test_every_library_machine_comes_back_exactly(name: str) -> None:
    m = library.get(name).build()
    assert machine_text(files.loads(files.dumps(m)).mechanism) == machine_text(m)


@pytest.mark.parametrize("name", MACHINES)
def test_every_library_machine_exists_as_a_file_with_its_start(name: str) -> None:
    ready = library.get(name)
    machine = files.loads(ready_text(ready), f"{name}.yaml")
    m = ready.build()
    assert machine_text(machine.mechanism) == machine_text(m)  # parameters and arithmetic give the very same numbers
    assert machine.duration == ready.duration
    assert machine.signals == ready.signals
    assert np.abs(machine.start().x - ready.start(m).x).max() < 1e-11


def test_everything_that_python_describes_comes_back_exactly() -> None:
    m = everything()
    text = files.dumps(m)
    again = files.loads(text).mechanism
    assert machine_text(again) == machine_text(m)
    assert files.dumps(again) == text
    assert [(p.name, p.value, p.unit) for p in again.parameters.values()] == [("k", 120.0, "N/m"), ("l", 0.5, "m")]
    assert {f.name for f in again.ground.frames.values()} == {"hook", "foot"}


def test_machine_of_a_file_moves_as_the_one_of_python() -> None:
    m = library.get("five-bar").build()
    start = library.get("five-bar").start(m)
    machine = files.loads(files.dumps(m, start=start, simulation={"duration": 0.5}, inputs={"left_motor": lambda t: 1e-4 * t}))
    run, same = machine.simulate(), m.simulate(start, 0.5, inputs={"left_motor": lambda t: 1e-4 * t})
    assert run["tip.y"] == pytest.approx(same["tip.y"], abs=1e-12)


def test_laws_of_a_file_are_the_physics_they_say() -> None:
    # a Duffing oscillator, x'' = −x³: period 4 K(1/√2)/√(…) at amplitude 1 is 7.4163
    text = """
        {biela: 1, name: duffing, parameters: {c: {value: 2 N/m^3, free: true}}, bodies: {mass: {mass: 2 kg}},
        joints: {rail: {type: prismatic, parent: ground, child: mass, axis: x}},
        loads: {law: {type: user_effort, joint: rail, effort: -c*rail.position**3}},
        start: {coordinates: {rail: 1 m}}, simulation: {duration: 7.416298709205487 s, rtol: 1e-11}}"""
    machine = files.loads(text)
    end = machine.simulate().final
    assert end["rail.position"] == pytest.approx(1.0, abs=1e-8)
    assert end["rail.rate"] == pytest.approx(0.0, abs=1e-8)


def test_units_and_shapes_are_converted_to_si() -> None:
    text = """
        {biela: 1, name: units, parameters: {d: 30 mm, p: 36 MPa, area: pi/4*d**2},
        bodies: {disc: {mass: 500 g, inertia: {cylinder: {radius: d, length: 2*d, axis: x}}, position: [1 inch, 0, 2 ft]}},
        joints: {shaft: {type: revolute, parent: ground, child: disc}},
        loads: {push: {type: wrench, at: disc, force: [p*area, 0, 0]}},
        start: {rates: {shaft: 1200 rpm}}}"""
    machine = files.loads(text)
    disc, push = machine.mechanism.bodies["disc"], machine.mechanism.loads["push"]
    assert disc.mass == 0.5
    assert disc.inertia[0][0] == pytest.approx(0.5 * 0.03**2 / 2)
    assert disc.inertia[1][1] == pytest.approx(0.5 * (3 * 0.03**2 + 0.06**2) / 12)
    assert list(disc.placement.position) == [0.0254, 0, 0.6096]
    assert push.force[0] == pytest.approx(36e6 * np.pi / 4 * 0.03**2)  # type: ignore[union-attr]
    assert machine.start()["shaft.rate"] == pytest.approx(40 * np.pi)


ANGLE, RATE = "hinge.angle", "hinge.rate"
PIECEWISE = {
    "choice": (lambda s: ca.if_else(s[ANGLE] > 1, -s[RATE], 2 * s[ANGLE]), "if(1 < hinge.angle, -hinge.rate, 2*hinge.angle)"),
    "none_else": (lambda s: ca.if_else(s[ANGLE] >= 1, 5, 0), "if(1 <= hinge.angle, 5, 0)"),
    "not_first": (
        lambda s: ca.if_else(ca.logic_not(s[ANGLE] == 1), s[RATE], 3),
        "if(not(hinge.angle == 1), hinge.rate, 3)",
    ),
    "both": (
        lambda s: ca.if_else(ca.logic_and(s[ANGLE] > 0, s[ANGLE] < s.parameter("k")), 1, 2),
        "if(and(0 < hinge.angle, hinge.angle < k), 1, 2)",
    ),
    "either": (lambda s: ca.logic_or(s[ANGLE] != 0, s[RATE] <= 2), "or(hinge.angle != 0, hinge.rate <= 2)"),
    "of_conditions": (lambda s: 2 - (s[RATE] < 2), "2 - (hinge.rate < 2)"),
    "stairs": (lambda s: ca.floor(s[ANGLE]) + ca.ceil(s.time), "floor(hinge.angle) + ceil(t)"),
    "saw": (lambda s: ca.fmod(s[ANGLE], 2) - ca.remainder(s[ANGLE], 3), "fmod(hinge.angle, 2) - remainder(hinge.angle, 3)"),
    "signs": (lambda s: ca.copysign(ca.hypot(s[ANGLE], 3), s[RATE]), "copysign(hypot(hinge.angle, 3), hinge.rate)"),
    "rest": (
        lambda s: ca.sinh(s[ANGLE]) + ca.cosh(s[RATE]) + ca.asinh(s[ANGLE]) + ca.acosh(2 + s[ANGLE] ** 2)
        + ca.atanh(s[ANGLE] / 9) + ca.erf(s[RATE]) + ca.log1p(s[ANGLE] ** 2) + ca.expm1(s[RATE]),
        "sinh(hinge.angle) + cosh(hinge.rate) + asinh(hinge.angle) + acosh(2 + hinge.angle**2) + atanh(hinge.angle/9) + "
        "erf(hinge.rate) + log1p(hinge.angle**2) + expm1(hinge.rate)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PIECEWISE)
def test_laws_in_pieces_have_words_and_come_back(name: str) -> None:
    law, text = PIECEWISE[name]
    m = hinge()
    m.user_effort("odd", "hinge", law)
    again = files.loads(files.dumps(m)).mechanism
    assert text in files.dumps(m)
    assert machine_text(again) == machine_text(m)


def test_law_in_pieces_of_a_file_is_the_physics_it_says() -> None:
    # 2 kg pushed with 6 N while it is slower than 1.5 m/s, then left alone: 1.5 m/s after 0.5 s and 0.375 m
    text = """
        {biela: 1, name: cut-off, gravity: [0, 0, 0], bodies: {mass: {mass: 2 kg}},
        joints: {rail: {type: prismatic, parent: ground, child: mass, axis: x}},
        loads: {law: {type: user_effort, joint: rail, effort: "if(t < 0.5 s, 6 N, 0)"}},
        simulation: {duration: 1 s, method: rk4, step: 1 ms}}"""
    end = files.loads(text).simulate().final
    assert end["rail.rate"] == pytest.approx(1.5, rel=2e-3)
    assert end["rail.position"] == pytest.approx(0.375 + 0.75, rel=2e-3)


def test_law_without_words_in_files_is_refused_by_name() -> None:
    m = hinge()
    m.user_effort("odd", "hinge", lambda s: ca.erfinv(s["hinge.angle"]))
    with pytest.raises(DescriptionError, match="load 'odd' uses an operation that machine files have no word for"):
        files.dumps(m)


def hinge() -> biela.Mechanism:
    m = biela.Mechanism("m")
    m.parameter("k", 2.0)
    m.revolute("hinge", m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))
    return m


def test_written_file_is_whole_or_not_there(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "m.yaml"
    files.save(library.get("pendulum").build(), path)
    before = path.read_bytes()

    def full(file: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic, "_pour", full)
    with pytest.raises(OSError, match="No space left"):
        files.save(library.get("four-bar").build(), path)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["m.yaml"]


def test_one_error_for_all_readings_is_written_as_one_number() -> None:
    m = hinge()
    m.encoder("angle", "hinge", noise=0.001)
    m.imu("imu", "b", noise=(1e-3, 1e-3, 1e-3, 2e-2, 2e-2, 2e-2))
    text = files.dumps(m)
    assert "noise: 0.001}" in text and "noise: [0.001, 0.001, 0.001, 0.02, 0.02, 0.02]" in text
    back = files.loads(text).mechanism.sensors
    assert [back[name].errors for name in back] == [sensor.errors for sensor in m.sensors.values()]


@pytest.mark.parametrize("name", ["four-bar", "hydraulic-crane", "renault-clio", "three-rrr"])
def test_the_data_of_a_machine_are_those_of_its_text(name: str) -> None:
    data = ready_data(library.get(name))
    assert read_document(data.text(), name).data == data


def test_a_value_of_a_ready_machine_changes_without_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biela.files.write.MachineData.text", lambda data: pytest.fail("the machine was written as a text"))
    case = find_case("four-bar", ["crank_length=0.35 m", "simulation.duration=2 s"])
    assert case.mechanism.bodies["crank"].com[0] == 0.175 and case.duration == 2.0
    assert '"crank_length": "0.35 m"' in case.machine_file()
