"""Frame of all pages: head, answer, style, code and data in one file that asks for nothing from outside."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
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


@dataclass(frozen=True)
class Answer:
    """Beginning of a page: what happened, and whether it is to be believed; a sign and words say it besides the colour."""

    mood: Literal["good", "doubt", "bad"]
    text: str
    reasons: Sequence[str] = ()

    def html(self) -> str:
        """Return the answer as a piece of a page."""
        items = "".join(f"<li>{html.escape(reason)}</li>" for reason in self.reasons)
        more = f"<ul>{items}</ul>" if items else ""
        return f'<div class="answer {self.mood}"><b>{_MARKS[self.mood]} {html.escape(self.text)}</b>{more}</div>'


def shell(
    kind: str, title: str, data: PageData, *, subtitle: str = "", facts: Iterable[tuple[str, str]] = (),
    answer: Answer | None = None, inside: str = "", body: str = "", policy: bool = True, bundle: str = "page", live: bool = False,
) -> str:  # fmt: skip
    """Return a page. `kind` names the part of the code that draws it; see `web/src/main.ts`. `bundle` names the code itself."""
    listed = "".join(f"<div><dt>{html.escape(k)}</dt><dd>{v}</dd></div>" for k, v in facts)
    tools = (
        '<div class="tools"><select id="units" aria-label="units" hidden></select>'
        '<button id="theme" type="button">dark</button></div>'
    )
    top = (
        f"<header><div><h1>{html.escape(title)}</h1><p>{html.escape(subtitle)}</p></div><dl>{listed}</dl>{tools}</header>\n"
        f"{answer.html() if answer is not None else ''}\n"
    )
    bottom = (
        "<footer><details><summary>Made with biela; libraries inside this page and their licences</summary>"
        f"<pre>{html.escape(asset(f'{bundle}.licences.txt'))}</pre></details></footer>"
    )
    bare, style = kind == "still", asset("page.css") + (asset(f"{bundle}.css") if bundle != "page" else "")
    return fill("page.html", {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{POLICY}{LIVE * live}">\n' if policy else "",
        "title": html.escape(title), "maker": f"biela {kind}" if kind in ("show", "studio") else "biela",
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
