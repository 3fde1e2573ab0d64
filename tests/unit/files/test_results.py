"""Results on disk: readable by plain tools, whole or not there, and able to run again from themselves."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pandas
import pytest
import xarray

import biela
from biela import library
from biela.app.film import recorded
from biela.base.errors import BielaError
from biela.files.results.repeat import from_result


@pytest.fixture(scope="module")
def run() -> biela.History:
    ready = library.get("five-bar")
    m = ready.build()
    inputs = {"left_motor": biela.sine(1e-4, period=0.5), "right_motor": lambda s: -1e-5 * s["right_shoulder.rate"]}
    event = biela.Event("up", "tip.velocity_y", direction="rising")
    return m.simulate(ready.start(m), 0.6, inputs=inputs, events=[event], rtol=1e-9)


def test_plain_xarray_sees_names_and_units(run: biela.History, tmp_path: Path) -> None:
    run.save(tmp_path / "r.nc")
    with xarray.open_dataset(tmp_path / "r.nc") as data:  # no word of biela, and no engine named
        assert data["tip.y"].attrs["units"] == "m"
        assert data["left_shoulder.rate"].attrs == {"units": "rad/s", "long_name": "rate of left shoulder"}
        assert all("units" in data[name].attrs for name in run.names)
        assert data["tip.y"].dims == ("time",) and data["time"].attrs["units"] == "s"
        assert np.array_equal(data["tip.y"].values, run["tip.y"])
        assert json.loads(data.attrs["settings"])["rtol"] == 1e-9
        for key in ("biela_version", "numpy_version", "casadi_version", "python_version", "machine_file"):
            assert data.attrs[key]


def test_a_result_with_laws_and_events_runs_again_to_the_last_digit(run: biela.History, tmp_path: Path) -> None:
    run.save(tmp_path / "r.nc")
    again = from_result(tmp_path / "r.nc").simulate()
    assert np.array_equal(again.x, run.x)
    assert np.array_equal(again["tip_pin.force"], run["tip_pin.force"])
    assert [(e.name, e.time) for e in again.events] == [(e.name, e.time) for e in run.events]


def test_parquet_and_csv_hold_every_digit_and_the_units(run: biela.History, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    run.save(tmp_path / "r.parquet")
    run.save(tmp_path / "r.csv")
    table = pandas.read_parquet(tmp_path / "r.parquet")
    text = pandas.read_csv(tmp_path / "r.csv", comment="#", float_precision="round_trip")  # pandas 2 rounds otherwise
    for name in ("tip.y", "left_elbow.force_on_child_x"):
        assert np.array_equal(table[name].values, run[name])
        assert np.array_equal(text[name].values, run[name])
    schema = pyarrow.read_schema(tmp_path / "r.parquet")
    assert schema.field("tip.y").metadata[b"units"] == b"m"
    assert b"biela: 1" in schema.metadata[b"machine_file"]
    written = (tmp_path / "r.csv").read_text("utf-8")
    assert "# unit of tip.y: m" in written and "# machine_file| biela: 1" in written


@pytest.mark.parametrize("ending", ["nc", "csv", "parquet"])
def test_a_crash_leaves_the_old_file(run: biela.History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    path = tmp_path / f"r.{ending}"
    run.save(path)
    before = path.read_bytes()

    def crash(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="No space left"):
        run.save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_what_is_no_result_is_refused(tmp_path: Path, run: biela.History) -> None:
    (tmp_path / "text.nc").write_text("not netCDF")
    with pytest.raises(BielaError, match="is not a result of biela, or is damaged"):
        biela.load(tmp_path / "text.nc")
    (tmp_path / "folder.nc").mkdir()
    with pytest.raises(BielaError, match="it is a folder"):
        run.save(tmp_path / "folder.nc")


def test_law_that_files_cannot_say_is_remarked_and_the_result_still_saved(tmp_path: Path) -> None:
    import casadi

    m = biela.Mechanism("odd")
    m.prismatic("rail", m.ground, m.body("mass", mass=1.0))
    m.user_effort("long", "rail", lambda s: sum(casadi.sin(k * s["rail.position"]) for k in range(1, 600)))
    m.simulate({"rail": 0.5}, 0.1).save(tmp_path / "r.nc")
    with pytest.raises(BielaError, match="cannot be run again: load 'long' becomes .* characters long as an expression"):
        from_result(tmp_path / "r.nc")
    assert biela.load(tmp_path / "r.nc")["rail.position"][0] == 0.5


def test_machine_with_a_network_runs_again_from_its_result(tmp_path: Path) -> None:
    from biela.network import Network, electric

    m = biela.Mechanism("driven")
    m.revolute("A", m.ground, m.body("rotor", mass=1.0, inertia=(1, 1, 1)))
    drive = Network("drive")
    drive.add(electric.voltage("battery"))
    drive.add(electric.dc_motor("motor", resistance=1.2, inductance=0.02, constant=0.25, inertia=2e-3, friction=5e-4))
    drive.connect("battery", "motor.supply")
    drive.expose("shaft", "motor.shaft")
    m.attach(drive, {"shaft": "A"})
    run = m.simulate({"A": 0.0}, 0.1, inputs={"drive/battery": 12.0})
    run.save(tmp_path / "r.nc")
    again = from_result(tmp_path / "r.nc").simulate()
    assert run["A.rate"][-1] > 0
    for name in ("A.rate", "drive/motor/coil.flow", "machine.energy"):
        assert np.array_equal(again[name], run[name])


def test_events_that_a_machine_brings_itself_are_not_written_as_settings(tmp_path: Path) -> None:
    """A watch that ends the run and a mode belong to the network, a touch to the stop; only the event that was asked for is one of
    the run."""
    from biela.network import I, Mode, Network, One, R, Rule, Se
    from biela.network.element import Watch

    net = Network("drive")
    net.add(One("shaft"), I("rotor", 2.0, domain="rotation"), Se("engine", 10.0, domain="rotation"))
    net.add(R("drag", lambda s: 1.0 * s["gear.value"], domain="rotation"))
    net.add(Mode("gear", initial=1, rules=[Rule(lambda s: s["rotor.flow"] - 1.0, 2.0)]))
    net.add(Watch("fast", lambda s: 2.0 - s["rotor.flow"], message="{path} is fast at t = {t:.6g} s.", action="stop"))
    for part in ("engine", "rotor", "drag"):
        net.connect(*(("engine", "shaft") if part == "engine" else ("shaft", part)))
    m = biela.Mechanism("driven", gravity=(0, 0, -9.81))
    m.prismatic("rail", m.ground, m.body("mass", mass=1.0), axis=(0, 0, 1))
    m.stop("floor", "rail", lower=-0.02, upper=1.0, stiffness=1e4, damping=0.3)
    m.attach(net)
    half = biela.Event("half", lambda s: s["drive/rotor.flow"] - 0.5, "rising")
    run = m.simulate(None, 1.0, events=[half], atol={"": 1e-10, "N·m·s": 1e-9})
    assert run.status == "stopped_by_event" and run.t[-1] < 0.6
    assert [e["name"] for e in run.settings["events"]] == ["half"]
    case = from_result(run.save(tmp_path / "r.nc"))
    again = case.simulate()
    assert np.array_equal(again.x, run.x) and again.notes == run.notes
    assert [(e.name, e.time) for e in again.events] == [(e.name, e.time) for e in run.events]
    assert {e.name for e in run.events} == {"half", "drive/gear", "drive/fast"}


def test_a_result_whose_loop_is_open_by_rounding_runs_again(tmp_path: Path) -> None:
    """A four-bar whose pin is 0.5 µm beside its plane: its tolerance is part of the result."""
    m = biela.Mechanism("rounded", gravity=(0, -9.81, 0))
    links = {name: m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1)) for name in "abc"}
    m.revolute("A", m.ground, links["a"])
    m.revolute("B", links["a"], links["b"], parent_point=(0.4, 0, 0))
    m.revolute("C", links["b"], links["c"], parent_point=(1.0, 0, 5e-7), child_point=(0.8, 0, 0))
    m.revolute("D", m.ground, links["c"], parent_point=(1.0, 0, 0))
    run = m.simulate(m.assemble({"A": 1.0}, tolerance=1e-6), duration=0.5)
    run.save(tmp_path / "run.nc")
    again = from_result(tmp_path / "run.nc").simulate()
    assert (again.x == run.x).all() and again.notes == run.notes
    assert recorded(tmp_path / "run.nc").x.shape == run.x.shape
