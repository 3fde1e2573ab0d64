"""Integration methods in compiled loops, one file each. Names load when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.runtime.system import Closure, Formulation, Status, System

    from .adams_bashforth import AdamsBashforth
    from .batch import BatchOutcome, integrate_batch
    from .cvode import CVODE
    from .dormand_prince import DormandPrince
    from .driver import integrate
    from .method import Adaptive, Method
    from .multi_rate import MultiRate
    from .munthe_kaas import MuntheKaas
    from .outcome import Event, Outcome
    from .rk4 import RK4
    from .rosenbrock import Rosenbrock
    from .semi_implicit_euler import SemiImplicitEuler

_HOME = {
    "AdamsBashforth": "adams_bashforth",
    "BatchOutcome": "batch",
    "integrate_batch": "batch",
    "CVODE": "cvode",
    "DormandPrince": "dormand_prince",
    "Event": "outcome",
    "Outcome": "outcome",
    "integrate": "driver",
    "Adaptive": "method",
    "Method": "method",
    "MultiRate": "multi_rate",
    "MuntheKaas": "munthe_kaas",
    "RK4": "rk4",
    "Rosenbrock": "rosenbrock",
    "SemiImplicitEuler": "semi_implicit_euler",
    "Closure": "biela.runtime.system",
    "Formulation": "biela.runtime.system",
    "Status": "biela.runtime.system",
    "System": "biela.runtime.system",
}

__all__ = [
    "AdamsBashforth",
    "CVODE",
    "RK4",
    "Adaptive",
    "BatchOutcome",
    "Closure",
    "DormandPrince",
    "Event",
    "Formulation",
    "Method",
    "MultiRate",
    "MuntheKaas",
    "Outcome",
    "Rosenbrock",
    "SemiImplicitEuler",
    "Status",
    "System",
    "integrate",
    "integrate_batch",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        home = _HOME[name]
        return getattr(import_module(home if "." in home else f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
