"""What a user of the studio does: start it, open its page, draw, drag."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def begun(folder: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    """A studio of a folder, and its address."""
    command = [sys.executable, "-X", "faulthandler", "-m", "biela.cli", "studio", str(folder), "--port", str(port), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    return process, found[0]


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """The address of a studio of a folder."""
    process, address = begun(folder)
    try:
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # says where it hangs
            raise


def opened(browser: Any, address: str) -> None:
    """The page, with the picture of its first machine."""
    browser.size(1400, 900)
    browser.open(address)
    browser.wait("biela.look && biela.look.show")


def clicked(browser: Any, x: float, y: float) -> None:
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseReleased", x, y)


def hit(browser: Any, what: str) -> None:
    """Click in the middle of what a selector finds, after scrolling there; fails if something else lies over it."""
    x, y, free = browser.run(
        f"(() => {{ const e = document.querySelector('{what}'); e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2; return [x, y, e.contains(document.elementFromPoint(x, y))]; }})()"
    )
    assert free, f"{what} cannot be clicked"
    clicked(browser, x, y)


def filled(browser: Any, what: str, text: str) -> None:
    """Click into a field and type."""
    hit(browser, what)
    browser.type(text)


def retyped(browser: Any, old: str, new: str) -> None:
    """Select the first place of a word in the text, and type another over it."""
    browser.run(
        f"(() => {{ const e = biela.editor, at = e.text.indexOf('{old}'); e.view.dispatch({{ selection: {{ anchor: at, head: at + {len(old)} }}, scrollIntoView: true }}); e.view.focus(); }})()"
    )
    browser.type(new)


def finished(browser: Any, seconds: float = 300.0) -> str:
    """Wait until the newest result is there; what became of it."""
    browser.wait("document.querySelector('.job') && !document.querySelector('.job.running')", seconds)
    return str(browser.run("document.querySelector('.job').className"))


def result_page(browser: Any) -> str:
    """Open the page that the studio shows in a window of its own; its words."""
    browser.open(browser.run("document.getElementById('page').src"))
    return str(browser.run("document.body.innerText"))


def sketched(browser: Any, tool: str, *points: tuple[float, float]) -> None:
    """Click with a tool of the sketcher."""
    browser.run(f"document.getElementById('tool-{tool}').click()")
    for x, y in points:
        clicked(browser, *on_sheet(browser, x, y))


def on_sheet(browser: Any, x: float, y: float) -> tuple[float, float]:
    """Where a point of the drawing is on the screen."""
    left, top = browser.run(
        f"(() => {{ const s = biela.sketcher, r = s.picture.getBoundingClientRect(); return [r.left + s.sx({x}), r.top + s.sy({y})]; }})()"
    )
    return float(left), float(top)


def in_view(browser: Any, body: str, point: tuple[float, float, float]) -> tuple[float, float]:
    """Where a point of a body is on the screen."""
    place = f"[v.scene.bodies.findIndex(b => b.name === '{body}'), {', '.join(map(str, point))}]"
    left, top = browser.run(
        "(() => { const v = biela.picture.viewer, r = v.canvas.getBoundingClientRect(),"
        f" p = v.point({place}).project(v.eye.camera(r.width, r.height));"
        " return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height]; })()"
    )
    return float(left), float(top)


def typed(browser: Any, label: str, text: str) -> None:
    """Fill in a field that has a label, as typing and leaving it does."""
    browser.run(
        f"(() => {{ const f = document.querySelector('[aria-label=\"{label}\"]'); f.value = '{text}'; f.dispatchEvent(new Event('change')); }})()"
    )


FOUR_BAR = (
    ("ground", [(0, 0), (0.5, 0)]), ("link", [(0, 0), (0, 0.2), (0, 0.2), (0.5, 0.45), (0.5, 0.45), (0.5, 0)]),
)  # fmt: skip
"""Tools and clicks that draw a crank-rocker."""


def drawn(browser: Any) -> None:
    """Draw the crank-rocker."""
    for tool, points in FOUR_BAR:
        sketched(browser, tool, *points)
