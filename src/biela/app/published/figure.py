"""Figure of a source: curves in panels, a number and a title as in the source, and how far its numbers agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Literal

import numpy as np

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.dataclass import dataclass
from biela.base.errors import count
from biela.report.shell import Answer, section, shell, table
from biela.report.style import Axes, colour, new_figure, save_figure, style

Mark = Literal["line", "dashes", "sticks", "dots", "grains"]
WIDTH, HEIGHT = 7.2, 3.6  # inches, of one panel
MAX_POINTS = 1500
"""Maximum number of points of a curve in a picture; more cannot be seen."""
MARKS: dict[str, dict[str, Any]] = {
    "line": {},
    "dashes": {"linestyle": "--", "linewidth": 1.2},
    "sticks": {"marker": "o", "markersize": 3.5, "linewidth": 2.0},
    "dots": {"marker": "o", "markersize": 4, "linestyle": "none"},
    "grains": {"marker": ".", "markersize": 1.5, "linestyle": "none", "rasterized": True},
}
HEAD = ("quantity", "source", "biela", "apart", "")
"""Verdicts of a table on each number."""


@dataclass(frozen=True)
class Curve:
    """y over x; `mark` says how it is drawn: a line, dashes (references), sticks with knots, dots, or grains (many small dots)."""

    x: Array
    y: Array
    label: str = ""
    mark: Mark = "line"
    colour: int | None = None

    @classmethod
    def through(cls, points: Any, label: str = "", mark: Mark = "line", colour: int | None = None) -> Curve:
        """Return a curve through points, (n, 2)."""
        x, y = np.asarray(points, float).T
        return cls(x, y, label, mark, colour)


@dataclass(frozen=True)
class Panel:
    """Curves with common axes. `equal` gives both axes one scale; `log` names axes with a logarithmic one: "x", "y", "xy"."""

    curves: Sequence[Curve]
    x: str = "t [s]"
    y: str = ""
    title: str = ""
    equal: bool = False
    log: str = ""


@dataclass(frozen=True)
class Agreement:
    """Statement of the source about a quantity, and our number.

    said : as printed: "7 s", "almost 180°"
    apart : relative difference from the printed number; None where the source uses words
    """

    what: str
    said: str
    ours: float
    unit: str
    apart: float | None
    agrees: bool


def number(what: str, said: str, printed: float, ours: Any, unit: str = "", within: float = 0.01) -> Agreement:
    """Return a printed number; `within` is the relative difference that its digits or words allow."""
    apart = float(abs(ours - printed) / abs(printed))
    return Agreement(what, said, float(ours), unit, apart, apart <= within)


def words(what: str, said: str, ours: Any, holds: Any, unit: str = "") -> Agreement:
    """Return a statement in words; `holds` says whether our number bears it out."""
    return Agreement(what, said, float(ours), unit, None, bool(holds))


@dataclass(frozen=True)
class PublishedFigure:
    """Figure of the source.

    number, title : as in the source, the title in English
    panels : side by side
    note : what differs from the source and why, or which of our choices it rests on
    """

    number: str
    title: str
    panels: Sequence[Panel]
    agreements: Sequence[Agreement] = ()
    note: str = ""

    @property
    def file(self) -> str:
        """Name of its file, without a suffix."""
        return "figure_" + "".join(c if c.isalnum() else "_" for c in self.number)


Progress = Callable[[str], None]


@dataclass(frozen=True)
class Work:
    """Published work.

    source : what it is, for the reader of the page
    machines : ready machines whose run can also give these figures
    missing : number → why it cannot be reproduced
    compute : yields the figures, one after another; says what it is doing
    animate : writes moving pictures of the source into a folder; file → title
    """

    name: str
    title: str
    source: str
    compute: Callable[[Progress], Iterator[PublishedFigure]]
    machines: Sequence[str] = ()
    missing: Sequence[tuple[str, str]] = ()
    animate: Callable[[Path], dict[Path, str]] | None = None


def over_time(run: Any, labels: dict[str, str], *, scale: float = 1.0, dashed: Iterable[str] = ()) -> list[Curve]:
    """Return signals of a run, label → name, in another unit: `scale` times SI. Signals in `dashed` are references."""
    dashed = set(dashed)
    return [Curve(run.t, scale * run[name], label, "dashes" if label in dashed else "line") for label, name in labels.items()]


def draw(figure: PublishedFigure, path: Path) -> Path:
    """Write a picture (.svg, .png, .pdf)."""
    with style():
        wide = WIDTH if len(figure.panels) == 1 else 4.6 * len(figure.panels)
        picture = new_figure(wide, HEIGHT if not any(p.equal for p in figure.panels) else 4.6)
        axes = picture.subplots(1, len(figure.panels), squeeze=False)[0]
        for axis, panel in zip(axes, figure.panels, strict=True):
            _panel(axis, panel)
        return save_figure(picture, path)


def _panel(axis: Axes, panel: Panel) -> None:
    for k, curve in enumerate(panel.curves):
        thin = slice(None, None, max(1, len(curve.x) // MAX_POINTS) if curve.mark == "line" else 1)
        ink = colour(k if curve.colour is None else curve.colour)
        axis.plot(curve.x[thin], curve.y[thin], color=ink, label=curve.label or None, **MARKS[curve.mark])
    axis.set_xlabel(panel.x)
    axis.set_ylabel(panel.y)
    axis.set_title(panel.title, fontsize=9.5, loc="left")
    if panel.equal:
        axis.set_aspect("equal", adjustable="datalim")
    if "x" in panel.log:
        axis.set_xscale("log")
    if "y" in panel.log:
        axis.set_yscale("log")
    if any(curve.label for curve in panel.curves):
        axis.legend(loc="best", fontsize=8.5)


def write_page(
    work: Work, figures: Sequence[PublishedFigure], pictures: Sequence[Path], moving: dict[Path, str], path: Path
) -> Path:
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


def _figure(figure: PublishedFigure, picture: Path) -> str:
    svg = picture.read_text("utf-8")
    note = f"<p>{escape(figure.note)}</p>" if figure.note else ""
    agreements = table(HEAD, _rows(figure.agreements)) if figure.agreements else ""
    return section(f"{_name(figure)}: {figure.title}", f"<figure>{svg[svg.index('<svg') :]}</figure>{note}{agreements}")


def _name(figure: PublishedFigure) -> str:
    """Return the figure as a text names it; some sources have names instead of numbers."""
    return f"Figure {figure.number}" if figure.number[:1].isdigit() else figure.number


def _rows(agreements: Sequence[Agreement]) -> list[tuple[str, ...]]:
    return [
        (a.what, a.said, _ours(a), "" if a.apart is None else f"{100 * a.apart:.2g} %", "agrees" if a.agrees else "differs")
        for a in agreements
    ]


def _ours(a: Agreement) -> str:
    return f"{a.ours:.4g} {a.unit}".strip()
