"""Every kind of page in every window: nothing sticks out, nothing is asked for, nothing goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from command_line import biela_command


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    assert biela_command("inverse", "five-bar", "--out", str(folder / "inverse")).exit_code == 0
    return {
        "inverse": folder / "inverse" / "report.html",
        "estimate": _estimate(folder),
        "cloud": _cloud(folder / "cloud.html"),
        "figures": _figures(folder),
    }


def _estimate(folder: Path) -> Path:
    m = double_crank.build()
    start = double_crank.start(m)
    model = estimate.Model(m, start, independent=["A"])
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], 0.01, 100, threads=1)
    read(model, truth.t, truth.signals[0], np.random.default_rng(1)).save(folder / "log.csv")
    words = ["estimate", "double-crank", str(folder / "log.csv"), "--out", str(folder / "estimate"), "--noise", "0.02"]
    done = biela_command(*words, "--spread", "A=0.1")
    assert done.exit_code == 0, done.stderr
    return folder / "estimate" / "report.html"


def _cloud(path: Path) -> Path:
    from biela.report.cloud import filter_with_cloud, write_cloud

    m = double_crank.build()
    up, down = double_crank.start(m, 1.0, 1), double_crank.start(m, -1.0, -1)
    model = estimate.Model(m, [up, down], independent=["A"])
    prior = estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down])
    truth = simulate_truth(model, prior, [np.random.default_rng(1)], 0.006, 20, keep_states=True, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(2))
    noise = estimate.ProcessNoise(0.1)
    filter = estimate.ParticleFilter(model, prior, noise, particles=40, step=0.006, likelihood_scale=10)
    assert truth.states is not None
    return write_cloud(filter_with_cloud(filter, log, truth.states[0]), path, "cloud")


def _figures(folder: Path) -> Path:
    from biela.figures.figure import Agreement, Figure, Work
    from biela.figures.page import write_page

    picture = folder / "one.svg"
    picture.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300"><circle cx="90" cy="90" r="50"/></svg>'
    )
    figure = Figure("Fig. 1", "A circle", [], agreements=[Agreement("radius", "50", 50.1, "mm", 0.002, True)])
    work = Work("work", "A work", "Somebody (2020)", lambda say: iter([]), missing=[("Fig. 2", "is a photograph")])
    return write_page(work, [figure], [picture], {}, folder / "figures.html")


@pytest.mark.parametrize("kind", ["inverse", "estimate", "cloud", "figures"])
def test_pages_fit_and_ask_for_nothing(any_browser: Any, pages: dict[str, Path], kind: str) -> None:
    for width in (1400, 390):
        for dark in (False, True):
            any_browser.size(width, 900)
            any_browser.dark(dark)
            any_browser.open(pages[kind].as_uri())
            assert any_browser.run("document.documentElement.classList.contains('dark')") is dark
            assert any_browser.run("document.documentElement.scrollWidth <= innerWidth")
            assert any_browser.run("document.querySelectorAll('header h1, .answer').length") == 2
            assert any_browser.messages == []
            assert [r for r in any_browser.requests if not r.startswith(("file://", "data:", "blob:"))] == []


def test_bands_and_dots_of_an_estimate_are_drawn(any_browser: Any, pages: dict[str, Path]) -> None:
    any_browser.size(1400, 900)
    any_browser.open(pages["estimate"].as_uri())
    assert any_browser.run("biela.plots.list.length") == 3
    any_browser.wait("biela.plots.list[0].made")
    band = any_browser.run("biela.plots.list[0].u.data.length")
    assert band == 4  # time, estimate, upper and lower edge of the band
    assert any_browser.run("biela.plots.list[2].series.map(s => !!s.dots)") == [False, True]
