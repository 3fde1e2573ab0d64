"""Machines, states, checks and results in notebooks: a picture where one helps, and the numbers.

Everything is in the text itself: pictures are pages in a frame that ask for nothing from outside.
"""

from __future__ import annotations

import html
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from biela.base.errors import BielaError
from biela.base.packing import shortened
from biela.files.results.load import Saved
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.report.page import bare, others, page
from biela.report.scene import Scene, poses, standing
from biela.report.shell import image, shell, table
from biela.simulation.case import Case
from biela.simulation.history import History
from biela.state.check import Check
from biela.state.state import State

HEIGHT = 360
"""Height of a picture [pixels]."""
NUMBERS, FRAMES = 30_000, 400
"""Maximum numbers of values of signals, and of outputs, in a run: a notebook keeps every output, so that its file grows."""

UNPACK = """<!doctype html><meta charset="utf-8"><script>(async () => {{
  const packed = Uint8Array.from(atob("{}"), c => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const page = await new Response(plain).text();
  document.open(); document.write(page); document.close();
}})().catch(() => document.write("This browser cannot unpack the picture: it lacks DecompressionStream."));</script>"""
"""Page that becomes the one packed in it."""


def machine_html(mechanism: Mechanism, start: Callable[[], State] | None = None) -> str:
    """Return a machine as assembled, and its parts. A machine that is still being described stays open."""
    try:
        twin = mechanism if mechanism._lock.closed or start is not None else mechanism.edit()
        picture = still(twin.assemble() if start is None else start())
    except BielaError as error:
        picture = f"<p>No picture yet: {html.escape(str(error))}</p>"

    def number(x: Any) -> str:
        return f"{float(nominal(x)):.6g}"

    heavy = [body for body in mechanism.bodies.values() if not body.is_ground]
    bodies = [(b.name, number(b.mass), ", ".join(map(number, b.com))) for b in heavy]
    joints = [(j.name, j.type.kind, f"{j.parent.body.name} → {j.child.body.name}") for j in mechanism.joints.values()]
    tables = _table(("body", "mass [kg]", "centre of mass [m]"), bodies) + _table(("joint", "type", "bodies"), joints)
    rest = _table(("also", "type", "where"), others(mechanism, lambda frame: str(frame.body.name)))
    return f"<p>{html.escape(repr(mechanism))}</p>{picture}{tables}{rest}"


def case_html(case: Case) -> str:
    """Return the machine of a case at the start."""
    return machine_html(case.mechanism, case.start)


def history_html(history: History) -> str:
    """Return the report of a run."""
    return framed(page(history, replace(bare(history), numbers=NUMBERS, frames=FRAMES)), 640, repr(history))


def state_html(state: State) -> str:
    """Return a machine in a state, and its coordinates."""
    rows = [
        (f"{link.joint.name}.{quantity.name}", f"{value:.6g}", quantity.unit)
        for link in state.mechanism.topology.links
        for quantity, value in zip(link.joint.type.coordinates, state.q[link.q], strict=True)
    ]
    return f"<p>t = {state.t:g} s</p>{still(state)}{_table(('coordinate', 'value', 'unit'), rows)}"


def check_html(check: Check) -> str:
    """Return a check as a table, with a row for each line of its text."""
    head, *lines = str(check).splitlines()
    return f"<p><b>{html.escape(head)}</b></p>{_table(('',), [(line.strip(),) for line in lines])}"


def saved_html(saved: Saved) -> str:
    """Return a result read back: its main signals drawn, where the plotting package is there, and its origin."""
    from biela.report.plot import main_signals, plot

    rows = [(str(k), str(v)) for k, v in saved.data.attrs.items() if k != "machine_file" and len(str(v)) < 80]
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "signals.png"
        try:
            plot(saved, *main_signals(saved), path=picture)
            shown = image(picture.read_bytes(), "signals over time")
        except (BielaError, ImportError):
            shown = ""
    return f"<p>{html.escape(repr(saved))}</p>{shown}{_table(('', ''), rows)}"


def still(state: State) -> str:
    """Return a picture of a state that can be turned with the mouse."""
    m, scene = state.mechanism, Scene(standing(state))
    text = shell("still", m.name, {"scene": scene.data(), "pose": poses(scene.sketch)[0].ravel().tolist()})
    return framed(text, HEIGHT, repr(m))


def framed(page: str, height: int, title: str) -> str:
    """Return a page inside another one, packed: a notebook keeps it."""
    return (
        f'<iframe srcdoc="{html.escape(UNPACK.format(shortened(page)), quote=True)}" style="width:100%;height:{height}px;border:0" '
        f'title="{html.escape(title, quote=True)}"></iframe>'
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return table(head, rows, cell=' style="text-align:left"')
