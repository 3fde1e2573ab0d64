"""The studio as a user works in it: a machine is drawn and run, a mistake is mended, numbers follow the hand."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import math
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chromium import Browser

from biela.library import get
from biela.simulation.history import load


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """The address of a studio of a folder."""
    command = [sys.executable, "-m", "biela.cli", "studio", str(folder), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def opened(browser: Browser, address: str) -> None:
    browser.open(address)
    browser.wait("biela.look && biela.look.show")


def sketched(browser: Browser, tool: str, *points: tuple[float, float]) -> None:
    """Click with a tool of the sketcher."""
    browser.run(f"document.getElementById('tool-{tool}').click()")
    for x, y in points:
        left, top = browser.run(
            f"(() => {{ const s = biela.sketcher, r = s.picture.getBoundingClientRect(); return [r.left + s.sx({x}), r.top + s.sy({y})]; }})()"
        )
        browser.mouse("mousePressed", left, top)
        browser.mouse("mouseReleased", left, top)


def test_a_four_bar_is_drawn_and_run(browser: Browser, tmp_path: Path) -> None:
    with studio(tmp_path) as address:
        browser.open(address)
        assert browser.run("document.getElementById('sketch').hidden") is False  # an empty folder begins with a drawing
        sketched(browser, "ground", (0, 0), (0.5, 0))
        sketched(browser, "link", (0, 0), (0, 0.2), (0, 0.2), (0.5, 0.45), (0.5, 0.45), (0.5, 0))
        facts = browser.run("document.querySelector('.facts').innerText")
        assert "Grashof: crank-rocker" in facts and "the crank turns fully" in facts
        coupler, rocker = math.hypot(0.5, 0.25), 0.45
        least, most = (
            math.degrees(math.acos((coupler**2 + rocker**2 - d**2) / (2 * coupler * rocker)))
            for d in (0.5 - 0.2, 0.5 + 0.2)
        )  # law of cosines with the diagonals of the two positions in which crank and base are in line
        assert f"({least:.1f}° to {most:.1f}°)" in facts
        browser.run(
            "document.getElementById('sketch-name').value = 'drawn'; document.getElementById('sketch-save').click()"
        )
        browser.wait("biela.editor.file === 'drawn.yaml' && biela.look && biela.look.show")
        assert browser.run("biela.look.check.mobility") == 1
        browser.run("document.getElementById('option-duration').value = '1'; document.getElementById('start').click()")
        browser.wait("document.querySelector('.job.done, .job.failed')")
        assert browser.run("document.querySelector('.job').className") == "job done"
        assert browser.run("document.getElementById('page').src").endswith("/result/drawn/0001-run/report.html")
        assert browser.messages == []
    history = load(tmp_path / "results" / "drawn" / "0001-run" / "result.nc")
    assert history["A.angle"][0] == pytest.approx(math.pi / 2)
    assert abs(history["machine.closure_error"]).max() < 1e-9


def test_text_picture_and_hand_are_one_machine(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "four_bar.yaml"
    file.write_text(get("four-bar").machine_file(), "utf-8")
    with studio(tmp_path) as address:
        opened(browser, address)
        # a mistake is marked at its line, and mended
        browser.run(
            "(() => { const e = biela.editor, at = e.text.indexOf('parent: crank'); e.apply([{ from: at + 8, to: at + 13, insert: 'crnk' }]); })()"
        )
        browser.wait("biela.look.problems.length === 1")
        line = (
            browser.run("biela.editor.text")
            .split("\n")
            .index(next(t for t in browser.run("biela.editor.text").split("\n") if "crnk" in t))
            + 1
        )
        said = browser.run("document.getElementById('problems').innerText")
        assert f"line {line}" in said and "Did you mean 'crank'" in said
        assert browser.run("document.querySelectorAll('.cm-lintRange-error').length") >= 1
        browser.run("biela.editor.undo()")
        browser.wait("biela.look.problems.length === 0 && biela.look.show")
        # an element that is chosen is chosen everywhere
        browser.run("biela.choose('bodies', 'coupler', true)")
        assert browser.run("biela.picture.viewer.scene.bodies[biela.picture.viewer.selected].name") == "coupler"
        assert browser.run("document.querySelector('.cm-chosen').textContent").strip().startswith("coupler:")
        assert "density*coupler_length" in browser.run("document.getElementById('field-bodies-coupler-mass').value")
        # a form changes the text
        browser.run(
            "(() => { const f = document.getElementById('field-bodies-coupler-mass'); f.value = '2 kg'; f.dispatchEvent(new Event('change')); })()"
        )
        browser.wait("biela.editor.text.includes('coupler: {mass: 2 kg,')")
        # a joint that is dragged changes the parameter behind it
        browser.run("document.getElementById('mode-edit').click()")
        browser.wait("document.querySelector('.handle[data-joint=D]')")
        x, y = browser.run(
            "(() => { const r = document.querySelector('.handle[data-joint=D]').getBoundingClientRect(); return [r.left + 8, r.top + 8]; })()"
        )
        browser.mouse("mousePressed", x, y)
        browser.mouse("mouseMoved", x + 30, y)
        browser.mouse("mouseReleased", x + 30, y)
        browser.wait("!/base: 1 m\\n/.test(biela.editor.text)")
        assert float(re.search(r"base: (\S+) m", browser.run("biela.editor.text"))[1]) > 1.02  # type: ignore[index]
        browser.wait("document.getElementById('saved').textContent === 'saved'")
        assert file.read_text("utf-8") == browser.run("biela.editor.text")
        for width, height in ((1920, 1080), (820, 1100), (1400, 900)):
            browser.size(width, height)
            assert browser.run("document.documentElement.scrollWidth") <= width
        # undo goes back over hand, form and text
        for _ in range(12):
            browser.run("biela.editor.undo()")
        browser.wait("biela.editor.text.includes('base: 1 m') && biela.editor.text.includes('density*coupler_length')")
        assert browser.messages == []
