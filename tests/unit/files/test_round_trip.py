"""Python → YAML → Python gives the same machine, to the last digit of every number."""

from __future__ import annotations

import numpy as np
import pytest
from machines import everything

import biela
from biela import files, library
from biela.errors import DescriptionError
from biela.files.ready import ready_text
from biela.mechanism.canonical import canonical


@pytest.mark.parametrize("name", library.names())
def test_every_library_machine_comes_back_exactly(name: str) -> None:
    m = library.get(name).build()
    assert canonical(files.loads(files.dumps(m)).mechanism) == canonical(m)


@pytest.mark.parametrize("name", library.names())
def test_every_library_machine_exists_as_a_file_with_its_start(name: str) -> None:
    ready = library.get(name)
    machine = files.loads(ready_text(ready), f"{name}.yaml")
    m = ready.build()
    assert canonical(machine.mechanism) == canonical(m)  # parameters and arithmetic give the very same numbers
    assert machine.duration == ready.duration
    assert machine.signals == ready.signals
    assert np.abs(machine.start().x - ready.start(m).x).max() < 1e-11


def test_everything_that_python_describes_comes_back_exactly() -> None:
    m = everything()
    text = files.dumps(m)
    again = files.loads(text).mechanism
    assert canonical(again) == canonical(m)
    assert files.dumps(again) == text
    assert [(p.name, p.value, p.unit) for p in again.parameters.values()] == [("k", 120.0, "N/m"), ("l", 0.5, "m")]
    assert {f.name for f in again.ground.frames.values()} == {"hook", "foot"}


def test_machine_of_a_file_moves_as_the_one_of_python() -> None:
    m = library.get("five-bar").build()
    start = library.get("five-bar").start(m)
    machine = files.loads(
        files.dumps(m, start=start, simulation={"duration": 0.5}, inputs={"left_motor": lambda t: 1e-4 * t})
    )
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


def test_law_without_words_in_files_is_refused_by_name() -> None:
    import casadi

    m = biela.Mechanism("m")
    m.revolute("hinge", m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))
    m.user_effort("odd", "hinge", lambda s: casadi.floor(s["hinge.angle"]))
    with pytest.raises(DescriptionError, match="load 'odd' uses an operation that machine files have no word for"):
        files.dumps(m)


def test_written_file_is_whole_or_not_there(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "m.yaml"
    files.save(library.get("pendulum").build(), path)
    before = path.read_bytes()

    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        files.save(library.get("four-bar").build(), path)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["m.yaml"]
