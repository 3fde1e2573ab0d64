"""The page of a work: every figure we reproduce, and how far its numbers agree with what the source prints."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from biela.atomic import write_whole
from biela.figures.figure import Agreement, Figure, Work
from biela.report.markup import section, table
from biela.report.shell import Answer, shell


def write_page(
    work: Work, figures: Sequence[Figure], pictures: Sequence[Path], moving: dict[Path, str], path: Path
) -> Path:
    """Write the page, with its pictures inside and links to the animations in the same folder."""
    every = [a for figure in figures for a in figure.agreements]
    apart = sum(not a.agrees for a in every)
    verdict = f"{len(figures)} figures reproduced. {len(every) - apart} of {len(every)} numbers and statements of the source agree."
    body = "".join(_figure(figure, picture) for figure, picture in zip(figures, pictures, strict=True))
    links = "".join(f'<p><a href="{escape(file.name)}">{escape(title)}</a></p>' for file, title in moving.items())
    body += section("Animations", links) if moving else ""
    left = section("Not reproduced", table(("figure", "why"), work.missing)) if work.missing else ""
    answer = Answer("doubt" if apart else "good", verdict)
    numbers = section("Numbers", _numbers(every))
    text = shell("plain", work.title, {}, subtitle=work.source, answer=answer, body=numbers + body + left)
    return write_whole(path, text.encode())


def _figure(figure: Figure, picture: Path) -> str:
    svg = picture.read_text("utf-8")
    note = f"<p>{escape(figure.note)}</p>" if figure.note else ""
    return section(
        f"{figure.number}  {figure.title}",
        f"<figure>{svg[svg.index('<svg') :]}</figure>{note}{_numbers(figure.agreements)}",
    )


def _numbers(agreements: Sequence[Agreement]) -> str:
    return table(
        ("quantity", "source", "biela", "apart", ""),
        [(a.what, a.said, f"{a.ours:.4g} {a.unit}".strip(), "" if a.apart is None else f"{100 * a.apart:.2g} %",
          "agrees" if a.agrees else "differs") for a in agreements],
    )  # fmt: skip
