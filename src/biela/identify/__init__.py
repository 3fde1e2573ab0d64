"""Identification: from measured motion and efforts to masses, inertias, stiffnesses and friction of machines with loops.

    machine → Regressor → motion → W, τ → base parameters → excitation → estimate → reduction → validation

| file | subject |
|---|---|
| dataset, measurement, virtual_bench | measurements, how they become a motion, and a simulator of them |
| kinematics, random_motion, projection | motions with all loops closed, and the basis that removes constraint forces |
| columns, regressor | which parameters, and W of any machine for thousands of samples |
| observed_motion, transfers, inertial_transfer, exact | what no effort shows, by rules and in exact numbers |
| echelon, multiprecision | the rank in many digits, which judges the rules |
| base_set, structure | base parameters, and the choice among their many forms |
| numeric_rank | the same from numbers, and how far to trust it |
| trajectory, criterion, sensitivity, design, casadi_callback, excitation | experiments |
| observation, least_squares, feasibility | estimates |
| reduction, validation | which parameters are worth it, and how well they predict |
| identification | the whole way in one call |

This room knows machines, their equations and their closed loops. It must not know cars, files, reports or the library.
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
    """Names of the package; a file is read when one of its names is first asked for."""
    if name in _FILE:
        return getattr(importlib.import_module(f"biela.identify.{_FILE[name]}"), name)
    raise AttributeError(f"biela.identify has no {name!r}")


def __dir__() -> list[str]:
    return sorted(_FILE)
