"""An addition is one file: a load, coupling, sensor, joint type, integrator, filter, tyre law and command from outside the package.

Each file of `extensions/` declares one thing, as a user would. Together they make one machine, which is used in Python, in a
machine file, in its schema, in a report, in identification and in estimation; nothing in the package knows of it. The joint is
also drawn, coupled to a network and written in robot formats.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_folder_order import PACKAGE

import biela
from biela import files
from biela.element import use

OWN = sorted((Path(__file__).parent / "extensions").glob("*.py"))
ELEMENTS = ("altimeter.py", "level.py", "magnet.py", "nut.py")
MACHINE = """
biela: 1
name: press
uses: [altimeter.py, level.py, magnet.py, nut.py]
gravity: [0, 0, -9.81]
frames: {core: [0, 0, 1]}
bodies:
  nut: {mass: 2 kg, inertia: [0.01, 0.01, 0.02]}
  slide: {mass: 1 kg}
joints:
  thread: {type: threaded, parent: ground, child: nut, lead: 50 mm/rad}
  rail: {type: prismatic, parent: ground, child: slide, parent_point: [0.3, 0, 0]}
couplings:
  arm: {type: same_height, a: nut, b: slide}
loads:
  magnet: {type: pole_magnet, a: ground.core, b: nut, strength: 0.5 N*m^2}
sensors:
  height: {type: altimeter, at: slide, noise: 1 mm}
start: {coordinates: {thread: 0.1 m}}
simulation: {duration: 0.2 s, method: ralston, step: 0.1 ms}
"""


@pytest.fixture(autouse=True, scope="module")
def own() -> None:
    for file in OWN:
        use(file)


def press() -> biela.Mechanism:
    m: Any = biela.Mechanism("press", gravity=(0, 0, -9.81))
    nut, slide = m.body("nut", mass=2.0, inertia=(0.01, 0.01, 0.02)), m.body("slide", mass=1.0)
    core = m.ground.frame("core", (0, 0, 1))
    m.threaded("thread", m.ground, nut, lead=0.05)
    m.prismatic("rail", m.ground, slide, parent_point=(0.3, 0, 0))
    m.same_height("arm", nut, slide)
    m.pole_magnet("magnet", core, nut, strength=0.5)
    m.altimeter("height", slide, noise=1e-3)
    return m  # type: ignore[no-any-return]


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_each_is_one_short_file_that_the_package_does_not_know(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) < 50
    words = ("pole_magnet", "same_height", "altimeter", "threaded", "ralston", "constant-gain", "rubber", "weigh", "plumb")
    own = [word for word in words if f'"{word}"' in file.read_text("utf-8") or f"def {word}" in file.read_text("utf-8")]
    assert len(own) == 1
    assert not [path for path in PACKAGE.rglob("*.py") if f'"{own[0]}"' in path.read_text("utf-8")]


def test_load_coupling_sensor_joint_and_integrator_in_python() -> None:
    """A nut on a thread falls with a slide of the same height: (m + M + I/lead²) z̈ = −(m + M) g + T, T of the magnet."""
    run = press().simulate({"thread": 0.1}, duration=0.2, method="ralston", step=1e-4)
    z = run["thread.position"]
    pull = 0.5 / (1 - z) ** 2
    fall = (pull - 3.0 * 9.81) / (3.0 + 0.02 / 0.05**2)
    assert run["thread.acceleration"] == pytest.approx(fall, rel=1e-9)
    assert z[-1] - 0.1 == pytest.approx(0.5 * fall[0] * 0.2**2, rel=5e-3)
    assert run["height.height"] == pytest.approx(z, abs=1e-9)
    assert run["magnet.energy"] == pytest.approx(-0.5 / (1 - z), rel=1e-9)
    assert run.energy_error < 1e-6


def test_in_a_machine_file_and_its_schema(tmp_path: Path) -> None:
    case = files.loads(MACHINE)
    text = files.dumps(case.mechanism)
    assert text == files.dumps(press()) and files.dumps(files.loads(text).mechanism) == text
    assert "ralston.py" in files.dumps(case.mechanism, simulation={"method": "ralston"}).partition("uses: ")[2]
    assert files.json_schema()["$defs"]
    (tmp_path / "press.yaml").write_text(MACHINE)
    command = [sys.executable, "-m", "biela.cli", "run", str(tmp_path / "press.yaml"), "--out", str(tmp_path / "out")]
    allowed = [option for file in OWN for option in ("--uses", str(file)) if file.name in (*ELEMENTS, "ralston.py")]
    done = subprocess.run([*command, *allowed], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "magnet" in page and "thread" in page and "Ralston (1962)" in page
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 3 and "--uses altimeter.py" in refused.stderr


def test_schema_checks_it() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from biela.files.document import read_document

    validator = jsonschema.Draft202012Validator(files.json_schema())
    validator.validate(read_document(MACHINE, "m").data)
    for wrong in (
        MACHINE.replace("method: ralston", "method: rolston"),
        MACHINE.replace("strength:", "strenght:"),
        MACHINE.replace("type: threaded", "type: thread"),
    ):
        assert list(validator.iter_errors(read_document(wrong, "m").data))


def test_identification_has_a_column_for_its_linear_coefficient() -> None:
    from biela.identify import Regressor

    regressor = Regressor(press(), ["thread"], parameters=["magnet"])
    assert [(c.name, c.nominal) for c in regressor.columns] == [("magnet.strength", 0.5)]


def nut(gravity: tuple[float, float, float] = (0, 0, -9.81)) -> biela.Mechanism:
    """The nut alone on its thread, which lies along the world's z."""
    m: Any = biela.Mechanism("nut", gravity=gravity)
    m.threaded("thread", m.ground, m.body("nut", mass=2.0, inertia=(0.01, 0.01, 0.02)), lead=0.05)
    return m  # type: ignore[no-any-return]


FALL = -2.0 * 9.81 / (2.0 + 0.02 / 0.05**2)
"""Acceleration of the nut on its thread: (m + I/lead²) z̈ = −m g [m/s²]."""


def test_joint_is_drawn() -> None:
    """It looks like a slide: a block on the way of the nut in plots, a guide under it in the 3-D view."""
    from biela.report.scene import Scene
    from biela.report.sketch import Sketch

    run = nut().simulate({"thread": 0.1}, duration=0.1)
    assert Sketch(run).bodies["nut"].slides
    (guide,) = (shape for shape in Scene(run).ground() if shape["k"] == "cyl")
    assert guide["a"][2] < run["thread.position"].min() and guide["b"][2] > run["thread.position"].max()


def test_joint_is_coupled_to_a_network() -> None:
    """A port on its coordinate has the domain of its effort: a damper brakes the nut along its thread."""
    from biela.network import Network, translation

    m = nut()
    net = Network("brake")
    net.add(translation.damper("oil", 30.0))
    net.expose("nut", "oil")
    m.attach(net, {"nut": "thread"})
    state = m.assemble({"thread": 0.1}, rates={"thread": -0.2})
    assert state["thread.acceleration"] == pytest.approx(FALL * (1 - 30.0 * 0.2 / (2.0 * 9.81)), rel=1e-9)


@pytest.mark.parametrize("format_", ["urdf", "mjcf"])
def test_joint_is_exported_and_read_again_as_its_chain(format_: str, tmp_path: Path) -> None:
    """Robot formats have no thread: it is a slide, and a hinge that follows it."""
    from biela.files.mjcf_write import mjcf
    from biela.files.urdf_write import urdf

    text, left = urdf(nut()) if format_ == "urdf" else mjcf(nut(), None)
    assert not left
    (tmp_path / f"nut.{format_}").write_text(text)
    again = files.read(tmp_path / f"nut.{format_}").mechanism
    assert {joint.type.kind for joint in again.joints.values()} >= {"prismatic", "revolute"}
    start = again.assemble({"thread_position": 0.1})
    assert start["thread_turn.angle"] == pytest.approx(0.1 / 0.05)
    assert start["thread_position.acceleration"] == pytest.approx(FALL, rel=1e-9)


@pytest.mark.parametrize(("gravity", "rank"), [((0, 0, -9.81), 2), ((0, -9.81, 0), 3), ((0, 0, 0), 1)])
def test_joint_has_transfer_rules(gravity: tuple[float, float, float], rank: int) -> None:
    """The rules find all that its screw hides, with its motor: nothing is left to the rank in many digits."""
    pytest.importorskip("sympy")
    from biela.identify import Regressor
    from biela.identify.structure import base_parameters

    found = base_parameters(Regressor(nut(gravity), ["thread"], parameters=["inertia", "motor_inertia"]))
    assert found.base.rank == found.rank.rank == rank
    assert found.by_rules == len(found.transfers) == 11 - rank


def test_filter_by_name() -> None:
    from biela import estimate
    from biela.estimate.sensor_model import read
    from biela.estimate.truth import simulate_truth

    m = press()
    start = m.assemble({"thread": 0.1})
    model = estimate.Model(m, start, independent=["thread"])
    prior, noise = estimate.About(start, {"thread": 0.01, "thread.rate": 0.01}), estimate.ProcessNoise(0.01)
    truth = simulate_truth(model, prior, [np.random.default_rng(1)], 0.01, 50, noise=noise)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(2))
    track = estimate.make_filter("constant-gain", model, prior, noise, settle=10).run(log)
    assert np.abs(track["thread"] - truth.values[0, :, 0])[10:].max() < 2e-3


def test_tyre_law_in_a_car_file() -> None:
    from biela.library import renault_clio
    from biela.vehicle.driven import drive

    text = drive(renault_clio.car(), "curve").machine_file()
    own = text.replace("stiffness: 150000 N/m", "stiffness: 150000 N/m, lateral: {law: rubber, friction: 0.8}")
    case = files.loads(own, "car.yaml")
    law = case.subject.car.tyre.lateral
    assert type(law).__name__ == "Rubber" and law.friction == 0.8 and law.slope == 10.0
    assert "lateral: {law: rubber, friction: 0.8}" in case.machine_file()
    with pytest.raises(files.FileError, match="lateral.friction: -1\n *friction is -1: it must be above zero"):
        files.loads(own.replace("friction: 0.8", "friction: -1"), "car.yaml")


def test_command() -> None:
    from command_line import biela_command

    assert biela_command("weigh", "pendulum").output == "1 kg\n"
    assert "Print the mass of a machine." in biela_command("--help").output


def test_file_format(tmp_path: Path) -> None:
    """One file adds a format to `read`, to changes of values, to `export`, to the studio's folder, and to what errors list."""
    from biela.app.case import find_case
    from biela.app.export.target import export
    from biela.files.format import in_words
    from biela.studio.project.folder import Project

    (tmp_path / "chain.plumb").write_text("0.5 1\n0.25 2\n")
    case = find_case(str(tmp_path / "chain.plumb"), ["link_2.mass=3 kg"])
    assert [float(body.mass) for body in case.mechanism.bodies.values()] == [0.0, 1.0, 3.0]
    written = export(str(tmp_path / "chain.plumb"), tmp_path / "again.plumb", ["link_1.mass=4 kg"])
    assert written.path.read_text() == "0.5 4.0\n0.25 2.0\n" and "a chain has links only." in written.notes
    assert Project(tmp_path).files()["machines"] == ["again.plumb", "chain.plumb"] and "plumb (.plumb)" in in_words("read_machine")
