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
    command = [
        sys.executable,
        "-X",
        "faulthandler",
        "-m",
        "biela.cli",
        "studio",
        str(folder),
        "--port",
        str(port),
        "--no-browser",
    ]
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
