"""Absolute tolerances of single states, as users give them: by state, by element or by unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.equations.layout import StateLayout

RTOL, ATOL = 1e-8, 1e-10  # default tolerances of adaptive methods: relative, and absolute for states of size one


def base_tolerance(atol: float | Mapping[str, float]) -> float:
    """Return the absolute tolerance of states of size one."""
    return float(atol.get("", ATOL)) if isinstance(atol, Mapping) else atol


def nominal_sizes(layout: StateLayout, nominal: Array | None, atol: float | Mapping[str, float]) -> Array | None:
    """Return nominal sizes that give single states their own tolerance, by name, element or unit: `{"Pa": 10.0, "": 1e-9}`."""
    if not isinstance(atol, Mapping) or not set(atol) - {""}:
        return nominal
    base, sizes = base_tolerance(atol), np.ones(layout.n_x) if nominal is None else np.array(nominal)
    labels = [(s.name, s.name.rpartition(".")[0], s.unit) for s in layout.network_states]
    for key, value in atol.items():
        if not value > 0:
            raise DescriptionError(f"atol of {key!r} is {value!r}: tolerances are positive numbers.")
        places = [layout.networks.start + k for k, names in enumerate(labels) if key in names]
        if key and not places:
            known: list[Any] = sorted({n for names in labels for n in names})
            raise UnknownName(f"atol: no state or unit {key!r}.{nearest(key, known)}")
        sizes[places] = value / base
    return sizes
