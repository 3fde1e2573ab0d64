"""A report that is run again by its reader, in Chromium and Firefox."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from biela import library
from command_line import biela_command

ON_SCREEN = (
    "((b, p) => { const v = biela.viewer, r = v.canvas.getBoundingClientRect(), k = v.scene.bodies.findIndex(o => o.name === b),"
    " q = v.point([k, ...p]).project(v.eye.camera(r.width, r.height)); return [r.left + (q.x + 1) / 2 * r.width, r.top + (1 - q.y) / 2 * r.height]; })"
)
"""Where a point of a body is on the screen."""


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


def chosen(browser: Any, **fields: Any) -> None:
    """Fill in fields of the panel, as a hand does that leaves each."""
    for name, value in fields.items():
        browser.run(
            f"(() => {{ const f = document.getElementById('live-{name}'); f.value = '{value}'; f.dispatchEvent(new Event('change')); }})()"
        )


def test_the_crank_is_dragged_in_the_view_at_the_rate_of_the_screen(any_browser: Any, folder: Path) -> None:
    """Mouse moves on the crank: the loop stays closed, the next run begins there. The rate is printed, it decides nothing."""
    browser = opened(any_browser, folder / "report.html")
    browser.run("biela.player.pause(), biela.player.seek(0)")
    x, y = browser.run(f"{ON_SCREEN}('crank', [0.15, 0, 0])")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    for k in range(1, 13):
        browser.mouse("mouseMoved", x - 4 * k, y - 2 * k)
    began = library.get("four-bar").start()["A.angle"]
    browser.wait(f"Math.abs(+document.getElementById('live-A.angle').value - {began}) > 0.05")
    browser.mouse("mouseReleased", x - 48, y - 24)
    gap = browser.run(
        "(() => { const v = biela.viewer, k = n => v.scene.bodies.findIndex(b => b.name === n);"
        " return v.point([k('coupler'), 1, 0, 0]).distanceTo(v.point([k('rocker'), 0.8, 0, 0])); })()"
    )
    assert gap < 1e-6  # single precision
    angle = browser.run("+document.querySelector('[aria-label=\"A.angle, typed\"]').value")
    again(browser, "biela.live.again()", 2)
    assert browser.run("biela.live.last.signal('A.angle')[0]") == pytest.approx(angle, abs=1e-5)
    rate = browser.run(
        "(async () => { const v = biela.viewer, k = v.scene.bodies.findIndex(b => b.name === 'crank'), values = {}, n = 60; biela.player.pause(); await new Promise(requestAnimationFrame); const t = performance.now();"
        " for (let i = 0; i < n; i++) { const a = 1 + 0.02 * i, s = await biela.live.bench.drag(values, k, [0.2, 0, 0], [0.2 * Math.cos(a), 0.2 * Math.sin(a), 0]);"
        " Object.assign(values, s.values); v.pose.set(s.poses); } return 1000 * n / (performance.now() - t); })()"
    )
    print(f"{browser.name}: four-bar dragged by its crank, {rate:.0f} positions per second")
    assert browser.messages == []


def test_a_long_run_is_stopped_and_another_begins(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "report.html")
    chosen(browser, duration=1e7)
    browser.run("document.getElementById('live-run').click()")
    browser.wait("!document.getElementById('live-waiting').hidden")  # with its progress, and a way out
    assert browser.run("document.getElementById('live-run').disabled")
    browser.run("document.getElementById('live-stop').click()")
    browser.wait("document.getElementById('live-say').textContent.startsWith('Stopped')")
    assert browser.run("document.getElementById('live-waiting').hidden && biela.plots.others.length === 0")
    chosen(browser, duration=10)
    assert "950 steps" in again(browser, "document.getElementById('live-run').click()", 2)
    again(browser, "document.getElementById('live-on').click()", 3)
    assert browser.run("biela.live.last.t.at(-1)") == pytest.approx(20.0, abs=1e-3)
    assert browser.messages == []


def test_method_step_and_tolerance_are_those_that_were_chosen(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "report.html")
    case = library.get("four-bar")
    chosen(browser, method="rk4", fine=0.005, duration=2)
    assert "400 steps" in again(browser, "document.getElementById('live-run').click()", 2)
    native = case.mechanism.simulate(case.start(), duration=2.0, method="rk4", step=0.005)
    assert browser.run("biela.live.last.signal('D.angle').at(-1)") == pytest.approx(native["D.angle"][-1], rel=1e-6)
    steps = []
    for k, tolerance in enumerate((1e-4, 1e-10)):
        chosen(browser, method="dormand-prince", fine=tolerance)
        said = again(browser, "document.getElementById('live-run').click()", 3 + k)
        steps.append(int(re.search(r"(\d+) steps", said)[1]))  # type: ignore[index]
    assert steps[1] > 3 * steps[0]
    chosen(browser, method="rk4", fine=-1)
    browser.run("document.getElementById('live-run').click()")
    browser.wait("document.getElementById('live-say').classList.contains('bad')")
    assert "step" in browser.run("document.getElementById('live-say').textContent")


def test_levers_and_keys_drive_the_machine_in_the_page(any_browser: Any, folder: Path) -> None:
    browser = opened(any_browser, folder / "five_bar.html")
    assert not browser.run("document.getElementById('drive').hidden")
    browser.run("document.getElementById('go').click()")
    browser.wait("Number(document.documentElement.dataset.driven) > 0.2")
    # a hand does not take a body of a machine that is driven: the view turns
    x, y = browser.run(f"{ON_SCREEN}(biela.viewer.scene.bodies[0].name, [0.01, 0, 0])")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    for k in range(1, 6):
        browser.mouse("mouseMoved", x - 4 * k, y - 4 * k)
    browser.mouse("mouseReleased", x - 20, y - 20)
    assert browser.run("document.documentElement.dataset.dragged === undefined")
    browser.run("document.getElementById('go').click()")
    assert browser.run("document.querySelectorAll('#levers input').length") == 2
    # the value of the next run reaches as far as the lever, and the machine stays in sight while a lever is moved
    assert browser.run("['live', 'lever'].every(n => +document.getElementById(`${n}-left_motor`).max === 0.01)")
    for width in (1400, 820):
        browser.size(width, 900)
        in_sight = (
            "(() => { document.getElementById('go').scrollIntoView({ block: 'end' }); const b = document.getElementById('lever-left_motor').getBoundingClientRect(),"
            " v = biela.viewer.canvas.getBoundingClientRect(); return v.top >= 0 && v.height > 300 && v.bottom <= b.top && b.bottom <= innerHeight; })()"
        )
        assert browser.run(in_sight)
    # a key that is held moves its lever, and the machine with it
    pose = "Array.from(biela.viewer.pose)"
    before = browser.run(pose)
    browser.run("document.activeElement.blur(), document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyQ', key: 'q' }))")
    browser.wait("Number(document.querySelector('#levers input').value) > 0")
    browser.wait(f"{pose}.some((v, k) => Math.abs(v - {before}[k]) > 0.02)")
    browser.run("document.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyQ', key: 'q' }))")
    browser.wait("Number(document.querySelector('#levers input').value) === 0")  # it returns by itself
    browser.run("document.getElementById('go').click()")
    assert browser.messages == []
