"""Write the figures of a published work: one picture each, a page with all of them, numbers.json."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import Outcome, refuse_unwritable, to_json, writing
from biela.base.atomic import file_name, write_whole

if TYPE_CHECKING:
    from biela.app.published.figure import PublishedFigure


def figures(name: str, folder: str | Path, progress: Callable[[str], None] = lambda _: None) -> Outcome[list[PublishedFigure]]:
    """Compute and write the figures of a work, named by itself or by one of its machines.

    Returns
    -------
    The figures, and a summary with the keys `work`, `figures` (numbers of those reproduced), `missing`, `agree` and `differ`
    (numbers and statements of the source)
    """
    from biela.app.published import work
    from biela.app.published.figure import draw, write_page

    folder = refuse_unwritable(folder)
    chosen = work(name)
    made, pictures = [], []
    with writing(folder):
        for figure in chosen.compute(progress):
            made.append(figure)
            pictures.append(draw(figure, folder / file_name(f"{figure.file}.svg")))
        moving = chosen.animate(folder) if chosen.animate else {}
        page = write_page(chosen, made, pictures, moving, folder / "figures.html")
        rows = [{"figure": f.number, **asdict(a)} for f in made for a in f.agreements]
        numbers = write_whole(folder / "numbers.json", to_json({"numbers": rows}) + "\n")
    agree = sum(bool(row["agrees"]) for row in rows)
    summary = {
        "work": chosen.name, "figures": [f.number for f in made], "missing": [number for number, _ in chosen.missing],
        "agree": agree, "differ": len(rows) - agree,
    }  # fmt: skip
    return Outcome(made, summary, [page, numbers, *pictures, *moving])
