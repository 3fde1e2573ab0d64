"""Linkages drawn in the studio: what is drawn, typed and turned becomes a machine."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import pytest
from studio_user import drawn, on_sheet, sketched, studio, typed

from biela.files import read
from biela.files.results.load import load

COVERED = """(() => { // names of links that lie on a link, by points along it
    const sheet = document.querySelector('#sketch svg'), found = [];
    for (const text of sheet.querySelectorAll('text')) {
        if (!/ [0-9]/.test(text.textContent)) continue;
        const b = text.getBBox();
        for (const link of sheet.querySelectorAll('polyline.link, polygon.link'))
            for (let k = 0; k <= 200; k++) {
                const p = link.getPointAtLength(link.getTotalLength() * k / 200);
                if (p.x > b.x && p.x < b.x + b.width && p.y > b.y && p.y < b.y + b.height) { found.push(text.textContent); break; }
            }
    }
    return found;
})()"""


def lengths(browser: Any) -> dict[str, float]:
    found: dict[str, float] = browser.run(
        "Object.fromEntries(biela.sketcher.linkage.links.map(l => [l.name, biela.sketcher.linkage.lengthOf(l)]))"
    )
    return found


def facts(browser: Any) -> str:
    return str(browser.run("document.querySelector('.facts').innerText"))


def made(browser: Any, name: str) -> str:
    """Make the drawing a machine; its text."""
    browser.run(f"document.getElementById('sketch-name').value = '{name}', document.getElementById('sketch-save').click()")
    browser.wait(f"biela.editor.file === '{name}.yaml' && biela.look && (biela.look.show || biela.look.problems.length)")
    assert browser.run("biela.look.problems") == []
    return str(browser.run("biela.editor.text"))


def test_a_four_bar_is_drawn_run_and_read(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        assert browser.run("document.getElementById('sketch').hidden") is False  # an empty folder begins with a drawing
        drawn(browser)
        assert browser.run(COVERED) == []
        assert "Grashof: crank-rocker" in facts(browser) and "the crank turns fully" in facts(browser)
        coupler, rocker = math.hypot(0.5, 0.25), 0.45
        least, most = (
            math.degrees(math.acos((coupler**2 + rocker**2 - d**2) / (2 * coupler * rocker))) for d in (0.5 - 0.2, 0.5 + 0.2)
        )  # law of cosines with the diagonals of the two positions in which crank and base are in line
        assert f"({least:.1f}° to {most:.1f}°)" in facts(browser)
        made(browser, "drawn")
        browser.wait("biela.look.check")
        assert browser.run("biela.look.check.mobility") == 1
        browser.run("document.getElementById('option-duration').value = '1', document.getElementById('start').click()")
        browser.wait("document.querySelector('.job.done, .job.failed')")
        assert browser.run("document.querySelector('.job').className") == "job done"
        assert browser.run("document.getElementById('page').src").endswith("/result/drawn/0001-run/report.html")
        assert browser.messages == []
    history = load(tmp_path / "results" / "drawn" / "0001-run" / "result.nc")
    assert history["A.angle"][0] == pytest.approx(math.pi / 2)
    assert abs(history["machine.closure_error"]).max() < 1e-9


def test_numbers_forces_and_points_of_a_drawing_reach_the_machine(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        drawn(browser)
        sketched(browser, "link", (0.3, 0.35))  # on the coupler: a further point of it
        assert browser.run("biela.sketcher.linkage.links[1].pins.length") == 3
        # lengths take expressions, and the loop closes again
        typed(browser, "length of rocker [m]", "2*crank_length")
        typed(browser, "length of crank [m]", "210 mm")
        assert lengths(browser) == pytest.approx({"crank": 0.21, "coupler": math.hypot(0.5, 0.25), "rocker": 0.42})
        typed(browser, "length of crank [m]", "9")
        assert "cannot close" in browser.run("document.querySelector('.sketch-hint').textContent")
        assert lengths(browser)["crank"] == pytest.approx(0.21)
        typed(browser, "mass of coupler [kg]", "2 kg")
        typed(browser, "inertia of coupler [kg·m²]", "0.05")
        typed(browser, "force y at E [N]", "-10")
        # a locked pin stays where it is; a path can be hidden
        browser.run("document.querySelector('[aria-label=\"lock D\"]').click()")
        sketched(browser, "move")
        place = browser.run("[biela.sketcher.linkage.pins[3].x, biela.sketcher.linkage.pins[3].y]")
        x, y = on_sheet(browser, *place)
        browser.mouse("mousePressed", x, y)
        browser.mouse("mouseMoved", x + 40, y + 20)
        browser.mouse("mouseReleased", x + 40, y + 20)
        assert browser.run("[biela.sketcher.linkage.pins[3].x, biela.sketcher.linkage.pins[3].y]") == place
        paths = browser.run("document.querySelectorAll('[data-path]').length")
        browser.run("document.querySelector('[aria-label=\"show the path of C\"]').click()")
        assert browser.run("document.querySelectorAll('[data-path]').length") == paths - 1 == 2
        torque = browser.run("biela.sketcher.linkage.holding()")
        text = made(browser, "pressed")
        assert "rocker_length: 2*crank_length" in text and "force_E: {type: wrench" in text and "mass: 2 kg" in text
        assert "point_E: {type: point_sensor" in text and browser.messages == []
    case = read(tmp_path / "pressed.yaml")
    assert torque == pytest.approx(holding(case), rel=1e-4)


def holding(case: Any) -> float:
    """Torque at A that holds the machine at its start: minus the work of weights and forces per turn of the crank."""
    m, start, h = case.mechanism, case.start(), 1e-4
    low, high = (m.assemble({"A": start["A.angle"] + way}, guess=start) for way in (-h, h))
    lifted = high["machine.energy"] - low["machine.energy"]  # at rest: that of the weights
    return float(lifted + 10.0 * (high["point_E.y"] - low["point_E.y"])) / (2 * h)


def test_three_positions_give_a_four_bar_that_reaches_them(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        sketched(browser, "three", (0.1, 0.4), (0.5, 0.5), (0.25, 0.45), (0.65, 0.5), (0.4, 0.4), (0.8, 0.4))
        said = browser.run("document.querySelector('.sketch-hint').textContent")
        assert "all three positions" in said or "not reached from position 1" in said
        points = browser.run("biela.sketcher.linkage.pins.map(p => [p.x, p.y])")
        a0, a, b, b0 = points
        assert math.dist(a0, a) == pytest.approx(math.dist(a0, (0.25, 0.45)), rel=1e-6)
        assert math.dist(a0, a) == pytest.approx(math.dist(a0, (0.4, 0.4)), rel=1e-6)
        length = math.dist((0.1, 0.4), (0.5, 0.5))
        for (ax, ay), (bx, by) in (((0.25, 0.45), (0.65, 0.5)), ((0.4, 0.4), (0.8, 0.4))):
            way = math.dist((ax, ay), (bx, by))  # the coupler keeps its length
            assert math.dist(b0, (ax + (bx - ax) * length / way, ay + (by - ay) * length / way)) == pytest.approx(math.dist(b0, b))


def test_a_slider_crank_on_a_sloping_line_is_drawn_and_restored(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        sketched(browser, "ground", (0, 0))
        sketched(browser, "slider", (0.6, 0))
        sketched(browser, "link", (0, 0), (0, 0.15), (0, 0.15), (0.6, 0))
        assert "mobility\n1" in facts(browser)
        typed(browser, "line of B [°]", "10")
        curve = browser.run(
            "biela.sketcher.linkage.sweep(90).curves.find(c => biela.sketcher.linkage.pin(c.pin).kind === 'slider').points"
        )
        slope = math.tan(math.radians(10))
        assert max(abs(y - slope * (x - 0.6)) for x, y in curve) < 1e-9  # it stays on its line
        table = browser.run("biela.sketcher.paths(biela.sketcher.linkage.sweep(90))").splitlines()
        assert table[0] == "crank_angle [rad],B.x [m],B.y [m],C.x [m],C.y [m]" and len(table) == 92
        browser.run("document.getElementById('sketch-undo').click()")
        assert browser.run("biela.sketcher.linkage.pins[1].angle") == 0
        browser.run("document.getElementById('sketch-redo').click()")
        time.sleep(1.5)  # a drawing is kept a moment later
        browser.open(address)  # a page that is opened again has the drawing
        browser.wait("biela.sketcher.linkage.links.length === 2")
        text = made(browser, "press")
        assert "B_slide: {type: prismatic" in text
    case = read(tmp_path / "press.yaml")
    history = case.simulate(0.5)
    assert history.closure_error < 1e-9


def test_a_photo_lies_behind_the_drawing_to_scale(browser: Any, tmp_path: Path) -> None:
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        browser.run(
            "(async () => { const c = document.createElement('canvas'); c.width = 200; c.height = 100; const blob = await new Promise(done => c.toBlob(done)), list = new DataTransfer(); list.items.add(new File([blob], 'p.png', { type: 'image/png' })); const f = document.getElementById('photo'); f.files = list.files; f.dispatchEvent(new Event('change')); })()"
        )
        browser.wait("document.querySelector('.sketch image')")
        browser.run(
            "(() => { const w = document.getElementById('photo-width'); w.value = '0.8'; w.dispatchEvent(new Event('input')); })()"
        )
        width, height, scale = browser.run(
            "(() => { const i = document.querySelector('.sketch image'); return [+i.getAttribute('width'), +i.getAttribute('height'), biela.sketcher.scale]; })()"
        )
        assert width == pytest.approx(0.8 * scale) and height == pytest.approx(0.4 * scale)
        assert browser.messages == []
