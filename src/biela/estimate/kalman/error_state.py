"""Error-state Kalman filter: the mean lives on the manifold, the filter estimates the small error from it.

    x = x̂ ⊕ δ,   δ = [rotation vectors and coordinates; rates; states; parameters],   P = cov δ

Prediction and gain are those of the extended filter, in the tangent space at x̂: for a rotation δθ̇ = −ω̂ × δθ + δω. After a
correction δ̂ the mean moves, x̂ ← x̂ ⊕ δ̂, and the error is counted from there: P ← G P Gᵀ with G = 1 − ½ [δ̂θ]×. No quaternion is
ever averaged, no norm constrained; on machines without rotations of three degrees of freedom the filter is the extended one.

Reference: Solà (2017), Quaternion kinematics for the error-state Kalman filter, arXiv:1711.02508, §§ 5-6
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.estimate.record import at
from biela.estimate.registry import filter

from .extended import ExtendedKalmanFilter


@filter("error-state")
class ErrorStateKalmanFilter(ExtendedKalmanFilter):
    """Error-state Kalman filter: rotations of three degrees of freedom are estimated on their manifold."""

    rotates = True

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        independent = self.model.chart.independent
        rotations = [
            independent.index(link.v.start)
            for link in self.model.mechanism.topology.links
            if link.joint.type.quaternion is not None and set(range(link.v.start, link.v.start + 3)) <= set(independent)
        ]
        if rotations:
            self.cloud.record.bind(at.ROTATIONS, np.array(rotations))
            self.cloud.record[at.N_ROTATIONS] = len(rotations)
