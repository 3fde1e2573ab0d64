"""Variations: a grid, a list or a distribution, written as text or given as arrays and `scipy.stats` distributions.

crank=40mm..60mm:25            25 values from 40 to 60 mm, both ends included
stiffness=1e3..1e6:7 log       the same, equally spaced on a logarithmic scale
method=rk4, dormand-prince     a list, of numbers or words
friction~lognormal(0.1, 0.3)   a distribution
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, nearest
from biela.base.surface import setting
from biela.element.units import Dimension, meaning
from biela.files.expression import ExpressionError
from biela.files.parser import evaluate

Values: TypeAlias = NDArray[Any]
"""Numbers, or words."""
Columns: TypeAlias = Mapping[str, Values]
"""Name → one value per sample."""
Json: TypeAlias = dict[str, Any]
"""Data of a file, by name."""
Settings: TypeAlias = Mapping[str, Any]
"""Settings of runs and inputs of machines, by name."""


class StudyError(BielaError, ValueError):
    """Study that cannot be run as it is described."""


@dataclass(frozen=True)
class Variation:
    """Quantity that varies, and how.

    target : a parameter, or the path of a value in the machine file
    values : values of a grid or a list; None for a distribution
    quantile : quantile function of a distribution: probabilities in (0, 1) → values
    text : as it was written
    dimension : what the values measure; None where plain numbers were given
    """

    target: str
    values: Values | None
    quantile: Callable[[Array], Array] | None
    text: str
    dimension: Dimension | None = None

    @property
    def random(self) -> bool:
        return self.values is None


def variation(target: str, given: Any) -> Variation:
    """Return a variation from text (`40mm..60mm:25`, `~normal(1, 0.1)`), numbers, words or a distribution of `scipy.stats`."""
    if hasattr(given, "ppf"):
        name = getattr(getattr(given, "dist", None), "name", type(given).__name__)
        arguments = [f"{x:g}" for x in getattr(given, "args", ())]
        arguments += [f"{k}={v:g}" for k, v in getattr(given, "kwds", {}).items()]
        return Variation(target, None, given.ppf, f"~scipy.stats.{name}({', '.join(arguments)})")
    if not isinstance(given, str):
        return _listed(target, given)
    text = given.strip()
    try:
        if text.startswith("~"):
            return _distribution(target, text)
        if ".." in text:
            return _grid(target, text)
        parts = [part.strip() for part in text.split(",")]
        numbers = [_quantity(part) for part in parts]
    except ExpressionError:
        if text.startswith("~") or ".." in text:
            raise
        return Variation(target, np.array(parts, object), None, text)  # words: names of methods, files
    return Variation(target, np.array([x for x, _ in numbers]), None, text, _common(target, [d for _, d in numbers]))


def _listed(target: str, given: Any) -> Variation:
    try:
        values = np.atleast_1d(np.asarray(given))
    except ValueError:
        values = np.zeros(0)
    if values.ndim != 1 or not values.size:
        raise StudyError(f"{target!r} varies over {given!r}: give text, a list of values, or a scipy.stats distribution.")
    words = values.dtype.kind in "US"
    if not words and (values.dtype.kind not in "biuf" or not np.isfinite(values.astype(float)).all()):
        raise StudyError(f"{target!r} varies over values that are not finite numbers: {given!r}.")
    values = values.astype(object if words else float)
    return Variation(target, values, None, ", ".join(str(x) if words else f"{x:.17g}" for x in values))


def _quantity(text: str) -> tuple[float, Dimension | None]:
    quantity = evaluate(text)
    return float(quantity.value), None if quantity.bare else quantity.dimension


def _common(target: str, dimensions: Sequence[Dimension | None]) -> Dimension | None:
    found = {d for d in dimensions if d is not None}
    if len(found) > 1:
        raise StudyError(f"{target!r} varies over values that measure {' and '.join(sorted(map(meaning, found)))}.")
    return next(iter(found), None)


MAX_SAMPLES = 100_000_000
"""Maximum number of samples of one study."""


def refuse_too_many(counts: Sequence[int]) -> None:
    """Refuse a study that nobody would wait for, with its size and what it would cost."""
    total = math.prod(counts)
    if total > MAX_SAMPLES:
        parts = [str(n) for n in counts if n != 1]
        product = f"{' × '.join(parts)}{f' = {total:.3g}' * (len(parts) > 1)}"
        size, days = f"{8e-9 * total:.3g} GB for each quantity", f"{1e-4 * total / 86400:.3g} days at 0.1 ms each"
        random = f"draw at random: {setting('sampling', 'sobol')} covers many quantities with some thousand samples"
        many = f"{product} samples are more than {MAX_SAMPLES:.0e}: their table alone would take {size}, their runs {days}"
        raise StudyError(f"{many}. Vary fewer values, or {random}.")


def _grid(target: str, text: str) -> Variation:
    logarithmic = text.endswith(" log")
    ends, colon, count_text = text.removesuffix(" log").partition(":")
    low_text, _, high_text = ends.partition("..")
    if not colon or not count_text.strip().isdigit() or int(count_text) < 1:
        drawn = f"{target}~uniform({low_text.strip()}, {high_text.strip()})"
        raise StudyError(f"{target}={text}: say how many values, {ends.strip()}:25, or draw them, {drawn}.")
    refuse_too_many([int(count_text)])
    (low, a), (high, b) = _quantity(low_text), _quantity(high_text)
    if logarithmic and not (low > 0 and high > 0):
        raise StudyError(f"{target}={text}: a logarithmic scale needs limits above zero.")
    values = (np.geomspace if logarithmic else np.linspace)(low, high, int(count_text))
    return Variation(target, values, None, text, _common(target, [a, b]))


DISTRIBUTIONS: dict[str, tuple[str, str]] = {
    "uniform": ("low, high", "every value in between alike"),
    "normal": ("mean, deviation [, low, high]", "Gauss; with limits it is cut there"),
    "lognormal": ("median, deviation of the logarithm", "positive values that vary by factors"),
    "triangular": ("low, most likely, high", "where only limits and a best guess are known"),
    "exponential": ("mean", "times between failures"),
    "weibull": ("scale, shape", "strengths and lives"),
    "choice": ("a, b, …", "each value alike"),
}
"""Distribution → its arguments and its use."""


def _distribution(target: str, text: str) -> Variation:
    name, _, rest = text[1:].partition("(")
    name = name.strip()
    if name not in DISTRIBUTIONS:
        known = f"{nearest(name, list(DISTRIBUTIONS))} They are {', '.join(DISTRIBUTIONS)}"
        raise StudyError(f"{target}{text}: no distribution {name!r}.{known}.")
    if not rest.rstrip().endswith(")"):
        remedy = f"Inside {{…}} of a machine file commas separate values: write it in quotes, '{text}, …)'"
        raise StudyError(f"{target}{text}: the parenthesis is not closed. {remedy}.")
    arguments = [_quantity(part) for part in rest.rstrip()[:-1].split(",")]
    x = [value for value, _ in arguments]
    shapes = {"lognormal": arguments[:1], "weibull": arguments[:1]}.get(name, arguments)
    quantile = _quantile(name, x)
    if quantile is None:
        raise StudyError(f"{target}{text}: write {name}({DISTRIBUTIONS[name][0]}), with limits in order and deviations above 0.")
    return Variation(target, None, quantile, text, _common(target, [d for _, d in shapes]))


def _quantile(name: str, x: list[float]) -> Callable[[Array], Array] | None:
    """Return the inverse of the distribution function; None for arguments that mean nothing."""
    from scipy import stats

    found: Any = None
    match name, len(x):
        case "uniform", 2 if x[0] < x[1]:
            return lambda u: x[0] + (x[1] - x[0]) * u
        case "normal", 2 if x[1] > 0:
            found = stats.norm(x[0], x[1])
        case "normal", 4 if x[1] > 0 and x[2] < x[3]:
            found = stats.truncnorm((x[2] - x[0]) / x[1], (x[3] - x[0]) / x[1], x[0], x[1])
        case "lognormal", 2 if x[0] > 0 and x[1] > 0:
            found = stats.lognorm(x[1], scale=x[0])
        case "triangular", 3 if x[0] <= x[1] <= x[2] and x[0] < x[2]:
            found = stats.triang((x[1] - x[0]) / (x[2] - x[0]), x[0], x[2] - x[0])
        case "exponential", 1 if x[0] > 0:
            found = stats.expon(scale=x[0])
        case "weibull", 2 if x[0] > 0 and x[1] > 0:
            found = stats.weibull_min(x[1], scale=x[0])
        case "choice", n if n >= 1:
            return lambda u: np.array(x)[np.minimum((np.asarray(u) * n).astype(int), n - 1)]
    return None if found is None else found.ppf  # type: ignore[no-any-return]


def finite(variation: Variation, values: Array) -> Array:
    """Return values drawn from a distribution; refuse those that are not finite."""
    values = np.asarray(values, float)
    if not np.isfinite(values).all():
        raise StudyError(f"{variation.target}{variation.text} gives values that are not finite.")
    return values
