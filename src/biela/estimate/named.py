"""Filters by name, so that an experiment swaps them with a word."""

from __future__ import annotations

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
    filter: Estimator = FILTERS[name](model, prior, noise, **options)
    return filter
