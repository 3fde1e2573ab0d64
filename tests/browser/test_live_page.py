"""A report that is run again by its reader, in Chromium and Firefox."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from biela import library
from command_line import biela_command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("live")
    for arguments in (("run", "four-bar", "--out", str(place)), ("export", "five-bar", str(place / "five_bar.html"))):
        result = biela_command(*arguments)
        assert result.exit_code == 0, result.stderr
    return place


def opened(browser: Any, page: Path) -> Any:
    browser.open(page.as_uri())
    browser.wait("document.documentElement.dataset.ready === 'yes' && !!biela.live")
    return browser


def again(browser: Any, code: str, number: int) -> str:
    """Run again, or on, and give what the page says."""
    browser.run(f"void {code}")
    browser.wait(f"document.documentElement.dataset.runs === '{number}'")
    return str(browser.run("document.getElementById('live-say').textContent"))


def test_a_report_is_run_again_and_agrees_with_itself(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "report.html")
    assert "950 steps" in again(browser, "biela.live.again()", 2)
    largest = browser.run(
        "Math.max(...biela.run.names.filter(n => biela.live.last.has(n)).map(n => { const a = biela.run.signal(n),"
        " b = biela.live.last.signal(n); return Math.max(...a.map((v, k) => Math.abs(v - b[k]) / (1 + Math.abs(v)))); }))"
    )
    assert largest < 1e-4
    assert browser.run("biela.plots.others.length") == 1  # the new curves lie over the old ones
    # another start gives what Python gives
    browser.run("biela.live.set('A.angle', 1.3)")
    again(browser, "biela.live.again()", 3)
    case = library.get("four-bar")
    start = case.mechanism.assemble({"A": 1.3}, guess=case.start())
    native = case.mechanism.simulate(start, duration=10.0, **case.settings)
    assert browser.run("biela.live.last.signal('D.angle').at(-1)") == pytest.approx(native["D.angle"][-1], abs=1e-4)
    # on from there
    again(browser, "biela.live.on()", 4)
    assert browser.run("biela.live.last.t.at(-1)") == pytest.approx(20.0, abs=1e-3)
    # what cannot be is said
    browser.run("biela.live.set('A.angle', 1e9), void biela.live.again()")
    browser.wait("document.getElementById('live-say').classList.contains('bad')")
    assert "cannot be put there" in browser.run("document.getElementById('live-say').textContent")
    assert browser.run("document.querySelectorAll('#live details:last-child li').length") >= 2


def test_the_machine_follows_while_its_crank_is_dragged(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "report.html")
    place = "biela.viewer.place(biela.viewer.scene.bodies.findIndex(b => b.name === 'coupler')).p[0]"
    browser.run("biela.player.pause(), biela.player.seek(0)")
    before = browser.run(place)
    browser.run(
        "(() => { const s = document.getElementById('live-A.angle'); s.value = 1.4; s.dispatchEvent(new Event('input')); })()"
    )
    browser.wait("document.documentElement.dataset.placed")
    assert abs(browser.run(place) - before) > 0.01


def test_levers_drive_the_machine_in_the_page(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "five_bar.html")
    assert not browser.run("document.getElementById('drive').hidden")
    browser.run("document.getElementById('go').click()")
    browser.wait("Number(document.documentElement.dataset.driven) > 0.2")
    browser.run("document.getElementById('go').click()")
    assert browser.run("document.querySelectorAll('#levers input').length") == 2
