"""Identification: from measured motion and efforts to masses, inertias, stiffnesses and friction of machines with loops.

    machine → Regressor → motion → W, τ → base parameters → excitation → estimate → reduction → validation

| file | subject |
|---|---|
| regressor, columns, kinematics, projection | W of any machine, for thousands of samples |
| structure, transfers, inertial_transfer, observed_motion, base_set, exact, multiprecision | what can be known, in exact numbers |
| numeric_rank | the same from numbers, and how far to trust it |
| dataset, measurement | measurements, and a simulator of them |
| trajectory, criterion, sensitivity, excitation | experiments |
| observation, least_squares, feasibility | estimates |
| reduction, validation | which parameters are worth it, and how well they predict |
| identification | the whole way in one call |
"""

from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "base_set": ("BaseSet", "InvalidBaseSet"),
    "dataset": ("DataError", "Dataset", "read_data"),
    "design": ("Limits",),
    "excitation": ("Excitation", "NoExcitation", "design_excitation"),
    "feasibility": ("feasible_estimate", "infeasible_bodies"),
    "identification": ("Identification", "identify"),
    "kinematics": ("Motion",),
    "least_squares": ("Estimate", "estimate", "whiteness"),
    "measurement": ("Preparation", "measured_observation"),
    "multiprecision": ("Multiprecision",),
    "numeric_rank": ("null_columns", "numeric_base", "rank_report"),
    "observation": ("Observation", "observe"),
    "reduction": ("contribution", "eliminate", "khalil_dombre"),
    "regressor": ("Regressor",),
    "structure": ("Structure", "base_parameters"),
    "trajectory": ("Fourier", "Quintic", "Spline"),
    "transfers": ("Transfer",),
    "virtual_bench": ("Sensor", "simulate_measurement"),
    "validation": ("check_mass_matrix", "prediction_error", "validate"),
}
_FILE = {name: file for file, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> Any:
    """Names of the package, each file read when first asked for."""
    if name in _FILE:
        return getattr(importlib.import_module(f"biela.identify.{_FILE[name]}"), name)
    raise AttributeError(f"biela.identify has no {name!r}")


def __dir__() -> list[str]:
    return sorted(_FILE)
