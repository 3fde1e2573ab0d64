"""Page of the ways to assemble a machine: a picture of each, the coordinates that differ, and how to choose it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import replace
from html import escape

import numpy as np

from biela.report.film import Studio
from biela.report.raster import Picture
from biela.report.scene import standing
from biela.report.shell import Answer, image, shell, table
from biela.state.branches import Ways

SIZE = (640, 420)
"""Width and height of a picture [pixels]."""
MAX_BRANCHES = 24
"""Maximum number of branches that are drawn, the nearest ones; the rest is only counted."""
GRID = (
    "display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:14px;margin:0 clamp(10px,2vw,22px) 14px"
)


def branches_page(ways: Ways, title: str, starts: Sequence[str]) -> str:
    """Return the page as text; starts : what a machine file says to begin in each of the ways."""
    drawn = ways.states[:MAX_BRANCHES]
    together = np.array([state.x for state in drawn])
    history = replace(standing(ways.taken), t=np.arange(float(len(drawn))), x=together)  # one view for all of them
    studio = Studio(history, SIZE)
    cards = "".join(_card(ways, k, studio.drawn(k), start) for k, start in zip(range(len(drawn)), starts, strict=False))
    n, rest = len(ways.states), len(ways.states) - len(drawn)
    said = f"{ways.counted[0].upper()}{ways.counted[1:]}"
    who = {
        "guess": "The guess chose the first.", "drawing": "The drawn pose chose the first.",
        "state": "The first is the given state.", "default": "No start was given: the first was taken.",
        "": "Nothing says which is meant: the first was taken.",
    }[ways.chosen]  # fmt: skip
    reasons = [who] if n > 1 else []
    reasons += [f"The {rest} that are farthest from it are not drawn."] if rest else []
    answer = Answer("doubt" if n > 1 and not ways.chosen else "good", said, reasons)
    return shell("plain", title, {}, subtitle="ways to assemble", answer=answer, body=f'<div style="{GRID}">{cards}</div>')


def _card(ways: Ways, k: int, picture: Picture, start: str) -> str:
    """Return a picture with its name, its coordinates, and the start that leads there."""
    name = f"{k + 1}" if k else "1, taken"
    rows = [(label, ways.text(label, value)) for label, value in ways.values[k].items()]
    shown = image(_png(picture), f"machine assembled in way {name}", ' style="width:100%;display:block"')
    return (
        f'<section class="card" style="margin:0"><h2>{name}</h2>{shown}'
        f"{table(('coordinate', 'value'), rows)}<details><summary>start of a machine file</summary>"
        f"<pre>{escape(start)}</pre></details></section>"
    )


def _png(picture: Picture) -> bytes:
    """Return a picture (height, width, 3) as a PNG file."""
    height, width, _ = picture.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), picture.reshape(height, -1)], axis=1).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [b"IHDR" + header, b"IDAT" + zlib.compress(lines, 9), b"IEND"]
    framed = [struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)
