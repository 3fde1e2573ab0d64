"""Absolute tolerances of single states, as users give them: by state, by element or by unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.equations.layout import layout_of
from biela.integrate.system import System
from biela.mechanism.mechanism import Mechanism

RTOL, ATOL = 1e-8, 1e-10
"""Default tolerances of adaptive methods: relative, and absolute for states of size one."""


def base_tolerance(atol: float | Mapping[str, float]) -> float:
    """Return the absolute tolerance of states of size one."""
    return float(atol.get("", ATOL)) if isinstance(atol, Mapping) else atol


def with_tolerances(system: System, mechanism: Mechanism, atol: float | Mapping[str, float]) -> System:
    """Give a system absolute tolerances of single states, by name, element or unit: `{"Pa": 10.0, "": 1e-9}`."""
    if not isinstance(atol, Mapping) or not set(atol) - {""}:
        return system
    base = base_tolerance(atol)
    nominal = np.ones(system.n_x) if system.nominal is None else np.array(system.nominal)
    layout = layout_of(mechanism)
    labels = [(s.name, s.name.rpartition(".")[0], s.unit) for s in layout.network_states]
    for key, value in atol.items():
        if not value > 0:
            raise DescriptionError(f"atol of {key!r} is {value!r}: tolerances are positive numbers.")
        places = [layout.networks.start + k for k, names in enumerate(labels) if key in names]
        if key and not places:
            known: list[Any] = sorted({n for names in labels for n in names})
            raise UnknownName(f"atol: no state or unit {key!r}.{nearest(key, known)}")
        nominal[places] = value / base
    return replace(system, nominal=nominal)
