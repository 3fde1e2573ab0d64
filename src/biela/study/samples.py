"""Table of samples: grids, lists and tables crossed with random draws, all from one seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, nearest
from biela.base.intake import MEGABYTE, regular
from biela.base.surface import setting
from biela.files.expression import ExpressionError
from biela.files.parser import evaluate
from biela.study.vary import Columns, Json, StudyError, Values, Variation, finite, refuse_too_many, variation

Sampling = Literal["random", "latin", "sobol", "saltelli", "morris"]
SAMPLINGS = {
    "random": "independent draws", "latin": "Latin hypercube: every value of each quantity is covered evenly",
    "sobol": "Sobol' sequence: the whole space is covered evenly; best with a power of two",
    "saltelli": "samples × (quantities + 2) runs, for Sobol' indices; samples in multiples of 16",
    "morris": "samples × (quantities + 1) runs, for Morris screening",
}  # fmt: skip
DESIGNS = ("saltelli", "morris")
"""Samplings that are made for an analysis of sensitivity."""
MAX_TABLE = 4000 * MEGABYTE
"""Maximum size of a file with samples [bytes]."""


@dataclass(frozen=True)
class Samples:
    """Samples of a study.

    Attributes
    ----------
    columns : what varies → one value per sample: numbers, or words
    variations : as they were described, where they were
    about : how they were drawn, for people and for comparison
    """

    columns: Columns
    variations: Sequence[Variation] = ()
    about: Mapping[str, Any] | None = None

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 1

    @property
    def random(self) -> list[str]:
        """Return the names of numbers that are drawn from distributions."""
        return [v.target for v in self.variations if v.random]


def draw(
    vary: Mapping[str, Any], samples: int | None = None, *, sampling: Sampling = "random", seed: int = 0,
    correlate: Mapping[tuple[str, str], float] | None = None, table: str | Path | Mapping[str, Any] | None = None,
) -> Samples:  # fmt: skip
    """Draw the samples of a study.

    Grids, lists and the rows of a table are combined, each with each; every combination gets its own random draws.

    Parameters
    ----------
    vary : what varies → text, values or distribution; see `biela.study.vary`
    samples : random draws for each combination; needed where something is drawn
    sampling : "random", "latin" or "sobol"
    correlate : pairs of what is drawn → correlation of the underlying normal variables (Gaussian copula)
    table : CSV or Parquet file with one column for each thing that varies, or columns as arrays
    """
    variations = [variation(target, given) for target, given in vary.items()]
    drawn = [v for v in variations if v.random]
    axes: list[dict[str, Values]] = [{v.target: v.values} for v in variations if v.values is not None]
    axes += [_table(table)] if table is not None else []
    names = [name for axis in axes for name in axis] + [v.target for v in drawn]
    if twice := {name for name in names if names.count(name) > 1}:
        raise StudyError(f"{', '.join(sorted(twice))} varies twice: leave it out of the table or of {setting('vary')}.")
    if not names:
        raise StudyError(f"nothing varies: give {setting('vary', {'NAME': 'LOW..HIGH:COUNT'})}, or a table.")
    if sampling not in SAMPLINGS:
        raise StudyError(f"no sampling {sampling!r}.{nearest(sampling, list(SAMPLINGS))} They are {', '.join(SAMPLINGS)}.")
    if drawn and (samples is None or int(samples) != samples or samples < 1):
        given = "" if samples is None else f"samples is {samples!r}: "
        raise StudyError(f"{given}something is drawn at random, so say how often: {setting('samples', 1000)}.")
    if not drawn and samples not in (None, 1):
        raise StudyError(f"samples is {samples}, but nothing is drawn: a grid has its own number of samples.")
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise StudyError(f"seed is {seed!r}: give zero or a positive integer.")
    if (correlate or sampling in DESIGNS) and not drawn:
        raise StudyError(f"{setting('correlate')} and sensitivities need quantities that are drawn from distributions.")
    if sampling in DESIGNS and (axes or correlate):
        raise StudyError(f"sampling {sampling!r} needs independent distributions alone: no grids, tables or correlations.")
    repeats = int(samples) if drawn and samples is not None else 1
    columns = _crossed(axes, repeats)
    if drawn:
        count = len(next(iter(columns.values()))) if columns else repeats
        designed = sampling in DESIGNS
        u = unit_design(sampling, len(drawn), repeats, seed) if designed else _uniform(len(drawn), count, sampling, seed)
        u = _correlated(u, [v.target for v in drawn], correlate or {})
        for k, v in enumerate(drawn):
            assert v.quantile is not None
            columns[v.target] = finite(v, v.quantile(u[:, k]))
    about = {
        "vary": {v.target: v.text for v in variations}, "samples": repeats, "sampling": sampling if drawn else "grid", "seed": seed,
        "correlate": {f"{a},{b}": float(r) for (a, b), r in (correlate or {}).items()},
    }  # fmt: skip
    return Samples(columns, tuple(variations), about)


def _crossed(axes: Sequence[Columns], repeats: int) -> dict[str, Values]:
    """Combine every value of each axis with every one of the others, each combination `repeats` times."""
    lengths = [len(next(iter(axis.values()))) for axis in axes]
    refuse_too_many([*lengths, repeats])
    places = np.unravel_index(np.arange(int(np.prod(lengths, dtype=int))), lengths) if lengths else ()
    return {name: np.repeat(x[at], repeats) for axis, at in zip(axes, places, strict=True) for name, x in axis.items()}


def _uniform(dimensions: int, count: int, sampling: str, seed: int | np.random.Generator) -> Array:
    """Return points of the unit cube, (count, dimensions), open at both ends."""
    rng = np.random.default_rng(seed)
    if sampling == "random":
        return np.clip(rng.random((count, dimensions)), 1e-12, 1 - 1e-12)
    from scipy.stats import qmc

    if sampling == "latin":
        u = qmc.LatinHypercube(dimensions, seed=rng).random(count)
    else:
        u = qmc.Sobol(dimensions, seed=rng).random_base2(max(0, int(np.ceil(np.log2(count)))))[:count]
    return np.asarray(np.clip(u, 1e-12, 1 - 1e-12))


def unit_design(sampling: str, dimensions: int, samples: int, seed: int) -> Array:
    """Return points of the unit cube for an analysis of sensitivity.

    "saltelli": groups of A, A with column i from B, B, where (A, B) are Sobol' sequences, `REPLICATES` of them, each scrambled for
    itself: what they differ by gives the intervals. "morris": trajectories, by SALib.
    """
    if sampling == "saltelli":
        rng, size = np.random.default_rng(seed), -(-samples // REPLICATES)
        both = np.concatenate([_uniform(2 * dimensions, size, "sobol", rng) for _ in range(REPLICATES)])
        A, B = both[:, :dimensions], both[:, dimensions:]
        mixed = [np.where(np.arange(dimensions) == i, B, A) for i in range(dimensions)]
        return np.stack([A, *mixed, B], axis=1).reshape(-1, dimensions)
    if samples < MIN_GROUPS:
        raise StudyError(f"{samples} samples are too few for Morris screening: give {setting('samples', MIN_GROUPS)} or more.")
    try:
        from SALib.sample.morris import sample
    except ImportError:
        raise BielaError("Morris screening needs SALib: install biela with the extra `sweep`.") from None
    return np.asarray(0.005 + 0.99 * sample(unit_problem(dimensions), samples, num_levels=LEVELS, seed=seed))


REPLICATES = 16
"""Independent sequences of a design for Sobol' indices; samples are rounded up to a multiple of it."""
LEVELS = 4
"""Levels of Morris screening."""
MIN_GROUPS = 8
"""Minimum number of groups of runs from which effects are found."""


def unit_problem(dimensions: int) -> Json:
    """Return the unit cube as SALib describes it."""
    return {"num_vars": dimensions, "names": [f"x{k}" for k in range(dimensions)], "bounds": [[0.0, 1.0]] * dimensions}


def _correlated(u: Array, names: list[str], correlate: Mapping[tuple[str, str], float]) -> Array:
    """Return the points with a Gaussian copula: normal variables with the given correlations, back to probabilities."""
    if not correlate:
        return u
    from scipy.stats import norm

    R = np.eye(len(names))
    for (a, b), r in correlate.items():
        for name in (a, b):
            if name not in names:
                given = setting("correlate", {(a, b): r})
                raise StudyError(f"{given}: {name!r} is not drawn from a distribution.{nearest(name, names)}")
        if a == b or not -1 < r < 1:
            raise StudyError(f"{setting('correlate', {(a, b): r})}: give two different quantities and a number between -1 and 1.")
        R[names.index(a), names.index(b)] = R[names.index(b), names.index(a)] = r
    try:
        L = np.linalg.cholesky(R)
    except np.linalg.LinAlgError:
        raise StudyError("the correlations contradict each other: their matrix is not positive definite.") from None
    z = norm.ppf(u)
    return np.asarray(norm.cdf(sum(z[:, k, None] * L[:, k] for k in range(len(names)))))  # row by row: no BLAS, same digits


def _column(heading: str, values: Any) -> tuple[str, Any]:
    """Return name and values of a column; `crank [mm]` gives the unit of its numbers, and a cell may have its own, `40 mm`."""
    name, bracket, unit = str(heading).partition("[")
    name = name.strip()
    if bracket:
        try:
            factor = evaluate(f"1 {unit.strip().removesuffix(']')}").value
            return name, variation(name, list(np.asarray(values, float) * factor)).values
        except (ExpressionError, ValueError) as error:
            raise StudyError(f"column {heading!r} of the table: {error}") from None
    if np.asarray(values).dtype.kind in "OUS":
        numbers = dict[int, float]()
        for k, cell in enumerate(values):
            with suppress(ExpressionError):  # a word, or empty
                numbers[k] = float(evaluate(str(cell)).value)
        if len(numbers) == len(values):
            return name, np.array(list(numbers.values()), float)
        if numbers:  # some are numbers: the others are mistakes, not names of methods or files
            row = next(k for k in range(len(values)) if k not in numbers)
            empty = values[row] is None or str(values[row]) in ("", "nan")
            said = "is empty" if empty else f"is {shown(values[row])}, which is not a number as others of the column are"
            raise StudyError(f"column {name!r} of the table: the cell of sample {row} {said}.")
    return name, variation(name, list(values)).values


def _table(table: str | Path | Mapping[str, Any]) -> dict[str, Values]:
    """Read the columns of a table, all of one length."""
    if isinstance(table, str | Path):
        import pandas

        path = Path(table)
        try:
            regular(path, MAX_TABLE, "tables")
            frame = pandas.read_parquet(path) if path.suffix == ".parquet" else pandas.read_csv(path, skipinitialspace=True)
        except Exception as error:  # whatever pandas finds wrong with it, too
            raise StudyError(f"{str(path)!r} is not a table of samples: {error}") from None
        table = {str(name).strip(): frame[name].to_numpy() for name in frame.columns}
    if bad := [name for name, values in table.items() if np.ndim(values) != 1]:
        raise StudyError(f"column {bad[0]!r} of the table is {shown(table[bad[0]])}: give one value per sample.")
    columns = dict(_column(name, values) for name, values in table.items())
    found = {name: values for name, values in columns.items() if values is not None}
    if not found or len({len(x) for x in found.values()}) != 1:
        raise StudyError("a table of samples needs a header, at least one row, and columns of one length.")
    return found


guard(__name__)
