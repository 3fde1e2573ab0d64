"""The report as a reader sees it: offline, without an error, with a machine that moves and plots that are linked to it."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chromium import Browser
from readers import AXE, SERIOUS

from command_line import biela_command


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    result = biela_command("run", "four-bar", "--out", str(folder))
    assert result.exit_code == 0, result.stderr
    return folder / "report.html"


def pixels(browser: Any, expression: str) -> np.ndarray[Any, Any]:
    """A picture that an expression gives as a data address, as numbers."""
    from PIL import Image

    text = browser.run(expression)
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text.partition(",")[2]))).convert("RGBA"), dtype=float)


def box_of(browser: Any, selector: str) -> tuple[float, float, float, float]:
    left, top, width, height = browser.run(
        f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }})()"
    )
    return left, top, width, height


def outside(requests: list[str]) -> list[str]:
    return [r for r in requests if not r.startswith(("file://", "data:", "blob:"))]


def test_page_works_offline(browser: Browser, report: Path) -> None:
    pytest.importorskip("PIL")
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(0)")
    still = pixels(browser, "biela.viewer.png()")
    assert (still[..., 3] > 200).mean() > 0.01  # the machine covers some of the view

    browser.run("biela.player.seek(1.0)")
    assert np.abs(pixels(browser, "biela.viewer.png()") - still).max() > 100  # it has moved
    # the crank pin is where the signals say: coupler.x and coupler.y at 1 s
    x, y = browser.run("biela.viewer.place(biela.viewer.scene.bodies.findIndex(b => b.name === 'coupler')).p.slice(0, 2)")
    data = browser.run("['coupler.x', 'coupler.y'].map(n => biela.run.signal(n)[biela.plots.index(1.0)])")
    assert (x, y) == pytest.approx(tuple(data), abs=1e-4)

    browser.run("biela.player.play()")
    browser.wait("biela.player.time > 1.05")  # it plays
    browser.run("biela.player.pause()")

    assert browser.run("document.querySelectorAll('.plot').length") >= 6
    assert (pixels(browser, "biela.plots.list[0].png()")[..., 3] > 0).mean() > 0.005
    titles = browser.run("[...document.querySelectorAll('.plot figcaption b')].map(e => e.textContent)")
    for unit in ("[rad]", "[rad/s]", "[N]", "[J]"):
        assert any(unit in title for title in titles), titles
    text = browser.run("document.body.innerText")
    for words in (
        "four-bar",
        "mobility 1",
        "redundant closure rows",
        "Bodies",
        "coupler",
        "dormand-prince",
        "Sources",
        "✓ The run reached its end",
    ):
        assert words in text
    assert browser.messages == []
    assert outside(browser.requests) == []


@pytest.mark.parametrize("width", [1400, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_page_fits_every_window(any_browser: Any, report: Path, width: int, dark: bool) -> None:
    any_browser.size(width, 900)
    any_browser.dark(dark)
    any_browser.open(report.as_uri())
    assert any_browser.run("document.documentElement.classList.contains('dark')") is dark
    assert any_browser.run("document.documentElement.scrollWidth <= innerWidth")
    wide = any_browser.run(
        "[...document.querySelectorAll('.card, .plot, header, .answer')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className)"
    )
    assert wide == []
    assert any_browser.messages == []
    assert outside(any_browser.requests) == []


def test_plots_hover_zoom_and_set_the_time_together(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(0)")
    browser.wait("document.querySelector('.plot .u-over')")
    left, top, width, height = box_of(browser, ".plot .u-over")
    x, y = left + 0.5 * width, top + 0.5 * height
    browser.mouse("mouseMoved", x, y)
    browser.wait("biela.plots.hovered !== null")
    k = browser.run("biela.plots.index(biela.plots.hovered)")
    shown = browser.run("document.querySelector('.plot .key output').textContent")
    assert float(shown.replace("−", "-")) == pytest.approx(browser.run(f"biela.run.signal('A.angle')[{k}]"), rel=1e-3)
    labels = browser.run("biela.plots.list[0].u.axes[1]._values")  # ticks are written with the digits they have
    splits = browser.run("biela.plots.list[0].u.axes[1]._splits")
    assert [float(text.replace("−", "-")) for text in labels] == pytest.approx(splits, abs=1e-9)
    second = browser.run("biela.plots.list[1].u.cursor.left")  # the crosshair of the next plot is at the same time
    assert second == pytest.approx(x - left, abs=2)

    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseReleased", x, y)  # a click in a plot sets the time everywhere
    time = browser.run("biela.player.time")
    assert 4.5 < time < 5.5
    assert float(browser.run("document.getElementById('time').value")) == pytest.approx(time, abs=0.01)
    assert browser.run("biela.plots.time") == pytest.approx(time)

    whole = browser.run("biela.plots.list[0].y")
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + 30, y)
    browser.mouse("mouseMoved", x + 60, y)
    browser.mouse("mouseReleased", x + 60, y)  # a drag zooms all plots, and the values follow
    browser.wait("biela.plots.range[1] - biela.plots.range[0] < 3")
    first, last = browser.run("biela.plots.range")
    assert 0 < last - first < 3.0
    assert browser.run("[biela.plots.list[1].u.scales.x.min, biela.plots.list[1].u.scales.x.max]") == pytest.approx([first, last])
    assert browser.run("biela.plots.list[0].y") != whole
    browser.run("biela.plots.zoom(null, null)")
    assert browser.run("biela.plots.range") == pytest.approx([0, 10])
    assert browser.messages == []


def test_signals_are_found_added_and_drawn_over_each_other(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    browser.run("biela.player.pause()")
    browser.run(
        "(() => { const s = document.getElementById('search'); s.value = 'c. moment_on_child_z'; s.dispatchEvent(new Event('input')); })()"
    )
    names = browser.run("[...document.querySelectorAll('.browser .signals button')].map(e => e.firstChild.textContent)")
    assert names == ["C.moment_on_child_z"]
    browser.run("document.querySelector('.browser .signals button').click()")
    assert browser.run("biela.plots.list.at(-1).series[0].name") == "C.moment_on_child_z"
    assert browser.run("biela.plots.join(biela.plots.list[0], 'B.angle') && biela.plots.list[0].series.map(s => s.name)") == [
        "A.angle",
        "D.angle",
        "B.angle",
    ]

    # y over x: the path of the coupler, with the same scale on both axes
    browser.run(
        "(() => { document.getElementById('xy-x').value = 'coupler.x'; document.getElementById('xy-y').value = 'coupler.y'; document.getElementById('xy-add').click(); })()"
    )
    browser.run("biela.plots.list.at(-1).root.scrollIntoView({block: 'center'})")
    browser.wait("biela.plots.list.at(-1).made")
    spans = browser.run(
        "(() => { const u = biela.plots.list.at(-1).u, s = u.scales; return [(s.x.max - s.x.min) / u.over.clientWidth, (s.y.max - s.y.min) / u.over.clientHeight]; })()"
    )
    assert spans[0] == pytest.approx(spans[1], rel=0.02)
    table = browser.run("biela.plots.list.at(-1).csv()").splitlines()
    assert table[0] == "time [s],coupler.x [m],coupler.y [m]" and len(table) == 1 + browser.run("biela.run.t.length")

    # a curve is hidden by its key
    browser.run("document.querySelector('.plot .key').click()")
    assert browser.run("biela.plots.list[0].series[0].on") is False
    assert browser.run("document.querySelector('.plot .key').getAttribute('aria-pressed')") == "false"
    assert browser.messages == []


def test_units_change_everywhere_and_data_do_not(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(1)")
    before = browser.run("biela.run.signal('A.angle')[10]")
    browser.run(
        "(() => { const u = document.getElementById('units'); u.value = 'engineering'; u.dispatchEvent(new Event('change')); })()"
    )
    assert browser.run("document.querySelector('.plot figcaption b').textContent") == "Angle [°]"
    rows = browser.run("biela.plots.list[0].csv()").splitlines()
    assert rows[0] == "time [s],A.angle [°],D.angle [°]"
    assert float(rows[11].split(",")[1]) == pytest.approx(np.degrees(before), rel=1e-6)
    assert browser.run("biela.run.signal('A.angle')[10]") == before
    titles = " ".join(browser.run("[...document.querySelectorAll('.plot figcaption b')].map(e => e.textContent)"))
    for unit in ("[mm]", "[rpm]", "[kN]", "[kJ]"):
        assert unit in titles
    assert browser.messages == []


def test_another_run_is_laid_over_this_one(any_browser: Any, report: Path, tmp_path: Path) -> None:
    browser = any_browser
    result = biela_command("run", "four-bar", "--out", str(tmp_path), "--duration", "12")
    assert result.exit_code == 0, result.stderr
    browser.open(report.as_uri())
    text = base64.b64encode((tmp_path / "report.html").read_bytes()).decode()
    browser.run(
        f"(() => {{ const raw = Uint8Array.from(atob('{text}'), c => c.charCodeAt(0)), file = new File([raw], 'second.html'), data = new DataTransfer(); data.items.add(file); document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()"
    )
    browser.wait("!document.getElementById('told').hidden")
    assert "laid over this run" in browser.run("document.getElementById('told').textContent")
    assert browser.run("biela.plots.list[0].series.map(s => s.label)") == [
        "A.angle",
        "A.angle · second",
        "D.angle",
        "D.angle · second",
    ]
    # one key per signal, with a value of each run; dashes tell the runs apart
    keys = browser.run("[...biela.plots.list[0].root.querySelectorAll('.key span')].map(e => e.textContent)")
    assert keys == ["A.angle", "D.angle"]
    assert browser.run("biela.plots.list[0].root.querySelectorAll('.key output').length") == 4
    runs = browser.run("[...biela.plots.list[0].root.querySelectorAll('.run')].map(e => e.textContent)")
    assert runs == ["this run", "second"]
    dashes = browser.run("biela.plots.list[0].series.map(s => s.dash.length > 0)")
    assert dashes == [False, True, False, True]
    own, other = browser.run("[0, 1].map(k => Array.from(biela.plots.list[0].series[k].data.slice(0, 300)))")
    assert other == pytest.approx(own, abs=5e-3)  # the same motion, at other times
    assert browser.run("biela.plots.t.at(-1)") == pytest.approx(12, abs=1e-4)
    browser.run(
        "(() => { const file = new File(['<p>no'], 'x.html'), data = new DataTransfer(); data.items.add(file); document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })); })()"
    )
    browser.wait("/not a report/.test(document.getElementById('told').textContent)")
    assert browser.messages == []


def test_tables_are_laid_over_too_also_in_y_over_x(any_browser: Any, report: Path) -> None:
    """What a plot saved as CSV, in other units, is dropped again: the same curves; other files are refused in words."""
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.units.choose('engineering')")
    browser.run("biela.plots.add({ title: 'path', signals: ['coupler.y'], x: 'coupler.x' }), 0")
    drop = "(() => {{ const data = new DataTransfer(); data.items.add(new File([{text}], {name!r})); document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }})); }})()"
    browser.run(drop.format(text="biela.plots.list.at(-1).csv()", name="path.csv"))
    browser.wait("/path.csv is laid over this run/.test(document.getElementById('told').textContent)")
    path = "biela.plots.list.at(-1)"
    assert browser.run(f"{path}.series.map(s => s.label)") == ["coupler.y", "coupler.y · path"]
    own, other = browser.run(f"{path}.series.map(s => Array.from(s.data))")
    assert other == pytest.approx(own, abs=1e-6)  # in metres again
    browser.run("biela.plots.list[1].root.scrollIntoView({block: 'center'})")
    assert browser.run("biela.plots.list[1].series.map(s => s.label)") == [
        "coupler.x",
        "coupler.x · path",
        "coupler.y",
        "coupler.y · path",
    ]
    browser.run(drop.format(text="'\\x89HDF....'", name="result.nc"))
    browser.wait("/drop the report.html/.test(document.getElementById('told').textContent)")
    assert browser.messages == []


def test_bodies_are_picked_hidden_and_traced(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(0), biela.viewer.draw(), scrollTo(0, 0)")
    x, y = browser.run(
        "(() => { const v = biela.viewer, b = v.canvas.parentElement, k = v.scene.bodies.findIndex(e => e.name === 'coupler'), p = v.point([k, 0.5, 0, 0]).project(v.eye.camera(b.clientWidth, b.clientHeight)), r = b.getBoundingClientRect(); return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height]; })()"
    )
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseReleased", x, y)
    browser.wait("!document.getElementById('pick').hidden")
    card = browser.run("document.getElementById('pick').innerText")
    assert "coupler" in card and "kg" in card and "joints: B" in card
    press = "[...document.querySelectorAll('#pick button')].find(b => b.textContent === {!r}).click()"
    browser.run(press.format("trace this point"))
    # the traced point of the coupler's middle line: its path passes where the reader clicked
    trace = browser.run(
        "(() => { const t = biela.viewer.traces[0], p = t.line.geometry.attributes.position; return [t.point.x, p.count, p.getX(0), p.getY(0)]; })()"
    )
    assert trace[0] == pytest.approx(0.5, abs=0.02) and trace[1] == browser.run("biela.run.t.length")
    browser.run(press.format("isolate"))
    assert browser.run("biela.viewer.scene.bodies.map((b, k) => biela.viewer.look(k))") == ["faded", "shown", "faded"]
    browser.run(press.format("hide"))
    browser.run("biela.viewer.draw()")
    assert browser.run("biela.viewer.bodies[1].visible") is False
    for switch in ("names", "joints", "frames", "com", "reactions", "grid", "parallel"):
        browser.run(f"document.getElementById('show-{switch}').click()")
    browser.run("biela.viewer.draw()")
    labels = browser.run("[...document.querySelectorAll('.labels span')].map(e => e.textContent)")
    assert {"crank", "A", "B"} <= set(labels) and any(text.endswith(" N") for text in labels)
    assert "longest arrow" in browser.run("document.getElementById('legend3d').textContent")
    assert browser.messages == []


def test_everything_can_be_taken_out_of_the_page(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.open(report.as_uri())
    browser.run("biela.player.pause()")
    browser.run(
        "(() => { window.saved = []; HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download + ' ' + this.href.slice(0, 40)); }; })()"
    )
    for key in ("png", "svg", "csv"):
        browser.run(f"biela.plots.list[0].command('{key}')")
    browser.run(
        "(() => { const s = document.getElementById('save'); s.value = 'glb'; s.onchange(); s.value = 'svg'; s.onchange(); })()"
    )
    browser.wait("window.saved.length >= 5")
    names = [name.split()[0] for name in browser.run("window.saved")]
    assert {"Angle.png", "Angle.svg", "Angle.csv", "four-bar.glb", "four-bar.svg"} <= set(names)
    drawing = browser.run("biela.plots.list[0].svg(900, 320)")
    assert drawing.startswith("<svg") and drawing.count('clip-path="url(#c)"') == 2 and "A.angle" in drawing
    assert browser.messages == []


def test_pin_is_not_speckled(browser: Browser, report: Path) -> None:
    """Two bodies share a pin; it is drawn once, so that its face has one colour from every side."""
    pytest.importorskip("PIL")
    browser.open(report.as_uri())
    browser.run("biela.player.pause(), biela.player.seek(0.4), biela.viewer.show.grid = false")
    for yaw in (0.0, 0.35, -0.5):
        browser.run(
            f"(() => {{ const v = biela.viewer, k = v.scene.joints.findIndex(j => j.name === 'B'); v.eye.touched = true; v.eye.yaw = {yaw}; v.eye.pitch = 0.2; v.eye.target.copy(v.point(v.scene.joints[k].at)); v.eye.distance = 12 * v.scene.unit; }})()"
        )
        picture = pixels(browser, "biela.viewer.png()")
        height, width = picture.shape[:2]
        r = int(0.018 * height)
        face = picture[height // 2 - r : height // 2 + r, width // 2 - r : width // 2 + r, :3]
        assert face.mean() > 120  # the pin is light
        assert np.ptp(face.reshape(-1, 3), axis=0).max() < 12  # and of one colour


WITHOUT = "<script>HTMLCanvasElement.prototype.getContext = (old => function (kind, ...more) { return kind.startsWith('webgl') ? null : old.call(this, kind, ...more); })(HTMLCanvasElement.prototype.getContext)</script>"


def test_page_works_without_webgl(any_browser: Any, report: Path, tmp_path: Path) -> None:
    """Plots, and a still picture that follows the time."""
    browser, page = any_browser, tmp_path / "without.html"
    page.write_text(report.read_text("utf-8").replace("<title>", WITHOUT + "<title>", 1), "utf-8")
    browser.size(1400, 900)
    browser.open(page.as_uri())
    assert browser.run("biela.viewer.gl === null")
    browser.run("biela.player.pause(), biela.player.seek(0), biela.viewer.draw()")
    assert browser.run("document.querySelectorAll('svg.flat path').length") > 50
    still = browser.run("document.querySelector('svg.flat').innerHTML.length")
    browser.run("biela.player.seek(1.0), biela.viewer.draw()")
    assert still > 1000 and browser.run("document.querySelector('svg.flat').innerHTML") != ""
    assert "no WebGL" in browser.run("document.querySelector('.view').innerText")
    browser.wait("biela.plots.list[0].made")
    assert browser.messages == []


@pytest.mark.parametrize("damage", ["cut", "changed", "code", "missing"])
def test_damaged_page_says_so_in_words(any_browser: Any, report: Path, tmp_path: Path, damage: str) -> None:
    browser = any_browser
    text = report.read_text("utf-8")
    head, mark, rest = text.partition('"text": "')
    assert mark
    broken = {
        "cut": text.replace(text[text.index('id="data">') + 10 : text.index('id="data">') + 60], "", 1),
        "changed": head + mark + "AAAA" + rest[4:],
        "code": text.replace('id="code">', 'id="code">!!', 1),
        "missing": text[: text.index('id="data">') + 10] + text[text.index("</script>", text.index('id="data">')) :],
    }[damage]
    page = tmp_path / "broken.html"
    page.write_text(broken, "utf-8")
    browser.go(page.as_uri())
    browser.wait("location.href.endsWith('broken.html') && document.querySelector?.('.answer.bad')")
    said = browser.run("document.querySelector('.answer.bad').textContent")
    assert "cannot be drawn" in said and ("not complete" if damage == "missing" else "damaged") in said
    assert "Bodies" in browser.run("document.body.innerText")  # tables need no code


def test_strange_names_are_shown_as_text(any_browser: Any, tmp_path: Path) -> None:
    import biela

    browser = any_browser
    name = "<img src=x onerror=alert(1)> \"quoted\" 'too' مرحبا " + "long" * 60
    m = biela.Mechanism(name, gravity=(0, -9.81, 0))
    own = "قضيب_" + "w" * 300
    m.revolute("pivot", m.ground, m.body(own, mass=1.0), child_point=(0, 1, 0))
    page = m.simulate({"pivot": 0.5}, 0.2).report(tmp_path / "r.html")
    browser.size(390, 800)
    browser.open(page.as_uri())
    assert browser.run("document.querySelector('h1').textContent") == name
    assert browser.run("document.querySelectorAll('img, td b').length") == 0
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    browser.run("biela.viewer.show.names = true, biela.viewer.draw()")
    assert browser.run("document.querySelector('.labels span').textContent").startswith("قضيب")
    assert browser.run("document.querySelector('.labels span').offsetWidth") <= 240
    assert browser.messages == []


def test_names_in_the_picture_do_not_cover_each_other(any_browser: Any, report: Path) -> None:
    browser = any_browser
    browser.size(390, 800)
    browser.open(report.as_uri())
    for switch in ("names", "joints", "reactions"):
        browser.run(f"document.getElementById('show-{switch}').click()")
    browser.run("biela.player.pause(), biela.player.seek(0.7), biela.viewer.draw()")
    boxes = browser.run(
        "[...document.querySelectorAll('.labels span')].filter(e => e.style.display !== 'none').map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })"
    )
    assert len(boxes) > 8
    covered = [
        (i, j)
        for i, (a, b, c, d) in enumerate(boxes)
        for j, (e, f, g, h) in enumerate(boxes[:i])
        if min(c, g) - max(a, e) > 2 and min(d, h) - max(b, f) > 2
    ]
    assert covered == []


ALL_PIXELS = "biela.viewer.canvas.width >= Math.min(devicePixelRatio, 2) * biela.viewer.canvas.clientWidth - 2"


def test_a_standing_view_is_drawn_with_all_pixels(any_browser: Any, report: Path) -> None:
    """While it moves it may be drawn with fewer; a moment after it stands it is sharp."""
    browser = any_browser
    browser.size(1400, 900)
    browser.open(report.as_uri())
    if "no WebGL" in browser.run("document.querySelector('.view').innerText"):
        pytest.skip("no WebGL: Firefox needs Xvfb")
    browser.run("biela.player.pause(), biela.viewer.ease(), biela.viewer.ease(), biela.viewer.ease(), biela.player.seek(0.5)")
    browser.wait(ALL_PIXELS)
    browser.run("biela.player.play()")
    browser.wait("biela.viewer.canvas.width < 0.7 * biela.viewer.canvas.clientWidth")
    browser.run("biela.player.pause()")
    browser.wait(ALL_PIXELS)
    assert browser.messages == []


def test_readers_of_all_kinds_can_use_it(browser: Browser, report: Path) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install in web/")
    for dark in (False, True):
        browser.dark(dark)
        browser.open(report.as_uri())
        browser.run("biela.player.pause()")
        browser.run(AXE.read_text("utf-8") + "; 0")
        assert browser.run(SERIOUS) == []
