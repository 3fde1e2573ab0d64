"""Days of work in the studio, with mouse and keys: a load is changed and compared, a mistake is mended, a robot is identified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studio_user import filled, finished, hit, opened, result_page, retyped, studio

from biela.files import read
from biela.files.results.load import load
from biela.identify.regressor import Regressor
from biela.identify.trajectory import Fourier
from biela.identify.virtual_bench import Errors, simulate_measurement
from biela.library import get


def test_the_excavator_is_run_with_another_load_and_compared(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        hit(browser, "#new-file")
        filled(browser, "#new-name", "digger")
        filled(browser, "#new-from", "excavator")
        hit(browser, ".new button")
        browser.wait("biela.editor.file === 'digger.yaml' && biela.look && biela.look.show")
        filled(browser, "#option-duration", "8")
        hit(browser, "#start")
        assert finished(browser) == "job done"
        browser.wait("!document.getElementById('page').hidden")
        hit(browser, "#mode-machine")
        retyped(browser, "2520", "4000")
        browser.wait("document.getElementById('saved').textContent === 'saved'")
        assert "bucket_load: {value: 4000," in (tmp_path / "digger.yaml").read_text("utf-8")
        hit(browser, "#start")
        browser.wait("document.querySelectorAll('.job').length === 2")
        assert finished(browser) == "job done"
        for job in ("0001-run", "0002-run"):
            hit(browser, f'[data-id="digger/{job}"] input')
        hit(browser, "#compare")
        browser.wait("document.getElementById('page').src.endsWith('/compare.html')")
        assert browser.messages == []
        said = result_page(browser)
        assert "0001-run" in said and "0002-run" in said and "The results differ" in said
        assert browser.messages == []
    runs = [load(tmp_path / "results" / "digger" / f"000{k}-run" / "result.nc") for k in (1, 2)]
    light, heavy = (r["boom_cylinder.force"][np.searchsorted(r.t, 6.0)] for r in runs)
    assert heavy > 1.05 * light  # the boom cylinder carries the load


def test_a_mistake_is_typed_read_and_mended(any_browser: Any, tmp_path: Path) -> None:
    browser, file = any_browser, tmp_path / "four_bar.yaml"
    text = get("four-bar").machine_file()
    file.write_text(text, "utf-8")
    with studio(tmp_path) as address:
        opened(browser, address)
        retyped(browser, "base: 1 m", "base: 1 kg")
        browser.wait("biela.look.problems.length && document.getElementById('problems').innerText.includes('kg')")
        said = browser.run("document.getElementById('problems').innerText")
        line = 1 + next(k for k, t in enumerate(text.splitlines()) if "base: 1 m" in t)
        assert "it is a mass [kg], where a length [m] is needed" in said and "line " in said, said
        assert browser.run("document.getElementById('view').classList.contains('stale')")
        hit(browser, "#problems button")  # leads to the line
        assert browser.run("biela.editor.view.hasFocus")
        retyped(browser, "base: 1 kg", "base: 1.1 m")
        browser.wait("biela.look.problems.length === 0 && biela.look.show")
        browser.wait("document.getElementById('saved').textContent === 'saved'")
        assert file.read_text("utf-8").splitlines()[line - 1].strip() == "base: 1.1 m"
        # a duration that makes no sense is answered in words as well
        filled(browser, "#option-duration", "-3")
        hit(browser, "#start")
        browser.wait("!document.getElementById('said').hidden")
        assert "duration" in browser.run("document.getElementById('said').innerText")
        assert browser.run("document.getElementById('mode-result').innerText") == "result four_bar/0001-run"
        hit(browser, "#mode-machine")
        assert browser.run("document.getElementById('said').hidden && !document.getElementById('home').hidden")
        hit(browser, "#mode-result")  # it is still there
        assert not browser.run("document.getElementById('said').hidden")
        assert browser.messages == []


def measured_robot() -> str:
    """A table of a five-bar whose links are a fifth heavier than described, as a bench would record it."""
    robot = get("five-bar")
    machine = robot.build(gravity=(0, -9.81, 0))
    shoulders, motors = ["left_shoulder", "right_shoulder"], ["left_motor", "right_motor"]
    bench = Regressor(machine, shoulders, channels=motors, parameters=("inertia",), start=robot.start(machine))
    series = Fourier(harmonics=5, frequency=0.5)
    motion = series.random(2, np.random.default_rng(2), lower=[1.7, 0.6], upper=[2.5, 1.4])
    t = np.arange(0.0, 8.0, 0.01)
    data = simulate_measurement(
        bench, t, *series.evaluate(motion, t), parameters=1.2 * bench.nominal, seed=7,
        encoder=Errors(noise=1e-5), effort=Errors(noise=5e-5),
    )  # fmt: skip
    rows = zip(t, *data.columns.values(), strict=True)
    return "\n".join([",".join(["t", *data.columns]), *(",".join(f"{v:.9g}" for v in row) for row in rows)])


def test_a_five_bar_is_identified_from_a_table(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    (tmp_path / "robot.yaml").write_text(
        get("five-bar").machine_file().replace("gravity: [0, 0, 0]", "gravity: [0, -9.81, 0]"), "utf-8"
    )
    with studio(tmp_path) as address:
        opened(browser, address)
        (tmp_path / "bench.csv").write_text(measured_robot(), "utf-8")  # arrives while the studio is open
        browser.wait("document.getElementById('files').innerText.includes('bench.csv')")
        hit(browser, "#work-identify")
        filled(browser, "#option-data", "bench.csv")
        hit(browser, "#start")
        assert finished(browser) == "job done"
        assert browser.messages == []
        said = result_page(browser)
        assert "unused efforts are predicted to" in said
        assert browser.messages == []
    found = read(tmp_path / "results" / "robot" / "0001-identify" / "machine.yaml").mechanism
    described = get("five-bar").mechanism
    for name in ("left_coupler", "right_coupler"):
        assert found.bodies[name].mass == pytest.approx(1.2 * described.bodies[name].mass, rel=0.06)
