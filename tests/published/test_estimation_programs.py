"""Files and flags of the published programs (check A14), the command line, and the page of the particle cloud."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from command_line import biela_command

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "estimation" / "study_programs.py"


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_demo_writes_its_three_files(tmp_path: Path) -> None:
    """Rows: the initial condition, then one an iteration; columns and formats of the study."""
    out = run("demo", "--quiet", "--nopause", "--txtwrite", "--particles", "30", "--time", "0.12", "--out", str(tmp_path))
    assert len(out.splitlines()) == 1  # quiet
    angles, weights, omegas = ((tmp_path / f"{n}.txt").read_text().splitlines() for n in ("Angles", "Weights", "Omegas"))
    assert len(angles) == len(weights) == len(omegas) == 21
    for row in angles:
        assert len(row.split("\t")) == 31 and all(re.fullmatch(r"\d\.\d{4}", x) for x in row.split("\t"))
        assert all(0 <= float(x) < 2 * np.pi + 1e-4 for x in row.split("\t"))
    for row in weights:
        cells = row.split("\t")
        assert cells[0] == "" and len(cells) == 31 and all(re.fullmatch(r"\d\.\d{6}", x) for x in cells[1:])
        assert sum(map(float, cells[1:])) == pytest.approx(1.0, abs=30 * 5e-7)
    assert all(re.fullmatch(r"-?\d+\.\d{3}", x) for row in omegas for x in row.split("\t"))
    assert set(weights[0].split("\t")[1:]) == {f"{1 / 30:.6f}"}
    assert set(omegas[0].split("\t")) == {"0.000"}


def test_studies_write_one_line_a_value_and_resume(tmp_path: Path) -> None:
    words = ("number", "--tries", "6", "--values", "10", "20", "--out", str(tmp_path))
    run(*words)
    lines = (tmp_path / "Fourbar_PtNumberTest.txt").read_text().splitlines()
    assert [re.sub(r"time: [\d.]+ s", "time", line) for line in lines] == [
        re.sub(r"time: [\d.]+ s", "time", line)
        for line in lines
        if re.fullmatch(r"PtNumber: \d+  Test time: [\d.]+ s  \d+/6 success", line)
    ]
    before = (tmp_path / "Fourbar_PtNumberTest.txt").read_text()
    run(*words)  # everything is in the save state already
    assert (tmp_path / "Fourbar_PtNumberTest.txt").read_text() == before


def test_command_line_filters_a_log(tmp_path: Path) -> None:
    m = double_crank.build()
    start = double_crank.start(m)
    model = estimate.Model(m, start, independent=["A"])
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], 0.01, 300, threads=1)
    read(model, truth.t, truth.signals[0], np.random.default_rng(1)).save(tmp_path / "log.csv")
    out = tmp_path / "out"
    words = [
        "estimate",
        "double-crank",
        str(tmp_path / "log.csv"),
        "--out",
        str(out),
        "--noise",
        "0.02",
        "--spread",
        "A=0.1",
        "--json",
    ]
    result = biela_command(*words)
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert found["healthy"] and found["observable"] and found["samples"] == 300
    final = found["final"]["A"]
    assert abs(final["value"] - truth.values[0, -1, 0]) < 4 * final["sigma"] < 0.2
    table = (out / "estimates.csv").read_text().splitlines()
    assert table[0] == "time,A,A_sigma,A.rate,A.rate_sigma,gyro_innovation" and len(table) == 301
    page = (out / "report.html").read_text()
    assert "The filter is healthy" in page and "gyro innovation" in page and "default-src 'none'" in page
    wrong = biela_command("estimate", "double-crank", str(tmp_path / "none.csv"), "--out", str(out))
    assert wrong.exit_code == 1


def test_page_of_the_cloud(tmp_path: Path) -> None:
    from biela.report.cloud import filter_with_cloud, write_cloud

    m = double_crank.build()
    up, down = double_crank.start(m, 1.0, 1), double_crank.start(m, -1.0, -1)
    model = estimate.Model(m, [up, down], independent=["A"])
    prior = estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down])
    truth = simulate_truth(model, prior, [np.random.default_rng(1)], 0.006, 20, keep_states=True, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(2))
    filter = estimate.ParticleFilter(model, prior, estimate.ProcessNoise(0.1), particles=40, step=0.006, likelihood_scale=10)
    assert truth.states is not None
    recorded = filter_with_cloud(filter, log, truth.states[0])
    page = write_cloud(recorded, tmp_path / "cloud.html", "cloud").read_text()
    assert recorded["states"]["ghosts"].shape == (20, 40, model.n_x)
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert data["count"] == 40 and data["frames"] == 20 and "truth" in data
    # the rod is drawn from the floating bar's end to the ground, at its true length
    import base64

    points = np.frombuffer(base64.b64decode(data["truth"]), "<f4").reshape(20, -1, 2)
    a, b = data["lines"][-1]
    assert np.linalg.norm(points[:, a] - points[:, b], axis=1) == pytest.approx(4.0, abs=1e-5)
