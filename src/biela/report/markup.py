"""Pieces of HTML that the pages share."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from html import escape

SCROLL = '<div class="scroll" tabindex="0">'
"""Tag around what may be wider than the page; keys scroll it, too."""


def minus(text: str) -> str:
    """Return a text with real minus signs."""
    return text.replace("-", "−")


def number(value: float, digits: int = 4) -> str:
    """Return a number with this many digits and a real minus sign."""
    return minus(f"{value:.{digits}g}")


def with_doubt(value: float, half: float) -> str:
    """Return a value with as many digits as its interval, which has two: 1.424 ± 0.015."""
    if not (math.isfinite(value) and math.isfinite(half) and half > 0.0):
        return f"{number(value, 6)} ± {number(half, 2)}"
    digits = 1 - math.floor(math.log10(half))
    most = max(abs(value), half)
    if most >= 1e6 or most < 1e-3:
        power = math.floor(math.log10(most))
        places = max(digits + power, 0)
        return minus(f"({value / 10**power:.{places}f} ± {half / 10**power:.{places}f})e{power}")
    if digits <= 0:  # whole numbers, rounded to the digits of the interval
        value, half = round(value, digits), round(half, digits)
    return minus(f"{value:.{max(digits, 0)}f} ± {half:.{max(digits, 0)}f}")


def section(title: str, body: str) -> str:
    """Return a card with a heading."""
    return f'<section class="card"><h2>{escape(title)}</h2>{body}</section>'


def image(png: bytes, alt: str, style: str = "") -> str:
    """Return a picture that is inside the page."""
    return f'<img alt="{escape(alt)}" src="data:image/png;base64,{base64.b64encode(png).decode()}"{style}>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", cell: str = "") -> str:
    """Return rows of texts as a table that scrolls sideways; nothing where there are none. `cell` is put into every cell's tag."""
    rows = list(rows)
    if not rows:
        return ""
    heading = f"<h3>{escape(title)}</h3>" if title else ""
    top = "".join(f"<th{cell}>{escape(h)}</th>" for h in head)
    top = f"<thead><tr>{top}</tr></thead>" if any(head) else ""
    body = "".join("<tr>" + "".join(f"<td{cell}>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"{heading}{SCROLL}<table>{top}<tbody>{body}</tbody></table></div>"
