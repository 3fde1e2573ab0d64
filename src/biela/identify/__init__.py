"""Identification: from measured motion and efforts to masses, inertias, stiffnesses and friction of machines with loops.

    machine → Regressor → motion → W, τ → base parameters → excitation → estimate → reduction → validation

| file | subject |
|---|---|
| dataset, filtering, measurement, virtual_bench | measurements, how they become a motion, and a simulator of them |
| columns, regressor | parameters, and W of any machine for thousands of samples; random closed states |
| observed_motion, transfers, inertial_transfer, exact | what no effort shows, by rules and in exact numbers |
| echelon, multiprecision | the rank in many digits, which judges the rules |
| base_set, structure | base parameters, and the choice among their many forms |
| numeric_rank | the same from numbers, and how far to trust it |
| trajectory, sensitivity, design, excitation | experiments |
| observation, least_squares, feasibility | estimates |
| reduction, validation | which parameters are worth it, and how well they predict |
| identification | the whole way in one call |

This room knows machines, their equations and their closed loops. It must not know cars, files, reports or the library.
"""

from __future__ import annotations

from biela.base.lazy import lazy

__getattr__, __dir__, __all__ = lazy(  # noqa: PLE0605
    __name__,
    {
        "biela.identify.base_set": "BaseSet InvalidBaseSet",
        "biela.identify.dataset": "DataError Dataset read_data",
        "biela.identify.design": "Limits",
        "biela.identify.excitation": "Excitation NoExcitation design_excitation",
        "biela.identify.feasibility": "feasible_estimate infeasible_bodies",
        "biela.identify.identification": "Identification identify",
        "biela.state.consistent_motion": "ConsistentMotion",
        "biela.identify.least_squares": "Estimate estimate whiteness",
        "biela.identify.measurement": "Preparation measured_observation",
        "biela.identify.multiprecision": "Multiprecision",
        "biela.identify.numeric_rank": "null_columns numeric_base rank_report",
        "biela.identify.observation": "Observation observe",
        "biela.identify.reduction": "contribution eliminate khalil_dombre",
        "biela.identify.regressor": "Regressor",
        "biela.identify.structure": "Structure base_parameters",
        "biela.identify.trajectory": "Fourier Quintic Spline",
        "biela.identify.transfers": "Transfer",
        "biela.identify.virtual_bench": "simulate_measurement",
        "biela.mechanism.sensor.base": "Errors",
        "biela.identify.validation": "check_mass_matrix prediction_error validate",
    },
)
