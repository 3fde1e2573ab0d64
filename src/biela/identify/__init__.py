"""Identification: from measured motion and efforts to masses, inertias, stiffnesses and friction of machines with loops.

    machine → Regressor → motion → W, τ → base parameters → excitation → estimate → reduction → validation

| file | subject |
|---|---|
| regressor, columns, kinematics, projection | W of any machine, for thousands of samples |
| structure, transfers, base_parameters, exact, multiprecision | what can be known, in exact numbers |
| numeric_base | the same from numbers, and how far to trust it |
"""

from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "BaseSet": "base_parameters",
    "InvalidBaseSet": "base_parameters",
    "Motion": "kinematics",
    "Multiprecision": "multiprecision",
    "Regressor": "regressor",
    "Structure": "structure",
    "Transfer": "transfers",
    "base_parameters": "structure",
    "null_columns": "numeric_base",
    "numeric_base": "numeric_base",
    "rank_report": "numeric_base",
}
__all__ = sorted(_WHERE)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Names of the package, each file read when first asked for."""
    if name in _WHERE:
        return getattr(importlib.import_module(f"biela.identify.{_WHERE[name]}"), name)
    raise AttributeError(f"biela.identify has no {name!r}")


def __dir__() -> list[str]:
    return __all__
