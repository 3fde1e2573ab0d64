"""A machine as C99: it compiles without a warning, and its run is that of biela."""

from __future__ import annotations

import csv
import importlib.util
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biela import library
from biela.app.export import export
from biela.base.errors import BielaError
from biela.export.compiler import FLAGS, compile_c
from biela.export.folder import c_files
from biela.export.prepared import NotExportable, prepare
from biela.mechanism.mechanism import Mechanism
from biela.network import I, Mode, Network, One, R, Rule, Se
from biela.simulation.case import Case
from biela.simulation.event import Event

CC = shutil.which("cc")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-march=native", "-ffp-contract=off")
needs_compiler = pytest.mark.skipif(CC is None, reason="no C compiler")


def table(folder: Path, flags: tuple[str, ...] = STRICT) -> dict[str, np.ndarray]:
    """Columns that the example prints."""
    subprocess.run([str(CC), *flags, "machine.c", "main.c", "-lm", "-o", "example"], cwd=folder, check=True)
    printed = subprocess.run([folder / "example"], capture_output=True, text=True, check=True).stdout
    head, *rows = csv.reader(printed.splitlines())
    return {name.partition(" [")[0]: column for name, column in zip(head, np.array(rows, float).T, strict=True)}


@needs_compiler
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("four-bar", {"method": "rk4", "step": 0.002, "duration": 2.0}),
        ("four-bar", {"method": "rosenbrock", "duration": 1.0}),
        ("four-bar", {"method": "adams-bashforth", "step": 0.002, "duration": 0.5}),
        ("double-pendulum", {"duration": 2.0}),
    ],
)
def test_the_run_in_c_is_that_of_biela(name: str, settings: dict, tmp_path: Path) -> None:
    export(name, tmp_path / "c", c=True, **settings)
    got = table(tmp_path / "c")
    duration = settings.pop("duration")
    history = library.get(name).simulate(duration, **settings)
    assert len(got["time"]) == len(history.t)
    for signal, values in got.items():
        scale = max(1.0, float(np.abs(history[signal]).max()))
        assert np.abs(values - history[signal]).max() <= 1e-12 * scale, signal


def against_a_stop() -> Mechanism:
    """A pendulum that falls against a stop, again and again: each touch ends a step."""
    m = Mechanism("stopped", gravity=(0, -9.81, 0))
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, child_point=(0, 1.0, 0))
    m.stop("stop", "pivot", lower=-0.5, upper=0.1, stiffness=2e4, damping=0.15)
    return m


@needs_compiler
def test_touches_in_c_are_those_of_biela(tmp_path: Path) -> None:
    how = {"method": "dormand-prince"}
    case = Case("stopped", against_a_stop, lambda m: m.assemble({"pivot": -0.4}), duration=2.0, settings=how)
    ready = prepare(case)
    assert ready.ready.system.n_g
    for name, text in c_files(ready).items():
        (tmp_path / name).write_text(text)
    got, history = table(tmp_path), case.simulate()
    for signal, values in got.items():
        scale = max(1.0, float(np.abs(history[signal]).max()))
        assert np.abs(values - history[signal]).max() <= 1e-11 * scale, signal


def relay() -> Mechanism:
    """A rotor that is braked from 3 rad/s on and let go below 1 rad/s; each change takes or gives a tenth of its momentum."""
    net = Network("box")
    net.add(One("shaft"), I("rotor", 2.0, domain="rotation"), Se("engine", 10.0, domain="rotation"))
    net.add(R("drag", lambda s: 1.0 * s["brake.value"], domain="rotation"))
    faster = Rule(lambda s: s["rotor.flow"] - 3.0, 20.0, sets={"rotor": lambda s: 0.9 * s["rotor.momentum"]})
    slower = Rule(lambda s: s["rotor.flow"] - 1.0, 1.0, "falling", {"rotor": lambda s: 1.1 * s["rotor.momentum"]})
    net.add(Mode("brake", initial=1, rules=[faster, slower]))
    net.connect("engine", "shaft")
    net.connect("shaft", "rotor")
    net.connect("shaft", "drag")
    m = Mechanism("relay")
    m.attach(net, prefix="")
    return m


@needs_compiler
@pytest.mark.parametrize("how", [{"method": "dormand-prince"}, {"method": "rk4", "step": 0.01}])
def test_modes_and_directions_of_events_in_c_are_those_of_biela(how: dict, tmp_path: Path) -> None:
    """The passage through 1 rad/s upwards would give momentum, too, if its direction were lost."""
    names = ["rotor.flow", "brake.value", "machine.work"]
    case = Case("relay", relay, lambda m: m.assemble(), duration=3.0, settings=how, signals=names)
    for name, text in c_files(prepare(case)).items():
        (tmp_path / name).write_text(text)
    got, history = table(tmp_path), case.simulate()
    assert [event.name for event in history.events][:4] == ["brake.1", "brake.2", "brake.1", "brake.2"]
    for signal, values in got.items():
        assert np.abs(values - history[signal]).max() <= 1e-12 * np.abs(history[signal]).max(), signal


@pytest.mark.parametrize("name", ["four-bar", "pendulum"])
def test_clang_has_nothing_to_say(name: str, tmp_path: Path) -> None:
    """Clang looks for more than gcc does: functions that a machine does not need, for one."""
    pytest.importorskip("ziglang")
    export(name, tmp_path, c=True, method="rk4", step=0.002, duration=1.0)
    for file in ("machine", "main"):
        compile_c([*FLAGS, "-Werror", "-c", f"{file}.c", "-o", f"{file}.o"], tmp_path)
        assert (tmp_path / f"{file}.o").stat().st_size > 0


@needs_compiler
@pytest.mark.parametrize("measured_with", ["cc", "zig"])
def test_loops_stay_closed_in_single_precision(measured_with: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """zig, with which the export measures the loss, makes its own libraries first, for some seconds; cc has them."""
    if measured_with == "cc":
        compiled = lambda words, folder: subprocess.run([str(CC), *words], cwd=folder, check=True)  # noqa: E731
        monkeypatch.setattr("biela.export.single.compile_c", compiled)
    written = export("four-bar", tmp_path, c=True, single=True, method="rk4", step=0.002, duration=0.5)
    got = table(tmp_path)
    history = library.get("four-bar").simulate(0.5, method="rk4", step=0.002)
    for signal, values in got.items():
        assert np.abs(values - history[signal]).max() <= 1e-3 * max(1.0, float(np.abs(history[signal]).max())), signal
    # the export says how much is lost, and it is what another compiler, or the same with other settings, finds
    worst = max(np.abs(got[s] - history[s]).max() / np.abs(history[s]).max() for s in got if s != "time")
    said = [note for note in written.notes if note.startswith("single precision: over the run")]
    if importlib.util.find_spec("ziglang"):
        assert 0.1 * worst < float(re.findall(r"up to (\S+) of", said[0])[0]) < 10 * worst


def test_what_has_no_form_in_c_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BielaError, match="'cvode-bdf' is that of another library.*method='dormand-prince'"):
        export("four-bar", tmp_path, c=True, method="cvode-bdf")
    with pytest.raises(BielaError, match="single=… does not fit.*it is for folders"):
        export("four-bar", tmp_path / "x.yaml", single=True)
    assert not list(tmp_path.iterdir())


def test_an_event_that_calls_python_is_refused_by_name() -> None:
    case: Case = library.get("pendulum")
    with pytest.raises(NotExportable, match="event 'kick' calls a Python function"):
        prepare(replace(case, events=[Event("kick", case.signals[0], action=lambda state: None)]))


@pytest.mark.parametrize(("processor", "machine"), [("thumbv7em", 40), ("riscv64", 243), ("aarch64", 183)])
def test_objects_for_processors_without_operating_system(processor: str, machine: int, tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    export("pendulum", tmp_path, c=True, target=processor, method="rk4", step=0.001, duration=1.0)
    head = (tmp_path / processor / "machine.o").read_bytes()[:20]
    assert head[:4] == b"\x7fELF" and int.from_bytes(head[18:20], "little") == machine
