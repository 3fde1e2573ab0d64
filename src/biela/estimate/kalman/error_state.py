"""Error-state Kalman filter: the mean lives on the manifold, the filter estimates the small error from it.

    x = x̂ ⊕ δ,   δ = [rotation vectors and coordinates; rates; states; parameters],   P = cov δ

Prediction and gain are those of the extended filter, in the tangent space at x̂: for a rotation δθ̇ = −ω̂ × δθ + δω. After a
correction δ̂ the mean moves, x̂ ← x̂ ⊕ δ̂, and the error is counted from there: P ← G P Gᵀ with G = 1 − ½ [δ̂θ]×. No quaternion is
ever averaged, no norm constrained; on machines without rotations of three freedoms the filter is the extended one.

Reference: Solà (2017), Quaternion kinematics for the error-state Kalman filter, arXiv:1711.02508, §§ 5-6
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import record as ka
from .extended import ExtendedKalmanFilter


class ErrorStateKalmanFilter(ExtendedKalmanFilter):
    """Error-state filter for any machine; see the top of this file."""

    name = "error-state"

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        first = self._rotations()
        if first:
            self._turning = np.array([*first, -1], np.int64)
            self.cloud.table[ka.TURNING] = self._turning.ctypes.data

    def _rotations(self) -> list[int]:
        """First entries of rotations all of whose three freedoms are independent."""
        independent = self.model.chart.independent
        found = []
        for link in self.model.mechanism.topology.links:
            if link.joint.type.quaternion is None:
                continue
            own = [link.v.start + k for k in range(3)]
            if all(i in independent for i in own):
                found.append(independent.index(own[0]))
        return found
