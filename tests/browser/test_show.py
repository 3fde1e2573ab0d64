"""`biela show`: a slider is dragged and the loop stays closed; what cannot be reached is refused."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from chromium import Browser

from biela import files
from biela.simulation.case import Case
from biela.studio.server import Server, open_server
from biela.studio.view import PORT, MachineView
from command_line import biela_command


@contextmanager
def served(machine: Any) -> Iterator[Server]:
    with open_server(lambda: MachineView(machine), "127.0.0.1", 0, PORT) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def five_bar(tmp_path: Path) -> Case:
    """The way of the README: copy a machine, edit two lengths."""
    file = tmp_path / "my.yaml"
    assert biela_command("new", "five-bar", str(file)).exit_code == 0
    text = file.read_text("utf-8")
    assert "crank: 0.04 m" in text and "coupler: 0.1 m" in text
    file.write_text(text.replace("crank: 0.04 m", "crank: 50 mm").replace("coupler: 0.1 m", "coupler: 90 mm"), "utf-8")
    assert biela_command("check", str(file)).exit_code == 0
    return files.read(file)


def drag(browser: Browser, name: str, part: float) -> None:
    """Drag the slider from where it is to a part of its range, with the mouse."""
    browser.run(f"document.getElementById('slider-{name}').scrollIntoView({{block: 'center'}})")
    left, top, width, height, now = browser.run(
        f"(() => {{ const e = document.getElementById('slider-{name}'), r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height, (e.value - e.min) / (e.max - e.min)]; }})()"
    )
    at: Callable[[float], float] = lambda s: left + 8 + s * (width - 16)  # noqa: E731
    browser.mouse("mousePressed", at(now), top + height / 2)
    for k in range(1, 9):
        browser.mouse("mouseMoved", at(now + (part - now) * k / 8), top + height / 2)
    browser.mouse("mouseReleased", at(part), top + height / 2)
    browser.wait("+(document.documentElement.dataset.moves || 0) > 0 && document.documentElement.dataset.measured === 'yes'")


def gap(browser: Browser, coupler: float = 0.09) -> float:
    """How far the two couplers are apart at the pin that closes the loop, from the poses that are drawn [m]."""
    return float(
        browser.run(
            f"(() => {{ const v = biela.viewer, at = n => v.point([v.scene.bodies.findIndex(b => b.name === n), {coupler}, 0, 0]); return at('left_coupler').distanceTo(at('right_coupler')); }})()"
        )
    )


def test_dragging_keeps_the_loop_closed(browser: Browser, five_bar: Case) -> None:
    with served(five_bar) as server:
        browser.open(server.link)
        before = browser.run("biela.now.values")
        assert gap(browser) < 1e-6
        drag(browser, "left_shoulder.angle", 0.62)
        browser.wait(f"Math.abs(biela.now.values['left_shoulder.angle'] - {before['left_shoulder.angle']}) > 0.3")
        assert browser.run("biela.now.closure") < 1e-9
        assert gap(browser) < 1e-6  # single precision of what is drawn
        assert browser.run("biela.now.values")["right_shoulder.angle"] == pytest.approx(before["right_shoulder.angle"], abs=1e-9)
        browser.run("document.getElementById('play').click()")
        browser.wait("biela.player.playing && biela.player.time > 0.05")
        assert gap(browser) < 1e-5
        assert browser.run("document.querySelectorAll('.plot').length") >= 1
        assert browser.messages == []
        assert all(r.startswith((server.address, "data:", "about:")) for r in browser.requests)


def test_unreachable_positions_are_marked_and_refused(browser: Browser) -> None:
    # a four-bar whose crank cannot go round: A-B 0.8, B-C 0.5, D-C 0.5, A-D 1.0 reach only |angle| < about 70°
    machine = files.loads(_rocker(), "rocker.yaml")
    with served(machine) as server:
        browser.open(server.link)
        browser.wait("document.documentElement.dataset.measured === 'yes'")
        assert "reachable from here" in browser.run("document.getElementById('slider-A.angle').title")
        browser.run("document.documentElement.dataset.measured = 'no'")
        reached = browser.run("biela.ask('/move', { values: { 'A.angle': 3.0 } })")
        assert reached["code"] == 409
        assert "jump" in reached["message"] or "stays open" in reached["message"]
        assert reached["closure"] < 1e-9  # it stays where it last was closed
        drag(browser, "A.angle", 0.97)
        browser.wait("document.getElementById('say').classList.contains('bad')")
        assert "cannot be" in browser.run("document.getElementById('say').textContent")
        assert browser.run("+document.getElementById('slider-A.angle').value") < 2.0  # back to what was reached
        assert [m for m in browser.messages if "409" not in m] == []


def _rocker() -> str:
    from biela import library
    from biela.library.machine_file import ready_text

    text = ready_text(library.get("four-bar")).replace("crank_length: 0.4 m", "crank_length: 0.8 m")
    text = text.replace("coupler_length: 1 m", "coupler_length: 0.5 m").replace("rocker_length: 0.8 m", "rocker_length: 0.5 m")
    return text.replace("A: 60 deg", "A: 20 deg")


def test_ball_joint_is_turned_by_its_sliders(browser: Browser) -> None:
    from biela import library

    with served(library.get("heavy-top")) as server:
        browser.open(server.link)
        labels = browser.run("[...document.querySelectorAll('.slider label')].map(e => e.textContent)")
        assert labels == ["tip.turn x", "tip.turn y", "tip.turn z"]
        before = browser.run("[...biela.viewer.pose.slice(0, 14)]")
        drag(browser, "tip.turn_x", 0.7)
        browser.wait("biela.now.values['tip.turn_x'] > 0.8")
        values = browser.run("biela.now.values")
        assert values["tip.turn_y"] == pytest.approx(0, abs=1e-9) and values["tip.turn_z"] == pytest.approx(0, abs=1e-9)
        assert browser.run("[...biela.viewer.pose.slice(0, 14)]") != before
        assert browser.messages == []


def test_picture_for_notebooks_shows_the_machine(any_browser: Any, tmp_path: Path) -> None:
    from biela import library

    browser = any_browser
    page = tmp_path / "cell.html"
    page.write_text("<!doctype html><meta charset=utf-8>" + library.get("five-bar").build()._repr_html_(), "utf-8")
    browser.open(page.as_uri(), inside="document.querySelector('iframe')?.contentDocument")
    assert browser.run("document.querySelector('iframe').contentWindow.biela.data.scene.bodies.length") == 4
    assert browser.messages == []
    assert all(r.startswith(("file:", "data:", "about:")) for r in browser.requests)


def test_requests_of_strangers_are_refused(five_bar: Case) -> None:
    import http.client
    import json

    with served(five_bar) as server:

        def ask(method: str, path: str, headers: dict[str, str], body: str = "{}") -> tuple[int, str]:
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

        assert ask("GET", "/", {"Host": "evil.example"})[0] == 403
        assert ask("GET", "/", {})[0] == 403
        assert ask("POST", "/move", {})[0] == 403
        ours = {"X-Biela-Token": server.token}
        assert ask("POST", "/move", ours, "not json")[0] == 400
        assert ask("POST", "/move", ours, json.dumps({"values": {"nothing": 1}}))[0] == 409
        assert ask("POST", "/move", ours, json.dumps({"values": {"left_shoulder.angle": None}}))[0] == 409
        assert ask("GET", "/secret", {"Cookie": f"{server.cookie}={server.token}"})[0] == 404


def test_show_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    import signal
    import subprocess
    import sys
    import urllib.request

    command = [sys.executable, "-c", "from biela.cli import main; main()", "show", "pendulum", "--port", "0", "--no-browser"]

    def listen() -> None:  # a shell makes what it runs in the background deaf to Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line and "only this machine can see it" in line
        address = line.split(" on ")[1].split()[0]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert b"biela show" in browser.open(address, timeout=10).read()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        assert process.returncode == 130
        assert "interrupted: the view is closed" in said and "Traceback" not in said
    finally:
        process.kill()


def test_levers_drive_the_machine(browser: Browser) -> None:
    from biela import library

    with served(library.get("five-bar")) as server:
        browser.open(server.link)
        assert browser.run("document.getElementById('drive').hidden") is False
        before = browser.run("biela.now.values['left_shoulder.angle']")
        browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyQ' }))")
        browser.wait("+document.documentElement.dataset.driven > 0.2")
        browser.run("document.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyQ' }))")
        browser.run("document.getElementById('go').click()")
        assert browser.run("biela.drive.driving") is False
        assert browser.run("biela.now.values['left_shoulder.angle']") > before  # the first lever turns the left motor forwards
        assert gap(browser, 0.1) < 1e-5
        assert browser.run("document.querySelectorAll('#strips .plot').length") >= 1
        browser.run("document.getElementById('reset').click()")
        browser.wait(f"Math.abs(biela.now.values['left_shoulder.angle'] - {before}) < 1e-9")
        assert browser.messages == []


def test_a_machine_without_inputs_has_no_levers(browser: Browser) -> None:
    from biela import library

    with served(library.get("four-bar")) as server:
        browser.open(server.link)
        assert browser.run("document.getElementById('drive').hidden") is True
        assert browser.run("getComputedStyle(document.getElementById('drive')).display") == "none"


def test_bodies_are_dragged_and_loops_stay_closed(browser: Browser, five_bar: Case) -> None:
    with served(five_bar) as server:
        browser.open(server.link)
        browser.wait("document.documentElement.dataset.measured === 'yes'")
        browser.run("scrollTo(0, 0)")
        at = "(() => { const v = biela.viewer, b = v.canvas.parentElement, k = v.scene.bodies.findIndex(e => e.name === 'left_coupler'), p = v.point([k, 0.06, 0, 0]).project(v.eye.camera(b.clientWidth, b.clientHeight)), r = b.getBoundingClientRect(); return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height]; })()"
        x, y = browser.run(at)
        browser.run("document.documentElement.dataset.moves = '0'")
        browser.mouse("mousePressed", x, y)
        for k in range(1, 9):
            browser.mouse("mouseMoved", x - 5 * k, y + 3 * k)
            browser.wait("+document.documentElement.dataset.moves >= 1")
        for _ in range(6):  # as near as it comes
            browser.mouse("mouseMoved", x - 40, y + 24)
            browser.run("new Promise(done => setTimeout(done, 150))")
        u, v = browser.run(at)
        assert abs(u - (x - 40)) < 3 and abs(v - (y + 24)) < 3  # the point is under the pointer
        browser.mouse("mouseReleased", x - 40, y + 24)
        assert browser.run("biela.now.closure") < 1e-9 and gap(browser) < 1e-6
        assert browser.run("biela.viewer.eye.yaw") == 0  # the view has not turned
        assert browser.messages == []


GRASP = """(() => {
    const v = biela.viewer, b = v.canvas.parentElement, k = v.scene.bodies.findIndex(e => e.name === 'left_coupler');
    scrollTo(0, 0);
    const p = v.point([k, 0.06, 0, 0]).project(v.eye.camera(b.clientWidth, b.clientHeight)), r = b.getBoundingClientRect();
    window.spot = [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height];
    window.frame = () => new Promise(done => requestAnimationFrame(done));
    window.act = (kind, dx, dy) => v.canvas.dispatchEvent(new PointerEvent('pointer' + kind,
        { clientX: spot[0] + dx, clientY: spot[1] + dy, pointerId: 1, button: 0, buttons: 1 }));
    const real = window.fetch;
    window.asked = [];
    window.late = (send) => send();
    window.fetch = async (path, given) => {
        if (path !== '/drag') return real(path, given);
        asked.push(JSON.parse(given.body).target.join());
        return late(() => real(path, given), asked.length);
    };
})()"""
"""Before a body is dragged: where it can be grasped, and requests that can be held back."""


@contextmanager
def grasped(browser: Browser, case: Case) -> Iterator[None]:
    """A page that is ready, with a body that can be dragged."""
    with served(case) as server:
        browser.open(server.link)
        browser.wait("document.documentElement.dataset.measured === 'yes'")
        browser.run(GRASP)
        yield


def test_poses_that_come_together_are_drawn_one_after_the_other(browser: Browser, five_bar: Case) -> None:
    with grasped(browser, five_bar):
        poses = browser.run("""(async () => {
            const v = biela.viewer, draw = v.draw.bind(v), drawn = new Set([v.pose.join()]);
            let open, number = 0;
            const gate = new Promise(done => { open = done; }), both = new Promise(done => {
                late = async (send) => { const answer = await send(); if (++number === 2) done(); await gate; return answer; };
            });
            v.draw = (whole) => { draw(whole); drawn.add(v.pose.join()); };
            act('down', 0, 0);
            for (const d of [4, 8, 12]) { act('move', -d, d); await frame(); }
            await both;
            const before = [asked.length, drawn.size];
            late = (send) => send();
            open();
            for (let k = 0; k < 200 && drawn.size < 4; k++) await frame();
            act('up', -12, 12);
            return [...before, drawn.size];
        })()""")
        assert poses == [2, 1, 4]  # two are under way and no more; then each of the three moves is seen
        browser.wait("document.getElementById('closure').textContent === biela.now.closure.toExponential(1)")
        assert browser.run("biela.now.closure") < 1e-9 and browser.messages == []


def test_the_last_move_wins_where_requests_overtake_each_other(browser: Browser, five_bar: Case) -> None:
    with grasped(browser, five_bar):
        asked = browser.run("""(async () => {
            let go;
            const second = new Promise(done => { go = done; });
            late = async (send, number) => {
                if (number === 1) { await second; return send(); }
                const answer = await send();
                go();
                return answer;
            };
            act('down', 0, 0);
            act('move', -20, 12); await frame();
            act('move', 6, -4); await frame();
            for (let k = 0; k < 200 && asked.length < 3; k++) await frame();
            const moves = document.documentElement.dataset.moves;
            for (let k = 0; k < 200 && document.documentElement.dataset.moves === moves; k++) await frame();
            return asked;
        })()""")
        assert len(asked) == 3 and asked[2] == asked[1] != asked[0]  # the first came too late: the second is made again
        x, y = browser.run("spot")
        browser.run(GRASP)
        u, v = browser.run("spot")
        assert abs(u - (x + 6)) < 3 and abs(v - (y - 4)) < 3
        assert browser.messages == []


def test_view_fits_every_window_and_moves(any_browser: Any, five_bar: Case) -> None:
    """Chromium and Firefox, wide and narrow, light and dark; then a body is dragged."""
    browser = any_browser
    with served(five_bar) as server:
        for width in (390, 1400):
            for dark in (True, False):
                browser.size(width, 900)
                browser.dark(dark)
                browser.open(server.link)
                assert browser.run("document.documentElement.classList.contains('dark')") is dark
                assert browser.run("document.documentElement.scrollWidth <= innerWidth")
                assert "loops closed to" in browser.run("document.querySelector('.answer').textContent")
        browser.wait("document.documentElement.dataset.measured === 'yes'")
        browser.run("scrollTo(0, 0)")
        x, y = browser.run(
            "(() => { const v = biela.viewer, b = v.canvas.parentElement, k = v.scene.bodies.findIndex(e => e.name === 'left_coupler'), p = v.point([k, 0.06, 0, 0]).project(v.eye.camera(b.clientWidth, b.clientHeight)), r = b.getBoundingClientRect(); return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height]; })()"
        )
        before = browser.run("biela.now.values['left_shoulder.angle']")
        browser.mouse("mousePressed", x, y)
        for k in range(1, 7):
            browser.mouse("mouseMoved", x - 6 * k, y + 4 * k)
        browser.wait(f"Math.abs(biela.now.values['left_shoulder.angle'] - {before}) > 0.02")
        browser.mouse("mouseReleased", x - 36, y + 24)
        assert browser.run("biela.now.closure") < 1e-9 and gap(browser) < 1e-6
        assert browser.messages == []


def test_keys_are_named_as_they_are_printed(browser: Browser) -> None:
    """The place of a key drives a lever; its letter is that of the user's keyboard, learnt from the first press at the latest."""
    from biela import library

    with served(library.get("five-bar")) as server:
        browser.open(server.link)
        browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyQ', key: 'a' }))")
        browser.wait("+document.documentElement.dataset.driven > 0.05")
        browser.run("document.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyQ', key: 'a' }))")
        assert browser.run("document.querySelector('kbd[data-code=KeyQ]').textContent") == "A"
        browser.run("document.getElementById('go').click()")
        assert "space: play" in browser.run("document.querySelector('.hint').textContent")
