"""The page of a work: every figure we reproduce, and how far its numbers agree with what the source prints."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from biela.app.published.figure import Agreement, Figure, Work
from biela.base.atomic import write_whole
from biela.base.errors import count
from biela.report.markup import section, table
from biela.report.shell import Answer, shell

HEAD = ("quantity", "source", "biela", "apart", "")
"""What a table says of each number."""


def write_page(work: Work, figures: Sequence[Figure], pictures: Sequence[Path], moving: dict[Path, str], path: Path) -> Path:
    """Write the page, with its pictures inside and links to the animations in the same folder."""
    every = [a for figure in figures for a in figure.agreements]
    apart = sum(not a.agrees for a in every)
    agree = f"{len(every) - apart} of {len(every)} numbers and statements of the source agree."
    differ = [
        f"{_name(figure)}: {a.what} is {a.said} in the source, {_ours(a)} here."
        for figure in figures
        for a in figure.agreements
        if not a.agrees
    ]
    body = "".join(_figure(figure, picture) for figure, picture in zip(figures, pictures, strict=True))
    links = "".join(f'<p><a href="{escape(file.name)}">{escape(title)}</a></p>' for file, title in moving.items())
    body += section("Animations", links) if moving else ""
    left = section("Not reproduced", table(("figure", "why"), work.missing)) if work.missing else ""
    answer = Answer("doubt" if apart else "good", f"{count(len(figures), 'figure')} reproduced. {agree}", differ)
    numbers = section(
        "Numbers", table(("figure", *HEAD), [(figure.number, *row) for figure in figures for row in _rows(figure.agreements)])
    )
    text = shell("plain", work.title, {}, subtitle=work.source, answer=answer, body=numbers + body + left)
    return write_whole(path, text.encode())


def _figure(figure: Figure, picture: Path) -> str:
    svg = picture.read_text("utf-8")
    note = f"<p>{escape(figure.note)}</p>" if figure.note else ""
    agreements = table(HEAD, _rows(figure.agreements)) if figure.agreements else ""
    return section(f"{_name(figure)}: {figure.title}", f"<figure>{svg[svg.index('<svg') :]}</figure>{note}{agreements}")


def _name(figure: Figure) -> str:
    """Return the figure as a text names it; some sources have names instead of numbers."""
    return f"Figure {figure.number}" if figure.number[:1].isdigit() else figure.number


def _rows(agreements: Sequence[Agreement]) -> list[tuple[str, ...]]:
    return [
        (a.what, a.said, _ours(a), "" if a.apart is None else f"{100 * a.apart:.2g} %", "agrees" if a.agrees else "differs")
        for a in agreements
    ]


def _ours(a: Agreement) -> str:
    return f"{a.ours:.4g} {a.unit}".strip()
