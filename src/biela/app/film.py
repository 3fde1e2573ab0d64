"""A film of a result, or of a machine that is run for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import result_file
from biela.base.errors import BielaError

if TYPE_CHECKING:
    from biela.simulation.history import History


def recorded(path: str | Path) -> History:
    """Return the run in a result (.nc, or the folder of a run), as everything that draws takes it."""
    from biela.files.results.load import load
    from biela.files.results.repeat import from_result
    from biela.simulation.history import History
    from biela.state.functions import functions_of

    path = result_file(path)
    saved, case = load(path), from_result(path)
    mechanism = case.build()
    functions = functions_of(mechanism)
    x, u, p = saved["state"], saved["input"], saved["parameter"]
    if x.shape[1:] != (functions.layout.n_x,):
        raise BielaError(f"{str(path)!r}: its states have another shape; run the machine again.")
    return History(mechanism, functions, saved.t, x, u, p)


def film(
    result: str | Path, path: str | Path, *, size: tuple[int, int] = (960, 540), rate: float = 25.0, speed: float | None = None
) -> Path:
    """Write a film of a result; see `biela.report.film.write_film`."""
    from biela.report.film import ENDINGS, NoFilm, write_film

    if Path(path).suffix not in ENDINGS:
        raise NoFilm(f"{str(path)!r}: a film ends in .mp4 or .gif.")
    return write_film(recorded(result), Path(path), size=size, rate=rate, speed=speed)
