"""Identification: from measured motion and efforts to masses, inertias, stiffnesses and friction of machines with loops.

    machine → Regressor → motion → W, τ → base parameters → excitation → estimate → reduction → validation

| file | subject |
|---|---|
| dataset, filtering, measurement, virtual_bench | measurements, how they become a motion, and a simulator of them |
| columns, regressor | parameters, and W of any machine for thousands of samples; random closed states |
| observed_motion, transfers, exact | what no effort shows, by rules and in exact numbers |
| multiprecision | the rank in many digits, which judges the rules |
| base_set, structure | base parameters, and the choice among their many forms |
| numeric_rank | the same from numbers, and how far to trust it |
| trajectory, sensitivity, design, excitation | experiments |
| observation, least_squares, feasibility | estimates |
| reduction, validation | which parameters are worth it, and how well they predict |
| identification | the whole way in one call |

This room knows machines, their equations and their closed loops. It must not know cars, files, reports or the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:  # isort: off
    from biela.identify.base_set import BaseSet as BaseSet, InvalidBaseSet as InvalidBaseSet
    from biela.files.logs.table import DataError as DataError
    from biela.identify.dataset import Dataset as Dataset, read_data as read_data
    from biela.identify.design import Limits as Limits
    from biela.identify.excitation import Excitation as Excitation, NoExcitation as NoExcitation
    from biela.identify.excitation import design_excitation as design_excitation
    from biela.identify.feasibility import feasible_estimate as feasible_estimate, infeasible_bodies as infeasible_bodies
    from biela.identify.identification import Identification as Identification, identify as identify
    from biela.identify.least_squares import Estimate as Estimate, estimate as estimate, whiteness as whiteness
    from biela.identify.measurement import Preparation as Preparation, measured_observation as measured_observation
    from biela.identify.multiprecision import Multiprecision as Multiprecision
    from biela.identify.numeric_rank import null_columns as null_columns, numeric_base as numeric_base, rank_report as rank_report
    from biela.identify.observation import Observation as Observation, observe as observe
    from biela.identify.reduction import contribution as contribution, eliminate as eliminate, khalil_dombre as khalil_dombre
    from biela.identify.regressor import Regressor as Regressor
    from biela.identify.structure import Structure as Structure, base_parameters as base_parameters
    from biela.identify.trajectory import Fourier as Fourier, Quintic as Quintic, Spline as Spline
    from biela.identify.transfers import Transfer as Transfer
    from biela.identify.validation import check_mass_matrix as check_mass_matrix, prediction_error as prediction_error
    from biela.identify.validation import validate as validate
    from biela.identify.virtual_bench import simulate_measurement as simulate_measurement
    from biela.mechanism.sensor.base import Errors as Errors
    from biela.state.consistent_motion import ConsistentMotion as ConsistentMotion

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
