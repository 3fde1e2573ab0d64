"""Pieces of HTML that the pages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

SCROLL = '<div class="scroll" tabindex="0">'
"""Around what may be wider than the page; keys scroll it, too."""


def section(title: str, body: str) -> str:
    """A card with a heading."""
    return f'<section class="card"><h2>{escape(title)}</h2>{body}</section>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", cell: str = "") -> str:
    """Rows of texts as a table that scrolls sideways; nothing where there are none. `cell` is put into every cell's tag."""
    rows = list(rows)
    if not rows:
        return ""
    heading = f"<h3>{escape(title)}</h3>" if title else ""
    top = "".join(f"<th{cell}>{escape(h)}</th>" for h in head)
    top = f"<thead><tr>{top}</tr></thead>" if any(head) else ""
    body = "".join("<tr>" + "".join(f"<td{cell}>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"{heading}{SCROLL}<table>{top}<tbody>{body}</tbody></table></div>"
