"""Frame of all pages: head, answer, style, code and data in one file that asks for nothing from outside; and pieces of HTML."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any, Literal, TypeAlias

from biela.base.dataclass import dataclass
from biela.base.packing import shortened

PageData: TypeAlias = dict[str, Any]
"""Data that the code of a page reads, inside it as JSON."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; media-src blob:; script-src 'unsafe-inline'"
"""Permissions of a page: its own script and style, pictures inside it; no request."""
LIVE = " 'wasm-unsafe-eval'; worker-src blob:"
"""Further permissions of a page with a simulator: compile the module inside it, in a worker inside it."""
_MARKS = {"good": "✓", "doubt": "!", "bad": "✗"}
SCROLL = '<div class="scroll" tabindex="0">'
"""Tag around what may be wider than the page; keys scroll it, too."""


@dataclass(frozen=True)
class Answer:
    """Beginning of a page: what happened, and whether it is to be believed; a sign and words say it besides the colour."""

    mood: Literal["good", "doubt", "bad"]
    text: str
    reasons: Sequence[str] = ()

    def html(self) -> str:
        """Return the answer as a piece of a page."""
        items = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        more = f"<ul>{items}</ul>" if items else ""
        return f'<div class="answer {self.mood}"><b>{_MARKS[self.mood]} {escape(self.text)}</b>{more}</div>'


def shell(
    kind: str, title: str, data: PageData, *, subtitle: str = "", facts: Iterable[tuple[str, str]] = (),
    answer: Answer | None = None, inside: str = "", body: str = "", policy: bool = True, bundle: str = "page", live: bool = False,
) -> str:  # fmt: skip
    """Return a page. `kind` names the part of the code that draws it; see `web/src/main.ts`. `bundle` names the code itself."""
    listed = "".join(f"<div><dt>{escape(k)}</dt><dd>{v}</dd></div>" for k, v in facts)
    tools = (
        '<div class="tools"><select id="units" aria-label="units" hidden></select>'
        '<button id="theme" type="button">dark</button></div>'
    )
    top = (
        f"<header><div><h1>{escape(title)}</h1><p>{escape(subtitle)}</p></div><dl>{listed}</dl>{tools}</header>\n"
        f"{answer.html() if answer is not None else ''}\n"
    )
    bottom = (
        "<footer><details><summary>Made with biela; libraries inside this page and their licences</summary>"
        f"<pre>{escape(asset(f'{bundle}.licences.txt'))}</pre></details></footer>"
    )
    bare, style = kind == "still", asset("page.css") + (asset(f"{bundle}.css") if bundle != "page" else "")
    return fill("page.html", {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{POLICY}{LIVE * live}">\n' if policy else "",
        "title": escape(title), "maker": f"biela {kind}" if kind in ("show", "studio") else "biela",
        "style": style, "kind": kind, "top": "" if bare else top, "inside": inside,
        "body": body, "bottom": "" if bare else bottom, "data": script_json({"kind": kind, "title": title, **data}),
        "code": code(bundle),
    })  # fmt: skip


@cache
def asset(name: str) -> str:
    """Return the text of a file of the page."""
    return resources.files("biela.report").joinpath("assets", name).read_text("utf-8")


@cache
def code(bundle: str) -> str:
    """Return the code of pages as they hold it: deflated, in the letters of base 64."""
    return shortened(asset("shared.js") + asset(f"{bundle}.js"))


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with its {{marks}} replaced, in one pass: what is put in is never searched again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda m: parts[m.group(1)], asset(template))


def script_json(x: Any) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(x, allow_nan=False).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


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
