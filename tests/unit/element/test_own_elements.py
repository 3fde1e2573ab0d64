"""Elements of a user, from a file outside biela: in Python, in machine files, in the schema, in reports and in identification."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import BielaError, DescriptionError, DuplicateName
from biela.element import Element, data, declared, element, use
from biela.mechanism.load import CoordinateLoad, Effort, LineLoad
from biela.mechanism.sensor import POSITION, FrameSensor, Output, Sensor
from derived_text import machine_text

OWN = Path(__file__).parent / "my_elements.py"
NUT = Path(__file__).parents[2] / "architecture" / "extensions" / "nut.py"
MACHINE = """
biela: 1
name: magnetic pendulum
uses: my_elements.py
gravity: [0, 0, -9.81]
frames: {anchor: [0.3, 0, -1.2]}
bodies:
  bob: {mass: 1 kg}
joints:
  pivot: {type: revolute, parent: ground, child: bob, child_point: [0, 0, 1], axis: y}
loads:
  lodestone: {type: lodestone, a: ground.anchor, b: bob, strength: 0.05 N*m^2}
  air: {type: air_brake, joint: pivot, drag: 0.02}
sensors:
  speed: {type: speedometer, at: bob, noise: 0.01}
start: {coordinates: {pivot: 0.1}}
"""


@pytest.fixture(autouse=True, scope="module")
def own_elements() -> None:
    use(OWN)


def pendulum() -> biela.Mechanism:
    m: Any = biela.Mechanism("magnetic pendulum", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, axis=(0, 1, 0), child_point=(0, 0, 1))
    m.lodestone("lodestone", m.ground.frame("anchor", (0.3, 0, -1.2)), bob, strength=0.05)
    m.air_brake("air", "pivot", drag=0.02)
    m.speedometer("speed", bob, noise=0.01)
    return m  # type: ignore[no-any-return]


def test_a_load_has_method_energy_power_and_signals() -> None:
    run = pendulum().simulate({"pivot": 0.1}, duration=1.0, rtol=1e-10)
    assert np.allclose(run["lodestone.attraction"], 0.05 / run["lodestone.length"] ** 2, rtol=1e-12)
    assert np.allclose(run["lodestone.energy"], -0.05 / run["lodestone.length"], rtol=1e-12)
    assert np.all(run["air.power"] <= 0)
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-8
    assert np.allclose(run["speed.speed"], np.abs(run["pivot.rate"]), atol=1e-5)


def test_its_data_are_checked_by_name() -> None:
    m: Any = pendulum()
    with pytest.raises(DescriptionError, match="strength of lodestone 'x' is -1: it must be above zero"):
        m.lodestone("x", m.ground, "bob", strength=-1.0)
    with pytest.raises(DescriptionError, match="lodestone 'x' has both ends on body 'bob'"):
        m.lodestone("x", "bob", "bob", strength=1.0)
    with pytest.raises(TypeError, match="strength"):
        m.lodestone("x", m.ground, "bob")


def test_a_machine_file_describes_the_same_machine_and_comes_back() -> None:
    case = files.loads(MACHINE)
    assert machine_text(case.mechanism) == machine_text(pendulum())
    text = files.dumps(case.mechanism)
    assert "uses: my_elements.py" in text and "{type: lodestone, a: ground.anchor, b: bob, strength: 0.05}" in text
    assert files.dumps(files.loads(text).mechanism) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0.05 N*m^2", "0.05 N", "it is a force [N], where a quantity"),
        ("strength:", "strenght:", "'strenght' is not a key here. Did you mean 'strength'?"),
        ("type: lodestone", "type: lodestne", "'lodestne' is not a type of loads. Did you mean 'lodestone'?"),
        ("drag: 0.02", "drag: -1", "loads.air.drag: -1\n    drag is -1: it must not be negative."),
    ],
)
def test_mistakes_in_files_are_told_as_for_any_element(old: str, new: str, message: str) -> None:
    with pytest.raises(files.FileError) as caught:
        files.loads(MACHINE.replace(old, new))
    assert message in str(caught.value)


def test_the_schema_knows_it() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from biela.files.document import read_document

    validator = jsonschema.Draft202012Validator(files.json_schema())
    validator.validate(read_document(MACHINE, "m").data)
    assert list(validator.iter_errors(read_document(MACHINE.replace("strength:", "strenght:"), "m").data))


def test_a_coupling_holds() -> None:
    m: Any = biela.Mechanism("ring", gravity=(0, 0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.free("flight", m.ground, ball)
    m.point_on_cylinder("tube", m.ground, ball, radius=2.0)
    start = m.assemble({"flight.x": 1.2, "flight.z": 0.0}, guess={"flight.y": 1.6}).with_rates({"flight.velocity_y": 0.5})
    run = m.simulate(start, duration=0.5)
    assert np.hypot(run["ball.x"], run["ball.y"]) == pytest.approx(np.full(run.t.size, 2.0), abs=1e-8)
    assert "tube.force" in run
    assert files.dumps(files.loads(files.dumps(m)).mechanism) == files.dumps(m)


def test_a_joint_moves_in_the_tree_and_closes_loops() -> None:
    use(NUT)

    def machine(cut: bool | None) -> biela.Mechanism:
        m: Any = biela.Mechanism("screw", gravity=(0, 0, -9.81))
        nut = m.body("nut", mass=2.0, inertia=(0.01, 0.01, 0.02))
        m.threaded("screw", m.ground, nut, lead=0.05, cut=cut)
        if cut:
            m.cylindrical("guide", m.ground, nut)
        return m  # type: ignore[no-any-return]

    lead, mass, inertia = 0.05, 2.0, 0.02
    fall = -9.81 * mass / (mass + inertia / lead**2)
    for cut in (None, True):
        m = machine(cut)
        run = m.simulate(duration=0.5, rtol=1e-10)
        assert run["screw.position"][-1] == pytest.approx(0.5 * fall * 0.25, rel=1e-7)
    text = files.dumps(machine(None))
    assert "type: threaded" in text and "lead: 0.05" in text
    assert files.dumps(files.loads(text).mechanism) == text


def test_linear_data_become_columns_of_a_regressor() -> None:
    from biela.identify import Regressor

    regressor = Regressor(pendulum(), parameters=["lodestone", "air.drag"])
    assert [(c.name, c.unit) for c in regressor.columns] == [("lodestone.strength", "N·m²"), ("air.drag", "N·m·s²/rad²")]
    assert [c.nominal for c in regressor.columns] == [0.05, 0.02]


def test_it_is_drawn_and_reported(tmp_path: Path) -> None:
    from biela.report.scene import Scene

    m = pendulum()
    run = m.simulate({"pivot": 0.1}, duration=0.1)
    scene = Scene(run)
    assert {"name": "lodestone", "kind": "rod"}.items() <= scene.lines()[0].items()
    assert any(shape.get("k") == "ball" for shape in scene.shapes("bob"))


def test_the_cache_knows_what_it_does() -> None:
    def machine(power: int) -> biela.Mechanism:
        @element("tether")
        class Tether(LineLoad):
            """A tether."""

            k: float = data("N/m")

            def act(self, at: Any, signals: Any) -> Effort:
                return Effort(self.k * at.length**power)

        m: Any = biela.Mechanism("x")
        m.revolute("A", m.ground, m.body("b", mass=1.0, com=(1, 0, 0)))
        m.tether("cord", m.ground.frame("top", (0, 0, 1)), "b", k=2.0)
        return m  # type: ignore[no-any-return]

    from biela.equations.canonical import canonical

    assert canonical(machine(1)) == canonical(machine(1)) != canonical(machine(2))


def test_a_machine_file_alone_never_runs_code(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('run')")
    text = MACHINE.replace("my_elements.py", "evil.py")
    with pytest.raises(files.FileError) as caught:
        files.loads(text, str(tmp_path / "m.yaml"))
    assert "the machine needs elements from 'evil.py', and a machine file alone never runs code" in str(caught.value)
    assert "allow it with uses=['evil.py']." in str(caught.value)


def test_from_the_command_line(tmp_path: Path) -> None:
    machine = tmp_path / "magnetic.yaml"
    machine.write_text(MACHINE)
    command = [sys.executable, "-m", "biela.cli", "check", str(machine)]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 3 and "--uses my_elements.py" in refused.stderr + refused.stdout
    allowed = subprocess.run([*command, "--uses", str(OWN)], capture_output=True, text=True)
    assert allowed.returncode == 0, allowed.stderr


def test_reading_allows_what_it_is_told(tmp_path: Path) -> None:
    machine = tmp_path / "magnetic.yaml"
    machine.write_text(MACHINE)
    assert files.read(machine, uses=[OWN]).mechanism.loads["lodestone"].name == "lodestone"
    assert files.loads(machine.read_text("utf-8"), uses=[OWN]).mechanism.loads["lodestone"].name == "lodestone"


def test_schema_command_knows_an_own_element() -> None:
    """Editors complete a user's element too."""
    command = [sys.executable, "-m", "biela.cli", "schema", "--uses", str(OWN)]
    assert '"lodestone"' in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_wrong_files_and_words_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BielaError, match="is not a file of elements: give a Python file"):
        use(tmp_path / "nothing.py")
    bad = tmp_path / "bad.py"
    bad.write_text("1 / 0")
    with pytest.raises(BielaError, match="cannot be used: ZeroDivisionError"):
        use(bad)
    for word, message in (("friction", "already declared"), ("simulate", "machines have a method of that name already")):
        with pytest.raises(DuplicateName, match=message):

            @element(word)
            class Own(CoordinateLoad):
                """A load."""

                def act(self, at: Any, signals: Any) -> Effort:
                    return Effort(0.0)

    with pytest.raises(DescriptionError, match="cannot be declared as 'nothing': derive it from a kind of element"):

        @element("nothing")
        class Nothing(Element):
            """Of no kind."""

    assert "simulate" not in declared("loads")


def test_the_cache_knows_what_a_sensor_reads() -> None:
    """A number that a function refers to, a name, a unit: any change of them gives another text."""
    from biela.equations.canonical import canonical

    def text(scale: float, name: str = "height", unit: str = "m", view: str = "frame") -> str:
        @element("level_gauge")
        class LevelGauge(FrameSensor):
            """Height of a point."""

            outputs = (Output(name, unit, POSITION, lambda f: scale * f.position[2]),)

        @element("strain_gauge")
        class StrainGauge(Sensor):
            """A signal, scaled."""

            outputs = (Output("strain", "1", None, lambda s: scale * s["A.angle"]),)

        m: Any = biela.Mechanism("x")
        m.revolute("A", m.ground, m.body("b", mass=1.0, com=(1, 0, 0)))
        (m.level_gauge if view == "frame" else m.strain_gauge)("g", *["b"] if view == "frame" else [])
        return canonical(m)

    assert text(1.0) == text(1.0)
    assert len({text(1.0), text(2.0), text(1.0, "depth"), text(1.0, unit="mm")}) == 4
    assert text(1.0, view="signals") == text(1.0, view="signals") != text(2.0, view="signals")


def test_a_sensor_that_cannot_be_traced_is_never_taken_from_the_cache() -> None:
    from biela.equations.canonical import canonical

    def text() -> str:
        @element("odd_gauge")
        class OddGauge(FrameSensor):
            """Looks behind what it is shown."""

            outputs = (Output("own", "m", POSITION, lambda f: f._link),)

        m: Any = biela.Mechanism("x")
        m.revolute("A", m.ground, m.body("b", mass=1.0, com=(1, 0, 0)))
        m.odd_gauge("g", "b")
        return canonical(m)

    assert text() != text()


def test_the_cache_knows_all_that_a_joint_does() -> None:
    from biela.equations.canonical import canonical
    from biela.mechanism.joint.prismatic import Prismatic

    def text(difference: float = 1.0, tangent: float = 1.0) -> str:
        @element("odd_slide")
        class OddSlide(Prismatic):
            """A slide with a tangent of its own."""

            def difference(self, q: Any, origin: Any) -> Any:
                return difference * (q - origin)

            def tangent_rate(self, xi: Any, eta: Any) -> Any:
                return tangent * eta

        m: Any = biela.Mechanism("x")
        m.odd_slide("A", m.ground, m.body("b", mass=1.0))
        return canonical(m)

    assert text() == text() and len({text(), text(2.0), text(1.0, 2.0)}) == 3


SCRIPT = '''
import biela
from biela import files
from biela.element import element, use
from biela.mechanism.load import CoordinateLoad, Effort

print("runs")

@element("cubic_spring")
class CubicSpring(CoordinateLoad):
    """A hardening spring."""

    def act(self, at, signals):
        return Effort(-at.position**3)

m = biela.Mechanism("m")
m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, 1, 0))
m.cubic_spring("spring", "pivot")
text = files.dumps(m)
for again in (files.loads(text), files.loads(text, uses=FILE)):
    print(type(again.mechanism.loads["spring"]) is CubicSpring, text.splitlines()[2])
'''


@pytest.mark.parametrize("saved", [True, False])
def test_elements_of_the_running_script_are_read_back_by_it(tmp_path: Path, saved: bool) -> None:
    """Nothing is run that does not run already; without a file, as in a session, the machine file names none."""
    (tmp_path / "mine.py").write_text(SCRIPT.replace("FILE", "[__file__]" if saved else "()"))
    script = ["mine.py"] if saved else ["-c", SCRIPT.replace("FILE", "()")]
    done = subprocess.run([sys.executable, *script], cwd=tmp_path, capture_output=True, text=True)
    line = "True uses: mine.py" if saved else "True gravity: [0, 0, -9.81]"
    assert done.stdout.splitlines() == ["runs", line, line], done.stderr


COMPONENT = '''
from biela.network import C
from biela.network.registry import component

@component("shop.pad", stiffness="N/m")
def pad(name: str, *, stiffness: float) -> C:
    """Rubber pad."""
    return C(name, 1 / stiffness, domain="translation")
'''
PRESS = """
biela: 1
name: press
uses: shop_components.py
bodies: {ram: {mass: 1 kg}}
joints: {rail: {type: prismatic, parent: ground, child: ram}}
networks:
  mount:
    components: {v: {type: One, domain: translation}, pad: {type: shop.pad, stiffness: 2 kN/m}}
    bonds: [[v, pad]]
    ports: {foot: v}
    attach: {foot: rail}
"""


def test_a_machine_file_names_the_file_of_its_components(tmp_path: Path) -> None:
    (tmp_path / "shop_components.py").write_text(COMPONENT)
    with pytest.raises(files.FileError, match="the machine needs elements from 'shop_components.py'"):
        files.loads(PRESS)
    text = files.dumps(files.loads(PRESS, uses=[tmp_path / "shop_components.py"]).mechanism)
    assert "uses: shop_components.py" in text and "type: shop.pad" in text
    assert files.dumps(files.loads(text).mechanism) == text
