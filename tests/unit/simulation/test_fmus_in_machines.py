"""FMUs of other tools in machines: they agree with the same machine in one piece, and bad ones are named."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import BielaError
from biela.element.uses import NotAllowed
from biela.export import fmu as exporter
from biela.export.prepared import prepare
from biela.network import Network, control, electric, fmi, rotation
from biela.network.attach import alone
from biela.network.element import Command, Output
from biela.network.fmi.description import FmuError
from biela.simulation.audit import DoubtWarning
from biela.simulation.case import Case
from biela.simulation.exchange import DependencyWarning

pytest.importorskip("fmpy")
pytest.importorskip("ziglang")

VOLTAGE = biela.sine(amplitude=24.0, period=1.0)
DATA = {"resistance": 1.0, "inductance": 0.02, "constant": 0.8}
SHAFT = {"shaft": fmi.FmuPort("-load.effort", "load", "rotation")}
"""A source of flow takes the effort of the motor with a minus."""


def motor() -> Case:
    """A motor without a rotor: voltage and rate in, torque out."""
    net = Network("motor")
    net.add(electric.voltage("supply"), electric.dc_motor("dc", **DATA), rotation.rate("load"))
    net.connect("supply", "dc.supply")
    net.connect("load", "dc.shaft")
    return Case.of(alone(net), None, 1.0, signals=("dc/coil.flow", "load.effort"))


def controller() -> Case:
    """A PD controller with signals alone."""
    net = Network("pd")
    net.add(Command("angle", unit="rad"), Command("rate", unit="rad/s"))
    net.add(control.pd("law", 0.5, "angle.value", rate="rate.value", kp=40.0, kd=4.0))
    net.add(Output("torque", lambda s: s["law.output"], unit="N·m"))
    return Case.of(alone(net), None, 1.0, signals=("torque.value",))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """FMUs by name, made by biela itself."""
    folder = tmp_path_factory.mktemp("fmus")
    wanted = {"motor2": (motor(), 2), "motor3": (motor(), 3), "pd": (controller(), 2)}
    found = {}
    for name, (case, version) in wanted.items():
        found[name] = folder / f"{name}.fmu"
        found[name].write_bytes(exporter.fmu(prepare(case, method="dormand-prince"), version))
    return found


def arm() -> biela.Mechanism:
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    body = m.body("arm", mass=2.0, com=(0.3, 0, 0), inertia=biela.rod(mass=2.0, length=0.6))
    m.revolute("A", m.ground, body, axis=(0, 0, 1))
    return m


def driven(component: Network, port: str = "shaft") -> biela.Mechanism:
    """The arm, with a motor on its joint."""
    m, net = arm(), Network("drive")
    net.add(component)
    if component.name == "dc":
        net.add(electric.voltage("supply", VOLTAGE))
        net.connect("supply", "dc.supply")
    net.expose("shaft", f"{component.name}.{port}")
    m.attach(net, {"shaft": "A"})
    return m


@pytest.fixture(scope="module")
def whole() -> biela.History:
    """The same machine in one piece."""
    return driven(electric.dc_motor("dc", **DATA)).simulate({"A": 0.3}, 0.4, rtol=1e-10, atol=1e-12)


def altered(source: Path, target: Path, change: Callable[[str, bytes], tuple[str, bytes]]) -> Path:
    """A copy of an FMU with other files in it."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(*change(name, old.read(name)))
    return target


def replaced(old: bytes, new: bytes) -> Callable[[str, bytes], tuple[str, bytes]]:
    return lambda name, content: (name, content.replace(old, new) if name.endswith(".xml") else content)


@pytest.mark.parametrize(
    ("name", "kind", "within"),
    [(name, *kind) for name in ("motor2", "motor3") for kind in (("co-simulation", 1e-5), ("model-exchange", 1e-6))],
)
def test_an_fmu_agrees_with_the_machine_in_one_piece(
    name: str, kind: str, within: float, made: dict[str, Path], whole: biela.History
) -> None:
    unit = fmi.unit("motor", str(made[name]), ports=SHAFT, inputs={"supply": VOLTAGE}, kind=kind, step=0.01)
    run = driven(unit).simulate({"A": 0.3}, 0.4)
    assert np.abs(run["A.angle"] - whole["A.angle"]).max() < within
    assert np.abs(run["drive/motor.load_effort"] + whole["drive/dc/magnets.effort_b"]).max() < 1e-3
    # energy at the border: what the machine got is what the motor gave, up to what the exchange created
    gained = run["machine.energy"][-1] - run["machine.energy"][0]
    assert run["drive/motor.shaft_energy"][-1] == pytest.approx(gained, abs=1e-4)
    assert abs(run["drive/motor.shaft_created"][-1]) < 1e-3
    assert any("the exchange itself created" in note for note in run.notes)


def test_an_fmu_that_cannot_go_back_is_extrapolated_and_said(made: dict[str, Path], whole: biela.History, tmp_path: Path) -> None:
    file = altered(
        made["motor2"], tmp_path / "one_way.fmu", replaced(b'canGetAndSetFMUstate="true"', b'canGetAndSetFMUstate="false"')
    )
    unit = fmi.unit("motor", str(file), ports=SHAFT, inputs={"supply": VOLTAGE}, step=1e-3)
    run = driven(unit).simulate({"A": 0.3}, 0.4)
    assert np.abs(run["A.angle"] - whole["A.angle"]).max() < 1e-3
    assert any("cannot go back" in note for note in run.notes)


def test_energy_that_the_exchange_creates_is_seen(made: dict[str, Path]) -> None:
    unit = fmi.unit("motor", str(made["motor2"]), ports=SHAFT, inputs={"supply": VOLTAGE}, exchange="sampled", step=0.01)
    with pytest.warns(DoubtWarning, match="port 'shaft' of FMU 'drive/motor'.*Give the FMU a shorter step"):
        run = driven(unit).simulate({"A": 0.3}, 0.4)
    assert run.status == "doubtful"
    assert abs(run["drive/motor.shaft_created"][-1]) > 0.01


def test_a_controller_in_a_file(made: dict[str, Path], tmp_path: Path) -> None:
    """A sampled PD controller against the same law, held by hand."""
    text = """
biela: 1
name: arm
gravity: [0, -9.81 m/s^2, 0]
bodies:
  arm: {mass: 2 kg, com: [0.3 m, 0, 0], inertia: {rod: {length: 0.6 m}}}
joints:
  A: {type: revolute, parent: ground, child: arm, axis: z}
actuators:
  motor: {type: motor, joint: A}
networks:
  control:
    components:
      pd: {type: fmi.unit, file: pd.fmu, inputs: {angle: A.angle, rate: A.rate}, step: 5 ms}
start:
  coordinates: {A: 0.1}
simulation:
  duration: 0.2 s
  inputs: {motor: "`control/pd.torque_value`"}
"""
    (tmp_path / "pd.fmu").write_bytes(made["pd"].read_bytes())
    (tmp_path / "arm.yaml").write_text(text)
    case = files.read(tmp_path / "arm.yaml")
    assert "allow it with uses=" in case.notes[0]
    with pytest.raises(NotAllowed, match="FMU 'control/pd' would run code from .*pd.fmu', which nobody has allowed"):
        case.simulate()
    case = files.read(tmp_path / "arm.yaml", uses=tmp_path / "pd.fmu")
    assert not case.notes
    run = case.simulate()
    m = arm()
    m.motor("motor", "A")
    state = m.assemble({"A": run["A.angle"][0]})
    for _ in range(40):
        torque = 40.0 * (0.5 - state["A.angle"]) - 4.0 * state["A.rate"]
        state = m.simulate(state, 0.005, inputs={"motor": torque}).final
    assert run["A.angle"][-1] == pytest.approx(state["A.angle"], abs=1e-7)
    assert "fmi.unit" in case.machine_file()
    m = case.build()  # written and read again, it is the same machine
    again = files.loads(files.dumps(m), str(tmp_path / "again.yaml"))
    assert again.simulate(0.2, start=again.mechanism.assemble({"A": 0.1}), inputs={"motor": case.inputs["motor"]})["A.angle"][
        -1
    ] == pytest.approx(run["A.angle"][-1], abs=1e-12)


@pytest.mark.parametrize(("step", "start"), [(0.1, 0.0), (0.1, 0.7), (0.07, 0.3), (1 / 30, 0.1)])
def test_an_output_at_an_exchange_shows_the_new_value(step: float, start: float, made: dict[str, Path]) -> None:
    """Whatever the rounding of the two times: 3 × 0.1 s is not 0.3 s."""
    m, net = arm(), Network("control")
    m.motor("motor", "A")
    net.add(fmi.unit("pd", str(made["pd"]), inputs={"angle": "A.angle", "rate": "A.rate"}, step=step))
    m.attach(net)
    begin = m.assemble({"A": 0.1})
    state = biela.State(m, begin.x, start)
    law = {"motor": lambda s: s["control/pd.torque_value"]}
    run = m.simulate(state, 15 * step, inputs=law, output_step=step / 2)
    torque, asked = run["control/pd.torque_value"], 40.0 * (0.5 - run["A.angle"]) - 4.0 * run["A.rate"]
    assert len(run.t) == 31 and np.ptp(torque[::2]) > 0.1
    assert np.abs(torque - asked)[::2].max() < 1e-6  # at exchanges: what the controller says of this very moment
    assert np.abs(torque[1::2] - torque[:-1:2]).max() < 1e-12  # half-way: held


def test_what_an_fmu_cannot_be_used_for_is_refused(made: dict[str, Path]) -> None:
    m = driven(fmi.unit("motor", str(made["motor2"]), ports=SHAFT))
    for call in (m.equilibrium, m.linearise, lambda: m.simulate_batch([m.assemble({"A": a}) for a in (0.1, 0.2)], 0.1)):
        with pytest.raises(BielaError, match="contains FMUs \\('drive/motor'\\)"):
            call()
    with pytest.raises(BielaError, match="contains FMUs.*export"):
        prepare(Case.of(m, {"A": 0.1}, 1.0))


def test_bad_fmus_are_named(made: dict[str, Path], tmp_path: Path) -> None:
    good = made["motor2"]
    with pytest.raises(FmuError, match="no such file"):
        fmi.unit("motor", str(tmp_path / "none.fmu"))
    (tmp_path / "half.fmu").write_bytes(good.read_bytes()[:5000])
    with pytest.raises(FmuError, match="is not an FMU, or is damaged"):
        fmi.unit("motor", str(tmp_path / "half.fmu"))
    foreign = altered(good, tmp_path / "win.fmu", lambda name, content: (name.replace("linux64", "win64"), content))
    with pytest.raises(FmuError, match="has no library for .*linux64.*but for win64: export it for this platform"):
        fmi.unit("motor", str(foreign))
    with pytest.raises(FmuError, match="has no input 'suply'.*supply"):
        fmi.unit("motor", str(good), inputs={"suply": 1.0})
    with pytest.raises(BielaError, match="'load.effort' is in N·m, not in a unit of N:"):
        fmi.unit("motor", str(good), ports={"p": {"effort": "load.effort", "flow": "load", "domain": "translation"}})
    with pytest.raises(BielaError, match="'supply' is in V, not in a unit of N·m"):
        fmi.unit("motor", str(good), ports={"p": {"effort": "supply", "flow": "load", "domain": "rotation"}})


def test_an_fmu_that_lies_about_its_dependencies_is_named(made: dict[str, Path], tmp_path: Path) -> None:
    def without(name: str, content: bytes) -> tuple[str, bytes]:
        import re

        if name != "modelDescription.xml":
            return name, content
        head, tail = content.split(b"<Outputs>")
        outputs, rest = tail.split(b"</Outputs>")
        return name, head + b"<Outputs>" + re.sub(rb'dependencies="[^"]*"', b'dependencies=""', outputs) + b"</Outputs>" + rest

    file = altered(made["pd"], tmp_path / "liar.fmu", without)
    m, net = arm(), Network("control")
    m.motor("motor", "A")
    net.add(fmi.unit("pd", str(file), inputs={"angle": "A.angle", "rate": "A.rate"}, step=0.01))
    m.attach(net)
    with pytest.warns(DependencyWarning, match="output 'torque.value' does not depend on its input 'angle'"):
        m.simulate({"A": 0.1}, 0.02)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('for (;;) (void)getenv("x");', "did not answer within 2 s"),
        ("abort();", "its library crashed \\(signal 6\\).*processes of their own"),
    ],
)
def test_an_fmu_that_hangs_or_crashes_is_ended(code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = exporter.source_file
    step = "status = between ? machine_substep(m, end) : machine_advance(m, end);"
    assert step in source("fmu.c")
    monkeypatch.setattr(exporter, "source_file", lambda name: source(name).replace(step, f"if (t > 0.05) {{ {code} }} {step}"))
    (tmp_path / "bad.fmu").write_bytes(exporter.fmu(prepare(motor(), method="dormand-prince"), 2))
    unit = fmi.unit("motor", str(tmp_path / "bad.fmu"), ports=SHAFT, step=0.01, patience=2.0)
    with pytest.raises(FmuError, match=f"FMU 'drive/motor'.*at t = 0.0.*{said}") as caught, warnings.catch_warnings():
        driven(unit).simulate({"A": 0.3}, 0.2)
    history = caught.value.history  # what was computed before is kept
    assert history.status == "failed" and 0.04 < history.t[-1] < 0.08
