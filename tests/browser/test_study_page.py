"""The page of a study: samples are brushed and chosen; offline it names the command, served it runs the machine of a sample."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from biela import files
from biela.app.case import find_case
from biela.app.sweep import sweep
from biela.studio.server import open_server
from biela.studio.view import StudyPages

ROD = """
biela: 1
name: rod
parameters: {length: 0.5 m, mass: 2 kg}
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: mass, com: [length/2, 0, 0], inertia: {rod: {length: length}}}
joints:
  A: {type: revolute, parent: ground, child: rod}
start: {coordinates: {A: -80 deg}}
simulation: {duration: 0.4 s}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "rods"
    vary = {"length": "~uniform(0.4, 0.6)", "mass": "~normal(2, 0.1)"}
    measures = ["peak = max(abs(A.rate))", "load = max(A.force)"]
    sweep(files.loads(ROD), folder, vary=vary, measures=measures, series=["A.angle"], drawing={"samples": 64})
    return folder


def box(browser: Any, index: int) -> list[float]:
    """Place and size of one of the linked pictures."""
    canvas = f"document.querySelectorAll('canvas.linked')[{index}]"
    browser.run(f"{canvas}.scrollIntoView({{block: 'center'}})")
    return list(browser.run(f"(b => [b.x, b.y, b.width, b.height])({canvas}.getBoundingClientRect())"))


def test_samples_are_brushed_and_chosen(browser: Any, folder: Path) -> None:
    for width in (390, 1400):
        browser.size(width, 900)
        browser.open((folder / "report.html").as_uri())
        assert not browser.messages
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("biela.linked.label(0) + '; ' + biela.linked.label(2)") == "length [m]; peak [rad/s]"
    assert len([r for r in browser.requests if not r.startswith(("file:", "data:", "blob:"))]) == 0
    x, y, _, high = box(browser, 0)
    for kind, at in (("mousePressed", 0.45), ("mouseMoved", 0.3), ("mouseReleased", 0.3)):
        browser.mouse(kind, x + 34, y + at * high)
    a, b = browser.run("biela.linked.brushes.get(0)")
    lengths = np.asarray(find_lengths(folder))
    part = (lengths - lengths.min()) / np.ptp(lengths)
    kept = int(((part >= a) & (part <= b)).sum())
    assert 0 < kept < 64 and browser.run("document.body.innerText").count(f"{kept} of 64 samples shown") == 1
    x, y, wide, _ = box(browser, 1)
    side = wide / 4
    p, q = browser.run("[biela.linked.part(1, 5), biela.linked.part(0, 5)]")
    browser.run("biela.linked.brushes.clear()")
    for kind in ("mousePressed", "mouseReleased"):
        browser.mouse(kind, x + side + 7 + p * (side - 14), y + side - 7 - q * (side - 14))
    said = browser.run("document.getElementById('sample').innerText")
    assert "Sample 5" in said and f"biela run '{folder}#5'" in said


def find_lengths(folder: Path) -> Any:
    from biela.study.result import open_sweep

    return open_sweep(folder)["length"]


def test_a_sample_is_a_machine(folder: Path) -> None:
    """`FOLDER#N` is a machine like any other."""
    case = find_case(f"{folder}#7", ["mass=3"])
    length = float(find_lengths(folder)[7])
    body = case.mechanism.bodies["rod"]
    assert (float(body.mass), float(body.com[0])) == (3.0, length / 2) and repr(length) in case.machine_file()


def test_served_a_click_runs_the_machine_of_a_sample(browser: Any, folder: Path) -> None:
    with open_server(lambda: StudyPages(folder), "127.0.0.1", 0, 0) as view:
        threading.Thread(target=view.serve_forever, daemon=True).start()
        browser.size(1400, 900)
        browser.open(view.link)
        browser.run("biela.pick(3)")
        assert browser.run("document.querySelector('#sample a').href") == f"{view.address}sample/3"
        browser.open(f"{view.address}sample/3")
        assert browser.run("biela.player !== null && biela.run.t.length > 10") and not browser.messages
        asking = TestClient(view.guard, base_url=view.address)
        assert asking.get("/").status_code == asking.get("/sample/3").status_code == 403
        own = {"cookie": f"{view.cookie}={view.token}"}
        assert asking.get("/sample/64", headers=own).status_code == 404
        assert asking.get("/", headers={**own, "host": "example.org"}).status_code == 403
        view.shutdown()
