"""Measurements: reading, filling, filtering, differentiating, averaging; the simulator of sensors; the whole way to a machine."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("sympy")
pytest.importorskip("clarabel")

import pandas as pd  # noqa: E402

import biela  # noqa: E402
from biela import library  # noqa: E402
from biela.files.logs.table import DataError  # noqa: E402
from biela.identify.dataset import Dataset, read_data  # noqa: E402
from biela.identify.filtering import automatic_filter, lost_accelerations  # noqa: E402
from biela.identify.identification import identify, with_values  # noqa: E402
from biela.identify.least_squares import estimate  # noqa: E402
from biela.identify.measurement import Preparation, measured_motion, measured_observation  # noqa: E402
from biela.identify.observation import PoorData  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.identify.virtual_bench import Errors, simulate_measurement  # noqa: E402
from biela.report.identification import page  # noqa: E402
from command_line import biela_command  # noqa: E402
from identification_checks import closure_errors  # noqa: E402

SERIES = Fourier(4, 0.5)


def wave(n=1000, step=0.002):
    t = np.arange(n) * step
    return t, np.sin(2 * np.pi * t), 2 * np.pi * np.cos(2 * np.pi * t), -4 * np.pi**2 * np.sin(2 * np.pi * t)


def test_filters_and_derivatives_have_no_phase():
    t, q, v, a = wave()
    noise = np.random.default_rng(1).normal(0, 1e-3, len(t))
    data = Dataset(t, {"A": q + noise})
    smooth = data.lowpass(8.0)
    inner = slice(150, -150)
    assert np.abs(smooth["A"] - q)[inner].std() < 0.35e-3
    _, rate, acceleration = smooth.differentiated("A")
    assert np.abs(rate - v)[inner].max() < 0.05 and np.abs(acceleration - a)[inner].max() < 2.5
    value, rate, acceleration = data.differentiated("A", period=1.0, harmonics=3)
    assert np.abs(value - q).max() < 3e-4 and np.abs(rate - v).max() < 3e-3 and np.abs(acceleration - a).max() < 0.05


def test_decimation_resampling_and_averaging():
    t, q, *_ = wave()
    data = Dataset(t, {"A": q})
    assert len(data.decimated(5)) == 200 and np.abs(data.decimated(5)["A"] - q[::5])[30:-30].max() < 1e-3
    again = data.resampled(0.003)
    assert np.abs(again["A"] - np.sin(2 * np.pi * again.t)).max() < 1e-7
    rng = np.random.default_rng(2)
    long_t = np.arange(4000) * 0.002
    long = Dataset(long_t, {"A": np.sin(2 * np.pi * long_t) + rng.normal(0, 0.1, 4000)})
    mean = long.averaged(1.0)
    assert len(mean) == 500 and (mean["A"] - np.sin(2 * np.pi * mean.t)).std() == pytest.approx(0.1 / np.sqrt(8), rel=0.15)
    assert long.scatter(1.0)["A"] == pytest.approx(0.1, rel=0.05) and "mean of 8 periods" in mean.notes


def test_missing_samples_are_filled_or_refused():
    t, q, *_ = wave(200)
    gaps = q.copy()
    gaps[[20, 21, 90]] = np.nan
    filled = Dataset(t, {"A": gaps}).filled()
    assert np.abs(filled["A"] - q).max() < 1e-6 and filled.notes == ("A: 3 missing samples interpolated",)
    gaps[100:120] = np.nan
    with pytest.raises(DataError, match=r"column 'A' lacks 20 samples in a row.*too many to interpolate \(limit 5\)"):
        Dataset(t, {"A": gaps}).filled()
    with pytest.raises(DataError, match="'A' is empty"):
        Dataset(t, {"A": np.full(200, np.nan), "B": q}).filled()
    with pytest.raises(DataError, match=r"missing at sample 20 .*fill it first"):
        Dataset(t, {"A": gaps}).lowpass(5.0)


def test_bad_data_are_refused_by_name(tmp_path):
    with pytest.raises(DataError, match="time does not increase from sample 1"):
        Dataset([0.0, 1.0, 1.0], {})
    with pytest.raises(DataError, match="column 'A' has 2 samples, time has 3"):
        Dataset([0.0, 1.0, 2.0], {"A": np.zeros(2)})
    with pytest.raises(DataError, match="1 sample: at least two"):
        Dataset([0.0], {})
    with pytest.raises(DataError, match="sampling interval varies"):
        Dataset([0.0, 1.0, 3.0], {"A": np.zeros(3)}).lowpass(0.1)
    t, q, *_ = wave(100)
    with pytest.raises(DataError, match="between 0 and half the sampling rate, 250 Hz"):
        Dataset(t, {"A": q}).lowpass(400.0)
    with pytest.raises(DataError, match="less than a period"):
        Dataset(t, {"A": q}).averaged(5.0)
    with pytest.raises(DataError, match="no file"):
        read_data(tmp_path / "nothing.csv")
    file = tmp_path / "data.csv"
    pd.DataFrame({"t0": t, "A": q}).to_csv(file, index=False)
    with pytest.raises(DataError, match="no column 'time': its columns are t0, A"):
        read_data(file)
    pd.DataFrame({"time": t, "A [furlong]": q}).to_csv(file, index=False)
    with pytest.raises(DataError, match="unit 'furlong', which is unknown"):
        read_data(file)["A"]
    pd.DataFrame({"time": t, "A": ["x"] * 100}).to_csv(file, index=False)
    with pytest.raises(DataError, match="'A' holds something that is not a number: 'x' in line 2"):
        read_data(file)["A"]
    with pytest.raises(DataError, match=r"measurements are read from .*CSV \(\.csv\).*MDF \(\.mf4, \.mdf\) files"):
        other = tmp_path / "data.docx"
        other.write_text("1")
        read_data(other)


@pytest.mark.parametrize("ending", ["csv", "parquet", "nc"])
def test_files_of_every_kind_read_the_same(tmp_path, ending):
    t, q, *_ = wave(50)
    file = tmp_path / f"data.{ending}"
    if ending == "csv":
        pd.DataFrame({"time": t, "A [deg]": np.rad2deg(q)}).to_csv(file, index=False)
    elif ending == "parquet":
        pytest.importorskip("pyarrow")
        pd.DataFrame({"time": t, "A": np.rad2deg(q)}).to_parquet(file)
    else:
        import xarray as xr

        xr.Dataset({"A": ("time", np.rad2deg(q), {"units": "deg"})}, {"time": t}).to_netcdf(file, engine="h5netcdf")
    data = read_data(file, {"A": "deg"} if ending == "parquet" else None)
    assert np.allclose(data["A"], q) and np.allclose(data.t, t)
    with pytest.raises(DataError, match="a unit was given for 'B', which is not a column"):
        read_data(file, {"A": "deg", "B": "deg"})


def test_sensors_have_the_errors_they_state():
    t = np.arange(20000) * 1e-3
    true = np.sin(t)
    read = lambda **errors: Errors(**errors).read(t, true[:, None], np.random.default_rng(1))[:, 0]  # noqa: E731
    assert (read(noise=0.1) - true).std() == pytest.approx(0.1, rel=0.03)
    assert np.abs(read(resolution=0.01) / 0.01 - np.round(read(resolution=0.01) / 0.01)).max() < 1e-9
    assert np.allclose(read(bias=0.3) - true, 0.3)
    assert np.abs(read(delay=0.05)[100:] - np.sin(t - 0.05)[100:]).max() < 1e-6
    assert np.isnan(read(dropout=0.02)).mean() == pytest.approx(0.02, abs=0.004)


@pytest.fixture(scope="module")
def bench():
    """The five-bar with masses a fifth above the description, measured over three periods."""
    machine = library.get("five-bar").build(gravity=(0, -9.81, 0))
    start = library.get("five-bar").start(machine)
    regressor = Regressor(
        machine, ["left_shoulder", "right_shoulder"], parameters=("inertia",), channels=["left_motor", "right_motor"], start=start
    )
    c = SERIES.random(2, np.random.default_rng(3), [1.7, 0.6], [2.5, 1.4])
    t = np.arange(0, 6.0, 0.01)
    data = simulate_measurement(
        regressor, t, *SERIES.evaluate(c, t), parameters=1.2 * regressor.nominal, seed=4,
        encoder=Errors(noise=2e-6, dropout=0.01), effort=Errors(noise=2e-5),
    )  # fmt: skip
    return machine, start, regressor, data


def test_streams_of_noise_are_independent_and_repeat(bench):
    _, _, regressor, data = bench
    t = data.t[:20]
    c = SERIES.random(2, np.random.default_rng(3), [1.7, 0.6], [2.5, 1.4])
    make = lambda **errors: simulate_measurement(regressor, t, *SERIES.evaluate(c, t), **errors)  # noqa: E731
    one, two = (make(seed=1, encoder=Errors(noise=e), effort=Errors(noise=1e-3)) for e in (1e-3, 5e-3))
    assert np.array_equal(one["left_motor"], two["left_motor"]) and not np.array_equal(one["left_shoulder"], two["left_shoulder"])
    assert np.array_equal(one["left_motor"], make(seed=1, encoder=Errors(), effort=Errors(noise=1e-3))["left_motor"])
    part = make(relative=0.05)["left_motor"] / make()["left_motor"] - 1
    assert 0.03 < np.abs(part).max() <= 0.05
    assert not np.array_equal(one["left_motor"], make(seed=2, effort=Errors(noise=1e-3))["left_motor"])


def test_dependent_motion_is_solved_to_machine_precision_from_noisy_data(bench):
    _, _, regressor, data = bench
    motion, efforts = measured_motion(regressor, data, Preparation(period=2.0, harmonics=6))
    assert max(closure_errors(regressor.loops, motion)[:2]) < 1e-14 and closure_errors(regressor.loops, motion)[2] < 1e-12
    assert efforts.shape == (600, 2)


def test_the_whole_way_finds_the_machine(bench):
    machine, start, regressor, data = bench
    found = identify(
        machine, [data.between(0, 3.0), data.between(3.01, 6.0)], coordinates=["left_shoulder", "right_shoulder"],
        channels=["left_motor", "right_motor"], parameters=("inertia",), start=start,
        preparation=Preparation(period=2.0, harmonics=6, decimation=3), confirm=False,
    )  # fmt: skip
    truth = found.structure.base.combine(1.2 * regressor.nominal)
    assert np.all(np.abs(found.estimate.values - truth) < 4.5 * found.estimate.deviations + 1e-9)
    assert found.errors["base parameters"].total < 0.1 * found.errors["described values"].total
    text = str(found)
    assert "no motion of this machine shows left_crank.mass" in text and "condition number" in text
    new = found.machine
    again = Regressor(
        new, ["left_shoulder", "right_shoulder"], parameters=("inertia",), channels=["left_motor", "right_motor"],
        start=library.get("five-bar").start(new),
    )  # fmt: skip
    assert np.allclose(found.structure.base.combine(again.nominal), found.structure.base.combine(found.feasible.values), atol=1e-9)
    assert machine.bodies["left_crank"].mass == pytest.approx(8.29e-3)  # the first machine is as it was


@pytest.fixture(scope="module")
def flat():
    """The five-bar without gravity, its seven base parameters, and a motion."""
    machine = library.get("five-bar").build()
    start = library.get("five-bar").start(machine)
    regressor = Regressor(
        machine, ["left_shoulder", "right_shoulder"], parameters=("inertia",), channels=["left_motor", "right_motor"], start=start
    )  # fmt: skip
    return machine, start, regressor, base_parameters(regressor, confirm=False).base


@pytest.mark.parametrize(
    ("step", "frequency", "how"),
    [
        (0.01, 0.5, Preparation()),
        (0.002, 0.2, Preparation()),
        (0.002, 0.5, Preparation(cutoff=5.0)),
        (0.002, 0.2, Preparation(period=5.0)),
    ],
)
def test_deviations_are_as_large_as_the_errors(flat, step, frequency, how):
    """Exact machine, encoders with 1e-4 rad of noise, differentiated twice, six benches: errors over deviations are about one."""
    _, _, regressor, base = flat
    series = Fourier(4, frequency)
    t = np.arange(0, 10.0, step)
    c = series.random(2, np.random.default_rng(3 if frequency == 0.5 else 5), [1.7, 0.6], [2.5, 1.4])
    truth, ratio = base.combine(regressor.nominal), []
    for seed in range(6):
        data = simulate_measurement(regressor, t, *series.evaluate(c, t), seed=seed, encoder=Errors(noise=1e-4))
        found = estimate(measured_observation(regressor, data, how).base(base), "weighted")
        ratio.append((found.values - truth) / found.deviations)
    assert 0.6 < np.sqrt(np.mean(np.square(ratio))) < 1.6


def test_a_cutoff_is_found_from_the_noise():
    """Motion of 2 Hz under noise of 1e-4: four times that and a little for the window; without noise nothing is filtered, and
    neither a line of mains hum nor few samples change that in silence."""
    t = np.arange(0, 10.0, 0.005)
    wave = np.sin(4 * np.pi * t)
    noisy = wave + 1e-4 * np.random.default_rng(1).standard_normal(t.size)
    found = automatic_filter(Dataset(t, {"A": noisy}), ["A"])
    assert 8.0 < found.cutoff < 10.0 and found.spectra[0].noise == pytest.approx(1e-8, rel=0.1)
    hum = noisy + 1e-3 * np.sin(2 * np.pi * 50 * t)
    assert automatic_filter(Dataset(t, {"A": hum}), ["A"]).cutoff == found.cutoff
    clean = automatic_filter(Dataset(t, {"A": wave}), ["A"])
    assert clean.cutoff is None and "noise is below" in clean.reason
    assert "40 samples" in automatic_filter(Dataset(t[:40], {"A": noisy[:40]}), ["A"]).reason
    still = automatic_filter(Dataset(t, {"A": noisy - wave}), ["A"])
    assert still.cutoff == pytest.approx(1.0) and "no motion rises above the noise" in still.reason


@pytest.mark.parametrize(("bits", "rate"), [(12, 1000), (14, 1000), (16, 1000), (12, 2000), (16, 500), (12, 5000)])
def test_readings_in_steps_are_recognised_and_filtered(bits, rate):
    """Encoders of 12 to 16 bit, also printed with six decimals: the quantum is found, and the cut-off is that of the motion."""
    t = np.arange(0, 10.0, 1 / rate)
    step = 2 * np.pi / 2**bits
    wave = 0.8 * np.sin(2 * np.pi * 0.5 * t) + 0.3 * np.cos(2 * np.pi * 0.2 * t)
    steps = np.round(wave / step) * step
    found = automatic_filter(Dataset(t, {"A": steps}), ["A"])
    assert found.spectra[0].quantum == pytest.approx(step, rel=1e-6)
    assert 2.0 < found.cutoff < 3.5 and "multiples of" in found.reason
    assert 2.0 < automatic_filter(Dataset(t, {"A": np.round(steps, 6)}), ["A"]).cutoff < 3.5
    assert found.spectra[0].acceleration_noise(found.cutoff) < 0.1 < found.spectra[0].acceleration_noise()


def test_ordinary_encoders_give_the_parameters_by_default(flat):
    """Base parameters from 14-bit encoders at 1 kHz with default settings: within 2 % and four deviations; the filter is told."""
    machine, start, regressor, base = flat
    series, t = Fourier(4, 0.2), np.arange(0, 10.0, 0.001)
    c = series.random(2, np.random.default_rng(5), [1.7, 0.6], [2.5, 1.4])
    data = simulate_measurement(
        regressor, t, *series.evaluate(c, t), encoder=Errors(resolution=2 * np.pi / 2**14), effort=Errors(noise=1e-5)
    )
    found = identify(
        machine, data, coordinates=regressor.coordinates, channels=regressor.channels, parameters=("inertia",), start=start,
        confirm=False,
    )  # fmt: skip
    truth = base.combine(regressor.nominal)
    off = found.estimate.values - truth
    assert np.linalg.norm(off) < 0.02 * np.linalg.norm(truth) and np.all(np.abs(off) < 4 * found.estimate.deviations)
    assert found.filters["simulated"].cutoff == pytest.approx(3.6, rel=0.1)
    assert "low-pass at 3.6 Hz: the motion reaches to 0.9 Hz, readings are multiples of 0.000383" in str(found)
    assert set(found.moved) == {0.5, 2.0}
    assert "cut-off × 0.5" in page(found, "five-bar") and "spectra of the coordinates" in page(found, "five-bar")


def test_a_motion_below_its_noise_is_said_to_be_lost(flat):
    """Two encoder steps of movement: no acceleration can be had from them."""
    t = np.arange(0, 10.0, 0.001)
    steps = np.round(1.0 * np.sin(2 * np.pi * 0.2 * t)) * 1e-3
    found = automatic_filter(Dataset(t, {"A": steps + 1e-3 * np.random.default_rng(1).standard_normal(t.size)}), ["A"])
    assert "cannot be recovered" in lost_accelerations(found)[0]


def test_a_result_of_a_run_is_read_back_as_measurements(tmp_path):
    """A saved run has dimensions besides time, one of them empty: its signals are read, and the pendulum is found from them."""
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    run = m.simulate(duration=2.0, inputs={"motor": lambda s: -4.0 * s["A.angle"]}, output_step=0.002)
    run.save(tmp_path / "result.nc")
    data = read_data(tmp_path / "result.nc")
    assert len(data) == len(run.t) and np.allclose(data["A.angle"], run["A.angle"])
    found = identify(m, data, parameters=("inertia",), channels=["motor"], confirm=False)
    assert found.estimate["link.mx"] == pytest.approx(0.6, rel=1e-3)


def test_impossible_data_are_refused(flat, tmp_path):
    """A coordinate in newtons, a period that is none, five samples for seven unknowns: each by name, with the remedy."""
    machine, start, regressor, _ = flat
    t = np.arange(0, 10.0, 0.01)
    c = SERIES.random(2, np.random.default_rng(3), [1.7, 0.6], [2.5, 1.4])
    data = simulate_measurement(regressor, t, *SERIES.evaluate(c, t), encoder=Errors(noise=1e-5))
    pd.DataFrame({"time": t, **data.columns}).to_csv(tmp_path / "run.csv", index=False)
    for column, unit, kind in (("left_shoulder", "N", "N.* measured in rad"), ("left_motor", "deg", "rad.* measured in N·m")):
        wrong = read_data(tmp_path / "run.csv", {column: unit})
        with pytest.raises(DataError, match=f"run.csv: column '{column}' was read in a unit of {kind}"):
            measured_motion(regressor, wrong)
    with pytest.raises(DataError, match="the time is in 'deg'"):
        read_data(tmp_path / "run.csv", {"time": "deg"})
    for period, why in ((0.03, "does not repeat every 0.03 s"), (1.9, "does not repeat every 1.9 s"), (11.0, "does not fit")):
        with pytest.raises(DataError, match=why):
            measured_motion(regressor, data, Preparation(period=period))
    few = Dataset(t[:500:100], {k: v[:500:100] for k, v in data.columns.items()}, "few")
    with pytest.raises(PoorData, match="4 samples of each channel for 7 parameters"):
        identify(
            machine, few, coordinates=regressor.coordinates, channels=regressor.channels, parameters=("inertia",), start=start,
            confirm=False,
        )  # fmt: skip


def test_findings_say_what_is_so(flat):
    """Combinations are marked; nothing is said of zeros, or of errors as good as equal; interpolated samples are told."""
    machine, start, regressor, base = flat
    t = np.arange(0, 10.0, 0.01)
    c = SERIES.random(2, np.random.default_rng(3), [1.7, 0.6], [2.5, 1.4])
    data = simulate_measurement(
        regressor, t, *SERIES.evaluate(c, t), encoder=Errors(noise=1e-5, dropout=0.002), effort=Errors(noise=1e-5), seed=2
    )
    found = identify(
        machine, data, coordinates=regressor.coordinates, channels=regressor.channels, parameters=("inertia",), start=start,
        preparation=Preparation(period=2.0), confirm=False,
    )  # fmt: skip
    blunt = identify(
        machine, data, coordinates=regressor.coordinates, channels=regressor.channels, parameters=("inertia",), start=start,
        preparation=Preparation(cutoff=4.0), confirm=False,
    )  # fmt: skip
    assert any("the motion reaches to 2" in line and "a cut-off of 4 Hz distorts" in line for line in blunt.findings), (
        blunt.findings
    )
    text = str(found)
    assert "left_coupler.Izz + …" in text and "a combination, of any sign" in text
    assert any("missing sample" in line and line.startswith("simulated: left_shoulder") for line in found.findings)
    assert not any("predict the held-back data better" in line for line in found.findings)
    zeros = [n for n, x in zip(base.independent, base.combine(regressor.nominal), strict=True) if x == 0.0]
    assert zeros and not any("30 %" in line and zero in line for line in found.findings for zero in zeros)


def test_columns_that_are_missing_are_named(bench):
    machine, start, regressor, data = bench
    part = Dataset(data.t, {k: v for k, v in data.columns.items() if k != "right_shoulder"}, "run.csv").filled()
    with pytest.raises(DataError, match="run.csv has no column.*its columns are left_sh.*names={'right_shoulder': 'COLUMN'}"):
        measured_motion(regressor, part)
    part = Dataset(data.t, {k: v for k, v in data.columns.items() if k != "left_motor"}, "run.csv")
    with pytest.raises(DataError, match="run.csv has no effort for left_motor"):
        measured_motion(regressor, part)


def test_a_machine_with_impossible_new_values_is_refused(bench):
    machine, _, regressor, _ = bench
    wrong = regressor.nominal.copy()
    wrong[regressor.names.index("left_coupler.Izz")] = -1.0
    with pytest.raises(ValueError, match="body 'left_coupler' with the new values"):
        with_values(machine, regressor.columns, wrong)


def test_command_line(tmp_path, bench, monkeypatch):
    """From a machine file and a table to a report, tables and a machine file that reads back; and an experiment."""
    _, _, _, data = bench
    monkeypatch.chdir(tmp_path)
    run = lambda *arguments: biela_command(*arguments)  # noqa: E731
    assert run("new", "five-bar", "five.yaml").exit_code == 0
    text = (tmp_path / "five.yaml").read_text()
    (tmp_path / "five.yaml").write_text(
        "\n".join("gravity: [0, -9.81, 0]" if x.startswith("gravity") else x for x in text.split("\n"))
    )
    frame = pd.DataFrame({"time": data.t, **{k: v for k, v in data.columns.items() if k != "left_shoulder"}})
    frame["left_shoulder"] = np.rad2deg(data["left_shoulder"])
    frame.to_csv("data.csv", index=False)
    common = ["--coordinate", "left_shoulder", "--coordinate", "right_shoulder", "--parameter", "inertia"]
    channels = ["--channel", "left_motor", "--channel", "right_motor"]
    done = run(
        "identify",
        "five.yaml",
        "data.csv",
        *common,
        *channels,
        "--period",
        "2",
        "--unit",
        "left_shoulder=deg",
        "--out",
        "res",
        "--json",
    )
    assert done.exit_code == 0, done.output
    about = json.loads(done.stdout)
    assert about["base_parameters"] == 11 and about["prediction_error"]["base parameters"]["sum"] < 5
    page = (tmp_path / "res" / "report.html").read_text()
    assert "What cannot be known, and why" in page and "Measured and predicted efforts" in page and "95 % interval" in page
    assert run("check", "res/machine.yaml").exit_code == 0
    rows = pd.read_csv("res/parameters.csv")
    assert len(rows) == 40 and set(rows["role"]) == {"base", "dependent", "without effect"}
    wrong = run("identify", "five.yaml", "--design", *common, "--limit", "left_shoulder=1.8:2.4")
    assert wrong.exit_code == 1 and "add --limit right_shoulder=LOWER:UPPER" in wrong.output
    assert "name a file with measurements" in run("identify", "five.yaml").output
    assert "DATA does not go with --design" in run("identify", "five.yaml", "bench.csv", "--design").output
    assert "--velocity needs --design" in run("identify", "five.yaml", "bench.csv", "--velocity", "0").output
    assert "no file 'nothing.csv'" in run("identify", "five.yaml", "nothing.csv").output


def test_command_line_designs_an_experiment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    limits = ["--limit", "left_shoulder=1.8:2.4", "--limit", "right_shoulder=0.7:1.3", "--parameter", "inertia"]
    chosen = ["--coordinate", "left_shoulder", "--coordinate", "right_shoulder"]
    done = biela_command("identify", "five-bar", "--design", *chosen, *limits, "--out", "des", "--json")
    about = json.loads(done.stdout)
    assert done.exit_code == 0 and about["base_parameters"] == 7 and about["files"] == ["des/excitation.csv"]
    assert "left_shoulder.acceleration" in (tmp_path / "des" / "excitation.csv").read_text()
