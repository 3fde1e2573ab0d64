"""`biela figures WORK`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.base.atomic import file_name
from biela.cli.options import AsJson, Out, argument
from biela.cli.registry import verb
from biela.cli.terminal import print_json, print_table, say


@verb("Results and other files")
def figures(
    work: Annotated[str | None, argument("WORK", "A published work; without one, they are listed.")] = None,
    out: Annotated[Path | None, Out("out/figures/WORK")] = None,
    as_json: AsJson = False,
) -> None:
    """Reproduce the figures of a published work and say how far the numbers agree. Writes figures.html and a picture of each.

    $ biela figures
    $ biela figures parallel-robots --out out/figures
    """
    from biela.app import published as works

    if work is None:
        print_table([(name, works.work(name).title) for name in works.names()], "<<")
        return
    write_figures(work, out or Path("out/figures") / file_name(works.work(work).name), as_json)


def write_figures(work: str, folder: Path, as_json: bool = False) -> None:
    """Compute, write and tell."""
    from biela.app.figures import figures

    done = figures(work, folder, lambda text: say(f"{text} …", "dim"))
    if as_json:
        print_json(done.summary)
        return
    rows = [(f.number, a.what, a.said, f"{a.ours:.4g} {a.unit}".strip(), "" if a.agrees else "differs") for f in done.result
            for a in f.agreements]  # fmt: skip
    print_table([("figure", "quantity", "source", "biela", ""), *rows], "<<<><")
    print(f"{len(done.result)} figures; {done.summary['agree']} of {len(rows)} numbers and statements agree.")
    print(f"wrote {done.files[0]}")
