"""The studio as a user works in it: a machine is drawn and run, a mistake is mended, numbers follow the hand."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import hashlib
import re
import signal
import socket
import time
from pathlib import Path
from typing import Any

from studio_user import begun, clicked, in_view, opened, studio

from biela.library import get


def test_text_picture_and_hand_are_one_machine(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
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
        clicked(browser, *in_view(browser, "coupler", (0.5, 0, 0)))
        browser.wait("biela.picture.viewer.selected >= 0")
        assert browser.run("biela.picture.viewer.scene.bodies[biela.picture.viewer.selected].name") == "coupler"
        assert browser.run("document.querySelector('.cm-chosen').textContent").strip().startswith("coupler:")
        assert "density*coupler_length" in browser.run("document.getElementById('field-bodies-coupler-mass').value")
        line = browser.run("biela.look.outline['bodies.rocker'][0]")
        browser.run(f"biela.editor.view.dispatch({{ selection: {{ anchor: biela.editor.view.state.doc.line({line}).from + 3 }} }})")
        assert browser.run("biela.picture.viewer.scene.bodies[biela.picture.viewer.selected].name") == "rocker"
        browser.run("biela.choose('bodies', 'coupler', true)")
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


def test_a_body_is_dragged_in_the_page_with_its_loop_closed(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    (tmp_path / "four_bar.yaml").write_text(get("four-bar").machine_file(), "utf-8")
    with studio(tmp_path) as address:
        opened(browser, address)
        text, start = browser.run("biela.editor.text"), browser.run("Array.from(biela.picture.viewer.pose)")
        x, y = in_view(browser, "crank", (0.15, 0, 0))
        browser.mouse("mouseMoved", x, y)  # a hand that comes near fetches the kernels
        browser.wait("biela.hands.ready")
        browser.mouse("mousePressed", x, y)
        for k in range(1, 9):
            browser.mouse("mouseMoved", x + 6 * k, y + 3 * k)
            time.sleep(0.02)
        browser.wait("biela.hands.where === 'page'")
        browser.mouse("mouseReleased", x + 48, y + 24)
        moved = browser.run("Array.from(biela.picture.viewer.pose)")
        assert max(abs(a - b) for a, b in zip(start, moved, strict=True)) > 0.05
        gap = browser.run(
            "(() => { const v = biela.picture.viewer, k = n => v.scene.bodies.findIndex(b => b.name === n);"
            " return v.point([k('coupler'), 1, 0, 0]).distanceTo(v.point([k('rocker'), 0.8, 0, 0])); })()"
        )
        assert gap < 1e-6  # single precision
        x, y = in_view(browser, "crank", (0.15, 0, 0))
        assert browser.run("biela.editor.text") == text and browser.messages == []


def test_keys_are_completed_explained_and_added_from_their_declaration(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    (tmp_path / "four_bar.yaml").write_text(get("four-bar").machine_file(), "utf-8")
    with studio(tmp_path) as address:
        opened(browser, address)
        browser.run(
            "(() => { const e = biela.editor, at = e.text.indexOf('    type: revolute'); e.apply([{ from: at, to: at, insert: '    \\n' }]); e.view.dispatch({ selection: { anchor: at + 4 } }); e.view.focus(); })()"
        )
        browser.type("sec")
        browser.wait("document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('second_axis')")
        for _ in range(2):
            browser.run("biela.editor.undo()")
        browser.wait("biela.look.problems.length === 0 && biela.look.show")
        x, y = browser.run(
            "(() => { const e = biela.editor, c = e.view.coordsAtPos(e.text.indexOf('parent_point') + 3); return [c.left, (c.top + c.bottom) / 2]; })()"
        )
        browser.mouse("mouseMoved", x, y)
        browser.mouse("mouseMoved", x + 2, y)
        browser.wait("document.querySelector('.cm-explain')")
        assert "parent_point" in browser.run("document.querySelector('.cm-explain').textContent")
        # a new element, from its declaration
        browser.run(
            "(() => { const set = (id, v) => { const f = document.getElementById(id); f.value = v; f.dispatchEvent(new Event('change')); };"
            " document.getElementById('tab-element').click(); document.getElementById('adding').open = true;"
            " setTimeout(() => { set('add-section', 'loads'); set('add-type', 'joint_spring'); set('add-name', 'return_spring'); set('add-joint', 'A'); set('add-stiffness', '2 N*m/rad'); document.getElementById('add-element').click(); }, 50); })()"
        )
        browser.wait("biela.editor.text.includes('return_spring: {type: joint_spring, joint: A')")
        browser.wait("document.documentElement.dataset.chosen === 'loads.return_spring'")
        assert browser.run("biela.look.problems.length") == 0
        assert "2 N*m/rad" in browser.run("document.getElementById('field-loads-return_spring-stiffness').value")


def test_undo_survives_another_file_and_reaches_forms(any_browser: Any, tmp_path: Path) -> None:
    browser = any_browser
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(get("pendulum").machine_file(), "utf-8")
    with studio(tmp_path) as address:
        opened(browser, address)
        before = browser.run("biela.editor.text")
        browser.run("biela.editor.apply([{ from: 0, to: 0, insert: '# first\\n' }])")
        browser.run("biela.open('b.yaml')")
        browser.wait("biela.editor.file === 'b.yaml'")
        browser.run("biela.open('a.yaml')")
        browser.wait("biela.editor.file === 'a.yaml'")
        assert browser.run("biela.editor.text").startswith("# first")
        browser.run("document.activeElement.blur()")
        browser.press("z", 90, ctrl=True)
        browser.wait("!biela.editor.text.startsWith('# first')")
        assert browser.run("biela.editor.text") == before


def test_a_window_goes_on_after_the_studio_was_killed(any_browser: Any, tmp_path: Path) -> None:
    browser, file = any_browser, tmp_path / "p.yaml"
    text = get("pendulum").machine_file()
    file.write_text(text, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    process, address = begun(tmp_path, port)
    opened(browser, address)
    browser.run("biela.editor.apply([{ from: 0, to: 0, insert: '# before\\n' }])")
    browser.run("biela.editor.synced()")
    # a server that does not answer is a wait that is seen, and its question is asked again afterwards
    process.send_signal(signal.SIGSTOP)
    browser.run("void biela.line.ask('list').then(answer => { window.answered = answer; })")
    browser.wait("!document.getElementById('waits').hidden")
    shown = browser.run("document.getElementById('waits').innerText")
    process.kill()
    process.wait()
    assert re.match(r"(reading the folder|drawing the machine)…\s*\d+ s", shown)
    browser.wait("document.documentElement.dataset.line === 'off'")
    browser.run("biela.editor.apply([{ from: 0, to: 0, insert: '# while it was away\\n' }])")
    file.write_text(file.read_text("utf-8") + "# by another editor\n", "utf-8")
    process, address = begun(tmp_path, port)
    try:
        assert "open the address that it printed" in browser.run("document.getElementById('told').innerText")
        browser.run(f"fetch('{address}').then(() => 0)")  # as opening the new address in another window
        browser.wait("biela.editor.text.includes('# by another editor')")
        browser.wait("document.getElementById('saved').textContent === 'saved'")
        whole = f"# while it was away\n# before\n{text}# by another editor\n"
        assert browser.run("biela.editor.text") == whole and file.read_text("utf-8") == whole
        assert browser.run("window.answered.machines") == ["p.yaml"]
        browser.wait("document.getElementById('waits').hidden")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def test_code_runs_after_a_dialogue_that_names_it(browser: Any, tmp_path: Path) -> None:
    """A machine that needs Python of its own is not drawn, and nothing ran, until a person has allowed the file."""
    ran = tmp_path / "ran"
    (tmp_path / "own.py").write_text(f"open({str(ran)!r}, 'a').write('x')\n")
    text = get("pendulum").machine_file().replace("name: pendulum", "name: pendulum\nuses: own.py")
    (tmp_path / "p.yaml").write_text(text, "utf-8")
    with studio(tmp_path) as address:
        browser.size(1400, 900)
        browser.open(address)
        browser.wait("biela.look && biela.look.problems.length === 1")
        assert "own.py" in browser.run("document.getElementById('named-code').innerText")
        browser.run("document.getElementById('allow-code').click()")
        browser.wait("document.getElementById('permission')")
        said = browser.run("document.getElementById('permission').innerText")
        assert "own.py" in said and hashlib.sha256((tmp_path / "own.py").read_bytes()).hexdigest() in said
        browser.run("document.getElementById('refuse-code').click()")
        browser.wait("!document.getElementById('permission')")
        assert not ran.exists()
        browser.run("document.getElementById('allow-code').click()")
        browser.wait("document.getElementById('permission')")
        browser.run("document.getElementById('really-allow-code').click()")
        browser.wait("biela.look.show")
        assert ran.exists() and browser.run("document.getElementById('named-code').hidden") and browser.messages == []
