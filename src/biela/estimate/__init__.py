"""State estimation on any machine: sensors, particle filter, Kalman family, experiments.

Knows machines, their compiled equations in independent coordinates, and the runtime of compiled loops. Knows nothing of files,
reports or the command line. A filter is one file (`registry.py`).

from biela import estimate

model = estimate.Model(machine, about=start)                       # independent coordinates, sensors of the machine
prior = estimate.About(start, {"A": 0.2, "A.rate": 0.1})
filter = estimate.ParticleFilter(model, prior, estimate.ProcessNoise(0.1), particles=1000)
track = filter.run(log)                                            # or filter.step(t, {"gyro": 0.12})
"""

from __future__ import annotations

from biela.base.checked import guard

from .estimator import Estimate, EstimationError, Estimator, IncompatibleReading, Track
from .experiment import Experiment, Trial
from .kalman.error_state import ErrorStateKalmanFilter
from .kalman.extended import ExtendedKalmanFilter
from .kalman.gauss_hermite import GaussHermiteFilter
from .kalman.unscented import UnscentedKalmanFilter
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .particle import ParticleFilter
from .prior import About, BranchWarning, Prior, PriorOutOfReach, Uniform, half_turn
from .registry import FILTERS, filter, filters, make_filter

__all__ = [
    "FILTERS", "About", "BranchWarning", "ErrorStateKalmanFilter", "Estimate", "EstimationError", "Estimator", "Experiment",
    "ExtendedKalmanFilter", "GaussHermiteFilter", "IncompatibleReading", "Log", "Model", "ParticleFilter", "Prior",
    "PriorOutOfReach", "ProcessNoise", "Track", "Trial", "Uniform", "UnscentedKalmanFilter", "filter", "filters", "half_turn",
    "make_filter",
]  # fmt: skip

guard(__name__)
