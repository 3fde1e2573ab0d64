"""What a figure is: curves in panels, a number and a title as in the source, and how far its numbers agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass

Array = NDArray[np.float64]
Mark = Literal["line", "dashes", "sticks", "dots", "grains"]


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
class Figure:
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
    compute: Callable[[Progress], Iterator[Figure]]
    machines: Sequence[str] = ()
    missing: Sequence[tuple[str, str]] = ()
    animate: Callable[[Path], dict[Path, str]] | None = None


def over_time(run: Any, labels: dict[str, str], *, scale: float = 1.0, dashed: Iterable[str] = ()) -> list[Curve]:
    """Return signals of a run, label → name, in another unit: `scale` times SI. Signals in `dashed` are references."""
    dashed = set(dashed)
    return [Curve(run.t, scale * run[name], label, "dashes" if label in dashed else "line") for label, name in labels.items()]
