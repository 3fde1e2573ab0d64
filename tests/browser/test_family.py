"""Every kind of page in every window: nothing sticks out, nothing is asked for, nothing goes wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from readers import AXE, SERIOUS

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from command_line import biela_command


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    assert biela_command("inverse", "five-bar", "--out", str(folder / "inverse")).exit_code == 0
    for words in (
        ("bench", "pendulum", "double-pendulum", "--out", str(folder / "bench")),
        ("sweep", "pendulum", "--vary", "length=~uniform(0.5, 1)", "--samples", "16", "--measure", "max(pivot.rate)",
         "--series", "pivot.angle",         "--duration", "0.2", "--out", str(folder / "study")),
        ("run", "pendulum", "--duration", "1", "--out", str(folder / "first")),
        ("run", "pendulum", "--duration", "2", "--out", str(folder / "second")),
        ("compare", str(folder / "first"), str(folder / "second"), "--out", str(folder / "compare.html")),
    ):  # fmt: skip
        done = biela_command(*words)
        assert done.exit_code == 0, done.stderr
    found = {name: folder / name / "report.html" for name in ("inverse", "bench", "study")}
    return found | {
        "estimate": _estimate(folder),
        "identify": _identify(folder),
        "compare": folder / "compare.html",
        "cloud": _cloud(folder / "cloud.html"),
        "figures": _figures(folder),
    }


def _identify(folder: Path) -> Path:
    import biela
    from biela import library

    motion = {"A": biela.sine(amplitude=0.6, period=2.0, offset=1.0)}
    run = library.get("four-bar").build().inverse_dynamics(motion, 4.0, samples=200)
    columns = np.column_stack([run.t, run["A.angle"], run.effort[:, 0] + 0.01 * np.random.default_rng(0).normal(size=201)])
    np.savetxt(folder / "efforts.csv", columns, delimiter=",", header="time,A,A.torque", comments="")
    words = ["identify", "four-bar", str(folder / "efforts.csv"), "--coordinate", "A", "--period", "2"]
    done = biela_command(*words, "--out", str(folder / "identify"))
    assert done.exit_code == 0, done.stderr
    return folder / "identify" / "report.html"


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
    from biela.app.published.figure import Agreement, PublishedFigure, Work, write_page

    picture = folder / "one.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300"><circle cx="90" cy="90" r="50"/></svg>')
    figure = PublishedFigure("Fig. 1", "A circle", [], agreements=[Agreement("radius", "50", 50.1, "mm", 0.002, True)])
    work = Work("work", "A work", "Somebody (2020)", lambda say: iter([]), missing=[("Fig. 2", "is a photograph")])
    return write_page(work, [figure], [picture], {}, folder / "figures.html")


KINDS = ["inverse", "estimate", "identify", "study", "bench", "compare", "cloud", "figures"]


@pytest.mark.parametrize("kind", KINDS)
def test_pages_fit_and_ask_for_nothing(any_browser: Any, pages: dict[str, Path], kind: str) -> None:
    for dark in (False, True):
        any_browser.dark(dark)
        for width in (390, 1400) if dark else (1400, 390):  # opened in the first, which becomes the second
            any_browser.size(width, 900)
            if (width < 1000) is dark:
                any_browser.open(pages[kind].as_uri())
            any_browser.wait(f"innerWidth === {width}")
            assert any_browser.run("document.documentElement.classList.contains('dark')") is dark
            any_browser.wait("document.documentElement.scrollWidth <= innerWidth")  # plots follow when they are told of the width
            assert any_browser.run("document.querySelectorAll('header h1, .answer').length") == 2
            assert any_browser.run("document.querySelector('.answer > b').textContent.trim()[0]") in "✓!✗"  # not by colour alone
            assert any_browser.messages == []
            assert [r for r in any_browser.requests if not r.startswith(("file://", "data:", "blob:"))] == []


@pytest.mark.parametrize("kind", KINDS)
def test_readers_of_all_kinds_can_use_it(browser: Any, pages: dict[str, Path], kind: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install in web/")
    browser.size(1400, 900)
    for dark in (False, True):
        browser.dark(dark)
        browser.open(pages[kind].as_uri())
        browser.run(AXE.read_text("utf-8") + "; 0")
        assert browser.run(SERIOUS) == []


def test_pages_begin_with_what_was_found(browser: Any, pages: dict[str, Path]) -> None:
    """Numbers of the result, not only that there is one."""
    said = {}
    for kind in KINDS:
        browser.open(pages[kind].as_uri())
        said[kind] = browser.run("document.querySelector('.answer').textContent")
    assert re.search(r"Largest efforts of the motion: \w+ −?[\d.e−]+ N·m at [\d.]+ s", said["inverse"])
    assert re.search(r"of the energy that passed through the actuators", said["inverse"])
    assert re.search(
        r"The filter is healthy.*At the end: A \d\S+ ± \S+ rad, .*relative to what the filter expects: gyro", said["estimate"]
    )
    assert re.search(r"unused efforts are predicted to [\d.]+ %", said["identify"])
    assert re.search(r"All 16 samples.*: [\d.e+-]+ ± [\d.e+-]+ rad/s on average; nine in ten samples have", said["study"])
    assert "Every machine runs faster than real time; the slowest, " in said["bench"]
    assert "The results " in said["compare"]


def paused_at(browser: Any, page: Path, place: str) -> None:
    """Open a page of usual width and stop its motion at a place."""
    browser.size(1400, 900)
    browser.open(page.as_uri())
    browser.run(f"biela.player.pause(), biela.player.seek({place})")


def test_an_estimate_moves_its_machine(any_browser: Any, pages: dict[str, Path]) -> None:
    """The view stands where the estimate is, with its loops closed."""
    browser = any_browser
    paused_at(browser, pages["estimate"], "biela.player.end")
    angle = browser.run("Array.from(biela.run.signal(biela.run.names[0])).at(-1)")
    crank = "biela.viewer.scene.joints.find(j => j.name === 'A').bodies.find(n => n !== 'ground')"
    w, _, _, z = browser.run(f"biela.viewer.place(biela.viewer.scene.bodies.findIndex(b => b.name === {crank})).q")
    assert np.exp(2j * np.arctan2(z, w)) == pytest.approx(np.exp(1j * angle), abs=1e-4)
    gap = browser.run(
        "(() => { const v = biela.viewer, t = v.scene.joints.map(j => v.point(j.at)); return t.every(p => isFinite(p.x)); })()"
    )
    assert gap and browser.messages == []


def test_an_identification_moves_its_machine_as_it_was_measured(any_browser: Any, pages: dict[str, Path]) -> None:
    browser = any_browser
    paused_at(browser, pages["identify"], "0")
    start = browser.run("biela.data.start")
    crank = "biela.viewer.place(biela.viewer.scene.bodies.findIndex(b => b.name === 'crank')).q"
    for time in (0.0, 0.3):
        browser.run(f"biela.player.seek({time})")
        w, _, _, z = browser.run(crank)
        measured = 1.0 + 0.6 * np.sin(np.pi * (start + time))  # what the record was made of
        assert 2 * np.arctan2(z, w) == pytest.approx(measured, abs=0.02)
    assert browser.run("document.querySelector('.answer').textContent.length") < 600  # an answer, not a list
    assert browser.messages == []


def test_printed_pages_hide_what_only_a_mouse_can_use(browser: Any, pages: dict[str, Path]) -> None:
    browser.size(1000, 900)
    browser.dark(True)
    browser.open(pages["inverse"].as_uri())
    browser.send("Emulation.setEmulatedMedia", media="print")
    try:
        shown = "getComputedStyle(document.querySelector({!r})).display"
        for part in (".controls", ".browser", ".tools", ".menu", "footer"):
            assert browser.run(shown.format(part)) == "none", part
        for part in (".answer", ".view", ".plot", "table"):
            assert browser.run(shown.format(part)) != "none", part
        assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    finally:
        browser.send("Emulation.setEmulatedMedia", media="")
        browser.dark(False)


def test_bands_and_dots_of_an_estimate_are_drawn(any_browser: Any, pages: dict[str, Path]) -> None:
    any_browser.size(1400, 900)
    any_browser.open(pages["estimate"].as_uri())
    assert any_browser.run("biela.plots.list.length") == 3
    any_browser.wait("biela.plots.list[0].made")
    band = any_browser.run("biela.plots.list[0].u.data.length")
    assert band == 4  # time, estimate, upper and lower edge of the band
    assert any_browser.run("biela.plots.list[2].series.map(s => !!s.dots)") == [False, True]
