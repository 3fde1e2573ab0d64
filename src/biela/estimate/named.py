"""Filters by name, so that an experiment swaps them with a word."""

from __future__ import annotations

from inspect import signature
from typing import Any

from biela.errors import UnknownName, nearest

from .estimator import Estimator
from .kalman.error_state import ErrorStateKalmanFilter
from .kalman.extended import ExtendedKalmanFilter
from .kalman.unscented import UnscentedKalmanFilter
from .model import Model
from .noise import ProcessNoise
from .particle import ParticleFilter
from .prior import Prior

FILTERS: dict[str, type[Any]] = {
    kind.name: kind for kind in (ParticleFilter, ExtendedKalmanFilter, UnscentedKalmanFilter, ErrorStateKalmanFilter)
}


def make_filter(name: str, model: Model, prior: Prior, noise: ProcessNoise | None = None, **options: Any) -> Estimator:
    """A filter by its name: particle, extended, unscented, error-state. Options are those of its class."""
    if name not in FILTERS:
        raise UnknownName(f"no filter {name!r}.{nearest(str(name), list(FILTERS))}")
    known = _options(FILTERS[name])
    for option in options:
        if option not in known:
            others = [kind for kind, own in FILTERS.items() if option in _options(own)]
            hint = f" It is one of {', '.join(others)}." if others else nearest(option, known)
            raise UnknownName(f"filter {name!r} has no option {option!r}: it takes {', '.join(known)}.{hint}")
    filter: Estimator = FILTERS[name](model, prior, noise, **options)
    return filter


def _options(kind: type[Any]) -> list[str]:
    """Keyword options of a filter, those of the classes it hands them on to included."""
    found: list[str] = []
    for owner in kind.__mro__:
        if "__init__" in vars(owner) and issubclass(owner, Estimator) and owner is not Estimator:
            found += [p.name for p in signature(owner).parameters.values() if p.kind is p.KEYWORD_ONLY]
    return list(dict.fromkeys(found))
