"""`estimate` with logs as recorders write them: clocks, units, inputs, names, levels of noise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.app.estimate import estimate
from biela.base.errors import BielaError
from biela.estimate.estimator import EstimationError
from biela.estimate.model import Model
from biela.estimate.prior import About
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.files.logs.table import DataError
from biela.library import double_crank
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case

STEP, NOISE = 0.01, 0.02


def arm() -> Mechanism:
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    m.encoder("enc", "A", noise=NOISE)
    return m


@pytest.fixture(scope="module")
def case() -> Case:
    m = arm()
    return Case.of(m, m.assemble({"A": -1.2}))


@pytest.fixture(scope="module")
def run(case: Case) -> dict[str, Any]:
    """Four seconds under a torque that is held between samples."""
    t = np.arange(401) * STEP
    torque = 5.0 * np.sin(3.0 * t) + 3.0 * np.sin(7.0 * t)
    m = case.build()
    held = lambda time: torque[np.minimum((np.asarray(time) / STEP + 1e-9).astype(int), 400)]  # noqa: E731
    angle, rate = _closed_form(t, held, float(case.start(m)["A.angle"]))
    read = angle + NOISE * np.random.default_rng(3).standard_normal(t.size)
    return {"t": t, "angle": angle, "rate": rate, "enc": read, "motor": torque}


def _closed_form(t: Any, torque: Any, start: float) -> tuple[Any, Any]:
    """(I + m r²) q̈ = τ − m g r cos q by Runge-Kutta 4, apart from biela."""
    moment, weight = 0.05 + 2.0 * 0.09, 2.0 * 9.81 * 0.3
    rates = lambda y, u: np.array([y[1], (u - weight * np.cos(y[0])) / moment])  # noqa: E731
    y, out = np.array([start, 0.0]), [[start, 0.0]]
    for time in t[:-1]:
        u, h = torque(time), STEP / 10
        for _ in range(10):
            k1 = rates(y, u)
            k2 = rates(y + h / 2 * k1, u)
            k3 = rates(y + h / 2 * k2, u)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rates(y + h * k3, u))
        out.append(y)
    return tuple(np.array(out).T)


def write(path: Path, columns: dict[str, Any]) -> Path:
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(f"{v:.12g}" for v in row) for row in rows)]) + "\n")
    return path


def test_absolute_time_degrees_and_inputs(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    """Stamps since 1970, readings in degrees, the torque as a column: the filter follows, and needs next to no process noise."""
    columns = {"time": 1.7e9 + run["t"], "enc [deg]": np.rad2deg(run["enc"]), "motor [mN·m]": 1e3 * run["motor"]}
    file = write(tmp_path / "log.csv", columns | {"oil": run["t"]})
    done = estimate(case, tmp_path / "out", file)
    track = done.result.track
    late = track.t > 1.0
    z = (track["A"] - run["angle"])[late] / track.sigma("A")[late]
    assert done.summary["healthy"] and done.summary["process_noise"] < 0.05 and np.sqrt(np.mean(z**2)) < 1.6
    assert track.sigma("A")[-1] < 0.2 * NOISE and track.t[0] == 0.0
    said = " ".join(done.notes)
    assert "'oil'" in said and "left out" in said and "counted from the first sample" in said
    without = estimate(case, tmp_path / "out", write(tmp_path / "log.csv", {"time": run["t"], "enc": run["enc"]}))
    assert without.summary["process_noise"] > 3.0  # the torque must then be noise
    assert any("no column for the input motor" in note for note in without.notes)


def test_a_column_that_is_nearly_named_like_a_sensor_is_said(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    columns = {"time": run["t"][:60], "enc": run["enc"][:60], "moter": run["motor"][:60]}
    done = estimate(case, tmp_path / "out", write(tmp_path / "log.csv", columns))
    assert any("Did you mean 'motor'" in note and "names=…" in note for note in done.notes)
    again = estimate(case, tmp_path / "out", tmp_path / "log.csv", columns=["motor=moter"])
    assert again.summary["process_noise"] < done.summary["process_noise"]
    with pytest.raises(DataError, match="column 'enc' is in a unit of N·m, but the sensor reads rad"):
        estimate(case, tmp_path / "out", tmp_path / "log.csv", units=["enc=Nm"])
    for name in ("encc", "angle"):
        with pytest.raises(BielaError, match="is a sensor of the machine .it has: enc.. Rename columns: names=.'"):
            estimate(case, tmp_path / "out", write(tmp_path / "log.csv", {"time": run["t"], name: run["enc"]}))


def test_a_log_with_names_only_is_refused(case: Case, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("time,enc\n")
    with pytest.raises(DataError, match=r"log.csv: a line of names, but no rows"):
        estimate(case, tmp_path / "out", tmp_path / "log.csv")


def test_readings_better_or_worse_than_described(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    """A tenth of the noise is found from the log; ten times the noise is a fault, with remedies as options."""
    small = run["angle"] + 0.1 * (run["enc"] - run["angle"])
    columns = {"time": run["t"], "enc": small, "motor": run["motor"]}
    done = estimate(case, tmp_path / "out", write(tmp_path / "log.csv", columns))
    assert done.summary["healthy"] and done.summary["sensor_noise"]["enc"] == pytest.approx(0.1, rel=0.25)
    columns["enc"] = run["angle"] + 10 * (run["enc"] - run["angle"])
    loud = estimate(case, tmp_path / "out", write(tmp_path / "log.csv", columns))
    assert not loud.summary["healthy"] and any("scale=…" in text for text in loud.summary["remedies"])


def test_readings_without_noise_are_no_fault(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    """A simulated run: readings are better than the least noise that is looked for, and the filter is cautious, not ill."""
    file = write(tmp_path / "log.csv", {"time": run["t"], "enc": run["angle"], "motor": run["motor"]})
    done = estimate(case, tmp_path / "out", file)
    assert done.summary["healthy"] and done.summary["sensor_noise"]["enc"] < 0.04
    assert any("the deviations are cautious" in note for note in done.notes)
    loud = estimate(case, tmp_path / "out", file, noise=5.0)
    assert loud.summary["remedies"][0].startswith("leave out noise=…")


def test_signals_of_a_run_are_offered_for_sensors(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    many = {"time": run["t"], **{f"x{k}": run["t"] for k in range(20)}, "A.angle": run["angle"]}
    with pytest.raises(BielaError, match="x7 and 13 more.* Rename columns: names=.'enc': 'A.angle'"):
        estimate(case, tmp_path / "out", write(tmp_path / "log.csv", many))


def test_what_is_no_angle_is_not_in_degrees(run: dict[str, Any], tmp_path: Path) -> None:
    """A load cell that reads 1e5 N, badly: nothing is said of degrees. Without sensors, that is said."""
    m = arm()
    m.user_sensor("push", law=lambda s: 1e5 * s["A.rate"], unit="N", noise=1.0)
    columns = {"time": run["t"], "push": 1e5 * run["enc"]}
    file = write(tmp_path / "log.csv", columns)
    done = estimate(Case.of(m, m.assemble({"A": -1.2})), tmp_path / "out", file, noise=0.1)
    assert not done.summary["healthy"] and not any("degrees" in note for note in done.notes)
    bare = biela.Mechanism("bare")
    bare.revolute("A", bare.ground, bare.body("link", mass=1.0, com=(0.1, 0, 0)))
    with pytest.raises(BielaError, match="the machine has no sensors: describe what the log measures"):
        estimate(Case.of(bare, bare.assemble({"A": 0.0})), tmp_path / "out", file)


def test_a_filter_that_cannot_follow_degrees_says_so(
    case: Case, run: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: Any, **__: Any) -> None:
        raise EstimationError("no process noise lets the filter follow the log: start nearer to the truth.")

    monkeypatch.setattr("biela.app.estimate.noise_levels", cannot)
    columns = {"time": run["t"], "enc": np.rad2deg(run["enc"])}
    with pytest.raises(EstimationError, match=r"nearer to the truth. The column 'enc' has no unit .*units={'enc': 'deg'}"):
        estimate(case, tmp_path / "out", write(tmp_path / "log.csv", columns))


def test_an_unknown_start(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    """With a uniform prior particles find the angle anywhere on the turn; a Kalman filter says what to use instead."""
    columns = {"time": run["t"][:150], "enc": run["enc"][:150], "motor": run["motor"][:150]}
    file = write(tmp_path / "log.csv", columns)
    found = estimate(case, tmp_path / "out", file, filter="particle", prior="uniform", particles=2000, scale=1.5).summary
    assert found["final"]["A"]["value"] == pytest.approx(run["angle"][149], abs=0.05)
    with pytest.raises(BielaError, match="use filter='particle', or another prior=… about one state"):
        estimate(case, tmp_path / "out", file, prior="uniform")
    wrong = {**columns, "enc": columns["enc"] + np.where(np.arange(150) > 100, 30.0, 0.0)}
    with pytest.raises(BielaError, match="raise likelihood_scale=… or noise=…, or give reinitialise=True"):
        estimate(case, tmp_path / "out", write(tmp_path / "log.csv", wrong), filter="particle", particles=200)
    gated = {**columns, "enc": columns["enc"] + np.where(np.arange(150) == 100, 1.0, 0.0)}
    plain, kept = (
        estimate(case, tmp_path / "out", write(tmp_path / "log.csv", gated), noise=0.1, gate=gate) for gate in (None, 5.0)
    )
    error = [np.abs(done.result.track["A"] - run["angle"][:150])[100] for done in (plain, kept)]
    assert error[1] < 0.3 * error[0]
    found = estimate(case, tmp_path / "out", tmp_path / "log.csv", gate=5.0)  # the level of noise too
    assert found.summary["healthy"] and found.summary["process_noise"] < 1.0
    assert any("enc: 1 reading left out by the gate" in note for note in found.notes)
    assert not plain.summary["healthy"]


def test_a_coordinate_that_is_known_exactly_counts_as_seen(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    file = write(tmp_path / "log.csv", {"time": run["t"][:60], "enc": run["enc"][:60], "motor": run["motor"][:60]})
    done = estimate(case, tmp_path / "out", file, spread=["A=0"])
    assert done.summary["unseen"] == [] and "known beforehand" in str(done.result.observability)


def test_a_filter_that_hangs_on_its_start_is_not_healthy(tmp_path: Path) -> None:
    """A gyroscope alone and a start known to 1.5 rad: innovations settle wherever the filter lands; other starts land elsewhere."""
    m = double_crank.build()
    model = Model(m, double_crank.start(m))
    truth = simulate_truth(model, About(double_crank.start(m)), [np.random.default_rng(0)], 0.01, 150, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))
    ready = library.get("double-crank")
    near = estimate(ready, tmp_path / "out", log, noise=0.02, spread=["A=0.05", "A.rate=0.05"])
    assert near.summary["healthy"]
    wide = estimate(ready, tmp_path / "out", log, noise=0.02, spread=["A=1.5", "A.rate=0.5"])
    assert not wide.summary["healthy"] and any("another start that the prior allows" in c for c in wide.summary["complaints"])


def test_options_that_do_not_go_together_are_said(case: Case, run: dict[str, Any], tmp_path: Path) -> None:
    """A range without a uniform prior, a start inside the log, a gate that closes at the start or is not there, degrees."""
    wave = run["angle"] + 0.8  # the machine starts elsewhere
    file = write(tmp_path / "log.csv", {"time": run["t"], "enc": wave, "motor": run["motor"]})
    with pytest.raises(BielaError, match="ranges=… needs prior='uniform'"):
        estimate(case, tmp_path / "out", file, ranges=["A=0:1"])
    with pytest.raises(BielaError, match="start=3.0: the log begins before, at 0 s. Cut it there"):
        estimate(case, tmp_path / "out", file, start=3.0)
    with pytest.raises(BielaError, match="names=.'enc': 'encc'"):
        estimate(case, tmp_path / "out", write(tmp_path / "b.csv", {"time": run["t"], "encc": wave}))
    gated = estimate(case, tmp_path / "out", file, gate=4.0, spread=["A=0.01"])
    assert any("the start does not fit it" in note and "spread=…" in note for note in gated.notes)
    done = estimate(case, tmp_path / "out", file, filter="particle", gate=4.0, spread=["A=1"], particles=500)
    assert "gate=… does not concern the filter 'particle'" in done.notes
    degrees = write(tmp_path / "c.csv", {"time": run["t"], "enc": np.rad2deg(run["enc"]), "motor": run["motor"]})
    assert any("units={'enc': 'deg'}" in note for note in estimate(case, tmp_path / "out", degrees).notes)
