"""The report as a reader sees it: offline, without an error, with a machine that moves and plots that are linked to it."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chromium import Browser

from command_line import biela_command


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    result = biela_command("run", "four-bar", "--out", str(folder))
    assert result.exit_code == 0, result.stderr
    return folder / "report.html"


def pixels(browser: Browser, selector: str) -> np.ndarray[Any, Any]:
    """What a canvas shows, as numbers."""
    import base64

    from PIL import Image

    text = browser.run(f"document.querySelector({selector!r}).toDataURL('image/png')")
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text.partition(",")[2]))).convert("RGBA"), dtype=float)


def test_page_works_offline(browser: Browser, report: Path) -> None:
    pytest.importorskip("PIL")
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(0)")
    still = pixels(browser, "#canvas")
    assert (still[..., 3] > 200).mean() > 0.01  # the machine covers some of the view

    browser.run("biela.player.seek(1.0)")
    assert np.abs(pixels(browser, "#canvas") - still).max() > 100  # it has moved
    # the crank pin is where the signals say: coupler.x and coupler.y at 1 s
    x, y = browser.run(
        "(() => { const v = biela.viewer, k = v.scene.bodies.findIndex(b => b.name === 'coupler'); return v.place(k).p.slice(0, 2); })()"
    )
    data = browser.run(
        "(() => { const k = biela.plots.index(1.0); return ['coupler.x', 'coupler.y'].map(n => floats(biela.data.signals[n].data)[k]); })()"
    )
    assert (x, y) == pytest.approx(tuple(data), abs=1e-4)

    browser.run("biela.player.play()")
    browser.wait("biela.player.time > 1.05")  # it plays
    browser.run("biela.player.pause()")

    count = browser.run("document.querySelectorAll('.plot').length")
    assert count >= 6
    assert (pixels(browser, ".plot canvas")[..., 3] > 0).mean() > 0.005
    titles = browser.run("[...document.querySelectorAll('.plot figcaption b')].map(e => e.textContent)")
    for unit in ("[rad]", "[rad/s]", "[N]", "[J]"):
        assert any(unit in title for title in titles), titles
    text = browser.run("document.body.innerText")
    for words in ("four-bar", "mobility 1", "redundant closure rows", "Bodies", "coupler", "dormand-prince", "Sources"):
        assert words in text

    assert browser.messages == []
    assert [r for r in browser.requests if not r.startswith(("file://", "data:"))] == []


def test_plots_and_slider_are_linked(browser: Browser, report: Path) -> None:
    browser.open(report.as_uri())
    browser.run("biela.player.pause()")
    box = browser.run(
        "(() => { const r = document.querySelector('.plot .frame').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()"
    )
    x, y = box[0] + 0.5 * box[2], box[1] + 0.5 * box[3]
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseReleased", x, y)  # a click in a plot sets the time everywhere
    time = browser.run("biela.player.time")
    assert 3.5 < time < 6.0
    assert float(browser.run("document.getElementById('time').value")) == pytest.approx(time, abs=0.01)
    assert browser.run("biela.plots.time") == pytest.approx(time)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + 60, y)
    browser.mouse("mouseReleased", x + 60, y)  # a drag zooms all plots
    first, last = browser.run("biela.plots.range")
    assert 0 < last - first < 3.0
    browser.run(
        "document.getElementById('choice').value = 'C.moment_on_child_z', document.getElementById('choice').onchange()"
    )
    assert browser.run("biela.plots.list.at(-1).series[0].name") == "C.moment_on_child_z"
    for switch in ("names", "frames", "com", "reactions", "grid"):
        browser.run(f"document.getElementById('show-{switch}').click()")
    dark = browser.run("document.documentElement.classList.contains('dark')")
    browser.run("document.getElementById('theme').click()")
    assert browser.run("document.documentElement.classList.contains('dark')") is not dark
    assert browser.messages == []


def test_page_works_without_webgl(browser: Browser, report: Path) -> None:
    pytest.importorskip("PIL")
    browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="HTMLCanvasElement.prototype.getContext = (old => function (kind, ...more) { return kind === 'webgl' ? null : old.call(this, kind, ...more); })(HTMLCanvasElement.prototype.getContext)",
    )
    browser.open(report.as_uri())
    assert browser.run("biela.viewer.gl === null")
    assert (pixels(browser, "#canvas")[..., 3] > 200).mean() > 0.01
    assert browser.messages == []
